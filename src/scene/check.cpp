// SPDX-License-Identifier: Apache-2.0
//
// Idea: Boxes prune pairs; every remaining pair gets the exact query. With an executor, pairs are
// collected in blocks, which its threads answer; results are recorded in order.
// Cost: The broad phase, and one query for each remaining pair.
// Gives up: It stops when cancelled, and reports what it has examined by then.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "exact/dyadic.hpp"
#include "scene/box_tree.hpp"
#include "sunder/margin.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

namespace broad = detail::scene;

/// Pairs settled between two calls of the progress callback, at least.
constexpr std::int64_t kProgressStep = 4096;
/// The number of pairs of a block, and of tasks that share it. The tasks are small, since a
/// touching pair takes a hundred times as long as another.
constexpr std::size_t kBlock = 2048;
constexpr std::size_t kTasks = 128;

class Checker {
 public:
  Checker(const Scene& scene, const CheckOptions& options) : scene_(scene), options_(options) {
    const std::int64_t n = scene.size();
    report_.bodies = n;
    report_.pairs_total = n * (n - 1) / 2;
  }

  SceneReport run() {
    if (options_.prune) {
      const std::vector<broad::ReachBox> boxes = broad::reach_boxes(scene_, options_.clearance);
      broad::BoxTree(boxes).join(*this);
    } else {
      examine_all();
    }
    if (!block_.empty() && !is_cancelled()) ask_block();
    finish();
    return std::move(report_);
  }

  bool prune(const broad::PrunedBlock& block) {
    report_.pruned += block.pairs();
    return go_on();
  }

  bool examine(std::int32_t a, std::int32_t b) {
    if (is_cancelled()) return false;
    if (options_.executor == nullptr) {
      record(ask(a, b, report_.counters));
      return go_on();
    }
    block_.push_back({a, b});
    if (block_.size() < kBlock) return true;
    ask_block();
    return go_on();
  }

 private:
  void examine_all() {
    for (std::int32_t a = 0; a < scene_.size(); ++a) {
      for (std::int32_t b = a + 1; b < scene_.size(); ++b) {
        if (!examine(a, b)) return;
      }
    }
  }

  /// Queries the waiting pairs on the caller's threads, and records the results in order.
  void ask_block() {
    struct Work {
      const Checker& checker;
      std::vector<PairReport> answers;
      std::array<Counters, kTasks> counters{};
    } work{*this, std::vector<PairReport>(block_.size())};
    options_.executor->parallel_for(
        kTasks,
        [](void* context, std::int64_t task) {
          Work& all = *static_cast<Work*>(context);
          const auto at = static_cast<std::size_t>(task);
          const std::size_t size = all.answers.size();
          for (std::size_t i = size * at / kTasks; i < size * (at + 1) / kTasks; ++i) {
            const BodyPair pair = all.checker.block_[i];
            all.answers[i] = all.checker.ask(pair.a, pair.b, all.counters[at]);
          }
        },
        &work);
    for (const PairReport& answer : work.answers) record(answer);
    for (const Counters& counted : work.counters) add(counted);
    block_.clear();
  }

  void add(const Counters& counted) {
    Counters& all = report_.counters;
    for (std::size_t i = 0; i < all.by_stage.size(); ++i) all.by_stage[i] += counted.by_stage[i];
    for (std::size_t i = 0; i < all.by_algorithm.size(); ++i) {
      all.by_algorithm[i] += counted.by_algorithm[i];
    }
  }

  PairReport ask(std::int32_t a, std::int32_t b, Counters& counters) const {
    PairReport pair;
    pair.a = a;
    pair.b = b;
    Hint3 hint;
    Search3 search{.algorithm = options_.algorithm, .hint = &hint, .counters = &counters};
    static_cast<Decision&>(pair) = intersects(scene_.posed(a), scene_.posed(b), search);
    search.counters = nullptr;
    if (!serves(search.algorithm, Question::distance, 3)) search.algorithm = Algorithm::automatic;
    pair.proximity = classify(pair, search);
    if (pair.proximity != Proximity::clear || options_.measure) measure(search, pair);
    return pair;
  }

