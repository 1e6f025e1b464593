// SPDX-License-Identifier: Apache-2.0
//
// A margin through the pipe: exact answers about boxes, their certificates, and forgeries of these.
#include <gtest/gtest.h>
#include <string>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

std::string margin_keys(const std::string& margin, const std::string& more = "") {
  return R"(, "margin": )" + margin + more;
}
const std::string kFull = R"(, "certificate": "full")";

struct Case {
  const char* x;  ///< of the second square or cube; the signed distance is x - 1
  const char* margin;
  const char* word;
};
constexpr Case kCases[] = {
    {"3", "1.5", "farther"},
    {"3", "2", "exactly"},
    {"3", "2.0000000000000004", "closer"},
    {"3", "1.9999999999999998", "farther"},
    {"3", "0", "farther"},
    {"3", "-1", "farther"},
    {"1", "0", "exactly"},
    {"1", "5e-324", "closer"},
    {"1", "-5e-324", "farther"},
    {"0.75", "0", "closer"},
    {"0.75", "1", "closer"},
    {"0.75", "-0.25", "exactly"},
    {"0.75", "-0.125", "closer"},
    {"0.75", "-0.25000000000000006", "farther"},
};

TEST(MarginKey, ComparesExactly) {
  for (const Case& item : kCases) {
    for (const std::string& question :
         {ask_squares(item.x, "0.25", margin_keys(item.margin)),
          ask_cubes(std::string(item.x) + ", 0.25, 0.5", margin_keys(item.margin))}) {
      const PipeRun run = run_pipe(question);
      EXPECT_EQ(run.text(0, "margin"), item.word) << question;
      EXPECT_FALSE(run.json[0].contains("margin_certificate"));
      EXPECT_TRUE(run.json[0].contains("certificate"));
    }
  }
}

TEST(MarginKey, ARadiusPadsItsBody) {
  const auto word = [](const std::string& margin, const std::string& a, const std::string& b) {
    return run_pipe(ask_pair(kUnitSquare + R"(, "radius": )" + a,
                             R"("vertices": [[3, 0.5]], "radius": )" + b, margin_keys(margin)))
        .text(0, "margin");
  };
  EXPECT_EQ(word("0", "1.5", "0.5"), "exactly");
  EXPECT_EQ(word("0", "1.5", "0.25"), "farther");
  EXPECT_EQ(word("0", "1.75", "0.5"), "closer");
  EXPECT_EQ(word("1.5", "0.25", "0.25"), "exactly");
  EXPECT_EQ(word("-0.5", "2.5", "0"), "exactly");
  EXPECT_EQ(word("2", "0", "-0.0"), "exactly");
  EXPECT_EQ(word("2", "5e-324", "0"), "closer");
}

TEST(MarginKey, EmptyBodiesAreFarther) {
  const std::string question =
      ask_pair("\"vertices\": []", kUnitSquare, margin_keys("1e300", kFull));
  const PipeRun run = run_pipe(question);
  EXPECT_EQ(run.text(0, "margin"), "farther");
  EXPECT_TRUE(run.json.at(0)["margin_certificate"].is_null());
  EXPECT_EQ(run_verify(question, run.output).summary.margins.accepted, 1);
}

TEST(MarginKey, EveryFullCertificateIsAccepted) {
  for (const Case& item : kCases) {
    for (const std::string& question :
         {ask_squares(item.x, "0.25", margin_keys(item.margin, kFull)),
          ask_cubes(std::string(item.x) + ", 0.25, 0.5", margin_keys(item.margin, kFull))}) {
      const PipeRun run = run_pipe(question);
      EXPECT_TRUE(run.json.at(0)["margin_certificate"].is_object()) << run.output;
      const VerifyRun verified = run_verify(question, run.output);
      for (const VerifyFinding& finding : verified.findings) ADD_FAILURE() << finding.message;
      EXPECT_EQ(verified.summary.margins.accepted, 1) << run.output;
    }
  }
}

/// 2^d corners, and the cube moved by x along the first axis.
std::string ask_unit_cubes(int dimension, const std::string& x, const std::string& keys) {
  std::string corners, rows;
  for (int i = 0; i < 1 << dimension; ++i) {
    std::string corner;
    for (int k = 0; k < dimension; ++k) {
      if (k > 0) corner += ", ";
      corner += (i >> k & 1) == 0 ? "0" : "1";
    }
    corners += (i == 0 ? "[" : ", [") + corner + "]";
  }
  for (int k = 0; k < dimension; ++k) {
    rows += k == 0 ? "[" : ", [";
    for (int l = 0; l < dimension; ++l) rows += k == l ? "1, " : "0, ";
    rows += (k == 0 ? x : "0.25") + "]";
  }
  const std::string cube = R"("vertices": [)" + corners + "]";
  return ask_pair(cube, cube + R"(, "transform": [)" + rows + "]", keys);
}

TEST(MarginKey, IsComparedWithInEveryDimensionWhereItIsNotNegative) {
  for (const int dimension : {1, 4, 6}) {
    for (const Case& item : kCases) {
      const std::string question =
          ask_unit_cubes(dimension, item.x, margin_keys(item.margin, kFull));
      const PipeRun run = run_pipe(question);
      if (item.margin[0] == '-') {
        EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
        continue;
      }
      EXPECT_EQ(run.text(0, "margin"), item.word) << question;
      const VerifyRun verified = run_verify(question, run.output);
      for (const VerifyFinding& finding : verified.findings) ADD_FAILURE() << finding.message;
      EXPECT_EQ(verified.summary.margins.accepted, 1) << run.output;
    }
  }
}

