// SPDX-License-Identifier: Apache-2.0
//
// Calls the twofold arithmetic of filter/ on the chosen instruction set. Tests see its kernels
// through this header alone.
#pragma once

#include <array>

#include "filter/filtered_pair.hpp"

namespace sunder::detail {

/// The number value + rest.
struct TwofoldNumber {
  double value = 0;
  double rest = 0;
};

/// Returns the point of C of a pair of kept vertices.
std::array<TwofoldNumber, 3> fine_difference(const FilteredPair<3>& filtered, IndexPair kept);
/// Returns the greatest height of C along u, rounded.
double fine_height(const FilteredPair<3>& filtered, const Vector3& u);

}  // namespace sunder::detail
