// SPDX-License-Identifier: Apache-2.0
#include "query/empty_distance.hpp"

#include "machine/strict_arithmetic.hpp"

namespace sunder::detail {

constinit const Distance2 kEmptyDistance2{{}, {}, Witness<2>{}};
constinit const Distance3 kEmptyDistance3{{}, {}, Witness<3>{}};

}  // namespace sunder::detail
