// SPDX-License-Identifier: Apache-2.0
//
// The numbers of the error bounds of this folder. The kernels compute with these names;
// proofs/sources.py and the bound tests read them. filter/bounds.hpp says what a unit is, what
// Underflow and Share mean, and which form a line has. Lanes hold floats: their unit is kFloatUnit.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::batch {

// Lemma B (box_lanes-inl.hpp): the gaps of two boxes.

/// How often the shear s counts: 7.7 times.
inline constexpr double kBoxShears = 8;
/// Units of a gap: 169 are lost.
inline constexpr double kBoxUnits = 192;
inline constexpr double kBoxUnderflow = 0x1p-50;
/// The lemma holds below these: s, and S.
inline constexpr double kMostBoxShear = 0x1p-9;
inline constexpr double kMostBoxSize = 0x1p40;

// Lemma P (polygon_lanes-inl.hpp): the gaps of two polygons, their determinants and balls.

/// Units of a gap: 55 are lost.
inline constexpr double kLanePolygonUnits = 64;
/// What an entry that is flushed takes from a gap, for each unit of S; and what else is flushed.
inline constexpr double kLanePolygonShareUnderflow = 0x1p-60;
inline constexpr double kLanePolygonUnderflow = 0x1p-100;
/// Below this S no gap overflows.
inline constexpr double kMostPolygonSize = 0x1p40;
/// Of a determinant: 4.1 units of half the squares' sum.
inline constexpr double kUprightShare = 0x1p-20;
inline constexpr double kUprightUnderflow = 0x1p-100;
/// Of the square of both radii: 30 units of both sides.
inline constexpr double kPlaneBallShare = 0x1p-17;
inline constexpr double kPlaneBallUnderflow = 0x1p-100;
/// Polygons of other sizes are not for lanes (polygon_records.cpp).
inline constexpr double kLeastPolygonRecord = 0x1p-40;
inline constexpr double kMostPolygonRecord = 0x1p40;

// Lemma H (hull_lanes-inl.hpp): heights and minors of hulls.

/// Units of a height: 10.3 are lost.
inline constexpr double kHullHeightUnits = 12;
inline constexpr double kHullHeightUnderflow = 0x1p-90;
/// Units of a minor: (36 + 18 * 8.2) * 1.04.
inline constexpr double kHullMinorUnits = 192;
/// The lemma holds between these: r; sums of entries; and for hulls up to the last.
inline constexpr double kLeastHullReach = 0x1p-20;
inline constexpr double kMostHullReach = 0x1p20;
inline constexpr double kMostHullCoordinate = 0x1p19;

// Records: more than the roundings of a conversion to floats and of a few operations, in any mode.

inline constexpr double kRecordShare = 0x1p-20;
inline constexpr double kMostRecordCoordinate = 0x1p100;

}  // namespace sunder::detail::batch
