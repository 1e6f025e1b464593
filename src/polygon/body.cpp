// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other. Both trees of boxes are walked together, in world boxes that are
// rounded outward, and what they leave are pairs of convex pieces. For a distance the nearer boxes come first.
// Bound: A pair is left out only if two boxes are proven apart, or farther apart than what is known.
// Cost: O(log n) boxes and the pieces that are close.
// Gives up: Never.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "geometry/refusal.hpp"
#include "mesh/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "polygon/named_place.hpp"
#include "polygon/walk.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {
namespace {

class VerdictVisitor : public Visitor {
 public:
  VerdictVisitor() {
    found.verdict = Verdict::separated;
    found.stage = Stage::bounds;
    found.proven = true;
  }
  double reach() const noexcept { return 0; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().decide(i, j);
    if (is_worse(decision.verdict, found.verdict)) {
      static_cast<Decision&>(found) = decision;
      name(found, i, j);
    } else {
      found.stage = std::max(found.stage, decision.stage);
    }
    return found.verdict != Verdict::overlapping;
  }
  BodyDecision2 found;
};

class DistanceVisitor : public Visitor {
 public:
  explicit DistanceVisitor(BodyDistance2& best) : best_(best) {}
  double reach() const noexcept { return best_.distance.upper; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Distance2 found = pair().measure(i, j);
    best_.distance.lower = std::min(best_.distance.lower, found.distance.lower);
    if (!(found.distance.upper < best_.distance.upper) && best_.part_a >= 0) return true;
    best_.distance.upper = found.distance.upper;
    best_.witness = found.witness;
    name(best_, i, j);
    return true;
  }

 private:
  BodyDistance2& best_;
};

class MarginVisitor : public Visitor {
 public:
  MarginVisitor(MarginAnswer& answer, const MarginTerms& terms)
      : answer_(answer), terms_(terms), reach_(sum_of_terms(terms).upper) {}
  double reach() const noexcept { return reach_; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().compare(i, j, terms_);
    if (is_worse(decision.verdict, answer_.verdict)) answer_.verdict = decision.verdict;
    answer_.stage = std::max(answer_.stage, decision.stage);
    return answer_.verdict != Verdict::overlapping;
  }

 private:
  MarginAnswer& answer_;
  const MarginTerms& terms_;
  double reach_;
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

namespace planar = detail::polygon;

Body2::Body2(std::span<const Part2> parts) : data_(planar::BodyAccess::make(parts)) {}

std::span<const Part2> Body2::parts() const noexcept { return data_->parts; }

BodyDecision2 intersects(const PosedBody2& a, const PosedBody2& b) {
  const detail::DefaultEnvironment environment;
  planar::VerdictVisitor visitor;
  planar::PartsPair(a, b).walk(visitor);
  return visitor.found;
}

BodyDistance2 distance(const PosedBody2& a, const PosedBody2& b) {
  const detail::DefaultEnvironment environment;
  const planar::PartsPair parts(a, b);
  planar::VerdictVisitor verdict;
  parts.walk(verdict);
  BodyDistance2 found;
  static_cast<Decision&>(found) = verdict.found;
  if (verdict.found) {
    planar::copy_place(verdict.found, found);
    return found;
  }
  found.distance = {std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()};
  planar::DistanceVisitor visitor(found);
  parts.walk(visitor);
  return found;
}

Result<Location> locate(const Vector2& point, const PosedBody2& body) {
  Error error = detail::refuse_entries("point", point, "coordinate");
  if (!error.message.empty()) return error;
  const Body2 own{{Polytope2::from_points({point}).value()}};
  switch (intersects(own, body).verdict) {
    case Verdict::overlapping:
      return Location::inside;
    case Verdict::touching:
      return Location::boundary;
    default:
      return Location::outside;
  }
}

Result<MarginAnswer> compare_to_margin(const PosedBody2& a, const PosedBody2& b,
                                       const Margin& margin) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::compare_bodies_to_margin<MarginAnswer>(
      margin, [&] { return intersects(a, b); },
      [&](const detail::MarginTerms& terms, MarginAnswer& answer) {
        planar::MarginVisitor visitor(answer, terms);
        planar::PartsPair(a, b).walk(visitor);
      });
}

}  // namespace sunder::inline SUNDER_ABI
