// SPDX-License-Identifier: Apache-2.0
//
// Finds the bodies of a scene that balls come near, for a block of configurations at once. It is a tree of
// boxes, whose nodes are tested for the configurations that reached their parents.
#pragma once

#include <cstdint>
#include <vector>

#include "robot/checker/ball_lanes.hpp"

namespace sunder::detail::robot {

class SceneTree {
 public:
  SceneTree() = default;
  /// `boxes` hold the bodies of the same index; `bodies` lists those in the tree.
  SceneTree(const std::vector<FloatBox>& boxes, std::vector<std::int32_t> bodies);

  /// Calls use(body, near) for each body whose box is near in some configuration of `mask`, in no stated order.
  template <class Use>
  void each_near(const BlockBalls& balls, float margin, const BlockMask& mask,
                 const Use& use) const {
    if (!nodes_.empty()) visit(0, balls, margin, mask, use);
  }

 private:
  struct Node {
    FloatBox box;
    std::int32_t second = -1;  ///< the second child, the first being the next node; -1 for a leaf
    std::int32_t body = -1;    ///< of a leaf
  };

  std::int32_t build(const std::vector<FloatBox>& boxes, std::int32_t* first, std::int32_t* last);

  template <class Use>
  void visit(std::int32_t index, const BlockBalls& balls, float margin, BlockMask mask,
             const Use& use) const {
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    keep_near(balls, node.box, margin, mask);
    if (mask.empty()) return;
    if (node.second < 0) return use(node.body, mask);
    visit(index + 1, balls, margin, mask, use);
    visit(node.second, balls, margin, mask, use);
  }

  std::vector<Node> nodes_;
};

}  // namespace sunder::detail::robot
