// SPDX-License-Identifier: Apache-2.0
//
// Measures what the list of candidates of small hulls needs, in lanes of floats. Heights of all
// faces have a face a lane; the relevant edges of a have a point of b a lane. The edges of b that
// cross them have an edge a lane. Bodies of few points and faces fill one vector each time, without
// gathers.

// Highway's include guard: open once for each target.
#if defined(SUNDER_NARROW_SAT_SMALL_HULLS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_NARROW_SAT_SMALL_HULLS_INL_HPP
#undef SUNDER_NARROW_SAT_SMALL_HULLS_INL_HPP
#else
#define SUNDER_NARROW_SAT_SMALL_HULLS_INL_HPP
#endif

#include <bit>
#include <cmath>
#include <cstring>
#include <hwy/highway.h>
#include <limits>

#include "lanes/space-inl.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/small_hulls.hpp"

#ifndef SUNDER_NARROW_SAT_SMALL_HULLS
#define SUNDER_NARROW_SAT_SMALL_HULLS
namespace sunder::detail::sat {

/// For each face of a and each point of b, a lower bound on the distance of the one beyond the
/// other.
using Clearances = SmallHull::PerFace<std::array<float, SmallHull::kVertices>>;

/// The edges of one body, rotated.
struct alignas(64) TurnedEdges {
  std::array<SmallHull::PerEdge<float>, 3> way;
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::CappedTag<float, 16>;
using Words = hn::CappedTag<std::uint32_t, 16>;
using FloatsOf = hn::Vec<Floats>;

using sunder::detail::HWY_NAMESPACE::broadcast;
using sunder::detail::HWY_NAMESPACE::load;
using sunder::detail::HWY_NAMESPACE::store;
using sunder::detail::HWY_NAMESPACE::Vec3;

namespace {

/// Returns column i of three rows.
template <class Tag, class Rows>
HWY_INLINE Vec3<hn::Vec<Tag>> broadcast_column(Tag tag, const Rows& rows, std::size_t i) {
  return broadcast(tag, rows[0][i], rows[1][i], rows[2][i]);
}
template <class Tag, class Matrix>
HWY_INLINE Vec3<hn::Vec<Tag>> turned_by(Tag tag, const Matrix& r, const Vec3<hn::Vec<Tag>>& v) {
  return {dot(broadcast(tag, r[0], r[1], r[2]), v), dot(broadcast(tag, r[3], r[4], r[5]), v),
          dot(broadcast(tag, r[6], r[7], r[8]), v)};
}

/// Returns the bits of at most 16 lanes.
template <class Tag>
HWY_INLINE std::uint32_t bits_of(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(tag, mask, bytes);
  if constexpr (std::endian::native == std::endian::little) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, bytes, sizeof(bits));
    return bits;
  }
  return bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
}

/// Returns the first `count` bits.
HWY_INLINE std::uint32_t first_bits(std::uint32_t count) {
  return count < 32 ? (1U << count) - 1 : ~0U;
}

/// Rotates the points, with their padding. Returns the largest entry relative to `origin`, which
/// for a is its own first point.
HWY_INLINE float turn_points(const Body<3>& body, const Turning& by, bool is_a, Vector3& origin,
                             TurnedHull& out) {
  const Doubles doubles;
  const hn::Rebind<float, Doubles> floats;
  const std::array<const double*, 3> rows{body.hull->row(0), body.hull->row(1), body.hull->row(2)};
  auto most = hn::Zero(floats);
  const std::size_t slots = (static_cast<std::size_t>(body.hull->count) + 7) / 8 * 8;
  for (std::size_t i = 0; i < slots; i += hn::Lanes(doubles)) {
    const auto point = turned_by(doubles, by.linear, load(doubles, rows, i));
    store(doubles, point, out.point, i);
    if (is_a && i == 0) origin = {hn::GetLane(point.x), hn::GetLane(point.y), hn::GetLane(point.z)};
    const auto from = broadcast(doubles, origin.data());
    const auto near = DemoteTo(floats, Sub(point, from));
    store(floats, near, out.near, i);
    most = hn::Max(most, hn::Max(hn::Abs(near.x), hn::Max(hn::Abs(near.y), hn::Abs(near.z))));
  }
  return hn::GetLane(hn::MaxOfLanes(floats, most));
}

/// One body whose faces are measured.
struct Faces {
  const SmallHull& hull;
  const Turning& by;
  TurnedHull& own;
  std::size_t own_count;  ///< of points
  const TurnedHull& other;
  std::size_t other_count;
};

/// The proven heights of each face.
struct alignas(64) FaceHeights {
  SmallHull::PerFace<float> lower;
  SmallHull::PerFace<float> top;  ///< of the body itself, minus the error of a height
};

/// Returns the largest u . p over the points; lowest() gives the least.
HWY_INLINE FloatsOf highest(const Vec3<FloatsOf>& u, const TurnedHull& hull, std::size_t count) {
  const Floats floats;
  auto most = dot(u, broadcast_column(floats, hull.near, 0));
  for (std::size_t i = 1; i < count; ++i) {
    most = hn::Max(most, dot(u, broadcast_column(floats, hull.near, i)));
  }
  return most;
}
HWY_INLINE FloatsOf lowest(const Vec3<FloatsOf>& u, const TurnedHull& hull, std::size_t count) {
  const Floats floats;
  auto least = dot(u, broadcast_column(floats, hull.near, 0));
  for (std::size_t i = 1; i < count; ++i) {
    least = hn::Min(least, dot(u, broadcast_column(floats, hull.near, i)));
  }
  return least;
}

/// Returns the error of a height in floats besides its normal's error, from the points of both
/// bodies.
HWY_INLINE float point_slack(const SmallPair& pair) {
  return static_cast<float>(kSmallPoints * pair.point_error) *
             (1 + static_cast<float>(kSmallFloatShare)) +
         static_cast<float>(kSmallPointUnderflow);
}

/// Rotates the faces and measures them. Returns a proven upper bound on the least height, in some
/// lane.
HWY_INLINE FloatsOf measure_faces(const Faces& faces, float size, float slack, FaceHeights& out) {
  const Floats floats;
  auto upper = hn::Set(floats, std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < faces.hull.face_count; i += hn::Lanes(floats)) {
    auto u = turned_by(floats, faces.by.facing, load(floats, faces.hull.normal, i));
    auto scale = hn::Set(floats, 1.0F);
    if (!faces.by.keeps_lengths) {
      const auto squared = hn::Max(dot(u, u), hn::Set(floats, 0x1p-60F));
      scale = hn::Div(scale, hn::Sqrt(squared));
      u = Mul(scale, u);
    }
    store(floats, u, faces.own.normal, i);
    const auto off = hn::Mul(scale, hn::Set(floats, faces.by.normal_error));
    hn::Store(
        hn::MulAdd(off, hn::Set(floats, kUnitNormalErrors), hn::Set(floats, kUnitNormalShare)),
        floats, &faces.own.off[i]);
    auto error =
        hn::MulAdd(off, hn::Set(floats, kFaceHeightErrors), hn::Set(floats, kFaceHeightShare));
    error = hn::MulAdd(error, hn::Set(floats, size), hn::Set(floats, slack));
    const auto top = highest(u, faces.own, faces.own_count);
    const auto height = hn::Sub(top, lowest(u, faces.other, faces.other_count));
    hn::Store(hn::Sub(top, error), floats, &out.top[i]);
    hn::Store(hn::Sub(height, error), floats, &out.lower[i]);
    upper = hn::Min(upper, hn::Add(height, error));
  }
  return upper;
}

/// Appends the faces that are not proven to be higher. The list has a slot for each.
HWY_INLINE void append_faces(const FaceHeights& heights, std::uint32_t count, float bar,
                             Candidate::Of built, Candidates& out) {
  const Floats floats;
  std::uint32_t below = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(floats)) {
    const auto lower = hn::Load(floats, &heights.lower[i]);
    below |= bits_of(floats, hn::Not(hn::Gt(lower, hn::Set(floats, bar)))) << i;
  }
  for (below &= first_bits(count); below != 0; below &= below - 1) {
    const auto face = static_cast<std::uint8_t>(std::countr_zero(below));
    out.items[out.count++] = {built, 0, face, 0, heights.lower[face]};
  }
}

