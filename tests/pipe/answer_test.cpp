// SPDX-License-Identifier: Apache-2.0
//
// Answers: their keys and their order, dimensions, poses, options.
#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>

#include "batch/executors.hpp"
#include "pipe_run.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kSquare = "[[0,0],[1,0],[1,1],[0,1]]";
const std::string kCube = "[[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]]";

std::string question(const std::string& a, const std::string& b, const std::string& keys = "") {
  return R"({"id": 1, "a": {)" + a + R"(}, "b": {)" + b + "}" + keys + "}\n";
}
std::string vertices(const std::string& points) { return "\"vertices\": " + points; }

std::string verdict(const std::string& a, const std::string& b, const std::string& keys = "") {
  return run_pipe(question(a, b, keys)).text(0, "verdict");
}

TEST(Answer, HasTheKeysOfTheContractInTheirOrder) {
  const PipeRun run = run_pipe(question(vertices("[[0,0],[1,0]]"), vertices("[[3,0],[3,1]]"),
                                        R"(, "ask": ["contains", "distance", "verdict"])"));
  const auto answer = nlohmann::ordered_json::parse(run.lines.at(0));
  std::vector<std::string> keys;
  for (const auto& item : answer.items()) keys.push_back(item.key());
  EXPECT_EQ(keys,
            (std::vector<std::string>{"id", "verdict", "distance", "contains", "normal", "point_a",
                                      "point_b", "certificate", "decided_by", "stage"}));
  EXPECT_EQ(answer["verdict"], "separated");
  EXPECT_LE(answer["distance"][0], 2);
  EXPECT_GE(answer["distance"][1], 2);
  EXPECT_EQ(answer["contains"], false);
  EXPECT_EQ(answer["normal"], json({1, 0}));
  EXPECT_EQ(answer["point_a"], json({1, 0}));
  EXPECT_EQ(answer["point_b"][0], 3);
  EXPECT_TRUE(answer["certificate"].contains("direction"));
}

TEST(Answer, TheVerdictAloneIsShort) {
  const PipeRun run = run_pipe(question(vertices(kSquare), vertices("[[0.5,0.5]]")));
  EXPECT_EQ(run.text(0, "verdict"), "overlapping");
  EXPECT_FALSE(run.json[0].contains("distance"));
  EXPECT_FALSE(run.json[0].contains("normal"));
  EXPECT_FALSE(run.json[0].contains("contains"));
  EXPECT_FALSE(run.json[0].contains("proven"));
  EXPECT_TRUE(run.json[0]["certificate"].contains("pairs"));
}

TEST(Answer, BodiesThatMeetAreAtDistanceZero) {
  for (const std::string point : {"[[0.5,0.5]]", "[[1,0.5]]", "[[1,1]]"}) {
    const PipeRun run =
        run_pipe(question(vertices(kSquare), vertices(point), R"(, "ask": ["distance"])"));
    EXPECT_EQ(run.json[0]["distance"], json({0, 0})) << run.lines[0];
  }
}

TEST(Answer, TheAlgorithmLpTellsTheOneNormToo) {
  const std::string ask = R"(, "ask": ["distance"], "algorithm": "lp")";
  const PipeRun apart = run_pipe(question(vertices(kSquare), vertices("[[4,5],[5,5]]"), ask));
  EXPECT_LE(apart.json[0]["one_norm"][0], 7);
  EXPECT_GE(apart.json[0]["one_norm"][1], 7);
  EXPECT_LE(apart.json[0]["distance"][0], 5);
  EXPECT_GE(apart.json[0]["distance"][1], 5);
  const PipeRun meeting = run_pipe(question(vertices(kSquare), vertices("[[1,1]]"), ask));
  EXPECT_EQ(meeting.json[0]["one_norm"], json({0, 0}));
  const PipeRun other =
      run_pipe(question(vertices(kSquare), vertices("[[4,5]]"), R"(, "ask": ["distance"])"));
  EXPECT_FALSE(other.json[0].contains("one_norm"));
}

TEST(Answer, NormalAndPointsWhereBodiesTouchAndOverlap) {
  const std::string ask = R"(, "ask": ["distance"])";
  const PipeRun touching =
      run_pipe(question(vertices(kSquare), vertices("[[1,0.5],[2,0.5]]"), ask));
  EXPECT_EQ(touching.text(0, "verdict"), "touching");
  EXPECT_EQ(touching.json[0]["normal"], json({1, 0}));
  EXPECT_EQ(touching.json[0]["point_a"], touching.json[0]["point_b"]);
  const PipeRun deep =
      run_pipe(question(vertices(kSquare), vertices("[[0.5,0.5],[2,0.5],[2,3]]"), ask));
  EXPECT_EQ(deep.text(0, "verdict"), "overlapping");
  EXPECT_TRUE(deep.json[0]["normal"].is_null());
}

