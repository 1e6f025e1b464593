// SPDX-License-Identifier: Apache-2.0
#include "robot/checker/scene_tree.hpp"

#include <algorithm>
#include <utility>

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {
namespace {

FloatBox around(const FloatBox& a, const FloatBox& b) noexcept {
  FloatBox both;
  for (std::size_t k = 0; k < 3; ++k) {
    both.lower[k] = std::min(a.lower[k], b.lower[k]);
    both.upper[k] = std::max(a.upper[k], b.upper[k]);
  }
  return both;
}

}  // namespace

SceneTree::SceneTree(const std::vector<FloatBox>& boxes, std::vector<std::int32_t> bodies) {
  if (bodies.empty()) return;
  nodes_.reserve(2 * bodies.size());
  build(boxes, bodies.data(), bodies.data() + bodies.size());
}

/// Halves the list at the median of the middles along the axis on which they spread most: the depth is
/// logarithmic whatever the boxes.
std::int32_t SceneTree::build(const std::vector<FloatBox>& boxes, std::int32_t* first,
                              std::int32_t* last) {
  const auto box_of = [&](std::int32_t body) -> const FloatBox& {
    return boxes[static_cast<std::size_t>(body)];
  };
  const auto index = static_cast<std::int32_t>(nodes_.size());
  Node node;
  node.box = box_of(*first);
  for (const std::int32_t* body = first + 1; body != last; ++body)
    node.box = around(node.box, box_of(*body));
  if (last - first == 1) node.body = *first;
  nodes_.push_back(node);
  if (last - first == 1) return index;
  std::size_t axis = 0;
  double widest = -1;
  const auto middle = [&](std::int32_t body, std::size_t k) {
    return double{box_of(body).lower[k]} + double{box_of(body).upper[k]};
  };
  for (std::size_t k = 0; k < 3; ++k) {
    double low = middle(*first, k);
    double high = low;
    for (const std::int32_t* body = first; body != last; ++body) {
      low = std::min(low, middle(*body, k));
      high = std::max(high, middle(*body, k));
    }
    if (high - low > widest) {
      widest = high - low;
      axis = k;
    }
  }
  std::int32_t* const half = first + (last - first) / 2;
  // Infinite boxes have NaN as middles, which would not be ordered.
  const auto key = [&](std::int32_t body) {
    const double at = middle(body, axis);
    return at == at ? at : 0.0;
  };
  std::nth_element(first, half, last, [&](std::int32_t a, std::int32_t b) {
    return std::pair(key(a), a) < std::pair(key(b), b);
  });
  build(boxes, first, half);
  const std::int32_t second = build(boxes, half, last);
  nodes_[static_cast<std::size_t>(index)].second = second;
  return index;
}

}  // namespace sunder::detail::robot
