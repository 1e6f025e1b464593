// SPDX-License-Identifier: Apache-2.0
//
// Idea: A claim is wrong if it is wrong for every number of the proven interval, and right if it is right for every
// one. Both ends of what may be claimed increase with the real number, so that two comparisons decide each.
// Bound: Comparisons are exact: doubles with a bound on their error first, then integers.
// Cost: A few operations a number; integers where it is within some units in the last place of the tolerance.
#include "pipe/audit_claims.hpp"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "exact/dyadic_sum.hpp"
#include "machine/enum_names.hpp"
#include "pipe/values.hpp"
#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

/// Returns the sign of (p - q) - factor |x|, for finite numbers.
int compare_difference(double p, double q, double factor, double x) {
  const double difference = p - q;
  const double allowed = factor * std::fabs(x);
  // Each operation errs by at most 2^-52 of its value, or by a flushed subnormal.
  constexpr double kUnits = 0x1p-50;
  constexpr double kFlushed = 0x1p-1000;
  const double error = kUnits * (std::fabs(p) + std::fabs(q) + allowed) + kFlushed;
  if (difference - allowed > error) return 1;
  if (allowed - difference > error) return -1;
  const std::array<double, 2> terms = {p, -q};
  const BigDyadic exact = exact_sum(terms);
  const Dyadic scale = decode(factor), size = decode(std::fabs(x));
  return compare_scaled(exact.mantissa, exact.exponent, BigInt(scale.mantissa) * size.mantissa,
                        scale.exponent + size.exponent);
}

/// Is p - q beyond the tolerance about x?
bool is_beyond(double p, double q, double x, const AuditRules& rules) {
  return compare_difference(p, q, 1, rules.tolerance) > 0 &&
         compare_difference(p, q, rules.relative, x) > 0;
}
/// Is the claim less than every number that the tolerance about x allows?
bool is_below(double claimed, double x, const AuditRules& rules) {
  if (!is_finite_bits(x)) return x > 0;
  return is_beyond(x, claimed, x, rules);
}
bool is_above(double claimed, double x, const AuditRules& rules) {
  if (!is_finite_bits(x)) return x < 0;
  return is_beyond(claimed, x, x, rules);
}

/// Takes the finding over if it is more severe: refuted, then undecidable.
void add(Judgement& to, Judgement from) {
  const auto severity = [](Audit audit) {
    return audit == Audit::refuted ? 2 : (audit == Audit::undecidable ? 1 : 0);
  };
  if (severity(from.audit) > severity(to.audit)) to = std::move(from);
}

std::string_view words_of(Verdict truth) {
  switch (truth) {
    case Verdict::separated:
      return "the bodies are apart";
    case Verdict::touching:
      return "the bodies touch";
    default:
      return "the bodies overlap";
  }
}

Judgement judge_verdict(Verdict claimed, Verdict truth) {
  const Audit audit = audit_verdict(truth, claimed);
  if (audit == Audit::confirmed) return {};
  if (audit == Audit::undecidable) {
    return {audit, AuditReason::other, "theirs decides nothing"};
  }
  return {audit, AuditReason::none,
          fmt::format("theirs says {}, and {}", to_string(claimed), words_of(truth))};
}

Judgement judge_meeting(bool claimed, Verdict truth, TouchingMeans touching) {
  const Audit audit = audit_meeting(truth, claimed, touching);
  if (audit == Audit::confirmed) return {};
  if (audit == Audit::undecidable) {
    return {audit, AuditReason::touching,
            "the bodies touch, and it is not said whether theirs counts that as meeting; say it "
            "with --touching"};
  }
  return {
      audit, AuditReason::none,
      fmt::format("theirs says that the bodies {}, and they {}{}", claimed ? "meet" : "do not meet",
                  truth == Verdict::separated  ? "are apart"
                  : truth == Verdict::touching ? "touch"
                                               : "overlap",
                  truth != Verdict::touching ? ""
                  : claimed                  ? ", which it counts as apart"
                                             : ", which it counts as meeting")};
}

