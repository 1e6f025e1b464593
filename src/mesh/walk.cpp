// SPDX-License-Identifier: Apache-2.0
//
// Idea: The larger of two boxes is opened: its node's eight children are tested against the other box at once, in the
// frame of both pieces. In each frame one box is parallel to the axes, and the other is replaced by the least such box
// that holds it. Distances open the nearest pair first, after one descent to a pair of leaves.
// Bound: In floats, with u = 2^-24, an image m c + t with |c| <= 1 is within 8 u (|m|_1 + |t|) of the exact one, |m|_1
// the row's sum. The slack is twice that, and the frame's own error.
// Cost: some 40 vector operations for eight boxes.
#include "mesh/walk.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "mesh/walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
template <class V, class D>
HWY_INLINE V square_of_gap(D d, V lower, V upper, V box_lower, V box_upper) {
  const V gap = hn::Max(hn::Max(hn::Sub(lower, box_upper), hn::Sub(box_lower, upper)), hn::Zero(d));
  return hn::Mul(gap, gap);
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
  float middle[3], half[3], normal[3], least, most, radius;

  static Slab of(const TreeNode& node, std::size_t i) {
    Slab slab;
    for (std::size_t k = 0; k < 3; ++k) {
      slab.middle[k] = 0.5F * (node.lower[k][i] + node.upper[k][i]);
      slab.half[k] = 0.5F * (node.upper[k][i] - node.lower[k][i]);
      slab.normal[k] = TreeNode::kNormalUnit * static_cast<float>(node.normal[k][i]);
    }
    slab.least = node.least[i];
    slab.most = node.most[i];
    slab.radius = node.radius[i];
    return slab;
  }
  /// All of a piece: the ball that holds [-1, 1]^3.
  static Slab of_everything() { return {{0, 0, 0}, {1, 1, 1}, {0, 0, 0}, 0, 0, 1.75F}; }
};

/// A unit direction of the world, as both pieces see it: g . x + c is the height of a normalised point x.
struct Heights {
  float g[2][3], c[2];
  Heights() = default;
  Heights(const FloatWorld* world, const float* n) {
    for (std::size_t s = 0; s < 2; ++s) {
      c[s] = n[0] * world[s].t[0] + n[1] * world[s].t[1] + n[2] * world[s].t[2];
      for (std::size_t k = 0; k < 3; ++k) {
        g[s][k] = n[0] * world[s].m[k] + n[1] * world[s].m[3 + k] + n[2] * world[s].m[6 + k];
      }
    }
  }
};

/// The least and the greatest height of a slab's points along a direction. A point is middle + v with
/// least <= normal . v <= most and |v| <= radius; g . v = (g . normal) (normal . v) + (g - (g . normal) normal) . v.
struct HeightRange {
  float least, most;

  HeightRange(const Heights& heights, std::size_t side, const Slab& slab) {
    const float* const g = heights.g[side];
    float at = heights.c[side], along = 0, rest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      at += g[k] * slab.middle[k];
      along += g[k] * slab.normal[k];
    }
    float box = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float r = g[k] - along * slab.normal[k];
      rest += r * r;
      box += std::fabs(r) * slab.half[k];
    }
    const float reach = std::min(box, std::sqrt(rest) * slab.radius);
    const float one = along * slab.least, two = along * slab.most;
    least = at + std::min(one, two) - reach;
    most = at + std::max(one, two) + reach;
  }
};

/// Raises the lower bounds of the distances of a node's children by their extents along a direction.
HWY_INLINE void raise_by_heights(const TreeNode& node, const Heights& heights, std::size_t side,
                                 float sign, float other_height, float* distances) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const hn::Rebind<std::int8_t, decltype(d)> bytes;
  const hn::Rebind<std::int32_t, decltype(d)> words;
  const float* const g = heights.g[side];
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    auto height = hn::Set(d, heights.c[side]), along = hn::Zero(d), rest = hn::Zero(d),
         box = hn::Zero(d);
    decltype(height) normal[3], half[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto g_k = hn::Set(d, g[k]);
      const auto sum = hn::Add(hn::Load(d, &node.lower[k][at]), hn::Load(d, &node.upper[k][at]));
      half[k] = hn::Mul(hn::Set(d, 0.5F),
                        hn::Sub(hn::Load(d, &node.upper[k][at]), hn::Load(d, &node.lower[k][at])));
      height = hn::MulAdd(hn::Mul(g_k, hn::Set(d, 0.5F)), sum, height);
      const auto entries =
          hn::ConvertTo(d, hn::PromoteTo(words, hn::LoadU(bytes, &node.normal[k][at])));
      normal[k] = hn::Mul(entries, hn::Set(d, TreeNode::kNormalUnit));
      along = hn::MulAdd(g_k, normal[k], along);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const auto r = hn::NegMulAdd(along, normal[k], hn::Set(d, g[k]));
      rest = hn::MulAdd(r, r, rest);
      box = hn::MulAdd(hn::Abs(r), half[k], box);
    }
    const auto s = hn::Mul(hn::Set(d, sign), along);
    const auto lowest =
        hn::Min(hn::Mul(s, hn::Load(d, &node.least[at])), hn::Mul(s, hn::Load(d, &node.most[at])));
    auto least = hn::MulAdd(hn::Set(d, sign), height, lowest);
    least = hn::Sub(least, hn::Min(box, hn::Mul(hn::Sqrt(rest), hn::Load(d, &node.radius[at]))));
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

