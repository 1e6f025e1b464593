// SPDX-License-Identifier: Apache-2.0
//
// Idea: A gap along a fixed direction closes at a fixed rate. The direction along which it stays open the longest bounds
// the time from below. It is a normal, a product of two edges, or one of an edge and the velocity, which never closes. A corner that pierces a triangle, or two edges that cross, bounds it from above.
// Bound: That of triangle_bounds.hpp, with e, D and u from there. The velocity's entries are below V and within u V. A
// determinant of it and two differences is within 18 f D V + 6 f^2 V + 6 u D^2 V + 33 u D^2 V, which is less than
// (80 e + 160 u D) D V where e <= D / 32. A rate n.v is within |n|_1 (error + 4 u V).
// Cost: some 300 flops for triangles that do not come close, 1,000 for others; a third of that where one is a point.
// Gives up: The upper end is infinite where rounding hides which features meet first.
#include "mesh/triangles/moving_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/rounding.hpp"
#include "geometry/integer_pair.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

class MovingPair {
 public:
  MovingPair(const WorldTriangle& a, const WorldTriangle& b, double error,
             const Velocity& velocity) noexcept
      : close_(a, b),
        bounds_(error, close_.extent),
        v_(velocity.v),
        rate_error_(velocity.error + 4 * kUnit * velocity.size()),
        side_error_(32 * error <= close_.extent ? (80 * error + 160 * kUnit * close_.extent) *
                                                          close_.extent * velocity.size() +
                                                      kUnderflow
                                                : kNever) {}

  /// Raises the lower end. Returns false if they do not meet before `reach`.
  bool raise(MeetingTime& time, double reach) const noexcept {
    const auto& [p, q, extent] = close_;
    std::array<Vector3, 3> edges_a, edges_b;
    for (std::size_t i = 0; i < 3; ++i) {
      edges_a[i] = detail::minus<3>(p[(i + 1) % 3], p[i]);
      edges_b[i] = detail::minus<3>(q[(i + 1) % 3], q[i]);
    }
    const auto stays_open = [&](const Vector3& axis) {
      open_along(axis, time);
      return time.lower > reach;
    };
    // A point has no edges.
    const bool has_a = distinct(p) > 1, has_b = distinct(q) > 1;
    if (has_b && stays_open(cross(edges_b[0], edges_b[1]))) return false;
    if (has_a && stays_open(cross(edges_a[0], edges_a[1]))) return false;
    for (std::size_t i = 0; i < 3; ++i) {
      if (has_b && stays_open(cross(v_, edges_b[i]))) return false;
      if (has_a && stays_open(cross(v_, edges_a[i]))) return false;
    }
    for (std::size_t i = 0; i < 3 && has_a && has_b; ++i) {
      for (const Vector3& f : edges_b) {
        if (stays_open(cross(edges_a[i], f))) return false;
      }
    }
    return true;
  }

  /// Lowers the upper end by every meeting of features that is certain. Triangle a is where it is at time `begin`.
  void lower(double begin, MeetingTime& time) noexcept {
    begin_ = begin;
    const auto& [p, q, extent] = close_;
    const Vector3 back{-v_[0], -v_[1], -v_[2]};
    const int corners_a = distinct(p), corners_b = distinct(q);
    for (int i = 0; i < corners_a; ++i) pierce(p[static_cast<std::size_t>(i)], q, v_, time);
    for (int j = 0; j < corners_b; ++j) pierce(q[static_cast<std::size_t>(j)], p, back, time);
    if (corners_a == 1 || corners_b == 1) return;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        cross_edges(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3], time);
    }
  }

 private:
  static int distinct(const WorldTriangle& t) noexcept {
    return t[0] == t[1] && t[1] == t[2] ? 1 : 3;
  }

  void open_along(const Vector3& axis, MeetingTime& time) const noexcept {
    const auto& [p, q, extent] = close_;
    double gap = bounds_.least_gap(axis, p, q);
    double sign = 1;
    if (!(gap > 0)) {
      gap = bounds_.least_gap(axis, q, p);
      sign = -1;
    }
    if (!(gap > 0)) return;
    const double rate = sign * dot<3>(axis, v_) + sum_of_sizes(axis) * rate_error_ + kUnderflow;
    const double until = rate > 0 ? gap / rate * (1 - 8 * kUnit) : kNever;
    if (!(until > time.lower)) return;
    time.lower = until;
    time.normal = {sign * axis[0], sign * axis[1], sign * axis[2]};
  }

  /// -1, 0 or 1: the certain sign of a determinant with the velocity.
  int side(double value) const noexcept {
    return value > side_error_ ? 1 : (value < -side_error_ ? -1 : 0);
  }

  /// The height of b over a along the normal of a meeting, and the rate at which it falls.
  void take(double height, double rate, MeetingTime& time) const noexcept {
    if (rate < 0) {
      height = -height;
      rate = -rate;
    }
    const double error = bounds_.determinant, least = rate - side_error_;
    if (!(least > 0) || !std::isfinite(error)) return;
    // It counts if it is certainly after time 0.
    const double early = begin_ + (height - error) / (height > error ? rate + side_error_ : least);
    if (!(early > 8 * kUnit * (std::fabs(early) + begin_))) return;
    const double until = begin_ + (height + error) / (height > -error ? least : rate + side_error_);
    time.upper = std::min(time.upper, until + 8 * kUnit * (std::fabs(until) + begin_) + kUnderflow);
  }

  /// A corner that moves with v pierces the inside of a triangle.
  void pierce(const Vector3& corner, const WorldTriangle& t, const Vector3& v,
              MeetingTime& time) const noexcept {
    const std::array<Vector3, 3> w{detail::minus<3>(t[0], corner), detail::minus<3>(t[1], corner),
                                   detail::minus<3>(t[2], corner)};
    const int first = side(determinant(w[0], w[1], v));
    if (first == 0 || side(determinant(w[1], w[2], v)) != first ||
        side(determinant(w[2], w[0], v)) != first)
      return;
    const Vector3 u = detail::minus<3>(t[1], t[0]), r = detail::minus<3>(t[2], t[0]);
    take(determinant(u, r, w[0]), determinant(u, r, v), time);
  }

  /// Two edges cross inside both, seen along the velocity.
  void cross_edges(const Vector3& p, const Vector3& p1, const Vector3& q, const Vector3& q1,
                   MeetingTime& time) const noexcept {
    const Vector3 u = detail::minus<3>(p1, p), r = detail::minus<3>(q1, q);
    const Vector3 along_u = cross(v_, u), along_r = cross(v_, r);
    if (side(dot<3>(along_r, detail::minus<3>(p, q))) *
                side(dot<3>(along_r, detail::minus<3>(p1, q))) >=
            0 ||
        side(dot<3>(along_u, detail::minus<3>(q, p))) *
                side(dot<3>(along_u, detail::minus<3>(q1, p))) >=
            0)
      return;
    take(determinant(u, r, detail::minus<3>(q, p)), determinant(u, r, v_), time);
  }

  CloseTriangles close_;
  TriangleBounds bounds_;
  Vector3 v_;
  double rate_error_, side_error_;
  double begin_ = 0;  ///< of lower()
};

