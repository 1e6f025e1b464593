// SPDX-License-Identifier: Apache-2.0
//
// Each round shape lies between a polytope of its own points and one about it. The proven answers
// for these bracket the valid answers for the shape.
#include <vector>

#include "narrow/dispatch.hpp"
#include "query/shape_scenes.hpp"
#include "sunder/query.hpp"

namespace sunder::test {
namespace {

using shapes::Capsule;
using shapes::Cone;
using shapes::Cylinder;
using shapes::Ellipsoid;

using Points = std::vector<Vector3>;

Polytope3 hull_of(const Points& points) {
  return Polytope3::from_points(std::span<const Vector3>(points)).value();
}

constexpr std::array kAlgorithms = {Algorithm::automatic, Algorithm::gjk, Algorithm::epa,
                                    Algorithm::mpr};

/// Points on the unit sphere, and the factor by which their hull must grow to contain the unit
/// ball.
struct Sphere {
  Points points;
  double growth = 0;
};

Sphere sphere() {
  Sphere result;
  Random random(311);
  while (result.points.size() < 150) {
    const Vector3 v = random_vector<3>(random, 1);
    if (length<3>(v) > 0.1 && length<3>(v) < 1) result.points.push_back(1 / length<3>(v) * v);
  }
  const Polytope3 hull = hull_of(result.points);
  double least = 1;
  for (const Face& face : hull.faces()) {
    const Vector3 corner = hull.vertex(face.vertices[0]);
    double height = 0;
    for (std::size_t l = 0; l < 3; ++l) height += face.normal[l] * corner[l];
    least = std::min(least, height / length<3>(face.normal));
  }
  result.growth = (1 + 1e-9) / least;
  return result;
}

Points circle(double radius, double z, bool about) {
  constexpr int kSides = 60;
  const double pi = std::acos(-1.0);
  const double reach = about ? radius * (1 + 1e-9) / std::cos(pi / kSides) : radius;
  Points points;
  for (int i = 0; i < kSides; ++i) {
    const double angle = 2 * pi * i / kSides;
    points.push_back({reach * std::cos(angle), reach * std::sin(angle), z});
  }
  return points;
}

/// One shape of any kind, and the points of the polytope inside it or about it.
struct Round {
  Ellipsoid<3> ellipsoid;
  Capsule<3> capsule;
  Cylinder cylinder;
  Cone cone;
  int kind;

