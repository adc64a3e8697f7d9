#include "runner/support/threads.h"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace cxprof {
namespace {

TEST(Threads, DoEachPieceOfWorkOnce) {
  for (std::size_t threads : {1U, 2U, 7U, 64U}) {
    std::vector<std::atomic<int>> done(33);
    for_each_in_threads(threads, done.size(), [&](std::size_t i) { ++done[i]; });
    for (const auto& count : done) EXPECT_EQ(count, 1);
  }
}

TEST(Threads, NothingToDo) {
  for_each_in_threads(4, 0, [](std::size_t) { FAIL(); });
}

TEST(Threads, HandTheFirstExceptionOn) {
  EXPECT_THROW(for_each_in_threads(4, 10,
                                   [](std::size_t i) {
                                     if (i == 3) throw std::runtime_error("third");
                                   }),
               std::runtime_error);
}

TEST(Threads, AreOneForEachCoreUnlessAskedOtherwise) {
  EXPECT_GE(thread_count(0), 1U);
  EXPECT_EQ(thread_count(5), 5U);
}

}  // namespace
}  // namespace cxprof
