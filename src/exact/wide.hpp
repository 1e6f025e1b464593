// SPDX-License-Identifier: Apache-2.0
//
// Implements integers of a fixed number of 64-bit limbs in two's complement, for the exact stages
// of a query. They live on the stack and need no branch. Sums and products are right modulo 2^(64
// Limbs) whatever the signs. Boost's fixed integers keep a sign and a length apart and branch on
// both; at two to sixteen limbs these are several times faster.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "exact/int128.hpp"
#include "exact/integer.hpp"

namespace sunder::detail {

/// An integer below 2^(64 Limbs - 1) in size. Overflow is silent: the caller has proven that no
/// result exceeds that.
template <std::size_t Limbs>
class Wide {
 public:
  Wide() = default;
  template <std::signed_integral T>
  Wide(T value) noexcept {  // NOLINT(google-explicit-constructor): as any other integer
    limbs_.fill(value < 0 ? ~std::uint64_t{0} : 0);
    limbs_[0] = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  }

  /// Widens an integer of fewer limbs.
  template <std::size_t Fewer>
    requires(Fewer < Limbs)
  explicit Wide(const Wide<Fewer>& value) noexcept {
    limbs_.fill(value.negative() ? ~std::uint64_t{0} : 0);
    for (std::size_t i = 0; i < Fewer; ++i) limbs_[i] = value.limb(i);
  }

  /// Returns value * 2^bits.
  static Wide shifted(std::int64_t value, int bits) noexcept {
    Wide result(0);
    const auto whole = static_cast<std::size_t>(bits) / 64;
    const auto part = static_cast<unsigned>(bits) % 64;
    const UInt128 both = static_cast<UInt128>(static_cast<Int128>(value)) << part;
    if (whole < Limbs) result.limbs_[whole] = static_cast<std::uint64_t>(both);
    for (std::size_t i = whole + 1; i < Limbs; ++i) {
      result.limbs_[i] = i == whole + 1 ? static_cast<std::uint64_t>(both >> 64)
                                        : (value < 0 ? ~std::uint64_t{0} : 0);
    }
    return result;
  }

  std::uint64_t limb(std::size_t i) const noexcept { return limbs_[i]; }
  bool negative() const noexcept { return (limbs_[Limbs - 1] >> 63) != 0; }
  explicit operator std::int64_t() const noexcept { return static_cast<std::int64_t>(limbs_[0]); }

  Wide& operator+=(const Wide& other) noexcept {
    UInt128 sum = 0;
    for (std::size_t i = 0; i < Limbs; ++i) {
      sum += static_cast<UInt128>(limbs_[i]) + other.limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(sum);
      sum >>= 64;
    }
    return *this;
  }
  Wide& operator-=(const Wide& other) noexcept {
    UInt128 sum = 1;
    for (std::size_t i = 0; i < Limbs; ++i) {
      sum += static_cast<UInt128>(limbs_[i]) + ~other.limbs_[i];
      limbs_[i] = static_cast<std::uint64_t>(sum);
      sum >>= 64;
    }
    return *this;
  }
  Wide& operator*=(const Wide& other) noexcept { return *this = *this * other; }
  Wide& operator<<=(int bits) noexcept {
    const auto whole = static_cast<std::size_t>(bits) / 64;
    const int part = bits % 64;
    for (std::size_t i = Limbs; i-- > 0;) {
      const std::uint64_t high = i >= whole ? limbs_[i - whole] : 0;
      const std::uint64_t low = i >= whole + 1 ? limbs_[i - whole - 1] : 0;
      limbs_[i] = part == 0 ? high : (high << part) | (low >> (64 - part));
    }
    return *this;
  }
  /// Rounds down.
  Wide& operator>>=(int bits) noexcept {
    const auto whole = static_cast<std::size_t>(bits) / 64;
    const int part = bits % 64;
    const std::uint64_t beyond = negative() ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < Limbs; ++i) {
      const std::uint64_t low = i + whole < Limbs ? limbs_[i + whole] : beyond;
      const std::uint64_t high = i + whole + 1 < Limbs ? limbs_[i + whole + 1] : beyond;
      limbs_[i] = part == 0 ? low : (low >> part) | (high << (64 - part));
    }
    return *this;
  }

