// SPDX-License-Identifier: Apache-2.0
//
// Idea: Bodies are taken as their parts, and parts as the caller's points and triangles or rings. Each verdict has its own
// lists: points of both parts, separations, and the ends of a distance.
// Source: docs/bodies.md.
// Bound: Every sign is that of integers.
// Cost: That of the points and the separations.
// Gives up: Never: it accepts or names a reason.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "certificate/checked_parts.hpp"
#include "certificate/distance_proof.hpp"
#include "certificate/margin_proof.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::certificate {
namespace {

/// Do the differences of these points of two parts span the space, or their plane?
bool lists_span(const PosedPart& a, const ReadPoint& p, const PosedPart& b, const ReadPoint& q) {
  std::vector<Big3> vectors;
  for (const std::int32_t point : p.points) vectors.push_back(a.direction(point, p.points[0]));
  for (const std::int32_t point : q.points) vectors.push_back(b.direction(point, q.points[0]));
  return a.are_spanning(vectors);
}

class BodyChecker {
 public:
  template <class Posed>
  BodyChecker(const Posed& a, const Posed& b, const Margin& margin,
              const BodyCertificate& certificate, const BodyCheckOptions& options)
      : margin_(margin), certificate_(certificate), parts_(a, b, options.simple) {}

  std::string refute() {
    std::string reason = read_margin();
    if (!reason.empty()) return reason;
    switch (certificate_.verdict) {
      case Verdict::separated:
        complete_ = true;
        return refute_separated();
      case Verdict::touching:
        reason = is_padded_ ? refute_exactly() : refute_touching();
        return reason.empty() ? refute_no_distance() : reason;
      case Verdict::overlapping:
        complete_ = true;
        if (!certificate_.separations.empty()) return "separations prove nothing about an overlap";
        if (has_covers()) return "covers prove nothing about an overlap";
        reason = refute_overlapping();
        return reason.empty() ? refute_no_distance() : reason;
      case Verdict::undecided:
      case Verdict::not_examined:
        break;
    }
    return "the certificate's verdict is none of separated, touching and overlapping";
  }
  bool complete() const noexcept { return complete_; }

 private:
  std::string read_margin() {
    if (!is_finite_bits(margin_.distance)) return "the margin is not finite";
    std::string reason = refute_radius(margin_.radius_a, "the margin's radius_a");
    if (reason.empty()) reason = refute_radius(margin_.radius_b, "the margin's radius_b");
    if (!reason.empty()) return reason;
    const double terms[] = {margin_.distance, margin_.radius_a, margin_.radius_b};
    m_ = exact_sum(terms);
    is_padded_ = m_.mantissa > 0;
    return m_.mantissa < 0 ? "the margin and the radii sum to less than 0" : "";
  }
  BigDyadic padded(double length) const { return plus(m_, exact_sum({&length, 1})); }

  bool has_covers() const {
    return !certificate_.covers_a.empty() || !certificate_.covers_b.empty();
  }
  std::string read(std::size_t side, std::int32_t index, const PartPoint& point,
                   const std::string& name, ReadPoint& out) const {
    return read_point(parts_.part(side, index), point, name, out);
  }
  std::string read_pair() const {
    std::string reason = parts_.refute_part(0, certificate_.part_a, "part_a");
    return reason.empty() ? parts_.refute_part(1, certificate_.part_b, "part_b") : reason;
  }

  std::string refute_overlapping() {
    std::string reason = read_pair();
    if (!reason.empty()) return reason;
    const std::int32_t i = certificate_.part_a, j = certificate_.part_b;
    const bool has_a = !certificate_.a.weights.empty(), has_b = !certificate_.b.weights.empty();
    ReadPoint p, q;
    if (has_a) reason = read(0, i, certificate_.a, "a", p);
    if (has_b && reason.empty()) reason = read(1, j, certificate_.b, "b", q);
    if (!reason.empty()) return reason;
    if (has_a || has_b) {
      if (!certificate_.point.empty()) return "a point beside weights, which state it";
    }
    if (has_a && has_b && is_padded_) {
      return compare_distance(p.at, q.at, m_) < 0
                 ? ""
                 : "the points of a and b are not nearer than the margin";
    }
    if (has_a && has_b) {
      const PosedPart &a = parts_.part(0, i), &b = parts_.part(1, j);
      reason = refute_list(a, p, "a");
      if (reason.empty()) reason = refute_list(b, q, "b");
      if (!reason.empty()) return reason;
      if (!weights_decide(a, certificate_.a.triangle, b, certificate_.b.triangle))
        return "weights on both sides prove nothing about a solid mesh";
      if (!coincide(p.at, q.at)) return "the points of a and b differ";
      return lists_span(a, p, b, q) ? ""
                                    : "the lists of a and b do not span the " +
                                          std::string(parts_.dimension() == 3 ? "space" : "plane");
    }
    if (has_a) return parts_.refute_inside(1, j, p.at);
    if (has_b) return parts_.refute_inside(0, i, q.at);
    WorldPoint x;
    reason = read_world_point(certificate_.point, parts_.dimension(), x);
    if (reason.empty()) reason = parts_.refute_inside(0, i, x);
    return reason.empty() ? parts_.refute_inside(1, j, x) : reason;
  }

