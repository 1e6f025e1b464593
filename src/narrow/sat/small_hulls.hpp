// SPDX-License-Identifier: Apache-2.0
//
// The depth of two small hulls. Every facet of C = K_A - K_B is normal to a face of a, to a face of
// b, or to an edge of each whose arcs cross (gauss_map.hpp), and the depth is the least distance of
// their planes: h(u) = the largest u . c over C, for the facet's unit normal u. So a list that
// leaves out only what is proven to build nothing, or to be farther than another, proves the
// overlap and bounds the depth from below.
//
// Floats leave out nearly all of it. h at the normals of all faces gives a bound U on the depth.
// Let v be an end of edge e of a, w a point of b, and n1, n2 the unit normals of e's faces. A facet
// that e builds has a unit normal u = s n1 + t n2, s and t at least 0, and s + t is at least 1. So
//   h(u) >= u . (v - w) >= min(n1 . (v - w), n2 . (v - w))   if that is positive,
// and if one w puts that above U, e builds nothing that matters. Of 18 edges about two stay, and
// only for these it is asked which edges of b their arcs cross, and how far off that is.
//
// Errors of the floats, eps = 2^-23, any rounding mode. Points are taken from a's first, so that
// bodies far from the origin lose nothing; E is the largest of their entries, and P the error of an
// entry of a point of C in doubles (FilteredPair).
//   Normals  N = C n, n the body's own, of length 1, off by nu (SmallHull), C the cofactors of R,
//            off by chi and scaled so that the largest is in [1/2, 1), both rounded: off by
//            eta = 3.25 (chi + nu) + 2^-20 in each entry. Divided by its length it is off the
//            true unit normal by at most delta = 4 eta / |N| + 2^-20, for
//            |x / |x| - y / |y|| <= 2 |x - y| / |x|. A length below 2^-30 is taken for that, which
//            makes delta more than 2. Where R stretches by 1 +- 2^-24 it is its own inverse
//            transposed, to 2^-22.9, so R n, as it is, does with chi = rho.
//   Heights  The points are off by eps E + 2 P. A product of one with a normal is off by at most
//            1.8 delta E + 8 eps E + 3.6 P, a difference of two, with a margin taken off, summed in
//            any order, by E (15 eta / |N| + 2^-16) + 8 P + 2^-110.
//   Edges    f = R d, both scaled to entries of at most 1 and rounded: with S the sum of |d_k|, each
//            entry is at most S and off by S (5.1 eps + w), w = 6 2^-52 + 2 rho, rho that of R's
//            entries, for a rotation has an entry above 1/2.
//   Sides    f . N is off by at most S (2 (delta + w) + 2^-18) + 2^-118.
//   Pairs    n = e x f, each entry at most 2 S_e S_f and off by S_e S_f (24 eps + 4 w), so n . c is
//            off by at most S_e S_f (E (204 eps + 24 w) + 24 P), and |n| by S_e S_f (41 eps + 7 w),
//            which counts for less than 4 E times that: a height above 4 E |n| there is not.
// Those that stay are measured in doubles (small_depth.cpp).
#pragma once

#include <array>

#include "geometry/small_hull.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// What a facet of C may be built of.
struct Candidate {
  enum class Of : std::uint8_t { face_of_a, face_of_b, edges };

  Of built;
  std::int8_t way;  ///< edges: the facet's normal is along this times their cross product
  std::uint8_t e;   ///< the face, or the edge of a
  std::uint8_t f;   ///< the edge of b
  float lower;      ///< the facet, if it is one, is at least that far
};

/// What the nearest facet of C may be built of.
struct Candidates {
  static constexpr std::size_t kMost = 96;

  bool separated;  ///< proven, by a face; then there is no list
  std::size_t count;
  std::array<Candidate, kMost> items;  // unset past the last
};

/// One body's pose.
struct Turning {
  const double* linear;         ///< R
  std::array<float, 9> shrunk;  ///< R, scaled so that no entry is larger than about 1
  std::array<float, 9> facing;  ///< turns outward normals: R itself, or its cofactors, scaled
  bool keeps_lengths;           ///< of what `facing` turns
  float normal_error;           ///< eta
  double stretch;               ///< max_lk |R_lk|, rounded up
  double share;                 ///< w
  double outward;               ///< the sign of det R
};

/// One body, turned.
struct alignas(64) TurnedHull {
  template <class T, std::size_t N>
  using Rows = std::array<std::array<T, N>, 3>;

  Rows<double, SmallHull::kVertices> point;  ///< not moved
  Rows<float, SmallHull::kVertices> near;    ///< from the first point of a
  Rows<float, SmallHull::kFaces> normal;     ///< outward, of length 1
  SmallHull::PerFace<float> off;             ///< delta
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

/// False where the bounds do not hold.
bool set_pair(const FilteredPair<3>& filtered, SmallPair& pair) noexcept;

/// False if there are more candidates than slots: parallel features.
bool list_candidates(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& candidates);

/// The largest u . c over C, rounded, and a vertex of each body where it is reached.
DirectionalGap height_of_difference(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                                    const Vector3& u);

/// Both hulls are small, and no scale is extreme.
bool are_small(const Pair<3>& pair) noexcept;

/// The algorithm's depth for such a pair; undecided where the list is no proof.
Depth<3> penetrate_small(const FilteredPair<3>& filtered);

}  // namespace sunder::detail::sat
