// SPDX-License-Identifier: Apache-2.0
//
// Meshes that are broken, degenerate or made to be slow: what they are taken as, what they meet, and in what time.
#include <cmath>
#include <cstdint>
#include <ctime>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <string>

#include "mesh/soup.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using suite::Random;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

Pose3 pose_of(const std::array<double, 12>& rows) { return Pose3::from_matrix(rows).value(); }
const Pose3 kPlane = pose_of({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0});  ///< z becomes 0
const Pose3 kLine = pose_of({1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
const Pose3 kPoint = pose_of({0, 0, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0});

Soup cube(double size = 1) { return box_soup({-size, -size, -size}, {size, size, size}); }

Verdict at_origin(const Mesh3& a, const Mesh3& b) {
  const Body3 p{{a}}, q{{b}};
  const Verdict verdict = intersects(p, q).verdict;
  EXPECT_EQ(intersects(q, p).verdict, verdict);
  return verdict;
}

/// Fails where calls take long. It reads the processor's time, which other programs do not take.
class Clock {
 public:
  explicit Clock(const char* what) : what_(what) {}
  ~Clock() {
    const double seconds = static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
    if (!suite::kSanitized) {
      EXPECT_LT(seconds, 5) << what_;
    }
  }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  const char* what_;
  std::clock_t start_ = std::clock();
};

TEST(Hostile, WhatIsRefused) {
  Soup soup = cube();
  const auto refusal = [&](TakeAs as = TakeAs::automatic) {
    const auto mesh = Mesh3::from_triangles(soup.points, soup.triangles, as);
    return mesh ? ErrorCode{} : mesh.error().code;
  };
  for (const double x : {kInfinite, -kInfinite, std::nan("")}) {
    soup.points[3][1] = x;
    EXPECT_EQ(refusal(), ErrorCode::not_finite);
  }
  soup = cube();
  soup.add({0, 0, kInfinite});  // a point that no triangle has
  EXPECT_EQ(refusal(), ErrorCode::not_finite);
  for (const std::int32_t index : {8, -1, std::numeric_limits<std::int32_t>::max(),
                                   std::numeric_limits<std::int32_t>::min()}) {
    soup = cube();
    soup.triangles[5][2] = index;
    EXPECT_EQ(refusal(), ErrorCode::wrong_shape);
  }
  soup = cube();
  soup.triangles.pop_back();
  EXPECT_EQ(refusal(TakeAs::solid), ErrorCode::not_solid);
  soup = {};
  EXPECT_EQ(refusal(TakeAs::solid), ErrorCode::not_solid);
}

TEST(Hostile, WhatNothingIsIn) {
  const Mesh3 solid = solid_of(cube());
  const Mesh3 empty = mesh_of({});
  EXPECT_EQ(empty.kind(), MeshKind::surface);
  EXPECT_GT(empty.bounds().lower[0], empty.bounds().upper[0]);
  EXPECT_EQ(at_origin(empty, solid), Verdict::separated);
  EXPECT_EQ(at_origin(empty, empty), Verdict::separated);
  const Body3 nothing{std::span<const Part3>{}};
  const Body3 body{{solid}};
  EXPECT_EQ(intersects(nothing, body).verdict, Verdict::separated);
  EXPECT_EQ(intersects(nothing, nothing).verdict, Verdict::separated);
  Soup points;
  for (int i = 0; i < 5; ++i) points.add({1, 1, 1});
  const Mesh3 no_triangle = mesh_of(points);
  EXPECT_EQ(at_origin(no_triangle, solid), Verdict::separated);
}

TEST(Hostile, TrianglesWithoutArea) {
  Soup soup;
  for (const double x : {0.0, 1.0, 2.0, 1.0, 0.5}) soup.add({x, 0, 0});
  soup.triangles = {{0, 1, 2}, {0, 0, 0}, {1, 1, 2}, {1, 3, 3}, {2, 0, 4}};
  const Mesh3 flat = mesh_of(soup);
  EXPECT_EQ(flat.kind(), MeshKind::surface);
  EXPECT_EQ(flat.report().flat, 5);
  EXPECT_EQ(at_origin(flat, solid_of(cube())), Verdict::overlapping);
  EXPECT_EQ(at_origin(flat, flat), Verdict::touching);
  EXPECT_EQ(at_origin(flat, solid_of(box_soup({2, -1, -1}, {3, 1, 1}))), Verdict::touching);
  EXPECT_EQ(at_origin(flat, solid_of(box_soup({2, 0, 0}, {3, 1, 1}))), Verdict::touching);
  EXPECT_EQ(at_origin(flat, solid_of(box_soup({2.5, -1, -1}, {3, 1, 1}))), Verdict::separated);
  EXPECT_EQ(at_origin(flat, solid_of(box_soup({0, 0, 0}, {3, 1, 1}))),
            Verdict::touching);  // along an edge
  Soup point;
  for (int i = 0; i < 4; ++i) point.add({1, 1, 0});
  point.triangles = {{0, 1, 2}, {3, 3, 3}};
  EXPECT_EQ(at_origin(mesh_of(point), solid_of(cube())), Verdict::touching);
  EXPECT_EQ(at_origin(mesh_of(point), solid_of(cube(2))), Verdict::overlapping);
  EXPECT_EQ(at_origin(mesh_of(point), mesh_of(point)), Verdict::touching);
}

TEST(Hostile, APolytopeThatTwoPosesFlattenIsItsImage) {
  const Pose3 up = Pose3::translation({0, 0, 3}).value();
  const auto flat = [](double x, double y, double z) {
    return Pose3::from_matrix(std::array{x, 0.0, 0.0, 0.0, 0.0, y, 0.0, 0.0, 0.0, 0.0, z, 0.0})
        .value();
  };
  const auto verdict = [&](const Polytope3& a, const Pose3& pose, const Polytope3& b) {
    const Body3 p{{a, pose}}, q{{b}};
    const Verdict found = intersects({p, up}, {q, up}).verdict;
    EXPECT_EQ(found, intersects({a, pose}, {b}).verdict);
    return found;
  };
  const Polytope3 box = Polytope3::box({1, 1, 1});
  const auto segment = [](const Vector3& p, const Vector3& q) {
    return Polytope3::from_points({p, q}).value();
  };
  // A square, pierced in its middle, on its rim and at a corner.
  EXPECT_EQ(verdict(box, flat(1, 1, 0), segment({0, 0, -1}, {0, 0, 1})), Verdict::overlapping);
  EXPECT_EQ(verdict(box, flat(1, 1, 0), segment({1, 0, -1}, {1, 0, 1})), Verdict::touching);
  EXPECT_EQ(verdict(box, flat(1, 1, 0), segment({1, 1, -1}, {1, 1, 1})), Verdict::touching);
  EXPECT_EQ(verdict(box, flat(1, 1, 0), segment({2, 1, -1}, {2, 1, 1})), Verdict::separated);
  // A segment, which a triangle's inside meets in the segment's middle, and a point.
  const Polytope3 triangle = Polytope3::from_points({{0, -2, -2}, {0, 3, -1}, {0, 0, 4}}).value();
  EXPECT_EQ(verdict(box, flat(1, 0, 0), triangle), Verdict::overlapping);
  EXPECT_EQ(verdict(box, flat(0, 0, 0), triangle), Verdict::touching);
  EXPECT_EQ(verdict(box, flat(0, 0, 0), box), Verdict::overlapping);
  EXPECT_EQ(verdict(Polytope3::icosahedron(1), flat(1, 1, 0), segment({0, 0, -1}, {0, 0, 1})),
            Verdict::overlapping);
}

TEST(Hostile, WhatIsNoSolid) {
  Soup open = cube();
  open.triangles.erase(open.triangles.begin() + 4);
  EXPECT_EQ(mesh_of(open).report().open_edges, 3);

  Soup twice = cube();
  for (const auto& triangle : Soup(twice).triangles) twice.triangles.push_back(triangle);
  EXPECT_EQ(mesh_of(twice).kind(), MeshKind::surface);
  EXPECT_GE(mesh_of(twice).report().first_crossing[0], 0);

  Soup crossing = cube();
  crossing.points.back() = {-3, 0.125, 0.25};  // a corner pushed through the opposite face
  EXPECT_EQ(mesh_of(crossing).kind(), MeshKind::surface);
  EXPECT_NE(mesh_of(crossing).report().first_crossing[0],
            mesh_of(crossing).report().first_crossing[1]);

  // Shells with points of their own are solids of their own, and the mesh is their union.
  Soup shells = cube();
  shells.add(cube());
  shells.add(box_soup({0, 0, 0}, {3, 3, 3}));
  EXPECT_EQ(mesh_of(shells).kind(), MeshKind::solid);

  Soup moebius;  // eight quadrilaterals, the last one turned over
  for (int i = 0; i < 8; ++i) {
    const double a = std::numbers::pi * i / 4;
    for (const double w : {-0.3, 0.3}) {
      const double r = 1 + w * std::cos(a / 2);
      moebius.add({r * std::cos(a), r * std::sin(a), w * std::sin(a / 2)});
    }
  }
  for (int i = 0; i < 8; ++i) {
    const int p = 2 * i, q = p + 1, r = i == 7 ? 1 : p + 2, s = i == 7 ? 0 : p + 3;
    moebius.triangles.push_back({p, r, q});
    moebius.triangles.push_back({q, r, s});
  }
  const Mesh3 strip = mesh_of(moebius);
  EXPECT_EQ(strip.kind(), MeshKind::surface);
  EXPECT_EQ(at_origin(strip, solid_of(cube(0.125))), Verdict::separated);
  EXPECT_EQ(at_origin(strip, solid_of(cube(4))), Verdict::overlapping);
  EXPECT_EQ(at_origin(strip, strip), Verdict::touching);
}

TEST(Hostile, WhatIsASolidAfterAll) {
  Soup inside_out = cube();
  inside_out.turn_inside_out();
  EXPECT_EQ(solid_of(inside_out).report().turned, 12);

  // A hollow with a body in it, in one file, each turned either way.
  for (int turned = 0; turned < 8; ++turned) {
    Soup shells[3] = {cube(4), cube(2), cube(1)};
    for (int i = 0; i < 3; ++i) {
      if ((turned >> i & 1) != 0) shells[i].turn_inside_out();
    }
    Soup all;
    for (const Soup& shell : shells) all.add(shell);
    const Mesh3 mesh = solid_of(all);
    const auto sign = [&](int i) { return (turned >> i & 1) != 0 ? -1 : 1; };
    const int in_gap = sign(0) + sign(1), in_middle = in_gap + sign(2);
    const auto inside = [&](double x) {
      return at_origin(mesh, solid_of(box_soup({x, 0, 0}, {x + 0.25, 0.25, 0.25}))) ==
             Verdict::overlapping;
    };
    EXPECT_TRUE(inside(3));
    EXPECT_EQ(inside(1.5), in_gap != 0) << turned;
    EXPECT_EQ(inside(0), in_middle != 0) << turned;
  }

  // A mesh against itself.
  EXPECT_EQ(at_origin(solid_of(cube()), solid_of(cube())), Verdict::overlapping);
  EXPECT_EQ(at_origin(surface_of(cube()), surface_of(cube())), Verdict::touching);
  EXPECT_EQ(at_origin(surface_of(cube()), solid_of(cube())), Verdict::touching);

  // A plate of two sides bounds nothing, and stays beside the solid.
  Soup plate = cube();
  const auto first = static_cast<std::int32_t>(plate.points.size());
  for (const Vector3& p : {Vector3{5, 0, 0}, Vector3{6, 0, 0}, Vector3{5, 1, 0}}) plate.add(p);
  plate.triangles.push_back({first, first + 1, first + 2});
  plate.triangles.push_back({first, first + 2, first + 1});
  const Mesh3 both = solid_of(plate);
  EXPECT_EQ(both.report().cancelled, 2);
  EXPECT_EQ(at_origin(both, solid_of(box_soup({5.1, 0.1, -1}, {5.2, 0.2, 1}))),
            Verdict::overlapping);
  EXPECT_EQ(at_origin(both, solid_of(box_soup({5.1, 0.1, 0}, {5.2, 0.2, 1}))), Verdict::touching);
  EXPECT_EQ(at_origin(both, solid_of(box_soup({5.1, 0.1, 0.5}, {5.2, 0.2, 1}))),
            Verdict::separated);

  // -0 and 0 are one coordinate.
  Soup zeros = box_soup({0, 0, 0}, {1, 1, 1});
  const std::int32_t again = zeros.add({-0.0, -0.0, 0.0});
  zeros.triangles[0] = {again, 2, 3};
  EXPECT_EQ(solid_of(zeros).report().welded, 1);
}

TEST(Hostile, PosesThatFlatten) {
  const Body3 a{{solid_of(cube())}}, hull{{Polytope3::box({1, 1, 1})}},
      small{{solid_of(cube(0.25))}};
  const Pose3 &here = Pose3::identity(), up = Pose3::translation({0, 0, 1}).value(),
              higher = Pose3::translation({0, 0, 1.5}).value();
  for (const Pose3* flat : {&kPlane, &kLine, &kPoint}) {
    for (const Body3* body : {&a, &hull}) {
      EXPECT_EQ(verdict_of(*body, *flat, a, here), Verdict::overlapping);
      EXPECT_EQ(verdict_of(*body, *flat, a, up), Verdict::touching);
      EXPECT_EQ(verdict_of(a, higher, *body, *flat), Verdict::separated);
      EXPECT_EQ(verdict_of(*body, *flat, a, *flat), Verdict::touching);
    }
  }
  EXPECT_EQ(verdict_of(a, kPlane, a, kLine), Verdict::touching);
  EXPECT_EQ(verdict_of(a, kPoint, a, kLine), Verdict::touching);
  EXPECT_EQ(verdict_of(small, kPoint, a, pose_of({0, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0})),
            Verdict::touching);
  // A square that crosses another, and a line that pierces one.
  const Pose3 across = pose_of({0, 0, 0, 0.1, 0, 1, 0, 0.3, 0, 0, 1, 0}),
              along = pose_of({0, 0, 0, 0.1, 0, 0, 0, 0.2, 0, 0, 1, 0});
  EXPECT_EQ(verdict_of(a, kPlane, a, across), Verdict::overlapping);
  EXPECT_EQ(verdict_of(a, kPlane, a, along), Verdict::overlapping);
  EXPECT_EQ(verdict_of(a, along, a, kPlane), Verdict::overlapping);
}

/// A flat mesh whose plane is farther than its size times the greatest double.
TEST(Hostile, ASmallMeshInAFarPlane) {
  constexpr double kFar = 1e300, kSmall = 1e-310;
  const auto triangle = [&](double x, double y) {
    return mesh_of(triangle_soup({Vector3{kFar, x * kSmall, y * kSmall},
                                  {kFar, (x + 1) * kSmall, y * kSmall},
                                  {kFar, x * kSmall, (y + 1) * kSmall}}));
  };
  EXPECT_EQ(at_origin(triangle(0, 0), triangle(1, 0)), Verdict::touching);
  EXPECT_EQ(at_origin(triangle(0, 0), triangle(1, 1)), Verdict::separated);
  EXPECT_EQ(at_origin(triangle(0, 0), triangle(0.25, 0.25)), Verdict::touching);
  const Body3 flat{{triangle(0, 0)}};
  const Pose3 back = Pose3::translation({-kFar, 0, 0}).value();
  EXPECT_EQ(verdict_of(flat, back, Body3{{solid_of(cube(kSmall))}}, Pose3::identity()),
            Verdict::overlapping);
  EXPECT_EQ(verdict_of(flat, back, Body3{{solid_of(box_soup({0, 0, 0}, {kSmall, kSmall, kSmall}))}},
                       Pose3::identity()),
            Verdict::touching);
}

/// A vertex with very many triangles: the caps of a cylinder, or a cone.
Soup cylinder(int sides) {
  Soup soup;
  for (int i = 0; i < sides; ++i) {
    const double a = 2 * std::numbers::pi * i / sides;
    soup.add({std::cos(a), std::sin(a), 0});
    soup.add({std::cos(a), std::sin(a), 1});
  }
  const std::int32_t low = soup.add({0, 0, 0}), high = soup.add({0, 0, 1});
  for (int i = 0; i < sides; ++i) {
    const int p = 2 * i, q = 2 * ((i + 1) % sides);
    soup.triangles.push_back({p, q, q + 1});
    soup.triangles.push_back({p, q + 1, p + 1});
    soup.triangles.push_back({low, q, p});
    soup.triangles.push_back({high, p + 1, q + 1});
  }
  return soup;
}

Soup random_triangles(int count, double size) {
  Random random(1);
  Soup soup;
  for (int i = 0; i < count; ++i) {
    std::array<Vector3, 3> t{};
    const Vector3 at{random.unit(), random.unit(), random.unit()};
    for (Vector3& p : t) {
      for (std::size_t k = 0; k < 3; ++k) p[k] = at[k] + size * random.unit();
    }
    soup.add(triangle_soup(t));
  }
  return soup;
}

Soup sheet(int side) {
  Soup soup;
  for (int i = 0; i < side; ++i) {
    for (int j = 0; j < side; ++j) {
      const double x = i, y = j;
      soup.add(triangle_soup({Vector3{x, y, 0}, {x + 1, y, 0}, {x + 1, y + 1, 0}}));
      soup.add(triangle_soup({Vector3{x, y, 0}, {x + 1, y + 1, 0}, {x, y + 1, 0}}));
    }
  }
  return soup;
}

TEST(Hostile, NothingTakesLong) {
  const int few = suite::kSanitized ? 10 : 1;
  {
    const Clock clock("a cylinder of 2,500 sides");
    const Mesh3 mesh = solid_of(cylinder(2500 / few));
    EXPECT_EQ(at_origin(mesh, mesh), Verdict::overlapping);
    const Body3 body{{mesh}};
    const Pose3 up = Pose3::translation({0, 0, 2}).value();
    EXPECT_EQ(verdict_of(body, Pose3::identity(), body, up), Verdict::separated);
  }
  {
    const Clock clock("10,000 large triangles");
    const Mesh3 mesh = mesh_of(random_triangles(10'000 / few, 1));
    EXPECT_EQ(at_origin(mesh, mesh), Verdict::overlapping);
  }
  {
    const Clock clock("a sheet of 10,000 triangles on itself");
    const Mesh3 mesh = mesh_of(sheet(70 / few));
    EXPECT_EQ(at_origin(mesh, mesh), Verdict::touching);
  }
  {
    const Clock clock("10,000 triangles, flattened");
    const Body3 body{{solid_of(cylinder(2500 / few))}};
    for (const Pose3* p : {&kPlane, &kLine, &kPoint}) {
      for (const Pose3* q : {&kPlane, &kLine, &kPoint})
        EXPECT_NE(verdict_of(body, *p, body, *q), Verdict::overlapping);
    }
    const Pose3 nearly = pose_of({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1e-17, 0});
    EXPECT_EQ(verdict_of(body, nearly, body, nearly), Verdict::overlapping);
  }
  {
    const Clock clock("10,000 triangles, far apart");
    const Body3 body{{mesh_of(random_triangles(10'000 / few, 0.01))}};
    const Pose3 far = Pose3::translation({1e300, 0, -1e300}).value();
    EXPECT_EQ(verdict_of(body, Pose3::identity(), body, far), Verdict::separated);
    EXPECT_EQ(verdict_of(body, far, body, far),
              verdict_of(body, Pose3::identity(), body, Pose3::identity()));
  }
}

}  // namespace
}  // namespace sunder::test
