// SPDX-License-Identifier: Apache-2.0
//
// Measures the errors behind the list of candidates of small hulls, relative to their bounds,
// against rationals. The bounds are those of docs/bounds/small_hulls.md, small_cofactors.hpp and
// small_pair.cpp. All instruction sets run in every rounding mode, with and without flushing.
#include <algorithm>

#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"
#include "lanes/every_target.hpp"
#include "narrow/random_small_hulls.hpp"
#include "narrow/sat/small_cofactors.hpp"
#include "narrow/sat/small_hulls.hpp"
#include "narrow/sat/trial.hpp"

namespace sunder::detail::sat {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::SmallHullPair;
using test::WorstRatio;

TEST(SmallPairBounds, CofactorsAndDeterminants) {
  RandomSpecs random(321);
  WorstRatio entries("cofactors");
  WorstRatio determinants("determinant of a matrix from its cofactors");
  const int cases = 150 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    BodySpec spec = test::random_small_hull(random, 1);
    if (!spec.wxyz && random.chance(3)) {
      for (double& entry : spec.linear) entry = random.spread(60);
    }
    const Point r = test::exact_linear(spec);
    const test::Made<3> made = test::make<3>(spec);
    const bool turned = made.pose.is_quaternion();
    for (const FloatMode& mode : test::float_modes()) {
      const Cofactors found = test::in_mode(mode, [&] { return cofactors_of(made.pose); });
      for (std::size_t l = 0; l < 3; ++l) {
        const Point exact = test::cross(test::row_of(r, (l + 1) % 3), test::row_of(r, (l + 2) % 3));
        for (std::size_t k = 0; k < 3; ++k) {
          entries.see(Rational(found.entry[3 * l + k]) - exact[k], Rational(found.error),
                      mode.name);
        }
      }
      if (turned) continue;
      const Determinant det = test::in_mode(mode, [&] { return determinant_of(made.pose, found); });
      const Rational exact = test::exact_determinant(r);
      determinants.see(Rational(det.value) - exact, Rational(det.error), mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(determinants.seen(), cases * 4);
  EXPECT_GT(entries.ratio(), 0.05) << "far from tight: is the test asking anything?";
  EXPECT_GT(determinants.ratio(), 0.02);
}

/// The inputs of the list, and the list.
struct Listed {
  bool known = false;
  SmallPair pair;
  TurnedHull a, b;
  Candidates list;
};

void make_list(const FilteredPair<3>& filtered, Listed& found) {
  found.known = set_pair(filtered, found.pair);
  found.list.count = 0;
  if (found.known) list_candidates(found.pair, found.a, found.b, found.list);
}

/// Calls `see` with the list of each mode and each instruction set.
template <class See>
void on_every_list(const SmallHullPair& hulls, const See& see) {
  const Pair<3> pair = hulls.pair();
  if (!are_small(pair)) return;
  for (const FloatMode& mode : test::float_modes()) {
    on_every_target([&] {
      const FilteredPair<3> filtered = test::in_mode(mode, [&] { return FilteredPair<3>(pair); });
      Listed found;
      test::in_mode(mode, [&] {
        make_list(filtered, found);
        return 0;
      });
      if (found.known) see(found, mode);
    });
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// E
double size_of(const Listed& found, std::size_t count_a, std::size_t count_b) {
  float most = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    for (std::size_t i = 0; i < count_a; ++i) most = std::max(most, std::fabs(found.a.near[l][i]));
    for (std::size_t i = 0; i < count_b; ++i) most = std::max(most, std::fabs(found.b.near[l][i]));
  }
  return static_cast<double>(most);
}
double size_of(const Listed& found, const SmallHullPair& hulls) {
  return size_of(found, hulls.of_a.size(), hulls.of_b.size());
}

class PointsOfHulls {
 public:
  /// Components of points of C, and of points as floats relative to a's first.
  void see(const SmallHullPair& hulls, const Listed& found, const char* mode) {
    const FilteredPair<3>& filtered = *found.pair.filtered;
    const Rational near_error = Rational(0x1p-23) * Rational(size_of(found, hulls)) +
                                2 * Rational(found.pair.point_error) + Rational(0x1p-120);
    for (std::size_t l = 0; l < 3; ++l) {
      const Rational& origin = hulls.of_a[0][l];
      for (std::size_t i = 0; i < hulls.of_a.size(); ++i) {
        see_near(found.a.near[l][i], hulls.of_a[i][l] - origin, near_error, mode);
      }
      for (std::size_t j = 0; j < hulls.of_b.size(); ++j) {
        see_near(found.b.near[l][j], hulls.of_b[j][l] - origin, near_error, mode);
        const double c = test_component(found, l, j);
        points_.see(Rational(c) - (origin - hulls.of_b[j][l]),
                    Rational(filtered.error(static_cast<int>(l))), mode);
      }
    }
  }
  void expect_asked() const {
    EXPECT_GT(points_.ratio(), 0.02) << "far from tight: is the test asking anything?";
    EXPECT_GT(near_.ratio(), 0.1);
  }

 private:
  /// The component as small_depth.cpp computes it.
  static double test_component(const Listed& found, std::size_t l, std::size_t j) {
    return (found.a.point[l][0] - found.b.point[l][j]) - found.pair.filtered->offset()[l];
  }
  void see_near(float found, const Rational& exact, const Rational& error, const char* mode) {
    near_.see(Rational(found) - exact, error, mode);
  }

  WorstRatio points_{"component of a point of C"};
  WorstRatio near_{"points of small hulls as floats"};
};

TEST(SmallPairBounds, Points) {
  RandomSpecs random(322);
  PointsOfHulls points;
  for (int i = 0; i < 15 * test::long_run(); ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    on_every_list(hulls, [&](const Listed& found, const FloatMode& mode) {
      const test::FloatEnvironment environment(test::float_modes()[0]);
      points.see(hulls, found, mode.name);
    });
    if (HasFatalFailure()) return;
  }
  points.expect_asked();
}

/// The exact faces of one body.
struct ExactFaces {
  Points normal;                 ///< unit vectors
  std::vector<Rational> height;  ///< of C along it, or along minus it for b's

  ExactFaces(const BodySpec& spec, const Points& own, const Points& other, const SmallHull& hull) {
    for (std::size_t i = 0; i < hull.face_count; ++i) {
      normal.push_back(test::unit_vector(test::exact_face_normal(spec, own, hull, i)));
      height.emplace_back(-test::exact_gap(own, other, normal[i]));
    }
  }
};

struct ExactFacesOfPair {
  ExactFaces a, b;
  explicit ExactFacesOfPair(const SmallHullPair& hulls)
      : a(hulls.spec_a, hulls.of_a, hulls.of_b, *hulls.pair().a.hull->small),
        b(hulls.spec_b, hulls.of_b, hulls.of_a, *hulls.pair().b.hull->small) {}
};

/// The error of a height in floats, from delta, E and P; and the allowance for its own roundings.
Rational height_error(float off, double size, double point_error) {
  const Rational of_normal = (Rational(off) - Rational(0x1p-20)) * 15 / 4;
  return ((of_normal + Rational(0x1p-16)) * Rational(size) + 8 * Rational(point_error) +
          Rational(0x1p-110)) *
         (1 + Rational(0x1p-18));
}

class FacesOfHulls {
 public:
  void see(const SmallHullPair& hulls, const ExactFacesOfPair& exact, const Listed& found,
           const char* mode) {
    see_normals(exact.a, found.pair.turning_a, found.a, mode);
    see_normals(exact.b, found.pair.turning_b, found.b, mode);
    const double size = size_of(found, hulls);
    for (std::size_t i = 0; i < found.list.count; ++i) {
      const Candidate& item = found.list.items[i];
      if (item.built == Candidate::Of::edges) continue;
      const bool of_a = item.built == Candidate::Of::face_of_a;
      see_height(of_a ? exact.a : exact.b, of_a ? found.a : found.b, item, size,
                 found.pair.point_error, mode);
    }
  }
  void expect_asked() const {
    EXPECT_GT(lengths_.ratio(), 0.02) << "far from tight: is the test asking anything?";
    EXPECT_GT(isometries_.ratio(), 0.02);
    EXPECT_GT(heights_.ratio(), 0.002);
  }

 private:
  /// x / |x| - y / |y|| <= delta; for an isometry each entry is within eta.
  void see_normals(const ExactFaces& exact, const Turning& turning, const TurnedHull& hull,
                   const char* mode) {
    for (std::size_t i = 0; i < exact.normal.size(); ++i) {
      Rational squared = 0;
      for (std::size_t l = 0; l < 3; ++l) {
        const Rational off = Rational(hull.normal[l][i]) - exact.normal[i][l];
        squared += off * off;
        if (turning.keeps_lengths) isometries_.see(off, Rational(turning.normal_error), mode);
      }
      lengths_.see(test::root_above(squared), Rational(hull.off[i]), mode);
    }
  }

  /// The subtracted allowance of a height is its error.
  void see_height(const ExactFaces& exact, const TurnedHull& hull, const Candidate& item,
                  double size, double point_error, const char* mode) {
    const Rational error = height_error(hull.off[item.e], size, point_error);
    heights_.see(exact.height[item.e] - Rational(item.lower) - error, error, mode);
  }

  WorstRatio lengths_{"unit normals of small hulls"};
  WorstRatio isometries_{"entries of normals under an isometry"};
  WorstRatio heights_{"heights of faces in floats"};
};

TEST(SmallPairBounds, Faces) {
  RandomSpecs random(323);
  FacesOfHulls faces;
  for (int i = 0; i < 12 * test::long_run(); ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    if (!are_small(hulls.pair())) continue;
    const ExactFacesOfPair exact(hulls);
    on_every_list(hulls, [&](const Listed& found, const FloatMode& mode) {
      faces.see(hulls, exact, found, mode.name);
    });
    if (HasFatalFailure()) return;
  }
  faces.expect_asked();
}

/// The power of two that scaled a float.
Rational scale_of(float scaled, double from) {
  return Rational(std::ldexp(1.0, std::ilogb(static_cast<double>(scaled) / from * 1.4)));
}
Rational scale_of(const Turning& turning) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < 9; ++i) {
    if (std::fabs(turning.linear[i]) > std::fabs(turning.linear[most])) most = i;
  }
  return scale_of(turning.shrunk[most], turning.linear[most]);
}

/// An edge in the world, scaled as its floats are.
Point scaled_edge(const BodySpec& spec, const Points& points, const SmallHull& hull,
                  const Turning& turning, std::size_t e) {
  const std::size_t from = hull.ends[0][e];
  const std::size_t to = hull.ends[1][e];
  Point edge = test::minus(points[to], points[from]);
  std::size_t most = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (std::fabs(hull.way[k][e]) > std::fabs(hull.way[most][e])) most = k;
  }
  const double d = spec.vertices[to][most] - spec.vertices[from][most];
  const Rational scale = scale_of(hull.way[most][e], d) * scale_of(turning);
  for (Rational& entry : edge) entry *= scale;
  return edge;
}

class PairsOfEdges {
 public:
  void see(const SmallHullPair& hulls, const Listed& found, const char* mode) {
    const double size = size_of(found, hulls);
    for (std::size_t i = 0; i < found.list.count; ++i) {
      const Candidate& item = found.list.items[i];
      if (item.built == Candidate::Of::edges && item.lower > 0) see(hulls, found, item, size, mode);
    }
  }
  const WorstRatio& heights() const { return heights_; }

