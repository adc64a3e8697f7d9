#include <gmock/gmock.h>

#include "runner/report/collapsed_names.h"
#include "tests/unit/perf_script/read_text.h"

namespace cxprof {
namespace {

std::string named(const char* name, NameSource source = NameSource::symbol) {
  Function function;
  function.name = name;
  function.source = source;
  return collapsed_name(function, {"/usr/lib/libx.so.1", ModuleKind::file, {}}, false, false);
}

TEST(CollapsedNames, HaveNoParameters) {
  EXPECT_EQ(named("ns::f(int, char)"), "ns::f");
  EXPECT_EQ(named("std::function<int (int, int)>::operator()(int, int) const"),
            "std::function<int (int, int)>::operator");
  EXPECT_EQ(named("(anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(named("S::operator<(S const&) const"), "S::operator<");
  EXPECT_EQ(named("main::{lambda(int, int)#1}::call"), "main::{lambda(int, int)#1}::call");
  EXPECT_EQ(named("go/build.(*Context).Import"), "go/build.(*Context).Import");
  EXPECT_EQ(named("<a::B as c::D>::trace"), "<a::B as c::D>::trace");
}

TEST(CollapsedNames, StayOneFrame) {
  EXPECT_EQ(named("a;b"), "a:b");
  EXPECT_EQ(named("a\nb"), "a?b");
  EXPECT_EQ(collapsed_thread("two words;x"), "two_words:x");
}

TEST(CollapsedNames, OfJitCodeStayWholeButJavaClasses) {
  EXPECT_EQ(named("Ljava/lang/Thread;::run", NameSource::perf_map), "java/lang/Thread:::run");
  EXPECT_EQ(named("LazyCompile:*f (x) /app/a.js", NameSource::perf_map),
            "LazyCompile:*f (x) /app/a.js");
}

TEST(CollapsedNames, StandForTheObjectWithoutAName) {
  EXPECT_EQ(named("[libx.so.1]", NameSource::none), "[libx.so.1]");
  Function unknown;
  unknown.name = "[unknown]";
  EXPECT_EQ(collapsed_name(unknown, Module{}, false, true), "[unknown]");
}

constexpr const char* text =
    "b c 1/2 [001] 1.5:   10 cpu-clock: \n"
    "\tffffffff81000130 entry ([kernel.kallsyms])\n"
    "\t            1157 in1 (inlined)\n\t            1157 f(int)+0x17 (/p)\n"
    "\t            1049 main+0x9 (/p)\n\n"
    "b c 1/2 [001] 1.6:   20 cpu-clock: \n"
    "\tffffffff81000134 entry ([kernel.kallsyms])\n"
    "\t            1157 in1 (inlined)\n\t            1157 f(int)+0x17 (/p)\n"
    "\t            1049 main+0x9 (/p)\n\n"
    "a 3 1.7: 5 cpu-clock: \n\t 7f0011 js:f (/tmp/perf-3.map)\n\n"
    "a 3 1.8: 7 cpu-clock: \n\n"
    "a 3 1.9: 1 page-faults: \n\t 1049 main (/p)\n\n"
    "a 3 2.0: 1 page-faults: \n\t 1049 main (/p)\n\n";

TEST(Collapsed, AddsUpPeriodsOfOneEventSorted) {
  EXPECT_EQ(report_text(read_text(text), ReportFormat::collapsed),
            "a 7\n"
            "a;js:f 5\n"
            "b_c;main;f;in1;entry 30\n");
}

TEST(Collapsed, MarksFramesWhereAsked) {
  ReportOptions options;
  options.annotate = true;
  EXPECT_EQ(report_text(read_text(text), ReportFormat::collapsed, options),
            "a 7\n"
            "a;js:f_[j] 5\n"
            "b_c;main;f;in1_[i];entry_[k] 30\n");
}

TEST(Collapsed, CountsSamplesWithoutPeriod) {
  EXPECT_EQ(report_text(read_text("a 1 1.5: c: \n\t 1 f (/p)\n\na 1 1.6: c: \n\t 2 f (/p)\n\n"),
                        ReportFormat::collapsed),
            "a;f 2\n");
}

}  // namespace
}  // namespace cxprof
