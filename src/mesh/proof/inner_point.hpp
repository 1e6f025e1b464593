// SPDX-License-Identifier: Apache-2.0
//
// A point that proves an overlap of two parts.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certificate/posed_part.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {

/// The fields of a BodyCertificate of that name.
struct InnerPoint {
  PartPoint a, b;
  std::vector<ExactNumber> point;
};

/// A part and where it is: a view.
struct PlacedPart {
  const Part3* part;
  const Pose3* body;
};

/// Returns a common inner point of parts that overlap; none where none is found. The triangles are those that meet, as
/// intersects() names them, or -1. Throws std::bad_alloc. Cost: some exact windings where two triangles cross.
std::optional<InnerPoint> find_inner_point(const PlacedPart& a, const PlacedPart& b,
                                           std::int32_t triangle_a, std::int32_t triangle_b);

/// Returns the first coordinates of a point: doubles, decimal integers or quotients.
std::vector<ExactNumber> numbers_of(const certificate::WorldPoint& x, int dimension);
/// Returns the point with coordinates rounded to doubles; none where one is beyond them.
std::optional<certificate::WorldPoint> rounded_point(const certificate::WorldPoint& x);

}  // namespace sunder::detail::mesh