TEST(Answer, AnEmptyBodyIsFarFromEverything) {
  for (const auto& [a, b] : {std::pair{"[]", "[[1,2]]"}, {"[[1,2]]", "[]"}, {"[]", "[]"}}) {
    const PipeRun run = run_pipe(question(vertices(a), vertices(b), R"(, "ask": ["distance"])"));
    EXPECT_NE(
        run.lines[0].find(R"("verdict": "separated", "distance": [1.7976931348623157e308, null])"),
        std::string::npos)
        << run.lines[0];
    EXPECT_TRUE(run.json[0]["certificate"].is_null());
    EXPECT_TRUE(run.json[0]["normal"].is_null());
    EXPECT_TRUE(run.json[0]["point_a"].is_null());
  }
}

TEST(Answer, AnUpperBoundThatOverflowsIsNull) {
  const PipeRun run = run_pipe(
      question(vertices("[[-1.7e308]]"), vertices("[[1.7e308]]"), R"(, "ask": ["distance"])"));
  EXPECT_EQ(run.text(0, "verdict"), "separated");
  EXPECT_TRUE(run.json[0]["distance"][1].is_null()) << run.lines[0];
  EXPECT_GT(run.json[0]["distance"][0], 1.7e308);
}

TEST(Answer, TheIdIsEchoedByteForByte) {
  for (const std::string id :
       {"7", "-0", "null", R"("a\u00e9\"b")", "123456789012345678901234567890"}) {
    const PipeRun run =
        run_pipe(R"({"a": {"vertices": []}, "id" : )" + id + R"( , "b": {"vertices": []}})");
    EXPECT_EQ(run.lines[0].substr(0, 8 + id.size()), R"({"id": )" + id + ",") << id;
  }
  EXPECT_EQ(run_pipe(R"({"a": {"vertices": []}, "b": {"vertices": []}})").lines[0].substr(0, 12),
            R"({"id": null,)");
}

TEST(Answer, EveryDimensionIsServed) {
  for (int d = 1; d <= 8; ++d) {
    std::string corner = "[0";
    std::string far = "[3";
    for (int k = 1; k < d; ++k) {
      corner += ",0";
      far += ",0";
    }
    const std::string a = "[" + corner + "]]";
    const std::string b = "[" + far + "]]";
    const PipeRun run = run_pipe(question(vertices(a), vertices(b), R"(, "ask": ["distance"])") +
                                 question(vertices(a), vertices(a)));
    EXPECT_EQ(run.text(0, "verdict"), "separated") << d;
    EXPECT_LE(run.json[0]["distance"][0], 3) << d;
    EXPECT_GE(run.json[0]["distance"][1], 3) << d;
    EXPECT_EQ(run.json[0]["normal"].size(), static_cast<std::size_t>(d));
    EXPECT_EQ(run.text(1, "verdict"), "touching") << d;
  }
}

TEST(Pose, ATransformIsRowMajorWithTheOffsetLast) {
  const std::string segment = vertices("[[0,0],[1,0]]");
  const std::string turned = R"(, "transform": [[0, -1, 10], [1, 0, 20]])";
  EXPECT_EQ(verdict(segment + turned, vertices("[[10, 21]]")), "touching");
  EXPECT_EQ(verdict(segment + turned, vertices("[[11, 20]]")), "separated");
  EXPECT_EQ(verdict(segment + R"(, "transform": null)", vertices("[[1, 0]]")), "touching");
}

TEST(Pose, AQuaternionIsTheExactRotation) {
  // A quarter turn about z, not normalised: x maps to y.
  const std::string segment = vertices("[[1,0,0],[2,0,0]]");
  EXPECT_EQ(verdict(segment + R"(, "quaternion": [3, 0, 0, 3])", vertices("[[0,2,0]]")),
            "touching");
  EXPECT_EQ(verdict(segment + R"(, "quaternion": [3, 0, 0, 3], "translation": [0, 0, 5])",
                    vertices("[[0,2,5]]")),
            "touching");
  EXPECT_EQ(verdict(segment + R"(, "translation": [0, 0, 5])", vertices("[[2,0,5]]")), "touching");
  EXPECT_EQ(
      verdict(segment + R"(, "transform": null, "translation": [0, 0, 5])", vertices("[[2,0,5]]")),
      "touching");
}

