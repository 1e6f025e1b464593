// SPDX-License-Identifier: Apache-2.0
//
// Lemma 3, in both forms, when it only just proves: the share of their errors by which the points
// must move before the proof becomes wrong. In a simplex that holds 0, the facet opposite to point
// i reaches 0 when its points move by delta with n . delta = lambda_i. Here lambda are the exact
// weights and n their gradient. The errors E suffice for that if sum |n_l| E_l >= lambda_i. For
// more points, the ratio is M^-1 (r; 0) of moved points over the least weight. Every proof in every
// rounding mode, flushing or not, must leave both below 1.
#include <cmath>

#include "filter/linear_system.hpp"
#include "filter/random_specs.hpp"
#include "filter/weighted_interior.hpp"
#include "filter/worst_ratio.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::Doubles;
using test::FloatMode;
using test::Point;
using test::Points;
using test::RandomSpecs;
using test::Rational;
using test::WorstRatio;

/// The inverse of the points as columns, over a row of ones; empty if there is none.
Points exact_inverse(const Points& points) {
  const std::size_t n = points.size();
  Points rows(n, Point(2 * n));
  for (std::size_t c = 0; c < n; ++c) {
    for (std::size_t l = 0; l + 1 < n; ++l) rows[l][c] = points[c][l];
    rows[n - 1][c] = 1;
    rows[c][n + c] = 1;
  }
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && rows[pivot][k] == 0) ++pivot;
    if (pivot == n) return {};
    std::swap(rows[k], rows[pivot]);
    const Rational scale = 1 / rows[k][k];
    for (Rational& entry : rows[k]) entry *= scale;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == k || rows[r][k] == 0) continue;
      const Rational factor = rows[r][k];
      for (std::size_t c = k; c < 2 * n; ++c) rows[r][c] -= factor * rows[k][c];
    }
  }
  for (Point& row : rows) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return rows;
}

/// A simplex about 0 with errors of its points, and the translation that brings a facet to 0.
struct Simplex {
  std::vector<Doubles> points;
  Doubles errors;
  Doubles way;

  std::vector<Doubles> at(double share) const {
    std::vector<Doubles> moved = points;
    for (Doubles& point : moved) {
      for (std::size_t l = 0; l < way.size(); ++l) point[l] += share * way[l];
    }
    return moved;
  }
};

Simplex draw(RandomSpecs& random, std::size_t d) {
  Simplex simplex{std::vector<Doubles>(d + 1, Doubles(d)), Doubles(d), Doubles(d)};
  const int scale = random.chance(3) ? random.in(-250, 250) : 0;
  const int spread = random.chance(2) ? 20 : 0;
  for (std::size_t l = 0; l < d; ++l) {
    const int size = scale + random.in(-spread, spread);
    double mean = 0;
    for (Doubles& point : simplex.points) {
      point[l] = random.signed_unit();
      mean += point[l] / static_cast<double>(d + 1);
    }
    for (Doubles& point : simplex.points) point[l] = std::ldexp(point[l] - mean, size);
    const bool rough = random.chance(2);
    simplex.errors[l] = std::ldexp(1.0, size - (rough ? random.in(8, 30) : random.in(46, 52)));
  }
  // From the middle of all beyond a mean of some.
  for (std::size_t l = 0; l < d; ++l) {
    for (std::size_t k = 1; k <= d; ++k) simplex.way[l] -= simplex.points[k][l];
  }
  return simplex;
}

Doubles packed(const std::vector<Doubles>& points) {
  Doubles all;
  for (const Doubles& point : points) all.insert(all.end(), point.begin(), point.end());
  return all;
}

/// The largest share of the translation at which `proves` returns true, to about a rounding.
template <class Proves>
double farthest(const Proves& proves) {
  if (!proves(0.0)) return -1;
  double yes = 0;
  double no = 1;
  for (int step = 0; step < 52; ++step) {
    const double middle = yes + (no - yes) / 2;
    (proves(middle) ? yes : no) = middle;
  }
  return yes;
}

/// The inverse of the share of their errors by which the points may move before 0 is on a facet.
Rational share_of_errors(const std::vector<Doubles>& points, const Doubles& errors) {
  Points exact;
  for (const Doubles& point : points) exact.push_back(test::exact(point.data(), point.size()));
  const Points inverse = exact_inverse(exact);
  if (inverse.empty()) return 1000;
  Rational worst = 0;
  for (const Point& row : inverse) {
    Rational moved = 0;
    for (std::size_t l = 0; l < errors.size(); ++l) moved += abs(row[l]) * Rational(errors[l]);
    if (row.back() <= 0) return 1000;
    worst = std::max(worst, Rational(moved / row.back()));
  }
  return worst;
}

