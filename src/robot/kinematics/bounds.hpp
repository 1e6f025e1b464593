// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of this folder's error bounds, in units u = 2^-53, the relative error of one operation in the
// default rounding mode. The code computes with these names, and the bound tests read them.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {

inline constexpr double kHalfUnit = 0x1p-53;

// The sine and cosine of turn-inl.hpp, for angles up to Robot::kGreatestValue.
inline constexpr double kTurnUnits = 2;

// Constants of a joint (steps.cpp). The norm of a 3 x 3 matrix is at most that of its entries (Frobenius).

/// A unit axis n: its square sum has 3 units, the root halves them and adds one, and the quotient adds one.
inline constexpr double kAxisUnits = 4;
/// R_O n: that of n, and 3 sqrt(3) of the sums.
inline constexpr double kDirectionUnits = kAxisUnits + 6;
/// R_O n n^T (15), R_O (I - n n^T) (17) and R_O [n]x (11), together.
inline constexpr double kFreeAxisUnits = 48;
/// The matrix of a pose that is a quaternion: each entry is within 1 unit.
inline constexpr double kQuaternionOriginUnits = 3;

// A frame (kinematics-inl.hpp; rounding.cpp).

/// The linear part of a turn: c a + s b in two columns; and where the axis is free.
inline constexpr double kAlignedTurnUnits = 4;
inline constexpr double kFreeTurnUnits = 7;
/// The rotation of a configuration's quaternion: 15 units of each entry on the diagonal, 7 of each other one.
inline constexpr double kRotationUnits = 33;
/// A product of linear parts: 3 units of each entry of |A| |B|, whose norm is at most 3 |A| |B|.
inline constexpr double kProductUnits = 10;
/// R l + t: 4 units of |R| |l|, whose norm is at most sqrt(3) |R| |l|, and one unit of the result.
inline constexpr double kImageUnits = 7;
/// What the bound's own operations lose, along up to 2^20 links.
inline constexpr double kRoundingShare = 0x1p-28;
/// What may underflow.
inline constexpr double kRoundingUnderflow = 0x1p-900;

}  // namespace sunder::detail::robot
