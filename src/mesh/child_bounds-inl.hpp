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
// 128 u (B + 1), and the frame's own error.
// Cost: some 60 vector operations for boxes, 40 for each kind of heights.

// Highway's include guard: open once for each target.
#if defined(SUNDER_MESH_CHILD_BOUNDS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#undef SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#else
#define SUNDER_MESH_CHILD_BOUNDS_INL_HPP
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>
#include <limits>

#include "mesh/node_lanes-inl.hpp"
#include "mesh/placed.hpp"
#include "mesh/walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What a node says of one child: a box, and a slab and a ball about its middle.
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
  /// All of a piece: the ball that holds [-1, 1]^3. It has no normal.
  static Slab of_everything() { return {{0, 0, 0}, {1, 1, 1}, {0, 0, 0}, 0, 0, 1.75F}; }
};

/// A node or leaf of one tree, and where its parent has its box and slab; the root has no parent.
struct Place {
  std::int32_t child = 0, parent = -1, slot = 0;
  float extent = 0;  ///< half of the box' three sides

  static Place root(const Piece& piece) { return {0, -1, 0, 0.5F * extent_of(piece.box)}; }

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

/// A place in each tree.
struct Places {
  Place of[2];
  bool are_leaves() const { return is_leaf(of[0].child) && is_leaf(of[1].child); }
};

/// Two trees that are walked together.
struct Trees {
  const Piece* piece[2];
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
    }
  }
  /// Which of two boxes is opened: the larger one that is no leaf.
  std::size_t opened(const Places& places) const {
    if (is_leaf(places.of[0].child)) return 1;
    if (is_leaf(places.of[1].child)) return 0;
    return unit[1] * places.of[1].extent > unit[0] * places.of[0].extent ? 1 : 0;
  }
};

/// The children of a node against a box and a slab of the other piece.
class ChildBounds {
 public:
  using Tag = Children::Tag;
  using Lane = Children::Lane;
  using LaneMask = hn::Mask<Tag>;
  using Range = Children::Range;

  ChildBounds(const Trees& trees, std::size_t side, const TreeNode& node, const Place& other)
      : frame_(trees.frame[side]),
        to_other_(trees.frame[1 - side]),
        scale_(trees.scale[side]),
        other_scale_(trees.scale[1 - side]),
        node_(node),
        box_(other.box_in(*trees.piece[1 - side])),
        image_(frame_.image(box_)),
        other_(other),
        piece_(*trees.piece[1 - side]) {
    for (std::size_t k = 0; k < 3; ++k)
      image_middle_[k] = 0.5F * (image_.lower[k] + image_.upper[k]);
  }