/// A node or leaf of one tree, and where its parent has its box and slab; the root has no parent.
struct Place {
  std::int32_t child = 0, parent = -1, slot = 0;
  float extent = 0;

  FloatBox box_in(const Piece& piece) const {
    if (parent < 0) return piece.box;
    const TreeNode& node = piece.nodes[static_cast<std::size_t>(parent)];
    const auto i = static_cast<std::size_t>(slot);
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = node.lower[k][i];
      box.upper[k] = node.upper[k][i];
    }
    return box;
  }
  Slab slab_in(const Piece& piece) const {
    return parent < 0 ? Slab::of_everything()
                      : Slab::of(piece.nodes[static_cast<std::size_t>(parent)],
                                 static_cast<std::size_t>(slot));
  }
};

HWY_INLINE float extent_of(const TreeNode& node, std::size_t i) {
  return (node.upper[0][i] - node.lower[0][i]) + (node.upper[1][i] - node.lower[1][i]) +
         (node.upper[2][i] - node.lower[2][i]);
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
  std::size_t opened(const Place* of) const {
    if (is_leaf(of[0].child)) return 1;
    if (is_leaf(of[1].child)) return 0;
    return unit[1] * of[1].extent > unit[0] * of[0].extent ? 1 : 0;
  }
  /// Raises lower bounds of the distances between the opened node's children and the other slab, along a direction from
  /// a to b.
  HWY_INLINE void raise(const TreeNode& node, const Slab& other, std::size_t side,
                        const Heights& heights, float* distances) const {
    const float own = side == 0 ? -1.0F : 1.0F;
    const HeightRange range(heights, 1 - side, other);
    const float other_height = (side == 0 ? range.least : -range.most) - slack;
    raise_by_heights(node, heights, side, own, other_height, distances);
  }
};

/// Sets lower bounds of how far the boxes of a node's children are from a box of the other piece, in the world's unit. A
/// frame that is not usable proves nothing.
HWY_INLINE void box_distances(const Trees& trees, std::size_t side, const TreeNode& node,
                              const FloatBox& box, float* distances) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const auto half_of = hn::Set(d, 0.5F);
  const bool use_image = trees.frame[side].usable;
  const FloatBox image = trees.frame[side].image(box);
  const FloatFrame& to_other = trees.frame[1 - side];
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    decltype(hn::Zero(d)) lower[3], upper[3];
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = hn::Load(d, &node.lower[k][at]);
      upper[k] = hn::Load(d, &node.upper[k][at]);
    }
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
    const auto distance = hn::Max(hn::Mul(hn::Set(d, trees.scale[side]), hn::Sqrt(own)),
                                  hn::Mul(hn::Set(d, trees.scale[1 - side]), hn::Sqrt(other)));
    hn::StoreU(hn::IfThenElse(hn::Gt(lower[0], upper[0]), far, distance), d, distances + at);
  }
}

/// Returns the bits of the children that are closer than `reach`.
HWY_INLINE std::uint32_t within_reach(const TreeNode& node, const float* distances, float reach) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  std::uint32_t bits = 0;
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    const auto exists = hn::Le(hn::Load(d, &node.lower[0][at]), hn::Load(d, &node.upper[0][at]));
    const auto far = hn::Ge(hn::LoadU(d, distances + at), hn::Set(d, reach));
    std::uint8_t some[8] = {};
    hn::StoreMaskBits(d, hn::AndNot(far, exists), some);
    bits |= static_cast<std::uint32_t>(some[0]) << at;
  }
  return bits;
}

