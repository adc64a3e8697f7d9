#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runner/profile/call_stacks.h"
#include "runner/profile/raw_profile.h"

namespace cxprof {

class ModuleFiles;  // runner/elf/module_files.h

/// A sample after unwinding: what the later stages still need of it. The stack copy is gone.
struct UnwoundSample {
  std::uint64_t time_ns = 0;
  std::uint64_t period = 0;
  std::int32_t pid = -1;
  std::int32_t tid = -1;
  std::int32_t cpu = -1;
  std::uint32_t event = 0;
  ThreadNameId thread_name = 0;
  StackId stack = empty_stack;
  StackEnd end = StackEnd::root;
};

/// Every sample has a place in the call-stack trie, and every distinct address stands once.
struct UnwoundProfile {
  Recording recording;
  std::vector<Event> events;
  std::vector<Module> modules;
  std::vector<std::string> thread_names;
  std::vector<UnwoundSample> samples;  ///< Ordered by time.
  std::vector<FrameAddress> addresses;
  CallStacks stacks;
  RecordingLosses losses;
  Findings findings;

  /// The modules' files as they were found and verified; symbolize reads names from the same ones.
  std::shared_ptr<ModuleFiles> files;
};

}  // namespace cxprof
