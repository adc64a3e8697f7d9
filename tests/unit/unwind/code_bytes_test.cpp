#include "runner/unwind/code_bytes.h"

#include <gmock/gmock.h>

#include <initializer_list>
#include <vector>

#include "runner/unwind/code_without_cfi.h"

namespace cxprof {
namespace {

std::vector<std::byte> code(std::initializer_list<int> bytes) {
  std::vector<std::byte> result;
  for (int byte : bytes) result.push_back(static_cast<std::byte>(byte));
  return result;
}

TEST(CodeBytes, CallsAreRecognised) {
  EXPECT_TRUE(ends_with_call(code({0x90, 0xe8, 1, 2, 3, 4})));        // call rel32
  EXPECT_TRUE(ends_with_call(code({0xff, 0xd0})));                    // call *%rax
  EXPECT_TRUE(ends_with_call(code({0x41, 0xff, 0xd4})));              // call *%r12
  EXPECT_TRUE(ends_with_call(code({0xff, 0x50, 0x18})));              // call *0x18(%rax)
  EXPECT_TRUE(ends_with_call(code({0xff, 0x15, 1, 2, 3, 4})));        // call *disp(%rip)
  EXPECT_TRUE(ends_with_call(code({0xff, 0x14, 0xc5, 1, 2, 3, 4})));  // call *disp(,%rax,8)
  EXPECT_TRUE(ends_with_call(code({0xff, 0x54, 0x24, 8})));           // call *8(%rsp)
  EXPECT_TRUE(ends_with_call(code({0xff, 0x94, 0x24, 1, 2, 3, 4})));  // call *disp32(%rsp)
}

TEST(CodeBytes, OtherInstructionsAreNot) {
  EXPECT_FALSE(ends_with_call({}));
  EXPECT_FALSE(ends_with_call(code({0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90})));
  EXPECT_FALSE(ends_with_call(code({0xff, 0xe0})));              // jmp *%rax
  EXPECT_FALSE(ends_with_call(code({0xff, 0x25, 1, 2, 3, 4})));  // jmp *disp(%rip)
  EXPECT_FALSE(ends_with_call(code({0xe8, 1, 2, 3})));
}

TEST(Plt, LldLazyStubs) {
  auto section =
      code({0xff, 0x35, 1, 2, 3, 4, 0xff, 0x25, 1, 2, 3, 4,    0x0f, 0x1f, 0x40, 0x00,  //
            0xff, 0x25, 1, 2, 3, 4, 0x68, 0,    0, 0, 0, 0xe9, 1,    2,    3,    4});
  EXPECT_EQ(plt_pushed_bytes(section, 0), 8U);  // came from a stub that pushed its index
  EXPECT_EQ(plt_pushed_bytes(section, 6), 16U);
  EXPECT_EQ(plt_pushed_bytes(section, 16), 0U);
  EXPECT_EQ(plt_pushed_bytes(section, 22), 0U);
  EXPECT_EQ(plt_pushed_bytes(section, 27), 8U);
  EXPECT_EQ(plt_pushed_bytes(section, 23), std::nullopt);  // inside an instruction
  EXPECT_EQ(plt_pushed_bytes(section, 32), std::nullopt);
}

TEST(Plt, MoldStubs) {
  auto section = code({0xf3, 0x0f, 0x1e, 0xfa, 0x41, 0x53, 0xff, 0x35, 1,    2,    3,    4,
                       0xff, 0x25, 1,    2,    3,    4,    0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc,
                       0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xf3, 0x0f, 0x1e, 0xfa,
                       0x41, 0xbb, 0,    0,    0,    0,    0xff, 0x25, 1,    2,    3,    4});
  EXPECT_EQ(plt_pushed_bytes(section, 0), 0U);
  EXPECT_EQ(plt_pushed_bytes(section, 6), 8U);
  EXPECT_EQ(plt_pushed_bytes(section, 12), 16U);
  EXPECT_EQ(plt_pushed_bytes(section, 32), 0U);
  EXPECT_EQ(plt_pushed_bytes(section, 42), 0U);
}

TEST(Plt, UnknownCodeHasNoRow) {
  EXPECT_EQ(plt_pushed_bytes(code({0x48, 0x89, 0xe5, 0x90}), 3), std::nullopt);
  EXPECT_EQ(plt_pushed_bytes({}, 0), std::nullopt);
}

}  // namespace
}  // namespace cxprof
