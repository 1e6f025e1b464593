// SPDX-License-Identifier: Apache-2.0
//
// The walk to where hulls are closest, against all pairs of triangles as convex bodies. Balls have a known distance. Others
// are concave where they face each other. There are flat sheets, slivers, single triangles, far places, and gaps that differ
// by one unit in the last place.
#include "mesh/walk/hull_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <vector>

#include "mesh/piece/mesh_data.hpp"
#include "mesh/soup.hpp"
#include "mesh/triangles/triangle_distance.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "suite/effort.hpp"
#include "sunder/sunder.hpp"

namespace sunder::test {
namespace {

using namespace detail::mesh;
using suite::Random;

constexpr double kEndless = std::numeric_limits<double>::infinity();

const Piece& piece_of(const Mesh3& mesh) { return MeshAccess::data(mesh).pieces.front(); }

/// Measures what it is shown.
class Measure final : public NearestVisitor {
 public:
  Measure(PiecePair& pair, double within) : pair_(pair) { reach = within; }
  void visit(Leaf a, Leaf b) override {
    ++visits;
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      for (std::int32_t j = b.begin; j < b.begin + b.count; ++j) {
        reach = std::min(
            reach,
            distance_of_triangles(pair_.world(0, i), pair_.world(1, j), pair_.error()).upper);
      }
    }
  }
  int visits = 0;

 private:
  PiecePair& pair_;
};

/// The least distance of two triangles, which are convex bodies here.
double least_of_all(const Soup& a, const Soup& b, const Pose3& pose) {
  const auto hulls_of = [](const Soup& soup) {
    std::vector<Polytope3> hulls;
    for (const auto& t : soup.triangles) {
      std::array<Vector3, 3> corners;
      for (std::size_t i = 0; i < 3; ++i) corners[i] = soup.points[static_cast<std::size_t>(t[i])];
      hulls.push_back(Polytope3::from_points(corners).value());
    }
    return hulls;
  };
  double least = kEndless;
  const std::vector<Polytope3> hulls_a = hulls_of(a), hulls_b = hulls_of(b);
  for (const Polytope3& s : hulls_a) {
    for (const Polytope3& t : hulls_b)
      least = std::min(least, distance(s, {t, pose}).distance.upper);
  }
  return least;
}

/// A ball of facets. With `dent` < 1, its side towards +x is pushed in: it is concave there.
Soup ball(int rows, double radius, double dent, Random& random) {
  Soup soup;
  const int columns = 2 * rows;
  for (int i = 0; i <= rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const double up = std::numbers::pi * i / rows, around = std::numbers::pi * j / rows;
      double x = std::sin(up) * std::cos(around);
      if (x > 0.5) x = 0.5 + dent * (x - 0.5) + (dent < 1 ? random.in(0, 100) * 1e-4 : 0);
      soup.add({radius * x, radius * std::sin(up) * std::sin(around), radius * std::cos(up)});
    }
  }
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const int p = i * columns + j, q = i * columns + (j + 1) % columns;
      soup.triangles.push_back({p, p + columns, q});
      soup.triangles.push_back({q, p + columns, q + columns});
    }
  }
  return soup;
}

/// Random triangles of all sizes, slivers among them.
Soup cloud(int count, Random& random) {
  Soup soup;
  for (int i = 0; i < count; ++i) {
    Vector3 middle{}, way{};
    for (double& x : middle) x = random.in(-1000, 1000) / 1000.0;
    for (double& x : way) x = random.in(-1000, 1000) / 1000.0;
    std::array<std::int32_t, 3> corners{};
    const double width = random.chance(1, 3) ? 1e-9 : (random.chance(1, 2) ? 0.02 : 0.3);
    for (std::int32_t& corner : corners) {
      Vector3 p{};
      const double along = random.in(-1000, 1000) / 2000.0;
      for (std::size_t k = 0; k < 3; ++k)
        p[k] = middle[k] + along * way[k] + width * random.in(-1000, 1000) / 1000.0;
      corner = soup.add(p);
    }
    soup.triangles.push_back(corners);
  }
  return soup;
}

/// Counts of walks that ended with everything proven, and of all.
struct Ended {
  int proven = 0, walks = 0;
};

/// Walks with an endless reach, with one at the distance, and with one below it.
void expect_walks(const Soup& a, const Soup& b, const Pose3& pose, Ended& ended) {
  const Mesh3 mesh_a = surface_of(a), mesh_b = surface_of(b);
  const Piece &p = piece_of(mesh_a), &q = piece_of(mesh_b);
  PiecePair pair({&p, {}}, {&q, {&pose, nullptr}});
  const double least = least_of_all(a, b, pose), unit = std::ldexp(1.0, pair.maps().exponent),
               slack = 64 * (pair.error() * unit + 1e-12 * least);
  for (const double within : {kEndless, 1.5 * least, least, 0.5 * least}) {
    Measure measure(pair, within / unit);
    ++ended.walks;
    const bool all = walk_hulls(p, q, pair.maps(), measure);
    // What is measured is never too near.
    EXPECT_GE(measure.reach * unit, std::min(within, least) - slack);
    if (!all) continue;
    ++ended.proven;
    EXPECT_LE(measure.reach * unit, std::min(within, least) + slack);
    if (within < least - slack) {
      EXPECT_EQ(measure.reach, within / unit);
    }
  }
}

