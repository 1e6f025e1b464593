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

#include "mesh/placed.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mesh::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The other piece in the frame of one, in floats.
struct FloatFrame {
  float m[9], size[9], t[3];
  float slack[3];
  float height_slack;  ///< of gaps of heights along unit directions (child_bounds-inl.hpp)
  bool usable;

  explicit FloatFrame(const OwnFrame& frame) : usable(std::isfinite(frame.error)) {
    double most = 0;
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
      most = std::max(most, sum);
    }
    height_slack = static_cast<float>(4 * frame.error + 0x1p-17 * (most + 1));
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
