// SPDX-License-Identifier: Apache-2.0
//
// Idea: Facts of a report are compared with its files; claims about pairs are checked by verify(),
// cuts by the proof of pruning.
// Bound: Every accepted claim rests on exact integers.
// Cost: One proof for each claim, and O(m log m) for m cuts.
// Gives up: It stops at ids that name no body, and at files that are not those of the report.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "exact/dyadic.hpp"
#include "pipe/bodies.hpp"
#include "pipe/check.hpp"
#include "report/report_text.hpp"
#include "text/exact_decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail {
namespace {

class ReportChecker {
 public:
  ReportChecker(const ReportText& claimed, const ReportedScene& found,
                const std::function<void(const std::string&)>& report)
      : claimed_(claimed), found_(found), scene_(found.scene), report_(report) {}

  ReportSummary run() {
    summary_.clearance = claimed_.clearance;
    summary_.unit = claimed_.unit;
    check_files();
    check_bodies();
    // Ids that name no body would make every later sentence meaningless.
    if (check_ids()) {
      for (const ReportedPair& pair : claimed_.pairs) check_pair(pair);
      for (const ReportedPair& pair : claimed_.clear) check_claims(pair);
      check_skipped();
      check_pruned();
    }
    check_counts();
    return std::move(summary_);
  }

 private:
  /// `text` is called only if the fact does not hold, since it builds a message.
  template <class Text>
  void fact(bool holds, Text&& text) {
    ++(holds ? summary_.facts.accepted : summary_.facts.refuted);
    if (!holds) report_(text());
  }

  template <class Value>
  void equal(std::string_view what, const Value& claimed, const Value& found) {
    fact(claimed == found, [&] { return fmt::format("{}: the files say otherwise", what); });
  }

  void check_files() {
    for (std::size_t i = 0; i < claimed_.files.size(); ++i) {
      const ReportedFile& claimed = claimed_.files[i];
      const ReportedFile& found = found_.files[i];
      const auto compare = [&](std::string_view key, const auto& of_claim, const auto& of_file) {
        equal(fmt::format("files[{}].{}", i, key), of_claim, of_file);
      };
      compare("format", claimed.read.format, found.read.format);
      compare("bodies", claimed.read.bodies, found.read.bodies);
      compare("skipped", claimed.read.skipped, found.read.skipped);
      compare("unused_points", claimed.read.unused_points, found.read.unused_points);
      compare("unit", claimed.unit, found.unit);
      compare("unit_in_metres", claimed.unit_in_metres, found.unit_in_metres);
      compare("unit_assumed", claimed.unit_assumed, found.unit_assumed);
      compare("unit_given", claimed.unit_given, found.unit_given);
      compare("notes", claimed.read.notes, found.read.notes);
    }
  }

  void check_bodies() {
    check_forms();
    equal("unit", claimed_.unit, std::string_view(found_.unit));
    equal("unit_in_metres", claimed_.unit_in_metres, found_.unit_in_metres);
    bool same = claimed_.bodies.size() == static_cast<std::size_t>(scene_.size());
    for (std::size_t i = 0; same && i < claimed_.bodies.size(); ++i) {
      same = is_name(claimed_.bodies[i], static_cast<std::int32_t>(i));
    }
    equal("bodies", same, true);
  }

  /// What each body was taken as follows from its mesh and from the rules, which are read again.
  void check_forms() {
    const std::size_t count = found_.taken.size();
    const bool complete = claimed_.taken_as.size() == count && claimed_.why.size() == count;
    std::size_t same = 0;
    while (complete && same < count &&
           claimed_.taken_as[same] == to_string(found_.taken[same].as) &&
           claimed_.why[same] == found_.taken[same].why) {
      ++same;
    }
    fact(complete && same == count, [&] {
      return complete ? fmt::format("taken_as[{}] and why[{}]: the files say otherwise", same, same)
                      : fmt::format("taken_as and why: the files hold {} bodies", count);
    });
  }

  /// Compares with the JSON form: the bytes of a file's name need not be UTF-8.
  bool is_name(std::string_view claimed, std::int32_t id) const {
    return claimed == scene_.body(id).name ||
           json_string(claimed) == json_string(scene_.body(id).name);
  }