TEST(Pose, EmptyBodiesTakeADimensionFromEachOtherOrTheirPoses) {
  EXPECT_EQ(verdict(vertices("[]") + R"(, "quaternion": [1,0,0,0])", vertices(kCube)), "separated");
  EXPECT_EQ(verdict(vertices("[]") + R"(, "transform": [[1,0,0],[0,1,0]])", vertices("[]")),
            "separated");
  const PipeRun run =
      run_pipe(question(vertices("[]") + R"(, "quaternion": [1,0,0,0])", vertices(kSquare)));
  EXPECT_EQ(run.text(0, "error"), "wrong_shape");
}

TEST(Definition, IsNamedByTheQuestionsAfterIt) {
  const PipeRun run =
      run_pipe("{\"define\": \"cube\", \"vertices\": " + kCube + "}\n" +
               "{\"define\": \"none\", \"vertices\": []}\n" +
               "{\"define\": \"t\\u00e4g\", \"vertices\": [[5]]}\n" +
               question("\"body\": \"cube\"", R"("body": "cube", "translation": [1, 0, 0])") +
               question("\"body\": \"cube\"", R"("body": "cube", "translation": [1.5, 0, 0])") +
               question("\"body\": \"none\"", "\"body\": \"cube\"") +
               question("\"body\": \"t\xC3\xA4g\"", vertices("[[5]]")));
  ASSERT_EQ(run.lines.size(), 4U);
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  EXPECT_EQ(run.text(1, "verdict"), "separated");
  EXPECT_EQ(run.text(2, "verdict"), "separated");
  EXPECT_EQ(run.text(3, "verdict"), "touching");
  EXPECT_EQ(run.summary.definitions, 3);
  EXPECT_EQ(run.summary.refused, 0);
}

TEST(Options, EveryAlgorithmIsAskedByName) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const std::string keys = R"(, "algorithm": ")" + std::string(algorithm.name) + "\"";
    const int dimension = algorithm.dimensions.back() >= 3 ? 3 : 2;
    const std::string body = vertices(dimension == 3 ? kCube : kSquare);
    const std::string offset = dimension == 3 ? R"(, "translation": [3, 0, 0])" : "";
    const PipeRun run = run_pipe(question(body, body + offset, keys));
    EXPECT_EQ(run.text(0, "verdict"), dimension == 3 ? "separated" : "overlapping") << run.lines[0];
    EXPECT_NE(run.text(0, "decided_by"), "hint");
    EXPECT_NE(run.text(0, "decided_by"), "bounds");
  }
}

TEST(Options, RawIsUnprovenAndHasNoCertificate) {
  const PipeRun run =
      run_pipe(question(vertices(kCube), vertices("[[5,5,5]]"), R"(, "raw": true)"));
  EXPECT_EQ(run.json[0]["proven"], false);
  EXPECT_FALSE(run.json[0].contains("certificate"));
}

TEST(Options, TheCertificateIsShortFullOrNone) {
  const auto certificate = [](const std::string& wish) {
    return run_pipe(question(vertices(kCube), vertices("[[5,5,5],[6,7,8]]"),
                             R"(, "ask": ["distance"], "certificate": ")" + wish + "\""))
        .json[0]
        .value("certificate", json("absent"));
  };
  EXPECT_EQ(certificate("none"), "absent");
  EXPECT_FALSE(certificate("short").contains("distance"));
  EXPECT_TRUE(certificate("full").contains("distance"));
}

TEST(Options, AWidthIsReached) {
  const PipeRun run = run_pipe(question(vertices("[[0,0],[3,1]]"), vertices("[[7,5],[1,9]]"),
                                        R"(, "ask": ["distance"], "width": 1e-15)"));
  const double lower = run.json[0]["distance"][0];
  const double upper = run.json[0]["distance"][1];
  EXPECT_LE(upper - lower, 1e-15 * lower);
  EXPECT_GT(lower, 0);
}

