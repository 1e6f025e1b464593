// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "sunder/error.hpp"

namespace sunder::detail {

/// Returns "<place> is NaN; every <what> must be finite", with the name of the offending value.
Error refuse_not_finite(const std::string& place, double value, std::string_view what);

}  // namespace sunder::detail
