// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sunder/error.hpp"

namespace sunder::detail {

/// Returns "<place> is NaN; every <what> must be finite", with the name of the offending value.
Error refuse_not_finite(const std::string& place, double value, std::string_view what);

/// Returns that of the first entry of `name` that is NaN or infinite; an error without a message where there is none.
Error refuse_entries(std::string_view name, std::span<const double> vector, std::string_view what);
/// Returns that of a ray's origin or direction.
Error refuse_ray(std::span<const double> origin, std::span<const double> direction);

/// Says that bodies that are not convex are cast along lines.
Error refuse_turning();

}  // namespace sunder::detail
