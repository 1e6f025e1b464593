// SPDX-License-Identifier: Apache-2.0
//
// The two stages of orientations, tested separately. Doubles decide exactly beyond the bound in
// their comments, to the ulp, on inputs whose products are exact. Integers of every width are
// compared with integers of any size, on either side of each switch, at the greatest sizes.
#include "exact/orientation_stages.hpp"

#include <gtest/gtest.h>

#include "exact/integer.hpp"
#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;
using Plane = std::array<double, 2>;
using Space = std::array<double, 3>;

constexpr double kUlp = 0x1p-52;
constexpr double kFarthest = 0x1p200;
constexpr double kTooFar = 0x1p200 * (1 + kUlp);

/// The filtered sign of left * size - right * size.
int filtered(double left, double right, double size = 1) {
  const Plane a{0, 0};
  const Plane b{left, right};
  const Plane c{size, size};
  return orientation::filtered2d(a.data(), b.data(), c.data());
}

/// The filtered sign of (left - right) * height, in the plane with axis k as its normal.
int filtered(std::size_t k, double left, double right, double size, double height) {
  const Space a{0, 0, 0};
  Space b{0, 0, 0};
  Space c{0, 0, 0};
  Space d{0, 0, 0};
  b[(k + 1) % 3] = left;
  b[(k + 2) % 3] = right;
  c[(k + 1) % 3] = c[(k + 2) % 3] = size;
  d[k] = height;
  return orientation::filtered3d(a.data(), b.data(), c.data(), d.data());
}

// The sum of 1 + 6 ulps and 1 - 6 ulps is 2, and 6 units of it are their difference.
TEST(OrientationFilter, PlaneIsOpenWithinSixUnitsAndDecidesBeyond) {
  for (const double scale : {0x1p-90, 1.0, 0x1p90}) {
    const double low = scale * (1 - 6 * kUlp);
    const double edge = scale * (1 + 6 * kUlp);
    const double beyond = scale * (1 + 7 * kUlp);
    EXPECT_EQ(filtered(edge, low), 0);
    EXPECT_EQ(filtered(low, edge), 0);
    EXPECT_EQ(filtered(-edge, -low), 0);
    EXPECT_EQ(filtered(-low, -edge), 0);
    EXPECT_EQ(filtered(beyond, low), 1);
    EXPECT_EQ(filtered(low, beyond), -1);
    EXPECT_EQ(filtered(-beyond, -low), -1);
    EXPECT_EQ(filtered(-low, -beyond), 1);
    EXPECT_EQ(filtered(scale, scale), 0);
    EXPECT_EQ(filtered(scale, -scale), 1);
    EXPECT_EQ(filtered(-scale, scale), -1);
  }
}

TEST(OrientationFilter, SpaceIsOpenWithinTenUnitsAndDecidesBeyond) {
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double height : {0x1p-30, 1.0, 0x1p30}) {
      const double low = 1 - 10 * kUlp;
      const double edge = 1 + 10 * kUlp;
      const double beyond = 1 + 11 * kUlp;
      EXPECT_EQ(filtered(k, edge, low, 1, height), 0);
      EXPECT_EQ(filtered(k, low, edge, 1, height), 0);
      EXPECT_EQ(filtered(k, -edge, -low, 1, height), 0);
      EXPECT_EQ(filtered(k, edge, low, 1, -height), 0);
      EXPECT_EQ(filtered(k, beyond, low, 1, height), 1);
      EXPECT_EQ(filtered(k, low, beyond, 1, height), -1);
      EXPECT_EQ(filtered(k, -beyond, -low, 1, height), -1);
      EXPECT_EQ(filtered(k, beyond, low, 1, -height), -1);
      EXPECT_EQ(filtered(k, 1, 1, 1, height), 0);
      EXPECT_EQ(filtered(k, 1, -1, 1, height), 1);
    }
  }
}

// 2^-800 in the plane and 2^-600 in space cover the loss by a host that flushes.
TEST(OrientationFilter, LeavesOpenWhatFlushingCouldChange) {
  EXPECT_EQ(filtered(0x1p-400, 0, 0x1p-400), 0);
  EXPECT_EQ(filtered(0x1p-400 * (1 - 0x1p-10), 0, 0x1p-400), 0);
  EXPECT_EQ(filtered(0x1p-400 * (1 + 0x1p-10), 0, 0x1p-400), 1);
  EXPECT_EQ(filtered(0, 0x1p-400 * (1 + 0x1p-10), 0x1p-400), -1);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(filtered(k, 0x1p-200, 0, 0x1p-200, 0x1p-200), 0);
    EXPECT_EQ(filtered(k, 0x1p-200 * (1 - 0x1p-10), 0, 0x1p-200, 0x1p-200), 0);
    EXPECT_EQ(filtered(k, 0x1p-200 * (1 + 0x1p-10), 0, 0x1p-200, 0x1p-200), 1);
    EXPECT_EQ(filtered(k, 0, 0x1p-200 * (1 + 0x1p-10), 0x1p-200, 0x1p-200), -1);
  }
}

