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

// The gap of two boxes in doubles (box_difference.hpp).

/// Covers the rounding of a bound itself.
inline constexpr double kBoundShare = 0x1p-30;
inline constexpr double kBoundRounding = 1 + kBoundShare;
/// Units of a gap: eight roundings of boxes about their origins, two more for a middle.
inline constexpr double kCentredUnits = 8;
inline constexpr double kAnyUnits = 10;
inline constexpr double kUnitsOfCentred = kCentredUnits * kUnit * kBoundRounding;
inline constexpr double kUnitsOfAny = kAnyUnits * kUnit * kBoundRounding;
/// The number of times that the entries' error counts in an entry of a cross product: once for each
/// factor.
inline constexpr double kCrossEntries = 4;

// All axes of two boxes with one bound (box_verdict.cpp): units in addition to those of a gap.

/// Units of an axis' entry and of the sums.
inline constexpr double kVerdictUnits = 2;
inline constexpr double kVerdictDrifts = 2;
inline constexpr double kVerdictShare = 0x1p-20;

// Balls of boxes (box_verdict.cpp, box_balls.hpp).

/// Bound on the distance of a ball's centre from the middle, in halves of the extent. A mean of
/// vertices is seldom exactly the middle.
inline constexpr double kMostAside = 0x1p-40;
/// Roundings of a centre, and the drifts of its three components.
inline constexpr double kBoxBallUnits = 7;
inline constexpr double kBoxBallDrifts = 3;
/// Squares of longer vectors may overflow.
inline constexpr double kMostBallSquare = 0x1p800;

// Boxes in floats (box_float_axes-inl.hpp).

/// Units of a gap, and of a squared length.
inline constexpr double kFloatAxisUnits = 20;
inline constexpr double kFloatSquaredUnits = 32;
inline constexpr float kFloatGapUnits = static_cast<float>(kFloatAxisUnits * kFloatUnit);
inline constexpr float kFloatSquareUnits = static_cast<float>(kFloatSquaredUnits * kFloatUnit);
/// Covers the rounding of such a bound to a float.
inline constexpr double kToFloatShare = 0x1p-18;
/// The range of sizes for which floats are used.
inline constexpr double kMostForFloats = 0x1p30;
inline constexpr double kLeastForFloats = 0x1p-30;
inline constexpr double kMostCoordinate = 0x1p60;

// Boxes whose poses are rotations up to phi (box_rigid-inl.hpp, box_distance_lanes-inl.hpp).

inline constexpr double kRigidPhis = 16;
inline constexpr double kRigidUnits = 80;
/// The number of times that the error of the entries of R counts in phi.
inline constexpr double kPhiEntries = 3;
/// Parallel edges are no axis below this sine; E and the sines count so often in the other gaps.
inline constexpr double kMostParallelSine = 0x1p-24;
inline constexpr double kParallelErrors = 3;
inline constexpr double kParallelSines = 2.1;
/// Above it R does not count as a rotation.
inline constexpr double kMostPhi = 0x1p-20;
inline constexpr double kMostRigidSize = 0x1p400;

// The distance of two boxes (box_distance_bounds-inl.hpp).

/// Roundings of coordinates that are not about an origin, and of the two points' difference.
inline constexpr int kUnitsOfCoordinates = 3;
inline constexpr int kUnitsOfPoints = 6;
/// Roundings of moves along an axis' own edges, or along any.
inline constexpr int kUnitsOfOwnMoves = 3;
inline constexpr int kUnitsOfMoves = 6;
inline constexpr double kPointDrifts = 2;

// The depth of two boxes (box_quick_depth.cpp, box_translation.cpp).

/// Units of an axis' entry.
inline constexpr double kEntryUnits = 1;
/// The number of times that an entry's error counts in the length of an axis: once for each entry.
inline constexpr double kLengthEntries = 3;
/// With a larger relative error of an axis' length, another kernel computes the depth.
inline constexpr double kMostLengthError = 0x1p-20;
/// Quotients of smaller squares may have lost digits to underflow.
inline constexpr double kLeastSquaredDepth = 0x1p-900;

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
