#include "runner/load/thread_names.h"

#include <fmt/format.h>

namespace cxprof::perf_data {

void ThreadNames::rename(std::int32_t tid, const std::string& name) {
  name_of_thread_[tid] = intern(name);
}

void ThreadNames::inherit(std::int32_t parent_tid, std::int32_t tid) {
  auto parent = name_of_thread_.find(parent_tid);
  if (parent == name_of_thread_.end()) return;
  ThreadNameId name = parent->second;
  name_of_thread_[tid] = name;
}

ThreadNameId ThreadNames::name_of(std::int32_t tid) {
  auto known = name_of_thread_.find(tid);
  if (known != name_of_thread_.end()) return known->second;
  // Not remembered for the thread: its children must not inherit a name that is only its number.
  return intern(tid == 0 ? std::string("swapper") : fmt::format(":{}", tid));
}

ThreadNameId ThreadNames::intern(const std::string& name) {
  auto id = static_cast<ThreadNameId>(names_.size());
  auto [at, added] = id_of_name_.emplace(name, id);
  if (added) names_.push_back(name);
  return at->second;
}

}  // namespace cxprof::perf_data
