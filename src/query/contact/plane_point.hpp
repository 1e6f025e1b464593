// SPDX-License-Identifier: Apache-2.0
//
// Exact signs about the points of two polygons of one plane. 30 bits of the points decide most.
//
// All points share one power of two: x = 2^s (X + r) with |r| < 1. A difference of two X is below
// 2^30, and off by less than 2. A product of two differences is off by less than 2^33, and a turn
// by less than 2^34. Nothing here exceeds 64 bits, and no sign beyond that bound can be wrong.
#pragma once

#include <algorithm>
#include <cstdint>

#include "query/contact/scratch.hpp"
#include "query/relation/plane.hpp"

namespace sunder::detail::contact {

struct PlanePoint {
  std::int64_t x{};  ///< about exact->x / 2^s, below 2^29 in size
  std::int64_t y{};
  const relation::PlanePoint* exact = nullptr;
};

/// The exponent s for these polygons.
inline int shift_of(const relation::Polygon& a, const relation::Polygon& b) noexcept {
  int bits = 0;
  for (const relation::Polygon* polygon : {&a, &b}) {
    for (const relation::PlanePoint& p : *polygon) {
      bits = std::max({bits, bit_length(p.x), bit_length(p.y)});
    }
  }
  return std::max(0, bits - 29);
}

inline List<PlanePoint> coarse(const relation::Polygon& polygon, int shift, Memory memory) {
  List<PlanePoint> points(memory);
  points.reserve(polygon.size());
  for (const relation::PlanePoint& p : polygon) {
    points.push_back({scaled_down(p.x, shift), scaled_down(p.y, shift), &p});
  }
  return points;
}

/// > 0 where p, q, r turn left; exact.
inline BigInt exact_turn(const relation::PlanePoint& p, const relation::PlanePoint& q,
                         const relation::PlanePoint& r) {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

inline int turn(const PlanePoint& p, const PlanePoint& q, const PlanePoint& r) {
  constexpr std::int64_t kSure = std::int64_t{1} << 34;
  const std::int64_t area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (area > kSure) return 1;
  if (area < -kSure) return -1;
  return sign_of(exact_turn(*p.exact, *q.exact, *r.exact));
}

/// -1 where p comes first from left to right, then upward.
inline int order(const PlanePoint& p, const PlanePoint& q) {
  if (p.exact->x != q.exact->x) return p.exact->x < q.exact->x ? -1 : 1;
  if (p.exact->y != q.exact->y) return p.exact->y < q.exact->y ? -1 : 1;
  return 0;
}

}  // namespace sunder::detail::contact
