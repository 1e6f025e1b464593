// SPDX-License-Identifier: Apache-2.0
//
// Whether a mesh is simple, against exact signs of every pair of its triangles. Meshes are grids in one plane, triangles of
// few points, and slivers that share vertices and edges.
#include "mesh/build/simple.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <string>

#include "exact/orientation.hpp"
#include "mesh/soup.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using detail::mesh::Contact;
using detail::mesh::Corners;
using detail::mesh::Feature;
using detail::mesh::Insertions;
using detail::mesh::Piece;
using detail::mesh::PiecePair;

Piece piece_of(const Soup& soup) {
  Piece piece;
  piece.triangles = soup.triangles;
  for (std::size_t i = 0; i < soup.triangles.size(); ++i)
    piece.caller.push_back(static_cast<std::int32_t>(i));
  detail::mesh::take_points(piece, soup.points);
  detail::mesh::index_piece(piece);
  return piece;
}

/// What every pair of triangles has in common, by exact signs.
struct Everything {
  bool crosses = false;
  Insertions insertions;

  explicit Everything(const Piece& piece) {
    PiecePair pair({&piece, {}}, {&piece, {}});
    const auto count = static_cast<std::int32_t>(piece.triangles.size());
    std::vector<Contact> contacts;
    for (std::int32_t i = 0; i < count; ++i) {
      for (std::int32_t j = i + 1; j < count; ++j) {
        contacts.clear();
        detail::mesh::append_contacts(pair, i, j, contacts);
        int corners = 0;
        for (const Contact& contact : contacts) {
          if (contact.a == contact.b) {
            ++corners;
          } else if (!inserts(contact.a, contact.b) && !inserts(contact.b, contact.a)) {
            crosses = true;
          }
        }
        crosses = crosses || corners == 3;
      }
    }
    for (auto& [edge, list] : insertions.on_edges) std::sort(list.begin(), list.end());
    for (auto& [triangle, list] : insertions.in_triangles) std::sort(list.begin(), list.end());
  }

 private:
  bool inserts(const Feature& vertex, const Feature& other) {
    if (vertex.dimension != 0 || other.dimension == 0) return false;
    auto& list = other.dimension == 1 ? insertions.on_edges[{other.i, other.j}]
                                      : insertions.in_triangles[other.i];
    if (std::find(list.begin(), list.end(), vertex.i) == list.end()) list.push_back(vertex.i);
    return true;
  }
};

struct Seen {
  int crossing = 0, inserting = 0, simple = 0;
};

void compare(Soup soup, const std::string& what, Seen& seen) {
  std::erase_if(soup.triangles, [&](const Corners& c) {
    const auto at = [&](std::size_t k) {
      return soup.points[static_cast<std::size_t>(c[k])].data();
    };
    return detail::collinear3d(at(0), at(1), at(2));
  });
  const Piece piece = piece_of(soup);
  const Everything expected(piece);
  Insertions found;
  const auto crossing = detail::mesh::find_crossing(piece, found);
  ASSERT_EQ(crossing.has_value(), expected.crosses) << what;
  if (expected.crosses) {
    ++seen.crossing;
    return;
  }
  for (auto& [edge, list] : found.on_edges) std::sort(list.begin(), list.end());
  for (auto& [triangle, list] : found.in_triangles) std::sort(list.begin(), list.end());
  EXPECT_EQ(found.on_edges, expected.insertions.on_edges) << what;
  EXPECT_EQ(found.in_triangles, expected.insertions.in_triangles) << what;
  ++(found.empty() ? seen.simple : seen.inserting);
}

Vector3 turned(const Vector3& p) {
  // A turn by rounded numbers: what was flat is flat up to rounding.
  constexpr double kCos = 0.8, kSin = 0.6;
  const Vector3 q{kCos * p[0] - kSin * p[1], kSin * p[0] + kCos * p[1], p[2]};
  return {q[0], kCos * q[1] - kSin * q[2], kSin * q[1] + kCos * q[2]};
}

/// Some points, moved by an ulp; and all, scaled to a size near the ends of the range of doubles.
void disturb(Soup& soup, suite::Random& random) {
  if (random.chance(1, 3)) {
    for (Vector3& p : soup.points) p = turned(p);
  }
  for (int i = random.in(0, 3); i > 0; --i) {
    double& x = soup.points[random.bits() % soup.points.size()][random.bits() % 3];
    x = std::nextafter(x, random.chance(1, 2) ? 1e9 : -1e9);
  }
  const int exponent = random.chance(1, 4) ? random.in(-1000, 900) : 0;
  for (Vector3& p : soup.points) {
    for (double& x : p) x = std::ldexp(x, exponent);
  }
}

/// A grid of columns x rows squares, cut in two; slender where the columns are wide.
Soup grid(suite::Random& random, double wide) {
  Soup soup;
  const int columns = random.in(2, 5), rows = random.in(2, 5);
  for (int y = 0; y <= rows; ++y) {
    for (int x = 0; x <= columns; ++x)
      soup.add({wide * x, double(y), random.chance(1, 8) ? double(random.in(0, 2)) : 0.0});
  }
  for (std::int32_t y = 0; y < rows; ++y) {
    for (std::int32_t x = 0; x < columns; ++x) {
      const std::int32_t p = y * (columns + 1) + x, q = p + 1, r = p + columns + 1, s = r + 1;
      if (random.chance(1, 2)) {
        soup.triangles.push_back({p, q, s});
        soup.triangles.push_back({p, s, r});
      } else {
        soup.triangles.push_back({p, q, r});
        soup.triangles.push_back({q, s, r});
      }
      for (int k = 0; k < 2; ++k) {
        auto& c = soup.triangles[soup.triangles.size() - 1 - static_cast<std::size_t>(k)];
        if (random.chance(1, 4)) std::swap(c[1], c[2]);
      }
    }
  }
  // A fold, or an edge across its neighbours.
  if (random.chance(1, 3)) {
    const std::size_t at = random.bits() % soup.points.size();
    soup.points[at] = soup.points[random.bits() % soup.points.size()];
    soup.points[at][0] += 0.5 * random.in(0, 1);
    soup.points[at][1] += 0.25;
  }
  return soup;
}

