#include "runner/analyze/user_code.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "runner/analyze/program_module.h"
#include "tests/unit/analyze/profile_builder.h"

namespace cxprof {
namespace {

namespace fs = std::filesystem;

class UserCodeTest : public testing::Test {
 protected:
  // With roots, as the CMake functions pass them.
  UserCodeTest() {
    roots.code_roots.user = {"/home/me/app/src"};
    roots.code_roots.binaries = {"/home/me/app/build"};
  }

  bool is_user(FunctionId function, const AnalyzeOptions& options) {
    return UserCode(build.profile, build.program(), options).is_user(function);
  }
  FunctionId declared(const char* name, const char* file, const char* raw_name = "") {
    return build.function(name, build.program(), raw_name, NameSource::symbol, file);
  }

  ProfileBuilder build;
  AnalyzeOptions roots;
  AnalyzeOptions none;
};

TEST_F(UserCodeTest, IsWhatTheUsersDirectoriesDeclare) {
  EXPECT_TRUE(is_user(declared("render", "/home/me/app/src/work/render.cpp"), roots));
  EXPECT_TRUE(is_user(declared("render", "/home/me/app/build/../src/render.h"), roots));
  EXPECT_FALSE(is_user(declared("json", "/home/me/other/json.hpp"), roots));
  EXPECT_FALSE(is_user(declared("json", "/home/me/app/srcery/json.hpp"), roots));
  EXPECT_FALSE(is_user(declared("vec", "/usr/include/eigen3/Vec.h"), roots));
}

TEST_F(UserCodeTest, GeneratedSourcesAreTheUsersFetchedOnesAreNot) {
  EXPECT_TRUE(is_user(declared("parse", "/home/me/app/build/gen/parser.cpp"), roots));
  EXPECT_FALSE(is_user(declared("fmt", "/home/me/app/build/_deps/fmt-src/format.h"), roots));
  roots.code_roots.user = {"/home/me/app"};  // The build folder lies below the sources, as usual.
  EXPECT_FALSE(is_user(declared("fmt", "/home/me/app/build/_deps/fmt-src/format.h"), roots));
  EXPECT_FALSE(is_user(declared("fmt", "/home/me/app/build/_deps/fmt-src/format.h"), none));
  // A project that is itself somebody's dependency.
  roots.code_roots.user = {"/home/me/big/build/_deps/app-src"};
  EXPECT_TRUE(is_user(declared("own", "/home/me/big/build/_deps/app-src/own.cpp"), roots));
}

TEST_F(UserCodeTest, RuntimeRootsWinOverUserRoots) {
  roots.code_roots.runtime = {"/home/me/app/src/third_party"};
  EXPECT_FALSE(is_user(declared("lua", "/home/me/app/src/third_party/lua.c"), roots));
  EXPECT_TRUE(is_user(declared("render", "/home/me/app/src/render.cpp"), roots));
}

TEST_F(UserCodeTest, RootsMayBeSymbolicLinks) {
  fs::path folder = fs::path(testing::TempDir()) / "user_code_links";
  fs::remove_all(folder);
  fs::create_directories(folder / "real");
  fs::create_directory_symlink(folder / "real", folder / "link");
  roots.code_roots.user = {folder / "link"};
  EXPECT_TRUE(is_user(declared("a", (folder / "real/a.cpp").c_str()), roots));
  EXPECT_TRUE(is_user(declared("b", (folder / "link/b.cpp").c_str()), roots));
  fs::remove_all(folder);
}

TEST_F(UserCodeTest, TheStandardLibraryIsNotEvenInTheUsersBinary) {
  const char* header = "/usr/include/c++/12/bits/stl_algo.h";
  for (const AnalyzeOptions& options : {roots, none}) {
    EXPECT_FALSE(
        is_user(declared("void std::sort<It>(It, It)", header, "_ZSt4sortI2ItEvT_S1_"), options));
    EXPECT_FALSE(is_user(declared("std::vector<app::X>::push_back(app::X const&)", "",
                                  "_ZNSt6vectorIN3app1XEE9push_backERKS1_"),
                         options));
    EXPECT_FALSE(is_user(declared("std::string::size() const", "", "_ZNKSs4sizeEv"), options));
    EXPECT_FALSE(is_user(declared("__gnu_cxx::f()", "", "_ZN9__gnu_cxx1fEv"), options));
    EXPECT_FALSE(is_user(declared("void std::g<int>(int)", ""), options));  // No mangled name.
    EXPECT_FALSE(is_user(
        declared("operator new(unsigned long)", "/home/me/app/src/new.cpp", "_Znwm"), options));
  }
}

TEST_F(UserCodeTest, TheUsersOwnStaysItWhateverItsNameHolds) {
  const char* file = "/home/me/app/src/app.cpp";
  for (const AnalyzeOptions& options : {roots, none}) {
    // A lambda that std::function calls; a template that returns a std type.
    EXPECT_TRUE(is_user(
        declared("main::{lambda()#1}::operator()() const", file, "_ZZ4mainENKUlvE_clEv"), options));
    EXPECT_TRUE(is_user(declared("std::enable_if<true, int>::type pick<int>(int)", file,
                                 "_Z4pickIiENSt9enable_ifILb1EiE4typeEi"),
                        options));
    EXPECT_TRUE(is_user(declared("S::operator new(unsigned long)", file, "_ZN1SnwEm"), options));
    EXPECT_TRUE(is_user(declared("stdlike::f()", file, "_ZN7stdlike1fEv"), options));
    EXPECT_TRUE(is_user(declared("_main_loop", file), options));
    EXPECT_TRUE(is_user(declared("malloc_wrapper", ""), options));
    EXPECT_TRUE(is_user(declared("asm_hot", ""), options));
  }
  // Specialisations are in namespace std, but the user wrote them.
  EXPECT_TRUE(is_user(declared("std::hash<app::X>::operator()(app::X const&) const", file,
                               "_ZNKSt4hashIN3app1XEEclERKS1_"),
                      roots));
}

TEST_F(UserCodeTest, StartUpCodeAndAStaticLibcAreRuntime) {
  for (const char* name :
       {"_start", "_init", "_fini", "frame_dummy", "register_tm_clones",
        "__memmove_avx512_unaligned_erms", "_int_malloc", "malloc", "__libc_csu_init",
        "_dl_relocate_object", "clock_gettime@GLIBC_2.17", "__restore_rt"}) {
    EXPECT_FALSE(is_user(declared(name, ""), roots)) << name;
    EXPECT_FALSE(is_user(declared(name, ""), none)) << name;
  }
}

TEST_F(UserCodeTest, PltStubsKernelVdsoAndUnknownAreRuntime) {
  ModuleId vdso = build.module("[vdso]", ModuleKind::vdso);
  FunctionId stub = build.function("work@plt", build.program(), "", NameSource::plt);
  FunctionId kernel = build.function("do_syscall_64", build.kernel(), "", NameSource::kernel);
  FunctionId clock = build.function("__vdso_clock_gettime", vdso);
  for (const AnalyzeOptions& options : {roots, none}) {
    for (FunctionId function : {stub, kernel, clock, build.unnamed(unknown_module)}) {
      EXPECT_FALSE(is_user(function, options));
    }
  }
}

TEST_F(UserCodeTest, WithoutADeclarationTheObjectDecides) {
  FunctionId in_program = build.unnamed(build.program());
  FunctionId in_project = build.function("f", build.module("/home/me/app/build/libwork.so"));
  FunctionId elsewhere = build.function("g", build.module("/home/me/tools/libtool.so"));
  FunctionId in_system = build.function("deflate", build.module("/usr/lib/libz.so.1"));
  EXPECT_TRUE(is_user(in_program, roots));
  EXPECT_TRUE(is_user(in_project, roots));
  EXPECT_FALSE(is_user(elsewhere, roots));
  EXPECT_FALSE(is_user(in_system, roots));
  EXPECT_TRUE(is_user(elsewhere, none));
  EXPECT_FALSE(is_user(in_system, none));
}

TEST_F(UserCodeTest, LibcIsRuntimeEvenWithDebugInformation) {
  FunctionId relative =
      build.function("_int_malloc", build.libc(), "", NameSource::symbol, "./malloc/malloc.c");
  FunctionId absolute = build.function("do_sort", build.libc(), "", NameSource::symbol,
                                       "/build/glibc/stdlib/msort.c");
  FunctionId other = build.function("inflate", build.module("/usr/lib/libz.so.1"), "",
                                    NameSource::symbol, "/build/zlib/inflate.c");
  for (FunctionId function : {relative, absolute, other}) {
    EXPECT_FALSE(is_user(function, none));
    EXPECT_FALSE(is_user(function, roots));
  }
}

TEST_F(UserCodeTest, AnAllocatorThatTheProjectBuildsIsItsOwn) {
  ModuleId own = build.module("/home/me/app/build/libmimalloc.so");
  FunctionId function =
      build.function("mi_heap_collect", own, "", NameSource::symbol, "/home/me/app/src/heap.c");
  EXPECT_TRUE(is_user(function, roots));
  ModuleId foreign = build.module("/home/me/lib/libmimalloc.so");
  EXPECT_FALSE(is_user(build.function("mi_heap_collect", foreign), none));
}

TEST_F(UserCodeTest, NamedJitCodeIsTheUsers) {
  ModuleId jit = build.module("//anon", ModuleKind::anonymous);
  EXPECT_TRUE(is_user(build.function("LazyCompile:*loop", jit, "", NameSource::perf_map), none));
  EXPECT_FALSE(is_user(build.unnamed(jit), none));
}

TEST_F(UserCodeTest, SourcesWithRelativePathsGoWithTheirObject) {
  EXPECT_TRUE(is_user(declared("f", "src/app.cpp"), roots));
  EXPECT_TRUE(is_user(declared("f", "src/app.cpp"), none));
  FunctionId foreign = build.function("g", build.module("/home/me/tools/libtool.so"), "",
                                      NameSource::symbol, "src/tool.cpp");
  EXPECT_FALSE(is_user(foreign, roots));
}

TEST(ProgramModule, IsTheSnapshotsElseTheCommandsElseTheOneWithMain) {
  ProfileBuilder build;
  ModuleId other = build.module("/home/me/app/build/other", ModuleKind::file, "22cc");
  EXPECT_EQ(program_module(build.profile), build.program());  // "build/app" in /home/me/app

  build.profile.recording.command.arguments = {"other"};  // As found in PATH.
  EXPECT_EQ(program_module(build.profile), other);

  build.profile.recording.snapshots.push_back({"/moved/app", "/snap/app", "00aa11bb", 1});
  EXPECT_EQ(program_module(build.profile), build.program());  // By its build id.

  build.profile.recording.snapshots.clear();
  build.profile.recording.command.arguments.clear();
  EXPECT_EQ(program_module(build.profile), unknown_module);
  build.function("main", other);
  EXPECT_EQ(program_module(build.profile), other);
}

TEST(ProgramModule, IsFoundWhenItWasDeletedMeanwhile) {
  ProfileBuilder build;
  build.profile.modules[build.program()].path += " (deleted)";
  EXPECT_EQ(program_module(build.profile), build.program());
}

}  // namespace
}  // namespace cxprof
