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
#include <vector>

#include "mesh/walk/hull_walk.hpp"
#include "mesh/walk/walk.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk/nearest_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/walk/child_bounds-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {

/// Two nodes or leaves, and the least distance of what is in them, in the world's unit.
struct FarPlaces {
  float distance = 0;
  Places places;
};

/// The pairs of nodes that are still to be opened: the nearest first. They are searched for it, in lanes: branches of a
/// heap, that no processor predicts, take longer. Beyond a thousand, as between surfaces that are equally far apart
/// everywhere, the last ones come first, and memory stays small.
class OpenPlaces {
 public:
  OpenPlaces() {
    places_.reserve(128);
    pad();
  }
  /// Returns false if nothing is left within reach.
  bool take(double reach, FarPlaces& next) {
    while (!stack_.empty()) {
      next = stack_.back();
      stack_.pop_back();
      if (static_cast<double>(next.distance) < reach) return true;
    }
    if (places_.empty()) return false;
    const std::size_t at = first_nearest();
    least_ = distances_[at];
    if (!(static_cast<double>(distances_[at]) < reach)) return false;
    next = places_[at];
    places_[at] = places_.back();
    distances_[at] = places_.back().distance;
    places_.pop_back();
    pad();
    return true;
  }
  bool is_full() const { return places_.size() == kMost; }
  /// Adds what is taken when nothing open is nearer.
  void add(const FarPlaces& child) {
    if (is_full()) return add_next(child);
    least_ = std::min(least_, child.distance);
    distances_[places_.size()] = child.distance;
    places_.push_back(child);
    pad();
  }
  /// Adds what is taken before anything else.
  void add_next(const FarPlaces& child) { stack_.push_back(child); }
  /// Is nothing open known to be nearer?
  bool is_nearest(float distance) const { return distance <= least_ || places_.empty(); }

 private:
  using Tag = hn::CappedTag<float, 8>;
  static constexpr std::size_t kMost = 1024;

  /// What lies behind the last distance in its vector is never the nearest.
  void pad() {
    const Tag d;
    hn::StoreU(hn::Set(d, std::numeric_limits<float>::infinity()), d, distances_ + places_.size());
  }
  std::size_t first_nearest() const {
    const Tag d;
    const hn::RebindToSigned<Tag> n;
    auto least = hn::Load(d, distances_);
    auto own = hn::Iota(n, 0), index = own;
    for (std::size_t at = hn::Lanes(d); at < places_.size(); at += hn::Lanes(d)) {
      own = hn::Add(own, hn::Set(n, static_cast<std::int32_t>(hn::Lanes(d))));
      const auto some = hn::Load(d, distances_ + at);
      index = hn::IfThenElse(hn::RebindMask(n, hn::Lt(some, least)), own, index);
      least = hn::Min(some, least);
    }
    const auto is_least = hn::RebindMask(n, hn::Eq(least, hn::MinOfLanes(d, least)));
    const auto first = hn::MinOfLanes(
        n, hn::IfThenElse(is_least, index, hn::Set(n, static_cast<std::int32_t>(kMost))));
    return static_cast<std::size_t>(hn::GetLane(first));
  }

  alignas(32) float distances_[kMost + 8];  ///< of `places_`
  float least_ = 0;                         ///< no place in `places_` is nearer
  std::vector<FarPlaces> places_, stack_;
};

void nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  const Trees trees(a, b, maps);
  OpenPlaces open;
  FarPlaces next{0, trees.roots()};
  open.add_next(next);
  bool has_visited = false;
  while (open.take(visitor.reach, next)) {
    const Places& places = next.places;
    const std::int32_t child[2] = {places.of[0].child(), places.of[1].child()};
    if (is_leaf(child[0]) && is_leaf(child[1])) {
      visitor.visit(Leaf::decode(child[0]), Leaf::decode(child[1]));
      has_visited = true;
      continue;
    }
    const std::size_t side = trees.opened(places);
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(child[side])];
    // A float at or beyond this is beyond the reach.
    constexpr float kFar = std::numeric_limits<float>::infinity();
    const float reach =
        visitor.reach < 0x1p100 ? std::nextafter(static_cast<float>(visitor.reach), kFar) : kFar;
    float extents[TreeNode::kChildren], distances[TreeNode::kChildren];
    ChildBounds bounds(trees, side, node, places.of[1 - side]);
    std::uint32_t left = bounds.closer(reach, extents, distances);
    if (trees.is_flat) {
      for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
        const auto at = static_cast<std::size_t>(std::countr_zero(rest));
        const FloatBox own = Place{&node, std::countr_zero(rest)}.box(),
                       other = places.of[1 - side].box();
        distances[at] =
            static_cast<float>(least_gap(maps, side == 0 ? own : other, side == 0 ? other : own)) *
            (1 - 0x1p-20F);
      }
    }
    const auto child_at = [&](std::size_t at) {
      FarPlaces below{distances[at], places};
      below.places.of[side] = {&node, static_cast<std::int32_t>(at), extents[at]};
      return below;
    };
    const bool is_full = open.is_full();
    while (left != 0) {
      // The farthest first where the last one is taken first, else the nearest.
      auto at = static_cast<std::size_t>(std::countr_zero(left));
      for (std::uint32_t rest = left & (left - 1); rest != 0; rest &= rest - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(rest));
        if ((distances[i] < distances[at]) != is_full) at = i;
      }
      left &= ~(1U << at);
      if (is_full) {
        open.add_next(child_at(at));
        continue;
      }
      // The first pair of leaves bounds all that follows.
      const bool is_next = !has_visited || open.is_nearest(distances[at]);
      if (is_next) {
        open.add_next(child_at(at));
      } else {
        open.add(child_at(at));
      }
      for (; left != 0; left &= left - 1)
        open.add(child_at(static_cast<std::size_t>(std::countr_zero(left))));
    }
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
