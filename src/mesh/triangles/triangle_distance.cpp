// SPDX-License-Identifier: Apache-2.0
//
// Idea: The closest points of two triangles lie on two edges, or at a corner and inside the other triangle. The best of
// these fifteen bounds the distance from above, and the gap along their difference from below.
// Source: Ericson, "Real-Time Collision Detection" (2005), section 5.1.9, for two segments.
// Bound: Points with weights that are not negative lie in their triangle, whatever led to the weights. A weighted point
// is within e + 8 u D, and the length of a difference within the root of 3 times twice that. The gap's bound is that of triangle_bounds.hpp.
// Cost: some 600 flops.
// Gives up: Never; the interval is wide where rounding chose bad weights.
#include "mesh/triangles/triangle_distance.hpp"

#include <bit>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/triangles/triangle_distance.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using EdgeTag = hn::CappedTag<double, 4>;
using EdgeLane = hn::Vec<EdgeTag>;
using EdgeLane3 = detail::HWY_NAMESPACE::Vec3<EdgeLane>;
using detail::HWY_NAMESPACE::broadcast;
using detail::HWY_NAMESPACE::load;

/// Vectors of the three edges or corners of a triangle; the first one stands twice.
using Rows = double[3][4];

HWY_INLINE EdgeLane3 moved(const EdgeLane3& p, const EdgeLane3& u, EdgeLane s) {
  return Add(p, Mul(s, u));
}
/// A quotient, brought into [0, 1]; 0 where the divisor is not positive.
HWY_INLINE EdgeLane clamped_quotient(EdgeTag d, EdgeLane p, EdgeLane q) {
  const EdgeLane zero = hn::Zero(d), quotient = hn::Div(p, q);
  return hn::IfThenElseZero(hn::And(hn::Gt(q, zero), hn::Gt(quotient, zero)),
                            hn::Min(quotient, hn::Set(d, 1.0)));
}

void spread_corners(const WorldTriangle& t, Rows& corners, Rows& edges) {
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k][i] = t[i % 3][k];
      edges[k][i] = t[(i + 1) % 3][k] - t[i % 3][k];
    }
  }
}

/// Squared distances of points of one triangle and of the other, and where the points lie.
struct Tried {
  alignas(32) double square[4], s[4], t[4];
};

/// Tries an edge of a against each of b.
void try_edges(const Vector3& p, const Vector3& edge, const Rows& corners, const Rows& edges,
               Tried& tried) {
  const EdgeTag d;
  const EdgeLane3 start = broadcast(d, p.data()), u = broadcast(d, edge.data());
  const EdgeLane uu = unfused_dot(u, u);
  for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
    const EdgeLane3 other = load(d, corners, at), v = load(d, edges, at), w = Sub(start, other);
    const EdgeLane vv = unfused_dot(v, v), uv = unfused_dot(u, v), uw = unfused_dot(u, w),
                   vw = unfused_dot(v, w);
    const EdgeLane denominator = hn::Sub(hn::Mul(uu, vv), hn::Mul(uv, uv));
    EdgeLane s = clamped_quotient(d, hn::Sub(hn::Mul(uv, vw), hn::Mul(uw, vv)), denominator);
    const EdgeLane t = clamped_quotient(d, hn::Add(hn::Mul(uv, s), vw), vv);
    s = clamped_quotient(d, hn::Sub(hn::Mul(uv, t), uw), uu);
    const EdgeLane3 apart = Sub(moved(other, v, t), moved(start, u, s));
    hn::Store(unfused_dot(apart, apart), d, tried.square + at);
    hn::Store(s, d, tried.s + at);
    hn::Store(t, d, tried.t + at);
  }
}

