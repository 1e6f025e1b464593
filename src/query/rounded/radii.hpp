// SPDX-License-Identifier: Apache-2.0
//
// Reads the radii of a pair: whether there are any, whether they are sound, and their sum r. The
// signed distance of bodies with radii is that of their polytopes less r.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#include "exact/dyadic_sum.hpp"
#include "query/margin/sum.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::rounded {

/// Tests the bits: subnormals count on hosts that flush them, and so do NaN and negative numbers.
template <int D>
[[gnu::always_inline]] inline bool has_radius(const Posed<D>& a, const Posed<D>& b) noexcept {
  const auto bits =
      std::bit_cast<std::uint64_t>(a.radius()) | std::bit_cast<std::uint64_t>(b.radius());
  return bits << 1 != 0;
}

/// Returns false for radii that are negative or not finite, a programmer's mistake. Then nothing is
/// decided.
template <int D>
bool are_radii(const Posed<D>& a, const Posed<D>& b) noexcept {
  const bool sound = is_length(a.radius()) && is_length(b.radius());
  assert(sound && "a radius is negative or not finite");
  return sound;
}

/// Returns the body without its radius.
template <int D>
Posed<D> core(const Posed<D>& posed) noexcept {
  return {posed.polytope(), posed.pose()};
}

template <int D>
MarginTerms radius_terms(const Posed<D>& a, const Posed<D>& b) noexcept {
  return terms_of({}, a, b);
}

/// Returns r without rounding.
template <int D>
BigDyadic exact_radii(const Posed<D>& a, const Posed<D>& b) {
  return exact_sum(radius_terms(a, b));
}

/// lower <= r <= upper in any rounding mode; infinite where the sum may overflow.
struct RadiiBounds {
  double lower;
  double upper;
};
RadiiBounds bound_radii(double a, double b) noexcept;

}  // namespace sunder::detail::rounded
