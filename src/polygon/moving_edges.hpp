// SPDX-License-Identifier: Apache-2.0
//
// When edges meet of which some move along a line: in doubles as a bound, and exactly.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "mesh/triangles/moving_triangles.hpp"
#include "polygon/outline.hpp"

namespace sunder::detail::polygon {

using mesh::ExactTime;

/// Compares two times: below 0 where s is earlier.
int compare_times(const ExactTime& s, const ExactTime& t);

/// The velocity of a relative to b: each entry is off by at most `error`.
struct RelativeVelocity {
  Vector2 v{};
  double error = 0;

  RelativeVelocity(const Vector2& of_a, const Vector2& of_b) noexcept;
};

/// Returns a time before which two boxes do not meet, of which a moves; infinite where they never do.
double earliest_meeting(const Bounds<2>& a, const Bounds<2>& b,
                        const RelativeVelocity& velocity) noexcept;

/// The first time at which two edges meet, and the directions that keep them apart until then. Each has a positive
/// product with a's velocity relative to b.
struct EdgeMeeting {
  std::array<std::int32_t, 2> edges{};
  ExactTime time;
  std::vector<Place> normals;
};

/// The ends of an edge, in units of its user.
struct EdgeEnds {
  Place first, last;
};

/// Two outlines that have no point in common at time 0.
class MovingOutlines {
 public:
  MovingOutlines(const PlacedOutline& a, const Vector2& velocity_a, const PlacedOutline& b,
                 const Vector2& velocity_b);

  /// May two edges meet before `reach`? Doubles decide: they may be wrong in one way alone.
  bool may_meet(std::int32_t edge_a, std::int32_t edge_b, double reach) const noexcept;
  /// Exact; nothing if they do not meet in [0, 1]. Throws std::bad_alloc.
  std::optional<EdgeMeeting> first_meeting(std::int32_t edge_a, std::int32_t edge_b) const;

  /// Where two edges meet at a time, and along which direction, of those that kept edges apart. Among all edges that
  /// meet at that point at that time, the fewest lie on the wrong side of it.
  struct Contact {
    Vector2 point{}, normal{};            ///< in the world; rounded, the normal of length 1
    std::array<std::int32_t, 2> edges{};  ///< that have it
  };
  /// The meetings are at the same time; the point is that of the first. Throws std::bad_alloc.
  Contact contact(const std::vector<EdgeMeeting>& meetings) const;

 private:
  EdgeEnds ends(std::size_t side, std::int32_t edge) const;
  /// The ends at a time with b at rest, times the time's denominator.
  EdgeEnds ends_at(const ExactTime& time, std::size_t side, std::int32_t edge) const;

  const PlacedOutline& a_;
  const PlacedOutline& b_;
  RelativeVelocity rounded_;
  IntegerMaps2 maps_;
  Place velocity_, velocity_b_;  ///< a's less b's, and b's
};

}  // namespace sunder::detail::polygon
