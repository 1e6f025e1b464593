// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of the checker's error bounds. Lanes hold floats: their unit is kFloatUnit.
#pragma once

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {

/// Units of a ball's centre. The kernel loses 23.
inline constexpr double kCentreUnits = 24;
/// The share of a squared distance that covers its roundings, and those of the sum of the radii.
inline constexpr double kApartShare = 0x1p-18;
/// A smaller sum of radii counts as this: its square must not vanish.
inline constexpr double kLeastBallGap = 0x1p-50;
/// Covers the roundings of a number that becomes a float, and of a few operations in doubles.
inline constexpr double kCheckShare = 0x1p-20;
/// The most that a frame's matrix may stretch for a table of supports.
inline constexpr double kMostStretch = 0x1p-8;

}  // namespace sunder::detail::robot
