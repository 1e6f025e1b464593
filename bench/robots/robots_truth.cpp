// SPDX-License-Identifier: Apache-2.0
//
// Counts wrong verdicts of a robot's self check. Every configuration is answered twice, once as users ask and once with
// all pairs decided, and both must agree. Where Coal was found, it decides all pairs too, at the same doubles. Each pair
// in which the two differ is decided once more, by the integer stage alone. All pairs of a random sample are
// decided so too. A certificate of each is held against verify().
//
//   robots_truth URDF [SRDF] [--count N] [--seed S] [--every N] [--questions FILE] [--asked M]
//                [--package NAME=DIR]
//
// One configuration of 100, or of --every, is in the sample. With --questions the pairs that differ become questions of
// `sunder query`, for the checker in Python (truth.py). Those of the first M configurations of the sample do too. Meshes are taken as their hulls. Prints one object of JSON. Exit status: 0 none wrong, 1 some wrong, 2 refused.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/robots/coal_robots.hpp"
#include "bench/robots/robot_sets.hpp"
#include "geometry/body.hpp"
#include "narrow/lp/exact.hpp"
#include "sunder/certificate.hpp"
#include "sunder/margin.hpp"
#include "sunder/penetration.hpp"

namespace sunder::bench {
namespace {

constexpr std::int64_t kChunk = 4096;

struct Arguments {
  std::string urdf, questions;
  UrdfOptions options;
  std::int64_t count = 10000, asked = 0;
  std::uint64_t seed = 1, every = 100;
};

Arguments read_arguments(int count, char** words) {
  Arguments arguments;
  arguments.options.as = BodyForm::hull;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const auto next = [&] { return std::string(i + 1 < count ? words[++i] : ""); };
    if (word == "--count") {
      arguments.count = std::stoll(next());
    } else if (word == "--seed") {
      arguments.seed = std::stoull(next());
    } else if (word == "--every") {
      arguments.every = std::max<std::uint64_t>(1, std::stoull(next()));
    } else if (word == "--questions") {
      arguments.questions = next();
    } else if (word == "--asked") {
      arguments.asked = std::stoll(next());
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

/// Decides by exact pivoting in integers, from nothing: no lanes, bounds, filters or search. Padded bodies have no such
/// program; theirs is the verdict of the margin 0, whose certificate verify() has to accept.
Verdict decide_in_integers(const Posed3& a, const Posed3& b) {
  if (a.radius() > 0 || b.radius() > 0) return compare_to_margin(a, b, {0, 0, 0}).value().verdict;
  const detail::Pair<3> pair{detail::make_body(a), detail::make_body(b)};
  return detail::lp::decide_exactly<3>(pair, {}).verdict;
}

/// What one pair is, by the exact stage and by certificates.
struct Truth {
  Verdict verdict = Verdict::undecided;
  Verdict outer = Verdict::undecided;  ///< of the outer prisms; the same where there is no cylinder
  bool certified = false;
};

class Examiner {
 public:
  Examiner(const Robot& robot, const RobotChecker& checker) : robot_(robot), checker_(checker) {}

  Truth examine(const double* poses, std::int64_t index) const {
    const RobotCheckPair pair = checker_.pair(index);
    const RobotPart& a = part(pair.part_a);
    const RobotPart& b = part(pair.part_b);
    const Pose3 pose_a = pose(poses, pair.part_a);
    const Pose3 pose_b = pose(poses, pair.part_b);
    const Posed3 outer_a(a.hull, pose_a, a.radius);
    const Posed3 outer_b(b.hull, pose_b, b.radius);
    Truth truth;
    truth.outer = decide_in_integers(outer_a, outer_b);
    truth.verdict = truth.outer;
    const Decision found = intersects(outer_a, outer_b);
    truth.certified =
        found.verdict == truth.outer && verify(outer_a, outer_b, certify(outer_a, outer_b, found));
    if (truth.outer == Verdict::separated || (!a.inner && !b.inner)) return truth;
    const Verdict inner = decide_in_integers(Posed3(a.inner ? *a.inner : a.hull, pose_a, a.radius),
                                             Posed3(b.inner ? *b.inner : b.hull, pose_b, b.radius));
    truth.verdict =
        inner == Verdict::overlapping || inner == truth.outer ? inner : Verdict::undecided;
    return truth;
  }

  /// How deep the outer bodies overlap, or how far apart they are, in metres and proven.
  std::string measured(const double* poses, std::int64_t index) const {
    const RobotCheckPair pair = checker_.pair(index);
    const RobotPart& a = part(pair.part_a);
    const RobotPart& b = part(pair.part_b);
    const Pose3 pose_a = pose(poses, pair.part_a);
    const Pose3 pose_b = pose(poses, pair.part_b);
    const Posed3 posed_a(a.hull, pose_a, a.radius);
    const Posed3 posed_b(b.hull, pose_b, b.radius);
    const Penetration3 deep = penetration(posed_a, posed_b);
    const Distance3 apart = sunder::distance(posed_a, posed_b);
    const bool overlap = deep.verdict == Verdict::overlapping;
    const Interval size = overlap ? deep.depth : apart.distance;
    const bool proven =
        overlap ? static_cast<bool>(verify(posed_a, posed_b, certify(posed_a, posed_b, deep)))
                : static_cast<bool>(verify(posed_a, posed_b, certify(posed_a, posed_b, apart)));
    char text[160];
    std::snprintf(text, sizeof text, "\"%s\": [%.17g, %.17g], \"proven\": %s",
                  overlap ? "depth" : "distance", size.lower, size.upper,
                  proven ? "true" : "false");
    return text;
  }

  void write_bodies(std::ofstream& file) const {
    const auto& parts = robot_.model().parts;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      file << "{\"define\": \"p" << p << "\", \"vertices\": [";
      for (std::int32_t i = 0; i < parts[p].hull.vertex_count(); ++i) {
        file << (i == 0 ? "" : ", ");
        write_numbers(file, parts[p].hull.vertex(i).data(), 3);
      }
      file << "]";
      if (parts[p].radius > 0) {
        file << ", \"radius\": ";
        write_number(file, parts[p].radius);
      }
      file << "}\n";
    }
  }

  void write_question(std::ofstream& file, std::int64_t configuration, const double* poses,
                      std::int64_t index, Verdict expected) const {
    const RobotCheckPair pair = checker_.pair(index);
    file << "{\"id\": \"" << configuration << "/" << index << "/" << to_string(expected) << "\"";
    for (const bool first : {true, false}) {
      const std::int32_t p = first ? pair.part_a : pair.part_b;
      const double* const rows = poses + 12 * robot_.frame_of_part(p);
      file << ", \"" << (first ? "a" : "b") << "\": {\"body\": \"p" << p << "\", \"transform\": [";
      for (int row = 0; row < 3; ++row) {
        file << (row == 0 ? "" : ", ");
        write_numbers(file, rows + 4 * row, 4);
      }
      file << "]}";
    }
    file << "}\n";
  }

 private:
  static void write_number(std::ofstream& file, double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    file << text;
  }
  static void write_numbers(std::ofstream& file, const double* numbers, int count) {
    for (int k = 0; k < count; ++k) {
      file << (k == 0 ? "[" : ", ");
      write_number(file, numbers[k]);
    }
    file << "]";
  }
  const RobotPart& part(std::int32_t p) const {
    return robot_.model().parts[static_cast<std::size_t>(p)];
  }
  Pose3 pose(const double* poses, std::int32_t p) const {
    return Pose3::from_matrix(std::span<const double>(poses + 12 * robot_.frame_of_part(p), 12))
        .value();
  }

  const Robot& robot_;
  const RobotChecker& checker_;
};

int gravity(Verdict verdict) {
  if (verdict == Verdict::overlapping) return 3;
  if (verdict == Verdict::touching) return 2;
  return verdict == Verdict::undecided ? 1 : 0;
}

struct Counts {
  std::int64_t configurations = 0, pairs = 0, meeting = 0, touching = 0, undecided = 0;
  std::int64_t inconsistent = 0;  ///< where both ways of asking differ
  std::int64_t coal_passed = 0, coal_refused = 0, coal_wrong_configurations = 0;
  std::int64_t sampled = 0, examined = 0, wrong = 0, uncertified = 0, asked = 0;
  double seconds = 0;  ///< of CPU time for the answers without all pairs
};

class Trial {
 public:
  Trial(const Robot& robot, const RobotChecker& checker, const Arguments& arguments)
      : robot_(robot),
        checker_(checker),
        arguments_(arguments),
        examiner_(robot, checker),
        sample_(arguments.seed) {
#ifdef SUNDER_BENCH_COAL
    coal_ = CoalRobot::make(robot, checker);
#endif
    if (arguments.questions.empty()) return;
    questions_.open(arguments.questions);
    examiner_.write_bodies(questions_);
  }

  Counts run() {
    for (std::int64_t first = 0; first < arguments_.count; first += kChunk) {
      const std::int64_t count = std::min(kChunk, arguments_.count - first);
      run_chunk(first, count);
    }
    return counts_;
  }
  const std::vector<std::string>& differences() const { return differences_; }

 private:
  void run_chunk(std::int64_t first, std::int64_t count) {
    const auto pairs = static_cast<std::size_t>(checker_.pairs());
    const auto doubles = static_cast<std::size_t>(robot_.frames()) * 12;
    const std::vector<double> q =
        draw(robot_, count, arguments_.seed * 1000003 + static_cast<std::uint64_t>(first / kChunk));
    std::vector<Verdict> verdicts(static_cast<std::size_t>(count)),
        all(static_cast<std::size_t>(count) * pairs);
    std::vector<std::int64_t> first_pairs(static_cast<std::size_t>(count));
    std::vector<double> poses(static_cast<std::size_t>(count) * doubles);
    const std::clock_t start = std::clock();
    checker_.check({q, count}, {.verdicts = verdicts, .first_pairs = first_pairs}).value();
    counts_.seconds += static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    RobotOutput output;
    output.pair_verdicts = all;
    checker_.check({q, count}, output).value();
    robot_.forward(count, q, poses).value();
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
      const std::span<const Verdict> own = std::span(all).subspan(i * pairs, pairs);
      run_one(first + static_cast<std::int64_t>(i), verdicts[i], first_pairs[i], own,
              poses.data() + i * doubles);
    }
  }

  void run_one(std::int64_t configuration, Verdict verdict, std::int64_t first_pair,
               std::span<const Verdict> pairs, const double* poses) {
    ++counts_.configurations;
    const auto worst = std::max_element(
        pairs.begin(), pairs.end(), [](Verdict a, Verdict b) { return gravity(a) < gravity(b); });
    const int grave = worst == pairs.end() ? 0 : gravity(*worst);
    const std::int64_t expected_pair = grave == 0 ? -1 : worst - pairs.begin();
    if (grave != gravity(verdict) || expected_pair != first_pair) ++counts_.inconsistent;
    counts_.meeting += grave > 0 ? 1 : 0;
    counts_.touching += grave == 2 ? 1 : 0;
    counts_.undecided += grave == 1 ? 1 : 0;
    const bool sampled = sample_() % arguments_.every == 0;
    counts_.sampled += sampled ? 1 : 0;
    const bool asked = sampled && counts_.sampled <= arguments_.asked;
    if (coal_) coal_->place(poses);
    bool any = false;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      if (pairs[p] == Verdict::not_examined) continue;
      ++counts_.pairs;
      const auto index = static_cast<std::int64_t>(p);
      const bool coal = coal_ && coal_->meets(index);
      any = any || coal;
      const bool differs = coal_ && coal != (pairs[p] != Verdict::separated);
      if (differs || sampled) examine(configuration, index, pairs[p], poses, differs, asked);
    }
    if (coal_ && any != (grave > 0)) ++counts_.coal_wrong_configurations;
  }

