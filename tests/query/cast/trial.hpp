// SPDX-License-Identifier: Apache-2.0
//
// Computes the heights of entry_time-inl.hpp and their bounds, on the selected instruction set.
// Tests see the kernels of query/cast through this header alone.
#pragma once

#include <array>

#include "query/cast/entry_time.hpp"

namespace sunder::detail {

struct HeightTrial {
  bool known = false;
  Vector3 u{};  ///< the direction that was used
  std::array<double, 3> high{}, low{}, bound{};
};

/// `plane` is any direction; its multiple of heads is used. `tracked` sums the sizes of the low parts.
HeightTrial try_heights(const EntryBody& a, const EntryBody& b,
                        const std::array<IndexPair, 3>& pairs, const Vector3& plane, double reach,
                        bool tracked);

/// The product of u and the relative velocity, as a height.
HeightTrial try_closing(const EntryBody& a, const EntryBody& b, const Vector3& plane);

}  // namespace sunder::detail
