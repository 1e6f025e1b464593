// SPDX-License-Identifier: Apache-2.0
//
// simdjson, the same for every file: whether it watches how it is used changes the size of its parser,
// and left to itself it goes by whether the optimiser is on, which tests do without.
#pragma once

#ifndef SIMDJSON_DEVELOPMENT_CHECKS
#define SIMDJSON_DEVELOPMENT_CHECKS 0
#endif
#include <simdjson.h>
