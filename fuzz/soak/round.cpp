// SPDX-License-Identifier: Apache-2.0
#include "fuzz/soak/round.hpp"

#include <cfenv>
#include <cmath>

#include "fuzz/drawn_pair.hpp"
#include "fuzz/question_text.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::soak {
namespace {

using fuzz::Choices;
using fuzz::DrawnPair;
using fuzz::Host;

/// Slower questions than a verdict and its proof are asked for one pair in this many.
constexpr int kMeasureOneIn = 64;
constexpr int kAlgorithmsOneIn = 256;
constexpr int kAnyOneIn = 128;

template <int D>
class Round {
 public:
  Round(Choices& choices, DrawnPair& pair, fuzz::Numbers numbers, Count share)
      : choices_(choices),
        pair_(pair),
        numbers_(numbers),
        share_(share),
        bodies_(fuzz::bodies_of<D>(pair)),
        reach_(std::fmax(fuzz::size_of(pair.a), fuzz::size_of(pair.b))),
        unit_(reach_ >= 1 && reach_ <= 8 ? 1 : reach_ / 4) {}

  RoundResult run() {
    for (int step = 0; step < kSteps; ++step) {
      place(step);
      check_step();
    }
    return std::move(result_);
  }

 private:
  using Posed = suite::PosedOf<D>;

  Posed a() const { return bodies_.a(); }
  Posed b() const { return bodies_.b(); }

  /// Draws new poses: b moves about its pose, often by an integer number of steps. It comes to
  /// contact or slightly beside it, or shifts by some units in the last place.
  void place(int step) {
    const int d = pair_.dimension;
    const int kind = step == 0 ? 0 : choices_.in(0, 15);
    if (kind == 0) turn();
    if (kind <= 11) {
      pair_.b.pose = home_;
      const bool whole = choices_.chance(1, 2);
      std::vector<double> by;
      for (int k = 0; k < d; ++k) {
        const double steps = choices_.chance(1, 3) ? 0 : choices_.in(-6, 6);
        by.push_back(
            fuzz::finite_or_zero(whole ? unit_ * steps : reach_ * choices_.real(-1.2, 1.2)));
      }
      fuzz::move(pair_.b, d, by);
    } else if (kind <= 14) {
      slide();
    } else {
      fuzz::nudge(choices_, pair_.b, d, 2);
    }
    bodies_.pose_b = suite::make_pose<D>(pair_.b.pose, d);
  }

  void turn() {
    const int d = pair_.dimension;
    if (choices_.chance(1, 4)) pair_.a.pose = fuzz::draw_pose(choices_, d, reach_, numbers_);
    home_ = choices_.chance(1, 2) ? fuzz::draw_pose(choices_, d, reach_, numbers_) : pair_.a.pose;
    bodies_.pose_a = suite::make_pose<D>(pair_.a.pose, d);
  }

  /// Moves b along the shortest translation to contact, by that length or slightly more or less.
  void slide() {
    const Distance<D> apart = distance(a(), b());
    double step = -apart.distance.lower;
    Vector<D> way{};
    if (apart.witness) way = apart.witness->normal;
    if constexpr (D != kRunTime) {
      if (apart) {
        const Penetration<D> inside = penetration(a(), b());
        step = inside.depth.upper;
        if (inside.witness) way = inside.witness->normal;
      }
    }
    if (way.size() != static_cast<std::size_t>(pair_.dimension)) return;
    const int hair = choices_.in(-52, 52);
    step *= hair == 0 ? 1 : 1 + std::copysign(std::ldexp(1.0, -std::abs(hair)), hair);
    std::vector<double> by;
    for (const double entry : way) by.push_back(fuzz::finite_or_zero(entry * step));
    fuzz::move(pair_.b, pair_.dimension, by);
  }

