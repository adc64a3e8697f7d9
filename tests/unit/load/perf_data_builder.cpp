#include "tests/unit/load/perf_data_builder.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <array>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "runner/load/load.h"

namespace cxprof::test {
namespace {

constexpr std::uint64_t magic = 0x32454c4946524550;  // "PERFILE2" here
constexpr std::uint32_t header_attr = 64;
constexpr std::uint32_t header_feature = 80;
constexpr std::uint32_t compressed = 81;
constexpr std::uint32_t compressed2 = 83;
constexpr std::uint64_t file_header_size = 104;
constexpr std::uint64_t attr_entry_size = sizeof(perf_event_attr) + 16;

}  // namespace

// A compiler for a big-endian machine gives bit-fields their places from the highest bit on.
Bytes& Bytes::put(const perf_event_attr& attr) {
  std::uint64_t flags = 0;
  std::memcpy(&flags, &attr.read_format + 1, sizeof flags);
  if (BigEndian::on()) {
    constexpr unsigned precise_ip_at = 15;  // and 16: of two bits
    std::uint64_t turned = 0;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if (bit != precise_ip_at && bit != precise_ip_at + 1)
        turned |= (flags >> bit & 1) << (63 - bit);
    }
    flags = turned | (flags >> precise_ip_at & 3) << (63 - precise_ip_at - 1);
  }
  Bytes out;
  out.put(attr.type).put(attr.size).words({attr.config, attr.sample_period, attr.sample_type});
  out.words({attr.read_format, flags}).put(attr.wakeup_events).put(attr.bp_type);
  out.words({attr.bp_addr, attr.bp_len, attr.branch_sample_type, attr.sample_regs_user});
  out.put(attr.sample_stack_user).put(attr.clockid).words({attr.sample_regs_intr});
  out.put(attr.aux_watermark).put(attr.sample_max_stack).put(attr.__reserved_2);
  out.put(attr.aux_sample_size).put(attr.__reserved_3);
  out.words({attr.sig_data}).bytes_.resize(sizeof attr);
  bytes_ += out.bytes_;
  return *this;
}

Bytes& Bytes::words(std::initializer_list<std::uint64_t> values) {
  for (std::uint64_t value : values) put(value);
  return *this;
}

Bytes& Bytes::append(std::string_view text) {
  bytes_ += text;
  return *this;
}

Bytes& Bytes::pad_to(std::size_t multiple) {
  bytes_.resize((bytes_.size() + multiple - 1) / multiple * multiple);
  return *this;
}

Bytes& Bytes::padded_string(std::string_view text) {
  bytes_ += text;
  bytes_ += '\0';
  return pad_to(8);
}

Bytes& Bytes::feature_string(std::string_view text) {
  constexpr std::size_t alignment = 64;  // NAME_ALIGN
  std::size_t length = (text.size() + 1 + alignment - 1) / alignment * alignment;
  put(static_cast<std::uint32_t>(length));
  bytes_ += text;
  bytes_.append(length - text.size(), '\0');
  return *this;
}

perf_event_attr cpu_clock() {
  perf_event_attr attr{};
  attr.type = PERF_TYPE_SOFTWARE;
  attr.size = sizeof attr;
  attr.config = PERF_COUNT_SW_CPU_CLOCK;
  attr.freq = 1;
  attr.sample_freq = 997;
  attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                     PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD;
  attr.sample_id_all = 1;
  return attr;
}

std::string record_bytes(std::uint32_t type, std::uint16_t misc, std::string_view body) {
  Bytes record;
  record.put(type).put(misc).put(static_cast<std::uint16_t>(8 + body.size())).append(body);
  return record.str();
}

PerfDataBuilder& PerfDataBuilder::event(const perf_event_attr& attr,
                                        std::vector<std::uint64_t> ids) {
  events_.push_back({attr, std::move(ids)});
  return *this;
}

PerfDataBuilder& PerfDataBuilder::feature(unsigned id, const Bytes& content) {
  features_[id] = content.str();
  return *this;
}

PerfDataBuilder& PerfDataBuilder::record(std::uint32_t type, std::uint16_t misc,
                                         const Bytes& body) {
  records_ += record_bytes(type, misc, body.str());
  return *this;
}

// struct sample_id of cpu_clock(): TID, TIME, CPU, IDENTIFIER.
PerfDataBuilder& PerfDataBuilder::with_trailer(std::uint32_t type, std::uint16_t misc, Bytes body,
                                               Who who) {
  body.put(who.pid).put(who.tid).words({who.time, 0, who.id});
  return record(type, misc, body);
}

PerfDataBuilder& PerfDataBuilder::sample(Who who, std::uint64_t ip, std::uint16_t misc) {
  Bytes body;
  constexpr std::uint32_t cpu = 3;
  body.words({who.id, ip}).put(who.pid).put(who.tid).words({who.time});
  body.put(cpu).put(std::uint32_t{0}).words({1003009});
  return record(PERF_RECORD_SAMPLE, misc, body);
}

PerfDataBuilder& PerfDataBuilder::mmap2(Who who, std::uint64_t start, std::uint64_t length,
                                        std::uint64_t offset, std::string_view path,
                                        std::uint32_t protection) {
  Bytes body;
  body.put(who.pid).put(who.tid).words({start, length, offset, 8 /* device */, 1234, 5});
  body.put(protection).put(std::uint32_t{2}).padded_string(path);
  return with_trailer(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, body, who);
}

