// SPDX-License-Identifier: Apache-2.0
//
// Checks configurations of a robot from a URDF: kinematics and self check, valid and drawn configurations, a path in steps
// of a millimetre, scenes, distances, and edges of a radian. Times are for one configuration or edge, and Coal's beside
// them where it was found.
//
//   robots_bench URDF SRDF [--hulls] [--count N] [--scenes FILE] [--write FOLDER] [--package NAME=DIR]
//                [Google Benchmark's options]
//
// --scenes reads what scenes.py writes, and times are means over all scenes. With --write the configurations and Sunder's
// verdicts stay for peers.py, which asks others about the same.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/robots/coal_robots.hpp"
#include "bench/robots/robot_sets.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::bench {
namespace {

struct Arguments {
  std::string urdf, folder, scenes;
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
    } else if (word == "--scenes") {
      arguments.scenes = next();
    } else if (word == "--write") {
      arguments.folder = next();
    } else if (word == "--package") {
      add_package(arguments.options, next());
    } else {
      files.push_back(word);
    }
  }
  if (!files.empty()) arguments.urdf = files[0];
  if (files.size() > 1) arguments.options.srdf = files[1];
  return arguments;
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
  sets.valid = draw_free(robot, checker, arguments.count);
  sets.valid_count = static_cast<std::int64_t>(sets.valid.size() / variables);
  // Between drawn configurations, as long as all of them are valid.
  for (std::uint64_t seed = 1; sets.path_count < arguments.count && seed < 2000; ++seed) {
    const std::vector<double> q = millimetres(robot, draw(robot, 2, seed << 20));
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

/// A scene and the configurations that are asked about in it.
struct SceneSet {
  std::vector<SceneItem> items;
  RobotChecker checker;
  std::vector<double> drawn, valid;
  std::int64_t drawn_count = 0, valid_count = 0;
};

std::vector<SceneSet> make_scene_sets(const Robot& robot, const Arguments& arguments) {
  std::vector<SceneSet> sets;
  if (arguments.scenes.empty()) return sets;
  for (const SceneItems& scene : read_scenes(arguments.scenes)) {
    SceneSet set{scene.items, RobotChecker::make(robot, scene.scene()).value(), {}, {}};
    set.drawn = draw(robot, arguments.count, 1);
    set.drawn_count = arguments.count;
    set.valid = draw_free(robot, set.checker, arguments.count);
    set.valid_count = static_cast<std::int64_t>(set.valid.size()) / robot.variables();
    sets.push_back(std::move(set));
  }
  return sets;
}

/// Writes configurations and the verdicts of the drawn ones.
void write_set(const std::string& prefix, const RobotChecker& checker,
               const std::vector<double>& drawn, std::int64_t drawn_count,
               const std::vector<double>& valid, std::int64_t valid_count) {
  const auto variables = std::int64_t{checker.variables()};
  write_npy(prefix + "drawn.npy", "<f8", drawn_count, variables, drawn.data(),
            drawn.size() * sizeof(double));
  write_npy(prefix + "valid.npy", "<f8", valid_count, variables, valid.data(),
            valid.size() * sizeof(double));
  std::vector<Verdict> verdicts(static_cast<std::size_t>(drawn_count));
  checker.check({drawn, drawn_count}, {verdicts}).value();
  write_npy(prefix + "verdicts.npy", "|u1", drawn_count, 1, verdicts.data(), verdicts.size());
}

void write_sets(const std::string& folder, const Robot& robot, const RobotChecker& checker,
                const Sets& sets, const std::vector<SceneSet>& scenes) {
  write_set(folder + "/", checker, sets.drawn, sets.drawn_count, sets.valid, sets.valid_count);
  for (std::size_t k = 0; k < scenes.size(); ++k) {
    const SceneSet& scene = scenes[k];
    write_set(folder + "/" + std::to_string(k) + "_", scene.checker, scene.drawn, scene.drawn_count,
              scene.valid, scene.valid_count);
  }
  std::ofstream names(folder + "/variables.txt");
  for (const std::string& name : robot.variable_names()) names << name << '\n';
}

void count_rate(benchmark::State& state, std::int64_t of) {
  state.counters["ns"] = benchmark::Counter(
      static_cast<double>(of) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add_benchmark(const std::string& name, const std::function<void(benchmark::State&)>& body) {
  benchmark::RegisterBenchmark(name.c_str(), body);
}

void add_self_checks(const Robot& robot, const RobotChecker& checker, const Sets& sets) {
  add_benchmark("kinematics", [&](benchmark::State& state) {
    std::vector<double> poses(static_cast<std::size_t>(sets.valid_count * robot.frames() * 12));
    for (auto _ : state) robot.forward(sets.valid_count, sets.valid, poses).value();
    count_rate(state, sets.valid_count);
  });
  add_benchmark("self check/valid", [&](benchmark::State& state) {
    check_all(state, checker, sets.valid, sets.valid_count, false);
  });
  add_benchmark("self check/drawn", [&](benchmark::State& state) {
    check_all(state, checker, sets.drawn, sets.drawn_count, false);
  });
  add_benchmark("self check/path", [&](benchmark::State& state) {
    check_all(state, checker, sets.path, sets.path_count, true);
  });
}

void add_distances(const Robot& robot, const RobotChecker& checker, const Sets& sets) {
  const std::int64_t some = std::min<std::int64_t>(sets.valid_count, 512);
  const auto first =
      std::span(sets.valid).first(static_cast<std::size_t>(some * robot.variables()));
  add_benchmark("distance/closest", [&checker, some, first](benchmark::State& state) {
    std::vector<Interval> closest(static_cast<std::size_t>(some));
    RobotDistanceOutput output;
    output.closest = closest;
    for (auto _ : state) checker.distances({first, some}, output).value();
    count_rate(state, some);
  });
  add_benchmark("distance/all pairs", [&checker, some, first](benchmark::State& state) {
    std::vector<Interval> all(static_cast<std::size_t>(some * checker.pairs()));
    RobotDistanceOutput output;
    output.pair_distances = all;
    for (auto _ : state) checker.distances({first, some}, output).value();
    count_rate(state, some);
  });
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

void add_scenes(const std::vector<SceneSet>& scenes) {
  if (scenes.empty()) return;
  const auto add = [&](const std::string& name, auto of, auto count) {
    add_benchmark("scenes/" + name, [&scenes, of, count](benchmark::State& state) {
      std::vector<Verdict> verdicts;
      std::int64_t all = 0;
      for (const SceneSet& scene : scenes) all += scene.*count;
      for (auto _ : state) {
        for (const SceneSet& scene : scenes) {
          verdicts.resize(static_cast<std::size_t>(scene.*count));
          scene.checker.check({scene.*of, scene.*count}, {verdicts}).value();
          benchmark::DoNotOptimize(verdicts.data());
        }
      }
      count_rate(state, all);
    });
  };
  add("valid", &SceneSet::valid, &SceneSet::valid_count);
  add("drawn", &SceneSet::drawn, &SceneSet::drawn_count);
}

#ifdef SUNDER_BENCH_COAL
/// Asks Coal about configurations, with this library's kinematics.
struct CoalSet {
  std::unique_ptr<CoalRobot> coal;
  const std::vector<double>* q;
  std::int64_t count;

  std::int64_t hits(const Robot& robot, std::vector<double>& poses, bool balls) const {
    const auto pose_doubles = static_cast<std::size_t>(robot.frames()) * 12;
    poses.resize(static_cast<std::size_t>(count) * pose_doubles);
    robot.forward(count, *q, poses).value();
    std::int64_t found = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      coal->place(poses.data() + i * pose_doubles);
      found += coal->meets_any(balls) ? 1 : 0;
    }
    return found;
  }
};

void add_coal(const Robot& robot, const std::string& name,
              std::shared_ptr<std::vector<CoalSet>> sets, bool balls) {
  add_benchmark(name, [&robot, sets, balls](benchmark::State& state) {
    std::vector<double> poses;
    std::int64_t all = 0;
    for (const CoalSet& set : *sets) all += set.count;
    for (auto _ : state) {
      std::int64_t hits = 0;
      for (const CoalSet& set : *sets) hits += set.hits(robot, poses, balls);
      state.counters["hits"] = static_cast<double>(hits);
    }
    count_rate(state, all);
  });
}

void add_all_coal(const Robot& robot, const RobotChecker& checker, const Sets& sets,
                  const std::vector<SceneSet>& scenes) {
  const auto self = [&](const std::vector<double>& q, std::int64_t count) {
    auto list = std::make_shared<std::vector<CoalSet>>();
    list->push_back({CoalRobot::make(robot, checker), &q, count});
    return list;
  };
  add_coal(robot, "coal loop/self valid", self(sets.valid, sets.valid_count), false);
  add_coal(robot, "coal balls/self valid", self(sets.valid, sets.valid_count), true);
  add_coal(robot, "coal balls/self drawn", self(sets.drawn, sets.drawn_count), true);
  if (scenes.empty()) return;
  auto valid = std::make_shared<std::vector<CoalSet>>();
  for (const SceneSet& scene : scenes)
    valid->push_back(
        {CoalRobot::make(robot, scene.checker, scene.items), &scene.valid, scene.valid_count});
  add_coal(robot, "coal balls/scenes valid", valid, true);
}
#endif

void add_context(const Robot& robot, const RobotChecker& checker,
                 const std::vector<SceneSet>& scenes) {
  std::string parts;
  for (const RobotPart& part : robot.model().parts) {
    parts += std::string(parts.empty() ? "" : " ") + std::string(to_string(part.shape)) + ":" +
             std::to_string(part.hull.vertex_count());
  }
  std::int64_t scene_valid = 0;
  for (const SceneSet& scene : scenes) scene_valid += scene.valid_count;
  benchmark::AddCustomContext("parts", parts);
  benchmark::AddCustomContext("variables", std::to_string(robot.variables()));
  benchmark::AddCustomContext("pairs", std::to_string(checker.pairs()));
  benchmark::AddCustomContext("scenes", std::to_string(scenes.size()));
  benchmark::AddCustomContext("valid in scenes", std::to_string(scene_valid));
#ifdef SUNDER_BENCH_COAL
  benchmark::AddCustomContext("coal", coal_robot_description());
#endif
}

int run(int count, char** words) {
  benchmark::Initialize(&count, words);
  const Arguments arguments = read_arguments(count, words);
  const Robot robot = read_still_robot(arguments.urdf, arguments.options);
  const RobotChecker checker = RobotChecker::make(robot).value();
  const Sets sets = make_sets(robot, checker, arguments);
  if (sets.valid_count == 0) {
    std::fprintf(stderr, "robots_bench: no valid configuration was drawn\n");
    return 2;
  }
  const std::vector<SceneSet> scenes = make_scene_sets(robot, arguments);
  if (!arguments.folder.empty()) write_sets(arguments.folder, robot, checker, sets, scenes);
  add_context(robot, checker, scenes);
  add_self_checks(robot, checker, sets);
  add_scenes(scenes);
#ifdef SUNDER_BENCH_COAL
  add_all_coal(robot, checker, sets, scenes);
#endif
  add_distances(robot, checker, sets);
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
