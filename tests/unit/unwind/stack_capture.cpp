#include "tests/unit/unwind/stack_capture.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "runner/elf/elf_file.h"
#include "runner/support/byte_reader.h"
#include "runner/support/mapped_file.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

constexpr std::uint64_t perf_default_mask = 0xff0fff;
constexpr std::size_t register_words = 20;
constexpr std::size_t frame_words = 640;
constexpr std::size_t stack_capacity = 32768;

// The child's vdso is this process's: the same kernel runs both.
BuildId own_vdso_build_id(std::size_t size) {
  const auto* start = reinterpret_cast<const std::byte*>(getauxval(AT_SYSINFO_EHDR));
  if (start == nullptr) return "";
  return ElfFile::from_memory({start, start + size}, "[vdso]")->build_id();
}

ModuleId module_id(const std::string& path, std::uint64_t size, RawProfile& raw) {
  for (std::size_t id = 1; id < raw.modules.size(); ++id) {
    if (raw.modules[id].path == path) return static_cast<ModuleId>(id);
  }
  Module module{path, ModuleKind::file, ""};
  if (path == "[vdso]") {
    module.kind = ModuleKind::vdso;
    module.build_id = own_vdso_build_id(size);
  } else if (path.empty() || path[0] == '[') {
    module.kind = ModuleKind::anonymous;
  }
  raw.modules.push_back(module);
  return static_cast<ModuleId>(raw.modules.size() - 1);
}

}  // namespace

void add_mappings(const std::string& maps, RawProfile& raw) {
  if (raw.modules.empty()) raw.modules.emplace_back();
  AddressSpace& space = raw.address_spaces.emplace_back();
  std::istringstream lines(maps);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string range, permissions, offset, device, inode, path;
    fields >> range >> permissions >> offset >> device >> inode;
    std::getline(fields >> std::ws, path);
    if (permissions.find('x') == std::string::npos) continue;
    std::size_t dash = range.find('-');
    Mapping mapping;
    mapping.start = std::stoull(range.substr(0, dash), nullptr, 16);
    mapping.end = std::stoull(range.substr(dash + 1), nullptr, 16);
    mapping.file_offset = std::stoull(offset, nullptr, 16);
    mapping.module = module_id(path, mapping.end - mapping.start, raw);
    space.insert(mapping);
  }
}

StackCapture capture_stacks(const std::filesystem::path& workload, const std::string& mode,
                            std::size_t stack_bytes) {
  std::string pattern = (std::filesystem::temp_directory_path() / "cxprof-capture-XXXXXX").string();
  int fd = mkstemp(pattern.data());
  if (fd < 0) fail("cannot create a file in {}", pattern);
  close(fd);
  std::string command = shell_quoted({"timeout", "60", workload.string(), pattern, mode});
  int status = std::system(command.c_str());
  if (status != 0) fail("{} ended with status {}", command, status);
  auto file = MappedFile::open(pattern);
  std::filesystem::remove(pattern);

  StackCapture capture;
  ByteReader reader(file->bytes(), pattern);
  auto maps_size = reader.read<std::uint64_t>("size of maps");
  auto count = reader.read<std::uint64_t>("number of samples");
  auto maps = reader.bytes(maps_size, "maps");
  add_mappings({reinterpret_cast<const char*>(maps.data()), maps.size()}, capture.raw);
  capture.raw.events.push_back({.name = "cpu-clock", .has_user_stack = true});
  capture.raw.storage = file;
  for (std::uint64_t i = 0; i < count; ++i) {
    Sample& sample = capture.raw.samples.emplace_back();
    sample.pid = sample.tid = 1000;
    sample.cpu_mode = CpuMode::user;
    sample.user_abi = RegisterAbi::bits64;
    sample.user_register_mask = perf_default_mask;
    sample.user_registers = {reader.bytes(register_words * 8, "registers").data(), register_words};
    sample.ip = sample.user_registers[8];
    auto frame_count = reader.read<std::uint64_t>("number of frames");
    WordView frames(reader.bytes(frame_words * 8, "frames").data(), frame_words);
    auto& expected = capture.expected.emplace_back();
    for (std::size_t frame = 0; frame < frame_count; ++frame) expected.push_back(frames[frame]);
    auto stack_size = reader.read<std::uint64_t>("size of the stack");
    auto stack = reader.bytes(stack_capacity, "stack");
    sample.user_stack = stack.first(std::min<std::size_t>({stack_size, stack_bytes, stack.size()}));
  }
  return capture;
}

}  // namespace cxprof
