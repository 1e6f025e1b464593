// SPDX-License-Identifier: Apache-2.0
//
// Proposals come from kept outlines; what they leave open ends where every algorithm's proposals end.
#include "sunder/translated.hpp"

#include "algorithms/edge_projection/translated_outlines.hpp"
#include "query/decide.hpp"

namespace sunder {
namespace {

using detail::edge_projection::TranslatedOutlines;

detail::Decision<3> decide_by(TranslatedOutlines& outlines, const detail::Pair<3>& pair,
                              const Options3& options) {
  const detail::FilteredPair<3> filtered(pair);
  detail::Search<3> search;
  search.trace = options.trace;
  search.max_faces = options.max_faces;
  if (options.hint != nullptr && options.hint->verdict == Verdict::separated) {
    search.direction = &options.hint->direction;
  }
  const detail::Proposed<3> proposed = outlines.propose(filtered, search);
  if (proposed.stage == Stage::none) {
    return detail::decide_exactly(filtered, proposed, Algorithm::edge_projection, {});
  }
  detail::Decision<3> decision;
  decision.verdict = proposed.verdict;
  decision.stage = proposed.stage;
  decision.decided_by = Algorithm::edge_projection;
  decision.has_direction = proposed.has_direction;
  decision.direction = proposed.direction;
  if (proposed.verdict != Verdict::separated) decision.pairs = proposed.pairs;
  return decision;
}

}  // namespace

TranslatedPair3::TranslatedPair3(const Polytope3& a, const Polytope3& b) : a_(a), b_(b) {}
TranslatedPair3::~TranslatedPair3() = default;
TranslatedPair3::TranslatedPair3(TranslatedPair3&&) noexcept = default;
TranslatedPair3& TranslatedPair3::operator=(TranslatedPair3&&) noexcept = default;

Intersection TranslatedPair3::intersects(const Pose3& pose_a, const Pose3& pose_b,
                                         const Options3& options) {
  const detail::Pair<3> pair{detail::make_body_of(a_, pose_a), detail::make_body_of(b_, pose_b)};
  detail::Decision<3> decision;
  if (detail::any_empty(pair)) {
    decision.verdict = Verdict::separated;
    decision.stage = Stage::bounds;
  } else {
    if (outlines_ == nullptr || !outlines_->serves(pair)) {
      earlier_ = projections();
      outlines_ = std::make_unique<TranslatedOutlines>(pair);
    }
    decision = decide_by(*outlines_, pair, options);
  }
  detail::report(pair, decision, options);
  return detail::to_intersection(decision);
}

std::int64_t TranslatedPair3::projections() const noexcept {
  return earlier_ + (outlines_ == nullptr ? 0 : outlines_->built());
}

}  // namespace sunder
