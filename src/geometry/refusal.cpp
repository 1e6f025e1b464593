// SPDX-License-Identifier: Apache-2.0
#include "geometry/refusal.hpp"

#include <limits>

#include "exact/dyadic.hpp"
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

Error refuse_entries(std::string_view name, std::span<const double> vector, std::string_view what) {
  for (std::size_t k = 0; k < vector.size(); ++k) {
    if (is_finite_bits(vector[k])) continue;
    return refuse_not_finite(std::string(name) + "[" + std::to_string(k) + "]", vector[k], what);
  }
  return {};
}

Error refuse_ray(std::span<const double> origin, std::span<const double> direction) {
  Error refusal = refuse_entries("origin", origin, "entry");
  return refusal.message.empty() ? refuse_entries("direction", direction, "entry") : refusal;
}

Error refuse_turning() {
  return {ErrorCode::not_served,
          "a motion turns; bodies that are not convex are cast along lines alone: cut the "
          "motion into steps, or cast their hulls"};
}

}  // namespace sunder::detail
