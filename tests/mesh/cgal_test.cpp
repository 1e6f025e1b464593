// SPDX-License-Identifier: Apache-2.0
//
// Meshes with few vertices in special positions against CGAL's Nef polyhedra, which are exact: what is a solid, and what
// two solids have in common. The test is built where CGAL is installed; SUNDER_CGAL_RANGE="first count" chooses pairs.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Nef_polyhedron_3.h>
#include <CGAL/Polygon_mesh_processing/orientation.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polyhedron_3.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mesh/soup.hpp"
#include "oracle/range.hpp"

namespace sunder::test {
namespace {

namespace processing = CGAL::Polygon_mesh_processing;
using suite::Random;
using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using Surface = CGAL::Polyhedron_3<Kernel>;
using Nef = CGAL::Nef_polyhedron_3<Kernel>;

/// Closed meshes of one piece with 4 to 8 vertices, at places of a small grid.
Soup draw_soup(Random& random) {
  Soup soup;
  switch (random.in(0, 3)) {
    case 0:
      soup = box_soup({0, 0, 0}, {3, 3, 3});
      break;
    case 1:  // an octahedron
      for (const Vector3& p :
           {Vector3{2, 2, 0}, {2, 2, 4}, {0, 2, 2}, {2, 0, 2}, {4, 2, 2}, {2, 4, 2}})
        soup.add(p);
      for (int i = 0; i < 4; ++i) {
        const std::int32_t p = 2 + i, q = 2 + (i + 1) % 4;
        soup.triangles.push_back({1, p, q});
        soup.triangles.push_back({0, q, p});
      }
      break;
    case 2:  // a ring of three blocks round a hole: nine vertices
      for (int i = 0; i < 3; ++i) {
        const std::array<std::array<double, 2>, 3> at{{{0, 0}, {4, 0}, {0, 4}}};
        const double x = at[static_cast<std::size_t>(i)][0], y = at[static_cast<std::size_t>(i)][1];
        soup.add({x, y, 0});
        soup.add({x, y, 2});
        soup.add({1 + x / 4, 1 + y / 4, 1});
      }
      for (std::int32_t i = 0; i < 3; ++i) {
        for (std::int32_t k = 0; k < 3; ++k) {
          const std::int32_t p = 3 * i + k, q = 3 * i + (k + 1) % 3, r = 3 * ((i + 1) % 3) + k,
                             s = 3 * ((i + 1) % 3) + (k + 1) % 3;
          soup.triangles.push_back({p, q, r});
          soup.triangles.push_back({q, s, r});
        }
      }
      break;
    default:
      for (const Vector3& p : {Vector3{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}) soup.add(p);
      soup.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
      break;
  }
  for (int i = random.in(0, 6); i > 0; --i)
    soup.points[random.bits() % soup.points.size()][random.bits() % 3] += random.nonzero(2);
  if (random.chance(1, 4)) soup.turn_inside_out();
  soup.shuffle(random);
  return soup;
}

/// The surface if it is closed, without flat faces and equal points.
std::optional<Surface> closed_surface(const Soup& soup) {
  std::vector<Kernel::Point_3> points;
  for (const Vector3& p : soup.points) points.emplace_back(p[0], p[1], p[2]);
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (points[i] == points[k]) return {};
    }
  }
  std::vector<std::vector<std::size_t>> faces;
  for (const auto& t : soup.triangles) {
    faces.push_back({static_cast<std::size_t>(t[0]), static_cast<std::size_t>(t[1]),
                     static_cast<std::size_t>(t[2])});
    if (CGAL::collinear(points[faces.back()[0]], points[faces.back()[1]], points[faces.back()[2]]))
      return {};
  }
  if (!processing::is_polygon_soup_a_polygon_mesh(faces)) return {};
  Surface surface;
  processing::polygon_soup_to_polygon_mesh(points, faces, surface);
  if (!CGAL::is_closed(surface)) return {};
  return surface;
}

Kernel::Aff_transformation_3 affine_of(const std::array<double, 12>& r) {
  return {r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10], r[11]};
}

TEST(Cgal, NefPolyhedraAgree) {
  const oracle::Range range = oracle::chosen_range(100, "SUNDER_CGAL_RANGE");
  std::map<Verdict, int> counts;
  int solids = 0, crossing = 0;
  for (std::uint64_t index = range.first; index < range.first + range.count; ++index) {
    Random random(index);
    Soup soups[2];
    std::vector<Nef> nefs;
    std::vector<Pose3> poses;
    std::vector<Body3> bodies;
    while (bodies.size() < 2) {
      Soup& soup = soups[bodies.size()];
      soup = draw_soup(random);
      auto surface = closed_surface(soup);
      if (!surface) continue;
      const Mesh3 mesh = mesh_of(soup);
      const bool is_solid = mesh.kind() == MeshKind::solid;
      if (processing::does_self_intersect(*surface)) {
        // A vertex on an edge or a triangle is a place to cut; all else is no solid.
        ++crossing;
        EXPECT_TRUE(!is_solid || mesh.report().split > 0) << index;
        continue;
      }
      ++solids;
      EXPECT_TRUE(is_solid) << index << ": " << mesh.report().why;
      processing::orient_to_bound_a_volume(*surface);
      std::array<double, 12> rows{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
      if (random.chance(1, 2)) {
        do {
          for (double& entry : rows) entry = random.in(-1, 2);
        } while (rows[0] * (rows[5] * rows[10] - rows[6] * rows[9]) -
                     rows[1] * (rows[4] * rows[10] - rows[6] * rows[8]) +
                     rows[2] * (rows[4] * rows[9] - rows[5] * rows[8]) ==
                 0);
      }
      for (std::size_t k = 3; k < 12; k += 4) rows[k] = random.in(-3, 3);
      if (bodies.size() == 1 && random.chance(3, 4)) {
        // A point of a triangle on one of the other: a vertex, or the middle of an edge.
        const auto place = [&](const Soup& from) {
          const auto& t = random.pick(from.triangles);
          const Vector3 &p = from.points[static_cast<std::size_t>(t[0])],
                        &q = from.points[static_cast<std::size_t>(t[random.chance(1, 2) ? 0 : 1])];
          return Vector3{(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2};
        };
        const Vector3 p = place(soups[0]), q = place(soup);
        for (std::size_t i = 0; i < 3; ++i) {
          double sum = poses[0].offset(static_cast<int>(i));
          for (std::size_t k = 0; k < 3; ++k)
            sum += poses[0].linear(static_cast<int>(i), static_cast<int>(k)) * p[k] -
                   rows[4 * i + k] * q[k];
          rows[4 * i + 3] = sum;
        }
      }
      Surface copy = *surface;
      Nef nef(copy);
      nef.transform(affine_of(rows));
      nefs.push_back(nef);
      poses.push_back(Pose3::from_matrix(rows).value());
      bodies.push_back(Body3{{mesh}});
    }
    const Nef common = nefs[0] * nefs[1];
    const Verdict truth = common.is_empty()              ? Verdict::separated
                          : common.interior().is_empty() ? Verdict::touching
                                                         : Verdict::overlapping;
    ++counts[truth];
    EXPECT_EQ(verdict_of(bodies[0], poses[0], bodies[1], poses[1]), truth) << index;
    EXPECT_EQ(verdict_of(bodies[1], poses[1], bodies[0], poses[0]), truth) << index;
  }
  for (const auto& [verdict, count] : counts)
    std::printf("%s: %d\n", std::string(to_string(verdict)).c_str(), count);
  std::printf("%d solids, %d that cross themselves\n", solids, crossing);
}

}  // namespace
}  // namespace sunder::test