using FewFloats = hn::CappedTag<float, 8>;

HWY_INLINE void set_clearances(const SmallHull& hull, const TurnedHull& own,
                               const FaceHeights& heights, const TurnedHull& other,
                               std::size_t count, Clearances& out) {
  const FewFloats floats;
  for (std::size_t i = 0; i < count; i += hn::Lanes(floats)) {
    const auto point = load(floats, other.near, i);
    for (std::size_t j = 0; j < hull.face_count; ++j) {
      auto clear = hn::Set(floats, heights.top[j]);
      clear = hn::NegMulAdd(hn::Set(floats, own.normal[0][j]), point.x, clear);
      clear = hn::NegMulAdd(hn::Set(floats, own.normal[1][j]), point.y, clear);
      clear = hn::NegMulAdd(hn::Set(floats, own.normal[2][j]), point.z, clear);
      hn::Store(clear, floats, &out[j][i]);
    }
  }
}

struct EdgeList {
  std::size_t count = 0;
  SmallHull::PerEdge<std::uint8_t> edges;
};

/// Lists the edges that no point of the other body proves to span no facet below the bar.
HWY_INLINE void list_edges_below(const SmallHull& hull, const Clearances& clearances,
                                 std::size_t count, float bar, EdgeList& out) {
  const FewFloats floats;
  for (std::size_t e = 0; e < hull.edge_count; ++e) {
    const float* along = clearances[hull.sides[0][e]].data();
    const float* against = clearances[hull.sides[1][e]].data();
    auto clear = hn::Min(hn::Load(floats, along), hn::Load(floats, against));
    for (std::size_t i = hn::Lanes(floats); i < count; i += hn::Lanes(floats)) {
      clear = hn::Max(clear, hn::Min(hn::Load(floats, along + i), hn::Load(floats, against + i)));
    }
    // Written in any case: an unpredictable branch costs more.
    out.edges[out.count] = static_cast<std::uint8_t>(e);
    out.count += hn::AllFalse(floats, hn::Gt(clear, hn::Set(floats, bar))) ? 1 : 0;
  }
}

