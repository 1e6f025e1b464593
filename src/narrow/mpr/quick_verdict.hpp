// SPDX-License-Identifier: Apache-2.0
//
// This kernel computes the verdict of two solids of few vertices, by ball tests, then by a portal
// (see mpr.hpp). The support queries of its first three vertices and of the line of centres are
// independent and overlap in the pipeline. Most answers need one to four dependent support queries.
#pragma once

#include <array>

#include "narrow/algorithm.hpp"

namespace sunder::detail::mpr {

/// The largest number of vertices that are rotated. Bodies with a table of candidates have more, or
/// nearly as many; other algorithms query that table.
inline constexpr std::int32_t kQuickVertices = kFloatVertices;

/// Proven by `stage`: bounds if balls decide, else filter. Undecided where it is close.
struct PortalVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
  bool has_pairs = false;
  bool on_surface = false;  ///< undecided: the first three pairs are a portal on the surface of C
  bool has_tested_balls;    ///< the ball tests have run: they need not run again
  Vector3 direction;        ///< separated: from a to b, of any length
  std::array<IndexPair, 4> pairs;  ///< overlapping: 0 is inside their simplex, if has_pairs
};

/// Whether an overlap comes with pairs: where one more support query yields them, or also where
/// balls would decide it.
enum class PortalPairs : std::uint8_t { none, at_hand, searched };

/// What a caller requests besides the verdict.
struct PortalRequest {
  Trace* trace = nullptr;  ///< receives the steps
  PortalPairs pairs = PortalPairs::none;
};

/// Neither body is empty. Bodies of more than kQuickVertices vertices, or without an inscribed
/// ball, are decided by balls alone.
void verdict_by_portal(const Pair<3>& pair, PortalRequest request, PortalVerdict& answer);

}  // namespace sunder::detail::mpr
