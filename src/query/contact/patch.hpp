// SPDX-License-Identifier: Apache-2.0
//
// Finds the piece of a body's boundary that takes part in a contact along a normal.
#pragma once

#include <cstdint>
#include <span>

#include "query/contact/posed_points.hpp"
#include "query/scratch.hpp"

namespace sunder::detail::contact {

/// Kept indices of the corners of a face, an edge or a vertex.
struct Patch {
  /// A view of the topology's list, or of one that lives as long as the query's memory.
  std::span<const std::int32_t> vertices;
  bool is_rim = false;  ///< in their order around a known face, either way; else in none
  /// The cosine of the angle between its outward normal and the direction. It is 0 for less than a
  /// face (3-D) or an edge (2-D), which has no normal of its own.
  double alignment = 0;
};

struct Patches {
  Patch support;  ///< the vertices farthest along the direction, to within rounding
  /// The face (2-D: edge) that holds the support and whose normal is best aligned with the
  /// direction. A flat body is its own face if it lies flat enough. Where no face is known, these
  /// are all vertices within 2^-20 of the body's size of the support plane.
  Patch face;
};

/// `outward` is a unit vector, from the body to the other one.
///
/// A face must hold the support. The best aligned of all faces need not hold it, and then would
/// lack the deepest point.
template <int D>
Patches find_patches(const PosedPoints<D>& body, const Vector<D>& outward, Memory memory);

}  // namespace sunder::detail::contact
