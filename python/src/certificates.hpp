// SPDX-License-Identifier: Apache-2.0
//
// Adds certificates, certify() and verify() to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace sunder::python {

void add_certificates(nanobind::module_& module);

}  // namespace sunder::python
