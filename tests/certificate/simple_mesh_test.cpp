// SPDX-License-Identifier: Apache-2.0
//
// The checker's own test that a mesh is simple and closes, against another way to the same answer. Lines are solved by
// Cramer's rule, triangles of one plane are clipped in fractions, components and edges are counted by brute force.
#include "certificate/simple_mesh.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "certificate/closed_mesh.hpp"
#include "certificate/posed_part.hpp"
#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/body.hpp"

namespace sunder::detail::certificate {
namespace {

using suite::Random;
using Point = std::array<std::int64_t, 3>;

/// Triangles over lattice points.
struct LatticeMesh {
  std::vector<Point> points;
  std::vector<Triple> triangles;

  std::array<Point, 3> corners(std::size_t t) const {
    const auto at = [&](std::size_t k) {
      return points[static_cast<std::size_t>(triangles[t][k])];
    };
    return {at(0), at(1), at(2)};
  }
};

Point minus(const Point& p, const Point& q) { return {p[0] - q[0], p[1] - q[1], p[2] - q[2]}; }
std::int64_t times(const Point& p, const Point& q) {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
std::int64_t determinant(const Point& u, const Point& v, const Point& w) {
  return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) +
         u[2] * (v[0] * w[1] - v[1] * w[0]);
}
Point normal_of(const std::array<Point, 3>& t) {
  const Point u = minus(t[1], t[0]), v = minus(t[2], t[0]);
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}
bool is_line(const std::array<Point, 3>& t) { return normal_of(t) == Point{}; }

/// Is part / whole strictly between 0 and 1?
bool is_between(std::int64_t part, std::int64_t whole) {
  if (whole < 0) part = -part, whole = -whole;
  return 0 < part && part < whole;
}

/// Solves p + x (q - p) = t0 + y (t1 - t0) + z (t2 - t0): is there one point inside both?
bool edge_meets_inside(const Point& p, const Point& q, const std::array<Point, 3>& t) {
  const Point d = minus(p, q), u = minus(t[1], t[0]), v = minus(t[2], t[0]), r = minus(p, t[0]);
  const std::int64_t whole = determinant(d, u, v);
  if (whole == 0) return false;
  const std::int64_t x = determinant(r, u, v), y = determinant(d, r, v), z = determinant(d, u, r);
  return is_between(x, whole) && is_between(y, whole) && is_between(z, whole) &&
         is_between(y + z, whole);
}

/// Solves p + x (q - p) = r + y (s - r) by the normal equations: is there one point inside both?
bool edges_meet_inside(const Point& p, const Point& q, const Point& r, const Point& s) {
  const Point u = minus(q, p), v = minus(s, r), w = minus(r, p);
  const std::int64_t uu = times(u, u), uv = times(u, v), vv = times(v, v);
  const std::int64_t whole = uu * vv - uv * uv;
  if (whole == 0) return false;
  const std::int64_t x = times(u, w) * vv - times(v, w) * uv;
  const std::int64_t y = times(u, w) * uv - times(v, w) * uu;
  for (std::size_t k = 0; k < 3; ++k) {
    if (p[k] * whole + x * u[k] != r[k] * whole + y * v[k]) return false;
  }
  return is_between(x, whole) && is_between(y, whole);
}

/// Do two triangles of one plane have an area in common? Clips s by the sides of t, in a plane of two coordinates. A
/// corner is x / w, y / w.
bool share_an_area(const std::array<Point, 3>& s, const std::array<Point, 3>& t) {
  const Point normal = normal_of(t);
  if (std::any_of(s.begin(), s.end(),
                  [&](const Point& p) { return times(normal, minus(p, t[0])) != 0; }))
    return false;
  const std::size_t drop = normal[0] != 0 ? 0 : normal[1] != 0 ? 1 : 2;
  const std::size_t x = (drop + 1) % 3, y = (drop + 2) % 3;
  struct Corner {
    BigInt x, y, w;
  };
  std::vector<Corner> polygon;
  for (const Point& p : s) polygon.push_back({p[x], p[y], 1});
  const int way = normal[drop] > 0 ? 1 : -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point &from = t[i], &to = t[(i + 1) % 3];
    const auto height = [&](const Corner& c) {
      return BigInt(way * ((to[x] - from[x]) * (c.y - from[y] * c.w) -
                           (to[y] - from[y]) * (c.x - from[x] * c.w)));
    };
    std::vector<Corner> left;
    for (std::size_t j = 0; j < polygon.size(); ++j) {
      const Corner &p = polygon[j], &q = polygon[(j + 1) % polygon.size()];
      const BigInt hp = height(p), hq = height(q);
      if (hp >= 0) left.push_back(p);
      if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) {
        // Heights are those of points times w, which is positive.
        const BigInt a = abs(hp), b = abs(hq);
        left.push_back({a * q.x + b * p.x, a * q.y + b * p.y, a * q.w + b * p.w});
      }
    }
    polygon = std::move(left);
  }
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    const Corner &p = polygon[0], &q = polygon[i], &r = polygon[i + 1];
    const BigInt area = p.x * (q.y * r.w - r.y * q.w) - p.y * (q.x * r.w - r.x * q.w) +
                        p.w * (q.x * r.y - r.x * q.y);
    if (area != 0) return true;
  }
  return false;
}

