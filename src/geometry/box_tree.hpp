// SPDX-License-Identifier: Apache-2.0
//
// Runs the broad phase: a binary tree of boxes, joined with itself, or searched. Only comparisons decide: a pair
// is dropped only if two boxes are proven apart. Every pair is either dropped or visited once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "machine/strict_arithmetic.hpp"
#include "sunder/export.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {

/// A world box extended upward by the clearance. Bodies i and j are farther apart than the
/// clearance if lower(j) > reach(i) or lower(i) > reach(j) on some axis.
struct ReachBox {
  Vector3 lower{};
  Vector3 reach{};
};

/// `reach` is upper + clearance, rounded up in every rounding mode.
ReachBox make_reach_box(const Bounds<3>& box, double clearance) noexcept;

/// Returns the axis that proves a and b farther apart than the clearance. It is k + 1 if b lies
/// above a on axis k, and -(k + 1) if b lies below; 0 if no axis proves it.
inline int separating_axis(const ReachBox& a, const ReachBox& b) noexcept {
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k);
    if (b.lower[at] > a.reach[at]) return k + 1;
    if (a.lower[at] > b.reach[at]) return -(k + 1);
  }
  return 0;
}

/// Two ranges of positions of the tree's order: [a_begin, a_end) lies before [b_begin, b_end). The
/// axis (separating_axis) proves each body of the one apart from each of the other.
struct PrunedBlock {
  std::int32_t a_begin;
  std::int32_t a_end;
  std::int32_t b_begin;
  std::int32_t b_end;
  int axis;

  std::int64_t pairs() const noexcept { return std::int64_t{a_end - a_begin} * (b_end - b_begin); }
};

class BoxTree {
 public:
  SUNDER_EXPORT explicit BoxTree(std::span<const ReachBox> boxes);

  /// Calls visitor.examine(i, j) for each pair that is not proven apart, i < j, and
  /// visitor.prune(block) for the others. The order depends on the boxes alone. Either call returns
  /// false to stop.
  template <class Visitor>
  void join(Visitor&& visitor) const {
    if (!nodes_.empty()) join_node(0, visitor);
  }

  /// Takes over boxes that changed: those of a few indices, or all.
  void refit(std::span<const std::int32_t> changed);
  void refit();
  /// Returns the sum of the nodes' sizes; the smaller, the faster is a search. It grows as boxes move apart.
  double cost() const noexcept;

  /// Calls visit(i) for boxes whose bound is at most `limit`, which visit may lower. bound(box) is a lower bound for
  /// everything in a box. Nodes of lower bounds come first.
  template <class Bound, class Visit>
  void search(const Bound& bound, const double& limit, const Visit& visit) const {
    if (nodes_.empty()) return;
    std::vector<std::pair<double, std::int32_t>> open{{bound(nodes_[0].box), 0}};
    while (!open.empty()) {
      const auto [least, index] = open.back();
      open.pop_back();
      if (!(least <= limit)) continue;
      const Node& n = node(index);
      if (n.leaf()) {
        for (std::int32_t at = n.begin; at < n.end; ++at) {
          const std::int32_t i = order_[static_cast<std::size_t>(at)];
          if (bound(boxes_[static_cast<std::size_t>(i)]) <= limit) visit(i);
        }
        continue;
      }
      const std::pair<double, std::int32_t> left{bound(node(n.left).box), n.left},
          right{bound(node(n.right).box), n.right};
      open.push_back(std::max(left, right));
      open.push_back(std::min(left, right));
    }
  }

  /// Calls visit(i, state) for each box that narrow() leaves a state for, in the order of the leaves.
  /// Given a box and a copy of the state of the box around it, narrow() reduces that state. It
  /// returns false where nothing is left.
  template <class State, class Narrow, class Visit>
  void descend(const State& state, const Narrow& narrow, const Visit& visit) const {
    if (!nodes_.empty()) descend_from(0, state, narrow, visit);
  }

  /// Returns the boxes' indices in the order of the leaves; blocks are ranges of this order.
  std::span<const std::int32_t> order() const noexcept { return order_; }