/// Finds which children of a node may meet a box and a slab of the other piece, a bit each.
class ChildTest {
 public:
  ChildTest(const Trees& trees, std::size_t side, const TreeNode& node, const Place& other)
      : frame_(trees.frame[side]),
        to_other_(trees.frame[1 - side]),
        node_(node),
        box_(other.box_in(*trees.piece[1 - side])),
        image_(frame_.image(box_)) {
    for (std::size_t k = 0; k < 3; ++k)
      image_middle_[k] = 0.5F * (image_.lower[k] + image_.upper[k]);
    if (other.parent < 0 || !to_other_.usable) return;
    slab_ = other.slab_in(*trees.piece[1 - side]);
    // A slab that is as thick as its ball divides nothing that boxes do not.
    by_heights_ = slab_.most - slab_.least < slab_.radius;
    if (!by_heights_) return;
    float height = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float n = slab_.normal[k];
      height += n * slab_.middle[k];
      offset_ += n * to_other_.t[k];
      for (std::size_t j = 0; j < 3; ++j) along_[j] += n * to_other_.m[3 * k + j];
    }
    below_ = height + slab_.least - to_other_.height_slack;
    above_ = height + slab_.most + to_other_.height_slack;
  }

  /// Also sets the extents of all children, and the squares of the distances of their middles from the other's.
  HWY_INLINE std::uint32_t left(float* extents, float* squares) const {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      std::uint8_t some[8] = {};
      hn::StoreMaskBits(Tag(), hn::Not(apart(at, extents, squares)), some);
      bits |= static_cast<std::uint32_t>(some[0]) << at;
    }
    return bits;
  }

 private:
  using Tag = hn::CappedTag<float, TreeNode::kChildren>;
  using Lane = hn::Vec<Tag>;
  using LaneMask = hn::Mask<Tag>;

  static HWY_INLINE LaneMask are_apart(Lane lower, Lane upper, float other_lower,
                                       float other_upper) {
    return hn::Or(hn::Gt(lower, hn::Set(Tag(), other_upper)),
                  hn::Gt(hn::Set(Tag(), other_lower), upper));
  }

  HWY_INLINE LaneMask apart(std::size_t at, float* extents, float* squares) const {
    const Tag d;
    Lane middle[3], half[3], square = hn::Zero(d);
    LaneMask apart = hn::Gt(hn::Load(d, &node_.lower[0][at]), hn::Load(d, &node_.upper[0][at]));
    for (std::size_t k = 0; k < 3; ++k) {
      const Lane lower = hn::Load(d, &node_.lower[k][at]), upper = hn::Load(d, &node_.upper[k][at]);
      middle[k] = hn::Mul(hn::Set(d, 0.5F), hn::Add(lower, upper));
      half[k] = hn::Mul(hn::Set(d, 0.5F), hn::Sub(upper, lower));
      const Lane from = hn::Sub(middle[k], hn::Set(d, image_middle_[k]));
      square = hn::MulAdd(from, from, square);
      if (frame_.usable)
        apart = hn::Or(apart, are_apart(lower, upper, image_.lower[k], image_.upper[k]));
    }
    hn::StoreU(square, d, squares + at);
    hn::StoreU(hn::Add(hn::Add(half[0], half[1]), half[2]), d, extents + at);
    if (!to_other_.usable) return apart;
    for (std::size_t k = 0; k < 3; ++k) {
      auto centre = hn::Set(d, to_other_.t[k]), reach = hn::Set(d, to_other_.slack[k]);
      for (std::size_t j = 0; j < 3; ++j) {
        centre = hn::MulAdd(hn::Set(d, to_other_.m[3 * k + j]), middle[j], centre);
        reach = hn::MulAdd(hn::Set(d, to_other_.size[3 * k + j]), half[j], reach);
      }
      apart = hn::Or(apart, are_apart(hn::Sub(centre, reach), hn::Add(centre, reach), box_.lower[k],
                                      box_.upper[k]));
    }
    if (!by_heights_ || hn::AllTrue(d, apart)) return apart;
    Lane normal[3];
    load_normals(at, normal);
    apart = hn::Or(apart, apart_along_other(at, middle, half, normal));
    if (!frame_.usable || hn::AllTrue(d, apart)) return apart;
    return hn::Or(apart, apart_along_own(at, middle, normal));
  }

  HWY_INLINE void load_normals(std::size_t at, Lane* normal) const {
    const Tag d;
    const hn::Rebind<std::int8_t, Tag> bytes;
    const hn::Rebind<std::int32_t, Tag> words;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto entries =
          hn::ConvertTo(d, hn::PromoteTo(words, hn::LoadU(bytes, &node_.normal[k][at])));
      normal[k] = hn::Mul(entries, hn::Set(d, TreeNode::kNormalUnit));
    }
  }

  /// Compares heights along the other's normal, which this piece sees as along_. Those of a child are of its slab.
  HWY_INLINE LaneMask apart_along_other(std::size_t at, const Lane* middle, const Lane* half,
                                        const Lane* normal) const {
    const Tag d;
    auto height = hn::Set(d, offset_), along = hn::Zero(d), rest = hn::Zero(d), box = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
      height = hn::MulAdd(hn::Set(d, along_[k]), middle[k], height);
      along = hn::MulAdd(hn::Set(d, along_[k]), normal[k], along);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      const auto r = hn::NegMulAdd(along, normal[k], hn::Set(d, along_[k]));
      rest = hn::MulAdd(r, r, rest);
      box = hn::MulAdd(hn::Abs(r), half[k], box);
    }
    const auto one = hn::Mul(along, hn::Load(d, &node_.least[at])),
               two = hn::Mul(along, hn::Load(d, &node_.most[at]));
    const auto reach = hn::Min(box, hn::Mul(hn::Sqrt(rest), hn::Load(d, &node_.radius[at])));
    const auto least = hn::Sub(hn::Add(height, hn::Min(one, two)), reach);
    const auto most = hn::Add(hn::Add(height, hn::Max(one, two)), reach);
    return hn::Or(hn::Gt(least, hn::Set(d, above_)), hn::Lt(most, hn::Set(d, below_)));
  }

  /// Compares heights along each child's own normal, as the other piece sees it. Those of the other are of its slab.
  HWY_INLINE LaneMask apart_along_own(std::size_t at, const Lane* middle,
                                      const Lane* normal) const {
    const Tag d;
    auto own = hn::Zero(d), height = hn::Zero(d), along = hn::Zero(d), rest = hn::Zero(d),
         box = hn::Set(d, frame_.height_slack);
    Lane seen[3];
    for (std::size_t j = 0; j < 3; ++j) {
      own = hn::MulAdd(normal[j], middle[j], own);
      height = hn::MulAdd(normal[j], hn::Set(d, image_middle_[j]), height);
      seen[j] = hn::Zero(d);
      for (std::size_t i = 0; i < 3; ++i)
        seen[j] = hn::MulAdd(hn::Set(d, frame_.m[3 * i + j]), normal[i], seen[j]);
      along = hn::MulAdd(seen[j], hn::Set(d, slab_.normal[j]), along);
    }
    for (std::size_t j = 0; j < 3; ++j) {
      const auto r = hn::NegMulAdd(along, hn::Set(d, slab_.normal[j]), seen[j]);
      rest = hn::MulAdd(r, r, rest);
      box = hn::MulAdd(hn::Abs(r), hn::Set(d, slab_.half[j]), box);
    }
    const auto one = hn::Mul(along, hn::Set(d, slab_.least)),
               two = hn::Mul(along, hn::Set(d, slab_.most));
    const auto reach = hn::Min(
        box, hn::MulAdd(hn::Sqrt(rest), hn::Set(d, slab_.radius), hn::Set(d, frame_.height_slack)));
    const auto least = hn::Sub(hn::Add(height, hn::Min(one, two)), reach);
    const auto most = hn::Add(hn::Add(height, hn::Max(one, two)), reach);
    return hn::Or(hn::Gt(least, hn::Add(own, hn::Load(d, &node_.most[at]))),
                  hn::Lt(most, hn::Add(own, hn::Load(d, &node_.least[at]))));
  }

  const FloatFrame& frame_;
  const FloatFrame& to_other_;
  const TreeNode& node_;
  FloatBox box_, image_;
  float image_middle_[3];
  bool by_heights_ = false;
  Slab slab_{};  ///< the other's
  /// Its normal as this piece sees it, and the range of its heights along it, slack included.
  float along_[3] = {}, offset_ = 0, below_ = 0, above_ = 0;
};

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  const Trees trees(a, b, maps);
  // Where poses flatten both pieces, or nearly, neither frame is of use; the world's axes are.
  const bool is_flat = !trees.frame[0].usable && !trees.frame[1].usable;
  struct Places {
    Place of[2];
  };
  std::vector<Places> open;
  open.reserve(64);
  open.push_back({{{0, -1, 0, 0.5F * extent_of(a.box)}, {0, -1, 0, 0.5F * extent_of(b.box)}}});
  while (!open.empty()) {
    const Places next = open.back();
    open.pop_back();
    if (is_leaf(next.of[0].child) && is_leaf(next.of[1].child)) {
      if (!visitor.visit(Leaf::decode(next.of[0].child), Leaf::decode(next.of[1].child)))
        return false;
      continue;
    }
    const std::size_t side = trees.opened(next.of);
    ++visitor.boxes_opened;
    const std::int32_t index = next.of[side].child;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(index)];
    float extents[TreeNode::kChildren], squares[TreeNode::kChildren];
    const ChildTest test(trees, side, node, next.of[1 - side]);
    std::uint32_t left = test.left(extents, squares);
    // The child that is nearest is taken next: it is the likeliest to hold triangles that cross.
    while (left != 0) {
      std::size_t at = static_cast<std::size_t>(std::countr_zero(left));
      for (std::uint32_t rest = left & (left - 1); rest != 0; rest &= rest - 1) {
        const auto j = static_cast<std::size_t>(std::countr_zero(rest));
        if (squares[j] > squares[at]) at = j;
      }
      left &= ~(1U << at);
      const auto i = static_cast<std::int32_t>(at);
      Places below = next;
      below.of[side] = {node.child[at], index, i, extents[at]};
      if (is_flat && lie_apart(maps, below.of[0].box_in(a), below.of[1].box_in(b))) continue;
      open.push_back(below);
    }
  }
  return true;
}

