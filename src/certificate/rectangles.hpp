// SPDX-License-Identifier: Apache-2.0
//
// Counts which pairs of positions some pairs of ranges hold, so that no pair is left out or held twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <vector>

namespace sunder::detail::certificate {

/// Two ranges of positions, [a_begin, a_end) and [b_begin, b_end), neither of them empty, in the fields of a
/// Rectangle. Sorts the list. Returns one that has a pair in common with another, or null: their ranges of b are
/// disjoint wherever their ranges of a meet. Cost: O(m log m).
template <class Rectangle>
const Rectangle* find_shared(std::vector<Rectangle>& rectangles) {
  std::sort(rectangles.begin(), rectangles.end(),
            [](const Rectangle& x, const Rectangle& y) { return x.a_begin < y.a_begin; });
  std::vector<const Rectangle*> by_end;
  by_end.reserve(rectangles.size());
  for (const Rectangle& rectangle : rectangles) by_end.push_back(&rectangle);
  std::sort(by_end.begin(), by_end.end(),
            [](const Rectangle* x, const Rectangle* y) { return x->a_end < y->a_end; });
  std::map<std::int32_t, std::int32_t> active;  // b_begin to b_end, disjoint
  auto ended = by_end.begin();
  for (const Rectangle& next : rectangles) {
    for (; (*ended)->a_end <= next.a_begin; ++ended) active.erase((*ended)->b_begin);
    const auto after = active.lower_bound(next.b_begin);
    const bool meets_after = after != active.end() && after->first < next.b_end;
    const bool meets_before = after != active.begin() && std::prev(after)->second > next.b_begin;
    if (meets_after || meets_before) return &next;
    active.emplace_hint(after, next.b_begin, next.b_end);
  }
  return nullptr;
}

/// Returns the number of pairs in disjoint rectangles.
template <class Rectangle>
std::int64_t pairs_in(std::span<const Rectangle> rectangles) {
  std::int64_t covered = 0;
  for (const Rectangle& part : rectangles) {
    covered += std::int64_t{part.a_end - part.a_begin} * (part.b_end - part.b_begin);
  }
  return covered;
}

}  // namespace sunder::detail::certificate
