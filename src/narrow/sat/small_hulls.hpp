// SPDX-License-Identifier: Apache-2.0
//
// penetrate_small() computes the depth of two small hulls. A facet of C = K_A - K_B is parallel to
// a body's face, or spanned by an edge of each whose arcs cross (gauss_map.hpp). The depth is the
// least distance of their planes: h(u) = the largest u . c over C, for the facet's unit normal u. A
// list may leave out what is proven to span no facet, or to be farther than another. It still
// proves the overlap and bounds the depth from below.
//
// Floats leave out nearly all candidates. h at the normals of all faces gives a bound U on the
// depth. Let v be an end of edge e of a, w a point of b, and n1, n2 the unit normals of e's faces.
// A facet that e spans has a unit normal u = s n1 + t n2, with s and t at least 0 and s + t at
// least 1. Hence
//
//   h(u) >= u . (v - w) >= min(n1 . (v - w), n2 . (v - w))   if that is positive,
//
// and if one w puts that above U, no facet of e is the nearest. About two of 18 edges remain, and
// only these are tested against the edges of b. The rest is measured in doubles (small_depth.cpp).
//
// The proof of the floats' errors: docs/bounds/small_hulls.md. It names eta, delta, E, P and w
// below.
#pragma once

#include <array>

#include "geometry/small_hull.hpp"
#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// The features that may span a facet of C.
struct Candidate {
  enum class Of : std::uint8_t { face_of_a, face_of_b, edges };

  Of built;
  std::int8_t sign;  ///< edges: the facet's normal is along this times their cross product
  std::uint8_t e;    ///< the face, or the edge of a
  std::uint8_t f;    ///< the edge of b
  float lower;       ///< lower bound on the distance of the facet, if it is one
};

/// The candidates for the nearest facet of C.
struct Candidates {
  static constexpr std::size_t kMost = 96;

  bool separated;  ///< proven, by a face; then the list is empty
  std::size_t count;
  std::array<Candidate, kMost> items;  // unset past the last
};

/// One body's pose.
struct Turning {
  const double* linear;         ///< R
  std::array<float, 9> shrunk;  ///< R, scaled so that no entry is larger than about 1
  std::array<float, 9> facing;  ///< maps outward normals: R itself, or its cofactors, scaled
  bool keeps_lengths;           ///< true if `facing` keeps lengths
  float normal_error;           ///< eta
  double stretch;               ///< max_lk |R_lk|, rounded up
  double share;                 ///< w
  double outward;               ///< the sign of det R
};

/// One body, rotated.
struct alignas(64) TurnedHull {
  template <class T, std::size_t N>
  using Rows = std::array<std::array<T, N>, 3>;

  Rows<double, SmallHull::kVertices> point;  ///< without the offset
  Rows<float, SmallHull::kVertices> near;    ///< relative to the first point of a
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

/// Returns false where the bounds do not hold.
bool set_pair(const FilteredPair<3>& filtered, SmallPair& pair) noexcept;

/// Returns false if there are more candidates than slots, which means parallel features.
bool list_candidates(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& candidates);

/// Returns the largest u . c over C, rounded, and a vertex of each body that attains it.
DirectionalGap height_of_difference(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                                    const Vector3& u);

/// Returns true if both hulls are small, and no scale is extreme.
bool are_small(const Pair<3>& pair) noexcept;

/// Above it the expanding polytope is faster.
inline constexpr std::size_t kMostTiedCandidates = 6;

/// Returns the algorithm's depth for such a pair; undecided where the list is no proof, or more than
/// `most` candidates must be measured.
Depth<3> penetrate_small(const FilteredPair<3>& filtered, std::size_t most = Candidates::kMost);

}  // namespace sunder::detail::sat