  /// Every pair names two bodies, a < b, and no pair occurs twice.
  bool check_ids() {
    for (const auto* list : {&claimed_.pairs, &claimed_.clear}) {
      for (const ReportedPair& pair : *list) {
        const auto [a, b] = pair.ids;
        const bool holds = 0 <= a && a < b && b < scene_.size();
        fact(holds, [&] { return fmt::format("a_id {} and b_id {} name no pair", a, b); });
        if (!holds) return false;
        examined_.push_back(pair.ids);
      }
    }
    std::vector<BodyPair> sorted = examined_;
    std::ranges::sort(sorted);
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    fact(twice == sorted.end(), [&] { return label(*twice) + " is listed twice"; });
    return twice == sorted.end();
  }

  std::string label(BodyPair ids) const {
    return fmt::format("pair {}, {} ({}, {})", ids.a, ids.b, json_string(scene_.body(ids.a).name),
                       json_string(scene_.body(ids.b).name));
  }

  void check_pair(const ReportedPair& pair) {
    fact(is_name(pair.name_a, pair.ids.a) && is_name(pair.name_b, pair.ids.b),
         [&] { return label(pair.ids) + " is called by other names"; });
    const bool apart = *pair.proximity == Proximity::near || *pair.proximity == Proximity::clear;
    const Verdict verdict = *pair.proximity == Proximity::overlapping ? Verdict::overlapping
                            : apart                                   ? Verdict::separated
                                                                      : Verdict::touching;
    fact(verdict == pair.answer.verdict, [&] {
      return fmt::format("{} is {} and {}", label(pair.ids), to_string(*pair.proximity),
                         to_string(pair.answer.verdict));
    });
    fact(!pair.key || pair.key == clash_key(pair.name_a, pair.name_b),
         [&] { return label(pair.ids) + " has the key of other names"; });
    const bool is_judged = claimed_.tolerance && pair.proximity == Proximity::overlapping;
    fact(is_judged == pair.overlap.has_value(), [&] {
      return label(pair.ids) + (is_judged ? " overlaps, and is not held against the tolerance"
                                          : " is held against a tolerance that is not its");
    });
    fact(!pair.known || (claimed_.baseline && fails(pair)),
         [&] { return label(pair.ids) + " is no clash that a baseline may know"; });
    if (pair.known) ++summary_.known;
    ++summary_.contacts;
    check_claims(pair);
  }

  bool contact_fails() const { return claimed_.fails_on_touch || has_clearance(); }

  bool fails(const ReportedPair& pair) const {
    if (pair.proximity == Proximity::clear) return false;
    const bool is_contact =
        pair.proximity == Proximity::touching || pair.overlap == ReportedOverlap::within;
    return !is_contact || contact_fails();
  }

  void check_claims(const ReportedPair& pair) {
    if (scene_.body(pair.ids.a).body || scene_.body(pair.ids.b).body) return check_bodies(pair);
    const Posed3 a = scene_.posed(pair.ids.a);
    const Posed3 b = scene_.posed(pair.ids.b);
    const bool apart = pair.answer.verdict == Verdict::separated;
    if (apart && has_clearance()) {
      const CheckResult margin = check_margin_of(a, b, pair);
      tally(margin, pair, "clearance", summary_.margins);
      // A pair farther than a positive clearance is separated: a clear pair needs no second proof.
      if (margin.state == CheckState::accepted && !pair.answer.certificate &&
          pair.answer.margin == MarginVerdict::farther && !pair.answer.distance) {
        ++summary_.verdicts.accepted;
        return;
      }
    } else if (pair.overlap && claimed_.tolerance) {
      tally(check_tolerance_of(a, b, pair), pair, "tolerance", summary_.margins);
    } else {
      fact(pair.proximity != Proximity::near && !pair.answer.margin &&
               !pair.answer.margin_certificate,
           [&] { return label(pair.ids) + " has a margin that was not asked for"; });
    }
    const AnswerCheck result = check_answer(a, b, 3, pair.answer);
    tally(result.verdict, pair, "verdict", summary_.verdicts);
    tally(result.distance, pair, "distance", summary_.intervals);
    tally(result.depth, pair, "depth", summary_.intervals);
  }

  static Body3 body_of(const SceneBody& given) {
    return given.body ? *given.body : Body3{{given.polytope}};
  }

