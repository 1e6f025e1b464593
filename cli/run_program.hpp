// SPDX-License-Identifier: Apache-2.0
//
// The program as a function: `sunder` itself and the Python package run it.
#pragma once

namespace sunder::cli {

/// Runs the program with main()'s arguments and returns its exit status.
int run_program(int count, char** arguments);

}  // namespace sunder::cli