  /// Decides exactly which pairs are near, whatever interval is reported.
  Proximity classify(const PairReport& pair, const Search3& search) const {
    if (pair.verdict == Verdict::overlapping) return Proximity::overlapping;
    if (pair.verdict == Verdict::touching) return Proximity::touching;
    if (detail::is_zero_bits(options_.clearance)) return Proximity::clear;
    const auto answer = compare_to_margin(scene_.posed(pair.a), scene_.posed(pair.b),
                                          {.distance = options_.clearance}, search);
    return answer.value().verdict == Verdict::separated ? Proximity::clear : Proximity::near;
  }

  void measure(const Search3& search, PairReport& pair) const {
    const Distance3 found = distance(scene_.posed(pair.a), scene_.posed(pair.b),
                                     {.search = search, .width = options_.width});
    pair.distance = found.distance;
    pair.witness = found.witness;
  }

  void record(const PairReport& pair) {
    ++report_.examined;
    switch (pair.proximity) {
      case Proximity::overlapping:
        ++report_.overlapping;
        break;
      case Proximity::touching:
        ++report_.touching;
        break;
      case Proximity::near:
        ++report_.near;
        break;
      case Proximity::clear:
        ++report_.clear;
        break;
    }
    if (pair.proximity != Proximity::clear || options_.measure) report_.pairs.push_back(pair);
  }

  bool is_cancelled() {
    if (options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed)) {
      report_.cancelled = true;
    }
    return report_.cancelled;
  }

  bool go_on() {
    const std::int64_t settled = report_.pruned + report_.examined;
    if (options_.progress && settled >= next_progress_) {
      options_.progress({report_.pairs_total, settled});
      next_progress_ = settled + kProgressStep;
    }
    return !is_cancelled();
  }

  void finish() {
    const std::int64_t settled = report_.pruned + report_.examined;
    report_.not_examined = report_.pairs_total - settled;
    report_.cancelled = report_.not_examined > 0;
    std::sort(report_.pairs.begin(), report_.pairs.end(),
              [](const PairReport& x, const PairReport& y) {
                return x.a < y.a || (x.a == y.a && x.b < y.b);
              });
    if (options_.progress) options_.progress({report_.pairs_total, settled});
  }

  const Scene& scene_;
  const CheckOptions& options_;
  SceneReport report_;
  std::vector<BodyPair> block_;  ///< pairs that wait for their query
  std::int64_t next_progress_ = kProgressStep;
};

/// The reason why these options cannot be served, or an empty message.
Error refusal(const CheckOptions& options) {
  for (const double number : {options.clearance, options.width}) {
    if (!detail::is_finite_bits(number)) {
      return {ErrorCode::not_finite, "clearance and width must be finite numbers"};
    }
    if (std::signbit(number) && !detail::is_zero_bits(number)) {
      return {ErrorCode::wrong_shape, "clearance and width must not be negative; 0 asks for none"};
    }
  }
  if (!serves(options.algorithm, Question::verdict, 3)) {
    return {ErrorCode::not_served, "algorithm \"" + std::string(to_string(options.algorithm)) +
                                       "\" does not decide verdicts in 3-D; name another, or auto"};
  }
  return {};
}

}  // namespace

std::vector<BodyPair> candidate_pairs(const Scene& scene, double clearance) {
  struct Collector {
    std::vector<BodyPair> pairs;
    bool prune(const broad::PrunedBlock&) const noexcept { return true; }
    bool examine(std::int32_t a, std::int32_t b) {
      pairs.push_back({a, b});
      return true;
    }
  };
  const std::vector<broad::ReachBox> boxes = broad::reach_boxes(scene, clearance);
  Collector collector;
  broad::BoxTree(boxes).join(collector);
  std::sort(collector.pairs.begin(), collector.pairs.end(), std::less<>{});
  return std::move(collector.pairs);
}

Result<SceneReport> check(const Scene& scene, const CheckOptions& options) {
  Error error = refusal(options);
  if (!error.message.empty()) return error;
  return Checker(scene, options).run();
}

}  // namespace sunder::inline SUNDER_ABI
