// SPDX-License-Identifier: Apache-2.0
//
// Unions of cells of the integer lattice, as polygons. What two of them do is counted cell by cell.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <vector>

#include "suite/random.hpp"
#include "sunder/body2.hpp"

namespace sunder::test {

using Cell = std::array<int, 2>;  ///< its lower corner
using Cells = std::set<Cell>;

inline Cells draw_cells(suite::Random& random, int size) {
  Cells cells;
  const int kind = random.in(0, 3);
  for (int x = 0; x < size; ++x) {
    for (int y = 0; y < size; ++y) {
      const bool rim = x == 0 || y == 0 || x == size - 1 || y == size - 1;
      const bool keeps = kind == 0   ? rim                   // a ring with a hole
                         : kind == 1 ? (x + y) % 2 == 0      // corners alone
                         : kind == 2 ? x % 2 == 0 || y == 0  // a comb
                                     : random.chance(3, 5);
      if (keeps && !random.chance(1, 12)) cells.insert({x, y});
    }
  }
  return cells;
}

/// The rings of the cells: each cell's own, whose common edges cancel, or their outline's, walked.
inline std::vector<std::vector<Vector2>> rings_of(const Cells& cells, bool walked) {
  const auto at = [](int x, int y) {
    return Vector2{static_cast<double>(x), static_cast<double>(y)};
  };
  std::vector<std::vector<Vector2>> rings;
  if (!walked) {
    for (const auto& [x, y] : cells)
      rings.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)});
    return rings;
  }
  // Steps with the inside on the left, by their start; from a corner with two the first that is left.
  std::multimap<Cell, Cell> steps;
  const auto has = [&](int x, int y) { return cells.contains({x, y}); };
  for (const auto& [x, y] : cells) {
    if (!has(x, y - 1)) steps.insert({{x, y}, {x + 1, y}});
    if (!has(x + 1, y)) steps.insert({{x + 1, y}, {x + 1, y + 1}});
    if (!has(x, y + 1)) steps.insert({{x + 1, y + 1}, {x, y + 1}});
    if (!has(x - 1, y)) steps.insert({{x, y + 1}, {x, y}});
  }
  while (!steps.empty()) {
    rings.emplace_back();
    const Cell first = steps.begin()->first;
    Cell here = first;
    do {
      rings.back().push_back(at(here[0], here[1]));
      const auto step = steps.find(here);
      here = step->second;
      steps.erase(step);
    } while (here != first);
  }
  return rings;
}

/// The verdict and the squared distance of cells and others that are moved.
struct CellTruth {
  Verdict verdict = Verdict::separated;
  std::int64_t distance_squared = -1;  ///< -1: one has no cells
};
inline CellTruth truth_of(const Cells& a, const Cells& b, const Cell& moved) {
  CellTruth truth;
  for (const Cell& p : a) {
    for (const Cell& q : b) {
      const int x = std::abs(q[0] + moved[0] - p[0]), y = std::abs(q[1] + moved[1] - p[1]);
      if (x == 0 && y == 0) return {Verdict::overlapping, 0};
      const std::int64_t gap_x = std::max(0, x - 1), gap_y = std::max(0, y - 1);
      const std::int64_t squared = gap_x * gap_x + gap_y * gap_y;
      if (truth.distance_squared < 0 || squared < truth.distance_squared)
        truth.distance_squared = squared;
    }
  }
  if (truth.distance_squared == 0) truth.verdict = Verdict::touching;
  return truth;
}

}  // namespace sunder::test
