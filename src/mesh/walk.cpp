// SPDX-License-Identifier: Apache-2.0
//
// Idea: The larger of two boxes is opened: its node's eight children are tested against the other box at once, in the
// frame of both pieces. In each frame one box is parallel to the axes, and the other is replaced by the least such box
// that holds it.
// Bound: In floats, with u = 2^-24, an image m c + t with |c| <= 1 is within 8 u (|m|_1 + |t|) of the exact one, |m|_1
// the row's sum. The slack is twice that, and the frame's own error.
// Cost: some 40 vector operations for eight boxes.
#include "mesh/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The other piece in the frame of one, in floats.
struct FloatFrame {
  float m[9], size[9], t[3];
  float slack[3];
  bool usable;

  explicit FloatFrame(const OwnFrame& frame) : usable(std::isfinite(frame.error)) {
    for (std::size_t i = 0; i < 3; ++i) {
      double sum = std::fabs(frame.t[i]);
      t[i] = static_cast<float>(frame.t[i]);
      for (std::size_t j = 0; j < 3; ++j) {
        m[3 * i + j] = static_cast<float>(frame.m[3 * i + j]);
        size[3 * i + j] = std::fabs(m[3 * i + j]);
        sum += std::fabs(frame.m[3 * i + j]);
      }
      const double slack_i = 2 * frame.error + 0x1p-20 * (sum + 1);
      usable = usable && sum < 0x1p60;
      slack[i] = static_cast<float>(slack_i);
    }
  }
  /// Returns the least box parallel to the axes that holds the image of one of the other piece.
  FloatBox image(const FloatBox& box) const {
    FloatBox result;
    for (std::size_t i = 0; i < 3; ++i) {
      float centre = 2 * t[i], half = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        centre += m[3 * i + j] * (box.lower[j] + box.upper[j]);
        half += size[3 * i + j] * (box.upper[j] - box.lower[j]);
      }
      result.lower[i] = 0.5F * (centre - half) - slack[i];
      result.upper[i] = 0.5F * (centre + half) + slack[i];
    }
    return result;
  }
};

/// How far the boxes of a node's children are from a box of the other piece at least, in each frame: squares, in the
/// frame's units. Only the first eight are set; an empty slot is infinitely far.
struct ChildGaps {
  alignas(32) float own[TreeNode::kChildren], other[TreeNode::kChildren];
};

template <class V, class D>
HWY_INLINE V square_of_gap(D d, V lower, V upper, V box_lower, V box_upper) {
  const V gap = hn::Max(hn::Max(hn::Sub(lower, box_upper), hn::Sub(box_lower, upper)), hn::Zero(d));
  return hn::Mul(gap, gap);
}

/// `image` is the other box in the node's frame; `to_other` maps the node's boxes to the other's frame, where the box
/// is `box`. A frame that is not usable proves nothing.
HWY_INLINE void child_gaps(const TreeNode& node, const FloatBox& image, bool use_image,
                           const FloatFrame& to_other, const FloatBox& box, ChildGaps& gaps) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const auto half_of = hn::Set(d, 0.5F);
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    decltype(hn::Zero(d)) lower[3], upper[3];
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = hn::Load(d, &node.lower[k][at]);
      upper[k] = hn::Load(d, &node.upper[k][at]);
    }
    const auto empty = hn::Gt(lower[0], upper[0]);
    auto own = hn::Zero(d), other = hn::Zero(d);
    if (use_image) {
      for (std::size_t k = 0; k < 3; ++k) {
        own = hn::Add(own, square_of_gap(d, lower[k], upper[k], hn::Set(d, image.lower[k]),
                                         hn::Set(d, image.upper[k])));
      }
    }
    if (to_other.usable) {
      decltype(hn::Zero(d)) middle[3], extent[3];
      for (std::size_t k = 0; k < 3; ++k) {
        middle[k] = hn::Mul(half_of, hn::Add(lower[k], upper[k]));
        extent[k] = hn::Mul(half_of, hn::Sub(upper[k], lower[k]));
      }
      for (std::size_t i = 0; i < 3; ++i) {
        auto centre = hn::Set(d, to_other.t[i]);
        auto half = hn::Set(d, to_other.slack[i]);
        for (std::size_t j = 0; j < 3; ++j) {
          centre = hn::MulAdd(hn::Set(d, to_other.m[3 * i + j]), middle[j], centre);
          half = hn::MulAdd(hn::Set(d, to_other.size[3 * i + j]), extent[j], half);
        }
        other = hn::Add(other, square_of_gap(d, hn::Sub(centre, half), hn::Add(centre, half),
                                             hn::Set(d, box.lower[i]), hn::Set(d, box.upper[i])));
      }
    }
    const auto far = hn::Set(d, std::numeric_limits<float>::infinity());
    hn::Store(hn::IfThenElse(empty, far, own), d, &gaps.own[at]);
    hn::Store(hn::IfThenElse(empty, far, other), d, &gaps.other[at]);
  }
}

