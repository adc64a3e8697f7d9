#include "runner/symbolize/demangle.h"

#include <gtest/gtest.h>

#include "runner/symbolize/rust_name.h"

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

TEST(DisplayName, KnowsARustNameFromACxxOne) {
  EXPECT_TRUE(is_rust_name("_RNvC5crate3foo"));
  EXPECT_TRUE(is_rust_name("_ZN4core3fmt9Formatter3pad17h0a1b2c3d4e5f6789E"));
  EXPECT_FALSE(is_rust_name("_Rest"));
  EXPECT_FALSE(is_rust_name("_R"));
  EXPECT_FALSE(is_rust_name("_ZN12_GLOBAL__N_13hotEv"));
  EXPECT_FALSE(is_rust_name("_ZN1a17h0a1b2c3d4e5f678E"));    // a digit short
  EXPECT_FALSE(is_rust_name("_ZN1a17h0A1B2C3D4E5F6789E"));   // no hash is written so
  EXPECT_FALSE(is_rust_name("_ZN1a17h0a1b2c3d4e5f6789Ev"));  // a C++ function of this name
  EXPECT_FALSE(is_rust_name("17h0a1b2c3d4e5f6789E"));
}

#if CXPROF_HAS_RUST_DEMANGLER
TEST(DisplayName, DemanglesRustWithoutTheHash) {
  EXPECT_EQ(display_name("_ZN4core3fmt9Formatter3pad17h0a1b2c3d4e5f6789E"),
            "core::fmt::Formatter::pad");
  EXPECT_EQ(display_name("_ZN60_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..ops..Drop$GT$4drop17h"
                         "0a1b2c3d4e5f6789E"),
            "<alloc::vec::Vec<T> as core::ops::Drop>::drop");
  EXPECT_EQ(display_name("_ZN4main4hot$17h0a1b2c3d4e5f6789E.llvm.1234567890"), "main::hot$");
  EXPECT_EQ(display_name("_RNvNtCs1234_7mycrate3foo3bar"), "mycrate::foo::bar");
  EXPECT_EQ(display_name("_RINvNtC3std3mem8align_ofdE"), "std::mem::align_of::<f64>");
  EXPECT_EQ(display_name("_RNCNvC7mycrate3foo0"), "mycrate::foo::{closure#0}");
}
#endif

// A C++ name first, even where it looks a little like Rust.
TEST(DisplayName, LeavesCxxToTheCxxDemangler) {
  EXPECT_EQ(display_name("_ZN12_GLOBAL__N_117h0a1b2c3d4e5f6789Ev"),
            "(anonymous namespace)::h0a1b2c3d4e5f6789()");
  EXPECT_EQ(display_name("_Run"), "_Run");
  EXPECT_EQ(display_name("_RNot_a_name"), "_RNot_a_name");
}

TEST(DisplayName, IsValidUtf8WhateverTheFileSays) {
  EXPECT_EQ(display_name("bad\xff"), "bad\xEF\xBF\xBD");
}

}  // namespace
}  // namespace cxprof