TEST(OrientationFilter, PlaneEndsAtTheGreatestDifference) {
  const std::array<double, 4> plain{3, 1, 1, 2};
  constexpr std::array<int, 4> kCofactorSigns{1, -1, -1, 1};
  const auto sign_at = [](const std::array<double, 4>& e) {
    const Plane a{0, 0};
    return orientation::filtered2d(a.data(), e.data(), e.data() + 2);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    for (const int side : {-1, 1}) {
      auto edges = plain;
      edges[i] = side * kFarthest;
      EXPECT_EQ(sign_at(edges), side * kCofactorSigns[i]) << i;
      edges[i] = side * kTooFar;
      EXPECT_EQ(sign_at(edges), 0) << i;
    }
  }
  const Plane low{-0x1p1023, 0};
  const Plane high{0x1p1023, 0};
  const Plane above{0, 1};
  EXPECT_EQ(orientation::filtered2d(low.data(), high.data(), above.data()), 0);
}

TEST(OrientationFilter, SpaceEndsAtTheGreatestDifference) {
  const std::array<double, 9> plain{3, 1, 1, 1, 4, 1, 1, 1, 5};
  constexpr std::array<int, 9> kCofactorSigns{1, -1, -1, -1, 1, -1, -1, -1, 1};
  const auto sign_at = [](const std::array<double, 9>& e) {
    const Space a{0, 0, 0};
    return orientation::filtered3d(a.data(), e.data(), e.data() + 3, e.data() + 6);
  };
  for (std::size_t i = 0; i < 9; ++i) {
    for (const int side : {-1, 1}) {
      auto edges = plain;
      edges[i] = side * kFarthest;
      EXPECT_EQ(sign_at(edges), side * kCofactorSigns[i]) << i;
      edges[i] = side * kTooFar;
      EXPECT_EQ(sign_at(edges), 0) << i;
    }
  }
}

/// The determinant of p, q, r minus the origin a, or of p, q if there is no r.
template <class Int, std::size_t N>
Int determinant(const std::array<std::array<Int, N>, N + 1>& points) {
  const auto edge = [&](std::size_t i, std::size_t k) { return points[i][k] - points[0][k]; };
  if constexpr (N == 2) {
    return edge(1, 0) * edge(2, 1) - edge(1, 1) * edge(2, 0);
  } else {
    Int sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t l = (k + 1) % 3;
      const std::size_t m = (k + 2) % 3;
      sum += edge(1, k) * (edge(2, l) * edge(3, m) - edge(2, m) * edge(3, l));
    }
    return sum;
  }
}

struct Signs {
  int filtered;
  int exact;
};
Signs signs_of(const std::array<Plane, 3>& p) {
  return {orientation::filtered2d(p[0].data(), p[1].data(), p[2].data()),
          orientation::exact2d(p[0].data(), p[1].data(), p[2].data())};
}
Signs signs_of(const std::array<Space, 4>& p) {
  return {orientation::filtered3d(p[0].data(), p[1].data(), p[2].data(), p[3].data()),
          orientation::exact3d(p[0].data(), p[1].data(), p[2].data(), p[3].data())};
}

template <std::size_t N>
void expect_signs_of_small_points() {
  Random random(N);
  for (int round = 0; round < 500; ++round) {
    std::array<std::array<double, N>, N + 1> points;
    std::array<std::array<std::int64_t, N>, N + 1> whole;
    for (std::size_t i = 0; i <= N; ++i) {
      for (std::size_t k = 0; k < N; ++k) {
        whole[i][k] = random.in(-9, 9);
        points[i][k] = static_cast<double>(whole[i][k]);
      }
    }
    const int sign = sign_of(determinant(whole));
    ASSERT_EQ(signs_of(points).exact, sign);
    ASSERT_EQ(signs_of(points).filtered, sign);
  }
}

TEST(OrientationStages, BothDecideSmallWholePoints) {
  expect_signs_of_small_points<2>();
  expect_signs_of_small_points<3>();
}

/// Points near corners of a box of the greatest coordinates below 2^bits; one coordinate is 1.
template <std::size_t N>
void expect_exact_signs(int bits) {
  Random random(static_cast<std::uint64_t>(bits));
  for (int round = 0; round < 100; ++round) {
    std::array<std::array<double, N>, N + 1> points;
    for (auto& point : points) {
      for (double& x : point) {
        const auto below = static_cast<double>(random.in(1, 1 << 20));
        const double side = random.in(0, 1) == 0 ? -1 : 1;
        x = side * std::ldexp(0x1p23 - below, bits - 23);
      }
    }
    const auto i = static_cast<std::size_t>(random.in(0, static_cast<int>(N)));
    const auto k = static_cast<std::size_t>(random.in(0, static_cast<int>(N) - 1));
    points[i][k] = 1;
    std::array<std::array<BigInt, N>, N + 1> whole;
    for (std::size_t p = 0; p <= N; ++p) {
      for (std::size_t l = 0; l < N; ++l) whole[p][l] = BigInt(points[p][l]);
    }
    ASSERT_EQ(signs_of(points).exact, determinant(whole).sign()) << bits << " bits";
  }
}

TEST(OrientationStages, IntegersAreWideEnoughOnEitherSideOfEachSwitch) {
  for (const int bits : {40, 61, 62, 63, 64, 126, 127, 128, 129, 300, 900}) {
    expect_exact_signs<2>(bits);
  }
  for (const int bits :
       {30, 40, 41, 42, 43, 83, 84, 85, 86, 168, 169, 170, 171, 339, 340, 341, 342, 900}) {
    expect_exact_signs<3>(bits);
  }
}

}  // namespace
}  // namespace sunder::detail