/// Tries corners over the inside of the triangle t. Those beside it are infinitely far.
void try_corners(const Rows& corners, const WorldTriangle& t, Tried& tried) {
  const EdgeTag d;
  const EdgeLane3 base = broadcast(d, t[0].data()), u = broadcast(d, minus<3>(t[1], t[0]).data()),
                  v = broadcast(d, minus<3>(t[2], t[0]).data());
  const EdgeLane3 normal = unfused_cross(u, v);
  const EdgeLane nn = unfused_dot(normal, normal), zero = hn::Zero(d);
  for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
    const EdgeLane3 corner = load(d, corners, at), w = Sub(corner, base);
    const EdgeLane q = hn::Div(unfused_dot(unfused_cross(w, v), normal), nn),
                   r = hn::Div(unfused_dot(unfused_cross(u, w), normal), nn);
    const EdgeLane3 apart = Sub(corner, moved(moved(base, u, q), v, r));
    // Nothing lies over a triangle without area.
    const auto inside = hn::And(hn::And(hn::Ge(q, zero), hn::Ge(r, zero)),
                                hn::And(hn::Le(hn::Add(q, r), hn::Set(d, 1.0)), hn::Gt(nn, zero)));
    hn::Store(hn::IfThenElse(inside, unfused_dot(apart, apart),
                             hn::Set(d, std::numeric_limits<double>::infinity())),
              d, tried.square + at);
    hn::Store(q, d, tried.s + at);
    hn::Store(r, d, tried.t + at);
  }
}

/// Returns 4 i + j of the first entry j of a row i that none is less than; 0 where all are NaN. The fourth entries repeat the
/// first ones.
std::size_t first_of_least(const Tried (&tried)[5]) {
  const EdgeTag d;
  EdgeLane least = hn::Load(d, tried[0].square);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t at = 0; at < 4; at += hn::Lanes(d))
      least = hn::Min(hn::Load(d, tried[i].square + at), least);
  }
  least = hn::MinOfLanes(d, least);
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
      std::uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Eq(hn::Load(d, tried[i].square + at), least), bits);
      found |= static_cast<std::uint32_t>(bits[0]) << (4 * i + at);
    }
  }
  return found == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(found));
}

/// Sets the weights of the closest pair of points that edges and corners give.
void closest_weights(const WorldTriangle& a, const WorldTriangle& b, Weights& of_a, Weights& of_b) {
  alignas(32) Rows corners_a, corners_b, edges_a, edges_b;
  spread_corners(a, corners_a, edges_a);
  spread_corners(b, corners_b, edges_b);
  Tried tried[5];
  for (std::size_t i = 0; i < 3; ++i) {
    try_edges(a[i], {edges_a[0][i], edges_a[1][i], edges_a[2][i]}, corners_b, edges_b, tried[i]);
  }
  try_corners(corners_a, b, tried[3]);
  try_corners(corners_b, a, tried[4]);
  const std::size_t first = first_of_least(tried), row = first / 4, lane = first % 4;
  const double s = tried[row].s[lane], t = tried[row].t[lane];
  of_a = of_b = {};
  if (row < 3) {
    of_a[row] = 1 - s;
    of_a[(row + 1) % 3] = s;
    of_b[lane] = 1 - t;
    of_b[(lane + 1) % 3] = t;
  } else {
    (row == 3 ? of_a : of_b)[lane] = 1;
    (row == 3 ? of_b : of_a) = {1 - s - t, s, t};
  }
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(closest_weights);

namespace {

Vector3 weighted(const WorldTriangle& t, const Weights& w) noexcept {
  Vector3 sum{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += w[i] * t[i][k];
  }
  return sum;
}

}  // namespace

TriangleDistance distance_of_triangles(const WorldTriangle& a, const WorldTriangle& b,
                                       double error) noexcept {
  const CloseTriangles close(a, b);
  const auto& [p, q, extent] = close;
  TriangleDistance result{0, std::numeric_limits<double>::infinity(), {}, {}, {}};
  HWY_DYNAMIC_DISPATCH(closest_weights)(p, q, result.a, result.b);
  result.axis = minus<3>(weighted(q, result.b), weighted(p, result.a));
  const double length = std::sqrt(dot<3>(result.axis, result.axis));
  double lack = 3.5 * error;
  if (length > 0) {
    // |d + e| <= |d| + d.e / |d| + |e|^2 / (2 |d|), where no coordinate of e is larger than two errors.
    lack = std::min(lack, 2 * error * (sum_of_sizes(result.axis) / length) * (1 + 0x1p-40) +
                              8 * error * (error / length));
  }
  result.upper = length * (1 + 8 * kUnit) + lack + 32 * kUnit * extent + kUnderflow;
  if (length > 0) {
    const double gap = TriangleBounds(error, extent).least_gap(result.axis, p, q);
    if (gap > 0) result.lower = gap / length * (1 - 8 * kUnit);
  }
  return result;
}

}  // namespace sunder::detail::mesh
#endif
