// SPDX-License-Identifier: Apache-2.0
//
// Includes simdjson with one configuration for every file. Its development checks change the size
// of its parser. By default they depend on the optimiser, which tests build without.
#pragma once

#ifndef SIMDJSON_DEVELOPMENT_CHECKS
#define SIMDJSON_DEVELOPMENT_CHECKS 0
#endif
#include <simdjson.h>
