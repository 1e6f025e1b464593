// SPDX-License-Identifier: Apache-2.0
#include "relation/dressed.hpp"

#include <algorithm>

#include "relation/meeting_faces.hpp"
#include "suite/exact_double.hpp"

namespace sunder::test {
namespace {

using suite::dot;
using suite::exact_double;
using suite::Matrix;
using suite::Point;
using suite::PoseData;
using suite::Random;
using suite::operator*;
using suite::operator+;

/// Squared lengths 1, 2, 3, 4 and 5: 60 is a multiple of all.
const std::vector<Point> kQuaternions = {{1, 0, 0, 0}, {1, 1, 0, 0},  {0, 1, -1, 1}, {1, 1, 1, 1},
                                         {2, 0, 1, 0}, {1, -2, 0, 0}, {1, 0, -1, 1}};
constexpr std::int64_t kDenominators = 60;

void crowd(Random& random, std::vector<Point>& points) {
  const std::vector<Point> given = points;
  for (int extra = random.in(0, 4); extra > 0; --extra) {
    const Point& x = random.pick(given);
    Point between = x + random.pick(given);
    for (auto& entry : between) entry /= 2;
    points.push_back(std::move(between));
  }
}

void set_matrix(const Matrix& matrix, const Point& offset, PoseData& pose) {
  pose.form = PoseData::Form::matrix;
  for (std::size_t row = 0; row < offset.size(); ++row) {
    for (const Point& column : matrix.columns) {
      pose.rows.push_back(static_cast<double>(column[row]));
    }
    pose.rows.push_back(static_cast<double>(offset[row]));
  }
}

/// The order that Feature promises: lowest index first, then its lower neighbour.
Feature listed(const std::vector<Point>& points, const std::vector<Point>& corners, int dimension) {
  Feature feature;
  if (corners.empty()) return feature;
  feature.dimension = affine_dimension(corners);
  if (feature.dimension == dimension) {
    feature.kind = FeatureKind::interior;
    return feature;
  }
  constexpr FeatureKind kKinds[] = {FeatureKind::vertex, FeatureKind::edge, FeatureKind::face};
  feature.kind = kKinds[feature.dimension];
  auto& indices = feature.vertices;
  for (const Point& corner : corners) {
    const auto first = std::find(points.begin(), points.end(), corner);
    indices.push_back(static_cast<std::int32_t>(first - points.begin()));
  }
  std::rotate(indices.begin(), std::min_element(indices.begin(), indices.end()), indices.end());
  if (indices.size() > 2 && indices[1] > indices.back()) {
    std::reverse(indices.begin() + 1, indices.end());
  }
  return feature;
}

}  // namespace

Dressed::Dressed(Random& random, int dimension)
    : dimension_(dimension), map_(Matrix::identity(dimension)) {
  const auto d = static_cast<std::size_t>(dimension);
  style_ = static_cast<Style>(random.in(0, 6));
  if (style_ == Style::quaternions && dimension != 3) style_ = Style::matrix;
  const int reach = style_ == Style::far ? 1000000000 : 100;
  const bool moved = random.chance(2, 3);
  for (int k = 0; k < dimension; ++k) offset_.push_back(moved ? random.in(-reach, reach) : 0);
  exponents_.assign(d, style_ == Style::powers ? random.in(-1000, 950) : 0);
  if (style_ == Style::axes) {
    for (int& exponent : exponents_) exponent = random.in(-40, 40);
  }
  if (style_ == Style::quaternions) enlarged_ = kDenominators;
  switch (random.in(0, 2)) {
    case 0:
      map_ = suite::signed_permutation(random, dimension).matrix;
      break;
    case 1:
      map_ = suite::unimodular(random, dimension, 3).matrix;
      break;
    default:
      map_ = suite::similarity(random, dimension).matrix;
  }
}

void Dressed::write(const std::vector<Point>& points, suite::BodyData& out) const {
  for (const Point& x : points) {
    auto& vertex = out.vertices.emplace_back();
    for (std::size_t k = 0; k < x.size(); ++k) vertex.push_back(exact_double(x[k], exponents_[k]));
  }
}

void Dressed::pose(Random& random, const std::vector<Point>& points, suite::BodyData& out) const {
  std::vector<Point> own;
  switch (style_) {
    case Style::matrix:  // the world's map remains in the pose
      write(points, out);
      return set_matrix(map_, offset_, out.pose);
    case Style::shears: {
      const suite::Invertible shear = suite::unimodular(random, dimension_, 4);
      for (const Point& x : points) own.push_back(shear.inverse * (map_ * x));
      write(own, out);
      return set_matrix(shear.matrix, offset_, out.pose);
    }
    case Style::quaternions: {
      const Point& q = random.pick(kQuaternions);
      const Matrix back = suite::quaternion_matrix(q).transposed();
      for (const Point& x : points) {
        Point& turned = own.emplace_back(back * (map_ * x));
        for (auto& entry : turned) entry /= dot(q, q);
      }
      write(own, out);
      out.pose.form = PoseData::Form::quaternion;
      for (std::size_t k = 0; k < 4; ++k) out.pose.quaternion[k] = static_cast<double>(q[k]);
      for (const auto entry : offset_) out.pose.translation.push_back(static_cast<double>(entry));
      return;
    }
    default:
      for (const Point& x : points) own.push_back(map_ * x + offset_);
      write(own, out);
  }
}

BuiltBody Dressed::body(Random& random, std::vector<Point> points,
                        const std::vector<Point>& corners) const {
  std::vector<Point> feature;
  for (Point& x : points) x = (2 * enlarged_) * x;
  for (const Point& x : corners) feature.push_back((2 * enlarged_) * x);
  crowd(random, points);
  random.shuffle(points);
  BuiltBody built;
  built.feature = listed(points, feature, dimension_);
  pose(random, points, built.data);
  return built;
}

}  // namespace sunder::test
