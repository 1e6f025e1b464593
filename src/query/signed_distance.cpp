// SPDX-License-Identifier: Apache-2.0
//
// Computes the signed distance of separated and overlapping bodies. distance() computes the
// verdict. Its proof of an overlap is the hint for penetration(), so that the verdict is searched
// for once.
#include "machine/strict_arithmetic.hpp"
#include "query/interval.hpp"
#include "query/rounded/rounded.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

template <int D>
SignedDistance<D> measure_signed(const Posed<D>& a, const Posed<D>& b,
                                 const MeasureOptions<D>& options) {
  Hint<D> own;
  MeasureOptions<D> apart = options;
  if (apart.search.hint == nullptr) apart.search.hint = &own;
  const Distance<D> distance = sunder::distance(a, b, apart);
  if (distance.verdict != Verdict::overlapping) {
    return {distance, distance.distance, distance.witness};
  }
  MeasureOptions<D> inside = apart;
  inside.search.counters = nullptr;  // the one answer is counted already
  const Penetration<D> found = sunder::penetration(a, b, inside);
  return {distance, opposite_of(found.depth), found.witness};
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

SignedDistance2 signed_distance(const Posed2& a, const Posed2& b, const MeasureOptions2& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::signed_distance(a, b, options);
  return detail::measure_signed(a, b, options);
}
SignedDistance3 signed_distance(const Posed3& a, const Posed3& b, const MeasureOptions3& options) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::signed_distance(a, b, options);
  return detail::measure_signed(a, b, options);
}

}  // namespace sunder::inline SUNDER_ABI
