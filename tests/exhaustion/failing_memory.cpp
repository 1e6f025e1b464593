// SPDX-License-Identifier: Apache-2.0
#include "exhaustion/failing_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <new>

namespace sunder::test {
namespace {

constexpr long kNever = std::numeric_limits<long>::max();

std::atomic<long> live = 0;
std::atomic<long> left = kNever;  ///< allocations until the first that fails
std::atomic<bool> lasting = false;

/// True if this allocation must fail.
bool fails() noexcept {
  if (left.load() == kNever) return false;
  const long before = left.fetch_sub(1);
  return before == 0 || (before < 0 && lasting);
}

void* take(std::size_t size, std::size_t alignment) noexcept {
  if (fails()) return nullptr;
  // aligned_alloc() requires a multiple of the alignment.
  void* const memory = alignment <= alignof(std::max_align_t)
                           ? std::malloc(size == 0 ? 1 : size)
                           : std::aligned_alloc(alignment, (size / alignment + 1) * alignment);
  if (memory != nullptr) ++live;
  return memory;
}

void* take_or_throw(std::size_t size, std::size_t alignment) {
  void* const memory = take(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give_back(void* memory) noexcept {
  if (memory == nullptr) return;
  --live;
  std::free(memory);
}

}  // namespace

namespace {

/// One call in a shortage that begins at its allocation `number`. False if it ended before.
bool run_short(const Attempt& attempt, long number, Shortage shortage, Exhausted& counts) {
  const long before = live;
  attempt.prepare();
  Outcome outcome = Outcome::threw;
  lasting = shortage == Shortage::lasting;
  left = number;
  try {
    outcome = attempt.call();
  } catch (const std::bad_alloc&) {
    outcome = Outcome::threw;
  }
  const bool reached = left.exchange(kNever) < 0;
  ++(outcome == Outcome::done      ? counts.done
     : outcome == Outcome::refused ? counts.refused
                                   : counts.threw);
  if (!attempt.is_whole(outcome)) {
    if (counts.broken++ == 0) counts.first_broken = number;
  }
  attempt.clear();
  const long lost = live - before;
  if (lost != 0 && counts.leaked == 0) counts.first_leak = number;
  counts.leaked += lost;
  return reached;
}

}  // namespace

Exhausted exhaust(const Attempt& attempt) {
  Exhausted counts;
  Exhausted unused;
  run_short(attempt, kNever - 1, Shortage::once, unused);  // makes the objects of a first call
  for (bool reached = true; reached; ++counts.allocations) {
    reached = run_short(attempt, counts.allocations, Shortage::once, counts);
    if (run_short(attempt, counts.allocations, Shortage::lasting, counts)) reached = true;
  }
  --counts.allocations;
  return counts;
}

void expect_whole(const char* name, const Exhausted& counts) {
  std::printf("%-24s %6ld allocations failed: %ld done, %ld refused, %ld threw\n", name,
              counts.allocations, counts.done, counts.refused, counts.threw);
  EXPECT_EQ(counts.broken, 0) << name << ", first at allocation " << counts.first_broken;
}

void expect_sound(const char* name, const Exhausted& counts) {
  expect_whole(name, counts);
  EXPECT_EQ(counts.leaked, 0) << name << ", first at allocation " << counts.first_leak;
}

}  // namespace sunder::test

using sunder::test::give_back;
using sunder::test::take;
using sunder::test::take_or_throw;

constexpr std::size_t kUsual = alignof(std::max_align_t);

void* operator new(std::size_t size) { return take_or_throw(size, kUsual); }
void* operator new[](std::size_t size) { return take_or_throw(size, kUsual); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return take(size, kUsual); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return take(size, kUsual);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return take_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }
