// SPDX-License-Identifier: Apache-2.0
//
// The switch of mutation testing. Every mutant of the sources is compiled in at once, and the
// environment variable SUNDER_MUTANT selects the active one. With 0 or without it, the program is
// unchanged. No mutant is active where the compiler itself evaluates. At exit the reached mutants
// are written to the file that SUNDER_REACHED names, one byte a mutant.
#pragma once

#include <cstdint>
#include <type_traits>

namespace sunder::mutation {

inline constexpr int kMost = 1 << 16;
extern int living;
extern std::uint8_t reached[kMost];  // NOLINT: read before any constructor has run

inline bool lives(int mutant) noexcept {
  reached[mutant] = 1;
  return mutant == living;
}

}  // namespace sunder::mutation

// g++ 12 classifies the value of a `const bool` as a constant expression, and then computes the
// rest at run time. Mutants that may be in a function of the first kind call this.
inline bool sunder_mutant_at_run_time(int mutant) noexcept {
  return sunder::mutation::lives(mutant);
}

constexpr bool sunder_mutant(int mutant) noexcept {
  if (std::is_constant_evaluated()) return false;
  return sunder::mutation::lives(mutant);
}
