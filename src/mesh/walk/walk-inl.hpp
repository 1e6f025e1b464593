// SPDX-License-Identifier: Apache-2.0
//
// What walks of two trees have in common, for files that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_MESH_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_MESH_WALK_INL_HPP
#undef SUNDER_MESH_WALK_INL_HPP
#else
#define SUNDER_MESH_WALK_INL_HPP
#endif

#include <cmath>
#include <cstdint>
#include <hwy/highway.h>

#include "mesh/piece/placed.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// A box; the fourth lanes mean nothing.
struct LaneBox {
  alignas(16) float lower[4], upper[4];
};

/// The other piece in the frame of one, in floats. What is asked for each node stands in lanes, a coordinate each.
struct FloatFrame {
  using Tag = hn::CappedTag<float, 4>;

  alignas(16) float row[3][4] = {}, column[3][4] =
                                        {};  ///< of the matrix; a row's last entry is that of t
  alignas(16) float size[3][4] = {};         ///< of the columns' entries
  alignas(16) float t[4] = {}, slack[4] = {};
  float height_slack;  ///< of gaps of heights along unit directions (child_bounds-inl.hpp)
  bool usable;

  explicit FloatFrame(const OwnFrame& frame) : usable(std::isfinite(frame.error)) {
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      double sum = std::fabs(frame.t[i]);
      t[i] = row[i][3] = static_cast<float>(frame.t[i]);
      for (std::size_t j = 0; j < 3; ++j) {
        row[i][j] = column[j][i] = static_cast<float>(frame.m[3 * i + j]);
        size[j][i] = std::fabs(row[i][j]);
        sum += std::fabs(frame.m[3 * i + j]);
      }
      const double slack_i = 2 * frame.error + 0x1p-20 * (sum + 1);
      usable = usable && sum < 0x1p60;
      slack[i] = static_cast<float>(slack_i);
      most = std::max(most, sum);
    }
    height_slack = static_cast<float>(4 * frame.error + 0x1p-17 * (most + 1));
  }
  /// Sets middle and half sides of the least box parallel to the axes that holds the image of one of the other piece. Not
  /// fused: its middle depends on no instruction set.
  HWY_INLINE void set_image(const float* middle, const float* half, float* image_middle,
                            float* image_half) const {
    const Tag d;
    for (std::size_t at = 0; at < 4; at += hn::Lanes(d)) {
      auto centre = hn::Load(d, t + at), reach = hn::Load(d, slack + at);
      for (std::size_t j = 0; j < 3; ++j) {
        centre = hn::Add(centre, hn::Mul(hn::Load(d, column[j] + at), hn::Set(d, middle[j])));
        reach = hn::Add(reach, hn::Mul(hn::Load(d, size[j] + at), hn::Set(d, half[j])));
      }
      hn::Store(centre, d, image_middle + at);
      hn::Store(reach, d, image_half + at);
    }
  }
  /// Returns that box.
  HWY_INLINE LaneBox image(const FloatBox& box) const {
    float middle[3], half[3];
    for (std::size_t k = 0; k < 3; ++k) {
      middle[k] = 0.5F * (box.lower[k] + box.upper[k]);
      half[k] = 0.5F * (box.upper[k] - box.lower[k]);
    }
    LaneBox result;
    alignas(16) float centre[4], reach[4];
    set_image(middle, half, centre, reach);
    for (std::size_t k = 0; k < 4; ++k) {
      result.lower[k] = centre[k] - reach[k];
      result.upper[k] = centre[k] + reach[k];
    }
    return result;
  }
};

/// A node or leaf of each tree, and their boxes.
struct Visit {
  std::int32_t child[2];
  FloatBox box[2];
};

HWY_INLINE float extent_of(const FloatBox& box) {
  return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]) +
         (box.upper[2] - box.lower[2]);
}

HWY_INLINE bool are_leaves(const Visit& visit) {
  return is_leaf(visit.child[0]) && is_leaf(visit.child[1]);
}

}  // namespace sunder::detail::mesh::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
