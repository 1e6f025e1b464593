// SPDX-License-Identifier: Apache-2.0
//
// The depth of two small hulls. Every facet of C = K_A - K_B is normal to a face of a, to a face of
// b, or to an edge of each whose arcs cross (gauss_map.hpp), so a list that leaves out only what is
// proven to build nothing proves the overlap and bounds the depth from below. No point of C but
// those that define a candidate is looked at: u . c for a c of C is at most the support height of C
// along u, and equal to it where the candidate is a facet. That bound is one product a candidate.
//
// Errors, eps = 2^-52, rho that of R's entries, P that of a component of c (FilteredPair).
//   Edges    e = R d, where d lost one rounding: s, the sum of |d_k| and a little times the
//            largest |R_lk|, is at least each |e_l|, and w s at least its error,
//            w = 6 eps + 2 rho, for a rotation has an entry above 1/2.
//   Normals  N = C n, n the body's own, off by nu, C the cofactors of R, off by chi and scaled so
//            that the largest is in [1/2, 1): |N_l| < 3, off by
//            eta = 3 (chi (1 + nu) + nu + 4 eps).
//   Sides    f . N is off by at most s (3 eta + 10 w + 40 eps), as long as eta is below 1/8, and
//            with both rounded to floats by at most s 2^-17 + 2^-120 more.
//   Pairs    n = e x f is off by at most s_e s_f (2 (w_a + w_b) + 5 eps) + 2^-900 in each entry.
// Between 2^-100 and 2^100 no square or product below leaves the range of doubles.
#pragma once

#include <array>

#include "geometry/small_hull.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Candidates for the nearest facet of C: the faces of a, those of b from `first_of_b` on, and the
/// pairs of edges from `first_pair` on. Slots that fill lanes repeat others.
struct alignas(64) Candidates {
  static constexpr std::size_t kMostPairs = 64;
  static constexpr std::size_t kSlots = 2 * SmallHull::kFaces + kMostPairs;
  using Slots = std::array<double, kSlots>;

  std::array<Slots, 3> direction;  ///< from a to b
  Slots error;                     ///< of each of its entries
  Slots lower;                     ///< proven below u . c / |u| of the true candidate
  std::size_t first_of_b;
  std::size_t first_pair;
  std::size_t end;
  std::size_t least;  ///< the slot with the least bound
  double next;        ///< no bound of the others is less

  /// For each pair 32 times the edge of a, and that of b, and kAgainst where the direction is
  /// against their cross product. Some are written past the last.
  static constexpr std::uint16_t kAgainst = 1024;
  std::array<std::uint16_t, kMostPairs + 64> edges;
};

/// One body's pose.
struct Turning {
  std::array<double, 9> linear;
  std::array<double, 9> cofactor;  ///< scaled by a power of two
  double stretch;                  ///< max_lk |R_lk|, rounded up
  double share;                    ///< w
  double normal_error;             ///< eta
  double side_margin;              ///< what f . N may be off by for edges of size 1
  double outward;                  ///< the sign of det R
};

/// One body, turned and not moved.
struct alignas(64) TurnedHull {
  template <class T, std::size_t N>
  using Rows = std::array<std::array<T, N>, 3>;

  Rows<double, SmallHull::kVertices> point;
  Rows<double, SmallHull::kEdges> edge;
  // To tell sides by.
  Rows<float, SmallHull::kEdges> edge_float;
  Rows<float, SmallHull::kFaces> normal_float;
};

struct SmallPair {
  const FilteredPair<3>* filtered;
  const SmallHull* a;
  const SmallHull* b;
  Turning turning_a;
  Turning turning_b;
  Vector3 gap_error;   ///< Lemma 1's, along each axis
  double point_error;  ///< P, the largest
  double reach;        ///< the sum of all entries
};

/// False if a face separates the bodies, or if there are more pairs than slots: parallel features.
bool list_candidates(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& candidates);

/// The largest u . c over C, rounded, and a vertex of each body where it is reached.
DirectionalGap height_of_difference(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                                    const Vector3& u);

/// Both hulls are small, and no scale is extreme.
bool are_small(const Pair<3>& pair) noexcept;

/// The room's depth for such a pair; undecided where the list is no proof.
Depth<3> penetrate_small(const FilteredPair<3>& filtered);

}  // namespace sunder::detail::sat
