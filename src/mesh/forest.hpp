// SPDX-License-Identifier: Apache-2.0
//
// Disjoint sets of the numbers 0 to n - 1, which joins make larger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sunder::detail::mesh {

class Forest {
 public:
  explicit Forest(std::size_t size) : up_(size), sets_(size) {
    std::iota(up_.begin(), up_.end(), 0);
  }
  /// Returns the number that stands for the set of i.
  std::int32_t root(std::int32_t i) noexcept {
    while (up_[static_cast<std::size_t>(i)] != i) {
      std::int32_t& up = up_[static_cast<std::size_t>(i)];
      up = up_[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  }
  void join(std::int32_t i, std::int32_t j) noexcept {
    const std::int32_t p = root(i), q = root(j);
    if (p == q) return;
    up_[static_cast<std::size_t>(p)] = q;
    --sets_;
  }
  std::size_t sets() const noexcept { return sets_; }

 private:
  std::vector<std::int32_t> up_;
  std::size_t sets_;
};

}  // namespace sunder::detail::mesh
