// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of the error bounds of two boxes. The kernels compute with these names;
// proofs/sources.py and the bound tests read them. Units, Underflow, Share and the form of a line
// are defined in filter/bounds.hpp. The proofs are in docs/bounds/boxes.md.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::boxes {

/// Underflow of a gap along directions of any size up to 2^300.
inline constexpr double kBoxUnderflow = 0x1p-400;
/// A quotient, a root and a product in the last line of an interval.
inline constexpr double kBoxIntervalShare = 0x1p-48;
/// Covers the rounding of a bound itself.
inline constexpr double kBoundShare = 0x1p-30;
inline constexpr double kBoundRounding = 1 + kBoundShare;

// Lemma B: the fifteen gaps of boxes whose matrices are within phi of rotations (frame-inl.hpp).

/// The factors of phi and of a unit in E.
inline constexpr double kRigidPhis = 16;
inline constexpr double kRigidUnits = 80;
/// Parallel edges: E and the sines count so often in the other gaps.
inline constexpr double kParallelErrors = 3;
inline constexpr double kParallelSines = 2.1;

// Its instance in doubles. The singular values bound phi.

/// The number of times that the error of the entries of R counts in phi.
inline constexpr double kPhiEntries = 3;
/// Above it R does not count as a rotation.
inline constexpr double kMostPhi = 0x1p-20;
inline constexpr double kMostRigidSize = 0x1p400;
/// Parallel edges are no axis below this sine.
inline constexpr double kMostParallelSine = 0x1p-24;

// Its instance in floats. The shear s, computed from R^T R - I, bounds phi.

/// phi is at most the first times s, and the second times a unit.
inline constexpr double kPhiShears = 0.5078125;
inline constexpr double kPhiFloatUnits = 15;
inline constexpr double kFloatShears = kRigidPhis * kPhiShears;
inline constexpr double kFloatGapUnits = kRigidPhis * kPhiFloatUnits + kRigidUnits;
inline constexpr double kFloatUnderflow = 0x1p-50;
inline constexpr double kMostShear = 0x1p-9;
inline constexpr double kMostFloatSize = 0x1p40;
inline constexpr float kMostFloatParallelSine = 0x1p-10F;

// A gap along any direction of doubles (nearest-inl.hpp).

/// Units of a gap: eight roundings of boxes about their origins, two more for a middle.
inline constexpr double kCentredUnits = 8;
inline constexpr double kAnyUnits = 10;
inline constexpr double kUnitsOfCentred = kCentredUnits * kUnit * kBoundRounding;
inline constexpr double kUnitsOfAny = kAnyUnits * kUnit * kBoundRounding;

// Balls about the boxes' origins (boxes.hpp).

/// Bound on the distance of a ball's centre from the middle, in halves of the extent. A mean of
/// vertices is seldom exactly the middle.
inline constexpr double kMostAside = 0x1p-40;
/// Squares of longer vectors may overflow.
inline constexpr double kMostBallSquare = 0x1p800;

// The distance of two boxes (nearest-inl.hpp).

/// Roundings of coordinates that are not about an origin, and of the two points' difference.
inline constexpr int kUnitsOfCoordinates = 3;
inline constexpr int kUnitsOfPoints = 6;
inline constexpr double kPointDrifts = 2;

// The depth of two boxes (one_pair.cpp).

/// Covers the roundings of a bound on lengths or sizes.
inline constexpr double kSizeShare = 0x1p-40;
/// Bounds the length of a column of R, exact or rounded, and rho more, where phi is at most kMostPhi.
inline constexpr double kMostColumn = 1 + 0x1p-18;
/// Units of an axis' entry.
inline constexpr double kEntryUnits = 1;
/// The number of times that an entry's error counts in the length of an axis: once for each entry.
inline constexpr double kLengthEntries = 3;
/// The number of times that the entries' error counts in an entry of a cross product: once for each
/// factor.
inline constexpr double kCrossEntries = 4;
/// With a larger relative error of an axis' length, another kernel computes the depth.
inline constexpr double kMostLengthError = 0x1p-20;
/// The square of a smaller depth may lose digits to underflow.
inline constexpr double kLeastDepth = 0x1p-400;
/// The squared length of an axis from C's entries is off by so many times phi, and units.
inline constexpr double kSquaredPhis = 12;
inline constexpr double kSquaredUnits = 24;
/// The sine of two edges is off by so many times phi, and units.
inline constexpr double kSinePhis = 9;
inline constexpr double kSineUnits = 9;
/// Parallel edges are no axis where half an edge times their sine is below this share of the depth.
inline constexpr double kMostSlip = 0x1p-25;

/// Lemma G: units of a product u . r_k, of u . w, and of the part of w across an axis, whose size
/// counts so often in the bound.
inline constexpr double kRiseUnits = 4;
inline constexpr double kProductUnits = 4;
inline constexpr double kAsideUnits = 16;
inline constexpr double kAsideFactor = 1.01;

/// Lemma E: the error of an edge times a normal of a face, and the share of the depth that it may
/// cost before an axis is measured.
inline constexpr double kEntryPhis = 3.25;
inline constexpr double kEntryErrors = 5;
inline constexpr double kMostFaceLoss = 0x1p-43;

}  // namespace sunder::detail::boxes