PerfDataBuilder& PerfDataBuilder::mmap2_build_id(Who who, std::uint64_t start, std::uint64_t length,
                                                 std::string_view build_id, std::string_view path) {
  Bytes body;
  body.put(who.pid).put(who.tid).words({start, length, 0});
  body.put(static_cast<std::uint8_t>(build_id.size())).append(std::string(3, '\0'));
  body.append(build_id).append(std::string(20 - build_id.size(), '\0'));
  body.put(std::uint32_t{5}).put(std::uint32_t{2}).padded_string(path);
  return with_trailer(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER | (1U << 14), body, who);
}

PerfDataBuilder& PerfDataBuilder::mmap(Who who, std::uint64_t start, std::uint64_t length,
                                       std::uint64_t offset, std::string_view path,
                                       std::uint16_t misc) {
  Bytes body;
  body.put(who.pid).put(who.tid).words({start, length, offset}).padded_string(path);
  return with_trailer(PERF_RECORD_MMAP, misc, body, who);
}

PerfDataBuilder& PerfDataBuilder::kernel_mmap(std::uint64_t start, std::uint64_t length,
                                              std::string_view path) {
  return mmap({-1, 0, 0, 0}, start, length, start, path, PERF_RECORD_MISC_KERNEL);
}

PerfDataBuilder& PerfDataBuilder::comm(Who who, std::string_view name, bool exec) {
  Bytes body;
  body.put(who.pid).put(who.tid).padded_string(name);
  return with_trailer(PERF_RECORD_COMM, exec ? PERF_RECORD_MISC_COMM_EXEC : 0, body, who);
}

PerfDataBuilder& PerfDataBuilder::fork(std::int32_t parent_pid, std::int32_t parent_tid, Who child,
                                       std::uint16_t misc) {
  Bytes body;
  body.put(child.pid).put(parent_pid).put(child.tid).put(parent_tid).words({child.time});
  return with_trailer(PERF_RECORD_FORK, misc, body, child);
}

PerfDataBuilder& PerfDataBuilder::compress(std::size_t piece, bool version_2) {
  std::string plain = records_.substr(compressed_up_to_);
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 1));
  records_.resize(compressed_up_to_);
  for (std::size_t at = 0; at < packed.size(); at += piece) {
    Bytes body;
    std::string part = packed.substr(at, piece);
    if (version_2) body.put(std::uint64_t{part.size()});
    body.append(part);
    if (version_2) body.pad_to(8);
    record(version_2 ? compressed2 : compressed, 0, body);
  }
  compressed_up_to_ = records_.size();
  return *this;
}

std::uint64_t PerfDataBuilder::data_offset() const {
  std::uint64_t ids = 0;
  for (const EventSpec& spec : events_) ids += 8 * spec.ids.size();
  return file_header_size + ids + attr_entry_size * events_.size();
}

// Header, ids, attributes, data, table of features, features: the order that perf writes.
std::string PerfDataBuilder::file() const {
  Bytes ids;
  Bytes attributes;
  for (const EventSpec& spec : events_) {
    attributes.put(spec.attr).words({file_header_size + ids.size(), 8 * spec.ids.size()});
    for (std::uint64_t id : spec.ids) ids.put(id);
  }
  std::array<std::uint64_t, 4> bits{};
  for (const auto& [id, content] : features_) bits[id / 64] |= std::uint64_t{1} << (id % 64);

  Bytes file;
  file.put(magic).words({file_header_size, attr_entry_size});
  file.words({file_header_size + ids.size(), attributes.size()});
  file.words({data_offset(), records_.size(), 0, 0, bits[0], bits[1], bits[2], bits[3]});
  file.append(ids.str()).append(attributes.str()).append(records_);
  std::uint64_t content_at = file.size() + 16 * features_.size();
  for (const auto& [id, content] : features_) {
    file.words({content_at, content.size()});
    content_at += content.size();
  }
  for (const auto& [id, content] : features_) file.append(content);
  return file.str();
}

std::string PerfDataBuilder::pipe() const {
  Bytes file;
  file.put(magic).words({16});
  for (const EventSpec& spec : events_) {
    Bytes body;
    body.put(spec.attr);
    for (std::uint64_t id : spec.ids) body.put(id);
    file.append(record_bytes(header_attr, 0, body.str()));
  }
  for (const auto& [id, content] : features_) {
    Bytes body;
    body.words({id}).append(content).pad_to(8);
    file.append(record_bytes(header_feature, 0, body.str()));
  }
  return file.append(records_).str();
}

TemporaryFile::TemporaryFile(std::string_view content) {
  std::string pattern = testing::TempDir() + "cxprof-load-XXXXXX";
  int fd = mkstemp(pattern.data());
  if (fd < 0) fail("cannot make a temporary file in {}", testing::TempDir());
  close(fd);
  path_ = pattern;
  write(content);
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void TemporaryFile::write(std::string_view content) const {
  std::ofstream out(path_, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!out.flush()) fail("cannot write {}", path_.string());
}

// In memory: thousands of damaged copies are read in a second instead of a minute.
RawProfile load_bytes(std::string_view content) {
  int fd = memfd_create("perf.data", MFD_CLOEXEC);
  if (fd < 0 || write(fd, content.data(), content.size()) != std::ssize(content)) {
    close(fd);
    throw std::runtime_error("cannot write a file in memory");
  }
  Recording recording;
  recording.perf_data = fmt::format("/proc/self/fd/{}", fd);
  std::shared_ptr<void> closed_at_the_end(nullptr, [fd](void*) { close(fd); });
  return load(std::move(recording));
}

}  // namespace cxprof::test
