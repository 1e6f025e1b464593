// SPDX-License-Identifier: Apache-2.0
//
// Tests verify_answers(): true answers pass, each forged claim is refuted, nothing unproven counts.
#include <gtest/gtest.h>
#include <string>

#include "pipe_run.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace {

/// a is the unit square, and b a segment or a point.
const std::string kApart =
    R"({"id": 1, "a": {"vertices": [[0,0],[1,0],[1,1],[0,1]]}, "b": {"vertices": [[3,0],[3,5]]}})";
const std::string kTouching =
    R"({"id": 1, "a": {"vertices": [[0,0],[1,0],[1,1],[0,1]]}, "b": {"vertices": [[1,1],[3,5]]}})";
const std::string kOverlapping =
    R"({"id": 1, "a": {"vertices": [[0,0],[1,0],[1,1],[0,1]]}, "b": {"vertices": [[0.5,0.5]]}})";

std::string answer(const std::string& keys) { return R"({"id": 1, )" + keys + "}"; }

const std::string kFull =
    R"({"direction": [1, 0], "distance": {"direction": [1, 0], "a": [[1, 1]], "b": [[0, 1]]}})";

enum class Outcome { accepted, refuted, unchecked, bad };

Outcome outcome(const VerifyTally& tally) {
  EXPECT_EQ(tally.accepted + tally.refuted + tally.unchecked, 1);
  return tally.accepted > 0  ? Outcome::accepted
         : tally.refuted > 0 ? Outcome::refuted
                             : Outcome::unchecked;
}

Outcome verdict_outcome(const std::string& question, const std::string& keys) {
  const VerifyRun run = run_verify(question, answer(keys));
  EXPECT_EQ(run.summary.refuted(), !run.findings.empty());
  return run.summary.bad_lines > 0 ? Outcome::bad : outcome(run.summary.verdicts);
}

Outcome interval_outcome(const std::string& question, const std::string& keys) {
  return outcome(run_verify(question, answer(keys)).summary.intervals);
}

TEST(Verify, AcceptsTrueVerdicts) {
  EXPECT_EQ(
      verdict_outcome(kApart, R"("verdict": "separated", "certificate": {"direction": [1, 0]})"),
      Outcome::accepted);
  EXPECT_EQ(
      verdict_outcome(
          kTouching,
          R"("verdict": "touching", "certificate": {"pairs": [[2, 0]], "direction": [1, 1]})"),
      Outcome::accepted);
  EXPECT_EQ(verdict_outcome(
                kOverlapping,
                R"("verdict": "overlapping", "certificate": {"pairs": [[0,0],[1,0],[2,0],[3,0]]})"),
            Outcome::accepted);
}

/// simdjson 3.0.1 read 0.30000000000000000000 as 0.1155..., and a proof rested on that.
TEST(Verify, ANumberReadWronglyIsNoProof) {
  const std::string question =
      R"({"id": 1, "a": {"vertices": [[0.30000000000000000000]]}, "b": {"vertices": [[0.3]]}})";
  EXPECT_EQ(
      verdict_outcome(question, R"("verdict": "separated", "certificate": {"direction": [0.7]})"),
      Outcome::refuted);
  EXPECT_EQ(verdict_outcome(
                question,
                R"("verdict": "touching", "certificate": {"pairs": [[0, 0]], "direction": [1]})"),
            Outcome::accepted);
  // In an answer too: the direction is read as +1e-25, or as zero.
  const std::string apart =
      R"({"id": 1, "a": {"vertices": [[0, 0]]}, "b": {"vertices": [[1e25, -1]]}})";
  EXPECT_EQ(verdict_outcome(apart, R"("verdict": "separated", "certificate":)"
                                   R"( {"direction": [0.00000000000000000000000010000, 0.5]})"),
            Outcome::accepted);
  EXPECT_EQ(verdict_outcome(apart, R"("verdict": "separated", "certificate":)"
                                   R"( {"direction": [0.00000000000000000000000004999, 0.5]})"),
            Outcome::refuted);
}

