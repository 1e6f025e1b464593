// SPDX-License-Identifier: Apache-2.0
//
// Proposes the face by which a line enters a hull of some dozen faces. A line is clipped by all planes,
// a face a lane (Cyrus and Beck 1978, "Generalized two- and three-dimensional clipping"), without a
// branch that depends on the line. The planes are rounded, so that the face is a guess: a walk starts
// there (face_walk-inl.hpp). It is for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_CAST_ENTRY_FACE_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_CAST_ENTRY_FACE_INL_HPP
#undef SUNDER_QUERY_CAST_ENTRY_FACE_INL_HPP
#else
#define SUNDER_QUERY_CAST_ENTRY_FACE_INL_HPP
#endif

#include <bit>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "geometry/topology.hpp"
#include "sunder/polytope.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The line is p + t q in the body's frame, from the planes' inner point. Any numbers yield some face.
HWY_INLINE std::int32_t last_entered(const Topology::Planes& planes, std::int32_t faces,
                                     const Vector3& p, const Vector3& q) {
  using Lanes = hn::CappedTag<float, Topology::kPlaneLanes>;
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> whole;
  const hn::Rebind<std::int16_t, Lanes> narrow;
  const auto entry = [&](double x)
                         HWY_ATTR { return hn::Set(lanes, static_cast<float>(x) * planes.unit); };
  const auto px = entry(p[0]), py = entry(p[1]), pz = entry(p[2]);
  const auto qx = entry(q[0]), qy = entry(q[1]), qz = entry(q[2]);
  const auto one = hn::Set(lanes, 1.0F);
  const auto none = hn::Set(lanes, -std::numeric_limits<float>::infinity());
  const std::int16_t* const rows = planes.rows;
  // The times' lowest bits are the faces' numbers, so that the greatest names its face.
  const auto high = hn::BitCast(lanes, hn::Set(whole, ~std::int32_t{Topology::kMostPlanes - 1}));
  auto best = none;
  auto number = hn::Iota(whole, 0);
  const auto step = static_cast<std::ptrdiff_t>(hn::Lanes(lanes));
  for (std::ptrdiff_t i = 0; i < planes.stride; i += step) {
    const auto row = [&](std::ptrdiff_t k) HWY_ATTR {
      const auto from = hn::LoadU(narrow, rows + k * planes.stride + i);
      return hn::ConvertTo(lanes, hn::PromoteTo(whole, from));
    };
    const auto x = row(0), y = row(1), z = row(2);
    const auto below = hn::NegMulAdd(z, pz, hn::NegMulAdd(y, py, hn::NegMulAdd(x, px, one)));
    const auto along = hn::MulAdd(z, qz, hn::MulAdd(y, qy, hn::Mul(x, qx)));
    const auto named = hn::Or(hn::And(hn::Div(below, along), high), hn::BitCast(lanes, number));
    best = hn::Max(best, hn::IfThenElse(hn::Lt(along, hn::Zero(lanes)), named, none));
    number = hn::Add(number, hn::Set(whole, static_cast<std::int32_t>(step)));
  }
  const float most = hn::GetLane(hn::MaxOfLanes(lanes, best));
  const std::int32_t face = std::bit_cast<std::int32_t>(most) & (Topology::kMostPlanes - 1);
  return face < faces ? face : 0;
}

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_CAST_ENTRY_FACE_INL_HPP
