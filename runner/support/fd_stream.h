#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace cxprof {

/// A stream over a file descriptor that hands each flushed text to the kernel as one write(2), so
/// that what other processes write to the same pipe never lands inside it (it may where the pipe is
/// full: then the rest follows). The descriptor stays open. A failed write leaves the stream bad.
class FdStream : public std::ostream {
 public:
  explicit FdStream(int fd) : std::ostream(nullptr), buffer_(fd) { rdbuf(&buffer_); }

 private:
  class Buffer : public std::streambuf {
   public:
    explicit Buffer(int fd) : fd_(fd) {}

   protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int_type overflow(int_type c) override;
    int sync() override;

   private:
    int fd_;
    std::string pending_;
  };
  Buffer buffer_;
};

}  // namespace cxprof
