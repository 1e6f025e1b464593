// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other. Two polytopes whose chains of poses are one pose take the way of
// convex bodies; all others meet as pieces.
// Bound: No number of this file is rounded.
// Cost: A question for each pair of parts.
// Gives up: Never.
#include "sunder/body.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "mesh/default_environment.hpp"
#include "mesh/flattened.hpp"
#include "mesh/meet.hpp"
#include "mesh/mesh_data.hpp"
#include "mesh/nearest.hpp"
#include "query/margin/compare.hpp"

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

namespace {

bool is_identity(const Pose3& pose) noexcept {
  return &pose == &Pose3::identity() || (pose.is_translation() && pose.offset(0) == 0 &&
                                         pose.offset(1) == 0 && pose.offset(2) == 0);
}

/// The chain of a part's pose and the body's, without identities.
PoseChain chain(const Pose3& part, const Pose3& body) noexcept {
  PoseChain poses{is_identity(part) ? nullptr : &part, is_identity(body) ? nullptr : &body};
  if (poses[0] == nullptr) std::swap(poses[0], poses[1]);
  return poses;
}

/// Decides one pair of parts.
class PartPair {
 public:
  PartPair(const PosedBody3& a, const PosedBody3& b)
      : body_{&BodyAccess::data(a.body()), &BodyAccess::data(b.body())},
        pose_{&a.pose(), &b.pose()} {}

  BodyDecision decide(std::size_t i, std::size_t j) const {
    const Part3& p = body_[0]->parts[i];
    const Part3& q = body_[1]->parts[j];
    const PoseChain chain_a = chain(p.pose, *pose_[0]), chain_b = chain(q.pose, *pose_[1]);
    BodyDecision decision;
    if (const auto hulls = convex_pair(i, j, chain_a, chain_b)) {
      static_cast<Decision&>(decision) = intersects(hulls->first, hulls->second);
      return decision;
    }
    decision.verdict = Verdict::separated;
    decision.stage = Stage::filter;
    decision.proven = true;
    const std::optional<Piece> image_a = image_of(0, i, chain_a), image_b = image_of(1, j, chain_b);
    for (const Piece& s : image_a ? std::span(&*image_a, 1) : body_[0]->pieces(i)) {
      for (const Piece& t : image_b ? std::span(&*image_b, 1) : body_[1]->pieces(j)) {
        const PieceVerdict met = meet({&s, chain_a}, {&t, chain_b});
        if (met.exact) decision.stage = Stage::integer;
        if (!is_worse(met.verdict, decision.verdict)) continue;
        decision.verdict = met.verdict;
        decision.triangle_a = caller_of(s, met.triangle_a);
        decision.triangle_b = caller_of(t, met.triangle_b);
      }
    }
    return decision;
  }

  /// Measures one pair of parts that do not meet, into `best` if it is closer.
  void measure(std::size_t i, std::size_t j, BodyDistance& best) const {
    const Part3& p = body_[0]->parts[i];
    const Part3& q = body_[1]->parts[j];
    const PoseChain chain_a = chain(p.pose, *pose_[0]), chain_b = chain(q.pose, *pose_[1]);
    const auto take = [&](const Interval& distance, const Witness<3>& witness, std::int32_t a,
                          std::int32_t b) {
      best.distance.lower = std::min(best.distance.lower, distance.lower);
      if (!(distance.upper < best.distance.upper)) return;
      best.distance.upper = distance.upper;
      best.witness = witness;
      best.part_a = static_cast<std::int32_t>(i);
      best.part_b = static_cast<std::int32_t>(j);
      best.triangle_a = a;
      best.triangle_b = b;
    };
    if (const auto hulls = convex_pair(i, j, chain_a, chain_b)) {
      const Distance3 found = distance(hulls->first, hulls->second);
      take(found.distance, found.witness.value_or(Witness<3>{}), -1, -1);
      return;
    }
    for (const Piece& s : body_[0]->pieces(i)) {
      for (const Piece& t : body_[1]->pieces(j)) {
        const Nearest found = find_nearest({&s, chain_a}, {&t, chain_b}, best.distance.upper);
        take(found.distance, found.witness, caller_of(s, found.triangle_a),
             caller_of(t, found.triangle_b));
      }
    }
  }

  /// Compares the distance of two parts that do not meet with the sum of the terms, which is positive.
  Compared compare(std::size_t i, std::size_t j, const MarginTerms& terms) const {
    const PoseChain chain_a = chain(body_[0]->parts[i].pose, *pose_[0]);
    const PoseChain chain_b = chain(body_[1]->parts[j].pose, *pose_[1]);
    Compared compared;
    const auto take = [&](Verdict verdict, bool exact) {
      if (is_worse(verdict, compared.verdict)) compared.verdict = verdict;
      compared.exact = compared.exact || exact;
    };
    if (const auto hulls = convex_pair(i, j, chain_a, chain_b)) {
      const MarginAnswer answer = compare_to_sum<3>(hulls->first, hulls->second, terms, {});
      take(answer.verdict, answer.stage >= Stage::expansion);
      return compared;
    }
    for (const Piece& s : body_[0]->pieces(i)) {
      for (const Piece& t : body_[1]->pieces(j)) {
        if (compared.verdict == Verdict::overlapping) return compared;
        const Compared found = compare_distance({&s, chain_a}, {&t, chain_b}, terms);
        take(found.verdict, found.exact);
      }
    }
    return compared;
  }

