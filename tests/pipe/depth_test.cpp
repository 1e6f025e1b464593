// SPDX-License-Identifier: Apache-2.0
//
// "depth" through the pipe: the keys and their numbers, the full certificate, and forgeries of it.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kDepth = R"(, "ask": ["depth"])";
const std::string kBoth = R"(, "ask": ["depth", "distance"], "certificate": "full")";

TEST(Depth, KeysInTheirOrder) {
  const PipeRun run = run_pipe(ask_squares(
      "0.75", "0.25", R"(, "ask": ["depth", "contains", "distance"], "certificate": "full")"));
  const auto answer = nlohmann::ordered_json::parse(run.lines.at(0));
  std::vector<std::string> keys;
  for (const auto& item : answer.items()) keys.push_back(item.key());
  EXPECT_EQ(keys,
            (std::vector<std::string>{"id", "verdict", "distance", "depth", "contains", "normal",
                                      "point_a", "point_b", "certificate", "decided_by", "stage"}));
}

TEST(Depth, OfSquares) {
  const PipeRun run = run_pipe(ask_squares("0.75", "0.25", kDepth));
  const json& answer = run.json.at(0);
  EXPECT_EQ(run.text(0, "verdict"), "overlapping");
  expect_interval(answer["depth"], 0.25);
  expect_vector(answer["normal"], {1, 0});
  EXPECT_DOUBLE_EQ(answer["point_a"][0], 1);
  EXPECT_DOUBLE_EQ(answer["point_b"][0], 0.75);
  EXPECT_DOUBLE_EQ(answer["point_a"][1], answer["point_b"][1]);
  EXPECT_FALSE(answer.contains("distance"));
  EXPECT_FALSE(answer["certificate"].contains("depth"));
}

TEST(Depth, OfCubesInEachDirection) {
  const struct {
    const char* move;
    std::vector<double> normal;
  } cases[] = {{"0.75, 0.25, 0.5", {1, 0, 0}}, {"-0.75, 0.25, 0.5", {-1, 0, 0}},
               {"0.5, 0.75, 0.25", {0, 1, 0}}, {"0.5, -0.75, 0.25", {0, -1, 0}},
               {"0.25, 0.5, 0.75", {0, 0, 1}}, {"0.25, 0.5, -0.75", {0, 0, -1}}};
  for (const auto& item : cases) {
    const PipeRun run = run_pipe(ask_cubes(item.move, kDepth));
    expect_interval(run.json.at(0)["depth"], 0.25);
    expect_vector(run.json[0]["normal"], item.normal);
  }
}

TEST(Depth, AWidthIsReached) {
  const PipeRun run =
      run_pipe(ask_pair(R"("vertices": [[0,0],[3,1],[1,2]])", R"("vertices": [[1,1],[4,4],[2,5]])",
                        R"(, "ask": ["depth"], "width": 1e-15)"));
  EXPECT_EQ(run.text(0, "verdict"), "overlapping");
  const double lower = run.json.at(0)["depth"][0];
  const double upper = run.json[0]["depth"][1];
  EXPECT_LE(upper - lower, 1e-15 * upper);
  EXPECT_GT(lower, 0);
}

TEST(Depth, IsZeroWhereBodiesDoNotOverlap) {
  for (const std::string x : {"1", "1.5"}) {
    const PipeRun run = run_pipe(ask_squares(x, "0.25", kDepth));
    EXPECT_EQ(run.json.at(0)["depth"], json({0, 0}));
    EXPECT_EQ(run.json[0]["normal"].is_null(), x == "1.5");
  }
  for (const auto& [a, b] : {std::pair{"[]", "[[1,2]]"}, {"[[1,2,3]]", "[]"}, {"[]", "[]"}}) {
    const PipeRun run = run_pipe(
        ask_pair(std::string("\"vertices\": ") + a, std::string("\"vertices\": ") + b, kBoth));
    EXPECT_EQ(run.json.at(0)["depth"], json({0, 0})) << run.lines[0];
    EXPECT_TRUE(run.json[0]["normal"].is_null());
    EXPECT_TRUE(run.json[0]["certificate"].is_null());
  }
}

TEST(Depth, BesideADistanceTheAnswerShowsTheOneThatIsThere) {
  const PipeRun apart = run_pipe(ask_squares("3", "0.25", kBoth));
  EXPECT_EQ(apart.json.at(0)["depth"], json({0, 0}));
  expect_interval(apart.json[0]["distance"], 2);
  expect_vector(apart.json[0]["normal"], {1, 0});
  EXPECT_DOUBLE_EQ(apart.json[0]["point_b"][0], 3);
  EXPECT_TRUE(apart.json[0]["certificate"].contains("distance"));
  EXPECT_FALSE(apart.json[0]["certificate"].contains("depth"));
  const PipeRun deep = run_pipe(ask_squares("0.75", "0.25", kBoth));
  EXPECT_EQ(deep.json.at(0)["distance"], json({0, 0}));
  expect_interval(deep.json[0]["depth"], 0.25);
  expect_vector(deep.json[0]["normal"], {1, 0});
  EXPECT_DOUBLE_EQ(deep.json[0]["point_b"][0], 0.75);
  EXPECT_FALSE(deep.json[0]["certificate"].contains("distance"));
}

