// SPDX-License-Identifier: Apache-2.0
//
// Binds what holds arrays of another program's answers against proven ones.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_audits(nanobind::module_& module);

}  // namespace sunder::python