  void check_step() {
    const Host host = fuzz::draw_host(choices_);
    Search<D> hinted;
    hinted.hint = &hint_;
    Decision answer;
    Verdict again;
    Certificate certificate;
    {
      const oracle::HostState state(host.rounding, host.subnormals);
      answer = intersects(a(), b());
      again = intersects(a(), b(), hinted).verdict;
      certificate = certify(a(), b(), answer);
    }
    count(answer, host);
    expect(answer.proven && answer.stage != Stage::none, answer, "proven");
    expect(certificate.verdict == answer.verdict, answer, "its certificate says the same");
    expect(static_cast<bool>(verify(a(), b(), certificate)), answer, "its certificate verifies");
    expect(again == answer.verdict, answer, "the same with a hint");
    ++result_.tally.verified;
    ++result_.tally.hinted;
    if (choices_.chance(1, kMeasureOneIn)) check_measures(answer);
    if (choices_.chance(1, kAlgorithmsOneIn)) check_algorithms(answer);
    if (share_ > 0 && choices_.bits(8) % share_ == 0) result_.shared.push_back(found(answer, ""));
  }

  void count(const Decision& answer, Host host) {
    Tally& tally = result_.tally;
    ++tally.pairs;
    ++tally.by_family[static_cast<std::size_t>(pair_.family)];
    const auto verdict = static_cast<std::size_t>(answer.verdict);
    if (verdict < tally.by_verdict.size()) ++tally.by_verdict[verdict];
    ++tally.by_stage[static_cast<std::size_t>(answer.stage)];
    ++tally.by_dimension[D == 2 ? 0 : (D == 3 ? 1 : 2)];
    if (host.is_careless()) ++tally.careless_hosts;
  }

  void check_measures(const Decision& answer) {
    const Distance<D> apart = distance(a(), b());
    expect(apart.verdict == answer.verdict, answer, "distance says the same");
    expect(static_cast<bool>(verify(a(), b(), certify(a(), b(), apart))), answer,
           "the distance's certificate verifies");
    ++result_.tally.intervals;
    if constexpr (D != kRunTime) {
      const Penetration<D> inside = penetration(a(), b());
      expect(inside.verdict == answer.verdict, answer, "penetration says the same");
      expect(static_cast<bool>(verify(a(), b(), certify(a(), b(), inside))), answer,
             "the depth's certificate verifies");
      ++result_.tally.intervals;
    }
  }

  void check_algorithms(const Decision& answer) {
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (!serves(algorithm.id, Question::verdict, pair_.dimension)) continue;
      Search<D> options;
      options.algorithm = algorithm.id;
      expect(intersects(a(), b(), options).verdict == answer.verdict, answer, algorithm.name);
      ++result_.tally.algorithms;
    }
  }

  Finding found(const Decision& answer, std::string_view broken) const {
    const std::string verdict(to_string(answer.verdict));
    return {fuzz::question_text(pair_, "\"" + verdict + "\"", "\"verdict\", \"distance\""), verdict,
            std::string(broken)};
  }

  void expect(bool kept, const Decision& answer, std::string_view promise) {
    if (kept) return;
    ++result_.tally.wrong;
    result_.wrong.push_back(found(answer, promise));
  }

  Choices& choices_;
  DrawnPair& pair_;
  fuzz::Numbers numbers_;
  Count share_;
  suite::Bodies<D> bodies_;
  double reach_;
  double unit_;           ///< 1 if the body is some units large: contacts of integers
  suite::PoseData home_;  ///< the pose that b moves about
  Hint<D> hint_;
  RoundResult result_;
};

}  // namespace

RoundResult run_round(Count seed, Count round, Count share) {
  Choices choices(seed * 0x9e3779b97f4a7c15u + round);
  const int drawn = choices.in(0, 63);
  const int dimension = drawn == 0 ? 4 : (drawn < 20 ? 2 : 3);
  // Pairs at the ends of the doubles' range take a hundred times as long; the fuzzers cover them.
  const auto numbers = choices.chance(1, kAnyOneIn) ? fuzz::Numbers::any : fuzz::Numbers::moderate;
  DrawnPair pair = fuzz::draw_pair(choices, dimension, numbers);
  if (dimension == 2) return Round<2>(choices, pair, numbers, share).run();
  if (dimension == 3) return Round<3>(choices, pair, numbers, share).run();
  return Round<kRunTime>(choices, pair, numbers, share).run();
}

}  // namespace sunder::soak
