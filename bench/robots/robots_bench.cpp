// SPDX-License-Identifier: Apache-2.0
//
// Checks configurations of a robot from a URDF: kinematics and self check, valid and drawn configurations, a path, and
// distances. Times are for one configuration.
//
//   robots_bench URDF SRDF [--hulls] [--count N] [--write FOLDER] [--package NAME=DIR] [Google Benchmark's options]
//
// --write leaves the configurations and Sunder's verdicts for peers.py, which asks others about the same.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"

namespace sunder::bench {
namespace {

struct Arguments {
  std::string urdf, folder;
  UrdfOptions options;
  std::int64_t count = 4096;
};

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
    if (word == "--hulls") {
      arguments.options.as = BodyForm::hull;
    } else if (word == "--count") {
      arguments.count = std::stoll(next());
    } else if (word == "--write") {
      arguments.folder = next();
    } else if (word == "--package") {
      const std::string package = next();
      const std::size_t equal = package.find('=');
      arguments.options.packages.emplace_back(package.substr(0, equal), package.substr(equal + 1));
    } else {
      files.push_back(word);
    }
  }
  if (!files.empty()) arguments.urdf = files[0];
  if (files.size() > 1) arguments.options.srdf = files[1];
  return arguments;
}

/// Draws uniformly between the limits of the joints, and within a turn where there are none.
std::vector<double> draw(const Robot& robot, std::int64_t count, std::uint64_t seed) {
  const auto variables = static_cast<std::size_t>(robot.variables());
  std::vector<double> low(variables, -3.14159), high(variables, 3.14159);
  for (const RobotJoint& joint : robot.model().joints) {
    if (joint.variable < 0 || !std::isfinite(joint.lower) || !std::isfinite(joint.upper)) continue;
    low[static_cast<std::size_t>(joint.variable)] = joint.lower;
    high[static_cast<std::size_t>(joint.variable)] = joint.upper;
  }
  std::mt19937_64 engine(seed);
  std::vector<double> q;
  for (std::int64_t i = 0; i < count; ++i) {
    for (std::size_t v = 0; v < variables; ++v) {
      q.push_back(low[v] + (high[v] - low[v]) * static_cast<double>(engine() >> 11) * 0x1p-53);
    }
  }
  return q;
}

