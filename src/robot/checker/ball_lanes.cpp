// SPDX-License-Identifier: Apache-2.0
//
// Idea: The centres of a part's balls are computed in floats, with a configuration a lane. Each lane's
//   radius grows by what its own centre may be off. A pair of parts then takes a subtraction, a dot
//   product and a comparison.
// Bound: With u = 2^-23 and S = |t|_1 + |c|_1 a coordinate of the centre R c + t has at most six roundings
//   of terms that sum to at most 2.02 S, the conversions of R, c and t among them. It is off by less than
//   13 u S, and the centre by less than 24 u S. Differences and squares lose 8 u of a squared distance,
//   and both sums of radii 6 u; kApartShare covers both.
// Cost: Some twenty operations a part, and ten a pair, for all lanes of a vector.
// Gives up: Poses beyond the floats. They make infinities and NaN, which prove nothing.
#include "robot/checker/ball_lanes.hpp"

#include <hwy/base.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "robot/checker/ball_lanes.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "batch/staging-inl.hpp"
#include "robot/checker/bounds.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::robot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using batch::HWY_NAMESPACE::Floats;
using batch::HWY_NAMESPACE::FourLanes;
using batch::HWY_NAMESPACE::Lanes;
using batch::HWY_NAMESPACE::load_doubles;
using batch::HWY_NAMESPACE::Mask;

/// A source for transpose_quads(): a row of each lane's matrix. The last lane repeats where there are no more.
struct RowsOfBlock {
  const double* rows;
  std::size_t stride;
  std::size_t last;
  HWY_INLINE auto operator()(std::size_t i) const {
    return load_doubles(rows + (i < last ? i : last) * stride);
  }
};

HWY_INLINE Floats abs_sum(Floats x, Floats y, Floats z) {
  return hn::Add(hn::Abs(x), hn::Add(hn::Abs(y), hn::Abs(z)));
}

void place_in_lanes(const FrameBall& ball, const double* poses, std::size_t stride,
                    std::int32_t count, BlockBalls& balls) {
  const Lanes lanes;
  const std::size_t n = hn::Lanes(lanes);
  const auto cx = hn::Set(lanes, ball.centre[0]);
  const auto cy = hn::Set(lanes, ball.centre[1]);
  const auto cz = hn::Set(lanes, ball.centre[2]);
  const auto size = hn::Set(lanes, ball.size);
  const auto radius = hn::Set(lanes, ball.radius);
  const auto units = hn::Set(lanes, static_cast<float>(kCentreUnits * kFloatUnit));
  const auto all = static_cast<std::size_t>(count);
  for (std::size_t first = 0; first < all; first += n) {
    const double* const from = poses + first * stride;
    const std::size_t last = all - first - 1;
    const FourLanes r0 = batch::HWY_NAMESPACE::transpose_quads(RowsOfBlock{from, stride, last});
    const FourLanes r1 = batch::HWY_NAMESPACE::transpose_quads(RowsOfBlock{from + 4, stride, last});
    const FourLanes r2 = batch::HWY_NAMESPACE::transpose_quads(RowsOfBlock{from + 8, stride, last});
    const auto image = [&](const FourLanes& row) HWY_ATTR {
      return hn::MulAdd(row.v2, cz, hn::MulAdd(row.v1, cy, hn::MulAdd(row.v0, cx, row.v3)));
    };
    hn::Store(image(r0), lanes, balls.x.data() + first);
    hn::Store(image(r1), lanes, balls.y.data() + first);
    hn::Store(image(r2), lanes, balls.z.data() + first);
    const Floats reach = hn::Add(abs_sum(r0.v3, r1.v3, r2.v3), size);
    hn::Store(hn::MulAdd(units, reach, radius), lanes, balls.radius.data() + first);
  }
}

