// SPDX-License-Identifier: Apache-2.0
//
// Idea: A node's eight children are held against a box and a slab of the other piece at once, in the frames of both
// pieces. In each frame one box is parallel to the axes, and the other is replaced by the least such box that holds it.
// Then heights are compared: along the other's normal, along each child's own, and from each child's middle to the
// other's. Surfaces that face each other are apart along a normal long before their boxes are.
// Bound: Let u = 2^-24 and B the largest row of |m| and |t|. A direction n of one frame is m^T n in the other, within 4 u
// |n|_1 B. What a normal leaves of it, r = g - (g . m) m, is exact for whatever g . m is, up to 4 u |n|_1 B. A slab is also
// within a box and a ball of its middle, so that heights lie within the lesser of |r| . half and |r| radius. All these
// roundings and those of the sums are below 90 u |n| (B + 1), where |n|_1 <= 1.74 |n|. FloatFrame::height_slack is
// 128 u (B + 1), and the frame's own error. In gaps of boxes middles, half sides, products and sums round: below
// (14 B + 10) u for each; FloatFrame::slack is 16 u (B + 1), and twice that error.
// Cost: some 60 vector operations for boxes, 40 for each kind of heights.

// Highway's include guard: open once for each target.
#if defined(SUNDER_MESH_CHILD_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#undef SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#else
#define SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "mesh/piece/placed.hpp"
#include "mesh/walk/node_lanes-inl.hpp"
#include "mesh/walk/walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A node or leaf of one tree, as a child of its parent.
struct Place {
  const TreeNode* parent = nullptr;
  std::int32_t slot = 0;
  float extent = 0;  ///< half of the box' three sides

  std::int32_t child() const { return parent->child[static_cast<std::size_t>(slot)]; }
  FloatBox box() const {
    const auto i = static_cast<std::size_t>(slot);
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = parent->lower[k][i];
      box.upper[k] = parent->upper[k][i];
    }
    return box;
  }
};

/// A place in each tree.
struct Places {
  Place of[2];
};

/// Two trees that are walked together.
struct Trees {
  const Piece* piece[2];
  TreeNode above[2];    ///< the first child is the root; there is no other
  FloatFrame frame[2];  ///< frame[s] is that of piece s; it maps the boxes of the other piece
  float unit[2];
  float scale[2];  ///< a length in the world is at least this times its image in frame[s]
  bool
      is_flat;  ///< poses flatten both pieces, or nearly: neither frame is of use, the world's axes are

  Trees(const Piece& a, const Piece& b, const PairMaps& maps)
      : piece{&a, &b},
        frame{FloatFrame(maps.frame[0]), FloatFrame(maps.frame[1])},
        is_flat(!frame[0].usable && !frame[1].usable) {
    for (std::size_t s = 0; s < 2; ++s) {
      unit[s] = static_cast<float>(maps.unit[s]);
      scale[s] = frame[s].usable ? static_cast<float>(maps.frame[s].scale) * (1 - 0x1p-16F) : 0;
      for (std::size_t k = 0; k < 3; ++k) {
        above[s].lower[k][0] = piece[s]->box.lower[k];
        above[s].upper[k][0] = piece[s]->box.upper[k];
        above[s].normal[k][0] = 0;
      }
      above[s].least[0] = -kRootRadius;
      above[s].most[0] = above[s].radius[0] = kRootRadius;
      above[s].child[0] = 0;
    }
  }
  Places roots() const {
    return {{{&above[0], 0, 0.5F * extent_of(piece[0]->box)},
             {&above[1], 0, 0.5F * extent_of(piece[1]->box)}}};
  }
  /// Which of two boxes is opened: the larger one that is no leaf.
  std::size_t opened(const Places& places) const {
    if (is_leaf(places.of[0].child())) return 1;
    if (is_leaf(places.of[1].child())) return 0;
    return unit[1] * places.of[1].extent > unit[0] * places.of[0].extent ? 1 : 0;
  }
  /// The bits of children of one side whose boxes no axis of the world tells apart from the other side's.
  std::uint32_t meeting_in_world(const PairMaps& maps, const TreeNode& node, std::size_t side,
                                 const Place& other, std::uint32_t left) const {
    std::uint32_t kept = left;
    for (; left != 0; left &= left - 1) {
      const FloatBox own = Place{&node, std::countr_zero(left)}.box(), box = other.box();
      if (least_gap(maps, side == 0 ? own : box, side == 0 ? box : own) > 0)
        kept &= ~(left & (~left + 1));
    }
    return kept;
  }

