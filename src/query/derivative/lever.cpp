// SPDX-License-Identifier: Apache-2.0
//
// Idea: The active faces, moved into one plane, have a common part. Both bodies attain the midpoint
// of two of its corners, whose arms give the moments.
// Bound: Everything is exact until each entry of an arm and a moment is rounded once.
// Cost: O(n m) signs of big integers for faces of n and m corners.
#include "query/derivative/lever.hpp"

#include <algorithm>
#include <cmath>

#include "exact/dot.hpp"
#include "exact/rounding.hpp"
#include "query/relation/common_corners.hpp"
#include "query/relation/feature.hpp"

namespace sunder::detail::derivatives {
namespace {

using relation::ExactVector;
using relation::Polygon;
using relation::RationalPoint;

/// A point or vector numerator / denominator in the integer frame; the denominator is not 0.
template <int D>
struct RationalVector {
  ExactVector<D> numerator{};
  BigInt denominator;
};

/// The active faces as polygons of one plane, in units of 1 / divisor: b's face moved onto a's.
struct FacesInPlane {
  Polygon a;
  Polygon b;
};

template <int D>
FacesInPlane lay_together(const IntegerPair<D, BigInt>& exact, const ActiveFaces<D>& active) {
  const ExactVector<D>& u = active.faces.u;
  FacesInPlane laid{relation::polygon_in_plane<D>(exact.a, active.faces.a, u),
                    relation::polygon_in_plane<D>(exact.b, active.faces.b, u)};
  const relation::PlaneAxes axes = relation::plane_axes<D>(u);
  for (relation::PlanePoint& corner : laid.a) {
    corner.x *= active.divisor;
    corner.y *= active.divisor;
  }
  for (relation::PlanePoint& corner : laid.b) {
    corner.x = corner.x * active.divisor + active.foot[axes.x];
    corner.y = corner.y * active.divisor + active.foot[axes.y];
  }
  return laid;
}

/// Returns the midpoint of two corners of a convex set, or the only corner.
RationalPoint between(const RationalPoint& p, const RationalPoint& q) {
  return {p.x * q.w + q.x * p.w, p.y * q.w + q.y * p.w, 2 * p.w * q.w};
}

/// Maps a point of the plane back to space, onto a's face.
template <int D>
RationalVector<D> lift(const IntegerPair<D, BigInt>& exact, const ActiveFaces<D>& active,
                       const RationalPoint& found) {
  const ExactVector<D>& u = active.faces.u;
  const relation::PlaneAxes axes = relation::plane_axes<D>(u);
  RationalVector<D> point;
  point.denominator = found.w * active.divisor;
  point.numerator[axes.x] = found.x;
  point.numerator[axes.y] = found.y;
  if constexpr (D == 3) {
    ExactVector<D> corner{};
    exact.a.add_point(active.faces.a.front(), 1, corner.data());
    const BigInt height = dot(u, corner);
    const std::size_t dropped = 3 - axes.x - axes.y;
    const BigInt& across = u[dropped];
    point.numerator[dropped] =
        height * point.denominator - u[axes.x] * found.x - u[axes.y] * found.y;
    point.numerator[axes.x] *= across;
    point.numerator[axes.y] *= across;
    point.denominator *= across;
  }
  return point;
}

/// Returns point - vector / divisor, where the divisor divides the point's denominator.
template <int D, class Entries>
RationalVector<D> moved_back(RationalVector<D> point, const Entries& vector,
                             const BigInt& divisor) {
  const BigInt factor = point.denominator / divisor;
  for (std::size_t l = 0; l < D; ++l) point.numerator[l] -= factor * vector[l];
  return point;
}

template <int D>
auto cross(const ExactVector<D>& p, const ExactVector<D>& q) {
  if constexpr (D == 2) {
    return std::array<BigInt, 1>{p[0] * q[1] - p[1] * q[0]};
  } else {
    return ExactVector<3>{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2],
                          p[0] * q[1] - p[1] * q[0]};
  }
}

/// The direction u in doubles: u = entries * 2^bits, and |entries| is their length.
template <int D>
struct RoundedDirection {
  Vector<D> entries{};
  double length = 0;
  int bits = 0;

  explicit RoundedDirection(const ExactVector<D>& u) {
    for (const BigInt& entry : u) bits = std::max(bits, bit_length(entry));
    to_unit_doubles(std::span<const BigInt>(u), entries.data());
    double squared = 0;
    for (const double entry : entries) squared += entry * entry;
    length = std::sqrt(squared);
  }
  Vector<D> unit() const {
    Vector<D> normal = entries;
    for (double& entry : normal) entry = entry / length + 0.0;  // -0 becomes 0
    return normal;
  }
};

/// Returns numerator / denominator * 2^exponent, rounded to one of the two nearest doubles. The
/// leading bits suffice for that, at a small part of the cost of a full division.
double rounded(const BigInt& numerator, const BigInt& denominator, int exponent) {
  if (denominator < 0) return rounded(-numerator, -denominator, exponent);
  constexpr int kLeading = 128;
  const int cut = std::max(0, bit_length(numerator) - kLeading);
  const int cut_below = std::max(0, bit_length(denominator) - kLeading);
  return quotient(numerator >> cut, denominator >> cut_below, exponent + cut - cut_below);
}

/// Rounds an arm and its moment; the frame's unit is 2^exponent / denominator.
template <int D>
void set_arm(const IntegerPair<D, BigInt>& exact, const ExactVector<D>& u,
             const RoundedDirection<D>& direction, const RationalVector<D>& arm, Vector<D>& doubles,
             Turn<D>& moment) {
  const BigInt divisor = arm.denominator * exact.denominator;
  for (std::size_t l = 0; l < D; ++l) {
    doubles[l] = rounded(arm.numerator[l], divisor, exact.exponent);
  }
  const auto turning = cross<D>(arm.numerator, u);
  for (std::size_t l = 0; l < moment.size(); ++l) {
    moment[l] = rounded(turning[l], divisor, exact.exponent - direction.bits) / direction.length;
  }
}

}  // namespace

template <int D>
Lever<D> find_lever(const IntegerPair<D, BigInt>& exact, const ActiveFaces<D>& active) {
  const FacesInPlane laid = lay_together<D>(exact, active);
  const std::vector<RationalPoint> corners = relation::common_corners(laid.a, laid.b);
  const RationalVector<D> point = lift<D>(exact, active, between(corners.front(), corners.back()));
  const RoundedDirection<D> direction(active.faces.u);
  Lever<D> lever;
  lever.normal = direction.unit();
  lever.unique_points = corners.size() == 1;
  // The frame has b's offset as origin.
  set_arm<D>(exact, active.faces.u, direction, moved_back<D>(point, exact.a.offset, BigInt(1)),
             lever.arm_a, lever.moment_a);
  set_arm<D>(exact, active.faces.u, direction, moved_back<D>(point, active.foot, active.divisor),
             lever.arm_b, lever.moment_b);
  lever.feature_a = relation::to_feature<D>(relation::dimension_of(laid.a), laid.a);
  lever.feature_b = relation::to_feature<D>(relation::dimension_of(laid.b), laid.b);
  return lever;
}

template Lever<2> find_lever<2>(const IntegerPair<2, BigInt>&, const ActiveFaces<2>&);
template Lever<3> find_lever<3>(const IntegerPair<3, BigInt>&, const ActiveFaces<3>&);

}  // namespace sunder::detail::derivatives
