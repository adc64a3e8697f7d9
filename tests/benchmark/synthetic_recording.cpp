#include "tests/benchmark/synthetic_recording.h"

#include <elf.h>
#include <linux/perf_event.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "runner/elf/elf_file.h"
#include "runner/support/error.h"

namespace cxprof::benchmark {
namespace {

constexpr std::uint64_t base = 0x550000000000;  // where the module is "mapped"
constexpr std::uint64_t register_mask = 1U << 6 | 1U << 7 | 1U << 8;  // perf's BP, SP, IP
constexpr std::uint64_t top_of_stack = 0x7ffd00000000;
constexpr std::uint32_t finished_round = 68;

struct Code {
  std::uint64_t start = 0;  // in the file, which is mapped at `base` as it stands
  std::uint64_t size = 0;
};

Code code_of(const ElfFile& file) {
  const ElfSection* text = file.section(".text");
  if (text == nullptr || text->size < 64) fail("{} has no code", file.path().string());
  return {text->file_offset, text->size};
}

class Bytes {
 public:
  template <typename T>
  void put(const T& value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void words(std::initializer_list<std::uint64_t> values) {
    for (std::uint64_t value : values) put(value);
  }
  void append(const void* data, std::size_t size) {
    text_.append(static_cast<const char*>(data), size);
  }
  void path(std::string text) {
    text.resize((text.size() / 8 + 1) * 8);
    text_ += text;
  }
  [[nodiscard]] const std::string& str() const { return text_; }

 private:
  std::string text_;
};

class Writer {
 public:
  Writer(const SyntheticRecording& recording, const std::filesystem::path& file)
      : recording_(recording),
        module_(ElfFile::open(std::filesystem::canonical(recording.module))),
        code_(code_of(*module_)),
        out_(file, std::ios::binary | std::ios::trunc),
        random_(recording.seed) {
    if (!out_) fail("cannot write {}", file.string());
  }

  void write() {
    write_header(0);
    for (std::size_t process = 0; process < recording_.processes; ++process) map(process);
    make_stacks();
    for (std::size_t i = 0; i < recording_.samples; ++i) {
      sample(i);
      if ((i + 1) % recording_.round_samples == 0) record(finished_round, 0, "");
    }
    record(finished_round, 0, "");
    out_.seekp(0);
    write_header(data_size_);
    out_.flush();
    if (!out_) fail("the recording could not be written to its end");
  }

 private:
  static perf_event_attr attributes(std::size_t stack_bytes) {
    perf_event_attr attr{};
    attr.type = PERF_TYPE_SOFTWARE;
    attr.size = PERF_ATTR_SIZE_VER5;
    attr.config = PERF_COUNT_SW_CPU_CLOCK;
    attr.sample_freq = 999;
    attr.freq = 1;
    attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD |
                       PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    attr.sample_id_all = 1;
    attr.sample_regs_user = register_mask;
    attr.sample_stack_user = static_cast<std::uint32_t>(stack_bytes);
    return attr;
  }

  void write_header(std::uint64_t data_size) {
    constexpr std::uint64_t header_size = 104;
    const std::uint64_t entry_size = PERF_ATTR_SIZE_VER5 + 16;
    Bytes bytes;
    bytes.append("PERFILE2", 8);
    bytes.words({header_size, entry_size, header_size, entry_size, header_size + entry_size,
                 data_size, 0, 0, 0, 0, 0, 0});
    perf_event_attr attr = attributes(recording_.stack_bytes);
    bytes.append(&attr, PERF_ATTR_SIZE_VER5);
    bytes.words({0, 0});
    out_ << bytes.str();
  }

  void record(std::uint32_t type, std::uint16_t misc, const std::string& body) {
    Bytes header;
    header.put(type);
    header.put(misc);
    header.put(static_cast<std::uint16_t>(8 + body.size()));
    out_ << header.str() << body;
    data_size_ += 8 + body.size();
  }

  static std::uint64_t who(std::size_t process) {
    std::uint64_t pid = 1000 + process;
    return pid << 32 | pid;
  }

  void map(std::size_t process) {
    Bytes body;
    std::uint64_t size = module_->bytes().size();
    body.words({who(process), base, size, 0, 0, 0, 0, std::uint64_t{2} << 32 | 5});
    body.path(std::filesystem::canonical(recording_.module).string());
    body.words({who(process), 0});
    record(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, body.str());
  }

  // As many different stacks as give the wanted number of addresses, if each has words of its own.
  void make_stacks() {
    std::size_t words = recording_.stack_bytes / 8;
    std::size_t frames = std::max<std::size_t>(words / 8, 1);
    std::size_t count = std::clamp<std::size_t>(recording_.addresses / frames, 1, 1U << 16);
    stacks_.resize(count);
    for (std::vector<std::uint64_t>& stack : stacks_) {
      for (std::size_t i = 0; i < words; ++i) stack.push_back(address());
    }
  }

  std::uint64_t address() {
    std::uint64_t step = std::max<std::uint64_t>(code_.size / recording_.addresses, 1);
    return base + code_.start + random_() % recording_.addresses * step % code_.size;
  }

  void sample(std::size_t i) {
    const std::vector<std::uint64_t>& stack = stacks_[random_() % stacks_.size()];
    std::uint64_t ip = stack[random_() % std::min<std::size_t>(stack.size(), 4)];
    Bytes body;
    body.words({ip, who(random_() % recording_.processes), 1'000 + i * 1'000, 1'001'001});
    std::uint64_t sp = top_of_stack - recording_.stack_bytes;
    body.words({PERF_SAMPLE_REGS_ABI_64, sp + 64, sp, ip, recording_.stack_bytes});
    body.append(stack.data(), recording_.stack_bytes);
    body.words({recording_.stack_bytes});
    record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, body.str());
  }

  const SyntheticRecording& recording_;
  std::shared_ptr<ElfFile> module_;
  Code code_;
  std::ofstream out_;
  std::mt19937_64 random_;
  std::vector<std::vector<std::uint64_t>> stacks_;
  std::uint64_t data_size_ = 0;
};

}  // namespace

void write_recording(const SyntheticRecording& recording, const std::filesystem::path& file) {
  Writer(recording, file).write();
}

}  // namespace cxprof::benchmark
