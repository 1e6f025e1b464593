// SPDX-License-Identifier: Apache-2.0
//
// Shapes whose distance or depth has a closed form, at poses of every kind.
#include "sunder/shapes.hpp"

#include "query/shape_scenes.hpp"

namespace sunder::test {
namespace {

using shapes::Ball;
using shapes::Box;
using shapes::Capsule;
using shapes::Circle;
using shapes::Cone;
using shapes::Cylinder;
using shapes::Ellipse;
using shapes::Ellipsoid;
using shapes::Hull;
using shapes::Rounded;

/// Separated or overlapping by the signed distance; cases very close to contact are skipped.
template <int D>
void expect_signed(const PosedShape<D>& a, const PosedShape<D>& b, double distance, double size,
                   const std::string& name) {
  if (distance > 1e-6 * size) {
    expect_distance<D>(a, b, distance, size, name);
  } else if (distance < -1e-6 * size) {
    expect_depth<D>(a, b, -distance, size, 1e-6, name);
  }
}

TEST(Shapes, BallsAndCapsulesInSpace) {
  Random random(301);
  for (int i = 0; i < 60; ++i) {
    const double size = std::ldexp(1.0, random.in(-40, 40));
    const Ball<3> ball{size * random.unit()};
    const double half = size * random.unit();
    const double radius = size * random.unit();
    const Capsule<3> capsule{half, radius};
    const auto q = random_quaternion(random);
    const Pose3 pose = turned(q, random_vector<3>(random, size));
    const Vector3 centre = random_vector<3>(random, 3 * size);
    const Pose3 placed = Pose3::translation(centre).value();
    const Vector3 t = random_vector<3>(random, 3 * size);
    const Pose3 other = turned(random_quaternion(random), t);
    const std::string name = std::to_string(i);
    expect_signed<3>({ball, placed}, {ball, other}, between<3>(centre, t) - 2 * ball.radius,
                     8 * size, "balls " + name);
    const double to_axis = point_to_segment<3>(centre, segment_of<3>(pose, half));
    // For a centre on the axis, the depth is larger than the axis' distance suggests.
    if (to_axis > 1e-3 * size) {
      expect_signed<3>({ball, placed}, {capsule, pose}, to_axis - ball.radius - radius, 8 * size,
                       "ball and capsule " + name);
    }
    const double axes =
        segment_to_segment<3>(segment_of<3>(pose, half), segment_of<3>(other, size));
    const Capsule<3> longer{size, ball.radius};
    expect_signed<3>({capsule, pose}, {longer, other}, axes - radius - ball.radius, 8 * size,
                     "capsules " + name);
  }
}

TEST(Shapes, BallAndBox) {
  Random random(302);
  for (int i = 0; i < 200; ++i) {
    Box<3> box;
    for (double& half : box.half_extents) half = 0.1 + random.unit();
    const auto q = random_quaternion(random);
    const Pose3 pose = turned(q, random_vector<3>(random, 5));
    const Vector3 p = random_vector<3>(random, 3);
    const Ball<3> ball{0.5 * random.unit()};
    double squares = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double beyond = std::max(0.0, std::fabs(p[l]) - box.half_extents[l]);
      squares += beyond * beyond;
    }
    if (squares == 0) continue;
    const Pose3 centre = Pose3::translation(in_world<3>(pose, p)).value();
    const double distance = std::sqrt(squares) - ball.radius;
    expect_signed<3>({box, pose}, {ball, centre}, distance, 10, std::to_string(i));
    const Polytope3 polytope = Polytope3::box(box.half_extents);
    const Hull<3> hull{polytope};
    expect_signed<3>({ball, centre}, {hull, pose}, distance, 10, "hull " + std::to_string(i));
  }
}

// Along a common axis, side by side, and the tip of a cone above a box.
TEST(Shapes, CylindersAndCones) {
  Random random(303);
  for (int i = 0; i < 100; ++i) {
    const double first_height = 0.2 + random.unit();
    const double second_height = 0.2 + random.unit();
    const Cylinder thin{0.2 + random.unit(), first_height};
    const Cylinder thick{0.2 + random.unit(), second_height};
    const auto q = random_quaternion(random);
    const Pose3 base = turned(q, random_vector<3>(random, 2));
    const double gap = 3 * random.unit() - 1;
    const auto at = [&](const Vector3& t) { return turned(q, in_world<3>(base, t)); };
    const std::string name = std::to_string(i);
    const Pose3 above = at({0, 0, first_height + second_height + gap});
    if (gap > 0) {
      expect_distance<3>({thin, base}, {thick, above}, gap, 10, "coaxial " + name);
      const Pose3 beside = at({thin.radius + thick.radius + gap, 0, 0.1});
      expect_distance<3>({thin, base}, {thick, beside}, gap, 10, "beside " + name);
      const Cone cone{0.5 + random.unit(), first_height};
      // Turned upside down: q times a half turn about x.
      const std::array<double, 4> flipped{-q[1], q[0], q[3], -q[2]};
      const Box<3> box{{2, 2, second_height}};
      const Vector3 t = in_world<3>(base, {0.3, -0.2, first_height + second_height + gap});
      const Pose3 over = turned(flipped, t);
      expect_distance<3>({box, base}, {cone, over}, gap, 10, "tip " + name);
    } else if (gap < -1e-3 && -gap < thin.radius + thick.radius &&
               -gap < 2 * std::min(first_height, second_height)) {
      // Round cores of at most 256 steps: a coarser interval.
      expect_depth<3>({thin, base}, {thick, above}, -gap, 10, 1e-3, "coaxial " + name);
    }
  }
}

TEST(Shapes, EllipsoidsAlongAxesAndFromPoints) {
  Random random(304);
  for (int i = 0; i < 150; ++i) {
    Ellipsoid<3> ellipsoid;
    for (double& half : ellipsoid.half_axes) half = 0.2 + random.unit();
    const auto q = random_quaternion(random);
    const Pose3 pose = turned(q, random_vector<3>(random, 2));
    const Ball<3> ball{0.5 * random.unit()};
    const auto axis = static_cast<std::size_t>(random.in(0, 2));
    const double gap = 0.01 + random.unit();
    Vector3 p{};
    p[axis] = ellipsoid.half_axes[axis] + ball.radius + gap;
    const Pose3 along = Pose3::translation(in_world<3>(pose, p)).value();
    expect_distance<3>({ellipsoid, pose}, {ball, along}, gap, 10, "axis " + std::to_string(i));
    Vector3 anywhere = random_vector<3>(random, 2);
    double level = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      level += std::pow(anywhere[l] / ellipsoid.half_axes[l], 2);
    }
    if (level < 1.05) continue;
    const double distance = point_to_ellipsoid<3>(anywhere, ellipsoid.half_axes);
    const Ball<3> point{0};
    const Pose3 there = Pose3::translation(in_world<3>(pose, anywhere)).value();
    expect_distance<3>({ellipsoid, pose}, {point, there}, distance, 10, std::to_string(i));
  }
}