  /// Does one verdict take the place of another: overlapping that of touching, touching that of separated?
  static bool is_worse(Verdict one, Verdict other) noexcept {
    const auto rank = [](Verdict verdict) {
      return verdict == Verdict::overlapping ? 2 : (verdict == Verdict::touching ? 1 : 0);
    };
    return rank(one) > rank(other);
  }

 private:
  static std::int32_t caller_of(const Piece& piece, std::int32_t triangle) noexcept {
    return triangle < 0 ? -1 : piece.caller[static_cast<std::size_t>(triangle)];
  }
  /// The image of a polytope that its poses flatten; none for others.
  std::optional<Piece> image_of(std::size_t side, std::size_t part, const PoseChain& poses) const {
    if (!std::holds_alternative<Polytope3>(body_[side]->parts[part].shape)) return std::nullopt;
    return flattened({&body_[side]->pieces(part).front(), poses});
  }
  /// Two polytopes whose chains are one pose each, as the convex kernel takes them.
  std::optional<std::pair<Posed3, Posed3>> convex_pair(std::size_t i, std::size_t j,
                                                       const PoseChain& a,
                                                       const PoseChain& b) const noexcept {
    const auto* const hull_a = std::get_if<Polytope3>(&body_[0]->parts[i].shape);
    const auto* const hull_b = std::get_if<Polytope3>(&body_[1]->parts[j].shape);
    if (hull_a == nullptr || hull_b == nullptr || a[1] != nullptr || b[1] != nullptr)
      return std::nullopt;
    const auto pose_of = [](const Pose3* pose) -> const Pose3& {
      return pose == nullptr ? Pose3::identity() : *pose;
    };
    return std::pair<Posed3, Posed3>{{*hull_a, pose_of(a[0])}, {*hull_b, pose_of(b[0])}};
  }

  std::array<const BodyData*, 2> body_;
  std::array<const Pose3*, 2> pose_;
};

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Body3::Body3(std::span<const Part3> parts) : data_(detail::mesh::BodyAccess::make(parts)) {}

std::span<const Part3> Body3::parts() const noexcept { return data_->parts; }

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b) {
  const detail::DefaultEnvironment environment;
  const detail::mesh::PartPair pair(a, b);
  BodyDecision found;
  found.verdict = Verdict::separated;
  found.stage = Stage::bounds;
  found.proven = true;
  for (std::size_t i = 0; i < a.body().parts().size(); ++i) {
    for (std::size_t j = 0; j < b.body().parts().size(); ++j) {
      const BodyDecision decision = pair.decide(i, j);
      if (detail::mesh::PartPair::is_worse(decision.verdict, found.verdict)) {
        found = decision;
        found.part_a = static_cast<std::int32_t>(i);
        found.part_b = static_cast<std::int32_t>(j);
      } else {
        found.stage = std::max(found.stage, decision.stage);
      }
      if (found.verdict == Verdict::overlapping) return found;
    }
  }
  return found;
}

namespace {

template <class Visit>
void for_each_pair(const PosedBody3& a, const PosedBody3& b, const Visit& visit) {
  for (std::size_t i = 0; i < a.body().parts().size(); ++i) {
    for (std::size_t j = 0; j < b.body().parts().size(); ++j) visit(i, j);
  }
}

}  // namespace

BodyDistance distance(const PosedBody3& a, const PosedBody3& b) {
  const detail::DefaultEnvironment environment;
  BodyDistance found;
  const BodyDecision decision = intersects(a, b);
  static_cast<Decision&>(found) = decision;
  if (decision) {
    found.part_a = decision.part_a;
    found.part_b = decision.part_b;
    found.triangle_a = decision.triangle_a;
    found.triangle_b = decision.triangle_b;
    return found;
  }
  constexpr double kLargest = std::numeric_limits<double>::max();
  found.distance = {kLargest, std::numeric_limits<double>::infinity()};
  const detail::mesh::PartPair pair(a, b);
  for_each_pair(a, b, [&](std::size_t i, std::size_t j) { pair.measure(i, j, found); });
  return found;
}

Result<MarginAnswer> compare_to_margin(const PosedBody3& a, const PosedBody3& b,
                                       const Margin& margin) {
  const detail::DefaultEnvironment environment;
  const Polytope3 nothing;
  const auto refusals = compare_to_margin(Posed3{nothing}, Posed3{nothing}, margin);
  if (!refusals) return refusals.error();
  const detail::MarginTerms terms{margin.distance, margin.radius_a, margin.radius_b, 0, 0};
  const int sign = detail::sum_of_terms(terms).sign;
  if (sign < 0) {
    return Error{ErrorCode::not_served,
                 "the margin and the radii sum to less than 0, an overlap that is allowed; bodies "
                 "that are not convex "
                 "have no exact depth: give numbers whose sum is 0 or more"};
  }
  const BodyDecision decision = intersects(a, b);
  MarginAnswer answer;
  static_cast<Decision&>(answer) = decision;
  if (sign == 0 || decision.verdict == Verdict::overlapping) return answer;
  if (decision.verdict == Verdict::touching) {
    answer.verdict = Verdict::overlapping;
    return answer;
  }
  const detail::mesh::PartPair pair(a, b);
  for_each_pair(a, b, [&](std::size_t i, std::size_t j) {
    if (answer.verdict == Verdict::overlapping) return;
    const detail::mesh::Compared compared = pair.compare(i, j, terms);
    if (detail::mesh::PartPair::is_worse(compared.verdict, answer.verdict))
      answer.verdict = compared.verdict;
    if (compared.exact) answer.stage = std::max(answer.stage, Stage::integer);
  });
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
