// SPDX-License-Identifier: Apache-2.0
//
// Where points and segments lie in a polygon, counted from the caller's rings by the even-odd rule.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "certificate/posed_part.hpp"

namespace sunder::detail::certificate {

/// Where a point of a polygon's own frame lies. Edges that cancel bound nothing. Cost: O(n).
Location locate_in_rings(const PosedPart& polygon, const LocalPoint& x);

/// The point p + (q - p) part / whole of a segment; whole is positive.
struct Step {
  BigInt part, whole = 1;
};
LocalPoint point_at(const LocalPoint& p, const LocalPoint& q, const Step& step);

/// Returns a step into each piece of the segment from p to q that the edges of a polygon's rings leave. Each piece lies
/// inside, outside or on the outline as a whole. One step if p = q. Cost: O(n log n).
std::vector<Step> steps_between_edges(const PosedPart& polygon, const LocalPoint& p,
                                      const LocalPoint& q);

/// Returns those of some points of a part that lie at the ends of their segment, by their places in points(); twice the
/// same for a point. They lie on a line in the plane, and there is one at least.
std::array<std::int32_t, 2> ends_of_line(const PosedPart& part,
                                         std::span<const std::int32_t> points);

/// Returns a step from one point of the world towards another that leads inside a polygon; none where no point between
/// them is inside. The poses do not flatten the polygon. Cost: O(n) for each piece that the rings leave.
std::optional<Step> step_inside(const PosedPart& polygon, const WorldPoint& from,
                                const WorldPoint& to);

}  // namespace sunder::detail::certificate
