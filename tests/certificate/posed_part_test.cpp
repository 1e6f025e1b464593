// SPDX-License-Identifier: Apache-2.0
//
// A part's points, winding numbers and ring sides, against rationals and against cells that are counted. Points are asked
// for where rays pass through corners and along edges.
#include "certificate/posed_part.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

#include "certificate/ring_side.hpp"
#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::certificate {
namespace {

using suite::Random;
using Rational = boost::multiprecision::cpp_rational;
using Whole = boost::multiprecision::cpp_int;
using Rational3 = std::array<Rational, 3>;

Rational power_of_two(int exponent) {
  const Whole one = 1;
  return exponent < 0 ? Rational(1, one << -exponent) : Rational(one << exponent);
}
Rational fraction(const BigInt& value, const BigInt& over, int exponent) {
  return Rational(Whole(value), Whole(over)) * power_of_two(exponent);
}
Rational3 fraction(const WorldPoint& p) {
  return {fraction(p.at[0], p.over, p.exponent), fraction(p.at[1], p.over, p.exponent),
          fraction(p.at[2], p.over, p.exponent)};
}
/// A point of the world whose exponent is any.
WorldPoint world_point(const Rational3& p, int exponent) {
  Rational3 scaled = p;
  Whole over = 1;
  for (Rational& value : scaled) {
    value *= power_of_two(-exponent);
    over *= denominator(value);
  }
  WorldPoint x;
  x.exponent = exponent;
  x.over = BigInt(over);
  for (std::size_t k = 0; k < 3; ++k)
    x.at[k] = BigInt(Whole(numerator(Rational(scaled[k] * Rational(over)))));
  return x;
}

/// A pose, and the same as rationals.
struct Map {
  Pose3 pose = Pose3::identity();
  std::array<Rational3, 3> rows;
  Rational3 offset;

  Rational3 of(const Rational3& p) const {
    Rational3 q = offset;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) q[i] += rows[i][k] * p[k];
    }
    return q;
  }
};

double draw_number(Random& random) {
  const double value = 2 * random.unit() - 1;
  switch (random.in(0, 4)) {
    case 0:
      return random.in(-3, 3);
    case 1:
      return 0;
    case 2:
      return std::ldexp(value, random.in(-40, 40));
    default:
      return value;
  }
}

/// A translation, a rotation, or any matrix: sheared, reflected or singular.
Map draw_map(Random& random) {
  Map map;
  const Vector3 t{draw_number(random), draw_number(random), draw_number(random)};
  for (std::size_t k = 0; k < 3; ++k) {
    map.offset[k] = Rational(t[k]);
    map.rows[k][k] = 1;
  }
  const int kind = random.in(0, 2);
  if (kind == 0) {
    map.pose = Pose3::translation(t).value();
  } else if (kind == 1) {
    std::array<double, 4> q{};
    for (double& x : q) x = draw_number(random);
    if (std::all_of(q.begin(), q.end(), [](double x) { return x == 0; })) q[1] = 2;
    map.pose = Pose3::from_wxyz(q, t).value();
    const Rational w(q[0]), x(q[1]), y(q[2]), z(q[3]), n = w * w + x * x + y * y + z * z;
    map.rows = {Rational3{(w * w + x * x - y * y - z * z) / n, 2 * (x * y - w * z) / n,
                          2 * (x * z + w * y) / n},
                Rational3{2 * (x * y + w * z) / n, (w * w - x * x + y * y - z * z) / n,
                          2 * (y * z - w * x) / n},
                Rational3{2 * (x * z - w * y) / n, 2 * (y * z + w * x) / n,
                          (w * w - x * x - y * y + z * z) / n}};
  } else {
    std::array<double, 12> rows{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        rows[4 * i + k] = draw_number(random);
        map.rows[i][k] = Rational(rows[4 * i + k]);
      }
      rows[4 * i + 3] = t[i];
    }
    map.pose = Pose3::from_matrix(rows).value();
  }
  return map;
}

