// SPDX-License-Identifier: Apache-2.0
//
// The support queries of the walk to the closest points, for files that are compiled once for each
// instruction set. What the walk waits for is which vertex is the highest, so a height carries its
// vertex' place in its last six bits: one maximum finds both, to within 2^-46 of the height, which
// is enough to walk by. What a proof needs is how high it is: the maximum of the heights as they
// are, which nobody waits for.

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
#include <limits>

#include "filter/filtered_pair.hpp"
#include "lanes/candidates-inl.hpp"
#include "lanes/scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
namespace lanes = sunder::detail::HWY_NAMESPACE;

/// The highest of up to 64 places: heights are taken in, in order, a block at a time.
class Highest {
 public:
  static constexpr std::int32_t kMost = 64;

  HWY_INLINE Highest()
      : named_(hn::Set(Block(), -std::numeric_limits<double>::infinity())),
        plain_(named_),
        names_(hn::Iota(Names(), 0)) {}

  HWY_INLINE void take(lanes::BlockOf height) {
    const auto place = hn::Set(Names(), std::uint64_t{kMost - 1});
    const auto bits = hn::Or(hn::AndNot(place, hn::BitCast(Names(), height)), names_);
    named_ = hn::Max(named_, hn::BitCast(Block(), bits));
    plain_ = hn::Max(plain_, height);
    names_ = hn::Add(names_, hn::Set(Names(), std::uint64_t{hn::Lanes(Block())}));
  }

  HWY_INLINE std::size_t place() const {
    const double highest = hn::GetLane(hn::MaxOfLanes(Block(), named_));
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(highest) & (kMost - 1));
  }
  HWY_INLINE double height() const { return hn::GetLane(hn::MaxOfLanes(Block(), plain_)); }

 private:
  using Block = lanes::Block;
  using Names = hn::RebindToUnsigned<Block>;

  lanes::BlockOf named_;
  lanes::BlockOf plain_;
  hn::Vec<Names> names_;
};

/// A vertex that is extreme in some direction.
struct Top {
  double height;
  std::int32_t vertex;
  Vector3 at;
};

/// Of up to 64 vertices. Padding repeats vertex 0.
HWY_INLINE Top top_of_few(const double* HWY_RESTRICT rows, std::int32_t stride, std::int32_t count,
                          const Vector3& u) {
  Highest highest;
  const auto step = static_cast<std::int32_t>(hn::Lanes(lanes::Block()));
  for (std::int32_t i = 0; i < count; i += step) {
    highest.take(lanes::heights<3>(rows, stride, i, u.data(), 3));
  }
  const auto place = static_cast<std::int32_t>(highest.place());
  const std::int32_t v = place < count ? place : 0;
  const std::ptrdiff_t row = stride;
  return {highest.height(), v, {rows[v], rows[row + v], rows[2 * row + v]}};
}

HWY_INLINE Top top_of_many(const HullBlock& hull, const Vector3& u) {
  const Extreme found = lanes::scan<3>(hull.points, hull.stride, hull.count, u.data(), 3);
  const std::int32_t v = found.vertex;
  return {found.value, v, {hull.coordinate(v, 0), hull.coordinate(v, 1), hull.coordinate(v, 2)}};
}

/// By the hull's table, where the direction has few candidates, as nearly all have.
HWY_INLINE Top top_of_candidates(const HullBlock& hull, const Vector3& u) {
  constexpr std::int32_t kEach = CandidateBlock::kVertices;
  const std::int32_t at = cell_of(hull.candidates, u.data());
  const std::uint32_t cell = at < 0 ? 0 : hull.candidates.cells[static_cast<std::size_t>(at)];
  const std::uint32_t blocks = cell & CandidateTable::kMostBlocks;
  if (HWY_UNLIKELY(blocks == 0 || blocks > Highest::kMost / kEach)) return top_of_many(hull, u);
  const CandidateBlock* const first =
      hull.candidates.blocks.data() + (cell >> CandidateTable::kCountBits);
  Highest highest;
  const auto step = static_cast<std::int32_t>(hn::Lanes(lanes::Block()));
  for (std::uint32_t k = 0; k < blocks; ++k) {
    for (std::int32_t i = 0; i < kEach; i += step) {
      highest.take(lanes::heights<3>(first[k].coordinates[0], kEach, i, u.data(), 3));
    }
  }
  const std::size_t place = highest.place();
  const CandidateBlock& block = first[place / kEach < blocks ? place / kEach : 0];
  const std::size_t i = place % kEach;
  return {highest.height(),
          block.vertices[i],
          {block.coordinates[0][i], block.coordinates[1][i], block.coordinates[2][i]}};
}

