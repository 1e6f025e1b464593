// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other.
// Bound: No number of this file is rounded.
// Cost: A question for each pair of parts.
// Gives up: Never.
#include "sunder/body.hpp"

#include <algorithm>
#include <limits>

#include "mesh/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/named_place.hpp"
#include "mesh/part_pair.hpp"
#include "query/padded_distance.hpp"

namespace sunder::detail::mesh {

std::shared_ptr<const BodyData> BodyAccess::make(std::span<const Part3> parts) {
  auto data = std::make_shared<BodyData>();
  data->parts.assign(parts.begin(), parts.end());
  data->made_.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (std::holds_alternative<Polytope3>(parts[i].shape))
      data->made_[i] = std::make_unique<BodyData::Made>();
  }
  return data;
}

std::span<const Piece> BodyData::pieces(std::size_t part) const {
  if (const auto* mesh = std::get_if<Mesh3>(&parts[part].shape))
    return MeshAccess::data(*mesh).pieces;
  Made& made = *made_[part];
  std::call_once(made.once, [&] { made.piece = piece_of(std::get<Polytope3>(parts[part].shape)); });
  return {&made.piece, 1};
}

}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

using detail::mesh::for_each_pair;
using detail::mesh::is_worse;
using detail::mesh::PartPair;

Body3::Body3(std::span<const Part3> parts) : data_(detail::mesh::BodyAccess::make(parts)) {}

std::span<const Part3> Body3::parts() const noexcept { return data_->parts; }

namespace {

BodyDecision decide(const PosedBody3& a, const PosedBody3& b, const BodySearch& search,
                    BodyTrace* trace) {
  const detail::DefaultEnvironment environment;
  BodyDecision found;
  found.verdict = Verdict::separated;
  found.stage = Stage::bounds;
  found.proven = true;
  const auto where_they_meet = [] { return 0.0; };
  for_each_pair(a, b, where_they_meet, [&](const PartPair& pair, std::size_t i, std::size_t j) {
    const BodyDecision decision = pair.decide(search, trace);
    if (is_worse(decision.verdict, found.verdict)) {
      found = decision;
      found.part_a = static_cast<std::int32_t>(i);
      found.part_b = static_cast<std::int32_t>(j);
    } else {
      found.stage = std::max(found.stage, decision.stage);
      if (found.verdict == Verdict::separated && decision.decided_by != Algorithm::automatic)
        found.decided_by = decision.decided_by;
    }
    return found.verdict != Verdict::overlapping;
  });
  return found;
}

}  // namespace

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, const BodySearch& search) {
  return decide(a, b, search, nullptr);
}

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, BodyTrace& trace) {
  return decide(a, b, {}, &trace);
}

BodyDistance distance(const PosedBody3& a, const PosedBody3& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  BodyDistance found;
  const BodyDecision decision = intersects(a, b, search);
  static_cast<Decision&>(found) = decision;
  if (decision) {
    detail::mesh::copy_place(decision, found);
    return found;
  }
  constexpr double kLargest = std::numeric_limits<double>::max();
  found.distance = {kLargest, std::numeric_limits<double>::infinity()};
  for_each_pair(
      a, b, [&] { return found.distance.upper; },
      [&](const PartPair& pair, std::size_t, std::size_t) {
        pair.measure(search, found);
        return true;
      });
  return found;
}

Result<BodyDistance> distance(const PosedBody3& a, const PosedBody3& b, double radius_a,
                              double radius_b) {
  const detail::DefaultEnvironment environment;
  const auto answer = compare_to_margin(a, b, {.radius_a = radius_a, .radius_b = radius_b});
  if (!answer) return answer.error();
  BodyDistance found;
  if (answer.value()) {
    detail::mesh::copy_place(answer.value(), found);
  } else {
    found = distance(a, b);
    if (found.part_a >= 0 && (radius_a > 0 || radius_b > 0)) {  // none is empty
      found.distance = detail::less_radii(found.distance, radius_a, radius_b);
      detail::move_out<3>(found.witness, radius_a, radius_b);
    }
  }
  static_cast<Decision&>(found) = answer.value();
  return found;
}

Result<BodyMarginAnswer> compare_to_margin(const PosedBody3& a, const PosedBody3& b,
                                           const Margin& margin) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::compare_bodies_to_margin<BodyMarginAnswer>(
      margin, [&] { return intersects(a, b); },
      [&](const detail::MarginTerms& terms, BodyMarginAnswer& answer) {
        const double margin_upper = detail::sum_of_terms(terms).upper;
        const auto within = [&] { return margin_upper; };
        for_each_pair(a, b, within, [&](const PartPair& pair, std::size_t i, std::size_t j) {
          const detail::mesh::Compared compared = pair.compare(terms);
          if (compared.exact) answer.stage = std::max(answer.stage, Stage::integer);
          if (is_worse(compared.verdict, answer.verdict)) {
            answer.verdict = compared.verdict;
            answer.part_a = static_cast<std::int32_t>(i);
            answer.part_b = static_cast<std::int32_t>(j);
            answer.triangle_a = compared.triangle_a;
            answer.triangle_b = compared.triangle_b;
          }
          return answer.verdict != Verdict::overlapping;
        });
      });
}

}  // namespace sunder::inline SUNDER_ABI
