// SPDX-License-Identifier: Apache-2.0
//
// The list of candidates, in lanes: which side of each face of one body the edges of the other run
// to, an edge a lane; which pairs that leaves; and what each candidate proves.
#include "narrow/sat/small_hulls.hpp"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/sat/small_hulls.cpp"
#include <hwy/foreach_target.h>
// The line above includes this file once for each instruction set.
#include <hwy/highway.h>

#include "lanes/scan-inl.hpp"

#ifndef SUNDER_NARROW_SAT_SMALL_HULLS
#define SUNDER_NARROW_SAT_SMALL_HULLS
namespace sunder::detail::sat {

/// For each face of one body the edges of the other that are not proven to run to the other side.
struct Sides {
  SmallHull::PerFace<std::uint32_t> ahead;
  SmallHull::PerFace<std::uint32_t> behind;
};

/// For each edge of one body the edges of the other that may cross it on the Gauss sphere, as far
/// as its own two faces tell: with the direction e x f, or against it.
struct alignas(64) Crossings {
  SmallHull::PerEdge<std::uint32_t> ahead;
  SmallHull::PerEdge<std::uint32_t> behind;
};

/// What defines a pair of edges, a pair a lane.
struct alignas(64) EdgePairs {
  using Lanes = std::array<double, Candidates::kMostPairs>;
  std::array<Lanes, 3> first, second;  ///< the edges
  std::array<Lanes, 3> point;          ///< of C, on both
  Lanes size;                          ///< the product of their sizes, with the direction's sign
  std::size_t count;
};

}  // namespace sunder::detail::sat
#endif

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::sat::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace lanes = sunder::detail::HWY_NAMESPACE;
using Lanes = hn::CappedTag<double, 8>;
using LanesOf = hn::Vec<Lanes>;
using Words = hn::CappedTag<std::uint32_t, 16>;

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
HWY_INLINE LanesOf dot(const Lanes3& u, const Lanes3& v) {
  return hn::MulAdd(u.z, v.z, hn::MulAdd(u.y, v.y, hn::Mul(u.x, v.x)));
}
HWY_INLINE Lanes3 sizes(const Lanes3& v) { return {hn::Abs(v.x), hn::Abs(v.y), hn::Abs(v.z)}; }
HWY_INLINE LanesOf sum(const Lanes3& v) { return hn::Add(hn::Add(v.x, v.y), v.z); }
HWY_INLINE Lanes3 everywhere(const double* v) {
  const Lanes lanes;
  return {hn::Set(lanes, v[0]), hn::Set(lanes, v[1]), hn::Set(lanes, v[2])};
}
HWY_INLINE Lanes3 times(const double* matrix, const Lanes3& v) {
  return {dot(everywhere(matrix), v), dot(everywhere(matrix + 3), v),
          dot(everywhere(matrix + 6), v)};
}

HWY_INLINE void turn(const SmallHull& hull, const Body<3>& body, const Turning& by,
                     TurnedHull& out) {
  const Lanes lanes;
  const std::size_t block = hn::Lanes(lanes);
  lanes::transform<3>(body.hull->points, body.hull->stride, body.hull->count, by.linear.data(),
                      out.point[0].data(), SmallHull::kVertices);
  const Lanes3 column = everywhere(by.column.data());
  for (std::size_t i = 0; i < hull.edge_count; i += block) {
    const Lanes3 along = load(hull.edge, i);
    store(times(by.linear.data(), along), out.edge, i);
    hn::Store(hn::Add(dot(column, sizes(along)), hn::Set(lanes, 0x1p-700)), lanes,
              &out.edge_size[i]);
  }
  for (std::size_t i = 0; i < hull.face_count; i += block) {
    store(times(by.cofactor.data(), load(hull.normal, i)), out.normal, i);
    store(times(by.linear.data(), load(hull.corner, i)), out.corner, i);
    hn::Store(hn::MulAdd(hn::Set(lanes, 3.25), hn::Load(lanes, &hull.normal_error[i]),
                         hn::Set(lanes, by.normal_error)),
              lanes, &out.normal_error[i]);
  }
}

