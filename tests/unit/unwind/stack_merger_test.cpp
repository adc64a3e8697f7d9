#include "runner/unwind/stack_merger.h"

#include <gmock/gmock.h>

#include <initializer_list>

#include "runner/unwind/call_stack_builder.h"

namespace cxprof {
namespace {

using testing::ElementsAre;

FrameAddress at(std::uint64_t address) { return {1, AddressKind::return_address, address, -1}; }

/// What one worker has: its addresses in an order of its own, and its stacks.
struct Worker {
  std::vector<FrameAddress> addresses;
  CallStackBuilder builder;
  std::vector<StackId> stacks;  // as inserted

  void add(std::initializer_list<AddressId> leaf_first) {
    std::vector<AddressId> frames(leaf_first);
    stacks.push_back(builder.insert(frames));
  }
};

std::vector<std::uint64_t> leaf_first(const CallStacks& stacks,
                                      const std::vector<FrameAddress>& addresses, StackId node) {
  std::vector<std::uint64_t> frames;
  for (; node != empty_stack; node = stacks.nodes[node].caller) {
    frames.push_back(addresses[stacks.nodes[node].address].address);
  }
  return frames;
}

TEST(StackMerger, EqualStacksOfTwoWorkersBecomeOne) {
  Worker first{{at(10), at(20), at(30)}, {}, {}};
  first.add({0, 1, 2});
  Worker second{{at(30), at(10), at(20), at(99)}, {}, {}};
  second.add({1, 2, 0});
  second.add({3, 2, 0});

  StackMerger merger;
  auto of_first = StackMerger::translation(first.builder.stacks(), first.addresses);
  auto of_second = StackMerger::translation(second.builder.stacks(), second.addresses);
  StackId a = merger.insert(first.builder.stacks(), first.addresses, of_first, first.stacks[0]);
  StackId b = merger.insert(second.builder.stacks(), second.addresses, of_second, second.stacks[0]);
  StackId c = merger.insert(second.builder.stacks(), second.addresses, of_second, second.stacks[1]);
  EXPECT_EQ(a, b);
  EXPECT_EQ(merger.insert(second.builder.stacks(), second.addresses, of_second, empty_stack),
            empty_stack);

  CallStacks stacks = merger.take_stacks();
  std::vector<FrameAddress> addresses = merger.take_addresses();
  EXPECT_THAT(leaf_first(stacks, addresses, a), ElementsAre(10, 20, 30));
  EXPECT_THAT(leaf_first(stacks, addresses, c), ElementsAre(99, 20, 30));
  EXPECT_EQ(stacks.nodes.size(), 5U);  // the empty one, 30, 20, 10, 99
  EXPECT_THAT(addresses, ElementsAre(at(10), at(20), at(30), at(99)));
}

TEST(StackMerger, EveryCallerHasASmallerNumber) {
  Worker worker{{at(1), at(2), at(3), at(4)}, {}, {}};
  worker.add({0, 1, 2, 3});
  worker.add({2, 1, 3});
  StackMerger merger;
  auto translation = StackMerger::translation(worker.builder.stacks(), worker.addresses);
  for (StackId stack : worker.stacks) {
    merger.insert(worker.builder.stacks(), worker.addresses, translation, stack);
  }
  CallStacks stacks = merger.take_stacks();
  for (StackId id = 1; id < stacks.nodes.size(); ++id) EXPECT_LT(stacks.nodes[id].caller, id);
}

}  // namespace
}  // namespace cxprof
