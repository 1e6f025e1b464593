// SPDX-License-Identifier: Apache-2.0
//
// Answers the support queries of the walk to the closest points, for files that are compiled once
// for each instruction set. The critical path needs the index of the highest vertex, so a height
// carries its vertex's index in its last six bits. One maximum finds both, to within 2^-46 of the
// height, which suffices for the walk. A proof needs the exact height: the maximum of the
// unmodified heights, which is off the critical path.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#undef SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#else
#define SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"
#include "narrow/gjk/posed_pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// The number of doubles processed at once. It is at most four: a maximum of eight takes one more
/// step, and a vector of eight is two on some machines.
using Block = hn::CappedTag<double, 4>;
using BlockOf = hn::Vec<Block>;

/// Returns u . x of the vertices from i on.
HWY_INLINE BlockOf heights(const double* HWY_RESTRICT rows, std::ptrdiff_t stride, std::int32_t i,
                           const double* u) {
  const Block block;
  const BlockOf x = hn::Mul(hn::Set(block, u[0]), hn::Load(block, rows + i));
  const BlockOf xy = hn::MulAdd(hn::Set(block, u[1]), hn::Load(block, rows + stride + i), x);
  return hn::MulAdd(hn::Set(block, u[2]), hn::Load(block, rows + 2 * stride + i), xy);
}

/// The highest of up to 64 heights, added in order, a block at a time.
class Highest {
 public:
  static constexpr std::int32_t kMost = 64;

  /// Starts with the first block.
  HWY_INLINE explicit Highest(BlockOf height)
      : named_(named(height, hn::Iota(Names(), 0))), plain_(height), names_(hn::Iota(Names(), 0)) {}

