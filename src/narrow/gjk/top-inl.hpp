// SPDX-License-Identifier: Apache-2.0
//
// Answers one support query of a hull for the walks to the closest points, for files that are compiled
// once for each instruction set. The critical path needs the index of the highest vertex, so a height
// carries its vertex's index in its last six bits. One maximum finds both, to within 2^-46 of the
// height, which suffices for the walk. A proof needs the exact height: the maximum of the
// unmodified heights, which is off the critical path.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_TOP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_TOP_INL_HPP
#undef SUNDER_NARROW_GJK_TOP_INL_HPP
#else
#define SUNDER_NARROW_GJK_TOP_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "geometry/hull_block.hpp"
#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// The number of doubles processed at once. It is at most four: a maximum of eight takes one more
/// step, and a vector of eight is two on some machines.
using Block = hn::CappedTag<double, 4>;
using BlockOf = hn::Vec<Block>;

/// A direction whose entries are `step` doubles apart.
struct Along {
  HWY_INLINE Along(const double* first, std::ptrdiff_t distance) : entry(first), step(distance) {}
  HWY_INLINE Along(const Vector3& u) : Along(u.data(), 1) {}  // NOLINT(*-explicit-*)
  HWY_INLINE double operator[](std::ptrdiff_t k) const { return entry[k * step]; }
  HWY_INLINE Vector3 packed() const { return {entry[0], entry[step], entry[2 * step]}; }

  const double* entry;
  std::ptrdiff_t step;
};

/// Returns u . x of the vertices from i on.
HWY_INLINE BlockOf heights(const double* HWY_RESTRICT rows, std::ptrdiff_t stride, std::int32_t i,
                           Along u) {
  const Block block;
  const BlockOf x = hn::Mul(hn::Set(block, u[0]), hn::Load(block, rows + i));
  const BlockOf xy = hn::MulAdd(hn::Set(block, u[1]), hn::Load(block, rows + stride + i), x);
  return hn::MulAdd(hn::Set(block, u[2]), hn::Load(block, rows + 2 * stride + i), xy);
}

/// The highest of up to 64 heights, added in order, a block at a time. The first name is `first`.
class Highest {
 public:
  static constexpr std::int32_t kMost = 64;

  /// Starts with the first block.
  HWY_INLINE explicit Highest(BlockOf height, std::uint64_t first = 0)
      : named_(named(height, hn::Iota(Names(), first))),
        plain_(height),
        names_(hn::Iota(Names(), first)) {}

  /// Takes the block whose names are `step` after those of the last.
  HWY_INLINE void take(BlockOf height, std::uint64_t step = hn::Lanes(Block())) {
    names_ = hn::Add(names_, hn::Set(Names(), step));
    named_ = hn::Max(named_, named(height, names_));
    plain_ = hn::Max(plain_, height);
  }

  HWY_INLINE void join(const Highest& other) {
    named_ = hn::Max(named_, other.named_);
    plain_ = hn::Max(plain_, other.plain_);
  }

  HWY_INLINE std::size_t place() const {
    const double highest = hn::GetLane(hn::MaxOfLanes(Block(), named_));
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(highest) & (kMost - 1));
  }
  /// The maximum of the lanes is the height.
  HWY_INLINE BlockOf heights() const { return plain_; }

 private:
  using Names = hn::RebindToUnsigned<Block>;

  HWY_INLINE static BlockOf named(BlockOf height, hn::Vec<Names> names) {
    const auto place = hn::Set(Names(), std::uint64_t{kMost - 1});
    return hn::BitCast(Block(), hn::Or(hn::AndNot(place, hn::BitCast(Names(), height)), names));
  }

  BlockOf named_;
  BlockOf plain_;
  hn::Vec<Names> names_;
};

/// A vertex that is extreme in some direction, and the address of its coordinates.
struct Top {
  BlockOf heights;  ///< their maximum is the highest
  std::int32_t vertex;
  const double* at;
  std::ptrdiff_t stride;
};