  /// A pair with a mesh. What has no certificate is unchecked, since none may have been found.
  void check_bodies(const ReportedPair& pair) {
    fact(has_clearance() || pair.proximity != Proximity::near,
         [&] { return label(pair.ids) + " is near, and no clearance was asked for"; });
    const bool has_margin = pair.answer.margin || pair.answer.margin_certificate;
    const bool apart = pair.answer.verdict == Verdict::separated;
    fact(!has_margin || (apart && has_clearance()),
         [&] { return label(pair.ids) + " has a margin that was not asked for"; });
    const Body3 first = body_of(scene_.body(pair.ids.a));
    const Body3 second = body_of(scene_.body(pair.ids.b));
    const PlacedBodies<3> placed{
        {first, scene_.body(pair.ids.a).pose}, {second, scene_.body(pair.ids.b).pose}, 0, 0, {}};
    bool by_theorem = false;
    AnswerCheck result = check_bodies_answer(placed, pair.answer, by_theorem);
    if (apart && has_clearance()) {
      const CheckResult by_distance = check_clearance_of(pair, result.distance);
      const CheckResult margin = has_margin ? check_margin_of_bodies(placed, pair)
                                            : CheckResult{CheckState::unchecked, {}};
      const bool by_margin =
          margin.state != CheckState::unchecked && by_distance.state != CheckState::refuted;
      tally_of_bodies(by_margin ? margin : by_distance, pair, "clearance", summary_.margins);
      // What is farther than a positive clearance is separated, and a clear pair needs no second proof.
      if (margin.state == CheckState::accepted && !pair.answer.certificate &&
          pair.answer.margin == MarginVerdict::farther &&
          result.verdict.state == CheckState::unchecked) {
        result.verdict.state = CheckState::accepted;
      }
    }
    tally_of_bodies(result.verdict, pair, "verdict", summary_.verdicts);
    tally_of_bodies(result.distance, pair, "distance", summary_.intervals);
    if (result.verdict.state == CheckState::unchecked) ++summary_.meshes;
    if (result.verdict.state == CheckState::accepted && by_theorem) ++summary_.by_theorem;
    // The depth of bodies that do not overlap is settled by the verdict.
    const bool overlaps = pair.proximity == Proximity::overlapping;
    if (overlaps || result.depth.state == CheckState::refuted) {
      tally_of_bodies(result.depth, pair, "depth", summary_.intervals);
    }
    if (!pair.overlap || !claimed_.tolerance) return;
    ++summary_.margins.unchecked;
    const std::optional<Interval>& depth = pair.answer.depth;
    fact(depth && *pair.overlap == overlap_of(*depth, *claimed_.tolerance),
         [&] { return label(pair.ids) + ": the depth says otherwise about the tolerance"; });
  }

  void tally_of_bodies(const CheckResult& result, const ReportedPair& pair, std::string_view what,
                       VerifyTally& of) {
    if (result.state == CheckState::unchecked) {
      ++of.unchecked;
    } else {
      tally(result, pair, what, of);
    }
  }

  /// Near means at most the clearance, clear means farther.
  CheckResult check_margin_of_bodies(const PlacedBodies<3>& placed,
                                     const ReportedPair& pair) const {
    if (!margin_says(pair)) return {CheckState::refuted, "the margin does not say so"};
    Request request;
    request.margin = claimed_.clearance;
    return check_bodies_margin(placed, request, pair.answer);
  }

  static bool margin_says(const ReportedPair& pair) {
    const bool near = pair.proximity == Proximity::near;
    return pair.answer.margin && near == (*pair.answer.margin != MarginVerdict::farther);
  }

  /// A proven distance decides the margin, unless its interval holds the clearance.
  CheckResult check_clearance_of(const ReportedPair& pair, const CheckResult& distance) const {
    if (!pair.answer.distance) return {CheckState::unchecked, {}};
    const bool is_near = pair.proximity == Proximity::near;
    const bool is_closer = pair.answer.distance->upper <= claimed_.clearance;
    const bool is_farther = pair.answer.distance->lower > claimed_.clearance;
    if (is_near ? is_farther : is_closer) {
      return {CheckState::refuted, "the distance says otherwise"};
    }
    const bool decides = is_near ? is_closer : is_farther;
    return {decides ? distance.state : CheckState::unchecked, distance.reason};
  }

  void check_skipped() {
    for (const BodyPair& pair : claimed_.skipped) {
      const bool holds = 0 <= pair.a && pair.a < pair.b && pair.b < scene_.size();
      fact(holds && skips(pair),
           [&] { return fmt::format("skipped: [{}, {}] is no pair to skip", pair.a, pair.b); });
    }
    for (const BodyPair& pair : examined_) {
      fact(!skips(pair), [&] { return label(pair) + " is to be skipped, and is examined"; });
    }
  }

