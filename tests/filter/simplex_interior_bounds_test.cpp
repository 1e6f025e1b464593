// SPDX-License-Identifier: Apache-2.0
//
// Lemma 2's bound on minors equals the stated one, in rationals, with each term the largest in
// turn. Points are scaled and refused exactly at the stated limits.
#include <array>
#include <cmath>
#include <limits>

#include "gtest/gtest.h"

#include "filter/is_about.hpp"
#include "filter/random_specs.hpp"
#include "filter/simplex_interior.hpp"

namespace sunder::detail {
namespace {

using test::is_about;
using test::kExactUnit;
using test::RandomSpecs;
using test::Rational;

double below(double x) { return std::nextafter(x, 0.0); }
double above(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

template <int D>
using Simplex = std::array<Vector<D>, D + 1>;

template <int D>
Rational exact_error(const Simplex<D>& c, const Vector<D>& errors) {
  std::array<Rational, D> x, e;
  for (std::size_t l = 0; l < D; ++l) {
    e[l] = Rational(errors[l]);
    for (const Vector<D>& point : c) x[l] = std::max(x[l], Rational(abs(Rational(point[l]))));
    x[l] += e[l];
  }
  Rational bound;
  if constexpr (D == 2) {
    bound = 8 * kExactUnit * x[0] * x[1] + 2 * (e[0] * x[1] + x[0] * e[1]);
  } else {
    bound = 36 * kExactUnit * x[0] * x[1] * x[2] +
            6 * (e[0] * x[1] * x[2] + x[0] * e[1] * x[2] + x[0] * x[1] * e[2]);
  }
  return bound * (1 + Rational(0x1p-30)) + Rational(0x1p-600);
}

/// Errors of at most `most` and points of at most 1; in every other case only one axis has either.
template <int D>
void check_errors(double most) {
  RandomSpecs random(41 + D);
  for (int i = 0; i < 100; ++i) {
    Simplex<D> c;
    Vector<D> e;
    for (std::size_t l = 0; l < D; ++l) {
      const bool no_points = random.chance(4);
      const bool no_error = random.chance(4);
      for (Vector<D>& point : c) {
        const double entry = random.signed_unit();
        point[l] = no_points ? 0 : entry;
      }
      const double error = most * std::fabs(random.signed_unit());
      e[l] = no_error ? 0 : error;
    }
    EXPECT_TRUE(is_about(error_of_minors<D>(c, e), exact_error<D>(c, e))) << "case " << i;
  }
}

TEST(ErrorOfMinors, IsTheLemmas) {
  for (const double most : {0.0, 0x1p-50, 1.0, 0x1p20}) {
    check_errors<2>(most);
    check_errors<3>(most);
  }
  EXPECT_EQ(error_of_minors<2>({}, {}), 0x1p-600);
  EXPECT_EQ(error_of_minors<3>({}, {}), 0x1p-600);
}

/// The corners -size and D size about 0, or their mirror images.
template <int D>
Simplex<D> about_zero(double size, double sign = 1) {
  Simplex<D> c;
  for (Vector<D>& point : c) point.fill(-sign * size / 4);
  for (std::size_t l = 0; l < D; ++l) c[l][l] = sign * size;
  return c;
}

template <int D>
void check_range() {
  for (const double sign : {1.0, -1.0}) {
    for (const double within :
         {above(0x1p-700), 0x1p-400, below(0x1p-64), 1.0, above(0x1p64), 0x1p400, below(0x1p500)}) {
      EXPECT_TRUE(proves_interior<D>(about_zero<D>(within, sign), {})) << within;
    }
    for (const double beyond : {0.0, 0x1p-701, 0x1p-700, 0x1p500, 0x1p501}) {
      EXPECT_FALSE(proves_interior<D>(about_zero<D>(beyond, sign), {})) << beyond;
    }
  }
}

TEST(ProvesInterior, UpToTheRangesEndsAndNoFarther) {
  check_range<2>();
  check_range<3>();
}

TEST(ProvesInterior, TheSizeIsOfCoordinatesOfEitherSign) {
  const Simplex<2> large{Vector<2>{-0x1p500, -0x1p500}, Vector<2>{1, 0}, Vector<2>{0, 1}};
  EXPECT_FALSE(proves_interior<2>(large, {}));
}

// Scaled or not, a simplex is equal, up to its errors.
template <int D>
void check_scaling() {
  const Simplex<D> zero{};
  for (const double size : {0x1p-64, above(0x1p-64), 1.0, below(0x1p64), 0x1p64}) {
    Simplex<D> c = about_zero<D>(size);
    Vector<D> e{size, 0};
    EXPECT_TRUE(bring_near_one<D>(c, e));
    EXPECT_EQ(c, about_zero<D>(size)) << size;
    EXPECT_EQ(e, (Vector<D>{size, 0})) << size;
  }
  for (const double size : {0x1p-699, 0x1p-65, below(0x1p-64), above(0x1p64), 0x1p65, 0x1p499}) {
    Simplex<D> c = about_zero<D>(size);
    Vector<D> e{size, 0};
    EXPECT_TRUE(bring_near_one<D>(c, e));
    const double scale = unit_scale(size);
    EXPECT_EQ(c, about_zero<D>(size * scale)) << size;
    EXPECT_EQ(e[0], size * scale) << size;
    EXPECT_EQ(e[1], 0x1p-1000) << "what scaling may flush: " << size;
  }
  Simplex<D> none = zero;
  Vector<D> e{};
  EXPECT_FALSE(bring_near_one<D>(none, e));
}

TEST(BringNearOne, ScalesBeyond2ToThe64ToEitherSide) {
  check_scaling<2>();
  check_scaling<3>();
}

// The minors are 1, 1 and `least`, or their negatives.
bool proves_with_least_minor(double least, bool mirrored) {
  const Vector<2> first{1, 0};
  const Vector<2> second{-1, least};
  const Vector<2> third{0, -1};
  if (mirrored) return proves_interior<2>({second, first, third}, {});
  return proves_interior<2>({first, second, third}, {});
}

TEST(ProvesInterior, OnlyWhereAllMinorsAreBeyondTheirError) {
  const double error = 8 * 0x1p-52 * (1 + 0x1p-30);
  for (const bool mirrored : {false, true}) {
    EXPECT_FALSE(proves_with_least_minor(error, mirrored)) << "the exact minor may be 0";
    EXPECT_TRUE(proves_with_least_minor(above(error), mirrored));
  }
}

}  // namespace
}  // namespace sunder::detail