using Whole = std::array<BigInt, 3>;

Whole difference(const Whole& p, const Whole& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
Whole product(const Whole& p, const Whole& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}
BigInt inner(const Whole& p, const Whole& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }
bool vanishes(const Whole& p) { return p[0] == 0 && p[1] == 0 && p[2] == 0; }
int sign(const BigInt& value) { return value.sign(); }

/// The features of two triangles that meet, one after another; the earliest time is kept. At the first meeting of hulls
/// the ray t v enters their difference through a corner, an edge, or a cell of a face. A cell is a corner of one with a
/// triangle of the other, or two edges. Each of these is looked at, ends included.
class ExactMeeting {
 public:
  explicit ExactMeeting(const Whole& velocity) : v_(velocity) {}

  std::optional<ExactTime> earliest(const std::array<Whole, 3>& a, const std::array<Whole, 3>& b) {
    const Whole back{-v_[0], -v_[1], -v_[2]};
    for (const Whole& p : a) {
      pierce(p, b, v_);
      for (std::size_t j = 0; j < 3; ++j) {
        meet(p, b[j]);
        run_into_edge(p, b[j], b[(j + 1) % 3], v_);
      }
    }
    for (const Whole& q : b) {
      pierce(q, a, back);
      for (std::size_t i = 0; i < 3; ++i) run_into_edge(q, a[i], a[(i + 1) % 3], back);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) cross_edges(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
    }
    return best_;
  }

 private:
  void take(BigInt numerator, BigInt denominator) {
    if (denominator < 0) {
      numerator = -numerator;
      denominator = -denominator;
    }
    if (numerator < 0) return;
    if (best_ && numerator * best_->denominator >= best_->numerator * denominator) return;
    best_ = ExactTime{std::move(numerator), std::move(denominator)};
  }

  void pierce(const Whole& corner, const std::array<Whole, 3>& t, const Whole& v) {
    const Whole normal = product(difference(t[1], t[0]), difference(t[2], t[0]));
    const BigInt rate = inner(normal, v);
    if (rate == 0) return;
    for (std::size_t i = 0; i < 3; ++i) {
      const Whole &p = t[i], &q = t[(i + 1) % 3];
      if (sign(inner(product(difference(p, corner), difference(q, corner)), v)) * sign(rate) < 0)
        return;
    }
    take(inner(normal, difference(t[0], corner)), rate);
  }

  void cross_edges(const Whole& p, const Whole& p1, const Whole& q, const Whole& q1) {
    const Whole u = difference(p1, p), r = difference(q1, q);
    const Whole normal = product(u, r);
    const BigInt rate = inner(normal, v_);
    if (rate == 0) return;
    const Whole along_u = product(v_, u), along_r = product(v_, r);
    if (sign(inner(along_r, difference(p, q))) * sign(inner(along_r, difference(p1, q))) > 0 ||
        sign(inner(along_u, difference(q, p))) * sign(inner(along_u, difference(q1, p))) > 0)
      return;
    take(inner(normal, difference(q, p)), rate);
  }

  /// The corner runs into an edge in one plane with its way.
  void run_into_edge(const Whole& corner, const Whole& q, const Whole& q1, const Whole& v) {
    const Whole edge = difference(q1, q), to = difference(q, corner);
    const Whole normal = product(v, edge);
    if (vanishes(normal) || inner(normal, to) != 0) return;
    // corner + t v = q + s edge
    const BigInt square = inner(normal, normal);
    const BigInt s = inner(product(to, v), normal);  // times square
    if (s < 0 || s > square) return;
    take(inner(product(to, edge), normal), square);
  }

  void meet(const Whole& p, const Whole& q) {
    const Whole to = difference(q, p);
    if (vanishes(to)) return take(0, 1);
    if (vanishes(v_) || !vanishes(product(to, v_))) return;
    take(inner(to, v_), inner(v_, v_));
  }

  const Whole& v_;
  std::optional<ExactTime> best_;
};

}  // namespace

