// SPDX-License-Identifier: Apache-2.0
//
// Idea: Doubles with proven bounds decide nearly every pair. They stop as soon as one bound passes
// the margin m. Where the bounds straddle m, the exact distance or depth is compared with it.
// Bound: bounds.hpp bounds the signed distance, and sum.hpp bounds m. exact.hpp compares squares of
// rationals in integers.
// Cost: That of intersects() for most pairs that are not close to m, and at most that of distance()
// or penetration() where doubles decide. Integers take tens of microseconds.
// Gives up: Never. A sum below 0 is refused in a run-time dimension, which has no depths.
#include "sunder/margin.hpp"

#include <array>

#include "filter/simplex_interior.hpp"
#include "geometry/refusal.hpp"
#include "machine/enum_names.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/decide.hpp"
#include "query/margin/bounds.hpp"
#include "query/margin/compare.hpp"
#include "query/margin/exact.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

/// The result, and the decision that the hint keeps. Without a verdict it leaves the hint
/// unchanged.
template <int D>
struct Compared {
  Verdict verdict = Verdict::overlapping;  ///< of the bodies padded by the margin
  Decided<D> decision;
};

/// The comparison of one pair with one margin.
template <int D>
class Comparison {
 public:
  Comparison(const Pair<D>& pair, const MarginTerms& terms, const Plan<D>& plan)
      : pair_(pair), terms_(terms), plan_(plan), sum_(sum_of_terms(terms)), filtered_(pair) {}

  /// For m other than 0 it tests a hint, then balls. A named algorithm skips both.
  bool compare_early() {
    if (plan_.wants(kNamed) || sum_.sign == 0) return false;
    if (plan_.wants(kHinted) && compare_by_hint(*plan_.search.hint)) return true;
    line_ = line_of_centres(filtered_);
    const SignedBounds balls = bounds_by_balls(filtered_, line_);
    if (balls.lower > sum_.upper) {
      Vector<D> direction = line_;
      if (sum_.sign > 0 && normalise(direction.data(), pair_.dimension())) separate(direction);
      return conclude(Verdict::separated, Stage::bounds, Algorithm::automatic);
    }
    return balls.upper < sum_.lower &&
           conclude(Verdict::overlapping, Stage::bounds, Algorithm::automatic);
  }

  /// For m > 0 it compares the distance with m, whether the bodies meet or not.
  void compare_distance() {
    const Algorithm algorithm = measuring_algorithm<D>(plan_.search.algorithm);
    const Measured<D> measured = measure(algorithm);
    if (measured.verdict == Verdict::overlapping) {
      compared_.decision.verdict = Verdict::overlapping;
      compared_.decision.pairs = measured.pairs;
      conclude(Verdict::overlapping, measured.stage, algorithm);
      return;
    }
    if (measured.verdict == Verdict::separated) {
      separate(measured.direction);
      if (lower_distance<D>(filtered_, measured.direction.data()) > sum_.upper) {
        conclude(Verdict::separated, Stage::filter, algorithm);
        return;
      }
    }
    if (upper_distance<D>(filtered_, measured.pairs, measured.weights) < sum_.lower) {
      conclude(Verdict::overlapping, Stage::filter, algorithm);
      return;
    }
    const MinNorm closest = find_min_norm<D>(pair_, measured.pairs);
    conclude(compare_exactly(closest, exact_sum(terms_)), Stage::integer, algorithm);
  }

  /// For m = 0 the verdict about the bodies is the answer.
  void compare_contact() {
    compared_.decision = decide(filtered_, plan_);
    compared_.verdict = compared_.decision.verdict;
  }

  /// For m < 0 only bodies that overlap can be as close.
  void compare_depth(const Penetration<D>& found)
    requires(D != kRunTime)
  {
    compared_.verdict = Verdict::separated;
    compared_.decision.stage = found.stage;
    compared_.decision.decided_by = found.decided_by;
    if (found.verdict != Verdict::overlapping || found.depth.upper < -sum_.upper) return;
    if (found.depth.lower > -sum_.lower) {
      compared_.verdict = Verdict::overlapping;
      return;
    }
    const Decided<D> overlap = decide(filtered_, Plan<D>(kCertified));
    const ExactDepth<D> depth =
        find_exact_depth<D>(pair_, {overlap.pairs.begin(), overlap.pairs.end()}, false);
    conclude(compare_exactly(depth, exact_sum(terms_)), Stage::integer, found.decided_by);
  }

  int sign() const noexcept { return sum_.sign; }

  MarginAnswer report() const {
    const Decision recorded = record(pair_, plan_, compared_.decision);
    return {{compared_.verdict, recorded.stage, recorded.decided_by, true}};
  }

 private:
  bool conclude(Verdict verdict, Stage stage, Algorithm algorithm) {
    compared_.verdict = verdict;
    compared_.decision.stage = stage;
    compared_.decision.decided_by = algorithm;
    return true;
  }

  /// Records that the bodies are separated along this direction, which Lemma 1 has proven.
  void separate(const Vector<D>& direction) {
    compared_.decision.verdict = Verdict::separated;
    compared_.decision.has_direction = true;
    compared_.decision.direction = direction;
  }

