// SPDX-License-Identifier: Apache-2.0
//
// Defines the constants of this folder's error bounds. The kernels compute with these names;
// proofs/sources.py and the bound tests read them. Units, Underflow, Share and the form of a line
// are defined in filter/bounds.hpp.
#pragma once

#include "filter/bounds.hpp"

namespace sunder::detail::epa {

// The rounding error of a corner's height over 0 (slack.hpp).

/// Units of the length of the reach: a product with a unit vector whose length has an error of four
/// units.
inline constexpr double kSlackUnits = 8;
inline constexpr double kSlackShare = 0x1p-40;
inline constexpr double kSlackUnderflow = 0x1p-1000;
inline constexpr double kLeastSlackReach = 0x1p-900;

// Depths by the nearest face, in doubles (search.hpp) and in lanes (deepen.cpp, surface-inl.hpp).

inline constexpr double kDepthShare = 0x1p-48;
inline constexpr double kLaneDepthShare = 0x1p-47;
/// Lemma 1 holds for directions with entries up to 1. Those of faces are below 16, and the
/// underflow error grows by that factor.
inline constexpr double kDepthUnderflow = 0x1p-595;
/// Faces store their indices in the last bits of their keys.
inline constexpr double kKeyShare = 0x1p-40;

// Lemma 5 (around.hpp): determinants of faces in lanes, of points whose entries are at most 1.

/// The number of times that a corner's error counts: nine times, and the loss of the bound itself.
inline constexpr double kAroundErrors = 16;
/// Units of such a determinant: its rounding error is 84.
inline constexpr double kAroundUnits = 256;

}  // namespace sunder::detail::epa
