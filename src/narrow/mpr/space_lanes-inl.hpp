// SPDX-License-Identifier: Apache-2.0
//
// Holds four vectors of space in floats, side by side: the corners of a portal. The functions
// choose and reorder corners.

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

#include "lanes/few-inl.hpp"
#include "lanes/mask-inl.hpp"
#include "lanes/space-inl.hpp"
#include "sunder/polytope.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using sunder::detail::HWY_NAMESPACE::bits_of_mask;
using sunder::detail::HWY_NAMESPACE::broadcast;
#if HWY_TARGET == HWY_SCALAR
using sunder::detail::HWY_NAMESPACE::Few;
using sunder::detail::HWY_NAMESPACE::FewMask;
using sunder::detail::HWY_NAMESPACE::FewTag;
#endif
using sunder::detail::HWY_NAMESPACE::Vec3;

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

using Fours = FewTag<float, 4>;
using Four = Few<float, 4>;
using FourNames = std::array<std::uint32_t, 4>;
using FourMask = FewMask;

HWY_INLINE Four four(const float* p, const float* q, const float* r, const float* s) {
  return {{*p, *q, *r, *s}};
}
HWY_INLINE FourNames four_names(std::uint32_t p, std::uint32_t q, std::uint32_t r,
                                std::uint32_t s) {
  return {p, q, r, s};
}
HWY_INLINE void store(FourNames p, std::uint32_t* out) {
  for (std::size_t i = 0; i < 4; ++i) out[i] = p[i];
}
/// Returns lane k + 1 as lane k, cyclically.
HWY_INLINE Four next(const Four& p) { return {{p.lane[1], p.lane[2], p.lane[3], p.lane[0]}}; }
/// Lanes where p is below -noise, and the next one above noise.
HWY_INLINE FourMask rises(const Four& p, float noise) {
  const Four bound = Set(Fours(), noise);
  return And(Gt(Neg(bound), p), Gt(next(p), bound));
}
HWY_INLINE unsigned bits_of(FourMask mask) { return mask.bits; }
/// Fills all lanes with that of the first lane in the mask, or with lane kLast.
template <std::size_t kLast>
HWY_INLINE Four chosen(FourMask mask, const Four& p) {
  std::size_t k = 0;
  while (k < kLast && (mask.bits >> k & 1) == 0) ++k;
  return Set(Fours(), p.lane[k]);
}
/// Returns bits of the lanes where p is above q.
HWY_INLINE unsigned bits_above(const Four& p, const Four& q) { return Gt(p, q).bits; }
HWY_INLINE unsigned bits_equal(const FourNames& p, std::uint32_t name) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < 4; ++i) bits |= unsigned{p[i] == name} << i;
  return bits;
}
/// Returns lanes k, k + 1, then `third`, then k again.
HWY_INLINE Four corners_from(const Four& p, std::size_t k, const Four& third) {
  return {{p.lane[k], p.lane[(k + 1) % 4], third.lane[0], p.lane[k]}};
}
HWY_INLINE FourNames corners_from(const FourNames& p, std::size_t k, std::uint32_t third) {
  return {p[k], p[(k + 1) % 4], third, p[k]};
}

#else

using Fours = hn::CappedTag<float, 4>;
using FourBits = hn::RebindToUnsigned<Fours>;
using Four = hn::Vec<Fours>;
using FourNames = hn::Vec<FourBits>;

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
HWY_INLINE void store(FourNames p, std::uint32_t* out) { hn::StoreU(p, FourBits(), out); }
/// Returns lane k + 1 as lane k, cyclically.
HWY_INLINE Four next(Four p) { return hn::Shuffle0321(p); }
/// All bits of the lanes where p is below -noise, and the next one above noise.
using FourMask = Four;
HWY_INLINE FourMask rises(Four p, float noise) {
  const hn::RebindToSigned<Fours> bits;
  const Four bound = hn::Set(Fours(), noise);
  const auto below = hn::BitCast(bits, hn::Add(p, bound));
  const auto above = hn::BitCast(bits, hn::Sub(bound, next(p)));
  return hn::BitCast(Fours(), hn::BroadcastSignBit(hn::And(below, above)));
}
HWY_INLINE unsigned bits_of(FourMask mask) { return bits_of_mask(Fours(), hn::MaskFromVec(mask)); }
/// Fills all lanes with that of the first lane in the mask, or with lane kLast. It avoids the
/// latency of an index.
template <std::size_t kLast, std::size_t k = 0>
HWY_INLINE Four chosen(FourMask mask, Four p) {
  if constexpr (k == kLast) {
    return hn::Broadcast<kLast>(p);
  } else {
    return hn::IfVecThenElse(hn::Broadcast<k>(mask), hn::Broadcast<k>(p),
                             chosen<kLast, k + 1>(mask, p));
  }
}
/// Returns bits of the lanes where p is above q.
HWY_INLINE unsigned bits_above(Four p, Four q) { return bits_of_mask(Fours(), hn::Gt(p, q)); }
HWY_INLINE unsigned bits_equal(FourNames p, std::uint32_t name) {
  return bits_of_mask(FourBits(), hn::Eq(p, hn::Set(FourBits(), name)));
}
alignas(16) inline constexpr std::uint32_t kCornersFrom[4][4] = {
    {0, 1, 0, 0}, {1, 2, 0, 1}, {2, 3, 0, 2}, {3, 0, 0, 3}};
alignas(16) inline constexpr std::uint32_t kThird[4] = {0, 0, ~std::uint32_t{0}, 0};
/// Returns lanes k, k + 1, then `third`, then k again.
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

/// Four vectors of space, or one in all lanes.
using Space = Vec3<Four>;

/// Returns the first vector in all lanes.
HWY_INLINE Space in_all(const Space& p) { return broadcast(Fours(), first(p).data()); }
HWY_INLINE Space next(const Space& p) { return {next(p.x), next(p.y), next(p.z)}; }
HWY_INLINE Space corners_from(const Space& p, std::size_t k, const Space& third) {
  return {corners_from(p.x, k, third.x), corners_from(p.y, k, third.y),
          corners_from(p.z, k, third.z)};
}
template <std::size_t kLast>
HWY_INLINE Space chosen(const FourMask& mask, const Space& p) {
  return {chosen<kLast>(mask, p.x), chosen<kLast>(mask, p.y), chosen<kLast>(mask, p.z)};
}

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_SPACE_LANES_INL_HPP
