// SPDX-License-Identifier: Apache-2.0
//
// The numbers of the error bounds of this folder: singular values of poses, balls, planes, tables of
// candidates. The code computes with these names; the bound tests read them. filter/bounds.hpp says
// what a unit is, what Underflow and Share mean, and which form a line has.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

// Bounds on singular values (pose.cpp; a matrix a lane in batch/stretch_lanes-inl.hpp).

/// Units of an entry of R^T R besides one for each dimension, its computed size included.
inline constexpr int kSingularUnits = 4;
inline constexpr double kSingularUnderflow = 0x1p-800;
inline constexpr double kSingularRootShare = 0x1p-50;

// Balls around and within bodies (block.cpp, plain_survey.cpp, inscribed_ball.cpp), polygons.

/// Pairs of units of a radius besides one for each dimension.
inline constexpr double kRadiusUnits = 8;
inline constexpr double kRadiusUnderflow = 0x1p-500;
/// A root, a quotient, a product.
inline constexpr double kRootShare = 0x1p-48;

// Planes of faces (space_points.cpp).

/// Units of a local coordinate, whose point was moved and scaled.
inline constexpr double kLocalUnits = 2;
inline constexpr double kLocalUnderflow = 0x1p-1000;
/// Of an edge: both ends' errors, and units of its own length.
inline constexpr double kLocalEdgeErrors = 2;
inline constexpr double kLocalEdgeUnits = 2;
/// Of an entry of a normal: both edges' errors in both products, and units.
inline constexpr double kPlaneNormalErrors = 2;
inline constexpr double kPlaneNormalUnits = 6;
inline constexpr double kPlaneNormalShare = 0x1p-40;
/// Of a height: the normal's error, the points', and units.
inline constexpr double kPlaneHeightErrors = 10;
inline constexpr double kPlaneHeightPoints = 3;
inline constexpr double kPlaneHeightUnits = 12;
inline constexpr double kPlaneHeightUnderflow = 0x1p-980;

// Tables of candidates (candidates.cpp).

/// Units of the difference of two heights.
inline constexpr double kCandidateUnits = 16;
inline constexpr double kCandidateUnderflow = 0x1p-900;

// Small hulls (small_hull.cpp).

/// Units of a unit normal over the sine at its corner, and the least sine that counts.
inline constexpr double kSmallNormalUnits = 70;
inline constexpr double kLeastSine = 0x1p-40;
inline constexpr double kWaySizeShare = 0x1p-20;

}  // namespace sunder::detail
