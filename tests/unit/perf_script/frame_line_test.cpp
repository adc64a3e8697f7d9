#include "runner/perf_script/frame_line.h"

#include <gmock/gmock.h>

#include <string>

#include "runner/perf_script/object_kind.h"
#include "runner/perf_script/text_names.h"

namespace cxprof::perf_script {
namespace {

FrameLine parsed(std::string_view line) {
  auto frame = parse_frame(line);
  EXPECT_TRUE(frame) << line;
  return frame.value_or(FrameLine{});
}

TEST(FrameLine, ReadsEverySymbolBeforeEveryObject) {
  for (const char* symbol : {"main",
                             "std::function<void (int)>::operator()",
                             "S::operator<",
                             "S::operator>>",
                             "S::operator->",
                             "S::operator,",
                             "operator\"\" _lit",
                             "S::operator new",
                             "S::operator bool",
                             "(anonymous namespace)::anon_fn",
                             "T<(color)0>::bar",
                             "main::{lambda(int)#2}::operator()",
                             "pack<int, char, int (*)(int), decltype(nullptr), main::{lambda()#3}>",
                             "void f<int (*)(int)>(int (*)(int))",
                             "LazyCompile:*loop one /app/a b.js:1:2",
                             "Interpreter::operator()(int) const",
                             "cmd/go/internal/load.(*Package).load",
                             "a;b",
                             "gc::gc::GcBox<T>::new::_{{closure}}",
                             "_ZN1AC1Ev",
                             "free@plt"}) {
    for (const char* object :
         {"/usr/bin/prog", "/two words/prog one", "/a (b) c/prog", "/x) (y/prog",
          "/plus+0x10 (z)/prog one", "/d/[vdso]/prog", "/tail /prog ", "/gone (deleted)",
          "[kernel.kallsyms]", "[vdso]", "[unknown]", "[nf_conntrack]", "//anon",
          "/tmp/perf-123.map", "./relative/prog", "[kernel.kallsyms].init.text"}) {
      for (const char* offset : {"", "+0x1f"}) {
        std::string line =
            std::string("\t            1148 ") + symbol + offset + " (" + object + ")";
        FrameLine frame = parsed(line);
        EXPECT_EQ(frame.symbol, symbol) << line;
        EXPECT_EQ(frame.object, object) << line;
        EXPECT_EQ(frame.offset, *offset ? 0x1fU : 0U) << line;
        EXPECT_EQ(frame.address, 0x1148U) << line;
        EXPECT_FALSE(frame.inlined) << line;
      }
    }
  }
}

TEST(FrameLine, KnowsUnknownSymbolsAndInlinedLevels) {
  FrameLine unknown = parsed("\t    7f08aedd58a8 [unknown] (/x+0x10 (z)/prog (deleted))");
  EXPECT_EQ(unknown.symbol, "");
  EXPECT_EQ(unknown.object, "/x+0x10 (z)/prog (deleted)");
  FrameLine inlined = parsed("\t            1157 ns::f(int)+0x17 (inlined)");
  EXPECT_TRUE(inlined.inlined);
  EXPECT_EQ(inlined.symbol, "ns::f(int)");
  EXPECT_EQ(inlined.object, "");
}

TEST(FrameLine, StandsFewerFields) {
  EXPECT_EQ(parsed("\t            1148 inner+0x1f").symbol, "inner");
  EXPECT_EQ(parsed("\t            1148 std::function<void (int)>::operator()").symbol,
            "std::function<void (int)>::operator()");
  EXPECT_EQ(parsed("\t            1148 (/a (b) c/prog)").object, "/a (b) c/prog");
  EXPECT_EQ(parsed("\t            1148").address, 0x1148U);
  EXPECT_EQ(parsed("\tffffffff81000130 f (/x/libc.so.6+0x27249)").object, "/x/libc.so.6");
  EXPECT_EQ(parsed("7f722d1e4fb3 [unknown] (/lib/x.so)").object, "/lib/x.so");
}

TEST(FrameLine, LeavesOutOtherFields) {
  EXPECT_EQ(parsed("    1148 f+0x1 (/p)  0x40/0x50/P/-/-/0  0x1/0x2/M/-/-/0 ").object, "/p");
  EXPECT_EQ(parsed("    1148 f+0x1 (/p) ilen: 3 insn: 48 39 c7").object, "/p");
}

TEST(FrameLine, IsNotJustAnyLine) {
  for (const char* line :
       {"", "\t          THIS_IS_A_WEIRD_LINE", "bad thing", "prog 12 1.5: cycles:", "xyz (/p)",
        "\t            1148 inner+0x1f (/tmp/pr", "11223344556677889 f (/p)", "dead"}) {
    EXPECT_FALSE(parse_frame(line)) << line;
  }
}

TEST(FrameLine, IsFoundBehindAHeader) {
  EXPECT_EQ(parse_flat_frame("     55f9ab7d5148 inner+0x1f (/p)")->symbol, "inner");
  EXPECT_EQ(parse_flat_frame("   call                     401136 main+0x4 (/x) =>           "
                             "401126 foo+0x0 (/x)")
                ->symbol,
            "main");
  // A data address, then the instruction's.
  EXPECT_EQ(
      parse_flat_frame(" ffff888100000000   |OP LOAD|LVL L1 hit|        55f9ab7d5148 work (/p)")
          ->symbol,
      "work");
  EXPECT_EQ(parse_flat_frame(" 401136 main+0x4 (/x)")->symbol, "main");
  EXPECT_FALSE(parse_flat_frame(" fd: 0x00000003, buf: 0x7ffd, count: 0x10"));
  EXPECT_FALSE(parse_flat_frame(" prev_comm=sh prev_pid=1 ==> next_comm=add next_pid=2"));
  EXPECT_FALSE(parse_flat_frame(" add face (x)"));
}

TEST(ObjectKind, IsDecidedByTheWholeName) {
  auto kind = [](const char* object, std::uint64_t address = 0x1148) {
    return module_of_object(object, address).kind;
  };
  constexpr std::uint64_t high = 0xffffffffc0001000;
  EXPECT_EQ(kind("/usr/bin/prog"), ModuleKind::file);
  EXPECT_EQ(kind("./prog"), ModuleKind::file);
  EXPECT_EQ(kind("/d/[vdso]/prog"), ModuleKind::file);
  EXPECT_EQ(kind("[vdso]"), ModuleKind::vdso);
  EXPECT_EQ(kind("[kernel.kallsyms]", high), ModuleKind::kernel);
  EXPECT_EQ(kind("[kernel.kallsyms].init.text", high), ModuleKind::kernel);
  EXPECT_EQ(kind("/lib/modules/4.1.0-virtual/build/vmlinux"), ModuleKind::kernel);
  EXPECT_EQ(kind("[nf_conntrack]", high), ModuleKind::kernel_module);
  EXPECT_EQ(kind("/lib/modules/5.1/kernel/fs/ext4.ko.xz"), ModuleKind::kernel_module);
  EXPECT_EQ(kind("bpf_prog_6deef7357e7b4530", high), ModuleKind::kernel_module);
  EXPECT_EQ(kind("/tmp/perf-123.map"), ModuleKind::anonymous);
  EXPECT_EQ(kind("//anon"), ModuleKind::anonymous);
  EXPECT_EQ(kind("[heap]"), ModuleKind::anonymous);
  EXPECT_EQ(kind("[unknown]"), ModuleKind::unknown);
  EXPECT_EQ(pid_of_perf_map("/tmp/perf-123.map"), 123);
  EXPECT_EQ(pid_of_perf_map("/tmp/perf-.map"), -1);
}

TEST(TextNames, AreDemangledAndFolded) {
  EXPECT_EQ(text_display_name("_ZN2ns1fEi.part.0", false), "ns::f(int)");
  EXPECT_EQ(text_display_name("ns::f(int) [clone .part.0] [clone .cold]", false), "ns::f(int)");
  EXPECT_EQ(text_display_name("ns::f(int) [clone ._omp_fn.0]", false),
            "ns::f(int) [clone ._omp_fn.0]");
  EXPECT_EQ(text_display_name("handle_irq.isra.0", false), "handle_irq");
  EXPECT_EQ(text_display_name("gc::Box$LT$T$GT$::new::_$u7b$$u7b$closure$u7d$$u7d$::"
                              "ha2ed0674a1c3dc9f",
                              false),
            "gc::Box<T>::new::_{{closure}}");
  EXPECT_EQ(text_display_name("LazyCompile:*f user@host a.js", true),
            "LazyCompile:*f user@host a.js");
}

}  // namespace
}  // namespace cxprof::perf_script