TEST(Depth, OnlyAlgorithmsThatMeasureItAreAskedByName) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const PipeRun run = run_pipe(
        ask_squares("0.75", "0.25",
                    R"(, "ask": ["depth"], "algorithm": ")" + std::string(algorithm.name) + "\""));
    if (serves(algorithm.id, Question::depth, 2)) {
      expect_interval(run.json.at(0)["depth"], 0.25);
    } else {
      EXPECT_EQ(run.text(0, "error"), "not_served");
    }
  }
  EXPECT_TRUE(serves(Algorithm::epa, Question::depth, 2));
  EXPECT_TRUE(serves(Algorithm::sat, Question::depth, 3));
}

TEST(Depth, TheFullCertificateProvesItAndIsAHint) {
  for (const std::string& question :
       {ask_squares("0.75", "0.25", kBoth), ask_cubes("0.75, 0.25, 0.5", kBoth)}) {
    const PipeRun run = run_pipe(question);
    const json& proof = run.json.at(0)["certificate"]["depth"];
    const std::size_t dimension = run.json[0]["normal"].size();
    EXPECT_EQ(proof["direction"].size(), dimension);
    EXPECT_GT(proof["pairs"].size(), dimension);
    ASSERT_GT(proof["facets"].size(), dimension);
    EXPECT_EQ(proof["facets"][0].size(), dimension);
    EXPECT_EQ(run_verify(question, run.output).summary.intervals.accepted, 2);
    std::string again = question;
    again.insert(again.size() - 2, ", \"hint\": " + run.json[0]["certificate"].dump());
    EXPECT_EQ(run_pipe(again).text(0, "verdict"), "overlapping");
  }
}

/// C is [-1.75, 0.25] x [-1.25, 0.75] for the squares at (0.75, 0.25): its corners, once around.
const std::string kPairs = "[[1,3],[2,0],[3,1],[0,2]]";
const std::string kFacets = "[[0,1],[1,2],[2,3],[3,0]]";

VerifyRun verify_depth(const std::string& interval, const std::string& proof) {
  return run_verify(ask_squares("0.75", "0.25", kDepth),
                    R"({"id": 1, "verdict": "overlapping", "depth": )" + interval +
                        R"(, "certificate": {"pairs": )" + kPairs + proof + "}}");
}
std::string proof(const std::string& direction, const std::string& pairs,
                  const std::string& facets) {
  return R"(, "depth": {"direction": )" + direction + R"(, "pairs": )" + pairs + R"(, "facets": )" +
         facets + "}";
}

TEST(DepthProof, WrittenByHandIsAccepted) {
  for (const std::string interval : {"[0.25, 0.25]", "[0.125, 0.5]", "[0, 0.25]"}) {
    const VerifyRun run = verify_depth(interval, proof("[1, 0]", kPairs, kFacets));
    for (const VerifyFinding& finding : run.findings) ADD_FAILURE() << finding.message;
    EXPECT_EQ(run.summary.intervals.accepted, 1) << interval;
  }
}

TEST(DepthProof, ForgedIsRefuted) {
  const std::string good = proof("[1, 0]", kPairs, kFacets);
  for (const std::string interval : {"[0.25000000000000006, 0.5]", "[0.125, 0.24999999999999997]",
                                     "[0.3, 0.3]", "[0.5, 0.25]", "[-0.5, 0.25]", "[0.25, 0]"}) {
    EXPECT_EQ(verify_depth(interval, good).summary.intervals.refuted, 1) << interval;
  }
  const std::string forged[] = {
      proof("[0, 1]", kPairs, kFacets),                       // its gap is 0.75
      proof("[-1, 0]", kPairs, kFacets),                      // 1.75 in the opposite sense
      proof("[0, 0]", kPairs, kFacets),                       // no direction
      proof("[1, 0]", kPairs, "[[0,1],[1,2],[2,3]]"),         // open
      proof("[1, 0]", kPairs, "[[0,1],[1,2],[2,3],[0,3]]"),   // one reversed
      proof("[1, 0]", kPairs, "[[1,0],[2,1],[3,2],[0,3]]"),   // inside out
      proof("[1, 0]", kPairs, "[[0,1],[1,2],[2,3],[3,4]]"),   // a missing corner
      proof("[1, 0]", "[[1,3],[2,0],[3,1],[0,9]]", kFacets),  // a missing vertex
      proof("[1, 0]", "[[1,3],[1,0],[3,1],[0,2]]", kFacets)   // a corner farther in
  };
  for (const std::string& text : forged) {
    EXPECT_EQ(verify_depth("[0.25, 0.25]", text).summary.intervals.refuted, 1) << text;
  }
}

TEST(DepthProof, WithoutItTheDepthIsUncheckedWhereTheyOverlap) {
  EXPECT_EQ(verify_depth("[0.25, 0.25]", "").summary.intervals.unchecked, 1);
  EXPECT_EQ(verify_depth("[0, 0]", "").summary.intervals.refuted, 1);
  const auto apart = [](const std::string& keys) {
    return run_verify(ask_squares("3", "0", kDepth),
                      R"({"id": 1, "verdict": "separated", "depth": )" + keys + "}")
        .summary.intervals;
  };
  EXPECT_EQ(apart(R"([0, 0], "certificate": {"direction": [1, 0]})").accepted, 1);
  EXPECT_EQ(apart(R"([0, 1], "certificate": {"direction": [1, 0]})").refuted, 1);
  EXPECT_EQ(apart("[0, 0]").unchecked, 1);
}

}  // namespace
}  // namespace sunder
