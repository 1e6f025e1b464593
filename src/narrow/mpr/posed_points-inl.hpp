// SPDX-License-Identifier: Apache-2.0
//
// The vertices of two hulls of few vertices, turned into the world's frame once and in floats,
// which are twice as many in a register: their difference C and its support points. A height's last
// bits name its vertex. Bounds are those of filter/float_reach.hpp. For files that are compiled
// once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#undef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#else
#define SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/mpr/quick_verdict.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
// Eight at most: between few vertices it is the steps that wait for each other which cost, and of
// longer vectors the largest lane is found later.
using Lanes = hn::CappedTag<float, 8>;
using LanesOf = hn::Vec<Lanes>;

/// A vector of space, the same in every lane: so no step of a search moves anything between lanes.
struct SpaceLanes {
  LanesOf x, y, z;
};

/// A vector of space in floats.
using Float3 = std::array<float, 3>;

HWY_INLINE Float3 to_floats(const Vector3& v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
HWY_INLINE SpaceLanes broadcast(const Float3& v) {
  const Lanes lanes;
  return {hn::Set(lanes, v[0]), hn::Set(lanes, v[1]), hn::Set(lanes, v[2])};
}
HWY_INLINE LanesOf dot(const SpaceLanes& p, const SpaceLanes& q) {
  return hn::MulAdd(p.z, q.z, hn::MulAdd(p.y, q.y, hn::Mul(p.x, q.x)));
}
HWY_INLINE SpaceLanes minus(const SpaceLanes& p, const SpaceLanes& q) {
  return {hn::Sub(p.x, q.x), hn::Sub(p.y, q.y), hn::Sub(p.z, q.z)};
}
HWY_INLINE SpaceLanes plus(const SpaceLanes& p, const SpaceLanes& q) {
  return {hn::Add(p.x, q.x), hn::Add(p.y, q.y), hn::Add(p.z, q.z)};
}
HWY_INLINE SpaceLanes scaled(LanesOf factor, const SpaceLanes& v) {
  return {hn::Mul(factor, v.x), hn::Mul(factor, v.y), hn::Mul(factor, v.z)};
}
HWY_INLINE SpaceLanes cross(const SpaceLanes& p, const SpaceLanes& q) {
  return {hn::MulSub(p.y, q.z, hn::Mul(p.z, q.y)), hn::MulSub(p.z, q.x, hn::Mul(p.x, q.z)),
          hn::MulSub(p.x, q.y, hn::Mul(p.y, q.x))};
}
HWY_INLINE SpaceLanes negated(const SpaceLanes& v) {
  return {hn::Neg(v.x), hn::Neg(v.y), hn::Neg(v.z)};
}
HWY_INLINE Float3 first_lane(const SpaceLanes& v) {
  return {hn::GetLane(v.x), hn::GetLane(v.y), hn::GetLane(v.z)};
}
HWY_INLINE float size_of(const SpaceLanes& v) {
  return hn::GetLane(hn::Add(hn::Add(hn::Abs(v.x), hn::Abs(v.y)), hn::Abs(v.z)));
}

/// Where a vertex of C comes from: lanes of the tables of a's and of b's vertices.
struct VertexName {
  std::size_t a;
  std::size_t b;
  friend bool operator==(const VertexName&, const VertexName&) = default;
};

/// Directions to be asked for together.
using FourDirections = std::array<SpaceLanes, 4>;

#if HWY_TARGET != HWY_SCALAR
/// Of four lanes, or of twice four, the larger ones.
template <class FoursOf>
HWY_INLINE void store_largest_four(FoursOf v, float* HWY_RESTRICT largest) {
  using Fours = hn::DFromV<FoursOf>;
  if constexpr (hn::MaxLanes(Fours()) > 4) {
    const hn::Half<Fours> half;
    hn::StoreU(hn::Max(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), half, largest);
  } else {
    hn::StoreU(v, Fours(), largest);
  }
}
#endif

/// The largest lane of each of four.
HWY_INLINE void store_largest(const std::array<LanesOf, 4>& v, float* HWY_RESTRICT largest) {
  const Lanes lanes;
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t k = 0; k < 4; ++k) largest[k] = hn::GetLane(hn::MaxOfLanes(lanes, v[k]));
#else
  const hn::Repartition<double, Lanes> twos;
  const auto of_two = [&](LanesOf p, LanesOf q) HWY_ATTR {
    return hn::Max(hn::InterleaveLower(lanes, p, q), hn::InterleaveUpper(lanes, p, q));
  };
  const auto first = hn::BitCast(twos, of_two(v[0], v[1]));
  const auto second = hn::BitCast(twos, of_two(v[2], v[3]));
  // In every four lanes the largest of each v, of the lanes there.
  const auto of_all = hn::Max(hn::BitCast(lanes, hn::InterleaveLower(twos, first, second)),
                              hn::BitCast(lanes, hn::InterleaveUpper(twos, first, second)));
  store_largest_four(of_all, largest);
#endif
}