MeetingTime time_of_meeting(const WorldTriangle& a, const WorldTriangle& b, double error,
                            const Velocity& velocity, double reach) noexcept {
  MeetingTime time;
  if (!MovingPair(a, b, error, velocity).raise(time, reach)) return time;
  // The bounds of determinants depend on the triangles' sizes alone once they are close.
  const double begin = time.lower;
  WorldTriangle moved = a;
  double way = 0;
  for (Vector3& corner : moved) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double step = begin * velocity.v[k];
      way = std::max({way, std::fabs(corner[k]), std::fabs(step)});
      corner[k] += step;
    }
  }
  const double moved_error = error + begin * velocity.error + 4 * kUnit * way;
  MovingPair(moved, b, moved_error, velocity).lower(begin, time);
  time.lower = std::min(time.lower, time.upper);
  return time;
}

ExactMotion::ExactMotion(const Placed& a, const Placed& b, const Translations& translations)
    : pieces_{a.piece, b.piece}, maps_(integer_maps(a, b)) {
  ExponentSpan span;
  for (const double x : translations.a) span.include(x);
  for (const double x : translations.b) span.include(x);
  if (span.empty()) return;
  // A point is its integer * 2^exponent / denominator.
  const int low = std::min(maps_.exponent, span.low);
  factor_ <<= maps_.exponent - low;
  for (std::size_t k = 0; k < 3; ++k) {
    velocity_[k] =
        (to_integer<BigInt>(translations.a[k], low) - to_integer<BigInt>(translations.b[k], low)) *
        maps_.denominator;
  }
}

const std::array<BigInt, 3>& ExactMotion::point(std::size_t side, std::int32_t vertex) {
  const auto [entry, is_new] = points_[side].try_emplace(vertex);
  if (!is_new) return entry->second;
  const IntegerMap& map = maps_.of[side];
  const Vector3& p = pieces_[side]->point(vertex);
  Whole& sum = entry->second;
  sum = map.offset;
  for (std::size_t k = 0; k < 3; ++k) {
    if (map.matrix[k] == 0 && map.matrix[3 + k] == 0 && map.matrix[6 + k] == 0) continue;
    const BigInt x = to_integer<BigInt>(p[k], map.point_exponent);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += map.matrix[3 * i + k] * x;
  }
  for (BigInt& entry : sum) entry *= factor_;
  return sum;
}

std::optional<ExactTime> ExactMotion::first_meeting(std::int32_t triangle_a,
                                                    std::int32_t triangle_b) {
  std::array<std::array<Whole, 3>, 2> corners;
  const std::array<std::int32_t, 2> triangles{triangle_a, triangle_b};
  for (std::size_t side = 0; side < 2; ++side) {
    const Corners& c = pieces_[side]->corners(triangles[side]);
    for (std::size_t i = 0; i < 3; ++i) corners[side][i] = point(side, c[i]);
  }
  return ExactMeeting(velocity_).earliest(corners[0], corners[1]);
}

double ExactMotion::open_until(std::int32_t triangle_a, std::int32_t triangle_b,
                               const Vector3& direction) {
  const double size =
      std::max({std::fabs(direction[0]), std::fabs(direction[1]), std::fabs(direction[2])});
  if (!(size > 0x1p-500 && size < 0x1p500)) return 0;
  Whole axis;
  for (std::size_t k = 0; k < 3; ++k)
    axis[k] = static_cast<std::int64_t>(std::nearbyint(direction[k] / size * 0x1p60));
  const auto height = [&](std::size_t side, std::int32_t vertex) {
    return inner(axis, point(side, vertex));
  };
  const Corners &p = pieces_[0]->corners(triangle_a), &q = pieces_[1]->corners(triangle_b);
  const BigInt gap = std::min({height(1, q[0]), height(1, q[1]), height(1, q[2])}) -
                     std::max({height(0, p[0]), height(0, p[1]), height(0, p[2])});
  if (gap <= 0) return 0;
  const BigInt rate = inner(axis, velocity_);
  return rate > 0 ? enclose_quotient(gap, rate).lower : kNever;
}

}  // namespace sunder::detail::mesh
