// Facts from the stand-ins of tests/fakes and from texts of real tools.
#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>

#include "runner/doctor/collect.h"

namespace cxprof::doctor {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::Contains;
using testing::Not;

class Directory {
 public:
  Directory() {
    std::string pattern = fs::temp_directory_path() / "cxprof-doctor-test-XXXXXX";
    path = mkdtemp(pattern.data());
  }
  ~Directory() { fs::remove_all(path); }
  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((path / file).parent_path());
    std::ofstream(path / file) << text;
    fs::permissions(path / file, fs::perms::owner_all);
  }
  fs::path path;
};

const fs::path fakes = CXPROF_TEST_FAKES;
const fs::path no_tools = "/nonexistent";

TEST(PerfFacts, OptionsOfPerfsOwnUsage) {
  auto options = options_in_usage(R"(
 Usage: perf record [<options>] [<command>]
    or: perf record [<options>] -- <command> [<options>]

    -B, --no-buildid      do not collect buildids in perf.data
    -F, --freq <freq or 'max'>
                          profile at this frequency
    -g                    enables call-graph recording
    -I, --intr-regs[=<any register>]
                          sample selected machine registers on interrupt, use '-I?' to list
        --aio[=<n>]       Use <n> control blocks
        --buildid-mmap    Record build-id in map events
)");
  EXPECT_THAT(options, testing::IsSupersetOf({"B", "no-buildid", "F", "freq", "g", "I", "intr-regs",
                                              "aio", "buildid-mmap"}));
  EXPECT_THAT(options, Not(Contains("I?")));
  EXPECT_TRUE(options_in_usage("Error:\nNo permission to enable cpu-clock event.\n").empty());
}

TEST(PerfFacts, BuildOptions) {
  auto options = options_in_build(
      "perf version 6.1.187\n                 dwarf: [ on  ]  # HAVE_DWARF_SUPPORT\n"
      "                libbfd: [ OFF ]  # HAVE_LIBBFD_SUPPORT\n"
      "    libdw-dwarf-unwind: [ on  ]  # HAVE_DWARF_SUPPORT\n");
  EXPECT_EQ(options, (std::map<std::string, bool>{
                         {"dwarf", true}, {"libbfd", false}, {"libdw-dwarf-unwind", true}}));
}

TEST(PerfFacts, AWrapperWithoutItsPackageAndThePerfOfAnotherKernel) {
  PerfFacts alone = perf_facts(fakes / "perf-wrapper-without-package", 5s, no_tools);
  ASSERT_TRUE(alone.failure);
  EXPECT_EQ(alone.failure->code, "perf-wrapper");

  Directory tools;
  tools.write("5.4.0-1-generic/perf", "#!/bin/sh\nexit 1\n");
  tools.write("5.15.0-91-generic/perf", "#!/bin/sh\necho perf version 5.15.131\n");
  // `perf` of PATH would be taken first, where there is one that works.
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  PerfFacts facts = perf_facts(fakes / "perf-wrapper-without-package", 5s, tools.path);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(facts.alternative, tools.path / "5.15.0-91-generic/perf");
}

TEST(PerfFacts, APerfThatHangsIsNotWaitedFor) {
  auto begin = std::chrono::steady_clock::now();
  PerfFacts facts = perf_facts(fakes / "perf-hangs", 200ms, no_tools);
  ASSERT_TRUE(facts.failure);
  EXPECT_EQ(facts.failure->code, "perf-hangs");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(PerfFacts, NoPerfAtAll) {
  PerfFacts facts = perf_facts("/nonexistent/perf", 5s, no_tools);
  EXPECT_TRUE(facts.path.empty());
  EXPECT_EQ(facts.failure->code, "perf-not-found");
}

TEST(PerfFacts, OptionsThatAnOldPerfDoesNotList) {
  Directory old;
  old.write("perf", R"(#!/bin/sh
case "$1 $2" in
  "--version "*) echo "perf version 4.9.0";;
  "record -h") printf '    -e, --event <event>   select\n    -F, --freq <freq>\n' >&2
               printf '    -o, --output <file>\n        --call-graph <mode>\n' >&2
               printf '    -B, --no-buildid  x\n    -N, --no-buildid-cache\n'; exit 129;;
esac
)");
  PerfFacts facts = perf_facts(old.path / "perf", 5s, no_tools);
  EXPECT_FALSE(facts.failure);
  EXPECT_EQ(facts.version, "4.9.0");
  EXPECT_TRUE(facts.options_listed);
  EXPECT_THAT(facts.unknown_options,
              testing::UnorderedElementsAre("sample-cpu", "buildid-mmap", "no-bpf-event"));
}

TEST(ContainerFacts, AreSeenInFilesAndVariables) {
  unsetenv("KUBERNETES_SERVICE_HOST");
  unsetenv("container");
  Directory root;
  EXPECT_EQ(container_facts(root.path).kind, "");
  root.write("proc/1/cgroup", "0::/system.slice/docker-0123.scope\n");
  EXPECT_EQ(container_facts(root.path).evidence, "/proc/1/cgroup");
  setenv("container", "systemd-nspawn", 1);
  EXPECT_EQ(container_facts(root.path).kind, "systemd-nspawn");
  unsetenv("container");
  root.write(".dockerenv", "");
  EXPECT_EQ(container_facts(root.path).kind, "docker");
  root.write("run/.containerenv", "");
  EXPECT_EQ(container_facts(root.path).kind, "podman");
}

TEST(SystemFacts, AreReadWithAndWithoutQuotes) {
  Directory root;
  root.write("os-release", "NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"\n");
  SystemFacts facts = system_facts(root.path / "os-release");
  EXPECT_EQ(facts.id, "linuxmint");
  EXPECT_EQ(facts.id_like, "ubuntu debian");
  EXPECT_EQ(system_facts(root.path / "none").id, "");
}

TEST(LibcFacts, ThisProcessHasOne) { EXPECT_TRUE(fs::exists(libc_facts().path)); }

}  // namespace
}  // namespace cxprof::doctor
