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

#include "mesh/walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
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

/// Piece s in the world, in floats. Lengths are in the pair's unit.
struct FloatWorld {
  float m[9], t[3];
  float slack;  ///< more than every error of a height of the piece along a unit direction
  bool usable;

  FloatWorld(const WorldMap& map, const WorldMap& other) {
    double sum = 1, apart = 0;
    for (std::size_t i = 0; i < 9; ++i) {
      m[i] = static_cast<float>(map.m[i]);
      sum += std::fabs(map.m[i]);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      t[k] = static_cast<float>(map.t[k]);
      apart += std::fabs(map.t[k]) + std::fabs(other.t[k]);
    }
    usable = std::isfinite(map.error) && sum + apart < 0x1p60;
    slack = static_cast<float>(4 * map.error + 0x1p-20 * (sum + apart));
  }
};

/// What a node says of one child beside its box: a slab and a ball about the box' middle.
struct Slab {
  float middle[3], normal[3], least, most, radius;

  static Slab of(const TreeNode& node, std::size_t i) {
    Slab slab;
    for (std::size_t k = 0; k < 3; ++k) {
      slab.middle[k] = 0.5F * (node.lower[k][i] + node.upper[k][i]);
      slab.normal[k] = TreeNode::kNormalUnit * static_cast<float>(node.normal[k][i]);
    }
    slab.least = node.least[i];
    slab.most = node.most[i];
    slab.radius = node.radius[i];
    return slab;
  }
  /// All of a piece: the ball that holds [-1, 1]^3.
  static Slab of_everything() { return {{0, 0, 0}, {0, 0, 0}, 0, 0, 1.75F}; }
};

/// A unit direction of the world, as both pieces see it: g . x + c is the height of a normalised point x.
struct Heights {
  float g[2][3], c[2];
  Heights(const FloatWorld* world, const float* n) {
    for (std::size_t s = 0; s < 2; ++s) {
      c[s] = n[0] * world[s].t[0] + n[1] * world[s].t[1] + n[2] * world[s].t[2];
      for (std::size_t k = 0; k < 3; ++k) {
        g[s][k] = n[0] * world[s].m[k] + n[1] * world[s].m[3 + k] + n[2] * world[s].m[6 + k];
      }
    }
  }
};

/// Returns the least height of a slab's points (sign 1), or minus the greatest (sign -1). A point is middle + v with
/// least <= normal . v <= most and |v| <= radius; g . v = (g . normal) (normal . v) + (g - (g . normal) normal) . v.
HWY_INLINE float least_height(const Heights& heights, std::size_t side, const Slab& slab,
                              float sign) {
  const float* const g = heights.g[side];
  float at = heights.c[side], along = 0, rest = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    at += g[k] * slab.middle[k];
    along += g[k] * slab.normal[k];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const float r = g[k] - along * slab.normal[k];
    rest += r * r;
  }
  const float s = sign * along;
  return sign * at + std::min(s * slab.least, s * slab.most) - std::sqrt(rest) * slab.radius;
}

/// Raises the lower bounds of the distances of a node's children by their extents along a direction.
HWY_INLINE void raise_by_heights(const TreeNode& node, const Heights& heights, std::size_t side,
                                 float sign, float other_height, float* distances) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const hn::Rebind<std::int8_t, decltype(d)> bytes;
  const hn::Rebind<std::int32_t, decltype(d)> words;
  const float* const g = heights.g[side];
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    auto height = hn::Set(d, heights.c[side]), along = hn::Zero(d), rest = hn::Zero(d);
    decltype(height) normal[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto g_k = hn::Set(d, g[k]);
      const auto sum = hn::Add(hn::Load(d, &node.lower[k][at]), hn::Load(d, &node.upper[k][at]));
      height = hn::MulAdd(hn::Mul(g_k, hn::Set(d, 0.5F)), sum, height);
      const auto entries =
          hn::ConvertTo(d, hn::PromoteTo(words, hn::LoadU(bytes, &node.normal[k][at])));
      normal[k] = hn::Mul(entries, hn::Set(d, TreeNode::kNormalUnit));
      along = hn::MulAdd(g_k, normal[k], along);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const auto r = hn::NegMulAdd(along, normal[k], hn::Set(d, g[k]));
      rest = hn::MulAdd(r, r, rest);
    }
    const auto s = hn::Mul(hn::Set(d, sign), along);
    const auto lowest =
        hn::Min(hn::Mul(s, hn::Load(d, &node.least[at])), hn::Mul(s, hn::Load(d, &node.most[at])));
    auto least = hn::MulAdd(hn::Set(d, sign), height, lowest);
    least = hn::NegMulAdd(hn::Sqrt(rest), hn::Load(d, &node.radius[at]), least);
    hn::StoreU(hn::Max(hn::LoadU(d, &distances[at]), hn::Add(least, hn::Set(d, other_height))), d,
               &distances[at]);
  }
}

/// Makes a direction a unit one, or a little less. Returns false for 0.
bool make_unit(float* n) {
  const float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  if (!(square > 0)) return false;
  const float scale = (1 - 0x1p-20F) / std::sqrt(square);
  for (std::size_t k = 0; k < 3; ++k) n[k] *= scale;
  return true;
}

/// Sets the direction from the middle of a's slab to that of b's.
bool line_of_middles(const FloatWorld* world, const Slab* slab, float* n) {
  for (std::size_t i = 0; i < 3; ++i) {
    n[i] = world[1].t[i] - world[0].t[i];
    for (std::size_t k = 0; k < 3; ++k) {
      n[i] += world[1].m[3 * i + k] * slab[1].middle[k] - world[0].m[3 * i + k] * slab[0].middle[k];
    }
  }
  return make_unit(n);
}