/// (h - error) / (|u| + its error): below the true candidate's height, if that is positive.
HWY_INLINE LanesOf lower_of(const Lanes3& u, LanesOf u_error, LanesOf height, LanesOf error) {
  const Lanes lanes;
  const auto length = hn::MulAdd(hn::Set(lanes, 1.75), u_error, hn::Sqrt(dot(u, u)));
  const auto least = hn::NegMulAdd(hn::Set(lanes, 1 + 0x1p-40), error, height);
  return hn::Mul(hn::Div(least, length), hn::Set(lanes, 1 - 0x1p-48));
}

/// The faces of one body against the points of the other. `sign` is 1 for a, -1 for b. Returns the
/// slot behind the last; false in `meeting` if a face separates.
HWY_INLINE std::size_t take_faces(const SmallPair& pair, const SmallHull& hull,
                                  const TurnedHull& own, const TurnedHull& other,
                                  std::int32_t other_count, double outward, double sign,
                                  std::size_t first, Candidates& out, bool& meeting) {
  const Lanes lanes;
  const std::size_t block = hn::Lanes(lanes);
  const std::size_t slots = (hull.face_count + 7) / 8 * 8;
  const Lanes3 offset = everywhere(pair.filtered->offset().data());
  const Lanes3 gap_error = everywhere(pair.gap_error.data());
  const auto to_outward = hn::Set(lanes, outward);
  const auto to_b = hn::Set(lanes, sign);
  const auto reach = hn::Set(lanes, pair.reach);
  auto most = hn::Zero(lanes);
  for (std::size_t i = 0; i < slots; i += block) {
    const Lanes3 raw = load(own.normal, i);
    const Lanes3 u{hn::Mul(raw.x, to_outward), hn::Mul(raw.y, to_outward),
                   hn::Mul(raw.z, to_outward)};
    auto least = dot(u, broadcast(other.point, 0));
    for (std::int32_t j = 1; j < other_count; ++j) {
      least = hn::Min(least, dot(u, broadcast(other.point, static_cast<std::size_t>(j))));
    }
    const auto here = hn::Sub(dot(u, load(own.corner, i)), least);
    const auto height = hn::NegMulAdd(to_b, dot(u, offset), here);
    const auto u_error = hn::Load(lanes, &own.normal_error[i]);
    const auto rounding = dot(sizes(u), gap_error);
    const auto error = hn::MulAdd(u_error, reach, rounding);
    most = hn::Min(most, hn::Add(height, error));
    store({hn::Mul(u.x, to_b), hn::Mul(u.y, to_b), hn::Mul(u.z, to_b)}, out.direction, first + i);
    hn::Store(u_error, lanes, &out.error[first + i]);
    hn::Store(lower_of(u, u_error, height, error), lanes, &out.lower[first + i]);
  }
  meeting = meeting && hn::AllTrue(lanes, hn::Ge(most, hn::Zero(lanes)));
  return first + slots;
}

template <class Tag>
HWY_INLINE std::uint32_t bits_of(Tag tag, hn::Mask<Tag> mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(tag, mask, bytes);
  return hn::Lanes(tag) > 8 ? bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8 : bytes[0];
}

HWY_INLINE void find_sides(const SmallHull& of_faces, const TurnedHull& faces,
                           const SmallHull& of_edges, const TurnedHull& edges, double margin,
                           Sides& sides) {
  const Lanes lanes;
  const std::size_t block = hn::Lanes(lanes);
  for (std::size_t i = 0; i < of_faces.face_count; ++i) {
    const Lanes3 normal = broadcast(faces.normal, i);
    std::uint32_t ahead = 0;
    std::uint32_t behind = 0;
    for (std::size_t j = 0; j < of_edges.edge_count; j += block) {
      const auto side = dot(load(edges.edge, j), normal);
      const auto error = hn::Mul(hn::Load(lanes, &edges.edge_size[j]), hn::Set(lanes, margin));
      ahead |= bits_of(lanes, hn::Ge(side, hn::Neg(error))) << j;
      behind |= bits_of(lanes, hn::Le(side, error)) << j;
    }
    sides.ahead[i] = ahead;
    sides.behind[i] = behind;
  }
}

