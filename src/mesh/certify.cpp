// SPDX-License-Identifier: Apache-2.0
//
// Idea: A proof is sought for the answer that is given, in the numbers of the caller's points and triangles. What is found
// is verified before it is returned.
// Cost: That of the search, and of verify().
// Gives up: Where no proof is found, with an error.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certificate/posed_part.hpp"
#include "mesh/closest_items.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/inner_point.hpp"
#include "mesh/named_place.hpp"
#include "mesh/separations.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::CutDemand;
using certificate::PosedPart;
using certificate::WorldPoint;

class Prover {
 public:
  /// The margin is one that compare_to_margin() takes.
  Prover(const PosedBody3& a, const PosedBody3& b, const Margin& margin)
      : bodies_{&a, &b}, margin_(margin) {
    const double terms[] = {margin.distance, margin.radius_a, margin.radius_b};
    m_ = exact_sum(terms);
    is_padded_ = m_.mantissa > 0;
    for (std::size_t side = 0; side < 2; ++side) {
      for (const Part3& part : bodies_[side]->body().parts())
        parts_[side].emplace_back(part, bodies_[side]->pose());
    }
  }

  Result<BodyCertificate> prove(const BodyMarginAnswer& answer) {
    proof_.verdict = answer.verdict;
    if (answer.verdict != Verdict::separated && !take_pair(answer))
      return no_body_proof("it names no pair of parts");
    CutDemand demand;
    if (is_padded_) demand.beyond = m_;
    switch (answer.verdict) {
      case Verdict::separated:
        if (!separate(demand)) return no_body_proof("a pair of triangles was not separated");
        break;
      case Verdict::touching:
        if (!touch(answer)) return no_body_proof("the triangles that it names do not meet");
        break;
      case Verdict::overlapping:
        if (!(is_padded_ && come_near(answer)) && !overlap(answer))
          return no_body_proof("no common inner point was found");
        break;
      default:
        return no_body_proof("it is no verdict");
    }
    return verified();
  }

  Result<BodyCertificate> prove(const BodyDistance& answer) {
    if (answer.verdict != Verdict::separated) {
      proof_.distance = BodyDistanceProof{};
      proof_.distance->lower = answer.distance.lower;
      proof_.distance->upper = answer.distance.upper;
      return prove(verdict_of<BodyMarginAnswer>(answer));
    }
    proof_.verdict = Verdict::separated;
    BodyDistanceProof proof;
    proof.lower = answer.distance.lower;
    proof.upper = answer.distance.upper;
    CutDemand demand;
    if (!is_finite_bits(proof.lower)) return no_body_proof("its interval has no lower end");
    demand.lower = plus(m_, exact_sum({&proof.lower, 1}));
    if (is_padded_) demand.beyond = m_;
    if (has_pairs(parts_[0], parts_[1])) {
      if (!is_part(0, answer.part_a) || !is_part(1, answer.part_b))
        return no_body_proof("it names no pair of parts");
      proof.part_a = answer.part_a;
      proof.part_b = answer.part_b;
      if (!is_item(0, answer.part_a, answer.triangle_a) ||
          !is_item(1, answer.part_b, answer.triangle_b))
        return no_body_proof("it names no triangles");
      set_points(answer, proof);
    }
    if (!separate(demand)) return no_body_proof("a pair of triangles was not kept that far apart");
    proof_.distance = std::move(proof);
    return verified();
  }

 private:
  Result<BodyCertificate> verified() {
    BodyCheck check = verify(*bodies_[0], *bodies_[1], margin_, proof_);
    if (!check && !is_padded_ && proof_.verdict == Verdict::touching &&
        !proof_.separations.empty()) {
      // A polytope without an inside ties with a solid, which proves nothing.
      proof_.separations.clear();
      check = verify(*bodies_[0], *bodies_[1], margin_, proof_);
    }
    if (!check) return no_body_proof(check.reason);
    return std::move(proof_);
  }

  const PosedPart& part(std::size_t side, std::int32_t index) const {
    return parts_[side][static_cast<std::size_t>(index)];
  }
  bool is_part(std::size_t side, std::int32_t index) const {
    return index >= 0 && static_cast<std::size_t>(index) < parts_[side].size();
  }
  bool is_item(std::size_t side, std::int32_t index, std::int32_t triangle) const {
    const PosedPart& of = part(side, index);
    return of.is_mesh() ? triangle >= 0 && triangle < of.item_count()
                        : triangle == -1 && !of.is_empty();
  }