HWY_INLINE double highest_of(BlockOf heights) {
  return hn::GetLane(hn::MaxOfLanes(Block(), heights));
}

/// Returns the highest of up to 64 vertices. Padding repeats vertex 0, its coordinates too, up to whole
/// pairs of blocks. Even and odd blocks have a maximum each, which halves the dependency chain.
HWY_INLINE Top top_of_few(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
                          Along u) {
  Highest highest(heights(rows, stride, 0, u));
  const auto step = static_cast<std::int32_t>(hn::Lanes(Block()));
  if (count > step) {
    const std::uint64_t two = 2 * hn::Lanes(Block());
    Highest odd(heights(rows, stride, step, u), hn::Lanes(Block()));
    for (std::int32_t i = 2 * step; i < count; i += 2 * step) {
      highest.take(heights(rows, stride, i, u), two);
      odd.take(heights(rows, stride, i + step, u), two);
    }
    highest.join(odd);
  }
  const auto place = static_cast<std::int32_t>(highest.place());
  return {highest.heights(), place < count ? place : 0, rows + place, stride};
}

inline HWY_NOINLINE Top top_of_many(const HullBlock& hull, const Vector3& u) {
  const Extreme found = hull.candidates == nullptr
                            ? lanes::scan<3>(hull.points, hull.stride, hull.count, u.data(), 3)
                            : lanes::extreme_by_table(*hull.candidates, hull.points, hull.stride,
                                                      hull.count, u.data());
  const std::int32_t v = found.vertex;
  return {hn::Set(Block(), found.value), v, hull.points + v, hull.stride};
}

/// Returns the highest vertex by a cell of the hull's table, if the cell has few candidates, as nearly
/// all have. If two heights are nearly equal, the index bits decide.
HWY_INLINE Top top_of_cell(const HullBlock& hull, const CandidateTable& table, std::int32_t at,
                           Along u) {
  constexpr std::int32_t kEach = CandidateBlock::kVertices;
  const std::uint32_t cell = at < 0 ? 0 : table.cells[static_cast<std::size_t>(at)];
  const std::uint32_t blocks = cell & CandidateTable::kMostBlocks;
  if (HWY_UNLIKELY(blocks == 0 || blocks > Highest::kMost / kEach))
    return top_of_many(hull, u.packed());
  const std::size_t at_block = cell >> CandidateTable::kCountBits;
  const CandidateBlock* const first = table.blocks.data() + at_block;
  Highest highest(heights(first->coordinates[0], kEach, 0, u));
  const auto step = static_cast<std::int32_t>(hn::Lanes(Block()));
  for (std::int32_t i = step; i < kEach; i += step) {
    highest.take(heights(first->coordinates[0], kEach, i, u));
  }
  for (std::uint32_t k = 1; k < blocks; ++k) {
    for (std::int32_t i = 0; i < kEach; i += step) {
      highest.take(heights(first[k].coordinates[0], kEach, i, u));
    }
  }
  const std::size_t place = highest.place();
  const std::size_t in = place / kEach < blocks ? place / kEach : 0;
  const std::size_t v = place % kEach;
  return {highest.heights(), table.names[at_block + in][v], &first[in].coordinates[0][v], kEach};
}

HWY_INLINE bool has_cells(const HullBlock& hull) {
  return hull.candidates != nullptr && !hull.candidates->as_scanned;
}

/// Returns the highest of all vertices.
HWY_INLINE Top top_of_all(const HullBlock& hull, Along u) {
  if (hull.count > Highest::kMost) return top_of_many(hull, u.packed());
  return top_of_few(hull.points, hull.stride, hull.count, u);
}

HWY_INLINE Top top_of(const HullBlock& hull, const Vector3& u) {
  if (!has_cells(hull)) return top_of_all(hull, u);
  return top_of_cell(hull, *hull.candidates, cell_of(*hull.candidates, u.data()), u);
}

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_TOP_INL_HPP
