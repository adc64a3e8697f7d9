#include "runner/support/fd_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

namespace cxprof {
namespace {

// Packets: what was written at once is read at once.
class FdStreamTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends_.data()), 0);
  }
  void TearDown() override {
    for (int end : ends_) close(end);
  }
  std::string packet() {
    std::string text(65536, '\0');
    ssize_t size = recv(ends_[1], text.data(), text.size(), MSG_DONTWAIT);
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
  }
  std::array<int, 2> ends_{};
};

TEST_F(FdStreamTest, WritesWhatWasFlushedAtOnce) {
  FdStream out(ends_[0]);
  out << "a" << 1 << ' ' << std::string(3000, 'x');
  EXPECT_EQ(packet(), "");
  out << std::flush << "next" << std::flush;
  EXPECT_EQ(packet(), "a1 " + std::string(3000, 'x'));
  EXPECT_EQ(packet(), "next");
}

TEST(FdStream, WritesOnWhereANonBlockingPipeIsFull) {
  std::array<int, 2> pipe_ends{};
  ASSERT_EQ(pipe2(pipe_ends.data(), O_CLOEXEC), 0);
  fcntl(pipe_ends[1], F_SETFL, O_NONBLOCK);
  const std::string text(1'000'000, 'y');
  std::string received;
  std::thread reader([&] {
    std::array<char, 4096> chunk{};
    for (ssize_t size = 0; (size = read(pipe_ends[0], chunk.data(), chunk.size())) > 0;)
      received.append(chunk.data(), static_cast<std::size_t>(size));
  });
  {
    FdStream out(pipe_ends[1]);
    out << text << std::flush;
    EXPECT_TRUE(out.good());
  }
  close(pipe_ends[1]);
  reader.join();
  close(pipe_ends[0]);
  EXPECT_EQ(received, text);
}

TEST(FdStream, IsBadAfterAFailedWrite) {
  FdStream out(-1);
  out << "lost" << std::flush;
  EXPECT_FALSE(out.good());
}

}  // namespace
}  // namespace cxprof
