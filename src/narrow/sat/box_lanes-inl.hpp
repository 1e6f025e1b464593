// SPDX-License-Identifier: Apache-2.0
//
// Computes the fifteen axes of two boxes in lanes, four at a time or fewer. It is for files that
// are compiled once for each instruction set. A sixteenth lane repeats axis 12.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_BOX_LANES_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_BOX_LANES_INL_HPP
#undef SUNDER_NARROW_SAT_BOX_LANES_INL_HPP
#else
#define SUNDER_NARROW_SAT_BOX_LANES_INL_HPP
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <hwy/highway.h>

#include "lanes/packed-inl.hpp"
#include "narrow/sat/box_axes.hpp"
#include "narrow/sat/box_difference.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
// Four, not eight: then each block of axes shares an edge, and no edge goes through memory.
using Lanes = hn::CappedTag<double, 4>;
using LanesOf = hn::Vec<Lanes>;

using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::Mat3;
using sunder::detail::HWY_NAMESPACE::Vec3;
#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
using sunder::detail::HWY_NAMESPACE::clamped;
using sunder::detail::HWY_NAMESPACE::in_order;
using sunder::detail::HWY_NAMESPACE::load_packed;
using sunder::detail::HWY_NAMESPACE::load_rows;
using sunder::detail::HWY_NAMESPACE::repeated;
using sunder::detail::HWY_NAMESPACE::spread;
using sunder::detail::HWY_NAMESPACE::sum_of_all;
using sunder::detail::HWY_NAMESPACE::sums_of_four;
using sunder::detail::HWY_NAMESPACE::sums_of_rows;
using sunder::detail::HWY_NAMESPACE::turned;
using sunder::detail::HWY_NAMESPACE::turned_back;
using sunder::detail::HWY_NAMESPACE::unfused_cross;
#endif

inline constexpr std::size_t kAxisLanes = 16;

/// The two edges of each axis.
struct EdgeLanes {
  Vec3<LanesOf> first, second;
};

#if HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE
// A vector holds a block of kBoxAxisEdges.

/// The values of each edge of the axes of a block, from those of a's edges and of b's.
struct PerEdge {
  LanesOf first, second;
};
template <std::size_t kBlock>
HWY_INLINE PerEdge per_edge(const double* a, LanesOf b) {
  const Lanes lanes;
  if constexpr (kBlock < 3) {
    return {hn::Set(lanes, a[kBlock]),
            hn::IfThenElse(hn::FirstN(lanes, 3), b, hn::Set(lanes, a[(kBlock + 1) % 3]))};
  } else {
    return {in_order<0, 1, 2, 0>(b), in_order<1, 2, 0, 1>(b)};
  }
}
/// Returns the lengths of R's columns.
HWY_INLINE LanesOf column_lengths(const Mat3<LanesOf>& r) {
  return hn::Sqrt(hn::MulAdd(r[2], r[2], hn::MulAdd(r[1], r[1], hn::Mul(r[0], r[0]))));
}

/// Half and middle of each extent, 0 in the last lane.
struct Extents {
  LanesOf half, middle;
};
HWY_INLINE Extents extents_of(const HullBlock& hull) {
  const auto one_half = hn::Set(Lanes(), 0.5);
  const auto low = hn::Mul(load_packed(hull.lower), one_half);
  const auto high = hn::Mul(load_packed(hull.upper), one_half);
  return {hn::Sub(high, low), hn::Add(high, low)};
}

HWY_INLINE bool has_ball(const Extents& extents, const HullBlock& hull) {
  const Lanes lanes;
  const auto aside = hn::Abs(hn::Sub(extents.middle, load_packed(hull.centre)));
  return hn::AllTrue(lanes, hn::Le(aside, hn::Mul(extents.half, hn::Set(lanes, kMostAside))));
}

/// Reads two boxes; later returns the edges of each axis.
class BoxReader {
 public:
  HWY_INLINE explicit BoxReader(const Pair<3>& pair)
      : pair_(pair), b_(load_rows(linear_data(*pair.b.pose))) {}

