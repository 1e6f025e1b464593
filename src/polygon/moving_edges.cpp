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

MovingOutlines::Ends MovingOutlines::ends(std::size_t side, std::int32_t edge) const {
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

MovingOutlines::Contact MovingOutlines::contact(const std::vector<EdgeMeeting>& meetings) const {
  const ExactTime& time = meetings[0].time;
  // All places are those at that time with b at rest, times the time's denominator.
  const std::array<Place, 2> way{times(velocity_, time.numerator), Place{}};
  const auto placed = [&](std::size_t side, std::int32_t edge) {
    const Ends at = ends(side, edge);
    return Ends{plus(times(at.first, time.denominator), way[side]),
                plus(times(at.last, time.denominator), way[side])};
  };
  const auto [p, q] = placed(0, meetings[0].edges[0]);
  const auto [r, s] = placed(1, meetings[0].edges[1]);
  Place point;  // over `over`
  BigInt over = cross(minus(q, p), minus(s, r));
  if (over == 0) {
    over = 1;
    point = std::max(std::min(p, q), std::min(r, s));
  } else {
    const BigInt share = cross(minus(q, p), minus(p, r));
    point = plus(times(r, over), times(minus(s, r), share));
    if (over < 0) {
      over = -over;
      point = times(point, -1);
    }
  }
  const auto from_point = [&](const Place& end) { return minus(times(end, over), point); };
  const auto holds_point = [&](const Ends& at) {
    const Place u = from_point(at.first), v = from_point(at.last);
    return cross(u, v) == 0 && dot(u, v) <= 0;
  };

  struct Candidate {
    const EdgeMeeting* meeting;
    const Place* normal;
  };
  std::vector<Candidate> candidates;
  std::array<std::vector<Place>, 2> away;  ///< from the point to ends of edges
  const bool is_alone = meetings.size() == 1 && meetings[0].normals.size() == 1;
  for (const EdgeMeeting& meeting : meetings) {
    if (!is_alone) {
      const std::array<Ends, 2> at{placed(0, meeting.edges[0]), placed(1, meeting.edges[1])};
      if (!holds_point(at[0]) || !holds_point(at[1])) continue;
      for (std::size_t side = 0; side < 2; ++side) {
        away[side].push_back(from_point(at[side].first));
        away[side].push_back(from_point(at[side].last));
      }
    }
    for (const Place& normal : meeting.normals) candidates.push_back({&meeting, &normal});
  }
  const auto wrong = [&](const Candidate& candidate) {
    const auto beyond = [&](const Place& v) { return dot(*candidate.normal, v) > 0; };
    const auto before = [&](const Place& v) { return dot(*candidate.normal, v) < 0; };
    return std::count_if(away[0].begin(), away[0].end(), beyond) +
           std::count_if(away[1].begin(), away[1].end(), before);
  };
  const Candidate* best = nullptr;
  std::ptrdiff_t fewest = 0;
  for (const Candidate& candidate : candidates) {
    const std::ptrdiff_t count = wrong(candidate);
    if (best != nullptr && count >= fewest) continue;
    best = &candidate;
    fewest = count;
  }

  Contact found;
  found.edges = best->meeting->edges;
  to_unit_doubles<BigInt>(*best->normal, found.normal.data());
  const double size = std::hypot(found.normal[0], found.normal[1]);
  for (double& x : found.normal) x /= size;
  const Place in_world = plus(point, times(times(velocity_b_, time.numerator), over));
  const BigInt all = over * time.denominator;
  for (std::size_t k = 0; k < 2; ++k)
    found.point[k] = nearest_quotient(in_world[k], all, maps_.exponent);
  return found;
}

}  // namespace sunder::detail::polygon
