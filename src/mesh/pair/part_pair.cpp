// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two polytopes whose chains of poses are one pose take the way of convex bodies; all others meet as pieces.
// Bound: No number of this file is rounded.
// Cost: A question for each pair of pieces.
// Gives up: Never.
#include "mesh/pair/part_pair.hpp"

#include <algorithm>

#include "batch/closest.hpp"
#include "geometry/body.hpp"
#include "mesh/build/flattened.hpp"
#include "mesh/pair/meet.hpp"
#include "mesh/pair/trace.hpp"
#include "query/margin/compare.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::mesh {
namespace {

PoseChain chain_of(const Pose3& part, const Pose3& body) noexcept {
  PoseChain poses{is_identity(part) ? nullptr : &part, is_identity(body) ? nullptr : &body};
  if (poses[0] == nullptr) std::swap(poses[0], poses[1]);
  return poses;
}

}  // namespace

PartPair::PartPair(const PosedBody3& a, std::size_t i, const PosedBody3& b, std::size_t j) noexcept
    : body_{&BodyAccess::data(a.body()), &BodyAccess::data(b.body())},
      index_{i, j},
      chain_{chain_of(part(0).pose, a.pose()), chain_of(part(1).pose, b.pose())} {}

std::optional<Piece> PartPair::image(std::size_t side) const {
  if (!std::holds_alternative<Polytope3>(part(side).shape)) return std::nullopt;
  return flattened({&pieces(side).front(), chain_[side]});
}

std::optional<std::pair<Posed3, Posed3>> PartPair::hulls() const noexcept {
  const auto* const hull_a = std::get_if<Polytope3>(&part(0).shape);
  const auto* const hull_b = std::get_if<Polytope3>(&part(1).shape);
  if (hull_a == nullptr || hull_b == nullptr || chain_[0][1] != nullptr || chain_[1][1] != nullptr)
    return std::nullopt;
  const auto pose_of = [](const Pose3* pose) -> const Pose3& {
    return pose == nullptr ? Pose3::identity() : *pose;
  };
  return std::pair<Posed3, Posed3>{{*hull_a, pose_of(chain_[0][0])},
                                   {*hull_b, pose_of(chain_[1][0])}};
}

BodyDecision PartPair::decide(const BodySearch& search, BodyTrace* trace, bool* is_open) const {
  BodyDecision decision;
  std::optional<Tracer> tracer;
  if (trace != nullptr) {
    tracer.emplace(*trace, static_cast<std::int32_t>(index_[0]),
                   static_cast<std::int32_t>(index_[1]));
  }
  if (const auto convex = hulls()) {
    static_cast<Decision&>(decision) =
        intersects(convex->first, convex->second,
                   {.algorithm = search.algorithm, .counters = search.counters});
    if (tracer) tracer->convex(decision.verdict == Verdict::overlapping);
    return decision;
  }
  decision.verdict = Verdict::separated;
  decision.stage = Stage::filter;
  decision.proven = true;
  const std::optional<Piece> image_a = image(0), image_b = image(1);
  for (const Piece& s : image_a ? std::span(&*image_a, 1) : pieces(0)) {
    for (const Piece& t : image_b ? std::span(&*image_b, 1) : pieces(1)) {
      const bool tells = tracer && decision.verdict != Verdict::overlapping;
      const Placed a{&s, chain_[0]}, b{&t, chain_[1]};
      PieceVerdict met;
      if (is_open == nullptr) {
        met = meet(a, b, tells ? &*tracer : nullptr);
      } else if (const auto quickly = meet_quickly(a, b)) {
        met = *quickly;
      } else {
        *is_open = true;
        return decision;
      }
      if (met.exact) decision.stage = Stage::integer;
      if (!is_worse(met.verdict, decision.verdict)) continue;
      decision.verdict = met.verdict;
      decision.triangle_a = caller_of(s, met.triangle_a);
      decision.triangle_b = caller_of(t, met.triangle_b);
    }
  }
  if (search.counters != nullptr) {
    ++search.counters->by_stage[static_cast<std::size_t>(decision.stage)];
  }
  return decision;
}

void PartPair::take(const Interval& distance, const Witness<3>& witness, std::int32_t triangle_a,
                    std::int32_t triangle_b, BodyDistance& best) const {
  best.distance.lower = std::min(best.distance.lower, distance.lower);
  if (!(distance.upper < best.distance.upper)) return;
  best.distance.upper = distance.upper;
  best.witness = witness;
  best.part_a = static_cast<std::int32_t>(index_[0]);
  best.part_b = static_cast<std::int32_t>(index_[1]);
  best.triangle_a = triangle_a;
  best.triangle_b = triangle_b;
}

void PartPair::measure(const BodySearch& search, BodyDistance& best) const {
  if (const auto convex = hulls()) {
    const Distance3 found =
        distance(convex->first, convex->second, {.search = {.algorithm = search.algorithm}});
    take(found.distance, found.witness.value_or(Witness<3>{}), -1, -1, best);
    return;
  }
  for_each_piece(*this, [&](const Piece& s, const Piece& t) {
    const Nearest found = find_nearest({&s, chain_[0]}, {&t, chain_[1]}, best.distance.upper);
    take(found.distance, found.witness, caller_of(s, found.triangle_a),
         caller_of(t, found.triangle_b), best);
  });
}

bool PartPair::measure_if_apart(BodyDistance& best) const {
  bool are_apart = true;
  for_each_piece(*this, [&](const Piece& s, const Piece& t) {
    if (!are_apart) return;
    const auto found = find_nearest_apart({&s, chain_[0]}, {&t, chain_[1]}, best.distance.upper);
    are_apart = found.has_value();
    if (!are_apart) return;
    take(found->distance, found->witness, caller_of(s, found->triangle_a),
         caller_of(t, found->triangle_b), best);
  });
  return are_apart;
}

void PartPair::measure_exactly(double within, std::optional<Root>& least) const {
  if (const auto convex = hulls()) {
    if (convex->first.polytope().empty() || convex->second.polytope().empty()) return;
    const Root found =
        find_min_norm<3>({make_body<3>(convex->first), make_body<3>(convex->second)}, {}).length();
    if (!least || batch::compare({found, {}}, {*least, {}}) < 0) least = found;
    return;
  }
  for_each_piece(*this, [&](const Piece& s, const Piece& t) {
    find_exact_nearest({&s, chain_[0]}, {&t, chain_[1]}, within, least);
  });
}

Compared PartPair::compare(const MarginTerms& terms, const BodySearch& search) const {
  Compared compared;
  if (const auto convex = hulls()) {
    const MarginAnswer answer =
        compare_to_sum<3>(convex->first, convex->second, terms,
                          {.algorithm = search.algorithm, .counters = search.counters});
    compared.verdict = answer.verdict;
    compared.decided_by = answer.decided_by;
    compared.exact = answer.stage >= Stage::expansion;
    return compared;
  }
  for_each_piece(*this, [&](const Piece& s, const Piece& t) {
    if (compared.verdict == Verdict::overlapping) return;
    const Compared found = compare_distance({&s, chain_[0]}, {&t, chain_[1]}, terms);
    compared.exact = compared.exact || found.exact;
    if (!is_worse(found.verdict, compared.verdict)) return;
    compared.verdict = found.verdict;
    compared.triangle_a = caller_of(s, found.triangle_a);
    compared.triangle_b = caller_of(t, found.triangle_b);
  });
  return compared;
}

}  // namespace sunder::detail::mesh
