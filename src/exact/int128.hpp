// SPDX-License-Identifier: Apache-2.0
//
// Names the compilers' 128-bit integers so that -Wpedantic accepts them. They are an order of
// magnitude faster than wider integers, and suffice for small grids.
#pragma once

namespace sunder::detail {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

}  // namespace sunder::detail