/// A right answer beside a wrong guess is no contradiction; beside a wrong claim it is one.
TEST(Verify, HoldsNothingAgainstABareAlgorithmsGuess) {
  const std::string guess = R"("verdict": "touching", "contact": null, "cast": )"
                            R"({"result": "free", "time": [1, 1], "start": "separated", )"
                            R"("normal": null, "point": null})";
  EXPECT_EQ(verdict_outcome(kApart, guess), Outcome::refuted);
  EXPECT_EQ(verdict_outcome(kApart, guess + R"(, "proven": true)"), Outcome::refuted);
  EXPECT_EQ(verdict_outcome(kApart, guess + R"(, "proven": false)"), Outcome::unchecked);
  // A certificate that is present is checked all the same.
  EXPECT_EQ(verdict_outcome(kApart,
                            guess + R"(, "proven": false, "certificate": {"direction": [-1, 0]})"),
            Outcome::refuted);
}

TEST(Verify, HoldsARelationAgainstTheVerdict) {
  const std::string touching =
      R"("verdict": "touching", "certificate": {"pairs": [[2, 0]], "direction": [1, 1]}, )";
  const std::string rest = R"(, "features": {"a": {"kind": "vertex", "vertices": [2]}, )"
                           R"("b": {"kind": "vertex", "vertices": [0]}}, "contact_dimension": 0, )"
                           R"("meets_relative_interiors": false, "a_in_b": false, "b_in_a": false)";
  EXPECT_EQ(verdict_outcome(kTouching, touching + R"("relation": "vertex")" + rest),
            Outcome::accepted);
  for (const std::string word : {"separated", "piercing", "containment"}) {
    EXPECT_EQ(verdict_outcome(kTouching, touching + R"("relation": ")" + word + "\"" + rest),
              Outcome::refuted)
        << word;
  }
  for (const std::string wrong :
       {R"("relation": "corner")", R"("relation": 3)", R"("features": {"a": {"size": 1}})",
        R"("features": {"c": null})", R"("contact_dimension": "two")", R"("a_in_b": 1)"}) {
    const VerifyRun run = run_verify(kTouching, answer(touching + wrong));
    EXPECT_EQ(run.summary.bad_lines, 1) << wrong;
  }
  EXPECT_EQ(
      verdict_outcome(kApart, R"("verdict": "separated", "certificate": {"direction": [1, 0]}, )"
                              R"("relation": "separated", "features": null, )"
                              R"("contact_dimension": null)"),
      Outcome::accepted);
}

TEST(Verify, RefutesForgedVerdicts) {
  const char* const forged[] = {
      R"("verdict": "separated", "certificate": {"direction": [0, 1]})",
      R"("verdict": "separated", "certificate": {"direction": [-1, 0]})",
      R"("verdict": "separated", "certificate": {"direction": [0, 0]})",
      R"("verdict": "separated", "certificate": {"direction": [1, 0, 0]})",
      R"("verdict": "separated", "certificate": {"direction": [1, 0], "pairs": [[0, 0]]})",
      R"("verdict": "touching", "certificate": {"direction": [1, 0]})",
      R"("verdict": "touching", "certificate": {"direction": [1, 0], "pairs": [[1, 0]]})",
      R"("verdict": "overlapping", "certificate": {"direction": [1, 0]})",
      R"("verdict": "overlapping", "certificate": {"pairs": [[0,0],[1,0],[2,0],[3,0]]})",
      R"("verdict": "overlapping", "certificate": {"pairs": [[0,0],[1,7],[-2,0]]})",
  };
  for (const char* keys : forged) {
    EXPECT_EQ(verdict_outcome(kApart, keys), Outcome::refuted) << keys;
  }
}

/// Only a refusal refers to the line that it names.
TEST(Verify, AnAnswerMayNameItsLine) {
  for (const char* number : {"1", "7"}) {
    const std::string line = R"("line": )" + std::string(number) + R"(, "verdict": "separated", )";
    const std::string right = line + R"("certificate": {"direction": [1, 0]})";
    const std::string wrong = line + R"("certificate": {"direction": [0, 1]})";
    EXPECT_EQ(verdict_outcome(kApart, right), Outcome::accepted);
    EXPECT_EQ(verdict_outcome(kApart, wrong), Outcome::refuted);
  }
}