HWY_INLINE void find_crossings(const SmallHull& hull, const Sides& sides, Crossings& crossings) {
  for (std::size_t i = 0; i < SmallHull::kEdges; ++i) {
    crossings.ahead[i] = 0;
    crossings.behind[i] = 0;
  }
  for (std::size_t i = 0; i < hull.edge_count; ++i) {
    const std::size_t first = hull.faces[0][i];
    const std::size_t second = hull.faces[1][i];
    crossings.ahead[i] = sides.ahead[first] & sides.behind[second];
    crossings.behind[i] = sides.behind[first] & sides.ahead[second];
  }
}

/// The edges whose word has the bit set.
HWY_INLINE std::uint32_t edges_with(const SmallHull::PerEdge<std::uint32_t>& words,
                                    std::size_t count, std::uint32_t bit) {
  const Words tag;
  const auto chosen = hn::Set(tag, bit);
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < count; i += hn::Lanes(tag)) {
    found |= bits_of(tag, hn::TestBit(hn::Load(tag, &words[i]), chosen)) << i;
  }
  return found;
}

HWY_INLINE void add_pair(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                         std::size_t e, std::size_t f, double sign, Candidates& out,
                         EdgePairs& pairs) {
  const std::size_t at = pairs.count++;
  const std::size_t p = pair.a->ends[0][e];
  const std::size_t q = pair.b->ends[0][f];
  for (std::size_t l = 0; l < 3; ++l) {
    pairs.first[l][at] = a.edge[l][e];
    pairs.second[l][at] = b.edge[l][f];
    pairs.point[l][at] = (a.point[l][p] - b.point[l][q]) - pair.filtered->offset()[l];
  }
  pairs.size[at] = sign * (a.edge_size[e] * b.edge_size[f]);
  out.edge_a[at] = static_cast<std::uint8_t>(e);
  out.edge_b[at] = static_cast<std::uint8_t>(f);
}

HWY_INLINE bool find_pairs(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
                           const Crossings& of_a, const Crossings& of_b, Candidates& out,
                           EdgePairs& pairs) {
  pairs.count = 0;
  for (std::size_t e = 0; e < pair.a->edge_count; ++e) {
    const std::uint32_t bit = std::uint32_t{1} << e;
    std::uint32_t ahead = of_a.ahead[e] & edges_with(of_b.ahead, pair.b->edge_count, bit);
    std::uint32_t behind = of_a.behind[e] & edges_with(of_b.behind, pair.b->edge_count, bit);
    const auto more = static_cast<std::size_t>(std::popcount(ahead) + std::popcount(behind));
    if (pairs.count + more > Candidates::kMostPairs) return false;
    for (; ahead != 0; ahead &= ahead - 1) {
      add_pair(pair, a, b, e, static_cast<std::size_t>(std::countr_zero(ahead)), 1, out, pairs);
    }
    for (; behind != 0; behind &= behind - 1) {
      add_pair(pair, a, b, e, static_cast<std::size_t>(std::countr_zero(behind)), -1, out, pairs);
    }
  }
  return true;
}

/// Lanes past the last pair are filled with it.
HWY_INLINE void fill_up(EdgePairs& pairs) {
  if (pairs.count == 0) return;
  for (std::size_t at = pairs.count; at % 8 != 0; ++at) {
    for (std::size_t l = 0; l < 3; ++l) {
      pairs.first[l][at] = pairs.first[l][pairs.count - 1];
      pairs.second[l][at] = pairs.second[l][pairs.count - 1];
      pairs.point[l][at] = pairs.point[l][pairs.count - 1];
    }
    pairs.size[at] = pairs.size[pairs.count - 1];
  }
}

