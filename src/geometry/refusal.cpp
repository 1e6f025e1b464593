// SPDX-License-Identifier: Apache-2.0
#include "geometry/refusal.hpp"

#include <limits>

#include "geometry/double_bits.hpp"

namespace sunder::detail {

Error refuse_not_finite(const std::string& place, double value, std::string_view what) {
  std::string name = "NaN";
  if (equal(magnitude(value), std::numeric_limits<double>::infinity())) {
    name = order_key(value) < 0 ? "-infinity" : "infinity";
  }
  return {ErrorCode::not_finite,
          place + " is " + name + "; every " + std::string(what) + " must be finite"};
}

}  // namespace sunder::detail
