// SPDX-License-Identifier: Apache-2.0
//
// Computes exact signs about the points of two polygons of one plane. 30 bits of the points decide
// most.
//
// All points share one power of two: x = 2^s (X + r) with |r| < 1. A difference of two X is below
// 2^30, and off by less than 2. A product of two differences is off by less than 2^33, and a turn
// by less than 2^34. Nothing here exceeds 64 bits, and no sign beyond that bound can be wrong.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "query/relation/plane.hpp"
#include "query/scratch.hpp"

namespace sunder::detail::contact {

template <class Int>
struct CoarsePoint {
  std::int64_t x{};  ///< about exact->x / 2^s, below 2^29 in size
  std::int64_t y{};
  const relation::PlanePointOf<Int>* exact = nullptr;
};

/// Returns the power of two for these polygons.
template <class Int>
int shift_of(std::span<const relation::PlanePointOf<Int>> a,
             std::span<const relation::PlanePointOf<Int>> b) noexcept {
  int bits = 0;
  for (const auto& polygon : {a, b}) {
    for (const auto& p : polygon) bits = std::max({bits, bit_length(p.x), bit_length(p.y)});
  }
  return std::max(0, bits - 29);
}

template <class Int>
List<CoarsePoint<Int>> coarse(std::span<const relation::PlanePointOf<Int>> polygon, int shift,
                              Memory memory) {
  List<CoarsePoint<Int>> points(memory);
  points.reserve(polygon.size());
  for (const auto& p : polygon) {
    points.push_back({scaled_down(p.x, shift), scaled_down(p.y, shift), &p});
  }
  return points;
}

template <class Int>
int turn(const CoarsePoint<Int>& p, const CoarsePoint<Int>& q, const CoarsePoint<Int>& r) {
  constexpr std::int64_t kSure = std::int64_t{1} << 34;
  const std::int64_t area = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
  if (area > kSure) return 1;
  if (area < -kSure) return -1;
  return sign_of(turn_of(*p.exact, *q.exact, *r.exact));
}

/// Returns -1 where p comes first from left to right, then upward.
template <class Int>
int order(const CoarsePoint<Int>& p, const CoarsePoint<Int>& q) {
  if (p.exact->x != q.exact->x) return p.exact->x < q.exact->x ? -1 : 1;
  if (p.exact->y != q.exact->y) return p.exact->y < q.exact->y ? -1 : 1;
  return 0;
}

}  // namespace sunder::detail::contact