Rational determinant(const std::array<Rational3, 3>& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

Rational3 rational(const Vector3& p) { return {Rational(p[0]), Rational(p[1]), Rational(p[2])}; }

TEST(PosedPart, PointsOfAChainAreExact) {
  Random random(1);
  int invertible = 0, negative = 0;
  for (int run = 0; run < suite::cases(120); ++run) {
    SCOPED_TRACE(run);
    // Numbers of all sizes, or few bits: both ways in which points are kept.
    const bool narrow = run % 2 == 0;
    std::vector<Vector3> points(4);
    for (Vector3& p : points) {
      for (double& x : p) x = narrow ? std::ldexp(random.in(-1000, 1000), 40) : draw_number(random);
    }
    const Map inner = draw_map(random), outer = draw_map(random);
    const std::vector<Triple> triangles{{0, 1, 2}, {1, 3, 2}, {3, 3, 0}};
    const Mesh3 mesh = Mesh3::from_triangles(points, triangles, TakeAs::surface).value();
    const PosedPart part(Part3{mesh, inner.pose}, outer.pose);
    const auto exact = [&](std::int32_t i) {
      return outer.of(inner.of(rational(points[static_cast<std::size_t>(i)])));
    };
    Rational most = 0;
    for (std::int32_t i = 0; i < 4; ++i) {
      const Rational3 p = exact(i);
      ASSERT_EQ(fraction(part.world(i)), p);
      for (const Rational& x : p) most = std::max(most, Rational(abs(x)));
    }
    EXPECT_LT(most, power_of_two(part.size_exponent()));

    const std::array<std::int32_t, 3> corners{0, 1, 3};
    const IntegerVector weights{random.in(1, 9), random.in(1, 9), random.in(1, 9)};
    Rational3 sum{};
    Rational all = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Rational weight = Rational(Whole(weights[i]));
      const Rational3 p = exact(corners[i]);
      for (std::size_t k = 0; k < 3; ++k) sum[k] += weight * p[k];
      all += weight;
    }
    for (Rational& x : sum) x /= all;
    const WorldPoint mean = part.combination(corners, weights);
    ASSERT_EQ(fraction(mean), sum);

    // Extremes over ranges, of the caller's order and of another one.
    const Big3 u{random.in(-5, 5), random.in(-5, 5), random.in(-5, 5)};
    const auto along = [&](std::int32_t i) {
      const Rational3 p = exact(i);
      return Rational(Rational(Whole(u[0])) * p[0] + Rational(Whole(u[1])) * p[1] +
                      Rational(Whole(u[2])) * p[2]);
    };
    const std::vector<std::int32_t> turned{2, 0, 1}, as_given;
    for (const auto* order : {&turned, &as_given}) {
      for (std::int32_t begin = 0; begin < 3; ++begin) {
        for (std::int32_t end = begin + 1; end <= 3; ++end) {
          Rational least, greatest;
          for (std::int32_t i = begin; i < end; ++i) {
            const auto item = order->empty() ? i : (*order)[static_cast<std::size_t>(i)];
            for (const auto corner : triangles[static_cast<std::size_t>(item)]) {
              const Rational value = along(corner);
              const bool first =
                  i == begin && corner == triangles[static_cast<std::size_t>(item)][0];
              if (first || value < least) least = value;
              if (first || value > greatest) greatest = value;
            }
          }
          for (int twice = 0; twice < 2; ++twice) {
            const WorldNumber low = part.extreme(u, false, *order, begin, end),
                              high = part.extreme(u, true, *order, begin, end);
            ASSERT_EQ(fraction(low.value, low.over, low.exponent), least);
            ASSERT_EQ(fraction(high.value, high.over, high.exponent), greatest);
          }
        }
      }
    }

    // Back from the world.
    const Rational det = determinant(inner.rows) * determinant(outer.rows);
    if (det == 0) continue;
    ++invertible;
    negative += det < 0 ? 1 : 0;
    const int unit = part.chain().point_exponent;
    const LocalPoint local = part.to_local(mean);
    ASSERT_GT(local.over, 0);
    for (std::size_t k = 0; k < 3; ++k) {
      Rational expected = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        expected += Rational(Whole(weights[i])) *
                    Rational(points[static_cast<std::size_t>(corners[i])][k]) / all;
      }
      ASSERT_EQ(fraction(local.at[k], local.over, unit), expected);
    }
  }
  EXPECT_GT(invertible, suite::cases(30));
  EXPECT_GT(negative, suite::cases(6));
}