 private:
  static constexpr float kRootRadius = 1.75F;  ///< that holds [-1, 1]^3
};

/// The children of a node against a box and a slab of the other piece.
class ChildBounds {
 public:
  using Tag = Children::Tag;
  using Lane = Children::Lane;
  using LaneMask = hn::Mask<Tag>;
  using Range = Children::Range;

  HWY_INLINE ChildBounds(const Trees& trees, std::size_t side, const TreeNode& node,
                         const Place& other)
      : frame_(trees.frame[side]),
        to_other_(trees.frame[1 - side]),
        scale_(trees.scale[side]),
        other_scale_(trees.scale[1 - side]),
        node_(node),
        other_(*other.parent),
        slot_(static_cast<std::size_t>(other.slot)) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float lower = other_.lower[k][slot_], upper = other_.upper[k][slot_];
      middle_[k] = 0.5F * (lower + upper);
      half_[k] = 0.5F * (upper - lower);
    }
    frame_.set_image(middle_, half_, image_middle_, image_half_);
  }

  /// Returns the bits of children that may meet the other. Also sets their extents, and the squares of the distances of their
  /// middles from the other's.
  HWY_INLINE std::uint32_t meeting(float* extents, float* squares) {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      const Children c(node_, at);
      Lane way[3];
      set_way(c, way);
      const std::uint32_t some = bits_of(hn::Not(apart(c, way)));
      if (some == 0) continue;
      bits |= some << at;
      hn::StoreU(c.extent(), Tag(), extents + at);
      hn::StoreU(square_of(way), Tag(), squares + at);
    }
    return bits;
  }

  /// Returns the bits of children that may be closer than `reach`, in the world's unit. Also sets the extents of all, and
  /// lower bounds of their distances.
  HWY_INLINE std::uint32_t closer(float reach, float* extents, float* distances) {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      const Children c(node_, at);
      hn::StoreU(c.extent(), Tag(), extents + at);
      const Lane distance = distance_from(c, reach);
      hn::StoreU(distance, Tag(), distances + at);
      const LaneMask is_far = hn::Or(c.are_empty(), hn::Ge(distance, hn::Set(Tag(), reach)));
      bits |= bits_of(hn::Not(is_far)) << at;
    }
    return bits;
  }

 private:
  /// Boxes alone tell most children apart: the other's slab is read where they do not.
  HWY_INLINE void take_slab() {
    if (has_taken_slab_) return;
    has_taken_slab_ = true;
    least_ = other_.least[slot_];
    most_ = other_.most[slot_];
    radius_ = other_.radius[slot_];
    for (std::size_t k = 0; k < 3; ++k)
      normal_[k] = TreeNode::kNormalUnit * static_cast<float>(other_.normal[k][slot_]);
    // A slab that is as thick as its ball divides nothing that boxes do not.
    has_slab_ = most_ - least_ < radius_;
    if (!has_slab_ || !to_other_.usable) return;
    float height = 0;
    for (std::size_t k = 0; k < 3; ++k) height += normal_[k] * middle_[k];
    const FloatFrame::Tag d;
    for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
      auto along = hn::Zero(d);
      for (std::size_t k = 0; k < 3; ++k) {
        along = hn::Add(along, hn::Mul(hn::Set(d, normal_[k]), hn::Load(d, to_other_.row[k] + at)));
      }
      hn::Store(along, d, along_ + at);
    }
    offset_ = along_[3] - height;
    below_ = least_ - to_other_.height_slack;
    above_ = most_ + to_other_.height_slack;
  }
  static HWY_INLINE std::uint32_t bits_of(LaneMask mask) {
    std::uint8_t some[8] = {};
    hn::StoreMaskBits(Tag(), mask, some);
    return some[0];
  }

  /// From each child's middle to the other's.
  HWY_INLINE void set_way(const Children& c, Lane* way) const {
    for (std::size_t k = 0; k < 3; ++k)
      way[k] = hn::Sub(hn::Set(Tag(), image_middle_[k]), c.middle[k]);
  }
  /// Not fused: which triangles are met first then depends on no instruction set.
  static HWY_INLINE Lane square_of(const Lane* way) {
    Lane square = hn::Mul(way[0], way[0]);
    for (std::size_t k = 1; k < 3; ++k) square = hn::Add(square, hn::Mul(way[k], way[k]));
    return square;
  }
  /// The gap of boxes along an axis of this frame; negative where they overlap.
  HWY_INLINE Lane gap_in_own_frame(const Children& c, const Lane* way, std::size_t k) const {
    return hn::Sub(hn::Abs(way[k]), hn::Add(c.half[k], hn::Set(Tag(), image_half_[k])));
  }
  /// The gap of boxes along an axis of the other's frame.
  HWY_INLINE Lane gap_in_other_frame(const Children& c, std::size_t k) const {
    const Tag d;
    auto way = hn::Set(d, to_other_.t[k] - middle_[k]),
         reach = hn::Set(d, to_other_.slack[k] + half_[k]);
    for (std::size_t j = 0; j < 3; ++j) {
      way = hn::MulAdd(hn::Set(d, to_other_.row[k][j]), c.middle[j], way);
      reach = hn::MulAdd(hn::Set(d, to_other_.size[j][k]), c.half[j], reach);
    }
    return hn::Sub(hn::Abs(way), reach);
  }
  /// Heights of the other over the children's middles, along directions of this frame.
  HWY_INLINE Range range_of_other(const Lane* direction, Lane height) const {
    const Tag d;
    Lane seen[3], normal[3], half[3];
    for (std::size_t j = 0; j < 3; ++j) {
      seen[j] = hn::Mul(hn::Set(d, frame_.row[0][j]), direction[0]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.row[1][j]), direction[1], seen[j]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.row[2][j]), direction[2], seen[j]);
      normal[j] = hn::Set(d, normal_[j]);
      half[j] = hn::Set(d, half_[j]);
    }
    return Children::range_along(seen, height, normal, half, hn::Set(d, least_), hn::Set(d, most_),
                                 hn::Set(d, radius_));
  }
  /// Heights along the other's normal, over its middle.
  HWY_INLINE Range along_other(const Children& c) const {
    const Tag d;
    Lane g[3], height = hn::Set(d, offset_);
    for (std::size_t k = 0; k < 3; ++k) {
      g[k] = hn::Set(d, along_[k]);
      height = hn::MulAdd(g[k], c.middle[k], height);
    }
    return c.range_along(g, height);
  }
  /// The gap of heights along each child's own normal.
  HWY_INLINE Lane gap_along_own(const Children& c, const Lane* way) const {
    Lane normal[3];
    c.load_normals(normal);
    Lane height = hn::Mul(normal[0], way[0]);
    for (std::size_t k = 1; k < 3; ++k) height = hn::MulAdd(normal[k], way[k], height);
    const Range other = range_of_other(normal, height);
    const Lane gap = hn::Max(hn::Sub(other.least, c.most()), hn::Sub(c.least(), other.most));
    return hn::Sub(gap, hn::Set(Tag(), frame_.height_slack));
  }
  /// The gap of heights from each child's middle to the other's, as a distance in this frame. Middles that are very near
  /// tell nothing.
  HWY_INLINE Lane gap_of_middles(const Children& c, const Lane* way) const {
    const Tag d;
    const Lane square = square_of(way), length = hn::Sqrt(square);
    const Lane gap =
        hn::Sub(range_of_other(way, square).least, c.range_along(way, hn::Zero(d)).most);
    return hn::IfThenElseZero(hn::Gt(square, hn::Set(d, 0x1p-100F)),
                              hn::Sub(hn::Div(gap, length), hn::Set(d, frame_.height_slack)));
  }

  HWY_INLINE LaneMask apart(const Children& c, const Lane* way) {
    const Tag d;
    const Lane zero = hn::Zero(d);
    LaneMask apart = c.are_empty();
    if (frame_.usable) {
      for (std::size_t k = 0; k < 3; ++k)
        apart = hn::Or(apart, hn::Gt(gap_in_own_frame(c, way, k), zero));
    }
    if (!to_other_.usable) return apart;
    for (std::size_t k = 0; k < 3; ++k)
      apart = hn::Or(apart, hn::Gt(gap_in_other_frame(c, k), zero));
    if (hn::AllTrue(d, apart)) return apart;
    take_slab();
    if (!has_slab_) return apart;
    const Range range = along_other(c);
    apart = hn::Or(apart, hn::Or(hn::Gt(range.least, hn::Set(d, above_)),
                                 hn::Lt(range.most, hn::Set(d, below_))));
    if (!frame_.usable || hn::AllTrue(d, apart)) return apart;
    return hn::Or(apart, hn::Gt(gap_along_own(c, way), zero));
  }

  /// Lower bounds of distances. No more is looked at once all are far.
  HWY_INLINE Lane distance_from(const Children& c, float reach) {
    const Tag d;
    const Lane zero = hn::Zero(d), scale = hn::Set(d, scale_);
    const LaneMask none = c.are_empty();
    const auto all_are_far = [&](Lane distance) HWY_ATTR {
      return hn::AllTrue(d, hn::Or(none, hn::Ge(distance, hn::Set(d, reach))));
    };
    Lane way[3];
    set_way(c, way);
    Lane square = zero, other = zero;
    for (std::size_t k = 0; k < 3 && frame_.usable; ++k) {
      const Lane gap = hn::Max(zero, gap_in_own_frame(c, way, k));
      square = hn::MulAdd(gap, gap, square);
    }
    for (std::size_t k = 0; k < 3 && to_other_.usable; ++k) {
      const Lane gap = hn::Max(zero, gap_in_other_frame(c, k));
      other = hn::MulAdd(gap, gap, other);
    }
    Lane distance = hn::Sqrt(hn::Max(hn::Mul(hn::Mul(scale, scale), square),
                                     hn::Mul(hn::Set(d, other_scale_ * other_scale_), other)));
    if (all_are_far(distance)) return distance;
    take_slab();
    if (has_slab_ && to_other_.usable) {
      const Range range = along_other(c);
      const Lane gap = hn::Max(hn::Sub(range.least, hn::Set(d, above_)),
                               hn::Sub(hn::Set(d, below_), range.most));
      distance = hn::Max(distance, hn::Mul(gap, hn::Set(d, other_scale_)));
      if (all_are_far(distance)) return distance;
    }
    if (!frame_.usable) return distance;
    // A normal's length is at most 1.
    distance = hn::Max(distance, hn::Mul(scale, gap_along_own(c, way)));
    if (all_are_far(distance)) return distance;
    return hn::Max(distance, hn::Mul(scale, gap_of_middles(c, way)));
  }

  const FloatFrame& frame_;
  const FloatFrame& to_other_;
  float scale_, other_scale_;
  const TreeNode& node_;
  const TreeNode& other_;  ///< the other's parent
  std::size_t slot_;       ///< its place there
  float middle_[3], half_[3];
  alignas(16) float image_middle_[4], image_half_[4];
  bool has_taken_slab_ = false,
       has_slab_ = false;  ///< has_slab_: the other has a normal that tells something
  float normal_[3] = {}, least_ = 0, most_ = 0, radius_ = 0;
  /// Its normal as this piece sees it, and the range of its heights along it, slack included.
  alignas(16) float along_[4] = {};
  float offset_ = 0, below_ = 0, above_ = 0;
};

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
