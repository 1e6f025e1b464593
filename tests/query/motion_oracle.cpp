// SPDX-License-Identifier: Apache-2.0
#include "query/motion_oracle.hpp"

#include <optional>

namespace sunder::traps {
namespace {

using oracle::Points;

const Float kTiny("1e-35");

Float dot(const FloatVector& u, const FloatVector& v) {
  Float sum = 0;
  for (std::size_t l = 0; l < u.size(); ++l) sum += u[l] * v[l];
  return sum;
}
FloatVector minus(const FloatVector& u, const FloatVector& v) {
  FloatVector w = u;
  for (std::size_t l = 0; l < u.size(); ++l) w[l] -= v[l];
  return w;
}
FloatVector cross(const FloatVector& u, const FloatVector& v) {
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

/// exp(turn) r: Rodrigues' rotation formula.
FloatVector turned(const FloatVector& turn, const FloatVector& r) {
  if (turn.size() == 1) {
    const Float c = cos(turn[0]);
    const Float s = sin(turn[0]);
    return {c * r[0] - s * r[1], s * r[0] + c * r[1]};
  }
  const Float angle = sqrt(dot(turn, turn));
  if (angle == 0) return r;
  FloatVector axis = turn;
  for (Float& entry : axis) entry /= angle;
  const Float c = cos(angle);
  const Float s = sin(angle);
  const FloatVector across = cross(axis, r);
  const Float along = dot(axis, r) * (1 - c);
  FloatVector result(3);
  for (std::size_t l = 0; l < 3; ++l) result[l] = c * r[l] + s * across[l] + along * axis[l];
  return result;
}

/// -max over C of u . c for the unit normal u that the vertices span; nothing if they span none.
template <class Spanning>
std::optional<Float> gap_along(const Points<Float>& a, const Points<Float>& b, const Spanning& at) {
  std::vector<FloatVector> edges;
  for (std::size_t k = 1; k < at.a.size(); ++k) edges.push_back(minus(a[at.a[k]], a[at.a[0]]));
  for (std::size_t k = 1; k < at.b.size(); ++k) edges.push_back(minus(b[at.b[k]], b[at.b[0]]));
  FloatVector u =
      edges.size() == 1 ? FloatVector{edges[0][1], Float(-edges[0][0])} : cross(edges[0], edges[1]);
  const Float length = sqrt(dot(u, u));
  if (length < kTiny) return std::nullopt;
  for (Float& entry : u) entry *= at.sign / length;
  Float top = dot(u, a[0]);
  for (const FloatVector& p : a) top = std::max(top, dot(u, p));
  Float bottom = dot(u, b[0]);
  for (const FloatVector& q : b) bottom = std::min(bottom, dot(u, q));
  return bottom - top;
}

/// Solves a positive definite system in place; false if it is singular.
bool solve(std::vector<FloatVector>& m) {
  const std::size_t n = m.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (m[k][k] < kTiny) return false;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k) continue;
      const Float factor = m[r][k] / m[k][k];
      for (std::size_t c = k; c <= n; ++c) m[r][c] -= factor * m[k][c];
    }
  }
  for (std::size_t k = 0; k < n; ++k) m[k][n] /= m[k][k];
  return true;
}

/// The distance between two simplices' flats, if it is attained in both simplices, up to `slack`.
template <class Simplices>
std::optional<Float> distance_of(const Points<Float>& a, const Points<Float>& b,
                                 const Simplices& at, const Float& slack) {
  FloatVector away = minus(a[at.a[0]], b[at.b[0]]);
  std::vector<FloatVector> edges;
  for (std::size_t k = 1; k < at.a.size(); ++k) edges.push_back(minus(a[at.a[k]], a[at.a[0]]));
  for (std::size_t k = 1; k < at.b.size(); ++k) edges.push_back(minus(b[at.b[0]], b[at.b[k]]));
  std::vector<FloatVector> system;
  for (const FloatVector& e : edges) {
    FloatVector& row = system.emplace_back();
    for (const FloatVector& f : edges) row.push_back(dot(e, f));
    row.push_back(-dot(e, away));
  }
  if (!solve(system)) return std::nullopt;
  Float rest_a = 1;
  Float rest_b = 1;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    const Float& weight = system[k].back();
    if (weight < -slack) return std::nullopt;
    (k + 1 < at.a.size() ? rest_a : rest_b) -= weight;
    for (std::size_t l = 0; l < away.size(); ++l) away[l] += weight * edges[k][l];
  }
  if (rest_a < -slack || rest_b < -slack) return std::nullopt;
  return sqrt(dot(away, away));
}

