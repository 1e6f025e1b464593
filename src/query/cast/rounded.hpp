// SPDX-License-Identifier: Apache-2.0
//
// The first meeting of translating bodies that carry a radius.
#pragma once

#include "sunder/cast.hpp"

namespace sunder::detail {

/// Whether one of the bodies is more than its polytope.
template <int D>
bool any_radius(const Posed<D>& a, const Posed<D>& b) noexcept {
  return a.radius() > 0 || b.radius() > 0;
}

/// Both bodies translate, and any_radius() holds. The time is exact, as that of cast_linear().
template <int D>
Cast<D> cast_rounded(const Posed<D>& a, const Vector<D>& translation_a, const Posed<D>& b,
                     const Vector<D>& translation_b);

}  // namespace sunder::detail
