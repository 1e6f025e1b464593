// SPDX-License-Identifier: Apache-2.0
//
// SUNDER_EXPORT marks what a shared library of Sunder shows; everything else in it is hidden.
#pragma once

#include "sunder/version.hpp"

#if defined(__GNUC__)
#define SUNDER_EXPORT __attribute__((visibility("default")))
#else
#define SUNDER_EXPORT
#endif