 private:
  /// No pair's height is overestimated; measures the underestimate relative to the allowance.
  void see(const SmallHullPair& hulls, const Listed& found, const Candidate& item, double size,
           const char* mode) {
    const SmallHull& a = *found.pair.a;
    const SmallHull& b = *found.pair.b;
    const Point e = scaled_edge(hulls.spec_a, hulls.of_a, a, found.pair.turning_a, item.e);
    const Point f = scaled_edge(hulls.spec_b, hulls.of_b, b, found.pair.turning_b, item.f);
    const Point n = test::cross(e, f);
    const Rational length = test::root_above(test::dot(n, n));
    const Point c = test::minus(hulls.of_a[a.ends[0][item.e]], hulls.of_b[b.ends[0][item.f]]);
    const Rational height = Rational(static_cast<int>(item.sign)) * test::dot(n, c) / length;
    const double share = 64 * (found.pair.turning_a.share + found.pair.turning_b.share) + 0x1p-14;
    const Rational error = (24 * Rational(found.pair.point_error) + Rational(size * share)) *
                           Rational(a.way_size[item.e]) * Rational(b.way_size[item.f]) / length;
    heights_.see_above(Rational(item.lower) + error - height, error, mode);
  }

  WorstRatio heights_{"heights of pairs of edges in floats"};
};

TEST(SmallPairBounds, PairsOfEdges) {
  RandomSpecs random(324);
  PairsOfEdges edges;
  const int cases = 40 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    on_every_list(hulls, [&](const Listed& found, const FloatMode& mode) {
      edges.see(hulls, found, mode.name);
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(edges.heights().seen(), cases * 8);
  EXPECT_GT(edges.heights().ratio(), 0.0003) << "far from tight: is the test asking anything?";
}

/// All edges of a body as scaled for floats, and its faces' normals as in gauss_map.hpp.
struct ExactSides {
  Points edges, normals;

  ExactSides(const BodySpec& spec, const Points& points, const SmallHull& hull,
             const Turning& turning) {
    for (std::size_t e = 0; e < hull.edge_count; ++e) {
      edges.push_back(scaled_edge(spec, points, hull, turning, e));
    }
    for (std::size_t i = 0; i < hull.face_count; ++i) {
      const Point n = test::exact_face_normal(spec, points, hull, i);
      normals.push_back(test::unit_vector(turning.outward < 0 ? test::negated(n) : n));
    }
  }
};

/// Every edge times every normal, rounded().
std::vector<Point> products_of(const Points& edges, const Points& normals) {
  std::vector<Point> products;
  for (const Point& e : edges) {
    Point& row = products.emplace_back();
    for (const Point& n : normals) row.push_back(test::rounded(test::dot(e, n)));
  }
  return products;
}

struct ExactSidesOfPair {
  std::vector<Point> of_a, of_b;  ///< by the edges of a, of b
  std::vector<Point> clear;       ///< of each face of a from each point of b

  ExactSidesOfPair(const SmallHullPair& hulls, const SmallPair& pair) {
    const ExactSides a(hulls.spec_a, hulls.of_a, *pair.a, pair.turning_a);
    const ExactSides b(hulls.spec_b, hulls.of_b, *pair.b, pair.turning_b);
    of_a = products_of(a.edges, b.normals);
    of_b = products_of(b.edges, a.normals);
    for (const Point& normal : a.normals) {
      const Point outward = pair.turning_a.outward < 0 ? test::negated(normal) : normal;
      Point& row = clear.emplace_back();
      for (const Point& y : hulls.of_b) {
        row.push_back(test::rounded(-test::exact_gap(hulls.of_a, {y}, outward)));
      }
    }
  }
};

class SidesOfHulls {
 public:
  void see(const ExactSidesOfPair& exact, const Listed& found, const MeasuredSides& measured,
           double size, const char* mode) {
    for (const MeasuredSide& at : measured.sides) {
      const Rational& side = (at.edge_of_a ? exact.of_a : exact.of_b)[at.edge][at.face];
      sides_.see(Rational(at.side) - side, Rational(at.margin), mode);
    }
    for (const MeasuredClearance& at : measured.clearances) {
      const Rational error = height_error(found.a.off[at.face], size, found.pair.point_error);
      clearances_.see(exact.clear[at.face][at.point] - Rational(at.clear) - error, error, mode);
    }
  }
  void expect_asked() const {
    EXPECT_GT(sides_.ratio(), 0.005) << "far from tight: is the test asking anything?";
    EXPECT_GT(clearances_.ratio(), 0.002);
  }

 private:
  WorstRatio sides_{"edges times normals in floats"};
  WorstRatio clearances_{"clearances of faces in floats"};
};

TEST(SmallPairBounds, SidesAndClearances) {
  RandomSpecs random(326);
  SidesOfHulls sides;
  for (int i = 0; i < 3 * test::long_run(); ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    const Pair<3> pair = hulls.pair();
    SmallPair placed;
    if (!are_small(pair) || !set_pair(FilteredPair<3>(pair), placed)) continue;
    const ExactSidesOfPair exact(hulls, placed);
    on_every_list(hulls, [&](const Listed& found, const FloatMode& mode) {
      const double size = size_of(found, hulls);
      const MeasuredSides measured = test::in_mode(mode, [&] {
        return measure_sides(found.pair, found.a, found.b, static_cast<float>(size));
      });
      sides.see(exact, found, measured, size, mode.name);
    });
    if (HasFatalFailure()) return;
  }
  sides.expect_asked();
}

// gap_error per coordinate: the largest u . c over C with the rotated points.
TEST(SmallPairBounds, HeightsOfDifferences) {
  RandomSpecs random(325);
  WorstRatio heights("height of a difference of small hulls");
  const int cases = 60 * test::long_run();
  for (int i = 0; i < cases; ++i) {
    const SmallHullPair hulls = test::random_small_hulls(random);
    const Doubles v = random.direction(3);
    const int length = random.chance(2) ? random.in(-100, 100) : 0;
    Vector3 u{};
    for (std::size_t l = 0; l < 3; ++l) u[l] = std::ldexp(v[l], length);
    const Rational exact = -test::exact_gap(hulls.of_a, hulls.of_b, test::exact(u.data(), 3));
    on_every_list(hulls, [&](const Listed& found, const FloatMode& mode) {
      const DirectionalGap gap = test::in_mode(
          mode, [&] { return height_of_difference(found.pair, found.a, found.b, u); });
      heights.see(Rational(gap.value) - exact, Rational(gap.error), mode.name);
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(heights.seen(), cases * 8);
  EXPECT_GT(heights.ratio(), 0.02) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail::sat
