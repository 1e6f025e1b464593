// SPDX-License-Identifier: Apache-2.0
//
// Idea: Points of two edges have differences in a parallelogram, and the edges meet while the way of a, a ray from 0, is
// in it. It is what two slabs have in common, across the edges; if they are parallel, across and along them. Each slab
// gives an interval of times.
// Source: Kay and Kajiya, "Ray tracing complex scenes" (1986), for the slabs.
// Bound: Let c be a vector whose entries are off by at most E. In doubles a height u . c is off by at most |u|_1 E, and
// 2^-53 of the products' sizes for each of four operations. Slabs and rates are widened by that. Exact times are
// fractions of integers.
// Cost: some 100 flops a pair of edges; some microseconds for those that may be first.
// Gives up: Never.
#include "polygon/moving_edges.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "exact/nearest.hpp"
#include "exact/rounding.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kRounding = 0x1p-53;
constexpr double kTiny = 0x1p-1000;  ///< more than what underflow loses
constexpr double kWider = 1 + 0x1p-20;
constexpr double kLargest = 0x1p1000;  ///< heights below it do not overflow

/// Times at which a moving point is in slabs, in doubles: it is in none of them outside [begin, end].
struct Window2 {
  double begin = 0, end = kNever;
  bool is_empty() const noexcept { return begin > end; }

  /// The point has the height t * rate; both are off by at most their errors.
  void narrow(double lower, double upper, double error, double rate, double rate_error) noexcept {
    lower -= error;
    upper += error;
    if (rate < 0) {
      std::swap(lower, upper);
      lower = -lower;
      upper = -upper;
      rate = -rate;
    }
    if (!(lower <= kNever) || !(upper <= kNever) || !(rate <= kNever)) return;  // NaN
    if (upper < 0 && rate > rate_error) {
      end = -1;
      return;
    }
    if (lower > 0) begin = std::max(begin, lower / (rate + rate_error) * (1 - 8 * kRounding));
    if (rate > rate_error)
      end = std::min(end, upper / (rate - rate_error) * (1 + 8 * kRounding) + kTiny);
    if (upper < 0 && !(rate > rate_error))
      begin = std::max(begin, -upper / (rate_error - rate) * (1 - 8 * kRounding));
  }
};

/// Where a height is between, exactly, and how fast it changes.
struct Slab {
  BigInt lower, upper, rate;
};

Slab slab_of(const Place& axis, std::span<const Place> corners, const Place& velocity) {
  Slab slab{dot(axis, corners[0]), dot(axis, corners[0]), dot(axis, velocity)};
  for (const Place& corner : corners) {
    const BigInt height = dot(axis, corner);
    slab.lower = std::min(slab.lower, height);
    slab.upper = std::max(slab.upper, height);
  }
  if (slab.rate < 0) {
    std::swap(slab.lower, slab.upper);
    slab.lower = -slab.lower;
    slab.upper = -slab.upper;
    slab.rate = -slab.rate;
  }
  return slab;
}

Place across(const Place& v) { return {-v[1], v[0]}; }
bool is_zero(const Place& v) { return v[0] == 0 && v[1] == 0; }

/// A point that two edges have in common: at / over.
struct CommonPoint {
  Place at;
  BigInt over = 1;

  CommonPoint(const EdgeEnds& a, const EdgeEnds& b) {
    const Place along_a = minus(a.last, a.first), along_b = minus(b.last, b.first);
    const BigInt turn = cross(along_a, along_b);
    if (turn == 0) {
      at = std::max(std::min(a.first, a.last), std::min(b.first, b.last));
      return;
    }
    const BigInt share = cross(along_a, minus(a.first, b.first));
    over = turn < 0 ? BigInt(-turn) : turn;
    at = plus(times(b.first, over), times(along_b, turn < 0 ? BigInt(-share) : share));
  }

  /// The way to a place, times `over`.
  Place way_to(const Place& place) const { return minus(times(place, over), at); }
  bool is_on(const EdgeEnds& edge) const {
    const Place u = way_to(edge.first), v = way_to(edge.last);
    return cross(u, v) == 0 && dot(u, v) <= 0;
  }
};

/// Edges at a point, and normals of which one is chosen.
struct NormalChoice {
  struct Candidate {
    const EdgeMeeting* meeting;
    const Place* normal;
  };
  std::vector<Candidate> candidates;
  std::vector<Place> ways_a, ways_b;  ///< from the point to the ends of edges

  void add_edges(const CommonPoint& point, const EdgeEnds& a, const EdgeEnds& b) {
    for (const Place* end : {&a.first, &a.last}) ways_a.push_back(point.way_to(*end));
    for (const Place* end : {&b.first, &b.last}) ways_b.push_back(point.way_to(*end));
  }

