// SPDX-License-Identifier: Apache-2.0
//
// Computes the first meeting of bodies of which one or both rotate, by steps that are proven free.
#pragma once

#include <type_traits>

#include "sunder/cast.hpp"

namespace sunder::detail {

template <int D>
using PosedOf = std::conditional_t<D == 2, Posed2, Posed3>;

template <int D>
Cast<D> cast_turning(const Posed<D>& a, const Motion<D>& motion_a, const Posed<D>& b,
                     const Motion<D>& motion_b, const CastOptions& options);

}  // namespace sunder::detail