  HWY_INLINE void take(BlockOf height) {
    names_ = hn::Add(names_, hn::Set(Names(), std::uint64_t{hn::Lanes(Block())}));
    named_ = hn::Max(named_, named(height, names_));
    plain_ = hn::Max(plain_, height);
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

/// Returns the highest of up to 64 vertices. Padding repeats vertex 0, its coordinates too.
HWY_INLINE Top top_of_few(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
                          const Vector3& u) {
  Highest highest(heights(rows, stride, 0, u.data()));
  const auto step = static_cast<std::int32_t>(hn::Lanes(Block()));
  for (std::int32_t i = step; i < count; i += step) {
    highest.take(heights(rows, stride, i, u.data()));
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

/// Returns the highest vertex by the hull's table, if the direction has few candidates, as nearly
/// all have. If two heights are nearly equal, the index bits decide.
HWY_INLINE Top top_of_candidates(const HullBlock& hull, const Vector3& u) {
  constexpr std::int32_t kEach = CandidateBlock::kVertices;
  const CandidateTable& table = *hull.candidates;
  const std::int32_t at = cell_of(table, u.data());
  const std::uint32_t cell = at < 0 ? 0 : table.cells[static_cast<std::size_t>(at)];
  const std::uint32_t blocks = cell & CandidateTable::kMostBlocks;
  if (HWY_UNLIKELY(blocks == 0 || blocks > Highest::kMost / kEach)) return top_of_many(hull, u);
  const std::size_t at_block = cell >> CandidateTable::kCountBits;
  const CandidateBlock* const first = table.blocks.data() + at_block;
  Highest highest(heights(first->coordinates[0], kEach, 0, u.data()));
  const auto step = static_cast<std::int32_t>(hn::Lanes(Block()));
  std::int32_t i = step;
  for (std::uint32_t k = 0; k < blocks; ++k, i = 0) {
    for (; i < kEach; i += step) {
      highest.take(heights(first[k].coordinates[0], kEach, i, u.data()));
    }
  }
  const std::size_t place = highest.place();
  const std::size_t in = place / kEach < blocks ? place / kEach : 0;
  const std::size_t v = place % kEach;
  return {highest.heights(), table.names[at_block + in][v], &first[in].coordinates[0][v], kEach};
}

HWY_INLINE Top top_of(const HullBlock& hull, const Vector3& u) {
  if (hull.candidates != nullptr && !hull.candidates->as_scanned) return top_of_candidates(hull, u);
  if (hull.count > Highest::kMost) return top_of_many(hull, u);
  return top_of_few(hull.points, hull.stride, hull.count, u);
}

/// The farthest point of C along u, in each lane, and the heights that make up the gap.
struct Farthest {
  Vec3<Packed> point;
  IndexPair pair;
  BlockOf heights_a;
  BlockOf heights_b;
};

/// Hulls of few vertices are rotated into the world frame once, a's relative to b's origin; others
/// are queried in their own. Either way gaps and points are sums of the lemmas' products in some
/// order, so the bounds of FilteredPair hold.
class TurnedSupports {
 public:
  static constexpr std::int32_t kMost = Highest::kMost;

  HWY_INLINE explicit TurnedSupports(const PosedPair& posed)  // NOLINT(*-member-init)
      : posed_(posed) {
    const double* const offset = posed.offset();
    turn(posed.a(), a_,
         [&](BlockOf row, int l) HWY_ATTR { return hn::Sub(row, hn::Set(Block(), offset[l])); });
    turn(posed.b(), b_, [](BlockOf row, int) HWY_ATTR { return row; });
  }

  HWY_INLINE Farthest ask(const Vector3& u) const {
    const Top p = top_of_few(a_, kMost, posed_.a().hull->count, u);
    const Top q = top_of_few(b_, kMost, posed_.b().hull->count, {-u[0], -u[1], -u[2]});
    return {difference(p.at, q.at), {p.vertex, q.vertex}, p.heights, q.heights};
  }
  HWY_INLINE Vec3<Packed> point(IndexPair kept) const {
    return difference(a_ + kept.a, b_ + kept.b);
  }

  /// Returns the gap along u, where `far` is the result of ask(u).
  HWY_INLINE double gap(const Vector3&, const Farthest& far) const {
    return -highest_of(far.heights_b) - highest_of(far.heights_a);
  }

 private:
  template <class Move>
  HWY_INLINE static void turn(const PosedBody& body, double* HWY_RESTRICT out, const Move& move) {
    const HullBlock& hull = *body.hull;
    const auto step = static_cast<std::int32_t>(hn::Lanes(Block()));
    for (std::int32_t i = 0; i < hull.count; i += step) {
      for (int l = 0; l < 3; ++l) {
        const BlockOf row = heights(hull.points, hull.stride, i, body.rows + std::ptrdiff_t{3} * l);
        hn::Store(move(row, l), Block(), out + l * kRow + i);
      }
    }
  }
  HWY_INLINE Vec3<Packed> difference(const double* a, const double* b) const {
    const PackedTag lanes;
    return Sub(broadcast(lanes, a[0], a[kRow], a[2 * kRow]),
               broadcast(lanes, b[0], b[kRow], b[2 * kRow]));
  }

  static constexpr std::ptrdiff_t kRow = kMost;

  const PosedPair& posed_;
  alignas(64) double a_[3 * kRow];
  alignas(64) double b_[3 * kRow];
};

class StillSupports {
 public:
  HWY_INLINE explicit StillSupports(const PosedPair& posed) : posed_(posed) {}

  HWY_INLINE Farthest ask(const Vector3& u) const {
    const Top p = top_of(*posed_.a().hull, posed_.a().pulled_back(u));
    const Top q = top_of(*posed_.b().hull, posed_.b().pulled_back({-u[0], -u[1], -u[2]}));
    return {difference(p.at, p.stride, q.at, q.stride), {p.vertex, q.vertex}, p.heights, q.heights};
  }
  HWY_INLINE Vec3<Packed> point(IndexPair kept) const {
    const HullBlock& a = *posed_.a().hull;
    const HullBlock& b = *posed_.b().hull;
    return difference(a.points + kept.a, a.stride, b.points + kept.b, b.stride);
  }
  HWY_INLINE double gap(const Vector3& u, const Farthest& far) const {
    const double* const offset = posed_.offset();
    const double along = (u[0] * offset[0] + u[1] * offset[1]) + u[2] * offset[2];
    return (-highest_of(far.heights_b) - highest_of(far.heights_a)) + along;
  }

 private:
  HWY_INLINE Vec3<Packed> difference(const double* a, std::ptrdiff_t stride_a, const double* b,
                                     std::ptrdiff_t stride_b) const {
    return spread(posed_.difference(a, stride_a, b, stride_b));
  }

  const PosedPair& posed_;
};

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