  /// Reads everything except the drift.
  HWY_INLINE void read(BoxDifference& c) const {
    const Lanes lanes;
    const Mat3<LanesOf> a = load_rows(linear_data(*pair_.a.pose));
    const Extents of_a = extents_of(*pair_.a.hull);
    const Extents of_b = extents_of(*pair_.b.hull);
    const auto most_a = load_packed(pair_.a.hull->max_abs);
    const auto most_b = load_packed(pair_.b.hull->max_abs);
    Mat3<LanesOf> middle;
    Mat3<LanesOf> reach;
    for (int l = 0; l < 3; ++l) {
      const auto p = a[l];
      const auto q = b_[l];
      middle[l] = hn::MulSub(q, of_b.middle, hn::Mul(p, of_a.middle));
      reach[l] = hn::MulAdd(hn::Abs(q), most_b, hn::Mul(hn::Abs(p), most_a));
    }
    const auto offset =
        hn::Sub(load_packed(offset_data(*pair_.b.pose)), load_packed(offset_data(*pair_.a.pose)));
    const auto drift = hn::Set(lanes, drift_of(pair_.a) + drift_of(pair_.b));
    const auto aside = hn::Or(of_a.middle, of_b.middle);
    c.units = hn::AllTrue(lanes, hn::Eq(aside, hn::Zero(lanes))) ? kUnitsOfCentred : kUnitsOfAny;
    c.has_balls = has_ball(of_a, *pair_.a.hull) && has_ball(of_b, *pair_.b.hull);
    hn::Store(of_a.half, lanes, c.half_a.data());
    hn::Store(of_b.half, lanes, c.half_b.data());
    hn::Store(hn::Add(sums_of_rows(middle), offset), lanes, c.centre.data());
    hn::Store(hn::Add(hn::Add(sums_of_rows(reach), drift), hn::Abs(offset)), lanes, c.reach.data());
  }

  template <std::size_t kBlock>
  HWY_INLINE EdgeLanes edges(std::size_t) const {
    const double* a = linear_data(*pair_.a.pose);
    const PerEdge x = per_edge<kBlock>(a, b_[0]);
    const PerEdge y = per_edge<kBlock>(a + 3, b_[1]);
    const PerEdge z = per_edge<kBlock>(a + 6, b_[2]);
    return {{x.first, y.first, z.first}, {x.second, y.second, z.second}};
  }
  /// Returns the product of their lengths, to 2^-50; after read_lengths().
  template <std::size_t kBlock>
  HWY_INLINE LanesOf lengths(std::size_t) const {
    const PerEdge length = per_edge<kBlock>(lengths_a_, lengths_b_);
    return hn::Mul(length.first, length.second);
  }
  HWY_INLINE void read_lengths() {
    hn::Store(column_lengths(load_rows(linear_data(*pair_.a.pose))), Lanes(), lengths_a_);
    lengths_b_ = column_lengths(b_);
  }

 private:
  const Pair<3>& pair_;
  Mat3<LanesOf> b_;
  LanesOf lengths_b_;
  alignas(32) double lengths_a_[4];
};

#else
// Vectors are shorter: edges come from a table.

class BoxReader {
 public:
  explicit BoxReader(const Pair<3>& pair) : pair_(pair) {
    for (std::size_t i = 0; i < kAxisLanes; ++i) {
      const auto& edges = kBoxAxisEdges[i < kBoxAxes ? i : 12];
      const Vector3 p = edge_of(pair, edges[0]);
      const Vector3 q = edge_of(pair, edges[1]);
      for (std::size_t l = 0; l < 3; ++l) {
        first_[l][i] = p[l];
        second_[l][i] = q[l];
      }
    }
  }

  void read(BoxDifference& c) const {
    c = {};
    c.units = kUnitsOfAny;
    c.has_balls = true;
    for (std::size_t l = 0; l < 3; ++l) {
      c.has_balls = c.has_balls && has_ball(*pair_.a.hull, l) && has_ball(*pair_.b.hull, l);
      const int row = static_cast<int>(l);
      const double offset = pair_.b.pose->offset(row) - pair_.a.pose->offset(row);
      c.centre[l] = (middle_of(pair_.b, row) - middle_of(pair_.a, row)) + offset;
      c.reach[l] = drift_of(pair_.a) + drift_of(pair_.b) + std::fabs(offset);
      for (int k = 0; k < 3; ++k) {
        c.reach[l] += std::fabs(pair_.a.pose->linear(row, k)) * pair_.a.hull->max_abs[k] +
                      std::fabs(pair_.b.pose->linear(row, k)) * pair_.b.hull->max_abs[k];
      }
      c.half_a[l] = pair_.a.hull->upper[l] / 2 - pair_.a.hull->lower[l] / 2;
      c.half_b[l] = pair_.b.hull->upper[l] / 2 - pair_.b.hull->lower[l] / 2;
    }
  }