std::string interval_words(const Interval& truth) {
  std::string text = "[";
  append_number(text, truth.lower);
  text += ", ";
  append_number(text, truth.upper);
  return text + "]";
}

Judgement judge_number(std::string_view name, double claimed, const Interval& truth,
                       const AuditRules& rules) {
  const Audit audit = audit_number(truth, claimed, rules);
  if (audit == Audit::confirmed) return {};
  std::string number;
  append_number(number, claimed);
  if (audit == Audit::refuted) {
    return {audit, AuditReason::none,
            fmt::format("their {} {} is beyond the tolerance of every number in {}", name, number,
                        interval_words(truth))};
  }
  return {
      audit, AuditReason::width,
      fmt::format("the {} is proven to be in {}, and the tolerance is too small to tell {} from it",
                  name, interval_words(truth), number)};
}

Judgement judge_length(std::string_view name, double claimed, const std::optional<Interval>& truth,
                       const AuditRules& rules) {
  if (!is_length(claimed)) {
    return {
        Audit::undecidable, AuditReason::other,
        fmt::format("a {} is 0 or more, and theirs is negative; a signed distance, which is minus "
                    "the depth where bodies overlap, has the key signed_distance",
                    name)};
  }
  if (!truth) return {Audit::undecidable, AuditReason::other, fmt::format("no {} is known", name)};
  return judge_number(name, claimed, *truth, rules);
}

constexpr std::array kTouchingMeans{TouchingMeans::either, TouchingMeans::intersects,
                                    TouchingMeans::separated};

/// Minus the depth where the bodies overlap, else the distance.
std::optional<Interval> signed_interval(const AnswerFacts& facts) {
  if (facts.verdict != Verdict::overlapping) return facts.distance;
  if (!facts.depth) return std::nullopt;
  return Interval{-facts.depth->upper, -facts.depth->lower};
}

}  // namespace

Judgement judge(const AuditClaims& claims, const AnswerFacts& facts, const AuditRules& rules) {
  Judgement finding;
  if (claims.verdict) add(finding, judge_verdict(*claims.verdict, facts.verdict));
  if (claims.intersects) {
    add(finding, judge_meeting(*claims.intersects, facts.verdict, rules.touching));
  }
  if (claims.distance) {
    add(finding, judge_length("distance", *claims.distance, facts.distance, rules));
  }
  if (claims.depth) add(finding, judge_length("depth", *claims.depth, facts.depth, rules));
  if (claims.signed_distance) {
    const auto truth = signed_interval(facts);
    add(finding,
        truth ? judge_number("signed distance", *claims.signed_distance, *truth, rules)
              : Judgement{Audit::undecidable, AuditReason::other, "no signed distance is known"});
  }
  return finding;
}

bool read_claim_value(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                      AuditClaims& claims) {
  switch (key) {
    case 0:
      return read_word(reader, value, place, kVerdicts, claims.verdict.emplace());
    case 1:
      return reader.boolean(value, place, claims.intersects.emplace());
    case 2:
      return reader.number(value, place, "distance", claims.distance.emplace());
    case 3:
      return reader.number(value, place, "depth", claims.depth.emplace());
    default:
      return reader.number(value, place, "signed distance", claims.signed_distance.emplace());
  }
}

void append_their_text(std::string& out, std::int64_t line, const AuditClaims& claims,
                       const AuditRules& rules) {
  append_key(out, "theirs");
  out += "{\"line\": ";
  append_integer(out, line);
  if (claims.verdict) append_word(out, "verdict", to_string(*claims.verdict));
  if (claims.intersects) {
    append_flag(out, "intersects", *claims.intersects);
    append_word(out, "touching", to_string(rules.touching));
  }
  const auto append = [&](std::string_view key, const std::optional<double>& number) {
    if (!number) return;
    append_key(out, key);
    append_number(out, *number);
  };
  append("distance", claims.distance);
  append("depth", claims.depth);
  append("signed_distance", claims.signed_distance);
  if (claims.has_number()) {
    append("tolerance", rules.tolerance);
    append("relative", rules.relative);
  }
  out += '}';
}

