// SPDX-License-Identifier: Apache-2.0
#include "query/relation/common_corners.hpp"

#include <algorithm>

namespace sunder::detail::relation {
namespace {

bool comes_before(const RationalPoint& p, const RationalPoint& q) {
  const int order = sign_of(BigInt(p.x * q.w - q.x * p.w));
  return order != 0 ? order < 0 : p.y * q.w < q.y * p.w;
}

bool are_equal(const RationalPoint& p, const RationalPoint& q) {
  return p.x * q.w == q.x * p.w && p.y * q.w == q.y * p.w;
}

/// The points where x * X + y * Y + constant >= 0.
struct HalfPlane {
  BigInt x;
  BigInt y;
  BigInt constant;
  BigInt value(const RationalPoint& p) const { return x * p.x + y * p.y + constant * p.w; }
};

/// Returns the half-plane that is bounded by a line through p with this inner normal.
HalfPlane beyond(const PlanePoint& p, const BigInt& x, const BigInt& y) {
  return {x, y, BigInt(-(x * p.x + y * p.y))};
}

/// Returns half-planes whose intersection is the polygon, which must not be a point.
std::vector<HalfPlane> half_planes(const Polygon& polygon) {
  std::vector<HalfPlane> sides;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const PlanePoint& p = polygon[i];
    const PlanePoint& q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const BigInt x = q.x - p.x;
    const BigInt y = q.y - p.y;
    sides.push_back(beyond(p, -y, x));
    // The loop gives an edge both sides of its line. This adds a half-plane at each end.
    if (polygon.size() == 2) sides.push_back(beyond(p, x, y));
  }
  return sides;
}

/// Returns the point with value 0 of the segment from p to q, whose ends lie on different sides.
RationalPoint crossing(const RationalPoint& p, const BigInt& at_p, const RationalPoint& q,
                       const BigInt& at_q) {
  const BigInt u = abs(at_q);
  const BigInt v = abs(at_p);
  RationalPoint cut{u * p.x + v * q.x, u * p.y + v * q.y, u * p.w + v * q.w};
  // Repeated cuts of one edge would make the numbers grow without this reduction. The first cut is
  // not reduced: it is the common case, and a greatest common divisor is expensive.
  if (p.w != 1 || q.w != 1) {
    const BigInt divisor = gcd(gcd(cut.x, cut.y), cut.w);
    cut = {cut.x / divisor, cut.y / divisor, cut.w / divisor};
  }
  return cut;
}

std::vector<RationalPoint> clip(const std::vector<RationalPoint>& corners, const HalfPlane& side) {
  std::vector<BigInt> values;
  values.reserve(corners.size());
  for (const RationalPoint& corner : corners) values.push_back(side.value(corner));
  std::vector<RationalPoint> kept;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const std::size_t next = i + 1 < corners.size() ? i + 1 : 0;
    if (values[i] >= 0) kept.push_back(corners[i]);
    if (sign_of(values[i]) * sign_of(values[next]) < 0) {
      kept.push_back(crossing(corners[i], values[i], corners[next], values[next]));
    }
  }
  return kept;
}

}  // namespace

std::vector<RationalPoint> common_corners(const Polygon& a, const Polygon& b) {
  const Polygon& subject = a.size() <= b.size() ? a : b;
  const Polygon& clipper = a.size() <= b.size() ? b : a;
  std::vector<RationalPoint> corners;
  for (const PlanePoint& corner : subject) corners.push_back({corner.x, corner.y, 1});
  // The polygons meet, so that a point is itself the common part.
  if (corners.size() > 1) {
    for (const HalfPlane& side : half_planes(clipper)) corners = clip(corners, side);
  }
  std::sort(corners.begin(), corners.end(), comes_before);
  corners.erase(std::unique(corners.begin(), corners.end(), are_equal), corners.end());
  return corners;
}

}  // namespace sunder::detail::relation
