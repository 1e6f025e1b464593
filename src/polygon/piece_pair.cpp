// SPDX-License-Identifier: Apache-2.0
//
// Idea: Pieces whose poses are exact take the way of convex bodies. Else the poses are rounded, and no point is farther
// than `error` from where it belongs. Pieces that are farther apart than that under the rounded poses are apart; pieces
// that overlap deeper overlap. What is in between is decided in integers.
// Bound: Let h(u) be the largest u . c of C = K_A - K_B for a unit vector u. Points that move by at most `error` in all
// change h by no more. The bodies are apart if h(u) < 0 for some u, and overlap if h(u) > 0 for all.
// Cost: That of a margin, or two, of convex bodies; some 20 microseconds in integers.
// Gives up: Never.
#include "polygon/piece_pair.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "exact/root_sum.hpp"
#include "narrow/lp/exact_simplex.hpp"
#include "query/margin/compare.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
/// How many times the error a margin is. At the error itself a contact is no farther from it than doubles resolve.
constexpr double kRoom = 256;

/// The first and the last place of points on a line.
std::array<Place, 2> ends_of(const IntegerBody<2, BigInt>& body) {
  std::vector<Place> places(static_cast<std::size_t>(body.hull->count));
  for (std::int32_t i = 0; i < body.hull->count; ++i)
    body.add_point(i, 1, places[static_cast<std::size_t>(i)].data());
  const auto [first, last] = std::minmax_element(places.begin(), places.end());
  return {*first, *last};
}

/// Has the segment from s to t, or the point, a point strictly between u and v?
bool meets_open_segment(const Place& s, const Place& t, const Place& u, const Place& v) {
  const int at_s = turn_of(u, v, s), at_t = turn_of(u, v, t);
  if (at_s * at_t > 0) return false;
  if (at_s != 0 || at_t != 0) return turn_of(s, t, u) * turn_of(s, t, v) < 0;
  const Place along = minus(v, u);
  const BigInt first = dot(minus(s, u), along), last = dot(minus(t, u), along);
  return std::max(first, last) > 0 && std::min(first, last) < dot(along, along);
}

Decision decision_of(Verdict verdict, Stage stage) noexcept {
  Decision decision;
  decision.verdict = verdict;
  decision.stage = stage;
  decision.proven = true;
  return decision;
}

/// The largest size of a coordinate that an answer shows.
double size_of(const Witness<2>& witness) noexcept {
  return std::max({std::fabs(witness.point_a[0]), std::fabs(witness.point_a[1]),
                   std::fabs(witness.point_b[0]), std::fabs(witness.point_b[1])});
}

Vector2 weighted_point(const Posed2& body, std::span<const double> weights,
                       std::span<const IndexPair> pairs, std::int32_t IndexPair::*side) noexcept {
  Vector2 point{};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const Vector2 p = body.polytope().vertex(pairs[k].*side);
    for (int l = 0; l < 2; ++l) {
      point[static_cast<std::size_t>(l)] +=
          weights[k] * (body.pose().linear(l, 0) * p[0] + body.pose().linear(l, 1) * p[1] +
                        body.pose().offset(l));
    }
  }
  return point;
}

/// None where a coordinate is beyond the doubles.
std::optional<Witness<2>> witness_of(const MinNorm& nearest, const Posed2& a, const Posed2& b) {
  const std::vector<double> weights = nearest.rounded_weights();
  Witness<2> witness;
  witness.point_a = weighted_point(a, weights, nearest.pairs, &IndexPair::a);
  witness.point_b = weighted_point(b, weights, nearest.pairs, &IndexPair::b);
  Vector2 apart{};
  to_unit_doubles<BigInt>(nearest.point, apart.data());
  const double length = std::hypot(apart[0], apart[1]);
  for (std::size_t k = 0; k < 2; ++k) witness.normal[k] = -apart[k] / length;
  for (const Vector2& point : {witness.point_a, witness.point_b}) {
    if (!std::isfinite(point[0]) || !std::isfinite(point[1])) return std::nullopt;
  }
  return witness;
}

}  // namespace

PiecePair2::PiecePair2(const PlacedPieces& a, const PlacedPieces& b) noexcept
    : a_(a), b_(b), error_(a.error() + b.error()) {
  if (error_ > 0) error_ *= 1 + 0x1p-50;
}

IntegerPair<2, BigInt> PiecePair2::exact(std::int32_t i, std::int32_t j) const {
  return exact_points(a_.piece(i), a_.chain(), b_.piece(j), b_.chain());
}

