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
#include <bit>
#include <cmath>
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

/// Returns a bit for each child of a node that is not proven apart from a box of the other piece. `image` is that box
/// in the node's frame; `to_other` maps the node's boxes to the other's frame, where the box is `box`.
HWY_INLINE std::uint32_t near_children(const TreeNode& node, const FloatBox& image, bool use_image,
                                       const FloatFrame& to_other, const FloatBox& box) {
  const hn::CappedTag<float, TreeNode::kChildren> d;
  const auto half_of = hn::Set(d, 0.5F);
  std::uint32_t bits = 0;
  for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
    decltype(hn::Zero(d)) lower[3], upper[3];
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = hn::Load(d, &node.lower[k][at]);
      upper[k] = hn::Load(d, &node.upper[k][at]);
    }
    auto near = hn::Le(lower[0], upper[0]);  // an empty slot is far from everything
    if (use_image) {
      for (std::size_t k = 0; k < 3; ++k) {
        near = hn::And(near, hn::And(hn::Le(lower[k], hn::Set(d, image.upper[k])),
                                     hn::Ge(upper[k], hn::Set(d, image.lower[k]))));
      }
    }
    if (to_other.usable && !hn::AllFalse(d, near)) {
      decltype(hn::Zero(d)) sum[3], extent[3];
      for (std::size_t k = 0; k < 3; ++k) {
        sum[k] = hn::Mul(half_of, hn::Add(lower[k], upper[k]));
        extent[k] = hn::Mul(half_of, hn::Sub(upper[k], lower[k]));
      }
      for (std::size_t i = 0; i < 3; ++i) {
        auto centre = hn::Set(d, to_other.t[i]);
        auto half = hn::Set(d, to_other.slack[i]);
        for (std::size_t j = 0; j < 3; ++j) {
          centre = hn::MulAdd(hn::Set(d, to_other.m[3 * i + j]), sum[j], centre);
          half = hn::MulAdd(hn::Set(d, to_other.size[3 * i + j]), extent[j], half);
        }
        near = hn::And(near, hn::And(hn::Le(hn::Sub(centre, half), hn::Set(d, box.upper[i])),
                                     hn::Ge(hn::Add(centre, half), hn::Set(d, box.lower[i]))));
      }
    }
    alignas(8) std::uint8_t mask[8] = {};
    hn::StoreMaskBits(d, near, mask);
    bits |= static_cast<std::uint32_t>(mask[0] & ((1U << hn::Lanes(d)) - 1)) << at;
  }
  return bits;
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

bool walk(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  if (a.nodes.empty() || b.nodes.empty() || a.triangles.empty() || b.triangles.empty()) return true;
  const Piece* const piece[2] = {&a, &b};
  // frame[s] is that of piece s; it maps the boxes of the other piece.
  const FloatFrame frame[2] = {FloatFrame(maps.frame[0]), FloatFrame(maps.frame[1])};
  const float unit[2] = {static_cast<float>(maps.unit[0]), static_cast<float>(maps.unit[1])};
  std::vector<Visit> open;
  open.reserve(128);
  open.push_back({{0, 0}, {a.box, b.box}});
  while (!open.empty()) {
    const Visit visit = open.back();
    open.pop_back();
    if (is_leaf(visit.child[0]) && is_leaf(visit.child[1])) {
      if (!visitor.visit(Leaf::decode(visit.child[0]), Leaf::decode(visit.child[1]))) return false;
      continue;
    }
    const bool opens_b = is_leaf(visit.child[0]) ||
                         (!is_leaf(visit.child[1]) &&
                          unit[1] * extent_of(visit.box[1]) > unit[0] * extent_of(visit.box[0]));
    const std::size_t side = opens_b ? 1 : 0, other = 1 - side;
    const TreeNode& node = piece[side]->nodes[static_cast<std::size_t>(visit.child[side])];
    const FloatBox image = frame[side].image(visit.box[other]);
    std::uint32_t bits =
        near_children(node, image, frame[side].usable, frame[other], visit.box[other]);
    while (bits != 0) {
      const auto i = static_cast<std::size_t>(std::countr_zero(bits));
      bits &= bits - 1;
      Visit next = visit;
      next.child[side] = node.child[i];
      for (std::size_t k = 0; k < 3; ++k) {
        next.box[side].lower[k] = node.lower[k][i];
        next.box[side].upper[k] = node.upper[k][i];
      }
      open.push_back(next);
    }
  }
  return true;
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
HWY_EXPORT(walk);
bool walk_pair(const Piece& a, const Piece& b, const PairMaps& maps, LeafVisitor& visitor) {
  return HWY_DYNAMIC_DISPATCH(walk)(a, b, maps, visitor);
}
}  // namespace sunder::detail::mesh
#endif