HWY_INLINE LanesOf minor(LanesOf a, LanesOf b, LanesOf c, LanesOf d) {
  return hn::NegMulAdd(c, d, hn::Mul(a, b));
}

HWY_INLINE void take_pairs(const SmallPair& pair, const EdgePairs& pairs, Candidates& out) {
  const Lanes lanes;
  const double share = (2 * (pair.turning_a.share + pair.turning_b.share) + 5 * kUnit);
  const auto point_error = hn::Set(lanes, pair.point_error);
  for (std::size_t i = 0; i < pairs.count; i += hn::Lanes(lanes)) {
    const Lanes3 e = load(pairs.first, i);
    const Lanes3 f = load(pairs.second, i);
    const Lanes3 c = load(pairs.point, i);
    const auto size = hn::Load(lanes, &pairs.size[i]);
    const auto sign = hn::CopySign(hn::Set(lanes, 1.0), size);
    const Lanes3 n{minor(e.y, f.z, e.z, f.y), minor(e.z, f.x, e.x, f.z), minor(e.x, f.y, e.y, f.x)};
    const auto n_error = hn::MulAdd(hn::Set(lanes, share * (1 + 0x1p-30)), hn::Abs(size),
                                    hn::Set(lanes, 0x1p-900));
    const auto reach =
        hn::MulAdd(hn::Set(lanes, 3.0), point_error, sum(sizes(c)));
    auto error = hn::Mul(hn::Set(lanes, 4 * kUnit), dot(sizes(n), sizes(c)));
    error = hn::MulAdd(sum(sizes(n)), point_error, error);
    error = hn::MulAdd(n_error, reach, hn::Add(error, hn::Set(lanes, 0x1p-900)));
    const auto height = hn::Mul(dot(n, c), sign);
    store({hn::Mul(n.x, sign), hn::Mul(n.y, sign), hn::Mul(n.z, sign)}, out.direction,
          out.first_pair + i);
    hn::Store(n_error, lanes, &out.error[out.first_pair + i]);
    hn::Store(lower_of(n, n_error, height, error), lanes, &out.lower[out.first_pair + i]);
  }
  out.end = out.first_pair + pairs.count;
}

bool list(const SmallPair& pair, TurnedHull& a, TurnedHull& b, Candidates& out) {
  const Pair<3>& bodies = pair.filtered->pair();
  turn(*pair.a, bodies.a, pair.turning_a, a);
  turn(*pair.b, bodies.b, pair.turning_b, b);
  bool meeting = true;
  out.first_of_b = take_faces(pair, *pair.a, a, b, bodies.b.hull->count, pair.turning_a.outward, 1,
                              0, out, meeting);
  out.first_pair = take_faces(pair, *pair.b, b, a, bodies.a.hull->count, pair.turning_b.outward, -1,
                              out.first_of_b, out, meeting);
  if (!meeting) return false;
  Sides sides;
  Crossings of_a;
  Crossings of_b;
  find_sides(*pair.a, a, *pair.b, b, pair.turning_a.side_margin, sides);
  find_crossings(*pair.a, sides, of_a);
  find_sides(*pair.b, b, *pair.a, a, pair.turning_b.side_margin, sides);
  find_crossings(*pair.b, sides, of_b);
  EdgePairs pairs;
  if (!find_pairs(pair, a, b, of_a, of_b, out, pairs)) return false;
  fill_up(pairs);
  take_pairs(pair, pairs, out);
  return true;
}

void height(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b, const Vector3& u,
            DirectionalGap& gap) {
  const Vector3 against{-u[0], -u[1], -u[2]};
  const Pair<3>& bodies = pair.filtered->pair();
  const Extreme most_a = lanes::scan<3>(a.point[0].data(), SmallHull::kVertices,
                                        bodies.a.hull->count, u.data(), 3);
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
