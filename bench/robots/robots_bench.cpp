// SPDX-License-Identifier: Apache-2.0
//
// Checks configurations of a robot from a URDF: kinematics and self check, valid and drawn configurations, a path in steps of
// a millimetre, distances, and edges of a radian. Times are for one configuration, or edge.
//
//   robots_bench URDF SRDF [--hulls] [--shelf] [--count N] [--write FOLDER] [--package NAME=DIR] [Google Benchmark's options]
//
// --shelf puts a table before the robot, with a shelf of boxes.
// --write leaves the configurations and Sunder's verdicts. Then peers.py asks others about the same.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "sunder/robot.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::bench {
namespace {

struct Arguments {
  std::string urdf, folder;
  UrdfOptions options;
  std::int64_t count = 4096;
  bool has_shelf = false;
};

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
    if (word == "--hulls") {
      arguments.options.as = BodyForm::hull;
    } else if (word == "--shelf") {
      arguments.has_shelf = true;
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

/// A table, a shelf of three boards and three walls on it, and six boxes on the middle one.
Scene shelf_on_table() {
  Scene scene;
  const auto add = [&](const char* name, const Vector3& half, const Vector3& place) {
    scene.add(
        {name, Polytope3::box({half[0], half[1], half[2]}), Pose3::translation(place).value()});
  };
  add("table", {0.5, 0.8, 0.02}, {0.75, 0, 0.2});
  for (const double y : {-0.4, 0.4}) add("wall", {0.15, 0.01, 0.4}, {0.7, y, 0.65});
  add("back", {0.01, 0.4, 0.4}, {0.85, 0, 0.65});
  for (const double z : {0.35, 0.65, 1.0}) add("board", {0.15, 0.4, 0.01}, {0.7, 0, z});
  for (int k = 0; k < 6; ++k) add("box", {0.03, 0.03, 0.08}, {0.65, -0.3 + 0.12 * k, 0.74});
  return scene;
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
  std::vector<double> edges;  ///< both ends of each
  std::int64_t drawn_count = 0, valid_count = 0, path_count = 0, edge_count = 0;
};

/// Waypoints on the line between two configurations, a millimetre apart at the last link with a part.
std::vector<double> millimetres(const Robot& robot, const std::vector<double>& ends) {
  const auto variables = static_cast<std::size_t>(robot.variables());
  const auto frame = static_cast<std::size_t>(robot.frame_of_link(robot.model().parts.back().link));
  constexpr int kFine = 20'000;
  std::vector<double> path, q(variables), poses(static_cast<std::size_t>(robot.frames()) * 12);
  Vector3 last{};
  double way = 1;
  for (int i = 0; i <= kFine; ++i) {
    for (std::size_t v = 0; v < variables; ++v)
      q[v] = ends[v] + (ends[variables + v] - ends[v]) * i / kFine;
    robot.forward(1, q, poses).value();
    const Vector3 at{poses[12 * frame + 3], poses[12 * frame + 7], poses[12 * frame + 11]};
    if (i > 0) way += std::hypot(at[0] - last[0], at[1] - last[1], at[2] - last[2]);
    last = at;
    if (i > 0 && way < 1e-3) continue;
    path.insert(path.end(), q.begin(), q.end());
    way = 0;
  }
  return path;
}

/// Edges of a radian, cut at the limits of the joints, between valid configurations.
void add_edges(const Robot& robot, const RobotChecker& checker, const Arguments& arguments,
               Sets& sets) {
  const auto variables = static_cast<std::size_t>(robot.variables());
  std::mt19937_64 engine(3);
  const std::int64_t wanted = std::min<std::int64_t>(arguments.count, 500);
  for (std::int64_t i = 0; i < sets.valid_count && sets.edge_count < wanted; ++i) {
    const double* const from = sets.valid.data() + static_cast<std::size_t>(i) * variables;
    std::vector<double> to(variables);
    double square = 0;
    for (double& entry : to) {
      entry = static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5;
      square += entry * entry;
    }
    for (std::size_t v = 0; v < variables; ++v) to[v] = from[v] + to[v] / std::sqrt(square);
    for (const RobotJoint& joint : robot.model().joints) {
      if (joint.variable < 0 || joint.kind == JointKind::continuous) continue;
      double& value = to[static_cast<std::size_t>(joint.variable)];
      value = std::clamp(value, joint.lower, joint.upper);
    }
    if (checker.check({to, 1}, {}).value().separated != 1) continue;
    sets.edges.insert(sets.edges.end(), from, from + variables);
    sets.edges.insert(sets.edges.end(), to.begin(), to.end());
    ++sets.edge_count;
  }
}

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
  // Between drawn configurations, as long as all of them are valid.
  for (std::uint64_t seed = 1; sets.path_count < arguments.count && seed < 2000; ++seed) {
    const std::vector<double> ends = draw(robot, 2, seed << 20);
    const std::vector<double> q = millimetres(robot, ends);
    const auto steps = static_cast<std::int64_t>(q.size() / variables);
    if (checker.check({q, steps}, {}).value().separated != steps) continue;
    sets.path.insert(sets.path.end(), q.begin(), q.end());
    sets.path_count += steps;
  }
  add_edges(robot, checker, arguments, sets);
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

/// Asks about each edge alone, and tells the median, what nine of ten take at most, and 99 of 100.
void check_edges(benchmark::State& state, const RobotChecker& checker, const Sets& sets) {
  const auto size = 2 * static_cast<std::size_t>(checker.variables());
  std::vector<double> best(static_cast<std::size_t>(sets.edge_count), 1);
  std::int64_t free = 0;
  for (auto _ : state) {
    free = 0;
    for (std::size_t i = 0; i < best.size(); ++i) {
      EdgeAnswer answer;
      const auto start = std::chrono::steady_clock::now();
      check_path(checker, std::span(sets.edges).subspan(i * size, size), 2, std::span(&answer, 1))
          .value();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best[i] = std::min(best[i], took.count());
      free += answer ? 1 : 0;
    }
  }
  std::sort(best.begin(), best.end());
  const auto share = [&](std::size_t percent) { return best[best.size() * percent / 100] * 1e6; };
  state.counters["median_us"] = share(50);
  state.counters["p90_us"] = share(90);
  state.counters["p99_us"] = share(99);
  state.counters["edges"] = static_cast<double>(best.size());
  state.counters["free"] = static_cast<double>(free);
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
  const RobotChecker checker =
      RobotChecker::make(robot, arguments.has_shelf ? shelf_on_table() : Scene()).value();
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
  if (sets.edge_count > 0) {
    benchmark::RegisterBenchmark("edges of a radian", [&](benchmark::State& state) {
      check_edges(state, checker, sets);
    })->Iterations(3);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace sunder::bench

int main(int count, char** words) { return sunder::bench::run(count, words); }
