// SPDX-License-Identifier: Apache-2.0
#include "bench/cells.hpp"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <hwy/highway.h>
#include <map>
#include <optional>

#include "bench/timing.hpp"
#include "bench/truth.hpp"

namespace sunder::bench {
namespace {

struct Cell {
  Question question;
  SetPlan plan;
  std::optional<PairSet> set;
  std::optional<Truth> truth;
  std::map<std::string, std::unique_ptr<Peer>> peers;

  void prepare(const Contestant& who) {
    if (!set) set = plan.make();
    if (!truth) truth.emplace(*set, question);
    if (!peers.contains(who.name)) peers[who.name] = who.make(*set);
  }
};

/// Restricts Sunder's instruction set during its lifetime.
class HeldTo {
 public:
  explicit HeldTo(std::int64_t target) : held_(target != 0) {
    if (held_) choose(target);
  }
  ~HeldTo() {
    if (held_) choose(0);
  }
  HeldTo(const HeldTo&) = delete;
  HeldTo& operator=(const HeldTo&) = delete;

 private:
  /// 0 selects the best one of the machine.
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }

  bool held_;
};

void ask(benchmark::State& state, Cell& cell, const Contestant& who) {
  cell.prepare(who);
  const HeldTo held(who.held_to);
  const Peer& peer = *cell.peers.at(who.name);
  const std::size_t count = cell.set->pairs.size();
  switch (cell.question) {
    case Question::intersects:
      time_pairs(state, count, [&](std::size_t i) { return peer.intersects(i); });
      break;
    case Question::distance:
      time_pairs(state, count, [&](std::size_t i) { return peer.distance(i); });
      break;
    case Question::depth:
      time_pairs(state, count, [&](std::size_t i) { return peer.depth(i); });
      break;
  }
  state.counters["wrong"] = cell.truth->wrong(peer);
}

bool is_asked(const Contestant& who, Question question, const SetPlan& plan) {
  if (who.suits == Suits::boxes && !plan.boxes) return false;
  if (who.suits == Suits::motions && !plan.motion) return false;
  return std::ranges::find(who.answers, question) != who.answers.end();
}

}  // namespace

SetPlan plan_pairs(Workload workload, int vertices, Placement placement) {
  return {name_of(workload, vertices) + "/" + to_string(placement),
          [=] { return make_pairs(workload, vertices, placement); }, workload == Workload::boxes};
}

void add_cell(Question question, const SetPlan& plan) {
  const auto cell = std::make_shared<Cell>();
  cell->question = question;
  cell->plan = plan;
  for (const Contestant& who : contestants()) {
    if (!is_asked(who, question, plan)) continue;
    const std::string name = to_string(question) + "/" + plan.name + "/" + who.name;
    benchmark::RegisterBenchmark(name.c_str(),
                                 [cell, &who](benchmark::State& state) { ask(state, *cell, who); });
  }
}

}  // namespace sunder::bench