bool cross(const std::array<Point, 3>& s, const std::array<Point, 3>& t) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (edge_meets_inside(s[i], s[(i + 1) % 3], t)) return true;
    if (edge_meets_inside(t[i], t[(i + 1) % 3], s)) return true;
    for (std::size_t j = 0; j < 3; ++j) {
      if (edges_meet_inside(s[i], s[(i + 1) % 3], t[j], t[(j + 1) % 3])) return true;
    }
  }
  return share_an_area(s, t);
}

/// Component numbers of triangles, joined over points of one place or over the same point.
std::vector<std::size_t> joined(const LatticeMesh& mesh, bool by_place) {
  std::vector<std::size_t> of(mesh.triangles.size());
  for (std::size_t i = 0; i < of.size(); ++i) of[i] = i;
  const auto is_same = [&](std::int32_t p, std::int32_t q) {
    return by_place ? mesh.points[static_cast<std::size_t>(p)] ==
                          mesh.points[static_cast<std::size_t>(q)]
                    : p == q;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < of.size(); ++i) {
      for (std::size_t j = 0; j < of.size(); ++j) {
        bool touch = false;
        for (const auto p : mesh.triangles[i]) {
          for (const auto q : mesh.triangles[j]) touch = touch || is_same(p, q);
        }
        if (touch && of[j] > of[i]) {
          of[j] = of[i];
          changed = true;
        }
      }
    }
  }
  return of;
}

/// Do the edges of the triangles of one component cancel? No corner lies inside another's edge where it matters: each
/// edge is cut at all corners that lie on it.
bool closes(const LatticeMesh& mesh, const std::vector<std::size_t>& of, std::size_t component) {
  std::vector<std::pair<std::pair<Point, Point>, int>> net;
  const auto count = [&](const Point& p, const Point& q) {
    const int sign = p < q ? 1 : -1;
    const std::pair<Point, Point> edge{std::min(p, q), std::max(p, q)};
    for (auto& entry : net) {
      if (entry.first == edge) {
        entry.second += sign;
        return;
      }
    }
    net.push_back({edge, sign});
  };
  for (std::size_t t = 0; t < of.size(); ++t) {
    if (of[t] != component) continue;
    const auto c = mesh.corners(t);
    for (std::size_t i = 0; i < 3; ++i) {
      const Point p = c[i], q = c[(i + 1) % 3], u = minus(q, p);
      if (p == q) continue;
      std::vector<std::pair<std::int64_t, Point>> on{{0, p}, {times(u, u), q}};
      for (const Point& r : mesh.points) {
        const Point v = minus(r, p);
        if (times(u, v) * times(u, v) == times(u, u) * times(v, v) && times(u, v) > 0 &&
            times(u, v) < times(u, u))
          on.push_back({times(u, v), r});
      }
      std::sort(on.begin(), on.end());
      on.erase(std::unique(on.begin(), on.end()), on.end());
      for (std::size_t k = 0; k + 1 < on.size(); ++k) count(on[k].second, on[k + 1].second);
    }
  }
  return std::all_of(net.begin(), net.end(), [](const auto& entry) { return entry.second == 0; });
}

/// Triangles that have an area, less pairs of them that stand both ways round.
std::vector<std::size_t> counted(const LatticeMesh& mesh) {
  std::vector<std::size_t> left;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    auto own = mesh.corners(t);
    if (is_line(own)) continue;
    const auto turned = [](std::array<Point, 3> c) {
      std::rotate(c.begin(), std::min_element(c.begin(), c.end()), c.end());
      return c;
    };
    own = turned(own);
    std::swap(own[1], own[2]);
    const auto back = std::find_if(left.begin(), left.end(), [&](std::size_t other) {
      return turned(mesh.corners(other)) == own;
    });
    if (back != left.end()) {
      left.erase(back);
    } else {
      left.push_back(t);
    }
  }
  return left;
}

