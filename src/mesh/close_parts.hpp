// SPDX-License-Identifier: Apache-2.0
//
// Which parts of two bodies may be close: a tree of the world boxes of one body's parts, asked for each of the other's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/box_tree.hpp"
#include "mesh/placed.hpp"
#include "sunder/body.hpp"

namespace sunder::detail::mesh {

/// Returns a box in the world that holds a box under a chain of poses; all of space where a number overflows.
ReachBox placed_box(const Bounds<3>& box, const PoseChain& chain) noexcept;

/// Returns a number that the distance of two boxes is not below: the widest gap along an axis; 0 where they meet,
/// infinite where one is empty.
double gap_of_boxes(const ReachBox& a, const ReachBox& b) noexcept;

class CloseParts {
 public:
  /// Throws std::bad_alloc. Cost: O(n log n) for n parts.
  CloseParts(const PosedBody3& a, const PosedBody3& b);

  /// Calls visit(i, j) for parts i of a and j of b that boxes do not prove farther apart than reach(), until it returns
  /// false. While reach() is 0 the order is that of the numbers, else about that of the gaps.
  template <class Reach, class Visit>
  void for_each(const Reach& reach, const Visit& visit) const {
    const bool by_number = !(reach() > 0);
    std::vector<std::int32_t> found;
    for (const std::int32_t i : order(by_number)) {
      const ReachBox& box = boxes_a_[static_cast<std::size_t>(i)];
      const auto bound = [&](const ReachBox& other) { return gap_of_boxes(box, other); };
      double limit = reach();
      bool stopped = false;
      found.clear();
      tree_.search(bound, limit, [&](std::int32_t j) {
        if (by_number) return found.push_back(j);
        stopped = stopped || !visit(i, j);
        limit = stopped ? -1 : reach();
      });
      std::sort(found.begin(), found.end());
      for (const std::int32_t j : found) {
        if (!visit(i, j)) return;
      }
      if (stopped) return;
    }
  }

 private:
  std::vector<std::int32_t> order(bool by_number) const;

  std::vector<ReachBox> boxes_a_, boxes_b_;
  BoxTree tree_;  ///< of boxes_b_
};

}  // namespace sunder::detail::mesh
