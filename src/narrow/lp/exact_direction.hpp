// SPDX-License-Identifier: Apache-2.0
//
// Represents a direction in whole numbers, as exact pivoting finds it.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "exact/stack_integer.hpp"

namespace sunder::detail::lp {

/// It needs no allocation in 2-D and 3-D, up to 512 bits an entry.
class ExactDirection {
 public:
  bool empty() const noexcept { return count_ == 0; }
  std::span<const StackInt> entries() const noexcept {
    return many_.empty() ? std::span(few_).first(count_) : std::span<const StackInt>(many_);
  }
  /// Divides the values by their common power of two.
  template <class Int>
  void assign(std::span<const Int> values) {
    count_ = values.size();
    if (count_ > few_.size()) many_.resize(count_);
    const std::span<StackInt> out =
        many_.empty() ? std::span(few_).first(count_) : std::span<StackInt>(many_);
    unsigned zeros = ~0U;
    for (std::size_t i = 0; i < count_; ++i) {
      out[i] = to_stack(values[i]);
      if (out[i] == 0) continue;
      zeros = std::min(zeros, static_cast<unsigned>(lsb(StackInt(abs(out[i])))));
    }
    for (StackInt& entry : out) {
      // Magnitudes are shifted; see scaled_down().
      if (entry != 0) entry = entry < 0 ? StackInt(-(StackInt(-entry) >> zeros)) : entry >> zeros;
    }
  }

 private:
  std::size_t count_ = 0;
  std::array<StackInt, 3> few_;
  std::vector<StackInt> many_;
};

}  // namespace sunder::detail::lp
