// SPDX-License-Identifier: Apache-2.0
//
// The verdict alone of two solids of few vertices: balls, then a portal (see mpr.hpp) whose
// first three vertices and the vertex along the line of centres are asked for side by side, so that
// most answers take one to four support queries that wait for each other.
#pragma once

#include <array>

#include "narrow/algorithm.hpp"

namespace sunder::detail::mpr {

/// The most vertices that are turned. Bodies with a table of candidates have more, or nearly so
/// many, and are asked through it elsewhere.
inline constexpr std::int32_t kQuickVertices = 128;

/// Proven by `stage`: bounds where balls alone tell, else filter. Undecided where it is close.
struct PortalVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  bool has_pairs = false;
  bool has_looked;                 ///< at balls: they need not be tried again
  Vector3 direction;               ///< of a separation: from a to b, of any length
  std::array<IndexPair, 4> pairs;  ///< overlapping: 0 is inside their simplex, if has_pairs
};

/// What a caller wants beside the verdict.
struct PortalWish {
  Trace* trace = nullptr;  ///< receives the steps
  bool pairs = false;      ///< of an overlap, where one more support query finds them
};

/// Of bodies that are not empty; of more than kQuickVertices, or that hold no ball, by balls alone.
void verdict_by_portal(const Pair<3>& pair, PortalWish wish, PortalVerdict& answer);

}  // namespace sunder::detail::mpr
