// SPDX-License-Identifier: Apache-2.0
//
// The distance of two placed pieces' triangles.
#pragma once

#include <cstdint>
#include <optional>

#include "exact/root_sum.hpp"
#include "mesh/piece/placed.hpp"
#include "query/margin/sum.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {

struct Nearest {
  Interval distance;  ///< in the world's unit of length
  std::int32_t triangle_a = -1,
               triangle_b = -1;  ///< pieces' triangles that are closest; -1: none within reach
  Witness<3> witness;
};

/// Finds the closest triangles, or that none are nearer than `reach`: the interval is then [reach, infinity]. What lies
/// inside a solid counts as far from its mesh as it is. Throws std::bad_alloc.
Nearest find_nearest(const Placed& a, const Placed& b, double reach);

/// Finds them where nothing is known of two pieces. It returns none where triangles may meet, or one piece is inside the other.
std::optional<Nearest> find_nearest_apart(const Placed& a, const Placed& b, double reach);

/// How the distance of two pieces' triangles compares with m > 0: separated where it is larger, touching where it is
/// equal, overlapping where it is less.
struct Compared {
  Verdict verdict = Verdict::separated;
  bool exact = false;                             ///< integers were needed
  Algorithm decided_by = Algorithm::automatic;    ///< of convex bodies
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< the first that are not farther; -1: all are
};
/// Decides exactly. `m` is the sum of `terms`. Throws std::bad_alloc.
Compared compare_distance(const Placed& a, const Placed& b, const MarginTerms& terms);

/// Replaces `least` by the distance of two pieces' triangles, exactly, where that is less or nothing is known. None is
/// looked at that is farther than `within`, which no distance of interest exceeds. Throws std::bad_alloc. Cost: that of
/// find_nearest(), and some 50 microseconds for each pair of triangles that may be the closest.
void find_exact_nearest(const Placed& a, const Placed& b, double within,
                        std::optional<Root>& least);

/// Returns the world point of a vertex, rounded.
Vector3 rounded_world(const Placed& placed, std::int32_t vertex) noexcept;

}  // namespace sunder::detail::mesh