HWY_INLINE Top top_of(const HullBlock& hull, const Vector3& u) {
  if (!hull.candidates.empty()) return top_of_candidates(hull, u);
  if (hull.count > Highest::kMost) return top_of_many(hull, u);
  return top_of_few(hull.points, hull.stride, hull.count, u);
}

/// The farthest point of C along u, and the gap.
struct Farthest {
  double gap;
  IndexPair pair;
  Vector3 point;
};

/// Hulls of up to kTurned vertices are turned into the world frame once. Either way a height is a
/// sum of products u_l R_lk a_k in some order, so the bounds of FilteredPair hold.
class NearestSupports {
 public:
  HWY_INLINE explicit NearestSupports(const FilteredPair<3>& filtered)  // NOLINT(*-member-init)
      : filtered_(filtered),
        turned_(filtered.pair().a.hull->count <= kTurned &&
                filtered.pair().b.hull->count <= kTurned) {
    if (turned_) {
      turn(filtered.pair().a, a_);
      turn(filtered.pair().b, b_);
    }
  }

  HWY_INLINE Farthest ask(const Vector3& u) const {
    const Body<3>& a = filtered_.pair().a;
    const Body<3>& b = filtered_.pair().b;
    const Vector3& offset = filtered_.offset();
    const double along = u[0] * offset[0] + u[1] * offset[1] + u[2] * offset[2];
    if (turned_) {
      const Top p = top_of_few(a_, kTurned, a.hull->count, u);
      const Top q = top_of_few(b_, kTurned, b.hull->count, {-u[0], -u[1], -u[2]});
      return {(-q.height - p.height) + along, {p.vertex, q.vertex}, difference(p.at, q.at)};
    }
    const Top p = top_of(*a.hull, pull_back(a, u.data(), 1.0));
    const Top q = top_of(*b.hull, pull_back(b, u.data(), -1.0));
    return {(-q.height - p.height) + along,
            {p.vertex, q.vertex},
            difference(turned(a, p.at), turned(b, q.at))};
  }

  HWY_INLINE Vector3 point(IndexPair kept) const {
    Vector3 c;
    filtered_.difference(kept, c.data());
    return c;
  }

 private:
  static constexpr std::int32_t kTurned = 64;

  HWY_INLINE static void turn(const Body<3>& body, double* out) {
    lanes::transform<3>(body.hull->points, body.hull->stride, body.hull->count,
                        body.pose->linear_data(), out, kTurned);
  }
  HWY_INLINE static Vector3 turned(const Body<3>& body, const Vector3& x) {
    const double* const r = body.pose->linear_data();
    return {r[0] * x[0] + r[1] * x[1] + r[2] * x[2], r[3] * x[0] + r[4] * x[1] + r[5] * x[2],
            r[6] * x[0] + r[7] * x[1] + r[8] * x[2]};
  }
  HWY_INLINE Vector3 difference(const Vector3& p, const Vector3& q) const {
    const Vector3& offset = filtered_.offset();
    return {(p[0] - q[0]) - offset[0], (p[1] - q[1]) - offset[1], (p[2] - q[2]) - offset[2]};
  }

  const FilteredPair<3>& filtered_;
  bool turned_;
  alignas(64) double a_[3 * kTurned];
  alignas(64) double b_[3 * kTurned];
};

}  // namespace sunder::detail::gjk::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
