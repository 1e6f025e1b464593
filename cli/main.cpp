// SPDX-License-Identifier: Apache-2.0
#include "run_program.hpp"

int main(int count, char** arguments) { return sunder::cli::run_program(count, arguments); }
