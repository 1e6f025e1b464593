// SPDX-License-Identifier: Apache-2.0
//
// Casts and rays of meshes are held against those of convex bodies: solids as meshes, and polycubes against all pairs of
// their cells. Casts of convex bodies are exact.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <string>

#include "mesh/polycubes.hpp"
#include "oracle/range.hpp"
#include "suite/case.hpp"
#include "suite/effort.hpp"
#include "suite/posed.hpp"
#include "sunder/body_cast.hpp"

namespace sunder::test {
namespace {

using suite::Random;

Motion3 along(const Vector3& translation) { return Motion3::linear(translation).value(); }

/// The exact answer, and one that must hold it.
void expect_holds(const Cast3& exact, const Result<BodyCast>& found, const std::string& name) {
  ASSERT_TRUE(found) << name << ": " << found.error().message;
  const BodyCast& answer = found.value();
  ASSERT_EQ(answer.verdict, exact.verdict) << name;
  EXPECT_LE(answer.time.lower, exact.time.upper) << name;
  EXPECT_GE(answer.time.upper, exact.time.lower) << name;
  EXPECT_LE(answer.time.upper - answer.time.lower, 1e-12) << name;
  EXPECT_EQ(answer.start, exact.start) << name;
}

/// A translation that brings the middle of one body to that of another, or nearly, or past it.
Vector3 draw_way(Random& random, const Posed3& a, const Posed3& b) {
  const Bounds<3> p = world_box(a), q = world_box(b);
  Vector3 way{};
  const double far = random.chance(1, 3) ? 1 : (random.chance(1, 2) ? 0.5 : 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const double apart = 0.5 * (q.lower[k] + q.upper[k]) - 0.5 * (p.lower[k] + p.upper[k]);
    const double size = (q.upper[k] - q.lower[k]) + (p.upper[k] - p.lower[k]);
    way[k] = far * (apart + (random.chance(1, 2) ? 0 : random.in(-1, 1) * 0.25 * size));
    if (!std::isfinite(way[k])) way[k] = random.in(-1, 1);
  }
  return way;
}

TEST(Motion, SuiteAsMeshes) {
  const oracle::Range range =
      oracle::chosen_range(suite::kSanitized ? 300 : 4'000, "SUNDER_MESH_RANGE");
  std::map<CastVerdict, int> counts;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    const suite::Case item = suite::make_case(index);
    if (item.dimension != 3) continue;
    Random random(index);
    const suite::Bodies<3> bodies(item.a, item.b, 3);
    const Posed3 p{bodies.polytope_a, bodies.pose_a}, q{bodies.polytope_b, bodies.pose_b};
    const auto body_of = [&](const Polytope3& polytope) {
      return polytope.faces().empty() ? Body3{{polytope}}
                                      : Body3{{solid_of(soup_of(polytope, random))}};
    };
    const Body3 a = body_of(bodies.polytope_a), b = body_of(bodies.polytope_b);
    for (int way = 0; way < 2; ++way) {
      const Motion3 motion_a = along(draw_way(random, p, q));
      const Motion3 motion_b = random.chance(1, 2) ? Motion3{} : along(draw_way(random, q, p));
      const Cast3 exact = cast(p, motion_a, q, motion_b);
      const std::string name =
          "case " + std::to_string(index) + ", " + item.kind + ", " + item.dressing;
      expect_holds(exact, cast({a, bodies.pose_a}, motion_a, {b, bodies.pose_b}, motion_b), name);
      ++counts[exact.verdict];
    }
  }
  for (const auto& [verdict, count] : counts)
    std::printf("%s: %d\n", std::string(to_string(verdict)).c_str(), count);
}

/// The first meeting of two sets of cells, pair by pair.
Cast3 cast_cells(const std::vector<Part3>& a, const Motion3& motion_a, const std::vector<Part3>& b,
                 const Motion3& motion_b) {
  Cast3 first;
  first.verdict = CastVerdict::free;
  first.time = {1, 1};
  first.start = Verdict::separated;
  for (const Part3& p : a) {
    for (const Part3& q : b) {
      const Posed3 posed_p{std::get<Polytope3>(p.shape), p.pose},
          posed_q{std::get<Polytope3>(q.shape), q.pose};
      const Cast3 one = cast(posed_p, motion_a, posed_q, motion_b);
      if (one.verdict != CastVerdict::hit) continue;
      if (one.start == Verdict::overlapping || first.start == Verdict::separated)
        first.start = one.start;
      if (first.verdict == CastVerdict::hit && one.time.lower >= first.time.lower) continue;
      const Verdict start = first.start;
      first = one;
      first.start = start;
    }
  }
  return first;
}

TEST(Motion, PolycubesAsTheirCells) {
  std::map<CastVerdict, int> counts;
  for (int i = 0; i < suite::cases(400); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Cells cells_a = draw_map(random, 6, true).of(draw_cells(random));
    const Cells cells_b = draw_map(random, 6, true).of(draw_cells(random));
    const std::vector<Part3> parts_a = boxes_of(cells_a, {}), parts_b = boxes_of(cells_b, {});
    const Body3 a{{solid_of(draw_mesh(cells_a, random))}},
        b{{solid_of(draw_mesh(cells_b, random))}};
    const Body3 boxes{parts_b};
    Vector3 way{};
    for (double& x : way) x = random.in(-12, 12) * (random.chance(1, 3) ? 0.37 : 1);
    if (random.chance(1, 3)) way = {way[0], 0, 0};
    const Cast3 exact = cast_cells(parts_a, along(way), parts_b, {});
    const std::string name = "pair " + std::to_string(i);
    // Solids that fill a hollow overlap as their cells do; the start of cells that only touch may be an overlap.
    const Verdict start = intersects(a, b).verdict;
    Cast3 expected = exact;
    expected.start = start;
    expect_holds(expected, cast(a, along(way), b, {}), name);
    expect_holds(expected, cast(a, along(way), boxes, {}), name + ", boxes");
    expect_holds(expected, cast(a, {}, b, along({-way[0], -way[1], -way[2]})), name + ", b moves");
    ++counts[exact.verdict];
  }
  EXPECT_GT(counts[CastVerdict::hit], suite::cases(20));
  EXPECT_GT(counts[CastVerdict::free], suite::cases(20));
}

TEST(Motion, RaysThroughPolycubes) {
  std::map<CastVerdict, int> counts;
  for (int i = 0; i < suite::cases(300); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Cells cells = draw_cells(random);
    const Body3 body{{solid_of(draw_mesh(cells, random))}};
    const std::vector<Part3> parts = boxes_of(cells, {});
    for (int ray = 0; ray < 10; ++ray) {
      Vector3 origin{}, direction{};
      // Through lattice points, along edges and faces, or anywhere.
      const double step = random.chance(1, 2) ? 1 : (random.chance(1, 2) ? 0.5 : 0.1);
      for (double& x : origin) x = random.in(-8, 8) * step;
      for (double& x : direction) x = random.in(-8, 8) * (random.chance(1, 2) ? 1 : step);
      if (random.chance(1, 8))
        direction = {direction[0] * 0x1p40, direction[1] * 0x1p40, direction[2]};
      Cast3 exact;
      exact.verdict = CastVerdict::free;
      exact.time = {1, 1};
      for (const Part3& part : parts) {
        const Cast3 one =
            ray_cast(origin, direction, {std::get<Polytope3>(part.shape), part.pose}).value();
        if (one && (!exact || one.time.lower < exact.time.lower)) exact = one;
      }
      const Body3 start{{Polytope3::from_points({origin}).value()}};
      exact.start = intersects(start, body).verdict;
      const auto found = ray_cast(origin, direction, body);
      expect_holds(exact, found, "body " + std::to_string(i) + ", ray " + std::to_string(ray));
      ++counts[exact.verdict];
      if (!exact || exact.time.lower == 0) continue;
      // The normal points into the body: against it there is an outside.
      const Vector3 n = found.value().witness->normal;
      EXPECT_GE(n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2], -1e-9);
      EXPECT_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-9);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(found.value().witness->point_a[k], origin[k] + exact.time.lower * direction[k],
                    1e-9 * (1 + std::fabs(direction[k])));
      }
    }
  }
  EXPECT_GT(counts[CastVerdict::hit], suite::cases(200));
  EXPECT_GT(counts[CastVerdict::free], suite::cases(200));
}

