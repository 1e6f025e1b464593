// SPDX-License-Identifier: Apache-2.0
//
// Idea: A proof is sought for the answer that is given, in the numbers of the caller's points. What is found is verified
// before it is returned. Bodies of space and of the plane differ in what an answer names and in what proves an overlap.
// Cost: That of the search, and of verify().
// Gives up: Where no proof is found, with an error.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certificate/posed_part.hpp"
#include "exact/dyadic_sum.hpp"
#include "mesh/proof/closest_items.hpp"
#include "mesh/proof/named_place.hpp"
#include "mesh/proof/separations.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {

/// A kind of bodies derives from it and adds, where `answer` names two parts:
///
///   bool names_items(answer)            are the items of the parts there that it names?
///   bool any_closest(answer, accept)    accept(closest points) of each pair of them, until it returns true
///   bool overlap(answer)                sets a common inner point
///   bool separate(demand)               appends separations; leave_out_separations() removes them
///   bool separate_touching(answer)      the same, where items may tie
template <class Derived, class Posed>
class BodyProver {
 public:
  template <class Answer>
  Result<BodyCertificate> prove_verdict(const Answer& answer) {
    proof_.verdict = answer.verdict;
    if (answer.verdict != Verdict::separated) {
      if (!names_parts(answer)) return no_body_proof("it names no pair of parts");
      proof_.part_a = answer.part_a;
      proof_.part_b = answer.part_b;
    }
    switch (answer.verdict) {
      case Verdict::separated:
        if (!self().separate({.beyond = margin_sum()}))
          return no_body_proof("a pair of parts was not separated");
        break;
      case Verdict::touching:
        if (!touch(answer)) return no_body_proof("the parts that it names do not meet");
        break;
      case Verdict::overlapping:
        if (!(is_padded_ && come_near(answer)) && !self().overlap(answer))
          return no_body_proof("no common inner point was found");
        break;
      default:
        return no_body_proof("it is no verdict");
    }
    return verified();
  }

  /// `Verdicts` is the type of answer that has a distance's verdict and what it names.
  template <class Verdicts, class Answer>
  Result<BodyCertificate> prove_distance(const Answer& answer) {
    BodyDistanceProof proof;
    proof.lower = answer.distance.lower;
    proof.upper = answer.distance.upper;
    if (answer.verdict != Verdict::separated) {
      proof_.distance = proof;
      return prove_verdict(verdict_of<Verdicts>(answer));
    }
    proof_.verdict = Verdict::separated;
    if (!is_finite_bits(proof.lower)) return no_body_proof("its interval has no lower end");
    if (has_pairs(parts_[0], parts_[1])) {
      if (!names_parts(answer)) return no_body_proof("it names no pair of parts");
      if (!self().names_items(answer)) return no_body_proof("it names no triangles or pieces");
      set_points(answer, proof);
    }
    if (!self().separate({.lower = padded(proof.lower), .beyond = margin_sum()}))
      return no_body_proof("a pair of parts was not kept that far apart");
    proof_.distance = std::move(proof);
    return verified();
  }

 protected:
  /// The margin is one that compare_to_margin() takes.
  BodyProver(const Posed& a, const Posed& b, const Margin& margin)
      : bodies_{&a, &b}, margin_(margin) {
    const double terms[] = {margin.distance, margin.radius_a, margin.radius_b};
    m_ = exact_sum(terms);
    is_padded_ = m_.mantissa > 0;
    for (std::size_t side = 0; side < 2; ++side) {
      for (const auto& part : bodies_[side]->body().parts())
        parts_[side].emplace_back(part, bodies_[side]->pose());
    }
  }

  const certificate::PosedPart& part(std::size_t side, std::int32_t index) const {
    return parts_[side][static_cast<std::size_t>(index)];
  }
  void leave_out_separations() { proof_.separations.clear(); }

  std::array<const Posed*, 2> bodies_;
  std::array<std::vector<certificate::PosedPart>, 2> parts_;
  BodyCertificate proof_;

