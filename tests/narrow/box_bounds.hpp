// SPDX-License-Identifier: Apache-2.0
//
// The values and error bounds of the filters of boxes, on the selected instruction set.
#pragma once

#include <array>

#include "geometry/body.hpp"

namespace sunder::detail::sat {

/// A gap in doubles.
struct BoxGap {
  double value = 0;
  double bound = 0;
};

/// All axes in floats, with the errors of their gaps and of their squared lengths.
struct FloatGaps {
  bool known = false;
  std::array<float, 16> gap{}, squared{};
  float error = 0;
  float square_error = 0;
};

/// The gap along u or -u, whichever points to b.
BoxGap box_gap(const Pair<3>& pair, const Vector3& u);
FloatGaps float_gaps(const Pair<3>& pair);

}  // namespace sunder::detail::sat
