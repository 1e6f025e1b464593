// SPDX-License-Identifier: Apache-2.0
//
// Tests bodies with a radius through the pipe: every question honours it, and certificates are
// accepted where they are true, and nowhere else.
#include <gtest/gtest.h>
#include <string>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kEverything =
    R"(, "ask": ["verdict", "distance", "depth", "contains", "relation", "derivative"])";
const std::string kFull = R"(, "certificate": "full")";

std::string radius(const std::string& value) { return R"(, "radius": )" + value; }

/// The unit square with one radius, and a point at (3, 0.5) with another: 2 apart.
std::string ask_point(const std::string& a, const std::string& b, const std::string& keys) {
  return ask_pair(kUnitSquare + radius(a), R"("vertices": [[3, 0.5]])" + radius(b), keys);
}

struct Case {
  const char* a;
  const char* b;
  const char* verdict;
  double signed_distance;
  const char* relation;
};
constexpr Case kCases[] = {
    {"1", "0.5", "separated", 0.5, "separated"},   {"1.5", "0.5", "touching", 0, "edge-vertex"},
    {"0", "2", "touching", 0, "edge-vertex"},      {"2", "0", "touching", 0, "edge-vertex"},
    {"1.5", "1", "overlapping", -0.5, "piercing"}, {"0", "5", "overlapping", -3, "containment"},
};

TEST(RadiusKey, CountsInEveryQuestion) {
  for (const Case& item : kCases) {
    const std::string question = ask_point(item.a, item.b, kEverything + kFull);
    const PipeRun run = run_pipe(question);
    const json& answer = run.json.at(0);
    EXPECT_EQ(answer["verdict"], item.verdict) << run.output;
    expect_interval(answer["distance"], std::max(item.signed_distance, 0.0));
    expect_interval(answer["depth"], std::max(-item.signed_distance, 0.0));
    expect_interval(answer["derivative"]["signed_distance"], item.signed_distance);
    expect_vector(answer["derivative"]["translation_b"], {1, 0});
    EXPECT_EQ(answer["relation"], item.relation);
    EXPECT_EQ(answer["contains"], std::string(item.relation) == "containment");
    expect_vector(answer["normal"], {1, 0});
    expect_vector(answer["point_b"], {3 - std::stod(item.b), 0.5});
    const VerifyRun verified = run_verify(question, run.output);
    for (const VerifyFinding& finding : verified.findings) ADD_FAILURE() << finding.message;
    EXPECT_EQ(verified.summary.verdicts.accepted, 1) << run.output;
    EXPECT_EQ(verified.summary.intervals.accepted, 2) << run.output;
  }
}

TEST(RadiusKey, ACertificateIsOfNoUseForOtherRadii) {
  for (const Case& proven : kCases) {
    const std::string answer =
        run_pipe(ask_point(proven.a, proven.b, R"(, "ask": ["distance", "depth"])" + kFull)).output;
    for (const Case& other : kCases) {
      const bool same = other.signed_distance - proven.signed_distance == 0;
      const VerifyRun run = run_verify(
          ask_point(other.a, other.b, R"(, "ask": ["distance", "depth"])" + kFull), answer);
      EXPECT_EQ(run.summary.refuted(), !same) << answer << other.a << " and " << other.b;
    }
  }
}

TEST(RadiusKey, AddsToAMargin) {
  const std::string question = ask_point("0.25", "0.25", R"(, "margin": 1.5)" + kFull);
  const PipeRun run = run_pipe(question);
  EXPECT_EQ(run.text(0, "verdict"), "separated");
  EXPECT_EQ(run.text(0, "margin"), "exactly");
  EXPECT_EQ(run_verify(question, run.output).summary.margins.accepted, 1);
}

