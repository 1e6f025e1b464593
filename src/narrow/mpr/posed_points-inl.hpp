// SPDX-License-Identifier: Apache-2.0
//
// The vertices of two hulls of few vertices, turned into the world's frame once: their difference
// C, its support points, and bounds on what all of that loses. For files that are compiled once for
// each instruction set.
//
// Bounds are those of filter/reach.hpp. The vertex in a height's last 7 bits adds 2^-45 of the
// height, that of a and that of b: together |u|_1 2^-45 reach.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#undef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#else
#define SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/mpr/quick_verdict.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
// Four at most: between few vertices it is the steps that wait for each other which cost, and of
// longer vectors the largest lane is found later.
using Lanes = hn::CappedTag<double, 4>;
using LanesOf = hn::Vec<Lanes>;

/// A vector of space, the same in every lane: so no step of a search moves anything between lanes.
struct SpaceLanes {
  LanesOf x, y, z;
};

HWY_INLINE SpaceLanes broadcast(const Vector3& v) {
  const Lanes lanes;
  return {hn::Set(lanes, v[0]), hn::Set(lanes, v[1]), hn::Set(lanes, v[2])};
}
HWY_INLINE LanesOf dot(const SpaceLanes& p, const SpaceLanes& q) {
  return hn::MulAdd(p.z, q.z, hn::MulAdd(p.y, q.y, hn::Mul(p.x, q.x)));
}
HWY_INLINE SpaceLanes minus(const SpaceLanes& p, const SpaceLanes& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}
HWY_INLINE SpaceLanes cross(const SpaceLanes& p, const SpaceLanes& q) {
  return {hn::MulSub(p.y, q.z, hn::Mul(p.z, q.y)), hn::MulSub(p.z, q.x, hn::Mul(p.x, q.z)),
          hn::MulSub(p.x, q.y, hn::Mul(p.y, q.x))};
}
HWY_INLINE SpaceLanes negated(const SpaceLanes& v) {
  return {hn::Neg(v.x), hn::Neg(v.y), hn::Neg(v.z)};
}
HWY_INLINE Vector3 first_lane(const SpaceLanes& v) {
  return {hn::GetLane(v.x), hn::GetLane(v.y), hn::GetLane(v.z)};
}
HWY_INLINE double size_of(const SpaceLanes& v) {
  return hn::GetLane(hn::Add(hn::Add(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z)));
}

/// Where a vertex of C comes from: lanes of the tables of a's and of b's vertices.
struct VertexName {
  std::size_t a;
  std::size_t b;
  friend bool operator==(const VertexName&, const VertexName&) = default;
};

/// Directions to be asked for together.
struct FourDirections {
  alignas(32) double x[4];
  alignas(32) double y[4];
  alignas(32) double z[4];

  HWY_INLINE Vector3 operator[](std::size_t k) const { return {x[k], y[k], z[k]}; }
};

class PosedPoints {
 public:
  /// `offset`: t_B - t_A.
  HWY_INLINE PosedPoints(const Pair<3>& pair, const Vector3& offset) : pair_(pair) {
    turn<false>(pair.a, {-offset[0], -offset[1], -offset[2]}, a_);
    turn<true>(pair.b, {0, 0, 0}, b_);
  }

  /// The vertex of C farthest along u, but for the last bits, and how far.
  HWY_INLINE VertexName probe(const SpaceLanes& u, double& height) const {
    const double a = highest(a_, pair_.a.hull->count, u);
    const double b = highest(b_, pair_.b.hull->count, u);
    height = a + b;
    return {lane_of(a), lane_of(b)};
  }

  /// The same for four directions: they are in the lanes, and the vertices come one by one, so that
  /// nothing has to be found among the lanes.
  HWY_INLINE void probe_four(const FourDirections& u, double* HWY_RESTRICT heights,
                             VertexName* HWY_RESTRICT found) const {
    const Lanes lanes;
    alignas(32) double named_a[4];
    alignas(32) double named_b[4];
    for (std::size_t k = 0; k < 4; k += hn::Lanes(lanes)) {
      const SpaceLanes some{hn::Load(lanes, u.x + k), hn::Load(lanes, u.y + k),
                            hn::Load(lanes, u.z + k)};
      const auto a = highest_along_each(a_, pair_.a.hull->count, some);
      const auto b = highest_along_each(b_, pair_.b.hull->count, some);
      hn::Store(a, lanes, named_a + k);
      hn::Store(b, lanes, named_b + k);
      hn::Store(hn::Add(a, b), lanes, heights + k);
    }
    for (std::size_t k = 0; k < 4; ++k) found[k] = {lane_of(named_a[k]), lane_of(named_b[k])};
  }

  HWY_INLINE SpaceLanes operator[](VertexName name) const {
    const Lanes lanes;
    return {hn::Set(lanes, a_[name.a] + b_[name.b]),
            hn::Set(lanes, a_[kRow + name.a] + b_[kRow + name.b]),
            hn::Set(lanes, a_[2 * kRow + name.a] + b_[2 * kRow + name.b])};
  }

  /// Kept indices. Padding repeats vertex 0.
  HWY_INLINE IndexPair kept(VertexName found) const {
    const auto a = static_cast<std::int32_t>(found.a);
    const auto b = static_cast<std::int32_t>(found.b);
    return {a < pair_.a.hull->count ? a : 0, b < pair_.b.hull->count ? b : 0};
  }

