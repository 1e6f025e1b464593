// SPDX-License-Identifier: Apache-2.0
#include "geometry/box_tree.hpp"

#include <bitset>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "geometry/float_environment.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Recorder {
  std::set<std::pair<int, int>> examined;
  std::int64_t visits = 0;
  std::int64_t pruned = 0;
  std::int64_t stop_after = std::numeric_limits<std::int64_t>::max();
  bool prune(const PrunedBlock& block) {
    pruned += block.pairs();
    return true;
  }
  bool examine(int i, int j) {
    EXPECT_LT(i, j);
    examined.insert({i, j});
    return ++visits < stop_after;
  }
};

std::vector<ReachBox> random_boxes(int count, unsigned seed, double clearance) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> place(-10, 10);
  std::uniform_real_distribution<double> size(0, 1);
  std::vector<ReachBox> boxes;
  for (int i = 0; i < count; ++i) {
    Bounds<3> box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = std::round(place(engine));
      box.upper[k] = box.lower[k] + std::round(2 * size(engine)) / 2;
      if (i % 37 == 5) box.lower[k] = -kInfinity, box.upper[k] = kInfinity;
      if (i % 41 == 7) box.lower[k] = kInfinity, box.upper[k] = -kInfinity;
    }
    boxes.push_back(make_reach_box(box, clearance));
  }
  return boxes;
}

TEST(BoxTree, AccountsForEachPairOnceAndAgreesWithBruteForce) {
  for (const int count : {0, 1, 2, 3, 4, 5, 9, 64, 300}) {
    for (const double clearance : {0.0, 0.5, 3.0, 1e300}) {
      const std::vector<ReachBox> boxes = random_boxes(count, 7, clearance);
      Recorder recorder;
      BoxTree(boxes).join(recorder);
      std::set<std::pair<int, int>> expected;
      for (int i = 0; i < count; ++i) {
        for (int j = i + 1; j < count; ++j) {
          if (separating_axis(boxes[static_cast<std::size_t>(i)],
                              boxes[static_cast<std::size_t>(j)]) == 0) {
            expected.insert({i, j});
          }
        }
      }
      EXPECT_EQ(recorder.examined, expected);
      EXPECT_EQ(recorder.visits, static_cast<std::int64_t>(expected.size()));
      EXPECT_EQ(recorder.visits + recorder.pruned, std::int64_t{count} * (count - 1) / 2);
    }
  }
}

TEST(BoxTree, StopsWhenTold) {
  const std::vector<ReachBox> boxes = random_boxes(300, 3, 5);
  Recorder recorder;
  recorder.stop_after = 10;
  BoxTree(boxes).join(recorder);
  EXPECT_EQ(recorder.visits, 10);
}

// The state of a walk down is a set of points: each box is visited with those that it holds, and with no others.
TEST(BoxTree, DescendsWithWhatEachBoxLeaves) {
  constexpr std::size_t kPoints = 60;
  std::mt19937_64 engine(11);
  std::uniform_int_distribution<int> place(-10, 10);
  std::vector<Vector3> points(kPoints);
  for (Vector3& point : points) {
    for (double& x : point) x = place(engine) + 0.5 * (place(engine) % 2);
  }
  using Set = std::bitset<kPoints>;
  const auto narrow = [&](const ReachBox& box, Set& set) {
    for (std::size_t p = 0; p < kPoints; ++p) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (points[p][k] < box.lower[k] || points[p][k] > box.reach[k]) set.reset(p);
      }
    }
    return set.any();
  };
  Set some;
  for (std::size_t p = 0; p < kPoints; p += 2) some.set(p);
  std::size_t met = 0;
  for (const int count : {0, 1, 4, 5, 64, 300}) {
    const std::vector<ReachBox> boxes = random_boxes(count, 13, 3);
    std::map<std::int32_t, Set> expected, visited;
    for (std::int32_t i = 0; i < count; ++i) {
      Set left = some;
      if (narrow(boxes[static_cast<std::size_t>(i)], left)) expected.emplace(i, left);
    }
    BoxTree(boxes).descend(some, narrow, [&](std::int32_t i, const Set& left) {
      EXPECT_TRUE(visited.emplace(i, left).second);
    });
    EXPECT_TRUE(visited == expected);
    met += visited.size();
  }
  EXPECT_GT(met, 20U);
}

TEST(BoxTree, EqualBoxesDoNotMakeItDeep) {
  const std::vector<ReachBox> boxes(500, make_reach_box({{0, 0, 0}, {1, 1, 1}}, 0));
  Recorder recorder;
  BoxTree(boxes).join(recorder);
  EXPECT_EQ(recorder.visits, 500 * 499 / 2);
}

TEST(ReachBox, ReachIsNeverTooShort) {
  using test::Rational;
  const std::vector<double> numbers{0,  1,    0.1,    1e-300,  0x1p-1074, 1e300, 3.7e17,
                                    -1, -0.1, -1e300, 0x1p-52, 1e16,      -1e16, 5e-324};
  for (const double upper : numbers) {
    for (const double clearance : numbers) {
      if (clearance < 0) continue;
      const Rational exact = Rational(upper) + Rational(clearance);
      for (const test::FloatMode& mode : test::float_modes()) {
        const ReachBox box = test::in_mode(mode, [&] {
          return make_reach_box({{-1e308, 0, 0}, {upper, 0, 0}}, clearance);
        });
        EXPECT_GE(Rational(box.reach[0]), exact) << upper << " + " << clearance << " " << mode.name;
      }
    }
  }
}

TEST(ReachBox, OverflowReachesEverything) {
  const double largest = std::numeric_limits<double>::max();
  const ReachBox far = make_reach_box({{largest, 0, 0}, {largest, 1, 1}}, 0);
  for (const test::FloatMode& mode : test::float_modes()) {
    const ReachBox box = test::in_mode(mode, [&] {
      return make_reach_box({{0, 0, 0}, {largest, 1, 1}}, largest);
    });
    EXPECT_EQ(separating_axis(box, far), 0) << mode.name;
  }
}

}  // namespace
}  // namespace sunder::detail