  template <std::size_t>
  HWY_INLINE EdgeLanes edges(std::size_t i) const {
    const Lanes lanes;
    return {{hn::Load(lanes, &first_[0][i]), hn::Load(lanes, &first_[1][i]),
             hn::Load(lanes, &first_[2][i])},
            {hn::Load(lanes, &second_[0][i]), hn::Load(lanes, &second_[1][i]),
             hn::Load(lanes, &second_[2][i])}};
  }
  template <std::size_t kBlock>
  HWY_INLINE LanesOf lengths(std::size_t i) const {
    const EdgeLanes e = edges<kBlock>(i);
    return hn::Sqrt(hn::Mul(dot(e.first, e.first), dot(e.second, e.second)));
  }
  void read_lengths() {}

 private:
  static double middle(const HullBlock& hull, std::size_t k) {
    return hull.upper[k] / 2 + hull.lower[k] / 2;
  }
  static bool has_ball(const HullBlock& hull, std::size_t k) {
    const double half = hull.upper[k] / 2 - hull.lower[k] / 2;
    return std::fabs(middle(hull, k) - hull.centre[k]) <= half * kMostAside;
  }
  static double middle_of(const Body<3>& body, int row) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      sum += body.pose->linear(row, k) * middle(*body.hull, static_cast<std::size_t>(k));
    }
    return sum;
  }

  const Pair<3>& pair_;
  alignas(32) std::array<std::array<double, kAxisLanes>, 3> first_, second_;
};

#endif

/// Two boxes, prepared for their axes and for gaps along any.
class BoxLanes {
 public:
  HWY_INLINE BoxLanes(const Pair<3>& pair, BoxDifference& c) : pair_(pair), c_(c), reader_(pair) {
    reader_.read(c);
    c.drift = checked_drift(pair, c.reach);
  }

  /// Returns the edges of axes i and up, of block kBlock, and the product of their lengths.
  template <std::size_t kBlock>
  HWY_INLINE EdgeLanes edges(std::size_t i) const {
    return reader_.template edges<kBlock>(i);
  }
  template <std::size_t kBlock>
  HWY_INLINE LanesOf lengths(std::size_t i) const {
    return reader_.template lengths<kBlock>(i);
  }
  HWY_INLINE void read_lengths() { reader_.read_lengths(); }

  /// Returns the gap along axes of block kBlock or their negatives, whichever point to b, without
  /// the edge that they are all perpendicular to.
  template <std::size_t kBlock>
  HWY_INLINE LanesOf gap(const Vec3<LanesOf>& u) const {
    const auto along = hn::Abs(dot(u, broadcast(Lanes(), c_.centre.data())));
    const auto width = hn::Add(half_width<kBlock>(*pair_.a.pose, c_.half_a.data(), u),
                               half_width<3>(*pair_.b.pose, c_.half_b.data(), u));
    return hn::Sub(along, width);
  }

 private:
  /// Returns sum_k h_k |u . r_k| over the columns of one R except kLeftOut.
  template <std::size_t kLeftOut>
  HWY_INLINE static LanesOf half_width(const Pose<3>& pose, const double* half,
                                       const Vec3<LanesOf>& u) {
    const Lanes lanes;
    constexpr std::size_t k = kLeftOut < 3 ? (kLeftOut + 1) % 3 : 0;
    auto sum = hn::Mul(height(pose, k, u), hn::Set(lanes, half[k]));
    sum = hn::MulAdd(height(pose, (k + 1) % 3, u), hn::Set(lanes, half[(k + 1) % 3]), sum);
    if constexpr (kLeftOut == 3) sum = hn::MulAdd(height(pose, 2, u), hn::Set(lanes, half[2]), sum);
    return sum;
  }
  HWY_INLINE static LanesOf height(const Pose<3>& pose, std::size_t k, const Vec3<LanesOf>& u) {
    const Lanes lanes;
    const double* r = linear_data(pose) + k;
    return hn::Abs(dot(u, broadcast(lanes, r[0], r[3], r[6])));
  }

  const Pair<3>& pair_;
  const BoxDifference& c_;
  BoxReader reader_;
};

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
