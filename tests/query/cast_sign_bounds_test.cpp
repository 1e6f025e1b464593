// SPDX-License-Identifier: Apache-2.0
//
// Compares the errors of the signs of casts with their bounds, in rationals. These are products of edges
// of polygons, areas of projected triangles, and projected corners of boxes that move. Mantissas just
// above 1 lose most to a rounding. Each test comes within twice the bound, so that half of it would fail.
#include <cmath>

#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "query/cast/pierced_face.hpp"
#include "query/cast/planar_chain.hpp"
#include "suite/random.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail {
namespace {

using suite::Random;
using test::FloatMode;
using test::Rational;
using test::WorstRatio;

using RationalPoint = std::array<Rational, 2>;

/// A number of 53 bits just above a power of two, or any below 1/8.
double any_number(Random& random, bool large) {
  const double sign = random.in(0, 1) == 0 ? 1 : -1;
  return large ? sign * (1 + std::ldexp(random.unit(), -random.in(5, 20)))
               : sign * std::ldexp(random.unit(), -random.in(3, 12));
}
Vector2 any_vector(Random& random) {
  const bool first = random.in(0, 1) == 0;
  return {any_number(random, first), any_number(random, !first)};
}

Rational product(const RationalPoint& p, const RationalPoint& q) {
  return p[0] * q[1] - p[1] * q[0];
}
RationalPoint exactly(const Vector2& v) { return {Rational(v[0]), Rational(v[1])}; }

/// A triangle with an edge from about 0, and its pose.
struct PosedTriangle {
  Polytope2 triangle;
  Pose2 pose;

