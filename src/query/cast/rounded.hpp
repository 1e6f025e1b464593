// SPDX-License-Identifier: Apache-2.0
//
// Computes the first meeting of translating bodies that carry a radius.
#pragma once

#include "sunder/cast.hpp"

namespace sunder::detail {

/// Both bodies translate, and one has a radius. The time is exact, like that of cast_linear().
template <int D>
Cast<D> cast_rounded(const Posed<D>& a, const Vector<D>& translation_a, const Posed<D>& b,
                     const Vector<D>& translation_b);

}  // namespace sunder::detail
