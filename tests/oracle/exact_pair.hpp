// SPDX-License-Identifier: Apache-2.0
//
// Computes the tests' own depth in exact integers: every possible facet normal of C = K_A - K_B,
// and the least extent of C along any of them. A face of C is a face of K_A minus one of K_B. Its
// normal is that of a face of either, or orthogonal to an edge of each (in the plane: to an edge of
// either). Further directions do no harm, since none has less extent than the depth.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <vector>

#include "oracle/world.hpp"
#include "sunder/polytope.hpp"

namespace sunder::oracle {

using BigInt = boost::multiprecision::cpp_int;
using suite::Rational;

/// The points of a body (caller's indices) that may span its edges and faces.
struct Skeleton {
  struct Edge {
    std::array<std::int32_t, 2> ends{};
    std::array<std::int32_t, 2> faces{-1, -1};  ///< positions in `faces`, or -1 if unknown
  };
  std::vector<std::array<std::int32_t, 3>> faces;  ///< corners that are not collinear; 3-D
  std::vector<Edge> edges;
};

/// Every pair and triple of the body's points: no claim about faces is trusted.
Skeleton every_pair_and_triple(const suite::BodyData& body);

/// Returns the edges and faces that the library offers of a solid body, for bodies of too many
/// points for all triples. Tests of geometry compare these with Qhull.
Skeleton offered_skeleton(const Polytope2& polytope);
Skeleton offered_skeleton(const Polytope3& polytope);

/// The oracle's result for a pair.
struct ExactDepthOfPair {
  bool overlapping = false;  ///< the interiors meet; otherwise the rest is undefined
  Rational squared;
  /// The optimal facets' normals, from a to b, integers without common factor, in ascending order.
  Points<BigInt> directions;
  /// True for one direction, if every other candidate is at least a thousandth deeper.
  bool clearly_unique = false;
};

/// Both bodies in the world, times one common denominator; 2-D and 3-D.
class ExactPair {
 public:
  ExactPair(const suite::BodyData& a, const suite::BodyData& b);

  ExactDepthOfPair depth(const Skeleton& a, const Skeleton& b) const;

  /// Returns the extent of C along `direction`, max u.x over a minus min u.y over b. The direction
  /// is used as given, not as a unit vector.
  Rational extent(const std::vector<double>& direction) const;

  /// Returns the largest absolute coordinate in the world, to which the default width is relative.
  Rational scale() const;

  /// Points as integers, three coordinates each (in the plane the third is 0).
  const Points<BigInt>& a() const { return a_; }
  const Points<BigInt>& b() const { return b_; }
  const BigInt& denominator() const { return denominator_; }

 private:
  std::size_t dimension_;
  Points<BigInt> a_;
  Points<BigInt> b_;
  BigInt denominator_;
};

}  // namespace sunder::oracle
