// SPDX-License-Identifier: Apache-2.0
//
// Idea: Samples come first, all pairs at once: they show most pairs that meet. What never met is then proven apart by a
//   search over the joint box, and what always met by another one; both end early where they find the contrary.
// Source: The reasons and their order are those of MoveIt's setup assistant.
// Bound: The end of a share that no sample was found in is 3 / n, since 0.05^(1/n) >= 1 - 3 / n; others are Hoeffding's.
// Cost: That of the checker for each sample, and of box_search.hpp for each pair.
// Gives up: Proofs where joints between both have no limits, and where the boxes allowed are spent.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "files/refused.hpp"
#include "machine/enum_names.hpp"
#include "robot/checker/data.hpp"
#include "robot/checker/pair.hpp"
#include "robot/pairs/box_search.hpp"
#include "robot/pairs/joint_box.hpp"
#include "robot/path/path_problem.hpp"
#include "robot/reading/urdf_model.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/robot_pairs.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::robot::BoxAnswer;
using detail::robot::BoxOutcome;
using detail::robot::BoxSearch;
using detail::robot::CheckBody;
using detail::robot::CheckData;
using detail::robot::CheckerAccess;
using detail::robot::JointBox;
using detail::robot::measure_pair;
using detail::robot::PathPair;
using detail::robot::PathProblem;

constexpr std::int64_t kMostCount = std::int64_t{1} << 40;
/// The share of samples that is always, as in MoveIt.
constexpr double kAlwaysShare = 0.95;
/// ln(1 / 0.05) < this.
constexpr double kConfidence = 3;
/// Samples of a call; fewer where there are many pairs.
constexpr std::int64_t kMostSamples = 1024, kMostVerdicts = std::int64_t{1} << 22;

bool meets(Verdict verdict) noexcept {
  return verdict == Verdict::overlapping || verdict == Verdict::touching;
}

/// Two links, and which pairs of the checker and of the problem are theirs.
struct LinkPair {
  LinkPairAnswer answer;
  std::vector<std::int64_t> numbers;
  std::vector<const PathPair*> parts;
};

class PairFinder {
 public:
  PairFinder(const RobotChecker& checker, const LinkPairOptions& options)
      : checker_(checker),
        options_(options),
        data_(CheckerAccess::data(checker)),
        problem_(path_problem(data_)),
        robot_(data_.robots.front()),
        box_(robot_) {}

  std::optional<Error> run(std::vector<LinkPairAnswer>& answers);

 private:
  bool goes_on() const;
  void list_pairs();
  std::optional<Error> read(std::span<const double> configurations, std::int64_t count,
                            const std::function<void(LinkPair&, std::int64_t, Verdict)>& found);
  std::optional<Error> look_at_default();
  std::optional<Error> draw_samples();
  void set_shares();
  Interval measure(const LinkPairAnswer& pair, std::span<const double> configuration) const;
  void settle(LinkPair& pair) const;
  void prove_never(LinkPair& pair) const;
  void prove_always(LinkPair& pair) const;

  const RobotChecker& checker_;
  const LinkPairOptions& options_;
  const CheckData& data_;
  const PathProblem& problem_;
  const Robot& robot_;
  JointBox box_;
  std::vector<LinkPair> pairs_;
  std::atomic<std::int64_t> done_{0};  ///< samples and pairs
  mutable std::mutex reporting_;
};

/// Reports progress, unless another thread does so now, and returns false once the call is cancelled.
bool PairFinder::goes_on() const {
  if (options_.progress) {
    const std::unique_lock<std::mutex> lock(reporting_, std::try_to_lock);
    if (lock)
      options_.progress(done_.load(std::memory_order_relaxed),
                        options_.samples + static_cast<std::int64_t>(pairs_.size()));
  }
  return options_.cancel == nullptr || !options_.cancel->load(std::memory_order_relaxed);
}

void PairFinder::list_pairs() {
  RobotModel adjacent = robot_.model();
  adjacent.skipped.clear();
  detail::robot::skip_adjacent(adjacent.name, adjacent);
  std::set<std::pair<std::int32_t, std::int32_t>> joined;
  for (const RobotPair& pair : adjacent.skipped) {
    if (pair.reason == to_string(SkipReason::adjacent)) joined.emplace(pair.a, pair.b);
  }
  std::set<std::int32_t> links;
  for (std::size_t p = 0; p < data_.parts.size(); ++p) {
    if (!data_.bodies[p].empty) links.insert(data_.parts[p].link);
  }
  std::map<std::pair<std::int32_t, std::int32_t>, std::size_t> places;
  for (auto a = links.begin(); a != links.end(); ++a) {
    for (auto b = std::next(a); b != links.end(); ++b) {
      places.emplace(std::pair(*a, *b), pairs_.size());
      LinkPair& pair = pairs_.emplace_back();
      pair.answer.a = *a;
      pair.answer.b = *b;
      if (joined.contains({*a, *b})) pair.answer.reason = SkipReason::adjacent;
    }
  }
  const auto place = [&](std::int64_t number) {
    const auto& of = data_.pairs[static_cast<std::size_t>(number)];
    const auto [a, b] = std::minmax(data_.parts[static_cast<std::size_t>(of.a)].link,
                                    data_.parts[static_cast<std::size_t>(of.b)].link);
    const auto found = places.find({a, b});
    return found == places.end() ? nullptr : &pairs_[found->second];
  };
  for (std::int64_t number = 0; number < checker_.pairs(); ++number) {
    if (LinkPair* const pair = place(number)) pair->numbers.push_back(number);
  }
  for (const PathPair& of : problem_.pairs()) {
    if (LinkPair* const pair = place(of.number)) pair->parts.push_back(&of);
  }
}

