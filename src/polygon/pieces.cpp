// SPDX-License-Identifier: Apache-2.0
#include "polygon/pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace sunder::detail::polygon {
namespace {

constexpr double kBeyond = std::numeric_limits<double>::infinity();

class TreeBuilder {
 public:
  explicit TreeBuilder(std::vector<Bounds<2>> boxes)
      : boxes_(std::move(boxes)), order_(boxes_.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    tree_.reserve(2 * boxes_.size());
    if (!order_.empty()) build(0, order_.size());
  }
  std::vector<BoxNode> take() { return std::move(tree_); }

 private:
  double middle(std::int32_t i, std::size_t k) const noexcept {
    const Bounds<2>& box = boxes_[static_cast<std::size_t>(i)];
    return box.lower[k] / 2 + box.upper[k] / 2;
  }

  void build(std::size_t begin, std::size_t end) {
    const std::size_t here = tree_.size();
    tree_.emplace_back();
    Bounds<2> box{{kBeyond, kBeyond}, {-kBeyond, -kBeyond}};
    for (std::size_t i = begin; i < end; ++i) {
      const Bounds<2>& part = boxes_[static_cast<std::size_t>(order_[i])];
      for (std::size_t k = 0; k < 2; ++k) {
        box.lower[k] = std::min(box.lower[k], part.lower[k]);
        box.upper[k] = std::max(box.upper[k], part.upper[k]);
      }
    }
    tree_[here].box = box;
    if (end - begin == 1) {
      tree_[here].piece = order_[begin];
      return;
    }
    const std::size_t k =
        box.upper[0] / 2 - box.lower[0] / 2 >= box.upper[1] / 2 - box.lower[1] / 2 ? 0 : 1;
    const auto at = [&](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
    const std::size_t half = begin + (end - begin) / 2;
    std::nth_element(at(begin), at(half), at(end), [&](std::int32_t i, std::int32_t j) {
      return std::pair(middle(i, k), i) < std::pair(middle(j, k), j);
    });
    build(begin, half);
    tree_[here].second_child = static_cast<std::int32_t>(tree_.size());
    build(half, end);
  }

  std::vector<Bounds<2>> boxes_;
  std::vector<std::int32_t> order_;
  std::vector<BoxNode> tree_;
};

}  // namespace

std::vector<BoxNode> tree_of_edges(std::span<const Vector2> points,
                                   std::span<const std::array<std::int32_t, 2>> edges) {
  std::vector<Bounds<2>> boxes;
  boxes.reserve(edges.size());
  for (const auto& [i, j] : edges) {
    const Vector2 &p = points[static_cast<std::size_t>(i)],
                  &q = points[static_cast<std::size_t>(j)];
    boxes.push_back({{std::min(p[0], q[0]), std::min(p[1], q[1])},
                     {std::max(p[0], q[0]), std::max(p[1], q[1])}});
  }
  return TreeBuilder(std::move(boxes)).take();
}

void index_pieces(Pieces& pieces) {
  std::vector<Bounds<2>> boxes;
  boxes.reserve(pieces.convex.size());
  for (const Polytope2& piece : pieces.convex) boxes.push_back(piece.bounds());
  pieces.tree = TreeBuilder(std::move(boxes)).take();
  if (pieces.tree.empty()) return;
  const Bounds<2>& box = pieces.tree[0].box;
  for (std::size_t k = 0; k < 2; ++k)
    pieces.max_abs[k] = std::max(std::fabs(box.lower[k]), std::fabs(box.upper[k]));
}

Pieces pieces_of(const Polytope2& polytope) {
  Pieces pieces;
  if (!polytope.empty()) pieces.convex.push_back(polytope);
  index_pieces(pieces);
  return pieces;
}

}  // namespace sunder::detail::polygon
