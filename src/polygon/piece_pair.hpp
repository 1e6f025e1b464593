// SPDX-License-Identifier: Apache-2.0
//
// The questions about two convex pieces at their places.
#pragma once

#include <cstdint>

#include "exact/root_sum.hpp"
#include "polygon/placed.hpp"
#include "query/margin/sum.hpp"

namespace sunder::detail::polygon {

/// The pieces of two parts.
class PiecePair2 {
 public:
  PiecePair2(const PlacedPieces& a, const PlacedPieces& b) noexcept;

  const PlacedPieces& side(int side) const noexcept { return side == 0 ? a_ : b_; }

  /// Do two pieces meet? A flat one overlaps a polygon on its cuts too. Exact. Throws std::bad_alloc.
  Decision decide(std::int32_t i, std::int32_t j, const BodySearch& search) const;
  /// The distance of two pieces that are apart, without parts' numbers.
  Distance2 measure(std::int32_t i, std::int32_t j, const BodySearch& search) const;
  /// The distance of two pieces, exactly. Throws std::bad_alloc.
  Root measure_exactly(std::int32_t i, std::int32_t j) const;
  /// Compares the distance of two pieces that are apart with the sum of the terms, which is positive; the fourth and
  /// the fifth are 0.
  Decision compare(std::int32_t i, std::int32_t j, const MarginTerms& terms,
                   const BodySearch& search) const;

 private:
  Decision decide_convex(std::int32_t i, std::int32_t j, const BodySearch& search) const;
  bool meets_cut(const PlacedPieces& flat, std::int32_t piece, const PlacedPieces& polygon,
                 std::int32_t part) const;
  IntegerPair<2, BigInt> exact(std::int32_t i, std::int32_t j) const;

  const PlacedPieces& a_;
  const PlacedPieces& b_;
  double error_;  ///< of both poses
};

/// Does one verdict take the place of another: overlapping that of touching, touching that of separated?
inline bool is_worse(Verdict one, Verdict other) noexcept {
  const auto rank = [](Verdict verdict) {
    return verdict == Verdict::overlapping ? 2 : (verdict == Verdict::touching ? 1 : 0);
  };
  return rank(one) > rank(other);
}

}  // namespace sunder::detail::polygon
