// SPDX-License-Identifier: Apache-2.0
//
// The verdict alone of two boxes, by bounds that all axes share.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail::sat {

/// Proven by `stage`: bounds where balls alone tell, filter where all axes do. Undecided where the
/// call is close, or edges are parallel.
struct BoxVerdict {
  Verdict verdict = Verdict::undecided;
  Stage stage = Stage::none;
};

BoxVerdict quick_verdict(const Pair<3>& pair);

}  // namespace sunder::detail::sat
