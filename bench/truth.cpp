// SPDX-License-Identifier: Apache-2.0
#include "bench/truth.hpp"

#include <cstdio>
#include <cstdlib>

#include "sunder/penetration.hpp"

namespace sunder::bench {
namespace {

void require(const Posed3& a, const Posed3& b, const Certificate& certificate,
             const std::string& name, std::size_t i) {
  const Check check = verify(a, b, certificate);
  if (check) return;
  std::fprintf(stderr, "%s, pair %zu: the certificate is refused: %s\n", name.c_str(), i,
               check.reason.c_str());
  std::exit(1);
}

bool within_a_thousandth(double value, double lower, double upper) {
  return value >= lower * 0.999 && value <= upper * 1.001;
}

}  // namespace

Truth::Truth(const PairSet& set, Question question) : question_(question) {
  for (std::size_t i = 0; i < set.pairs.size(); ++i) {
    const Posed3 a = set.a(i);
    const Posed3 b = set.b(i);
    Answer answer;
    const auto take = [&](const auto& proven, const Interval& interval) {
      require(a, b, certify(a, b, proven), set.name, i);
      answer = {static_cast<bool>(proven), interval.lower, interval.upper};
    };
    if (question == Question::distance) {
      const Distance3 found = sunder::distance(a, b);
      take(found, found.distance);
    } else if (question == Question::depth) {
      const Penetration3 found = penetration(a, b);
      take(found, found.depth);
    } else {
      const Decision verdict = sunder::intersects(a, b);
      require(a, b, certify(a, b, verdict), set.name, i);
      answer.meets = static_cast<bool>(verdict);
    }
    answers_.push_back(answer);
  }
}

bool Truth::accepts(const Peer& peer, std::size_t i) const {
  const Answer& truth = answers_[i];
  if (question_ == Question::intersects) return peer.intersects(i) == truth.meets;
  if (question_ == Question::depth)
    return within_a_thousandth(peer.depth(i), truth.lower, truth.upper);
  const double distance = peer.distance(i);
  if (truth.meets) return distance <= 0;
  return distance > 0 && within_a_thousandth(distance, truth.lower, truth.upper);
}

int Truth::wrong(const Peer& peer) const {
  int count = 0;
  for (std::size_t i = 0; i < answers_.size(); ++i) {
    if (!accepts(peer, i)) ++count;
  }
  return count;
}

}  // namespace sunder::bench
