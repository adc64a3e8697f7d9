// Profiles on a dashboard: what `ctest -D Experimental…` and the example project's dashboard script
// send to a CDash server, for which a stand-in on the loopback interface stands, and what its test
// page would show of it.
#include <fstream>

#include "tests/end_to_end/harness/cdash_page.h"
#include "tests/end_to_end/harness/cdash_server.h"
#include "tests/end_to_end/harness/cxprof.h"
#include "tests/end_to_end/harness/test_xml.h"

namespace cxprof::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string test_name = "profile.<burn> & \"more\"";

// A CMake project without a compiler, with a profiled test, and the example's two dashboard files.
class Dashboard : public testing::Test {
 protected:
  void SetUp() override {
    CXPROF_REQUIRE_RECORDING();
    std::filesystem::create_directories(source_);
    for (const char* file : {"CTestConfig.cmake", "dashboard.cmake"}) {
      std::filesystem::copy_file(std::filesystem::path(CXPROF_EXAMPLE_DIRECTORY) / file,
                                 source_ / file);
    }
    std::ofstream(source_ / "CMakeLists.txt")
        << "cmake_minimum_required(VERSION 3.22)\n"
           "project(Scratch NONE)\n"
           "set(SITE \"a site\")\nset(BUILDNAME \"a+build\")\n"
           "include(CTest)\n"
           "add_custom_target(something ALL COMMAND ${CMAKE_COMMAND} -E echo built)\n"
           "add_test(NAME [==["
        << test_name << "]==] COMMAND " << CXPROF_RUNNER
        << " run --ctest --skip-unavailable --output-dir ${CMAKE_BINARY_DIR}/profile --name burn "
           "-- "
        << CXPROF_WORKLOADS << "/ends exit 0)\n"
        << "set_tests_properties([==[" << test_name
        << "]==] PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON LABELS profile)\n";
  }

  CommandResult ctest(const std::vector<std::string>& options) {
    std::vector<std::string> words{"ctest"};
    words.insert(words.end(), options.begin(), options.end());
    CommandOptions there;
    there.working_directory = build_;
    CommandResult result = run_command(words, there);
    EXPECT_EQ(result.exit_code, 0) << testing::PrintToString(options) << result.out << result.err;
    return result;
  }

  // "20261201-1203", and the Test.xml of that run.
  std::string tag() { return lines_of(read_file(build_ / "Testing" / "TAG")).at(0); }
  std::filesystem::path test_xml() { return build_ / "Testing" / tag() / "Test.xml"; }

  // What arrived for a part ("Test.xml"); all parts are checked for the parameters that CDash
  // reads.
  const Submission& submitted(const std::vector<Submission>& all, const std::string& part,
                              const std::string& site, const std::string& build) {
    const Submission* found = nullptr;
    for (const Submission& submission : all) {
      const auto& given = submission.parameters;
      std::string stamp = tag() + "-Experimental";
      EXPECT_EQ(given.at("FileName"),
                site + "___" + build + "___" + stamp + "___XML___" + submission.part());
      EXPECT_EQ(given.at("project"), "RenderExample");
      EXPECT_EQ(given.at("stamp"), stamp);
      EXPECT_EQ(given.at("site"), site_);
      EXPECT_EQ(given.at("build"), build_name_);
      EXPECT_EQ(given.at("MD5"), md5(submission.body)) << submission.part();
      if (submission.part() == part) found = &submission;
    }
    if (found == nullptr) throw std::runtime_error("no " + part + " has arrived");
    return *found;
  }

  std::string md5(const std::string& text) {
    std::ofstream(directory_.path() / "body", std::ios::binary) << text;
    CommandResult sum = run_command({"cmake", "-E", "md5sum", directory_.path() / "body"});
    return sum.out.substr(0, 32);
  }

