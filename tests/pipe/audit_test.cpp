// SPDX-License-Identifier: Apache-2.0
//
// The answers of another program, held against proven ones: numbers against fractions, and rows that are known to be
// right, wrong, or about something else. What is written is checked by verify_answers().
#include "sunder/audit.hpp"

#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "pipe/pipe_run.hpp"
#include "sunder/batch.hpp"

namespace sunder {
namespace {

using Fraction = boost::multiprecision::cpp_rational;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_right(const Fraction& real, double claimed, const AuditRules& rules) {
  const Fraction off = abs(Fraction(claimed) - real);
  return off <= Fraction(rules.tolerance) || off <= Fraction(rules.relative) * abs(real);
}

/// By fractions: is the claim right for all numbers of the interval, for some, for none? It changes only where a number
/// is as far from the claim as it may be.
Audit by_fractions(const Interval& truth, double claimed, const AuditRules& rules) {
  const Fraction low(truth.lower), high(truth.upper), c(claimed), a(rules.tolerance),
      r(rules.relative);
  std::vector<Fraction> numbers = {low, high, c, c - a, c + a, c / (1 + r)};
  if (r != 1) numbers.push_back(c / (1 - r));
  bool all = true, some = false;
  for (const Fraction& number : numbers) {
    if (number < low || number > high) continue;
    const bool right = is_right(number, claimed, rules);
    all = all && right;
    some = some || right;
  }
  return all ? Audit::confirmed : some ? Audit::undecidable : Audit::refuted;
}

double moved(double value, int units) {
  for (; units > 0; --units) value = std::nextafter(value, kInfinity);
  for (; units < 0; ++units) value = std::nextafter(value, -kInfinity);
  return value;
}

TEST(AuditNumber, IsDecidedLikeByFractions) {
  std::mt19937_64 random(27);
  const auto any = [&](int low, int high) {
    const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    return std::ldexp(random() % 4 == 0 ? 1.0 : mantissa,
                      low + static_cast<int>(random() % static_cast<unsigned>(high - low)));
  };
  std::array<int, 3> seen{};
  for (int i = 0; i < 10'000; ++i) {
    const bool tiny = i % 5 == 0;
    const auto number = [&] { return tiny ? any(-1074, -1000) : any(-4, 4); };
    Interval truth;
    truth.lower = random() % 8 == 0 ? 0 : number();
    truth.upper = random() % 2 == 0 ? moved(truth.lower, static_cast<int>(random() % 3))
                                    : truth.lower + number();
    if (random() % 4 == 0) truth = {-truth.upper, -truth.lower};
    AuditRules rules;
    if (random() % 3 != 0) rules.tolerance = number() / 8;
    if (random() % 3 == 0) rules.relative = random() % 16 == 0 ? 1 : any(-12, -1);
    const double end = random() % 2 == 0 ? truth.lower : truth.upper;
    const double off = std::max(rules.tolerance, rules.relative * std::fabs(end));
    const double claimed =
        moved(end + (random() % 2 == 0 ? off : -off) * (random() % 3 == 0 ? 0 : 1),
              static_cast<int>(random() % 7) - 3);
    const Audit audit = audit_number(truth, claimed, rules);
    ASSERT_EQ(audit, by_fractions(truth, claimed, rules))
        << i << ": " << truth.lower << " " << truth.upper << " " << claimed << " "
        << rules.tolerance << " " << rules.relative;
    ++seen[static_cast<std::size_t>(audit)];
  }
  for (const int count : seen) EXPECT_GT(count, 500);
}

TEST(AuditNumber, OneUnitInTheLastPlaceIsSeen) {
  const AuditRules strict;
  EXPECT_EQ(audit_number({0.5, 0.5}, 0.5, strict), Audit::confirmed);
  EXPECT_EQ(audit_number({0.5, 0.5}, moved(0.5, 1), strict), Audit::refuted);
  EXPECT_EQ(audit_number({0.5, moved(0.5, 1)}, 0.5, strict), Audit::undecidable);
  const AuditRules wide{.tolerance = 0.25};
  EXPECT_EQ(audit_number({0.5, 0.5}, 0.75, wide), Audit::confirmed);
  EXPECT_EQ(audit_number({0.5, 0.5}, moved(0.75, 1), wide), Audit::refuted);
  EXPECT_EQ(audit_number({0, 0}, 0x1p-1074, strict), Audit::refuted);
  EXPECT_EQ(audit_number({0, 0}, -0.0, strict), Audit::confirmed);
}

TEST(AuditNumber, WhatIsNotFinite) {
  const AuditRules rules{.tolerance = 1e300, .relative = 1};
  EXPECT_EQ(audit_number({1, 1}, kNan, rules), Audit::undecidable);
  EXPECT_EQ(audit_number({kNan, kNan}, 1, rules), Audit::undecidable);
  EXPECT_EQ(audit_number({1, 1}, kInfinity, rules), Audit::refuted);
  EXPECT_EQ(audit_number({1, 1}, -kInfinity, rules), Audit::refuted);
  EXPECT_EQ(audit_number({1, kInfinity}, kInfinity, rules), Audit::undecidable);
  EXPECT_EQ(audit_number({kInfinity, kInfinity}, kInfinity, rules), Audit::confirmed);
  EXPECT_EQ(audit_number({kInfinity, kInfinity}, 1e308, {}), Audit::refuted);
  EXPECT_EQ(audit_number({1, kInfinity}, 1e308, {}), Audit::undecidable);
  EXPECT_EQ(audit_number({2, kInfinity}, 1, {}), Audit::refuted);
  EXPECT_EQ(audit_number({-kInfinity, -2}, -1, {}), Audit::refuted);
  const double most = std::numeric_limits<double>::max();
  EXPECT_EQ(audit_number({-most, -most}, most, {.tolerance = most}), Audit::refuted);
}

TEST(AuditVerdict, AllCombinations) {
  constexpr std::array kVerdicts = {Verdict::separated, Verdict::touching, Verdict::overlapping};
  for (const Verdict truth : kVerdicts) {
    for (const Verdict claimed : kVerdicts) {
      EXPECT_EQ(audit_verdict(truth, claimed),
                truth == claimed ? Audit::confirmed : Audit::refuted);
    }
    EXPECT_EQ(audit_verdict(truth, Verdict::undecided), Audit::undecidable);
    EXPECT_EQ(audit_verdict(Verdict::undecided, truth), Audit::undecidable);
  }
  for (const bool claimed : {false, true}) {
    const Audit same = claimed ? Audit::confirmed : Audit::refuted;
    const Audit other = claimed ? Audit::refuted : Audit::confirmed;
    for (const TouchingMeans means :
         {TouchingMeans::either, TouchingMeans::intersects, TouchingMeans::separated}) {
      EXPECT_EQ(audit_meeting(Verdict::overlapping, claimed, means), same);
      EXPECT_EQ(audit_meeting(Verdict::separated, claimed, means), other);
    }
    EXPECT_EQ(audit_meeting(Verdict::touching, claimed, TouchingMeans::either), Audit::undecidable);
    EXPECT_EQ(audit_meeting(Verdict::touching, claimed, TouchingMeans::intersects), same);
    EXPECT_EQ(audit_meeting(Verdict::touching, claimed, TouchingMeans::separated), other);
  }
}

TEST(AuditRules, AreRefusedBeyondTheirRange) {
  EXPECT_TRUE(check_audit_rules({.tolerance = 0, .relative = 1}));
  for (const AuditRules& rules : {AuditRules{.tolerance = -1}, AuditRules{.tolerance = kNan},
                                  AuditRules{.tolerance = kInfinity}, AuditRules{.relative = 1.5},
                                  AuditRules{.relative = -0.5}, AuditRules{.relative = kNan}}) {
    EXPECT_FALSE(check_audit_rules(rules));
  }
}

struct AuditRun {
  AuditSummary summary;
  std::string output;
  std::vector<nlohmann::json> rows;
  std::vector<AuditFinding> findings;

