#include "runner/elf/module_files.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "runner/elf/build_id_note.h"
#include "runner/elf/debug_link.h"
#include "runner/elf/mini_debug_info.h"
#include "runner/elf/own_vdso.h"
#include "runner/support/error.h"
#include "runner/support/profile_root.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view deleted_suffix = " (deleted)";

// nullptr with a line in the log where the file is none or damaged: there are other places to look.
std::shared_ptr<ElfFile> open_quietly(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return nullptr;
  try {
    return ElfFile::open(path);
  } catch (const Error& error) {
    spdlog::debug("not used: {}", error.what());
    return nullptr;
  }
}

std::shared_ptr<ElfFile> open_with_id(const fs::path& path, const BuildId& id) {
  auto file = open_quietly(path);
  return file && file->build_id() == id ? file : nullptr;
}

// "xx/rest" of a build id, as all build-id stores name their entries. Empty: too short to have one.
fs::path store_entry(const BuildId& id) {
  if (id.size() < 3) return {};
  return fs::path(".build-id") / id.substr(0, 2) / id.substr(2);
}

// Why a file cannot be opened, as a clause.
std::string unreadable_reason(const fs::path& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0) {
    ::close(fd);
    return "";
  }
  if (errno == ENOENT || errno == ENOTDIR) return "the file is gone";
  return std::string("the file cannot be read: ") +
         (errno == EACCES ? "permission denied" : std::strerror(errno));
}

ModuleFile without(std::string reason) {
  ModuleFile file;
  file.reason = std::move(reason);
  return file;
}

ModuleFile another_build() {
  ModuleFile file = without("the file was rebuilt since the recording");
  file.build_id_mismatch = true;
  return file;
}

}  // namespace

ModuleFiles::ModuleFiles(std::vector<Module> modules, FileSearch search)
    : modules_(std::move(modules)), search_(std::move(search)), files_(modules_.size()) {}

ModuleFiles::~ModuleFiles() = default;

void ModuleFiles::know(const std::vector<Module>& modules) {
  std::lock_guard lock(mutex_);
  if (modules.size() <= modules_.size()) return;
  modules_.insert(modules_.end(), modules.begin() + static_cast<std::ptrdiff_t>(modules_.size()),
                  modules.end());
  files_.resize(modules_.size());
}

const ModuleFile& ModuleFiles::file(ModuleId module) {
  std::lock_guard lock(mutex_);
  std::unique_ptr<ModuleFile>& slot = files_.at(module);
  if (!slot) slot = std::make_unique<ModuleFile>(find(modules_[module]));
  return *slot;
}

const ModuleFile* ModuleFiles::opened(ModuleId module) {
  std::lock_guard lock(mutex_);
  return files_.at(module).get();
}

ModuleFile ModuleFiles::find(const Module& module) const {
  switch (module.kind) {
    case ModuleKind::file: {
      ModuleFile found;
      found.image = find_in_stores(module.build_id);
      if (!found.image) found = find_recorded_path(module);
      if (found.image) found.debug = find_debug_file(*found.image, module);
      if (found.image && !found.debug && !found.image->has_section(".symtab")) {
        found.debug = read_mini_debug_info(*found.image);
      }
      return found;
    }
    case ModuleKind::vdso:
      return find_vdso(module);
    case ModuleKind::kernel:
    case ModuleKind::kernel_module:
      return without("kernel code is named from /proc/kallsyms");
    case ModuleKind::anonymous:
      return without("it is memory without a file");
    case ModuleKind::unknown:
      break;
  }
  return without("no mapping covers the address");
}

std::shared_ptr<ElfFile> ModuleFiles::find_in_stores(const BuildId& id) const {
  fs::path entry = store_entry(id);
  if (entry.empty()) return nullptr;
  for (const fs::path& store : search_.build_id_directories) {
    for (const fs::path& path : {store / entry / "elf", store / entry}) {
      if (auto file = open_with_id(path, id)) return file;
    }
  }
  return nullptr;
}

ModuleFile ModuleFiles::find_recorded_path(const Module& module) const {
  std::string path = module.path;
  if (path.ends_with(deleted_suffix)) {
    // What bears the bare name now is another file; only an equal build id makes it the same code.
    path.resize(path.size() - deleted_suffix.size());
    if (module.build_id.empty()) return without("the file is gone");
  }
  if (std::string reason = unreadable_reason(path); !reason.empty()) return without(reason);
  ModuleFile found;
  try {
    found.image = ElfFile::open(path);
  } catch (const Error& error) {
    spdlog::debug("{}", error.what());
    return without("the file is no readable ELF file of this machine");
  }
  if (!module.build_id.empty() && found.image->build_id() != module.build_id) {
    return another_build();
  }
  std::error_code error;
  auto written = fs::last_write_time(path, error);
  found.newer_than_recording =
      module.build_id.empty() && !error && search_.recorded_at && written > *search_.recorded_at;
  return found;
}

ModuleFile ModuleFiles::find_vdso(const Module& module) const {
  ModuleFile found;
  found.image = own_vdso();
  if (!found.image) return without("the vdso of this process cannot be read");
  if (!module.build_id.empty()) {
    if (found.image->build_id() == module.build_id) return found;
    return without("it is the vdso of another kernel");
  }
  // Perf seldom records an id for it; the vdso is part of the kernel, whose id is then as good.
  for (const Module& other : modules_) {
    if (other.kind == ModuleKind::kernel && !other.build_id.empty() &&
        other.build_id == running_kernel_build_id()) {
      return found;
    }
  }
  return without("nothing tells that the vdso is the recorded one");
}

std::shared_ptr<ElfFile> ModuleFiles::find_debug_file(const ElfFile& image,
                                                      const Module& module) const {
  bool has_debug_info = image.has_section(".debug_info") || image.has_section(".zdebug_info");
  if (image.has_section(".symtab") && has_debug_info) return nullptr;
  const BuildId& id = image.build_id();
  if (fs::path entry = store_entry(id); !entry.empty()) {
    for (const fs::path& store : search_.build_id_directories) {
      if (auto file = open_with_id(store / entry / "debug", id)) return file;
    }
    for (const fs::path& directory : search_.debug_directories) {
      fs::path path = directory / entry;
      path += ".debug";
      if (auto file = open_with_id(path, id)) return file;
    }
  }
  auto link = read_debug_link(image.elf());
  if (!link) return nullptr;
  // The link is meant from where the file was installed, which a snapshot of it is not.
  fs::path home = fs::path(module.path).parent_path();
  std::vector<fs::path> candidates{home / link->name, home / ".debug" / link->name};
  for (const fs::path& directory : search_.debug_directories) {
    candidates.push_back(directory / home.relative_path() / link->name);
  }
  for (const fs::path& path : candidates) {
    auto file = open_quietly(path);
    if (!file) continue;
    bool same_build = !id.empty() && file->build_id() == id;
    if (same_build || file_crc(path) == link->crc) return file;
    spdlog::debug("{} is the debug file of another build of {}", path.string(), module.path);
  }
  return nullptr;
}

FileSearch default_search(const std::filesystem::path& run_directory) {
  FileSearch search;
  if (!run_directory.empty()) {
    search.build_id_directories.push_back(profile_root_of(fs::absolute(run_directory)));
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    search.build_id_directories.push_back(fs::path(home) / ".debug");
  }
  return search;
}

}  // namespace cxprof
