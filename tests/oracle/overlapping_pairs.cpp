// SPDX-License-Identifier: Apache-2.0
#include "oracle/overlapping_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/world.hpp"
#include "suite/random.hpp"

namespace sunder::oracle {
namespace {

using suite::BodyData;
using suite::PoseData;
using suite::Random;
using Form = PoseData::Form;

double real(Random& random) { return 2 * random.unit() - 1; }

/// Between 2^low and 2^high, with each power equally likely. It uses exact steps alone: libraries
/// round exp2 differently.
double power(Random& random, int low, int high) {
  const double mantissa = 1 + random.unit();
  return std::ldexp(mantissa, random.in(low, high - 1));
}

// ---- bodies about the origin ----------------------------------------------------------------

BodyData box(const std::vector<double>& half) {
  BodyData body;
  for (std::size_t corner = 0; corner < (std::size_t{1} << half.size()); ++corner) {
    auto& vertex = body.vertices.emplace_back();
    for (std::size_t k = 0; k < half.size(); ++k)
      vertex.push_back((corner >> k) % 2 == 0 ? -half[k] : half[k]);
  }
  return body;
}

BodyData random_box(Random& random, int dimension) {
  std::vector<double> half;
  for (int k = 0; k < dimension; ++k) half.push_back(power(random, -2, 2));
  return box(half);
}

BodyData lattice_box(Random& random, int dimension) {
  std::vector<double> half;
  for (int k = 0; k < dimension; ++k) half.push_back(random.in(1, 4));
  return box(half);
}

/// Points in a cube, or (round) near a sphere.
BodyData cloud(Random& random, int dimension, int count, bool round) {
  BodyData body;
  while (body.vertices.size() < static_cast<std::size_t>(count)) {
    std::vector<double> point;
    double square = 0;
    for (int k = 0; k < dimension; ++k) {
      point.push_back(real(random));
      square += point.back() * point.back();
    }
    if (round) {
      if (square < 0.01 || square > 1) continue;
      const double length = std::sqrt(square);
      for (double& entry : point) entry /= length;
    }
    body.vertices.push_back(std::move(point));
  }
  return body;
}

BodyData small_hull(Random& random, int dimension) {
  const int count = random.in(dimension + 1, 12);
  const bool round = random.chance(1, 2);
  return cloud(random, dimension, count, round);
}

/// One axis 10^6 times shorter, or longer, than the others.
void make_slender(Random& random, BodyData& body) {
  const auto axis =
      static_cast<std::size_t>(random.in(0, static_cast<int>(body.vertices.front().size()) - 1));
  const double factor = random.chance(1, 2) ? 1e6 : 1e-6;
  for (auto& vertex : body.vertices) vertex[axis] *= factor;
}

/// All points in a coordinate plane, or in a plane that a pose will tilt.
BodyData flat_body(Random& random, int dimension) {
  BodyData body = small_hull(random, dimension);
  const auto axis = static_cast<std::size_t>(random.in(0, dimension - 1));
  for (auto& vertex : body.vertices) vertex[axis] = 0;
  if (dimension == 3 && random.chance(1, 6)) {
    for (auto& vertex : body.vertices) vertex[(axis + 1) % 3] = 0;
  }
  return body;
}

BodyData any_body(Random& random, int dimension) {
  switch (random.in(0, 2)) {
    case 0:
      return random_box(random, dimension);
    case 1:
      return lattice_box(random, dimension);
    default:
      return small_hull(random, dimension);
  }
}

// ---- poses ------------------------------------------------------------------------------------

std::array<double, 4> random_quaternion(Random& random) {
  std::array<double, 4> q{};
  if (random.chance(1, 4)) {
    for (double& entry : q) entry = random.in(-2, 2);
    q[0] += 3;  // never the zero quaternion
  } else {
    for (double& entry : q) entry = real(random);
  }
  return q;
}

/// Rows of a rotation, rounded as in a simulator; in 2-D from a random direction.
Points<double> rounded_rotation(Random& random, int dimension) {
  if (dimension == 3) return rotation_of<double>(random_quaternion(random));
  double c = 0, s = 0, square = 0;
  while (square < 0.01 || square > 1) {
    c = real(random);
    s = real(random);
    square = c * c + s * s;
  }
  const double length = std::sqrt(square);
  return {{c / length, -s / length}, {s / length, c / length}};
}

PoseData with_rows(const Points<double>& linear) {
  PoseData pose;
  pose.form = Form::matrix;
  for (const auto& row : linear) {
    pose.rows.insert(pose.rows.end(), row.begin(), row.end());
    pose.rows.push_back(0);
  }
  return pose;
}

PoseData sheared_pose(Random& random, int dimension) {
  Points<double> linear = rounded_rotation(random, dimension);
  for (auto& row : linear) {
    for (double& entry : row) entry += real(random) / 2;
  }
  return with_rows(linear);
}

PoseData quaternion_pose(Random& random) {
  PoseData pose;
  pose.form = Form::quaternion;
  pose.quaternion = random_quaternion(random);
  pose.translation = {0, 0, 0};
  return pose;
}

PoseData random_pose(Random& random, int dimension) {
  switch (random.in(0, 3)) {
    case 0:
      break;
    case 1:
      if (dimension == 3) return quaternion_pose(random);
      break;
    case 2:
      return with_rows(rounded_rotation(random, dimension));
    default:
      return sheared_pose(random, dimension);
  }
  PoseData pose;
  pose.form = Form::translation;
  pose.translation.assign(static_cast<std::size_t>(dimension), 0.0);
  return pose;
}

void move(PoseData& pose, const std::vector<double>& step) {
  const std::size_t d = step.size();
  for (std::size_t k = 0; k < d; ++k) {
    if (pose.form == Form::matrix) {
      pose.rows[k * (d + 1) + d] += step[k];
    } else {
      pose.translation[k] += step[k];
    }
  }
}

// ---- placing ----------------------------------------------------------------------------------

/// A world point of the body between its mean (share 1) and a vertex (share 0), slightly off that
/// line.
std::vector<double> inner_point(Random& random, const BodyData& body, double share) {
  const auto points = world_points<double>(body);
  const std::size_t d = points.front().size();
  const auto& corner = random.pick(points);
  const auto& other = random.pick(points);
  std::vector<double> result(d);
  const double along = random.chance(1, 2) ? 0 : random.unit() / 2;
  for (std::size_t k = 0; k < d; ++k) {
    double mean = 0;
    for (const auto& point : points) mean += point[k] / static_cast<double>(points.size());
    const double edge = corner[k] + along * (other[k] - corner[k]);
    result[k] = edge + share * (mean - edge);
  }
  return result;
}

/// Moves b so that an inner point of each coincides. Shares below 2^-40 are contacts up to
/// rounding.
void let_meet(Random& random, RandomPair& pair, bool concentric) {
  const double share_a = concentric ? 1 : std::min(1.0, power(random, -10, 1));
  const double share_b = concentric ? 1 : std::min(1.0, power(random, -30, 1));
  const auto x = inner_point(random, pair.a, share_a);
  auto step = inner_point(random, pair.b, share_b);
  for (std::size_t k = 0; k < step.size(); ++k) step[k] = x[k] - step[k];
  move(pair.b.pose, step);
}

RandomPair posed(Random& random, int dimension, const char* family, BodyData a, BodyData b) {
  RandomPair pair{dimension, family, std::move(a), std::move(b)};
  pair.a.pose = random_pose(random, dimension);
  pair.b.pose = random_pose(random, dimension);
  const bool concentric = random.chance(1, 8);
  let_meet(random, pair, concentric);
  return pair;
}

// ---- families ---------------------------------------------------------------------------------

RandomPair boxes(Random& random, int dimension) {
  BodyData a = random_box(random, dimension);
  BodyData b = random_box(random, dimension);
  return posed(random, dimension, "boxes", std::move(a), std::move(b));
}

/// Integers, with one rotation for both: ties are frequent.
RandomPair lattice_boxes(Random& random, int dimension) {
  RandomPair pair{dimension, "lattice boxes", lattice_box(random, dimension),
                  lattice_box(random, dimension)};
  pair.b.pose.form = Form::translation;
  for (int k = 0; k < dimension; ++k) pair.b.pose.translation.push_back(random.in(-2, 2) / 2.0);
  if (dimension == 3 && random.chance(1, 2)) {
    const auto q = random_quaternion(random);
    for (auto& vertex : pair.b.vertices) {
      for (std::size_t k = 0; k < 3; ++k) vertex[k] += pair.b.pose.translation[k];
    }
    for (BodyData* body : {&pair.a, &pair.b}) {
      body->pose.form = Form::quaternion;
      body->pose.quaternion = q;
      body->pose.translation = {0, 0, 0};
    }
  }
  return pair;
}

RandomPair hulls(Random& random, int dimension) {
  BodyData a = small_hull(random, dimension);
  BodyData b = small_hull(random, dimension);
  return posed(random, dimension, "hulls", std::move(a), std::move(b));
}

RandomPair slender(Random& random, int dimension) {
  BodyData a = any_body(random, dimension);
  BodyData b = any_body(random, dimension);
  make_slender(random, a);
  if (random.chance(1, 2)) make_slender(random, b);
  return posed(random, dimension, "slender 1:1e6", std::move(a), std::move(b));
}

RandomPair flat_in_solid(Random& random, int dimension) {
  BodyData flat = flat_body(random, dimension);
  BodyData solid = any_body(random, dimension);
  const bool first = random.chance(1, 2);
  return posed(random, dimension, "flat in a solid", first ? flat : solid, first ? solid : flat);
}

/// Bodies with a common centre, often the same body and pose.
RandomPair concentric(Random& random, int dimension) {
  BodyData a = any_body(random, dimension);
  BodyData b = random.chance(1, 3) ? a : any_body(random, dimension);
  RandomPair pair{dimension, "concentric", std::move(a), std::move(b)};
  pair.a.pose = random_pose(random, dimension);
  pair.b.pose = random.chance(1, 3) ? pair.a.pose : random_pose(random, dimension);
  let_meet(random, pair, true);
  return pair;
}

/// From 13 points up to 500; larger numbers are rarer.
RandomPair many_vertices(Random& random, int dimension) {
  const auto count = [&] {
    const int most = random.chance(1, 12) ? 500 : random.chance(1, 3) ? 100 : 40;
    return random.in(13, most);
  };
  const int count_a = count();
  BodyData a = cloud(random, dimension, count_a, true);
  BodyData b =
      random.chance(1, 4) ? random_box(random, dimension) : cloud(random, dimension, count(), true);
  return posed(random, dimension, "13 to 500 points", std::move(a), std::move(b));
}

using Lattice = std::vector<int>;

int dot(const Lattice& x, const Lattice& y) {
  int sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * y[k];
  return sum;
}

Lattice lattice_vector(Random& random, int dimension, int most) {
  Lattice v(static_cast<std::size_t>(dimension), 0);
  while (dot(v, v) == 0) {
    for (int& entry : v) entry = random.in(-most, most);
  }
  return v;
}

/// d - 1 independent vectors orthogonal to u.
std::vector<Lattice> across(const Lattice& u) {
  if (u.size() == 2) return {{-u[1], u[0]}};
  const Lattice v = u[0] == 0 && u[1] == 0 ? Lattice{1, 0, 0} : Lattice{-u[1], u[0], 0};
  return {v, {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]}};
}

/// Points with u.x <= 0 (side -1) or >= 0 (side 1), 0 among them. The last ones contain the inward
/// direction from 0, so that the other's corner enters the interior.
std::vector<Lattice> points_beside(Random& random, const Lattice& u, int side) {
  const int dimension = static_cast<int>(u.size());
  std::vector<Lattice> points{Lattice(u.size(), 0)};
  for (int more = random.in(0, 4); more > 0; --more) {
    Lattice x = lattice_vector(random, dimension, 9);
    if (dot(u, x) * side < 0) {
      for (int& entry : x) entry = -entry;
    }
    points.push_back(std::move(x));
  }
  for (const Lattice& along : across(u)) {
    for (const int sign : {-1, 1}) {
      Lattice& x = points.emplace_back(u);
      for (std::size_t k = 0; k < u.size(); ++k) x[k] = 4 * side * u[k] + sign * along[k];
    }
  }
  random.shuffle(points);
  return points;
}

/// Integers on either side of a hyperplane through 0, touching there. Then b moves into a by 2^-k
/// of the hyperplane's normal u: at most 2^-k |u| deep.
RandomPair grazing(Random& random, int dimension) {
  RandomPair pair{dimension, "overlapping by 2^-k", {}, {}};
  const Lattice u = lattice_vector(random, dimension, 3);
  const double step = std::ldexp(1.0, -random.in(1, 40));
  for (const int side : {-1, 1}) {
    BodyData& body = side < 0 ? pair.a : pair.b;
    for (const Lattice& point : points_beside(random, u, side)) {
      auto& vertex = body.vertices.emplace_back();
      for (std::size_t k = 0; k < u.size(); ++k)
        vertex.push_back(point[k] - (side > 0 ? step * u[k] : 0));
    }
  }
  pair.a.pose = random_pose(random, dimension);
  pair.b.pose = pair.a.pose;
  return pair;
}

// ---- where in the world -------------------------------------------------------------------------

void move_far(Random& random, RandomPair& pair) {
  std::vector<double> step;
  for (int k = 0; k < pair.dimension; ++k) step.push_back(1e6 * real(random));
  for (BodyData* body : {&pair.a, &pair.b}) {
    if (body->pose.form == Form::identity) {
      body->pose.form = Form::translation;
      body->pose.translation.assign(static_cast<std::size_t>(pair.dimension), 0.0);
    }
    move(body->pose, step);
  }
}

void scale_by_power(RandomPair& pair, int exponent) {
  const auto scale = [&](double& entry) { entry = std::ldexp(entry, exponent); };
  for (BodyData* body : {&pair.a, &pair.b}) {
    for (auto& vertex : body->vertices) {
      for (double& entry : vertex) scale(entry);
    }
    for (double& entry : body->pose.translation) scale(entry);
    const auto columns = static_cast<std::size_t>(pair.dimension) + 1;
    for (std::size_t k = columns - 1; k < body->pose.rows.size(); k += columns)
      scale(body->pose.rows[k]);
  }
}

RandomPair make_family(Random& random, int dimension, std::uint64_t family) {
  switch (family) {
    case 0:
      return boxes(random, dimension);
    case 1:
      return lattice_boxes(random, dimension);
    case 2:
      return slender(random, dimension);
    case 3:
      return flat_in_solid(random, dimension);
    case 4:
      return concentric(random, dimension);
    case 5:
      return grazing(random, dimension);
    case 6:
      if (random.chance(1, 3)) return many_vertices(random, dimension);
      return hulls(random, dimension);
    default:
      return hulls(random, dimension);
  }
}

}  // namespace

RandomPair make_overlapping_pair(std::uint64_t index) {
  Random random(index ^ 0x6465657065u);
  const int dimension = random.chance(1, 4) ? 2 : 3;
  RandomPair pair = make_family(random, dimension, index % 8);
  if (random.chance(1, 5)) move_far(random, pair);
  if (random.chance(1, 12)) {
    constexpr int kExponents[] = {-900, -300, -30, 30, 300, 900};
    scale_by_power(pair, kExponents[random.in(0, 5)]);
  }
  return pair;
}

}  // namespace sunder::oracle
