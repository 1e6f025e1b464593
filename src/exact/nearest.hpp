// SPDX-License-Identifier: Apache-2.0
//
// Converts an exact fraction to the nearest double, by bits alone.
#pragma once

#include "exact/stack_integer.hpp"

namespace sunder::detail {

/// Returns numerator / denominator * 2^exponent, rounded to nearest, ties to even; infinite if it
/// overflows. The denominator is positive. A zero numerator gives +0.
double nearest_quotient(const BigInt& numerator, const BigInt& denominator, int exponent);
/// Does not allocate while the numbers lie on the stack.
double nearest_stack_quotient(const StackInt& numerator, const StackInt& denominator, int exponent);

}  // namespace sunder::detail
