// SPDX-License-Identifier: Apache-2.0
//
// Shells of one list of triangles: which of them are bodies, and which the hollows of others.
#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <set>

#include "mesh/soup.hpp"
#include "sunder/body.hpp"

namespace sunder::test {
namespace {

using Lists = std::vector<std::vector<std::int32_t>>;

Soup cube_at(const Vector3& centre, double half) {
  Vector3 lower, upper;
  for (std::size_t k = 0; k < 3; ++k) {
    lower[k] = centre[k] - half;
    upper[k] = centre[k] + half;
  }
  return box_soup(lower, upper);
}

/// Gives every triangle points of its own, as a file without indices has.
Soup without_indices(const Soup& soup) {
  Soup apart;
  for (const auto& t : soup.triangles) {
    const auto first = static_cast<std::int32_t>(apart.points.size());
    for (const std::int32_t corner : t) apart.add(soup.points[static_cast<std::size_t>(corner)]);
    apart.triangles.push_back({first, first + 1, first + 2});
  }
  return apart;
}

/// Soups that are laid into one list, with the number of the body that each is part of.
struct Parts {
  Soup all;
  std::vector<int> body_of;  ///< of each triangle

  void add(const Soup& soup, int body) {
    all.add(soup);
    body_of.resize(all.triangles.size(), body);
  }
  /// Shuffles the triangles, and the numbers with them.
  void shuffle(suite::Random& random) {
    std::vector<std::size_t> order(all.triangles.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    random.shuffle(order);
    Soup soup{all.points, {}};
    std::vector<int> bodies;
    for (const std::size_t i : order) {
      soup.triangles.push_back(all.triangles[i]);
      bodies.push_back(body_of[i]);
    }
    all = std::move(soup);
    body_of = std::move(bodies);
  }
  /// The lists that split_shells() promises.
  Lists expected() const {
    Lists lists;
    std::vector<int> seen;
    for (std::size_t i = 0; i < body_of.size(); ++i) {
      const auto known = std::find(seen.begin(), seen.end(), body_of[i]);
      const auto at = static_cast<std::size_t>(known - seen.begin());
      if (known == seen.end()) {
        seen.push_back(body_of[i]);
        lists.emplace_back();
      }
      lists[at].push_back(static_cast<std::int32_t>(i));
    }
    return lists;
  }
};

Lists shells_of(const Soup& soup) { return split_shells(soup.points, soup.triangles).value(); }

Mesh3 mesh_of_shell(const Soup& soup, const std::vector<std::int32_t>& shell) {
  Soup part{soup.points, {}};
  for (const std::int32_t triangle : shell)
    part.triangles.push_back(soup.triangles[static_cast<std::size_t>(triangle)]);
  return mesh_of(part);
}

TEST(Shells, NestedFiveDeepEachTurnedEitherWay) {
  suite::Random random(5);
  for (int turned = 0; turned < 32; ++turned) {
    Parts parts;
    // A shell turned against the one round it is its hollow, unless that one is a hollow itself.
    std::vector<int> body(5);
    std::vector<bool> hollow(5);
    for (int i = 0; i < 5; ++i) {
      Soup shell = cube_at({0.5, 0, -0.25}, 8.0 - i);
      if ((turned >> i & 1) != 0) shell.turn_inside_out();
      split(shell, random, 10);
      const auto at = static_cast<std::size_t>(i);
      const bool against = i > 0 && (turned >> i & 1) != (turned >> (i - 1) & 1);
      hollow[at] = against && !hollow[at - 1];
      body[at] = hollow[at] ? body[at - 1] : i;
      parts.add(shell, body[at]);
    }
    parts.shuffle(random);
    EXPECT_EQ(shells_of(parts.all), parts.expected()) << turned;
    EXPECT_EQ(shells_of(without_indices(parts.all)), parts.expected()) << turned;
    // What is hollow in the shell's solid is outside it.
    for (const auto& shell : parts.expected()) {
      const Body3 solid{{mesh_of_shell(parts.all, shell)}};
      const int number = parts.body_of[static_cast<std::size_t>(shell.front())];
      for (int i = 0; i < 5; ++i) {
        const Location location = locate({8.25 - i, 0, -0.25}, solid).value();
        const auto at = static_cast<std::size_t>(i);
        bool inside = false;  // between the walls i and i + 1
        for (std::size_t k = 0; k <= at; ++k) {
          if (body[k] == number) inside = !hollow[k];
        }
        EXPECT_EQ(location, inside ? Location::inside : Location::outside) << turned << " " << i;
      }
    }
  }
}

TEST(Shells, ThatTouch) {
  // Where two boxes are indexed apart, what they have in common joins nothing.
  for (const Vector3& other : {Vector3{2, 2, 2}, Vector3{2, 2, 0}, Vector3{2, 0, 0}}) {
    Parts parts;
    parts.add(cube_at({0, 0, 0}, 1), 0);
    parts.add(cube_at(other, 1), 1);
    EXPECT_EQ(shells_of(parts.all), parts.expected());
    EXPECT_EQ(shells_of(without_indices(parts.all)).size(), 1U);
  }
  // A hollow that touches the wall with a corner stays with the wall, whatever its indices.
  Soup tip;
  for (const Vector3& p : {Vector3{-1, 0, 0}, {0, -0.25, 0}, {0, 0.25, 0}, {0, 0, 0.5}}) tip.add(p);
  tip.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  for (const bool turned : {true, false}) {
    Soup inner = tip;
    if (turned == (mesh_of(tip).report().turned == 0)) inner.turn_inside_out();
    Parts parts;
    parts.add(cube_at({0, 0, 0}, 1), 0);
    parts.add(inner, turned ? 0 : 1);
    // The corner lies in the diagonal of a face of the cube.
    EXPECT_EQ(shells_of(parts.all), parts.expected()) << turned;
    if (!turned) continue;
    const Body3 solid{{mesh_of_shell(parts.all, shells_of(parts.all)[0])}};
    EXPECT_EQ(locate({-0.125, 0, 0.0625}, solid).value(), Location::outside);
    EXPECT_EQ(locate({0.5, 0.5, 0.5}, solid).value(), Location::inside);
  }
}

TEST(Shells, OpenPiecesAndTrianglesWithoutArea) {
  Parts parts;
  parts.add(cube_at({0, 0, 0}, 1), 0);
  Soup open = cube_at({0, 0, 0}, 0.5);  // a box without a face is no hollow
  open.turn_inside_out();
  open.triangles.resize(10);
  parts.add(open, 1);
  Soup leaf = triangle_soup({Vector3{5, 0, 0}, {6, 0, 0}, {5, 1, 0}});
  const std::int32_t corner = leaf.add({5, 0, 0});  // another index of one place
  leaf.triangles.push_back({corner, leaf.add({4, 0, 1}), leaf.add({4, 1, 1})});
  parts.add(leaf, 2);
  EXPECT_EQ(shells_of(parts.all), parts.expected());
  // A strip sews two boxes together by triangles without area; one belongs to nothing.
  Parts sewn;
  sewn.add(cube_at({0, 0, 0}, 1), 0);
  sewn.add(cube_at({5, 0, 0}, 1), 1);
  sewn.all.triangles.push_back({0, 0, 8});
  sewn.all.triangles.push_back({0, 8, 8});
  sewn.all.triangles.push_back(
      {sewn.all.add({9, 9, 9}), sewn.all.add({9, 9, 8}), sewn.all.add({9, 9, 7})});
  const Lists lists = shells_of(sewn.all);
  ASSERT_EQ(lists.size(), 3U);
  EXPECT_EQ(lists[2], std::vector<std::int32_t>{26});
  EXPECT_EQ(lists[0].size() + lists[1].size(), 26U);
  EXPECT_TRUE(shells_of({}).empty());
}

TEST(Shells, ThousandsOfThem) {
  // A lattice of boxes, each with a hollow and a ball in it, and all of them in one large hollow box.
  suite::Random random(7);
  Parts parts;
  Soup wall = cube_at({31, 31, 31}, 40);
  parts.add(wall, -1);
  wall = cube_at({31, 31, 31}, 39);
  wall.turn_inside_out();
  parts.add(wall, -1);
  int body = 0;
  for (int x = 0; x < 12; ++x) {
    for (int y = 0; y < 12; ++y) {
      for (int z = 0; z < 12; ++z) {
        const Vector3 centre{4.0 * x, 4.0 * y, 4.0 * z};
        parts.add(cube_at(centre, 1.5), body);
        Soup hollow = cube_at(centre, 1);
        hollow.turn_inside_out();
        parts.add(hollow, body++);
        parts.add(cube_at(centre, 0.5), body++);
      }
    }
  }
  parts.shuffle(random);
  EXPECT_EQ(shells_of(parts.all), parts.expected());
  EXPECT_EQ(shells_of(without_indices(parts.all)), parts.expected());
}

TEST(Shells, MoreThanFourThousandThatCross) {
  // A chain of boxes, each of which crosses the next; every hundredth has a hollow.
  Soup chain;
  for (int i = 0; i < 5000; ++i) {
    chain.add(box_soup({3.0 * i, 0, 0}, {3.0 * i + 4, 4, 4}));
    if (i % 100 != 0) continue;
    Soup hollow = box_soup({3.0 * i + 1.5, 1, 1}, {3.0 * i + 2.5, 2, 2});
    hollow.turn_inside_out();
    chain.add(hollow);
  }
  const Mesh3 mesh = solid_of(chain);
  const Body3 solid{{mesh}};
  EXPECT_EQ(locate({2, 1.5, 1.5}, solid).value(), Location::outside);
  EXPECT_EQ(locate({5, 1.5, 1.5}, solid).value(), Location::inside);
  EXPECT_EQ(shells_of(chain).size(), 5000U);
}

TEST(Shells, HoldEachTriangleOnce) {
  suite::Random random(11);
  for (int run = 0; run < 300; ++run) {
    Soup soup;
    for (int i = random.in(1, 12); i-- > 0;)
      soup.add({double(random.in(0, 2)), double(random.in(0, 2)), double(random.in(0, 2))});
    const int last = static_cast<int>(soup.points.size()) - 1;
    for (int i = random.in(0, 20); i-- > 0;)
      soup.triangles.push_back({random.in(0, last), random.in(0, last), random.in(0, last)});
    if (random.chance(1, 2)) soup.add(cube_at({1, 1, 1}, 0.5 * random.in(1, 4)));
    std::set<std::int32_t> seen;
    std::int32_t before = -1;
    for (const auto& shell : shells_of(soup)) {
      ASSERT_FALSE(shell.empty());
      EXPECT_TRUE(std::is_sorted(shell.begin(), shell.end()));
      EXPECT_LT(before, shell.front());
      before = shell.front();
      seen.insert(shell.begin(), shell.end());
    }
    std::size_t listed = 0;
    for (const auto& shell : shells_of(soup)) listed += shell.size();
    EXPECT_EQ(seen.size(), soup.triangles.size());
    EXPECT_EQ(listed, soup.triangles.size());
  }
}

TEST(Shells, RefuseWhatAMeshRefuses) {
  Soup soup = cube_at({0, 0, 0}, 1);
  soup.points[3][1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(split_shells(soup.points, soup.triangles).error().code, ErrorCode::not_finite);
  soup = cube_at({0, 0, 0}, 1);
  soup.triangles[5][2] = 8;
  EXPECT_EQ(split_shells(soup.points, soup.triangles).error().code, ErrorCode::wrong_shape);
}

}  // namespace
}  // namespace sunder::test
