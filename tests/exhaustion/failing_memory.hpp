// SPDX-License-Identifier: Apache-2.0
//
// Makes memory run out on request: it replaces operator new of the whole program.
#pragma once

#include <functional>

namespace sunder::test {

/// The kind of shortage. Either one allocation fails, like a large block that is refused before
/// smaller ones succeed; or all later ones fail.
enum class Shortage { once, lasting };

/// The outcome of a call in a shortage.
enum class Outcome { done, refused, threw };

/// The counts of all attempts.
struct Exhausted {
  long allocations = 0;  ///< of the whole call, without failures
  long done = 0;         ///< ended normally
  long refused = 0;
  long threw = 0;        ///< std::bad_alloc
  long leaked = 0;       ///< blocks that no attempt freed
  long first_leak = -1;  ///< number of the first allocation whose failure leaked
  long broken = 0;       ///< attempts that left an inconsistent state
  long first_broken = -1;
};

/// Lets allocation after allocation of `call` fail, once and for good, until it makes no more.
/// `prepare` runs before each and `is_whole` after each, both with enough memory. is_whole tests
/// whether the result of `call` satisfies its contract for that outcome. `clear` ends the attempt,
/// after which nothing may remain allocated.
struct Attempt {
  std::function<void()> prepare;
  std::function<Outcome()> call;
  std::function<bool(Outcome)> is_whole;
  std::function<void()> clear;
};
Exhausted exhaust(const Attempt& attempt);

/// Prints the counts, and expects no inconsistent state.
void expect_whole(const char* name, const Exhausted& counts);
/// Expects no leak as well.
void expect_sound(const char* name, const Exhausted& counts);

}  // namespace sunder::test
