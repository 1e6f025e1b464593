// SPDX-License-Identifier: Apache-2.0
//
// Idea: A node is paired with itself, and each two of its children once. The larger of two different ones is opened: its
// children are tested against the other at once. Boxes are parallel to the same axes. What boxes leave is tested by the
// slabs of both. Four triangles of a leaf are tested at once by boxes of their own. Where boxes leave most of them, planes
// along a triangle and upright on its edges are tried too.
// Bound: Heights are sums of nine products of numbers below 2. Each of some thirty roundings loses 2^-24 at most, and the slack
// is 2^-18. A triangle's box is that of its doubles, rounded within 2^-24, and 2^-22 wider. A corner's height along any axis g
// of floats is three products, within 4 2^-24 |g|_1 of the exact one, unless it underflows; the slack of a gap is 2^-20 |g|_1.
// Cost: some 20 vector operations for eight boxes.
// Gives up: Never; what it leaves is for the visitor.
#include "mesh/build/self_walk.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mesh/build/self_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef SUNDER_MESH_SELF_WALK_DATA
#define SUNDER_MESH_SELF_WALK_DATA
namespace sunder::detail::mesh {

/// The box and the corners of each triangle by rows, with room behind for the lanes of a vector.
struct TriangleRows {
  std::array<std::vector<float>, 3> lower, upper;
  std::array<std::array<std::vector<float>, 3>, 3> at;  ///< of each corner and coordinate
};

/// Up to two hubs that all triangles of a child have in common; -1 for none. A great one is among them, if there is one.
struct CommonHubs {
  std::array<std::int32_t, 2> of{-1, -1};
  bool has_great = false;
};

/// What is walked. `common` has the entries of each child of each node in their order; it is empty without hubs.
struct SelfTree {
  const Piece* piece = nullptr;
  TriangleRows rows;
  std::vector<CommonHubs> common;
};

}  // namespace sunder::detail::mesh
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A child of a node.
struct Slot {
  std::int32_t node = 0;
  std::size_t at = 0;
};

class SelfWalk {
 public:
  SelfWalk(const SelfTree& tree, ClosePairVisitor& visitor)
      : tree_(tree), nodes_(tree.piece->nodes), visitor_(visitor) {}

