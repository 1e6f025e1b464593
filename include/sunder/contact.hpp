// SPDX-License-Identifier: Apache-2.0
//
// Where bodies touch: the contact polygon, as the points that a physics engine pushes at.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "sunder/export.hpp"
#include "sunder/query.hpp"
#include "sunder/relation.hpp"

namespace sunder::inline SUNDER_ABI {

/// What of a body a contact point comes from, by the caller's indices of its vertices: a vertex
/// {i, -1}, an edge {i, j} with i < j, or {-1, -1}: somewhere inside the face that is in contact.
using ContactFeature = std::array<std::int32_t, 2>;

/// The same from frame to frame while the same features meet: the key for warm starts.
struct ContactId {
  ContactFeature a{-1, -1};
  ContactFeature b{-1, -1};
  friend bool operator==(const ContactId&, const ContactId&) = default;
  /// By a's feature, then by b's; written out, for libc++ 16 does not order a std::array.
  friend constexpr std::strong_ordering operator<=>(const ContactId& left, const ContactId& right) noexcept {
    for (const auto order :
         {left.a[0] <=> right.a[0], left.a[1] <=> right.a[1], left.b[0] <=> right.b[0], left.b[1] <=> right.b[1]}) {
      if (std::is_neq(order)) return order;
    }
    return std::strong_ordering::equal;
  }
};

/// One point of contact, world frame.
template <int D>
struct ContactPoint {
  Vector<D> point_a{};  ///< on a's side: point_a - point_b = depth * normal
  Vector<D> point_b{};
  double depth = 0;  ///< not negative; 0 exactly where the bodies touch
  ContactId id;
};

/// The answer of contact(). No points where the bodies are apart.
template <int D>
struct Contact : Decision {
  Interval depth;  ///< that of penetration(); [0, 0] where the bodies touch
  /// Overlapping: as in Penetration. Touching: the normal, and the first of `points`.
  std::optional<Witness<D>> witness;
  /// Counter-clockwise about the normal in 3-D, from the lowest id: corners of a convex polygon,
  /// the two ends of a segment, or one point.
  std::vector<ContactPoint<D>> points;
  /// Touching: exact, of the common part that `points` are the corners of (0 a point, 1 a segment,
  /// 2 a polygon). Overlapping: of the polygon found by clipping. -1 where apart.
  int dimension = -1;
};
using Contact2 = Contact<2>;
using Contact3 = Contact<3>;

template <int D>
struct ContactOptions {
  Search<D> search{};
  /// Keep at most this many points: the deepest, the one farthest from it, then those that span the
  /// largest area. 0: all.
  int max_points = 0;
  /// Relative width asked of `depth`; of a wider one than 2^-30 that is used, since a direction
  /// that is not the minimum translation's meets other features.
  double width = 0;
};

/// The contact manifold. Deterministic; with a and b exchanged the same points, up to rounding
/// where they overlap. Touching: the corners of the exact common part, each rounded to nearest at
/// the end. Overlapping: seen along the normal, the corners of what a's face most along it and b's
/// face most against it have in common, where a's lies beyond b's; point_a is on a, point_b on b,
/// and the greatest depth is that of penetration(). Meant for overlaps that are shallow beside the
/// features. No points where a coordinate is beyond the doubles.
///
/// Cost: that of relation() or penetration(), and microseconds.
SUNDER_EXPORT Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options = {});
SUNDER_EXPORT Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options = {});

}  // namespace sunder::inline SUNDER_ABI