TEST(MarginKey, IsUncheckedWithoutItsCertificate) {
  const std::string question = ask_squares("3", "0.25", margin_keys("1"));
  EXPECT_EQ(run_verify(question, run_pipe(question).output).summary.margins.unchecked, 1);
}

TEST(MarginKey, TheKeysStandInTheirOrder) {
  const auto answer = nlohmann::ordered_json::parse(
      run_pipe(ask_squares("3", "0.25", margin_keys("1", kFull))).lines.at(0));
  std::vector<std::string> keys;
  for (const auto& item : answer.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"id", "verdict", "margin", "certificate",
                                            "margin_certificate", "decided_by", "stage"}));
}

/// The squares are 2 apart, or overlap by 0.25; `keys` are those after the answer's verdict.
VerifyTally verify_margin(const std::string& x, const std::string& margin,
                          const std::string& keys) {
  return run_verify(ask_squares(x, "0.25", margin_keys(margin)),
                    R"({"id": 1, "verdict": "undecided", )" + keys + "}")
      .summary.margins;
}
std::string margin_answer(const std::string& word, const std::string& proof) {
  return R"("margin": ")" + word + R"(", "margin_certificate": )" + proof;
}

const std::string kDirection = R"({"direction": [1, 0]})";
/// (1, 0.5) of a and (3, 0.5) of b: 2 apart.
const std::string kPoints = R"("a": [[1, 1], [2, 1]], "b": [[0, 3], [3, 1]])";
/// The corners of C = [-1.75, 0.25] x [-1.25, 0.75], once around.
const std::string kHull =
    R"("pairs": [[1,3],[2,0],[3,1],[0,2]], "facets": [[0,1],[1,2],[2,3],[3,0]])";

TEST(MarginProof, WrittenByHandIsAccepted) {
  const struct {
    const char* x;
    const char* margin;
    std::string keys;
  } cases[] = {
      {"3", "1.5", margin_answer("farther", kDirection)},
      {"3", "-1", margin_answer("farther", kDirection)},
      {"3", "2", margin_answer("exactly", R"({"direction": [2, 0], )" + kPoints + "}")},
      {"3", "2.5", margin_answer("closer", "{" + kPoints + "}")},
      {"0.75", "-0.5", margin_answer("farther", kDirection)},
      {"0.75", "-0.25", margin_answer("exactly", R"({"direction": [1, 0], )" + kHull + "}")},
      {"0.75", "-0.125", margin_answer("closer", "{" + kHull + "}")},
      {"0.75", "0", margin_answer("closer", "{" + kHull + "}")},
      {"0.75", "0", margin_answer("closer", R"({"pairs": [[1,3],[2,0],[3,1],[0,2]]})")},
  };
  for (const auto& item : cases) {
    EXPECT_EQ(verify_margin(item.x, item.margin, item.keys).accepted, 1) << item.keys;
  }
}

TEST(MarginProof, ForgedIsRefuted) {
  const struct {
    const char* x;
    const char* margin;
    std::string keys;
  } cases[] = {
      {"3", "2", margin_answer("farther", kDirection)},
      {"3", "2.5", margin_answer("farther", kDirection)},
      {"3", "1", margin_answer("farther", R"({"direction": [0, 1]})")},
      {"3", "1", margin_answer("farther", R"({"direction": [0, 0]})")},
      {"3", "1", margin_answer("farther", R"({"direction": [1, 0, 0]})")},
      {"3", "2", margin_answer("closer", "{" + kPoints + "}")},
      {"3", "2", margin_answer("exactly", kDirection)},
      {"3", "2", margin_answer("exactly", "{" + kPoints + "}")},
      {"3", "1.5", margin_answer("exactly", R"({"direction": [1, 0], )" + kPoints + "}")},
      {"3", "2.5", margin_answer("closer", R"({"a": [[7, 1]], "b": [[0, 1]]})")},
      {"3", "2.5", margin_answer("closer", R"({"a": [[1, -1]], "b": [[0, -1]]})")},
      {"0.75", "-0.25", margin_answer("closer", "{" + kHull + "}")},
      {"0.75", "-0.25", margin_answer("farther", kDirection)},
      {"0.75", "-0.125",
       margin_answer("closer", R"({"pairs": [[1,3],[2,0],[3,1],[0,2]], "facets": [[0,1]]})")},
  };
  for (const auto& item : cases) {
    EXPECT_EQ(verify_margin(item.x, item.margin, item.keys).refuted, 1) << item.keys;
  }
}

TEST(MarginProof, IsAboutTheQuestionsMargin) {
  const VerifyRun run =
      run_verify(ask_squares("3", "0.25", ""), R"({"id": 1, "verdict": "separated", )" +
                                                   margin_answer("farther", kDirection) +
                                                   R"(, "certificate": {"direction": [1, 0]}})");
  EXPECT_EQ(run.summary.margins.refuted, 1);
  EXPECT_TRUE(run.summary.refuted());
  EXPECT_EQ(run.findings.at(0).message, "margin: the question has no margin");
  EXPECT_EQ(verify_margin("3", "1", margin_answer("farther", "null")).unchecked, 1);
}

}  // namespace
}  // namespace sunder
