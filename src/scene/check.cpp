// SPDX-License-Identifier: Apache-2.0
//
// Idea: Boxes prune pairs; every remaining pair gets the exact query, of polytopes or of bodies. With
// an executor, pairs are collected in blocks, which its threads answer; results are recorded in order.
// Cost: The broad phase, and one query for each remaining pair.
// Gives up: It stops when cancelled, and reports what it has examined by then.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "batch/schedule.hpp"
#include "exact/dyadic.hpp"
#include "machine/failed_allocation.hpp"
#include "mesh/proof/named_place.hpp"
#include "scene/index.hpp"
#include "sunder/margin.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

namespace broad = detail::scene;

/// Pairs settled between two calls of the progress callback, at least.
constexpr std::int64_t kProgressStep = 4096;
/// The number of pairs of a block, and of pairs of a task. The tasks are small, since a touching pair
/// takes a hundred times as long as another.
constexpr std::size_t kBlock = 2048;
constexpr std::int64_t kTask = 16;

class Checker {
 public:
  Checker(const Scene& scene, const CheckOptions& options)
      : scene_(scene), options_(options), tree_(broad::SceneAccess::tree(scene)) {
    const std::int64_t n = scene.count();
    report_.bodies = n;
    report_.pairs_total = n * (n - 1) / 2;
    for (std::int32_t id = 0; id < scene.size() && bodies_.empty(); ++id) {
      if (scene.body(id).body) bodies_.resize(static_cast<std::size_t>(scene.size()));
    }
  }

  SceneReport run() {
    if (options_.prune) {
      broad::join_within(tree_, options_.clearance, *this);
    } else {
      examine_all();
    }
    if (!block_.empty() && !is_cancelled()) ask_block();
    finish();
    return std::move(report_);
  }

  bool prune(const detail::PrunedBlock& block) {
    report_.pruned += block.pairs();
    return go_on();
  }

  /// The bodies at two places of the tree.
  bool examine(std::int32_t i, std::int32_t j) {
    const std::int32_t a = tree_.ids[static_cast<std::size_t>(i)],
                       b = tree_.ids[static_cast<std::size_t>(j)];
    if (is_cancelled()) return false;
    if (scene_.skips({a, b}) || (options_.skip && options_.skip({a, b}))) {
      ++report_.skipped;
      return go_on();
    }
    if (has_body(a) || has_body(b)) make_bodies({a, b});
    block_.push_back({a, b});
    if (block_.size() < kBlock) return true;
    ask_block();
    return go_on();
  }

 private:
  void examine_all() {
    const auto count = static_cast<std::int32_t>(tree_.ids.size());
    for (std::int32_t i = 0; i < count; ++i) {
      for (std::int32_t j = i + 1; j < count; ++j) {
        if (!examine(i, j)) return;
      }
    }
  }

  /// Queries the waiting pairs on the caller's threads, and records the results in order.
  void ask_block() {
    class Asked final : public detail::batch::Work {
     public:
      explicit Asked(const Checker& checker) : answers(checker.block_.size()), checker_(checker) {}

      std::int64_t settle(std::int64_t begin, std::int64_t end, std::int64_t,
                          detail::batch::Tally& tally) const override {
        failed.attempt([&] {
          for (std::int64_t i = begin; i < end; ++i) {
            if (checker_.is_told_to_stop()) break;  // a pair of large meshes takes a while
            const auto at = static_cast<std::size_t>(i);
            answers[at] = checker_.ask(checker_.block_[at], tally.counters);
          }
        });
        return end;
      }
      void forget(std::int64_t, std::int64_t) const noexcept override {}

      mutable std::vector<PairReport> answers;  ///< undecided where the pair was not asked
      mutable detail::FailedAllocation failed;

     private:
      const Checker& checker_;
    };
    const Asked asked(*this);
    BatchOptions options;
    options.executor = options_.executor;
    options.cancel = options_.cancel;
    const auto size = static_cast<std::int64_t>(block_.size());
    const BatchReport report = detail::batch::Schedule(size, asked, options, kTask).run();
    asked.failed.pass_on();
    for (const PairReport& answer : asked.answers) {
      if (answer.verdict != Verdict::undecided) record(answer);
    }
    detail::batch::add(report_.counters, report.counters);
    block_.clear();
  }

  bool has_body(std::int32_t id) const { return scene_.body(id).body.has_value(); }

  /// Makes the bodies of a pair once, before threads read them: a polytope meets a mesh as one.
  void make_bodies(const BodyPair& pair) {
    for (const std::int32_t id : {pair.a, pair.b}) {
      std::optional<Body3>& body = bodies_[static_cast<std::size_t>(id)];
      if (body) continue;
      const SceneBody& given = scene_.body(id);
      if (given.body) {
        body = given.body;
      } else {
        body.emplace(Body3{{given.polytope}});
      }
    }
  }

