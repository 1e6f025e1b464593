// SPDX-License-Identifier: Apache-2.0
//
// Measures the distance and the depth of bodies with radii.
//
// Idea: The signed distance is that of the polytopes less the sum r of the radii. The polytopes are
// measured first, in doubles with proven ends. Where these ends less r are too wide, or leave the
// verdict open, integers take over. The polytopes' exact distance or depth is a root, and r a dyadic.
// Bound: Doubles keep the width of the polytopes' interval and add 2^-49 r. Integers reach
// neighbouring doubles, however much of the distance r takes away.
// Cost: That of the query about the polytopes, and some ten additions; tens of microseconds more
// where integers decide.
#include "query/rounded/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "narrow/dispatch.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "query/rounded/exact_lengths.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::rounded {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Allows for one subtraction in any rounding mode, and for what a host flushes.
constexpr double kShare = 0x1p-51;
constexpr double kFlushed = 0x1p-990;

double rounded_down(double value) noexcept {
  return value - (std::fabs(value) * kShare + kFlushed);
}
double rounded_up(double value) noexcept { return value + (std::fabs(value) * kShare + kFlushed); }

/// Returns a signed distance less the sum of the radii, in doubles.
Interval less_radii(const Interval& signed_distance, const RadiiBounds& radii) noexcept {
  return {rounded_down(signed_distance.lower - radii.upper),
          rounded_up(signed_distance.upper - radii.lower)};
}

/// Implements is_narrow() for bodies with radii. No radius is larger than the largest coordinate of
/// its body.
template <int D>
bool is_narrow_for(const Posed<D>& a, const Posed<D>& b, const Interval& found, double value,
                   double width) {
  const Pair<D> pair{make_body(a), make_body(b)};
  if (is_narrow(pair, found.lower, found.upper, value, width)) return true;
  const double radius = std::max(a.radius(), b.radius());
  return !(width > 0) && found.lower > 0 && found.upper - found.lower <= 64 * 0x1p-52 * radius;
}

/// Whether the caller needs the depth, or only the verdict that the bodies overlap.
enum class Inside : std::uint8_t { verdict, depth };

template <int D>
class Measurement {
 public:
  Measurement(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options, Inside inside)
      : a_(a),
        b_(b),
        core_a_(core(a)),
        core_b_(core(b)),
        pair_{make_body(a), make_body(b)},
        options_(options),
        inside_(inside) {}

  /// The radii are sound.
  SignedDistance<D> run() {
    const Distance<D> apart = measure_apart();
    static_cast<Decision&>(answer_) = apart;
    answer_.witness = apart.witness;
    if (any_empty(pair_)) {
      answer_.distance = apart.distance;
    } else {
      measure(apart);
    }
    // The hint is written already, by distance() of the polytopes.
    record(pair_, Plan<D>(options_.search),
           {Verdict::undecided, answer_.stage, answer_.decided_by});
    return answer_;
  }

 private:
  /// Measures the polytopes at the default width. A narrower width is left to the exact stage here.
  Distance<D> measure_apart() {
    Search<D> search = options_.search;
    search.counters = nullptr;
    return sunder::distance(core_a_, core_b_, {.search = search});
  }

  void measure(const Distance<D>& apart) {
    const bool may_stay_rough = inside_ == Inside::verdict;
    if (apart.verdict == Verdict::separated) {
      const RadiiBounds radii = bound_radii(a_.radius(), b_.radius());
      const Interval rough = less_radii(apart.distance, radii);
      const bool overlap = may_stay_rough && rough.upper < 0;
      settle(overlap ? SignedLength{Verdict::overlapping, rough}
                     : signed_length<D>(a_, b_, apart.distance, false, options_.width, normal()));
      return;
    }
    // A radius that is not 0 makes r > 0, and the depth is at least r.
    answer_.verdict = Verdict::overlapping;
    if (may_stay_rough) return;
    const Interval depth = apart.verdict == Verdict::overlapping ? measure_depth() : Interval{};
    answer_.distance = signed_length<D>(a_, b_, depth, true, options_.width, nullptr).length;
    move_out(a_, b_, answer_.witness);
  }

