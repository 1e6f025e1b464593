// SPDX-License-Identifier: Apache-2.0
//
// Measures the time of one pair. The benchmark's own loop queries all pairs of a set in turn, for a
// number of whole rounds. Its time is the mean, with nothing but the questions inside.
//
// A second pass reads a clock before and after each pair, in kRounds rounds. A pair's time is the
// mean of the middle half of its readings, minus the cost of reading the clock. The mean smooths
// clocks that step by 10 ns. The counters `median` and `p99` are those of the pairs.
//
// Pairs follow each other, so that no pair trains the branch predictor for itself. A reading waits
// until all earlier instructions have retired. It therefore includes the part that the loop
// overlaps with the next pair. The median of equal pairs thus exceeds their mean, for every
// contestant.
#pragma once

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdint>
#include <vector>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

namespace sunder::bench {

inline constexpr std::size_t kRounds = 16;

inline double quantile(std::vector<double>& values, double share) {
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// The processor's counter, if it has one: reading the system's clock takes as long as a short
/// question.
#ifdef __x86_64__
inline std::uint64_t read_clock() {
  unsigned int processor = 0;
  return __rdtscp(&processor);
}
#else
inline std::uint64_t read_clock() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
#endif

/// Nanoseconds in one step of read_clock(), calibrated with the system's clock.
inline double clock_step() {
  static const double step = [] {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const std::uint64_t first = read_clock();
    while (Clock::now() - begin < std::chrono::milliseconds(20)) {
    }
    const double steps = static_cast<double>(read_clock() - first);
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / steps;
  }();
  return step;
}

/// Nanoseconds from before `ask()` until after.
template <class Ask>
double time_once(const Ask& ask) {
  const std::uint64_t before = read_clock();
  benchmark::DoNotOptimize(ask());
  return static_cast<double>(read_clock() - before) * clock_step();
}

/// The mean of the middle half: interrupts and lucky readings do not count.
inline double middle_mean(std::vector<double>& readings) {
  std::ranges::sort(readings);
  const std::size_t quarter = readings.size() / 4;
  double sum = 0;
  for (std::size_t i = quarter; i < readings.size() - quarter; ++i) sum += readings[i];
  return sum / static_cast<double>(readings.size() - 2 * quarter);
}

/// Returns the reading of time_once() for an empty question.
inline double clock_cost() {
  std::vector<double> costs(400);
  for (double& cost : costs) cost = time_once([] { return 0; });
  return middle_mean(costs);
}

template <class Ask>
std::vector<double> time_each(std::size_t count, const Ask& ask) {
  std::vector<std::vector<double>> readings(count);
  const double cost = clock_cost();
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < count; ++i) {
      readings[i].push_back(time_once([&] { return ask(i); }) - cost);
    }
  }
  std::vector<double> times;
  for (auto& pair : readings) times.push_back(std::max(0.0, middle_mean(pair)));
  return times;
}

/// Times the questions about pairs 0 to count - 1.
template <class Ask>
void time_pairs(benchmark::State& state, std::size_t count, const Ask& ask) {
  while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(count))) {
    for (std::size_t i = 0; i < count; ++i) benchmark::DoNotOptimize(ask(i));
  }
  std::vector<double> times = time_each(count, ask);
  state.counters["median"] = quantile(times, 0.5);
  state.counters["p99"] = quantile(times, 0.99);
  state.counters["pairs"] = static_cast<double>(count);
}

}  // namespace sunder::bench
