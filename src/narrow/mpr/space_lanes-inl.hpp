// SPDX-License-Identifier: Apache-2.0
//
// Vectors of space in floats, side by side: four, for the corners of a portal. For files that are
// compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP
#undef SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP
#else
#define SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "sunder/polytope.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A vector of space in floats.
using Float3 = std::array<float, 3>;

HWY_INLINE Float3 to_floats(const Vector3& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
HWY_INLINE Vector3 to_doubles(const Float3& v) { return {v[0], v[1], v[2]}; }
HWY_INLINE float size_of(const Float3& v) {
  return (std::fabs(v[0]) + std::fabs(v[1])) + std::fabs(v[2]);
}

#if HWY_TARGET == HWY_SCALAR

struct Four {
  float x[4];
};
using FourNames = std::array<std::uint32_t, 4>;

template <class Make>
HWY_INLINE Four make_four(const Make& make) {
  return {{make(0), make(1), make(2), make(3)}};
}
HWY_INLINE Four four(float x) { return {{x, x, x, x}}; }
HWY_INLINE Four four(const float* p, const float* q, const float* r, const float* s) {
  return {{*p, *q, *r, *s}};
}
HWY_INLINE FourNames four_names(std::uint32_t p, std::uint32_t q, std::uint32_t r,
                                std::uint32_t s) {
  return {p, q, r, s};
}
HWY_INLINE Four plus(Four p, Four q) {
  return make_four([&](int i) { return p.x[i] + q.x[i]; });
}
HWY_INLINE Four minus(Four p, Four q) {
  return make_four([&](int i) { return p.x[i] - q.x[i]; });
}
HWY_INLINE Four times(Four p, Four q) {
  return make_four([&](int i) { return p.x[i] * q.x[i]; });
}
HWY_INLINE Four times_plus(Four p, Four q, Four sum) { return plus(times(p, q), sum); }
HWY_INLINE Four times_minus(Four p, Four q, Four other) { return minus(times(p, q), other); }
HWY_INLINE Four size(Four p) {
  return make_four([&](int i) { return std::fabs(p.x[i]); });
}
HWY_INLINE void store(Four p, float* out) {
  for (int i = 0; i < 4; ++i) out[i] = p.x[i];
}
HWY_INLINE void store(FourNames p, std::uint32_t* out) {
  for (std::size_t i = 0; i < 4; ++i) out[i] = p[i];
}
HWY_INLINE Four next(Four p) { return {{p.x[1], p.x[2], p.x[3], p.x[0]}}; }
HWY_INLINE float first(Four p) { return p.x[0]; }
/// Lanes where p is below -noise, and the next one above noise.
using FourMask = std::array<bool, 4>;
HWY_INLINE FourMask rises(Four p, float noise) {
  FourMask mask{};
  for (std::size_t i = 0; i < 4; ++i) mask[i] = p.x[i] < -noise && p.x[(i + 1) % 4] > noise;
  return mask;
}
HWY_INLINE unsigned bits_of(const FourMask& mask) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 4; ++i) bits |= unsigned{mask[i]} << i;
  return bits;
}
/// In all lanes that of the first lane in the mask, or else lane kLast.
template <std::size_t kLast>
HWY_INLINE Four chosen(const FourMask& mask, Four p) {
  std::size_t k = 0;
  while (k < kLast && !mask[k]) ++k;
  return four(p.x[k]);
}
/// Bits of the lanes where p is above q.
HWY_INLINE unsigned bits_above(Four p, Four q) {
  unsigned bits = 0;
  for (int i = 0; i < 4; ++i) bits |= unsigned{p.x[i] > q.x[i]} << i;
  return bits;
}
HWY_INLINE unsigned bits_equal(const FourNames& p, std::uint32_t name) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 4; ++i) bits |= unsigned{p[i] == name} << i;
  return bits;
}
/// Lanes k, k + 1, then `third`, then k again.
HWY_INLINE Four corners_from(Four p, std::size_t k, Four third) {
  return {{p.x[k], p.x[(k + 1) % 4], third.x[0], p.x[k]}};
}
HWY_INLINE FourNames corners_from(const FourNames& p, std::size_t k, std::uint32_t third) {
  return {p[k], p[(k + 1) % 4], third, p[k]};
}