TEST(RadiusKey, StandsInTheBodyThatItIsOf) {
  const std::string lines =
      R"({"define": "point", "vertices": [[0, 0, 0]]})"
      "\n"
      R"({"a": {"body": "point", "radius": 2}, "b": {"body": "point", "translation": [3, 4, 0], "radius": 3}})"
      "\n"
      R"({"a": {"body": "point"}, "b": {"body": "point", "translation": [3, 4, 0], "radius": 3}})"
      "\n"
      R"({"a": {"body": "point"}, "b": {"body": "point", "translation": [3, 4, 0]}})"
      "\n";
  const PipeRun run = run_pipe(lines);
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  EXPECT_EQ(run.text(1, "verdict"), "separated");
  EXPECT_EQ(run.text(2, "verdict"), "separated");
}

TEST(RadiusKey, ADefinitionHasARadiusForBodiesThatGiveNone) {
  const std::string lines =
      R"({"define": "ball", "vertices": [[0, 0, 0]], "radius": 2})"
      "\n"
      R"({"a": {"body": "ball"}, "b": {"body": "ball", "translation": [3, 4, 0], "radius": 3}})"
      "\n"
      R"({"a": {"body": "ball"}, "b": {"body": "ball", "translation": [3, 4, 0]}})"
      "\n"
      R"({"a": {"body": "ball", "radius": 0}, "b": {"body": "ball", "translation": [3, 4, 0], "radius": 5}})"
      "\n";
  const PipeRun run = run_pipe(lines);
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  EXPECT_EQ(run.text(1, "verdict"), "separated");
  EXPECT_EQ(run.text(2, "verdict"), "touching");
  const VerifyRun verified = run_verify(lines, run.output);
  for (const VerifyFinding& finding : verified.findings) ADD_FAILURE() << finding.message;
  EXPECT_EQ(verified.summary.verdicts.accepted, 3);
  for (const char* wrong : {"-1", "null", "1e999", "\"1\""}) {
    EXPECT_EQ(
        run_pipe(R"({"define": "ball", "vertices": [], "radius": )" + std::string(wrong) + "}\n")
            .summary.refused,
        1)
        << wrong;
  }
  EXPECT_EQ(run_pipe(ask_squares("1", "0", R"(, "radius": 1)")).text(0, "error"), "unknown_key");
}

TEST(RadiusKey, ContainsTakesADepthWhereTheRadiusOfAIsMore) {
  const auto balls = [](const std::string& a, const std::string& b) {
    return run_pipe(ask_pair(R"("vertices": [[0, 0, 0, 0]])" + radius(a),
                             R"("vertices": [[0, 0, 0, 0]])" + radius(b),
                             R"(, "ask": ["contains"])"));
  };
  EXPECT_EQ(balls("1", "2").json.at(0)["contains"], true);
  EXPECT_EQ(balls("2", "2").json.at(0)["contains"], true);
  EXPECT_EQ(balls("2", "1").text(0, "error"), "not_served");
}

TEST(RadiusKey, ANamedAlgorithmSaysWhyItDidNotDecide) {
  const PipeRun run = run_pipe(ask_point("1.5", "0.5", R"(, "algorithm": "sat")"));
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  EXPECT_NE(run.text(0, "why").find("radius"), std::string::npos) << run.output;
}

TEST(RadiusKey, ACertificateIsAHint) {
  const PipeRun first = run_pipe(ask_point("1", "0.5", ""));
  const std::string hint = first.json.at(0)["certificate"].dump();
  const PipeRun second = run_pipe(ask_point("1", "0.5", R"(, "hint": )" + hint));
  EXPECT_EQ(second.text(0, "verdict"), "separated");
  EXPECT_EQ(second.text(0, "decided_by"), "hint");
  const std::string meeting = run_pipe(ask_point("2", "0.5", "")).json.at(0)["certificate"].dump();
  EXPECT_EQ(run_pipe(ask_point("1", "0.5", R"(, "hint": )" + meeting)).text(0, "verdict"),
            "separated");
}

}  // namespace
}  // namespace sunder
