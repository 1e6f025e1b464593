// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of the filters' error bounds. The filters compute with these names;
// proofs/sources.py and the bound tests read them. Each is one literal on one line:
//
//   inline constexpr TYPE kName = LITERAL;
//
// A unit is kUnit = 2^-52 for doubles and kFloatUnit = 2^-23 for floats: the relative error of one
// operation in any rounding mode. A constant named Underflow is absolute; it covers the loss by
// gradual underflow or a flush to zero. One named Share is relative; it covers roundings of the
// bound itself.
#pragma once

#include <cstddef>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

// Lemma 1 (filtered_pair.hpp): a gap along u, and a coordinate of a point of C.

/// Units of a gap: kGapUnitsPerDimension for each dimension, and kGapUnits besides. Sums of d
/// products lose d roundings in each of two places. Three more come from the factors and the last
/// differences.
inline constexpr int kGapUnitsPerDimension = 2;
inline constexpr int kGapUnits = 3;
inline constexpr double kGapUnderflow = 0x1p-600;
/// Units of a coordinate besides one for each dimension: two differences and the offset's own.
inline constexpr int kPointUnits = 3;
inline constexpr double kPointUnderflow = 0x1p-850;
/// The drift counts twice, which covers its own roundings and those of the bound's sum.
inline constexpr double kDriftFactor = 2;
/// Lemma 1 holds if each reach_l is below this: no offset overflows, and no lost entry matters.
inline constexpr double kMostPairReach = 0x1p400;
inline constexpr double kMostGapSize = 0x1p1000;
/// The share of the bounds that is needed in round-to-nearest. A rounding is half a unit there, and
/// once the drift is more than its part with all roundings (quaternion.cpp).
inline constexpr double kNearestShare = 0.5;

// Lemma 1 with one reach for all coordinates (reach.hpp), in space.

/// Covers the loss by a bound's own roundings.
inline constexpr double kRoundUpShare = 0x1p-30;
inline constexpr double kRoundUp = 1 + kRoundUpShare;
inline constexpr double kReachGapUnits = 9;
inline constexpr double kLeastGapError = 0x1p-600;
inline constexpr double kReachPointUnits = 6;
inline constexpr double kReachPointUnderflow = 0x1p-480;
inline constexpr double kReachDet3Units = 36;
inline constexpr double kReachDet3Entries = 18;
inline constexpr double kReachDet3Underflow = 0x1p-600;
/// Pairs of other sizes are left to code that scales.
inline constexpr double kGreatestReach = 0x1p60;
inline constexpr double kLeastReach = 0x1p-60;
/// Longer directions are left to code that scales.
inline constexpr double kGreatestDirection = 0x1p200;

// Lemma 6 (fine_pair-inl.hpp): points and gaps in twofold arithmetic.

/// The share of Lemma 1's bounds that remains.
inline constexpr double kFineShare = 0x1p-40;

// Lemma 2 (simplex_interior.hpp): determinants of two points in the plane, of three in space.

/// Units of the product of the largest coordinates, and the factor of an entry's error.
inline constexpr double kDet2Units = 8;
inline constexpr double kDet2Entries = 2;
inline constexpr double kDet3Units = 36;
inline constexpr double kDet3Entries = 6;
inline constexpr double kDetShare = 0x1p-30;
inline constexpr double kDetUnderflow = 0x1p-600;
/// The loss when a scaled coordinate is flushed.
inline constexpr double kScalingUnderflow = 0x1p-1000;

// Lemma 3 (linear_system.cpp, weighted_interior.cpp): an approximate inverse.

