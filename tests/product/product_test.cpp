// SPDX-License-Identifier: Apache-2.0
//
// The product of questions, options, algorithms, dimensions, kinds of body and scales, through C++.
// Every algorithm returns the verdict of the library's choice, with faces and without. Every
// certificate is accepted, and every interval has a number in common with that of the library's
// choice.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "suite/effort.hpp"
#include "suite/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder {
namespace {

using suite::Random;

enum class Kind { empty, point, segment, flat, solid, duplicates };
constexpr Kind kKinds[] = {Kind::empty, Kind::point, Kind::segment,
                           Kind::flat,  Kind::solid, Kind::duplicates};
constexpr double kScales[] = {5e-324, 1, 1e10, 1e300};

std::vector<double> points_of(Random& random, Kind kind, int dimension, double scale) {
  const auto number = [&] { return random.in(-3, 3) * scale; };
  const int count = kind == Kind::empty     ? 0
                    : kind == Kind::point   ? 1
                    : kind == Kind::segment ? 2
                                            : dimension + 3;
  std::vector<double> points;
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < dimension; ++k) {
      const bool level = kind == Kind::flat && k == dimension - 1;
      points.push_back(level ? scale : number());
    }
  }
  if (kind == Kind::duplicates) points.insert(points.end(), points.begin(), points.end());
  return points;
}

template <int D>
Polytope<D> body_of(const std::vector<double>& points, int dimension, bool reduce) {
  const auto count = static_cast<std::int64_t>(points.size()) / dimension;
  return Polytope<D>::from_points(points.data(), count, dimension, 8 * dimension,
                                  {.reduce = reduce})
      .value();
}

/// Two intervals about one number.
void expect_shared(const Interval& x, const Interval& y, const std::string& what) {
  EXPECT_LE(x.lower, x.upper) << what;
  EXPECT_LE(x.lower, y.upper) << what;
  EXPECT_LE(y.lower, x.upper) << what;
}

template <int D>
void ask_in_plane_and_space(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options,
                            Verdict expected, const std::string& what) {
  if (serves(options.search.algorithm, Question::depth, D)) {
    const auto depth = penetration(a, b, options);
    EXPECT_EQ(depth.verdict, expected) << what;
    expect_shared(depth.depth, penetration(a, b).depth, what);
    EXPECT_TRUE(verify(a, b, certify(a, b, depth))) << what;
    expect_shared(signed_distance(a, b, options).distance, signed_distance(a, b).distance, what);
  }
  if (options.search.algorithm != Algorithm::automatic) return;
  EXPECT_EQ(contact(a, b, {options.search, 3}).verdict, expected) << what;
  EXPECT_EQ(relation(a, b, options.search).verdict, expected) << what;
  static_cast<void>(derivative(a, b, options.search));
  EXPECT_EQ(exact_penetration(a, b).verdict, expected) << what;
  Vector<D> way{};
  way[0] = 1;
  const auto motion = Motion<D>::linear(way).value();
  EXPECT_EQ(cast(a, motion, b, Motion<D>()).start, expected) << what;
  EXPECT_EQ(cast_within(a, 0.5, b, 0.25).start, expected) << what;
}

template <int D>
void ask(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options, Verdict expected,
         const std::string& what) {
  const auto answer = intersects(a, b, options.search);
  EXPECT_EQ(answer.verdict, expected) << what;
  EXPECT_TRUE(answer.proven) << what;
  EXPECT_TRUE(verify(a, b, certify(a, b, answer))) << what;
  const std::string why = why_not(options.search.algorithm, a, b, answer);
  const bool own = options.search.algorithm == Algorithm::automatic ||
                   answer.decided_by == options.search.algorithm;
  EXPECT_EQ(why.empty(), own) << what << ": " << why;
  const int dimension = a.pose().dimension();
  if (serves(options.search.algorithm, Question::distance, dimension)) {
    const auto gap = distance(a, b, options);
    EXPECT_EQ(gap.verdict, expected) << what;
    expect_shared(gap.distance, distance(a, b).distance, what);
    EXPECT_TRUE(verify(a, b, certify(a, b, gap))) << what;
  }
  if (serves(options.search.algorithm, Question::contains, dimension)) {
    EXPECT_EQ(contains(a, b, options.search).contained, contains(a, b).contained) << what;
  }
  for (const double margin : {0.0, 1.0, 5e-324, 1e300}) {
    const auto compared = compare_to_margin(a, b, {.distance = margin}, options.search);
    ASSERT_TRUE(compared) << what;
    EXPECT_EQ(compared.value().verdict,
              compare_to_margin(a, b, {.distance = margin}).value().verdict)
        << what << ", margin " << margin;
  }
  if constexpr (D != kRunTime) ask_in_plane_and_space<D>(a, b, options, expected, what);
}