  /// How many ways lead beyond the line of a normal, where they belong to a, or before it, where they belong to b?
  std::ptrdiff_t wrong(const Candidate& candidate) const {
    const auto beyond = [&](const Place& way) { return dot(*candidate.normal, way) > 0; };
    const auto before = [&](const Place& way) { return dot(*candidate.normal, way) < 0; };
    return std::count_if(ways_a.begin(), ways_a.end(), beyond) +
           std::count_if(ways_b.begin(), ways_b.end(), before);
  }
  Candidate best() const {
    std::size_t chosen = 0;
    std::ptrdiff_t fewest = wrong(candidates[0]);
    for (std::size_t i = 1; i < candidates.size() && fewest > 0; ++i) {
      const std::ptrdiff_t count = wrong(candidates[i]);
      if (count >= fewest) continue;
      chosen = i;
      fewest = count;
    }
    return candidates[chosen];
  }
};

}  // namespace

int compare_times(const ExactTime& s, const ExactTime& t) {
  return sign_of(BigInt(s.numerator * t.denominator - t.numerator * s.denominator));
}

RelativeVelocity::RelativeVelocity(const Vector2& of_a, const Vector2& of_b) noexcept
    : v{of_a[0] - of_b[0], of_a[1] - of_b[1]},
      error(2 * kRounding * (std::fabs(v[0]) + std::fabs(v[1]))) {}

double earliest_meeting(const Bounds<2>& a, const Bounds<2>& b,
                        const RelativeVelocity& velocity) noexcept {
  Window2 window;
  for (std::size_t k = 0; k < 2; ++k) {
    const double lower = b.lower[k] - a.upper[k], upper = b.upper[k] - a.lower[k];
    const double error = 2 * kRounding * (std::fabs(lower) + std::fabs(upper)) + kTiny;
    window.narrow(lower, upper, error, velocity.v[k], velocity.error);
  }
  return window.is_empty() ? kNever : window.begin;
}

MovingOutlines::MovingOutlines(const PlacedOutline& a, const Vector2& velocity_a,
                               const PlacedOutline& b, const Vector2& velocity_b)
    : a_(a),
      b_(b),
      rounded_(velocity_a, velocity_b),
      maps_(a.placed().chain(), span_of(a.points()), b.placed().chain(), span_of(b.points()),
            span_of(std::array{velocity_a, velocity_b})) {
  for (std::size_t k = 0; k < 2; ++k) {
    velocity_b_[k] = to_integer<BigInt>(velocity_b[k], maps_.exponent);
    velocity_[k] = to_integer<BigInt>(velocity_a[k], maps_.exponent) - velocity_b_[k];
  }
}

bool MovingOutlines::may_meet(std::int32_t edge_a, std::int32_t edge_b,
                              double reach) const noexcept {
  const auto& [i, j] = a_.edges()[static_cast<std::size_t>(edge_a)];
  const auto& [k, l] = b_.edges()[static_cast<std::size_t>(edge_b)];
  const RoundedPlace &p = a_.world(i), &q = a_.world(j), &r = b_.world(k), &s = b_.world(l);
  const Vector2 corners[4] = {{r.at[0] - p.at[0], r.at[1] - p.at[1]},
                              {r.at[0] - q.at[0], r.at[1] - q.at[1]},
                              {s.at[0] - p.at[0], s.at[1] - p.at[1]},
                              {s.at[0] - q.at[0], s.at[1] - q.at[1]}};
  double size = 0;
  for (const Vector2& c : corners) size = std::max(size, std::fabs(c[0]) + std::fabs(c[1]));
  const double entry_error =
      std::max(p.error, q.error) + std::max(r.error, s.error) + 2 * kRounding * size;
  const Vector2& v = rounded_.v;
  const double speed = std::fabs(v[0]) + std::fabs(v[1]);
  const Vector2 axes[5] = {{1, 0},
                           {0, 1},
                           {p.at[1] - q.at[1], q.at[0] - p.at[0]},
                           {r.at[1] - s.at[1], s.at[0] - r.at[0]},
                           {-v[1], v[0]}};
  Window2 window;
  for (const Vector2& u : axes) {
    double lower = kNever, upper = -kNever;
    for (const Vector2& c : corners) {
      const double height = u[0] * c[0] + u[1] * c[1];
      lower = std::min(lower, height);
      upper = std::max(upper, height);
    }
    const double length = std::fabs(u[0]) + std::fabs(u[1]);
    const double error = (length * entry_error + 4 * kRounding * length * size + kTiny) * kWider;
    const double rate_error =
        (length * rounded_.error + 4 * kRounding * length * speed + kTiny) * kWider;
    if (!(error < kNever) || !(rate_error < kNever) || !(length * size < kLargest) ||
        !(length * speed < kLargest))
      continue;
    window.narrow(lower, upper, error, u[0] * v[0] + u[1] * v[1], rate_error);
  }
  return !window.is_empty() && window.begin < reach;
}