/// Sets about the normal of one slab in the world: outward for a's, inward for b's, so that it runs from a to b.
bool world_normal(const FloatWorld* world, const Slab* slab, std::size_t side, float* n) {
  for (std::size_t i = 0; i < 3; ++i) {
    n[i] = 0;
    for (std::size_t k = 0; k < 3; ++k) n[i] += world[side].m[3 * i + k] * slab[side].normal[k];
    if (side == 1) n[i] = -n[i];
  }
  return make_unit(n);
}

/// Two trees that are walked together.
struct Trees {
  const Piece* piece[2];
  FloatFrame frame[2];  ///< frame[s] is that of piece s; it maps the boxes of the other piece
  float unit[2];
  FloatWorld world[2];
  bool by_heights;  ///< the world's floats are of use
  float slack;      ///< of a difference of heights of both
  float scale[2];   ///< a length in the world is at least this times its image in frame[s]

  Trees(const Piece& a, const Piece& b, const PairMaps& maps)
      : piece{&a, &b},
        frame{FloatFrame(maps.frame[0]), FloatFrame(maps.frame[1])},
        world{FloatWorld(maps.world[0], maps.world[1]), FloatWorld(maps.world[1], maps.world[0])},
        by_heights(world[0].usable && world[1].usable),
        slack(world[0].slack + world[1].slack) {
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
  /// Raises lower bounds of the gaps between the opened node's children and the other slab, along a direction. It runs
  /// from a to b where `sign` is 1, from b to a where it is -1.
  HWY_INLINE void raise(const TreeNode& node, const Slab* slab, std::size_t side, const float* n,
                        float sign, float* gaps) const {
    const Heights heights(world, n);
    const float own = side == 0 ? -sign : sign;
    const float other_height = least_height(heights, 1 - side, slab[1 - side], -own) - slack;
    raise_by_heights(node, heights, side, own, other_height, gaps);
  }
};

/// A visit, and what both nodes are.
struct SlabVisit {
  Visit visit;
  Slab slab[2];
};

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  const Trees trees(a, b, maps);
  // Where poses flatten both pieces, or nearly, neither frame is of use; the world's axes are.
  const bool is_flat = !trees.frame[0].usable && !trees.frame[1].usable;
  std::vector<SlabVisit> open;
  open.reserve(64);
  open.push_back({{{0, 0}, {a.box, b.box}}, {Slab::of_everything(), Slab::of_everything()}});
  while (!open.empty()) {
    const SlabVisit next = open.back();
    open.pop_back();
    const Visit& visit = next.visit;
    if (are_leaves(visit)) {
      if (!visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]))) return false;
      continue;
    }
    const std::size_t side = trees.opened(visit), other = 1 - side;
    ++visitor.boxes_opened;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    ChildGaps gaps;
    trees.gaps_of(visit, side, gaps);
    float heights_apart[TreeNode::kChildren] = {};
    float n[3];
    const bool is_thin = next.slab[other].most - next.slab[other].least < next.slab[other].radius;
    if (trees.by_heights && is_thin && world_normal(trees.world, next.slab, other, n)) {
      // The other's slab may lie on either side.
      for (const float sign : {1.0F, -1.0F})
        trees.raise(node, next.slab, side, n, sign, heights_apart);
    }
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (gaps.own[i] != 0 || gaps.other[i] != 0 || heights_apart[i] > 0) continue;
      const Visit below = trees.below(visit, side, i);
      if (is_flat && lie_apart(maps, below.box[0], below.box[1])) continue;
      open.push_back({below, {next.slab[0], next.slab[1]}});
      open.back().slab[side] = Slab::of(node, i);
    }
  }
  return true;
}

/// A visit, what both nodes are, and the least distance of what is in them, in the world's unit.
struct FarVisit {
  float distance;
  Visit visit;
  Slab slab[2];
};

void nearest(const Piece& a, const Piece& b, const PairMaps& maps, NearestVisitor& visitor) {
  const Trees trees(a, b, maps);
  std::vector<FarVisit> open;
  open.reserve(64);
  open.push_back({0, {{0, 0}, {a.box, b.box}}, {Slab::of_everything(), Slab::of_everything()}});
  while (!open.empty()) {
    const FarVisit next = open.back();
    open.pop_back();
    if (static_cast<double>(next.distance) >= visitor.reach) continue;
    const Visit& visit = next.visit;
    if (are_leaves(visit)) {
      visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]));
      continue;
    }
    const std::size_t side = trees.opened(visit), other = 1 - side;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    ChildGaps gaps;
    trees.gaps_of(visit, side, gaps);
    float distances[TreeNode::kChildren];
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      distances[i] = std::max(trees.scale[side] * std::sqrt(gaps.own[i]),
                              trees.scale[other] * std::sqrt(gaps.other[i]));
    }
    if (trees.by_heights) {
      // Along the closest points so far, the line of the middles, and the other's normal. All run from a to b.
      const auto raise = [&](const float* n) {
        trees.raise(node, next.slab, side, n, 1, distances);
      };
      float n[3];
      if (visitor.has_axis) raise(visitor.axis.data());
      if (line_of_middles(trees.world, next.slab, n)) raise(n);
      if (world_normal(trees.world, next.slab, other, n)) raise(n);
    }
    // The nearest child is pushed last, and opened first.
    const std::size_t first = open.size();
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (!std::isfinite(gaps.own[i]) || static_cast<double>(distances[i]) >= visitor.reach)
        continue;
      open.push_back({distances[i], trees.below(visit, side, i), {next.slab[0], next.slab[1]}});
      open.back().slab[side] = Slab::of(node, i);
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
