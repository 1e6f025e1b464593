// SPDX-License-Identifier: Apache-2.0
//
// The blocks of a table of polytopes, for who makes records of them one after the other: what a
// record is made of stands at the beginning of a block, and where its header says, and is asked for
// ahead.
#pragma once

#include <hwy/cache_control.h>

#include "batch/columns.hpp"
#include "geometry/hull_block.hpp"

namespace sunder::detail::batch {

inline bool is_in(const Column<Polytope3>& table, std::int32_t index) noexcept {
  return index >= 0 && index < table.count;
}
inline const HullBlock& block_of(const Column<Polytope3>& table, std::int32_t index) noexcept {
  return BlockAccess::block(entry_at(table.data, table.stride, index));
}

// A compiler may take a function that only asks for memory for one that does nothing, and leave out
// its calls: so these are none.
[[gnu::always_inline]] inline void prefetch_header(const HullBlock& block) noexcept {
  const auto* const header = reinterpret_cast<const std::byte*>(&block);
  hwy::Prefetch(header);
  hwy::Prefetch(header + 64);
}
[[gnu::always_inline]] inline void prefetch_numbers(const HullBlock& block) noexcept {
  hwy::Prefetch(block.centre);
  hwy::Prefetch(block.max_abs);
}

/// Before entry i of a table is read.
[[gnu::always_inline]] inline void prefetch_ahead(const Column<Polytope3>& table,
                                                  std::int32_t i) noexcept {
  if (i + 16 < table.count) prefetch_header(block_of(table, i + 16));
  if (i + 8 < table.count) prefetch_numbers(block_of(table, i + 8));
}
/// Before that of which entry i of a list speaks.
[[gnu::always_inline]] inline void prefetch_ahead(const Column<Polytope3>& table,
                                                  const std::int32_t* list, std::int32_t i,
                                                  std::int32_t count) noexcept {
  if (i + 8 < count && is_in(table, list[i + 8])) prefetch_header(block_of(table, list[i + 8]));
  if (i + 4 < count && is_in(table, list[i + 4])) prefetch_numbers(block_of(table, list[i + 4]));
}

/// Two records an item, of the polytopes that two lists name: write(block, place) makes one. Its
/// place then stands for the index; -1 where that is in no table, and then the answer is false.
template <class Write>
bool make_records(const Column<Polytope3>& table, std::int32_t count, std::int32_t* body_a,
                  std::int32_t* body_b, const Write& write) noexcept {
  bool all_made = true;
  const auto make_one = [&](std::int32_t& index, std::int32_t place) {
    if (!is_in(table, index)) {
      index = -1;
      all_made = false;
      return;
    }
    write(block_of(table, index), static_cast<std::size_t>(place));
    index = place;
  };
  for (std::int32_t i = 0; i < count; ++i) {
    prefetch_ahead(table, body_a, i, count);
    prefetch_ahead(table, body_b, i, count);
    make_one(body_a[i], 2 * i);
    make_one(body_b[i], 2 * i + 1);
  }
  return all_made;
}

}  // namespace sunder::detail::batch