TEST(PosedPart, NumbersOfTheWorldAreCompared) {
  Random random(2);
  const auto draw = [&] {
    return Rational(Whole(random.in(-40, 40)), Whole(random.in(1, 6))) *
           power_of_two(random.in(0, 3) == 0 ? random.in(-90, 90) : 0);
  };
  int equal = 0, exact = 0;
  for (int run = 0; run < suite::cases(3000); ++run) {
    SCOPED_TRACE(run);
    Rational3 p{draw(), draw(), draw()}, q = p;
    if (random.chance(1, 5)) p = {};
    for (Rational& x : q) {
      if (random.chance(1, 3)) x = random.chance(1, 2) ? draw() : Rational(0);
    }
    const WorldPoint at_p = world_point(p, random.in(-200, 20)),
                     at_q = world_point(q, random.in(-200, 20));
    ASSERT_EQ(fraction(at_p), p);
    EXPECT_EQ(coincide(at_p, at_q), p == q);
    equal += p == q ? 1 : 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const WorldNumber d = difference({at_p.at[k], at_p.over, at_p.exponent},
                                       {at_q.at[k], at_q.over, at_q.exponent});
      ASSERT_EQ(fraction(d.value, d.over, d.exponent), p[k] - q[k]);
    }
    Rational square = 0;
    for (std::size_t k = 0; k < 3; ++k) square += (p[k] - q[k]) * (p[k] - q[k]);
    // A length at random, 0, or that of the one axis along which the points differ.
    std::vector<BigDyadic> lengths{{0, 0}, {random.in(1, 1000), random.in(-20, 5)}};
    for (std::size_t k = 0; k < 3; ++k) {
      const Rational size = abs(Rational(p[k] - q[k]));
      const Whole below = denominator(size);
      if ((below & (below - 1)) == 0)
        lengths.push_back({BigInt(Whole(numerator(size))), -static_cast<int>(msb(below))});
    }
    for (const BigDyadic& length : lengths) {
      const Rational side = fraction(length.mantissa, 1, length.exponent);
      const int expected = square.compare(Rational(side * side));
      exact += expected == 0 && square != 0 ? 1 : 0;
      EXPECT_EQ(compare_distance(at_p, at_q, length), expected < 0 ? -1 : expected > 0 ? 1 : 0);
    }
  }
  EXPECT_GT(equal, suite::cases(50));
  EXPECT_GT(exact, suite::cases(50));
}

