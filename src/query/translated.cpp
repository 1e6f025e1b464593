// SPDX-License-Identifier: Apache-2.0
//
// Proposals come from kept outlines; what they leave open ends where every algorithm's proposals end.
#include "sunder/translated.hpp"

#include "algorithms/edge_projection/translated_outlines.hpp"
#include "query/decide.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::edge_projection::TranslatedOutlines;

detail::Outcome<3> decide_by(TranslatedOutlines& outlines, const detail::Pair<3>& pair,
                             const Search3& search) {
  const detail::FilteredPair<3> filtered(pair);
  detail::Request<3> request;
  request.trace = search.trace;
  request.max_faces = search.max_faces;
  if (search.hint != nullptr && search.hint->verdict == Verdict::separated) {
    request.direction = &search.hint->direction;
  }
  const detail::Proposed<3> proposed = outlines.propose(filtered, request);
  if (proposed.stage == Stage::none) {
    return detail::decide_exactly(filtered, proposed, Algorithm::edge_projection, {});
  }
  detail::Outcome<3> decision;
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

Decision TranslatedPair3::intersects(const Pose3& pose_a, const Pose3& pose_b,
                                     const Search3& search) {
  const detail::Pair<3> pair{detail::make_body_of(a_, pose_a), detail::make_body_of(b_, pose_b)};
  detail::Outcome<3> decision;
  if (detail::any_empty(pair)) {
    decision.verdict = Verdict::separated;
    decision.stage = Stage::bounds;
  } else {
    if (outlines_ == nullptr || !outlines_->serves(pair)) {
      earlier_ = projections();
      outlines_ = std::make_unique<TranslatedOutlines>(pair);
    }
    decision = decide_by(*outlines_, pair, search);
  }
  detail::report(pair, decision, search);
  return detail::to_decision(decision);
}

std::int64_t TranslatedPair3::projections() const noexcept {
  return earlier_ + (outlines_ == nullptr ? 0 : outlines_->built());
}

}  // namespace sunder::inline SUNDER_ABI
