// SPDX-License-Identifier: Apache-2.0
//
// Builds pairs in small integers so that the verdict is known, before any transform is applied.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suite/case.hpp"
#include "suite/lattice.hpp"

namespace sunder::suite {

/// A body of integer points. If `linear` is present, the body is linear * points + offset; linear
/// may be singular.
struct Side {
  std::vector<Point> points;
  std::optional<Matrix> linear;
  Point offset;

  std::vector<Point> world() const;
};

/// b is moved by factor * 2^exponent * direction.
struct Shift {
  Point direction;
  std::int64_t factor = 0;
  int exponent = 0;
};

struct BasePair {
  int dimension = 0;
  std::string kind;
  Side a;
  Side b;
  Shift shift;
  Verdict verdict = Verdict::undecided;
  std::optional<Rational> distance_squared;
  std::optional<bool> contained;
  /// The shift must be one unit in the last place of the largest coordinate.
  bool shift_is_one_ulp = false;
};

/// Contact of two faces of any rank on a common supporting hyperplane.
BasePair touching_pair(Random& random, int dimension);
/// Returns a touching pair, with b moved along the hyperplane's normal: separated, or (one body
/// thick) overlapping.
BasePair shifted_pair(Random& random, int dimension);
/// Returns a touching pair, with b moved by one unit in the last place.
BasePair one_ulp_pair(Random& random, int dimension);
/// Returns a point of b inside a.
BasePair overlapping_pair(Random& random, int dimension);
/// Returns two flat bodies that cross in their relative interiors.
BasePair crossing_pair(Random& random, int dimension);
/// Returns a pair of lower dimension embedded in space: coplanar, collinear, or single points.
BasePair flat_pair(Random& random, int dimension);
/// Returns a point against a body: inside, on its boundary, outside.
BasePair point_pair(Random& random, int dimension);
/// Returns a body that a singular matrix flattens, touching another.
BasePair singular_pair(Random& random, int dimension);
/// Touching or separated along the normal; one body is 10^6 times the other.
BasePair size_ratio_pair(Random& random, int dimension);
/// a inside b, or on its boundary.
BasePair contained_pair(Random& random, int dimension);

}  // namespace sunder::suite
