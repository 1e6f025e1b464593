// SPDX-License-Identifier: Apache-2.0
//
// Adds the batches, which ask one question about many pairs, to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_batches(nanobind::module_& module);

}  // namespace sunder::python
