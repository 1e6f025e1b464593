// SPDX-License-Identifier: Apache-2.0
//
// Compares the answer of an exact stage with the checker.
#pragma once

#include <utility>
#include <vector>

#include "narrow/lattice_bodies.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::test {

/// The answer in the form that verify() accepts.
template <int D>
Check check_answer(const Bodies<D>& bodies, const detail::lp::ExactAnswer<D>& answer, Stage stage,
                   std::vector<ExactNumber> exact_direction) {
  const detail::Pair<D> pair = pair_of(bodies);
  Certificate certificate;
  certificate.dimension = pair.dimension();
  certificate.verdict = answer.verdict;
  certificate.stage = stage;
  for (const IndexPair& kept : answer.pairs) certificate.pairs.push_back(to_caller(pair, kept));
  if (answer.verdict != Verdict::overlapping) {
    if (exact_direction.empty()) {
      for (const double entry : answer.direction) exact_direction.push_back({entry, {}});
    }
    certificate.direction = std::move(exact_direction);
  }
  return verify(bodies.a(), bodies.b(), certificate);
}

}  // namespace sunder::test
