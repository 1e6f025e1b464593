// SPDX-License-Identifier: Apache-2.0
//
// Answers the support queries of the walk to the closest points of one pair, for files that are compiled
// once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#undef SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#else
#define SUNDER_NARROW_GJK_NEAREST_SUPPORTS_INL_HPP
#endif

#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/gjk/posed_pair-inl.hpp"
#include "narrow/gjk/top-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::gjk::HWY_NAMESPACE {
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
    const Top q = top_of_few(b_, kMost, posed_.b().hull->count, Vector3{-u[0], -u[1], -u[2]});
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
    const std::int32_t end =
        (hull.count + 2 * step - 1) & -(2 * step);  // pairs of blocks, as scans read
    for (std::int32_t i = 0; i < end; i += step) {
      for (int l = 0; l < 3; ++l) {
        const BlockOf row =
            heights(hull.points, hull.stride, i, {body.rows + std::ptrdiff_t{3} * l, 1});
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
