// SPDX-License-Identifier: Apache-2.0
//
// Adds the questions about one pair of bodies to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_questions(nanobind::module_& module);

}  // namespace sunder::python