using Cell = std::array<int, 3>;
/// What the lattice is mapped by, so that faces are not parallel to axes. Its determinant is positive.
using Shear = std::array<std::array<int, 3>, 3>;
constexpr std::array<Shear, 3> kShears{Shear{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                       Shear{{{1, 1, 0}, {0, 1, 1}, {1, 0, 1}}},
                                       Shear{{{2, -1, 1}, {1, 3, 0}, {-1, 1, 2}}}};

/// The outer faces of cells, each in two triangles over points of its own.
Mesh3 mesh_of(const std::set<Cell>& cells, const Shear& shear, Random& random, double unit,
              int turns) {
  std::vector<Vector3> points;
  std::vector<Triple> triangles;
  for (const Cell& cell : cells) {
    for (std::size_t k = 0; k < 3; ++k) {
      for (const int up : {0, 1}) {
        Cell next = cell;
        next[k] += up == 1 ? 1 : -1;
        if (cells.contains(next)) continue;
        const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
        std::array<std::int32_t, 4> corner{};
        for (std::size_t c = 0; c < 4; ++c) {
          Cell at = cell;
          at[k] += up;
          at[i] += c == 1 || c == 2 ? 1 : 0;
          at[j] += c >= 2 ? 1 : 0;
          corner[c] = static_cast<std::int32_t>(points.size());
          Vector3 x{};
          for (std::size_t r = 0; r < 3; ++r)
            x[r] = unit * (shear[r][0] * at[0] + shear[r][1] * at[1] + shear[r][2] * at[2]);
          points.push_back(x);
        }
        if ((up == 0) != (turns < 0)) std::swap(corner[1], corner[3]);
        const auto first = static_cast<std::size_t>(random.in(0, 1));
        for (int times = std::abs(turns); times > 0; --times) {
          triangles.push_back({corner[first], corner[first + 1], corner[first + 2]});
          triangles.push_back({corner[first], corner[first + 2], corner[(first + 3) % 4]});
        }
      }
    }
  }
  for (Triple& t : triangles) std::rotate(t.begin(), t.begin() + random.in(0, 2), t.end());
  return Mesh3::from_triangles(points, triangles, TakeAs::surface).value();
}

/// Returns how many of the cells that touch the point `at` / `step` are there, and how many touch it.
template <std::size_t D>
std::pair<int, int> cells_about(const std::array<int, D>& at, int step,
                                const std::set<std::array<int, D>>& cells) {
  int holding = 0, about = 0;
  for (int corner = 0; corner < 1 << D; ++corner) {
    std::array<int, D> cell{};
    bool is_new = true;
    for (std::size_t k = 0; k < D; ++k) {
      const int up = (corner >> k) & 1;
      const bool between = at[k] % step != 0;
      is_new = is_new && !(between && up == 1);
      cell[k] = (at[k] + step) / step - 1 - (!between && up == 1 ? 1 : 0);
    }
    if (!is_new) continue;
    ++about;
    holding += cells.contains(cell) ? 1 : 0;
  }
  return {holding, about};
}

/// Points whose coordinates are multiples of a half or a third lie in cells, on faces, edges and corners, and so do the
/// rays from them.
TEST(Winding, GoesRoundCells) {
  Random random(3);
  int inside = 0, on = 0;
  for (int run = 0; run < suite::cases(120); ++run) {
    SCOPED_TRACE(run);
    std::set<Cell> cells;
    for (int i = random.in(1, 14); i > 0; --i)
      cells.insert({random.in(0, 2), random.in(0, 2), random.in(0, 2)});
    const int turns = std::array{1, 1, 1, -1, 2}[static_cast<std::size_t>(random.in(0, 4))];
    const double unit = std::array{1.0, 0x1p-300, 0x1.8p40}[static_cast<std::size_t>(run % 3)];
    const Shear& shear = kShears[static_cast<std::size_t>(random.in(0, 2))];
    const Mesh3 mesh = mesh_of(cells, shear, random, unit, turns);
    Map map;
    for (std::size_t k = 0; k < 3; ++k) map.rows[k][k] = 1;
    while (run % 4 != 0) {
      map = draw_map(random);
      if (determinant(map.rows) != 0) break;
    }
    const PosedPart part(Part3{mesh, map.pose}, Pose3::identity());
    for (int i = 0; i < 60; ++i) {
      const int step = random.chance(1, 3) ? 3 : 2;
      Cell at{};
      for (int& x : at) x = random.in(-step, 4 * step);
      Rational3 x;
      for (std::size_t k = 0; k < 3; ++k) {
        const int sum = shear[k][0] * at[0] + shear[k][1] * at[1] + shear[k][2] * at[2];
        x[k] = Rational(Whole(sum), Whole(step)) * Rational(unit);
      }
      const auto [holding, about] = cells_about(at, step, cells);
      const Winding found = part.winding(world_point(map.of(x), random.in(-300, 0)));
      EXPECT_EQ(found.on_mesh, holding > 0 && holding < about);
      if (holding == 0 || holding == about) {
        EXPECT_EQ(found.number, holding == 0 ? 0 : turns);
      }
      inside += holding == about ? 1 : 0;
      on += holding > 0 && holding < about ? 1 : 0;
    }
  }
  EXPECT_GT(inside, suite::cases(30));
  EXPECT_GT(on, suite::cases(500));
}

/// A corner is on the mesh, however few triangles have it first, second or last. A point of an edge is on it too.
TEST(Winding, CornersAreOnTheMesh) {
  const std::vector<Vector3> points{{0, 0, 0}, {5, 1, 2}, {1, 6, 3}, {2, 3, 7}};
  const std::vector<Triple> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
  for (int mirror = 0; mirror < 8; ++mirror) {
    std::vector<Vector3> turned = points;
    for (Vector3& p : turned) {
      for (std::size_t k = 0; k < 3; ++k) p[k] = ((mirror >> k) & 1) != 0 ? -p[k] : p[k];
    }
    for (std::int32_t corner = 0; corner < 4; ++corner) {
      for (std::ptrdiff_t place = 0; place < 3; ++place) {
        std::vector<Triple> triangles = faces;
        for (Triple& t : triangles) {
          const auto found = std::find(t.begin(), t.end(), corner);
          if (found == t.end()) continue;
          std::rotate(t.begin(), found, t.end());
          std::rotate(t.begin(), t.end() - place, t.end());
        }
        const Mesh3 mesh = Mesh3::from_triangles(turned, triangles, TakeAs::surface).value();
        const PosedPart part(Part3{mesh}, Pose3::identity());
        const auto on_mesh = [&](const Vector3& p) {
          return part.winding(world_point(rational(p), -60)).on_mesh;
        };
        const Vector3& p = turned[static_cast<std::size_t>(corner)];
        EXPECT_TRUE(on_mesh(p)) << corner << ' ' << place;
        for (std::size_t k = 0; k < 3; ++k) {
          for (const double away : {-0x1p-50, 0x1p-50}) {
            Vector3 beside = p;
            beside[k] += away;
            EXPECT_FALSE(on_mesh(beside)) << "no face is parallel to an axis";
          }
        }
        for (const Vector3& q : turned) {
          EXPECT_TRUE(on_mesh({(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2}));
        }
      }
    }
  }
}

/// Cells of the plane as rings: one for each cell, whose common edges cancel, or all wound at once.
TEST(RingSide, OfCells) {
  Random random(4);
  int inside = 0, boundary = 0, outside = 0;
  for (int run = 0; run < suite::cases(300); ++run) {
    SCOPED_TRACE(run);
    std::set<std::array<int, 2>> cells;
    for (int i = random.in(1, 9); i > 0; --i) cells.insert({random.in(0, 3), random.in(0, 3)});
    const double unit = std::array{1.0, 0x1p-300, 0x1.8p40}[static_cast<std::size_t>(run % 3)];
    // The lattice is sheared along x, along y, or not.
    const int shear = random.in(0, 2);
    const auto at_x = [&](const auto& x, const auto& y) {
      return shear == 1 ? x + 2 * y : x + 0 * y;
    };
    const auto at_y = [&](const auto& x, const auto& y) { return shear == 2 ? y - x : y - 0 * x; };
    std::vector<std::vector<Vector2>> rings;
    for (const auto& [x, y] : cells) {
      std::vector<Vector2>& ring = rings.emplace_back();
      for (const auto& [u, v] : {std::array{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}})
        ring.push_back({unit * at_x(u, v), unit * at_y(u, v)});
      if (random.chance(1, 2)) std::reverse(ring.begin(), ring.end());
    }
    const Polygon2 polygon = Polygon2::from_rings(rings).value();
    const PosedPart part(Part2{polygon}, Pose2::translation({unit, -3 * unit}).value());
    const auto location = [&](const std::array<int, 2>& at, int step) {
      const auto [holding, about] = cells_about(at, step, cells);
      return holding == 0       ? Location::outside
             : holding == about ? Location::inside
                                : Location::boundary;
    };
    const auto world = [&](const std::array<int, 2>& at, int step) {
      const Rational x(Whole(at_x(at[0], at[1])), Whole(step)),
          y(Whole(at_y(at[0], at[1])), Whole(step));
      return world_point({(x + 1) * Rational(unit), (y - 3) * Rational(unit), 0},
                         random.in(-300, 0));
    };
    const auto local = [&](const std::array<int, 2>& at, int step) {
      return part.to_local(world(at, step));
    };
    for (int i = 0; i < 60; ++i) {
      const int step = random.chance(1, 3) ? 3 : 2;
      const std::array<int, 2> at{random.in(-step, 5 * step), random.in(-step, 5 * step)};
      const Location expected = location(at, step);
      EXPECT_EQ(locate_in_rings(part, local(at, step)), expected) << at[0] << ' ' << at[1];
      (expected == Location::inside     ? inside
       : expected == Location::boundary ? boundary
                                        : outside) += 1;
    }
    // A segment from a corner or a middle to another one: a step into each of its pieces, in order. Some piece is inside
    // exactly if it passes through a cell, which points at 120 places of it show.
    for (int i = 0; i < 10; ++i) {
      const std::array<int, 2> from{random.in(-2, 10), random.in(-2, 10)};
      std::array<int, 2> to{random.in(-2, 10), random.in(-2, 10)};
      if (random.chance(1, 3)) to[static_cast<std::size_t>(random.in(0, 1))] = from[0];
      const LocalPoint p = local(from, 2), q = local(to, 2);
      const std::vector<Step> steps = steps_between_edges(part, p, q);
      ASSERT_FALSE(steps.empty());
      std::set<Location> passed, sampled;
      for (std::size_t k = 0; k < steps.size(); ++k) {
        ASSERT_GT(steps[k].whole, 0);
        ASSERT_TRUE(from == to || (steps[k].part > 0 && steps[k].part < steps[k].whole));
        if (k > 0) {
          ASSERT_LT(steps[k - 1].part * steps[k].whole, steps[k].part * steps[k - 1].whole);
        }
        passed.insert(locate_in_rings(part, point_at(p, q, steps[k])));
      }
      // Crossings with lines of the lattice are at shares with denominators up to 24, as coordinates differ by at most 12
      // halves. Between two of them lies one with twice the product of both.
      std::set<Rational> stops{0, 1};
      for (std::size_t k = 0; k < 2; ++k) {
        for (int line = -1; line <= 5; ++line) {
          if (from[k] == to[k]) continue;
          const Rational share = Rational(2 * line - from[k]) / Rational(to[k] - from[k]);
          if (share > 0 && share < 1) stops.insert(share);
        }
      }
      for (auto next = std::next(stops.begin()); next != stops.end(); ++next) {
        const Rational share = (*next + *std::prev(next)) / 2;
        const Rational x = from[0] + share * (to[0] - from[0]),
                       y = from[1] + share * (to[1] - from[1]);
        const Whole over = denominator(x) * denominator(y);
        const int scale = static_cast<int>(over);
        sampled.insert(location({static_cast<int>(numerator(Rational(x * scale))),
                                 static_cast<int>(numerator(Rational(y * scale)))},
                                2 * scale));
      }
      EXPECT_EQ(passed, sampled);
      const bool any_inside = sampled.contains(Location::inside);
      EXPECT_EQ(step_inside(part, world(from, 2), world(to, 2)).has_value(), any_inside);
    }
  }
  EXPECT_GT(inside, suite::cases(500));
  EXPECT_GT(boundary, suite::cases(500));
  EXPECT_GT(outside, suite::cases(500));
}

/// Triangles that stand as often one way round as the other bound nothing.
TEST(PosedPart, WhatCancelsIsCounted) {
  Random random(5);
  int cancelled = 0;
  for (int run = 0; run < suite::cases(300); ++run) {
    std::vector<Vector3> points;
    for (int i = 0; i < 5; ++i)
      points.push_back({double(random.in(0, 1)), double(random.in(0, 1)), double(random.in(0, 1))});
    std::vector<Triple> triangles;
    for (int i = random.in(1, 6); i > 0; --i)
      triangles.push_back({random.in(0, 4), random.in(0, 4), random.in(0, 4)});
    const Mesh3 mesh = Mesh3::from_triangles(points, triangles, TakeAs::surface).value();
    const PosedPart part(Part3{mesh}, Pose3::identity());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto corner = [&](std::size_t of, std::size_t i) {
        return points[static_cast<std::size_t>(triangles[of][i])];
      };
      int net = 0;
      for (std::size_t other = 0; other < triangles.size(); ++other) {
        bool same = false, back = false;
        for (std::size_t by = 0; by < 3; ++by) {
          bool all_same = true, all_back = true;
          for (std::size_t i = 0; i < 3; ++i) {
            all_same = all_same && corner(other, (by + i) % 3) == corner(t, i);
            all_back = all_back && corner(other, (by + 3 - i) % 3) == corner(t, i);
          }
          same = same || all_same;
          back = back || all_back;
        }
        net += (same ? 1 : 0) - (back ? 1 : 0);
      }
      const Vector3 u = corner(t, 0), v = corner(t, 1), w = corner(t, 2);
      const bool flat = u == v || v == w || w == u;  // of the unit cube's corners
      EXPECT_EQ(part.is_flat(static_cast<std::int32_t>(t)), flat);
      if (flat) continue;
      EXPECT_EQ(part.is_cancelled(static_cast<std::int32_t>(t)), net == 0) << run << ' ' << t;
      cancelled += net == 0 ? 1 : 0;
    }
  }
  EXPECT_GT(cancelled, suite::cases(5));
}

/// Numbers, points and chains without a divisor or an exponent are whole, and a chain without poses moves nothing.
TEST(PosedPart, WhatIsLeftOutIsOneOrZero) {
  const WorldPoint point{{3, 4, 0}};
  EXPECT_TRUE(coincide(point, {{3, 4, 0}, 1, 0}));
  EXPECT_TRUE(coincide(point, {{12, 16, 0}, 2, -1}));
  EXPECT_FALSE(coincide(point, {{3, 4, 0}, 2, 0}));
  EXPECT_FALSE(coincide(point, {{3, 4, 0}, 1, 1}));
  EXPECT_EQ(compare_distance(point, {{0, 0, 0}}, {5, 0}), 0);

  const LocalPoint local{{1, 2, 3}};
  EXPECT_EQ(local.to({4, 4, 4}), (Big3{3, 2, 1}));
  const LocalPoint other{{5, -2, 0}};
  const LocalPoint end = point_at(local, other, Step{1});
  EXPECT_EQ(end.at, big_multiple(other.at, end.over));

  const WorldNumber three = difference(WorldNumber{5}, WorldNumber{2});
  EXPECT_GT(three.over, 0);
  EXPECT_EQ(BigInt(three.value << three.exponent), 3 * three.over);

  const ChainMap none;
  EXPECT_EQ(none.matrix, (std::array<BigInt, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1}));
  EXPECT_EQ(none.offset, Big3{});
  EXPECT_EQ(none.denominator, 1);
  EXPECT_EQ(none.exponent, 0);
  EXPECT_EQ(none.point_exponent, 0);
}

}  // namespace
}  // namespace sunder::detail::certificate
