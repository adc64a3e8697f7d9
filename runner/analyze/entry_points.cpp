#include "runner/analyze/entry_points.h"

#include <algorithm>
#include <array>

#include "runner/support/cxx_name.h"

namespace cxprof {

bool is_entry_point(std::string_view demangled_name) {
  constexpr std::array<std::string_view, 12> exact{"main",
                                                   "_start",
                                                   "clone",
                                                   "clone3",
                                                   "__clone",
                                                   "__clone3",
                                                   "__clone_internal",
                                                   "start_thread",
                                                   "thread_start",
                                                   "execute_native_thread_routine",
                                                   "__libc_start_call_main",
                                                   "RUN_ALL_TESTS"};
  constexpr std::array<std::string_view, 15> prefixes{"__libc_start_main",
                                                      "std::thread::_State_impl<",
                                                      "std::thread::_Invoker<",
                                                      "testing::Test::Run",
                                                      "testing::TestInfo::Run",
                                                      "testing::TestSuite::Run",
                                                      "testing::TestCase::Run",
                                                      "testing::UnitTest::Run",
                                                      "testing::internal::",
                                                      "Catch::",
                                                      "doctest::",
                                                      "boost::unit_test::",
                                                      "benchmark::internal::",
                                                      "benchmark::RunSpecifiedBenchmarks",
                                                      "benchmark::(anonymous namespace)::"};
  std::string_view name = split_cxx_name(demangled_name).qualified;
  std::string_view unversioned = name.substr(0, name.find('@'));
  return std::find(exact.begin(), exact.end(), unversioned) != exact.end() ||
         std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace cxprof