HWY_INLINE void turn_edges(const SmallHull& hull, const Turning& by, TurnedEdges& out) {
  const Floats floats;
  for (std::size_t i = 0; i < hull.edge_count; i += hn::Lanes(floats)) {
    store(floats, turned_by(floats, by.shrunk, load(floats, hull.way, i)), out.way, i);
  }
}

HWY_INLINE float margin_of(float off, double share) {
  return kSideErrors * (off + static_cast<float>(share)) + kSideShare;
}

using Float3 = std::array<float, 3>;

/// An edge of a, and the normals of its faces as in gauss_map.hpp.
struct Arc {
  std::size_t e;
  Float3 way;
  Vec3<FloatsOf> along, against;
  float margin;  ///< of an edge of b, of size 1, times one of the normals
  float size;
  std::uint32_t behind;  ///< faces of b that the edge is proven to run behind, a bit each
  std::uint32_t ahead;
};

HWY_INLINE Arc arc_of(const SmallPair& pair, const TurnedHull& a, std::size_t e) {
  const Floats floats;
  const SmallHull& hull = *pair.a;
  const Turning& by = pair.turning_a;
  const auto outward = static_cast<float>(by.outward);
  const auto row = [&](std::size_t l) {
    return by.shrunk[3 * l] * hull.way[0][e] + by.shrunk[3 * l + 1] * hull.way[1][e] +
           by.shrunk[3 * l + 2] * hull.way[2][e];
  };
  const auto normal = [&](std::size_t j) {
    return broadcast(floats, outward * a.normal[0][j], outward * a.normal[1][j],
                     outward * a.normal[2][j]);
  };
  const std::size_t along = hull.sides[0][e];
  const std::size_t against = hull.sides[1][e];
  Arc arc;
  arc.e = e;
  arc.way = {row(0), row(1), row(2)};
  arc.along = normal(along);
  arc.against = normal(against);
  arc.margin = margin_of(std::max(a.off[along], a.off[against]), pair.turning_b.share);
  arc.size = hull.way_size[e];
  return arc;
}

