#include "runner/symbolize/demangle.h"

#include <gtest/gtest.h>

namespace cxprof {
namespace {

TEST(DisplayName, DemanglesWithParameters) {
  EXPECT_EQ(display_name("_ZN5fleet4moveEiPKc"), "fleet::move(int, char const*)");
}

TEST(DisplayName, KeepsOperatorsLambdasAndAnonymousNamespacesWhole) {
  EXPECT_EQ(display_name("_ZltRK1AS1_"), "operator<(A const&, A const&)");
  EXPECT_EQ(display_name("_ZN1AptEv"), "A::operator->()");
  EXPECT_EQ(display_name("_ZN1AclEi"), "A::operator()(int)");
  EXPECT_EQ(display_name("_ZZ4mainENKUliE_clEi"), "main::{lambda(int)#1}::operator()(int) const");
  EXPECT_EQ(display_name("_ZN12_GLOBAL__N_13hotEv"), "(anonymous namespace)::hot()");
  EXPECT_EQ(display_name("_Znwm"), "operator new(unsigned long)");
}

TEST(DisplayName, LeavesOtherNamesAlone) {
  EXPECT_EQ(display_name("main"), "main");
  EXPECT_EQ(display_name("_Zinc_is_a_c_function"), "_Zinc_is_a_c_function");
  EXPECT_EQ(display_name("_"), "_");
  EXPECT_EQ(display_name(""), "");
  EXPECT_EQ(display_name("file.with.dots"), "file.with.dots");
}

TEST(DisplayName, LeavesVersionsOut) {
  EXPECT_EQ(display_name("free@@GLIBC_2.2.5"), "free");
  EXPECT_EQ(display_name("cfree@GLIBC_2.2.5"), "cfree");
  EXPECT_EQ(display_name("_ZNSs4swapERSs@@GLIBCXX_3.4"), "std::string::swap(std::string&)");
}

TEST(DisplayName, FoldsClonesOfOneFunction) {
  for (const char* clone :
       {".cold", ".cold.3", ".part.0", ".constprop.1", ".isra.0", ".lto_priv.2", ".localalias",
        ".constprop.0.isra.1.cold", ".llvm.123456", ".avx2", ".arch_haswell.0", ".default.1"}) {
    EXPECT_EQ(display_name(std::string("_Z3hoti") + clone), "hot(int)") << clone;
    EXPECT_EQ(display_name(std::string("c_hot") + clone), "c_hot") << clone;
  }
}

TEST(DisplayName, KeepsOutlinedBodiesApart) {
  EXPECT_EQ(display_name("_Z3hoti._omp_fn.0"), "hot(int) [clone ._omp_fn.0]");
  EXPECT_EQ(display_name("c_hot._omp_fn.1"), "c_hot._omp_fn.1");
}

TEST(DisplayName, KeepsThatAStubIsOne) {
  EXPECT_EQ(display_name("_ZN4tiny5thirdEi@plt"), "tiny::third(int)@plt");
  EXPECT_EQ(display_name("memcpy@plt"), "memcpy@plt");
}

TEST(DisplayName, IsValidUtf8WhateverTheFileSays) {
  EXPECT_EQ(display_name("bad\xff"), "bad\xEF\xBF\xBD");
}

}  // namespace
}  // namespace cxprof
