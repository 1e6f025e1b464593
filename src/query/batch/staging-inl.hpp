// SPDX-License-Identifier: Apache-2.0
//
// From arrays of records to a lane a pair: what a group of pairs needs is copied in quads of four
// floats, each quad of a pair to the place from where whole vectors are loaded and transposed.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_BATCH_STAGING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_BATCH_STAGING_INL_HPP
#undef SUNDER_QUERY_BATCH_STAGING_INL_HPP
#else
#define SUNDER_QUERY_BATCH_STAGING_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using Floats = hn::Vec<Lanes>;

/// A power of two on every target: 1, 4, 8 or 16.
HWY_INLINE std::int32_t lane_count() { return static_cast<std::int32_t>(hn::Lanes(Lanes())); }

struct FourLanes {
  Floats v0, v1, v2, v3;
};

/// Element p of each pair's quad, for p = 0 to 3. The quads of pairs 0, 4, 8, 12 come first, then
/// those of 1, 5, 9, 13 and so on: so the transposed blocks of vectors hold the pairs in order.
HWY_INLINE FourLanes load_quads(const float* HWY_RESTRICT quads) {
  const Lanes lanes;
#if HWY_TARGET == HWY_SCALAR
  return {hn::Load(lanes, quads), hn::Load(lanes, quads + 1), hn::Load(lanes, quads + 2),
          hn::Load(lanes, quads + 3)};
#else
  const hn::RepartitionToWide<Lanes> wide;
  const std::int32_t n = lane_count();
  const auto a = hn::Load(lanes, quads);
  const auto b = hn::Load(lanes, quads + n);
  const auto c = hn::Load(lanes, quads + 2 * n);
  const auto d = hn::Load(lanes, quads + 3 * n);
  const auto ab_low = hn::BitCast(wide, hn::InterleaveLower(lanes, a, b));
  const auto ab_high = hn::BitCast(wide, hn::InterleaveUpper(lanes, a, b));
  const auto cd_low = hn::BitCast(wide, hn::InterleaveLower(lanes, c, d));
  const auto cd_high = hn::BitCast(wide, hn::InterleaveUpper(lanes, c, d));
  return {hn::BitCast(lanes, hn::InterleaveLower(wide, ab_low, cd_low)),
          hn::BitCast(lanes, hn::InterleaveUpper(wide, ab_low, cd_low)),
          hn::BitCast(lanes, hn::InterleaveLower(wide, ab_high, cd_high)),
          hn::BitCast(lanes, hn::InterleaveUpper(wide, ab_high, cd_high))};
#endif
}

HWY_INLINE void copy_quad(const float* from, float* HWY_RESTRICT to) {
  std::memcpy(to, from, 4 * sizeof(float));
}

/// A row of each matrix, as floats, but behind b's the difference of the offsets, which is taken
/// before it is rounded to a float.
HWY_INLINE void stage_rows(const double* a, const double* b, float* HWY_RESTRICT to_a,
                           float* HWY_RESTRICT to_b) {
#if HWY_MAX_BYTES < 32
  double row_a[4];
  double row_b[4];
  std::memcpy(row_a, a, sizeof(row_a));
  std::memcpy(row_b, b, sizeof(row_b));
  row_b[3] -= row_a[3];
  for (std::size_t k = 0; k < 4; ++k) {
    to_a[k] = static_cast<float>(row_a[k]);
    to_b[k] = static_cast<float>(row_b[k]);
  }
#else
  const hn::FixedTag<double, 4> four;
  const hn::FixedTag<float, 4> narrow;
  const auto row_a = hn::LoadU(four, a);
  const auto row_b = hn::LoadU(four, b);
  const auto mixed = hn::IfThenElse(hn::FirstN(four, 3), row_b, hn::Sub(row_b, row_a));
  hn::Store(hn::DemoteTo(narrow, row_a), narrow, to_a);
  hn::Store(hn::DemoteTo(narrow, mixed), narrow, to_b);
#endif
}

HWY_INLINE void stage_rows(const float* a, const float* b, float* HWY_RESTRICT to_a,
                           float* HWY_RESTRICT to_b) {
#if HWY_TARGET == HWY_SCALAR
  copy_quad(a, to_a);
  copy_quad(b, to_b);
  to_b[3] -= to_a[3];
#else
  const hn::FixedTag<float, 4> four;
  const auto row_a = hn::LoadU(four, a);
  const auto row_b = hn::LoadU(four, b);
  hn::Store(row_a, four, to_a);
  hn::Store(hn::IfThenElse(hn::FirstN(four, 3), row_b, hn::Sub(row_b, row_a)), four, to_b);
#endif
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_BATCH_STAGING_INL_HPP