  PosedBody3 posed_body(std::int32_t id) const {
    return {*bodies_[static_cast<std::size_t>(id)], scene_.body(id).pose};
  }

  PairReport ask(const BodyPair& bodies, Counters& counters) const {
    PairReport pair;
    pair.a = bodies.a;
    pair.b = bodies.b;
    if (has_body(pair.a) || has_body(pair.b)) {
      ask_bodies(pair, counters);
      return pair;
    }
    Hint3 hint;
    Search3 search{.algorithm = options_.algorithm, .hint = &hint, .counters = &counters};
    static_cast<Decision&>(pair) = intersects(scene_.posed(pair.a), scene_.posed(pair.b), search);
    search.counters = nullptr;
    if (!serves(search.algorithm, Question::distance, 3)) search.algorithm = Algorithm::automatic;
    pair.proximity = proximity_of(pair, [&] {
      return compare_to_margin(scene_.posed(pair.a), scene_.posed(pair.b),
                               {.distance = options_.clearance}, search)
          .value()
          .verdict;
    });
    if (pair.proximity != Proximity::clear || options_.measure) measure(search, pair);
    return pair;
  }

  void ask_bodies(PairReport& pair, Counters& counters) const {
    const PosedBody3 a = posed_body(pair.a);
    const PosedBody3 b = posed_body(pair.b);
    BodySearch search{.algorithm = options_.algorithm};
    const BodyDecision decision = intersects(a, b, search);
    ++counters.by_stage[static_cast<std::size_t>(decision.stage)];
    static_cast<Decision&>(pair) = decision;
    detail::mesh::copy_place(decision, pair);
    if (!serves(search.algorithm, Question::distance, 3)) search.algorithm = Algorithm::automatic;
    pair.proximity = proximity_of(pair, [&] {
      return compare_to_margin(a, b, {.distance = options_.clearance}, search).value().verdict;
    });
    if (pair.proximity == Proximity::clear && !options_.measure) return;
    const BodyDistance found = distance(a, b, search);
    pair.distance = found.distance;
    pair.witness = found.witness;
    if (!pair) detail::mesh::copy_place(found, pair);
  }

  /// Decides exactly which pairs are near, whatever interval is reported.
  template <class Margin>
  Proximity proximity_of(const PairReport& pair, Margin&& margin) const {
    if (pair.verdict == Verdict::overlapping) return Proximity::overlapping;
    if (pair.verdict == Verdict::touching) return Proximity::touching;
    if (detail::is_zero_bits(options_.clearance)) return Proximity::clear;
    return margin() == Verdict::separated ? Proximity::clear : Proximity::near;
  }

  void measure(const Search3& search, PairReport& pair) const {
    const Distance3 found = distance(scene_.posed(pair.a), scene_.posed(pair.b),
                                     {.search = search, .width = options_.width});
    pair.distance = found.distance;
    pair.witness = found.witness;
  }

  void record(const PairReport& pair) {
    ++report_.examined;
    if (has_body(pair.a) || has_body(pair.b)) ++report_.with_bodies;
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

  bool is_told_to_stop() const noexcept {
    return options_.cancel != nullptr && options_.cancel->load(std::memory_order_relaxed);
  }
  bool is_cancelled() {
    if (is_told_to_stop()) report_.cancelled = true;
    return report_.cancelled;
  }

  bool go_on() {
    const std::int64_t settled = report_.pruned + report_.examined + report_.skipped;
    if (options_.progress && settled >= next_progress_) {
      options_.progress({report_.pairs_total, settled});
      next_progress_ = settled + kProgressStep;
    }
    return !is_cancelled();
  }

  void finish() {
    const std::int64_t settled = report_.pruned + report_.examined + report_.skipped;
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
  const broad::Index::Tree& tree_;
  SceneReport report_;
  std::vector<BodyPair> block_;  ///< pairs that wait for their query
  std::vector<std::optional<Body3>>
      bodies_;  ///< by id, where a pair asked for one; empty without meshes
  std::int64_t next_progress_ = kProgressStep;
};

/// Returns the reason why these options cannot be served, or an empty message.
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
  std::vector<BodyPair> pairs;
  scene.candidate_pairs(clearance, [&](BodyPair pair) {
    pairs.push_back(pair);
    return true;
  });
  std::sort(pairs.begin(), pairs.end(), std::less<>{});
  return pairs;
}

Result<SceneReport> check(const Scene& scene, const CheckOptions& options) {
  Error error = refusal(options);
  if (!error.message.empty()) return error;
  return Checker(scene, options).run();
}

}  // namespace sunder::inline SUNDER_ABI
