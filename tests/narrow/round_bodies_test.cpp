// SPDX-License-Identifier: Apache-2.0
//
// Tests bodies of many vertices near contact. Answers with tables of candidates are compared with
// those without, and every certificate with the exact checker, which tests all vertices.
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

#include "geometry/candidate_bodies.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

using Bodies = std::vector<CandidateBody>;

Polytope3 without_table(const Polytope3& body) {
  std::vector<Vector3> points;
  for (std::int32_t i = 0; i < body.vertex_count(); ++i) points.push_back(body.vertex(i));
  return Polytope3::from_points(points, {.tables = false}).value();
}

double size_of(const Polytope3& body) { return body.circumscribed_ball().radius; }

class PlaceNearContact {
 public:
  explicit PlaceNearContact(std::uint64_t seed) : random_(seed) {}

  /// Rows of a random pose of b: `clearance` from contact with a along a random line, in sizes of the smaller body.
  std::vector<double> operator()(const Polytope3& a, const Polytope3& b, double clearance) {
    std::vector<double> rows = rotation();
    Vector3 line{};
    double length = 0;
    for (double& entry : line) entry = normal_(random_);
    for (const double entry : line) length += entry * entry;
    for (double& entry : line) entry /= std::sqrt(length);
    double low = 0;
    double high = 2 * (size_of(a) + size_of(b));
    for (int step = 0; step < 50; ++step) {
      const double middle = (low + high) / 2;
      move(a, b, line, middle, rows);
      const Pose3 pose = Pose3::from_matrix(rows).value();
      (intersects(Posed3{a}, Posed3{b, pose}) ? low : high) = middle;
    }
    move(a, b, line, high + clearance * std::fmin(size_of(a), size_of(b)), rows);
    return rows;
  }

 private:
  std::vector<double> rotation() {
    double q[4];
    double length = 0;
    for (double& entry : q) entry = normal_(random_);
    for (const double entry : q) length += entry * entry;
    for (double& entry : q) entry /= std::sqrt(length);
    const auto [w, x, y, z] = q;
    return {1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),     0,
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),     0,
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y), 0};
  }
  /// The offset that moves b's centre to a's.
  static double offset(const Polytope3& a, const Polytope3& b, const std::vector<double>& rows,
                       std::size_t l) {
    double sum = a.circumscribed_ball().centre[l];
    for (std::size_t k = 0; k < 3; ++k) sum -= rows[4 * l + k] * b.circumscribed_ball().centre[k];
    return sum;
  }
  static void move(const Polytope3& a, const Polytope3& b, const Vector3& line, double along,
                   std::vector<double>& rows) {
    for (std::size_t l = 0; l < 3; ++l) rows[4 * l + 3] = offset(a, b, rows, l) + along * line[l];
  }

  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

void expect_equal_and_proven(const Posed3& a, const Posed3& b, const Posed3& plain_a,
                             const Posed3& plain_b) {
  const Decision answer = intersects(a, b);
  EXPECT_EQ(answer.verdict, intersects(plain_a, plain_b).verdict);
  EXPECT_TRUE(verify(a, b, certify(a, b, answer)));
  const Distance3 distance = sunder::distance(a, b);
  const Distance3 plain = sunder::distance(plain_a, plain_b);
  EXPECT_EQ(distance.verdict, answer.verdict);
  EXPECT_LE(distance.distance.lower, plain.distance.upper);
  EXPECT_LE(plain.distance.lower, distance.distance.upper);
  EXPECT_TRUE(verify(a, b, certify(a, b, distance)));
}

TEST(RoundBodies, NearContactAnswersAreThoseOfAllVertices) {
  const Bodies bodies = candidate_bodies();
  PlaceNearContact place(1);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Polytope3& a = bodies[i].polytope;
    const Polytope3 plain_a = without_table(a);
    for (const std::size_t j : {i, (i + 3) % bodies.size()}) {
      const Polytope3& b = bodies[j].polytope;
      const Polytope3 plain_b = without_table(b);
      for (const double clearance : {0.3, 3e-3, 1e-6, 1e-12, 0.0, -1e-12, -1e-3, -0.1}) {
        SCOPED_TRACE(bodies[i].name + " " + bodies[j].name + " " + std::to_string(clearance));
        const Pose3 pose = Pose3::from_matrix(place(a, b, clearance)).value();
        expect_equal_and_proven({a}, {b, pose}, {plain_a}, {plain_b, pose});
      }
    }
  }
}

std::int32_t highest(const Polytope3& body, const Vector3& u) {
  std::int32_t best = 0;
  double most = -HUGE_VAL;
  for (std::int32_t i = 0; i < body.vertex_count(); ++i) {
    const Vector3 x = body.vertex(i);
    const double height = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
    if (height > most) {
      most = height;
      best = i;
    }
  }
  return best;
}

// The highest vertex of one is at the lowest of the other: integers, so that they touch exactly
// there.
TEST(RoundBodies, TouchVertexOnVertex) {
  const Polytope3 a = integer_ellipsoid(300, {1e6, 8e5, 9e5});
  const Polytope3 b = integer_ellipsoid(150, {1e5, 2e5, 1e4});
  const Polytope3 plain_a = without_table(a);
  const Polytope3 plain_b = without_table(b);
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 40; ++trial) {
    Vector3 u{};
    for (double& entry : u) entry = static_cast<double>(random() % 2001) - 1000;
    const Vector3 x = a.vertex(highest(a, u));
    const Vector3 y = b.vertex(highest(b, {-u[0], -u[1], -u[2]}));
    const Pose3 pose = Pose3::translation({x[0] - y[0], x[1] - y[1], x[2] - y[2]}).value();
    EXPECT_EQ(intersects(Posed3{a}, Posed3{b, pose}).verdict, Verdict::touching);
    expect_equal_and_proven({a}, {b, pose}, {plain_a}, {plain_b, pose});
  }
}

TEST(RoundBodies, StackedPrismsTouch) {
  const Polytope3 prism = integer_prism(80);
  const Polytope3 plain = without_table(prism);
  const Pose3 on_top = Pose3::translation({12345, -6789, 6e5}).value();
  EXPECT_EQ(intersects(Posed3{prism}, Posed3{prism, on_top}).verdict, Verdict::touching);
  expect_equal_and_proven({prism}, {prism, on_top}, {plain}, {plain, on_top});
  const Pose3 above = Pose3::translation({12345, -6789, std::nextafter(6e5, 7e5)}).value();
  EXPECT_EQ(intersects(Posed3{prism}, Posed3{prism, above}).verdict, Verdict::separated);
  expect_equal_and_proven({prism}, {prism, above}, {plain}, {plain, above});
}

}  // namespace
}  // namespace sunder::test