/// A node or leaf of each tree, and their boxes.
struct Visit {
  std::int32_t child[2];
  FloatBox box[2];
};

HWY_INLINE float extent_of(const FloatBox& box) {
  return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]) +
         (box.upper[2] - box.lower[2]);
}

/// Two trees that are walked together.
struct Trees {
  const Piece* piece[2];
  FloatFrame frame[2];  ///< frame[s] is that of piece s; it maps the boxes of the other piece
  float unit[2];
  float scale[2];  ///< a length in the world is at least this times its image in frame[s]

  Trees(const Piece& a, const Piece& b, const PairMaps& maps)
      : piece{&a, &b}, frame{FloatFrame(maps.frame[0]), FloatFrame(maps.frame[1])} {
    for (std::size_t s = 0; s < 2; ++s) {
      unit[s] = static_cast<float>(maps.unit[s]);
      scale[s] = frame[s].usable ? static_cast<float>(maps.frame[s].scale) * (1 - 0x1p-16F) : 0;
    }
  }
  /// Which of two boxes is opened: the larger one that is no leaf.
  std::size_t opened(const Visit& visit) const {
    if (is_leaf(visit.child[0])) return 1;
    if (is_leaf(visit.child[1])) return 0;
    return unit[1] * extent_of(visit.box[1]) > unit[0] * extent_of(visit.box[0]) ? 1 : 0;
  }
  HWY_INLINE void gaps_of(const Visit& visit, std::size_t side, ChildGaps& gaps) const {
    const std::size_t other = 1 - side;
    const TreeNode& node = piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    child_gaps(node, frame[side].image(visit.box[other]), frame[side].usable, frame[other],
               visit.box[other], gaps);
  }
  /// Returns the visit of child i of the opened node.
  Visit below(const Visit& visit, std::size_t side, std::size_t i) const {
    const TreeNode& node = piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    Visit next = visit;
    next.child[side] = node.child[i];
    for (std::size_t k = 0; k < 3; ++k) {
      next.box[side].lower[k] = node.lower[k][i];
      next.box[side].upper[k] = node.upper[k][i];
    }
    return next;
  }
};

bool are_leaves(const Visit& visit) { return is_leaf(visit.child[0]) && is_leaf(visit.child[1]); }

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  const Trees trees(a, b, maps);
  std::vector<Visit> open;
  open.reserve(128);
  open.push_back({{0, 0}, {a.box, b.box}});
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    if (are_leaves(visit)) {
      if (!visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]))) return false;
      continue;
    }
    const std::size_t side = trees.opened(visit);
    ChildGaps gaps;
    trees.gaps_of(visit, side, gaps);
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (gaps.own[i] == 0 && gaps.other[i] == 0) open.push_back(trees.below(visit, side, i));
    }
  }
  return true;
}

/// A visit and the least distance of what is in it, in the world's unit.
struct FarVisit {
  float distance;
  Visit visit;
};

void nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  const Trees trees(a, b, maps);
  std::vector<FarVisit> open;
  open.reserve(128);
  open.push_back({0, {{0, 0}, {a.box, b.box}}});
  while (!open.empty()) {
    const FarVisit next = open.back();
    open.pop_back();
    if (static_cast<double>(next.distance) >= visitor.reach) continue;
    const Visit& visit = next.visit;
    if (are_leaves(visit)) {
      visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]));
      continue;
    }
    const std::size_t side = trees.opened(visit);
    ChildGaps gaps;
    trees.gaps_of(visit, side, gaps);
    // The nearest child is pushed last, and opened first.
    const std::size_t first = open.size();
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (!std::isfinite(gaps.own[i])) continue;
      const float distance = std::max(trees.scale[side] * std::sqrt(gaps.own[i]),
                                      trees.scale[1 - side] * std::sqrt(gaps.other[i]));
      if (static_cast<double>(distance) >= visitor.reach) continue;
      open.push_back({distance, trees.below(visit, side, i)});
      for (std::size_t at = open.size() - 1;
           at > first && open[at - 1].distance < open[at].distance; --at) {
        std::swap(open[at - 1], open[at]);
      }
    }
  }
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(walk);
HWY_EXPORT(nearest);

bool walk_pair(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  if (a.triangles.empty() || b.triangles.empty()) return true;
  return HWY_DYNAMIC_DISPATCH(walk)(a, b, maps, visitor);
}

void walk_nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  if (a.triangles.empty() || b.triangles.empty()) return;
  HWY_DYNAMIC_DISPATCH(nearest)(a, b, maps, visitor);
}
}  // namespace sunder::detail::mesh
#endif
