// SPDX-License-Identifier: Apache-2.0
//
// What every error bound of the library rests on: doubles that are IEEE 754 doubles, and operations
// that are done as they are written. Each source file sees this one (a test looks), so that a build
// with flags that would void a proof does not compile.
#pragma once

#include <cfloat>
#include <limits>

#if defined(__FAST_MATH__)
#error "Sunder's proofs do not hold under -ffast-math; build the library without it"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "Sunder's proofs do not hold under -ffinite-math-only; build the library without it"
#endif
// g++ says so with a macro for each; -funsafe-math-optimizations is all three.
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error "Sunder's proofs do not hold under -funsafe-math-optimizations; build the library without it"
#endif

// clang has no such macros, but takes the flags back where it is told to: nothing is reassociated
// or replaced from here on, nor contracted.
#if defined(__clang__)
#pragma float_control(precise, on)
#pragma clang fp contract(off) reassociate(off)
#endif

static_assert(FLT_EVAL_METHOD == 0, "Sunder needs doubles that are doubles: no 80-bit registers");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<double>::digits == 53);

namespace sunder::detail {

/// The relative error of one operation in any rounding mode: two units in the last place of 1.
inline constexpr double kUnit = 0x1p-52;
/// The same of floats.
inline constexpr double kFloatUnit = 0x1p-23;

}  // namespace sunder::detail
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<float>::digits == 24);
