// SPDX-License-Identifier: Apache-2.0
#include "mutation.hpp"

#include <cstdio>
#include <cstdlib>

namespace sunder::mutation {

int living = 0;
std::uint8_t reached[kMost];

namespace {

void write_reached() {
  std::FILE* const file = std::fopen(std::getenv("SUNDER_REACHED"), "wb");
  if (file == nullptr) return;
  std::fwrite(reached, 1, sizeof reached, file);
  std::fclose(file);
}

// This runs before the constructors of global objects, which may contain mutants too.
[[gnu::constructor(101)]] void choose() {
  if (const char* const mutant = std::getenv("SUNDER_MUTANT")) living = std::atoi(mutant);
  if (std::getenv("SUNDER_REACHED") != nullptr) std::atexit(write_reached);
}

}  // namespace
}  // namespace sunder::mutation
