// SPDX-License-Identifier: Apache-2.0
//
// Decides and measures one pair of bodies of a checker, by the questions about one pair.
#pragma once

#include "robot/checker/data.hpp"
#include "sunder/body.hpp"

namespace sunder::detail::robot {

/// A body at a pose, with the radius that counts.
struct PlacedBody {
  const CheckBody& body;
  const Pose3& pose;
  double radius;
};

/// Returns the verdict of the bodies at a margin: touching at it, overlapping closer. It is undecided where
/// the prisms of cylinders disagree.
Verdict decide_pair(const PlacedBody& a, const PlacedBody& b, double margin);

/// Returns an interval that holds the distance, and writes the witness of bodies that are apart.
Interval measure_pair(const PlacedBody& a, const PlacedBody& b, double width, Witness<3>* witness);

}  // namespace sunder::detail::robot