/// Two nodes or leaves, and the least distance of what is in them, in the world's unit.
struct FarPlaces {
  float distance = 0;
  Place of[2];
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
  /// Adds the children of one pair. With `next`, the nearest of them is taken next.
  void add(std::span<FarPlaces> children, bool next) {
    if (heap_.size() > kMost || next) {
      std::sort(children.begin(), children.end(),
                [](const FarPlaces& p, const FarPlaces& q) { return p.distance > q.distance; });
    }
    if (heap_.size() > kMost) {
      stack_.insert(stack_.end(), children.begin(), children.end());
      return;
    }
    if (next && !children.empty()) {
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
  FarPlaces root{0, {{0, -1, 0, extent_of(a.box)}, {0, -1, 0, extent_of(b.box)}}};
  open.add({&root, 1}, false);
  Heights axis;  // as both pieces see visitor.axis
  const auto see_axis = [&] {
    if (visitor.has_axis) axis = Heights(trees.world, visitor.axis.data());
  };
  see_axis();
  FarPlaces next;
  while (open.take(visitor.reach, next)) {
    if (is_leaf(next.of[0].child) && is_leaf(next.of[1].child)) {
      visitor.visit(Leaf::decode(next.of[0].child), Leaf::decode(next.of[1].child));
      see_axis();
      continue;
    }
    const std::size_t side = trees.opened(next.of), other = 1 - side;
    const std::int32_t index = next.of[side].child;
    const TreeNode& node = trees.piece[side]->nodes[static_cast<std::size_t>(index)];
    // A float at or beyond this is beyond the reach.
    constexpr float kFar = std::numeric_limits<float>::infinity();
    const float reach =
        visitor.reach < 0x1p100 ? std::nextafter(static_cast<float>(visitor.reach), kFar) : kFar;
    float distances[TreeNode::kChildren];
    box_distances(trees, side, node, next.of[other].box_in(*trees.piece[other]), distances);
    std::uint32_t left = within_reach(node, distances, reach);
    // Then along the closest points so far, the other's normal, and the line of the middles, while a child is left.
    for (int step = 0; trees.by_heights && left != 0 && step < 3; ++step) {
      Slab slab[2];
      slab[other] = next.of[other].slab_in(*trees.piece[other]);
      if (step == 0) {
        if (!visitor.has_axis) continue;
        trees.raise(node, slab[other], side, axis, distances);
      } else {
        if (step == 2) slab[side] = next.of[side].slab_in(*trees.piece[side]);
        float n[3];
        if (!(step == 1 ? world_normal(trees.world, slab, other, n)
                        : line_of_middles(trees.world, slab, n)))
          continue;
        trees.raise(node, slab[other], side, Heights(trees.world, n), distances);
      }
      left = within_reach(node, distances, reach);
    }
    FarPlaces children[TreeNode::kChildren];
    std::size_t count = 0;
    for (; left != 0; left &= left - 1) {
      const auto i = static_cast<std::int32_t>(std::countr_zero(left));
      const auto at = static_cast<std::size_t>(i);
      FarPlaces& below = children[count++];
      below = next;
      below.distance = distances[at];
      below.of[side] = {node.child[at], index, i, extent_of(node, at)};
    }
    // The first pair of leaves bounds all that follows.
    open.add({children, count}, !visitor.has_axis);
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