// A ball at a pose with unequal singular values is an ellipsoid.
TEST(Shapes, StretchedBallIsAnEllipsoid) {
  Random random(305);
  for (int i = 0; i < 50; ++i) {
    const Vector3 stretch{0.2 + random.unit(), 0.2 + random.unit(), 0.2 + random.unit()};
    const Pose3 pose = Pose3::from_matrix(std::array{stretch[0], 0.0, 0.0, 0.0, 0.0, stretch[1],
                                                     0.0, 0.0, 0.0, 0.0, stretch[2], 0.0})
                           .value();
    const Vector3 p = 1.5 * random_vector<3>(random, 1) + Vector3{1.5, 0, 0};
    double level = 0;
    for (std::size_t l = 0; l < 3; ++l) level += std::pow(p[l] / stretch[l], 2);
    if (level < 1.05) continue;
    const Ball<3> ball{1};
    const Ball<3> point{0};
    const Pose3 there = Pose3::translation(p).value();
    expect_distance<3>({ball, pose}, {point, there}, point_to_ellipsoid<3>(p, stretch), 5,
                       std::to_string(i));
  }
}

TEST(Shapes, InThePlane) {
  Random random(306);
  for (int i = 0; i < 200; ++i) {
    const double angle = 6 * random.unit();
    const Pose2 pose = turned(angle, random_vector<2>(random, 1));
    const Vector2 centre = random_vector<2>(random, 3);
    const Pose2 placed = Pose2::translation(centre).value();
    const Circle circle{0.5 * random.unit()};
    const Capsule<2> capsule{random.unit(), 0.3};
    const std::string name = std::to_string(i);
    const double to_axis = point_to_segment<2>(centre, segment_of<2>(pose, capsule.half_length));
    if (to_axis > 1e-3) {
      expect_signed<2>({circle, placed}, {capsule, pose}, to_axis - circle.radius - 0.3, 5,
                       "capsule " + name);
    }
    const Ellipse ellipse{{0.3 + random.unit(), 0.3 + random.unit()}};
    const Vector2 p = in_frame<2>(pose, centre);
    if (std::pow(p[0] / ellipse.half_axes[0], 2) + std::pow(p[1] / ellipse.half_axes[1], 2) > 1.1) {
      const double distance = point_to_ellipsoid<2>(p, ellipse.half_axes);
      expect_signed<2>({ellipse, pose}, {circle, placed}, distance - circle.radius, 5,
                       "ellipse " + name);
    }
    const Polytope2 square = Polytope2::box({1, 0.5});
    const Rounded<Hull<2>> plate{{square}, 0.25};
    const double x = std::max(0.0, std::fabs(p[0]) - 1);
    const double y = std::max(0.0, std::fabs(p[1]) - 0.5);
    if (x + y > 0) {
      expect_signed<2>({plate, pose}, {circle, placed}, std::hypot(x, y) - 0.25 - circle.radius, 5,
                       "plate " + name);
    }
  }
}

