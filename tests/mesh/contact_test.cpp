// SPDX-License-Identifier: Apache-2.0
//
// Where polycubes meet is counted on the lattice: faces, edges and corners that they share.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mesh/polycubes.hpp"
#include "suite/effort.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::test {
namespace {

using suite::Random;

/// A face, an edge or a corner of the lattice, by twice its middle.
using Place = std::array<int, 3>;

/// The places of each dimension that touch cells of both.
struct Shared {
  std::set<Place> faces, edges, corners;
};

std::set<Place> places_of(const Cells& cells, int dimension) {
  std::set<Place> places;
  for (const Cell& cell : cells) {
    for (int code = 0; code < 27; ++code) {
      const std::array<int, 3> step{code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1};
      if (3 - std::abs(step[0]) - std::abs(step[1]) - std::abs(step[2]) != dimension) continue;
      places.insert(
          {2 * cell[0] + 1 + step[0], 2 * cell[1] + 1 + step[1], 2 * cell[2] + 1 + step[2]});
    }
  }
  return places;
}
std::set<Place> common(const Cells& a, const Cells& b, int dimension) {
  std::set<Place> both;
  const std::set<Place> p = places_of(a, dimension), q = places_of(b, dimension);
  for (const Place& place : p) {
    if (q.count(place) != 0) both.insert(place);
  }
  return both;
}
/// Is a place a face of one of these of one dimension more?
bool is_part_of(const Place& place, const std::set<Place>& larger) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (const int step : {-1, 1}) {
      Place next = place;
      next[k] += step;
      if (larger.count(next) != 0) return true;
    }
  }
  return false;
}
/// Counts the faces joined over edges within one plane.
int count_patches(std::set<Place> faces) {
  int count = 0;
  while (!faces.empty()) {
    ++count;
    std::vector<Place> open{*faces.begin()};
    faces.erase(faces.begin());
    while (!open.empty()) {
      const Place face = open.back();
      open.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        if (face[k] % 2 == 0) continue;  // across the plane
        for (const int step : {-2, 2}) {
          Place next = face;
          next[k] += step;
          if (faces.erase(next) != 0) open.push_back(next);
        }
      }
    }
  }
  return count;
}

double area_of(const std::vector<Vector3>& rim, const Vector3& normal) {
  double sum = 0;
  for (std::size_t i = 0; i < rim.size(); ++i) {
    const Vector3 &p = rim[i], &q = rim[(i + 1) % rim.size()];
    sum +=
        0.5 * (normal[0] * (p[1] * q[2] - p[2] * q[1]) + normal[1] * (p[2] * q[0] - p[0] * q[2]) +
               normal[2] * (p[0] * q[1] - p[1] * q[0]));
  }
  return sum;
}

TEST(Contact, PolycubesThatTouch) {
  int touching = 0, patches_seen = 0, lines_seen = 0, points_seen = 0;
  for (int i = 0; i < suite::cases(600); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    Cells a, b;
    if (random.chance(1, 4)) {
      const auto fit = draw_fit(random);
      a = fit[0];
      b = fit[1];
    } else {
      a = draw_map(random, 3, true).of(draw_cells(random));
      b = draw_map(random, 3, true).of(draw_cells(random));
    }
    if (count_cells(a, b, {0, 0, 0}) != Verdict::touching) continue;
    ++touching;
    const std::set<Place> faces = common(a, b, 2), edges = common(a, b, 1),
                          corners = common(a, b, 0);
    double length = 0;
    int points = 0;
    for (const Place& edge : edges) length += is_part_of(edge, faces) ? 0 : 1;
    for (const Place& corner : corners) points += is_part_of(corner, edges) ? 0 : 1;
    const Body3 mesh_a{{solid_of(draw_mesh(a, random))}}, mesh_b{{solid_of(draw_mesh(b, random))}};
    const BodyContact found = contact(mesh_a, mesh_b);
    EXPECT_EQ(found.verdict, Verdict::touching) << i;
    double area_found = 0, length_found = 0;
    int patches_found = 0, points_found = 0;
    for (const ContactRegion& region : found.regions) {
      EXPECT_EQ(region.part_a, 0);
      EXPECT_FALSE(region.triangles.empty());
      if (region.dimension == 0) {
        ++points_found;
        ++points_seen;
      } else if (region.dimension == 1) {
        length_found += region.length;
        ++lines_seen;
      } else {
        ++patches_found;
        ++patches_seen;
        area_found += region.area;
        double rims = 0;
        for (const std::vector<Vector3>& rim : region.outline) rims += area_of(rim, region.normal);
        EXPECT_NEAR(rims, region.area, 1e-12 * region.area) << i;
        // The normal leads from a cell of a to one of b, across a face of this plane.
        const bool is_right = std::any_of(faces.begin(), faces.end(), [&](const Place& face) {
          for (std::size_t k = 0; k < 3; ++k) {
            if (face[k] % 2 != 0) continue;
            Cell behind{};
            for (std::size_t l = 0; l < 3; ++l)
              behind[l] = (face[l] - (l == k && region.normal[k] > 0 ? 1 : 0)) >> 1;
            return 2 * region.outline[0][0][k] == face[k] && std::fabs(region.normal[k]) == 1 &&
                   a.count(behind) != 0;
          }
          return false;
        });
        EXPECT_TRUE(is_right) << i;
      }
    }
    EXPECT_NEAR(area_found, static_cast<double>(faces.size()), 1e-12 * area_found) << i;
    EXPECT_NEAR(length_found, length, 1e-12 * length) << i;
    EXPECT_EQ(points_found, points) << i;
    EXPECT_EQ(patches_found, count_patches(faces)) << i;
    const Body3 boxes{boxes_of(b, {})};
    double area_of_boxes = 0;
    for (const ContactRegion& region : contact(mesh_a, boxes).regions) area_of_boxes += region.area;
    EXPECT_NEAR(area_of_boxes, static_cast<double>(faces.size()), 1e-12 * area_found)
        << i << ", boxes";
  }
  EXPECT_GT(touching, suite::cases(60));
  EXPECT_GT(patches_seen, suite::cases(20));
  EXPECT_GT(lines_seen, suite::cases(20));
  EXPECT_GT(points_seen, 0);
}

