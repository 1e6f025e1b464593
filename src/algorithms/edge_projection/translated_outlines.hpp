// SPDX-License-Identifier: Apache-2.0
//
// Implements the paper's variant B (section 2.2): while bodies are only translated, each outline is
// shifted by one vector instead of being rebuilt. Answers equal those of propose() to the last bit,
// because that too builds outlines of bodies without their translation and shifts them.
#pragma once

#include "algorithms/edge_projection/edge_projection.hpp"
#include "algorithms/edge_projection/outline.hpp"

namespace sunder::detail::edge_projection {

/// Memory: two outlines for each edge direction queried so far.
class TranslatedOutlines {
 public:
  explicit TranslatedOutlines(const Pair<3>& pair);

  /// Returns true if the pair has these bodies with these rotations; only the translations may
  /// differ.
  bool serves(const Pair<3>& pair) const noexcept;

  /// Calls the algorithm's propose(), with stored outlines if serves(pair), else without them.
  Proposed<3> propose(const FilteredPair<3>& pair, const Request<3>& search);

  /// Returns the number of outlines built so far.
  std::int64_t built() const noexcept { return outlines_.built(); }

 private:
  const HullBlock* hull_a_;
  const HullBlock* hull_b_;
  std::array<double, 9> linear_a_;
  std::array<double, 9> linear_b_;
  OutlineSource outlines_;
};

/// Runs the search of propose_among(), with outlines from `kept` or, without it, its own.
Proposed<3> search_edges(const FilteredPair<3>& pair, const Request<3>& search, std::int32_t faces,
                         OutlineSource* kept);

}  // namespace sunder::detail::edge_projection
