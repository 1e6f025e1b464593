// SPDX-License-Identifier: Apache-2.0
//
// Sums products in double and records whether it had to round.
#pragma once

#include <cmath>

#include "exact/expansion.hpp"

namespace sunder::detail::files {

class TrackedSum {
 public:
  void add(double term) noexcept {
    const Exact2 sum = two_sum(value_, term);
    value_ = sum.value;
    if (sum.residue != 0) rounded_ = true;
  }
  void add_product(double a, double b) noexcept {
    const Exact2 product = two_product(a, b);
    // Below 2^-900 the residue itself may be lost; the sum counts as rounded though it may be
    // exact.
    const bool tiny = a != 0 && b != 0 && std::abs(product.value) < 0x1p-900;
    if (product.residue != 0 || tiny) rounded_ = true;
    add(product.value);
  }
  double value() const noexcept { return value_; }
  bool rounded() const noexcept { return rounded_; }

 private:
  double value_ = 0;
  bool rounded_ = false;
};

}  // namespace sunder::detail::files
