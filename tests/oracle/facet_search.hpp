// SPDX-License-Identifier: Apache-2.0
//
// Computes the least extent of C = K_A - K_B over its candidate facet normals. Long doubles with a
// proven error bound discard most candidates. Every one that may be the least, or whose normal is
// not known well, is evaluated in exact integers.
#pragma once

#include "oracle/exact_pair.hpp"

namespace sunder::oracle {

class FacetSearch {
 public:
  FacetSearch(const Points<BigInt>& a, const Points<BigInt>& b, std::size_t dimension);

  ExactDepthOfPair run(const Skeleton& a, const Skeleton& b, const BigInt& denominator);

 private:
  using Real = long double;
  using Triple = std::array<Real, 3>;
  static constexpr Real kEps = std::numeric_limits<Real>::epsilon();

  /// A body's points relative to its first, in units in which no coordinate of either body or of
  /// `offset_` is above 1. Each is off by at most kEps times `reach`.
  struct Side {
    const Points<BigInt>* exact = nullptr;
    std::vector<Triple> points;
    Real reach = 0;
  };
  /// The vector from one point of a side to another; off by at most `error` in length.
  struct Span {
    std::size_t side = 0;
    std::int32_t from = 0;
    std::int32_t to = 0;
    Triple v{};
    Real length = 0;
    Real error = 0;
  };
  /// A unit vector, off by at most `error`; with an error of 1 or more it is unknown.
  struct Unit {
    Triple v{};
    Real error = 1;
  };
  /// Orthogonal to both spans; in the plane the second is the third axis.
  struct Candidate {
    Span first;
    Span second;
    bool negated = false;
    Real at_least = 0;
  };

  Side make_side(const Points<BigInt>& points, unsigned unit) const;
  Span span(std::size_t side, std::int32_t from, std::int32_t to) const;
  std::vector<Span> spans_of(std::size_t side, const Skeleton& skeleton) const;
  Unit normal_of(const Span& first, const Span& second) const;
  std::vector<Unit> normals_of(std::size_t side, const Skeleton& skeleton) const;
  void offer(const Span& first, const Span& second);
  void offer_crossings(const Skeleton& a, const Skeleton& b);
  std::vector<BigInt> exact_vector(const Span& span) const;
  ExactDepthOfPair settle(const BigInt& denominator) const;

  std::size_t dimension_;
  std::array<Side, 2> sides_;
  Triple offset_{};
  Real reach_ = 0;  ///< no point of C is farther than this from 0
  Span third_axis_;
  Real at_most_ = std::numeric_limits<Real>::infinity();
  std::vector<Candidate> candidates_;
};

}  // namespace sunder::oracle
