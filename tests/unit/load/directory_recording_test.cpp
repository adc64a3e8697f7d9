// What perf record --threads writes: a directory of files with records.
#include "runner/load/directory_recording.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "runner/load/load.h"
#include "tests/unit/load/perf_data_builder.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using test::BigEndian;
using test::Bytes;
using test::cpu_clock;
using test::PerfDataBuilder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::string records_of(const PerfDataBuilder& builder) {
  return builder.file().substr(builder.data_offset(), builder.data_size());
}

class DirectoryRecording : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove(place_.path());
    fs::create_directory(place_.path());
    main_.event(cpu_clock()).feature(24, Bytes().words({1}));
    main_.feature(3, Bytes().feature_string("host-name"));
    main_.comm({100, 100, 1}, "naive", true);
    main_.mmap2({100, 100, 2}, 0x401000, 0x1000, 0, "/bin/naive");
    main_.record(68, 0, Bytes());
  }
  void TearDown() override { fs::remove_all(place_.path()); }

  void write(const std::string& name, const std::string& content) {
    std::ofstream(place_.path() / name, std::ios::binary) << content;
  }
  RawProfile load_it() {
    Recording recording;
    recording.perf_data = place_.path();
    return load(recording);
  }

  test::TemporaryFile place_;
  PerfDataBuilder main_;
};

TEST_F(DirectoryRecording, IsReadInTheOrderOfTime) {
  PerfDataBuilder first;
  first.sample({100, 100, 10}, 0x401001).comm({100, 100, 25}, "renamed");
  first.sample({100, 100, 30}, 0x401003).record(68, 0, Bytes());
  PerfDataBuilder second;
  second.sample({100, 100, 20}, 0x401002).sample({100, 100, 40}, 0x401004);
  write("data", main_.file());
  write("data.0", records_of(first));
  write("data.1", "");
  write("data.2", records_of(second));
  RawProfile profile = load_it();
  std::vector<std::uint64_t> addresses;
  std::vector<std::string> names;
  for (const Sample& sample : profile.samples) {
    addresses.push_back(sample.ip);
    names.push_back(profile.thread_names.at(sample.thread_name));
    EXPECT_NE(profile.address_spaces.at(sample.address_space).find(sample.ip), nullptr);
  }
  EXPECT_THAT(addresses, ElementsAre(0x401001U, 0x401002U, 0x401003U, 0x401004U));
  EXPECT_THAT(names, ElementsAre("naive", "naive", "renamed", "renamed"));
  EXPECT_EQ(profile.recording.host.name, "host-name");
  EXPECT_THAT(profile.findings, IsEmpty());
}

TEST_F(DirectoryRecording, WhatIsNotReadIsNamed) {
  write("data", PerfDataBuilder(main_).feature(27, Bytes().words({1, 2, 3})).file());
  write("data.0", "");
  EXPECT_THAT([&] { load_it(); }, ThrowsMessage<Error>(HasSubstr("without -z")));
  {
    BigEndian scope;
    write("data", main_.file());
  }
  EXPECT_THAT([&] { load_it(); }, ThrowsMessage<Error>(HasSubstr("other byte order")));
  write("data", "PERFILE2");
  EXPECT_THAT([&] { load_it(); }, ThrowsMessage<Error>(HasSubstr("damaged or cut")));
  write("data", main_.file().substr(0, main_.data_offset() + 20));
  EXPECT_THAT([&] { load_it(); }, ThrowsMessage<Error>(HasSubstr("cut")));
}

}  // namespace
}  // namespace cxprof
