#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace cxprof {

/// A whole file, mapped read-only. The bytes live as long as this object.
class MappedFile {
 public:
  /// Maps `path`; throws Error (what, where, why) when it cannot be opened or is not a regular
  /// file.
  static std::shared_ptr<const MappedFile> open(const std::filesystem::path& path);

  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::span<const std::byte> bytes_;
};

}  // namespace cxprof
