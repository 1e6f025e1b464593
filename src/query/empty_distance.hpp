// SPDX-License-Identifier: Apache-2.0
//
// What a distance's answer holds before anything is known of it: a witness to be written in place.
#pragma once

#include "sunder/query.hpp"

namespace sunder::detail {

/// To start from: a copy of these is a few moves. What a compiler knows to be zeros it may clear by
/// a string instruction, which takes as long as a short query's search. So they are told elsewhere.
extern const Distance2 kEmptyDistance2;
extern const Distance3 kEmptyDistance3;

}  // namespace sunder::detail