/// Writes rows as NumPy has them.
void write_npy(const std::string& path, const char* type, std::int64_t rows, std::int64_t columns,
               const void* data, std::size_t bytes) {
  std::string header = "{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': (" +
                       std::to_string(rows) + ", " + std::to_string(columns) + "), }";
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file.write("\x93NUMPY\x01\x00", 8);
  const auto length = static_cast<unsigned>(header.size());
  file.put(static_cast<char>(length & 255U));
  file.put(static_cast<char>(length >> 8));
  file << header;
  file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

struct Sets {
  std::vector<double> drawn, valid, path;
  std::int64_t drawn_count = 0, valid_count = 0, path_count = 0;
};

Sets make_sets(const Robot& robot, const RobotChecker& checker, const Arguments& arguments) {
  Sets sets;
  const auto variables = static_cast<std::size_t>(robot.variables());
  sets.drawn_count = arguments.count;
  sets.drawn = draw(robot, arguments.count, 1);
  for (std::uint64_t seed = 1; sets.valid_count < arguments.count && seed < 200; ++seed) {
    const std::vector<double> q = draw(robot, arguments.count, seed);
    std::vector<Verdict> verdicts(static_cast<std::size_t>(arguments.count));
    checker.check({q, arguments.count}, {verdicts}).value();
    for (std::size_t i = 0; i < verdicts.size() && sets.valid_count < arguments.count; ++i) {
      if (verdicts[i] != Verdict::separated) continue;
      const auto from = q.begin() + static_cast<std::ptrdiff_t>(i * variables);
      sets.valid.insert(sets.valid.end(), from, from + static_cast<std::ptrdiff_t>(variables));
      ++sets.valid_count;
    }
  }
  if (sets.valid_count < 2) return sets;
  // Steps of about a millimetre at an arm's length, between valid configurations, as long as they are valid.
  for (std::int64_t leg = 0; leg + 1 < sets.valid_count && sets.path_count < arguments.count;
       ++leg) {
    const double* const a = sets.valid.data() + static_cast<std::size_t>(leg) * variables;
    const double* const b = a + variables;
    double length = 0;
    for (std::size_t v = 0; v < variables; ++v) length = std::max(length, std::fabs(b[v] - a[v]));
    const auto steps = static_cast<std::int64_t>(std::ceil(length / 1e-3));
    std::vector<double> q;
    for (std::int64_t i = 0; i < steps; ++i) {
      const double s = static_cast<double>(i) / static_cast<double>(steps);
      for (std::size_t v = 0; v < variables; ++v) q.push_back(a[v] + (b[v] - a[v]) * s);
    }
    if (checker.check({q, steps}, {}).value().separated != steps) continue;
    sets.path.insert(sets.path.end(), q.begin(), q.end());
    sets.path_count += steps;
  }
  return sets;
}

void check_all(benchmark::State& state, const RobotChecker& checker, const std::vector<double>& q,
               std::int64_t count, bool along_path) {
  std::vector<Verdict> verdicts(static_cast<std::size_t>(count));
  for (auto _ : state) {
    checker.check({q, count, along_path}, {verdicts}).value();
    benchmark::DoNotOptimize(verdicts.data());
  }
  state.counters["ns"] = benchmark::Counter(
      static_cast<double>(count) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["count"] = static_cast<double>(count);
}

int run(int count, char** words) {
  benchmark::Initialize(&count, words);
  const Arguments arguments = read_arguments(count, words);
  const Result<Robot> read = read_urdf(arguments.urdf, arguments.options);
  if (!read) {
    std::fprintf(stderr, "robots_bench: %s\n", read.error().message.c_str());
    return 2;
  }
  const Robot& robot = read.value();
  const RobotChecker checker = RobotChecker::make(robot).value();
  const Sets sets = make_sets(robot, checker, arguments);
  if (sets.valid_count == 0) {
    std::fprintf(stderr, "robots_bench: no valid configuration was drawn\n");
    return 2;
  }
  if (!arguments.folder.empty()) {
    const auto variables = std::int64_t{robot.variables()};
    write_npy(arguments.folder + "/drawn.npy", "<f8", sets.drawn_count, variables,
              sets.drawn.data(), sets.drawn.size() * sizeof(double));
    write_npy(arguments.folder + "/valid.npy", "<f8", sets.valid_count, variables,
              sets.valid.data(), sets.valid.size() * sizeof(double));
    std::vector<Verdict> verdicts(static_cast<std::size_t>(sets.drawn_count));
    checker.check({sets.drawn, sets.drawn_count}, {verdicts}).value();
    write_npy(arguments.folder + "/verdicts.npy", "|u1", sets.drawn_count, 1, verdicts.data(),
              verdicts.size());
  }
  std::string parts;
  for (const RobotPart& part : robot.model().parts) {
    parts += std::string(parts.empty() ? "" : " ") + std::string(to_string(part.shape)) + ":" +
             std::to_string(part.hull.vertex_count());
  }
  benchmark::AddCustomContext("parts", parts);
  benchmark::AddCustomContext("variables", std::to_string(robot.variables()));
  benchmark::AddCustomContext("pairs", std::to_string(checker.pairs()));
  const auto rate = [](benchmark::State& state, std::int64_t of) {
    state.counters["ns"] = benchmark::Counter(
        static_cast<double>(of) * 1e-9,
        benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  };
  benchmark::RegisterBenchmark("kinematics", [&](benchmark::State& state) {
    std::vector<double> poses(static_cast<std::size_t>(sets.valid_count * robot.frames() * 12));
    for (auto _ : state) robot.forward(sets.valid_count, sets.valid, poses).value();
    rate(state, sets.valid_count);
  });
  benchmark::RegisterBenchmark("self check/valid", [&](benchmark::State& state) {
    check_all(state, checker, sets.valid, sets.valid_count, false);
  });
  benchmark::RegisterBenchmark("self check/drawn", [&](benchmark::State& state) {
    check_all(state, checker, sets.drawn, sets.drawn_count, false);
  });
  benchmark::RegisterBenchmark("self check/path", [&](benchmark::State& state) {
    check_all(state, checker, sets.path, sets.path_count, true);
  });
  const std::int64_t some = std::min<std::int64_t>(sets.valid_count, 512);
  const auto first =
      std::span(sets.valid).first(static_cast<std::size_t>(some * robot.variables()));
  benchmark::RegisterBenchmark("distance/closest", [&](benchmark::State& state) {
    std::vector<Interval> closest(static_cast<std::size_t>(some));
    RobotDistanceOutput output;
    output.closest = closest;
    for (auto _ : state) checker.distances({first, some}, output).value();
    rate(state, some);
  });
  benchmark::RegisterBenchmark("distance/all pairs", [&](benchmark::State& state) {
    std::vector<Interval> all(static_cast<std::size_t>(some * checker.pairs()));
    RobotDistanceOutput output;
    output.pair_distances = all;
    for (auto _ : state) checker.distances({first, some}, output).value();
    rate(state, some);
  });
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace sunder::bench

int main(int count, char** words) { return sunder::bench::run(count, words); }
