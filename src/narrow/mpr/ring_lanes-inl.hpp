// SPDX-License-Identifier: Apache-2.0
//
// Tests the first directions of a portal search: one direction and four about it, side by side. A
// height along c + f is the sum of those along c and along f, so that five directions cost three
// products a vertex. It is for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_RING_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_RING_LANES_INL_HPP
#undef SUNDER_NARROW_MPR_RING_LANES_INL_HPP
#else
#define SUNDER_NARROW_MPR_RING_LANES_INL_HPP
#endif

#include <cmath>
#include <cstddef>
#include <hwy/highway.h>

#include "narrow/mpr/space_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

/// The four directions, counter-clockwise seen along the centre: centre + first, centre + second,
/// centre - first, centre - second.
struct Ring {
  Float3 centre;
  Float3 first;
  Float3 second;

  HWY_INLINE Float3 operator[](std::size_t k) const {
    const Float3& way = k % 2 == 0 ? first : second;
    const float sign = k < 2 ? 1.0F : -1.0F;
    return {centre[0] + sign * way[0], centre[1] + sign * way[1], centre[2] + sign * way[2]};
  }
};

/// Returns a ring about c, evenly spread. `tilt` is about the tangent of the angle to c.
HWY_INLINE Ring ring_about(const Float3& c, float tilt) {
  // Perpendicular to c, with a length of at least 0.7 of c's.
  const bool flat = std::fabs(c[2]) <= std::fabs(c[0]);
  const float y = tilt * c[1];
  const float other = tilt * (flat ? -c[0] : c[2]);
  const Float3 f{flat ? y : 0.0F, other, flat ? 0.0F : -y};
  const float square = (c[0] * c[0] + c[1] * c[1]) + c[2] * c[2];
  const hn::CappedTag<float, 1> one;
  const float inverse = hn::GetLane(hn::ApproximateReciprocalSqrt(hn::Set(one, square)));
  return {c,
          f,
          {inverse * (c[1] * f[2] - c[2] * f[1]), inverse * (c[2] * f[0] - c[0] * f[2]),
           inverse * (c[0] * f[1] - c[1] * f[0])}};
}

/// Heights of some vertices along the directions of a ring.
template <class Vec>
struct RingHeights {
  Vec plus_first, plus_second, minus_first, minus_second, centre;
};

template <class Vec>
HWY_INLINE RingHeights<Vec> greater(const RingHeights<Vec>& p, const RingHeights<Vec>& q) {
  return {hn::Max(p.plus_first, q.plus_first), hn::Max(p.plus_second, q.plus_second),
          hn::Max(p.minus_first, q.minus_first), hn::Max(p.minus_second, q.minus_second),
          hn::Max(p.centre, q.centre)};
}

#if HWY_TARGET == HWY_SCALAR
template <class Vec>
HWY_INLINE void store_largest(const RingHeights<Vec>& v, float* HWY_RESTRICT largest) {
  largest[0] = hn::GetLane(v.plus_first);
  largest[1] = hn::GetLane(v.plus_second);
  largest[2] = hn::GetLane(v.minus_first);
  largest[3] = hn::GetLane(v.minus_second);
}
#else
/// Every four lanes hold values of the same four directions: stores their largest.
template <class Vec>
HWY_INLINE void store_largest_four(Vec v, float* HWY_RESTRICT largest) {
  using Tag = hn::DFromV<Vec>;
  if constexpr (hn::MaxLanes(Tag()) > 4) {
    const hn::Half<Tag> half;
    store_largest_four(hn::Max(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), largest);
  } else {
    hn::StoreU(v, Tag(), largest);
  }
}
/// Stores the largest lane of each of the four directions about the centre.
template <class Vec>
HWY_INLINE void store_largest(const RingHeights<Vec>& v, float* HWY_RESTRICT largest) {
  const hn::DFromV<Vec> lanes;
  const hn::Repartition<double, hn::DFromV<Vec> > twos;
  const auto of_two = [&](Vec p, Vec q) HWY_ATTR {
    return hn::Max(hn::InterleaveLower(lanes, p, q), hn::InterleaveUpper(lanes, p, q));
  };
  const auto first = hn::BitCast(twos, of_two(v.plus_first, v.plus_second));
  const auto second = hn::BitCast(twos, of_two(v.minus_first, v.minus_second));
  store_largest_four(hn::Max(hn::BitCast(lanes, hn::InterleaveLower(twos, first, second)),
                             hn::BitCast(lanes, hn::InterleaveUpper(twos, first, second))),
                     largest);
}
#endif

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_RING_LANES_INL_HPP