  /// Visits the pairs within a node.
  bool within(std::int32_t index) {
    const TreeNode& node = nodes_[static_cast<std::size_t>(index)];
    for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
      if (node.lower[0][i] > node.upper[0][i]) continue;
      const bool goes_on =
          is_leaf(node.child[i]) ? within_leaf(Leaf::decode(node.child[i])) : within(node.child[i]);
      if (!goes_on) return false;
      std::uint32_t bits = close_children(node, {index, i}) & (~1U << i);
      for (; bits != 0; bits &= bits - 1) {
        if (!between({index, i}, {index, lowest_bit(bits)})) return false;
      }
    }
    return true;
  }

 private:
  using Tag = hn::CappedTag<float, TreeNode::kChildren>;
  using Lane = hn::Vec<Tag>;
  static constexpr float kHeightSlack = 0x1p-18F;

  static std::size_t lowest_bit(std::uint32_t bits) {
    return static_cast<std::size_t>(std::countr_zero(bits));
  }
  const TreeNode& node_of(Slot slot) const { return nodes_[static_cast<std::size_t>(slot.node)]; }
  std::int32_t child_of(Slot slot) const { return node_of(slot).child[slot.at]; }
  float extent_of(Slot slot) const {
    const TreeNode& node = node_of(slot);
    const std::size_t i = slot.at;
    return (node.upper[0][i] - node.lower[0][i]) + (node.upper[1][i] - node.lower[1][i]) +
           (node.upper[2][i] - node.lower[2][i]);
  }

  bool are_left_to_hubs(Slot a, Slot b) const {
    if (tree_.common.empty()) return false;
    const auto hubs_of = [&](Slot slot) -> const CommonHubs& {
      return tree_.common[static_cast<std::size_t>(slot.node) * TreeNode::kChildren + slot.at];
    };
    const CommonHubs &p = hubs_of(a), &q = hubs_of(b);
    if (p.has_great && q.has_great) return true;
    const auto is_in_q = [&](std::int32_t hub) {
      return hub >= 0 && (hub == q.of[0] || hub == q.of[1]);
    };
    return is_in_q(p.of[0]) || is_in_q(p.of[1]);
  }

  /// Visits the pairs of two different children, whose boxes meet.
  bool between(Slot a, Slot b) {
    if (are_left_to_hubs(a, b)) return true;
    const std::int32_t child_a = child_of(a), child_b = child_of(b);
    if (is_leaf(child_a) && is_leaf(child_b))
      return between_leaves(Leaf::decode(child_a), Leaf::decode(child_b));
    const bool opens_a = is_leaf(child_b) || (!is_leaf(child_a) && extent_of(a) > extent_of(b));
    const std::int32_t opened = opens_a ? child_a : child_b;
    const Slot other = opens_a ? b : a;
    std::uint32_t bits = close_children(nodes_[static_cast<std::size_t>(opened)], other);
    for (; bits != 0; bits &= bits - 1) {
      if (!between({opened, lowest_bit(bits)}, other)) return false;
    }
    return true;
  }

  /// Returns the bits of the children of a node that may meet another child.
  std::uint32_t close_children(const TreeNode& node, Slot other) const {
    const TreeNode& from = node_of(other);
    const std::size_t i = other.at;
    const Tag d;
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < TreeNode::kChildren; at += hn::Lanes(d)) {
      Lane lower[3], upper[3];
      for (std::size_t k = 0; k < 3; ++k) {
        lower[k] = hn::Load(d, &node.lower[k][at]);
        upper[k] = hn::Load(d, &node.upper[k][at]);
      }
      auto apart = hn::Gt(lower[0], upper[0]);
      for (std::size_t k = 0; k < 3; ++k) {
        apart = hn::Or(apart, hn::Or(hn::Gt(lower[k], hn::Set(d, from.upper[k][i])),
                                     hn::Gt(hn::Set(d, from.lower[k][i]), upper[k])));
      }
      if (!hn::AllTrue(d, apart)) {
        apart = hn::Or(apart, beyond_slab(from, i, lower, upper));
        if (!hn::AllTrue(d, apart)) apart = hn::Or(apart, beyond_own_slabs(node, at, from, i));
      }
      std::uint8_t some[8] = {};
      hn::StoreMaskBits(d, hn::Not(apart), some);
      bits |= static_cast<std::uint32_t>(some[0]) << at;
    }
    return bits;
  }

  /// Do boxes lie on one side of a child's slab?
  HWY_INLINE hn::Mask<Tag> beyond_slab(const TreeNode& from, std::size_t i, const Lane* lower,
                                       const Lane* upper) const {
    const Tag d;
    const auto half_of = hn::Set(d, 0.5F);
    float n[3], own = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      n[k] = TreeNode::kNormalUnit * static_cast<float>(from.normal[k][i]);
      own += n[k] * (0.5F * (from.lower[k][i] + from.upper[k][i]));
    }
    auto height = hn::Zero(d), reach = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
      height = hn::MulAdd(hn::Set(d, n[k]), hn::Mul(half_of, hn::Add(lower[k], upper[k])), height);
      reach = hn::MulAdd(hn::Set(d, std::fabs(n[k])), hn::Mul(half_of, hn::Sub(upper[k], lower[k])),
                         reach);
    }
    return hn::Or(hn::Gt(hn::Sub(height, reach), hn::Set(d, own + from.most[i] + kHeightSlack)),
                  hn::Lt(hn::Add(height, reach), hn::Set(d, own + from.least[i] - kHeightSlack)));
  }

  /// Does another child's box lie on one side of the slabs of some children?
  HWY_INLINE hn::Mask<Tag> beyond_own_slabs(const TreeNode& node, std::size_t at,
                                            const TreeNode& from, std::size_t i) const {
    const Tag d;
    const hn::Rebind<std::int8_t, Tag> bytes;
    const hn::Rebind<std::int32_t, Tag> words;
    const auto half_of = hn::Set(d, 0.5F);
    auto height = hn::Zero(d), reach = hn::Zero(d);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto normal =
          hn::Mul(hn::Set(d, TreeNode::kNormalUnit),
                  hn::ConvertTo(d, hn::PromoteTo(words, hn::LoadU(bytes, &node.normal[k][at]))));
      const auto middle = hn::Mul(
          half_of, hn::Add(hn::Load(d, &node.lower[k][at]), hn::Load(d, &node.upper[k][at])));
      const float centre = 0.5F * (from.lower[k][i] + from.upper[k][i]),
                  half = 0.5F * (from.upper[k][i] - from.lower[k][i]);
      height = hn::MulAdd(normal, hn::Sub(hn::Set(d, centre), middle), height);
      reach = hn::MulAdd(hn::Abs(normal), hn::Set(d, half), reach);
    }
    const auto slack = hn::Set(d, kHeightSlack);
    return hn::Or(hn::Gt(hn::Sub(height, reach), hn::Add(hn::Load(d, &node.most[at]), slack)),
                  hn::Lt(hn::Add(height, reach), hn::Sub(hn::Load(d, &node.least[at]), slack)));
  }

  /// Returns the bits of a leaf's triangles whose boxes meet that of triangle i.
  HWY_INLINE std::uint32_t close_triangles(std::int32_t i, Leaf leaf) const {
    const hn::CappedTag<float, Leaf::kMost> d;
    const auto own = static_cast<std::size_t>(i), first = static_cast<std::size_t>(leaf.begin);
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < Leaf::kMost; at += hn::Lanes(d)) {
      auto apart = hn::FirstN(d, 0);
      for (std::size_t k = 0; k < 3; ++k) {
        const float* const lower = tree_.rows.lower[k].data();
        const float* const upper = tree_.rows.upper[k].data();
        apart =
            hn::Or(apart, hn::Or(hn::Gt(hn::LoadU(d, lower + first + at), hn::Set(d, upper[own])),
                                 hn::Gt(hn::Set(d, lower[own]), hn::LoadU(d, upper + first + at))));
      }
      std::uint8_t some[8] = {};
      hn::StoreMaskBits(d, hn::Not(apart), some);
      bits |= static_cast<std::uint32_t>(some[0]) << at;
    }
    return bits & ((1U << leaf.count) - 1);
  }

  /// The bits of a leaf's triangles that the plane of triangle i does not divide from it, nor a plane that stands upright
  /// on one of its edges.
  HWY_INLINE std::uint32_t undivided(std::int32_t i, Leaf leaf, std::uint32_t bits) const {
    const auto own = static_cast<std::size_t>(i);
    float p[3][3], edge[3][3];
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < 3; ++k) p[c][k] = tree_.rows.at[c][k][own];
    }
    for (std::size_t c = 0; c < 3; ++c) {
      for (std::size_t k = 0; k < 3; ++k) edge[c][k] = p[(c + 1) % 3][k] - p[c][k];
    }
    float axis[3];
    set_cross(edge[0], edge[1], axis);
    const float normal[3] = {axis[0], axis[1], axis[2]};
    bits &= ~beyond(axis, p, leaf);
    for (float& x : axis) x = -x;
    bits &= ~beyond(axis, p, leaf);
    for (std::size_t c = 0; c < 3 && bits != 0; ++c) {
      set_cross(edge[c], normal, axis);
      bits &= ~beyond(axis, p, leaf);
    }
    return bits;
  }
  static void set_cross(const float* u, const float* v, float* w) {
    for (std::size_t k = 0; k < 3; ++k)
      w[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
  }
  /// The bits of a leaf's triangles that lie higher along an axis than another triangle.
  HWY_INLINE std::uint32_t beyond(const float* axis, const float (&p)[3][3], Leaf leaf) const {
    constexpr float kSlack = 0x1p-20F, kUnderflow = 0x1p-100F;
    const hn::CappedTag<float, Leaf::kMost> d;
    float most = -std::numeric_limits<float>::infinity(), size = 0;
    for (const float* const corner : p)
      most = std::max(most, axis[0] * corner[0] + axis[1] * corner[1] + axis[2] * corner[2]);
    for (std::size_t k = 0; k < 3; ++k) size += std::fabs(axis[k]);
    const auto limit = hn::Set(d, most + (size * kSlack + kUnderflow));
    const auto first = static_cast<std::size_t>(leaf.begin);
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < Leaf::kMost; at += hn::Lanes(d)) {
      const auto height_of = [&](std::size_t c) HWY_ATTR {
        auto height = hn::Zero(d);
        for (std::size_t k = 0; k < 3; ++k) {
          height = hn::MulAdd(hn::Set(d, axis[k]),
                              hn::LoadU(d, tree_.rows.at[c][k].data() + first + at), height);
        }
        return height;
      };
      const auto least = hn::Min(hn::Min(height_of(0), height_of(1)), height_of(2));
      std::uint8_t some[8] = {};
      hn::StoreMaskBits(d, hn::Gt(least, limit), some);
      bits |= static_cast<std::uint32_t>(some[0]) << at;
    }
    return bits;
  }

  bool between_leaves(Leaf a, Leaf b) {
    // Where boxes leave most of a leaf, they tell little: triangles are slender, or lie across the axes.
    constexpr int kMany = 4;
    if (b.begin < a.begin) std::swap(a, b);
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      std::uint32_t bits = close_triangles(i, b);
      if (std::popcount(bits) >= kMany) bits = undivided(i, b, bits);
      if (!visit_all(i, b, bits)) return false;
    }
    return true;
  }
  bool within_leaf(Leaf leaf) {
    for (std::int32_t at = 0; at < leaf.count; ++at) {
      const std::int32_t i = leaf.begin + at;
      if (!visit_all(i, leaf, close_triangles(i, leaf) & (~1U << at))) return false;
    }
    return true;
  }
  bool visit_all(std::int32_t i, Leaf leaf, std::uint32_t bits) {
    for (; bits != 0; bits &= bits - 1) {
      if (!visitor_.visit(i, leaf.begin + static_cast<std::int32_t>(lowest_bit(bits))))
        return false;
    }
    return true;
  }

  const SelfTree& tree_;
  const std::vector<TreeNode>& nodes_;
  ClosePairVisitor& visitor_;
};

