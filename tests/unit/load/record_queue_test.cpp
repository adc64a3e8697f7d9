#include "runner/load/record_queue.h"

#include <gmock/gmock.h>

#include <vector>

namespace cxprof::perf_data {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class RecordQueueTest : public testing::Test {
 protected:
  void add(std::initializer_list<std::uint64_t> times) {
    for (std::uint64_t time : times) queue_.add(time, bytes_ + next_++, window_);
  }
  std::vector<std::uint64_t> ready() {
    std::vector<std::uint64_t> times;
    while (queue_.ready()) times.push_back(queue_.take().time_ns);
    return times;
  }

  std::byte bytes_[100] = {};
  std::size_t next_ = 0;
  std::shared_ptr<Window> window_ = std::make_shared<Window>();
  RecordQueue queue_;
};

TEST_F(RecordQueueTest, HoldsBackWhatTheNextRoundMayComeBefore) {
  add({5, 9, 7});
  EXPECT_THAT(ready(), IsEmpty());
  queue_.finish_round();
  EXPECT_THAT(ready(), IsEmpty());  // another buffer may still hold older ones
  add({8, 12, 6});
  queue_.finish_round();
  EXPECT_THAT(ready(), ElementsAre(5, 6, 7, 8, 9));
  queue_.finish();
  EXPECT_THAT(ready(), ElementsAre(12));
  EXPECT_EQ(queue_.late(), 0U);
}

TEST_F(RecordQueueTest, RecordsOfOneTimeStayInTheirOrder) {
  add({3, 1, 3, 1});
  queue_.finish();
  std::vector<std::ptrdiff_t> places;
  while (queue_.ready()) places.push_back(queue_.take().data - bytes_);
  EXPECT_THAT(places, ElementsAre(1, 3, 0, 2));
}

TEST_F(RecordQueueTest, WithoutRoundsEverythingWaitsForTheEnd) {
  add({3, 2, 1});
  EXPECT_FALSE(queue_.ready());
  queue_.finish();
  EXPECT_THAT(ready(), ElementsAre(1, 2, 3));
}

TEST_F(RecordQueueTest, ReleasedRecordsStayInTheOrderOfTheFile) {
  add({3, 2, 1});
  queue_.release_all();
  EXPECT_THAT(ready(), ElementsAre(3, 2, 1));
}

TEST_F(RecordQueueTest, CountsWhatComesTooLateAndStillHandsItOn) {
  add({10});
  queue_.finish_round();
  queue_.finish_round();
  EXPECT_THAT(ready(), ElementsAre(10));
  add({4});
  queue_.finish();
  EXPECT_THAT(ready(), ElementsAre(4));
  EXPECT_EQ(queue_.late(), 1U);
}

TEST_F(RecordQueueTest, LetsAWindowGoWhenItsLastRecordWasTaken) {
  add({1, 2});
  std::weak_ptr<Window> watched = window_;
  queue_.release_all();
  (void)queue_.take();
  EXPECT_THAT(queue_.windows(), SizeIs(1));
  (void)queue_.take();
  window_.reset();
  {
    auto held = queue_.windows();  // whoever took the records keeps them
    EXPECT_THAT(held, SizeIs(1));
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

}  // namespace
}  // namespace cxprof::perf_data
