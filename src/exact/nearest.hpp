// SPDX-License-Identifier: Apache-2.0
//
// From an exact fraction to the double next to it, by bits alone.
#pragma once

#include "exact/stack_integer.hpp"

namespace sunder::detail {

/// numerator / denominator * 2^exponent, rounded to nearest, ties to even; infinite where it
/// overflows. The denominator is positive. 0 is +0.
double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent);
/// Does not allocate while the numbers lie on the stack.
double nearest_stack_quotient(const StackInt& numerator, const StackInt& denominator, int exponent);

}  // namespace sunder::detail
