// SPDX-License-Identifier: Apache-2.0
//
// Meshes that are right in parts but no convex boundary must be refused.
#include "geometry/mesh_check.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <utility>

namespace sunder::detail {
namespace {

using Corners = std::array<std::int32_t, 3>;

/// Joins triangles over edges; an edge without a partner gets neighbour -1.
std::vector<Triangle> join(const std::vector<Corners>& corners) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> at;
  for (std::size_t t = 0; t < corners.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      at[{corners[t][i], corners[t][(i + 1) % 3]}] = static_cast<std::int32_t>(t);
    }
  }
  std::vector<Triangle> triangles;
  for (const Corners& c : corners) {
    Triangle triangle;
    triangle.vertices = c;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto found = at.find({c[(i + 1) % 3], c[i]});
      triangle.neighbours[i] = found == at.end() ? -1 : found->second;
    }
    triangles.push_back(triangle);
  }
  return triangles;
}

bool accepted(const std::vector<double>& points, const std::vector<Corners>& corners) {
  const SpacePoints space(points.data(), static_cast<std::int32_t>(points.size() / 3));
  return bounds_convex_body(space, join(corners));
}

const std::vector<double> kOctahedron{1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
const std::vector<Corners> kOctahedronFaces{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                            {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};

TEST(MeshCheck, AcceptsAnOctahedron) { EXPECT_TRUE(accepted(kOctahedron, kOctahedronFaces)); }

TEST(MeshCheck, AcceptsCoplanarNeighbours) {
  const std::vector<double> pyramid{-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 1};
  EXPECT_TRUE(
      accepted(pyramid, {{0, 2, 1}, {0, 3, 2}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}));
}

TEST(MeshCheck, RefusesNothingAndAnOpenMesh) {
  EXPECT_FALSE(accepted(kOctahedron, {}));
  std::vector<Corners> open = kOctahedronFaces;
  open.pop_back();
  EXPECT_FALSE(accepted(kOctahedron, open));
}

TEST(MeshCheck, RefusesOneOrAllTrianglesTurnedInward) {
  std::vector<Corners> turned = kOctahedronFaces;
  std::swap(turned[3][0], turned[3][1]);
  EXPECT_FALSE(accepted(kOctahedron, turned));
  turned = kOctahedronFaces;
  for (Corners& c : turned) std::swap(c[0], c[1]);
  EXPECT_FALSE(accepted(kOctahedron, turned));
}

// Closed surfaces that bend inward somewhere. One has an apex pushed through the middle. The other
// has a square that is out of plane by one unit in the last place, and cut along the wrong
// diagonal.
TEST(MeshCheck, RefusesADent) {
  std::vector<double> dented = kOctahedron;
  dented[14] = -0.1;
  EXPECT_FALSE(accepted(dented, kOctahedronFaces));
  std::vector<double> bumpy{-1, -1, 0, 1, -1, 0, 1, 1, 0x1p-52, -1, 1, 0, 0, 0, 1};
  const std::vector<Corners> sides{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  std::vector<Corners> outward = sides;
  outward.insert(outward.end(), {{0, 2, 1}, {0, 3, 2}});
  std::vector<Corners> inward = sides;
  inward.insert(inward.end(), {{0, 3, 1}, {1, 3, 2}});
  EXPECT_NE(accepted(bumpy, outward), accepted(bumpy, inward));
}

// A bipyramid over a five-pointed star winds twice round its axis. It is closed, convex at every
// edge, and has the centre below every plane, yet it passes through itself.
TEST(MeshCheck, RefusesASurfaceThatWindsTwice) {
  std::vector<double> points;
  std::vector<Corners> star;
  std::vector<Corners> pentagon;
  for (std::int32_t i = 0; i < 5; ++i) {
    const double angle = 2 * std::numbers::pi * i / 5;
    points.insert(points.end(), {std::cos(angle), std::sin(angle), 0});
    for (const std::int32_t step : {1, 2}) {
      std::vector<Corners>& mesh = step == 1 ? pentagon : star;
      mesh.push_back({i, (i + step) % 5, 5});
      mesh.push_back({(i + step) % 5, i, 6});
    }
  }
  points.insert(points.end(), {0, 0, 1, 0, 0, -1});
  EXPECT_TRUE(accepted(points, pentagon));
  EXPECT_FALSE(accepted(points, star));
}

// Two bodies, nested or separate, are no boundary of one.
TEST(MeshCheck, RefusesTwoSurfaces) {
  std::vector<double> points = kOctahedron;
  for (const double x : kOctahedron) points.push_back(x / 2);
  std::vector<Corners> faces = kOctahedronFaces;
  for (const Corners& c : kOctahedronFaces) faces.push_back({c[0] + 6, c[1] + 6, c[2] + 6});
  EXPECT_FALSE(accepted(points, faces));
}

TEST(MeshCheck, RefusesNeighboursThatAreNotThere) {
  const SpacePoints space(kOctahedron.data(), 6);
  std::vector<Triangle> triangles = join(kOctahedronFaces);
  EXPECT_TRUE(bounds_convex_body(space, triangles));
  triangles[2].neighbours[1] = 99;
  EXPECT_FALSE(bounds_convex_body(space, triangles));
  triangles[2].neighbours[1] = 2;
  EXPECT_FALSE(bounds_convex_body(space, triangles));
}

}  // namespace
}  // namespace sunder::detail