/// A bumpy sheet over [0, n]^2 with 2 n^2 triangles, as a surface.
Body3 sheet(int n) {
  Soup soup;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j)
      soup.add({static_cast<double>(i), static_cast<double>(j), static_cast<double>(i * j % 3)});
  }
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      const std::int32_t p = i * (n + 1) + j, q = p + n + 1;
      soup.triangles.push_back({p, q, q + 1});
      soup.triangles.push_back({p, q + 1, p + 1});
    }
  }
  return Body3{{surface_of(soup)}};
}

/// Poses flatten both, so that no frame of theirs has boxes.
TEST(Motion, FlattenedSheets) {
  constexpr int kSize = 40;
  const Body3 body = sheet(kSize);
  const auto flattened = [](const std::array<double, 12>& rows) {
    return Pose3::from_matrix(rows).value();
  };
  const Pose3 lying = flattened({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0});
  struct Question {
    Pose3 other;
    Vector3 way;
    CastVerdict verdict;
    double time;
  };
  const double far = kSize + 3;
  const Question questions[] = {
      // In one plane, side by side: three units apart.
      {flattened({1, 0, 0, far, 0, 1, 0, 0, 0, 0, 0, 0}), {8, 0, 0}, CastVerdict::hit, 0.375},
      {flattened({1, 0, 0, far, 0, 1, 0, 0, 0, 0, 0, 0}), {2, 0, 0}, CastVerdict::free, 1},
      {flattened({1, 0, 0, far, 0, 1, 0, 0, 0, 0, 0, 0}), {8, 0, 1}, CastVerdict::free, 1},
      // Across: the other stands in the plane x = far, over z from -20.
      {flattened({0, 0, 0, far, 0, 1, 0, 0, 1, 0, 0, -20}), {8, 0, 0}, CastVerdict::hit, 0.375},
      {flattened({0, 0, 0, far, 0, 1, 0, 0, 1, 0, 0, -20}), {0, 8, 0}, CastVerdict::free, 1},
      {flattened({0, 0, 0, far, 0, 1, 0, 0, 1, 0, 0, 1}), {8, 0, 0}, CastVerdict::free, 1},
      {flattened({0, 0, 0, far, 0, 1, 0, 0, 1, 0, 0, 1}), {16, 0, 4}, CastVerdict::hit, 0.25},
      // One over the other, which falls on it; and one that flies past.
      {flattened({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5}), {1, 1, 20}, CastVerdict::hit, 0.25},
      {flattened({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5}), {1e6, 0, 20}, CastVerdict::free, 1},
      // To a line.
      {flattened({1, 0, 0, far, 0, 0, 0, 7, 0, 0, 0, 0}), {8, 0, 0}, CastVerdict::hit, 0.375},
  };
  for (const Question& question : questions) {
    const Result<BodyCast> found =
        cast({body, lying}, along(question.way), {body, question.other}, {});
    ASSERT_TRUE(found) << found.error().message;
    const auto at = static_cast<int>(&question - questions);
    EXPECT_EQ(found.value().verdict, question.verdict) << at;
    EXPECT_LE(found.value().time.lower, question.time) << at;
    EXPECT_GE(found.value().time.upper, question.time) << at;
    EXPECT_LE(found.value().time.upper - found.value().time.lower, 1e-12) << at;
  }
}

