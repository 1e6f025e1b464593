// SPDX-License-Identifier: Apache-2.0
//
// Adds the batches to the module: one question about many pairs, or about many configurations.
#pragma once

#include <cstdint>
#include <limits>
#include <nanobind/nanobind.h>
#include <string_view>

#include "sunder/batch.hpp"

namespace sunder::python {

/// What new arrays have before the item at which a call begins.
inline constexpr std::uint8_t kNotExamined = static_cast<std::uint8_t>(Verdict::not_examined);
inline constexpr double kNotMeasured = std::numeric_limits<double>::quiet_NaN();

/// Returns when a batch is to stop, from "never", "first" or "any".
BatchStop read_stop(std::string_view stop);

void add_batches(nanobind::module_& module);
void add_configurations(nanobind::module_& module);

}  // namespace sunder::python
