// SPDX-License-Identifier: Apache-2.0
//
// Where bodies touch: the contact polygon, as the points that a physics engine pushes at.
#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <tuple>

#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// Where on a body a point is, by the caller's indices: vertex {i, -1}, edge {i, j} with i < j, {-1, -1} inside a face.
using ContactFeature = std::array<std::int32_t, 2>;

/// It stays from frame to frame while the features do: the key for warm starts. Ordered by a's feature, then b's.
struct ContactId {
  ContactFeature a{-1, -1}, b{-1, -1};
  friend bool operator==(const ContactId&, const ContactId&) = default;
  friend constexpr std::strong_ordering operator<=>(const ContactId& x, const ContactId& y) noexcept {
    return std::tie(x.a[0], x.a[1], x.b[0], x.b[1]) <=> std::tie(y.a[0], y.a[1], y.b[0], y.b[1]);
  }
};

/// A point of contact, world frame: point_a - point_b = depth * normal. The depth is 0 in touch, negative across a gap.
template <int D>
struct ContactPoint {
  Vector<D> point_a{}, point_b{};
  double depth = 0;
  ContactId id;
};

/// A few points in the answer itself: up to 8, in the plane up to 2. It has empty(), operator[], front() and back() too.
template <int D>
struct ContactPoints : std::ranges::view_interface<ContactPoints<D>> {
  std::array<ContactPoint<D>, D == 2 ? 2 : 8> data{};
  std::size_t count = 0;
  std::size_t size() const noexcept { return count; }
  const ContactPoint<D>* begin() const noexcept { return data.data(); }
  const ContactPoint<D>* end() const noexcept { return data.data() + count; }
};

/// The answer of contact(); trivially copyable. Bodies that are only near are separated, and may have points.
template <int D>
struct Contact : Decision {
  Interval depth;  ///< minus the signed distance: that of penetration(), [0, 0], or negative; [0, 0] without points
  /// Overlapping: as in Penetration. Touching: the normal, and a common point. Near: as in Distance. Else none.
  std::optional<Witness<D>> witness;
  /// Counter-clockwise about the normal in 3-D, from the lowest id: corners of a convex polygon, the two ends of a
  /// segment, or one point. Where there are more, max_points' rule picks them.
  ContactPoints<D> points;
  std::size_t found = 0;  ///< points in all
  /// Touching: exact, of the common part (0 a point, 1 a segment, 2 a polygon). Else of what clipping found. -1: no points.
  int dimension = -1;
};
using Contact2 = Contact<2>;
using Contact3 = Contact<3>;

template <int D>
struct ContactOptions {
  Search<D> search{};
  /// At most this many points: the deepest, the one farthest from it, then those that span the largest area. 0: all.
  int max_points = 0;
  /// Relative width asked of `depth`, at most 2^-30: beside the right direction the bodies meet by other features.
  double width = 0;
  double near = 0;                      ///< world length: a gap of bodies, or of their features, that still has points
  std::span<ContactPoint<D>> all = {};  ///< takes min(found, max_points, its size) points, where `points` is too small
};

/// The contact manifold. It is deterministic; with a and b exchanged the points are the same, up to rounding.
/// Touching bodies have the corners of the exact common part, each rounded to nearest at the end. Other bodies are seen
/// along the normal. The face of a most along it and the face of b most against it are clipped to each other. A corner
/// counts where a's face lies beyond b's, or short of it by `near` at most. Each point is on its body, and the greatest
/// depth is `depth`. Radii move the points of the polytopes along the normal. Overlaps should be shallow beside the
/// features. There are no points where a coordinate is beyond the doubles. A `near` or radius that is negative or not
/// finite leaves the verdict undecided. Cost: that of relation(), penetration() or distance(), and microseconds.
SUNDER_EXPORT Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options = {});
SUNDER_EXPORT Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options = {});

}  // namespace sunder::inline SUNDER_ABI