/// The most that underflow adds to an entry of the bounds.
inline constexpr double kTiny = 0x1p-600;
inline constexpr double kGammaShare = 0x1p-40;
/// Roundings of an entry of a product besides one for each term: the difference from I.
inline constexpr std::size_t kProductRoundings = 1;
/// Roundings of a residual: two nested dot products, and two differences.
inline constexpr std::size_t kResidualRoundingsPerTerm = 2;
inline constexpr std::size_t kResidualRoundings = 2;
/// Units of alpha and rho themselves: for each row, and besides.
inline constexpr double kSystemUnitsPerRow = 8;
inline constexpr double kSystemUnits = 8;
/// Units of alpha and rho if the bounds are summed a column at a time.
inline constexpr double kRowUnitsPerTerm = 16;
inline constexpr double kRowUnits = 16;
inline constexpr double kInverseShare = 0x1p-40;
/// The largest points and weights for which kTiny covers underflow.
inline constexpr double kMostPoint = 0x1p350;
inline constexpr double kMostWeight = 0x1p10;
inline constexpr double kLostToUnderflow = 0x1p-850;

// Lemma 4 (distance_bounds.hpp): distances.

/// Units of a length of d entries besides d. The root halves those of the squares, and a dozen more
/// come from the other operations.
inline constexpr int kLengthUnits = 16;
inline constexpr double kLengthUnderflow = 0x1p-480;
/// Roundings of a weighted mean besides one for each point.
inline constexpr std::size_t kMeanRoundings = 2;
inline constexpr double kMeanShare = 0x1p-40;
inline constexpr double kMeanUnderflow = 0x1p-900;
/// A sum of weights below this may have lost digits to underflow.
inline constexpr double kLeastTotalWeight = 0x1p-100;

// Balls (balls.hpp, far_apart.hpp).

/// Units of the distance of centres besides one for each dimension: squares, their root, and the
/// few operations around it.
inline constexpr int kBallUnits = 16;
/// Covers squares of components that underflow.
inline constexpr double kBallUnderflow = 0x1p-480;
/// The square of a radius below this may lose digits to underflow.
inline constexpr double kLeastCore = 0x1p-470;
inline constexpr double kFarShare = 0x1p-40;
inline constexpr double kFarUnderflow = 0x1p-960;

// Axes (axis.hpp): minors of two edges.

/// Units of both products: their own, and that of their difference.
inline constexpr double kMinorUnits = 3;
/// The factor of an error of the factors: twice what the algebra needs, to cover products of
/// errors.
inline constexpr double kMinorEntries = 2;
/// A factor up to 2^150 times one that the host may have flushed to zero, below 2^-1022; twice.
inline constexpr double kLeastMinorError = 0x1p-860;
/// Covers the roundings of a sum of a few bounds.
inline constexpr double kAxisShare = 0x1p-30;

// Floats (float_reach.hpp): values computed in floats from vertices, poses and directions.

/// Units of a height besides those that a name in its last bits costs.
inline constexpr double kFloatHeightUnits = 12;
inline constexpr float kLeastFloatGapError = 0x1p-120F;
/// Units that separate heights of one point along one direction; for searches.
inline constexpr double kFloatNoiseUnits = 4;
inline constexpr double kFloatPointUnits = 8;
inline constexpr double kFloatDet3Units = 36;
inline constexpr double kFloatDet3Entries = 18;
inline constexpr double kFloatDet3Underflow = 0x1p-100;
/// Covers products of errors and the roundings of the bounds themselves.
inline constexpr double kFloatShare = 0x1p-10;

// The gauge of a body along the line of centres (narrow/mpr/between_centres-inl.hpp).

inline constexpr float kGaugeUnits = 1.5F;
inline constexpr double kGaugeEntries = 0x1p18;
inline constexpr double kGaugeLinearErrors = 4;
inline constexpr double kMostGaugePhi = 0x1p-24;
inline constexpr float kGaugeShare = 0x1p-18F;
/// Directions whose heights neither overflow nor underflow.
inline constexpr float kLeastFloatDirection = 0x1p-90F;
inline constexpr float kGreatestFloatDirection = 0x1p90F;
/// Pairs for which floats suffice: reach, singular values, coordinates.
inline constexpr double kLeastFloatReach = 0x1p-30;
inline constexpr double kGreatestFloatReach = 0x1p30;
inline constexpr double kGreatestFloatSingular = 0x1p30;
inline constexpr double kGreatestFloatCoordinate = 0x1p60;

}  // namespace sunder::detail