TEST(Options, AnAnswersCertificateIsAHintForTheNext) {
  const std::string a = vertices(kCube);
  const std::string b = vertices("[[3,0,0],[4,5,6]]");
  const PipeRun first = run_pipe(question(a, b));
  const PipeRun second =
      run_pipe(question(a, b, ", \"hint\": " + first.json[0]["certificate"].dump()));
  EXPECT_EQ(second.text(0, "verdict"), "separated");
  EXPECT_EQ(second.text(0, "decided_by"), "hint") << second.lines[0];
  EXPECT_EQ(second.text(0, "stage"), "hint");
}

TEST(Options, AHintFromAnotherPairDoesNoHarm) {
  for (const std::string hint :
       {R"({"direction": [0, -1, 0]})", R"({"pairs": [[0, 0], [5, 1]]})",
        R"({"pairs": [[-1, 77]]})", R"({"pairs": [[0, 0]], "direction": [1, 0, 0]})",
        R"({"direction": [0, 0, 0]})", R"({"direction": [1, 0, 0], "distance": {"a": [[9, 1]]}})",
        "null"}) {
    EXPECT_EQ(verdict(vertices(kCube), vertices("[[3,0,0],[4,5,6]]"), ", \"hint\": " + hint),
              "separated")
        << hint;
  }
}

TEST(Options, ContainsAsksWhetherAIsInB) {
  const auto contains = [](const std::string& a, const std::string& b) {
    return run_pipe(question(vertices(a), vertices(b), R"(, "ask": ["contains"])"))
        .json[0]["contains"];
  };
  EXPECT_EQ(contains("[[0.5,0.5],[1,1]]", kSquare), true);
  EXPECT_EQ(contains(kSquare, "[[0.5,0.5],[1,1]]"), false);
  EXPECT_EQ(contains("[]", kSquare), true);
  EXPECT_EQ(contains(kSquare, "[]"), false);
  EXPECT_EQ(contains("[]", "[]"), true);
}

TEST(Relation, KeysInTheirOrder) {
  const PipeRun run = run_pipe(question(vertices(kCube), vertices("[[0.5,0.5,1],[2,0,2],[2,1,2]]"),
                                        R"(, "ask": ["relation"], "certificate": "none")"));
  EXPECT_EQ(run.lines.at(0),
            R"({"id": 1, "verdict": "touching", "relation": "face", )"
            R"("features": {"a": {"kind": "face", "vertices": [4, 5, 7, 6]}, )"
            R"("b": {"kind": "vertex", "vertices": [0]}}, "contact_dimension": 0, )"
            R"("meets_relative_interiors": false, "a_in_b": false, "b_in_a": false, )"
            R"("decided_by": ")" +
                run.text(0, "decided_by") + R"(", "stage": ")" + run.text(0, "stage") + "\"}");
}

TEST(Relation, SeparatedHasNoFeatures) {
  const PipeRun run = run_pipe(question(vertices(kSquare), vertices("[[3,3]]"),
                                        R"(, "ask": ["relation", "distance", "contains"])"));
  EXPECT_EQ(run.text(0, "relation"), "separated");
  EXPECT_TRUE(run.json[0]["features"].is_null());
  EXPECT_TRUE(run.json[0]["contact_dimension"].is_null());
  EXPECT_EQ(run.json[0]["a_in_b"], false);
  EXPECT_TRUE(run.json[0].contains("distance"));
  EXPECT_EQ(run.json[0]["contains"], false);
}

TEST(Relation, WholeBodiesAreInteriors) {
  const PipeRun run = run_pipe(question(vertices("[[0.5,0.5],[1,0.5],[0.5,1]]"), vertices(kSquare),
                                        R"(, "ask": ["relation"])"));
  EXPECT_EQ(run.text(0, "relation"), "containment");
  EXPECT_EQ(run.json[0]["features"]["b"],
            json({{"kind", "interior"}, {"vertices", json::array()}}));
  EXPECT_EQ(run.json[0]["contact_dimension"], 2);
  EXPECT_EQ(run.json[0]["meets_relative_interiors"], true);
  EXPECT_EQ(run.json[0]["a_in_b"], true);
  EXPECT_EQ(run.json[0]["b_in_a"], false);
}

TEST(Stream, BlankLinesHaveNoAnswer) {
  const PipeRun run = run_pipe("\n  \t\n" + question(vertices("[]"), vertices("[]")) + "\r\n" +
                               question(vertices("[]"), vertices("[]")));
  EXPECT_EQ(run.lines.size(), 2U);
  EXPECT_EQ(run.summary.lines, 5);
}

