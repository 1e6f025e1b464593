// SPDX-License-Identifier: Apache-2.0
#include "filter/last_proof.hpp"

#include <algorithm>

#include "filter/reach.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "filter/last_proof.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"

#ifndef SUNDER_FILTER_LAST_PROOF
#define SUNDER_FILTER_LAST_PROOF
namespace sunder::detail {

/// The coordinates of four vertices, a row a coordinate.
struct FourVertices {
  alignas(32) double rows[3][4];
};

}  // namespace sunder::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// sign R^T u, in every lane.
template <bool kMinus>
HWY_INLINE void pull_back_to(const Pose<3>& pose, const Vector3& u, BlockOf& x, BlockOf& y,
                             BlockOf& z) {
  const Block block;
  const double* const r = pose.linear_data();
  const auto u0 = hn::Set(block, kMinus ? -u[0] : u[0]);
  const auto u1 = hn::Set(block, kMinus ? -u[1] : u[1]);
  const auto u2 = hn::Set(block, kMinus ? -u[2] : u[2]);
  const auto along = [&](std::size_t k) HWY_ATTR {
    const auto sum = hn::MulAdd(hn::Set(block, r[3 + k]), u1, hn::Mul(hn::Set(block, r[k]), u0));
    return hn::MulAdd(hn::Set(block, r[6 + k]), u2, sum);
  };
  x = along(0);
  y = along(1);
  z = along(2);
}

/// The greatest height of a body's vertices along u, or along minus u, less its pose's offset.
template <bool kMinus>
HWY_INLINE double greatest_height(const Body<3>& body, const Vector3& u) {
  const Block block;
  const HullBlock& hull = *body.hull;
  BlockOf x, y, z;
  pull_back_to<kMinus>(*body.pose, u, x, y, z);
  if (!hull.candidates.empty()) {
    const double p[3] = {hn::GetLane(x), hn::GetLane(y), hn::GetLane(z)};
    return extreme_by_table(hull.candidates, hull.points, hull.stride, hull.count, p).value;
  }
  const double* const rows = hull.points;
  const auto stride = static_cast<std::size_t>(hull.stride);
  const std::size_t lanes = hn::Lanes(block);
  const auto height = [&](std::size_t i) HWY_ATTR {
    const auto sum =
        hn::MulAdd(y, hn::Load(block, rows + stride + i), hn::Mul(x, hn::Load(block, rows + i)));
    return hn::MulAdd(z, hn::Load(block, rows + 2 * stride + i), sum);
  };
  auto most = height(0);
  for (std::size_t i = lanes; i < static_cast<std::size_t>(hull.count); i += lanes) {
    most = hn::Max(most, height(i));
  }
  return hn::GetLane(hn::MaxOfLanes(block, most));
}

bool separated_along(const Pair<3>& pair, const Vector3& u) {
  const Vector3 offset = offset_of(pair);
  const Reach reach = reach_of(pair, offset);
  const double size = sum_of_sizes(u);
  const double a = greatest_height<false>(pair.a, u);
  const double b = greatest_height<true>(pair.b, u);
  const double along = u[0] * offset[0] + u[1] * offset[1] + u[2] * offset[2];
  const double error = size * reach.gap_error() * kRoundUp + kLeastGapError;
  return reach.in_range() && size < kGreatestDirection && along - (a + b) > error;
}

/// out = R x - out.
HWY_INLINE void turn_and_subtract(const Pose<3>& pose, const FourVertices& vertices,
                                  FourVertices& out) {
  const hn::CappedTag<double, 4> four;
  const double* const r = pose.linear_data();
  for (std::size_t i = 0; i < 4; i += hn::Lanes(four)) {
    const auto x = hn::Load(four, vertices.rows[0] + i);
    const auto y = hn::Load(four, vertices.rows[1] + i);
    const auto z = hn::Load(four, vertices.rows[2] + i);
    for (std::size_t l = 0; l < 3; ++l) {
      const auto sum =
          hn::MulAdd(hn::Set(four, r[3 * l + 1]), y, hn::Mul(hn::Set(four, r[3 * l]), x));
      const auto turned = hn::MulAdd(hn::Set(four, r[3 * l + 2]), z, sum);
      double* const row = out.rows[l] + i;
      hn::Store(hn::Sub(turned, hn::Load(four, row)), four, row);
    }
  }
}

bool overlapping_about(const Pair<3>& pair, const std::array<IndexPair, 4>& kept) {
  const Vector3 offset = offset_of(pair);
  const Reach reach = reach_of(pair, offset);
  const HullBlock& hull_a = *pair.a.hull;
  const HullBlock& hull_b = *pair.b.hull;
  FourVertices a;
  FourVertices b;
  FourVertices c;
  for (std::size_t i = 0; i < 4; ++i) {
    for (int l = 0; l < 3; ++l) {
      a.rows[l][i] = hull_a.coordinate(kept[i].a, l);
      b.rows[l][i] = hull_b.coordinate(kept[i].b, l);
      c.rows[l][i] = -offset[static_cast<std::size_t>(l)];
    }
  }
  turn_and_subtract(*pair.b.pose, b, c);
  turn_and_subtract(*pair.a.pose, a, c);
  const auto point = [&c](std::size_t i) {
    return Vector3{c.rows[0][i], c.rows[1][i], c.rows[2][i]};
  };
  const auto cross = [](const Vector3& p, const Vector3& q) {
    return Vector3{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  };
  const auto dot = [](const Vector3& p, const Vector3& q) {
    return (p[0] * q[0] + p[1] * q[1]) + p[2] * q[2];
  };
  const Vector3 n01 = cross(point(0), point(1));
  const Vector3 n23 = cross(point(2), point(3));
  const double minors[4] = {dot(point(1), n23), -dot(point(0), n23), dot(point(3), n01),
                            -dot(point(2), n01)};
  const double error = reach.minor_error();
  const double least = std::min(std::min(minors[0], minors[1]), std::min(minors[2], minors[3]));
  const double most = std::max(std::max(minors[0], minors[1]), std::max(minors[2], minors[3]));
  return reach.in_range() && (least > error || most < -error);
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(separated_along);
HWY_EXPORT(overlapping_about);

bool still_separated(const Pair<3>& pair, const Vector3& u) {
  return HWY_DYNAMIC_DISPATCH(separated_along)(pair, u);
}
bool still_overlapping(const Pair<3>& pair, const std::array<IndexPair, 4>& kept) {
  return HWY_DYNAMIC_DISPATCH(overlapping_about)(pair, kept);
}

}  // namespace sunder::detail
#endif
