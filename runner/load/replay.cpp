#include "runner/load/replay.h"

#include "runner/load/sample_parser.h"
#include "runner/support/error.h"

namespace cxprof::perf_data {
namespace {

// Kernel addresses where the recording has no mapping of the kernel (kptr_restrict): the upper
// half.
constexpr Mapping upper_half(ModuleId kernel) {
  return {std::uint64_t{1} << 63, ~std::uint64_t{0}, 0, kernel};
}

}  // namespace

void Replay::apply(Record record, std::vector<Sample>& samples) {
  ByteReader body = bytes_.reader(record.body());
  switch (record.type()) {
    case RecordType::sample:
      samples.push_back(decode(record, body));
      break;
    case RecordType::mmap:
      map(parse_mmap(body, record.misc()));
      break;
    case RecordType::mmap2:
      map(parse_mmap2(body, record.misc()));
      break;
    case RecordType::comm:
      rename(parse_comm(body, record.misc()));
      break;
    case RecordType::fork:
      fork(parse_fork(body, record.misc()));
      break;
    default:
      break;
  }
}

Sample Replay::decode(Record record, ByteReader body) {
  auto event = events_.event_of_sample(record);
  if (!event) {
    fail("{}: the file is damaged: the sample at {} belongs to no event of the recording",
         bytes_.name(), bytes_.place(record.bytes().data()));
  }
  Sample sample = parse_sample(body, record.misc(), events_.events()[*event]);
  sample.event = *event;
  if (sample.cpu_mode == CpuMode::kernel && !maps_.has_kernel()) {
    maps_.map_kernel(upper_half(modules_.kernel()));
  }
  sample.address_space = maps_.snapshot(sample.pid);
  sample.thread_name = names_.name_of(sample.tid);
  return sample;
}

void Replay::map(const MapRecord& record) {
  // A virtual machine's kernel has addresses of its own, which would hide those of the host's.
  if (!record.executable || record.guest_kernel || record.start >= record.end) return;
  Mapping mapping{record.start, record.end, record.file_offset, modules_.module_of(record)};
  if (record.kernel) {
    maps_.map_kernel(mapping);
  } else {
    maps_.map(record.pid, mapping);
  }
}

void Replay::rename(const CommRecord& record) {
  if (record.exec) maps_.clear(record.pid);
  names_.rename(record.tid, record.name);
}

void Replay::fork(const ForkRecord& record) {
  names_.inherit(record.parent_tid, record.tid);
  // Threads share their process's mappings. The mappings of a process that ran before the
  // recording are in the file themselves: a copy of its parent's would only overlap them.
  if (record.pid == record.parent_pid || record.synthesized) return;
  maps_.fork(record.parent_pid, record.pid);
}

std::shared_ptr<const KnownCode> Replay::known_code(const std::string& machine) {
  if (!known_code_ || known_code_->modules.size() != modules_.modules().size() ||
      known_code_->address_spaces.size() != maps_.snapshots().size()) {
    known_code_ = std::make_shared<const KnownCode>(
        KnownCode{modules_.modules(), maps_.snapshots(), machine});
    maps_.forget_old_snapshots();
  }
  return known_code_;
}

}  // namespace cxprof::perf_data
