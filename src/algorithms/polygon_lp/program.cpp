// SPDX-License-Identifier: Apache-2.0
//
// Idea: Seidel's incremental method solves a linear program in three variables. A violated
// constraint reduces the problem to its plane, and there to a line.
// Source: Seidel, Small-dimensional linear programming and convex hulls made easy (1991).
// Bound: None: margins and pairs are proven by the caller.
// Cost: O(n + m) expected.
// Gives up: Where constraints are parallel up to rounding; the current optimum is then kept.
#include "algorithms/polygon_lp/program.hpp"

#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"

namespace sunder::detail::polygon_lp {
namespace {

/// Bound on |t|: lines that are parallel to e up to a part in a million.
constexpr double kMostTilt = 0x1p20;
/// The resulting bound on |c| and |margin|, for coordinates up to 1, with some excess.
constexpr double kMostHeight = 0x1p23;

/// A constraint violated by less than this part of its terms counts as satisfied. Only the steps
/// depend on it: too fine a slack may let the search follow its own roundings.
constexpr double kSlack = 1e-13;

using Point = std::array<double, 3>;

/// Returns the size of the terms of a dot product, relative to which its roundings are measured.
double terms(const Point& p, const Point& q) noexcept {
  return std::fabs(p[0] * q[0]) + std::fabs(p[1] * q[1]) + std::fabs(p[2] * q[2]);
}

Vector2 scaled(Vector2 p, double scale) noexcept { return {p[0] * scale, p[1] * scale}; }

}  // namespace

Program::Program(const FilteredPair<2>& filtered, const Vector2& e, double scale)
    : pair_(filtered.pair()),
      e_(e),
      count_of_a_(static_cast<std::uint32_t>(pair_.a.hull->count)),
      count_(kBox + count_of_a_ + static_cast<std::uint32_t>(pair_.b.hull->count)),
      shuffle_(count_ - kBox) {
  const Vector2 f = {-e[1], e[0]};
  x_of_a_ = scaled(pull_back(pair_.a, e.data(), 1.0), scale);
  y_of_a_ = scaled(pull_back(pair_.a, f.data(), 1.0), scale);
  x_of_b_ = scaled(pull_back(pair_.b, e.data(), 1.0), scale);
  y_of_b_ = scaled(pull_back(pair_.b, f.data(), 1.0), scale);
  const Vector2 offset = scaled(filtered.offset(), scale);
  x_offset_ = e[0] * offset[0] + e[1] * offset[1];
  y_offset_ = f[0] * offset[0] + f[1] * offset[1];
  at_ = {0, 0, kMostHeight};
}

Program::Corner Program::corner(std::uint32_t i) const noexcept {
  const std::uint32_t at = shuffle_(i - kBox);
  const bool of_a = at < count_of_a_;
  return {of_a, static_cast<std::int32_t>(of_a ? at : at - count_of_a_)};
}

Program::Constraint Program::constraint(std::uint32_t i) const noexcept {
  if (i < kBox) {
    Constraint box{{}, i < 2 ? kMostTilt : kMostHeight};
    box.normal[i / 2] = i % 2 == 0 ? 1 : -1;
    return box;
  }
  const auto [of_a, vertex] = corner(i);
  const HullBlock& hull = of_a ? *pair_.a.hull : *pair_.b.hull;
  const Vector2& to_x = of_a ? x_of_a_ : x_of_b_;
  const Vector2& to_y = of_a ? y_of_a_ : y_of_b_;
  const double x = to_x[0] * hull.coordinate(vertex, 0) + to_x[1] * hull.coordinate(vertex, 1);
  const double y = to_y[0] * hull.coordinate(vertex, 0) + to_y[1] * hull.coordinate(vertex, 1);
  if (of_a) return {{y, -1, 1}, -x};
  return {{-(y + y_offset_), 1, 1}, x + x_offset_};
}

bool Program::violates(std::uint32_t i) const noexcept {
  const Constraint own = constraint(i);
  const double over = dot<3>(own.normal, at_) - own.bound;
  return over > kSlack * (terms(own.normal, at_) + std::fabs(own.bound));
}

bool Program::solve_on_plane(std::uint32_t i) noexcept {
  const Point before = at_;
  const auto basis_before = basis_;
  bool found = false;
  Point best{};
  std::array<std::uint32_t, 3> best_basis{};
  for (std::uint32_t j = 0; j < kBox; ++j) {
    if (!solve_on_line(i, j, kBox) || (found && at_[2] <= best[2])) continue;
    found = true;
    best = at_;
    best_basis = basis_;
  }
  at_ = found ? best : before;
  basis_ = found ? best_basis : basis_before;
  if (!found) return false;
  for (std::uint32_t j = kBox; j < i; ++j) {
    // If the line is lost in rounding (two corners nearly coincide), the next ones decide.
    if (violates(j)) solve_on_line(i, j, j);
  }
  return true;
}

bool Program::solve_on_line(std::uint32_t i, std::uint32_t j, std::uint32_t count) noexcept {
  const Constraint p = constraint(i);
  const Constraint q = constraint(j);
  const Point along = cross(p.normal, q.normal);
  const double square = dot<3>(along, along);
  if (!(square > 1e-28 * dot<3>(p.normal, p.normal) * dot<3>(q.normal, q.normal))) return false;
  const Point to_p = cross(q.normal, along);
  const Point to_q = cross(along, p.normal);
  Point origin{};
  for (std::size_t k = 0; k < 3; ++k) {
    origin[k] = (p.bound * to_p[k] + q.bound * to_q[k]) / square;
  }
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  std::uint32_t holds_low = j;
  std::uint32_t holds_high = j;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (k == i || k == j) continue;
    const Constraint other = constraint(k);
    const double slope = dot<3>(other.normal, along);
    const double algorithm = other.bound - dot<3>(other.normal, origin);
    if (std::fabs(slope) <= kSlack * terms(other.normal, along)) {
      if (algorithm < -1e-9 * (terms(other.normal, origin) + std::fabs(other.bound))) return false;
      continue;
    }
    const double limit = algorithm / slope;
    if (slope > 0 && limit < high) {
      high = limit;
      holds_high = k;
    } else if (slope < 0 && limit > low) {
      low = limit;
      holds_low = k;
    }
  }
  if (!(low - high <= 1e-9 * (std::fabs(low) + std::fabs(high)))) return false;
  const bool to_high = along[2] > 0;
  const double step = to_high ? high : low;
  if (!(std::fabs(step) < 0x1p500)) return false;
  for (std::size_t k = 0; k < 3; ++k) at_[k] = origin[k] + step * along[k];
  basis_ = {i, j, to_high ? holds_high : holds_low};
  return true;
}

bool Program::holding(std::array<IndexPair, 2>& pairs) const noexcept {
  std::array<std::int32_t, 3> a{};
  std::array<std::int32_t, 3> b{};
  std::size_t count_a = 0;
  std::size_t count_b = 0;
  for (const std::uint32_t i : basis_) {
    if (i < kBox) continue;
    const auto [of_a, vertex] = corner(i);
    (of_a ? a[count_a++] : b[count_b++]) = vertex;
  }
  if (count_a == 0 || count_b == 0) return false;
  pairs = {IndexPair{a[0], b[0]}, IndexPair{a[count_a - 1], b[count_b - 1]}};
  return true;
}

}  // namespace sunder::detail::polygon_lp
