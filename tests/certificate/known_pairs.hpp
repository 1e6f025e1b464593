// SPDX-License-Identifier: Apache-2.0
//
// Builds pairs of bodies in any dimension whose certificates are known in closed form.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sunder/certificate.hpp"

namespace sunder::test {

/// Bodies, poses and a certificate that proves a true statement about them.
struct KnownPair {
  std::string name;
  PolytopeN a;
  PolytopeN b;
  PoseN pose_a;
  PoseN pose_b;
  Certificate certificate;

  Check verify() const { return verify(certificate); }
  Check verify(const Certificate& claim) const {
    return sunder::verify(PosedN{a, pose_a}, PosedN{b, pose_b}, claim);
  }
  Check verify_swapped() const {
    return sunder::verify(PosedN{b, pose_b}, PosedN{a, pose_a}, certificate);
  }
};

PolytopeN body(int dimension, const std::vector<double>& coordinates);
PoseN matrix_pose(int dimension, const std::vector<double>& rows);
std::vector<ExactNumber> doubles(const std::vector<double>& values);

/// a is the simplex of 0 and d e_k; b is c - a, with c = (2, ..., 2): they share the middle of
/// their slanted facets. Pair k, k has the difference 2d e_k - 2 (1, ..., 1).
KnownPair touching_facets(int dimension);
/// touching_facets with c moved away by 1/2 along each axis; its distance sqrt(d) / 2 is proven.
KnownPair separated_facets(int dimension);
/// touching_facets with c = (1, ..., 1): d+1 pairs prove the overlap.
KnownPair overlapping_simplices(int dimension);
/// Returns two cross polytopes about one centre, proven by the 2d pairs of opposite tips.
KnownPair concentric_crosses(int dimension);
/// overlapping_simplices with the largest number of pairs, 2d+2.
KnownPair overlap_of_most_pairs(int dimension);

/// Returns all of the above.
std::vector<KnownPair> known_pairs(int dimension);

/// Returns the pair mapped by the matrix; its inverse transpose maps directions.
KnownPair moved(KnownPair pair, const std::vector<double>& rows,
                const std::function<std::vector<double>(std::vector<double>)>& take_direction);

}  // namespace sunder::test