TEST(Verify, WithoutACertificateNothingIsProven) {
  for (const char* keys :
       {R"("verdict": "separated")", R"("verdict": "separated", "certificate": null)",
        R"("verdict": "overlapping", "proven": false)",
        R"("verdict": "undecided", "proven": false)"}) {
    EXPECT_EQ(verdict_outcome(kApart, keys), Outcome::unchecked) << keys;
  }
}

TEST(Verify, AnEmptyBodyNeedsNoCertificate) {
  const std::string empty = R"({"id": 1, "a": {"vertices": []}, "b": {"vertices": [[3,0]]}})";
  EXPECT_EQ(verdict_outcome(empty, R"("verdict": "separated", "certificate": null)"),
            Outcome::accepted);
  EXPECT_EQ(verdict_outcome(empty, R"("verdict": "touching", "certificate": null)"),
            Outcome::refuted);
  EXPECT_EQ(interval_outcome(empty, R"("verdict": "separated", "certificate": null, )"
                                    R"("distance": [1.7976931348623157e308, null])"),
            Outcome::accepted);
  EXPECT_EQ(
      interval_outcome(empty, R"("verdict": "separated", "certificate": null, "distance": [0, 1])"),
      Outcome::refuted);
}

TEST(Verify, ChecksIntervalsThatHaveTheirOwnCertificate) {
  const auto keys = [](const std::string& interval, const std::string& certificate) {
    return R"("verdict": "separated", "distance": )" + interval + R"(, "certificate": )" +
           certificate;
  };
  EXPECT_EQ(interval_outcome(kApart, keys("[2, 2]", kFull)), Outcome::accepted);
  EXPECT_EQ(interval_outcome(kApart, keys("[1.5, 2.5]", kFull)), Outcome::accepted);
  EXPECT_EQ(interval_outcome(kApart, keys("[2.0000000000000004, 3]", kFull)), Outcome::refuted);
  EXPECT_EQ(interval_outcome(kApart, keys("[1, 1.9999999999999998]", kFull)), Outcome::refuted);
  EXPECT_EQ(interval_outcome(kApart, keys("[2.5, 2]", kFull)), Outcome::refuted);
  EXPECT_EQ(interval_outcome(kApart, keys("[2, 2]", R"({"direction": [1, 0]})")),
            Outcome::unchecked);
  EXPECT_EQ(interval_outcome(kApart, keys("[0, 0]", R"({"direction": [1, 0]})")), Outcome::refuted);
  EXPECT_EQ(interval_outcome(kApart, R"("verdict": "separated", "distance": [2, 2])"),
            Outcome::unchecked);
}

TEST(Verify, BodiesThatMeetAreAtDistanceZero) {
  const std::string keys =
      R"("verdict": "touching", "certificate": {"pairs": [[2, 0]], "direction": [1, 1]}, "distance": )";
  EXPECT_EQ(interval_outcome(kTouching, keys + "[0, 0]"), Outcome::accepted);
  EXPECT_EQ(interval_outcome(kTouching, keys + "[1, 2]"), Outcome::refuted);
}

TEST(Verify, ARefutedVerdictLeavesItsIntervalUnchecked) {
  EXPECT_EQ(interval_outcome(kApart, R"("verdict": "touching", "distance": [0, 0], "certificate": )"
                                     R"({"pairs": [[2, 0]], "direction": [1, 1]})"),
            Outcome::unchecked);
}

TEST(Verify, CountsWhatCarriesNoCertificate) {
  const VerifyRun run = run_verify(
      kApart, answer(R"("verdict": "separated", "contains": false, "contact": null, )"
                     R"("cast": {"result": "free", "time": [1, 1], "start": "separated"}, )"
                     R"("certificate": {"direction": [1, 0]})"));
  EXPECT_EQ(run.summary.verdicts.accepted, 1);
  EXPECT_EQ(claims_of(run, Question::contains), 1);
  EXPECT_EQ(claims_of(run, Question::contact), 1);
  EXPECT_EQ(claims_of(run, Question::cast), 1);
}