/// Calls far(first), which returns a mask, for each vector of a block with a bit in `mask`, and removes the bits of the mask.
template <class Far>
HWY_INLINE void remove_far(BlockMask& mask, const Far& far) {
  const Lanes lanes;
  const std::size_t n = hn::Lanes(lanes);
  const std::uint64_t all = n == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << n) - 1;
  for (std::size_t w = 0; w < kMaskWords; ++w) {
    if (mask.words[w] == 0) continue;
    for (std::size_t shift = 0; shift < 64; shift += n) {
      if (((mask.words[w] >> shift) & all) == 0) continue;
      std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(lanes, far(64 * w + shift), bytes);
      const std::uint64_t bits =
          static_cast<std::uint64_t>(bytes[0]) | static_cast<std::uint64_t>(bytes[1]) << 8;
      mask.words[w] &= ~((bits & all) << shift);
    }
  }
}

/// Returns where `squared`, of a distance, exceeds that of both radii and the margin.
HWY_INLINE Mask exceeds(Floats squared, Floats radii) {
  const Lanes lanes;
  const Floats least = hn::Max(radii, hn::Set(lanes, static_cast<float>(kLeastBallGap)));
  return hn::Gt(hn::Mul(squared, hn::Set(lanes, static_cast<float>(1 - kApartShare))),
                hn::Mul(least, least));
}

void keep_near_balls(const BlockBalls& a, const BlockBalls& b, float margin, BlockMask& mask) {
  const Lanes lanes;
  const auto wide = hn::Set(lanes, margin);
  remove_far(mask, [&](std::size_t i) HWY_ATTR {
    const auto x = hn::Sub(hn::Load(lanes, a.x.data() + i), hn::Load(lanes, b.x.data() + i));
    const auto y = hn::Sub(hn::Load(lanes, a.y.data() + i), hn::Load(lanes, b.y.data() + i));
    const auto z = hn::Sub(hn::Load(lanes, a.z.data() + i), hn::Load(lanes, b.z.data() + i));
    const auto radii =
        hn::Add(hn::Load(lanes, a.radius.data() + i), hn::Load(lanes, b.radius.data() + i));
    return exceeds(hn::MulAdd(z, z, hn::MulAdd(y, y, hn::Mul(x, x))), hn::Add(radii, wide));
  });
}

void keep_near_box(const BlockBalls& a, const ReachBox& box, float margin, BlockMask& mask) {
  const Lanes lanes;
  const auto wide = hn::Set(lanes, margin);
  const auto beyond = [&](const float* from, std::size_t axis) HWY_ATTR {
    const auto at = hn::Load(lanes, from);
    const auto below = hn::Sub(hn::Set(lanes, static_cast<float>(box.lower[axis])), at);
    const auto above = hn::Sub(at, hn::Set(lanes, static_cast<float>(box.reach[axis])));
    return hn::Max(hn::Max(below, above), hn::Zero(lanes));
  };
  remove_far(mask, [&](std::size_t i) HWY_ATTR {
    const auto x = beyond(a.x.data() + i, 0);
    const auto y = beyond(a.y.data() + i, 1);
    const auto z = beyond(a.z.data() + i, 2);
    return exceeds(hn::MulAdd(z, z, hn::MulAdd(y, y, hn::Mul(x, x))),
                   hn::Add(hn::Load(lanes, a.radius.data() + i), wide));
  });
}

}  // namespace sunder::detail::robot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::robot {

HWY_EXPORT(place_in_lanes);
HWY_EXPORT(keep_near_balls);
HWY_EXPORT(keep_near_box);

void place_balls(const FrameBall& ball, const double* poses, std::size_t stride, std::int32_t count,
                 BlockBalls& balls) noexcept {
  HWY_DYNAMIC_DISPATCH(place_in_lanes)(ball, poses, stride, count, balls);
}
void keep_near(const BlockBalls& a, const BlockBalls& b, float margin, BlockMask& mask) noexcept {
  HWY_DYNAMIC_DISPATCH(keep_near_balls)(a, b, margin, mask);
}
void keep_near(const BlockBalls& a, const ReachBox& box, float margin, BlockMask& mask) noexcept {
  HWY_DYNAMIC_DISPATCH(keep_near_box)(a, box, margin, mask);
}

}  // namespace sunder::detail::robot
#endif