  friend Wide operator+(Wide p, const Wide& q) noexcept { return p += q; }
  friend Wide operator-(Wide p, const Wide& q) noexcept { return p -= q; }
  friend Wide operator-(const Wide& p) noexcept { return Wide(0) - p; }
  friend Wide operator<<(Wide p, int bits) noexcept { return p <<= bits; }
  friend Wide operator>>(Wide p, int bits) noexcept { return p >>= bits; }
  friend Wide operator*(const Wide& p, const Wide& q) noexcept {
    if constexpr (Limbs <= 4) {
      return product(p, q);
    } else {
      return called_product(p, q);
    }
  }
  friend bool operator==(const Wide& p, const Wide& q) noexcept {
    std::uint64_t differing = 0;
    for (std::size_t i = 0; i < Limbs; ++i) differing |= p.limbs_[i] ^ q.limbs_[i];
    return differing == 0;
  }
  friend std::strong_ordering operator<=>(const Wide& p, const Wide& q) noexcept {
    const auto top_p = static_cast<std::int64_t>(p.limbs_[Limbs - 1]);
    const auto top_q = static_cast<std::int64_t>(q.limbs_[Limbs - 1]);
    if (top_p != top_q) return top_p <=> top_q;
    for (std::size_t i = Limbs - 1; i-- > 0;) {
      if (p.limbs_[i] != q.limbs_[i]) return p.limbs_[i] <=> q.limbs_[i];
    }
    return std::strong_ordering::equal;
  }

 private:
  // The product, limb by limb. It is unrolled by pragma: compilers leave eight rounds as a loop and
  // keep the sum in memory, at three times the cost.
  [[gnu::always_inline]] static inline Wide product(const Wide& p, const Wide& q) noexcept {
    Wide product;
    UInt128 sum = 0;
#pragma GCC unroll 16
    for (std::size_t k = 0; k < Limbs; ++k) {
      std::uint64_t carry = 0;
#pragma GCC unroll 16
      for (std::size_t i = 0; i <= k; ++i) {
        const UInt128 part = wide_product(p.limbs_[i], q.limbs_[k - i]);
        sum += part;
        carry += sum < part ? 1 : 0;
      }
      product.limbs_[k] = static_cast<std::uint64_t>(sum);
      sum = (sum >> 64) | (static_cast<UInt128>(carry) << 64);
    }
    return product;
  }
  /// The wider products take hundreds of instructions; a call keeps one copy of them in the
  /// program. A coordinate has one limb, and is a frequent factor.
  [[gnu::noinline]] static Wide called_product(const Wide& p, const Wide& q) noexcept {
    if (q.has_one_limb()) return short_product(p, q.limbs_[0]);
    if (p.has_one_limb()) return short_product(q, p.limbs_[0]);
    return product(p, q);
  }
  bool has_one_limb() const noexcept {
    const std::uint64_t sign = (limbs_[0] >> 63) != 0 ? ~std::uint64_t{0} : 0;
    std::uint64_t differing = 0;
    for (std::size_t i = 1; i < Limbs; ++i) differing |= limbs_[i] ^ sign;
    return differing == 0;
  }
  /// Multiplies by a signed number of one limb: without its sign, then less 2^64 if it is negative.
  static Wide short_product(const Wide& p, std::uint64_t limb) noexcept {
    const std::uint64_t sign = (limb >> 63) != 0 ? ~std::uint64_t{0} : 0;
    Wide product;
    std::uint64_t carry = 0;
    UInt128 difference = 0;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Limbs; ++i) {
      const UInt128 part = wide_product(p.limbs_[i], limb) + carry;
      carry = static_cast<std::uint64_t>(part >> 64);
      const std::uint64_t lost = i == 0 ? 0 : p.limbs_[i - 1] & sign;
      difference = static_cast<UInt128>(static_cast<std::uint64_t>(part)) - lost - difference;
      product.limbs_[i] = static_cast<std::uint64_t>(difference);
      difference = (difference >> 64) & 1;
    }
    return product;
  }

  std::array<std::uint64_t, Limbs> limbs_;
};