struct Truth {
  bool crosses = false, simple = true, closed = true;
};

Truth decide(const LatticeMesh& mesh) {
  Truth truth;
  std::vector<std::array<std::size_t, 2>> crossings;
  const std::vector<std::size_t> left = counted(mesh);
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = i + 1; j < left.size(); ++j) {
      if (cross(mesh.corners(left[i]), mesh.corners(left[j])))
        crossings.push_back({left[i], left[j]});
    }
  }
  truth.crosses = !crossings.empty();
  const std::vector<std::size_t> one(mesh.triangles.size(), 0);
  truth.closed = closes(mesh, one, 0);
  if (crossings.empty()) return truth;
  truth.simple = false;
  for (const bool by_place : {false, true}) {
    const auto of = joined(mesh, by_place);
    bool right = std::all_of(crossings.begin(), crossings.end(),
                             [&](const auto& pair) { return of[pair[0]] != of[pair[1]]; });
    for (std::size_t c = 0; c < of.size(); ++c) right = right && closes(mesh, of, c);
    truth.simple = truth.simple || right;
  }
  return truth;
}

struct Seen {
  int simple = 0, crossing = 0, apart = 0, open = 0, closed = 0;
};

/// Compares the mesh about the origin, and beside it, where its points do not fit 60 bits.
void compare(const LatticeMesh& mesh, Seen& seen) {
  const Truth truth = decide(mesh);
  for (const bool wide : {false, true}) {
    std::vector<Vector3> points;
    for (const Point& p : mesh.points) {
      Vector3 x{};
      for (std::size_t k = 0; k < 3; ++k)
        x[k] = static_cast<double>(p[k]) + (wide ? std::array{20, -30, 40}[k] : 0);
      points.push_back(x);
    }
    if (wide) points.push_back({0x1p200, 0x1p-200, 1});  // which no triangle uses
    const Mesh3 taken = Mesh3::from_triangles(points, mesh.triangles, TakeAs::surface).value();
    const PosedPart part(Part3{taken}, Pose3::identity());
    ASSERT_EQ(part.triangles().size(), mesh.triangles.size());
    const std::string reason = refute_simple(part);
    EXPECT_EQ(reason.empty(), truth.simple) << reason;
    EXPECT_EQ(refute_closed(part).empty(), truth.closed);
  }
  ++(!truth.crosses ? seen.simple : truth.simple ? seen.apart : seen.crossing);
  ++(truth.closed ? seen.closed : seen.open);
}

Point draw_point(Random& random, int reach, bool flat) {
  return {random.in(-reach, reach), random.in(-reach, reach), flat ? 0 : random.in(-reach, reach)};
}

TEST(SimpleMesh, FewTrianglesOfTheLattice) {
  Random random(1);
  Seen seen;
  const int runs = suite::kSanitized ? 400 : 6000;
  for (int run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    SCOPED_TRACE(run);
    LatticeMesh mesh;
    const int reach = random.in(1, 3), count = random.in(2, 4);
    const bool flat = run % 3 == 0;
    for (int i = 0; i < 8; ++i) mesh.points.push_back(draw_point(random, reach, flat));
    for (int i = 0; i < count; ++i) {
      Triple t;
      for (auto& corner : t) corner = random.in(0, 7);
      mesh.triangles.push_back(t);
    }
    // The last one is another one turned round, or a copy.
    if (random.chance(1, 4)) {
      Triple t = mesh.triangles[0];
      if (random.chance(2, 3)) std::swap(t[0], t[1]);
      std::rotate(t.begin(), t.begin() + random.in(0, 2), t.end());
      mesh.triangles.push_back(t);
    }
    compare(mesh, seen);
  }
  EXPECT_GT(seen.simple, runs / 10);
  EXPECT_GT(seen.crossing, runs / 10);
  EXPECT_GT(seen.closed, 0);
}

