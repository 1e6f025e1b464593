// SPDX-License-Identifier: Apache-2.0
//
// Transposes records into lanes, a pair a lane. Quads of four floats are loaded, joined to vectors
// and transposed in registers. A store for each quad would cost more than these shuffles.

// Highway's include guard: open once for each target.
#if defined(SUNDER_BATCH_STAGING_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_BATCH_STAGING_INL_HPP
#undef SUNDER_BATCH_STAGING_INL_HPP
#else
#define SUNDER_BATCH_STAGING_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>
#include <type_traits>

#include "lanes/quad-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::batch::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>;
using Floats = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;

using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::Mat3;
using sunder::detail::HWY_NAMESPACE::Vec2;
using sunder::detail::HWY_NAMESPACE::Vec3;
/// A matrix by its columns.
using Matrix = Mat3<Vec3<Floats>>;

/// Returns the number of lanes, a power of two on every target: 1, 4, 8 or 16.
HWY_INLINE std::int32_t lane_count() { return static_cast<std::int32_t>(hn::Lanes(Lanes())); }

/// Returns `others` with this code in the lanes of `where`.
template <class Codes, class Where>
HWY_INLINE Codes with_code(std::uint8_t code, Where where, Codes others) {
  const hn::DFromV<Codes> lanes;
  return hn::IfThenElse(hn::RebindMask(lanes, where),
                        hn::Set(lanes, static_cast<hn::TFromV<Codes>>(code)), others);
}

/// A row of a matrix, or four numbers of a body's record.
#if HWY_TARGET == HWY_SCALAR
struct Quad {
  float v[4];
};
HWY_INLINE Quad load_quad(const float* from) {
  Quad quad;
  std::memcpy(quad.v, from, sizeof(quad.v));
  return quad;
}
#else
using Quad = hn::Vec<hn::FixedTag<float, 4>>;
HWY_INLINE Quad load_quad(const float* from) { return hn::LoadU(hn::FixedTag<float, 4>(), from); }
#endif

/// Doubles become quads when they are joined. A conversion then fills a whole vector.
using FourDoubles = sunder::detail::HWY_NAMESPACE::Quad;
using sunder::detail::HWY_NAMESPACE::in_order;
HWY_INLINE FourDoubles load_doubles(const double* from) {
  return LoadU(sunder::detail::HWY_NAMESPACE::QuadTag(), from);
}
HWY_INLINE Quad as_quad(Quad quad) { return quad; }
HWY_INLINE Quad as_quad(FourDoubles four) {
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
  return hn::DemoteTo(hn::FixedTag<float, 4>(), four);
#else
  double wide[4];
  float narrow[4];
  Store(four, sunder::detail::HWY_NAMESPACE::QuadTag(), wide);
  for (std::size_t k = 0; k < 4; ++k) narrow[k] = static_cast<float>(wide[k]);
  return load_quad(narrow);
#endif
}
#if HWY_MAX_BYTES >= 64
using TwoQuads = hn::Vec<hn::FixedTag<float, 8>>;
HWY_INLINE TwoQuads join_two(Quad low, Quad high) {
  return hn::Combine(hn::FixedTag<float, 8>(), high, low);
}
HWY_INLINE TwoQuads join_two(FourDoubles low, FourDoubles high) {
  const hn::FixedTag<double, 8> eight;
  return hn::DemoteTo(hn::FixedTag<float, 8>(), hn::Combine(eight, high, low));
}
#endif

struct FourLanes {
  Floats v0, v1, v2, v3;
};

#if HWY_TARGET != HWY_SCALAR
/// Joins the quads of pairs `first`, first + 4, first + 8 and so on.
template <class Read>
HWY_INLINE Floats join_quads(const Read& read, std::size_t first) {
#if HWY_HAVE_SCALABLE
  const hn::FixedTag<float, 4> four;
  HWY_ALIGN float quads[16];
  const auto n = static_cast<std::size_t>(lane_count());
  for (std::size_t i = 0; i < n; i += 4) hn::Store(as_quad(read(first + i)), four, quads + i);
  return hn::Load(Lanes(), quads);
#elif HWY_MAX_BYTES >= 64
  return hn::Combine(Lanes(), join_two(read(first + 8), read(first + 12)),
                     join_two(read(first), read(first + 4)));
#elif HWY_MAX_BYTES == 32
  return hn::Combine(Lanes(), as_quad(read(first + 4)), as_quad(read(first)));
#else
  return as_quad(read(first));
#endif
}

/// Returns element p of each pair's quad, for p = 0 to 3. The quads are joined: `a` has those of
/// pairs 0, 4, 8 and 12; `b` those of 1, 5, 9 and 13; and so on.
HWY_INLINE FourLanes transpose_joined(Floats a, Floats b, Floats c, Floats d) {
  const Lanes lanes;
  const hn::RepartitionToWide<Lanes> wide;
  const auto ab_low = hn::BitCast(wide, hn::InterleaveLower(lanes, a, b));
  const auto ab_high = hn::BitCast(wide, hn::InterleaveUpper(lanes, a, b));
  const auto cd_low = hn::BitCast(wide, hn::InterleaveLower(lanes, c, d));
  const auto cd_high = hn::BitCast(wide, hn::InterleaveUpper(lanes, c, d));
  return {hn::BitCast(lanes, hn::InterleaveLower(wide, ab_low, cd_low)),
          hn::BitCast(lanes, hn::InterleaveUpper(wide, ab_low, cd_low)),
          hn::BitCast(lanes, hn::InterleaveLower(wide, ab_high, cd_high)),
          hn::BitCast(lanes, hn::InterleaveUpper(wide, ab_high, cd_high))};
}
#endif

/// Returns element p of each pair's quad, for p = 0 to 3. read(i) returns the quad of pair i.
template <class Read>
HWY_INLINE FourLanes transpose_quads(const Read& read) {
#if HWY_TARGET == HWY_SCALAR
  const Lanes lanes;
  const Quad quad = as_quad(read(0));
  return {hn::Set(lanes, quad.v[0]), hn::Set(lanes, quad.v[1]), hn::Set(lanes, quad.v[2]),
          hn::Set(lanes, quad.v[3])};
#else
  return transpose_joined(join_quads(read, 0), join_quads(read, 1), join_quads(read, 2),
                          join_quads(read, 3));
#endif
}

/// Loads a row of a's matrix.
HWY_INLINE Quad row_of_a(const float* a) { return load_quad(a); }
/// Loads a row of b's matrix. A row of doubles ends with the difference of the offsets, computed
/// before it is rounded to a float.
HWY_INLINE Quad row_of_b(const float* /*a*/, const float* b) { return load_quad(b); }
HWY_INLINE FourDoubles row_of_a(const double* a) { return load_doubles(a); }
HWY_INLINE FourDoubles row_of_b(const double* a, const double* b) {
  const FourDoubles row = load_doubles(b);
  return in_order<0, 1, 2, 7>(row, Sub(row, load_doubles(a)));
}

/// Returns the difference of the offsets, from the ends of the rows of both.
template <class Real>
HWY_INLINE Floats difference(Floats a, Floats b) {
  return std::is_same_v<Real, float> ? hn::Sub(b, a) : b;
}

}  // namespace sunder::detail::batch::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_BATCH_STAGING_INL_HPP