TEST(Verify, HoldsContactsAndCastsAgainstTheVerdict) {
  const std::string apart = R"("verdict": "separated", "certificate": {"direction": [1, 0]}, )";
  const std::string touching =
      R"("verdict": "touching", "certificate": {"pairs": [[2, 0]], "direction": [1, 1]}, )";
  const std::string contact = R"("contact": {"normal": [1, 0], "dimension": 0, "points": []})";
  const auto cast = [](const std::string& result, const std::string& time,
                       const std::string& start) {
    return R"("cast": {"result": ")" + result + R"(", "time": )" + time + R"(, "start": ")" +
           start + R"(", "normal": [1, 0], "point": null})";
  };
  // Points of bodies that are near, and that overlap.
  const auto point = [](const std::string& depth) {
    return R"("contact": {"normal": [1, 0], "dimension": 0, "points": [{"point_a": [0, 0], )"
           R"("point_b": [0, 0], "depth": )" +
           depth + R"(, "id": [[0, -1], [0, -1]]}]})";
  };
  const std::string apart_and_true[] = {R"("contact": null)", point("-1"),
                                        cast("free", "[1, 1]", "separated"),
                                        cast("hit", "[0.25, 0.5]", "separated")};
  for (const std::string& keys : apart_and_true) {
    EXPECT_EQ(verdict_outcome(kApart, apart + keys), Outcome::accepted) << keys;
  }
  const std::string apart_and_false[] = {contact,
                                         point("1"),
                                         point("null"),
                                         cast("free", "[1, 1]", "touching"),
                                         cast("hit", "[0.5, 0.25]", "separated"),
                                         cast("hit", "[0.5, 1.25]", "separated")};
  for (const std::string& keys : apart_and_false) {
    EXPECT_EQ(verdict_outcome(kApart, apart + keys), Outcome::refuted) << keys;
  }
  const std::string touching_and_true[] = {contact, cast("hit", "[0, 0]", "touching")};
  for (const std::string& keys : touching_and_true) {
    EXPECT_EQ(verdict_outcome(kTouching, touching + keys), Outcome::accepted) << keys;
  }
  const std::string touching_and_false[] = {
      R"("contact": null)", cast("free", "[1, 1]", "touching"), cast("hit", "[0, 0]", "separated"),
      cast("hit", "[0, 0.5]", "touching")};
  for (const std::string& keys : touching_and_false) {
    EXPECT_EQ(verdict_outcome(kTouching, touching + keys), Outcome::refuted) << keys;
  }
}

TEST(Verify, ReadsTheFormOfWhatItCannotProve) {
  for (const std::string wrong :
       {R"("contact": 7)", R"("contact": {"point": 1})", R"("contact": {"points": [{"x": 1}]})",
        R"("contact": {"points": [{"id": [[0, "a"], [0, 1]]}]})", R"("cast": null)",
        R"("cast": {"result": "missed"})", R"("cast": {"time": [0]})",
        R"("cast": {"start": "apart"})", R"("margin": "near")", R"("margin": 0.5)",
        R"("margin_certificate": {"hull": []})", R"("margin_certificate": {"a": []})"}) {
    const VerifyRun run = run_verify(kApart, answer(R"("verdict": "separated", )" + wrong));
    EXPECT_EQ(run.summary.bad_lines, 1) << wrong;
  }
}

TEST(Verify, TellsLinesThatAreNoAnswer) {
  for (const std::string& text :
       {std::string(""), std::string("{"), std::string("7"), answer(R"("certificate": null)"),
        answer(R"("verdict": "maybe")"), answer(R"("verdict": 3)"),
        answer(R"("verdict": "separated", "colour": 1)"),
        std::string(R"({"id": 2, "verdict": "separated"})"),
        std::string(R"({"id": 1, "line": 9, "error": "syntax", "message": "x"})")}) {
    const VerifyRun run = run_verify(kApart, text);
    EXPECT_EQ(run.summary.bad_lines, 1) << text;
    ASSERT_EQ(run.findings.size(), 1U) << text;
    EXPECT_FALSE(run.findings[0].refuted);
    EXPECT_EQ(run.findings[0].question_line, 1);
    EXPECT_EQ(run.findings[0].id, "1");
    EXPECT_EQ(run.summary.verdicts.accepted, 0);
  }
}

