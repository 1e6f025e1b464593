// SPDX-License-Identifier: Apache-2.0
//
// What a node says of its children, a lane each.

// Highway's include guard: open once for each target.
#if defined(SUNDER_MESH_NODE_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_MESH_NODE_LANES_INL_HPP
#undef SUNDER_MESH_NODE_LANES_INL_HPP
#else
#define SUNDER_MESH_NODE_LANES_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "mesh/piece/piece.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The boxes, slabs and balls of some children.
class Children {
 public:
  using Tag = hn::CappedTag<float, TreeNode::kChildren>;
  using Lane = hn::Vec<Tag>;
  struct Range {
    Lane least, most;
  };
  Lane lower[3], upper[3], middle[3], half[3];

  HWY_INLINE Children(const TreeNode& node, std::size_t at) : node_(node), at_(at) {
    const Tag d;
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = hn::Load(d, &node.lower[k][at]);
      upper[k] = hn::Load(d, &node.upper[k][at]);
      middle[k] = hn::Mul(hn::Set(d, 0.5F), hn::Add(lower[k], upper[k]));
      half[k] = hn::Mul(hn::Set(d, 0.5F), hn::Sub(upper[k], lower[k]));
    }
  }
  HWY_INLINE Lane extent() const { return hn::Add(hn::Add(half[0], half[1]), half[2]); }
  HWY_INLINE hn::Mask<Tag> are_empty() const { return hn::Gt(lower[0], upper[0]); }
  /// The slabs' heights over the middles.
  HWY_INLINE Lane least() const { return hn::Load(Tag(), &node_.least[at_]); }
  HWY_INLINE Lane most() const { return hn::Load(Tag(), &node_.most[at_]); }
  HWY_INLINE void load_normals(Lane* normal) const {
    const Tag d;
    const hn::Rebind<std::int8_t, Tag> bytes;
    const hn::Rebind<std::int32_t, Tag> words;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto entries =
          hn::ConvertTo(d, hn::PromoteTo(words, hn::LoadU(bytes, &node_.normal[k][at_])));
      normal[k] = hn::Mul(entries, hn::Set(d, TreeNode::kNormalUnit));
    }
  }

  /// The heights along g, where the middles have a given height.
  HWY_INLINE Range range_along(const Lane* g, Lane height) const {
    Lane normal[3];
    load_normals(normal);
    return range_along(g, height, normal, half, least(), most(),
                       hn::Load(Tag(), &node_.radius[at_]));
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

 private:
  const TreeNode& node_;
  std::size_t at_;
};

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
