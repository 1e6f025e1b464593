// SPDX-License-Identifier: Apache-2.0
//
// Tests Lemmas 2 and 3: the answer is never "inside" if 0 is not strictly inside, at any scale and
// in any mode. Easy cases are proven. The oracle is a rational linear system.
#include "filter/simplex_interior.hpp"

#include <cstdio>
#include <cstdlib>
#include <limits>

#include "gtest/gtest.h"

#include "filter/exact_world.hpp"
#include "filter/random_specs.hpp"
#include "geometry/float_environment.hpp"

namespace sunder::detail {
namespace {

using test::BodySpec;
using test::Doubles;
using test::FloatMode;
using test::Points;
using test::RandomSpecs;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();

/// Both lemmas on the same simplex, in this thread's mode.
template <std::size_t D>
bool both_prove(const std::vector<Doubles>& c, const Doubles& errors, bool* lemma3 = nullptr) {
  Doubles packed;
  for (const Doubles& point : c) packed.insert(packed.end(), point.begin(), point.end());
  const bool third = proves_interior(packed, errors);
  if (lemma3 != nullptr) *lemma3 = third;
  if constexpr (D == 2 || D == 3) {
    std::array<Vector<static_cast<int>(D)>, D + 1> points;
    Vector<static_cast<int>(D)> e;
    for (std::size_t i = 0; i <= D; ++i) std::copy(c[i].begin(), c[i].end(), points[i].begin());
    std::copy(errors.begin(), errors.end(), e.begin());
    return proves_interior<static_cast<int>(D)>(points, e);
  } else {
    return third;
  }
}

Points exact(const std::vector<Doubles>& c) {
  Points points;
  for (const Doubles& point : c) points.push_back(test::exact(point.data(), point.size()));
  return points;
}

/// d+1 integer points: 0 is on the facet of the first d, and the apex is arbitrary.
std::vector<Doubles> zero_on_a_facet(RandomSpecs& random, std::size_t d) {
  std::vector<Doubles> c(d + 1, Doubles(d));
  for (std::size_t i = 0; i + 1 < d; ++i) {
    const int weight = random.in(1, 4);
    for (std::size_t l = 0; l < d; ++l) {
      c[i][l] = random.in(-50, 50);
      c[d - 1][l] -= weight * c[i][l];
    }
  }
  for (double& entry : c[d]) entry = random.in(-50, 50);
  std::swap(c[0], c[static_cast<std::size_t>(random.in(0, static_cast<int>(d)))]);
  return c;
}

struct Asked {
  int proven = 0;
  int inside = 0;
};

/// The given points differ from the true ones by the given errors, in the worst directions.
template <std::size_t D>
void check_near_contact(const std::vector<double>& scales, std::uint64_t seed, int cases,
                        Asked& asked) {
  RandomSpecs random(seed);
  for (int i = 0; i < cases * test::long_run(); ++i) {
    std::vector<Doubles> c = zero_on_a_facet(random, D);
    const double scale = scales[static_cast<std::size_t>(i) % scales.size()];
    for (Doubles& point : c) {
      for (double& entry : point) entry *= scale;
    }
    // Each coordinate is off in its own way: by a few ulp, or by a detectable amount.
    Doubles& moved = c[static_cast<std::size_t>(random.in(0, static_cast<int>(D)))];
    const bool barely = random.chance(2);
    const double depth = std::ldexp(100 * scale, -random.in(1, 50));
    for (double& entry : moved) {
      entry += barely ? entry * 0x1p-52 * random.in(-3, 3) : depth * random.signed_unit();
    }
    const Points truth = exact(c);
    const bool inside = test::holds_zero_inside(truth);
    Doubles errors(D, 0x1p-850);
    if (random.chance(2)) {
      for (std::size_t l = 0; l < D; ++l) {
        const double off = std::fabs(c[0][l]) * 0x1p-40 + 50 * scale * 0x1p-45;
        for (Doubles& point : c) point[l] += random.chance(2) ? off : -off;
        errors[l] = off * (1 + 0x1p-20) + 50 * 300 * scale * 0x1p-52 + 0x1p-850;
      }
    }
    if (inside) ++asked.inside;
    for (const FloatMode& mode : test::float_modes()) {
      bool third = false;
      const bool proven = test::in_mode(mode, [&] { return both_prove<D>(c, errors, &third); });
      ASSERT_TRUE(inside || !proven) << mode.name << " case " << i << " scale " << scale;
      ASSERT_TRUE(inside || !third) << mode.name << " case " << i << " scale " << scale;
      if (proven && mode.is_plain()) ++asked.proven;
    }
  }
}

template <std::size_t D>
void check_near_contact(std::uint64_t seed, int cases) {
  Asked asked;
  check_near_contact<D>({1.0, 0x1p-30, 0x1p64, 0x1p300, 0x1p-300}, seed, cases, asked);
  if (testing::Test::HasFatalFailure()) return;
  std::printf("d = %zu: 0 inside %d times, proven %d times\n", D, asked.inside, asked.proven);
  EXPECT_GT(asked.inside, cases / 20);
  EXPECT_GT(asked.proven, asked.inside / 20);
}

TEST(Lemma2, NeverInsideWhereZeroIsOnOrOutsideAFacet2D) { check_near_contact<2>(21, 3000); }
TEST(Lemma2, NeverInsideWhereZeroIsOnOrOutsideAFacet3D) { check_near_contact<3>(22, 2000); }
TEST(Lemma3, NeverInsideWhereZeroIsOnOrOutsideAFacet4D) { check_near_contact<4>(23, 500); }
TEST(Lemma3, NeverInsideWhereZeroIsOnOrOutsideAFacet6D) { check_near_contact<6>(24, 150); }
TEST(Lemma3, NeverInsideWhereZeroIsOnOrOutsideAFacet8D) { check_near_contact<8>(25, 60); }

// Products of three coordinates of 1e-107 are subnormal: their error is no longer relative.
TEST(Lemma2, TrapScalesWhereProductsUnderflow) {
  Asked asked;
  check_near_contact<3>({1e-107, 1e-103, 1e-110, 1e-300, 1e-306, 3 * kTiny}, 26, 1500, asked);
  check_near_contact<2>({1e-161, 1e-155, 1e-300, 1e-306, 3 * kTiny}, 27, 1500, asked);
  check_near_contact<4>({1e-81, 1e-107, 1e-300, 3 * kTiny}, 28, 200, asked);
  EXPECT_GT(asked.inside, 100);
}

/// Returns the corners of a simplex about 0, with its last axis scaled by `thickness`, translated
/// so that 0 is on its lowest facet.
template <std::size_t D>
std::vector<Doubles> plate(double thickness, double raised) {
  std::vector<Doubles> c(D + 1, Doubles(D, -1.0));
  for (std::size_t l = 0; l < D; ++l) c[l][l] = static_cast<double>(D + 1);
  for (Doubles& point : c) point[D - 1] = raised;
  c[D - 1][D - 1] = raised + thickness;
  return c;
}

template <std::size_t D>
void check_plates() {
  for (const double thickness : {kTiny, 1e-321, 0x1p-1022, 1e-300, 1e-200}) {
    for (const double raised : {0.0, kTiny, 1e-321, thickness}) {
      const std::vector<Doubles> c = plate<D>(thickness, raised);
      ASSERT_FALSE(test::holds_zero_inside(exact(c)));
      for (const FloatMode& mode : test::float_modes()) {
        bool third = false;
        const Doubles errors(D, 0x1p-850);
        EXPECT_FALSE(test::in_mode(mode, [&] { return both_prove<D>(c, errors, &third); }))
            << mode.name << " " << thickness << " " << raised;
        EXPECT_FALSE(third) << mode.name << " " << thickness << " " << raised;
      }
    }
  }
}

TEST(Lemma2, TrapPlatesOf1eMinus321) {
  check_plates<2>();
  check_plates<3>();
}
TEST(Lemma3, TrapPlatesOf1eMinus321) {
  check_plates<4>();
  check_plates<7>();
}

/// The proof from bodies: a simplex against a point, all pairs.
template <int D>
void check_bodies(std::size_t d, std::uint64_t seed, int cases, int* proven) {
  RandomSpecs random(seed);
  for (int i = 0; i < cases; ++i) {
    const auto kind = static_cast<RandomSpecs::Kind>(i % RandomSpecs::kKinds);
    BodySpec a = random.body(d, kind);
    while (a.vertices.size() <= d) {
      for (const Doubles& vertex : random.body(d, kind).vertices) a.vertices.push_back(vertex);
    }
    a.vertices.resize(d + 1);
    BodySpec b = random.body(d, RandomSpecs::plain);
    b.vertices = {Doubles(d)};
    // Onto a vertex, the middle of an edge, or the mean of all.
    const int weighed = random.chance(2) ? static_cast<int>(d) + 1 : random.in(1, 2);
    const Points of_a = test::world(a);
    for (std::size_t l = 0; l < d; ++l) {
      test::Rational sum = 0;
      for (std::size_t k = 0; k < static_cast<std::size_t>(weighed); ++k) sum += of_a[k][l];
      b.offset[l] = test::Rational(sum / weighed).convert_to<double>();
    }
    const test::MadePair<D> made(a, b);
    Points c;
    std::vector<IndexPair> pairs;
    for (std::size_t k = 0; k <= d; ++k) {
      c.push_back(test::minus(of_a[k], test::world(b)[0]));
      pairs.push_back({static_cast<std::int32_t>(k), 0});
    }
    const bool inside = test::holds_zero_inside(c);
    for (const FloatMode& mode : test::float_modes()) {
      const bool found = test::in_mode(
          mode, [&] { return proves_overlap<D>(FilteredPair<D>(made.pair()), pairs); });
      ASSERT_TRUE(inside || !found) << mode.name << " case " << i << " kind " << kind;
      if (found) ++*proven;
    }
    pairs.pop_back();
    EXPECT_FALSE(proves_overlap<D>(FilteredPair<D>(made.pair()), pairs));
  }
}

TEST(ProvesOverlap, NeverFalseOnBodiesOfEveryKind) {
  int proven = 0;
  check_bodies<2>(2, 31, 700, &proven);
  check_bodies<3>(3, 32, 700, &proven);
  check_bodies<kRunTime>(4, 33, 210, &proven);
  check_bodies<kRunTime>(7, 34, 70, &proven);
  EXPECT_GT(proven, 1000);
}

TEST(ProvesOverlap, TrapCoordinatesOfAFewUnitsOf2ToTheMinus1074) {
  RandomSpecs random(35);
  for (int i = 0; i < 500; ++i) {
    BodySpec a{{}, test::identity_matrix(3), {0, 0, 0}, {}};
    for (int k = 0; k < 4; ++k) {
      a.vertices.push_back(
          {random.in(-4, 4) * kTiny, random.in(-4, 4) * kTiny, random.in(-4, 4) * kTiny});
    }
    const BodySpec b{{{0, 0, 0}}, test::identity_matrix(3), {0, 0, 0}, {}};
    const test::MadePair<3> made(a, b);
    const std::vector<IndexPair> pairs{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
    if (test::holds_zero_inside(test::world(a))) continue;
    for (const FloatMode& mode : test::float_modes()) {
      EXPECT_FALSE(test::in_mode(
          mode, [&] { return proves_overlap<3>(FilteredPair<3>(made.pair()), pairs); }));
    }
  }
}

/// A regular simplex about 0.
template <std::size_t D>
void check_easy() {
  for (const double scale : {1e-60, 1e-3, 1.0, 1e9, 1e60}) {
    std::vector<Doubles> c(D + 1, Doubles(D, -scale));
    for (std::size_t l = 0; l < D; ++l) c[l][l] = scale * static_cast<double>(D + 1);
    for (const FloatMode& mode : test::float_modes()) {
      bool third = false;
      const Doubles errors(D, scale * 0x1p-48);
      EXPECT_TRUE(test::in_mode(mode, [&] { return both_prove<D>(c, errors, &third); }))
          << D << " " << scale << " " << mode.name;
      EXPECT_TRUE(third) << D << " " << scale << " " << mode.name;
      const Doubles hopeless(D, scale * 2);
      EXPECT_FALSE(test::in_mode(mode, [&] { return both_prove<D>(c, hopeless, &third); }));
      EXPECT_FALSE(third);
    }
  }
}

TEST(ProvesInterior, EasyCasesAreProvenInEveryMode) {
  check_easy<2>();
  check_easy<3>();
  check_easy<4>();
  check_easy<5>();
  check_easy<6>();
  check_easy<8>();
}

TEST(ProvesInterior, NotFiniteProvesNothing) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Doubles> c{{4, -1, -1}, {-1, 4, -1}, {-1, -1, 4}, {-1, -1, -1}};
  bool third = false;
  ASSERT_TRUE(both_prove<3>(c, {0, 0, 0}, &third));
  for (const double bad : {infinity, nan}) {
    for (std::size_t l = 0; l < 3; ++l) {
      Doubles errors(3);
      errors[l] = bad;
      EXPECT_FALSE(both_prove<3>(c, errors, &third)) << bad << " " << l;
      EXPECT_FALSE(third) << bad << " " << l;
    }
  }
}

}  // namespace
}  // namespace sunder::detail