  bool skips(const BodyPair& pair) const { return found_.skips && found_.skips(pair); }

  bool has_clearance() const { return !is_zero_bits(claimed_.clearance); }

  /// What the interval of a depth says. All that overlaps is deeper than 0.
  static ReportedOverlap overlap_of(const Interval& depth, double tolerance) {
    if (is_zero_bits(tolerance) || depth.lower > tolerance) return ReportedOverlap::deeper;
    return depth.upper <= tolerance ? ReportedOverlap::within : ReportedOverlap::unresolved;
  }

  /// Checks the depth of hulls against the tolerance: a margin below 0, than which deeper bodies are closer.
  CheckResult check_tolerance_of(const Posed3& a, const Posed3& b, const ReportedPair& pair) const {
    const AnswerText& answer = pair.answer;
    if (!answer.margin && !answer.margin_certificate) return {CheckState::unchecked, {}};
    const auto word =
        answer.margin == MarginVerdict::closer ? ReportedOverlap::deeper : ReportedOverlap::within;
    if (!answer.margin || pair.overlap != word) {
      return {CheckState::refuted, "the margin does not say so"};
    }
    return check_proof_of_margin(a, b, -*claimed_.tolerance, answer);
  }

  static CheckResult check_proof_of_margin(const Posed3& a, const Posed3& b, double distance,
                                           const AnswerText& answer) {
    if (!answer.margin_certificate) return {CheckState::unchecked, {}};
    MarginCertificate certificate = *answer.margin_certificate;
    certificate.verdict = *answer.margin;
    certificate.dimension = 3;
    Check check = verify(a, b, Margin{.distance = distance}, certificate);
    return {check ? CheckState::accepted : CheckState::refuted, std::move(check.reason)};
  }

  /// Checks the margin: near means at most the clearance, clear means farther.
  CheckResult check_margin_of(const Posed3& a, const Posed3& b, const ReportedPair& pair) const {
    const AnswerText& answer = pair.answer;
    if (!answer.margin && !answer.margin_certificate) return {CheckState::unchecked, {}};
    if (!margin_says(pair)) return {CheckState::refuted, "the margin does not say so"};
    return check_proof_of_margin(a, b, claimed_.clearance, answer);
  }

  void tally(const CheckResult& result, const ReportedPair& pair, std::string_view what,
             VerifyTally& tally) {
    switch (result.state) {
      case CheckState::absent:
        return;
      case CheckState::accepted:
        ++tally.accepted;
        return;
      case CheckState::refuted:
        ++tally.refuted;
        report_(fmt::format("{}: {}: {}", label(pair.ids), what, result.reason));
        return;
      case CheckState::unchecked:
        break;
    }
    // The report claims to hold this proof; its absence means that it was removed.
    if (claimed_.proofs == ReportedProofs::none) {
      ++tally.unchecked;
    } else {
      ++tally.refuted;
      report_(fmt::format("{}: {}: the certificate is missing", label(pair.ids), what));
    }
  }

  void check_pruned() {
    const std::int64_t pruned = claimed_.counts.pruned;
    if (claimed_.pruned) {
      std::vector<BodyPair> others = examined_;
      others.insert(others.end(), claimed_.skipped.begin(), claimed_.skipped.end());
      const Check check = verify(scene_, claimed_.clearance, *claimed_.pruned, others);
      if (check) {
        summary_.pruned.accepted = pruned;
      } else {
        summary_.pruned.refuted = std::max<std::int64_t>(pruned, 1);
        report_("pruned pairs: " + check.reason);
      }
    } else if (claimed_.proofs == ReportedProofs::all && claimed_.counts.not_examined == 0) {
      summary_.pruned.refuted = std::max<std::int64_t>(pruned, 1);
      report_("pruned pairs: the cuts are missing");
    } else {
      summary_.pruned.unchecked = pruned;
    }
  }

  std::int64_t listed(Proximity proximity) const {
    return std::count_if(claimed_.pairs.begin(), claimed_.pairs.end(),
                         [&](const ReportedPair& pair) { return pair.proximity == proximity; });
  }

  void count(std::string_view what, std::int64_t claimed, std::int64_t found) {
    fact(claimed == found,
         [&] { return fmt::format("summary.{} is {}; it must be {}", what, claimed, found); });
  }

