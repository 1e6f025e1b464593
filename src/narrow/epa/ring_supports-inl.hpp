// SPDX-License-Identifier: Apache-2.0
//
// Computes the support points of all directions of rings.hpp at once. Each direction is a sum of
// three signed vectors, so a vertex's heights along all of them are sums of three heights.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_EPA_RING_SUPPORTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_EPA_RING_SUPPORTS_INL_HPP
#undef SUNDER_NARROW_EPA_RING_SUPPORTS_INL_HPP
#else
#define SUNDER_NARROW_EPA_RING_SUPPORTS_INL_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "lanes/scan-inl.hpp"
#include "narrow/epa/rings.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::epa::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using RingVertices = std::array<std::int32_t, Rings::kCorners>;

/// Returns vertices in rows that attain the support heights to within 2^-46, along the directions
/// times sign. The last bits of a height hold its vertex, so the maximum also gives the vertex.
template <std::int32_t kStride>
HWY_INLINE RingVertices ring_vertices(const double* HWY_RESTRICT rows, std::int32_t count,
                                      const Rings& rings, double sign) {
  static_assert(kStride <= 64);
  using sunder::detail::HWY_NAMESPACE::Block;
  using sunder::detail::HWY_NAMESPACE::BlockOf;
  using sunder::detail::HWY_NAMESPACE::heights;
  const Block block;
  const hn::RebindToUnsigned<Block> bits;
  const auto lanes = static_cast<std::int32_t>(hn::Lanes(block));
  Vector3 u;
  Vector3 s;
  Vector3 t;
  for (std::size_t l = 0; l < 3; ++l) {
    u[l] = sign * Rings::kNearCosine * rings.u[l];
    s[l] = sign * Rings::kNearSine * rings.s[l];
    t[l] = sign * Rings::kNearSine * rings.t[l];
  }
  const auto first_bits = hn::BitCast(block, hn::Set(bits, ~std::uint64_t{63}));
  const auto far = hn::Set(block, Rings::kFarCosine / Rings::kNearCosine);
  auto names = hn::Iota(bits, 0);
  auto best0 = hn::Set(block, -std::numeric_limits<double>::infinity());
  auto best1 = best0, best2 = best0, best3 = best0, best4 = best0;
  auto best5 = best0, best6 = best0, best7 = best0, best8 = best0;
  auto best9 = best0;
  for (std::int32_t i = 0; i < count; i += lanes) {
    const auto p = heights<3>(rows, kStride, i, u.data(), 3);
    const auto q = heights<3>(rows, kStride, i, s.data(), 3);
    const auto r = heights<3>(rows, kStride, i, t.data(), 3);
    const auto keep = [&](BlockOf height, BlockOf& best) HWY_ATTR {
      best = hn::Max(best, hn::OrAnd(hn::BitCast(block, names), first_bits, height));
    };
    keep(hn::Neg(p), best0);
    keep(p, best9);
    keep(hn::Add(p, q), best1);
    keep(hn::Add(p, r), best2);
    keep(hn::Sub(p, q), best3);
    keep(hn::Sub(p, r), best4);
    const auto sum = hn::Add(q, r);
    const auto difference = hn::Sub(q, r);
    keep(hn::MulAdd(p, far, sum), best5);
    keep(hn::MulSub(p, far, difference), best6);
    keep(hn::MulSub(p, far, sum), best7);
    keep(hn::MulAdd(p, far, difference), best8);
    names = hn::Add(names, hn::Set(bits, static_cast<std::uint64_t>(lanes)));
  }
  const auto name = [&](BlockOf best) HWY_ATTR {
    const double highest = hn::GetLane(hn::MaxOfLanes(block, best));
    const auto vertex = static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(highest) & 63);
    return vertex < count ? vertex : 0;  // padding repeats vertex 0
  };
  return {name(best0), name(best1), name(best2), name(best3), name(best4),
          name(best5), name(best6), name(best7), name(best8), name(best9)};
}

}  // namespace sunder::detail::epa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_EPA_RING_SUPPORTS_INL_HPP
