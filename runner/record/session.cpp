#include "runner/record/session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "runner/record/run_directory.h"
#include "runner/record/run_name.h"
#include "runner/record/unique_fd.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

// Nothing: there is no such process.
std::optional<std::uint64_t> start_of(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  // The second field is the name in parentheses, which may hold any character.
  std::size_t behind_name = text.rfind(')');
  if (behind_name == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(behind_name + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) fields >> field;
  std::uint64_t start = 0;
  auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), start);
  return error == std::errc() ? std::optional(start) : std::nullopt;
}

fs::path sessions_below(const fs::path& output_root) { return output_root / session_folder; }

std::string key_of(const SessionOwner& owner) {
  return fmt::format("{}-{}", owner.pid, owner.start);
}

std::optional<SessionOwner> owner_of(const std::string& key) {
  SessionOwner owner;
  const char* end = key.data() + key.size();
  auto pid = std::from_chars(key.data(), end, owner.pid);
  if (pid.ec != std::errc() || pid.ptr == end || *pid.ptr != '-') return std::nullopt;
  auto start = std::from_chars(pid.ptr + 1, end, owner.start);
  if (start.ec != std::errc() || start.ptr != end) return std::nullopt;
  return owner;
}

// Where a key leads to; nothing: no such key, or its session is gone.
std::optional<fs::path> session_at(const fs::path& key) {
  std::error_code error;
  fs::path target = fs::read_symlink(key, error);
  if (error) return std::nullopt;
  fs::path session = key.parent_path().parent_path() / target.filename();
  return fs::is_directory(session, error) ? std::optional(session) : std::nullopt;
}

void remove_stale_keys(const fs::path& keys) {
  std::error_code error;
  std::vector<fs::path> stale;
  for (fs::directory_iterator entry(keys, error), end; !error && entry != end;
       entry.increment(error)) {
    bool used = owner_is_alive(entry->path().filename().string()) && session_at(entry->path());
    if (!used) stale.push_back(entry->path());
  }
  for (const fs::path& key : stale) fs::remove(key, error);
}

}  // namespace

SessionOwner parent_process() {
  SessionOwner parent{getppid(), 0};
  parent.start = start_of(parent.pid).value_or(0);
  return parent;
}

bool is_alive(const SessionOwner& owner) {
  if (owner.start == 0) return true;  // of another pid namespace: it is not in our /proc
  return start_of(owner.pid) == owner.start;
}

bool owner_is_alive(const std::string& key) {
  auto owner = owner_of(key);
  return owner && is_alive(*owner);
}

fs::path open_session(const fs::path& output_root, const SessionOwner& owner) {
  fs::path sessions = sessions_below(output_root);
  fs::path keys = sessions / ".open";
  std::error_code error;
  fs::create_directories(keys, error);
  if (error) {
    fail("cannot create {}: {}; choose a writable --output-dir", keys.string(), error.message());
  }
  // One at a time. Where locks do not work the key's symlink, made atomically, decides.
  UniqueFd turn(::open(keys.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  ::flock(turn.get(), LOCK_EX);
  fs::path key = keys / key_of(owner);
  if (auto session = session_at(key)) return *session;
  remove_stale_keys(keys);
  fs::path session = RunDirectory::create_session(sessions);
  fs::path target = fs::path("..") / session.filename();
  if (::symlink(target.c_str(), key.c_str()) != 0) {
    int problem = errno;
    if (auto other = session_at(key); other && problem == EEXIST) {
      fs::remove(session, error);
      return *other;
    }
    fs::remove(session, error);
    fail("cannot create {}: {}; choose another --output-dir", key.string(), std::strerror(problem));
  }
  point_link_to(sessions / "latest", session.filename());
  return session;
}

std::optional<fs::path> find_session(const fs::path& output_root, const SessionOwner& owner) {
  return session_at(sessions_below(output_root) / ".open" / key_of(owner));
}

void close_session(const fs::path& output_root, const SessionOwner& owner) {
  std::error_code ignored;
  fs::remove(sessions_below(output_root) / ".open" / key_of(owner), ignored);
}

std::optional<unsigned> session_run_number(const std::string& name) {
  if (parse_run_name(name)) return std::nullopt;  // a date is no number
  unsigned number = 0;
  const char* end = name.data() + name.size();
  auto [rest, error] = std::from_chars(name.data(), end, number);
  bool ours = error == std::errc() && rest - name.data() >= 3 && end - rest >= 2 && *rest == '-';
  return ours ? std::optional(number) : std::nullopt;
}

std::vector<fs::path> runs_of_session(const fs::path& session) {
  std::vector<std::pair<unsigned, fs::path>> runs;
  std::error_code error;
  for (fs::directory_iterator entry(session, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    auto number = session_run_number(entry->path().filename().string());
    if (number && entry->is_directory(ignored) && !entry->is_symlink(ignored)) {
      runs.emplace_back(*number, entry->path());
    }
  }
  std::sort(runs.begin(), runs.end());
  std::vector<fs::path> paths;
  for (auto& [number, path] : runs) paths.push_back(std::move(path));
  return paths;
}

}  // namespace cxprof