  void check_counts() {
    const ReportedCounts& counts = claimed_.counts;
    const std::int64_t n = scene_.size();
    count("bodies", counts.bodies, n);
    count("pairs", counts.pairs, n * (n - 1) / 2);
    count("overlapping", counts.overlapping, listed(Proximity::overlapping));
    count("touching", counts.touching, listed(Proximity::touching));
    count("near", counts.near, listed(Proximity::near));
    count("examined", counts.examined,
          counts.overlapping + counts.touching + counts.near + counts.clear);
    count("pruned", counts.pruned,
          counts.pairs - counts.examined - counts.skipped - counts.not_examined);
    const std::int64_t clear =
        listed(Proximity::clear) + static_cast<std::int64_t>(claimed_.clear.size());
    // An interrupted check does not list all of them, nor does one without proofs.
    const bool complete = claimed_.proofs != ReportedProofs::none && counts.not_examined == 0;
    if (complete || counts.clear < clear) count("clear", counts.clear, clear);
    if (complete) {
      count("skipped", counts.skipped, static_cast<std::int64_t>(claimed_.skipped.size()));
    }
    summary_.verdicts.unchecked += std::max<std::int64_t>(counts.clear - clear, 0);
    summary_.verdicts.unchecked += counts.not_examined;
    check_clashes();
  }

  void check_clashes() {
    const ReportedCounts& counts = claimed_.counts;
    const auto number = [&](const auto& is_counted) {
      return static_cast<std::int64_t>(std::ranges::count_if(claimed_.pairs, is_counted));
    };
    const auto asked = [&](std::string_view what, const std::optional<std::int64_t>& claimed,
                           bool is_asked, std::int64_t found) {
      fact(claimed.has_value() == is_asked, [&] {
        return fmt::format("summary.{} {}", what, is_asked ? "is missing" : "was not asked for");
      });
      if (claimed && is_asked) count(what, *claimed, found);
    };
    const auto overlaps = [&](ReportedOverlap overlap) {
      return number([&](const ReportedPair& pair) { return pair.overlap == overlap; });
    };
    const bool judged = claimed_.tolerance.has_value();
    asked("within", counts.within, judged, overlaps(ReportedOverlap::within));
    asked("deeper", counts.deeper, judged, overlaps(ReportedOverlap::deeper));
    asked("unresolved", counts.unresolved, judged, overlaps(ReportedOverlap::unresolved));
    const std::int64_t failing = number([&](const ReportedPair& pair) { return fails(pair); });
    const std::int64_t known = number([](const ReportedPair& pair) { return pair.known; });
    if (counts.clashes) count("clashes", *counts.clashes, failing);
    asked("known", counts.known, claimed_.baseline.has_value(), known);
    const bool whole = counts.pruned + counts.examined > 0 && counts.not_examined == 0;
    count("exit_status", counts.exit_status, failing > known ? 1 : whole ? 0 : 2);
  }

  const ReportText& claimed_;
  const ReportedScene& found_;
  const Scene& scene_;
  const std::function<void(const std::string&)>& report_;
  std::vector<BodyPair> examined_;
  ReportSummary summary_;
};

/// Refuses files that are not those of the report.
Status check_files(const ReportText& claimed, const ReportedScene& found) {
  if (found.files.size() != claimed.files.size()) {
    return Error{ErrorCode::wrong_shape, fmt::format("the report is about {} files, not {}",
                                                     claimed.files.size(), found.files.size())};
  }
  for (std::size_t i = 0; i < found.files.size(); ++i) {
    const ReportedFile& file = found.files[i];
    if (file.read.sha256 == claimed.files[i].read.sha256) continue;
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{} is not the file that the report calls {}: its SHA-256 is {}, the "
                             "report's {}",
                             file.path, detail::quoted(claimed.files[i].path),
                             fmt::join(file.read.sha256, ", "),
                             fmt::join(claimed.files[i].read.sha256, ", "))};
  }
  return {};
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

ReportSummary verify_report(std::string text, const LoadReported& load,
                            const std::function<void(const std::string&)>& report) {
  ReportSummary failed;
  detail::JsonReader reader(detail::read_exact_json_decimal);
  detail::ReportText claimed;
  failed.status = detail::read_report(text, reader, true, claimed);
  if (!failed.status) return failed;
  const Result<ReportedScene> found = load(claimed.files, claimed.rules);
  failed.status = found ? detail::check_files(claimed, found.value()) : found.error();
  if (!failed.status) return failed;
  return detail::ReportChecker(claimed, found.value(), report).run();
}

}  // namespace sunder::inline SUNDER_ABI
