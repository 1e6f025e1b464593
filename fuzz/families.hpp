// SPDX-License-Identifier: Apache-2.0
//
// Families of bodies and poses that exact answers find hard: lattices, where ties and contacts
// abound, flat and thin bodies, faces in common, duplicates, numbers at the ends of the doubles.
#pragma once

#include <cfenv>
#include <string_view>

#include "fuzz/choices.hpp"
#include "oracle/host_state.hpp"
#include "suite/case.hpp"

namespace sunder::fuzz {

enum class Family : std::uint8_t {
  box,       ///< half extents of whole numbers, or of any
  lattice,   ///< small whole numbers
  cloud,     ///< on an ellipsoid
  flat,      ///< in a common plane, or line
  prism,     ///< regular, of rounded corners
  slender,   ///< 1 to a million, and flatter
  few,       ///< a point, a segment, a triangle
  any_bits,  ///< whatever finite doubles the bytes spell
};
inline constexpr int kFamilyCount = 8;
std::string_view to_string(Family family) noexcept;

Family draw_family(Choices& choices);

/// Whether numbers may be drawn from the ends of the doubles, where the exact stages have thousands
/// of bits to work through, or stay within some millions of each other.
enum class Numbers : std::uint8_t { any, moderate };

/// Up to `most` points before duplicates; now and then none. Beside its family a body may have
/// duplicates and midpoints, coordinates one unit in the last place off, and another scale.
suite::BodyData draw_body(Choices& choices, int dimension, Family family, int most,
                          Numbers numbers = Numbers::any);

/// A whole or rounded rotation, a shear, a reflection, a singular matrix, a quaternion, a
/// translation; at distances about `reach`.
suite::PoseData draw_pose(Choices& choices, int dimension, double reach,
                          Numbers numbers = Numbers::any);

struct DrawnPair {
  int dimension = 0;
  Family family = Family::box;  ///< of a
  suite::BodyData a;
  suite::BodyData b;
  bool reduce = true;  ///< BuildOptions::reduce
};

/// Two bodies that may share vertices, poses, or both. Sizes are such that a question takes well
/// below a millisecond.
DrawnPair draw_pair(Choices& choices, int dimension, Numbers numbers = Numbers::any);

/// In 2 and 3 dimensions mostly, which have code of their own.
int draw_dimension(Choices& choices);

/// The greatest absolute coordinate, or 1 if there is none but 0.
double size_of(const suite::BodyData& body) noexcept;

/// No number of the body or its pose is beyond 2^300, so that products of a few do not overflow.
bool moderate(const suite::BodyData& body) noexcept;

/// Moves the body along; a pose that was none becomes a translation. What would overflow stays.
void move(suite::BodyData& body, int dimension, const std::vector<double>& by);
/// Each entry of the translation by up to `most` units in the last place.
void nudge(Choices& choices, suite::BodyData& body, int dimension, int most);

/// How a careless host left the floating-point unit: mostly as it should be.
struct Host {
  int rounding;
  oracle::Subnormals subnormals;

  bool is_careless() const noexcept {
    return rounding != FE_TONEAREST || subnormals != oracle::Subnormals::kept;
  }
};
Host draw_host(Choices& choices);

}  // namespace sunder::fuzz
