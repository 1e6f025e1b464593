// SPDX-License-Identifier: Apache-2.0
//
// Tests every error code of the pipe's table, by lines that must cause it. A question follows each,
// and must still be answered.
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "pipe_run.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace {

constexpr const char* kBodies = R"("a": {"vertices": [[0]]}, "b": {"vertices": [[1]]})";

/// Returns a question about collinear points, with these additional keys.
std::string with(const std::string& keys) { return "{" + keys + ", " + kBodies + "}"; }
/// Returns a question about points of space, with these additional keys, also in b.
std::string in_space(const std::string& keys, const std::string& b_keys = "") {
  return "{" + keys + R"(, "a": {"vertices": [[0, 0, 0]]}, "b": {"vertices": [[1, 0, 0]])" +
         (b_keys.empty() ? "" : ", " + b_keys) + "}}";
}
const std::string kCastKey = R"("ask": ["cast"])";
/// Returns a question with this a.
std::string with_a(const std::string& a) {
  return R"({"id": 7, "a": )" + a + R"(, "b": {"vertices": [[1, 0, 0]]}})";
}

std::string row_of_ones(int length) {
  std::string row = "[1";
  for (int i = 1; i < length; ++i) row += ",1";
  return row + "]";
}

struct Case {
  std::string line;
  std::string code;
  std::string message;  ///< a part of it
};