TEST(ShapesDepth, DeepAndConcentric) {
  Random random(307);
  const Ball<3> large{2};
  const Ball<3> small{0.5};
  const Pose3 at = turned(random_quaternion(random), {0.3, 0.2, -0.1});
  expect_depth<3>({large}, {small}, 2.5, 1, 1e-9, "one centre");
  expect_depth<3>({large}, {small, at}, 2.5 - std::sqrt(0.14), 1, 1e-9, "ball in ball");
  const Capsule<3> rod{1, 0.25};
  // Axes that cross: C is a flat parallelogram with a ball about each point.
  const Pose3 across = turned({1, 1, 0, 0}, {0.1, 0.2, 0});
  expect_depth<3>({rod}, {rod, across}, 0.5 - 0.1, 3, 1e-9, "rods that nearly cross");
  const Pose3 crossing = turned({1, 1, 0, 0}, {0, 0.2, 0.1});
  expect_depth<3>({rod}, {rod, crossing}, 0.5, 3, 1e-9, "rods that cross");
  const Ellipsoid<3> egg{{1, 2, 0.75}};
  expect_depth<3>({egg}, {small}, 1.25, 4, 1e-3, "ball in an ellipsoid");
  const Box<3> box{{1, 2, 3}};
  const Pose3 moved = Pose3::translation({0.5, 0.25, -0.125}).value();
  expect_depth<3>({box}, {box, moved}, 1.5, 6, 1e-9, "boxes");
  expect_depth<3>({box}, {box}, 2, 6, 1e-9, "equal boxes");
  const Ball<2> disc{1};
  expect_depth<2>({disc}, {disc}, 2, 2, 1e-9, "equal circles");
}

