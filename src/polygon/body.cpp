// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other. Both trees of boxes are walked together, in world boxes that are
// rounded outward, and what they leave are pairs of convex pieces. For a distance the nearer boxes come first.
// Bound: A pair is left out only if two boxes are proven apart, or farther apart than what is known.
// Cost: O(log n) boxes and the pieces that are close.
// Gives up: Never.
#include <algorithm>
#include <limits>

#include "geometry/refusal.hpp"
#include "mesh/body/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "polygon/walk.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {
namespace {

class VerdictVisitor : public Visitor {
 public:
  explicit VerdictVisitor(const BodySearch& search) : search_(search) {
    found.verdict = Verdict::separated;
    found.stage = Stage::bounds;
    found.proven = true;
  }
  double reach() const noexcept { return 0; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().decide(i, j, search_);
    if (is_worse(decision.verdict, found.verdict)) {
      static_cast<Decision&>(found) = decision;
      name(found, i, j);
    } else {
      found.stage = std::max(found.stage, decision.stage);
      if (found.verdict == Verdict::separated && decision.decided_by != Algorithm::automatic)
        found.decided_by = decision.decided_by;
    }
    return found.verdict != Verdict::overlapping;
  }
  BodyDecision2 found;

 private:
  const BodySearch& search_;
};

class DistanceVisitor : public Visitor {
 public:
  DistanceVisitor(const BodySearch& search, BodyDistance2& best) : search_(search), best_(best) {}
  double reach() const noexcept { return best_.distance.upper; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Distance2 found = pair().measure(i, j, search_);
    best_.distance.lower = std::min(best_.distance.lower, found.distance.lower);
    if (!(found.distance.upper < best_.distance.upper) && best_.part_a >= 0) return true;
    best_.distance.upper = found.distance.upper;
    best_.witness = found.witness;
    name(best_, i, j);
    return true;
  }

 private:
  const BodySearch& search_;
  BodyDistance2& best_;
};

class MarginVisitor : public Visitor {
 public:
  MarginVisitor(const BodySearch& search, BodyMarginAnswer2& answer, const MarginTerms& terms)
      : search_(search), answer_(answer), terms_(terms), reach_(sum_of_terms(terms).upper) {}
  double reach() const noexcept { return reach_; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().compare(i, j, terms_, search_);
    if (is_worse(decision.verdict, answer_.verdict)) {
      answer_.verdict = decision.verdict;
      answer_.decided_by = decision.decided_by;
      name(answer_, i, j);
    }
    answer_.stage = std::max(answer_.stage, decision.stage);
    return answer_.verdict != Verdict::overlapping;
  }

 private:
  const BodySearch& search_;
  BodyMarginAnswer2& answer_;
  const MarginTerms& terms_;
  double reach_;
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

namespace planar = detail::polygon;

Body2::Body2(std::span<const Part2> parts) : data_(planar::BodyAccess::make(parts)) {}

std::span<const Part2> Body2::parts() const noexcept { return data_->parts; }

BodyDecision2 intersects(const PosedBody2& a, const PosedBody2& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  planar::VerdictVisitor visitor(search);
  planar::PartsPair(a, b).walk(visitor);
  return visitor.found;
}

BodyDistance2 distance(const PosedBody2& a, const PosedBody2& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  const planar::PartsPair parts(a, b);
  planar::VerdictVisitor verdict(search);
  parts.walk(verdict);
  BodyDistance2 found;
  static_cast<Decision&>(found) = verdict.found;
  if (verdict.found) {
    detail::mesh::copy_place(verdict.found, found);
    return found;
  }
  found.distance = {std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()};
  planar::DistanceVisitor visitor(search, found);
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

Result<BodyDistance2> distance(const PosedBody2& a, const PosedBody2& b, double radius_a,
                               double radius_b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::distance_of_padded<2, BodyDistance2>(a, b, radius_a, radius_b, search);
}

Result<BodyMarginAnswer2> compare_to_margin(const PosedBody2& a, const PosedBody2& b,
                                            const Margin& margin, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::compare_bodies_to_margin(
      margin, [&] { return detail::mesh::verdict_of<BodyMarginAnswer2>(intersects(a, b, search)); },
      [&](const detail::MarginTerms& terms, BodyMarginAnswer2& answer) {
        planar::MarginVisitor visitor(search, answer, terms);
        planar::PartsPair(a, b).walk(visitor);
      });
}

}  // namespace sunder::inline SUNDER_ABI
