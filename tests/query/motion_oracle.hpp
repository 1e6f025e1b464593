// SPDX-License-Identifier: Apache-2.0
//
// Computes the signed distance of bodies after a small motion, to fifty digits, by enumeration.
// Separated bodies use all pairs of simplices; overlapping ones use all normals of vertex triples
// and edge pairs. Candidates far from the best at the start are dropped, so that differences are
// cheap.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <vector>

#include "oracle/world.hpp"

namespace sunder::traps {

using Float = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                            boost::multiprecision::et_off>;
using FloatVector = std::vector<Float>;

/// A translation, and a rotation about the pose's offset: one number in the plane, an axis times an
/// angle in space.
struct SmallMotion {
  FloatVector shift;
  FloatVector turn;
};
SmallMotion no_motion(std::size_t dimension);

struct MovingBody {
  oracle::Points<Float> points;
  FloatVector pivot;

  explicit MovingBody(const suite::BodyData& body);
  oracle::Points<Float> moved(const SmallMotion& motion) const;
};

class MotionOracle {
 public:
  /// Valid for motions by which no point moves more than `reach`.
  MotionOracle(const suite::BodyData& a, const suite::BodyData& b, double reach);

  Float signed_distance(const SmallMotion& a, const SmallMotion& b) const;
  std::size_t dimension() const { return a_.pivot.size(); }

 private:
  /// Vertices that span a normal, all of one body, or in space an edge of each.
  struct Spanning {
    std::vector<std::size_t> a;
    std::vector<std::size_t> b;
    int sign = 1;
  };
  using Simplices = Spanning;

  MovingBody a_;
  MovingBody b_;
  std::vector<Spanning> normals_;
  std::vector<Simplices> simplices_;
};

}  // namespace sunder::traps