const std::vector<Case>& cases() {
  static const std::vector<Case> list = {
      {"{", "syntax", "not closed"},
      {"abc", "syntax", "not JSON: a value is no number, string, true, false or null; each line"},
      {"{\"id\": 7, }", "syntax", "near byte"},
      {with("\"id\": 7") + "}", "syntax", "follows"},
      {"{\"id\": \"\xFF\"}", "syntax", "UTF-8"},
      {std::string(100'000, '['), "syntax", "not closed"},
      {std::string(100'000, '[') + std::string(100'000, ']'), "syntax", "nested"},
      {std::string("\0", 1), "syntax", ""},
      {"{}", "missing_key", "\"a\""},
      {R"({"a": {"vertices": []}})", "missing_key", "\"b\""},
      {R"({"define": "x"})", "missing_key", "vertices"},
      {with_a("{}"), "missing_key", "a has neither"},
      {with("\"ident\": 1"), "unknown_key", "\"ident\""},
      {with_a(R"({"vertexes": []})"), "unknown_key", "a has"},
      {R"({"define": "x", "vertices": [], "id": 1})", "unknown_key", "\"id\""},
      {R"({"vertices": [], "id": 1})", "unknown_key", "vertices"},
      {with("\"id\": 1, \"id\": 2"), "duplicate_key", "\"id\""},
      {with("\"id\": 1, \"\\u0069d\": 2"), "duplicate_key", "\"id\""},
      {with_a(R"({"vertices": [], "body": "x"})"), "duplicate_key", "twice"},
      {"7", "wrong_type", "no JSON object"},
      {"[1]", "wrong_type", "no JSON object"},
      {"null", "wrong_type", "no JSON object"},
      {with("\"id\": 1.5"), "wrong_type", "id is a number"},
      {with("\"id\": true"), "wrong_type", "id is a boolean"},
      {with("\"ask\": \"verdict\""), "wrong_type", "ask is a string"},
      {with("\"ask\": [1]"), "wrong_type", "ask[0] is a number"},
      {with("\"algorithm\": null"), "wrong_type", "algorithm is null"},
      {with("\"width\": \"1e-9\""), "wrong_type", "width is a string"},
      {with("\"raw\": 1"), "wrong_type", "raw is a number"},
      {with("\"hint\": 1"), "wrong_type", "hint is a number"},
      {with("\"certificate\": true"), "wrong_type", "certificate is a boolean"},
      {with_a("7"), "wrong_type", "a is a number"},
      {with_a(R"({"vertices": {}})"), "wrong_type", "a.vertices is an object"},
      {with_a(R"({"vertices": [1, 2, 3]})"), "wrong_type", "a.vertices[0] is a number"},
      {with_a(R"({"vertices": [[1, 2, "3"]]})"), "wrong_type", "a.vertices[0][2] is a string"},
      {with_a(R"({"vertices": [[1, 2, null]]})"), "wrong_type", "a.vertices[0][2] is null"},
      {with_a(R"({"body": 7})"), "wrong_type", "a.body is a number"},
      {R"({"define": 7, "vertices": []})", "wrong_type", "define is a number"},
      {with_a(R"({"vertices": [[]]})"), "wrong_shape", "a.vertices[0] is empty"},
      {with_a(R"({"vertices": [[1, 2, 3], [1, 2]]})"), "wrong_shape", "a.vertices[1]"},
      {with_a(R"({"vertices": [], "transform": [[1, 0, 0, 0]]})"), "wrong_shape", "3 x 4"},
      {with_a(R"({"vertices": [], "transform": []})"), "wrong_shape", "a.transform is 0 x 0"},
      {with_a(R"({"vertices": [], "quaternion": [1, 0, 0]})"), "wrong_shape", "a.quaternion"},
      {with_a(R"({"vertices": [], "translation": [1, 0, 0, 0]})"), "wrong_shape", "a.translation"},
      {with("\"ask\": []"), "wrong_shape", "ask is empty"},
      {with("\"hint\": {\"direction\": [1, 2]}"), "wrong_shape", "hint.direction"},
      {with("\"hint\": {\"pairs\": [[0,0],[0,0],[0,0],[0,0],[0,0]]}"), "wrong_shape",
       "in dimension 1 it has at most 4"},
      {with_a(R"({"vertices": [[1, 2]]})"), "dimension_mismatch", "a has dimension 2"},
      {R"({"id": 7, "a": {"vertices": [[1, 2]], "translation": [1, 0, 0]}, "b": {"vertices": [[1, 2]]}})",
       "wrong_shape", "a.translation places bodies of dimension 3, this one has 2"},
      {R"({"id": 7, "a": {"vertices": [[1, 2]]}, "b": {"vertices": [[1, 2]], "quaternion": [1, 0, 0, 0]}})",
       "wrong_shape", "b.quaternion places bodies of dimension 3, this one has 2"},
      {with_a(R"({"vertices": [[1, 2, NaN]]})"), "not_finite",
       "a.vertices[0][2] is NaN; every coordinate must be finite"},
      {with_a(R"({"vertices": [[Infinity, 2, 3]]})"), "not_finite", "a.vertices[0][0] is Infinity"},
      {with_a(R"({"vertices": [[-Infinity, 2, 3]]})"), "not_finite", "-Infinity"},
      {with_a(R"({"vertices": [[1e999, 2, 3]]})"), "not_finite", "1e999"},
      {with_a(R"({"vertices": [], "quaternion": [NaN, 0, 0, 0]})"), "not_finite",
       "a.quaternion[0]"},
      {with_a(R"({"vertices": [], "translation": [0, -1e999, 0]})"), "not_finite",
       "a.translation[1]"},
      {with_a(
           R"({"vertices": [], "transform": [[1, 0, 0, 0], [0, 1, 0, Infinity], [0, 0, 1, 0]]})"),
       "not_finite", "a.transform[1][3]"},
      {with("\"width\": Infinity"), "not_finite", "width"},
      {R"({"define": "x", "vertices": [[NaN]]})", "not_finite", "vertices[0][0]"},
      {with_a(R"({"vertices": [], "quaternion": [0, 0, -0.0, 0]})"), "zero_quaternion",
       "a.quaternion"},
      {with_a(R"({"vertices": [], "quaternion": [1,0,0,0], "transform": [[1,0,0,0],[0,1,0,0],)"
              R"([0,0,1,0]]})"),
       "conflicting_pose", "quaternion"},
      {with_a(R"({"vertices": [], "transform": [[1,0,0,0],[0,1,0,0],[0,0,1,0]],)"
              R"("translation": [0, 0, 0]})"),
       "conflicting_pose", "translation"},
      {with_a(R"({"body": "nobody"})"), "unknown_body", "\"nobody\""},
      {with("\"algorithm\": \"magic\""), "unknown_algorithm", "auto, "},
      {with("\"ask\": [\"depth\"]"), "not_served", "depth is not answered in dimension 1"},
      {with("\"ask\": [\"verdict\", \"volume\"]"), "not_served",
       "ask[1] is \"volume\"; what can be asked is verdict, distance, depth, contains, relation, "
       "contact, cast"},
      {R"({"a": {"vertices": [[1]]}, "b": {"vertices": [[2]]}, "ask": ["relation"]})", "not_served",
       "relation is not answered in dimension 1"},
      {with("\"ask\": [\"relation\"], \"algorithm\": \"gjk\""), "not_served",
       "gjk does not answer relation"},
      {with("\"ask\": [\"contact\"]"), "not_served", "contact"},
      {with("\"ask\": [\"cast\"]"), "not_served", "cast"},
      {with("\"margin\": -0.1"), "not_served", "the radii sum to less than 0"},
      {in_space(R"("ask": ["depth"], "algorithm": "gjk")"), "not_served",
       "gjk does not answer depth in dimension 3"},
      {in_space(R"("ask": ["contact"], "algorithm": "epa")"), "not_served",
       "epa does not answer contact in dimension 3"},
      {in_space(R"("margin": "0.1")"), "wrong_type", "margin is a string"},
      {in_space(R"("margin": NaN)"), "not_finite", "margin is NaN"},
      {in_space(R"("margin": 1)", R"("radius": -0.5)"), "wrong_shape", "b.radius is negative"},
      {in_space(R"("margin": 1)", R"("radius": null)"), "wrong_type", "b.radius is null"},
      {in_space(R"("margin": 1)", R"("radius": 1e999)"), "not_finite", "b.radius is 1e999"},
      {in_space(R"("id": 7)", R"("radius": -0.5)"), "wrong_shape", "b.radius is negative"},
      {in_space(R"("id": 7)", R"("radius": "1")"), "wrong_type", "b.radius is a string"},
      {in_space(R"("id": 7)", R"("motion": {})"), "unknown_key", "b.motion is read with"},
      {in_space(R"("tolerance": 1e-6)"), "unknown_key", "tolerance is read with \"cast\""},
      {in_space(R"("max_points": 4)"), "unknown_key", "max_points is read with \"contact\""},
      {in_space(R"("near": 0.1)"), "unknown_key", "near is read with \"contact\""},
      {in_space(R"("ask": ["contact"], "near": -0.1)"), "wrong_shape", "near is negative"},
      {in_space(R"("ask": ["contact"], "near": Infinity)"), "not_finite", "near is Infinity"},
      {in_space(R"("ask": ["contact"], "near": "0.1")"), "wrong_type", "near is a string"},
      {in_space(kCastKey + R"(, "tolerance": 0)"), "not_served", "tolerance must be greater"},
      {in_space(kCastKey + R"(, "tolerance": -1)"), "not_served", "tolerance must be greater"},
      {in_space(kCastKey + R"(, "tolerance": [1])"), "wrong_type", "tolerance is an array"},
      {in_space(R"("ask": ["contact"], "max_points": 0)"), "not_served", "max_points must be"},
      {in_space(R"("ask": ["contact"], "max_points": 1.5)"), "wrong_type", "max_points is a"},
      {in_space(R"("ask": ["contact"], "max_points": )" + std::string(61, '7')), "too_large",
       "max_points is " + std::string(60, '7') + "; it must be below 2^31"},
      {in_space(kCastKey, R"("motion": [1, 0, 0])"), "wrong_type", "b.motion is an array"},
      {in_space(kCastKey, R"("motion": {"speed": 1})"), "unknown_key", "b.motion has"},
      {in_space(kCastKey, R"("motion": {"angle": "pi"})"), "wrong_type", "b.motion.angle"},
      {in_space(kCastKey, R"("motion": {"angle": Infinity})"), "not_finite", "b.motion.angle"},
      {in_space(kCastKey, R"("motion": {"translation": [1, NaN, 0]})"), "not_finite",
       "b.motion.translation[1]"},
      {in_space(kCastKey, R"("motion": {"translation": [1, 0]})"), "wrong_shape",
       "b.motion.translation has length 2; in dimension 3 it must have length 3"},
      {in_space(kCastKey, R"("motion": {"angle": 1})"), "missing_key", "\"axis\""},
      {in_space(kCastKey, R"("motion": {"angle": 1, "axis": [0, 0, -0.0]})"), "wrong_shape",
       "b.motion.axis is zero"},
      {in_space(kCastKey, R"("motion": {"angle": 1, "axis": [0, 1]})"), "wrong_shape",
       "b.motion.axis has length 2"},
      {in_space(kCastKey, R"("motion": {"angle": 1, "axis": [0, 0, 1], "centre": [1]})"),
       "wrong_shape", "b.motion.centre has length 1"},
      {R"({"a": {"vertices": [[0, 0]], "motion": {"axis": [0, 0, 1]}}, )"
       R"("b": {"vertices": [[1, 1]]}, "ask": ["cast"]})",
       "wrong_shape", "leave the axis out"},
      {with("\"width\": 0"), "not_served", "width"},
      {with("\"width\": -1e-9"), "not_served", "width"},
      {with("\"certificate\": \"long\""), "not_served", "short, full or none"},
      {R"({"define": "x", "vertices": [)" + row_of_ones(257) + "]}", "too_large", "limit is 256"},
      {with_a(R"({"vertices": [)" + row_of_ones(300) + "]}"), "too_large", "a.vertices[0]"},
      {with("\"hint\": {\"pairs\": [[0, 3000000000]]}"), "too_large", "hint.pairs[0][1]"},
  };
  return list;
}

TEST(Refusal, EveryCodeByItsLinesAndTheStreamGoesOn) {
  for (const Case& item : cases()) {
    const PipeRun run = run_pipe(item.line + "\n" + with("\"id\": \"after\"") + "\n");
    ASSERT_EQ(run.lines.size(), 2U) << item.line.substr(0, 200);
    EXPECT_EQ(run.text(0, "error"), item.code) << run.lines[0];
    EXPECT_NE(run.text(0, "message").find(item.message), std::string::npos) << run.lines[0];
    EXPECT_EQ(run.json[0].at("line"), 1);
    EXPECT_EQ(run.text(1, "verdict"), "separated") << run.lines[1];
    EXPECT_EQ(run.summary.refused, 1);
    EXPECT_EQ(run.summary.answers, 1);
    EXPECT_TRUE(run.summary.status);
  }
}

TEST(Refusal, CarriesTheIdWhereTheLineIsJson) {
  const PipeRun run = run_pipe(with_a(R"({"vertices": [[NaN, 0, 0]]})") + "\n" +
                               R"({"a": 7, "id": "late"})" + "\n" + R"({"id": 7, "a": )" + "\n");
  ASSERT_EQ(run.json.size(), 3U);
  EXPECT_EQ(run.json[0].at("id"), 7);
  EXPECT_EQ(run.json[1].at("id"), "late");
  EXPECT_TRUE(run.json[2].at("id").is_null());
}

TEST(Refusal, ALineTooLongIsRefusedAndTheNextAnswered) {
  PipeOptions options;
  options.max_line = 1000;
  const PipeRun run = run_pipe(
      with("\"id\": \"" + std::string(2000, 'x') + "\"") + "\n" + with("\"id\": 2"), options);
  ASSERT_EQ(run.lines.size(), 2U);
  EXPECT_EQ(run.text(0, "error"), "too_large");
  EXPECT_NE(run.text(0, "message").find("1000 bytes"), std::string::npos);
  EXPECT_EQ(run.json[1].at("id"), 2);
}

TEST(Refusal, ANameIsDefinedOnce) {
  const PipeRun run = run_pipe(
      "{\"define\": \"p\", \"vertices\": [[NaN]]}\n"
      "{\"define\": \"p\", \"vertices\": [[0]]}\n"
      "{\"define\": \"p\", \"vertices\": [[1]]}\n"
      "{\"a\": {\"body\": \"p\"}, \"b\": {\"vertices\": [[0]]}}\n");
  ASSERT_EQ(run.lines.size(), 3U);
  EXPECT_EQ(run.text(0, "error"), "not_finite");
  EXPECT_EQ(run.text(1, "error"), "duplicate_key");
  EXPECT_NE(run.text(1, "message").find("line 2"), std::string::npos);
  EXPECT_EQ(run.text(2, "verdict"), "touching");
  EXPECT_EQ(run.summary.definitions, 1);
}

TEST(Refusal, LongKeysAreCutInMessages) {
  const PipeRun run = run_pipe("{\"" + std::string(100'000, 'k') + "\": 1}\n");
  EXPECT_LT(run.lines[0].size(), 400U);
}

/// A key is cut after a complete character.
TEST(Refusal, CutsBehindAWholeCharacter) {
  const auto repeated = [](const std::string& text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  const std::string two = "\xc3\xa9";
  const std::string three = "\xe2\x82\xac";
  const std::string four = "\xf0\x9f\x98\x80";
  struct Case {
    std::string key;
    std::string shown;
  };
  for (const Case& c :
       std::vector<Case>{{std::string(60, 'k'), std::string(60, 'k')},
                         {std::string(61, 'k'), std::string(60, 'k') + "..."},
                         {repeated(two, 30), repeated(two, 30)},
                         {repeated(two, 31), repeated(two, 30) + "..."},
                         {"k" + repeated(two, 31), "k" + repeated(two, 29) + "..."},
                         {"k" + repeated(three, 31), "k" + repeated(three, 19) + "..."},
                         {"kk" + repeated(three, 31), "kk" + repeated(three, 19) + "..."},
                         {"k" + repeated(four, 31), "k" + repeated(four, 14) + "..."}}) {
    const PipeRun run = run_pipe("{\"" + c.key + "\": 1}\n");
    const std::string message = run.text(0, "message");
    EXPECT_NE(message.find(" \"" + c.shown + "\""), std::string::npos) << message;
  }
}

/// Bodies of any dimension are defined and placed; a quaternion or translation requires space.
TEST(Refusal, WhatIsServedAtTheBorders) {
  const auto row = [](int length, int one) {
    std::string text = "[";
    for (int i = 0; i < length; ++i)
      text += std::string(i > 0 ? ", " : "") + (i == one ? "1" : "0");
    return text + "]";
  };
  const auto matrix = [&](int more) {
    std::string text = "[";
    for (int i = 0; i < kPipeMaxDimension; ++i) {
      text += (i > 0 ? ", " : "") + row(kPipeMaxDimension + 1 + more, i);
    }
    return text + "]";
  };
  const std::string point = "[" + row(kPipeMaxDimension, 0) + "]";
  const auto question = [&](int more) {
    return R"({"a": {"vertices": )" + point + R"(, "transform": )" + matrix(more) +
           R"(}, "b": {"vertices": )" + point + "}}\n";
  };
  EXPECT_EQ(run_pipe(question(0)).text(0, "verdict"), "touching");
  const PipeRun wide = run_pipe(question(1));
  EXPECT_NE(wide.json[0].dump().find("has length 258; the limit is 256"), std::string::npos);

  for (const char* pose : {R"("translation": [1, 2, 3])", R"("quaternion": [1, 0, 0, 0])"}) {
    for (const char* other : {"[[0, 0, 0]]", "[]"}) {
      const PipeRun run = run_pipe(std::string(R"({"a": {"vertices": [], )") + pose +
                                   R"(}, "b": {"vertices": )" + other + "}}\n");
      EXPECT_EQ(run.text(0, "verdict"), "separated") << run.output;
    }
  }
  const PipeRun defined = run_pipe(R"({"define": "p", "vertices": [[1, 2, 3, 4]]})"
                                   "\n"
                                   R"({"define": "q", "vertices": [[1], [3]]})"
                                   "\n"
                                   R"({"a": {"body": "p"}, "b": {"body": "p"}})"
                                   "\n"
                                   R"({"a": {"body": "q"}, "b": {"body": "q"}})"
                                   "\n");
  ASSERT_EQ(defined.json.size(), 2U) << defined.output;
  EXPECT_EQ(defined.text(0, "verdict"), "touching");
  EXPECT_EQ(defined.text(1, "verdict"), "overlapping");
}

}  // namespace
}  // namespace sunder
