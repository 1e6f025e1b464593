// SPDX-License-Identifier: Apache-2.0
//
// The switch of mutation testing: every mutant of the sources is compiled in at once, and the
// environment variable SUNDER_MUTANT says which one lives. 0 or none: the program as it was written.
// Where the compiler itself computes, all sleep. What was reached is written, at the end, to the file
// that SUNDER_REACHED names, a byte a mutant.
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

// g++ 12 says of the value of a `const bool` that it is computed by the compiler, and then computes the rest as
// the program runs: what may be in a function of the first kind asks here.
inline bool sunder_mutant_at_run_time(int mutant) noexcept {
  return sunder::mutation::lives(mutant);
}

constexpr bool sunder_mutant(int mutant) noexcept {
  if (std::is_constant_evaluated()) return false;
  return sunder::mutation::lives(mutant);
}
