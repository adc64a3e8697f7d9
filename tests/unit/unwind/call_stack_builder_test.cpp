#include "runner/unwind/call_stack_builder.h"

#include <gmock/gmock.h>

#include <vector>

namespace cxprof {
namespace {

std::vector<AddressId> stack_of(const CallStacks& stacks, StackId stack) {
  std::vector<AddressId> addresses;
  for (; stack != empty_stack; stack = stacks.nodes[stack].caller) {
    addresses.push_back(stacks.nodes[stack].address);
  }
  return addresses;
}

TEST(CallStackBuilder, EmptyStack) {
  CallStackBuilder builder;
  EXPECT_EQ(builder.insert({}), empty_stack);
  EXPECT_EQ(builder.take().nodes.size(), 1U);
}

TEST(CallStackBuilder, EqualOuterPartsStandOnce) {
  CallStackBuilder builder;
  std::vector<AddressId> first{3, 2, 1}, second{4, 2, 1}, prefix{2, 1}, other{3, 1};
  StackId a = builder.insert(first);
  StackId b = builder.insert(second);
  StackId c = builder.insert(prefix);
  StackId d = builder.insert(other);
  EXPECT_EQ(builder.insert(first), a);
  CallStacks stacks = builder.take();
  EXPECT_EQ(stacks.nodes.size(), 1U + 5U);
  EXPECT_EQ(stacks.nodes[a].caller, c);
  EXPECT_EQ(stacks.nodes[b].caller, c);
  EXPECT_EQ(stack_of(stacks, a), first);
  EXPECT_EQ(stack_of(stacks, b), second);
  EXPECT_EQ(stack_of(stacks, d), other);
}

TEST(CallStackBuilder, CallersComeFirstInLargeTries) {
  CallStackBuilder builder;
  std::vector<std::vector<AddressId>> all;
  std::vector<StackId> ids;
  for (AddressId i = 0; i < 5000; ++i) {
    all.push_back({i, i / 7, i / 100, 1});
    ids.push_back(builder.insert(all.back()));
  }
  CallStacks stacks = builder.take();
  for (StackId id = 1; id < stacks.nodes.size(); ++id) ASSERT_LT(stacks.nodes[id].caller, id);
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(stack_of(stacks, ids[i]), all[i]);
}

}  // namespace
}  // namespace cxprof