/// A box whose lower or upper side is cut into n x n squares.
Soup box_with_grid(const Vector3& lower, const Vector3& upper, int n, bool below) {
  Soup soup;
  const auto at = [&](int x, int y, double z) {
    return Vector3{lower[0] + (upper[0] - lower[0]) * x / n,
                   lower[1] + (upper[1] - lower[1]) * y / n, z};
  };
  const double fine = below ? lower[2] : upper[2], coarse = below ? upper[2] : lower[2];
  for (int y = 0; y <= n; ++y) {
    for (int x = 0; x <= n; ++x) soup.add(at(x, y, fine));
  }
  const auto corner = [&](int x, int y) { return static_cast<std::int32_t>(y * (n + 1) + x); };
  const auto quad = [&](std::int32_t p, std::int32_t q, std::int32_t r, std::int32_t s) {
    soup.triangles.push_back({p, q, r});
    soup.triangles.push_back({p, r, s});
  };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x)
      quad(corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1));
  }
  const std::int32_t ends[4] = {soup.add(at(0, 0, coarse)), soup.add(at(n, 0, coarse)),
                                soup.add(at(n, n, coarse)), soup.add(at(0, n, coarse))};
  for (int side = 0; side < 4; ++side) {
    const auto around = [&](int i) {
      const int to = side < 2 ? i : n - i;
      return side % 2 == 0 ? corner(to, side == 0 ? 0 : n) : corner(side == 1 ? n : 0, to);
    };
    const std::int32_t p = ends[side], q = ends[(side + 1) % 4];
    for (int i = 0; i < n; ++i) soup.triangles.push_back({around(i + 1), around(i), p});
    soup.triangles.push_back({around(n), p, q});
  }
  quad(ends[3], ends[2], ends[1], ends[0]);
  if (below) soup.turn_inside_out();
  return soup;
}

