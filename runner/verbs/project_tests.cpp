#include <fstream>
#include <sstream>

#include "runner/support/error.h"
#include "runner/verbs/verbs.h"

namespace cxprof {
namespace {

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail("cannot read {}", path.string());
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

// Beside it first: another ctest may be reading the old one.
void replace_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::ofstream out(fresh, std::ios::binary);
  out << text;
  out.close();
  if (!out) fail("cannot write {}: is the disk full?", fresh.string());
  std::filesystem::rename(fresh, path);
}

}  // namespace

int project_tests(const ProjectTestsOptions& options) {
  replace_file(options.output,
               twin_tests(parse_test_listing(read_whole(options.listing)),
                          parse_project_files(read_whole(options.files)), options.command));
  return 0;
}

}  // namespace cxprof
