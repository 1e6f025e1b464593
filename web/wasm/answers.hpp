// SPDX-License-Identifier: Apache-2.0
//
// The fields of answers, in the order of their messages: web/package/src/answers.ts reads them.
#pragma once

#include "message.hpp"
#include "proofs.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_contact.hpp"
#include "sunder/body_trace.hpp"
#include "sunder/contact.hpp"
#include "sunder/derivative.hpp"
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

template <int D>
void visit(web::Writer& message, const Cast<D>& answer) {
  message(answer.verdict);
  message(answer.time);
  message(answer.start);
  message(answer.steps);
  message(answer.witness);
}
template <int D>
void visit(web::Writer& message, const Derivative<D>& answer) {
  visit_decision(message, answer);
  message(answer.distance);
  message(answer.witness);
  message(answer.valid);
  message(answer.translation_a);
  message(answer.translation_b);
  message(answer.rotation_a);
  message(answer.rotation_b);
  message(answer.unique_translation);
  message(answer.unique_rotation);
  message(answer.feature_a);
  message(answer.feature_b);
}
inline void visit(web::Writer& message, const ContactRegion& region) {
  message(region.dimension);
  message(region.part_a);
  message(region.part_b);
  message(region.normal);
  message(region.length);
  message(region.area);
  message(region.outline);
}
inline void visit(web::Writer& message, const ContactRegion2& region) {
  message(region.dimension);
  message(region.part_a);
  message(region.part_b);
  message(region.normal);
  message(region.length);
  message(region.ends);
  message(region.edges);
}
inline void visit(web::Writer& message, const DirectionArc& arc) {
  message(arc.from);
  message(arc.to);
}
inline void visit(web::Writer& message, const RayCrossing& crossing) {
  message(crossing.triangle);
  message(crossing.sign);
  message(crossing.at);
}
/// What an event does not have is zero and empty there.
inline void visit(web::Writer& message, const BodyStep& step) {
  message(step.event);
  message(step.part_a);
  message(step.part_b);
  message(step.overlaps);
  for (const std::int64_t count :
       {step.boxes_opened, step.leaf_pairs, step.triangle_pairs, step.triangles_left})
    message(static_cast<double>(count));
  message(step.near_a);
  message(step.near_b);
  message(step.triangle_a);
  message(step.triangle_b);
  message(step.corners_a);
  message(step.corners_b);
  message(step.in_doubles);
  message(step.feature_a);
  message(step.feature_b);
  message(step.reason);
  message(step.direction);
  message(step.cone_a);
  message(step.cone_b);
  message(step.side);
  message(step.start);
  message(step.winding);
  message(step.crossings);
}

}  // namespace sunder::inline SUNDER_ABI