 private:
  static constexpr std::size_t kRow = kQuickVertices;
  static constexpr std::uint64_t kNameBits = kQuickVertices - 1;

  /// offset + R x, or minus that, for all vertices, and as much of their padding as is read below.
  template <bool kMinus>
  HWY_INLINE static void turn(const Body<3>& body, const Vector3& offset,
                              double* HWY_RESTRICT out) {
    const Lanes lanes;
    const HullBlock& hull = *body.hull;
    const double* const r = body.pose->linear_data();
    const auto stride = static_cast<std::size_t>(hull.stride);
    const auto read = (static_cast<std::size_t>(hull.count) + 7) & ~std::size_t{7};
    const SpaceLanes row0{hn::Set(lanes, r[0]), hn::Set(lanes, r[1]), hn::Set(lanes, r[2])};
    const SpaceLanes row1{hn::Set(lanes, r[3]), hn::Set(lanes, r[4]), hn::Set(lanes, r[5])};
    const SpaceLanes row2{hn::Set(lanes, r[6]), hn::Set(lanes, r[7]), hn::Set(lanes, r[8])};
    const SpaceLanes t = broadcast(offset);
    const auto moved = [](const SpaceLanes& row, const SpaceLanes& x, LanesOf sum) HWY_ATTR {
      if constexpr (kMinus) {
        return hn::NegMulAdd(row.z, x.z, hn::NegMulAdd(row.y, x.y, hn::NegMulAdd(row.x, x.x, sum)));
      } else {
        return hn::MulAdd(row.z, x.z, hn::MulAdd(row.y, x.y, hn::MulAdd(row.x, x.x, sum)));
      }
    };
    for (std::size_t i = 0; i < read; i += hn::Lanes(lanes)) {
      const SpaceLanes vertex{hn::Load(lanes, hull.points + i),
                              hn::Load(lanes, hull.points + stride + i),
                              hn::Load(lanes, hull.points + 2 * stride + i)};
      hn::Store(moved(row0, vertex, t.x), lanes, out + i);
      hn::Store(moved(row1, vertex, t.y), lanes, out + kRow + i);
      hn::Store(moved(row2, vertex, t.z), lanes, out + 2 * kRow + i);
    }
  }

  template <class Names>
  HWY_INLINE static LanesOf named(LanesOf height, Names names) {
    const hn::RebindToUnsigned<Lanes> bits;
    const auto name_bits = hn::Set(bits, kNameBits);
    return hn::BitCast(Lanes(), hn::Or(hn::AndNot(name_bits, hn::BitCast(bits, height)), names));
  }

  /// The height of the highest vertex, with its lane in the last bits.
  HWY_INLINE static double highest(const double* HWY_RESTRICT rows, std::int32_t count,
                                   const SpaceLanes& u) {
    const Lanes lanes;
    const hn::RebindToUnsigned<Lanes> bits;
    const std::size_t step = hn::Lanes(lanes);
    const auto next = hn::Set(bits, static_cast<std::uint64_t>(step));
    auto names = hn::Iota(bits, 0);
    const auto named_height = [&](std::size_t i) HWY_ATTR {
      const SpaceLanes vertices{hn::Load(lanes, rows + i), hn::Load(lanes, rows + kRow + i),
                                hn::Load(lanes, rows + 2 * kRow + i)};
      const auto height = named(dot(u, vertices), names);
      names = hn::Add(names, next);
      return height;
    };
    // Two at a time: rows are padded to sixteen.
    auto best = named_height(0);
    best = hn::Max(best, named_height(step));
    for (auto i = 2 * step; i < static_cast<std::size_t>(count); i += 2 * step) {
      const auto first = named_height(i);
      best = hn::Max(best, hn::Max(first, named_height(i + step)));
    }
    return hn::GetLane(hn::MaxOfLanes(lanes, best));
  }

  /// The same along the direction of each lane.
  HWY_INLINE static LanesOf highest_along_each(const double* HWY_RESTRICT rows, std::int32_t count,
                                               const SpaceLanes& u) {
    const Lanes lanes;
    const hn::RebindToUnsigned<Lanes> bits;
    const auto one = hn::Set(bits, std::uint64_t{1});
    auto name = hn::Zero(bits);
    const auto named_height = [&](std::size_t i) HWY_ATTR {
      const SpaceLanes vertex{hn::Set(lanes, rows[i]), hn::Set(lanes, rows[kRow + i]),
                              hn::Set(lanes, rows[2 * kRow + i])};
      const auto height = named(dot(u, vertex), name);
      name = hn::Add(name, one);
      return height;
    };
    auto best = named_height(0);
    auto other = named_height(1);
    // Two at a time: as above.
    for (std::size_t i = 2; i < static_cast<std::size_t>(count); i += 2) {
      best = hn::Max(best, named_height(i));
      other = hn::Max(other, named_height(i + 1));
    }
    return hn::Max(best, other);
  }

  HWY_INLINE static std::size_t lane_of(double named) {
    return static_cast<std::size_t>(std::bit_cast<std::uint64_t>(named) & kNameBits);
  }

  const Pair<3>& pair_;
  // R_A a - (t_B - t_A) and -R_B b: a vertex of C is a sum, and so is its height.
  alignas(64) double a_[3 * kRow];
  alignas(64) double b_[3 * kRow];
};

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