class PosedPoints {
 public:
  /// `offset`: t_B - t_A.
  HWY_INLINE PosedPoints(const Pair<3>& pair, const Vector3& offset)
      : pair_(pair), name_bits_(bits_of(pair)) {
    turn<false>(pair.a, to_floats({-offset[0], -offset[1], -offset[2]}), a_);
    turn<true>(pair.b, {0, 0, 0}, b_);
  }

  /// 2^n for names of n bits.
  HWY_INLINE double names() const { return static_cast<double>(name_bits_) + 1; }

  /// The vertex of C farthest along u, but for the last bits, and how far.
  HWY_INLINE VertexName probe(const SpaceLanes& u, float& height) const {
    const float a = highest(a_, pair_.a.hull->count, u);
    const float b = highest(b_, pair_.b.hull->count, u);
    height = a + b;
    return {lane_of(a), lane_of(b)};
  }

  /// The same for four directions.
  HWY_INLINE void probe_four(const FourDirections& u, float* HWY_RESTRICT heights,
                             VertexName* HWY_RESTRICT found) const {
    alignas(16) float a[4];
    alignas(16) float b[4];
    store_largest(highest_of_four(a_, pair_.a.hull->count, u), a);
    store_largest(highest_of_four(b_, pair_.b.hull->count, u), b);
    for (std::size_t k = 0; k < 4; ++k) {
      heights[k] = a[k] + b[k];
      found[k] = {lane_of(a[k]), lane_of(b[k])};
    }
  }

  HWY_INLINE SpaceLanes operator[](VertexName name) const {
    const Lanes lanes;
    const auto sum = [&](std::size_t row) HWY_ATTR {
      return hn::Add(hn::Set(lanes, a_[row + name.a]), hn::Set(lanes, b_[row + name.b]));
    };
    return {sum(0), sum(kRow), sum(2 * kRow)};
  }

  /// Kept indices. Padding repeats vertex 0.
  HWY_INLINE IndexPair kept(VertexName found) const {
    const auto a = static_cast<std::int32_t>(found.a);
    const auto b = static_cast<std::int32_t>(found.b);
    return {a < pair_.a.hull->count ? a : 0, b < pair_.b.hull->count ? b : 0};
  }

 private:
  static constexpr std::size_t kRow = kQuickVertices;

  /// Rows are padded to sixteen, and are read by so many, or by one vector where that is enough.
  HWY_INLINE static std::size_t lanes_read(std::int32_t count) {
    const std::size_t lanes = hn::Lanes(Lanes());
    const auto all = static_cast<std::size_t>(count);
    return all <= lanes ? lanes : (all + 15) & ~std::size_t{15};
  }
  HWY_INLINE static std::uint32_t bits_of(const Pair<3>& pair) {
    const std::size_t most =
        std::max(lanes_read(pair.a.hull->count), lanes_read(pair.b.hull->count));
    return static_cast<std::uint32_t>(std::bit_ceil(most) - 1);
  }

