// SPDX-License-Identifier: Apache-2.0
//
// What every timed answer is held against. The truth of a pair is Sunder's answer only after
// verify(), which shares nothing with the searches but exact integers, has accepted its
// certificate.
#pragma once

#include <vector>

#include "bench/peers.hpp"

namespace sunder::bench {

class Truth {
 public:
  /// Ends the program, naming the pair, where a certificate is refused.
  Truth(const PairSet& set, Question question);

  /// How many of the pairs `peer` answers wrongly. A verdict must be the exact one. A distance must
  /// be positive exactly where the bodies are apart, and then within a thousandth of the proven
  /// interval; a depth within a thousandth too.
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
