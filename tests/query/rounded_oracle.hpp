// SPDX-License-Identifier: Apache-2.0
//
// Computes the true answers about bodies with radii, from the exact signed distance s of their
// polytopes: it is s - r. The tests know s |s|, a fraction, so that fractions decide every
// comparison.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "query/margin_oracle.hpp"
#include "sunder/sunder.hpp"

namespace sunder::traps {

inline Rational signed_square(const Rational& x) {
  return x < 0 ? Rational(-x * x) : Rational(x * x);
}

/// The truth about a pair; `signed_square` is s |s|.
struct RoundedTruth {
  Rational signed_square;
  Rational radii;

  /// sign(s - r - x)
  int compare(const Rational& x) const {
    return signed_square.compare(traps::signed_square(Rational(radii + x)));
  }
  Verdict verdict() const {
    const int sign = compare(0);
    if (sign == 0) return Verdict::touching;
    return sign < 0 ? Verdict::overlapping : Verdict::separated;
  }
};

/// The faults of an answer, in words; empty if there are none.
class Faults {
 public:
  explicit Faults(const RoundedTruth& truth) : truth_(truth) {}

  void verdict(Verdict found, const char* question) {
    if (found != truth_.verdict())
      add(std::string(question) + " says " + std::string(to_string(found)));
  }
  void expect(bool holds, const char* what) {
    if (!holds) add(what);
  }
  void checked(const Check& check, const char* what) {
    if (!check) add(std::string(what) + ": " + check.reason);
  }

  /// `interval` must contain s - r.
  void holds(const Interval& interval, const char* question) {
    const bool below = truth_.compare(Rational(interval.lower)) >= 0;
    const bool above = std::isinf(interval.upper) || truth_.compare(Rational(interval.upper)) <= 0;
    if (!below || !above) add(std::string(question) + " does not hold the truth");
  }

  /// The width is at most `width` of `value` if requested, else the default for coordinates up to
  /// `size`.
  void narrow(const Interval& interval, double value, double width, double size,
              const char* question) {
    const double spread = interval.upper - interval.lower;
    const double most = width > 0 ? width * value : std::max(1e-12 * value, 64 * 0x1p-52 * size);
    if (!(spread <= most)) add(std::string(question) + " is too wide");
  }

  const std::string& text() const { return text_; }

 private:
  void add(const std::string& fault) { text_ += (text_.empty() ? "" : "; ") + fault; }

  const RoundedTruth& truth_;
  std::string text_;
};

inline Interval opposite_of(const Interval& interval) { return {-interval.upper, -interval.lower}; }

/// Returns the faults of all answers about a pair at rest, in both orders. `size` is the largest
/// coordinate of either body. With `proofs` the certificates are checked too.
template <int D>
std::string faults_of(const Posed<D>& a, const Posed<D>& b, const RoundedTruth& truth, double width,
                      double size, bool proofs) {
  Faults faults(truth);
  const MeasureOptions<D> options{.search = {}, .width = width};
  const Decision plain = intersects(a, b);
  faults.verdict(plain.verdict, "intersects");
  faults.expect(plain.proven, "intersects is not proven");
  faults.verdict(intersects(b, a).verdict, "intersects, swapped");
  Hint<D> hint;
  for (int i = 0; i < 2; ++i) {
    faults.verdict(intersects(a, b, {.hint = &hint}).verdict, "intersects with a hint");
  }
  faults.verdict(compare_to_margin(a, b, {}).value().verdict, "compare_to_margin");

  const Distance<D> gap = distance(a, b, options);
  faults.verdict(gap.verdict, "distance");
  if (gap.verdict == Verdict::separated) {
    faults.holds(gap.distance, "distance");
    faults.narrow(gap.distance, gap.distance.lower, width, size, "distance");
    faults.expect(gap.distance.lower > 0, "distance has no lower end above 0");
  } else {
    faults.expect(gap.distance.lower == 0 && gap.distance.upper == 0, "distance is not [0, 0]");
  }
  faults.expect(gap.witness.has_value() == (gap.verdict != Verdict::overlapping),
                "distance's witness");
  if constexpr (D != kRunTime) {
    const SignedDistance<D> both = signed_distance(a, b, options);
    faults.verdict(both.verdict, "signed_distance");
    faults.holds(both.distance, "signed_distance");
    const double value = both.distance.lower > 0 ? both.distance.lower : -both.distance.lower;
    faults.narrow(both.distance, value, width, size, "signed_distance");
    const Penetration<D> deep = penetration(a, b, options);
    faults.verdict(deep.verdict, "penetration");
    if (deep.verdict == Verdict::overlapping) {
      faults.holds(opposite_of(deep.depth), "penetration");
      faults.narrow(deep.depth, deep.depth.upper, width, size, "penetration");
    } else {
      faults.expect(deep.depth.lower == 0 && deep.depth.upper == 0, "depth is not [0, 0]");
    }
    for (std::size_t l = 0; both.witness && l < D; ++l) {
      const double apart = both.witness->point_b[l] - both.witness->point_a[l];
      const double off = apart - both.distance.upper * both.witness->normal[l];
      faults.expect(std::fabs(off) <= 1e-6 * size, "the points are not the distance apart");
    }
    faults.expect(both.witness.has_value(), "signed_distance has no witness");
    const Derivative<D> slope = derivative(a, b);
    faults.verdict(slope.verdict, "derivative");
    faults.holds(slope.distance, "derivative");
    const double beyond = std::nextafter(slope.distance.lower, slope.distance.upper);
    faults.expect(beyond == slope.distance.upper, "derivative is not between neighbours");
    const RelationAnswer met = relation(a, b);
    faults.verdict(met.verdict, "relation");
    if (proofs) faults.checked(verify(a, b, certify(a, b, deep)), "depth's certificate");
  }
  if (!proofs) return faults.text();
  const Certificate proof = certify(a, b, plain);
  faults.verdict(proof.verdict, "certify");
  faults.checked(verify(a, b, proof), "certificate");
  faults.checked(verify(a, b, certify(a, b, gap)), "distance's certificate");
  const auto back = deserialise_certificate(serialise(certify(a, b, gap)));
  faults.expect(back.has_value() && verify(a, b, back.value()), "serialised certificate");
  // A certificate proves no other verdict, and nothing about bodies without radii.
  for (const Verdict other : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    Certificate forged = proof;
    forged.verdict = other;
    if (other != proof.verdict) faults.expect(!verify(a, b, forged), "a forged verdict passes");
  }
  const auto opinion = propose(a, b);
  const Decision again = prove(a, b, opinion);
  if (again.proven) faults.verdict(again.verdict, "prove");
  return faults.text();
}

}  // namespace sunder::traps
