#include "runner/symbolize/kernel_symbol_cache.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "runner/symbolize/kallsyms.h"
#include "runner/symbolize/kernel_symbolizer.h"
#include "tests/unit/elf/test_directory.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

KernelSymbols some_symbols(const std::string& name = "schedule") {
  return parse_kallsyms("ffffffff81000000 T _stext\nffffffff81000100 T " + name +
                        "\nffffffff81000200 D data\nffffffffa0000010 t ext4_read\t[ext4]\n");
}

std::string name_at(const std::optional<KernelSymbols>& symbols, std::uint64_t address) {
  auto symbol = symbols ? symbols->find(address) : std::nullopt;
  return symbol ? std::string(symbol->name) : "";
}

std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return names;
}

class KernelSymbolCacheTest : public testing::Test {
 protected:
  [[nodiscard]] fs::path directory() const { return root_.path() / ".cache" / "cxprof"; }
  [[nodiscard]] KernelSymbolCache cache(const std::string& key = "boot1-0-aa") const {
    return {directory(), key};
  }

  TestDirectory root_;
};

TEST_F(KernelSymbolCacheTest, GivesBackWhatItKept) {
  EXPECT_FALSE(cache().load());
  cache().store(some_symbols());
  auto loaded = cache().load();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(name_at(loaded, 0xffffffff81000120), "schedule");
  EXPECT_EQ(name_at(loaded, 0xffffffff81000210), "");
  EXPECT_EQ(name_at(loaded, 0xffffffffa0000010), "ext4_read");
  EXPECT_EQ(loaded->data().image_start, 0xffffffff81000000);
  EXPECT_EQ(loaded->data().image_end, 0xffffffff81000200);
  EXPECT_FALSE(cache("boot1-0-bb").load()) << "other modules are loaded";
  struct stat status {};
  ASSERT_EQ(stat(cache().file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  ASSERT_EQ(stat(directory().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(KernelSymbolCacheTest, HiddenAddressesAreNotKept) {
  cache().store(parse_kallsyms("0000000000000000 T schedule\n"));
  EXPECT_FALSE(fs::exists(directory()));
}

TEST_F(KernelSymbolCacheTest, NoDamagedFileIsUsed) {
  cache().store(some_symbols());
  std::ifstream in(cache().file(), std::ios::binary);
  std::string whole((std::istreambuf_iterator<char>(in)), {});
  ASSERT_GT(whole.size(), 56U);
  auto write = [&](const std::string& content) {
    std::ofstream(cache().file(), std::ios::binary | std::ios::trunc) << content;
  };
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write(whole.substr(0, size));
    ASSERT_FALSE(cache().load()) << "cut at " << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (char change : {'\x01', '\xff'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ change);
      write(damaged);
      ASSERT_FALSE(cache().load()) << "changed at " << at;
    }
  }
  write(whole + '\0');
  EXPECT_FALSE(cache().load());
  write(whole);
  EXPECT_TRUE(cache().load());
}

TEST_F(KernelSymbolCacheTest, WhatOthersMayWriteToIsNotUsed) {
  cache().store(some_symbols());
  for (mode_t mode : {mode_t{0777}, mode_t{0720}, mode_t{01777}}) {
    ASSERT_EQ(chmod(directory().c_str(), mode), 0);
    EXPECT_FALSE(cache().load());
    cache("boot1-0-bb").store(some_symbols());
    EXPECT_FALSE(fs::exists(cache("boot1-0-bb").file()));
  }
  ASSERT_EQ(chmod(directory().c_str(), 0700), 0);
  EXPECT_TRUE(cache().load());
  ASSERT_EQ(chmod(cache().file().c_str(), 0602), 0);
  EXPECT_FALSE(cache().load());
}

TEST_F(KernelSymbolCacheTest, ADirectoryOfAnotherUserIsNotUsed) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can make one";
  cache().store(some_symbols());
  ASSERT_EQ(chown(directory().c_str(), 12345, 12345), 0);
  EXPECT_FALSE(cache().load());
  cache("boot1-0-bb").store(some_symbols());
  EXPECT_THAT(names_in(directory()), UnorderedElementsAre("kernel-symbols-boot1-0-aa"));
}

TEST_F(KernelSymbolCacheTest, WhereNothingCanBeWrittenNothingHappens) {
  KernelSymbolCache nowhere("/proc/none/cxprof", "boot1-0-aa");
  nowhere.store(some_symbols());
  EXPECT_FALSE(nowhere.load());
  fs::create_directories(directory().parent_path());
  std::ofstream(directory()) << "a file, not a directory";
  cache().store(some_symbols());
  EXPECT_FALSE(cache().load());
  fs::remove(directory());
  fs::create_directory_symlink(root_.path(), directory());
  cache().store(some_symbols());
  EXPECT_FALSE(cache().load());
  EXPECT_THAT(names_in(root_.path()), UnorderedElementsAre(".cache"));
}

TEST_F(KernelSymbolCacheTest, OldFilesGo) {
  cache("boot1-0-aa").store(some_symbols());
  cache("boot0-0-aa")
      .store(some_symbols());  // of another machine that shares the directory, or old
  std::ofstream(directory() / "something-else") << "left alone";
  cache("boot1-0-bb").store(some_symbols());
  EXPECT_THAT(names_in(directory()),
              UnorderedElementsAre("kernel-symbols-boot1-0-bb", "kernel-symbols-boot0-0-aa",
                                   "something-else"));
  fs::last_write_time(cache("boot0-0-aa").file(),
                      fs::file_time_type::clock::now() - std::chrono::hours(25));
  cache("boot1-0-bb").store(some_symbols());
  EXPECT_THAT(names_in(directory()),
              UnorderedElementsAre("kernel-symbols-boot1-0-bb", "something-else"));
}

TEST_F(KernelSymbolCacheTest, ManyMayWriteAndReadAtOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 16; ++i) {
    pid_t child = fork();
    if (child == 0) {
      bool right = true;
      for (int turn = 0; turn < 50; ++turn) {
        cache().store(some_symbols("name_of_" + std::to_string(i)));
        auto loaded = cache().load();
        right = right && loaded && name_at(loaded, 0xffffffff81000100).starts_with("name_of_");
      }
      _exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_THAT(names_in(directory()), UnorderedElementsAre("kernel-symbols-boot1-0-aa"));
}

TEST(ModuleSet, DependsOnWhatIsLoadedAndWhereNotOnItsUse) {
  std::uint64_t before = module_set("ext4 1000 1 - Live 0xffffffffa0000000\nnfs 20 0 - Live 0x1\n");
  EXPECT_EQ(module_set("ext4 1000 7 - Live 0xffffffffa0000000\nnfs 20 2 - Live 0x1\n"), before);
  EXPECT_NE(module_set("ext4 1000 1 - Live 0xffffffffa0000000\n"), before);
  EXPECT_NE(module_set("ext4 1000 1 - Live 0xffffffffb0000000\nnfs 20 0 - Live 0x1\n"), before);
  EXPECT_NE(module_set(""), before);
}

class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

TEST_F(KernelSymbolCacheTest, OfTheUserLiesInTheCacheDirectoryUnlessTurnedOff) {
  Variable home("HOME", root_.path());
  Variable cache_home("XDG_CACHE_HOME", "");
  auto of_user = KernelSymbolCache::of_user();
  if (!of_user) GTEST_SKIP() << "the kernel does not say its boot id";
  EXPECT_EQ(of_user->file().parent_path(), directory());
  {
    Variable elsewhere("XDG_CACHE_HOME", root_.path() / "x");
    EXPECT_EQ(KernelSymbolCache::of_user()->file().parent_path(), root_.path() / "x" / "cxprof");
  }
  Variable off("CXPROF_CACHE", "0");
  EXPECT_FALSE(KernelSymbolCache::of_user());
}

// The whole way: an address of the running kernel, named from the kernel and then from the cache.
TEST_F(KernelSymbolCacheTest, NamesFromTheCacheAreTheKernelsOwn) {
  KernelSymbols all = read_kallsyms(false);
  struct stat kernel {};
  if (all.empty() || stat("/proc/sys/kernel/random/boot_id", &kernel) != 0) {
    GTEST_SKIP() << "/proc/kallsyms shows no addresses";
  }
  Variable home("HOME", root_.path());
  Variable cache_home("XDG_CACHE_HOME", "");
  struct utsname running {};
  uname(&running);
  Recording recording;
  recording.host.kernel = running.release;
  std::vector<Module> modules{Module{}, Module{"[kernel.kallsyms]", ModuleKind::kernel, ""}};
  for (bool off : {true, false, false}) {  // without, making it, using it
    Variable cache("CXPROF_CACHE", off ? "0" : "1");
    KernelSymbolizer symbolizer(modules, recording);
    std::size_t different = 0;
    for (std::size_t i = 0; i < all.data().entries.size(); i += 7) {
      const KernelSymbolEntry& entry = all.data().entries[i];
      const KernelSymbols::Symbol* found = symbolizer.find(entry.start);
      if (found == nullptr || found->name != all.find(entry.start)->name) ++different;
    }
    EXPECT_EQ(different, 0U);
    EXPECT_EQ(fs::exists(directory()), !off);
  }
}

}  // namespace
}  // namespace cxprof
