// SPDX-License-Identifier: Apache-2.0
//
// Implements an integer of any size that records the widest value of all operations and the number
// of divisions. It measures the width that a fixed-width integer must have.
#pragma once

#include <algorithm>
#include <compare>
#include <concepts>

#include "exact/integer.hpp"
#include "exact/stack_integer.hpp"

namespace sunder::test {

class Watched {
 public:
  static inline int most_bits = 0;
  static inline long divisions = 0;
  static void reset() {
    most_bits = 0;
    divisions = 0;
  }

  Watched() = default;
  Watched(std::integral auto value) : Watched(detail::BigInt(value)) {}  // NOLINT: as integers do
  explicit operator std::int64_t() const { return static_cast<std::int64_t>(value_); }

  friend Watched operator+(const Watched& x, const Watched& y) {
    return Watched(detail::BigInt(x.value_ + y.value_));
  }
  friend Watched operator-(const Watched& x, const Watched& y) {
    return Watched(detail::BigInt(x.value_ - y.value_));
  }
  friend Watched operator*(const Watched& x, const Watched& y) {
    return Watched(detail::BigInt(x.value_ * y.value_));
  }
  friend Watched operator/(const Watched& x, const Watched& y) {
    ++divisions;
    inexact_ = inexact_ || x.value_ % y.value_ != 0;
    return Watched(detail::BigInt(x.value_ / y.value_));
  }
  Watched operator-() const { return Watched(detail::BigInt(-value_)); }
  Watched operator<<(int shift) const { return Watched(detail::BigInt(value_ << shift)); }
  Watched operator>>(int shift) const { return Watched(detail::BigInt(value_ >> shift)); }
  Watched& operator+=(const Watched& y) { return *this = *this + y; }
  Watched& operator-=(const Watched& y) { return *this = *this - y; }
  Watched& operator*=(const Watched& y) { return *this = *this * y; }
  Watched& operator<<=(int shift) { return *this = Watched(detail::BigInt(value_ << shift)); }
  friend bool operator==(const Watched& x, const Watched& y) { return x.value_ == y.value_; }
  friend std::strong_ordering operator<=>(const Watched& x, const Watched& y) {
    return x.value_.compare(y.value_) <=> 0;
  }

  friend int bit_length(const Watched& x) { return detail::bit_length(x.value_); }
  friend detail::BigInt to_big(const Watched& x) { return x.value_; }
  friend detail::StackInt to_stack(const Watched& x) { return detail::StackInt(x.value_); }
  const detail::BigInt& value() const { return value_; }
  /// True if there was a division with a remainder: then the pivots are wrong.
  static bool any_remainder() { return inexact_; }

 private:
  explicit Watched(detail::BigInt value) : value_(std::move(value)) {
    most_bits = std::max(most_bits, detail::bit_length(value_));
  }
  static inline bool inexact_ = false;
  detail::BigInt value_ = 0;
};

}  // namespace sunder::test
