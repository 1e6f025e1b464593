// SPDX-License-Identifier: Apache-2.0
//
// Calls the kernels of narrow/epa, compiled for the baseline instruction set. Tests see these
// kernels through this header alone.
#pragma once

#include "narrow/epa/ring_supports-inl.hpp"
#include "narrow/epa/surface-inl.hpp"

namespace sunder::detail::epa {

using HWY_NAMESPACE::ring_vertices;
using HWY_NAMESPACE::Surface;

}  // namespace sunder::detail::epa
