// SPDX-License-Identifier: Apache-2.0
//
// Idea: The last direction is tested by one support query on each body; the last simplex by the
// signs of its four minors. Both tests run in lanes compiled for each instruction set.
// Source: Lemmas 1 and 2, with the single reach of reach.hpp.
// Bound: The error terms are products of `reach`; in_range() and the size of u decide whether they
// hold.
// Cost: A support query for each body, or one determinant; no allocation.
// Gives up: When the margin is below the error bound, or for sizes out of range.
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
#include "lanes/space-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {

/// Computes sign R^T u, in every lane.
template <bool kMinus>
HWY_INLINE void pull_back_to(const Pose<3>& pose, const Vector3& u, BlockOf& x, BlockOf& y,
                             BlockOf& z) {
  const Block block;
  const double* const r = linear_data(pose);
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

/// Returns the greatest height of a body's vertices along u, or along minus u, without the pose's
/// offset.
template <bool kMinus>
HWY_INLINE double greatest_height(const Body<3>& body, const Vector3& u) {
  const Block block;
  const HullBlock& hull = *body.hull;
  BlockOf x, y, z;
  pull_back_to<kMinus>(*body.pose, u, x, y, z);
  if (hull.candidates != nullptr) {
    const double p[] = {hn::GetLane(x), hn::GetLane(y), hn::GetLane(z)};
    return extreme_by_table(*hull.candidates, hull.points, hull.stride, hull.count, p).value;
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

/// One lane: to gather four points into lanes and to extract them again would cost more.
using One = hn::CappedTag<double, 1>;

using Point = Vec3<hn::Vec<One>>;

/// Returns R x.
HWY_INLINE Point turned(const Body<3>& body, std::int32_t vertex) {
  const One one;
  const double* const r = linear_data(*body.pose);
  const double* const at = body.hull->points + vertex;
  const std::ptrdiff_t stride = body.hull->stride;
  const Point x = broadcast(one, at[0], at[stride], at[2 * stride]);
  return {dot(broadcast(one, r), x), dot(broadcast(one, r + 3), x), dot(broadcast(one, r + 6), x)};
}

HWY_INLINE Point difference(const Pair<3>& pair, const Vector3& offset, IndexPair at) {
  return Sub(Sub(turned(pair.a, at.a), turned(pair.b, at.b)), broadcast(One(), offset.data()));
}

/// Returns whether all four minors have the same sign, for certain.
HWY_INLINE bool zero_is_between(const Pair<3>& pair, const Vector3& offset, const Point& c0,
                                const Point& c1, const Point& c2, const Point& c3) {
  const Point n01 = cross(c0, c1);
  const Point n23 = cross(c2, c3);
  const double of_0 = hn::GetLane(dot(c1, n23));
  const double of_1 = -hn::GetLane(dot(c0, n23));
  const double of_2 = hn::GetLane(dot(c3, n01));
  const double of_3 = -hn::GetLane(dot(c2, n01));
  const Reach reach = reach_of(pair, offset);
  const double error = reach.minor_error();
  const double least = std::min(std::min(of_0, of_1), std::min(of_2, of_3));
  const double most = std::max(std::max(of_0, of_1), std::max(of_2, of_3));
  return reach.in_range() && (least > error || most < -error);
}

bool overlapping_about(const Pair<3>& pair, const std::array<IndexPair, 4>& kept) {
  const Vector3 offset = offset_of(pair);
  return zero_is_between(pair, offset, difference(pair, offset, kept[0]),
                         difference(pair, offset, kept[1]), difference(pair, offset, kept[2]),
                         difference(pair, offset, kept[3]));
}

bool zero_within(const Pair<3>& pair, const std::array<IndexPair, 3>& kept, const Vector3& point) {
  const Vector3 offset = offset_of(pair);
  return zero_is_between(pair, offset, difference(pair, offset, kept[0]),
                         difference(pair, offset, kept[1]), difference(pair, offset, kept[2]),
                         broadcast(One(), point.data()));
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail {

HWY_EXPORT(separated_along);
HWY_EXPORT(overlapping_about);
HWY_EXPORT(zero_within);

bool still_separated(const Pair<3>& pair, const Vector3& u) {
  return HWY_DYNAMIC_DISPATCH(separated_along)(pair, u);
}
bool still_overlapping(const Pair<3>& pair, const std::array<IndexPair, 4>& kept) {
  return HWY_DYNAMIC_DISPATCH(overlapping_about)(pair, kept);
}
bool encloses_zero(const Pair<3>& pair, const std::array<IndexPair, 3>& kept,
                   const Vector3& point) {
  return HWY_DYNAMIC_DISPATCH(zero_within)(pair, kept, point);
}

}  // namespace sunder::detail
#endif
