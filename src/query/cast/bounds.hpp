// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of the error bounds of casts, one literal a line, like filter/bounds.hpp.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

// Sums of split products (entry_time.hpp).

/// Bits of a head after the point, of numbers of size 1.
inline constexpr double kHeadQuantum = 0x1p-25;
/// The head of a pulled-back direction, which sums three products.
inline constexpr double kSumHeadQuantum = 0x1p-24;
/// A head product is a multiple of this, in units of the reach.
inline constexpr double kHeadProductQuantum = 0x1p-49;
/// Units of the low parts of a sum: two for each product and addition.
inline constexpr double kLowUnits = 64;
/// The rounding of a height's low part, at most, in units of the reach.
inline constexpr double kHeightRounding = 0x1p-68;
/// The error of an entry of R that is recovered from a quaternion, times |q|^2.
inline constexpr double kRecoveredEntry = 0x1p-69;
/// Units of the remainder of a quotient's low parts.
inline constexpr double kRemainderUnits = 8;
/// What underflow can lose, where a low part is not 0.
inline constexpr double kEntryUnderflow = 0x1p-600;
/// The range of the cross product of two edges.
inline constexpr double kLeastPlane = 0x1p-400;
inline constexpr double kGreatestPlane = 0x1p400;
/// Covers the roundings of a bound itself.
inline constexpr double kEntryShare = 0x1p-18;
/// Offsets up to this multiple of the reach have heads.
inline constexpr double kMostOffset = 0x1p26;
/// Coordinates that are multiples of two to this power or 0 lose nothing to underflow.
inline constexpr int kLeastExactExponent = -300;

// Sides of a line (pierced_face.hpp).

/// The error of a side, in errors of a projected coordinate times its size.
inline constexpr double kLineSideErrors = 2;
/// The error of a projected triangle's area, in errors of a side for the sizes of all corners.
inline constexpr double kAreaErrors = 3;
/// Units of a weight: a sum of three sides, and a quotient.
inline constexpr double kWeightUnits = 8;
/// Units of a projected coordinate, times the reach, if the velocity is a rounded difference.
inline constexpr double kVelocityUnits = 4;
/// Does so if the vertices are rounded differences too.
inline constexpr double kDifferenceUnits = 3;

// Signs of polygons (planar_chain.hpp).

/// Units of a product of two vectors, times their sizes.
inline constexpr double kPlanarUnits = 9;
/// What underflow can lose.
inline constexpr double kLeastPlanar = 0x1p-600;

// Facets of the difference of two hulls (pierced_facet.hpp).

/// The error of an edge in the world, in errors of a coordinate of C.
inline constexpr double kEdgeErrors = 2;
/// The error of an entry of a normal, in errors of an edge times the edges' sizes.
inline constexpr double kNormalErrors = 3;
/// The error of the height of an edge along a normal, in errors of an edge times the normal's size.
inline constexpr double kHeightErrors = 2;
/// An edge's size in the world, at most, in sizes of the edge times the greatest singular value.
inline constexpr double kTurnedSize = 2;
/// Units of the normal's product with the velocity.
inline constexpr double kFacingUnits = 8;

// Balls beside a segment (moving_ball.hpp).

/// Units of a height of the centre, besides the error of the centre.
inline constexpr double kMovingBallUnits = 16;
/// Heights whose squares lose nothing to underflow.
inline constexpr double kLeastMovingBall = 0x1p-400;

}  // namespace sunder::detail
