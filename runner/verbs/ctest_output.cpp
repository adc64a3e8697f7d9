#include "runner/verbs/ctest_output.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "runner/report/ctest_report.h"
#include "runner/report/ctest_tags.h"
#include "runner/support/error.h"
#include "runner/support/fd_stream.h"

namespace cxprof {
namespace {

void write_file(const std::filesystem::path& file, std::string_view heading, std::ostream& out) {
  if (file.empty()) return;
  int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  std::array<char, 65536> chunk{};
  char last = '\n';
  bool empty = true;
  for (;;) {
    ssize_t size = read(fd, chunk.data(), chunk.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) break;
    if (empty) out << heading << '\n';
    empty = false;
    out.write(chunk.data(), size) << std::flush;
    last = chunk[static_cast<std::size_t>(size) - 1];
  }
  close(fd);
  if (last != '\n') out << '\n' << std::flush;  // What follows starts on a line of its own.
}

}  // namespace

std::optional<std::string> not_in_this_test_run() {
  const char* preloaded = std::getenv("LD_PRELOAD");
  if (preloaded == nullptr || std::string_view(preloaded).find("vgpreload") == std::string::npos)
    return std::nullopt;
  return "nothing is profiled under valgrind (ctest -T MemCheck)";
}

void write_skipped_test(const std::string& reason) {
  FdStream out(STDOUT_FILENO);
  out << "Skipped: " << reason << '\n' << std::flush;
  out << ctest_details("Skipped: " + reason) << std::flush;
}

void write_test_report(const Profile& profile, const AnalysisOptions& analysis, bool skipped) {
  ReportOptions options;
  options.top = analysis.top;
  std::cout.flush();
  FdStream out(STDOUT_FILENO);
  write_report(profile, ReportFormat::terminal, options, out);
  out << '\n' << std::flush;
  std::string details = ctest_details_of(profile);
  if (const auto& failure = profile.detail.recording.failure; skipped && failure)
    details = "Skipped: " + failure->text;
  write_ctest_measurements(profile, details, out);
  if (!out) fail("cannot write the report to stdout: is the disk full?");
}

void write_test_failure(const Recording& recording, const std::string& reason) {
  Profile nothing;
  nothing.detail.recording = recording;
  nothing.detail.recording.run_directory.clear();  // Whatever reports it holds are not attached.
  std::cout.flush();
  FdStream out(STDOUT_FILENO);
  write_ctest_measurements(nothing, "No profile: " + reason, out);
}

void write_program_output(const Recording& recording) {
  std::cout.flush();
  FdStream out(STDOUT_FILENO);
  write_file(recording.stdout_file, "Program stdout:", out);
  write_file(recording.stderr_file, "Program stderr:", out);
  if (!out) spdlog::error("cannot write the program's output to stdout: is the disk full?");
}

void make_files_to_attach(const Recording& recording) {
  for (const char* name : {"profile.json", "report.txt"}) {
    std::filesystem::path link = file_to_attach(recording, name);
    if (link.empty()) continue;
    std::filesystem::path file = recording.run_directory / name;
    std::error_code error;
    std::filesystem::remove(link, error);
    // CTest packs a symbolic link as one; some file systems have no hard ones.
    std::filesystem::create_hard_link(file, link, error);
    if (error) std::filesystem::copy_file(file, link, error);
    if (error) spdlog::warn("cannot attach {}: {}", file.string(), error.message());
  }
}

}  // namespace cxprof