TEST(HullWalk, BallsAndWhatIsConcave) {
  Random random(3);
  Ended convex, concave;
  for (int round = 0; round < suite::cases(24); ++round) {
    const double size = std::ldexp(1.0, random.in(-40, 40)),
                 place = random.chance(1, 3) ? 1e6 * size : 0;
    const bool is_convex = round % 2 == 0;
    const Soup a = ball(random.in(3, 6), size, is_convex ? 1 : -0.8, random),
               b = ball(random.in(3, 6), 0.7 * size, is_convex ? 1 : 0.2, random);
    Soup far_a = a;
    for (Vector3& x : far_a.points) x[1] += place;
    const double gap = size * random.in(5, 400) / 100.0;
    const Pose3 pose =
        Pose3::from_wxyz(
            {random.in(-4, 4) / 4.0, 1, random.in(-4, 4) / 8.0, random.in(-4, 4) / 8.0},
            {1.7 * size + gap, place + size * random.in(-100, 100) / 100.0, 0})
            .value();
    expect_walks(far_a, b, pose, is_convex ? convex : concave);
  }
  // Hulls tell all of convex bodies, and much of others.
  EXPECT_GT(convex.proven, convex.walks * 3 / 4);
  EXPECT_GT(concave.proven, concave.walks / 4);
}

TEST(HullWalk, CloudsOfTriangles) {
  Random random(4);
  Ended ended;
  for (int round = 0; round < suite::cases(40); ++round) {
    const Soup a = cloud(random.in(1, 60), random), b = cloud(random.in(1, 60), random);
    Vector3 way{};
    for (double& x : way) x = random.in(-100, 100) / 100.0;
    way[static_cast<std::size_t>(random.in(0, 2))] += random.in(1, 6);
    expect_walks(a, b, Pose3::from_wxyz({1, random.in(-4, 4) / 4.0, 0, 0.5}, way).value(), ended);
  }
  EXPECT_GT(ended.proven, ended.walks / 4);
}

/// Corners face each other, a double apart in their heights: the nearer one is found, whatever order they stand in.
TEST(HullWalk, OneUnitInTheLastPlace) {
  int proven = 0;
  for (const bool swaps : {false, true}) {
    const double near = 3, far = std::nextafter(3.0, 4.0);
    Soup comb;
    for (int i = 0; i < 40; ++i) {
      const double tip = i == 17 ? near : (i == 23 ? far : 5), y = 0.01 * (i - 20);
      comb.triangles.push_back(
          {comb.add({tip, y, 0}), comb.add({6, y - 0.3, 0.2 * i}), comb.add({6.5, y + 0.1, -1.0})});
    }
    if (swaps) std::reverse(comb.triangles.begin(), comb.triangles.end());
    Random random(7);
    const Soup wall = ball(4, 1, 1, random);
    const Mesh3 mesh_a = surface_of(wall), mesh_b = surface_of(comb);
    PiecePair pair({&piece_of(mesh_a), {}}, {&piece_of(mesh_b), {}});
    Measure measure(pair, kEndless);
    if (!walk_hulls(piece_of(mesh_a), piece_of(mesh_b), pair.maps(), measure)) continue;
    ++proven;
    EXPECT_NEAR(std::ldexp(measure.reach, pair.maps().exponent),
                least_of_all(wall, comb, Pose3::identity()), 1e-13);
  }
  EXPECT_GT(proven, 0);
}

/// It gives up, and proves nothing, where hulls meet or pieces are flat.
TEST(HullWalk, GivesUp) {
  Random random(8);
  Soup sheet;
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      const std::int32_t p = sheet.add({0, 0.1 * i, 0.1 * j}),
                         q = sheet.add({0, 0.1 * i + 0.1, 0.1 * j});
      sheet.triangles.push_back({p, q, sheet.add({0, 0.1 * i, 0.1 * j + 0.1})});
    }
  }
  const Mesh3 ball_mesh = surface_of(ball(5, 1, 1, random)), sheet_mesh = surface_of(sheet);
  const auto all_are_proven = [](const Mesh3& a, const Mesh3& b, const Pose3& pose) {
    PiecePair pair({&piece_of(a), {}}, {&piece_of(b), {&pose, nullptr}});
    Measure measure(pair, kEndless);
    return walk_hulls(piece_of(a), piece_of(b), pair.maps(), measure);
  };
  const Pose3 beside = Pose3::translation({1.5, 0, 0}).value(),
              away = Pose3::translation({9, 0, 0}).value();
  EXPECT_FALSE(all_are_proven(ball_mesh, ball_mesh, Pose3::identity()));
  EXPECT_FALSE(all_are_proven(ball_mesh, ball_mesh, beside));
  EXPECT_FALSE(all_are_proven(sheet_mesh, ball_mesh, away));
  EXPECT_TRUE(all_are_proven(ball_mesh, ball_mesh, away));
}

}  // namespace
}  // namespace sunder::test