#else

using Fours = hn::CappedTag<float, 4>;
using FourBits = hn::RebindToUnsigned<Fours>;
using Four = hn::Vec<Fours>;
using FourNames = hn::Vec<FourBits>;

HWY_INLINE Four four(float x) { return hn::Set(Fours(), x); }
HWY_INLINE Four four(const float* p, const float* q, const float* r, const float* s) {
  const Fours lanes;
  const hn::Repartition<double, Fours> twos;
  const auto first = hn::InterleaveLower(lanes, hn::Set(lanes, *p), hn::Set(lanes, *q));
  const auto second = hn::InterleaveLower(lanes, hn::Set(lanes, *r), hn::Set(lanes, *s));
  return hn::BitCast(
      lanes, hn::InterleaveLower(twos, hn::BitCast(twos, first), hn::BitCast(twos, second)));
}
HWY_INLINE FourNames four_names(std::uint32_t p, std::uint32_t q, std::uint32_t r,
                                std::uint32_t s) {
  const FourBits lanes;
  const hn::Repartition<std::uint64_t, FourBits> twos;
  const auto first = hn::InterleaveLower(lanes, hn::Set(lanes, p), hn::Set(lanes, q));
  const auto second = hn::InterleaveLower(lanes, hn::Set(lanes, r), hn::Set(lanes, s));
  return hn::BitCast(
      lanes, hn::InterleaveLower(twos, hn::BitCast(twos, first), hn::BitCast(twos, second)));
}
HWY_INLINE Four plus(Four p, Four q) { return hn::Add(p, q); }
HWY_INLINE Four minus(Four p, Four q) { return hn::Sub(p, q); }
HWY_INLINE Four times(Four p, Four q) { return hn::Mul(p, q); }
HWY_INLINE Four times_plus(Four p, Four q, Four sum) { return hn::MulAdd(p, q, sum); }
HWY_INLINE Four times_minus(Four p, Four q, Four other) { return hn::MulSub(p, q, other); }
HWY_INLINE Four size(Four p) { return hn::Abs(p); }
HWY_INLINE void store(Four p, float* out) { hn::StoreU(p, Fours(), out); }
HWY_INLINE void store(FourNames p, std::uint32_t* out) { hn::StoreU(p, FourBits(), out); }
/// Lane k from lane k + 1, counted round.
HWY_INLINE Four next(Four p) { return hn::Shuffle0321(p); }
HWY_INLINE float first(Four p) { return hn::GetLane(p); }
/// All bits of the lanes where p is below -noise, and the next one above noise.
using FourMask = Four;
HWY_INLINE FourMask rises(Four p, float noise) {
  const hn::RebindToSigned<Fours> bits;
  const auto below = hn::BitCast(bits, plus(p, four(noise)));
  const auto above = hn::BitCast(bits, minus(four(noise), next(p)));
  return hn::BitCast(Fours(), hn::BroadcastSignBit(hn::And(below, above)));
}
HWY_INLINE unsigned bits_of(FourMask mask) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(Fours(), hn::MaskFromVec(mask), bits);
  return bits[0];
}
/// In all lanes that of the first lane in the mask, or else lane kLast: it waits for no index.
template <std::size_t kLast, std::size_t k = 0>
HWY_INLINE Four chosen(FourMask mask, Four p) {
  if constexpr (k == kLast) {
    return hn::Broadcast<kLast>(p);
  } else {
    return hn::IfVecThenElse(hn::Broadcast<k>(mask), hn::Broadcast<k>(p),
                             chosen<kLast, k + 1>(mask, p));
  }
}
/// Bits of the lanes where p is above q.
HWY_INLINE unsigned bits_above(Four p, Four q) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(Fours(), hn::Gt(p, q), bits);
  return bits[0];
}
HWY_INLINE unsigned bits_equal(FourNames p, std::uint32_t name) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(FourBits(), hn::Eq(p, hn::Set(FourBits(), name)), bits);
  return bits[0];
}
alignas(16) inline constexpr std::uint32_t kCornersFrom[4][4] = {
    {0, 1, 0, 0}, {1, 2, 0, 1}, {2, 3, 0, 2}, {3, 0, 0, 3}};
