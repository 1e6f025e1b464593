// SPDX-License-Identifier: Apache-2.0
//
// Draws families of bodies and poses that are hard for exact answers. Lattices have many ties and
// contacts. Others are flat or thin, share faces, have duplicates, or numbers at the ends of the
// doubles' range.
#pragma once

#include <cfenv>
#include <string_view>

#include "fuzz/choices.hpp"
#include "oracle/host_state.hpp"
#include "suite/case.hpp"

namespace sunder::fuzz {

enum class Family : std::uint8_t {
  box,       ///< integer half extents, or any
  lattice,   ///< small integers
  cloud,     ///< on an ellipsoid
  flat,      ///< coplanar, or collinear
  prism,     ///< regular, with rounded corners
  slender,   ///< up to a million times longer than wide, and flatter
  few,       ///< a point, a segment, a triangle
  any_bits,  ///< the finite doubles of any bit patterns
};
inline constexpr int kFamilyCount = 8;
std::string_view to_string(Family family) noexcept;

Family draw_family(Choices& choices);

/// The range of drawn numbers. At the ends of the doubles' range the exact stages process thousands
/// of bits; moderate numbers differ by factors of some millions.
enum class Numbers : std::uint8_t { any, moderate };

/// Draws up to `most` points before duplicates; occasionally none. Besides its family a body may
/// have duplicates and midpoints, coordinates one unit in the last place off, and another scale.
suite::BodyData draw_body(Choices& choices, int dimension, Family family, int most,
                          Numbers numbers = Numbers::any);

/// Draws an integer or rounded rotation, a shear, a reflection, a singular matrix, a quaternion or
/// a translation, at distances about `reach`.
suite::PoseData draw_pose(Choices& choices, int dimension, double reach,
                          Numbers numbers = Numbers::any);

struct DrawnPair {
  int dimension = 0;
  Family family = Family::box;  ///< of a
  suite::BodyData a;
  suite::BodyData b;
  bool reduce = true;  ///< BuildOptions::reduce
};

/// Draws two bodies that may share vertices, poses, or both. A question about them takes well below
/// a millisecond.
DrawnPair draw_pair(Choices& choices, int dimension, Numbers numbers = Numbers::any);

/// Mostly 2 and 3 dimensions, which have code of their own.
int draw_dimension(Choices& choices);

/// Returns the greatest absolute coordinate, or 1 if there is none but 0.
double size_of(const suite::BodyData& body) noexcept;

/// True if no number of the body or its pose exceeds 2^300, so that products of a few do not
/// overflow.
bool moderate(const suite::BodyData& body) noexcept;

/// Translates the body; an absent pose becomes a translation. A sum that would overflow is left
/// unchanged.
void move(suite::BodyData& body, int dimension, const std::vector<double>& by);
/// Changes each entry of the translation by up to `most` units in the last place.
void nudge(Choices& choices, suite::BodyData& body, int dimension, int most);

/// The floating-point state that a careless host leaves: mostly the default.
struct Host {
  int rounding;
  oracle::Subnormals subnormals;

  bool is_careless() const noexcept {
    return rounding != FE_TONEAREST || subnormals != oracle::Subnormals::kept;
  }
};
Host draw_host(Choices& choices);

}  // namespace sunder::fuzz
