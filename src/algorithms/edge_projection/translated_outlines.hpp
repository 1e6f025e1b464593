// SPDX-License-Identifier: Apache-2.0
//
// The paper's variant B (section 2.2): while bodies only move along, each outline is shifted by one
// vector instead of being built anew. Answers are those of propose(), to the last bit, since that
// builds outlines of unmoved bodies and shifts them, too.
#pragma once

#include "algorithms/edge_projection/edge_projection.hpp"
#include "algorithms/edge_projection/outline.hpp"

namespace sunder::detail::edge_projection {

/// Memory: two outlines for each edge direction asked about so far.
class TranslatedOutlines {
 public:
  explicit TranslatedOutlines(const Pair<3>& pair);

  /// Whether the pair is of the same bodies, turned the same: only the translations may differ.
  bool serves(const Pair<3>& pair) const noexcept;

  /// As the algorithm's propose(); from kept outlines if serves(pair), else without them.
  Proposed<3> propose(const FilteredPair<3>& pair, const Request<3>& search);

  /// Outlines built so far.
  std::int64_t built() const noexcept { return outlines_.built(); }

 private:
  const HullBlock* hull_a_;
  const HullBlock* hull_b_;
  std::array<double, 9> linear_a_;
  std::array<double, 9> linear_b_;
  OutlineSource outlines_;
};

/// The search behind propose_among(), with outlines from `kept` or, without it, its own.
Proposed<3> search_edges(const FilteredPair<3>& pair, const Request<3>& search, std::int32_t faces,
                         OutlineSource* kept);

}  // namespace sunder::detail::edge_projection