/// Returns the error of the arc's edge times the normals of b's faces; `share` is that of a's pose.
HWY_INLINE FloatsOf margin_of_side(const Arc& arc, const TurnedHull& b, FloatsOf share,
                                   std::size_t i) {
  const Floats floats;
  const auto margin = hn::MulAdd(hn::Load(floats, &b.off[i]), hn::Set(floats, kSideErrors), share);
  return hn::MulAdd(margin, hn::Set(floats, arc.size), hn::Set(floats, kSideUnderflow));
}

HWY_INLINE void set_sides(const SmallPair& pair, const TurnedHull& b, Arc& arc) {
  const Floats floats;
  const auto outward = hn::Set(floats, static_cast<float>(pair.turning_b.outward));
  const auto share = hn::Set(floats, margin_of(0, pair.turning_a.share));
  const auto way = broadcast(floats, arc.way.data());
  arc.behind = 0;
  arc.ahead = 0;
  for (std::size_t i = 0; i < pair.b->face_count; i += hn::Lanes(floats)) {
    const auto side = hn::Mul(outward, dot(way, load(floats, b.normal, i)));
    const auto margin = margin_of_side(arc, b, share, i);
    arc.behind |= bits_of(floats, hn::Lt(side, hn::Neg(margin))) << i;
    arc.ahead |= bits_of(floats, hn::Gt(side, margin)) << i;
  }
}

/// Returns the error of edges of b times the normals of the arc's faces.
HWY_INLINE FloatsOf margin_of_way(const Arc& arc, const SmallHull& b, std::size_t f) {
  const Floats floats;
  return hn::MulAdd(hn::Set(floats, arc.margin), hn::Load(floats, &b.way_size[f]),
                    hn::Set(floats, kSideUnderflow));
}

/// The edges of b, from one edge on, for which no condition of gauss_map.hpp's first line is proven
/// false. Then those for its second line; a bit for each edge.
struct Crossing {
  std::uint32_t with;
  std::uint32_t against;
};
HWY_INLINE Crossing crossing_of(const SmallHull& b, const TurnedEdges& of_b, const Arc& arc,
                                std::size_t f) {
  const Floats floats;
  const Words words;
  const auto behind = hn::Set(words, arc.behind);
  const auto ahead = hn::Set(words, arc.ahead);
  const auto way = load(floats, of_b.way, f);
  const auto f_along = hn::Load(words, &b.along[f]);
  const auto f_against = hn::Load(words, &b.against[f]);
  const auto margin = margin_of_way(arc, b, f);
  const auto least = hn::Neg(margin);
  const auto first = dot(arc.along, way);
  const auto second = dot(arc.against, way);
  const auto not_with = hn::Or(hn::Lt(first, least), hn::Gt(second, margin));
  const auto not_against = hn::Or(hn::Gt(first, margin), hn::Lt(second, least));
  const auto broken_with = hn::Or(hn::And(f_along, behind), hn::And(f_against, ahead));
  const auto broken_against = hn::Or(hn::And(f_along, ahead), hn::And(f_against, behind));
  const auto zero = hn::Zero(words);
  const std::uint32_t edges = first_bits(b.edge_count - static_cast<std::uint32_t>(f));
  return {edges & bits_of(words, hn::Eq(broken_with, zero)) & ~bits_of(floats, not_with),
          edges & bits_of(words, hn::Eq(broken_against, zero)) & ~bits_of(floats, not_against)};
}

}  // namespace

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
