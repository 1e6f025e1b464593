// SPDX-License-Identifier: Apache-2.0
//
// The list of candidates, in lanes: which side of each face of one body the edges of the other run
// to, an edge a lane; which pairs that leaves; and what each candidate proves.
#include "narrow/sat/small_hulls.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/small_hulls.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/scan-inl.hpp"

#ifndef SUNDER_NARROW_SAT_SMALL_HULLS
#define SUNDER_NARROW_SAT_SMALL_HULLS
namespace sunder::detail::sat {

/// For each edge of one body the faces of the other that it is proven to run behind, a bit each,
/// and 16 places up those it is proven to run ahead of; all past the last edge.
using Sides = SmallHull::PerEdge<std::uint32_t>;

/// What rounding to floats adds to the error of an edge of size 1 times a normal.
inline constexpr double kFloatMargin = 0x1p-16;

/// Faces fill whole vectors of 8.
inline std::size_t face_slots(const SmallHull& hull) noexcept {
  return (hull.face_count + 7) / 8 * 8;
}

/// What defines a pair of edges, a pair a lane.
struct alignas(64) EdgePairs {
  using Lanes = std::array<double, Candidates::kMostPairs>;
  std::array<Lanes, 3> first, second;  ///< the edges
  std::array<Lanes, 3> point;          ///< of C, on both
  Lanes size;                          ///< the product of their sizes
  Lanes sign;                          ///< of the direction, against their cross product
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace lanes = sunder::detail::HWY_NAMESPACE;
using Lanes = hn::CappedTag<double, 8>;
using LanesOf = hn::Vec<Lanes>;
using Floats = hn::CappedTag<float, 16>;
using Words = hn::CappedTag<std::uint32_t, 16>;

namespace {

struct Lanes3 {
  LanesOf x, y, z;
};
template <class Rows>
HWY_INLINE Lanes3 load(const Rows& rows, std::size_t i) {
  const Lanes lanes;
  return {hn::Load(lanes, &rows[0][i]), hn::Load(lanes, &rows[1][i]), hn::Load(lanes, &rows[2][i])};
}
template <class Rows>
HWY_INLINE Lanes3 broadcast(const Rows& rows, std::size_t i) {
  const Lanes lanes;
  return {hn::Set(lanes, rows[0][i]), hn::Set(lanes, rows[1][i]), hn::Set(lanes, rows[2][i])};
}
template <class Rows>
HWY_INLINE void store(const Lanes3& v, Rows& rows, std::size_t i) {
  const Lanes lanes;
  hn::Store(v.x, lanes, &rows[0][i]);
  hn::Store(v.y, lanes, &rows[1][i]);
  hn::Store(v.z, lanes, &rows[2][i]);
}
template <class Rows>
HWY_INLINE void store_floats(const Lanes3& v, Rows& rows, std::size_t i) {
  const hn::Rebind<float, Lanes> floats;
  hn::Store(hn::DemoteTo(floats, v.x), floats, &rows[0][i]);
  hn::Store(hn::DemoteTo(floats, v.y), floats, &rows[1][i]);
  hn::Store(hn::DemoteTo(floats, v.z), floats, &rows[2][i]);
}
HWY_INLINE LanesOf dot(const Lanes3& u, const Lanes3& v) {
  return hn::MulAdd(u.z, v.z, hn::MulAdd(u.y, v.y, hn::Mul(u.x, v.x)));
}
HWY_INLINE Lanes3 sizes(const Lanes3& v) { return {hn::Abs(v.x), hn::Abs(v.y), hn::Abs(v.z)}; }
HWY_INLINE Lanes3 scaled(const Lanes3& v, LanesOf by) {
  return {hn::Mul(v.x, by), hn::Mul(v.y, by), hn::Mul(v.z, by)};
}
HWY_INLINE LanesOf sum(const Lanes3& v) { return hn::Add(hn::Add(v.x, v.y), v.z); }
HWY_INLINE Lanes3 everywhere(const double* v) {
  const Lanes lanes;
  return {hn::Set(lanes, v[0]), hn::Set(lanes, v[1]), hn::Set(lanes, v[2])};
}
struct Matrix {
  Lanes3 x, y, z;
};
HWY_INLINE Matrix everywhere(const std::array<double, 9>& rows) {
  return {everywhere(&rows[0]), everywhere(&rows[3]), everywhere(&rows[6])};
}
HWY_INLINE Lanes3 times(const Matrix& matrix, const Lanes3& v) {
  return {dot(matrix.x, v), dot(matrix.y, v), dot(matrix.z, v)};
}

HWY_INLINE void turn(const SmallHull& hull, const Body<3>& body, const Turning& by,
                     TurnedHull& out) {
  const Lanes lanes;
  const std::size_t block = hn::Lanes(lanes);
  const Matrix linear = everywhere(by.linear);
  const auto count = static_cast<std::size_t>(body.hull->count);
  const std::array<const double*, 3> rows{body.hull->row(0), body.hull->row(1), body.hull->row(2)};
  for (std::size_t i = 0; i < count; i += block) {
    store(times(linear, load(rows, i)), out.point, i);
  }
  for (std::size_t i = 0; i < hull.edge_count; i += block) {
    const Lanes3 edge = times(linear, load(hull.edge, i));
    store(edge, out.edge, i);
    store_floats(edge, out.edge_float, i);
  }
}

/// (h - error) / (|u| + its error): below the true candidate's height, if that is positive.
HWY_INLINE LanesOf lower_of(const Lanes3& u, LanesOf u_error, LanesOf height, LanesOf error) {
  const Lanes lanes;
  const auto length = hn::MulAdd(hn::Set(lanes, 1.75), u_error, hn::Sqrt(dot(u, u)));
  const auto least = hn::NegMulAdd(hn::Set(lanes, 1 + 0x1p-40), error, height);
  return hn::Mul(hn::Div(least, length), hn::Set(lanes, 1 - 0x1p-48));
}

/// What only fills the lanes is no candidate.
HWY_INLINE void leave_out(std::size_t from, std::size_t to, std::size_t first, Candidates& out) {
  for (std::size_t i = from; i < to; ++i) {
    out.lower[first + i] = std::numeric_limits<double>::infinity();
  }
}

/// One body whose faces are looked at.
struct Faces {
  const SmallHull& hull;
  const Turning& by;
  TurnedHull& own;
  const TurnedHull& other;
  std::size_t other_count;  ///< of points
  double to_b;              ///< 1 for a, -1 for b
};

/// Turns the faces and takes them in, against the points of the other body. Returns the slot behind
/// the last; false in `meeting` if one seems to separate.
HWY_INLINE std::size_t take_faces(const SmallPair& pair, const Faces& faces, std::size_t first,
                                  Candidates& out, bool& meeting) {
  const Lanes lanes;
  const Matrix linear = everywhere(faces.by.linear);
  const Matrix cofactor = everywhere(faces.by.cofactor);
  const Lanes3 offset = everywhere(pair.filtered->offset().data());
  const Lanes3 gap_error = everywhere(pair.gap_error.data());
  const auto outward = hn::Set(lanes, faces.by.outward);
  const auto to_b = hn::Set(lanes, faces.to_b);
  const auto reach = hn::Set(lanes, pair.reach);
  const auto u_error = hn::Set(lanes, faces.by.normal_error);
  auto most = hn::Zero(lanes);
  const std::size_t slots = face_slots(faces.hull);
  for (std::size_t i = 0; i < slots; i += hn::Lanes(lanes)) {
    const Lanes3 normal = times(cofactor, load(faces.hull.normal, i));
    store_floats(normal, faces.own.normal_float, i);
    const Lanes3 u = scaled(normal, outward);
    auto least = dot(u, broadcast(faces.other.point, 0));
    for (std::size_t j = 1; j < faces.other_count; ++j) {
      least = hn::Min(least, dot(u, broadcast(faces.other.point, j)));
    }
    const auto here = hn::Sub(dot(u, times(linear, load(faces.hull.corner, i))), least);
    const auto height = hn::NegMulAdd(to_b, dot(u, offset), here);
    const auto error = hn::MulAdd(u_error, reach, dot(sizes(u), gap_error));
    most = hn::Min(most, hn::Add(height, error));
    store(scaled(u, to_b), out.direction, first + i);
    hn::Store(u_error, lanes, &out.error[first + i]);
    hn::Store(lower_of(u, u_error, height, error), lanes, &out.lower[first + i]);
  }
  leave_out(faces.hull.face_count, slots, first, out);
  meeting = meeting && hn::AllTrue(lanes, hn::Ge(most, hn::Zero(lanes)));
  return first + slots;
}

/// Of at most 16 lanes.
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

/// The faces are in the lanes, all that there is room for. `margin` is for edges of size 1.
HWY_INLINE void find_sides(const TurnedHull& faces, const SmallHull& of_edges,
                           const TurnedHull& edges, double margin, Sides& sides) {
  const Floats floats;
  sides.fill(0);
  const auto of_size = static_cast<float>(margin);
  for (std::size_t i = 0; i < SmallHull::kFaces; i += hn::Lanes(floats)) {
    const auto x = hn::Load(floats, &faces.normal_float[0][i]);
    const auto y = hn::Load(floats, &faces.normal_float[1][i]);
    const auto z = hn::Load(floats, &faces.normal_float[2][i]);
    for (std::size_t e = 0; e < of_edges.edge_count; ++e) {
      auto side = hn::Mul(x, hn::Set(floats, edges.edge_float[0][e]));
      side = hn::MulAdd(y, hn::Set(floats, edges.edge_float[1][e]), side);
      side = hn::MulAdd(z, hn::Set(floats, edges.edge_float[2][e]), side);
      const float error = of_size * of_edges.edge_size[e] + 0x1p-118F;
      const std::uint32_t behind = bits_of(floats, hn::Lt(side, hn::Set(floats, -error)));
      const std::uint32_t ahead = bits_of(floats, hn::Gt(side, hn::Set(floats, error)));
      sides[e] |= (behind | ahead << 16) << i;
    }
  }
  for (std::size_t e = of_edges.edge_count; e < SmallHull::kEdges; ++e) sides[e] = ~0U;
}

/// For edge e of a the edges of b with which neither line of gauss_map.hpp's rule is proven broken,
/// a bit each. What one line needs of an edge at the first face of the other the next needs at the
/// second, so that its needs are the bits of `faces`, or these with halves swapped.
HWY_INLINE std::uint32_t edges_across(const SmallPair& pair, const Sides& of_a, const Sides& of_b,
                                      std::size_t e) {
  const Words words;
  const SmallHull& b = *pair.b;
  const auto e_needs = hn::Set(words, pair.a->faces[e]);
  const auto e_broken = hn::Set(words, of_a[e]);
  const auto e_needs_swapped = hn::RotateRight<16>(e_needs);
  const auto e_broken_swapped = hn::RotateRight<16>(e_broken);
  std::uint32_t across = 0;
  for (std::size_t f = 0; f < b.edge_count; f += hn::Lanes(words)) {
    const auto f_needs = hn::Load(words, &b.faces[f]);
    const auto f_broken = hn::Load(words, &of_b[f]);
    const auto with = hn::Or(hn::And(e_needs, f_broken), hn::And(f_needs, e_broken));
    const auto against =
        hn::Or(hn::And(e_needs_swapped, f_broken), hn::And(f_needs, e_broken_swapped));
    across |= bits_of(words, hn::Eq(hn::Min(with, against), hn::Zero(words))) << f;
  }
  return across;
}

/// False if there are too many. The edges of a are taken two at a time, and at least three pairs
/// are written whether they are there or not: branches that are hard to foretell cost more.
HWY_INLINE bool find_pairs(const SmallPair& pair, const Sides& of_a, const Sides& of_b,
                           Candidates& out) {
  std::size_t count = 0;
  for (std::size_t e = 0; e < pair.a->edge_count; e += 2) {
    std::uint64_t left = edges_across(pair, of_a, of_b, e);
    left |= static_cast<std::uint64_t>(edges_across(pair, of_a, of_b, e + 1)) << 32;
    const auto write = [&] {
      out.edges[count] =
          static_cast<std::uint16_t>(32 * e) + static_cast<std::uint16_t>(std::countr_zero(left));
      count += left != 0 ? 1 : 0;
      left &= left - 1;
    };
    for (int i = 0; i < 3; ++i) write();
    while (left != 0) write();
    if (count > Candidates::kMostPairs) return false;
  }
  out.end = out.first_pair + count;
  return true;
}

/// Whether the direction of a pair may be against the cross product of its edges, and with it.
struct Ways {
  bool with;
  bool against;
};
HWY_INLINE Ways ways_of(const SmallPair& pair, const Sides& of_a, const Sides& of_b, std::size_t e,
                        std::size_t f) {
  const std::uint32_t e_needs = pair.a->faces[e];
  const std::uint32_t f_needs = pair.b->faces[f];
  return {((e_needs & of_b[f]) | (f_needs & of_a[e])) == 0,
          ((std::rotl(e_needs, 16) & of_b[f]) | (f_needs & std::rotl(of_a[e], 16))) == 0};
}

/// Tells the way of each pair, and appends those that may go both ways a second time. False if
/// there are too many.
HWY_INLINE bool split_pairs(const SmallPair& pair, const Sides& of_a, const Sides& of_b,
                            Candidates& out, EdgePairs& pairs) {
  const std::size_t listed = out.end - out.first_pair;
  std::size_t count = listed;
  for (std::size_t at = 0; at < listed; ++at) {
    const std::uint16_t edges = out.edges[at];
    const auto against = static_cast<std::uint16_t>(edges | Candidates::kAgainst);
    const Ways ways = ways_of(pair, of_a, of_b, edges / 32, edges % 32);
    out.edges[at] = ways.with ? edges : against;
    pairs.sign[at] = ways.with ? 1 : -1;
    if (!(ways.with && ways.against)) continue;
    if (count == Candidates::kMostPairs) return false;
    pairs.sign[count] = -1;
    out.edges[count++] = against;
  }
  out.end = out.first_pair + count;
  return true;
}

/// Lanes past the last pair repeat it.
HWY_INLINE void gather(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                       Candidates& out, EdgePairs& pairs) {
  const std::size_t count = out.end - out.first_pair;
  if (count == 0) return;
  const std::size_t slots = (count + 7) / 8 * 8;
  const SmallHull& of_a = *pair.a;
  const SmallHull& of_b = *pair.b;
  const Vector3 offset = pair.filtered->offset();
  for (std::size_t at = count; at < slots; ++at) {
    out.edges[at] = out.edges[at - 1];
    pairs.sign[at] = pairs.sign[at - 1];
  }
  for (std::size_t at = 0; at < slots; ++at) {
    const std::size_t e = out.edges[at] / 32 % 32;
    const std::size_t f = out.edges[at] % 32;
    const std::size_t p = of_a.ends[0][e];
    const std::size_t q = of_b.ends[0][f];
    for (std::size_t l = 0; l < 3; ++l) {
      pairs.first[l][at] = a.edge[l][e];
      pairs.second[l][at] = b.edge[l][f];
      pairs.point[l][at] = (a.point[l][p] - b.point[l][q]) - offset[l];
    }
    pairs.size[at] = static_cast<double>(of_a.edge_size[e]) * of_b.edge_size[f];
  }
}

HWY_INLINE LanesOf minor(LanesOf a, LanesOf b, LanesOf c, LanesOf d) {
  return hn::NegMulAdd(c, d, hn::Mul(a, b));
}

HWY_INLINE void take_pairs(const SmallPair& pair, const EdgePairs& pairs, Candidates& out) {
  const Lanes lanes;
  const double stretch = pair.turning_a.stretch * pair.turning_b.stretch;
  const double share = (2 * (pair.turning_a.share + pair.turning_b.share) + 5 * kUnit) * stretch;
  const std::size_t slots = (out.end - out.first_pair + 7) / 8 * 8;
  const auto point_error = hn::Set(lanes, pair.point_error);
  for (std::size_t i = 0; i < slots; i += hn::Lanes(lanes)) {
    const Lanes3 e = load(pairs.first, i);
    const Lanes3 f = load(pairs.second, i);
    const Lanes3 c = load(pairs.point, i);
    const auto size = hn::Load(lanes, &pairs.size[i]);
    const auto sign = hn::Load(lanes, &pairs.sign[i]);
    const Lanes3 n{minor(e.y, f.z, e.z, f.y), minor(e.z, f.x, e.x, f.z), minor(e.x, f.y, e.y, f.x)};
    const auto n_error =
        hn::MulAdd(hn::Set(lanes, share * (1 + 0x1p-30)), size, hn::Set(lanes, 0x1p-900));
    const auto reach = hn::MulAdd(hn::Set(lanes, 3.0), point_error, sum(sizes(c)));
    auto error = hn::Mul(hn::Set(lanes, 4 * kUnit), dot(sizes(n), sizes(c)));
    error = hn::MulAdd(sum(sizes(n)), point_error, error);
    error = hn::MulAdd(n_error, reach, hn::Add(error, hn::Set(lanes, 0x1p-900)));
    const auto height = hn::Mul(dot(n, c), sign);
    store(scaled(n, sign), out.direction, out.first_pair + i);
    hn::Store(n_error, lanes, &out.error[out.first_pair + i]);
    hn::Store(lower_of(n, n_error, height, error), lanes, &out.lower[out.first_pair + i]);
  }
  leave_out(out.end - out.first_pair, slots, out.first_pair, out);
}

/// The least bound, and the next.
HWY_INLINE void find_least(Candidates& out) {
  const Lanes lanes;
  const hn::RebindToSigned<Lanes> indices;
  auto least = hn::Load(lanes, &out.lower[0]);
  auto next = hn::Set(lanes, std::numeric_limits<double>::infinity());
  auto index = hn::Iota(indices, 0);
  auto at = index;
  for (std::size_t i = hn::Lanes(lanes); i < out.end; i += hn::Lanes(lanes)) {
    const auto here = hn::Load(lanes, &out.lower[i]);
    index = hn::Add(index, hn::Set(indices, static_cast<std::int64_t>(hn::Lanes(lanes))));
    next = hn::Min(next, hn::Max(here, least));
    at = hn::IfThenElse(hn::RebindMask(indices, hn::Lt(here, least)), index, at);
    least = hn::Min(here, least);
  }
  HWY_ALIGN double leasts[8];
  HWY_ALIGN double nexts[8];
  HWY_ALIGN std::int64_t slots[8];
  hn::Store(least, lanes, leasts);
  hn::Store(next, lanes, nexts);
  hn::Store(at, indices, slots);
  std::size_t best = 0;
  for (std::size_t i = 1; i < hn::Lanes(lanes); ++i) best = leasts[i] < leasts[best] ? i : best;
  out.least = static_cast<std::size_t>(slots[best]);
  out.next = nexts[best];
  for (std::size_t i = 0; i < hn::Lanes(lanes); ++i) {
    if (i != best) out.next = leasts[i] < out.next ? leasts[i] : out.next;
  }
}

}  // namespace

bool list(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& out) {
  const Pair<3>& bodies = pair.filtered->pair();
  turn(*pair.a, bodies.a, pair.turning_a, a);
  turn(*pair.b, bodies.b, pair.turning_b, b);
  bool meeting = true;
  const auto points = [](const Body<3>& body) {
    return static_cast<std::size_t>(body.hull->count);
  };
  const Faces faces_a{*pair.a, pair.turning_a, a, b, points(bodies.b), 1};
  const Faces faces_b{*pair.b, pair.turning_b, b, a, points(bodies.a), -1};
  out.first_of_b = take_faces(pair, faces_a, 0, out, meeting);
  out.first_pair = take_faces(pair, faces_b, out.first_of_b, out, meeting);
  if (!meeting) return false;
  alignas(64) Sides of_a;
  alignas(64) Sides of_b;
  find_sides(b, *pair.a, a, pair.turning_a.stretch * (pair.turning_b.side_margin + kFloatMargin),
             of_a);
  find_sides(a, *pair.b, b, pair.turning_b.stretch * (pair.turning_a.side_margin + kFloatMargin),
             of_b);
  EdgePairs pairs;
  if (!find_pairs(pair, of_a, of_b, out) || !split_pairs(pair, of_a, of_b, out, pairs)) {
    return false;
  }
  gather(pair, a, b, out, pairs);
  take_pairs(pair, pairs, out);
  find_least(out);
  return true;
}

void height(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b, const Vector3& u,
            DirectionalGap& gap) {
  const Vector3 against{-u[0], -u[1], -u[2]};
  const Pair<3>& bodies = pair.filtered->pair();
  const Extreme most_a =
      lanes::scan<3>(a.point[0].data(), SmallHull::kVertices, bodies.a.hull->count, u.data(), 3);
  const Extreme most_b = lanes::scan<3>(b.point[0].data(), SmallHull::kVertices,
                                        bodies.b.hull->count, against.data(), 3);
  double along = 0;
  for (std::size_t l = 0; l < 3; ++l) along += u[l] * pair.filtered->offset()[l];
  gap.value = (most_a.value + most_b.value) - along;
  gap.vertices = {most_a.vertex, most_b.vertex};
}

}  // namespace sunder::detail::sat::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::sat {

HWY_EXPORT(list);
HWY_EXPORT(height);

bool list_candidates(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& candidates) {
  return HWY_DYNAMIC_DISPATCH(list)(pair, a, b, candidates);
}

DirectionalGap height_of_difference(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                                    const Vector3& u) {
  DirectionalGap gap;
  HWY_DYNAMIC_DISPATCH(height)(pair, a, b, u, gap);
  double error = 0;
  for (std::size_t l = 0; l < 3; ++l) error += std::fabs(u[l]) * pair.gap_error[l];
  gap.error = error * (1 + 0x1p-40);
  return gap;
}

}  // namespace sunder::detail::sat
#endif
