// SPDX-License-Identifier: Apache-2.0
//
// The largest allowed width of an interval, at the exact limit and one unit beyond. The sizes to
// which it is relative are tested against all corners.
#include "query/interval.hpp"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "suite/random.hpp"

namespace sunder::detail {
namespace {

using suite::Random;
using Doubles = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double next(double x) { return std::nextafter(x, kInfinity); }

/// Small integers: every product and sum below is exact, also of halves.
Doubles whole(Random& random, std::size_t count) {
  Doubles entries(count);
  for (double& entry : entries) entry = random.in(-9, 9);
  return entries;
}

template <int D>
struct Posed {
  Polytope<D> polytope;
  Pose<D> pose;
  Body<D> body() const { return make_body_of(polytope, pose); }
};

template <int D>
Posed<D> make_posed(const Doubles& points, const Doubles& rows, std::size_t d) {
  const auto count = static_cast<std::int64_t>(points.size() / d);
  const auto stride = static_cast<std::int64_t>(d * sizeof(double));
  const int dimension = static_cast<int>(d);
  return {Polytope<D>::from_points(points.data(), count, dimension, stride).value(),
          Pose<D>::from_matrix(rows, dimension).value()};
}

/// Component l of R x + t.
double moved(const Doubles& rows, const double* x, std::size_t l, std::size_t d) {
  double sum = rows[l * (d + 1) + d];
  for (std::size_t k = 0; k < d; ++k) sum += rows[l * (d + 1) + k] * x[k];
  return sum;
}

/// The largest component in size of any point's image.
double largest_image(const Doubles& points, const Doubles& rows, std::size_t d) {
  double largest = 0;
  for (std::size_t i = 0; i < points.size(); i += d) {
    for (std::size_t l = 0; l < d; ++l) {
      largest = std::max(largest, std::fabs(moved(rows, &points[i], l, d)));
    }
  }
  return largest;
}

/// All corners of the bounding box of the points, in the body's own frame.
Doubles box_around(const Doubles& points, std::size_t d) {
  Doubles corners;
  for (std::size_t choice = 0; choice < (std::size_t{1} << d); ++choice) {
    for (std::size_t k = 0; k < d; ++k) {
      const bool highest = ((choice >> k) & 1) != 0;
      double end = points[k];
      for (std::size_t i = k; i < points.size(); i += d) {
        end = highest ? std::max(end, points[i]) : std::min(end, points[i]);
      }
      corners.push_back(end);
    }
  }
  return corners;
}

template <int D>
void check_sizes(std::size_t d) {
  Random random(900 + d);
  for (int i = 0; i < 60; ++i) {
    const int count = random.in(1, 6);
    const Doubles points = whole(random, static_cast<std::size_t>(count) * d);
    const Doubles rows = whole(random, d * (d + 1));
    const Posed<D> posed = make_posed<D>(points, rows, d);
    const Body<D> body = posed.body();
    EXPECT_EQ(world_size(body), largest_image(points, rows, d)) << i;
    EXPECT_EQ(most_world_size(body), largest_image(box_around(points, d), rows, d)) << i;
    for (std::int32_t v = 0; v < body.hull->count; ++v) {
      Doubles x;
      for (std::size_t k = 0; k < d; ++k) {
        x.push_back(body.hull->coordinate(v, static_cast<int>(k)));
      }
      const Vector<D> y = world_point(body, v);
      for (std::size_t l = 0; l < d; ++l) EXPECT_EQ(y[l], moved(rows, x.data(), l, d)) << i;
    }
  }
}

TEST(WorldSize, IsThatOfTheCornersAndAtMostThatOfABoxAroundThem) {
  check_sizes<2>(2);
  check_sizes<3>(3);
  check_sizes<kRunTime>(2);
  check_sizes<kRunTime>(5);
}

TEST(WorldSize, OfTheOriginIsZero) {
  const Posed<2> origin = make_posed<2>({0, 0}, {1, 0, 0, 0, 1, 0}, 2);
  EXPECT_EQ(world_size(origin.body()), 0);
  EXPECT_EQ(most_world_size(origin.body()), 0);
}

/// Two triangles whose coordinates stay within a size, which one of them attains.
struct Sized {
  Posed<2> large;
  Posed<2> small;
  explicit Sized(const Doubles& points)
      : large(make_posed<2>(points, {1, 0, 0, 0, 1, 0}, 2)),
        small(make_posed<2>({0, 0, 0x1p-900, 0, 0, 0x1p-900}, {1, 0, 0, 0, 1, 0}, 2)) {}
  Pair<2> pair() const { return {large.body(), small.body()}; }
  Pair<2> swapped() const { return {small.body(), large.body()}; }
};

/// 64 units of the largest coordinate of either body.
TEST(Narrow, WithinSixtyFourUnitsOfTheSize) {
  const double allowed = 64 * 0x1p-52 * 3;
  for (const double size : {3.0, -3.0}) {
    for (const Doubles& points : {Doubles{size, 0, 0, 1, 1, 0}, Doubles{0, 1, 0, size, 1, 0},
                                  Doubles{0, 0, 1, 0, 1, size}}) {
      const Sized bodies(points);
      for (const Pair<2>& pair : {bodies.pair(), bodies.swapped()}) {
        EXPECT_TRUE(is_narrow_for_size(pair, allowed)) << size;
        EXPECT_FALSE(is_narrow_for_size(pair, next(allowed))) << size;
        EXPECT_TRUE(is_narrow_for_size(pair, 0)) << size;
      }
    }
  }
}

// A square rotated by 45 degrees is smaller than its box: only its corners give its size.
TEST(Narrow, TheBoxAroundABodyIsNotItsSize) {
  const Doubles diamond{2, 0, -2, 0, 0, 2, 0, -2};
  const Posed<2> turned = make_posed<2>(diamond, {1, 1, 0, -1, 1, 0}, 2);
  const Sized bodies({0, 0, 0x1p-900, 0, 0, 0x1p-900});
  const Pair<2> pair{turned.body(), bodies.small.body()};
  EXPECT_EQ(most_world_size(pair.a), 4);
  EXPECT_TRUE(is_narrow_for_size(pair, 64 * 0x1p-52 * 2));
  EXPECT_FALSE(is_narrow_for_size(pair, next(64 * 0x1p-52 * 2)));
}

/// Bodies so small that only the relative width matters.
Pair<2> tiny_pair() {
  static const Sized tiny({0, 0, 0x1p-900, 0, 0, 0x1p-900});
  return tiny.pair();
}

TEST(Narrow, RelativelyOrByTheSizeIfNoWidthIsAsked) {
  EXPECT_TRUE(is_narrow(tiny_pair(), 1e-12, 2e-12, 1, 0));
  EXPECT_FALSE(is_narrow(tiny_pair(), 1e-12, next(2e-12), 1, 0));
  EXPECT_FALSE(is_narrow(tiny_pair(), 1e-12, 2e-12, 0.75, 0));
  const Sized bodies({3, 0, 0, 1, 1, 0});
  EXPECT_TRUE(is_narrow(bodies.pair(), 0x1p-60, 0x1p-60 + 0x1p-46, 0x1p-60, 0));
  EXPECT_FALSE(is_narrow(bodies.pair(), 0x1p-60, 0x1p-60 + 0x1p-44, 0x1p-60, 0));
}

TEST(Narrow, OnlyRelativelyIfAWidthIsAsked) {
  const Sized bodies({3, 0, 0, 1, 1, 0});
  EXPECT_TRUE(is_narrow(bodies.pair(), 1, 1.25, 2, 0.125));
  EXPECT_FALSE(is_narrow(bodies.pair(), 1, next(1.25), 2, 0.125));
  EXPECT_FALSE(is_narrow(bodies.pair(), 0x1p-60, 0x1p-59, 0x1p-60, 0.5));
}

TEST(Narrow, NeverFromZeroNorTheWrongWayRound) {
  const Sized bodies({3, 0, 0, 1, 1, 0});
  for (const double width : {0.0, 1.0}) {
    EXPECT_FALSE(is_narrow(bodies.pair(), 0, 0x1p-60, 1, width));
    EXPECT_FALSE(is_narrow(bodies.pair(), 0, 0, 1, width));
    EXPECT_FALSE(is_narrow(bodies.pair(), -1, -1, 1, width));
    EXPECT_FALSE(is_narrow(bodies.pair(), 1, 0.5, 1, width));
    EXPECT_FALSE(is_narrow(bodies.pair(), 1, std::nan(""), 1, width));
    EXPECT_TRUE(is_narrow(bodies.pair(), 0x1p-60, 0x1p-60, 1, width));
    EXPECT_TRUE(is_narrow(bodies.pair(), 0.5, 0.5, 0.5, width));
  }
}

/// An answer between points.
struct Between {
  Interval found;
  Witness<2> witness;
};

/// `coordinate` is one of the four of the points; the bodies alone would allow no width.
bool is_narrow_by(double coordinate, int which, double lower, double spread) {
  Between answer;
  answer.found = {lower, lower + spread};
  (which < 2 ? answer.witness.point_a
             : answer.witness.point_b)[static_cast<std::size_t>(which % 2)] = coordinate;
  return is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0);
}

// The shortcut allows slightly less than 64 units: points are rounded.
TEST(NarrowBetweenPoints, EachCoordinateOfAPointIsASizeThatIsAttained) {
  const double allowed = 0x1.fp-47 * 3;
  for (const double lower : {0.5, 0x1p-60}) {
    for (int which = 0; which < 4; ++which) {
      for (const double size : {3.0, -3.0}) {
        EXPECT_TRUE(is_narrow_by(size, which, lower, 0x1.ep-47 * 3)) << which;
        EXPECT_FALSE(is_narrow_by(size, which, lower, 0x1p-46 * 3)) << which;
      }
      EXPECT_FALSE(is_narrow_by(0x1p-20, which, lower, 0x1p-48)) << which;
    }
  }
  EXPECT_TRUE(is_narrow_by(3, 0, allowed, allowed));
  EXPECT_FALSE(is_narrow_by(3, 0, allowed, next(next(allowed))));
}

TEST(NarrowBetweenPoints, NeverFromZeroNorTheWrongWayRoundNorForAWidth) {
  Between answer;
  answer.witness.point_a = {3, 3};
  answer.found = {0x1p-60, 0x1p-50};
  EXPECT_TRUE(is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0));
  EXPECT_FALSE(is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 1));
  EXPECT_FALSE(
      is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0.5));
  answer.found.upper = 0x1p-61;
  EXPECT_FALSE(is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0));
  answer.found.lower = 0;
  EXPECT_FALSE(is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0));
  answer.found.upper = 0;
  EXPECT_FALSE(is_narrow_between_points<2>(tiny_pair(), answer.found, answer.witness, 0x1p-60, 0));
}

}  // namespace
}  // namespace sunder::detail