/// One pair, with every algorithm and each option in turn.
template <int D, class PosedD>
void ask_pair(Random& random, int dimension, Kind kind_a, Kind kind_b, double scale_a,
              double scale_b) {
  const auto points_a = points_of(random, kind_a, dimension, scale_a);
  const auto points_b = points_of(random, kind_b, dimension, scale_b);
  const auto pose = [&] {
    if constexpr (D == kRunTime) {
      return Pose<D>::identity(dimension);
    } else {
      return Pose<D>::identity();
    }
  }();
  const auto reference_a = body_of<D>(points_a, dimension, true);
  const auto reference_b = body_of<D>(points_b, dimension, true);
  const Verdict expected = intersects(PosedD{reference_a, pose}, PosedD{reference_b, pose}).verdict;
  for (const bool reduce : {true, false}) {
    const auto a = body_of<D>(points_a, dimension, reduce);
    const auto b = body_of<D>(points_b, dimension, reduce);
    const PosedD posed_a{a, pose}, posed_b{b, pose};
    Hint<D> hint;
    Trace trace;
    for (int i = -1; i < static_cast<int>(algorithms().size()); ++i) {
      MeasureOptions<D> options;
      if (i >= 0) options.search.algorithm = algorithms()[static_cast<std::size_t>(i)].id;
      if (!serves(options.search.algorithm, Question::verdict, dimension)) continue;
      const std::string what =
          std::string(to_string(options.search.algorithm)) + " in dimension " +
          std::to_string(dimension) + ", kinds " + std::to_string(static_cast<int>(kind_a)) +
          " and " + std::to_string(static_cast<int>(kind_b)) + (reduce ? "" : ", not reduced");
      switch (random.in(0, 4)) {
        case 0:
          options.search.hint = &hint;
          break;
        case 1:
          options.search.trace = &trace;
          break;
        case 2:
          options.width = 1e-9;
          break;
        case 3:
          options.search.pricing = Pricing::bland;
          options.search.max_faces = 5;
          break;
        default:
          break;
      }
      ask<D>(posed_a, posed_b, options, expected, what);
      static_cast<void>(propose(posed_a, posed_b, options.search));
    }
  }
}

template <int D, class PosedD>
void ask_dimension(Random& random, int dimension, int pairs) {
  for (int i = 0; i < pairs; ++i) {
    const Kind a = kKinds[random.in(0, 5)];
    const Kind b = kKinds[random.in(0, 5)];
    const double scale = kScales[random.in(0, 3)];
    // Above 6-D exact numbers that span all doubles take a minute a question.
    const double other = dimension <= 6 && random.in(0, 3) == 0 ? kScales[random.in(0, 3)] : scale;
    ask_pair<D, PosedD>(random, dimension, a, b, scale, other);
  }
}

TEST(Product, EveryAlgorithmAnswersEveryQuestionInEveryDimension) {
  Random random(20);
  const int pairs = suite::cases(40);
  ask_dimension<2, Posed2>(random, 2, pairs);
  ask_dimension<3, Posed3>(random, 3, pairs);
  for (int dimension = 1; dimension <= 12; ++dimension) {
    ask_dimension<kRunTime, PosedN>(random, dimension, pairs / 2);
  }
}

}  // namespace
}  // namespace sunder
