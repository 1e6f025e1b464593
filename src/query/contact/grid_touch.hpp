// SPDX-License-Identifier: Apache-2.0
//
// Decides and finds a touch of bodies that stand along the world's axes, from three corners of the
// facet of C = K_A - K_B that holds 0.
#pragma once

#include <optional>

#include "query/contact/touching.hpp"
#include "query/intersects.hpp"

namespace sunder::detail::contact {

/// Returns three corners of the facet between two boxes, if they seem to touch by it.
std::optional<FacetCorners> facet_between_boxes(const Pair<3>& pair) noexcept;

/// Proves the touch and finds its points in one go: the plane through the corners supports both
/// bodies, and the faces in it meet. Returns false where that is not so, and where R is no signed
/// permutation or the numbers spread too far. Corners that lie on no facet cannot make it wrong.
bool find_touching_on_grid(const Pair<3>& pair, const FacetCorners& corners, Memory memory,
                           Touching<3>& touching);

}  // namespace sunder::detail::contact
