// SPDX-License-Identifier: Apache-2.0
//
// Adds the batches to the module: one question about many pairs, or about many configurations.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_batches(nanobind::module_& module);
void add_configurations(nanobind::module_& module);

}  // namespace sunder::python
