#pragma once

#include <cstdint>
#include <string>

#include "runner/load/record_types.h"
#include "runner/profile/build_id.h"
#include "runner/support/byte_reader.h"

namespace cxprof::perf_data {

/// A MMAP or MMAP2 record.
struct MapRecord {
  std::int32_t pid = -1;  ///< -1: the kernel's.
  std::uint64_t start = 0;
  std::uint64_t end = 0;  ///< One past the last address.
  std::uint64_t file_offset = 0;
  bool executable = false;
  bool kernel = false;        ///< Host kernel image or kernel module.
  bool guest_kernel = false;  ///< Kernel of a virtual machine: other addresses than ours.
  BuildId build_id;           ///< Empty: not in the record.
  std::string path;
};

/// A COMM record: a thread has a new name.
struct CommRecord {
  std::int32_t pid = -1;
  std::int32_t tid = -1;
  bool exec = false;  ///< Because the process started another program.
  std::string name;
};

/// A FORK record: a new thread, in a new process unless pid equals parent_pid.
struct ForkRecord {
  std::int32_t pid = -1;
  std::int32_t parent_pid = -1;
  std::int32_t tid = -1;
  std::int32_t parent_tid = -1;
  std::uint64_t time_ns = 0;
  bool synthesized = false;  ///< perf made it up for a process that was already running.
};

/// Each throws Error with the offset when the record is shorter than its fields. `body` is
/// everything behind the header; a sample_id at its end is ignored.
MapRecord parse_mmap(ByteReader body, std::uint16_t misc);
MapRecord parse_mmap2(ByteReader body, std::uint16_t misc);
CommRecord parse_comm(ByteReader body, std::uint16_t misc);
ForkRecord parse_fork(ByteReader body, std::uint16_t misc);

}  // namespace cxprof::perf_data
