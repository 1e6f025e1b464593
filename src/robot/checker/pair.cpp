// SPDX-License-Identifier: Apache-2.0
//
// Idea: Convex bodies with radii are questions about polytopes, and with a mesh questions about bodies.
//   A cylinder lies between two prisms: what both say is true of it. Where it is apart from a body by the
//   outer one, the inner one is not asked.
// Bound: None of its own: both kinds of questions are exact.
// Cost: That of one query, or of two where a cylinder is near.
// Gives up: A cylinder that meets by the outer prism alone, or touches by one and overlaps by the other.
#include "robot/checker/pair.hpp"

#include <limits>

#include "exact/dyadic.hpp"
#include "sunder/margin.hpp"

namespace sunder::detail::robot {
namespace {

/// The convex polytope, or the body, that a question takes.
struct Shape {
  const Polytope3* hull;
  const Body3* body;  ///< null: `hull` is the shape
  const Body3* as_body;
};

Shape outer_of(const CheckBody& body) noexcept {
  return {&body.hull, body.body ? &*body.body : nullptr, body.as_body ? &*body.as_body : nullptr};
}
Shape inner_of(const CheckBody& body) noexcept {
  if (!body.inner) return outer_of(body);
  return {&*body.inner, nullptr, &*body.inner_as_body};
}
const Body3& body_of(const Shape& shape) noexcept {
  return shape.body != nullptr ? *shape.body : *shape.as_body;
}

Verdict decide(const Shape& shape_a, const Shape& shape_b, const PlacedBody& a, const PlacedBody& b,
               double margin) {
  const bool plain = is_zero_bits(margin);
  if (shape_a.body == nullptr && shape_b.body == nullptr) {
    const Posed3 posed_a(*shape_a.hull, a.pose, a.radius);
    const Posed3 posed_b(*shape_b.hull, b.pose, b.radius);
    if (plain) return intersects(posed_a, posed_b).verdict;
    return compare_to_margin(posed_a, posed_b, {margin, 0, 0}).value().verdict;
  }
  const PosedBody3 posed_a(body_of(shape_a), a.pose);
  const PosedBody3 posed_b(body_of(shape_b), b.pose);
  if (plain && is_zero_bits(a.radius) && is_zero_bits(b.radius)) {
    return intersects(posed_a, posed_b).verdict;
  }
  return compare_to_margin(posed_a, posed_b, {margin, a.radius, b.radius}).value().verdict;
}

/// The interval of a distance, with the points that have it.
struct Measure {
  Interval distance;
  std::optional<Witness<3>> witness;
};

Measure measure(const Shape& shape_a, const Shape& shape_b, const PlacedBody& a,
                const PlacedBody& b, double width) {
  if (shape_a.body == nullptr && shape_b.body == nullptr) {
    MeasureOptions3 options;
    options.width = width;
    const Distance3 answer = distance(Posed3(*shape_a.hull, a.pose, a.radius),
                                      Posed3(*shape_b.hull, b.pose, b.radius), options);
    return {answer.distance, answer.witness};
  }
  const PosedBody3 posed_a(body_of(shape_a), a.pose);
  const PosedBody3 posed_b(body_of(shape_b), b.pose);
  if (is_zero_bits(a.radius) && is_zero_bits(b.radius)) {
    const BodyDistance answer = distance(posed_a, posed_b);
    return {answer.distance, answer.witness};
  }
  const BodyDistance answer = distance(posed_a, posed_b, a.radius, b.radius).value();
  return {answer.distance, answer.witness};
}

}  // namespace

Verdict decide_pair(const PlacedBody& a, const PlacedBody& b, double margin) {
  if (a.body.empty || b.body.empty) return Verdict::separated;
  const Verdict outer = decide(outer_of(a.body), outer_of(b.body), a, b, margin);
  if (outer == Verdict::separated || (!a.body.inner && !b.body.inner)) return outer;
  const Verdict inner = decide(inner_of(a.body), inner_of(b.body), a, b, margin);
  return inner == Verdict::overlapping || inner == outer ? inner : Verdict::undecided;
}

Interval measure_pair(const PlacedBody& a, const PlacedBody& b, double width, Witness<3>* witness) {
  if (a.body.empty || b.body.empty) return {0, std::numeric_limits<double>::infinity()};
  const Measure outer = measure(outer_of(a.body), outer_of(b.body), a, b, width);
  Interval found = outer.distance;
  if (a.body.inner || b.body.inner) {
    found.upper = measure(inner_of(a.body), inner_of(b.body), a, b, width).distance.upper;
  }
  if (witness != nullptr && outer.witness && found.lower > 0) *witness = *outer.witness;
  return found;
}

}  // namespace sunder::detail::robot
