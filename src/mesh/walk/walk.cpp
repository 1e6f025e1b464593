// SPDX-License-Identifier: Apache-2.0
//
// Idea: The larger of two boxes is opened: its node's children are held against the other box and its slab at once.
// Bound: That of child_bounds-inl.hpp.
// Cost: some 150 vector operations for eight children, fewer where boxes tell.
#include "mesh/walk/walk.hpp"

#include <bit>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk/walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/walk/child_bounds-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  const Trees trees(a, b, maps);
  std::vector<Places> open;
  open.reserve(64);
  Places next = trees.roots();
  for (;;) {
    const std::int32_t child[2] = {next.of[0].child(), next.of[1].child()};
    std::uint32_t left = 0;
    if (is_leaf(child[0]) && is_leaf(child[1])) {
      if (!visitor.visit(Leaf::decode(child[0]), Leaf::decode(child[1]))) return false;
    } else {
      ++visitor.boxes_opened;
      const std::size_t side = trees.opened(next);
      const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(child[side])];
      float extents[TreeNode::kChildren], squares[TreeNode::kChildren];
      left = ChildBounds(trees, side, node, next.of[1 - side]).meeting(extents, squares);
      if (trees.is_flat) left = trees.meeting_in_world(maps, node, side, next.of[1 - side], left);
      const auto go_to = [&](std::size_t at) {
        next.of[side] = {&node, static_cast<std::int32_t>(at), extents[at]};
      };
      // The nearest child is taken next: it is the likeliest to hold triangles that cross.
      for (; (left & (left - 1)) != 0;) {
        auto at = static_cast<std::size_t>(std::countr_zero(left));
        for (std::uint32_t rest = left & (left - 1); rest != 0; rest &= rest - 1) {
          const auto i = static_cast<std::size_t>(std::countr_zero(rest));
          if (squares[i] > squares[at]) at = i;
        }
        left &= ~(1U << at);
        go_to(at);
        open.push_back(next);
      }
      if (left != 0) go_to(static_cast<std::size_t>(std::countr_zero(left)));
    }
    if (left != 0) continue;
    if (open.empty()) return true;
    next = open.back();
    open.pop_back();
  }
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