  void settle(const SignedLength& found) {
    answer_.verdict = found.verdict;
    answer_.distance = found.length;
    if (found.exact) {
      answer_.stage = Stage::integer;
      answer_.decided_by = measuring_algorithm<D>(options_.search.algorithm);
    }
    if (found.verdict == Verdict::touching) {
      move_together(a_, b_, answer_.witness);
    } else {
      move_out(a_, b_, answer_.witness);
    }
  }

  /// Returns the depth of polytopes that overlap. In a run-time dimension nobody asks for it.
  Interval measure_depth() {
    if constexpr (D != kRunTime) {
      Search<D> search = options_.search;
      search.counters = nullptr;
      const Penetration<D> found = sunder::penetration(core_a_, core_b_, {.search = search});
      answer_.witness = found.witness;
      return found.depth;
    }
    return {};
  }

  const Vector<D>* normal() const noexcept {
    return answer_.witness ? &answer_.witness->normal : nullptr;
  }

  const Posed<D>& a_;
  const Posed<D>& b_;
  const Posed<D> core_a_;
  const Posed<D> core_b_;
  const Pair<D> pair_;
  const MeasureOptions<D>& options_;
  const Inside inside_;
  SignedDistance<D> answer_;
};

template <int D>
SignedDistance<D> measure(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options,
                          Inside inside) {
  if (are_radii(a, b)) return Measurement<D>(a, b, options, inside).run();
  SignedDistance<D> answer;
  answer.distance = {-kInfinity, kInfinity};
  return answer;
}

template <int D>
bool is_finite_witness(const Witness<D>& witness) noexcept {
  const auto finite = [](const Vector<D>& point) {
    return std::all_of(point.begin(), point.end(), is_finite_bits);
  };
  return finite(witness.point_a) && finite(witness.point_b);
}

}  // namespace

RadiiBounds bound_radii(double a, double b) noexcept {
  if (is_zero_bits(a)) return {b, b};
  if (is_zero_bits(b)) return {a, a};
  const double sum = a + b;
  if (!(sum < 0x1p1000)) return {0, kInfinity};
  return {sum - (sum * 0x1p-50 + kFlushed), sum + (sum * 0x1p-50 + kFlushed)};
}

SignedLength less_radii(const Root& root, bool inside, const BigDyadic& radii) {
  SignedLength answer;
  answer.exact = true;
  const int side = inside ? -1 : compare_root(root, radii);
  answer.verdict = side > 0   ? Verdict::separated
                   : side < 0 ? Verdict::overlapping
                              : Verdict::touching;
  const Enclosed found = inside ? enclose_sum(root, radii) : enclose_difference(root, radii);
  answer.length = {found.lower, found.upper};
  if (side < 0) answer.length = {-found.upper, -found.lower};
  return answer;
}

template <int D>
SignedLength signed_length(const Posed<D>& a, const Posed<D>& b, const Interval& found, bool inside,
                           double width, const Vector<D>* normal) {
  const bool on_the_boundary = inside && is_zero_bits(found.upper);
  if (on_the_boundary) return less_radii(Root{}, true, exact_radii(a, b));
  const Interval rough =
      less_radii(inside ? opposite_of(found) : found, bound_radii(a.radius(), b.radius()));
  if (rough.lower > 0 && is_narrow_for(a, b, rough, rough.lower, width)) {
    return {Verdict::separated, rough};
  }
  const Interval depth = opposite_of(rough);
  if (rough.upper < 0 && is_narrow_for(a, b, depth, depth.upper, width)) {
    return {Verdict::overlapping, rough};
  }
  const Pair<D> pair{make_body(a), make_body(b)};
  if constexpr (D != kRunTime) {
    if (inside) return less_radii(exact_depth<D>(pair), true, exact_radii(a, b));
  }
  return less_radii(exact_gap(pair, normal), false, exact_radii(a, b));
}