/// Accepts some bytes, then the reader is closed.
class ClosingSink final : public Sink {
 public:
  Status write(std::string_view bytes) override {
    taken += bytes.size();
    if (taken > 100'000) return Error{io_error::cannot_write, "closed"};
    return {};
  }
  std::size_t taken = 0;
};

TEST(Stream, EndsWhenNobodyReadsTheAnswers) {
  std::string questions;
  for (int i = 0; i < 20'000; ++i) questions += question(vertices("[]"), vertices("[]"));
  const auto source = text_source(questions);
  ClosingSink sink;
  const PipeSummary summary = answer_questions(*source, sink);
  ASSERT_FALSE(summary.status);
  EXPECT_EQ(summary.status.error().code, io_error::cannot_write);
  EXPECT_LT(summary.lines, 20'000);
}

TEST(Stream, EndsOnThreadsToo) {
  std::string questions;
  for (int i = 0; i < 50'000; ++i) questions += question(vertices("[]"), vertices("[]"));
  const auto source = text_source(questions);
  ClosingSink sink;
  test::Threads threads(2);
  PipeOptions options;
  options.executor = &threads;
  const PipeSummary summary = answer_questions(*source, sink, options);
  ASSERT_FALSE(summary.status);
  EXPECT_EQ(summary.status.error().code, io_error::cannot_write);
  EXPECT_LT(summary.lines, 50'000);
}

/// Returns a question only after the answer to the previous one.
class AskingSource final : public Source {
 public:
  explicit AskingSource(const std::string& answers) : answers_(answers) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    EXPECT_EQ(std::count(answers_.begin(), answers_.end(), '\n'), asked);
    if (asked == 5) return std::size_t{0};
    ++asked;
    const std::string line = question(vertices("[]"), vertices("[]")) + "\n";
    EXPECT_LE(line.size(), size);
    std::copy(line.begin(), line.end(), into);
    return line.size();
  }
  int asked = 0;

 private:
  const std::string& answers_;
};

TEST(Stream, AnAnswerIsOutBeforeTheNextQuestionIsWaitedFor) {
  std::string output;
  AskingSource source(output);
  const auto sink = text_sink(output);
  EXPECT_EQ(answer_questions(source, *sink).answers, 5);
  EXPECT_EQ(source.asked, 5);
}

TEST(Stream, ThreadsDoNotHoldAnAnswerBack) {
  std::string output;
  AskingSource source(output);
  const auto sink = text_sink(output);
  test::Threads threads(2);
  PipeOptions options;
  options.executor = &threads;
  EXPECT_EQ(answer_questions(source, *sink, options).answers, 5);
  EXPECT_EQ(source.asked, 5);
}

// Equal to the last bit, although more is known about a defined body: clouds, most of whose points
// are inside.
TEST(Answer, IsTheSameOfBodiesDefinedBefore) {
  std::minstd_rand random(7);
  const auto entry = [&] { return static_cast<double>(random() % 2001) / 1000 - 1; };
  std::string inline_lines;
  std::string definitions;
  std::string defined_lines;
  for (int i = 0; i < 60; ++i) {
    const auto cloud = [&](double from) {
      json points = json::array();
      for (int k = 0; k < 40; ++k) points.push_back({entry() + from, entry(), entry()});
      return points;
    };
    const json a = {{"vertices", cloud(0)}};
    const json b = {{"vertices", cloud(i % 2 == 0 ? 1.5 : 2.25)}};
    json question = {{"ask", {"distance", "depth"}}, {"certificate", "none"}};
    const std::string name = std::to_string(i);
    for (const auto& [key, body] : {std::pair("a", a), std::pair("b", b)}) {
      json definition = body;
      definition["define"] = key + name;
      definitions += definition.dump() + "\n";
      question[key] = body;
    }
    inline_lines += question.dump() + "\n";
    for (const char* key : {"a", "b"}) question[key] = {{"body", key + name}};
    defined_lines += question.dump() + "\n";
  }
  const PipeRun first = run_pipe(inline_lines);
  const PipeRun second = run_pipe(definitions + defined_lines);
  ASSERT_EQ(first.lines.size(), 60U);
  ASSERT_EQ(second.lines.size(), 60U);
  int apart = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    for (const char* key : {"verdict", "distance", "depth"}) {
      EXPECT_EQ(first.json[i][key].dump(), second.json[i][key].dump()) << i;
    }
    apart += first.text(i, "verdict") == "separated" ? 1 : 0;
  }
  EXPECT_GT(apart, 10);
  EXPECT_LT(apart, 50);
}

}  // namespace
}  // namespace sunder