  std::string word(std::size_t row) const { return rows.at(row).value("audit", ""); }
  std::string why(std::size_t row) const { return rows.at(row).value("why", ""); }
};

AuditRun run_audit(const std::string& questions, const std::string& theirs,
                   const AuditOptions& options = {}) {
  AuditRun run;
  const auto question_source = text_source(questions);
  const auto their_source = text_source(theirs);
  const auto sink = text_sink(run.output);
  run.summary =
      audit_answers(*question_source, *their_source, *sink, options,
                    [&](const AuditFinding& finding) { run.findings.push_back(finding); });
  std::istringstream stream(run.output);
  for (std::string line; std::getline(stream, line);)
    run.rows.push_back(nlohmann::json::parse(line));
  return run;
}

/// Unit squares, b moved by x: apart, touching, overlapping for x > 1, = 1, < 1.
std::string squares(const std::string& id, double x) {
  const std::string square = "\"vertices\": [[0,0],[1,0],[1,1],[0,1]]";
  return "{\"id\": " + id + ", \"a\": {" + square + "}, \"b\": {" + square +
         ", \"transform\": [[1, 0, " + std::to_string(x) + "], [0, 1, 0]]}}\n";
}
std::string cubes(const std::string& id, double x) {
  const std::string cube =
      "\"vertices\": [[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]]";
  return "{\"id\": " + id + ", \"a\": {" + cube + "}, \"b\": {" + cube + ", \"translation\": [" +
         std::to_string(x) + ", 0, 0]}}\n";
}

/// verify_answers() accepts each row that has a proof, and finds nothing wrong.
VerifySummary verified(const std::string& questions, const AuditRun& run) {
  const VerifyRun check = run_verify(questions, run.output);
  for (const VerifyFinding& finding : check.findings) {
    EXPECT_FALSE(finding.refuted) << finding.message;
  }
  EXPECT_EQ(check.summary.audits.refuted, 0);
  return check.summary;
}

TEST(AuditAnswers, EveryClaimRightAndWrong) {
  // b is moved so that the squares are 1 apart, touch, and overlap by a half.
  const std::string questions = cubes("1", 2) + cubes("2", 1) + cubes("3", 0.5);
  const std::vector<std::array<std::string, 3>> right = {
      {"\"verdict\": \"separated\"", "\"verdict\": \"touching\"", "\"verdict\": \"overlapping\""},
      {"\"intersects\": false", "\"intersects\": true", "\"intersects\": true"},
      {"\"distance\": 1", "\"distance\": 0", "\"distance\": 0.0"},
      {"\"depth\": 0", "\"depth\": 0", "\"depth\": 0.5"},
      {"\"signed_distance\": 1", "\"signed_distance\": -0.0", "\"signed_distance\": -0.5"}};
  AuditOptions options;
  options.rules.touching = TouchingMeans::intersects;
  options.all_certificates = true;
  const auto rows = [](const std::array<std::string, 3>& claims) {
    std::string text;
    for (int i = 0; i < 3; ++i)
      text += "{\"id\": " + std::to_string(i + 1) + ", " + claims[std::size_t(i)] + "}\n";
    return text;
  };
  for (const auto& claims : right) {
    const AuditRun run = run_audit(questions, rows(claims), options);
    EXPECT_EQ(run.summary.confirmed, 3) << claims[0] << run.output;
    EXPECT_TRUE(run.findings.empty());
    const VerifySummary summary = verified(questions, run);
    EXPECT_EQ(summary.audits.accepted, 3) << run.output;
    EXPECT_EQ(summary.questions, 3);
    EXPECT_EQ(summary.bad_lines, 0);
  }
  const std::vector<std::array<std::string, 3>> wrong = {
      {"\"verdict\": \"touching\"", "\"verdict\": \"overlapping\"", "\"verdict\": \"touching\""},
      {"\"intersects\": true", "\"intersects\": false", "\"intersects\": false"},
      {"\"distance\": 1.0000000000000002", "\"distance\": 5e-324", "\"distance\": 1"},
      {"\"depth\": 5e-324", "\"depth\": 0.1", "\"depth\": 0.50000000000000011"},
      {"\"signed_distance\": -1", "\"signed_distance\": -5e-324", "\"signed_distance\": 0"}};
  options.all_certificates = false;
  for (const auto& claims : wrong) {
    const AuditRun run = run_audit(questions, rows(claims), options);
    EXPECT_EQ(run.summary.refuted, 3) << claims[0] << run.output;
    ASSERT_EQ(run.findings.size(), 3);
    EXPECT_EQ(run.findings[1].question_line, 2);
    EXPECT_EQ(run.findings[1].their_line, 2);
    for (const auto& row : run.rows) EXPECT_FALSE(row.value("why", "").empty());
    EXPECT_EQ(verified(questions, run).audits.accepted, 3) << run.output;
  }
}

TEST(AuditAnswers, ATouchingPairFallsBetweenTheConventions) {
  const std::string questions = squares("\"t\"", 1);
  const auto word = [&](const char* claim, TouchingMeans means) {
    AuditOptions options;
    options.rules.touching = means;
    const AuditRun run =
        run_audit(questions, std::string("{\"intersects\": ") + claim + "}\n", options);
    verified(questions, run);
    return run.word(0);
  };
  EXPECT_EQ(word("true", TouchingMeans::either), "not decidable");
  EXPECT_EQ(word("false", TouchingMeans::either), "not decidable");
  EXPECT_EQ(word("true", TouchingMeans::intersects), "confirmed");
  EXPECT_EQ(word("false", TouchingMeans::intersects), "refuted");
  EXPECT_EQ(word("true", TouchingMeans::separated), "refuted");
  EXPECT_EQ(word("false", TouchingMeans::separated), "confirmed");
  const AuditRun run = run_audit(questions, "{\"intersects\": true}\n");
  EXPECT_EQ(run.summary.touching, 1);
  EXPECT_EQ(run.summary.unusable, 0);
  EXPECT_NE(run.why(0).find("--touching"), std::string::npos);
}

TEST(AuditAnswers, ForgedRowsAreRefutedByVerify) {
  const std::string questions = cubes("1", 2) + cubes("2", 0.5);
  AuditOptions options;
  options.all_certificates = true;
  const AuditRun run = run_audit(
      questions, "{\"id\": 1, \"intersects\": true}\n{\"id\": 2, \"signed_distance\": -0.5}\n",
      options);
  EXPECT_EQ(run.word(0), "refuted");
  EXPECT_EQ(run.word(1), "confirmed");
  const auto forge = [&](std::size_t row, const std::function<void(nlohmann::json&)>& change) {
    auto rows = run.rows;
    change(rows[row]);
    std::string text;
    for (const auto& each : rows) text += each.dump() + "\n";
    return run_verify(questions, text);
  };
  for (const char* word : {"confirmed", "not decidable"}) {
    const auto check = forge(0, [&](auto& row) { row["audit"] = word; });
    EXPECT_EQ(check.summary.audits.refuted, 1) << word;
    EXPECT_TRUE(check.summary.refuted());
  }
  for (const char* word : {"refuted", "not decidable"}) {
    EXPECT_EQ(forge(1, [&](auto& row) { row["audit"] = word; }).summary.audits.refuted, 1) << word;
  }
  // The other program's claim turned round, its number moved by one unit, and a verdict that is wrong.
  EXPECT_EQ(forge(0, [](auto& row) { row["theirs"]["intersects"] = false; }).summary.audits.refuted,
            1);
  EXPECT_EQ(forge(1, [](auto& row) { row["theirs"]["signed_distance"] = -0.5000000000000001; })
                .summary.audits.refuted,
            1);
  EXPECT_EQ(forge(0, [](auto& row) { row["verdict"] = "overlapping"; }).summary.verdicts.refuted,
            1);
  EXPECT_EQ(forge(1, [](auto& row) { row["depth"] = {0.25, 0.25}; }).summary.intervals.refuted, 1);
  // Without an answer no row is confirmed or refuted; without a certificate nothing is accepted.
  const auto bare = forge(0, [](auto& row) { row.erase("verdict"); });
  EXPECT_EQ(bare.summary.audits.refuted, 1);
  const auto unproven = forge(0, [](auto& row) { row.erase("certificate"); });
  EXPECT_EQ(unproven.summary.audits.refuted, 0);
  EXPECT_EQ(unproven.summary.audits.unchecked, 1);
  EXPECT_EQ(unproven.summary.audits.accepted, 1);
  // A row about another line, and a missing row.
  EXPECT_EQ(forge(0, [](auto& row) { row["line"] = 2; }).summary.bad_lines, 1);
  EXPECT_GT(run_verify(questions, run.rows[0].dump()).summary.bad_lines, 0);
}

TEST(AuditAnswers, TheSummaryIsComparedWithTheRows) {
  const std::string questions = cubes("1", 2);
  const AuditRun run = run_audit(questions, "{\"intersects\": false}\n");
  const auto with = [&](const char* summary) {
    return run_verify(questions, run.output + summary + "\n").summary;
  };
  const auto good = with(R"({"summary": {"confirmed": 1, "refuted": 0, "not_decidable": 0}})");
  EXPECT_EQ(good.bad_lines + good.audits.refuted, 0);
  for (const char* bad : {R"({"summary": {"confirmed": 0, "refuted": 0, "not_decidable": 0}})",
                          R"({"summary": {"confirmed": 1, "refuted": 1, "not_decidable": 0}})"}) {
    EXPECT_EQ(with(bad).audits.refuted, 1);
  }
}

TEST(AuditAnswers, RowsFindTheirQuestionsByIdInAnyOrder) {
  std::string questions, theirs;
  std::vector<int> order;
  for (int i = 0; i < 200; ++i) {
    questions += squares(std::to_string(i), i % 2 == 0 ? 2 : 0.5);
    order.push_back(i);
  }
  std::shuffle(order.begin(), order.end(), std::mt19937(1));
  for (const int i : order)
    theirs += "{\"intersects\": " + std::string(i % 2 == 0 ? "false" : "true") +
              ", \"id\": " + std::to_string(i) + "}\n";
  const AuditRun run = run_audit(questions, theirs);
  EXPECT_EQ(run.summary.confirmed, 200);
  EXPECT_EQ(run.rows[7]["theirs"]["line"].get<int>(),
            std::find(order.begin(), order.end(), 7) - order.begin() + 1);
  // Not where a window is too small for the disorder.
  AuditOptions narrow;
  narrow.window = 5;
  const AuditRun some = run_audit(questions, theirs, narrow);
  EXPECT_LT(some.summary.confirmed, 200);
  EXPECT_GT(some.summary.confirmed, 0);
  EXPECT_EQ(some.summary.refuted, 0);
  EXPECT_EQ(some.summary.undecidable, 2 * (200 - some.summary.confirmed));
  EXPECT_EQ(some.summary.unusable, some.summary.undecidable);
  verified(questions, some);
}

TEST(AuditAnswers, MissingSurplusAndRepeatedIds) {
  const std::string questions =
      squares("1", 2) + squares("2", 2) + squares("3", 2) + squares("3", 2);
  const AuditRun run = run_audit(questions,
                                 "{\"id\": 9, \"intersects\": false}\n"
                                 "{\"id\": 1, \"intersects\": false}\n"
                                 "{\"id\": 1, \"intersects\": true}\n"
                                 "{\"id\": 3, \"intersects\": false}\n"
                                 "{\"id\": 3, \"intersects\": true}\n"
                                 "{\"id\": 3, \"intersects\": true}\n");
  ASSERT_EQ(run.rows.size(), 7);
  EXPECT_EQ(run.word(0), "confirmed");
  EXPECT_EQ(run.word(1), "not decidable");  // theirs has no 2
  EXPECT_EQ(run.word(2), "confirmed");
  EXPECT_EQ(run.word(3), "refuted");  // the second 3 of both
  for (const std::size_t row : {4u, 5u, 6u}) {
    EXPECT_EQ(run.word(row), "not decidable");
    EXPECT_FALSE(run.rows[row].contains("line"));
  }
  EXPECT_EQ(run.rows[4]["theirs"]["line"], 1);
  EXPECT_EQ(run.rows[5]["theirs"]["line"], 3);
  EXPECT_EQ(run.rows[6]["theirs"]["line"], 6);
  EXPECT_EQ(run.summary.unusable, 4);
  EXPECT_EQ(verified(questions, run).bad_lines, 0);
  // The finding about the question without a row names no row.
  EXPECT_EQ(run.findings[0].question_line, 2);
  EXPECT_EQ(run.findings[0].their_line, 0);
  EXPECT_TRUE(run.findings[0].unusable);
}

TEST(AuditAnswers, IdsAreOneHoweverTheyAreEscaped) {
  const std::string questions = squares(
      "\"K\xC3\xBC"
      "che\"",
      2);
  EXPECT_EQ(
      run_audit(questions, "{\"id\": \"K\\u00fcche\", \"intersects\": false}\n").summary.confirmed,
      1);
  EXPECT_EQ(
      run_audit(squares("7", 2), "{\"id\": \"7\", \"intersects\": false}\n").summary.confirmed, 0);
}

TEST(AuditAnswers, ByOrder) {
  const std::string questions =
      "{\"define\": \"p\", \"vertices\": [[9, 9]]}\n\n" + squares("1", 2) + squares("2", 0.5);
  const AuditRun run = run_audit(
      questions, "{\"intersects\": false}\n\n{\"intersects\": true}\n{\"intersects\": true}\n");
  EXPECT_EQ(run.summary.confirmed, 2);
  EXPECT_EQ(run.summary.unusable, 1);
  EXPECT_EQ(run.summary.definitions, 1);
  EXPECT_EQ(run.rows[1]["line"], 4);
  EXPECT_EQ(run.rows[1]["theirs"]["line"], 3);
  EXPECT_EQ(verified(questions, run).bad_lines, 0);
  AuditOptions order;
  order.match = AuditMatch::order;
  const AuditRun swapped = run_audit(
      questions, "{\"id\": 2, \"intersects\": true}\n{\"id\": 2, \"intersects\": true}\n", order);
  EXPECT_EQ(swapped.word(0), "not decidable");
  EXPECT_NE(swapped.why(0).find("id 2"), std::string::npos);
  EXPECT_EQ(swapped.word(1), "confirmed");
}

TEST(AuditAnswers, LinesOfTheirsThatCannotBeUsed) {
  const std::string questions = squares("1", 2);
  const auto why = [&](const std::string& row) {
    const AuditRun run = run_audit(questions, row + "\n");
    EXPECT_EQ(run.word(0), "not decidable") << row;
    EXPECT_EQ(run.summary.confirmed + run.summary.refuted, 0) << row;
    EXPECT_GE(run.summary.unusable, 1) << row;
    verified(questions, run);
    std::string all;
    for (std::size_t i = 0; i < run.rows.size(); ++i) all += run.why(i) + "\n";
    return all;
  };
  const auto says = [&](const std::string& row, const char* words) {
    const std::string text = why(row);
    EXPECT_NE(text.find(words), std::string::npos) << row << ": " << text;
  };
  says("{\"id\": 1}", "claims nothing");
  says("{\"id\": 1, \"intersect\": true}", "unknown key \"intersect\"");
  says("{\"id\": 1, \"intersects\": 1}", "intersects is a number; it must be");
  says("{\"id\": 1, \"intersects\": \"yes\"}", "intersects is a string");
  says("{\"id\": 1, \"verdict\": \"apart\"}", "apart");
  says("{\"id\": 1, \"distance\": \"0.5\"}", "distance is a string; it must be a number");
  says("{\"id\": 1, \"distance\": NaN}", "distance is NaN");
  says("{\"id\": 1, \"distance\": Infinity}", "finite");
  says("{\"id\": 1, \"depth\": 1e999}", "finite");
  says("{\"id\": 1, \"distance\": [0, 1]}", "distance is an array");
  says("{\"id\": 1, \"distance\": 1, \"distance\": 2}", "twice");
  says("{\"id\": 1.5, \"distance\": 1}", "id is a number");
  says("{\"id\": 1, \"intersects\": tru", "not JSON");
  says("[1, true]", "no JSON object");
  says("\xff\xfe", "not JSON");
}

TEST(AuditAnswers, ClaimsThatAnswerAnotherQuestion) {
  const std::string questions = squares("1", 2);
  for (const char* row :
       {"{\"distance\": -1}", "{\"depth\": -5e-324}", "{\"verdict\": \"undecided\"}"}) {
    const AuditRun run = run_audit(questions, std::string(row) + "\n");
    EXPECT_EQ(run.word(0), "not decidable") << row;
    EXPECT_EQ(run.summary.other, 1) << row;
    EXPECT_EQ(run.summary.unusable, 0) << row;
    verified(questions, run);
  }
  // The most severe of several claims counts.
  EXPECT_EQ(run_audit(questions, "{\"distance\": -1, \"intersects\": true}\n").word(0), "refuted");
  EXPECT_EQ(run_audit(questions, "{\"intersects\": false, \"distance\": -1}\n").word(0),
            "not decidable");
}

TEST(AuditAnswers, QuestionsThatAreRefused) {
  const std::string four =
      "{\"id\": 4, \"a\": {\"vertices\": [[0,0,0,0]]}, \"b\": {\"vertices\": [[0,0,0,0]]}}\n";
  const std::string questions =
      "{\"id\": 1, \"a\": {\"body\": \"nobody\"}, \"b\": {\"vertices\": [[0,0]]}}\n"
      "{\"id\": 2, \"a\": {\"vertices\": [[0,0]]}, \"b\": {\"vertices\": [[0,0,0]]}}\n"
      "{\"id\": 3, \"a\": {\"vertices\": [[NaN,0]]}, \"b\": {\"vertices\": [[0,0]]}}\n" +
      four + "{\"id\": 5, broken\n" + squares("6", 2);
  std::string theirs;
  for (int i = 1; i <= 6; ++i) theirs += "{\"id\": " + std::to_string(i) + ", \"depth\": 0}\n";
  const AuditRun run = run_audit(questions, theirs);
  ASSERT_EQ(run.rows.size(), 7) << run.output;
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(run.word(i), "not decidable");
    EXPECT_TRUE(run.rows[i].contains("error")) << run.rows[i];
    EXPECT_EQ(run.rows[i]["line"], i + 1);
    // Nothing is known of a line that is no JSON, so that a row is left at the end.
    if (i != 4) {
      EXPECT_EQ(run.rows[i]["id"], i + 1);
    }
  }
  EXPECT_EQ(run.word(5), "confirmed");
  EXPECT_EQ(run.rows[6]["theirs"]["line"], 5);
  EXPECT_EQ(run.summary.unusable, 6);
  EXPECT_EQ(verified(questions, run).refused, 5);
  // What the question itself asks has no influence.
  const std::string asked =
      "{\"id\": 1, \"a\": {\"vertices\": [[0,0]]}, \"b\": {\"vertices\": [[3,4]]}, \"ask\": "
      "[\"cast\"], "
      "\"algorithm\": \"epa\", \"margin\": 2, \"raw\": true, \"certificate\": \"none\"}\n";
  const AuditRun wrong = run_audit(asked, "{\"distance\": 6}\n");
  EXPECT_EQ(wrong.word(0), "refuted");
  EXPECT_EQ(verified(asked, wrong).audits.accepted, 1) << wrong.output;
}

TEST(AuditAnswers, ANarrowerIntervalIsAskedForWhereItIsNeeded) {
  // The distance is the root of 2: no double is it, and the default interval is wider than two neighbours.
  const std::string questions =
      "{\"a\": {\"vertices\": [[0,0]]}, \"b\": {\"vertices\": [[1,1]]}}\n";
  const double root = std::sqrt(2.0);
  const auto word = [&](double claimed, double tolerance) {
    AuditOptions options;
    options.rules.tolerance = tolerance;
    const AuditRun run =
        run_audit(questions, "{\"distance\": " + json_number(claimed) + "}\n", options);
    verified(questions, run);
    return run.word(0);
  };
  EXPECT_EQ(word(root, 0x1p-52), "confirmed");
  EXPECT_EQ(word(root, 0), "not decidable");
  EXPECT_EQ(word(moved(root, 2), 0), "refuted");
  EXPECT_EQ(word(moved(root, -2), 0), "refuted");
  EXPECT_EQ(word(1.4, 0.02), "confirmed");
  EXPECT_EQ(word(1.4, 0.01), "refuted");
}

TEST(AuditAnswers, BodiesThatAreNotConvex) {
  const std::string ring =
      "{\"define\": \"ring\", \"rings\": [[[0,0],[4,0],[4,4],[0,4]],[[1,1],[3,1],[3,3],[1,3]]]}\n";
  const auto pin = [](int id, const char* points) {
    return "{\"id\": " + std::to_string(id) +
           ", \"a\": {\"body\": \"ring\"}, \"b\": {\"vertices\": " + points + "}}\n";
  };
  const std::string questions = ring + pin(1, "[[1.5,1.5],[2.5,1.5],[2,2.5]]") +
                                pin(2, "[[1,1.5],[2.5,1.5],[2,2.5]]") + pin(3, "[[0.5,0.5],[2,2]]");
  const AuditRun wrong =
      run_audit(questions,
                "{\"id\": 1, \"intersects\": true}\n{\"id\": 2, \"distance\": 0.5}\n"
                "{\"id\": 3, \"intersects\": false}\n");
  EXPECT_EQ(wrong.summary.refuted, 3) << wrong.output;
  EXPECT_EQ(verified(questions, wrong).audits.accepted, 3) << wrong.output;
  AuditOptions near;
  near.rules.tolerance = 1e-9;
  const AuditRun right = run_audit(questions,
                                   "{\"id\": 1, \"distance\": 0.5}\n{\"id\": 2, \"distance\": 0}\n"
                                   "{\"id\": 3, \"intersects\": true}\n",
                                   near);
  EXPECT_EQ(right.summary.confirmed, 3) << right.output;
}

/// Runs tasks on the calling thread, backwards: what depends on their order shows.
class Backwards final : public Executor {
 public:
  void parallel_for(std::int64_t count, Task task, void* context) override {
    for (std::int64_t i = count; i-- > 0;) task(context, i);
  }
};

TEST(AuditAnswers, NoByteDependsOnTheThreads) {
  for (const AuditMatch match : {AuditMatch::id, AuditMatch::order}) {
    std::mt19937 random(5);
    std::string questions, theirs;
    for (int i = 0; i < 3000; ++i) {
      const auto near = [&] { return std::to_string(i + int(random() % 20)); };
      const std::string id = random() % 9 == 0 ? "\"\\u0041\"" : near();
      if (random() % 50 == 0)
        questions += "{\"define\": \"" + std::to_string(i) + "\", \"vertices\": [[1, 2]]}\n";
      questions += random() % 40 == 0 ? "{\"id\": " + id + ", broken}\n"
                                      : squares(id, 0.5 * double(random() % 4));
      if (random() % 30 == 0) questions += "\n";
      const std::string row = random() % 3 == 0 ? id : near();
      theirs += match == AuditMatch::id ? "{\"id\": " + row + ", " : "{";
      theirs += random() % 2 == 0 ? "\"intersects\": true}\n" : "\"intersects\": false}\n";
      if (random() % 60 == 0) theirs += "{\"id\": 5, \n";
    }
    AuditOptions options;
    options.match = match;
    options.window = 100;
    const AuditRun alone = run_audit(questions, theirs, options);
    Backwards backwards;
    options.executor = &backwards;
    const AuditRun parts = run_audit(questions, theirs, options);
    EXPECT_EQ(alone.output, parts.output);
    EXPECT_EQ(alone.summary.refuted, parts.summary.refuted);
    EXPECT_EQ(alone.findings.size(), parts.findings.size());
    EXPECT_GT(alone.summary.confirmed, 500);
    EXPECT_GT(alone.summary.refuted, 500);
    EXPECT_GT(alone.summary.unusable, 50);
    EXPECT_EQ(alone.summary.confirmed + alone.summary.refuted + alone.summary.undecidable,
              static_cast<std::int64_t>(alone.rows.size()));
    EXPECT_EQ(verified(questions, alone).bad_lines, 0);
  }
}

/// Ends with an error after some bytes.
class BrokenSource final : public Source {
 public:
  explicit BrokenSource(std::string text) : text_(std::move(text)) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    if (text_.empty()) return Error{io_error::cannot_read, "the disk is gone"};
    const std::size_t count = text_.copy(into, size);
    text_.erase(0, count);
    return count;
  }

 private:
  std::string text_;
};

TEST(AuditAnswers, StreamsThatFail) {
  std::string output;
  const auto sink = text_sink(output);
  const auto good = text_source(std::string_view("{\"intersects\": true}\n"));
  BrokenSource broken(squares("1", 0.5));
  EXPECT_FALSE(audit_answers(broken, *good, *sink).status);
  const std::string text = squares("1", 0.5);
  const auto questions = text_source(text);
  BrokenSource theirs("{\"intersects\": true}\n");
  EXPECT_FALSE(audit_answers(*questions, theirs, *sink).status);
  AuditOptions options;
  options.rules.tolerance = -1;
  EXPECT_FALSE(run_audit(text, "{\"intersects\": true}\n", options).summary.status);
  const AuditRun empty = run_audit("", "");
  EXPECT_TRUE(empty.summary.status);
  EXPECT_EQ(empty.output, "");
  EXPECT_EQ(run_audit(text, "").word(0), "not decidable");
  EXPECT_EQ(run_audit("", "{\"intersects\": true}\n").summary.unusable, 1);
}

}  // namespace
}  // namespace sunder