  void examine(std::int64_t configuration, std::int64_t index, Verdict said, const double* poses,
               bool differs, bool asked) {
    ++counts_.examined;
    const Truth truth = examiner_.examine(poses, index);
    const bool wrong = truth.verdict != said;
    counts_.wrong += wrong ? 1 : 0;
    counts_.uncertified += truth.certified ? 0 : 1;
    if (differs) ++(said == Verdict::separated ? counts_.coal_refused : counts_.coal_passed);
    if ((differs || wrong) && differences_.size() < 200) {
      differences_.push_back(
          "{\"configuration\": " + std::to_string(configuration) + ", \"pair\": \"" +
          checker_.pair_name(index) + "\", \"sunder\": \"" + std::string(to_string(said)) +
          "\", \"integers\": \"" + std::string(to_string(truth.verdict)) + "\", " +
          examiner_.measured(poses, index) + (differs ? ", " + coal_->explain(index) : "") + "}");
    }
    if (!questions_.is_open() || (!asked && !differs)) return;
    ++counts_.asked;
    examiner_.write_question(questions_, configuration, poses, index, truth.outer);
  }

  const Robot& robot_;
  const RobotChecker& checker_;
  const Arguments& arguments_;
  Examiner examiner_;
  std::mt19937_64 sample_;
  std::unique_ptr<CoalRobot> coal_;
  std::ofstream questions_;
  std::vector<std::string> differences_;
  Counts counts_;
};

void print(const char* name, std::int64_t value) {
  std::printf(" \"%s\": %lld,\n", name, static_cast<long long>(value));
}

int run(int count, char** words) {
  const Arguments arguments = read_arguments(count, words);
  const Robot robot = read_still_robot(arguments.urdf, arguments.options);
  const RobotChecker checker = RobotChecker::make(robot).value();
  Trial trial(robot, checker, arguments);
  const Counts counts = trial.run();
  std::printf("{\"robot\": \"%s\",\n", robot.model().name.c_str());
  print("pairs", checker.pairs());
  print("configurations", counts.configurations);
  print("pair_verdicts", counts.pairs);
  print("meeting", counts.meeting);
  print("touching", counts.touching);
  print("undecided", counts.undecided);
  print("inconsistent", counts.inconsistent);
#ifdef SUNDER_BENCH_COAL
  print("coal_passes_pairs_that_meet", counts.coal_passed);
  print("coal_refuses_pairs_that_are_apart", counts.coal_refused);
  print("coal_wrong_configurations", counts.coal_wrong_configurations);
#endif
  print("sampled_configurations", counts.sampled);
  print("examined_pairs", counts.examined);
  print("wrong", counts.wrong);
  print("uncertified", counts.uncertified);
  print("questions", counts.asked);
  std::printf(
      " \"cpu_microseconds\": %.3f,\n \"differences\": [",
      1e6 * counts.seconds / static_cast<double>(std::max<std::int64_t>(1, counts.configurations)));
  const char* separator = "\n  ";
  for (const std::string& difference : trial.differences()) {
    std::printf("%s%s", separator, difference.c_str());
    separator = ",\n  ";
  }
  std::printf("]}\n");
  return counts.wrong + counts.uncertified + counts.inconsistent == 0 ? 0 : 1;
}

}  // namespace
}  // namespace sunder::bench

int main(int count, char** words) { return sunder::bench::run(count, words); }