/// All ascending lists of `size` indices below `count`.
std::vector<std::vector<std::size_t>> subsets(std::size_t count, std::size_t size) {
  if (size == 0) return {{}};
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t last = 0; last < count; ++last) {
    for (auto subset : subsets(last, size - 1)) {
      subset.push_back(last);
      all.push_back(std::move(subset));
    }
  }
  return all;
}

/// Every choice of `size_a` vertices of a and `size_b` of b.
template <class Visit>
void visit_choices(std::size_t count_a, std::size_t size_a, std::size_t count_b, std::size_t size_b,
                   Visit&& visit) {
  const auto of_b = subsets(count_b, size_b);
  for (const auto& in_a : subsets(count_a, size_a)) {
    for (const auto& in_b : of_b) visit(in_a, in_b);
  }
}

}  // namespace

SmallMotion no_motion(std::size_t dimension) {
  return {FloatVector(dimension), FloatVector(dimension == 2 ? 1 : 3)};
}

MovingBody::MovingBody(const suite::BodyData& body) : points(oracle::world_points<Float>(body)) {
  const std::size_t d = body.vertices.front().size();
  pivot.resize(d);
  for (std::size_t l = 0; l < d; ++l) {
    if (!body.pose.translation.empty()) pivot[l] += body.pose.translation[l];
    if (!body.pose.rows.empty()) pivot[l] += body.pose.rows[l * (d + 1) + d];
  }
}

Points<Float> MovingBody::moved(const SmallMotion& motion) const {
  Points<Float> result;
  for (const FloatVector& point : points) {
    FloatVector& place = result.emplace_back(turned(motion.turn, minus(point, pivot)));
    for (std::size_t l = 0; l < place.size(); ++l) place[l] += pivot[l] + motion.shift[l];
  }
  return result;
}

MotionOracle::MotionOracle(const suite::BodyData& a, const suite::BodyData& b, double reach)
    : a_(a), b_(b) {
  const std::size_t d = dimension();
  const std::size_t count_a = a_.points.size();
  const std::size_t count_b = b_.points.size();
  std::vector<std::pair<Float, Spanning>> gaps;
  const auto add_normal = [&](const auto& in_a, const auto& in_b) {
    for (const int sign : {1, -1}) {
      const Spanning at{in_a, in_b, sign};
      if (const auto gap = gap_along(a_.points, b_.points, at)) gaps.emplace_back(*gap, at);
    }
  };
  visit_choices(count_a, d, count_b, 0, add_normal);
  visit_choices(count_a, 0, count_b, d, add_normal);
  if (d == 3) visit_choices(count_a, 2, count_b, 2, add_normal);
  std::vector<std::pair<Float, Simplices>> distances;
  for (std::size_t k = 1; k <= d; ++k) {
    for (std::size_t m = 1; k + m <= d + 1; ++m) {
      visit_choices(count_a, k, count_b, m, [&](const auto& in_a, const auto& in_b) {
        const Simplices at{in_a, in_b};
        const auto distance = distance_of(a_.points, b_.points, at, Float(0.01));
        if (distance) distances.emplace_back(*distance, at);
      });
    }
  }
  // Keeps the best of each kind, and those that may be best after both bodies moved.
  const Float margin = 8 * reach;
  if (!gaps.empty()) {
    Float most = gaps.front().first;
    for (const auto& [gap, at] : gaps) most = std::max(most, gap);
    for (const auto& [gap, at] : gaps) {
      if (gap >= most - margin) normals_.push_back(at);
    }
  }
  Float least = distances.front().first;
  for (const auto& [distance, at] : distances) {
    if (at.a.size() == 1 && at.b.size() == 1) least = std::min(least, distance);
  }
  for (const auto& [distance, at] : distances) {
    if (distance_of(a_.points, b_.points, at, 0)) least = std::min(least, distance);
  }
  for (const auto& [distance, at] : distances) {
    if (distance <= least + margin) simplices_.push_back(at);
  }
}

Float MotionOracle::signed_distance(const SmallMotion& motion_a,
                                    const SmallMotion& motion_b) const {
  const auto a = a_.moved(motion_a);
  const auto b = b_.moved(motion_b);
  std::optional<Float> most;
  for (const Spanning& at : normals_) {
    const auto gap = gap_along(a, b, at);
    if (gap && (!most || *gap > *most)) most = *gap;
  }
  if (most && *most < 0) return *most;
  std::optional<Float> least;
  for (const Simplices& at : simplices_) {
    const auto distance = distance_of(a, b, at, kTiny);
    if (distance && (!least || *distance < *least)) least = *distance;
  }
  return least.value();
}

}  // namespace sunder::traps
