// SPDX-License-Identifier: Apache-2.0
#include "bench/touching.hpp"

#include <array>

#include "bench/random.hpp"

namespace sunder::bench {
namespace {

struct Integers {
  double w, x, y, z;
  double length() const { return w * w + x * x + y * y + z * z; }
  /// length() times the rotation of this quaternion, applied to v: exact in small integers.
  Vector3 turned(const Vector3& v) const {
    return {(w * w + x * x - y * y - z * z) * v[0] + 2 * (x * y - w * z) * v[1] +
                2 * (x * z + w * y) * v[2],
            2 * (x * y + w * z) * v[0] + (w * w - x * x + y * y - z * z) * v[1] +
                2 * (y * z - w * x) * v[2],
            2 * (x * z - w * y) * v[0] + 2 * (y * z + w * x) * v[1] +
                (w * w - x * x - y * y + z * z) * v[2]};
  }
  Integers inverse() const { return {w, -x, -y, -z}; }
  Pose3 pose(const Vector3& t = {}) const { return Pose3::from_wxyz({w, x, y, z}, t).value(); }
};

constexpr Integers kTurns[] = {
    {1, 2, 3, 4}, {2, 1, 0, 1}, {3, 1, 1, 1}, {5, 2, 1, 3}, {1, 1, 2, 0}};
/// Each is, over |q|^2, a signed permutation of the axes.
constexpr Integers kQuarterTurns[] = {
    {1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, -1}, {1, 1, 1, 1}};

/// Neighbours of a cube of the unit grid that share a face, an edge or a corner with it.
std::vector<Vector3> grid_neighbours() {
  std::vector<Vector3> steps;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) {
        if (x != 0 || y != 0 || z != 0) steps.push_back({x, y, z});
      }
    }
  }
  return steps;
}

/// Row-major 3 x 4: `scale` times the rotation times |q|^2, then t.
std::vector<double> rows_of(const Integers& q, double scale, const Vector3& t) {
  const std::array columns{q.turned({1, 0, 0}), q.turned({0, 1, 0}), q.turned({0, 0, 1})};
  std::vector<double> rows;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Vector3& column : columns) rows.push_back(scale * column[k]);
    rows.push_back(t[k]);
  }
  return rows;
}

Vector3 times(double s, const Vector3& v) { return {s * v[0], s * v[1], s * v[2]}; }

Pair cubes(double half) {
  Pair pair;
  pair.half_a = pair.half_b = {half, half, half};
  return pair;
}

/// 8 corners on the side of z = 0 given by `sign`, with coordinates up to 2^10 of `unit`, and the
/// shared ones.
std::vector<Vector3> half_of(Random& random, double sign, const std::vector<Vector3>& shared) {
  std::vector<Vector3> corners = shared;
  for (int i = 0; i < 8; ++i) {
    const double x = random.between(-1024, 1024);
    const double y = random.between(-1024, 1024);
    const double z = random.between(1, 1024);
    corners.push_back({x, y, sign * z});
  }
  return corners;
}

/// The body whose corners are at `corners` after a rotation by q; unit is a multiple of |q|^2.
std::int32_t add_turned(PairSet& set, const std::vector<Vector3>& corners, const Integers& q,
                        double unit) {
  std::vector<Vector3> local;
  for (const Vector3& corner : corners)
    local.push_back(q.inverse().turned(times(unit / q.length(), corner)));
  set.bodies.push_back(Polytope3::from_points(local).value());
  return static_cast<std::int32_t>(set.bodies.size()) - 1;
}

}  // namespace

PairSet boxes_on_a_grid() {
  PairSet set;
  set.boxes = true;
  set.bodies.push_back(Polytope3::box({0.5, 0.5, 0.5}));
  const Integers still{1, 0, 0, 0};
  for (const Vector3& step : grid_neighbours()) {
    Pair pair = cubes(0.5);
    pair.rows_a = rows_of(still, 1, {7, -3, 12});
    pair.rows_b = rows_of(still, 1, {7 + step[0], -3 + step[1], 12 + step[2]});
    add_posed(set, std::move(pair));
  }
  return set;
}

PairSet rotated_boxes(Frame frame) {
  // The half extent is a multiple of every |q|^2 in use, so that each step is an integer.
  double half = 1;
  for (const Integers& q : kTurns) half *= q.length();
  if (frame == Frame::matrix) half = 0.5;
  PairSet set;
  set.bodies.push_back(Polytope3::box({half, half, half}));
  for (const Integers& q : kTurns) {
    for (const Vector3& step : grid_neighbours()) {
      Pair pair = cubes(half);
      if (frame == Frame::matrix) {
        pair.rows_a = rows_of(q, 1, {});
        pair.rows_b = rows_of(q, 1, q.turned(step));
        add_posed(set, std::move(pair));
        continue;
      }
      set.poses_a.push_back(q.pose());
      set.poses_b.push_back(q.pose(times(2 * half / q.length(), q.turned(step))));
      set.pairs.push_back(std::move(pair));
    }
  }
  return set;
}

PairSet hulls_by(int shared, Frame frame, int count) {
  Random random(static_cast<std::uint64_t>(shared));
  PairSet set;
  const std::span<const Integers> turns =
      frame == Frame::quarter_turn ? std::span<const Integers>(kQuarterTurns) : kTurns;
  double unit = 1;
  for (const Integers& q : turns) unit *= q.length();
  for (int i = 0; i < count; ++i) {
    std::vector<Vector3> common;
    // One in each quadrant: a face has at least three corners.
    constexpr double kSigns[4][2] = {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
    for (int k = 0; k < shared; ++k) {
      const double x = kSigns[k][0] * random.between(256, 1024);
      const double y = kSigns[k][1] * random.between(256, 1024);
      common.push_back({x, y, 0});
    }
    const auto last = static_cast<int>(turns.size()) - 1;
    const Integers& q_a = turns[static_cast<std::size_t>(random.between(0, last))];
    const Integers& q_b = turns[static_cast<std::size_t>(random.between(0, last))];
    Pair pair;
    pair.a = add_turned(set, half_of(random, -1, common), q_a, unit);
    pair.b = add_turned(set, half_of(random, 1, common), q_b, unit);
    if (frame == Frame::quarter_turn) {
      pair.rows_a = rows_of(q_a, 1 / q_a.length(), {});
      pair.rows_b = rows_of(q_b, 1 / q_b.length(), {});
      add_posed(set, std::move(pair));
      continue;
    }
    set.poses_a.push_back(q_a.pose());
    set.poses_b.push_back(q_b.pose());
    set.pairs.push_back(std::move(pair));
  }
  return set;
}

}  // namespace sunder::bench
