#include "runner/load/side_band.h"

#include <sys/mman.h>

#include <limits>

#include "runner/load/build_id_table.h"

namespace cxprof::perf_data {
namespace {

// A perf that was not allowed to see the kernel's addresses (kptr_restrict) writes 0 as its start,
// which would cover all of user space; a 64-bit kernel has the upper half of the addresses.
constexpr std::uint64_t upper_half = std::uint64_t{1} << 63;

void read_range(ByteReader& body, MapRecord& map) {
  map.start = body.read<std::uint64_t>("a mapping's address");
  auto length = body.read<std::uint64_t>("a mapping's length");
  constexpr auto highest = std::numeric_limits<std::uint64_t>::max();
  map.end = length > highest - map.start ? highest : map.start + length;
  map.file_offset = body.read<std::uint64_t>("a mapping's file offset");
  if (map.kernel && map.start == 0 && map.end > upper_half) map.start = upper_half;
}

MapRecord read_owner(ByteReader& body, std::uint16_t record_misc) {
  MapRecord map;
  map.pid = body.read<std::int32_t>("a mapping's process");
  body.skip(sizeof(std::int32_t), "a mapping's thread");
  unsigned mode = record_misc & misc::cpu_mode_mask;
  map.guest_kernel = mode == misc::cpu_mode_guest_kernel;
  map.kernel = !map.guest_kernel && (mode == misc::cpu_mode_kernel || map.pid == -1);
  return map;
}

}  // namespace

MapRecord parse_mmap(ByteReader body, std::uint16_t record_misc) {
  MapRecord map = read_owner(body, record_misc);
  read_range(body, map);
  map.executable = map.kernel || !(record_misc & misc::mmap_data);
  map.path = body.fixed_string(body.remaining(), "a mapping's path");
  return map;
}

MapRecord parse_mmap2(ByteReader body, std::uint16_t record_misc) {
  MapRecord map = read_owner(body, record_misc);
  read_range(body, map);
  // Either device, inode and generation, or a build id: its size, 3 bytes of nothing, 20 bytes.
  ByteReader identity = body.sub_reader(24, "a mapping's file identity");
  if (record_misc & misc::mmap_build_id) {
    std::size_t size = identity.read<std::uint8_t>("a mapping's build id size");
    identity.skip(3, "a mapping's build id");
    map.build_id = to_build_id(identity.bytes(size, "a mapping's build id"));
  }
  auto protection = body.read<std::uint32_t>("a mapping's protection");
  body.skip(sizeof(std::uint32_t), "a mapping's flags");
  map.executable = map.kernel || (protection & PROT_EXEC) != 0;
  map.path = body.fixed_string(body.remaining(), "a mapping's path");
  return map;
}

CommRecord parse_comm(ByteReader body, std::uint16_t record_misc) {
  CommRecord comm;
  comm.pid = body.read<std::int32_t>("a thread name's process");
  comm.tid = body.read<std::int32_t>("a thread name's thread");
  comm.exec = (record_misc & misc::comm_exec) != 0;
  comm.name = body.fixed_string(body.remaining(), "a thread's name");
  return comm;
}

ForkRecord parse_fork(ByteReader body, std::uint16_t record_misc) {
  ForkRecord fork;
  fork.pid = body.read<std::int32_t>("a new thread's process");
  fork.parent_pid = body.read<std::int32_t>("a new thread's parent process");
  fork.tid = body.read<std::int32_t>("a new thread");
  fork.parent_tid = body.read<std::int32_t>("a new thread's parent");
  fork.time_ns = body.read<std::uint64_t>("a new thread's time");
  // perf before 4.20 does not set the bit, but its made-up records never had a time.
  fork.synthesized = (record_misc & misc::fork_synthesized) != 0 || fork.time_ns == 0;
  return fork;
}

}  // namespace cxprof::perf_data
