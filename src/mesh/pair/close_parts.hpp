// SPDX-License-Identifier: Apache-2.0
//
// Which parts of two bodies may be close: a tree of the world boxes of one body's parts, asked for each of the other's.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "geometry/box_tree.hpp"
#include "mesh/piece/placed.hpp"
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
  /// The boxes of the parts; of an empty part lower is infinite, and reach minus that.
  CloseParts(std::vector<ReachBox> a, std::vector<ReachBox> b);
  CloseParts(const CloseParts&) = delete;
  CloseParts& operator=(const CloseParts&) = delete;

  /// Calls visit(i, j) for parts i of a and j of b that boxes do not prove farther apart than reach(), until it returns
  /// false. While reach() is 0 the order is that of the numbers, else about that of the gaps.
  template <class Reach, class Visit>
  void for_each(const Reach& reach, const Visit& visit) const {
    for_each(gap_of_boxes, reach, visit);
  }

  /// bound(box of a, box of b) is in place of the gap, such as a time: never above what is in smaller boxes.
  template <class Bound, class Reach, class Visit>
  void for_each(const Bound& bound_of_two, const Reach& reach, const Visit& visit) const {
    const bool by_number = !(reach() > 0);
    std::vector<std::int32_t> found;
    for (const std::int32_t i : order(bound_of_two, by_number)) {
      const ReachBox& box = boxes_a_[static_cast<std::size_t>(i)];
      const auto bound = [&](const ReachBox& other) { return bound_of_two(box, other); };
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
  /// The parts of a: the numbers, or those that are nearest to all of b first.
  template <class Bound>
  std::vector<std::int32_t> order(const Bound& bound, bool by_number) const {
    std::vector<std::int32_t> order(boxes_a_.size());
    std::iota(order.begin(), order.end(), 0);
    if (by_number || boxes_b_.empty()) return order;
    const ReachBox all = box_of_all();
    std::vector<double> bounds;
    bounds.reserve(boxes_a_.size());
    for (const ReachBox& box : boxes_a_) bounds.push_back(bound(box, all));
    std::stable_sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) {
      return bounds[static_cast<std::size_t>(i)] < bounds[static_cast<std::size_t>(j)];
    });
    return order;
  }
  ReachBox box_of_all() const noexcept;  ///< of b, which has one at least

  std::vector<ReachBox> boxes_a_, boxes_b_;
  BoxTree tree_;  ///< of boxes_b_
};

/// Pairs of parts up to this many are cheaper one by one.
inline constexpr std::size_t kFewPairs = 64;

}  // namespace sunder::detail::mesh