Decision PiecePair2::decide(std::int32_t i, std::int32_t j, const BodySearch& search) const {
  Decision decision = decide_convex(i, j, search);
  if (error_ != 0 && search.counters != nullptr)
    ++search.counters->by_stage[static_cast<std::size_t>(decision.stage)];
  if (decision.verdict != Verdict::touching) return decision;
  if ((a_.is_flat(i) && b_.polygon() != nullptr && meets_cut(a_, i, b_, j)) ||
      (b_.is_flat(j) && a_.polygon() != nullptr && meets_cut(b_, j, a_, i))) {
    decision.verdict = Verdict::overlapping;
    decision.stage = std::max(decision.stage, Stage::integer);
  }
  return decision;
}

Decision PiecePair2::decide_convex(std::int32_t i, std::int32_t j, const BodySearch& search) const {
  const Posed2 a{a_.piece(i), a_.pose()}, b{b_.piece(j), b_.pose()};
  if (error_ == 0)
    return intersects(a, b, {.algorithm = search.algorithm, .counters = search.counters});
  if (kRoom * error_ < kUnbounded) {
    const double room = kRoom * error_;
    const Decision apart = compare_to_sum<2>(a, b, {room, 0, 0, 0, 0}, {});
    if (apart.verdict == Verdict::separated) return apart;
    const Decision deep = compare_to_sum<2>(a, b, {-room, 0, 0, 0, 0}, {});
    if (deep.verdict == Verdict::overlapping) return deep;
  }
  const IntegerPair<2, BigInt> points = exact(i, j);
  lp::ExactSimplex<2, BigInt> simplex(points);
  return decision_of(simplex.decide({}, false).verdict, Stage::integer);
}

bool PiecePair2::meets_cut(const PlacedPieces& flat, std::int32_t piece,
                           const PlacedPieces& polygon, std::int32_t part) const {
  const PolygonData& data = *polygon.polygon();
  for (const std::int32_t cut : data.cuts_of(part)) {
    const auto& [u, v] = data.cuts[static_cast<std::size_t>(cut)];
    const Polytope2 segment = Polytope2::from_points({data.points[static_cast<std::size_t>(u)],
                                                      data.points[static_cast<std::size_t>(v)]})
                                  .value();
    const IntegerPair<2, BigInt> points =
        exact_points(flat.piece(piece), flat.chain(), segment, polygon.chain());
    const std::array<Place, 2> ends = ends_of(points.a), of_cut = ends_of(points.b);
    if (meets_open_segment(ends[0], ends[1], of_cut[0], of_cut[1])) return true;
  }
  return false;
}

Distance2 PiecePair2::measure(std::int32_t i, std::int32_t j, const BodySearch& search) const {
  const Posed2 a{a_.piece(i), a_.pose()}, b{b_.piece(j), b_.pose()};
  if (error_ == 0) return distance(a, b, {.search = {.algorithm = search.algorithm}});
  Distance2 found;
  if (error_ != kUnbounded) {
    found = distance(a, b);
    const auto [lower, upper] = found.distance;
    found.distance.lower = std::max(0.0, std::nextafter(lower - error_, -kUnbounded));
    found.distance.upper = std::nextafter(upper + error_, kUnbounded);
    const double size = found.witness ? size_of(*found.witness) : 0;
    const double width = found.distance.upper - found.distance.lower;
    if (found) found.witness.reset();  // they meet where they were moved to
    if (width <= std::max(1e-12 * found.distance.lower, 0x1p-46 * size)) return found;
  }
  const MinNorm nearest = find_min_norm<2>(exact(i, j), {});
  found.distance = {nearest.distance().lower, nearest.distance().upper};
  if (!found.witness && error_ != kUnbounded) found.witness = witness_of(nearest, a, b);
  return found;
}

Root PiecePair2::measure_exactly(std::int32_t i, std::int32_t j) const {
  return find_min_norm<2>(exact(i, j), {}).length();
}

Decision PiecePair2::compare(std::int32_t i, std::int32_t j, const MarginTerms& terms,
                             const BodySearch& search) const {
  const Posed2 a{a_.piece(i), a_.pose()}, b{b_.piece(j), b_.pose()};
  if (error_ == 0)
    return compare_to_sum<2>(a, b, terms,
                             {.algorithm = search.algorithm, .counters = search.counters});
  if (kRoom * error_ < kUnbounded) {
    MarginTerms padded = terms;
    padded[3] = kRoom * error_;
    const Decision apart = compare_to_sum<2>(a, b, padded, {});
    if (apart.verdict == Verdict::separated) return apart;
    padded[3] = -kRoom * error_;
    const Decision close = compare_to_sum<2>(a, b, padded, {});
    if (close.verdict == Verdict::overlapping) return close;
  }
  const int sign = compare_root(measure_exactly(i, j), exact_sum(terms));
  return decision_of(
      sign > 0 ? Verdict::separated : (sign == 0 ? Verdict::touching : Verdict::overlapping),
      Stage::integer);
}

}  // namespace sunder::detail::polygon