TEST(Simple, GridsInOnePlane) {
  suite::Random random(2);
  Seen seen;
  const int runs = suite::kSanitized ? 60 : 600;
  for (int run = 0; run < runs; ++run) {
    Soup soup = grid(random, run % 2 == 0 ? 1 : std::ldexp(1, random.in(1, 30)));
    disturb(soup, random);
    compare(soup, std::to_string(run), seen);
  }
  EXPECT_GT(seen.crossing, runs / 10);
  EXPECT_GT(seen.simple, runs / 10);
}

TEST(Simple, TrianglesOfFewPoints) {
  suite::Random random(3);
  Seen seen;
  const int runs = suite::kSanitized ? 300 : 4000;
  for (int run = 0; run < runs; ++run) {
    Soup soup;
    for (int i = 0; i < 9; ++i) {
      soup.add({double(random.in(0, 4)), double(random.in(0, 4)),
                run % 2 == 0 ? 0.0 : double(random.in(0, 4))});
    }
    std::sort(soup.points.begin(), soup.points.end());
    soup.points.erase(std::unique(soup.points.begin(), soup.points.end()), soup.points.end());
    const auto points = soup.points.size();
    for (int i = random.in(2, 4); i > 0; --i) {
      Corners c;
      for (std::int32_t& corner : c) corner = static_cast<std::int32_t>(random.bits() % points);
      soup.triangles.push_back(c);
    }
    if (soup.triangles.size() < 2) continue;
    disturb(soup, random);
    compare(soup, std::to_string(run), seen);
  }
  EXPECT_GT(seen.crossing, runs / 10);
  EXPECT_GT(seen.inserting, runs / 100);
  EXPECT_GT(seen.simple, runs / 10);
}

/// Tetrahedra about the edge from (0, 0, 0) to (0, 0, 1), or beside it.
Soup slivers(suite::Random& random, int count, bool on_edge) {
  Soup soup;
  soup.add({0, 0, 0});
  soup.add({0, 0, 1});
  for (int i = 0; i < count; ++i) {
    const auto first = static_cast<std::int32_t>(soup.points.size());
    const int corners = on_edge ? 2 : 3;
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * std::numbers::pi * (i + 0.25 * k) / count;
      const double r = random.in(2, 5) + 0.25 * (k == 1 ? 1 : 0);
      soup.add({r * std::cos(angle), r * std::sin(angle), random.in(1, 3) / 4.0});
    }
    const std::int32_t p = first, q = first + 1, r = first + 2;
    const auto add_side = [&](std::int32_t s, std::int32_t t) {
      soup.triangles.push_back({0, t, s});
      soup.triangles.push_back({1, s, t});
    };
    if (on_edge) {
      add_side(p, q);
      soup.triangles.push_back({0, 1, q});
      soup.triangles.push_back({1, 0, p});
    } else {
      add_side(p, q);
      add_side(q, r);
      add_side(r, p);
    }
  }
  return soup;
}

TEST(Simple, SliversAtTwoVertices) {
  suite::Random random(4);
  Seen seen;
  const int runs = suite::kSanitized ? 6 : 40;
  for (int run = 0; run < runs; ++run) {
    Soup soup = slivers(random, random.in(25, 60), run % 2 == 0);
    if (run % 3 == 1) {
      // One point goes into another sliver, or on its side.
      const std::size_t at = 2 + random.bits() % (soup.points.size() - 2);
      const Vector3 other = soup.points[2 + random.bits() % (soup.points.size() - 2)];
      for (std::size_t k = 0; k < 3; ++k) soup.points[at][k] = other[k] * 0.75;
    }
    if (run % 4 == 3) disturb(soup, random);
    compare(soup, std::to_string(run), seen);
  }
  EXPECT_GT(seen.crossing, runs / 8);
  EXPECT_GT(seen.simple, runs / 8);
}

TEST(Simple, GreatHubs) {
  suite::Random random(5);
  Seen seen;
  const int runs = suite::kSanitized ? 1 : 4;
  for (int run = 0; run < runs; ++run) {
    Soup soup = slivers(random, run % 2 == 0 ? 190 : 140, run % 2 == 0);
    // A point of one triangle at the lower hub goes into one at the upper hub.
    if (run >= 2) {
      const std::size_t at = 2 + random.bits() % (soup.points.size() - 2);
      const Vector3 other = soup.points[2 + random.bits() % (soup.points.size() - 2)];
      for (std::size_t k = 0; k < 3; ++k) soup.points[at][k] = other[k] * 0.5 + (k == 2 ? 0.3 : 0);
    }
    compare(soup, std::to_string(run), seen);
  }
  EXPECT_GT(seen.simple, 0);
}

}  // namespace
}  // namespace sunder::test