/// Adds a tetrahedron; `at` is the number of its first corner, or that corner's own if none is shared.
void add_tetrahedron(LatticeMesh& mesh, Random& random, int reach) {
  const auto first = static_cast<std::int32_t>(mesh.points.size());
  for (int i = 0; i < 4; ++i) mesh.points.push_back(draw_point(random, reach, false));
  std::array<std::int32_t, 4> c{first, first + 1, first + 2, first + 3};
  if (first > 0 && random.chance(1, 4)) {
    // A corner of another one, or a point in its place.
    const std::int32_t other = random.in(0, first - 1);
    mesh.points[static_cast<std::size_t>(first)] = mesh.points[static_cast<std::size_t>(other)];
    if (random.chance(1, 2)) c[0] = other;
  }
  for (const auto& [i, j, k] : {std::array{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}}) {
    mesh.triangles.push_back({c[static_cast<std::size_t>(i)], c[static_cast<std::size_t>(j)],
                              c[static_cast<std::size_t>(k)]});
  }
}

TEST(SimpleMesh, TetrahedraThatCross) {
  Random random(2);
  Seen seen;
  const int runs = suite::kSanitized ? 60 : 800;
  for (int run = 0; run < runs && !::testing::Test::HasFailure(); ++run) {
    SCOPED_TRACE(run);
    LatticeMesh mesh;
    for (int i = random.in(1, 3); i > 0; --i) add_tetrahedron(mesh, random, random.in(1, 4));
    if (random.chance(1, 4)) {
      // An edge is cut at its middle in one of its two triangles.
      for (Point& p : mesh.points) {
        for (auto& x : p) x *= 2;
      }
      auto& t = mesh.triangles[random.bits() % mesh.triangles.size()];
      const Point p = mesh.points[static_cast<std::size_t>(t[0])],
                  q = mesh.points[static_cast<std::size_t>(t[1])];
      mesh.points.push_back({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2});
      const auto middle = static_cast<std::int32_t>(mesh.points.size()) - 1;
      const Triple rest{middle, t[1], t[2]};
      t[1] = middle;
      mesh.triangles.push_back(rest);
    }
    if (random.chance(1, 6)) mesh.triangles.erase(mesh.triangles.begin() + random.in(0, 3));
    if (random.chance(1, 6)) std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
    compare(mesh, seen);
  }
  EXPECT_GT(seen.simple, runs / 10);
  EXPECT_GT(seen.crossing, runs / 10);
  EXPECT_GT(seen.apart, runs / 10);
  EXPECT_GT(seen.open, runs / 10);
}

/// Two crossing solids whose triangles share no point: only places join them. The refusal of two crossing triangles names
/// them as the caller counts.
TEST(SimpleMesh, TrianglesWithPointsOfTheirOwnAndTheirNames) {
  Seen seen;
  LatticeMesh mesh;
  for (const std::int64_t at : {0, 1}) {
    const std::array<Point, 4> p{
        {{at, at, at}, {at + 6, at, at}, {at, at + 6, at}, {at, at, at + 6}}};
    for (const auto& t : {std::array<std::size_t, 3>{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
      const auto first = static_cast<std::int32_t>(mesh.points.size());
      for (const std::size_t corner : t) mesh.points.push_back(p[corner]);
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
  }
  compare(mesh, seen);
  EXPECT_EQ(seen.apart, 1);

  const std::vector<Vector3> points{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1},
                                    {1, 1, 1}, {3, 3, 0}, {9, 9, 9}};
  const std::vector<Triple> triangles{{0, 1, 1}, {0, 1, 2}, {0, 6, 6}, {3, 4, 5}};
  const Mesh3 taken = Mesh3::from_triangles(points, triangles, TakeAs::surface).value();
  EXPECT_EQ(refute_simple(PosedPart(Part3{taken}, Pose3::identity())),
            "triangles 1 and 3 have more in common than a corner or an edge");
}

/// Many small solids in a row, which differ in one coordinate alone. Triangles whose boxes are apart cost a comparison of
/// their boxes. The exact tests, for a quarter of a million pairs of triangles, would take a hundred times as long.
TEST(SimpleMesh, TrianglesFarApartAreComparedByTheirBoxes) {
  for (const bool backwards : {false, true}) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::vector<Vector3> points;
      std::vector<Triple> triangles;
      for (int i = 0; i < suite::cases(180); ++i) {
        const auto first = static_cast<std::int32_t>(points.size());
        for (Vector3 p : {Vector3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
          p[axis] += backwards ? -3 * i : 3 * i;
          points.push_back(p);
        }
        for (const Triple& t : {Triple{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})
          triangles.push_back({first + t[0], first + t[1], first + t[2]});
      }
      const Mesh3 taken = Mesh3::from_triangles(points, triangles, TakeAs::surface).value();
      EXPECT_EQ(refute_simple(PosedPart(Part3{taken}, Pose3::identity())), "");
    }
  }
}

}  // namespace
}  // namespace sunder::detail::certificate
