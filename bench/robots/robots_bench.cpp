// SPDX-License-Identifier: Apache-2.0
//
// Checks configurations of a robot from a URDF: kinematics and self check, valid and drawn configurations, a path,
// scenes, and distances. Times are for one configuration, and Coal's beside them where it was found.
//
//   robots_bench URDF SRDF [--hulls] [--count N] [--scenes FILE] [--write FOLDER] [--package NAME=DIR]
//                [Google Benchmark's options]
//
// --scenes reads what scenes.py writes, and times are means over all scenes. With --write the configurations and Sunder's
// verdicts stay for peers.py, which asks others about the same.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/robots/coal_robots.hpp"
#include "bench/robots/robot_sets.hpp"

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

struct Sets {
  std::vector<double> drawn, valid, path;
  std::int64_t drawn_count = 0, valid_count = 0, path_count = 0;
};

Sets make_sets(const Robot& robot, const RobotChecker& checker, const Arguments& arguments) {
  Sets sets;
  const auto variables = static_cast<std::size_t>(robot.variables());
  sets.drawn_count = arguments.count;
  sets.drawn = draw(robot, arguments.count, 1);
  sets.valid = draw_free(robot, checker, arguments.count);
  sets.valid_count = static_cast<std::int64_t>(sets.valid.size() / variables);
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
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace sunder::bench

int main(int count, char** words) { return sunder::bench::run(count, words); }
