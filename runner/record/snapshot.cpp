#include "runner/record/snapshot.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "runner/record/child_process.h"
#include "runner/record/elf_facts.h"
#include "runner/record/project_libraries.h"
#include "runner/support/text.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

bool is_script(const fs::path& file) {
  char magic[2] = {};
  std::ifstream(file, std::ios::binary).read(magic, 2);
  return magic[0] == '#' && magic[1] == '!';
}

// A copy under another name, then a rename: nobody ever sees half a file. A true copy, since a
// rebuild may write into the original.
void copy_atomically(const fs::path& original, const fs::path& copy, const BuildId& build_id) {
  fs::create_directories(copy.parent_path());
  fs::path fresh = copy;
  fresh += ".new-" + std::to_string(getpid());
  fs::copy_file(original, fresh, fs::copy_options::overwrite_existing);
  std::error_code ignored;
  fs::permissions(fresh, fs::perms::owner_write, fs::perm_options::add, ignored);
  auto copied = elf_facts(fresh);
  if (!copied || copied->build_id != build_id) {
    fs::remove(fresh, ignored);
    throw fs::filesystem_error("it changed while it was copied", original, std::error_code());
  }
  fs::rename(fresh, copy);
}

std::optional<Snapshot> take_snapshot(const fs::path& original, const fs::path& output_root,
                                      const fs::path& run_directory, Findings& findings) {
  try {
    auto facts = elf_facts(original);
    if (!facts) {
      findings.push_back({Severity::note, "no-snapshot",
                          fmt::format("{} is {}, so there is no binary to keep a copy of",
                                      printable(original.string()),
                                      is_script(original) ? "a script" : "no native ELF file"),
                          ""});
      return std::nullopt;
    }
    const BuildId& id = facts->build_id;
    fs::path copy = id.size() > 2
                        ? output_root / ".build-id" / id.substr(0, 2) / id.substr(2) / "elf"
                        : run_directory / "snapshots" / original.filename();
    std::uintmax_t size = fs::file_size(original);
    std::error_code missing;
    std::uintmax_t size_of_copy = fs::file_size(copy, missing);
    // Same build id and smaller: stripped since. The copy with the symbols is the better one.
    if (missing || size_of_copy < size) copy_atomically(original, copy, id);
    return Snapshot{original, copy, id, fs::file_size(copy)};
  } catch (const fs::filesystem_error& error) {
    findings.push_back({Severity::warning, "no-snapshot",
                        fmt::format("no copy of {} could be kept ({}): a later rebuild will make "
                                    "this profile unreadable",
                                    printable(original.string()), printable(error.what())),
                        "Make the output directory writable and free some space"});
    return std::nullopt;
  }
}

}  // namespace

std::vector<Snapshot> take_snapshots(const RecordRequest& request, const fs::path& output_root,
                                     const fs::path& run_directory, Findings& findings) {
  std::vector<Snapshot> snapshots;
  fs::path program =
      find_executable(request.command.arguments.at(0), request.command.working_directory);
  if (program.empty()) return snapshots;  // running it will tell why
  std::error_code error;
  fs::path resolved = fs::canonical(program, error);
  std::vector<fs::path> originals{error ? program : resolved};
  for (const fs::path& library : project_libraries(program, request.project_binary_dir)) {
    originals.push_back(library);
  }
  for (const fs::path& original : originals) {
    auto snapshot = take_snapshot(original, output_root, run_directory, findings);
    if (snapshot) snapshots.push_back(std::move(*snapshot));
  }
  return snapshots;
}

}  // namespace cxprof
