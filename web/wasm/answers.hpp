// SPDX-License-Identifier: Apache-2.0
//
// The fields of answers, in the order of their messages: web/package/src/answers.ts reads them.
#pragma once

#include "message.hpp"
#include "proofs.hpp"
#include "sunder/contact.hpp"
#include "sunder/penetration.hpp"
#include "sunder/query.hpp"
#include "sunder/relation.hpp"

namespace sunder::inline SUNDER_ABI {

inline void visit(web::Writer& message, const Interval& interval) {
  message(interval.lower);
  message(interval.upper);
}
inline void visit_decision(web::Writer& message, const Decision& decision) {
  message(decision.verdict);
  message(to_string(decision.stage));
  message(decided_by(decision));
}
inline void visit(web::Writer& message, const Decision& decision) {
  visit_decision(message, decision);
}
template <int D>
void visit(web::Writer& message, const Witness<D>& witness) {
  message(witness.normal);
  message(witness.point_a);
  message(witness.point_b);
}
template <int D>
void visit(web::Writer& message, const Distance<D>& answer) {
  visit_decision(message, answer);
  message(answer.distance);
  message(answer.witness);
}
template <int D>
void visit(web::Writer& message, const SignedDistance<D>& answer) {
  visit_decision(message, answer);
  message(answer.distance);
  message(answer.witness);
}
template <int D>
void visit(web::Writer& message, const Penetration<D>& answer) {
  visit_decision(message, answer);
  message(answer.depth);
  message(answer.witness);
}
template <int D>
void visit(web::Writer& message, const ContactPoint<D>& point) {
  message(point.point_a);
  message(point.point_b);
  message(point.depth);
  message(point.id.a);
  message(point.id.b);
}
template <int D>
void visit(web::Writer& message, const Contact<D>& answer) {
  visit_decision(message, answer);
  message(answer.depth);
  message(answer.witness);
  message(std::span(answer.points.begin(), answer.points.size()));
  message(static_cast<std::uint32_t>(answer.found));
  message(answer.dimension);
}
inline void visit(web::Writer& message, const Feature& feature) {
  message(to_string(feature.kind));
  message(feature.vertices);
}
inline void visit(web::Writer& message, const RelationAnswer& answer) {
  visit_decision(message, answer);
  message(to_string(answer.relation));
  message(answer.feature_a);
  message(answer.feature_b);
  message(answer.contact_dimension);
  message(answer.a_in_b);
  message(answer.b_in_a);
}
inline void visit(web::Writer& message, const TraceStep& step) {
  message(to_string(step.algorithm));
  message(step.event);
  message(std::span(step.pairs));
  message(step.direction);
  message(step.value);
  message(step.outline_a);
  message(step.outline_b);
}

}  // namespace sunder::inline SUNDER_ABI