alignas(16) inline constexpr std::uint32_t kThird[4] = {0, 0, ~std::uint32_t{0}, 0};
/// Lanes k, k + 1, then `third`, then k again.
HWY_INLINE FourNames corners_from(FourNames p, std::size_t k, FourNames third) {
  const FourBits lanes;
  const auto turned = hn::TableLookupLanes(p, hn::SetTableIndices(lanes, kCornersFrom[k]));
  return hn::IfVecThenElse(hn::Load(lanes, kThird), third, turned);
}
HWY_INLINE FourNames corners_from(FourNames p, std::size_t k, std::uint32_t third) {
  return corners_from(p, k, hn::Set(FourBits(), third));
}
HWY_INLINE Four corners_from(Four p, std::size_t k, Four third) {
  const Fours lanes;
  const FourBits bits;
  const auto turned = hn::TableLookupLanes(p, hn::SetTableIndices(lanes, kCornersFrom[k]));
  return hn::IfVecThenElse(hn::BitCast(lanes, hn::Load(bits, kThird)), third, turned);
}

#endif

/// Four vectors of space, or one in all lanes. Copied one by one: a compiler that copies all bytes
/// at once does so through memory, and waits for it.
struct Space {
  Four x, y, z;

  HWY_INLINE Space(Four of_x, Four of_y, Four of_z) : x(of_x), y(of_y), z(of_z) {}
  HWY_INLINE Space(const Space& other) : x(other.x), y(other.y), z(other.z) {}
  HWY_INLINE Space& operator=(const Space& other) {
    x = other.x;
    y = other.y;
    z = other.z;
    return *this;
  }
  ~Space() = default;
};
HWY_INLINE Space in_all(const Float3& v) { return {four(v[0]), four(v[1]), four(v[2])}; }
HWY_INLINE Four dot(const Space& p, const Space& q) {
  return times_plus(p.z, q.z, times_plus(p.y, q.y, times(p.x, q.x)));
}
HWY_INLINE Space minus(const Space& p, const Space& q) {
  return {minus(p.x, q.x), minus(p.y, q.y), minus(p.z, q.z)};
}
HWY_INLINE Space cross(const Space& p, const Space& q) {
  return {times_minus(p.y, q.z, times(p.z, q.y)), times_minus(p.z, q.x, times(p.x, q.z)),
          times_minus(p.x, q.y, times(p.y, q.x))};
}
HWY_INLINE Space next(const Space& p) { return {next(p.x), next(p.y), next(p.z)}; }
HWY_INLINE Four size_of(const Space& p) { return plus(plus(size(p.x), size(p.y)), size(p.z)); }
HWY_INLINE Space corners_from(const Space& p, std::size_t k, const Space& third) {
  return {corners_from(p.x, k, third.x), corners_from(p.y, k, third.y),
          corners_from(p.z, k, third.z)};
}
template <std::size_t kLast>
HWY_INLINE Space chosen(const FourMask& mask, const Space& p) {
  return {chosen<kLast>(mask, p.x), chosen<kLast>(mask, p.y), chosen<kLast>(mask, p.z)};
}
HWY_INLINE Float3 first(const Space& p) { return {first(p.x), first(p.y), first(p.z)}; }

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP
