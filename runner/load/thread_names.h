#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "runner/profile/sample.h"

namespace cxprof::perf_data {

/// The names (comm) of all threads as they change over time, each distinct name once.
class ThreadNames {
 public:
  void rename(std::int32_t tid, const std::string& name);
  /// A new thread is called like the one that made it, until it is renamed.
  void inherit(std::int32_t parent_tid, std::int32_t tid);

  /// The name of `tid` now. As in perf, a thread of which no name is known is called ":<tid>", and
  /// the idle thread 0 "swapper".
  ThreadNameId name_of(std::int32_t tid);

  /// All names, by id; none are left here.
  std::vector<std::string> take() { return std::move(names_); }

 private:
  ThreadNameId intern(const std::string& name);

  std::vector<std::string> names_;
  std::unordered_map<std::string, ThreadNameId> id_of_name_;
  std::unordered_map<std::int32_t, ThreadNameId> name_of_thread_;
};

}  // namespace cxprof::perf_data
