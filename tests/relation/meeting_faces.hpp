// SPDX-License-Identifier: Apache-2.0
//
// Implements an oracle for relation() that shares no idea with it: no supporting plane, no
// recursion, no hull.
//
// Common points of the bodies are sum l_i a_i = sum m_j b_j, all weights >= 0, both sums 1. The
// smallest face of a that contains them all contains exactly the a_i with a positive weight in some
// common point. If there is such a point, a basic solution of the system gives one. The oracle
// therefore lists all basic solutions, by trying every set of columns.
#pragma once

#include <cstdint>
#include <vector>

#include "sunder/relation.hpp"

namespace sunder::test {

using LatticePoint = std::vector<std::int64_t>;
using LatticePoints = std::vector<LatticePoint>;

struct MeetingFaces {
  std::vector<bool> in_a;  ///< for each point of a: true in the face; all false if separated
  std::vector<bool> in_b;
  int dimension_a = -1;  ///< of the faces and of the common part
  int dimension_b = -1;
  int contact_dimension = -1;
};

/// Tries d + 2 columns at a time out of all points: for a dozen of them.
MeetingFaces find_meeting_faces(const LatticePoints& a, const LatticePoints& b);

/// True if x is in the hull of `points`, by the same enumeration.
bool lies_in(const LatticePoint& x, const LatticePoints& points);

/// Returns the dimension of the affine hull; -1 for no point.
int affine_dimension(const LatticePoints& points);

/// Returns the points marked in `among` that are corners of their hull: the first of coincident
/// ones, and none in the hull of the others.
std::vector<std::int32_t> corners(const LatticePoints& points, const std::vector<bool>& among);

}  // namespace sunder::test
