// SPDX-License-Identifier: Apache-2.0
//
// The first meeting of bodies of which one or both turn, by steps that are proven free.
#pragma once

#include "geometry/body.hpp"
#include "sunder/cast.hpp"

namespace sunder::detail {

template <int D>
Cast<D> cast_turning(const Pair<D>& pair, const Motion<D>& motion_a, const Motion<D>& motion_b,
                     const CastOptions& options);

}  // namespace sunder::detail
