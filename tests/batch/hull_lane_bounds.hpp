// SPDX-License-Identifier: Apache-2.0
//
// The numbers that the lanes of a batch compute for one pair of hulls, and the claims of Lemma H,
// on the chosen instruction set.
#pragma once

#include <array>

#include "sunder/polytope.hpp"

namespace sunder::detail::batch {

using FloatPoint = std::array<float, 3>;

/// In doubles, or rounded to floats as in a batch.
struct HullPoses {
  std::array<double, 9> a{}, b{};  ///< row-major
  std::array<double, 3> offset_a{}, offset_b{};
};

struct HullMeasures {
  bool holds = false;   ///< true if the lemma applies
  float height = 0;     ///< h(u)
  float of_height = 0;  ///< E
  float unit = 0;       ///< 12 e r
  FloatPoint inside{};  ///< v
  /// Vertices of C: the one with h(u), and a portal's three about it.
  std::array<FloatPoint, 4> points{};
  std::array<float, 3> minors{};  ///< of two corners of the portal and v each
  float least_minor = 0;          ///< of these and of the portal's own
  float of_minor = 0;             ///< 192 e r^3
};

/// `u` has entries below 2^44 in size.
HullMeasures measure_hulls(const Polytope3& a, const Polytope3& b, const HullPoses& poses,
                           const FloatPoint& u);

}  // namespace sunder::detail::batch
