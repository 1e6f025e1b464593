// SPDX-License-Identifier: Apache-2.0
//
// Contacts of bodies that overlap: properties of every answer, for any bodies, and pairs whose
// points are known by name.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "narrow/lattice_bodies.hpp"
#include "suite/placed.hpp"
#include "sunder/contact.hpp"

namespace sunder::test {
namespace {

const Polytope3 kCube = Polytope3::box({1, 1, 1});
const Polytope3 kSlab = Polytope3::box({5, 5, 0.5});

Pose3 at(double x, double y, double z) { return Pose3::translation({x, y, z}).value(); }

template <int D>
double along(const Vector<D>& u, const Vector<D>& x) {
  double sum = 0;
  for (std::size_t k = 0; k < D; ++k) sum += u[k] * x[k];
  return sum;
}

template <int D>
Vector<D> world_vertex(const suite::PosedOf<D>& body, std::int32_t v) {
  Vector<D> x{};
  const Vector<D> own = body.polytope().vertex(v);
  for (int l = 0; l < D; ++l) {
    double sum = body.pose().offset(l);
    for (int k = 0; k < D; ++k) sum += body.pose().linear(l, k) * own[static_cast<std::size_t>(k)];
    x[static_cast<std::size_t>(l)] = sum;
  }
  return x;
}

template <int D>
double size_of(const suite::PosedOf<D>& body) {
  double size = 0;
  for (std::int32_t v = 0; v < body.polytope().vertex_count(); ++v) {
    for (const double entry : world_vertex<D>(body, v)) size = std::max(size, std::fabs(entry));
  }
  return size;
}

/// The distance of x outside the body along some direction: the best of all planes through D
/// vertices with the body on one side. It is for solids of few vertices.
double outside(const Vector3& x, const Posed3& body) {
  double most = -1e300;
  const std::int32_t count = body.polytope().vertex_count();
  std::vector<Vector3> points;
  for (std::int32_t v = 0; v < count; ++v) points.push_back(world_vertex<3>(body, v));
  const auto minus = [](const Vector3& p, const Vector3& q) {
    return Vector3{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        const Vector3 p = minus(points[j], points[i]);
        const Vector3 q = minus(points[k], points[i]);
        Vector3 n{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
        const double length = std::sqrt(along<3>(n, n));
        if (length < 1e-9 * along<3>(p, p)) continue;
        double low = 1e300;
        double high = -1e300;
        for (double& entry : n) entry /= length;
        for (const Vector3& y : points) {
          const double value = along<3>(n, minus(y, points[i]));
          low = std::min(low, value);
          high = std::max(high, value);
        }
        const double value = along<3>(n, minus(x, points[i]));
        if (high < 1e-9) most = std::max(most, value);
        if (low > -1e-9) most = std::max(most, -value);
      }
    }
  }
  return most;
}

/// The properties of every answer about overlapping bodies.
template <int D>
void expect_sound(const suite::PosedOf<D>& a, const suite::PosedOf<D>& b,
                  const Contact<D>& answer) {
  ASSERT_EQ(answer.verdict, Verdict::overlapping);
  ASSERT_TRUE(answer.witness.has_value());
  ASSERT_FALSE(answer.points.empty());
  EXPECT_EQ(answer.dimension, std::min(2, static_cast<int>(answer.points.size()) - 1));
  const double size = std::max(size_of<D>(a), size_of<D>(b));
  const double rounding = 1e-13 * size;
  double deepest = 0;
  std::set<ContactId> ids;
  for (const ContactPoint<D>& point : answer.points) {
    EXPECT_GE(point.depth, 0);
    EXPECT_LE(point.depth, answer.depth.upper);
    deepest = std::max(deepest, point.depth);
    for (std::size_t k = 0; k < D; ++k) {
      EXPECT_NEAR(point.point_a[k] - point.point_b[k], point.depth * answer.witness->normal[k],
                  rounding);
    }
    EXPECT_TRUE(ids.insert(point.id).second);
    EXPECT_GE(point.id, answer.points[0].id);
  }
  EXPECT_GE(deepest, answer.depth.lower * (1 - 1e-6) - rounding);
}

TEST(ContactOverlapping, CubeOnSlabHasFourCorners) {
  const Posed3 slab{kSlab};
  const Pose3 pose = at(0.25, -0.5, 1.5 - 0.0625);
  const Contact3 answer = contact(slab, Posed3{kCube, pose});
  expect_sound<3>(slab, {kCube, pose}, answer);
  EXPECT_EQ(answer.witness->normal, (Vector3{0, 0, 1}));
  ASSERT_EQ(answer.points.size(), 4u);
  const std::vector<Vector3> corners{
      {-0.75, -1.5, 0.4375}, {1.25, -1.5, 0.4375}, {1.25, 0.5, 0.4375}, {-0.75, 0.5, 0.4375}};
  const std::int32_t vertices[] = {0, 1, 3, 2};
  for (std::size_t i = 0; i < 4; ++i) {
    const ContactPoint<3>& point = answer.points[i];
    EXPECT_EQ(point.point_b, corners[i]);
    EXPECT_EQ(point.depth, 0.0625);
    EXPECT_EQ(point.point_a[2], 0.5);
    EXPECT_EQ(point.id, (ContactId{{-1, -1}, {vertices[i], -1}}));
  }
}

/// Counter-clockwise about the normal, the lowest id first. This holds for any position of the
/// prism on the plate, any number of corners, and any order of these.
TEST(ContactOverlapping, PointsGoAroundTheNormal) {
  const Polytope3 plate = Polytope3::box({60, 60, 1});
  std::mt19937_64 random(5);
  for (int corners = 3; corners <= 7; ++corners) {
    for (const double away : {0.0, 40.0, -35.0}) {
      std::vector<Vector3> points;
      for (int i = 0; i < corners; ++i) {
        const double angle = 0.3 + 2 * std::acos(-1.0) * i / corners;
        for (const double z : {-1.0, 1.0}) {
          points.push_back({std::cos(angle) + 30, std::sin(angle) - 20, z});
        }
      }
      std::shuffle(points.begin(), points.end(), random);
      const Polytope3 prism = Polytope3::from_points(points).value();
      const Contact3 found =
          contact({plate}, Placed{prism, at(away - 30, 0.5 * away + 20, 2 - 0x1p-6)});
      ASSERT_EQ(found.points.size(), static_cast<std::size_t>(corners));
      ASSERT_NEAR(found.witness->normal[2], 1, 1e-9);
      for (std::size_t i = 0; i < found.points.size(); ++i) {
        EXPECT_NEAR(found.points[i].depth, 0x1p-6, 1e-12);
        EXPECT_GE(found.points[i].id, found.points[0].id);
        const auto place = [&](std::size_t k) {
          return found.points[k % found.points.size()].point_a;
        };
        const Vector3 p = place(i);
        const Vector3 q = place(i + 1);
        const Vector3 r = place(i + 2);
        EXPECT_GT((q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]), 0.1) << corners;
      }
    }
  }
}

TEST(ContactOverlapping, ATiltKeepsFourPoints) {
  for (const double tilt : {1e-3, 1e-6, 1e-9, 1e-12}) {
    const Pose3 pose = Pose3::from_wxyz({1, tilt / 2, tilt / 3, 0.1}, {0.5, 0.25, 1.49}).value();
    const Contact3 answer = contact(Posed3{kSlab}, Posed3{kCube, pose});
    expect_sound<3>({kSlab}, {kCube, pose}, answer);
    EXPECT_EQ(answer.points.size(), 4u) << tilt;
    for (const auto& point : answer.points) {
      EXPECT_NEAR(point.depth, 0.01, 3 * tilt + 1e-12);
      // A corner of the cube is in the slab. The point above it is out of the cube by the
      // inclination of the cube's side.
      EXPECT_LT(outside(point.point_a, {kSlab}), 1e-12);
      EXPECT_LT(outside(point.point_b, {kSlab}), 1e-12);
      EXPECT_LT(outside(point.point_b, {kCube, pose}), 1e-12);
      EXPECT_LT(outside(point.point_a, {kCube, pose}), 2 * tilt * point.depth + 1e-12);
    }
  }
}

// Rotated only by rounding, their edges cross in the middle, where no point may arise. They are
// tilted or not, along either axis, and of any relative size.
TEST(ContactOverlapping, EqualFacesMeetInTheirCorners) {
  for (const double size : {1.0, 0.125}) {
    const Polytope3 box = Polytope3::box({size, size, size});
    for (const double tilt : {0.0, 1e-3, -1e-3}) {
      for (const double twist : {0.0, 1e-16, -1e-16, 1e-15, -1e-15, 1e-14, -1e-14, 1e-13, -1e-13}) {
        for (const bool about_x : {true, false}) {
          const std::array<double, 4> turn{1, about_x ? tilt : 0, about_x ? 0 : tilt, twist};
          const Pose3 pose = Pose3::from_wxyz(turn, {0, 0, 1.96875 * size}).value();
          SCOPED_TRACE(testing::Message() << size << ' ' << tilt << ' ' << twist << ' ' << about_x);
          EXPECT_EQ(contact({box}, {box, pose}).points.size(), 4U);
          EXPECT_EQ(contact({box, pose}, {box}).points.size(), 4U);
        }
      }
    }
  }
}

TEST(ContactOverlapping, ABarAcrossASlabMeetsAlongItsWidth) {
  const Polytope3 plank = Polytope3::box({1, 20, 0.5});
  const Polytope3 bar = Polytope3::box({20, 0.25, 0.25});
  const Pose3 pose = at(3, 0, 0.7);
  const Contact3 answer = contact(Posed3{plank}, Posed3{bar, pose});
  expect_sound<3>({plank}, {bar, pose}, answer);
  ASSERT_EQ(answer.points.size(), 4u);
  for (const auto& point : answer.points) {
    EXPECT_EQ(std::fabs(point.point_a[0]), 1);
    EXPECT_EQ(std::fabs(point.point_a[1]), 0.25);
    EXPECT_NE(point.id.a[1], -1) << "edges of both";
    EXPECT_NE(point.id.b[1], -1);
  }
}

TEST(ContactOverlapping, TwoEdgesAcrossEachOtherMeetInOnePoint) {
  // Both rest on an edge: a's upper one runs along x, b's lower one along y.
  const Pose3 low = Pose3::from_wxyz({1 + std::sqrt(2.0), 1, 0, 0}).value();
  const double height = 2 * std::sqrt(2.0) - 0.01;
  const Pose3 high = Pose3::from_wxyz({1 + std::sqrt(2.0), 0, 1, 0}, {0.1, 0.2, height}).value();
  const Contact3 answer = contact(Posed3{kCube, low}, Posed3{kCube, high});
  expect_sound<3>({kCube, low}, {kCube, high}, answer);
  ASSERT_EQ(answer.points.size(), 1u);
  EXPECT_EQ(answer.dimension, 0);
  EXPECT_NEAR(answer.points[0].depth, 0.01, 1e-12);
  EXPECT_NEAR(answer.points[0].point_a[0], 0.1, 1e-12);
  EXPECT_NEAR(answer.points[0].point_a[1], 0, 1e-12);
  EXPECT_GE(answer.points[0].id.a[1], 0);
  EXPECT_GE(answer.points[0].id.b[1], 0);
}

TEST(ContactOverlapping, InThePlane) {
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 above = Pose2::translation({0.5, 1.75}).value();
  const Contact2 answer = contact(Posed2{square}, Posed2{square, above});
  expect_sound<2>({square}, {square, above}, answer);
  ASSERT_EQ(answer.points.size(), 2u);
  EXPECT_EQ(answer.witness->normal, (Vector2{0, 1}));
  EXPECT_EQ(answer.points[0].point_b, (Vector2{-0.5, 0.75}));
  EXPECT_EQ(answer.points[0].id, (ContactId{{2, 3}, {0, -1}}));
  EXPECT_EQ(answer.points[1].point_a, (Vector2{1, 1}));
  EXPECT_EQ(answer.points[1].id, (ContactId{{3, -1}, {0, 1}}));
  EXPECT_EQ(answer.points[1].depth, 0.25);
  const Polytope2 spike = Polytope2::from_points({{0, 0}, {1, 3}, {-1, 3}}).value();
  const Pose2 down = Pose2::translation({0.25, 0.875}).value();
  const Contact2 tip = contact(Posed2{square}, Posed2{spike, down});
  expect_sound<2>({square}, {spike, down}, tip);
  ASSERT_EQ(tip.points.size(), 1u);
  EXPECT_EQ(tip.points[0].point_b, (Vector2{0.25, 0.875}));
}

TEST(ContactOverlapping, FlatAndUnreducedBodies) {
  // A plate through the top of the cube; a cube without known faces.
  const Polytope3 plate =
      Polytope3::from_points({{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}).value();
  const Pose3 pose = Pose3::from_wxyz({1, 1e-4, 0, 0}, {0, 0, 0.99}).value();
  const Contact3 flat = contact(Posed3{kCube}, Posed3{plate, pose});
  expect_sound<3>({kCube}, {plate, pose}, flat);
  EXPECT_EQ(flat.points.size(), 4u);
  std::vector<Vector3> points;
  for (std::int32_t v = 0; v < 8; ++v) points.push_back(kCube.vertex(v));
  points.push_back({0, 0, 0});
  BuildOptions build;
  build.reduce = false;
  const Polytope3 stored = Polytope3::from_points(points, build).value();
  const Pose3 above = at(0, 0, 1.4375);
  const Contact3 unreduced = contact(Posed3{kSlab}, Posed3{stored, above});
  expect_sound<3>({kSlab}, {stored, above}, unreduced);
  EXPECT_EQ(unreduced.points.size(), 4u);
}

TEST(ContactOverlapping, ReflectedAndShearedPoses) {
  const Pose3 mirror = Pose3::from_matrix(std::vector<double>{-1, 0, 0.25, 0.5,  //
                                                              0, 1, 0.5, 0.25,   //
                                                              0, 0, 1, 1.4375})
                           .value();
  const Contact3 answer = contact(Posed3{kSlab}, Posed3{kCube, mirror});
  expect_sound<3>({kSlab}, {kCube, mirror}, answer);
  ASSERT_EQ(answer.points.size(), 4u);
  for (const auto& point : answer.points) {
    EXPECT_EQ(point.depth, 0.0625);
    EXPECT_EQ(point.id.a, (ContactFeature{-1, -1}));
    EXPECT_LT(point.id.b[0], 4);
  }
}

TEST(ContactOverlapping, FarFromTheOriginAndSlender) {
  const Polytope3 needle = Polytope3::box({1e6, 1, 1});
  for (const double far : {0.0, 1e6}) {
    const Pose3 low = at(far, -far, far);
    const Pose3 high = at(far, -far + 0.5, far + 1.875);
    const Contact3 needles = contact(Posed3{needle, low}, Posed3{needle, high});
    expect_sound<3>({needle, low}, {needle, high}, needles);
    EXPECT_EQ(needles.points.size(), 4u);
    for (const auto& point : needles.points) EXPECT_NEAR(point.depth, 0.125, 1e-9);
  }
}

/// 100 frames of a box that slides and rotates a little on a slab, well inside its rim.
TEST(ContactOverlapping, NamesStayWhileTheFeaturesDo) {
  std::vector<ContactId> first;
  for (int frame = 0; frame < 100; ++frame) {
    const double t = frame / 100.0;
    const double wobble = 1e-5 * std::sin(40 * t);
    const Pose3 pose =
        Pose3::from_wxyz({1, wobble, -0.5 * wobble, 0.05 * t}, {-1 + 2 * t, 0.5 * t, 1.499})
            .value();
    const Contact3 answer = contact(Posed3{kSlab}, Posed3{kCube, pose});
    std::vector<ContactId> ids;
    for (const auto& point : answer.points) ids.push_back(point.id);
    if (frame == 0) first = ids;
    EXPECT_EQ(ids, first) << frame;
  }
  EXPECT_EQ(first.size(), 4u);
}

/// Across the rim of the slab two names change, once: edges of the cube replace its corners.
TEST(ContactOverlapping, NamesChangeWithTheFeatures) {
  int changes = 0;
  std::vector<ContactId> last;
  for (int frame = 0; frame < 100; ++frame) {
    const Pose3 pose = at(3.5 + 0.01 * frame, 0.125, 1.49);
    const Contact3 answer = contact(Posed3{kSlab}, Posed3{kCube, pose});
    ASSERT_EQ(answer.points.size(), 4u);
    std::vector<ContactId> ids;
    int edges = 0;
    for (const auto& point : answer.points) {
      ids.push_back(point.id);
      if (point.id.b[1] >= 0) ++edges;
    }
    // At frame 50 the cube's side is over the rim: corners on an edge.
    EXPECT_EQ(edges, frame <= 50 ? 0 : 2) << frame;
    if (frame > 0 && ids != last) ++changes;
    last = ids;
  }
  EXPECT_EQ(changes, 2);
}

/// From touching to overlapping at any depth below the features' size, by the exact and by the
/// rounded method: equal names in equal order.
TEST(ContactOverlapping, NamesAreThoseOfTouching) {
  for (const Vector3& shift : {Vector3{0, 0, 2}, {0.5, 1.25, 2}, {-0.5, 0.25, 2}, {0, 1, 2}}) {
    const Contact3 touching =
        contact(Posed3{kCube}, Placed{kCube, at(shift[0], shift[1], shift[2])});
    ASSERT_EQ(touching.verdict, Verdict::touching);
    for (const double depth : {0x1p-40, 0x1p-20, 0.01}) {
      const Contact3 answer =
          contact(Posed3{kCube}, Placed{kCube, at(shift[0], shift[1], shift[2] - depth)});
      ASSERT_EQ(answer.points.size(), touching.points.size());
      for (std::size_t i = 0; i < answer.points.size(); ++i) {
        EXPECT_EQ(answer.points[i].id, touching.points[i].id);
        EXPECT_NEAR(answer.points[i].depth, depth, 1e-15);
        for (std::size_t k = 0; k < 3; ++k) {
          EXPECT_NEAR(answer.points[i].point_a[k], touching.points[i].point_a[k], 1e-15);
        }
      }
    }
  }
}

TEST(ContactOverlapping, AWideIntervalIsNotAskedFor) {
  const Pose3 pose = Pose3::from_wxyz({1, 0.01, 0.02, 0.3}, {0.25, 0.5, 1.4}).value();
  ContactOptions<3> wide;
  wide.width = 0.5;
  const Contact3 answer = contact(Posed3{kSlab}, Posed3{kCube, pose}, wide);
  const Contact3 usual = contact(Posed3{kSlab}, Posed3{kCube, pose});
  EXPECT_EQ(answer.witness->normal, usual.witness->normal);
  ASSERT_EQ(answer.points.size(), usual.points.size());
}

/// The names of equal cubes, one on the other, are those of their corners, whatever the rounding.
TEST(ContactOverlapping, NearCornersAreCorners) {
  for (const double turn : {0.0, 1e-15, 1e-12, -1e-9, 1e-8}) {
    const Pose3 pose = Pose3::from_wxyz({1, 0, 0, turn}, {turn, 0, 1.99}).value();
    const Contact3 answer = contact(Posed3{kCube}, Posed3{kCube, pose});
    ASSERT_EQ(answer.points.size(), 4u) << turn;
    for (const auto& point : answer.points) {
      EXPECT_EQ(point.id.a[1], -1) << turn;
      EXPECT_EQ(point.id.b[1], -1) << turn;
      EXPECT_EQ(point.id.a[0], point.id.b[0] + 4) << turn;
    }
  }
}

/// After an exchange, the points are equal, with roles and normal exchanged.
template <int D>
void expect_exchangeable(const suite::PosedOf<D>& a, const suite::PosedOf<D>& b, double rounding) {
  const Contact<D> there = contact(a, b);
  const Contact<D> back = contact(b, a);
  ASSERT_EQ(there.points.size(), back.points.size());
  for (std::size_t k = 0; k < D; ++k)
    EXPECT_NEAR(there.witness->normal[k], -back.witness->normal[k], rounding);
  for (const ContactPoint<D>& point : there.points) {
    const auto same = std::find_if(back.points.begin(), back.points.end(), [&](const auto& other) {
      return other.id == ContactId{point.id.b, point.id.a};
    });
    ASSERT_NE(same, back.points.end());
    EXPECT_NEAR(point.depth, same->depth, rounding);
    for (std::size_t k = 0; k < D; ++k) {
      EXPECT_NEAR(point.point_a[k], same->point_b[k], rounding);
      EXPECT_NEAR(point.point_b[k], same->point_a[k], rounding);
    }
  }
}

TEST(ContactOverlapping, ExchangedBodies) {
  const Pose3 low = Pose3::from_wxyz({1, 0.02, 0.1, 0.3}, {100, 20, 3}).value();
  for (const std::array<double, 4>& q :
       {std::array{1.0, 0.02, 0.1, 0.3}, {1.0, 0.02001, 0.1, 0.7}, {1.0, 0.3, 0.1, 0.3}}) {
    const Pose3 high = Pose3::from_wxyz(q, {100.3, 20.2, 4.92}).value();
    expect_exchangeable<3>({kCube, low}, {kCube, high}, 1e-11);
  }
  const Polytope2 square = Polytope2::box({1, 1});
  const Pose2 above = Pose2::translation({0.5, 1.75}).value();
  expect_exchangeable<2>({square}, {square, above}, 1e-14);
}

std::array<double, 4> any_turn(Random& random) {
  std::array<double, 4> q{};
  for (double& entry : q) entry = 2 * random.unit() - 1;
  return q;
}

/// Clouds of points, shallow and deep, in and around each other: the answers are valid for all.
TEST(ContactOverlapping, GeneratedPairs) {
  Random random(43);
  int overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    std::vector<Vector3> points[2];
    for (auto& cloud : points) {
      const int count = random.in(4, 12);
      for (int v = 0; v < count; ++v) {
        Vector3& x = cloud.emplace_back();
        for (double& entry : x) entry = 2 * random.unit() - 1;
      }
    }
    const double scale = random.chance(1, 6) ? 0.01 : 1;
    for (Vector3& x : points[0]) {
      for (double& entry : x) entry *= scale;
    }
    const std::array<double, 4> q = any_turn(random);
    Vector3 t{};
    for (double& entry : t) entry = 2 * random.unit() - 1;
    const Polytope3 a = Polytope3::from_points(points[0]).value();
    const Polytope3 b = Polytope3::from_points(points[1]).value();
    const Pose3 pose = Pose3::from_wxyz(q, t).value();
    const Posed3 first{a};
    const Posed3 second{b, pose};
    const Contact3 answer = contact(first, second);
    if (answer.verdict != Verdict::overlapping) continue;
    ++overlapping;
    expect_sound<3>(first, second, answer);
    for (const auto& point : answer.points) {
      // Each point always lies on its own body.
      EXPECT_LT(outside(point.point_a, first), 1e-9) << i;
      EXPECT_LT(outside(point.point_b, second), 1e-9) << i;
    }
  }
  EXPECT_GT(overlapping, 100);
}

/// Corners and edge midpoints of one body meet those of the other, up to a few roundings. Rounding
/// may separate the features; their nearest points then represent the contact.
TEST(ContactOverlapping, CornersAndEdgesThatBarelyMeet) {
  Random random(47);
  const auto body = [&](int i) {
    const double x = std::pow(10, -random.in(0, 2));
    const double y = std::pow(10, -random.in(0, 2));
    std::vector<Vector3> corners;
    for (int k = 0; k < (i == 0 ? 8 : random.in(4, 6)); ++k) {
      if (i == 0) {
        corners.push_back(
            {(k & 1) != 0 ? x : -x, (k & 2) != 0 ? y : -y, (k & 4) != 0 ? 1.0 : -1.0});
      } else {
        corners.push_back(
            {x * (2 * random.unit() - 1), y * (2 * random.unit() - 1), 2 * random.unit() - 1});
      }
    }
    return Polytope3::from_points(corners).value();
  };
  int overlapping = 0;
  for (int i = 0; i < 8000; ++i) {
    const Polytope3 a = body(i % 2);
    const Polytope3 b = body(i / 2 % 2);
    const std::array<double, 4> turn_a = any_turn(random);
    const std::array<double, 4> turn_b = i % 5 == 0 ? turn_a : any_turn(random);
    const Placed<3> first{a, Pose3::from_wxyz(turn_a, {}).value()};
    const auto place = [&](const Posed3& posed) {
      const std::int32_t count = posed.polytope().vertex_count();
      const Vector3 p = world_vertex<3>(posed, random.in(0, count - 1));
      const Vector3 q = world_vertex<3>(posed, random.in(0, count - 1));
      const double share = 0.5 * random.in(0, 1);
      Vector3 x{};
      for (std::size_t k = 0; k < 3; ++k) x[k] = p[k] + share * (q[k] - p[k]);
      return x;
    };
    const Vector3 p = place(first);
    const Vector3 q = place(Placed{b, Pose3::from_wxyz(turn_b, {}).value()});
    const double rounding = std::pow(10, -random.in(12, 16));
    Vector3 offset{};
    for (std::size_t k = 0; k < 3; ++k) {
      offset[k] = p[k] - q[k] + rounding * (2 * random.unit() - 1);
    }
    const Placed<3> second{b, Pose3::from_wxyz(turn_b, offset).value()};
    const Contact3 answer = contact(first, second);
    if (answer.verdict != Verdict::overlapping) continue;
    ++overlapping;
    SCOPED_TRACE(i);
    expect_sound<3>(first, second, answer);
    for (const auto& point : answer.points) {
      EXPECT_LT(outside(point.point_a, first), 1e-9);
      EXPECT_LT(outside(point.point_b, second), 1e-9);
    }
  }
  EXPECT_GT(overlapping, 2000);
}

/// Boxes brought together from afar, 1/100 deep: vertices, edges and faces meet at random.
TEST(ContactOverlapping, ShallowBoxesInBothOrders) {
  Random random(44);
  int counts[9] = {};
  for (int i = 0; i < 300; ++i) {
    Vector3 half_a{};
    Vector3 half_b{};
    Vector3 away{};
    for (double& entry : half_a) entry = 0.5 + random.unit();
    for (double& entry : half_b) entry = 0.5 + random.unit();
    for (double& entry : away) entry = 20 * random.unit() - 10;
    const std::array<double, 4> turn_a = any_turn(random);
    std::array<double, 4> turn_b = any_turn(random);
    // Every other pair is nearly parallel: there, faces meet.
    if (i % 2 == 0) {
      turn_b = turn_a;
      for (double& entry : turn_b) entry += 1e-3 * random.unit();
    }
    const Polytope3 a = Polytope3::box(half_a);
    const Polytope3 b = Polytope3::box(half_b);
    const Pose3 pose_a = Pose3::from_wxyz(turn_a, {1, 2, 3}).value();
    const Distance3 gap =
        distance(Posed3{a, pose_a}, Placed{b, Pose3::from_wxyz(turn_b, away).value()});
    if (!gap.witness.has_value() || gap.distance.lower == 0) continue;
    Vector3 near = away;
    for (std::size_t k = 0; k < 3; ++k)
      near[k] -= gap.witness->normal[k] * (gap.distance.upper + 0.01);
    const Pose3 pose_b = Pose3::from_wxyz(turn_b, near).value();
    const Posed3 first{a, pose_a};
    const Posed3 second{b, pose_b};
    const Contact3 answer = contact(first, second);
    expect_sound<3>(first, second, answer);
    expect_exchangeable<3>(first, second, 1e-9);
    for (const auto& point : answer.points) {
      EXPECT_LT(outside(point.point_a, first), 1e-12) << i;
      EXPECT_LT(outside(point.point_b, second), 1e-12) << i;
    }
    ++counts[std::min<std::size_t>(8, answer.points.size())];
  }
  EXPECT_EQ(counts[0], 0);
  EXPECT_GT(counts[1], 20);
  EXPECT_GT(counts[2] + counts[3], 5);
  EXPECT_GT(counts[4] + counts[5] + counts[6] + counts[7] + counts[8], 5);
}

/// The properties above for polygons of the plane.
TEST(ContactOverlapping, PolygonsOfThePlane) {
  Random random(45);
  int counts[3] = {};
  for (int i = 0; i < 400; ++i) {
    std::vector<Vector2> points[2];
    for (auto& cloud : points) {
      const int count = random.in(3, 9);
      for (int v = 0; v < count; ++v) {
        Vector2& x = cloud.emplace_back();
        for (double& entry : x) entry = random.in(-4, 4);
      }
    }
    Vector2 t{};
    for (double& entry : t) entry = random.in(-8, 8) + 0.125 * random.unit();
    const Polytope2 a = Polytope2::from_points(points[0]).value();
    const Polytope2 b = Polytope2::from_points(points[1]).value();
    const Pose2 pose = Pose2::translation(t).value();
    const Posed2 first{a};
    const Posed2 second{b, pose};
    const Contact2 answer = contact(first, second);
    if (answer.verdict != Verdict::overlapping) continue;
    expect_sound<2>(first, second, answer);
    ++counts[answer.points.size()];
  }
  EXPECT_EQ(counts[0], 0);
  EXPECT_GT(counts[1], 20);
  EXPECT_GT(counts[2], 5);
}

TEST(ContactOverlapping, DeepAndConcentric) {
  const Polytope3 small = Polytope3::box({0.25, 0.5, 0.125});
  const Polytope3 ball = Polytope3::icosahedron(1);
  for (const Pose3& pose : {Pose3::identity(), at(0.1, 0.05, 0.02), at(0, 0, 0.9)}) {
    for (const Polytope3* other : {&small, &ball, &kCube, &kSlab}) {
      expect_sound<3>({kCube}, {*other, pose}, contact(Posed3{kCube}, Posed3{*other, pose}));
      expect_sound<3>({*other, pose}, {kCube}, contact(Posed3{*other, pose}, Posed3{kCube}));
    }
  }
}

/// The depths hold while their interval is finite; otherwise any answer is valid.
TEST(ContactOverlapping, HugeAndTiny) {
  for (const double size : {0x1p-1040, 0x1p-900, 0x1p-300, 0x1p-100, 0x1p100, 0x1p300, 0x1p900}) {
    const Polytope3 box = Polytope3::box({size, size, size});
    const Pose3 pose = at(size / 2, 0, 1.875 * size);
    const Contact3 answer = contact(Posed3{box}, Posed3{box, pose});
    EXPECT_EQ(answer.verdict, Verdict::overlapping);
    const bool told = answer.depth.lower >= 0.999 * answer.depth.upper;
    EXPECT_TRUE(told || size < 0x1p-300 || size > 0x1p100) << size;
    if (!told) continue;
    EXPECT_EQ(answer.points.size(), 4u) << size;
    for (const auto& point : answer.points) EXPECT_NEAR(point.depth / size, 0.125, 1e-9);
  }
}

}  // namespace
}  // namespace sunder::test