  explicit Round(Random& random) : kind(random.in(0, 3)) {
    for (double& half : ellipsoid.half_axes) half = 0.3 + random.unit();
    capsule = {random.unit(), 0.2 + 0.5 * random.unit()};
    cylinder = {0.2 + random.unit(), 0.2 + random.unit()};
    cone = {cylinder.radius, cylinder.half_height};
  }
  ShapeView<3> view() const {
    if (kind == 0) return ellipsoid;
    if (kind == 1) return capsule;
    if (kind == 2) return cylinder;
    return cone;
  }
  Polytope3 polytope(const Sphere& ball, bool about) const {
    const double growth = about ? ball.growth : 1;
    Points points;
    if (kind == 0) {
      for (const Vector3& p : ball.points) {
        Vector3& q = points.emplace_back(growth * p);
        for (std::size_t l = 0; l < 3; ++l) q[l] *= ellipsoid.half_axes[l];
      }
    } else if (kind == 1) {
      for (const Vector3& p : ball.points) {
        for (const double end : {capsule.half_length, -capsule.half_length}) {
          points.push_back(growth * capsule.radius * p + Vector3{0, 0, end});
        }
      }
    } else {
      points = circle(cylinder.radius, -cylinder.half_height, about);
      const Points top = kind == 2 ? circle(cylinder.radius, cylinder.half_height, about)
                                   : Points{{0, 0, cone.half_height}};
      points.insert(points.end(), top.begin(), top.end());
    }
    return hull_of(points);
  }
};

TEST(ShapesBetweenPolytopes, VerdictsDistancesAndDepths) {
  const Sphere ball = sphere();
  Random random(312);
  int apart = 0;
  int overlapping = 0;
  std::array<int, 4> found_overlapping{};
  for (int i = 0; i < 80; ++i) {
    const Round first(random);
    const Round second(random);
    const Pose3 pose_a = random_pose(random, 0.5);
    const Pose3 pose_b = random_pose(random, 1.5);
    const Polytope3 inside_a = first.polytope(ball, false);
    const Polytope3 inside_b = second.polytope(ball, false);
    const Polytope3 about_a = first.polytope(ball, true);
    const Polytope3 about_b = second.polytope(ball, true);
    const Posed3 in_a{inside_a, pose_a};
    const Posed3 in_b{inside_b, pose_b};
    const Posed3 out_a{about_a, pose_a};
    const Posed3 out_b{about_b, pose_b};
    const PosedShape3 a{first.view(), pose_a};
    const PosedShape3 b{second.view(), pose_b};

    const ShapeDistance<3> distance = shape_distance(a, b);
    EXPECT_LE(sunder::distance(out_a, out_b).distance.lower, distance.distance.upper) << i;
    EXPECT_GE(sunder::distance(in_a, in_b).distance.upper, distance.distance.lower) << i;
    const ShapeDepth<3> depth = shape_depth(a, b);
    const ShapeDepth<3> by_rays = shape_depth(a, b, {.algorithm = Algorithm::mpr});
    const bool must_meet = bool(intersects(in_a, in_b));
    const bool must_part = !intersects(out_a, out_b);
    apart += must_part;
    overlapping += must_meet;
    for (std::size_t k = 0; k < kAlgorithms.size(); ++k) {
      const Algorithm algorithm = kAlgorithms[k];
      const Verdict verdict = shape_intersects(a, b, {.algorithm = algorithm}).verdict;
      if (must_meet) {
        EXPECT_NE(verdict, Verdict::separated) << i << to_string(algorithm);
        found_overlapping[k] += verdict == Verdict::overlapping;
      } else if (must_part) {
        EXPECT_EQ(verdict, Verdict::separated) << i << to_string(algorithm);
      }
    }
    if (must_part) {
      EXPECT_EQ(depth.verdict, Verdict::separated) << i;
      EXPECT_EQ(depth.depth.upper, 0) << i;
    }
    if (!must_meet) continue;
    const detail::FilteredPair<3> inner({detail::make_body(in_a), detail::make_body(in_b)});
    const detail::FilteredPair<3> outer({detail::make_body(out_a), detail::make_body(out_b)});
    const double least = detail::epa::penetrate<3>(inner, {}).lower;
    const double most = detail::epa::penetrate<3>(outer, {}).upper;
    for (const ShapeDepth<3>* found : {&depth, &by_rays}) {
      EXPECT_GE(found->depth.upper, least) << i;
      EXPECT_LE(found->depth.lower, most) << i;
    }
    EXPECT_LE(depth.depth.upper - depth.depth.lower, 0.02 * depth.depth.upper)
        << i << ' ' << depth.steps;
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(overlapping, 20);
  // The inner polytopes overlap with a margin: every search detects the overlap.
  for (const int count : found_overlapping) EXPECT_EQ(count, overlapping);
}

/// Returns any matrix: sheared, reflected, nearly singular, with entries that cancel.
Pose3 any_pose(Random& random, double reach) {
  std::array<double, 12> rows{};
  for (double& entry : rows) {
    entry = random.in(-2, 2);
    if (random.chance(1, 2)) entry += random.unit();
  }
  if (random.chance(1, 3)) {
    for (std::size_t l = 0; l < 3; ++l) {
      const double large = std::ldexp(random.in(-9, 9), 20);
      rows[4 * l] += large;
      rows[4 * l + 1] -= large;
    }
  }
  for (std::size_t l = 0; l < 3; ++l) rows[4 * l + 3] = reach * (2 * random.unit() - 1);
  return Pose3::from_matrix(rows).value();
}

// Polytopes as shapes, against the proven answers about the same polytopes.
TEST(ShapesBetweenPolytopes, PolytopesAtPosesOfAnyKind) {
  Random random(313);
  std::array<int, 4> seen{};
  int undecided = 0;
  for (int i = 0; i < 600; ++i) {
    const Vector3 half{0.2 + random.unit(), random.unit(), random.chance(1, 4) ? 0 : random.unit()};
    const Polytope3 first = Polytope3::box(half);
    const Polytope3 second = Polytope3::icosahedron(0.2 + random.unit());
    const shapes::Hull<3> hull{first};
    const shapes::Hull<3> other{second};
    const shapes::Box<3> box{half};
    const Pose3 pose_a = any_pose(random, 4);
    const Pose3 pose_b = any_pose(random, 4);
    const auto exact = sunder::distance(Posed3{first, pose_a}, Posed3{second, pose_b});
    const Verdict truth = exact.verdict;
    ++seen[static_cast<std::size_t>(truth)];
    for (const ShapeView<3>& shape : {ShapeView<3>(hull), ShapeView<3>(box)}) {
      const PosedShape3 a{shape, pose_a};
      const PosedShape3 b{other, pose_b};
      const ShapeDistance<3> found = shape_distance(a, b);
      EXPECT_LE(found.distance.lower, exact.distance.upper) << i;
      EXPECT_GE(found.distance.upper, exact.distance.lower) << i;
      undecided += found.verdict == Verdict::undecided;
      for (const Algorithm algorithm : kAlgorithms) {
        const Verdict verdict = shape_intersects(a, b, {.algorithm = algorithm}).verdict;
        if (verdict == Verdict::undecided) continue;
        EXPECT_EQ(verdict, truth) << i << ' ' << to_string(algorithm);
      }
    }
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Verdict::separated)], 50);
  EXPECT_GT(seen[static_cast<std::size_t>(Verdict::overlapping)], 50);
  EXPECT_LT(undecided, 60);
}

}  // namespace
}  // namespace sunder::test