  /// Accepts two points that are no farther apart than the margin.
  std::string refute_points() const {
    std::string reason = read_pair();
    if (!reason.empty()) return reason;
    if (!certificate_.point.empty()) return "a point beside weights, which state it";
    ReadPoint p, q;
    reason = read(0, certificate_.part_a, certificate_.a, "a", p);
    if (reason.empty()) reason = read(1, certificate_.part_b, certificate_.b, "b", q);
    if (!reason.empty()) return reason;
    if (is_padded_) {
      return compare_distance(p.at, q.at, m_) <= 0
                 ? ""
                 : "the points of a and b are farther apart than the margin";
    }
    return coincide(p.at, q.at) ? "" : "the points of a and b differ";
  }

  std::string refute_touching() {
    std::string reason = refute_points();
    if (!reason.empty()) return reason;
    complete_ = !certificate_.separations.empty();
    if (!complete_ && has_covers()) return "covers prove nothing without separations";
    return complete_ ? refute_separations({.strict = false}) : "";
  }

  /// Bodies that are exactly as far apart as a positive margin.
  std::string refute_exactly() {
    complete_ = true;
    std::string reason = refute_points();
    return reason.empty() ? refute_separations({.lower = m_}) : reason;
  }

  std::string refute_separations(const CutDemand& demand) {
    std::string reason = parts_.take_covers(0, certificate_.covers_a);
    if (reason.empty()) reason = parts_.take_covers(1, certificate_.covers_b);
    if (!reason.empty()) return reason;
    return certificate::refute_separations(parts_, certificate_.separations, demand);
  }

  std::string refute_separated() {
    if (!certificate_.point.empty() || !certificate_.a.weights.empty() ||
        !certificate_.b.weights.empty())
      return "a common point proves nothing about bodies that are apart";
    std::string reason;
    CutDemand demand;
    if (certificate_.distance) {
      const BodyDistanceProof& proof = *certificate_.distance;
      reason = refute_interval(proof.lower, proof.upper, "distance");
      if (!reason.empty()) return reason;
      demand.lower = padded(proof.lower);
    }
    if (is_padded_) demand.beyond = m_;
    reason = refute_separations(demand);
    return reason.empty() && certificate_.distance ? refute_upper(*certificate_.distance) : reason;
  }

  std::string refute_upper(const BodyDistanceProof& proof) const {
    if (proof.a.weights.empty() && proof.b.weights.empty()) {
      if (is_infinite(proof.upper)) {
        if (has_pairs()) return "";
        const double largest = std::numeric_limits<double>::max();
        return order_of(proof.lower) == order_of(largest)
                   ? ""
                   : "a body is empty: the interval is [largest double, infinity]";
      }
      return "distance.a and distance.b prove the upper bound";
    }
    std::string reason = parts_.refute_part(0, proof.part_a, "distance.part_a");
    if (reason.empty()) reason = parts_.refute_part(1, proof.part_b, "distance.part_b");
    ReadPoint p, q;
    if (reason.empty()) reason = read(0, proof.part_a, proof.a, "distance.a", p);
    if (reason.empty()) reason = read(1, proof.part_b, proof.b, "distance.b", q);
    if (!reason.empty() || is_infinite(proof.upper)) return reason;
    return compare_distance(p.at, q.at, padded(proof.upper)) <= 0
               ? ""
               : "distance.upper is less than the distance of the two points";
  }
  bool has_pairs() const {
    const auto is_there = [](const PosedPart& part) { return !part.is_empty(); };
    return std::any_of(parts_.side(0).begin(), parts_.side(0).end(), is_there) &&
           std::any_of(parts_.side(1).begin(), parts_.side(1).end(), is_there);
  }
  static std::uint64_t order_of(double value) { return std::bit_cast<std::uint64_t>(value); }

  std::string refute_no_distance() const {
    if (!certificate_.distance) return "";
    const BodyDistanceProof& proof = *certificate_.distance;
    if (!is_zero_bits(proof.lower) || !is_zero_bits(proof.upper))
      return "the bodies meet: their distance is [0, 0]";
    if (!proof.a.weights.empty() || !proof.b.weights.empty())
      return "the bodies meet: [0, 0] has no points of its own";
    return "";
  }

  const Margin& margin_;
  const BodyCertificate& certificate_;
  BigDyadic m_;             ///< the sum of the margin's numbers
  bool is_padded_ = false;  ///< m_ > 0
  CheckedParts parts_;
  bool complete_ = false;
};

}  // namespace
}  // namespace sunder::detail::certificate

namespace sunder::inline SUNDER_ABI {

namespace {

template <class Posed>
BodyCheck check_bodies(const Posed& a, const Posed& b, const Margin& margin,
                       const BodyCertificate& certificate, const BodyCheckOptions& options) {
  detail::certificate::BodyChecker checker(a, b, margin, certificate, options);
  BodyCheck check;
  check.reason = checker.refute();
  check.accepted = check.reason.empty();
  check.complete = check.accepted && checker.complete();
  return check;
}

}  // namespace

BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const BodyCertificate& certificate,
                 const BodyCheckOptions& options) {
  return check_bodies(a, b, Margin{}, certificate, options);
}
BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                 const BodyCertificate& certificate, const BodyCheckOptions& options) {
  return check_bodies(a, b, margin, certificate, options);
}
BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const BodyCertificate& certificate) {
  return check_bodies(a, b, Margin{}, certificate, {});
}
BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                 const BodyCertificate& certificate) {
  return check_bodies(a, b, margin, certificate, {});
}

}  // namespace sunder::inline SUNDER_ABI