TEST(Motion, ThousandsOfPairsAtOneInstant) {
  constexpr int kCells = suite::kSanitized ? 8 : 40;
  const Vector3 low{0.25, 0.25, 0.125}, high{kCells + 0.25, kCells + 0.25, 5};
  const Vector3 low_b{0, 0, -5}, high_b{kCells, kCells, 0};
  const Body3 a{{solid_of(box_with_grid(low, high, kCells, true))}},
      b{{solid_of(box_with_grid(low_b, high_b, kCells, false))}};
  const auto box = [](const Vector3& lower, const Vector3& upper) {
    return Polytope3::from_points(box_soup(lower, upper).points).value();
  };
  const Polytope3 convex_a = box(low, high), convex_b = box(low_b, high_b);
  Random random(6);
  for (int i = 0; i < 6; ++i) {
    // The sides are parallel under one quaternion, whatever it is.
    const std::array<double, 4> q =
        i < 2 ? std::array<double, 4>{1, 0, 0, 0}
              : std::array<double, 4>{1.0 * random.in(1, 4), 0.1 * random.in(-9, 9),
                                      0.1 * random.in(-9, 9), 2};
    const Pose3 there = Pose3::from_wxyz(q, {0, 0, 0}).value(),
                above = Pose3::from_wxyz(q, {0.1 * i, 0, 12.0}).value();
    const Motion3 fall = along({0, 0.05 * i, -24});
    expect_holds(cast(Posed3{convex_a, above}, fall, Posed3{convex_b, there}, {}),
                 cast({a, above}, fall, {b, there}, {}), std::to_string(i));
  }
}

TEST(Motion, RefusesWhatItDoesNotServe) {
  const Body3 cube{{solid_of(box_soup({0, 0, 0}, {1, 1, 1}))}};
  const Motion3 turn = Motion3::rigid({1, 0, 0}, {0, 0, 0}, {0, 0, 1}, 1).value();
  EXPECT_EQ(cast(cube, turn, cube, {}).error().code, ErrorCode::not_served);
  EXPECT_EQ(ray_cast({0, std::nan(""), 0}, {1, 0, 0}, cube).error().message,
            "origin[1] is NaN; every entry must be finite");
  EXPECT_EQ(ray_cast({0, 0, 0}, {1, 0, std::numeric_limits<double>::infinity()}, cube).error().code,
            ErrorCode::not_finite);
  const Body3 nothing{std::span<const Part3>()};
  EXPECT_EQ(ray_cast({0, 0, 0}, {1, 0, 0}, nothing).value().verdict, CastVerdict::free);
  EXPECT_EQ(cast(cube, along({1, 0, 0}), nothing, {}).value().verdict, CastVerdict::free);
}

}  // namespace
}  // namespace sunder::test
