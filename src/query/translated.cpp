// SPDX-License-Identifier: Apache-2.0
//
// Proposals come from kept outlines; what they leave open ends where every algorithm's proposals end.
#include "sunder/translated.hpp"

#include "algorithms/edge_projection/translated_outlines.hpp"
#include "query/decide.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

using detail::edge_projection::TranslatedOutlines;

detail::Decided<3> decide_by(TranslatedOutlines& outlines, const detail::Pair<3>& pair,
                             const detail::Plan<3>& plan) {
  const detail::FilteredPair<3> filtered(pair);
  detail::Request<3> request;
  request.trace = plan.search.trace;
  request.max_faces = plan.search.max_faces;
  request.direction = detail::hinted_direction(plan, 3);
  detail::Proposed<3> proposed = outlines.propose(filtered, request);
  return proposed.stage == Stage::none
             ? detail::decide_exactly(filtered, proposed, Algorithm::edge_projection, plan)
             : detail::accept(std::move(proposed), Algorithm::edge_projection);
}

}  // namespace

TranslatedPair3::TranslatedPair3(const Polytope3& a, const Polytope3& b) : a_(a), b_(b) {}
TranslatedPair3::~TranslatedPair3() = default;
TranslatedPair3::TranslatedPair3(TranslatedPair3&&) noexcept = default;
TranslatedPair3& TranslatedPair3::operator=(TranslatedPair3&&) noexcept = default;

Decision TranslatedPair3::intersects(const Pose3& pose_a, const Pose3& pose_b,
                                     const Search3& search) {
  const detail::Pair<3> pair{detail::make_body_of(a_, pose_a), detail::make_body_of(b_, pose_b)};
  const detail::Plan<3> plan(search, detail::kNamed);
  if (detail::any_empty(pair)) return detail::record(pair, plan, detail::decide(pair, plan));
  if (outlines_ == nullptr || !outlines_->serves(pair)) {
    earlier_ = projections();
    outlines_ = std::make_unique<TranslatedOutlines>(pair);
  }
  return detail::record(pair, plan, decide_by(*outlines_, pair, plan));
}

std::int64_t TranslatedPair3::projections() const noexcept {
  return earlier_ + (outlines_ == nullptr ? 0 : outlines_->built());
}

}  // namespace sunder::inline SUNDER_ABI
