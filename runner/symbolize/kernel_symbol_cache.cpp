#include "runner/symbolize/kernel_symbol_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <span>
#include <utility>

namespace cxprof {
namespace {

constexpr std::string_view prefix = "kernel-symbols-";
constexpr std::uint64_t magic = 0x314d59534b505843;  // "CXPKSYM1"
constexpr std::uint32_t version = 1;

// What a cache file begins with; the entries and the names follow.
struct Header {
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::uint32_t entry_size = 0;
  std::uint64_t entry_count = 0;
  std::uint64_t names_size = 0;
  std::uint64_t image_start = 0;
  std::uint64_t image_end = 0;
  std::uint64_t checksum = 0;  // of all else
};

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

// Finds damage, not malice: whoever may write here may change the checksum, too. Four sums side by
// side, because one would wait for its own multiplications.
std::uint64_t mix(std::uint64_t seed, std::string_view bytes) {
  constexpr std::uint64_t prime = 0x9e3779b97f4a7c15;
  std::array<std::uint64_t, 4> sums{seed, seed + 1, seed + 2, seed + 3};
  std::array<std::uint64_t, 4> words;
  for (; bytes.size() >= sizeof words; bytes.remove_prefix(sizeof words)) {
    std::memcpy(words.data(), bytes.data(), sizeof words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      sums[i] = (sums[i] ^ words[i]) * prime;
      sums[i] ^= sums[i] >> 29;
    }
  }
  std::uint64_t sum = bytes.size();
  for (std::uint64_t part : sums) sum = (sum ^ part ^ part >> 32) * prime;
  for (char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * prime;
  return sum ^ sum >> 31;
}

template <typename T>
std::string_view text_of(const T* data, std::size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

std::uint64_t checksum(Header header, std::string_view body) {
  header.checksum = 0;
  return mix(mix(1, text_of(&header, 1)), body);
}

bool is_ours_alone(int fd, mode_t type) {
  struct stat status {};
  return fstat(fd, &status) == 0 && (status.st_mode & S_IFMT) == type &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Descriptor open_directory(const std::filesystem::path& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && !is_ours_alone(fd, S_IFDIR)) {
    spdlog::debug("{} is not used: others may write to it", path.string());
    ::close(fd);
    fd = -1;
  }
  return Descriptor(fd);
}

struct Mapping {
  void* start = MAP_FAILED;
  std::size_t size = 0;
  ~Mapping() {
    if (start != MAP_FAILED) munmap(start, size);
  }
};

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string read_small_file(const char* path) {
  std::string text;
  Descriptor fd(::open(path, O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> buffer;
  for (ssize_t got = 0; fd && (got = ::read(fd.get(), buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return text;
}

// "c2c7…": the random name that the kernel gives itself at each start, without its dashes.
std::string boot_id() {
  std::string id;
  for (char c : read_small_file("/proc/sys/kernel/random/boot_id")) {
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) id += c;
  }
  return id;
}

std::string_view boot_of(std::string_view name) {
  name.remove_prefix(prefix.size());
  return name.substr(0, name.find('-'));
}

}  // namespace

std::uint64_t module_set(std::string_view proc_modules) {
  // "name size uses dependants state address [flags]"
  std::uint64_t sum = 1;
  while (!proc_modules.empty()) {
    std::string_view line = proc_modules.substr(0, proc_modules.find('\n'));
    proc_modules.remove_prefix(std::min(line.size() + 1, proc_modules.size()));
    for (int column = 0; !line.empty(); ++column) {
      std::string_view word = line.substr(0, line.find(' '));
      line.remove_prefix(std::min(word.size() + 1, line.size()));
      if (column == 0 || column == 1 || column == 5) sum = mix(sum, word);
    }
  }
  return sum;
}

KernelSymbolCache::KernelSymbolCache(std::filesystem::path directory, std::string key)
    : directory_(std::move(directory)), name_(std::string(prefix) + std::move(key)) {}

std::optional<KernelSymbolCache> KernelSymbolCache::of_user() {
  const char* wanted = std::getenv("CXPROF_CACHE");
  if (wanted != nullptr && std::string_view(wanted) == "0") return std::nullopt;
  if (geteuid() != getuid()) return std::nullopt;
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path directory;
  if (cache != nullptr && *cache == '/') {
    directory = cache;
  } else if (home != nullptr && *home == '/') {
    directory = std::filesystem::path(home) / ".cache";
  } else {
    return std::nullopt;
  }
  std::string boot = boot_id();
  if (boot.empty()) return std::nullopt;
  std::uint64_t modules = module_set(read_small_file("/proc/modules"));
  return KernelSymbolCache(directory / "cxprof",
                           fmt::format("{}-{}-{:016x}", boot, geteuid(), modules));
}

std::optional<KernelSymbols> KernelSymbolCache::load() const {
  Descriptor directory = open_directory(directory_);
  if (!directory) return std::nullopt;
  Descriptor fd(::openat(directory.get(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (!fd || !is_ours_alone(fd.get(), S_IFREG) || fstat(fd.get(), &status) != 0)
    return std::nullopt;
  auto size = static_cast<std::uint64_t>(status.st_size);
  auto unusable = [&]() -> std::optional<KernelSymbols> {
    spdlog::debug("{} is damaged; the kernel's symbols are read anew", file().string());
    return std::nullopt;
  };
  if (size < sizeof(Header)) return unusable();
  auto mapping = std::make_shared<Mapping>();
  mapping->size = static_cast<std::size_t>(size);
  mapping->start = mmap(nullptr, mapping->size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd.get(), 0);
  if (mapping->start == MAP_FAILED) return std::nullopt;
  const auto* bytes = static_cast<const char*>(mapping->start);
  Header header;
  std::memcpy(&header, bytes, sizeof header);
  std::uint64_t body_size = size - sizeof header;
  if (header.magic != magic || header.version != version ||
      header.entry_size != sizeof(KernelSymbolEntry) ||
      header.entry_count > body_size / sizeof(KernelSymbolEntry) ||
      header.names_size != body_size - header.entry_count * sizeof(KernelSymbolEntry) ||
      header.checksum != checksum(header, {bytes + sizeof header, mapping->size - sizeof header})) {
    return unusable();
  }
  KernelSymbolData data;
  const auto* entries = reinterpret_cast<const KernelSymbolEntry*>(bytes + sizeof header);
  data.entries = {entries, static_cast<std::size_t>(header.entry_count)};
  data.names = {reinterpret_cast<const char*>(entries + header.entry_count),
                static_cast<std::size_t>(header.names_size)};
  data.image_start = header.image_start;
  data.image_end = header.image_end;
  data.storage = std::move(mapping);
  return KernelSymbols(std::move(data));
}

void KernelSymbolCache::store(const KernelSymbols& symbols) const {
  if (symbols.empty()) return;
  ::mkdir(directory_.parent_path().c_str(), S_IRWXU);
  ::mkdir(directory_.c_str(), S_IRWXU);
  Descriptor directory = open_directory(directory_);
  if (!directory) return;
  const KernelSymbolData& data = symbols.data();
  std::string body(text_of(data.entries.data(), data.entries.size()));
  body += data.names;
  Header header{magic,
                version,
                sizeof(KernelSymbolEntry),
                data.entries.size(),
                data.names.size(),
                data.image_start,
                data.image_end,
                0};
  header.checksum = checksum(header, body);

  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return;
  std::string temporary = fmt::format("{}.tmp.{:016x}", name_, random);
  Descriptor fd(::openat(directory.get(), temporary.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
  bool written = fd && write_all(fd.get(), text_of(&header, 1)) && write_all(fd.get(), body);
  if (written) {
    written = ::renameat(directory.get(), temporary.c_str(), directory.get(), name_.c_str()) == 0;
  }
  if (!written) {
    spdlog::debug("{} cannot be written: {}", file().string(), std::strerror(errno));
    if (fd) ::unlinkat(directory.get(), temporary.c_str(), 0);
    return;
  }
  remove_others(directory.get());
}

void KernelSymbolCache::remove_others(int directory) const {
  std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(dup(directory)), closedir);
  if (!listing) return;
  constexpr std::time_t day = 24 * 60 * 60;
  const std::time_t now = std::time(nullptr);
  while (const dirent* entry = readdir(listing.get())) {
    std::string_view name = entry->d_name;
    if (!name.starts_with(prefix) || name == name_) continue;
    struct stat status {};
    if (fstatat(directory, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    bool same_boot = boot_of(name) == boot_of(name_);
    bool being_written = name.find(".tmp.") != std::string_view::npos;
    if ((same_boot && !being_written) || now - status.st_mtime > day) {
      ::unlinkat(directory, entry->d_name, 0);
    }
  }
}

}  // namespace cxprof