void check_simplices(std::size_t d, int cases) {
  RandomSpecs random(200 + d);
  const std::string name = "simplex in " + std::to_string(d) + "-D";
  WorstRatio worst(name.c_str());
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const Simplex simplex = draw(random, d);
    for (const FloatMode& mode : test::float_modes()) {
      const double share = farthest([&](double at) {
        const Doubles points = packed(simplex.at(at));
        return test::in_mode(mode, [&] { return proves_interior(points, simplex.errors); });
      });
      if (share < 0) continue;
      worst.see(share_of_errors(simplex.at(share), simplex.errors), 1, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(worst.seen(), cases * 2);
  EXPECT_GT(worst.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

TEST(WorstInterior, SimplexIn2D) { check_simplices(2, 40); }
TEST(WorstInterior, SimplexIn3D) { check_simplices(3, 25); }
TEST(WorstInterior, SimplexIn5D) { check_simplices(5, 8); }
TEST(WorstInterior, SimplexIn8D) { check_simplices(8, 2); }

/// Points, and weights that nearly combine them to 0; the first d + 1 span.
struct Cloud {
  std::vector<Doubles> points;
  Doubles weights;
  Doubles errors;
  std::vector<Doubles> inverse;  ///< columns, rounded and slightly wrong
};

struct Columns {
  Columns(std::size_t columns, std::size_t rows)
      : count(columns), stride(dense_stride(rows)), entries(count * stride) {}
  DenseColumns view() { return {entries.data(), count, stride}; }
  void set(std::size_t k, const Doubles& column, double last) {
    std::copy(column.begin(), column.end(), entries.data() + k * stride);
    entries.data()[k * stride + column.size()] = last;
  }
  std::size_t count, stride;
  AlignedBuffer entries;
};

/// `share`: the error of the first weight.
bool proves(const Cloud& cloud, double share, double* least) {
  const std::size_t d = cloud.errors.size();
  Columns spanning(d + 1, d + 1);
  Columns inverse(d + 1, d + 1);
  Columns further(cloud.points.size() - d - 1, d + 1);
  for (std::size_t k = 0; k <= d; ++k) {
    spanning.set(k, cloud.points[k], 1);
    const Doubles& column = cloud.inverse[k];
    inverse.set(k, Doubles(column.begin(), column.end() - 1), column.back());
  }
  for (std::size_t k = 0; k < further.count; ++k) further.set(k, cloud.points[d + 1 + k], 1);
  WeightedInterior interior(d);
  std::copy(cloud.errors.begin(), cloud.errors.end(), interior.errors());
  if (!interior.invert(spanning.view(), inverse.view())) return false;
  Doubles weights = cloud.weights;
  weights[0] *= 1 + share;
  interior.clear();
  interior.add(spanning.view(), weights.data());
  interior.add(further.view(), weights.data() + d + 1);
  *least = *std::min_element(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(d + 1));
  return interior.holds(*least);
}

Cloud draw_cloud(RandomSpecs& random, std::size_t d) {
  const Simplex simplex = draw(random, d);
  Cloud cloud{simplex.points, Doubles(d + 1), simplex.errors, {}};
  for (double& weight : cloud.weights) weight = 0.5 + std::fabs(random.signed_unit());
  // Points that balance the sum of the others, in two parts.
  Doubles balance(d);
  for (std::size_t k = 0; k <= d; ++k) {
    for (std::size_t l = 0; l < d; ++l) balance[l] -= cloud.weights[k] * cloud.points[k][l];
  }
  for (const double weight : {0.25, 0.75}) {
    Doubles point = balance;
    for (double& entry : point) entry *= 0.5 / weight;
    cloud.points.push_back(point);
    cloud.weights.push_back(weight);
  }
  Points exact;
  for (std::size_t k = 0; k <= d; ++k) exact.push_back(test::exact(cloud.points[k].data(), d));
  const Points inverse = exact_inverse(exact);
  if (inverse.empty()) return cloud;
  const bool wrong = random.chance(2);
  for (std::size_t k = 0; k <= d; ++k) {
    Doubles& column = cloud.inverse.emplace_back();
    for (const Point& row : inverse) {
      column.push_back(row[k].convert_to<double>() * (wrong ? 1 + random.spread(1) * 0x1p-6 : 1));
    }
  }
  return cloud;
}

/// The points at the ends of their errors.
Points moved(RandomSpecs& random, const Cloud& cloud) {
  Points points;
  Point way;
  for (const double error : cloud.errors) {
    way.push_back(random.chance(2) ? Rational(error) : Rational(-error));
  }
  for (const Doubles& point : cloud.points) {
    Point& there = points.emplace_back(test::exact(point.data(), point.size()));
    for (std::size_t l = 0; l < way.size(); ++l) there[l] += way[l];
  }
  return points;
}

/// | M^-1 (r; 0) || of such points.
Rational off_weights(const Points& points, const Doubles& weights) {
  const std::size_t d = points[0].size();
  const Points inverse =
      exact_inverse(Points(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(d + 1)));
  if (inverse.empty()) return 1000;
  Point sum(d);
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (std::size_t l = 0; l < d; ++l) sum[l] += Rational(weights[k]) * points[k][l];
  }
  Rational most = 0;
  for (const Point& row : inverse) {
    Rational entry = 0;
    for (std::size_t l = 0; l < d; ++l) entry += row[l] * sum[l];
    most = std::max(most, Rational(abs(entry)));
  }
  return most;
}

void check_clouds(std::size_t d, int cases) {
  RandomSpecs random(210 + d);
  const std::string name = "weights in " + std::to_string(d) + "-D";
  WorstRatio worst(name.c_str());
  for (int i = 0; i < cases * test::long_run(); ++i) {
    const Cloud cloud = draw_cloud(random, d);
    if (cloud.inverse.empty()) continue;
    for (const FloatMode& mode : test::float_modes()) {
      double least = 0;
      const double share = farthest([&](double at) {
        return test::in_mode(mode, [&] { return proves(cloud, 2 * at, &least); });
      });
      if (share < 0) continue;
      ASSERT_TRUE(test::in_mode(mode, [&] { return proves(cloud, 2 * share, &least); }));
      Doubles weights = cloud.weights;
      weights[0] = test::in_mode(mode, [&] { return weights[0] * (1 + 2 * share); });
      worst.see(off_weights(moved(random, cloud), weights), Rational(least), mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(worst.seen(), cases);
  EXPECT_GT(worst.ratio(), 0.05) << "far from tight: is the test asking anything?";
}

TEST(WorstInterior, WeightsIn2D) { check_clouds(2, 25); }
TEST(WorstInterior, WeightsIn3D) { check_clouds(3, 16); }
TEST(WorstInterior, WeightsIn6D) { check_clouds(6, 3); }

}  // namespace
}  // namespace sunder::detail
