// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of this folder's error bounds: singular values of poses, balls, planes,
// tables of candidates. The code computes with these names, and the bound tests read them. The
// units, the meaning of Underflow and Share, and the form of a line are defined in
// filter/bounds.hpp.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

// Bounds on singular values (pose.cpp; one matrix a lane in batch/stretch_lanes-inl.hpp).

/// Units of an entry of R^T R, including its computed size, besides one for each dimension.
inline constexpr int kSingularUnits = 4;
inline constexpr double kSingularUnderflow = 0x1p-800;
inline constexpr double kSingularRootShare = 0x1p-50;

// Balls around and inside bodies (block.cpp, plain_survey.cpp, inscribed_ball.cpp), polygons.

/// Pairs of units of a radius, besides one for each dimension.
inline constexpr double kRadiusUnits = 8;
inline constexpr double kRadiusUnderflow = 0x1p-500;
/// Covers a root, a quotient and a product.
inline constexpr double kRootShare = 0x1p-48;

// Planes of faces (space_points.cpp).

/// Units of a local coordinate; its point was moved and scaled.
inline constexpr double kLocalUnits = 2;
inline constexpr double kLocalUnderflow = 0x1p-1000;
/// An edge: the errors of both ends, and units of its own length.
inline constexpr double kLocalEdgeErrors = 2;
inline constexpr double kLocalEdgeUnits = 2;
/// An entry of a normal: the errors of both edges in both products, and units.
inline constexpr double kPlaneNormalErrors = 2;
inline constexpr double kPlaneNormalUnits = 6;
inline constexpr double kPlaneNormalShare = 0x1p-40;
/// A height: the error of the normal, those of the points, and units.
inline constexpr double kPlaneHeightErrors = 10;
inline constexpr double kPlaneHeightPoints = 3;
inline constexpr double kPlaneHeightUnits = 12;
inline constexpr double kPlaneHeightUnderflow = 0x1p-980;

// Rounded planes about a centre (topology.cpp).

/// The error of a plane's entry before it is cut off, in units of the rows.
inline constexpr double kMostPlaneError = 0.25;
inline constexpr double kMostPlaneNormalError = 0x1p-12;
/// Units of a corner's height, and of an entry.
inline constexpr double kPlaneDepthUnits = 8;
inline constexpr double kPlaneEntryUnits = 4;

// Tables of candidates (candidates.cpp).

/// Units of the difference of two heights.
inline constexpr double kCandidateUnits = 16;
inline constexpr double kCandidateUnderflow = 0x1p-900;

// Small hulls (small_hull.cpp).

/// Units of a unit normal, divided by the sine at its corner; and the least sine used.
inline constexpr double kSmallNormalUnits = 70;
inline constexpr double kLeastSine = 0x1p-40;
inline constexpr double kWaySizeShare = 0x1p-20;

}  // namespace sunder::detail
