// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of this folder's error bounds. The kernels compute with these names;
// proofs/sources.py and the bound tests read them. Units, Underflow, Share and the form of a line
// are defined in filter/bounds.hpp.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::sat {

/// Underflow of Lemma 1 for directions of any size up to 2^300.
inline constexpr double kLeastError = 0x1p-400;
/// A quotient, a root and a product in the last line of an interval.
inline constexpr double kLastShare = 0x1p-48;
/// Covers the roundings of a sum of bounds.
inline constexpr double kSumShare = 0x1p-40;

// Polygons (polygon_pair.hpp, polygon_proof.hpp, polygon_facing-inl.hpp, polygons.cpp).

inline constexpr double kPolygonUnits = 20;
inline constexpr double kPolygonUnderflow = 0x1p-500;
inline constexpr double kPolygonShare = 0x1p-20;
/// Lemma 1's units in the plane.
inline constexpr double kPlaneGapUnits = kGapUnitsPerDimension * 2 + kGapUnits;
inline constexpr double kPolygonBallUnits = 10;
inline constexpr double kLeastPolygonCore = 0x1p-400;
/// Outside these the count of roundings may be incomplete, or det may not be provably positive.
inline constexpr double kMostPolygonStretch = 0x1p10;
inline constexpr double kLeastPolygonDeterminant = 0x1p-28;
inline constexpr double kMostPolygonSpan = 0x1p200;
/// Units of a point of C, of a mean of two, of their weights' sum, and of a length.
inline constexpr double kPlanePointUnits = kPointUnits + 2;
inline constexpr double kPlaneMeanUnits = 4;
inline constexpr double kPlaneWeightUnits = 4;
inline constexpr double kPlaneLengthUnits = 18;
inline constexpr double kPlaneInverseUnits = 20;
/// Units of the product of two differences of placed vertices.
inline constexpr double kFootUnits = 9;
/// Lemma N holds if sigma squared over the determinant is at most this.
inline constexpr double kMostNormalCondition = 0x1p20;
/// The depth of two polygons (polygon_depth.cpp): 4 sqrt 2 units of an edge's normal, rounded up.
inline constexpr double kPlaneDriftUnits = 6;
/// Units of an edge: its difference, and the sum of products.
inline constexpr double kPlaneEdgeUnits = 5;
inline constexpr double kPlaneEdgeUnderflow = 0x1p-800;

// Edges, normals and orientations of posed hulls (posed_hull.cpp, gauss_map.cpp).

inline constexpr double kOrientationUnits = 9;
inline constexpr double kOrientationUnderflow = 0x1p-700;
inline constexpr double kEdgeUnits = 6;
inline constexpr double kEdgeUnderflow = 0x1p-800;
/// The factors of an edge's error, and of a rounding, in its product with a normal.
inline constexpr double kEdgeMarginEntries = 6;
inline constexpr double kEdgeMarginUnits = 13;
inline constexpr double kNormalMarginEntries = 3;
inline constexpr double kAboveUnits = 4;
inline constexpr double kAboveUnderflow = 0x1p-600;
inline constexpr double kArcShare = 0x1p-40;
inline constexpr double kArcUnderflow = 0x1p-1000;

// Small hulls in doubles (small_cofactors.hpp, small_spans.hpp, small_pair.cpp, small_depth.cpp).

inline constexpr double kCofactorUnits = 6;
inline constexpr double kCofactorEntries = 2;
inline constexpr double kCofactorUnderflow = 0x1p-850;
inline constexpr double kSmallDetUnits = 4;
inline constexpr double kSmallDetUnderflow = 0x1p-700;
inline constexpr double kSpanUnits = 6;
inline constexpr double kSpanEntries = 1.25;
inline constexpr double kSpanUnderflow = 0x1p-700;
inline constexpr double kSpanCrossUnits = 5;
inline constexpr double kSpanCrossErrors = 2;
inline constexpr double kSpanCrossUnderflow = 0x1p-900;
inline constexpr double kHeightUnits = 4;
inline constexpr double kHeightUnderflow = 0x1p-900;
inline constexpr double kHeightPoints = 3;
inline constexpr double kFootTermUnits = 3;
/// The number of times that the error of an entry counts in a normal's length: the root of 3,
/// rounded up.
inline constexpr double kNormalEntries = 1.75;
/// Replaces Lemma 1's units of a gap where those of a point are known: 9 / 6.
inline constexpr double kGapPerPoint = 1.5;
inline constexpr double kSmallGapUnderflow = 0x1p-600;

// Small hulls in floats (small_hulls.hpp, small_hulls-inl.hpp).

/// Rounding a double to a float, and a product with it.
inline constexpr double kSmallFloatShare = 0x1p-20;
inline constexpr double kSmallPoints = 8;
inline constexpr double kSmallPointUnderflow = 0x1p-110;
inline constexpr double kTurnedNormalErrors = 3.25;
inline constexpr double kTurnedNormalShare = 0x1p-20;
inline constexpr double kMostTurnedNormalError = 0.125;
inline constexpr double kPoseShareUnits = 6;
inline constexpr double kPoseShareEntries = 2;
/// The error of a unit normal, and that of the heights of a face.
inline constexpr float kUnitNormalErrors = 4;
inline constexpr float kUnitNormalShare = 0x1p-20F;
inline constexpr float kFaceHeightErrors = 15;
inline constexpr float kFaceHeightShare = 0x1p-16F;
/// A product of an edge and a normal.
inline constexpr float kSideErrors = 2;
inline constexpr float kSideShare = 0x1p-18F;
inline constexpr float kSideUnderflow = 0x1p-118F;
/// The height of a pair of edges.
inline constexpr float kPairSlacks = 3;
inline constexpr double kPairShares = 64;
inline constexpr float kPairShare = 0x1p-14F;
inline constexpr float kPairLengthShare = 0x1p-20F;
inline constexpr float kLeastPairLength = 0x1p-20F;

}  // namespace sunder::detail::sat
