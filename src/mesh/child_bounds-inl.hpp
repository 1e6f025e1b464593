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
  using Tag = hn::CappedTag<float, TreeNode::kChildren>;
  using Lane = hn::Vec<Tag>;
  using LaneMask = hn::Mask<Tag>;

  ChildBounds(const Trees& trees, std::size_t side, const TreeNode& node, const Place& other)
      : frame_(trees.frame[side]),
        to_other_(trees.frame[1 - side]),
        scale_(trees.scale[side]),
        other_scale_(trees.scale[1 - side]),
        node_(node),
        box_(other.box_in(*trees.piece[1 - side])),
        image_(frame_.image(box_)),
        slab_(other.slab_in(*trees.piece[1 - side])) {
    for (std::size_t k = 0; k < 3; ++k)
      image_middle_[k] = 0.5F * (image_.lower[k] + image_.upper[k]);
    // A slab that is as thick as its ball divides nothing that boxes do not.
    has_slab_ = other.parent >= 0 && slab_.most - slab_.least < slab_.radius;
    if (!has_slab_ || !to_other_.usable) return;
    float height = 0, square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float n = slab_.normal[k];
      height += n * slab_.middle[k];
      square += n * n;
      offset_ += n * to_other_.t[k];
      for (std::size_t j = 0; j < 3; ++j) along_[j] += n * to_other_.m[3 * k + j];
    }
    below_ = height + slab_.least - to_other_.height_slack;
    above_ = height + slab_.most + to_other_.height_slack;
    length_ = std::sqrt(square);
  }

  /// Returns the bits of children that may meet the other. Also sets the extents of all, and the squares of the distances
  /// of their middles from the other's.
  HWY_INLINE std::uint32_t meeting(float* extents, float* squares) const {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      const Children c(node_, at);
      hn::StoreU(c.extent(), Tag(), extents + at);
      hn::StoreU(square_from(c), Tag(), squares + at);
      bits |= bits_of(hn::Not(apart(at, c))) << at;
    }
    return bits;
  }

  /// Returns the bits of children that may be closer than `reach`, in the world's unit. Also sets the extents of all, and
  /// lower bounds of their distances.
  HWY_INLINE std::uint32_t closer(float reach, float* extents, float* distances) const {
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(Tag())) {
      const Children c(node_, at);
      hn::StoreU(c.extent(), Tag(), extents + at);
      const Lane distance = distance_from(at, c, reach);
      hn::StoreU(distance, Tag(), distances + at);
      const LaneMask is_far = hn::Or(c.are_empty(), hn::Ge(distance, hn::Set(Tag(), reach)));
      bits |= bits_of(hn::Not(is_far)) << at;
    }
    return bits;
  }

 private:
  /// The boxes of some children.
  struct Children {
    Lane lower[3], upper[3], middle[3], half[3];
    HWY_INLINE Children(const TreeNode& node, std::size_t at) {
      const Tag d;
      for (std::size_t k = 0; k < 3; ++k) {
        lower[k] = hn::Load(d, &node.lower[k][at]);
        upper[k] = hn::Load(d, &node.upper[k][at]);
        middle[k] = hn::Mul(hn::Set(d, 0.5F), hn::Add(lower[k], upper[k]));
        half[k] = hn::Mul(hn::Set(d, 0.5F), hn::Sub(upper[k], lower[k]));
      }
    }
    HWY_INLINE Lane extent() const { return hn::Add(hn::Add(half[0], half[1]), half[2]); }
    HWY_INLINE LaneMask are_empty() const { return hn::Gt(lower[0], upper[0]); }
  };
  struct Range {
    Lane least, most;
  };

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

  /// The heights along g of what lies between two planes of a normal, in a box and in a ball about one middle, whose height
  /// is given.
  static HWY_INLINE Range range_along(const Lane* g, Lane height, const Lane* normal,
                                      const Lane* half, Lane least, Lane most, Lane radius) {
    const Tag d;
    auto along = hn::Zero(d), rest = hn::Zero(d), in_box = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) along = hn::MulAdd(g[k], normal[k], along);
    for (std::size_t k = 0; k < 3; ++k) {
      const Lane r = hn::NegMulAdd(along, normal[k], g[k]);
      rest = hn::MulAdd(r, r, rest);
      in_box = hn::MulAdd(hn::Abs(r), half[k], in_box);
    }
    const Lane reach = hn::Min(in_box, hn::Mul(hn::Sqrt(rest), radius));
    const Lane one = hn::Mul(along, least), two = hn::Mul(along, most);
    return {hn::Sub(hn::Add(height, hn::Min(one, two)), reach),
            hn::Add(hn::Add(height, hn::Max(one, two)), reach)};
  }
  /// That of each child.
  HWY_INLINE Range range_of_children(std::size_t at, const Children& c, const Lane* g,
                                     Lane height) const {
    const Tag d;
    Lane normal[3];
    load_normals(at, normal);
    return range_along(g, height, normal, c.half, hn::Load(d, &node_.least[at]),
                       hn::Load(d, &node_.most[at]), hn::Load(d, &node_.radius[at]));
  }
  /// That of the other along directions of this frame.
  HWY_INLINE Range range_of_other(const Lane* direction, Lane height) const {
    const Tag d;
    Lane seen[3], normal[3], half[3];
    for (std::size_t j = 0; j < 3; ++j) {
      seen[j] = hn::Mul(hn::Set(d, frame_.m[j]), direction[0]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.m[3 + j]), direction[1], seen[j]);
      seen[j] = hn::MulAdd(hn::Set(d, frame_.m[6 + j]), direction[2], seen[j]);
      normal[j] = hn::Set(d, slab_.normal[j]);
      half[j] = hn::Set(d, slab_.half[j]);
    }
    return range_along(seen, height, normal, half, hn::Set(d, slab_.least), hn::Set(d, slab_.most),
                       hn::Set(d, slab_.radius));
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
      centre = hn::MulAdd(hn::Set(d, to_other_.m[3 * k + j]), c.middle[j], centre);
      reach = hn::MulAdd(hn::Set(d, to_other_.size[3 * k + j]), c.half[j], reach);
    }
    return {hn::Sub(centre, reach), hn::Add(centre, reach)};
  }
  /// Heights along the other's normal, relative to its frame's origin.
  HWY_INLINE Range along_other(std::size_t at, const Children& c) const {
    const Tag d;
    Lane g[3], height = hn::Set(d, offset_);
    for (std::size_t k = 0; k < 3; ++k) {
      g[k] = hn::Set(d, along_[k]);
      height = hn::MulAdd(g[k], c.middle[k], height);
    }
    return range_of_children(at, c, g, height);
  }
  /// The gap of heights along each child's own normal.
  HWY_INLINE Lane gap_along_own(std::size_t at, const Children& c) const {
    const Tag d;
    Lane normal[3], own = hn::Zero(d), height = hn::Zero(d);
    load_normals(at, normal);
    for (std::size_t k = 0; k < 3; ++k) {
      own = hn::MulAdd(normal[k], c.middle[k], own);
      height = hn::MulAdd(normal[k], hn::Set(d, image_middle_[k]), height);
    }
    const Range other = range_of_other(normal, height);
    const Lane gap = hn::Max(hn::Sub(other.least, hn::Add(own, hn::Load(d, &node_.most[at]))),
                             hn::Sub(hn::Add(own, hn::Load(d, &node_.least[at])), other.most));
    return hn::Sub(gap, hn::Set(d, frame_.height_slack));
  }
  /// The gap of heights from each child's middle to the other's, as a distance in this frame. Middles that are very near
  /// tell nothing.
  HWY_INLINE Lane gap_of_middles(std::size_t at, const Children& c) const {
    const Tag d;
    Lane to[3];
    for (std::size_t k = 0; k < 3; ++k) to[k] = hn::Sub(hn::Set(d, image_middle_[k]), c.middle[k]);
    const Lane square = square_from(c), length = hn::Sqrt(square);
    const Lane gap =
        hn::Sub(range_of_other(to, square).least, range_of_children(at, c, to, hn::Zero(d)).most);
    return hn::IfThenElseZero(hn::Gt(square, hn::Set(d, 0x1p-100F)),
                              hn::Sub(hn::Div(gap, length), hn::Set(d, frame_.height_slack)));
  }

  HWY_INLINE LaneMask apart(std::size_t at, const Children& c) const {
    const Tag d;
    LaneMask apart = c.are_empty();
    for (std::size_t k = 0; k < 3 && frame_.usable; ++k)
      apart = hn::Or(apart, are_apart({c.lower[k], c.upper[k]}, image_.lower[k], image_.upper[k]));
    if (!to_other_.usable) return apart;
    for (std::size_t k = 0; k < 3; ++k)
      apart = hn::Or(apart, are_apart(in_other_frame(c, k), box_.lower[k], box_.upper[k]));
    if (!has_slab_ || hn::AllTrue(d, apart)) return apart;
    apart = hn::Or(apart, are_apart(along_other(at, c), below_, above_));
    if (!frame_.usable || hn::AllTrue(d, apart)) return apart;
    return hn::Or(apart, hn::Gt(gap_along_own(at, c), hn::Zero(d)));
  }

  /// Lower bounds of distances. No more is looked at once all are far.
  HWY_INLINE Lane distance_from(std::size_t at, const Children& c, float reach) const {
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
    if (has_slab_ && to_other_.usable) {
      const Lane gap = gap_of(along_other(at, c), below_, above_);
      distance = hn::Max(distance, hn::Mul(gap, hn::Set(d, other_scale_ / length_)));
      if (all_are_far(distance)) return distance;
    }
    if (!frame_.usable) return distance;
    // A normal's length is at most 1.
    distance = hn::Max(distance, hn::Mul(scale, gap_along_own(at, c)));
    if (all_are_far(distance)) return distance;
    return hn::Max(distance, hn::Mul(scale, gap_of_middles(at, c)));
  }

  const FloatFrame& frame_;
  const FloatFrame& to_other_;
  float scale_, other_scale_;
  const TreeNode& node_;
  FloatBox box_, image_;
  float image_middle_[3];
  Slab slab_;      ///< the other's
  bool has_slab_;  ///< it has a normal that tells something
  /// Its normal as this piece sees it, and the range of its heights along it, slack included.
  float along_[3] = {}, offset_ = 0, below_ = 0, above_ = 0;
  float length_ = 1;  ///< of the normal
};

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
