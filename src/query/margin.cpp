// SPDX-License-Identifier: Apache-2.0
//
// Closer than, at or farther than a margin. Doubles with proven bounds decide nearly every pair,
// and stop as soon as one bound passes the margin; where they straddle it, squares of rationals
// decide.
#include "sunder/margin.hpp"

#include <bit>

#include "filter/simplex_interior.hpp"
#include "geometry/refusal.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/decide.hpp"
#include "query/margin/bounds.hpp"
#include "query/margin/exact.hpp"
#include "query/margin/sum.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail {
namespace {

/// What was decided, and what a hint may keep of it: a decision without verdict leaves it alone.
template <int D>
struct Compared {
  Verdict verdict = Verdict::overlapping;  ///< of the bodies padded by the margin
  Decided<D> decision;
};

/// The comparison of one pair with one margin.
template <int D>
class Comparison {
 public:
  Comparison(const Pair<D>& pair, const Margin& margin, const Plan<D>& plan)
      : pair_(pair), margin_(margin), plan_(plan), sum_(sum_of(margin)), filtered_(pair) {}

  /// Where m is not 0: a hint or balls. They are skipped where an algorithm is named.
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

  /// m > 0: on which side of m the distance is; whether the bodies meet need not be known.
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
    conclude(compare_exactly(closest, exact_margin(margin_)), Stage::integer, algorithm);
  }

  /// m = 0: the verdict about the bodies is the answer.
  void compare_contact() {
    compared_.decision = decide(filtered_, plan_);
    compared_.verdict = compared_.decision.verdict;
  }

  /// m < 0: only a body that overlaps can be as close.
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
    conclude(compare_exactly(depth, exact_margin(margin_)), Stage::integer, found.decided_by);
  }

  int sign() const noexcept { return sum_.sign; }

  MarginAnswer report() const {
    const Decision recorded = record(pair_, plan_, compared_.decision);
    return {{compared_.verdict, recorded.stage, recorded.decided_by, recorded.proven}};
  }

 private:
  bool conclude(Verdict verdict, Stage stage, Algorithm algorithm) {
    compared_.verdict = verdict;
    compared_.decision.stage = stage;
    compared_.decision.decided_by = algorithm;
    return true;
  }

  /// Notes that the bodies are apart along this direction, which Lemma 1 has proven.
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
  const Margin& margin_;
  Plan<D> plan_;
  MarginSum sum_;
  FilteredPair<D> filtered_;
  Vector<D> line_{};
  Compared<D> compared_;
};

/// Why this margin is none, or an empty message.
Error refusal(const Margin& margin) {
  const struct {
    const char* name;
    double value;
  } numbers[] = {{"margin.distance", margin.distance},
                 {"margin.radius_a", margin.radius_a},
                 {"margin.radius_b", margin.radius_b}};
  for (const auto& number : numbers) {
    if (!is_finite_bits(number.value)) {
      return refuse_not_finite(number.name, number.value, "number of a margin");
    }
  }
  for (const auto& radius : {numbers[1], numbers[2]}) {
    if (std::bit_cast<std::uint64_t>(radius.value) >> 63 != 0 && !is_zero_bits(radius.value)) {
      return {ErrorCode::wrong_shape, std::string(radius.name) +
                                          " is negative; a radius is 0 or more, and an overlap "
                                          "that is allowed is a negative margin.distance"};
    }
  }
  return {};
}

/// Depths are known in the plane and in space alone.
Error refuse_overlap() {
  return {ErrorCode::not_served,
          "the margin and both radii sum to less than 0, an overlap that is allowed; in a "
          "dimension known at run time give numbers whose sum is 0 or more"};
}

/// penetration() at its own width, with the caller's hint but not counted twice.
template <int D>
Penetration<D> measure_depth(const Posed<D>& a, const Posed<D>& b, Search<D> search) {
  search.counters = nullptr;
  return penetration(a, b, {.search = search});
}

template <int D>
Result<MarginAnswer> compare(const Posed<D>& a, const Posed<D>& b, const Margin& margin,
                             const Search<D>& search) {
  Error error = refusal(margin);
  if (D == kRunTime && error.message.empty() && sum_of(margin).sign < 0) error = refuse_overlap();
  if (!error.message.empty()) return error;
  const Pair<D> pair{make_body(a), make_body(b)};
  const Plan<D> plan(search);
  if (any_empty(pair)) {
    const Decision decision = record(pair, plan, decide(pair, plan));
    return MarginAnswer{decision};
  }
  Comparison<D> comparison(pair, margin, plan);
  if (!comparison.compare_early()) {
    if (comparison.sign() > 0) comparison.compare_distance();
    if (comparison.sign() == 0) comparison.compare_contact();
    if constexpr (D != kRunTime) {
      if (comparison.sign() < 0) comparison.compare_depth(measure_depth(a, b, search));
    }
  }
  return comparison.report();
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(MarginVerdict verdict) noexcept {
  switch (verdict) {
    case MarginVerdict::closer:
      return "closer";
    case MarginVerdict::exactly:
      return "exactly";
    case MarginVerdict::farther:
      return "farther";
  }
  return "invalid";
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
