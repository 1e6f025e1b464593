// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of this folder's error bounds. The kernels compute with these names, and
// proofs/sources.py and the bound tests read them. The file filter/bounds.hpp defines a unit, the
// words Underflow and Share, and the form of a line. Lanes hold floats: their unit is kFloatUnit.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::batch {

// Lemma P (polygon_lanes-inl.hpp): the gaps of two polygons, their determinants and balls.

/// Units of a gap. The kernel loses 55.
inline constexpr double kLanePolygonUnits = 64;
/// The loss of a gap for each unit of S if an entry is flushed, and all other losses by flushes.
inline constexpr double kLanePolygonShareUnderflow = 0x1p-60;
inline constexpr double kLanePolygonUnderflow = 0x1p-100;
/// No gap overflows if S is below this.
inline constexpr double kMostPolygonSize = 0x1p40;
/// The error of a determinant: 4.1 units of half the squares' sum.
inline constexpr double kUprightShare = 0x1p-20;
inline constexpr double kUprightUnderflow = 0x1p-100;
/// The error of the square of both radii: 30 units of both sides.
inline constexpr double kPlaneBallShare = 0x1p-17;
inline constexpr double kPlaneBallUnderflow = 0x1p-100;
/// Lanes do not take polygons of other sizes (polygon_records.cpp).
inline constexpr double kLeastPolygonRecord = 0x1p-40;
inline constexpr double kMostPolygonRecord = 0x1p40;

// Lemma H (hull_lanes-inl.hpp): heights and minors of hulls.

/// Units of a height. The kernel loses 10.3.
inline constexpr double kHullHeightUnits = 12;
/// Units of a height of which one support at least is a table's. The kernel loses 45.
inline constexpr double kTableHeightUnits = 80;
inline constexpr double kHullHeightUnderflow = 0x1p-90;
/// The share of a margin's term that its roundings lose, and what is added to a squared length.
inline constexpr double kHullMarginShare = 0x1p-20;
inline constexpr double kHullMarginUnderflow = 0x1p-100;
/// Units of a minor: (36 + 18 * 8.2) * 1.04.
inline constexpr double kHullMinorUnits = 192;
/// The lemma holds for r between these, for sums of entries below the second, and for hulls whose
/// coordinates are at most the last.
inline constexpr double kLeastHullReach = 0x1p-20;
inline constexpr double kMostHullReach = 0x1p20;
inline constexpr double kMostHullCoordinate = 0x1p19;

// Records. The share covers the roundings of a conversion to floats and of a few operations, in any
// rounding mode.

inline constexpr double kRecordShare = 0x1p-20;
inline constexpr double kMostRecordCoordinate = 0x1p100;

}  // namespace sunder::detail::batch
