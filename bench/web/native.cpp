// SPDX-License-Identifier: Apache-2.0
//
// The native side of peers.mjs: the verdicts of the pairs in a file, on SSE4. Poses are made before, and then of quaternions
// for each question. The file holds doubles: for each pair the number of points of a, their coordinates, the
// same of b, and for each pose w, x, y, z and a translation. Prints both times in nanoseconds a pair, and how many meet.
//   c++ -std=c++20 -O3 -DNDEBUG -Iinclude bench/web/native.cpp build/release/libsunder.a -lhwy -o build/native_verdicts
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <hwy/targets.h>
#include <vector>

#include "sunder/sunder.hpp"

namespace {

struct Item {
  sunder::Polytope3 a, b;
  std::array<double, 4> turn_a, turn_b;
  sunder::Vector3 at_a, at_b;
  sunder::Pose3 pose_a, pose_b;
};

class Numbers {
 public:
  explicit Numbers(const char* file) : in_(file, std::ios::binary) {}
  bool next(double& out) {
    return static_cast<bool>(in_.read(reinterpret_cast<char*>(&out), sizeof out));
  }
  double next() {
    double value = 0;
    if (!next(value)) std::exit(2);
    return value;
  }
  sunder::Vector3 vector() {
    const double x = next(), y = next(), z = next();
    return {x, y, z};
  }
  std::array<double, 4> turn() {
    const double w = next(), x = next(), y = next(), z = next();
    return {w, x, y, z};
  }
  sunder::Polytope3 body(double count) {
    std::vector<sunder::Vector3> points;
    for (int i = 0; i < count; ++i) points.push_back(vector());
    return sunder::Polytope3::from_points(points).value();
  }

 private:
  std::ifstream in_;
};

/// The best time of a round in nanoseconds a pair, of rounds for 0.7 seconds.
template <class Ask>
double best_of(const std::deque<Item>& items, const Ask& ask) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::milliseconds(700);
  double best = 1e300;
  for (int round = 0; round < 3 || Clock::now() < until; ++round) {
    const auto start = Clock::now();
    int met = 0;
    for (const Item& item : items) met += ask(item) ? 1 : 0;
    volatile const int kept = met;
    static_cast<void>(kept);
    const std::chrono::duration<double, std::nano> took = Clock::now() - start;
    best = std::min(best, took.count() / static_cast<double>(items.size()));
  }
  return best;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("native_verdicts FILE\n", stderr);
    return 2;
  }
  hwy::SetSupportedTargetsForTest(HWY_SSE4);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  std::deque<Item> items;
  Numbers in(arguments[1]);
  for (double points = 0; in.next(points);) {
    sunder::Polytope3 a = in.body(points);
    sunder::Polytope3 b = in.body(in.next());
    const auto turn_a = in.turn();
    const auto at_a = in.vector();
    const auto turn_b = in.turn();
    const auto at_b = in.vector();
    items.push_back({a, b, turn_a, turn_b, at_a, at_b,
                     sunder::Pose3::from_wxyz(turn_a, at_a).value(),
                     sunder::Pose3::from_wxyz(turn_b, at_b).value()});
  }
  const double prepared = best_of(items, [](const Item& item) {
    return static_cast<bool>(sunder::intersects({item.a, item.pose_a}, {item.b, item.pose_b}));
  });
  const double made = best_of(items, [](const Item& item) {
    const auto pose_a = sunder::Pose3::from_wxyz(item.turn_a, item.at_a).value();
    const auto pose_b = sunder::Pose3::from_wxyz(item.turn_b, item.at_b).value();
    return static_cast<bool>(sunder::intersects({item.a, pose_a}, {item.b, pose_b}));
  });
  const auto met = std::count_if(items.begin(), items.end(), [](const Item& item) {
    return static_cast<bool>(sunder::intersects({item.a, item.pose_a}, {item.b, item.pose_b}));
  });
  std::printf("%.1f %.1f %ld\n", prepared, made, static_cast<long>(met));
}
