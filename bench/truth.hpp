// SPDX-License-Identifier: Apache-2.0
//
// Computes the truth for every timed answer. It is Sunder's answer, after verify() has accepted its
// certificate. verify() shares only exact integers with the searches.
#pragma once

#include <vector>

#include "bench/peers.hpp"

namespace sunder::bench {

class Truth {
 public:
  /// Ends the program with the pair's name if a certificate is refused.
  Truth(const PairSet& set, Question question);

  /// Returns the number of pairs that `peer` answers wrongly. A verdict must be the exact one. A
  /// distance must be positive exactly if the bodies are separated. It must also be within a
  /// thousandth of the proven interval, and so must a depth.
  int wrong(const Peer& peer) const;

 private:
  struct Answer {
    bool meets = false;
    double lower = 0;
    double upper = 0;
  };
  bool accepts(const Peer& peer, std::size_t i) const;

  Question question_;
  std::vector<Answer> answers_;
};

}  // namespace sunder::bench
