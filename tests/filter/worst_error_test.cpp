// SPDX-License-Identifier: Apache-2.0
//
// Compares errors with their bounds: determinants (Lemma 2), their form for a whole pair, and
// minors. The oracle is rational. Numbers cancel and spread, fused or not, in the four rounding
// modes, flushing or not. The worst ratios are printed; one above 1 is a wrong lemma. Lemma 1 is in
// filtered_pair_test.cpp.
#include <cstdio>

#include "gtest/gtest.h"

#include "filter/axis.hpp"
#include "filter/random_specs.hpp"
#include "filter/reach.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::FloatMode;
using test::RandomSpecs;
using test::Rational;

using Points = std::array<Vector3, 3>;

/// a b - c d and p + a b, rounded in the order of the filters.
template <bool kFused>
double minor_of(double a, double b, double c, double d) {
  return kFused ? std::fma(a, b, -(c * d)) : a * b - c * d;
}
template <bool kFused>
double add_product(double p, double a, double b) {
  return kFused ? std::fma(a, b, p) : p + a * b;
}

template <bool kFused>
[[gnu::noinline]] double determinant2(const Points& p) {
  return minor_of<kFused>(p[0][0], p[1][1], p[0][1], p[1][0]);
}
template <bool kFused>
[[gnu::noinline]] double determinant3(const Points& p) {
  const Vector3 n{minor_of<kFused>(p[1][1], p[2][2], p[1][2], p[2][1]),
                  minor_of<kFused>(p[1][2], p[2][0], p[1][0], p[2][2]),
                  minor_of<kFused>(p[1][0], p[2][1], p[1][1], p[2][0])};
  const double first = p[0][0] * n[0];
  return add_product<kFused>(add_product<kFused>(first, p[0][1], n[1]), p[0][2], n[2]);
}

/// The bounds of simplex_interior.hpp and of reach.hpp, for points whose entries are off by e.
[[gnu::noinline]] double bound2(const Vector3& x, const Vector3& e) {
  return (8 * kUnit * x[0] * x[1] + 2 * (e[0] * x[1] + x[0] * e[1])) * (1 + 0x1p-30) + 0x1p-600;
}
[[gnu::noinline]] double bound3(const Vector3& x, const Vector3& e) {
  return (36 * kUnit * x[0] * x[1] * x[2] +
          6 * (e[0] * x[1] * x[2] + x[0] * e[1] * x[2] + x[0] * x[1] * e[2])) *
             (1 + 0x1p-30) +
         0x1p-600;
}

Rational exact2(const Points& p) {
  return Rational(p[0][0]) * Rational(p[1][1]) - Rational(p[0][1]) * Rational(p[1][0]);
}
Rational exact3(const Points& p) {
  Rational sum = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t m = (l + 1) % 3;
    const std::size_t n = (l + 2) % 3;
    sum += Rational(p[0][l]) *
           (Rational(p[1][m]) * Rational(p[2][n]) - Rational(p[1][n]) * Rational(p[2][m]));
  }
  return sum;
}

struct Worst {
  double ratio = 0;
  void see(const Rational& exact, double value, double bound, const char* mode) {
    const Rational share = abs(Rational(value) - exact) / Rational(bound);
    ASSERT_LE(share, 1) << mode << ": " << value << " for " << exact.convert_to<double>();
    ratio = std::max(ratio, share.convert_to<double>());
  }
};

/// Points whose determinant cancels, or nearly; columns of different sizes; entries up to 1.
Points points(RandomSpecs& random) {
  Points p;
  for (Vector3& point : p) {
    for (double& entry : point) entry = random.signed_unit();
  }
  if (random.chance(3)) {
    const double s = random.signed_unit();
    for (std::size_t l = 0; l < 3; ++l) p[1][l] = s * p[0][l];
  }
  if (random.chance(3)) {
    for (std::size_t l = 0; l < 3; ++l) p[2][l] = 0.5 * p[0][l] + 0.5 * p[1][l];
  }
  if (random.chance(2)) {
    for (std::size_t l = 0; l < 3; ++l) {
      const int size = random.chance(6) ? -1000 : random.in(-60, 0);
      for (Vector3& point : p) point[l] = std::ldexp(point[l], size);
    }
  }
  return p;
}

/// The points moved by e at most, as far as doubles allow.
Points moved(RandomSpecs& random, const Points& p, const Vector3& e) {
  Points q = p;
  for (Vector3& point : q) {
    for (std::size_t l = 0; l < 3; ++l) {
      const double there = point[l] + (random.chance(2) ? e[l] : -e[l]);
      if (abs(Rational(there) - Rational(point[l])) <= Rational(e[l])) point[l] = there;
    }
  }
  return q;
}

TEST(WorstError, Determinants) {
  RandomSpecs random(71);
  Worst plane, space, whole;
  for (int i = 0; i < 150 * test::long_run(); ++i) {
    const Points p = points(random);
    Vector3 e{};
    if (random.chance(2)) e.fill(std::ldexp(1.0, -random.in(20, 60)));
    const Points truth = moved(random, p, e);
    Vector3 x = e;
    double most = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      double size = 0;
      for (const Vector3& point : p) size = std::max(size, std::fabs(point[l]));
      x[l] += size;
      most = std::max(most, size);
    }
    const Rational in_plane = exact2(truth);
    const Rational in_space = exact3(truth);
    for (const FloatMode& mode : test::float_modes()) {
      const double bound_plane = test::in_mode(mode, [&] { return bound2(x, e); });
      const double bound_space = test::in_mode(mode, [&] { return bound3(x, e); });
      const double bound_whole = test::in_mode(mode, [&] {
        // Without the part of entry_error() that the reach itself contributes, for a stricter test.
        return (36 * kUnit * (most + e[0]) + 18 * e[0]) * ((most + e[0]) * (most + e[0])) *
                   kRoundUp +
               0x1p-600;
      });
      for (const bool fused : {false, true}) {
        const double two = test::in_mode(
            mode, [&] { return fused ? determinant2<true>(p) : determinant2<false>(p); });
        const double three = test::in_mode(
            mode, [&] { return fused ? determinant3<true>(p) : determinant3<false>(p); });
        plane.see(in_plane, two, bound_plane, mode.name);
        space.see(in_space, three, bound_space, mode.name);
        whole.see(in_space, three, bound_whole, mode.name);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
  std::printf("worst |error| / bound: determinant of two %.3f, of three %.3f, of a pair %.3f\n",
              plane.ratio, space.ratio, whole.ratio);
  EXPECT_GT(plane.ratio, 0.1) << "far from tight: is the test asking anything?";
  EXPECT_GT(space.ratio, 0.1);
}

TEST(WorstError, Minors) {
  RandomSpecs random(72);
  Worst worst;
  for (int i = 0; i < 1000 * test::long_run(); ++i) {
    const double a = random.signed_unit();
    const double b = random.signed_unit();
    const double c = random.chance(2) ? std::nextafter(b, 2.0) : random.signed_unit();
    const double d = random.chance(2) ? std::nextafter(a, -2.0) : random.spread(140);
    const Rational exact = Rational(a) * Rational(b) - Rational(c) * Rational(d);
    for (const FloatMode& mode : test::float_modes()) {
      const Minor found = test::in_mode(mode, [&] { return minor(a, b, c, d, 0); });
      worst.see(exact, found.value, found.error, mode.name);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  std::printf("worst |error| / bound: minor %.3f\n", worst.ratio);
  EXPECT_GT(worst.ratio, 0.3) << "far from tight: is the test asking anything?";
}

}  // namespace
}  // namespace sunder::detail