/// Tells the gravest verdict of each pair in each configuration.
std::optional<Error> PairFinder::read(
    std::span<const double> configurations, std::int64_t count,
    const std::function<void(LinkPair&, std::int64_t, Verdict)>& found) {
  const auto all = static_cast<std::size_t>(checker_.pairs());
  std::vector<Verdict> verdicts(all * static_cast<std::size_t>(count));
  RobotOutput output;
  output.pair_verdicts = verdicts;
  BatchOptions batch;
  batch.executor = options_.executor;
  if (all > 0) {
    const auto report = checker_.check({configurations, count}, output, batch);
    if (!report) return report.error();
  }
  for (std::int64_t i = 0; i < count; ++i) {
    for (LinkPair& pair : pairs_) {
      Verdict gravest = Verdict::separated;
      for (const std::int64_t number : pair.numbers) {
        const Verdict one =
            verdicts[static_cast<std::size_t>(i) * all + static_cast<std::size_t>(number)];
        if (meets(one)) gravest = one;
        if (meets(gravest)) break;
        if (one != Verdict::separated) gravest = Verdict::undecided;
      }
      found(pair, i, gravest);
    }
  }
  return std::nullopt;
}

std::optional<Error> PairFinder::look_at_default() {
  const std::vector<double> start = robot_.default_configuration();
  return read(start, 1, [&](LinkPair& pair, std::int64_t, Verdict verdict) {
    if (!meets(verdict)) return;
    pair.answer.configuration = start;
    if (pair.answer.reason == SkipReason::none) pair.answer.reason = SkipReason::by_default;
  });
}

std::optional<Error> PairFinder::draw_samples() {
  const std::int64_t chunk = std::clamp(kMostVerdicts / std::max<std::int64_t>(1, checker_.pairs()),
                                        std::int64_t{1}, kMostSamples);
  const std::size_t variables = box_.variables();
  std::vector<double> configurations;
  for (std::int64_t first = 0; first < options_.samples; first += chunk) {
    const std::int64_t count = std::min(chunk, options_.samples - first);
    configurations.resize(static_cast<std::size_t>(count) * variables);
    const std::span<double> all(configurations);
    for (std::int64_t i = 0; i < count; ++i) {
      box_.sample(options_.seed, static_cast<std::uint64_t>(first + i),
                  all.subspan(static_cast<std::size_t>(i) * variables, variables));
    }
    const auto error = read(all, count, [&](LinkPair& pair, std::int64_t i, Verdict verdict) {
      LinkPairAnswer& answer = pair.answer;
      if (verdict == Verdict::undecided) ++answer.unresolved;
      if (!meets(verdict)) return;
      ++answer.meets;
      if (!answer.configuration.empty()) return;
      const auto at = all.subspan(static_cast<std::size_t>(i) * variables, variables);
      answer.configuration.assign(at.begin(), at.end());
    });
    if (error) return error;
    done_ += count;
    if (!goes_on()) break;
  }
  return std::nullopt;
}

void PairFinder::set_shares() {
  const auto all = static_cast<double>(options_.samples);
  if (options_.samples == 0) return;
  const double slack = std::sqrt(kConfidence / (2 * all));
  for (LinkPair& pair : pairs_) {
    LinkPairAnswer& answer = pair.answer;
    const auto least = static_cast<double>(answer.meets);
    const auto most = static_cast<double>(answer.meets + answer.unresolved);
    answer.share.upper = std::min(1.0, most > 0 ? most / all + slack : kConfidence / all);
    answer.share.lower = std::max(0.0, least < all ? least / all - slack : 1 - kConfidence / all);
  }
}

/// Returns an interval that holds the distance of two links in a configuration.
Interval PairFinder::measure(const LinkPairAnswer& pair,
                             std::span<const double> configuration) const {
  std::vector<double> rows(static_cast<std::size_t>(robot_.frames()) * 12);
  Interval least{0, std::numeric_limits<double>::infinity()};
  if (!robot_.forward(1, configuration, rows)) return least;
  least.lower = least.upper;
  const auto pose_of = [&](const CheckBody& body) {
    return Pose3::from_matrix(
               std::span<const double>(rows).subspan(static_cast<std::size_t>(body.pose) * 12, 12))
        .value();
  };
  for (std::size_t p = 0; p < data_.parts.size(); ++p) {
    if (data_.parts[p].link != pair.a) continue;
    for (std::size_t q = 0; q < data_.parts.size(); ++q) {
      const CheckBody &a = data_.bodies[p], &b = data_.bodies[q];
      if (data_.parts[q].link != pair.b || a.empty || b.empty) continue;
      const Pose3 pose_a = pose_of(a), pose_b = pose_of(b);
      const Interval found = measure_pair({a, pose_a, a.radius}, {b, pose_b, b.radius}, 0, nullptr);
      least = {std::min(least.lower, found.lower), std::min(least.upper, found.upper)};
    }
  }
  return least;
}