  /// Returns the bits of children that may meet the other. Also sets their extents, and the squares of the distances of their
  /// middles from the other's.
  HWY_INLINE std::uint32_t meeting(float* extents, float* squares) {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      const Children c(node_, at);
      const std::uint32_t some = bits_of(hn::Not(apart(c)));
      if (some == 0) continue;
      bits |= some << at;
      hn::StoreU(c.extent(), Tag(), extents + at);
      hn::StoreU(square_from(c), Tag(), squares + at);
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
    slab_ = other_.slab_in(piece_);
    // A slab that is as thick as its ball divides nothing that boxes do not.
    has_slab_ = other_.parent >= 0 && slab_.most - slab_.least < slab_.radius;
    if (!has_slab_ || !to_other_.usable) return;
    float height = 0, square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float n = slab_.normal[k];
      height += n * slab_.middle[k];
      square += n * n;
      offset_ += n * to_other_.t[k];
    }
    const FloatFrame::Tag d;
    for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
      auto along = hn::Zero(d);
      for (std::size_t k = 0; k < 3; ++k) {
        along = hn::Add(along,
                        hn::Mul(hn::Set(d, slab_.normal[k]), hn::Load(d, to_other_.row[k] + at)));
      }
      hn::Store(along, d, along_ + at);
    }
    below_ = height + slab_.least - to_other_.height_slack;
    above_ = height + slab_.most + to_other_.height_slack;
    length_ = std::sqrt(square);
  }
  static HWY_INLINE std::uint32_t bits_of(LaneMask mask) {
    std::uint8_t some[8] = {};
    hn::StoreMaskBits(Tag(), mask, some);
    return some[0];
  }
  /// The gap of two intervals, either way; negative where they overlap.
  static HWY_INLINE Lane gap_of(const Range& p, float lower, float upper) {
    const Tag d;
    return hn::Max(hn::Sub(p.least, hn::Set(d, upper)), hn::Sub(hn::Set(d, lower), p.most));
  }
  static HWY_INLINE LaneMask are_apart(const Range& p, float lower, float upper) {
    return hn::Or(hn::Gt(p.least, hn::Set(Tag(), upper)), hn::Lt(p.most, hn::Set(Tag(), lower)));
  }

  /// That of the other along directions of this frame.
  HWY_INLINE Range range_of_other(const Lane* direction, Lane height) const {
    const Tag d;
    Lane seen[3], normal[3], half[3];
    for (std::size_t j = 0; j < 3; ++j) {
      seen[j] = hn::Mul(hn::Set(d, frame_.row[0][j]), direction[0]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.row[1][j]), direction[1], seen[j]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.row[2][j]), direction[2], seen[j]);
      normal[j] = hn::Set(d, slab_.normal[j]);
      half[j] = hn::Set(d, slab_.half[j]);
    }
    return Children::range_along(seen, height, normal, half, hn::Set(d, slab_.least),
                                 hn::Set(d, slab_.most), hn::Set(d, slab_.radius));
  }
  /// Not fused: which triangles are met first then depends on no instruction set.
  HWY_INLINE Lane square_from(const Children& c) const {
    const Tag d;
    Lane square = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
      const Lane from = hn::Sub(c.middle[k], hn::Set(d, image_middle_[k]));
      square = hn::Add(square, hn::Mul(from, from));
    }
    return square;
  }
  /// Coordinate k of the children's boxes in the other's frame.
  HWY_INLINE Range in_other_frame(const Children& c, std::size_t k) const {
    const Tag d;
    auto centre = hn::Set(d, to_other_.t[k]), reach = hn::Set(d, to_other_.slack[k]);
    for (std::size_t j = 0; j < 3; ++j) {
      centre = hn::MulAdd(hn::Set(d, to_other_.row[k][j]), c.middle[j], centre);
      reach = hn::MulAdd(hn::Set(d, to_other_.size[j][k]), c.half[j], reach);
    }
    return {hn::Sub(centre, reach), hn::Add(centre, reach)};
  }
  /// Heights along the other's normal, relative to its frame's origin.
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
  HWY_INLINE Lane gap_along_own(const Children& c) const {
    const Tag d;
    Lane normal[3], own = hn::Zero(d), height = hn::Zero(d);
    c.load_normals(normal);
    for (std::size_t k = 0; k < 3; ++k) {
      own = hn::MulAdd(normal[k], c.middle[k], own);
      height = hn::MulAdd(normal[k], hn::Set(d, image_middle_[k]), height);
    }
    const Range other = range_of_other(normal, height);
    const Lane gap = hn::Max(hn::Sub(other.least, hn::Add(own, c.most())),
                             hn::Sub(hn::Add(own, c.least()), other.most));
    return hn::Sub(gap, hn::Set(d, frame_.height_slack));
  }
  /// The gap of heights from each child's middle to the other's, as a distance in this frame. Middles that are very near
  /// tell nothing.
  HWY_INLINE Lane gap_of_middles(const Children& c) const {
    const Tag d;
    Lane to[3];
    for (std::size_t k = 0; k < 3; ++k) to[k] = hn::Sub(hn::Set(d, image_middle_[k]), c.middle[k]);
    const Lane square = square_from(c), length = hn::Sqrt(square);
    const Lane gap = hn::Sub(range_of_other(to, square).least, c.range_along(to, hn::Zero(d)).most);
    return hn::IfThenElseZero(hn::Gt(square, hn::Set(d, 0x1p-100F)),
                              hn::Sub(hn::Div(gap, length), hn::Set(d, frame_.height_slack)));
  }

  HWY_INLINE LaneMask apart(const Children& c) {
    const Tag d;
    LaneMask apart = c.are_empty();
    for (std::size_t k = 0; k < 3 && frame_.usable; ++k)
      apart = hn::Or(apart, are_apart({c.lower[k], c.upper[k]}, image_.lower[k], image_.upper[k]));
    if (!to_other_.usable || hn::AllTrue(d, apart)) return apart;
    for (std::size_t k = 0; k < 3; ++k)
      apart = hn::Or(apart, are_apart(in_other_frame(c, k), box_.lower[k], box_.upper[k]));
    if (hn::AllTrue(d, apart)) return apart;
    take_slab();
    if (!has_slab_) return apart;
    apart = hn::Or(apart, are_apart(along_other(c), below_, above_));
    if (!frame_.usable || hn::AllTrue(d, apart)) return apart;
    return hn::Or(apart, hn::Gt(gap_along_own(c), hn::Zero(d)));
  }

  /// Lower bounds of distances. No more is looked at once all are far.
  HWY_INLINE Lane distance_from(const Children& c, float reach) {
    const Tag d;
    const Lane zero = hn::Zero(d), scale = hn::Set(d, scale_);
    const LaneMask none = c.are_empty();
    const auto all_are_far = [&](Lane distance) HWY_ATTR {
      return hn::AllTrue(d, hn::Or(none, hn::Ge(distance, hn::Set(d, reach))));
    };
    Lane square = zero, other = zero;
    for (std::size_t k = 0; k < 3 && frame_.usable; ++k) {
      const Lane gap =
          hn::Max(zero, gap_of({c.lower[k], c.upper[k]}, image_.lower[k], image_.upper[k]));
      square = hn::MulAdd(gap, gap, square);
    }
    for (std::size_t k = 0; k < 3 && to_other_.usable; ++k) {
      const Lane gap = hn::Max(zero, gap_of(in_other_frame(c, k), box_.lower[k], box_.upper[k]));
      other = hn::MulAdd(gap, gap, other);
    }
    Lane distance = hn::Max(hn::Mul(scale, hn::Sqrt(square)),
                            hn::Mul(hn::Set(d, other_scale_), hn::Sqrt(other)));
    if (all_are_far(distance)) return distance;
    take_slab();
    if (has_slab_ && to_other_.usable) {
      const Lane gap = gap_of(along_other(c), below_, above_);
      distance = hn::Max(distance, hn::Mul(gap, hn::Set(d, other_scale_ / length_)));
      if (all_are_far(distance)) return distance;
    }
    if (!frame_.usable) return distance;
    // A normal's length is at most 1.
    distance = hn::Max(distance, hn::Mul(scale, gap_along_own(c)));
    if (all_are_far(distance)) return distance;
    return hn::Max(distance, hn::Mul(scale, gap_of_middles(c)));
  }

  const FloatFrame& frame_;
  const FloatFrame& to_other_;
  float scale_, other_scale_;
  const TreeNode& node_;
  FloatBox box_;
  LaneBox image_;
  float image_middle_[3];
  const Place& other_;
  const Piece& piece_;
  bool has_taken_slab_ = false,
       has_slab_ = false;  ///< has_slab_: it has a normal that tells something
  Slab slab_{};            ///< the other's
  /// Its normal as this piece sees it, and the range of its heights along it, slack included.
  alignas(16) float along_[4] = {};
  float offset_ = 0, below_ = 0, above_ = 0;
  float length_ = 1;  ///< of the normal
};

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
