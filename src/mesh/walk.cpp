// SPDX-License-Identifier: Apache-2.0
//
// Idea: The larger of two boxes is opened: its node's children are held against the other box and its slab at once.
// Bound: That of child_bounds-inl.hpp.
// Cost: some 150 vector operations for eight children, fewer where boxes tell.
#include "mesh/walk.hpp"

#include <bit>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/child_bounds-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  const Trees trees(a, b, maps);
  std::vector<Places> open;
  open.reserve(64);
  open.push_back({{Place::root(a), Place::root(b)}});
  while (!open.empty()) {
    const Places next = open.back();
    open.pop_back();
    if (next.are_leaves()) {
      if (!visitor.visit(Leaf::decode(next.of[0].child), Leaf::decode(next.of[1].child)))
        return false;
      continue;
    }
    const std::size_t side = trees.opened(next);
    ++visitor.boxes_opened;
    const std::int32_t index = next.of[side].child;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(index)];
    float extents[TreeNode::kChildren], squares[TreeNode::kChildren];
    ChildBounds bounds(trees, side, node, next.of[1 - side]);
    std::uint32_t left = bounds.meeting(extents, squares);
    // The nearest child is taken next: it is the likeliest to hold triangles that cross.
    while (left != 0) {
      auto at = static_cast<std::size_t>(std::countr_zero(left));
      for (std::uint32_t rest = left & (left - 1); rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        if (squares[i] > squares[at]) at = i;
      }
      left &= ~(1U << at);
      Places below = next;
      below.of[side] = {node.child[at], index, static_cast<std::int32_t>(at), extents[at]};
      if (trees.is_flat && least_gap(maps, below.of[0].box_in(a), below.of[1].box_in(b)) > 0)
        continue;
      open.push_back(below);
    }
  }
  return true;
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(walk);

bool walk_pair(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  if (a.triangles.empty() || b.triangles.empty()) return true;
  return HWY_DYNAMIC_DISPATCH(walk)(a, b, maps, visitor);
}

}  // namespace sunder::detail::mesh
#endif