bool read_their_text(JsonReader& reader, JsonValue value, const Place& place, TheirText& out) {
  constexpr std::size_t kClaims = kClaimKeys.size();
  constexpr std::array<std::string_view, kClaims + 4> kKeys = {
      kClaimKeys[0], kClaimKeys[1], kClaimKeys[2], kClaimKeys[3], kClaimKeys[4],
      "line",        "touching",    "tolerance",   "relative"};
  out = {};
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kKeys[key]);
    if (key < kClaims) return read_claim_value(reader, key, item, here, out.claims);
    if (key == kClaims) return reader.integer(item, here, out.line);
    if (key == kClaims + 1)
      return read_word(reader, item, here, kTouchingMeans, out.rules.touching);
    return reader.number(item, here, "tolerance",
                         key == kClaims + 2 ? out.rules.tolerance : out.rules.relative);
  };
  if (!reader.fields(value, place, kKeys, each)) return false;
  const Status valid = check_audit_rules(out.rules);
  return valid || reader.refuse(valid.error().code, valid.error().message);
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(Audit audit) noexcept {
  static constexpr std::string_view kNames[] = {"confirmed", "refuted", "not decidable"};
  return detail::name_of<Audit::undecidable>(kNames, audit, "not decidable");
}

std::string_view to_string(TouchingMeans touching) noexcept {
  static constexpr std::string_view kNames[] = {"either", "intersects", "separated"};
  return detail::name_of<TouchingMeans::separated>(kNames, touching, "either");
}

Status check_audit_rules(const AuditRules& rules) {
  const auto refuse = [](std::string_view name, double value, std::string_view range) {
    return Error{ErrorCode::not_served,
                 fmt::format("the {} is {}; it must be {}", name, value, range)};
  };
  if (!detail::is_length(rules.tolerance)) {
    return refuse("tolerance", rules.tolerance, "finite, and 0 or more");
  }
  if (!detail::is_length(rules.relative) || rules.relative > 1) {
    return refuse("relative tolerance", rules.relative, "from 0 to 1");
  }
  return {};
}

Audit audit_verdict(Verdict truth, Verdict claimed) noexcept {
  if (claimed > Verdict::overlapping || truth > Verdict::overlapping) return Audit::undecidable;
  return truth == claimed ? Audit::confirmed : Audit::refuted;
}

Audit audit_meeting(Verdict truth, bool claimed, TouchingMeans touching) noexcept {
  if (truth > Verdict::overlapping) return Audit::undecidable;
  bool meets = truth == Verdict::overlapping;
  if (truth == Verdict::touching) {
    if (touching == TouchingMeans::either) return Audit::undecidable;
    meets = touching == TouchingMeans::intersects;
  }
  return meets == claimed ? Audit::confirmed : Audit::refuted;
}

Audit audit_number(const Interval& truth, double claimed, const AuditRules& rules) {
  if (std::isnan(claimed) || std::isnan(truth.lower) || std::isnan(truth.upper)) {
    return Audit::undecidable;
  }
  if (!detail::is_finite_bits(claimed)) {
    // Only a number that no double holds, or the distance of an empty body, is infinite.
    if (truth.lower == claimed && truth.upper == claimed) return Audit::confirmed;
    const bool possible = claimed > 0 ? truth.upper == claimed : truth.lower == claimed;
    return possible ? Audit::undecidable : Audit::refuted;
  }
  const bool below = detail::is_below(claimed, truth.lower, rules);
  if (below || detail::is_above(claimed, truth.upper, rules)) return Audit::refuted;
  const bool right = !detail::is_below(claimed, truth.upper, rules) &&
                     !detail::is_above(claimed, truth.lower, rules);
  return right ? Audit::confirmed : Audit::undecidable;
}

}  // namespace sunder::inline SUNDER_ABI
