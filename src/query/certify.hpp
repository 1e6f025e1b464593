// SPDX-License-Identifier: Apache-2.0
//
// The verdict's part of a certificate, which every question's certificate begins with.
#pragma once

#include "exact/integer.hpp"
#include "query/decide.hpp"

namespace sunder::detail {

/// Decides once more, for pairs and directions; `stage` is the answer's own where that was proven.
template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Intersection& answer);

/// As a double if 53 bits hold it, else as decimals beside the rounded value.
ExactNumber exact_number(const BigInt& value);

}  // namespace sunder::detail
