// SPDX-License-Identifier: Apache-2.0
//
// exact_numbers() converts exact integer directions to the form that certificates use.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "exact/rounding.hpp"
#include "exact/wide.hpp"
#include "sunder/certificate.hpp"

namespace sunder::detail::lp {

/// Returns exact numbers without their common power of two: doubles if 53 bits hold all of them,
/// else decimals.
template <class Int>
std::vector<ExactNumber> exact_numbers(std::span<const Int> values) {
  std::vector<BigInt> big;
  big.reserve(values.size());
  unsigned zeros = ~0U;
  for (const Int& value : values) {
    big.push_back(to_big(value));
    if (big.back() != 0) {
      zeros = std::min(zeros, static_cast<unsigned>(lsb(boost::multiprecision::abs(big.back()))));
    }
  }
  int bits = 0;
  for (BigInt& value : big) {
    if (value != 0) value /= BigInt(1) << zeros;  // exact; see scaled_down() on shifts
    bits = std::max(bits, bit_length(value));
  }
  std::vector<ExactNumber> numbers;
  numbers.reserve(big.size());
  for (const BigInt& value : big) {
    numbers.push_back({value.convert_to<double>(), bits <= 53 ? std::string() : value.str()});
  }
  return numbers;
}

}  // namespace sunder::detail::lp
