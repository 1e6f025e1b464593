// SPDX-License-Identifier: Apache-2.0
//
// Rotates the vertices of two hulls of few vertices into the world's frame once, in floats, of
// which a register holds twice as many. It computes their difference C and its support points. A
// height's last bits hold its vertex. Bounds are those of filter/float_reach.hpp. It is for files
// that are compiled once for each instruction set.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#undef SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#else
#define SUNDER_NARROW_MPR_POSED_POINTS_INL_HPP
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "narrow/mpr/quick_verdict.hpp"
#include "narrow/mpr/ring_lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::mpr::HWY_NAMESPACE {

/// A vertex of C: the index of a's vertex in its low sixteen bits, and of b's above.
using VertexName = std::uint32_t;

/// The results of a ring's directions: the four about the centre, then the centre.
struct RingFound {
  float heights[5];
  VertexName names[5];
};

/// Scans eight floats at a time, as many as rows are padded to at least. Sixteen would halve the
/// operations of a scan, but each step waits for a maximum of more lanes, and 512-bit operations close
/// a port to all others.
class PosedPoints {
 public:
  using Lanes = hn::CappedTag<float, 8>;

  /// `offset` is t_B - t_A.
  HWY_INLINE PosedPoints(const Pair<3>& pair, const Vector3& offset)
      : pair_(pair),
        name_bits_(static_cast<std::uint32_t>(
            std::bit_ceil(lanes_read(std::max(pair.a.hull->count, pair.b.hull->count))) - 1)) {
    turn<false>(pair.a, to_floats({-offset[0], -offset[1], -offset[2]}), a_);
    turn<true>(pair.b, {0, 0, 0}, b_);
  }

  /// Returns 2^n for names of n bits.
  HWY_INLINE double names() const { return static_cast<double>(name_bits_) + 1; }

  /// Returns the vertex of C farthest along u, up to the last bits, and its height.
  HWY_INLINE VertexName probe(const Space& u, float& height) const {
    const Wide along = broadcast(Lanes(), first(u).data());
    const float a = highest(a_, pair_.a.hull->count, along);
    const float b = highest(b_, pair_.b.hull->count, along);
    height = a + b;
    return name_of(a, b);
  }

  /// Implements probe() for a ring. Heights about its centre are sums, whose errors have no bound.
  HWY_INLINE void probe_ring(const Ring& ring, RingFound& found) const {
    const Lanes lanes;
    const WideRing wide{broadcast(lanes, ring.centre.data()), broadcast(lanes, ring.first.data()),
                        broadcast(lanes, ring.second.data())};
    float a[5];
    float b[5];
    highest_of_ring(a_, pair_.a.hull->count, wide, a);
    highest_of_ring(b_, pair_.b.hull->count, wide, b);
    for (std::size_t k = 0; k < 5; ++k) {
      found.heights[k] = a[k] + b[k];
      found.names[k] = name_of(a[k], b[k]);
    }
  }

  /// Returns a vertex in all lanes.
  HWY_INLINE Space operator[](VertexName name) const {
    const float* const a = a_ + (name & 0xffff);
    const float* const b = b_ + (name >> 16);
    const Fours lanes;
    return Add(broadcast(lanes, a[0], a[kRow], a[2 * kRow]),
               broadcast(lanes, b[0], b[kRow], b[2 * kRow]));
  }
  /// Returns four vertices.
  HWY_INLINE Space operator()(const VertexName* names) const {
    const auto row = [&](std::size_t k) HWY_ATTR {
      const float* const a = a_ + k * kRow;
      const float* const b = b_ + k * kRow;
      return Add(four(a + (names[0] & 0xffff), a + (names[1] & 0xffff), a + (names[2] & 0xffff),
                      a + (names[3] & 0xffff)),
                 four(b + (names[0] >> 16), b + (names[1] >> 16), b + (names[2] >> 16),
                      b + (names[3] >> 16)));
    };
    return {row(0), row(1), row(2)};
  }

  /// Returns kept indices. Padding repeats vertex 0.
  HWY_INLINE IndexPair kept(VertexName name) const {
    const auto a = static_cast<std::int32_t>(name & 0xffff);
    const auto b = static_cast<std::int32_t>(name >> 16);
    return {a < pair_.a.hull->count ? a : 0, b < pair_.b.hull->count ? b : 0};
  }

 private:
  static constexpr std::size_t kRow = kQuickVertices;
  using Vec = hn::Vec<Lanes>;
  using Bits = hn::RebindToUnsigned<Lanes>;
  using BitsVec = hn::Vec<Bits>;
  using Wide = Vec3<Vec>;
  struct WideRing {
    Wide centre, first, second;
  };

  HWY_INLINE static std::size_t lanes_read(std::int32_t count) {
    const std::size_t lanes = hn::Lanes(Lanes());
    return (static_cast<std::size_t>(count) + lanes - 1) & ~(lanes - 1);
  }