  explicit PosedTriangle(Random& random) : triangle(draw(random)), pose(draw_pose(random)) {}
  static Polytope2 draw(Random& random) {
    const Vector2 p = any_vector(random);
    const Vector2 tiny{any_number(random, false) / 8, any_number(random, false) / 8};
    return Polytope2::from_points({tiny, p, {-p[1], p[0]}}).value();
  }
  static Pose2 draw_pose(Random& random) {
    const bool turned = random.in(0, 3) == 0;
    std::array<double, 6> rows{};
    for (std::size_t l = 0; l < 2; ++l) {
      for (std::size_t k = 0; k < 2; ++k) rows[3 * l + k] = any_number(random, (l == k) != turned);
      rows[3 * l + 2] = any_number(random, false);
    }
    return Pose2::from_matrix(rows).value();
  }
  RationalPoint turn(const RationalPoint& x) const {
    RationalPoint y;
    for (int l = 0; l < 2; ++l) {
      y[static_cast<std::size_t>(l)] =
          Rational(pose.linear(l, 0)) * x[0] + Rational(pose.linear(l, 1)) * x[1];
    }
    return y;
  }
  RationalPoint vertex(std::int32_t kept) const {
    const HullBlock& hull = *make_body(Posed2{triangle, pose}).hull;
    return {Rational(hull.coordinate(kept, 0)), Rational(hull.coordinate(kept, 1))};
  }
};

TEST(CastSignBounds, ProductsOfEdgesOfPolygons) {
  Random random(901);
  WorstRatio edges("products of two edges of polygons");
  WorstRatio sides("sides of a polygon's vertices");
  for (int i = 0; i < 1500; ++i) {
    const PosedTriangle a(random), b(random);
    const Vector2 from = any_vector(random), to = any_vector(random);
    const RationalPoint d{Rational(from[0]) - Rational(to[0]), Rational(from[1]) - Rational(to[1])};
    for (const FloatMode& mode : test::float_modes()) {
      if (mode.subnormals != oracle::Subnormals::kept) continue;
      const auto in_this = [&](const auto& f) { return test::in_mode(mode, f); };
      const PlanarChain of_a(make_body(Posed2{a.triangle, a.pose}), -1);
      const PlanarChain of_b(make_body(Posed2{b.triangle, b.pose}), 1);
      if (!of_a.usable() || !of_b.usable()) break;
      for (std::int32_t j = 0; j < 3; ++j) {
        const std::int32_t k = of_a.next(j, 1);
        const std::int32_t m = of_b.next(j, 1);
        double size_a = 0, size_b = 0;
        const double found = in_this([&] {
          const Vector2 p = of_a.edge(j, k, size_a);
          return planar_product(p, of_b.edge(j, m, size_b));
        });
        const auto edge = [&](const PosedTriangle& of, const PlanarChain& chain,
                              std::int32_t next) {
          const RationalPoint p = of.vertex(chain.vertex(j));
          const RationalPoint q = of.vertex(chain.vertex(next));
          return of.turn({q[0] - p[0], q[1] - p[1]});
        };
        // The chain of a is that of -K_A.
        const Rational exact = -product(edge(a, of_a, k), edge(b, of_b, m));
        edges.see(Rational(found) - exact, Rational(planar_error(size_a * size_b)), mode.name);

        const Vector2 offset{b.pose.offset(0) - a.pose.offset(0),
                             b.pose.offset(1) - a.pose.offset(1)};
        double reach = planar_size(offset);
        for (const PosedTriangle* const of : {&a, &b}) {
          const Body<2> body = make_body(Posed2{of->triangle, of->pose});
          reach +=
              greatest_singular_value(*body.pose) * (body.hull->max_abs[0] + body.hull->max_abs[1]);
        }
        reach *= kRoundUp;
        const Vector2 rounded = in_this([&] { return Vector2{from[0] - to[0], from[1] - to[1]}; });
        const double side = in_this([&] {
          const Vector2 between{b.pose.offset(0) - a.pose.offset(0),
                                b.pose.offset(1) - a.pose.offset(1)};
          return planar_product(rounded, planar_point(of_a.point(j), of_b.point(j), between));
        });
        const RationalPoint p = a.turn(a.vertex(of_a.vertex(j)));
        const RationalPoint q = b.turn(b.vertex(of_b.vertex(j)));
        RationalPoint at;
        for (std::size_t l = 0; l < 2; ++l) {
          const int row = static_cast<int>(l);
          at[l] = q[l] - p[l] + Rational(b.pose.offset(row)) - Rational(a.pose.offset(row));
        }
        sides.see(Rational(side) - product(d, at),
                  Rational(planar_error(planar_size(rounded) * reach)), mode.name);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(edges.ratio(), 0.5) << "far from tight: is the test asking anything?";
  EXPECT_GT(sides.ratio(), 0.15);
}

/// Every point is off by the error of its coordinates, in the direction that hurts most.
TEST(CastSignBounds, AreasOfProjectedTriangles) {
  Random random(902);
  WorstRatio ratio("areas of projected triangles");
  for (int i = 0; i < 700; ++i) {
    const double error = std::ldexp(1 + random.unit(), -50);
    const int away = random.in(-4, 40);
    std::array<ProjectedPoint, 3> p{};
    for (ProjectedPoint& x : p) {
      x.x = std::ldexp(random.unit() - 0.5, away - 50);
      x.y = std::ldexp(random.unit() - 0.5, away - 50);
    }
    // The true points are corners of squares about the computed ones.
    for (unsigned corners = 0; corners < 64; ++corners) {
      std::array<RationalPoint, 3> exact;
      for (std::size_t k = 0; k < 3; ++k) {
        exact[k] = exactly({p[k].x, p[k].y});
        exact[k][0] += Rational((corners >> (2 * k) & 1U) != 0 ? error : -error);
        exact[k][1] += Rational((corners >> (2 * k + 1) & 1U) != 0 ? error : -error);
      }
      const Rational area =
          product(exact[0], exact[1]) + product(exact[1], exact[2]) + product(exact[2], exact[0]);
      const double found = (side_of(p[0], p[1]) + side_of(p[1], p[2])) + side_of(p[2], p[0]);
      const double size = (size_of(p[0]) + size_of(p[1])) + size_of(p[2]);
      ratio.see(Rational(found) - area, Rational(kAreaErrors * side_error(size, error)), "any");
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ratio.ratio(), 0.6) << "far from tight: is the test asking anything?";
}

TEST(CastSignBounds, CornersOfMovingBoxes) {
  Random random(903);
  WorstRatio ratio("projected corners of moving boxes");
  constexpr double kHalf = 0.70710678118654752;
  for (int i = 0; i < 4000; ++i) {
    // Two large entries of the velocity, and a corner along the image of one axis.
    Vector3 from, to, corner, other;
    for (std::size_t l = 0; l < 3; ++l) {
      // The direction's entries are just below 1, so that its projections are as large as can be.
      const double sign = random.in(0, 1) == 0 ? 1 : -1;
      from[l] = l != 2 ? sign * (2 - std::ldexp(1 + random.unit(), -5)) : any_number(random, false);
      to[l] = any_number(random, false) / 16;
      const bool long_axis = l == 0;
      corner[l] = any_number(random, long_axis);
      other[l] = std::ldexp(any_number(random, false), long_axis ? 0 : -6);
      if (!long_axis) corner[l] /= 64;
    }
    // A turn of 45 degrees about z; its doubles are what is meant.
    const double s = random.in(0, 1) == 0 ? kHalf : -kHalf;
    const std::array<double, 9> r{kHalf, -s, 0, s, kHalf, 0, 0, 0, 1};
    double reach = 0;
    for (std::size_t l = 0; l < 3; ++l) reach += std::fabs(corner[l]) + std::fabs(other[l]);
    for (const FloatMode& mode : test::float_modes()) {
      if (mode.subnormals != oracle::Subnormals::kept) continue;
      Vector3 d{}, rounded{};
      test::in_mode(mode, [&] {
        for (std::size_t l = 0; l < 3; ++l) {
          d[l] = (from[l] - to[l]) / 2;
          rounded[l] = corner[l] - other[l];
        }
        return 0;
      });
      const LineProjection projection(d);
      std::array<Rational, 3> exact_d, off_d, x, y;
      for (std::size_t l = 0; l < 3; ++l) {
        off_d[l] = Rational(d[l]);
        exact_d[l] = (Rational(from[l]) - Rational(to[l])) / 2;
      }
      for (std::size_t l = 0; l < 3; ++l) {
        for (std::size_t k = 0; k < 3; ++k) {
          x[l] += Rational(r[3 * l + k]) * Rational(rounded[k]);
          y[l] += Rational(r[3 * l + k]) * (Rational(corner[k]) - Rational(other[k]));
        }
      }
      // The entry d_j e_k - d_k e_j of the projection, for both k.
      const Vector3 u = projection.direction(1, 0), v = projection.direction(0, 1);
      for (const Vector3& e : {u, v}) {
        std::size_t j = 0;
        for (std::size_t l = 1; l < 3; ++l) j = std::fabs(d[l]) > std::fabs(d[j]) ? l : j;
        std::size_t k = j;
        for (std::size_t l = 0; l < 3; ++l) k = e[l] == d[j] && l != j ? l : k;
        if (k == j) continue;
        const Rational found = off_d[j] * x[k] - off_d[k] * x[j];
        const Rational exact = exact_d[j] * y[k] - exact_d[k] * y[j];
        ratio.see(found - exact, Rational(kDifferenceUnits * kUnit * reach), mode.name);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(ratio.ratio(), 0.5) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail
