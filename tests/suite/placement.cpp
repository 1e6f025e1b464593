// SPDX-License-Identifier: Apache-2.0
#include "suite/placement.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "suite/exact_double.hpp"

namespace sunder::suite {
namespace {

int bit_width(const std::vector<Point>& points) {
  std::uint64_t all = 0;
  for (const Point& x : points) {
    for (const std::int64_t entry : x) all |= static_cast<std::uint64_t>(std::abs(entry));
  }
  return static_cast<int>(std::bit_width(all));
}

Rational four_to_the(int exponent) {
  const Rational power(boost::multiprecision::cpp_int(1) << (2 * std::abs(exponent)));
  return exponent < 0 ? Rational(1) / power : power;
}

}  // namespace

bool Placement::Placed::has_offset() const noexcept {
  return shift.factor != 0 ||
         std::any_of(offset.begin(), offset.end(), [](auto x) { return x != 0; });
}

Placement::Placed Placement::place(const Side& side, int dimension) {
  Placed body;
  const auto d = static_cast<std::size_t>(dimension);
  body.points = side.points;
  body.linear = side.linear;
  body.offset = side.linear ? side.offset : Point(d, 0);
  body.point_axis.assign(d, 0);
  body.world_axis.assign(d, 0);
  return body;
}

Placement::Placement(Random& random, const BasePair& pair)
    : random_(random),
      pair_(pair),
      a_(place(pair.a, pair.dimension)),
      b_(place(pair.b, pair.dimension)) {
  b_.shift = pair.shift;
}

void Placement::scale_distance(const Rational& factor_squared) {
  if (pair_.distance_squared) *pair_.distance_squared *= factor_squared;
}

void Placement::map_world(const Matrix& map, std::int64_t scale) {
  for (Placed* body : {&a_, &b_}) {
    if (body->linear) {
      body->linear = map * *body->linear;
    } else {
      for (Point& x : body->points) x = map * x;
    }
    body->offset = map * body->offset;
  }
  if (has_shift()) b_.shift.direction = map * b_.shift.direction;
  if (scale != 0) {
    scale_distance(scale);
  } else if (pair_.verdict == Verdict::separated) {
    pair_.distance_squared.reset();
  }
}

void Placement::map_poses(const Matrix& map, std::int64_t scale) {
  for (Placed* body : {&a_, &b_}) {
    if (!body->linear) body->linear = Matrix::identity(dimension());
  }
  map_world(map, scale);
}

void Placement::enlarge(std::int64_t factor) {
  Matrix map = Matrix::identity(dimension());
  for (Point& column : map.columns) column = factor * column;
  map_world(map, factor * factor);
}

void Placement::translate(const Point& t, bool in_vertices) {
  for (Placed* body : {&a_, &b_}) {
    if (in_vertices && !body->linear) {
      for (Point& x : body->points) x = x + t;
    } else {
      body->offset = body->offset + t;
    }
  }
}

void Placement::crowd() {
  enlarge(2);
  for (Placed* body : {&a_, &b_}) {
    // The matrix got the factor 2 instead of the points: only duplicates are then certainly
    // integer.
    const bool midpoints = !body->linear;
    const std::vector<Point> given = body->points;
    for (int i = random_.in(1, static_cast<int>(given.size())); i > 0; --i) {
      const Point& x = random_.pick(given);
      Point added = midpoints ? x + random_.pick(given) : x;
      if (midpoints) {
        for (auto& entry : added) entry /= 2;
      }
      body->points.push_back(std::move(added));
    }
  }
}

void Placement::fold_shift(int spare, bool must) {
  if (!has_shift() || b_.linear) return;
  const int algorithm = 51 - spare - width();
  const int wanted = pair_.shift_is_one_ulp ? -algorithm : b_.shift.exponent;
  if (-wanted > algorithm && !must) return;
  const int exponent = std::max(wanted, -algorithm);
  scale_distance(four_to_the(exponent - b_.shift.exponent));
  const std::int64_t factor = std::int64_t{1} << -exponent;
  for (Placed* body : {&a_, &b_}) {
    for (Point& x : body->points) x = factor * x;
    body->offset = factor * body->offset;
    body->point_exponent += exponent;
  }
  for (Point& x : b_.points) x = x + b_.shift.factor * b_.shift.direction;
  b_.shift = {};
}

void Placement::shear_each() {
  for (Placed* body : {&a_, &b_}) {
    if (body->linear) continue;
    const Invertible map = unimodular(random_, dimension(), 4);
    for (Point& x : body->points) x = map.inverse * x;
    body->linear = map.matrix;
  }
}

void Placement::rotate_each() {
  const Point q_a = random_vector(random_, 4, 4);
  const Point q_b = random_vector(random_, 4, 4);
  // R(q) / |q|^2 acts on R(q)^T x / |q|^2: the enlargement supplies the factor that this removes.
  enlarge((a_.linear ? 1 : dot(q_a, q_a)) * (b_.linear ? 1 : dot(q_b, q_b)));
  const int exponent = random_.chance(1, 4) ? random_.in(-1070, 1000) : 0;
  if (!a_.linear) rotate(a_, q_a, exponent);
  if (!b_.linear) rotate(b_, q_b, 0);
}

void Placement::rotate(Placed& body, const Point& q, int exponent) {
  const Matrix back = quaternion_matrix(q).transposed();
  for (Point& x : body.points) {
    x = back * x;
    for (auto& entry : x) entry /= dot(q, q);
  }
  body.quaternion = q;
  body.quaternion_exponent = exponent;
}

void Placement::set_unit(int exponent) {
  const int change = exponent - a_.point_exponent;
  for (Placed* body : {&a_, &b_}) body->point_exponent = exponent;
  scale_distance(four_to_the(change));
}

void Placement::scale_matrices_by_power(int exponent) {
  for (Placed* body : {&a_, &b_}) {
    if (!body->linear) body->linear = Matrix::identity(dimension());
    body->linear_exponent += exponent;
  }
  scale_distance(four_to_the(exponent));
}

void Placement::stretch_axes(const std::vector<int>& exponents) {
  for (Placed* body : {&a_, &b_}) (has_matrix() ? body->world_axis : body->point_axis) = exponents;
  if (has_matrix()) {
    for (Placed* body : {&a_, &b_}) {
      if (!body->linear) body->linear = Matrix::identity(dimension());
    }
  }
  if (pair_.verdict == Verdict::separated) pair_.distance_squared.reset();
}

int Placement::width() const noexcept {
  return std::max({1, bit_width(a_.points), bit_width(b_.points), bit_width({a_.offset}),
                   bit_width({b_.offset})});
}

double Placement::offset_entry(const Placed& body, std::size_t k) {
  const int unit = body.point_exponent + body.linear_exponent + body.world_axis[k];
  if (body.shift.factor == 0) return exact_double(body.offset[k], unit);
  const Wide fixed = Wide{body.offset[k]} * (Wide{1} << -body.shift.exponent);
  return exact_double(fixed + Wide{body.shift.factor} * body.shift.direction[k],
                      unit + body.shift.exponent);
}

PoseData Placement::realise_pose(const Placed& body) {
  const std::size_t d = body.offset.size();
  PoseData pose;
  for (std::size_t k = 0; k < d; ++k) pose.translation.push_back(offset_entry(body, k));
  if (body.quaternion) {
    pose.form = PoseData::Form::quaternion;
    for (std::size_t k = 0; k < 4; ++k) {
      pose.quaternion[k] = exact_double((*body.quaternion)[k], body.quaternion_exponent);
    }
  } else if (body.linear) {
    pose.form = PoseData::Form::matrix;
    for (std::size_t row = 0; row < d; ++row) {
      const int exponent = body.linear_exponent + body.world_axis[row];
      for (const Point& column : body.linear->columns)
        pose.rows.push_back(exact_double(column[row], exponent));
      pose.rows.push_back(pose.translation[row]);
    }
    pose.translation.clear();
  } else if (body.has_offset()) {
    pose.form = PoseData::Form::translation;
  } else {
    pose.translation.clear();
  }
  return pose;
}

BodyData Placement::realise(const Placed& body) {
  BodyData data;
  for (const Point& x : body.points) {
    auto& vertex = data.vertices.emplace_back();
    for (std::size_t k = 0; k < x.size(); ++k) {
      vertex.push_back(exact_double(x[k], body.point_exponent + body.point_axis[k]));
    }
  }
  data.pose = realise_pose(body);
  return data;
}

Case Placement::finish(const char* dressing) {
  random_.shuffle(a_.points);
  random_.shuffle(b_.points);
  Case item;
  item.dimension = dimension();
  item.kind = pair_.kind;
  item.dressing = dressing;
  item.a = realise(a_);
  item.b = realise(b_);
  item.verdict = pair_.verdict;
  item.distance_squared = pair_.distance_squared;
  item.contained = pair_.contained;
  return item;
}

}  // namespace sunder::suite
