// SPDX-License-Identifier: Apache-2.0
//
// Computes how the signed distance changes when a body moves a little, as optimisers and controllers need it.
#pragma once

#include "sunder/export.hpp"
#include "sunder/penetration.hpp"
#include "sunder/relation.hpp"

namespace sunder::inline SUNDER_ABI {

/// Small rotations: in space a vector along the axis, right-handed; in the plane one number, counter-clockwise.
template <int D>
using Turn = Vector<D == 2 ? 1 : 3>;

/// First derivatives of the signed distance (minus the depth where the bodies overlap), per unit of length and per
/// radian, world frame. A body rotates about its pose's offset t: x -> t + exp(w)(x - t).
template <int D>
struct Derivative : SignedDistance<D> {  ///< between neighbouring doubles
  Vector<D> translation_a{};
  Vector<D> translation_b{};  ///< the normal; translation_a is minus that
  Turn<D> rotation_a{};       ///< minus (point_a - t) x normal
  Turn<D> rotation_b{};       ///< (point_b - t) x normal
  bool valid = false;         ///< false for empty bodies
  /// Exact statements: the function has this derivative, and no other; unique_rotation: with respect to translations
  /// and rotations together. Where false (parallel faces, ties, touching at an edge) the values belong to one of the
  /// active choices: of translations a subgradient.
  bool unique_translation = false;
  bool unique_rotation = false;
  /// The faces of a and b that are extreme along the normal.
  Feature feature_a, feature_b;
};
using Derivative2 = Derivative<2>;
using Derivative3 = Derivative<3>;

/// Radii change the value and the points alone. Cost: that of the exact stage, tens to hundreds of microseconds.
SUNDER_EXPORT Derivative2 derivative(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT Derivative3 derivative(const Posed3& a, const Posed3& b, const Search3& search = {});

}  // namespace sunder::inline SUNDER_ABI