  /// Rounds the entries of R to floats.
  HWY_INLINE static void round_linear(const double* HWY_RESTRICT r, float* HWY_RESTRICT out) {
    const hn::CappedTag<double, 4> wide;
    const hn::Rebind<float, decltype(wide)> narrow;
    for (std::size_t k = 0; k < 8; k += hn::Lanes(wide)) {
      hn::StoreU(hn::DemoteTo(narrow, hn::LoadU(wide, r + k)), narrow, out + k);
    }
    out[8] = static_cast<float>(r[8]);
  }

  /// Computes offset + R x, or minus that, for all vertices and the part of their padding that is
  /// read.
  template <bool kMinus>
  HWY_INLINE static void turn(const Body<3>& body, const Float3& offset, float* HWY_RESTRICT out) {
    const Lanes lanes;
    const HullBlock& hull = *body.hull;
    const auto stride = static_cast<std::size_t>(hull.stride);
    float r[9];
    round_linear(linear_data(*body.pose), r);
    const Wide row0 = broadcast(lanes, r);
    const Wide row1 = broadcast(lanes, r + 3);
    const Wide row2 = broadcast(lanes, r + 6);
    const Wide t = broadcast(lanes, offset.data());
    const auto moved = [](const Wide& row, const Wide& x, Vec sum) HWY_ATTR {
      if constexpr (kMinus) {
        return hn::NegMulAdd(row.z, x.z, hn::NegMulAdd(row.y, x.y, hn::NegMulAdd(row.x, x.x, sum)));
      } else {
        return hn::MulAdd(row.z, x.z, hn::MulAdd(row.y, x.y, hn::MulAdd(row.x, x.x, sum)));
      }
    };
    const float* const points = hull.points_float;
    for (std::size_t i = 0; i < static_cast<std::size_t>(hull.count); i += hn::Lanes(lanes)) {
      const Wide vertex{hn::Load(lanes, points + i), hn::Load(lanes, points + stride + i),
                        hn::Load(lanes, points + 2 * stride + i)};
      hn::Store(moved(row0, vertex, t.x), lanes, out + i);
      hn::Store(moved(row1, vertex, t.y), lanes, out + kRow + i);
      hn::Store(moved(row2, vertex, t.z), lanes, out + 2 * kRow + i);
    }
  }

  HWY_INLINE static Vec named(Vec height, BitsVec other_bits, BitsVec names) {
    return hn::BitCast(Lanes(), hn::OrAnd(names, other_bits, hn::BitCast(Bits(), height)));
  }
  HWY_INLINE static Wide vertices_at(const float* HWY_RESTRICT rows, std::size_t i) {
    const Lanes lanes;
    return {hn::Load(lanes, rows + i), hn::Load(lanes, rows + kRow + i),
            hn::Load(lanes, rows + 2 * kRow + i)};
  }

  /// Returns the height of the highest vertex, with its lane in the last bits.
  HWY_INLINE float highest(const float* HWY_RESTRICT rows, std::int32_t count,
                           const Wide& u) const {
    const Lanes lanes;
    const Bits bits;
    const std::size_t step = hn::Lanes(lanes);
    const auto other_bits = hn::Set(bits, ~name_bits_);
    const auto next = hn::Set(bits, static_cast<std::uint32_t>(step));
    auto names = hn::Iota(bits, 0);
    auto best = named(dot(u, vertices_at(rows, 0)), other_bits, names);
    for (std::size_t i = step; i < static_cast<std::size_t>(count); i += step) {
      names = hn::Add(names, next);
      best = hn::Max(best, named(dot(u, vertices_at(rows, i)), other_bits, names));
    }
    return hn::GetLane(hn::MaxOfLanes(lanes, best));
  }

  /// Implements highest() for a ring, its centre last.
  HWY_INLINE void highest_of_ring(const float* HWY_RESTRICT rows, std::int32_t count,
                                  const WideRing& ring, float* HWY_RESTRICT highest) const {
    const Lanes lanes;
    const Bits bits;
    const std::size_t step = hn::Lanes(lanes);
    const auto other_bits = hn::Set(bits, ~name_bits_);
    const auto next = hn::Set(bits, static_cast<std::uint32_t>(step));
    auto names = hn::Iota(bits, 0);
    const auto of_all = [&](std::size_t i) HWY_ATTR {
      const Wide some = vertices_at(rows, i);
      const auto along = dot(ring.centre, some);
      const auto first = dot(ring.first, some);
      const auto second = dot(ring.second, some);
      return RingHeights<Vec>{named(hn::Add(along, first), other_bits, names),
                              named(hn::Add(along, second), other_bits, names),
                              named(hn::Sub(along, first), other_bits, names),
                              named(hn::Sub(along, second), other_bits, names),
                              named(along, other_bits, names)};
    };
    RingHeights<Vec> best = of_all(0);
    for (std::size_t i = step; i < static_cast<std::size_t>(count); i += step) {
      names = hn::Add(names, next);
      best = greater(best, of_all(i));
    }
    store_largest(best, highest);
    highest[4] = hn::GetLane(hn::MaxOfLanes(lanes, best.centre));
  }

  HWY_INLINE VertexName name_of(float a, float b) const {
    return (std::bit_cast<std::uint32_t>(a) & name_bits_) |
           (std::bit_cast<std::uint32_t>(b) & name_bits_) << 16;
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