 private:
  static constexpr std::int32_t kLeafSize = 4;

  struct Node {
    ReachBox box;
    std::int32_t begin = 0;  ///< into order_
    std::int32_t end = 0;
    std::int32_t left = -1;  ///< -1 for a leaf
    std::int32_t right{};

    std::int64_t size() const noexcept { return end - begin; }
    bool leaf() const noexcept { return left < 0; }
  };

  /// A body's lower corner along an axis, beside its index: sorting reads no boxes.
  struct Key {
    double lower = 0;
    std::int32_t body = 0;
    bool operator<(const Key& other) const noexcept {
      return lower < other.lower || (lower == other.lower && body < other.body);
    }
  };

  std::int32_t build(std::int32_t begin, std::int32_t end);
  void refit_path(std::int32_t index, std::int32_t position);
  void set_box(Node& node);
  const Node& node(std::int32_t index) const noexcept {
    return nodes_[static_cast<std::size_t>(index)];
  }

  template <class State, class Narrow, class Visit>
  void descend_from(std::int32_t index, State state, const Narrow& narrow,
                    const Visit& visit) const {
    const Node& n = node(index);
    if (!narrow(n.box, state)) return;
    if (!n.leaf()) {
      descend_from(n.left, state, narrow, visit);
      descend_from(n.right, state, narrow, visit);
      return;
    }
    for (std::int32_t at = n.begin; at < n.end; ++at) {
      const std::int32_t i = order_[static_cast<std::size_t>(at)];
      State left = state;
      if (narrow(boxes_[static_cast<std::size_t>(i)], left)) visit(i, left);
    }
  }

  template <class Visitor>
  bool visit(std::int32_t first, std::int32_t second, Visitor& visitor) const {
    const std::int32_t i = order_[static_cast<std::size_t>(first)];
    const std::int32_t j = order_[static_cast<std::size_t>(second)];
    const int axis =
        separating_axis(boxes_[static_cast<std::size_t>(i)], boxes_[static_cast<std::size_t>(j)]);
    if (axis != 0) return visitor.prune(PrunedBlock{first, first + 1, second, second + 1, axis});
    return i < j ? visitor.examine(i, j) : visitor.examine(j, i);
  }

  template <class Visitor>
  bool join_node(std::int32_t index, Visitor& visitor) const {
    const Node& n = node(index);
    if (!n.leaf()) {
      return join_node(n.left, visitor) && join_node(n.right, visitor) &&
             join_nodes(n.left, n.right, visitor);
    }
    for (std::int32_t i = n.begin; i < n.end; ++i) {
      for (std::int32_t j = i + 1; j < n.end; ++j) {
        if (!visit(i, j, visitor)) return false;
      }
    }
    return true;
  }

  template <class Visitor>
  bool join_nodes(std::int32_t first, std::int32_t second, Visitor& visitor) const {
    const Node& a = node(first);
    const Node& b = node(second);
    if (const int axis = separating_axis(a.box, b.box)) {
      return visitor.prune(PrunedBlock{a.begin, a.end, b.begin, b.end, axis});
    }
    if (!a.leaf() && (b.leaf() || a.size() >= b.size())) {
      return join_nodes(a.left, second, visitor) && join_nodes(a.right, second, visitor);
    }
    if (!b.leaf()) {
      return join_nodes(first, b.left, visitor) && join_nodes(first, b.right, visitor);
    }
    for (std::int32_t i = a.begin; i < a.end; ++i) {
      for (std::int32_t j = b.begin; j < b.end; ++j) {
        if (!visit(i, j, visitor)) return false;
      }
    }
    return true;
  }

  std::span<const ReachBox> boxes_;
  std::vector<std::int32_t> order_;
  std::vector<Node> nodes_;
  std::vector<Key> keys_;  ///< of the members of a node that is being split
  std::vector<std::int32_t>
      positions_;  ///< of each index in order_; made by the first refit() of a few
};

}  // namespace sunder::detail
