// SPDX-License-Identifier: Apache-2.0
//
// The numbers of the error bounds of this folder. The kernels compute with these names;
// proofs/sources.py and the bound tests read them. filter/bounds.hpp says what a unit is, what
// Underflow and Share mean, and which form a line has.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::epa {

// What rounding does to a corner's height over 0 (slack.hpp).

/// Units of the length of the reach: a product with a unit vector, whose length is off by four.
inline constexpr double kSlackUnits = 8;
inline constexpr double kSlackShare = 0x1p-40;
inline constexpr double kSlackUnderflow = 0x1p-1000;
inline constexpr double kLeastSlackReach = 0x1p-900;

// Depths by the nearest face (search.hpp), and the same in lanes (deepen.cpp, surface-inl.hpp).

inline constexpr double kDepthShare = 0x1p-48;
inline constexpr double kLaneDepthShare = 0x1p-47;
/// Lemma 1 is about directions of entries up to 1, those of faces are below 16: what underflow can
/// do grows as much.
inline constexpr double kDepthUnderflow = 0x1p-595;
/// Faces hold their places in the last bits of their keys.
inline constexpr double kKeyShare = 0x1p-40;

// Lemma 5 (around.hpp): determinants of faces in lanes, of points whose entries are at most 1.

/// How often a corner's error counts: nine times, and what the bound loses.
inline constexpr double kAroundErrors = 16;
/// Units of such a determinant: 84 are lost.
inline constexpr double kAroundUnits = 256;

}  // namespace sunder::detail::epa