  bool compare_by_hint(const Hint<D>& hint) {
    const auto d = static_cast<std::size_t>(pair_.dimension());
    if (hint.verdict == Verdict::separated) {
      Vector<D> direction = hint.direction;
      if (direction.size() != d || !normalise(direction.data(), pair_.dimension())) return false;
      if (!(lower_signed_distance<D>(filtered_, direction) > sum_.upper)) return false;
      if (sum_.sign > 0) separate(direction);
      return conclude(Verdict::separated, Stage::hint, Algorithm::automatic);
    }
    if (hint.verdict != Verdict::overlapping || sum_.sign < 0) return false;
    const PairList<D> pairs = kept_pairs<D>(pair_, hint);
    if (pairs.size() != d + 1 || !proves_overlap<D>(filtered_, pairs)) return false;
    compared_.decision.verdict = Verdict::overlapping;
    compared_.decision.pairs = pairs;
    return conclude(Verdict::overlapping, Stage::hint, Algorithm::automatic);
  }

  Measured<D> measure(Algorithm algorithm) const {
    Request<D> search = request_of(plan_);
    search.direction = hinted_direction(plan_, pair_.dimension());
    if (search.direction == nullptr && !plan_.wants(kNamed)) search.direction = &line_;
    if constexpr (D != kRunTime) {
      if (algorithm == Algorithm::gjk) return gjk::measure_to(filtered_, search, sum_.upper);
    }
    return functions_of<D>(algorithm).measure(filtered_, search);
  }

  const Pair<D>& pair_;
  const MarginTerms& terms_;
  Plan<D> plan_;
  MarginSum sum_;
  FilteredPair<D> filtered_;
  Vector<D> line_{};
  Compared<D> compared_;
};

/// Returns the reason why these are no valid margin and radii; an empty message if they are.
Error refusal(const MarginTerms& terms) {
  constexpr std::array kNames = {"margin.distance", "margin.radius_a", "margin.radius_b",
                                 "a.radius", "b.radius"};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (!is_finite_bits(terms[i])) {
      return refuse_not_finite(kNames[i], terms[i], "number of a margin");
    }
  }
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if (!is_length(terms[i])) {
      return {ErrorCode::wrong_shape, std::string(kNames[i]) +
                                          " is negative; a radius is 0 or more, and an overlap "
                                          "that is allowed is a negative margin.distance"};
    }
  }
  return {};
}

/// Depths are computed in two and three dimensions only.
Error refuse_overlap() {
  return {ErrorCode::not_served,
          "the margin and the radii sum to less than 0, an overlap that is allowed; in a "
          "dimension known at run time give numbers whose sum is 0 or more"};
}

/// Returns penetration() of the polytopes at the default width. It uses the caller's hint, and is
/// not counted a second time.
template <int D>
Penetration<D> measure_depth(const Posed<D>& a, const Posed<D>& b, Search<D> search) {
  search.counters = nullptr;
  return penetration(rounded::core(a), rounded::core(b), {.search = search});
}

template <int D>
Result<MarginAnswer> compare(const Posed<D>& a, const Posed<D>& b, const Margin& margin,
                             const Search<D>& search) {
  const MarginTerms terms = terms_of(margin, a, b);
  Error error = refusal(terms);
  if (D == kRunTime && error.message.empty() && sum_of_terms(terms).sign < 0) {
    error = refuse_overlap();
  }
  if (!error.message.empty()) return error;
  return compare_to_sum<D>(a, b, terms, search);
}

}  // namespace

template <int D>
MarginAnswer compare_to_sum(const Posed<D>& a, const Posed<D>& b, const MarginTerms& terms,
                            const Search<D>& search) {
  const Pair<D> pair{make_body(a), make_body(b)};
  const Plan<D> plan(search);
  if (any_empty(pair)) {
    const Decision decision = record(pair, plan, decide(pair, plan));
    return MarginAnswer{decision};
  }
  Comparison<D> comparison(pair, terms, plan);
  if (!comparison.compare_early()) {
    if (comparison.sign() > 0) comparison.compare_distance();
    if (comparison.sign() == 0) comparison.compare_contact();
    if constexpr (D != kRunTime) {
      if (comparison.sign() < 0) comparison.compare_depth(measure_depth(a, b, search));
    }
  }
  return comparison.report();
}

template MarginAnswer compare_to_sum<2>(const Posed2&, const Posed2&, const MarginTerms&,
                                        const Search2&);
template MarginAnswer compare_to_sum<3>(const Posed3&, const Posed3&, const MarginTerms&,
                                        const Search3&);
template MarginAnswer compare_to_sum<kRunTime>(const PosedN&, const PosedN&, const MarginTerms&,
                                               const SearchN&);

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(MarginVerdict verdict) noexcept {
  static constexpr std::string_view kNames[] = {"closer", "exactly", "farther"};
  return detail::name_of<MarginVerdict::farther>(kNames, verdict);
}

Result<MarginAnswer> compare_to_margin(const Posed2& a, const Posed2& b, const Margin& margin,
                                       const Search2& search) {
  return detail::compare(a, b, margin, search);
}
Result<MarginAnswer> compare_to_margin(const Posed3& a, const Posed3& b, const Margin& margin,
                                       const Search3& search) {
  return detail::compare(a, b, margin, search);
}
Result<MarginAnswer> compare_to_margin(const PosedN& a, const PosedN& b, const Margin& margin,
                                       const SearchN& search) {
  return detail::compare(a, b, margin, search);
}

}  // namespace sunder::inline SUNDER_ABI
