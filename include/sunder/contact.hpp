// SPDX-License-Identifier: Apache-2.0
//
// Computes where bodies touch: the contact polygon, as the points that a physics engine pushes at.
#pragma once

#include <cstdint>
#include <ranges>
#include <span>
#include <tuple>

#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// The feature of a body that a contact point comes from, by the caller's indices. A vertex is {i, -1}, an edge
/// {i, j} with i < j. {-1, -1} is the inside of the face in contact.
using ContactFeature = std::array<std::int32_t, 2>;

/// Stable from frame to frame while the features that meet are: the key for warm starts.
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
  const ContactPoint<D>& operator[](std::size_t i) const noexcept { return data[i]; }
};

/// The answer of contact(); trivially copyable. Bodies that are only near are separated, and may have points.
template <int D>
struct Contact : Decision {
  /// Overlapping: that of penetration(). Touching: [0, 0]. Near: minus the distance. No points: [0, 0].
  Interval depth;
  /// Overlapping: as in Penetration. Touching: the normal, and the first of `points`. Near: as in
  /// Distance. With a radius: moved to the rounded surfaces. No points: none.
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
  /// World length, finite, not negative. Bodies at most this far apart have points too, and overlapping ones where
  /// their faces are at most this far apart. The depth of such a point is negative, at least -near.
  double near = 0;
  /// Takes the points where `Contact::points` does not hold them all: min(found, max_points, its size) of
  /// them. Faces of n and m corners meet in n + m points or fewer.
  std::span<ContactPoint<D>> all{};
};

/// Computes the contact manifold, deterministically; exchanging a and b keeps its points, up to rounding. Touching: the
/// corners of the exact common part, each rounded to nearest at the end. Overlapping or near: a's face most along the
/// normal and b's face most against it are projected along it and clipped. Corners stay where a's face is beyond b's,
/// or at most `near` before it. point_a is on a, point_b on b, and the greatest depth is `depth`. A radius moves the
/// points of the cores along the normal. It suits overlaps that are shallow beside the features. It has no points where
/// a coordinate is beyond the doubles. The verdict is undecided where `near` or a radius is negative or not finite.
///
/// Cost: that of relation(), penetration() or distance(), and microseconds. No allocation for boxes and hulls of up to
/// 64 vertices, unless integers of any size measure. These measure most shallow depths, and exact touches with radii.
SUNDER_EXPORT Contact2 contact(const Posed2& a, const Posed2& b, const ContactOptions<2>& options = {});
SUNDER_EXPORT Contact3 contact(const Posed3& a, const Posed3& b, const ContactOptions<3>& options = {});

}  // namespace sunder::inline SUNDER_ABI
