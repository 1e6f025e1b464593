// SPDX-License-Identifier: Apache-2.0
//
// Returns the initial value of a distance's answer. Its witness is present, to be written in place.
#pragma once

#include "sunder/query.hpp"

namespace sunder::detail {

/// A copy of these takes a few moves. A compiler that sees zeros may clear them by a string
/// instruction, which takes as long as a short query's search. Another file therefore defines them.
extern const Distance2 kEmptyDistance2;
extern const Distance3 kEmptyDistance3;

}  // namespace sunder::detail