template <std::size_t Limbs>
int sign_of(const Wide<Limbs>& value) noexcept {
  return value.negative() ? -1 : (value == Wide<Limbs>(0) ? 0 : 1);
}

/// Returns number of bits of |value|; 0 for 0.
template <std::size_t Limbs>
int bit_length(const Wide<Limbs>& value) noexcept {
  const Wide<Limbs> size = value.negative() ? -value : value;
  for (std::size_t i = Limbs; i-- > 0;) {
    if (size.limb(i) != 0)
      return static_cast<int>(64 * i) + static_cast<int>(std::bit_width(size.limb(i)));
  }
  return 0;
}

/// Returns value / 2^shift, within one unit; the caller chose `shift` so that the result fits 62
/// bits.
template <std::size_t Limbs>
std::int64_t scaled_down(const Wide<Limbs>& value, int shift) noexcept {
  return static_cast<std::int64_t>(shift <= 0 ? value : value >> shift);
}

template <std::size_t Limbs>
BigInt to_big(const Wide<Limbs>& value) {
  const Wide<Limbs> size = value.negative() ? -value : value;
  BigInt big = 0;
  for (std::size_t i = Limbs; i-- > 0;) {
    big <<= 64;
    big += size.limb(i);
  }
  return value.negative() ? BigInt(-big) : big;
}

/// Returns the inverse of an odd number modulo 2^64.
inline std::uint64_t inverse_of_odd(std::uint64_t odd) noexcept {
  // (3 d) ^ 2 is right in five bits, and each step doubles their number: 10, 20, 40, 80.
  const auto doubled = [odd](std::uint64_t inverse) { return inverse * (2 - odd * inverse); };
  return doubled(doubled(doubled(doubled((3 * odd) ^ 2))));
}

/// Quotients that are known to be whole, all by one divisor. The general template divides. The
/// specialisations multiply by the inverse of the divisor's odd part modulo a power of two: one
/// product for each quotient.
template <class Int>
class ExactDivisor {
 public:
  explicit ExactDivisor(const Int& divisor) : divisor_(divisor) {}
  Int quotient(const Int& value) const { return Int(value / divisor_); }

 private:
  Int divisor_;
};

template <>
class ExactDivisor<Int128> {
 public:
  /// The divisor is not zero.
  explicit ExactDivisor(Int128 divisor) noexcept {
    const auto low = static_cast<std::uint64_t>(divisor);
    const auto high = static_cast<std::uint64_t>(static_cast<UInt128>(divisor) >> 64);
    zeros_ = low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(high);
    const auto odd = static_cast<UInt128>(divisor >> zeros_);
    inverse_ = inverse_of_odd(static_cast<std::uint64_t>(odd));
    inverse_ *= 2 - odd * inverse_;
  }
  Int128 quotient(Int128 value) const noexcept {
    return static_cast<Int128>(static_cast<UInt128>(value >> zeros_) * inverse_);
  }

 private:
  UInt128 inverse_;
  int zeros_;
};

template <std::size_t Limbs>
class ExactDivisor<Wide<Limbs>> {
 public:
  /// The divisor is not zero.
  explicit ExactDivisor(const Wide<Limbs>& divisor) noexcept : is_one_(divisor == Wide<Limbs>(1)) {
    if (is_one_) return;
    std::size_t whole = 0;
    while (divisor.limb(whole) == 0) ++whole;
    zeros_ = static_cast<int>(64 * whole) + std::countr_zero(divisor.limb(whole));
    const Wide<Limbs> odd = divisor >> zeros_;
    inverse_ = Wide<Limbs>(static_cast<std::int64_t>(inverse_of_odd(odd.limb(0))));
    for (std::size_t right = 1; right < Limbs; right *= 2) {
      inverse_ *= Wide<Limbs>(2) - odd * inverse_;
    }
  }
  Wide<Limbs> quotient(const Wide<Limbs>& value) const noexcept {
    return is_one_ ? value : (value >> zeros_) * inverse_;
  }

 private:
  Wide<Limbs> inverse_;
  int zeros_ = 0;
  bool is_one_;
};

}  // namespace sunder::detail
