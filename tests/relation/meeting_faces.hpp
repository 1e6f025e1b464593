// SPDX-License-Identifier: Apache-2.0
//
// An oracle for relation() that shares no idea with it: no supporting plane, no recursion, no hull.
//
// Common points of the bodies are sum l_i a_i = sum m_j b_j, all weights >= 0, both sums 1. The
// smallest face of a that holds them all holds exactly the a_i that some common point gives a
// positive weight, and a basic solution of the system gives one wherever there is one. So all basic
// solutions are listed, by trying every set of columns.
#pragma once

#include <cstdint>
#include <vector>

#include "sunder/relation.hpp"

namespace sunder::test {

using LatticePoint = std::vector<std::int64_t>;
using LatticePoints = std::vector<LatticePoint>;

struct MeetingFaces {
  std::vector<bool> in_a;  ///< for each point of a: it lies in the face; all false if separated
  std::vector<bool> in_b;
  int dimension_a = -1;  ///< of the faces and of the common part
  int dimension_b = -1;
  int contact_dimension = -1;
};

/// d + 2 columns at a time out of all points: for a dozen of them.
MeetingFaces find_meeting_faces(const LatticePoints& a, const LatticePoints& b);

/// x in the hull of `points`, by the same enumeration.
bool lies_in(const LatticePoint& x, const LatticePoints& points);

/// Dimension of the affine hull; -1 of no point.
int affine_dimension(const LatticePoints& points);

/// Which of the points marked in `among` are corners of their hull: the first of those that
/// coincide, and none that lies in the hull of the others.
std::vector<std::int32_t> corners(const LatticePoints& points, const std::vector<bool>& among);

}  // namespace sunder::test
