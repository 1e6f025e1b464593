// SPDX-License-Identifier: Apache-2.0
//
// Adds scenes, files and rays to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_scenes(nanobind::module_& module);

}  // namespace sunder::python