  bool take_pair(const BodyMarginAnswer& answer) {
    if (!is_part(0, answer.part_a) || !is_part(1, answer.part_b)) return false;
    proof_.part_a = answer.part_a;
    proof_.part_b = answer.part_b;
    return true;
  }

  bool overlap(const BodyMarginAnswer& answer) {
    const auto placed = [&](std::size_t side, std::int32_t index) {
      return PlacedPart{&bodies_[side]->body().parts()[static_cast<std::size_t>(index)],
                        &bodies_[side]->pose()};
    };
    const auto named = [&](std::size_t side, std::int32_t index, std::int32_t triangle) {
      return is_item(side, index, triangle) ? triangle : -1;
    };
    auto found = find_inner_point(placed(0, answer.part_a), placed(1, answer.part_b),
                                  named(0, answer.part_a, answer.triangle_a),
                                  named(1, answer.part_b, answer.triangle_b));
    if (!found) return false;
    proof_.a = std::move(found->a);
    proof_.b = std::move(found->b);
    proof_.point = std::move(found->point);
    return true;
  }

  /// Sets the closest points of the triangles that an answer names. Returns whether they meet, none for no triangles.
  std::optional<bool> take_closest(const BodyMarginAnswer& answer) {
    if (!is_item(0, answer.part_a, answer.triangle_a) ||
        !is_item(1, answer.part_b, answer.triangle_b))
      return std::nullopt;
    ClosestItems closest = closest_items(part(0, answer.part_a), answer.triangle_a,
                                         part(1, answer.part_b), answer.triangle_b);
    proof_.a = std::move(closest.a);
    proof_.b = std::move(closest.b);
    return closest.meet;
  }

  /// Proves two points nearer than a positive margin, where triangles are named.
  bool come_near(const BodyMarginAnswer& answer) {
    if (!take_closest(answer)) return false;
    const PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    shorten(a, b, proof_.a, proof_.b,
            [&](const auto& p, const auto& q) { return compare_distance(p, q, m_) < 0; });
    return true;
  }

  bool touch(const BodyMarginAnswer& answer) {
    const std::optional<bool> meet = take_closest(answer);
    if (!meet || (!*meet && !is_padded_)) return false;
    if (is_padded_) return separate({.lower = m_});
    // That nothing overlaps has a proof of its own unless a solid touches what is no convex body.
    if (decided_by_ties(part(0, answer.part_a), part(1, answer.part_b)) &&
        !separate({.strict = false}))
      proof_.separations.clear();
    return true;
  }

  bool separate(const CutDemand& demand) {
    return append_separations(parts_[0], parts_[1], demand, proof_.separations);
  }

  /// Sets the two points that bound the distance from above, with weights as short as do.
  void set_points(const BodyDistance& answer, BodyDistanceProof& proof) const {
    const PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    ClosestItems closest = closest_items(a, answer.triangle_a, b, answer.triangle_b);
    proof.a = std::move(closest.a);
    proof.b = std::move(closest.b);
    const double upper = answer.distance.upper;
    if (!is_finite_bits(upper)) return;
    const BigDyadic most = plus(m_, exact_sum({&upper, 1}));
    shorten(a, b, proof.a, proof.b, [&](const WorldPoint& p, const WorldPoint& q) {
      return compare_distance(p, q, most) <= 0;
    });
  }

  std::array<const PosedBody3*, 2> bodies_;
  const Margin& margin_;
  BigDyadic m_;             ///< the sum of the margin's numbers
  bool is_padded_ = false;  ///< m_ > 0
  std::array<std::vector<PosedPart>, 2> parts_;
  BodyCertificate proof_;
};

/// Refuses a margin that compare_to_margin() refuses, in its words.
std::optional<Error> refuse_margin(const Margin& margin) {
  const Body3 nothing{};
  const auto compared = compare_to_margin(PosedBody3(nothing), nothing, margin);
  return compared ? std::optional<Error>() : compared.error();
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b,
                                const BodyDecision& answer) {
  return certify(a, b, Margin{}, detail::mesh::verdict_of<BodyMarginAnswer>(answer));
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b,
                                const BodyDistance& answer) {
  return certify(a, b, Margin{}, answer);
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                const BodyMarginAnswer& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *refusal;
  return detail::mesh::Prover(a, b, margin).prove(answer);
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                const BodyDistance& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *refusal;
  return detail::mesh::Prover(a, b, margin).prove(answer);
}

}  // namespace sunder::inline SUNDER_ABI
