#include <gmock/gmock.h>

#include <cstdlib>

#include "runner/command_line/command_line.h"
#include "runner/support/error.h"

namespace cxprof {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RunOptions parse_run(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), {"cxprof", "run"});
  arguments.insert(arguments.end(), {"--", "app"});
  auto options = parse_command_line(static_cast<int>(arguments.size()), arguments.data());
  if (!options) throw std::logic_error("only text was asked for");
  return std::get<RunOptions>(options->verb);
}

std::string message_of(std::vector<const char*> arguments) {
  try {
    parse_run(std::move(arguments));
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

class GateOptions : public testing::Test {
 protected:
  void SetUp() override { unsetenv("CXPROF_STRICT"); }
  void TearDown() override { unsetenv("CXPROF_STRICT"); }
};

TEST_F(GateOptions, DefaultsAreNoGates) {
  RunOptions run = parse_run({});
  EXPECT_TRUE(run.gates.empty());
  EXPECT_FALSE(run.strict);
  EXPECT_EQ(run.repeat_within, std::chrono::seconds(60));
  EXPECT_FALSE(run.analysis.defined_functions) << "costs time";
}

TEST_F(GateOptions, AreTakenAsWritten) {
  RunOptions run =
      parse_run({"--track", "a::b(int, char)", "--track", "[libc.so.6]", "--track", "operator*",
                 "--max-user", "render=40%", "--max-user", "f(*)=2.5", "--max-self", "operator==0%",
                 "--max-inclusive", " a b = 100 % ", "--strict", "--repeat-within", "1.5"});
  EXPECT_THAT(run.gates.tracked, ElementsAre("a::b(int, char)", "[libc.so.6]", "operator*"));
  EXPECT_THAT(run.gates.budgets, ElementsAre(Budget{BudgetKind::user, "render", 40},
                                             Budget{BudgetKind::user, "f(*)", 2.5},
                                             Budget{BudgetKind::self, "operator=", 0},
                                             Budget{BudgetKind::inclusive, "a b", 100}));
  EXPECT_TRUE(run.strict);
  EXPECT_EQ(run.repeat_within, std::chrono::milliseconds(1500));
  EXPECT_TRUE(run.analysis.defined_functions);
}

TEST_F(GateOptions, WrongOnesAreOneSentence) {
  EXPECT_EQ(message_of({"--max-user", "render"}),
            "--max-user render has no limit: write NAME=PERCENT, as in render=40%");
  EXPECT_THAT(message_of({"--max-self", "=40%"}), HasSubstr("--max-self =40% names no function"));
  for (const char* text : {"f=", "f=%", "f=x", "f=40%%", "f=-1", "f=100.5%", "f=nan", "f=inf",
                           "f=4 0", "operator=="}) {
    EXPECT_THAT(message_of({"--max-inclusive", text}),
                HasSubstr("is no percentage between 0 and 100"))
        << text;
  }
  EXPECT_THAT(message_of({"--track", " "}), HasSubstr("--track"));
  EXPECT_THAT(message_of({"--repeat-within", "-1"}), HasSubstr("--repeat-within"));
  EXPECT_THAT(message_of({"--repeat-within", "inf"}), HasSubstr("--repeat-within"));
  EXPECT_THAT(message_of({"--repeat-within", "soon"}), HasSubstr("--repeat-within"));
}

TEST_F(GateOptions, StrictFromTheEnvironment) {
  for (const char* yes : {"1", "ON", "on", "True", "YES"}) {
    setenv("CXPROF_STRICT", yes, 1);
    EXPECT_TRUE(parse_run({}).strict) << yes;
  }
  for (const char* no : {"", "0", "OFF", "no", "false", "maybe"}) {
    setenv("CXPROF_STRICT", no, 1);
    EXPECT_FALSE(parse_run({}).strict) << no;
  }
  setenv("CXPROF_STRICT", "0", 1);
  EXPECT_TRUE(parse_run({"--strict"}).strict);
}

TEST_F(GateOptions, TheRepeatCommandHoldsThem) {
  RunOptions run = parse_run({"--output-dir", "/o", "--max-self", "operator==7%", "--track", "a b",
                              "--max-user", "f=33.5", "--strict", "--repeat-within", "0"});
  EXPECT_EQ(repeat_command(run, "cxprof", ""),
            "cxprof run --output-dir /o --name app --track 'a b' --max-user f=33.5% --max-self "
            "operator==7% --strict --repeat-within 0 -- app");
  EXPECT_EQ(repeat_command(parse_run({"--output-dir", "/o"}), "cxprof", ""),
            "cxprof run --output-dir /o --name app -- app");
}

}  // namespace
}  // namespace cxprof