  /// The entries of R as floats.
  HWY_INLINE static void round_linear(const double* HWY_RESTRICT r, float* HWY_RESTRICT out) {
    const hn::CappedTag<double, 4> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    for (std::size_t k = 0; k < 8; k += hn::Lanes(wide)) {
      hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(wide, r + k)), narrow, out + k);
    }
    out[8] = static_cast<float>(r[8]);
  }

  /// offset + R x, or minus that, for all vertices, and as much of their padding as is read.
  template <bool kMinus>
  HWY_INLINE static void turn(const Body<3>& body, const Float3& offset, float* HWY_RESTRICT out) {
    const Lanes lanes;
    const HullBlock& hull = *body.hull;
    const auto stride = static_cast<std::size_t>(hull.stride);
    const std::size_t read = lanes_read(hull.count);
    float r[9];
    round_linear(body.pose->linear_data(), r);
    const SpaceLanes row0 = broadcast({r[0], r[1], r[2]});
    const SpaceLanes row1 = broadcast({r[3], r[4], r[5]});
    const SpaceLanes row2 = broadcast({r[6], r[7], r[8]});
    const SpaceLanes t = broadcast(offset);
    const auto moved = [](const SpaceLanes& row, const SpaceLanes& x, LanesOf sum) HWY_ATTR {
      if constexpr (kMinus) {
        return hn::NegMulAdd(row.z, x.z, hn::NegMulAdd(row.y, x.y, hn::NegMulAdd(row.x, x.x, sum)));
      } else {
        return hn::MulAdd(row.z, x.z, hn::MulAdd(row.y, x.y, hn::MulAdd(row.x, x.x, sum)));
      }
    };
    for (std::size_t i = 0; i < read; i += hn::Lanes(lanes)) {
      const SpaceLanes vertex{hn::Load(lanes, hull.points_float + i),
                              hn::Load(lanes, hull.points_float + stride + i),
                              hn::Load(lanes, hull.points_float + 2 * stride + i)};
      hn::Store(moved(row0, vertex, t.x), lanes, out + i);
      hn::Store(moved(row1, vertex, t.y), lanes, out + kRow + i);
      hn::Store(moved(row2, vertex, t.z), lanes, out + 2 * kRow + i);
    }
  }

  using Bits = hn::RebindToUnsigned<Lanes>;
  using BitsOf = hn::Vec<Bits>;

  HWY_INLINE static LanesOf named(LanesOf height, BitsOf other_bits, BitsOf names) {
    return hn::BitCast(Lanes(), hn::OrAnd(names, other_bits, hn::BitCast(Bits(), height)));
  }
  HWY_INLINE static SpaceLanes vertices_at(const float* HWY_RESTRICT rows, std::size_t i) {
    const Lanes lanes;
    return {hn::Load(lanes, rows + i), hn::Load(lanes, rows + kRow + i),
            hn::Load(lanes, rows + 2 * kRow + i)};
  }

  /// The height of the highest vertex, with its lane in the last bits.
  HWY_INLINE float highest(const float* HWY_RESTRICT rows, std::int32_t count,
                           const SpaceLanes& u) const {
    const Lanes lanes;
    const Bits bits;
    const std::size_t step = hn::Lanes(lanes);
    const auto other_bits = hn::Set(bits, ~name_bits_);
    const auto next = hn::Set(bits, static_cast<std::uint32_t>(step));
    auto names = hn::Iota(bits, 0);
    const auto named_height = [&](std::size_t i) HWY_ATTR {
      const auto height = named(dot(u, vertices_at(rows, i)), other_bits, names);
      names = hn::Add(names, next);
      return height;
    };
    auto best = named_height(0);
    const auto all = static_cast<std::size_t>(count);
    if (all > step) {
      best = hn::Max(best, named_height(step));
      for (std::size_t i = 2 * step; i < all; i += 2 * step) {
        const auto first = named_height(i);
        best = hn::Max(best, hn::Max(first, named_height(i + step)));
      }
    }
    return hn::GetLane(hn::MaxOfLanes(lanes, best));
  }

  /// The same along four directions, of the vertices in each lane.
  HWY_INLINE std::array<LanesOf, 4> highest_of_four(const float* HWY_RESTRICT rows,
                                                    std::int32_t count,
                                                    const FourDirections& u) const {
    const Lanes lanes;
    const Bits bits;
    const std::size_t step = hn::Lanes(lanes);
    const auto other_bits = hn::Set(bits, ~name_bits_);
    const auto next = hn::Set(bits, static_cast<std::uint32_t>(step));
    auto names = hn::Iota(bits, 0);
    const SpaceLanes first = vertices_at(rows, 0);
    auto best0 = named(dot(u[0], first), other_bits, names);
    auto best1 = named(dot(u[1], first), other_bits, names);
    auto best2 = named(dot(u[2], first), other_bits, names);
    auto best3 = named(dot(u[3], first), other_bits, names);
    for (std::size_t i = step; i < static_cast<std::size_t>(count); i += step) {
      const SpaceLanes some = vertices_at(rows, i);
      names = hn::Add(names, next);
      best0 = hn::Max(best0, named(dot(u[0], some), other_bits, names));
      best1 = hn::Max(best1, named(dot(u[1], some), other_bits, names));
      best2 = hn::Max(best2, named(dot(u[2], some), other_bits, names));
      best3 = hn::Max(best3, named(dot(u[3], some), other_bits, names));
    }
    return {best0, best1, best2, best3};
  }

  HWY_INLINE std::size_t lane_of(float named) const {
    return static_cast<std::size_t>(std::bit_cast<std::uint32_t>(named) & name_bits_);
  }

  const Pair<3>& pair_;
  std::uint32_t name_bits_;
  // R_A a - (t_B - t_A) and -R_B b: a vertex of C is a sum, and so is its height.
  alignas(64) float a_[3 * kRow];
  alignas(64) float b_[3 * kRow];
};

}  // namespace sunder::detail::mpr::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