EdgeEnds MovingOutlines::ends(std::size_t side, std::int32_t edge) const {
  const PlacedOutline& outline = side == 0 ? a_ : b_;
  const auto& [i, j] = outline.edges()[static_cast<std::size_t>(edge)];
  const IntegerMap2& map = maps_.of_side[side];
  return {map.of(outline.points()[static_cast<std::size_t>(i)]),
          map.of(outline.points()[static_cast<std::size_t>(j)])};
}

std::optional<EdgeMeeting> MovingOutlines::first_meeting(std::int32_t edge_a,
                                                         std::int32_t edge_b) const {
  if (is_zero(velocity_)) return std::nullopt;
  const auto [p, q] = ends(0, edge_a);
  const auto [r, s] = ends(1, edge_b);
  const Place corners[4] = {minus(r, p), minus(r, q), minus(s, p), minus(s, q)};
  const Place along_a = minus(q, p), along_b = minus(s, r);
  const bool parallel = cross(along_a, along_b) == 0;
  std::array<Place, 2> axes{across(along_a), across(along_b)};
  if (parallel) {
    const Place& along = is_zero(along_a) ? (is_zero(along_b) ? velocity_ : along_b) : along_a;
    axes = {across(along), along};
  }
  std::array<Slab, 2> slabs;
  EdgeMeeting meeting{{edge_a, edge_b}, {0, 1}, {}};
  ExactTime end{1, 1};
  for (std::size_t k = 0; k < 2; ++k) {
    slabs[k] = slab_of(axes[k], corners, velocity_);
    const auto& [lower, upper, rate] = slabs[k];
    if (rate == 0) {
      if (lower > 0 || upper < 0) return std::nullopt;
      continue;
    }
    if (upper < 0) return std::nullopt;
    const ExactTime enters{lower, rate}, leaves{upper, rate};
    if (compare_times(meeting.time, enters) < 0) meeting.time = enters;
    if (compare_times(leaves, end) < 0) end = leaves;
  }
  if (compare_times(end, meeting.time) < 0) return std::nullopt;
  for (std::size_t k = 0; k < 2; ++k) {
    const BigInt& rate = slabs[k].rate;
    if (rate == 0 || compare_times({slabs[k].lower, rate}, meeting.time) < 0) continue;
    meeting.normals.push_back(dot(axes[k], velocity_) > 0 ? axes[k] : times(axes[k], -1));
    if (parallel) break;  // what is across them goes first
  }
  return meeting;
}

EdgeEnds MovingOutlines::ends_at(const ExactTime& time, std::size_t side, std::int32_t edge) const {
  EdgeEnds at = ends(side, edge);
  at = {times(at.first, time.denominator), times(at.last, time.denominator)};
  if (side == 1) return at;
  const Place way = times(velocity_, time.numerator);
  return {plus(at.first, way), plus(at.last, way)};
}

MovingOutlines::Contact MovingOutlines::contact(const std::vector<EdgeMeeting>& meetings) const {
  const ExactTime& time = meetings[0].time;
  const CommonPoint point(ends_at(time, 0, meetings[0].edges[0]),
                          ends_at(time, 1, meetings[0].edges[1]));
  NormalChoice choice;
  const bool is_alone = meetings.size() == 1 && meetings[0].normals.size() == 1;
  for (const EdgeMeeting& meeting : meetings) {
    if (!is_alone) {
      const EdgeEnds a = ends_at(time, 0, meeting.edges[0]), b = ends_at(time, 1, meeting.edges[1]);
      if (!point.is_on(a) || !point.is_on(b)) continue;
      choice.add_edges(point, a, b);
    }
    for (const Place& normal : meeting.normals) choice.candidates.push_back({&meeting, &normal});
  }
  const NormalChoice::Candidate best = choice.best();

  Contact found;
  found.edges = best.meeting->edges;
  to_unit_doubles<BigInt>(*best.normal, found.normal.data());
  const double size = std::hypot(found.normal[0], found.normal[1]);
  for (double& x : found.normal) x /= size;
  const Place in_world = plus(point.at, times(times(velocity_b_, time.numerator), point.over));
  const BigInt over = point.over * time.denominator;
  for (std::size_t k = 0; k < 2; ++k)
    found.point[k] = nearest_quotient(in_world[k], over, maps_.exponent);
  return found;
}

}  // namespace sunder::detail::polygon
