// SPDX-License-Identifier: Apache-2.0
//
// What a scene's questions read: world boxes and their tree, brought up to date at the first question after a change.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "geometry/box_tree.hpp"
#include "machine/mutex.hpp"
#include "sunder/scene.hpp"

namespace sunder::detail::scene {

class Index {
 public:
  /// The boxes of the bodies that a scene holds, by ascending ids.
  struct Tree {
    std::vector<std::int32_t> ids;
    std::vector<ReachBox> boxes;
    std::optional<BoxTree> tree;
  };

  /// Bodies were added or removed.
  void change() noexcept;
  /// A body was moved.
  void move(std::int32_t id);

  /// Returns the tree as the scene is now. Any number of threads may call it. Throws std::bad_alloc.
  const Tree& tree(const Scene& scene);
  /// Returns a body of the scene as a union. Any number of threads may call it. Throws std::bad_alloc.
  Body3 union_of(const Scene& scene, std::int32_t id);

 private:
  void rebuild(const Scene& scene);
  void refit(const Scene& scene);

  Mutex mutex_;
  std::atomic<bool> is_fresh_ = false;
  bool has_structure_ = false;  ///< the tree holds the scene's bodies, some of which moved
  Tree tree_;
  double cost_ = 0;                                 ///< of the tree when it was built
  std::vector<std::int32_t> moved_;                 ///< ids, each once
  std::vector<bool> is_moved_;                      ///< by id
  std::size_t moves_ = 0;                           ///< since the tree's cost was looked at
  std::unordered_map<std::int32_t, Body3> unions_;  ///< of bodies that are polytopes
};

struct SceneAccess {
  static const Index::Tree& tree(const Scene& scene) { return (*scene.index_).tree(scene); }
  static Body3 union_of(const Scene& scene, std::int32_t id) {
    return (*scene.index_).union_of(scene, id);
  }
};

/// Returns a box as a polytope that holds the body, in the body's frame. Throws std::bad_alloc.
Polytope3 hull_around(const Body3& body);

/// Joins the tree with itself as BoxTree::join(), with boxes extended by the clearance. Indices are those of the tree.
template <class Visitor>
void join_within(const Index::Tree& tree, double clearance, Visitor&& visitor) {
  if (!(clearance > 0)) return tree.tree->join(visitor);
  std::vector<ReachBox> boxes;
  boxes.reserve(tree.boxes.size());
  for (const ReachBox& box : tree.boxes)
    boxes.push_back(make_reach_box({box.lower, box.reach}, clearance));
  BoxTree(boxes).join(visitor);
}

}  // namespace sunder::detail::scene
