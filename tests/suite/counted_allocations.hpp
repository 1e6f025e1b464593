// SPDX-License-Identifier: Apache-2.0
//
// Counts calls of operator new, and the bytes that are in use. It replaces the operators of the
// whole program. One file of a program includes it, and none if a sanitizer has replaced them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations = 0;
std::atomic<long> bytes_in_use = 0;

constexpr std::size_t kUnaligned = alignof(std::max_align_t);

/// The size stands in the `step` bytes before the memory.
void* counted(std::size_t size, std::size_t step = kUnaligned) {
  ++allocations;
  void* const whole = std::aligned_alloc(step, (size + 2 * step - 1) / step * step);
  if (whole == nullptr) throw std::bad_alloc();
  *static_cast<std::size_t*>(whole) = size;
  bytes_in_use += static_cast<long>(size);
  return static_cast<std::byte*>(whole) + step;
}
void release(void* memory, std::size_t step = kUnaligned) noexcept {
  if (memory == nullptr) return;
  void* const whole = static_cast<std::byte*>(memory) - step;
  bytes_in_use -= static_cast<long>(*static_cast<std::size_t*>(whole));
  std::free(whole);
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  release(memory, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
  release(memory, static_cast<std::size_t>(alignment));
}