TEST(Contact, AWindowFrameAndItsPane) {
  // The frame touches the larger pane behind it: one patch with a hole.
  Cells frame, pane;
  for (int x = 0; x < 3; ++x) {
    for (int y = 0; y < 3; ++y) {
      if (x != 1 || y != 1) frame.insert({x, y, 0});
      pane.insert({x, y, 1});
    }
  }
  Random random(1);
  const Body3 a{{solid_of(draw_mesh(frame, random))}}, b{{solid_of(draw_mesh(pane, random))}};
  const BodyContact found = contact(a, b);
  ASSERT_EQ(found.regions.size(), 1U);
  const ContactRegion& patch = found.regions[0];
  EXPECT_EQ(patch.dimension, 2);
  EXPECT_NEAR(patch.area, 8, 1e-12);
  EXPECT_EQ(patch.normal, (Vector3{0, 0, 1}));
  ASSERT_EQ(patch.outline.size(), 2U);
  const double one = area_of(patch.outline[0], patch.normal),
               two = area_of(patch.outline[1], patch.normal);
  EXPECT_NEAR(std::max(one, two), 9, 1e-12);
  EXPECT_NEAR(std::min(one, two), -1, 1e-12);
}

TEST(Contact, SolidsThatCrossMeetInACurve) {
  const Body3 a{{solid_of(box_soup({0, 0, 0}, {4, 4, 4}))}},
      rod{{solid_of(box_soup({1, 1, -1}, {2, 2, 5}))}};
  const BodyContact found = contact(a, rod);
  EXPECT_EQ(found.verdict, Verdict::overlapping);
  ASSERT_EQ(found.regions.size(), 2U);  // where the rod enters and where it leaves
  for (const ContactRegion& region : found.regions) {
    EXPECT_EQ(region.dimension, 1);
    EXPECT_DOUBLE_EQ(region.length, 4);
    ASSERT_EQ(region.outline.size(), 1U);
    EXPECT_EQ(region.outline[0].front(), region.outline[0].back());
  }
  const Body3 inside{{solid_of(box_soup({1, 1, 1}, {2, 2, 2}))}},
      away{{solid_of(box_soup({9, 9, 9}, {10, 10, 10}))}};
  EXPECT_TRUE(contact(a, inside).regions.empty());
  EXPECT_TRUE(contact(a, away).regions.empty());
}

TEST(Contact, SurfacesAndPoints) {
  const Body3 floor{{surface_of(triangle_soup({{{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}}}))}};
  const Body3 cube{{solid_of(box_soup({-1, -1, 0}, {1, 1, 2}))}};
  BodyContact found = contact(floor, cube);
  ASSERT_EQ(found.regions.size(), 1U);
  EXPECT_DOUBLE_EQ(found.regions[0].area, 4);
  EXPECT_EQ(found.regions[0].normal, (Vector3{0, 0, 1}));
  const Body3 point{{Polytope3::from_points({{1, 1, 2}}).value()}};
  found = contact(point, cube);
  ASSERT_EQ(found.regions.size(), 1U);
  EXPECT_EQ(found.regions[0].dimension, 0);
  EXPECT_EQ(found.regions[0].outline[0][0], (Vector3{1, 1, 2}));
}

}  // namespace
}  // namespace sunder::test
