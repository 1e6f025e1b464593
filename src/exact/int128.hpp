// SPDX-License-Identifier: Apache-2.0
//
// The compilers' 128-bit integers under a name that -Wpedantic accepts. They are an order of
// magnitude faster than wider integers, and suffice for small grids.
#pragma once

namespace sunder::detail {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

}  // namespace sunder::detail