TEST(Verify, SaysWhatIsWrongWithALine) {
  const std::string good =
      answer(R"("verdict": "separated", "certificate": {"direction": [1, 0]})");
  const auto only_finding = [](const std::string& questions, const std::string& answers) {
    const VerifyRun run = run_verify(questions, answers);
    EXPECT_EQ(run.summary.bad_lines, 1);
    EXPECT_EQ(run.findings.size(), 1U);
    if (run.findings.size() != 1) return std::string();
    EXPECT_FALSE(run.findings[0].refuted);
    return run.findings[0].message;
  };
  const auto expect_words = [](const std::string& message, const std::string& words) {
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  const std::string defined = R"({"define": "x", "vertices": [[0]]})";
  expect_words(only_finding(defined + "\n" + defined + "\n" + kApart, good),
               "no refusal stands for this definition");
  expect_words(only_finding(R"({"id": 1, "a": 3})", good), "though it is no question");
  expect_words(only_finding(kApart, answer(R"("verdict": "separated", "distance": [0, "x"])")),
               "distance[1]");
  expect_words(only_finding(kApart, answer(R"("verdict": "separated", "distance": [0, 1, 2])")),
               "distance has 3 entries");
  expect_words(only_finding(kApart, answer(R"("verdict": 3)")), "verdict is a number");
}

TEST(Verify, AnAnswerTooManyIsTold) {
  const std::string good =
      answer(R"("verdict": "separated", "certificate": {"direction": [1, 0]})");
  const VerifyRun run = run_verify(kApart + "\n", good + "\n\n" + good + "\n");
  EXPECT_EQ(run.summary.verdicts.accepted, 1);
  EXPECT_EQ(run.summary.bad_lines, 1);
  EXPECT_EQ(run.findings.at(0).question_line, 0);
  EXPECT_EQ(run.findings.at(0).answer_line, 3);
}

TEST(Verify, EverythingThatThePipeWritesIsAccepted) {
  const std::string questions =
      "{\"define\": \"p\", \"vertices\": [[0,0],[1,0],[1,1],[0,1],[0.5,0.5]]}\n\n"
      "{\"define\": \"p\", \"vertices\": [[0]]}\n"
      "{\"id\": \"x\", \"a\": {\"body\": \"p\"}, \"b\": {\"body\": \"p\", \"transform\": "
      "[[0.6,-0.8,3],[0.8,0.6,0]]}, \"ask\": [\"distance\"], \"certificate\": \"full\"}\n"
      "{\"id\": \"y\", \"a\": {\"body\": \"p\"}, \"b\": {\"body\": \"p\", \"transform\": "
      "[[1,0,1],[0,1,1]]}, \"ask\": [\"distance\"], \"certificate\": \"full\"}\n"
      "{\"a\": {\"body\": \"p\"}, \"b\": {\"body\": \"p\"}, \"ask\": [\"distance\", "
      "\"contains\"]}\n"
      "broken\n"
      "{\"a\": {\"vertices\": []}, \"b\": {\"body\": \"p\"}, \"ask\": [\"distance\"]}\n"
      "{\"a\": {\"vertices\": [[-1.7e308,0]]}, \"b\": {\"vertices\": [[1.7e308,0]]}, "
      "\"ask\": [\"distance\"], \"certificate\": \"full\"}\n"
      "{\"a\": {\"vertices\": [[1]]}, \"b\": {\"vertices\": [[2]]}, \"raw\": true}\n";
  const PipeRun run = run_pipe(questions);
  EXPECT_EQ(run.summary.answers, 6);
  EXPECT_EQ(run.summary.refused, 2);
  const VerifyRun verified = run_verify(questions, run.output);
  for (const VerifyFinding& finding : verified.findings) ADD_FAILURE() << finding.message;
  EXPECT_EQ(verified.summary.questions, 6);
  EXPECT_EQ(verified.summary.verdicts.accepted, 5);
  EXPECT_EQ(verified.summary.verdicts.unchecked, 1);
  EXPECT_EQ(verified.summary.intervals.accepted, 5);
  EXPECT_EQ(verified.summary.refused, 2);
  EXPECT_EQ(claims_of(verified, Question::contains), 1);
}

}  // namespace
}  // namespace sunder
