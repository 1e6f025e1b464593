// SPDX-License-Identifier: Apache-2.0
#include "oracle/random_pairs.hpp"

#include <cmath>

#include "suite/random.hpp"

namespace sunder::oracle {
namespace {

using suite::BodyData;
using suite::PoseData;
using suite::Random;
using Form = PoseData::Form;

std::vector<std::vector<double>> points(Random& random, int dimension, int count,
                                        auto&& coordinate) {
  std::vector<std::vector<double>> result;
  for (int i = 0; i < count; ++i) {
    auto& point = result.emplace_back();
    for (int k = 0; k < dimension; ++k) point.push_back(coordinate(random));
  }
  return result;
}

int body_size(Random& random, int dimension) {
  const int count = random.in(1, dimension == 4 ? 6 : 7);
  return random.chance(1, 8) ? random.in(1, 3) : count;
}

PoseData integer_pose(Random& random, int dimension) {
  PoseData pose;
  const auto small = [](Random& r) { return static_cast<double>(r.in(-2, 2)); };
  const auto entries = [&](int count) { return points(random, count, 1, small).front(); };
  switch (random.in(0, dimension == 3 ? 3 : 2)) {
    case 0:
      break;
    case 1:
      pose.form = Form::translation;
      pose.translation = entries(dimension);
      break;
    case 2:
      pose.form = Form::matrix;
      pose.rows = entries(dimension * (dimension + 1));
      break;
    default:
      pose.form = Form::quaternion;
      for (double& entry : pose.quaternion) entry = small(random);
      pose.quaternion[0] += 3;  // never the zero quaternion
      pose.translation = entries(3);
  }
  return pose;
}

PoseData real_pose(Random& random, int dimension) {
  PoseData pose;
  const auto real = [](Random& r) { return 2 * r.unit() - 1; };
  if (random.chance(1, 3)) return pose;
  if (dimension == 3 && random.chance(1, 2)) {
    pose.form = Form::quaternion;
    for (double& entry : pose.quaternion) entry = real(random);
    pose.translation = points(random, 3, 1, real).front();
  } else {
    pose.form = Form::matrix;
    pose.rows = points(random, dimension * (dimension + 1), 1, real).front();
  }
  return pose;
}

/// Coordinates in [-r, r]: with r of 1 to 3, ties, duplicates and flat sets are frequent.
RandomPair small_integers(Random& random, int dimension) {
  RandomPair pair{dimension, "small integers", {}, {}};
  const int reach = random.in(1, 3);
  const auto coordinate = [reach](Random& r) { return static_cast<double>(r.in(-reach, reach)); };
  for (BodyData* body : {&pair.a, &pair.b}) {
    body->vertices = points(random, dimension, body_size(random, dimension), coordinate);
    if (random.chance(1, 2)) body->pose = integer_pose(random, dimension);
  }
  return pair;
}

RandomPair real_numbers(Random& random, int dimension) {
  RandomPair pair{dimension, "random doubles", {}, {}};
  for (BodyData* body : {&pair.a, &pair.b}) {
    body->vertices = points(random, dimension, body_size(random, dimension),
                            [](Random& r) { return 2 * r.unit() - 1; });
    body->pose = real_pose(random, dimension);
  }
  return pair;
}

/// b is moved so that a point of each nearly coincides: 0 to 3 units in the last place are between
/// them.
RandomPair near_contact(Random& random, int dimension) {
  RandomPair pair{dimension, "near contact", {}, {}};
  const int count = body_size(random, dimension);
  const auto coordinate = [](Random& r) { return 2 * r.unit() - 1; };
  pair.a.vertices = points(random, dimension, count, coordinate);
  pair.b.vertices = points(random, dimension, body_size(random, dimension), coordinate);
  const auto& x = random.pick(pair.a.vertices);
  const auto& z = random.pick(pair.a.vertices);
  const auto& y = random.pick(pair.b.vertices);
  const double weight = random.chance(1, 2) ? 0 : random.unit();
  pair.b.pose.form = Form::translation;
  for (std::size_t k = 0; k < x.size(); ++k) {
    double t = x[k] + weight * (z[k] - x[k]) - y[k];
    for (int step = random.in(0, 3); step > 0; --step)
      t = std::nextafter(t, random.chance(1, 2) ? 9.0 : -9.0);
    pair.b.pose.translation.push_back(t);
  }
  return pair;
}

/// Small integers moved by a few units of 2^-k: gaps and depths of every size, which are not known
/// beforehand.
RandomPair nudged_integers(Random& random, int dimension) {
  RandomPair pair = small_integers(random, dimension);
  pair.family = "nudged integers";
  pair.b.pose = {};
  pair.b.pose.form = Form::translation;
  const double unit = std::ldexp(1.0, -random.in(1, 60));
  for (int k = 0; k < dimension; ++k) pair.b.pose.translation.push_back(unit * random.in(-1, 1));
  return pair;
}

}  // namespace

RandomPair make_random_pair(std::uint64_t index) {
  Random random(index ^ 0x6f7261636c65u);
  const std::uint64_t draw = index % 16;
  const int dimension = draw == 15 ? 4 : draw % 2 == 0 ? 2 : 3;
  switch ((index / 16) % 6) {
    case 0:
      return real_numbers(random, dimension);
    case 1:
      return near_contact(random, dimension);
    case 2:
      return nudged_integers(random, dimension);
    default:
      return small_integers(random, dimension);
  }
}

}  // namespace sunder::oracle
