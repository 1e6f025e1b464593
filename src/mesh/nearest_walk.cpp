// SPDX-License-Identifier: Apache-2.0
//
// Idea: Best first: the pair of boxes that may be nearest is opened, the larger of both, after one descent to a pair of
// leaves. A child's lower bound is the best of those of boxes and of heights.
// Bound: That of child_bounds-inl.hpp.
// Cost: some 250 vector operations for eight children, fewer where the first bounds tell.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "mesh/hull_walk.hpp"
#include "mesh/walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/nearest_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/child_bounds-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

/// Two nodes or leaves, and the least distance of what is in them, in the world's unit.
struct FarPlaces {
  float distance = 0;
  Places places;
};

/// The pairs of nodes that are still to be opened: the nearest first. Beyond some thousands, as between surfaces that are
/// equally far apart everywhere, the last ones come first, and memory stays small.
class OpenPlaces {
 public:
  OpenPlaces() {
    heap_.reserve(256);
    places_.reserve(256);
  }
  /// Returns false if nothing is left within reach.
  bool take(double reach, FarPlaces& next) {
    while (!stack_.empty()) {
      next = stack_.back();
      stack_.pop_back();
      if (static_cast<double>(next.distance) < reach) return true;
    }
    if (heap_.empty()) return false;
    const std::uint32_t at = heap_.front().at;
    if (!(static_cast<double>(places_[at].distance) < reach)) return false;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    next = places_[at];
    free_.push_back(at);
    return true;
  }
  /// Adds the children of one pair. With `next`, the nearest of them is taken next, as it is where nothing open is nearer.
  void add(std::span<FarPlaces> children, bool next) {
    const auto is_farther = [](const FarPlaces& p, const FarPlaces& q) {
      return p.distance > q.distance;
    };
    if (heap_.size() > kMost) {
      std::sort(children.begin(), children.end(), is_farther);
      stack_.insert(stack_.end(), children.begin(), children.end());
      return;
    }
    if (children.empty()) return;
    std::swap(*std::max_element(children.begin(), children.end(), is_farther), children.back());
    if (next || heap_.empty() || children.back().distance <= heap_.front().distance) {
      stack_.push_back(children.back());
      children = children.first(children.size() - 1);
    }
    for (const FarPlaces& child : children) {
      std::uint32_t at = static_cast<std::uint32_t>(places_.size());
      if (free_.empty()) {
        places_.push_back(child);
      } else {
        at = free_.back();
        free_.pop_back();
        places_[at] = child;
      }
      heap_.push_back({child.distance, at});
      std::push_heap(heap_.begin(), heap_.end());
    }
  }

 private:
  static constexpr std::size_t kMost = 4096;
  /// The heap moves these alone.
  struct Key {
    float distance;
    std::uint32_t at;
    friend bool operator<(const Key& p, const Key& q) { return p.distance > q.distance; }
  };
  std::vector<Key> heap_;
  std::vector<FarPlaces> places_, stack_;
  std::vector<std::uint32_t> free_;
};

void nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  const Trees trees(a, b, maps);
  OpenPlaces open;
  FarPlaces next{0, {{Place::root(a), Place::root(b)}}};
  open.add({&next, 1}, false);
  bool has_visited = false;
  while (open.take(visitor.reach, next)) {
    const Places& places = next.places;
    if (places.are_leaves()) {
      visitor.visit(Leaf::decode(places.of[0].child), Leaf::decode(places.of[1].child));
      has_visited = true;
      continue;
    }
    const std::size_t side = trees.opened(places);
    const std::int32_t index = places.of[side].child;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(index)];
    // A float at or beyond this is beyond the reach.
    constexpr float kFar = std::numeric_limits<float>::infinity();
    const float reach =
        visitor.reach < 0x1p100 ? std::nextafter(static_cast<float>(visitor.reach), kFar) : kFar;
    float extents[TreeNode::kChildren], distances[TreeNode::kChildren];
    ChildBounds bounds(trees, side, node, places.of[1 - side]);
    FarPlaces children[TreeNode::kChildren];
    std::size_t count = 0;
    for (std::uint32_t left = bounds.closer(reach, extents, distances); left != 0;
         left &= left - 1) {
      const auto at = static_cast<std::size_t>(std::countr_zero(left));
      FarPlaces& below = children[count++];
      below.distance = distances[at];
      below.places = places;
      below.places.of[side] = {node.child[at], index, static_cast<std::int32_t>(at), extents[at]};
      if (trees.is_flat) {
        below.distance = static_cast<float>(least_gap(maps, below.places.of[0].box_in(a),
                                                      below.places.of[1].box_in(b))) *
                         (1 - 0x1p-20F);
      }
    }
    // The first pair of leaves bounds all that follows.
    open.add({children, count}, !has_visited);
  }
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(nearest);

void walk_nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  if (a.triangles.empty() || b.triangles.empty() || walk_hulls(a, b, maps, visitor)) return;
  HWY_DYNAMIC_DISPATCH(nearest)(a, b, maps, visitor);
}

}  // namespace sunder::detail::mesh
#endif
