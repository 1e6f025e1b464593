// SPDX-License-Identifier: Apache-2.0
//
// Tests the assumptions of every error bound: doubles are IEEE 754 doubles, and the compiler
// neither reassociates nor fuses operations. Each source file includes this header (a test checks
// that). A build with flags that would void a proof does not compile.
#pragma once

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__)
#error "Sunder's proofs do not hold under -ffast-math; build the library without it"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "Sunder's proofs do not hold under -ffinite-math-only; build the library without it"
#endif
// g++ defines one macro for each of three flags; -funsafe-math-optimizations sets all three.
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Sunder's proofs do not hold under -funsafe-math-optimizations; build the library without it"
#endif

// clang defines no such macros, but these pragmas revoke the flags: it may not reassociate, replace
// or contract operations below. WebAssembly has no such modes, and clang warns of the first pragma there.
#if defined(__clang__)
#if !defined(__wasm__)
#pragma float_control(precise, on)
#endif
#pragma clang fp contract(off) reassociate(off)
#endif

static_assert(FLT_EVAL_METHOD == 0, "Sunder needs doubles that are doubles: no 80-bit registers");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

namespace sunder::detail {

/// The relative error of one operation in any rounding mode: two units in the last place of 1.
inline constexpr double kUnit = 0x1p-52;
/// The relative error of one float operation in any rounding mode.
inline constexpr double kFloatUnit = 0x1p-23;

}  // namespace sunder::detail
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<float>::digits == 24);
