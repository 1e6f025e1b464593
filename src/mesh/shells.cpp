// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two shells that do not meet are nested or apart; one vertex tells. The innermost shell round another is the one
// that lies in all others round it.
// Source: docs/bodies.md.
// Bound: No number is rounded.
// Cost: O(n^2) pairs of balls, a walk of two trees for pairs that are close.
// Gives up: Where it is open what is hollow.
#include "mesh/shells.hpp"

#include <algorithm>
#include <utility>

#include "mesh/meet.hpp"
#include "mesh/winding.hpp"

namespace sunder::detail::mesh {
namespace {

/// Appends a shell to the piece round it. A hollow's triangles are turned: their front is the hollow.
void append(Piece& piece, const Piece& shell, bool is_hollow) {
  const auto offset = static_cast<std::int32_t>(piece.points.size());
  piece.points.insert(piece.points.end(), shell.points.begin(), shell.points.end());
  for (std::size_t i = 0; i < shell.triangles.size(); ++i) {
    Corners c = shell.triangles[i];
    if (is_hollow) std::swap(c[1], c[2]);
    piece.triangles.push_back({c[0] + offset, c[1] + offset, c[2] + offset});
    piece.caller.push_back(shell.caller[i]);
  }
}

bool lies_in(const Piece& inner, const Piece& outer) {
  PiecePair pair({&outer, {}}, {&inner, {}});
  return winding_number(pair, 0, {1, {inner.first.data(), 1}}) != 0;
}

}  // namespace

std::optional<std::vector<Piece>> join_hollows(std::vector<Shell> shells) {
  const std::size_t n = shells.size();
  std::vector<std::vector<std::size_t>> around(
      n);  // of each shell, those that it lies clear inside of
  std::vector<std::pair<std::size_t, std::size_t>> meeting;
  for (Shell& shell : shells)
    shell.piece.kind = MeshKind::surface;  // to ask for triangles that meet
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const Placed a{&shells[i].piece, {}}, b{&shells[j].piece, {}};
      if (balls_lie_apart(a, b)) continue;
      if (meet(a, b).verdict != Verdict::separated) {
        meeting.emplace_back(i, j);
      } else if (lies_in(shells[j].piece, shells[i].piece)) {
        around[j].push_back(i);
      } else if (lies_in(shells[i].piece, shells[j].piece)) {
        around[i].push_back(j);
      }
    }
  }
  std::vector<std::size_t> holder(n, n);  // of a hollow; n for none
  for (std::size_t i = 0; i < n; ++i) {
    if (around[i].empty()) continue;
    const std::size_t innermost = *std::max_element(
        around[i].begin(), around[i].end(),
        [&](std::size_t p, std::size_t q) { return around[p].size() < around[q].size(); });
    if (shells[innermost].inward != shells[i].inward) holder[i] = innermost;
  }
  for (const auto& [i, j] : meeting) {
    const bool both_hollow = holder[i] < n && holder[j] < n;
    const bool neither = holder[i] == n && holder[j] == n;
    if (both_hollow && holder[i] == holder[j]) return std::nullopt;
    if (neither && shells[i].inward != shells[j].inward) return std::nullopt;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (holder[i] == n) continue;
    // A shell in a hollow is turned against it, and full again.
    std::size_t outermost = i;
    bool is_hollow = false;
    for (; holder[outermost] < n; outermost = holder[outermost]) is_hollow = !is_hollow;
    append(shells[outermost].piece, shells[i].piece, is_hollow);
  }
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < n; ++i) {
    if (holder[i] < n) continue;
    shells[i].piece.kind = MeshKind::solid;
    index_piece(shells[i].piece);
    pieces.push_back(std::move(shells[i].piece));
  }
  return pieces;
}

}  // namespace sunder::detail::mesh