bool walk_self_tree(const SelfTree& tree, ClosePairVisitor& visitor) {
  return SelfWalk(tree, visitor).within(0);
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::mesh {
namespace {

TriangleRows rows_of_triangles(const Piece& piece) {
  constexpr float kWider = 0x1p-22F;
  std::vector<std::array<float, 3>> at(piece.points.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Vector3 p = piece.normalised(static_cast<std::int32_t>(i));
    for (std::size_t k = 0; k < 3; ++k) at[i][k] = static_cast<float>(p[k]);
  }
  TriangleRows rows;
  const std::size_t count = piece.triangles.size();
  for (std::size_t k = 0; k < 3; ++k) {
    rows.lower[k].resize(count + Leaf::kMost);
    rows.upper[k].resize(count + Leaf::kMost);
    for (auto& corner : rows.at) corner[k].resize(count + Leaf::kMost);
    for (std::size_t i = 0; i < count; ++i) {
      const Corners& c = piece.triangles[i];
      const float p = rows.at[0][k][i] = at[static_cast<std::size_t>(c[0])][k],
                  q = rows.at[1][k][i] = at[static_cast<std::size_t>(c[1])][k],
                  r = rows.at[2][k][i] = at[static_cast<std::size_t>(c[2])][k];
      rows.lower[k][i] = std::min({p, q, r}) - kWider;
      rows.upper[k][i] = std::max({p, q, r}) + kWider;
    }
  }
  return rows;
}

class HubFinder {
 public:
  HubFinder(const Piece& piece, const OwnHubs& hubs) : piece_(piece), hubs_(hubs) {}

  /// Children stand behind their nodes: they are done first.
  std::vector<CommonHubs> of_children() const {
    std::vector<CommonHubs> common(piece_.nodes.size() * TreeNode::kChildren);
    for (std::size_t n = piece_.nodes.size(); n-- > 0;) {
      const TreeNode& node = piece_.nodes[n];
      for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
        if (node.lower[0][i] > node.upper[0][i]) continue;
        common[n * TreeNode::kChildren + i] =
            is_leaf(node.child[i]) ? of_leaf(Leaf::decode(node.child[i]))
                                   : of_node(common, static_cast<std::size_t>(node.child[i]));
      }
    }
    return common;
  }

 private:
  /// Keeps those of some hubs that are in a second list too, the great ones first.
  template <class Hubs, class Contains>
  CommonHubs kept(const Hubs& hubs, const Contains& contains) const {
    CommonHubs both;
    std::size_t count = 0;
    for (const bool great : {true, false}) {
      for (const std::int32_t hub : hubs) {
        if (hub < 0 || !hubs_.is_hub(hub) || hubs_.is_great(hub) != great || !contains(hub))
          continue;
        if (count < both.of.size()) both.of[count++] = hub;
        both.has_great = both.has_great || great;
      }
    }
    return both;
  }
  CommonHubs of_leaf(Leaf leaf) const {
    return kept(piece_.corners(leaf.begin), [&](std::int32_t hub) {
      bool is_common = true;
      for (std::int32_t i = leaf.begin + 1; i < leaf.begin + leaf.count; ++i) {
        const Corners& c = piece_.corners(i);
        is_common = is_common && (hub == c[0] || hub == c[1] || hub == c[2]);
      }
      return is_common;
    });
  }
  CommonHubs of_node(const std::vector<CommonHubs>& common, std::size_t index) const {
    const TreeNode& node = piece_.nodes[index];
    return kept(common[index * TreeNode::kChildren].of, [&](std::int32_t hub) {
      bool is_common = true;
      for (std::size_t i = 1; i < TreeNode::kChildren; ++i) {
        if (node.lower[0][i] > node.upper[0][i]) continue;
        const CommonHubs& other = common[index * TreeNode::kChildren + i];
        is_common = is_common && (hub == other.of[0] || hub == other.of[1]);
      }
      return is_common;
    });
  }

  const Piece& piece_;
  const OwnHubs& hubs_;
};

}  // namespace

HWY_EXPORT(walk_self_tree);

bool walk_self(const Piece& piece, const OwnHubs& hubs, ClosePairVisitor& visitor) {
  if (piece.triangles.empty()) return true;
  SelfTree tree{&piece, rows_of_triangles(piece), {}};
  if (!hubs.empty()) tree.common = HubFinder(piece, hubs).of_children();
  return HWY_DYNAMIC_DISPATCH(walk_self_tree)(tree, visitor);
}

}  // namespace sunder::detail::mesh
#endif
