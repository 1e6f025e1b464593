// SPDX-License-Identifier: Apache-2.0
//
// Idea: The tree splits the bodies at the median of the axis on which their lower corners spread
// widest. Its leaves hold a few bodies.
// Bound: A reach box is rounded outward; ties are broken by index, so that the order is
// deterministic.
// Cost: O(n log n) to build, O(n + pairs) to join in typical scenes.
// Gives up: Never; bodies with infinite boxes meet every other box.
#include "geometry/box_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ReachBox hull_of(const ReachBox& p, const ReachBox& q) noexcept {
  ReachBox hull;
  for (std::size_t k = 0; k < 3; ++k) {
    hull.lower[k] = std::min(p.lower[k], q.lower[k]);
    hull.reach[k] = std::max(p.reach[k], q.reach[k]);
  }
  return hull;
}

ReachBox hull_of(std::span<const ReachBox> boxes, std::span<const std::int32_t> members) noexcept {
  ReachBox hull = boxes[static_cast<std::size_t>(members[0])];
  for (const std::int32_t member : members)
    hull = hull_of(hull, boxes[static_cast<std::size_t>(member)]);
  return hull;
}

/// Returns the axis along which the members' lower corners spread widest. It is a heuristic: any
/// axis is correct.
std::size_t widest_axis(std::span<const ReachBox> boxes, std::span<const std::int32_t> members) {
  std::array<double, 3> spread{};
  for (std::size_t k = 0; k < 3; ++k) {
    double least = kInfinity;
    double most = -kInfinity;
    for (const std::int32_t member : members) {
      const double value = boxes[static_cast<std::size_t>(member)].lower[k];
      if (std::abs(value) == kInfinity) continue;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    spread[k] = most - least;
  }
  return static_cast<std::size_t>(std::ranges::max_element(spread) - spread.begin());
}

}  // namespace

ReachBox make_reach_box(const Bounds<3>& box, double clearance) noexcept {
  ReachBox result;
  result.lower = box.lower;
  for (std::size_t k = 0; k < 3; ++k) {
    const double upper = box.upper[k];
    const double sum = upper + clearance;
    // An infinite bound means "everywhere" or, if negative, "empty"; neither may become a NaN. The
    // sum is off by at most 2^-52 of itself. The share 2^-50 covers that and the roundings of this
    // line.
    result.reach[k] =
        std::abs(upper) == kInfinity ? upper : sum + (std::abs(sum) * 0x1p-50 + 0x1p-900);
  }
  return result;
}

BoxTree::BoxTree(std::span<const ReachBox> boxes) : boxes_(boxes), order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (order_.empty()) return;
  nodes_.reserve(order_.size());
  keys_.resize(order_.size());
  build(0, static_cast<std::int32_t>(order_.size()));
}

std::int32_t BoxTree::build(std::int32_t begin, std::int32_t end) {
  const auto index = static_cast<std::int32_t>(nodes_.size());
  const std::span<std::int32_t> members(order_.data() + begin, order_.data() + end);
  nodes_.push_back({.box = {}, .begin = begin, .end = end});
  if (end - begin <= kLeafSize) {
    nodes_.back().box = hull_of(boxes_, members);
    return index;
  }
  const std::size_t axis = widest_axis(boxes_, members);
  const std::int32_t middle = begin + (end - begin) / 2;
  std::ranges::transform(members, keys_.begin() + begin, [&](std::int32_t body) {
    return Key{boxes_[static_cast<std::size_t>(body)].lower[axis], body};
  });
  std::nth_element(keys_.begin() + begin, keys_.begin() + middle, keys_.begin() + end);
  std::transform(keys_.begin() + begin, keys_.begin() + end, members.begin(),
                 [](const Key& key) { return key.body; });
  const std::int32_t left = build(begin, middle);
  const std::int32_t right = build(middle, end);
  Node& made = nodes_[static_cast<std::size_t>(index)];
  made.left = left;
  made.right = right;
  made.box = hull_of(node(left).box, node(right).box);
  return index;
}

void BoxTree::set_box(Node& made) {
  made.box = made.leaf()
                 ? hull_of(boxes_, std::span(order_).subspan(static_cast<std::size_t>(made.begin),
                                                             static_cast<std::size_t>(made.size())))
                 : hull_of(node(made.left).box, node(made.right).box);
}

void BoxTree::refit() {
  // Children come after their parents.
  for (std::size_t i = nodes_.size(); i-- > 0;) set_box(nodes_[i]);
}

void BoxTree::refit(std::span<const std::int32_t> changed) {
  if (positions_.empty()) {
    positions_.resize(order_.size());
    for (std::size_t at = 0; at < order_.size(); ++at)
      positions_[static_cast<std::size_t>(order_[at])] = static_cast<std::int32_t>(at);
  }
  for (const std::int32_t i : changed) refit_path(0, positions_[static_cast<std::size_t>(i)]);
}

void BoxTree::refit_path(std::int32_t index, std::int32_t position) {
  Node& made = nodes_[static_cast<std::size_t>(index)];
  if (!made.leaf()) refit_path(position < node(made.left).end ? made.left : made.right, position);
  set_box(made);
}

double BoxTree::cost() const noexcept {
  double sum = 0;
  for (const Node& n : nodes_) {
    double size = 0;
    for (std::size_t k = 0; k < 3; ++k) size += n.box.reach[k] - n.box.lower[k];
    if (size < kInfinity) sum += std::max(size, 0.0);  // neither empty nor infinite ones
  }
  return sum;
}

}  // namespace sunder::detail
