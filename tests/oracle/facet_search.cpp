// SPDX-License-Identifier: Apache-2.0
#include "oracle/facet_search.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace sunder::oracle {
namespace {

using Real = long double;
using Triple = std::array<Real, 3>;
using BigVector = std::vector<BigInt>;

Real dot(const Triple& x, const Triple& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

BigInt dot(const BigVector& x, const BigVector& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

template <class Vec>
Vec cross(const Vec& x, const Vec& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Real norm(const Triple& x) { return std::sqrt(dot(x, x)); }

BigVector minus(const BigVector& x, const BigVector& y) {
  return {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
}

unsigned bits(const BigInt& value) {
  return value == 0 ? 0 : static_cast<unsigned>(msb(abs(value))) + 1;
}

unsigned bits(const BigVector& x) { return std::max({bits(x[0]), bits(x[1]), bits(x[2])}); }

/// value / 2^unit, for |value| < 2^unit: within one in the last place, or 2^-900 of the unit.
Real scaled(const BigInt& value, unsigned unit) {
  constexpr unsigned kKept = 900;
  const unsigned dropped = unit > kKept ? unit - kKept : 0;
  const BigInt head = value < 0 ? BigInt(-(BigInt(-value) >> dropped)) : BigInt(value >> dropped);
  return std::ldexp(head.convert_to<Real>(), -static_cast<int>(unit - dropped));
}

Triple scaled(const BigVector& x, unsigned unit) {
  return {scaled(x[0], unit), scaled(x[1], unit), scaled(x[2], unit)};
}

Real largest(const Triple& x) { return std::max({std::abs(x[0]), std::abs(x[1]), std::abs(x[2])}); }

/// Returns v or -v: the one whose first nonzero entry is positive.
BigVector one_way(BigVector v) {
  for (const BigInt& entry : v) {
    if (entry == 0) continue;
    if (entry < 0) v = {-v[0], -v[1], -v[2]};
    break;
  }
  return v;
}

void divide_by_common_factor(BigVector& v) {
  const BigInt common = gcd(gcd(v[0], v[1]), v[2]);
  for (BigInt& entry : v) entry /= common;
}

/// max u.x over a minus min u.y over b.
BigInt extent(const BigVector& u, const Points<BigInt>& a, const Points<BigInt>& b) {
  BigInt high = dot(u, a.front());
  for (const auto& x : a) high = std::max<BigInt>(high, dot(u, x));
  BigInt low = dot(u, b.front());
  for (const auto& y : b) low = std::min<BigInt>(low, dot(u, y));
  return high - low;
}

}  // namespace

FacetSearch::FacetSearch(const Points<BigInt>& a, const Points<BigInt>& b, std::size_t dimension)
    : dimension_(dimension) {
  unsigned unit = bits(minus(a.front(), b.front()));
  for (const auto* points : {&a, &b}) {
    for (const auto& x : *points) unit = std::max(unit, bits(minus(x, points->front())));
  }
  sides_ = {make_side(a, unit), make_side(b, unit)};
  offset_ = scaled(minus(a.front(), b.front()), unit);
  const Real sqrt3 = 1.7321L;
  reach_ = 1.01L * sqrt3 * (sides_[0].reach + sides_[1].reach + largest(offset_));
  third_axis_.v = {0, 0, 1};
  third_axis_.length = 1;
}

FacetSearch::Side FacetSearch::make_side(const Points<BigInt>& points, unsigned unit) const {
  Side side;
  side.exact = &points;
  for (const auto& x : points) {
    side.points.push_back(scaled(minus(x, points.front()), unit));
    side.reach = std::max(side.reach, largest(side.points.back()));
  }
  side.reach = std::max<Real>(side.reach, 0x1p-800L);
  return side;
}

FacetSearch::Span FacetSearch::span(std::size_t side, std::int32_t from, std::int32_t to) const {
  const Triple& x = sides_[side].points[static_cast<std::size_t>(from)];
  const Triple& y = sides_[side].points[static_cast<std::size_t>(to)];
  Span result{side, from, to, {y[0] - x[0], y[1] - x[1], y[2] - x[2]}, 0, 0};
  result.length = norm(result.v);
  result.error = 8 * kEps * sides_[side].reach;
  return result;
}

/// The edges, each exact vector once: a box then has three, not twelve.
std::vector<FacetSearch::Span> FacetSearch::spans_of(std::size_t side,
                                                     const Skeleton& skeleton) const {
  std::vector<Span> result;
  if (!skeleton.edges.empty() && skeleton.edges.front().faces[0] >= 0) {
    for (const auto& edge : skeleton.edges)
      result.push_back(span(side, edge.ends[0], edge.ends[1]));
    return result;
  }
  std::map<BigVector, Span> distinct;
  for (const auto& edge : skeleton.edges) {
    const Span candidate = span(side, edge.ends[0], edge.ends[1]);
    BigVector vector = one_way(exact_vector(candidate));
    if (bits(vector) > 0) distinct.emplace(std::move(vector), candidate);
  }
  for (const auto& [vector, candidate] : distinct) result.push_back(candidate);
  return result;
}

FacetSearch::Unit FacetSearch::normal_of(const Span& first, const Span& second) const {
  Unit unit;
  unit.v = cross(first.v, second.v);
  const Real length = norm(unit.v);
  const Real error = 4 * (first.length * second.error + second.length * first.error +
                          first.error * second.error + kEps * first.length * second.length);
  if (!(length > 2 * error)) return unit;
  unit.error = 2.1L * error / length + 4 * kEps;
  for (Real& entry : unit.v) entry /= length;
  return unit;
}

/// Outward: away from the mean of the points.
std::vector<FacetSearch::Unit> FacetSearch::normals_of(std::size_t side,
                                                       const Skeleton& skeleton) const {
  const auto& points = sides_[side].points;
  Triple mean{};
  for (const Triple& x : points) {
    for (std::size_t k = 0; k < 3; ++k) mean[k] += x[k] / static_cast<Real>(points.size());
  }
  std::vector<Unit> result;
  for (const auto& face : skeleton.faces) {
    Unit normal = normal_of(span(side, face[0], face[1]), span(side, face[0], face[2]));
    const Triple& corner = points[static_cast<std::size_t>(face[0])];
    const Real height =
        dot(normal.v, {corner[0] - mean[0], corner[1] - mean[1], corner[2] - mean[2]});
    if (std::abs(height) <= 8 * sides_[side].reach * (normal.error + 64 * kEps)) normal.error = 1;
    if (height < 0) normal.v = {-normal.v[0], -normal.v[1], -normal.v[2]};
    result.push_back(normal);
  }
  return result;
}

/// The error of the extent along n / |n| has two parts: the normal's error at the farthest point,
/// and the rounding of the products.
void FacetSearch::offer(const Span& first, const Span& second) {
  const Unit n = normal_of(first, second);
  std::array<std::array<Real, 2>, 2> range{};
  for (std::size_t side = 0; side < 2; ++side) {
    Real low = 0, high = 0;  // of the first point
    for (const Triple& x : sides_[side].points) {
      const Real value = dot(n.v, x);
      low = value < low ? value : low;
      high = value > high ? value : high;
    }
    range[side] = {low, high};
  }
  const Real shift = dot(n.v, offset_);
  const Real error = 2 * reach_ * (n.error + 32 * kEps);
  const bool known = n.error < 0x1p-8L;
  for (const bool negated : {false, true}) {
    const Real value =
        negated ? range[1][1] - range[0][0] - shift : range[0][1] - range[1][0] + shift;
    const Real at_least = known ? value - error : -2 * reach_;
    if (at_least > at_most_ + std::abs(at_most_) / 256) continue;
    candidates_.push_back({first, second, negated, at_least});
    if (known) at_most_ = std::min(at_most_, value + error);
  }
}

/// Edges of a and b form a face of C if the arcs between their faces' normals (b's negated) cross.
/// Pairs are skipped if an arc certainly lies on one side of the other's great circle.
void FacetSearch::offer_crossings(const Skeleton& a, const Skeleton& b) {
  const std::array<const Skeleton*, 2> skeletons{&a, &b};
  std::array<std::vector<Span>, 2> spans;
  std::array<std::vector<Unit>, 2> normals;
  for (std::size_t side = 0; side < 2; ++side) {
    spans[side] = spans_of(side, *skeletons[side]);
    normals[side] = normals_of(side, *skeletons[side]);
  }
  const auto one_sided = [&](std::size_t side, std::size_t edge, const Span& other) {
    const auto& faces = skeletons[side]->edges[edge].faces;
    const Unit& p = normals[side][static_cast<std::size_t>(faces[0])];
    const Unit& q = normals[side][static_cast<std::size_t>(faces[1])];
    const Real slack = (8 * kEps + std::max(p.error, q.error)) * other.length + 2 * other.error;
    const Real at_p = dot(p.v, other.v);
    const Real at_q = dot(q.v, other.v);
    return (at_p > slack && at_q > slack) || (at_p < -slack && at_q < -slack);
  };
  const auto has_arcs = [](const Skeleton& skeleton) {
    return !skeleton.edges.empty() && skeleton.edges.front().faces[0] >= 0;
  };
  for (std::size_t i = 0; i < spans[0].size(); ++i) {
    for (std::size_t j = 0; j < spans[1].size(); ++j) {
      if (has_arcs(a) && one_sided(0, i, spans[1][j])) continue;
      if (has_arcs(b) && one_sided(1, j, spans[0][i])) continue;
      offer(spans[0][i], spans[1][j]);
    }
  }
}

ExactDepthOfPair FacetSearch::run(const Skeleton& a, const Skeleton& b, const BigInt& denominator) {
  if (dimension_ == 2) {
    for (const Span& edge : spans_of(0, a)) offer(edge, third_axis_);
    for (const Span& edge : spans_of(1, b)) offer(edge, third_axis_);
  } else {
    for (const auto& face : a.faces) offer(span(0, face[0], face[1]), span(0, face[0], face[2]));
    for (const auto& face : b.faces) offer(span(1, face[0], face[1]), span(1, face[0], face[2]));
    offer_crossings(a, b);
  }
  return settle(denominator);
}

std::vector<BigInt> FacetSearch::exact_vector(const Span& span) const {
  if (span.from == span.to) return {0, 0, 1};
  const auto& points = *sides_[span.side].exact;
  return minus(points[static_cast<std::size_t>(span.to)],
               points[static_cast<std::size_t>(span.from)]);
}

ExactDepthOfPair FacetSearch::settle(const BigInt& denominator) const {
  /// Squared extent over squared length, for each direction that was not discarded.
  std::map<BigVector, Rational> values;
  for (const Candidate& candidate : candidates_) {
    if (candidate.at_least > at_most_ + std::abs(at_most_) / 256) continue;
    BigVector n = cross(exact_vector(candidate.first), exact_vector(candidate.second));
    if (bits(n) == 0) continue;
    divide_by_common_factor(n);
    if (candidate.negated) n = {-n[0], -n[1], -n[2]};
    if (values.contains(n)) continue;
    const BigInt height = extent(n, *sides_[0].exact, *sides_[1].exact);
    if (height <= 0) return {};
    values.emplace(n, Rational(BigInt(height * height), dot(n, n)));
  }
  ExactDepthOfPair result;
  if (values.empty()) return result;
  result.overlapping = true;
  const auto less = [](const auto& x, const auto& y) { return x.second < y.second; };
  const Rational least = std::min_element(values.begin(), values.end(), less)->second;
  result.squared = least / Rational(BigInt(denominator * denominator));
  bool others_are_deeper = true;
  for (auto& [n, value] : values) {
    if (value == least) {
      result.directions.emplace_back(n.begin(),
                                     n.begin() + static_cast<std::ptrdiff_t>(dimension_));
    } else if (value < least * Rational(1002, 1000)) {
      others_are_deeper = false;
    }
  }
  result.clearly_unique = result.directions.size() == 1 && others_are_deeper;
  return result;
}

}  // namespace sunder::oracle
