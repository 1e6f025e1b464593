// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of the error bounds of contacts of boxes by a face, with the proof.
//
// Lemma. Each box's corners are R p without its offset t, and d = t_B - t_A is a sum of two doubles,
// without error. Let M be at least the size of every such coordinate, of |p|_1, and of these plus |d|.
// Let E = 2^-94 M and u = 2^-53. All is in round-to-nearest.
//
// A corner is a sum of three products in twofold arithmetic, off by 100 u^2 M (twofold-inl.hpp). A
// quaternion's entries are off by 2^-96 each (Lemma 6). Together that is less than 2^-96 M + 2^-99 M < E.
// Signed permutations lose nothing, since two of the products are 0.
//
// A side in doubles reads corners relative to t_A, without rests, which are below 2 u M with the rounding
// of the sum with d. The differences of its four factors are below 2 M (1 + u), off by 4 u M for the
// rests and 2 u M for their rounding. A product is off by 4 M 6 u M (1 + 2 u) + 4 u M^2, and the
// difference of two by 8 u M^2 more: below 64 u M^2 (1 + 4 u) in all, less than 2^-46 M^2.
//
// A crossing has differences of corners and d, off by 2 E and 144 u^2 4 M for their sums, together less
// than 3 E. A turn of two such differences, each below 2 M, is off by 24 M E for these, and by 64 u^2 8
// M^2 = 2^-97 M^2 = M E / 8 for its sum, which makes 25 M E. The turns s and w = s - t give the share
// s / w in [0, 1]. Its errors are 25 M E / |w| from each of both, and 2^-98 from the quotient: a
// remainder of two products loses 64 u^2 2, and its quotient three roundings of a number of 2^-52. Since
// |w| is at most 8 M^2, 2^-98 = E / 16 M is at most M E / 2 |w|. The share is off by less than 51 M E /
// |w|. The crossing x + edge * share loses E, then 2 M times that, 3 E for the edge, and 64 u^2 3 M =
// 3 E / 64: less than 5 E + 102 M^2 E / |w|. The rounded w and the bound's own roundings are in
// kCrossingTurns.
//
// The sum of t and a twofold number x is off by the rounding of two rests, which are below u (|t| + M)
// and u M: less than 2^-104 (|t| + M).
//
// What underflows is below 2^-1022 times factors up to 2^60, which is nothing beside E >= 2^-154.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::contact {

/// The error of a corner's coordinate, times M.
inline constexpr double kFaceCorner = 0x1p-94;
/// The error of a side in doubles, times M^2.
inline constexpr double kFaceSide = 0x1p-44;
/// The error of a crossing: in errors of a corner, and times M^2 over the turn along a's edge.
inline constexpr double kCrossingErrors = 6;
inline constexpr double kCrossingTurns = 110;
/// Covers the roundings of a bound itself.
inline constexpr double kFaceShare = 0x1p-40;
/// The error of the sum of an offset and a coordinate, times their sizes.
inline constexpr double kFaceOffset = 0x1p-104;
/// The area of a face's image over that of the face and R's size squared, at least.
inline constexpr double kLeastTurnedArea = 0x1p-30;
/// A gap that may be 0, times M. Its exact sign follows.
inline constexpr double kFaceSeemsClosed = 0x1p-48;

}  // namespace sunder::detail::contact
