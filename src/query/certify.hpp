// SPDX-License-Identifier: Apache-2.0
//
// The verdict's part of a certificate, which every question's certificate begins with.
#pragma once

#include "query/decide.hpp"

namespace sunder::detail {

/// Decides once more, for pairs and directions; `stage` is the answer's own where that was proven.
template <int D>
Certificate certify_verdict(const Pair<D>& pair, const Decision& answer);

}  // namespace sunder::detail
