// SPDX-License-Identifier: Apache-2.0
//
// Memory that runs out on request: operator new of the whole program, replaced.
#pragma once

#include <functional>

namespace sunder::test {

/// How memory runs out: for one allocation, as where a large block is refused and the next small
/// one is not; or for good.
enum class Shortage { once, lasting };

/// What became of a call in a shortage.
enum class Outcome { done, refused, threw };

/// What an attempt did, all told.
struct Exhausted {
  long allocations = 0;  ///< of the whole call, where nothing fails
  long done = 0;         ///< ended as if nothing had happened
  long refused = 0;
  long threw = 0;        ///< std::bad_alloc
  long leaked = 0;       ///< blocks that no attempt gave back
  long first_leak = -1;  ///< number of the allocation whose failure was the first to leak
  long broken = 0;       ///< attempts that left something half-done
  long first_broken = -1;
};

/// Lets allocation after allocation of `call` fail, once and for good, until it makes no more.
/// `prepare` runs before each and `is_whole` after each, both with memory to spare: is_whole tells
/// whether what `call` left behind is what its contract says of that outcome. `clear` ends the
/// attempt, after which nothing may be left allocated.
struct Attempt {
  std::function<void()> prepare;
  std::function<Outcome()> call;
  std::function<bool(Outcome)> is_whole;
  std::function<void()> clear;
};
Exhausted exhaust(const Attempt& attempt);

/// Prints the counts, and expects nothing half-done.
void expect_whole(const char* name, const Exhausted& counts);
/// And no leak.
void expect_sound(const char* name, const Exhausted& counts);

}  // namespace sunder::test