  // The submitted Test.xml is the one on disk, valid, and its page shows the profile.
  void expect_profile(const Submission& test) {
    EXPECT_EQ(test.body, read_file(test_xml()));
    EXPECT_THAT(test_xml_violations(test_xml()), IsEmpty());
    std::filesystem::path schema = shared_directory() / "data" / "cdash" / "Test.xsd";
    bool checkable = !shared_directory().empty() && std::filesystem::exists(schema) &&
                     run_command({"sh", "-c", "command -v xmllint"}).exit_code == 0;
    if (checkable) {
      EXPECT_EQ(xmllint_complaints(test_xml(), schema), "");
    }

    CDashPage page = cdash_page(result_of(read_test_xml(test_xml()), test_name));
    EXPECT_THAT(page.problems, IsEmpty());
    auto profile = nlohmann::json::parse(
        read_file(std::filesystem::canonical(build_ / "profile/burn/latest") / "profile.json"));
    EXPECT_EQ(page.numbers.at("cxprof.samples"), static_cast<double>(profiled_samples(profile)));
    EXPECT_NEAR(page.numbers.at("cxprof.top1.percent"),
                share_of(profile, "user_time", "burn_before_the_end"), 0.001);
    EXPECT_EQ(page.lines.at("cxprof.top1"), "burn_before_the_end()");
    EXPECT_THAT(page.preformatted.at("cxprof.self_time"), HasSubstr("burn_before_the_end()"));
    EXPECT_THAT(page.details, testing::StartsWith("burn_before_the_end() "));
    EXPECT_THAT(page.details, HasSubstr(" % of user time, "));
    EXPECT_THAT(page.downloads, ElementsAre("burn.profile.json.tgz", "burn.report.txt.tgz"));
  }

  TemporaryDirectory directory_;
  CDashServer server_;
  std::filesystem::path source_ = directory_.path() / "source";
  std::filesystem::path build_ = directory_.path() / "build";
  std::string site_ = "a site";
  std::string build_name_ = "a+build";
};

std::vector<std::string> parts(const std::vector<Submission>& submissions) {
  std::vector<std::string> names;
  for (const Submission& submission : submissions) names.push_back(submission.part());
  return names;
}

TEST_F(Dashboard, ExperimentalStepsSendTheProfile) {
  CommandResult configured =
      run_command({"cmake", "-S", source_, "-B", build_,
                   "-DCTEST_SUBMIT_URL=" + server_.submit_url("RenderExample")});
  ASSERT_EQ(configured.exit_code, 0) << configured.err;
  for (const char* step : {"Start", "Build", "Test", "Submit"})
    ctest({"-D", std::string("Experimental") + step});
  auto all = server_.submissions();
  EXPECT_THAT(parts(all), ElementsAre("Build.xml", "Test.xml", "Done.xml"));
  expect_profile(submitted(all, "Test.xml", "a site", "a+build"));
}

TEST_F(Dashboard, TheExamplesScriptDoesItAll) {
  std::filesystem::create_directories(build_);
  site_ = "this machine";
  build_name_ = "our build";
  CommandResult run =
      ctest({"-S", source_ / "dashboard.cmake", "-V", "-DBUILD_DIRECTORY=" + build_.string(),
             "-DCTEST_SITE=" + site_, "-DCTEST_BUILD_NAME=" + build_name_,
             "-DCTEST_SUBMIT_URL=" + server_.submit_url("RenderExample")});
  auto all = server_.submissions();
  EXPECT_THAT(parts(all), testing::IsSupersetOf({"Configure.xml", "Build.xml", "Test.xml"}))
      << run.out;
  expect_profile(submitted(all, "Test.xml", site_, build_name_));
}

TEST_F(Dashboard, TheScriptSendsFailuresAndFails) {
  std::filesystem::create_directories(build_);
  std::ofstream(source_ / "CMakeLists.txt", std::ios::app)
      << "add_test(NAME fails COMMAND ${CMAKE_COMMAND} -E false)\n";
  site_ = build_name_ = "x";
  CommandOptions there;
  there.working_directory = build_;
  CommandResult run =
      run_command({"ctest", "-S", source_ / "dashboard.cmake",
                   "-DBUILD_DIRECTORY=" + build_.string(), "-DCTEST_SITE=x", "-DCTEST_BUILD_NAME=x",
                   "-DCTEST_SUBMIT_URL=" + server_.submit_url("RenderExample")},
                  there);
  EXPECT_NE(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("dashboard.cmake: tests failed"));
  expect_profile(submitted(server_.submissions(), "Test.xml", "x", "x"));
}

}  // namespace
}  // namespace cxprof::test
