// SPDX-License-Identifier: Apache-2.0
//
// Decides and finds a touch of bodies that stand along the world's axes, by an axis or from three
// corners of the facet of C = K_A - K_B that holds 0. Where `touching` is null, the touch is decided alone.
#pragma once

#include "query/contact/touching.hpp"
#include "query/intersects.hpp"

namespace sunder::detail::contact {

/// Returns whether both R are signed permutations.
bool are_on_grid(const Pair<3>& pair) noexcept;

/// Proves a touch along the axis of the world on which the bodies are farthest apart, and finds its points.
/// Returns false where they do not touch along it, and as find_touching_on_grid() does. Shelves, floors
/// and boxes touch so, and many stones.
bool find_touching_along_axis(const Pair<3>& pair, Memory memory, Touching<3>* touching);

/// Proves the touch and finds its points in one go: the plane through the corners supports both
/// bodies, and the faces in it meet. Returns false where that is not so, and where R is no signed
/// permutation or the numbers spread too far. Corners that lie on no facet cannot make it wrong.
bool find_touching_on_grid(const Pair<3>& pair, const FacetCorners& corners, Memory memory,
                           Touching<3>* touching);

}  // namespace sunder::detail::contact