void PairFinder::prove_never(LinkPair& pair) const {
  LinkPairAnswer& answer = pair.answer;
  answer.configuration = robot_.default_configuration();
  double least = std::numeric_limits<double>::infinity(), nearest = least;
  bool proven = true;
  BoxSearch search(problem_, box_, [this] { return goes_on(); });
  for (const PathPair* const parts : pair.parts) {
    BoxAnswer found = search.apart(*parts, options_.boxes - answer.boxes);
    answer.boxes += found.boxes;
    const bool met = found.outcome == BoxOutcome::met;
    if (met || found.nearest < nearest) answer.configuration = std::move(found.configuration);
    if (met) return;
    proven = proven && found.outcome == BoxOutcome::proven;
    least = std::min(least, found.gap);
    nearest = std::min(nearest, found.nearest);
  }
  const Interval measured = measure(answer, answer.configuration);
  // Links that both stand still, and of which nothing is examined, are as they were measured.
  if (pair.numbers.empty()) least = measured.lower;
  answer.clearance = {proven ? std::min(least, measured.lower) : 0, measured.upper};
  answer.proven = proven;
  if (proven) answer.share = {0, 0};
  if (proven || options_.samples > 0) answer.reason = SkipReason::never;
}

void PairFinder::prove_always(LinkPair& pair) const {
  LinkPairAnswer& answer = pair.answer;
  BoxSearch search(problem_, box_, [this] { return goes_on(); });
  for (const PathPair* const parts : pair.parts) {
    const BoxAnswer found = search.overlapping(*parts, options_.boxes - answer.boxes);
    answer.boxes += found.boxes;
    if (found.outcome != BoxOutcome::proven) continue;
    answer.proven = true;
    answer.share = {1, 1};
    return;
  }
}

void PairFinder::settle(LinkPair& pair) const {
  LinkPairAnswer& answer = pair.answer;
  // What always meets does so in the default configuration; where that is proven, it is the better reason.
  if (answer.reason == SkipReason::by_default && answer.meets == options_.samples) {
    prove_always(pair);
    if (answer.proven) answer.reason = SkipReason::always;
  }
  if (answer.reason != SkipReason::none) return;
  const auto all = static_cast<double>(options_.samples);
  if (answer.meets > 0) {
    if (!(static_cast<double>(answer.meets) >= kAlwaysShare * all)) return;
    answer.reason = SkipReason::always;
  } else if (answer.unresolved == 0) {
    prove_never(pair);
  }
}

std::optional<Error> PairFinder::run(std::vector<LinkPairAnswer>& answers) {
  list_pairs();
  if (auto error = look_at_default()) return error;
  if (auto error = draw_samples()) return error;
  set_shares();
  if (options_.executor != nullptr) {
    options_.executor->parallel_for(
        static_cast<std::int64_t>(pairs_.size()),
        [](void* context, std::int64_t index) {
          auto& finder = *static_cast<PairFinder*>(context);
          if (!finder.goes_on()) return;
          finder.settle(finder.pairs_[static_cast<std::size_t>(index)]);
          ++finder.done_;
        },
        this);
  } else {
    for (LinkPair& pair : pairs_) {
      if (!goes_on()) break;
      settle(pair);
      ++done_;
    }
  }
  if (!goes_on()) return std::nullopt;
  for (LinkPair& pair : pairs_) answers.push_back(std::move(pair.answer));
  return std::nullopt;
}

}  // namespace

std::string_view to_string(SkipReason reason) noexcept {
  static constexpr std::string_view kNames[] = {"", "Adjacent", "Default", "Always", "Never"};
  return detail::name_of<SkipReason::never>(kNames, reason, {});
}

Result<std::vector<LinkPairAnswer>> find_link_pairs(const Robot& robot,
                                                    const LinkPairOptions& options) {
  for (const std::int64_t count : {options.samples, options.boxes}) {
    if (count >= 0 && count <= kMostCount) continue;
    return Error{ErrorCode::wrong_shape,
                 "there are " + std::to_string(count) + " samples or boxes; give 0 to 2^40"};
  }
  RobotModel model = robot.model();
  model.skipped.clear();
  const Result<Robot> bare = Robot::from_model(std::move(model));
  if (!bare) return bare.error();
  const Result<RobotChecker> checker = RobotChecker::make(bare.value());
  if (!checker) return checker.error();
  std::vector<LinkPairAnswer> answers;
  try {
    if (auto error = PairFinder(checker.value(), options).run(answers)) return *std::move(error);
  } catch (detail::files::Refused& refused) {  // of skip_adjacent()
    return std::move(refused.error);
  }
  return answers;
}

}  // namespace sunder::inline SUNDER_ABI