TEST(Shapes, DegenerateOnes) {
  const Ball<3> point{0};
  const Pose3 away = Pose3::translation({3, 4, 0}).value();
  expect_distance<3>({point}, {point, away}, 5, 5, "points");
  EXPECT_EQ(shape_intersects({point}, {point}).verdict, Verdict::undecided);
  EXPECT_EQ(shape_distance({point}, {point}).distance.upper, 0);
  EXPECT_EQ(shape_depth({point}, {point}).depth.upper, 0);
  const Cylinder disc{2, 0};
  const Pose3 above = Pose3::translation({1, 0, 0.5}).value();
  expect_distance<3>({disc}, {disc, above}, 0.5, 4, "discs");
  // Flat and coplanar, with interiors that meet in the plane: a contact, which is never decided.
  const Pose3 beside = Pose3::translation({1, 0, 0}).value();
  for (const Algorithm algorithm :
       {Algorithm::automatic, Algorithm::gjk, Algorithm::epa, Algorithm::mpr})
    EXPECT_EQ(shape_intersects({disc}, {disc, beside}, {.algorithm = algorithm}).verdict,
              Verdict::undecided);
  EXPECT_LE(shape_depth({disc}, {disc, beside}).depth.upper, 1e-12);
  const Cone needle{0, 1};
  expect_distance<3>({needle}, {needle, above}, 1, 4, "needles");
  const Ellipsoid<3> flat{{1, 1, 0}};
  const Ball<3> ball{0.25};
  expect_distance<3>({flat}, {ball, above}, 0.25, 4, "flat ellipsoid");
  const Capsule<3> stub{0, 0.5};
  expect_distance<3>({stub}, {ball, away}, 4.25, 5, "capsule of no length");
}

// Poses far from the origin only lose the precision of their own doubles.
TEST(Shapes, FarFromTheOrigin) {
  const Ball<3> ball{1};
  const Cylinder can{1, 2};
  const Pose3 a = turned({1, 2, 3, 4}, {1e6, -2e6, 1e6});
  const Pose3 b = turned({1, 2, 3, 4}, {1e6 + 3.25, -2e6, 1e6});
  expect_distance<3>({ball, a}, {ball, b}, 1.25, 1, "balls");
  const Pose3 c = Pose3::translation({1e6, -2e6, 1e6}).value();
  const Pose3 d = Pose3::translation({1e6, -2e6, 1e6 + 4.5}).value();
  const ShapeDistance<3> found = shape_distance({can, c}, {can, d});
  EXPECT_LE(found.distance.lower, 0.5);
  EXPECT_GE(found.distance.upper, 0.5);
  EXPECT_LE(found.distance.upper - found.distance.lower, 1e-8);
}

TEST(Shapes, ContactIsUndecided) {
  const Ball<3> ball{1};
  const Pose3 beside = Pose3::translation({2, 0, 0}).value();
  for (const Algorithm algorithm :
       {Algorithm::automatic, Algorithm::gjk, Algorithm::epa, Algorithm::mpr})
    EXPECT_EQ(shape_intersects({ball}, {ball, beside}, {.algorithm = algorithm}).verdict,
              Verdict::undecided);
  const ShapeDistance<3> found = shape_distance({ball}, {ball, beside});
  EXPECT_EQ(found.verdict, Verdict::undecided);
  EXPECT_EQ(found.distance.lower, 0);
  EXPECT_LE(found.distance.upper, 1e-12);
  EXPECT_FALSE(found.witness.has_value());
}

/// A user-defined shape: a box with an ellipsoid about each of its points.
struct Cushion {
  Box<3> box;
  Ellipsoid<3> around;
  Vector3 support(const Vector3& direction) const {
    return box.support(direction) + around.support(direction);
  }
};

