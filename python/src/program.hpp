// SPDX-License-Identifier: Apache-2.0
//
// Adds the program and the pipe to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_program(nanobind::module_& module);

}  // namespace sunder::python