template <int D>
void move_out(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness) {
  if (!witness) return;
  move_out(a, b, witness->normal, witness->point_a, witness->point_b);
  if (!is_finite_witness<D>(*witness)) witness.reset();
}

template <int D>
void move_together(const Posed<D>& a, const Posed<D>& b, std::optional<Witness<D>>& witness) {
  move_out(a, b, witness);
  if (!witness) return;
  if (b.radius() < a.radius()) {
    witness->point_a = witness->point_b;
  } else {
    witness->point_b = witness->point_a;
  }
}

template <int D>
SignedDistance<D> signed_distance(const Posed<D>& a, const Posed<D>& b,
                                  const MeasureOptions<D>& options) {
  return measure(a, b, options, Inside::depth);
}

template <int D>
Distance<D> distance(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options) {
  SignedDistance<D> found = measure(a, b, options, Inside::verdict);
  Distance<D> answer;
  static_cast<Decision&>(answer) = found;
  answer.distance = found.distance;
  answer.witness = std::move(found.witness);
  if (found.verdict == Verdict::undecided) answer.distance = {0, kInfinity};
  if (found.verdict == Verdict::overlapping) {
    answer.distance = {};
    answer.witness.reset();
  }
  return answer;
}

template <int D>
void set_distance(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options,
                  Distance<D>& answer) {
  answer = rounded::distance<D>(a, b, options);  // not the public one, which asks here
}

template <int D>
OneNormDistance one_norm_distance(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  MeasureOptions<D> options{search};
  options.search.algorithm = Algorithm::lp;
  const Distance<D> found = rounded::distance<D>(a, b, options);
  OneNormDistance answer;
  static_cast<Decision&>(answer) = found;
  const double most = std::sqrt(double(a.polytope().dimension())) * (1 + 4 * kUnit);
  answer.distance = found.distance;
  if (!found) answer.distance.upper = rounded_up(answer.distance.upper * most);
  return answer;
}

template <int D>
Penetration<D> penetration(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options) {
  const SignedDistance<D> found = measure(a, b, options, Inside::depth);
  Penetration<D> answer;
  static_cast<Decision&>(answer) = found;
  if (found.verdict == Verdict::undecided) answer.depth = {0, kInfinity};
  if (found.verdict == Verdict::overlapping) {
    answer.depth = opposite_of(found.distance);
  }
  if (found.verdict != Verdict::separated) answer.witness = found.witness;
  return answer;
}

#define SUNDER_INSTANTIATE(D)                                                                     \
  template SignedLength signed_length<D>(const Posed<D>&, const Posed<D>&, const Interval&, bool, \
                                         double, const Vector<D>*);                               \
  template void move_out<D>(const Posed<D>&, const Posed<D>&, std::optional<Witness<D>>&);        \
  template void move_together<D>(const Posed<D>&, const Posed<D>&, std::optional<Witness<D>>&);   \
  template Distance<D> distance<D>(const Posed<D>&, const Posed<D>&, const MeasureOptions<D>&);   \
  template void set_distance<D>(const Posed<D>&, const Posed<D>&, const MeasureOptions<D>&,       \
                                Distance<D>&);                                                    \
  template OneNormDistance one_norm_distance<D>(const Posed<D>&, const Posed<D>&, const Search<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
SUNDER_INSTANTIATE(kRunTime)
#undef SUNDER_INSTANTIATE

template SignedDistance2 signed_distance<2>(const Posed2&, const Posed2&, const MeasureOptions2&);
template SignedDistance3 signed_distance<3>(const Posed3&, const Posed3&, const MeasureOptions3&);
template Penetration2 penetration<2>(const Posed2&, const Posed2&, const MeasureOptions2&);
template Penetration3 penetration<3>(const Posed3&, const Posed3&, const MeasureOptions3&);

}  // namespace sunder::detail::rounded