 private:
  Derived& self() noexcept { return static_cast<Derived&>(*this); }

  Result<BodyCertificate> verified() {
    BodyCheck check = verify(*bodies_[0], *bodies_[1], margin_, proof_);
    if (!check && !is_padded_ && proof_.verdict == Verdict::touching &&
        !proof_.separations.empty()) {
      // A polytope without an inside ties with a solid, which proves nothing.
      self().leave_out_separations();
      check = verify(*bodies_[0], *bodies_[1], margin_, proof_);
    }
    if (!check) return no_body_proof(check.reason);
    return std::move(proof_);
  }

  template <class Answer>
  bool names_parts(const Answer& answer) const {
    const auto is_there = [&](std::size_t side, std::int32_t index) {
      return index >= 0 && static_cast<std::size_t>(index) < parts_[side].size();
    };
    return is_there(0, answer.part_a) && is_there(1, answer.part_b);
  }

  /// The sum of the margin's numbers, where it is positive.
  std::optional<BigDyadic> margin_sum() const {
    return is_padded_ ? std::optional<BigDyadic>(m_) : std::nullopt;
  }
  BigDyadic padded(double length) const { return plus(m_, exact_sum({&length, 1})); }

  template <class Answer, class Accept>
  bool any_closest(const Answer& answer, const Accept& accept) {
    return self().names_items(answer) && self().any_closest(answer, accept);
  }

  /// Proves two points nearer than a positive margin.
  template <class Answer>
  bool come_near(const Answer& answer) {
    const certificate::PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    return any_closest(answer, [&](ClosestItems& closest) {
      const auto is_near = [&](const auto& p, const auto& q) {
        return compare_distance(p, q, m_) < 0;
      };
      return take_if(is_near, a, b, closest, proof_.a, proof_.b);
    });
  }

  template <class Answer>
  bool touch(const Answer& answer) {
    const certificate::PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    const bool meet = any_closest(answer, [&](ClosestItems& closest) {
      const auto is_near = [&](const auto& p, const auto& q) {
        return compare_distance(p, q, m_) <= 0;
      };
      if (is_padded_ ? !is_near(place_in(a, closest.a), place_in(b, closest.b)) : !closest.meet)
        return false;
      proof_.a = std::move(closest.a);
      proof_.b = std::move(closest.b);
      return true;
    });
    if (!meet) return false;
    if (is_padded_) return self().separate({.lower = m_});
    // That nothing overlaps has a proof of its own unless a solid touches another mesh, and no plane is between them.
    if (!self().separate_touching(answer)) self().leave_out_separations();
    return true;
  }

  /// Sets the two points that bound the distance from above, with weights as short as do.
  template <class Answer>
  void set_points(const Answer& answer, BodyDistanceProof& proof) {
    proof.part_a = answer.part_a;
    proof.part_b = answer.part_b;
    const certificate::PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    any_closest(answer, [&](ClosestItems& closest) {
      const bool is_bounded = is_finite_bits(proof.upper);
      const BigDyadic most = is_bounded ? padded(proof.upper) : BigDyadic{};
      const auto is_near = [&](const auto& p, const auto& q) {
        return !is_bounded || compare_distance(p, q, most) <= 0;
      };
      return take_if(is_near, a, b, closest, proof.a, proof.b);
    });
  }

  /// Takes closest points of parts that are near, with weights as short as do.
  template <class IsNear>
  static bool take_if(const IsNear& is_near, const certificate::PosedPart& a,
                      const certificate::PosedPart& b, ClosestItems& closest, PartPoint& p,
                      PartPoint& q) {
    if (!is_near(place_in(a, closest.a), place_in(b, closest.b))) return false;
    p = std::move(closest.a);
    q = std::move(closest.b);
    shorten(a, b, p, q, is_near);
    return true;
  }

  const Margin& margin_;
  BigDyadic m_;             ///< the sum of the margin's numbers
  bool is_padded_ = false;  ///< m_ > 0
};

}  // namespace sunder::detail::mesh