TEST(Shapes, TypesOfTheCallers) {
  Random random(308);
  const Cushion cushion{{{1, 0.5, 2}}, {{0.25, 0.25, 0.25}}};
  const Rounded<Box<3>> same{cushion.box, 0.25};
  int apart = 0;
  for (int i = 0; i < 100; ++i) {
    const Pose3 a = random_pose(random, 2);
    const Pose3 b = random_pose(random, 4);
    const ShapeDistance<3> found = shape_distance({cushion, a}, {cushion, b});
    const ShapeDistance<3> rounded = shape_distance({same, a}, {same, b});
    EXPECT_LE(found.distance.lower, rounded.distance.upper);
    EXPECT_GE(found.distance.upper, rounded.distance.lower);
    if (rounded.verdict == Verdict::separated) {
      ++apart;
      EXPECT_LE(found.distance.upper - found.distance.lower, 1e-8);
    }
    EXPECT_EQ(found.verdict, rounded.verdict) << i;
  }
  EXPECT_GT(apart, 30);
}

/// A support function that wrongly claims to be finite.
struct Broken {
  double value;
  Vector3 support(const Vector3&) const { return {value, 0, 0}; }
};

TEST(Shapes, WhatIsNotFiniteIsUndecided) {
  const Ball<3> ball{1};
  const Polytope3 nothing;
  const Hull<3> empty{nothing};
  const Broken infinite{std::numeric_limits<double>::infinity()};
  const Broken nan{std::numeric_limits<double>::quiet_NaN()};
  const Ball<3> negative{-1};
  const Ball<3> no_number{std::numeric_limits<double>::quiet_NaN()};
  const auto expect_nothing = [&](const ShapeView<3>& shape) {
    for (const Algorithm algorithm :
         {Algorithm::automatic, Algorithm::gjk, Algorithm::epa, Algorithm::mpr}) {
      EXPECT_EQ(shape_intersects({shape}, {ball}, {.algorithm = algorithm}).verdict,
                Verdict::undecided);
      const ShapeDepth<3> depth = shape_depth({ball}, {shape}, {.algorithm = algorithm});
      EXPECT_EQ(depth.depth.lower, 0);
      EXPECT_EQ(depth.depth.upper, std::numeric_limits<double>::infinity());
    }
    const ShapeDistance<3> distance = shape_distance({shape}, {ball});
    EXPECT_EQ(distance.distance.lower, 0);
    EXPECT_EQ(distance.distance.upper, std::numeric_limits<double>::infinity());
  };
  expect_nothing(empty);
  expect_nothing(infinite);
  expect_nothing(nan);
  expect_nothing(negative);
  expect_nothing(no_number);
}

// Algorithms that do not serve shapes give no answer, and a search of no steps proves nothing.
TEST(Shapes, OptionsAreHeard) {
  const Ball<3> ball{1};
  const Ellipsoid<3> egg{{1, 2, 3}};
  const Pose3 away = turned({1, 2, 3, 4}, {5, 1, 2});
  EXPECT_EQ(shape_intersects({ball}, {egg, away}, {.algorithm = Algorithm::sat}).verdict,
            Verdict::undecided);
  EXPECT_EQ(shape_distance({ball}, {egg, away}, {.algorithm = Algorithm::epa}).steps, 0);
  EXPECT_EQ(shape_depth({ball}, {egg, away}, {.algorithm = Algorithm::gjk}).steps, 0);
  EXPECT_EQ(shape_intersects({ball}, {egg, away}, {.max_steps = 0}).verdict, Verdict::undecided);
  const auto coarse = shape_distance({ball}, {egg, away}, {.tolerance = 0.1});
  const auto fine = shape_distance({ball}, {egg, away});
  EXPECT_EQ(coarse.verdict, Verdict::separated);
  EXPECT_LT(coarse.steps, fine.steps);
  EXPECT_LE(coarse.distance.upper - coarse.distance.lower, 0.1 * coarse.distance.upper);
  EXPECT_LE(coarse.distance.lower, fine.distance.upper);
  EXPECT_GE(coarse.distance.upper, fine.distance.lower);
}

}  // namespace
}  // namespace sunder::test
