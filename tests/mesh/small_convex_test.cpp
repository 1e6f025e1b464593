// SPDX-License-Identifier: Apache-2.0
//
// The quick proof of small convex meshes, against the way of all other meshes.
#include "mesh/build/small_convex.hpp"

#include <gtest/gtest.h>

#include "mesh/soup.hpp"

namespace sunder::test {
namespace {

using detail::mesh::small_convex;

Soup far_tetrahedron() {
  Soup made;
  for (const Vector3& p : {Vector3{64, 0, 0}, {65, 0, 0}, {64, 1, 0}, {64, 0, 1}}) made.add(p);
  made.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  return made;
}

TEST(SmallConvex, ByHand) {
  Soup box = box_soup({0, 0, 0}, {2, 2, 2});
  EXPECT_EQ(small_convex(box.points, box.triangles), 1);
  box.turn_inside_out();
  EXPECT_EQ(small_convex(box.points, box.triangles), -1);
  box.turn_inside_out();
  Soup open = box;
  open.triangles.pop_back();
  EXPECT_EQ(small_convex(open.points, open.triangles), 0);
  Soup unused = box;
  unused.add({1, 1, 1});
  EXPECT_EQ(small_convex(unused.points, unused.triangles), 0);
  Soup dented = box;
  dented.points[7] = {0.5, 0.5, 0.5};
  EXPECT_EQ(small_convex(dented.points, dented.triangles), 0);
  Soup ulp = box;  // one face bends in by a unit in the last place
  ulp.points[7][2] = 2 - 0x1p-52;
  EXPECT_EQ(small_convex(ulp.points, ulp.triangles), mesh_of(ulp).is_convex() ? 1 : 0);
  // Two sides of one square have the right number of triangles, and no inside.
  Soup flat;
  for (const Vector3& p : {Vector3{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}) flat.add(p);
  flat.triangles = {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}};
  EXPECT_EQ(small_convex(flat.points, flat.triangles), 0);
  Soup twice = box;
  for (const auto& triangle : Soup(twice).triangles) twice.triangles.push_back(triangle);
  EXPECT_EQ(small_convex(twice.points, twice.triangles), 0);
}

TEST(SmallConvex, AgreesWithTheWayOfAllOthers) {
  suite::Random random(3);
  int proven = 0, other = 0;
  for (int run = 0; run < 3000; ++run) {
    std::vector<Vector3> points;
    for (int i = random.in(4, 14); i-- > 0;)
      points.push_back({double(random.in(0, 3)), double(random.in(0, 3)), double(random.in(0, 3))});
    Soup soup = soup_of(Polytope3::from_points(points).value(), random);
    if (soup.triangles.size() < 4) continue;
    if (random.chance(1, 2)) split(soup, random, random.in(1, 4));
    const auto any = [&] {
      return static_cast<std::size_t>(random.bits() % soup.triangles.size());
    };
    const auto any_point = [&] {
      return static_cast<std::int32_t>(random.bits() % soup.points.size());
    };
    switch (random.in(0, 7)) {
      case 0:
        soup.points[static_cast<std::size_t>(any_point())][0] += random.in(-1, 1);
        break;
      case 1:
        std::swap(soup.triangles[any()][0], soup.triangles[any()][1]);
        break;
      case 2:
        soup.triangles[any()] = soup.triangles[any()];
        break;
      case 3:
        soup.triangles[any()][static_cast<std::size_t>(random.in(0, 2))] = any_point();
        break;
      case 4: {  // the other diagonal of two neighbours
        auto &p = soup.triangles[any()], &q = soup.triangles[any()];
        if (&p != &q) std::swap(p[2], q[2]);
        break;
      }
      default:
        break;
    }
    if (random.chance(1, 3)) soup.turn_inside_out();
    soup.shuffle(random);
    const int turn = small_convex(soup.points, soup.triangles);
    ++(turn != 0 ? proven : other);
    if (turn == 0) continue;
    // Another body far away keeps the quick proof out.
    Soup both = soup;
    both.add(far_tetrahedron());
    const Mesh3 quick = solid_of(soup), slow = solid_of(both);
    EXPECT_TRUE(quick.is_convex()) << run;
    EXPECT_EQ(quick.report().turned, slow.report().turned) << run;
    EXPECT_EQ(quick.report().triangles + 4, slow.report().triangles) << run;
    EXPECT_EQ(slow.report().split + slow.report().cancelled + slow.report().buried, 0) << run;
  }
  EXPECT_GT(proven, 500);
  EXPECT_GT(other, 100);
}

}  // namespace
}  // namespace sunder::test
