// SPDX-License-Identifier: Apache-2.0
//
// Tests "contact" through the pipe: boxes whose common part is known to the last bit.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kContact = R"(, "ask": ["contact"], "certificate": "none")";

std::vector<json> sorted_points(const json& contact, const char* key) {
  std::vector<json> points;
  for (const json& point : contact["points"]) points.push_back(point[key]);
  std::sort(points.begin(), points.end());
  return points;
}

TEST(ContactKey, OfCubesThatTouchIsTheExactCommonPolygon) {
  const PipeRun run = run_pipe(ask_cubes("1, 0.5, 0.25", kContact));
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  const json& contact = run.json.at(0)["contact"];
  expect_vector(contact["normal"], {1, 0, 0});
  EXPECT_EQ(contact["dimension"], 2);
  const std::vector<json> corners = {{1, 0.5, 0.25}, {1, 0.5, 1}, {1, 1, 0.25}, {1, 1, 1}};
  EXPECT_EQ(sorted_points(contact, "point_a"), corners);
  EXPECT_EQ(sorted_points(contact, "point_b"), corners);
  for (const json& point : contact["points"]) {
    EXPECT_EQ(point["depth"], 0);
    ASSERT_EQ(point["id"].size(), 2U);
    EXPECT_EQ(point["id"][0].size(), 2U);
    EXPECT_EQ(point["id"][1].size(), 2U);
  }
}

TEST(ContactKey, OfCubesThatOverlapHasTheDepthAtEachPoint) {
  const PipeRun run = run_pipe(ask_cubes("0.9375, 0.5, 0.25", kContact));
  EXPECT_EQ(run.text(0, "verdict"), "overlapping");
  const json& contact = run.json.at(0)["contact"];
  expect_vector(contact["normal"], {1, 0, 0});
  ASSERT_EQ(contact["points"].size(), 4U);
  for (const json& point : contact["points"]) {
    EXPECT_NEAR(point["depth"].get<double>(), 0.0625, 1e-12);
    EXPECT_NEAR(point["point_a"][0].get<double>() - point["point_b"][0].get<double>(), 0.0625,
                1e-12);
  }
}

TEST(ContactKey, OfSquaresIsASegment) {
  const PipeRun run = run_pipe(ask_squares("1", "0.5", kContact));
  const json& contact = run.json.at(0)["contact"];
  expect_vector(contact["normal"], {1, 0});
  EXPECT_EQ(contact["dimension"], 1);
  EXPECT_EQ(sorted_points(contact, "point_a"), (std::vector<json>{{1, 0.5}, {1, 1}}));
}

TEST(ContactKey, KeepsAtMostThePointsThatAreAskedFor) {
  for (const std::size_t most : {1U, 2U, 3U, 4U, 9U}) {
    const PipeRun run = run_pipe(
        ask_cubes("1, 0.5, 0.25", kContact + R"(, "max_points": )" + std::to_string(most)));
    EXPECT_EQ(run.json.at(0)["contact"]["points"].size(), std::min<std::size_t>(most, 4));
  }
}

TEST(ContactKey, IsNullWhereTheBodiesAreApart) {
  for (const std::string& question :
       {ask_cubes("2, 0, 0", kContact), ask_squares("2", "0", kContact),
        ask_pair("\"vertices\": []", kUnitCube, kContact)}) {
    const PipeRun run = run_pipe(question);
    EXPECT_EQ(run.text(0, "verdict"), "separated");
    EXPECT_TRUE(run.json[0]["contact"].is_null());
  }
}

TEST(ContactKey, OfCubesThatAreNearHasNegativeDepths) {
  const std::string near = kContact + R"(, "near": )";
  for (const std::string& limit : {std::string("0.0625"), std::string("0.5")}) {
    const PipeRun run = run_pipe(ask_cubes("1.0625, 0.5, 0.25", near + limit));
    EXPECT_EQ(run.text(0, "verdict"), "separated");
    const json& contact = run.json.at(0)["contact"];
    expect_vector(contact["normal"], {1, 0, 0});
    ASSERT_EQ(contact["points"].size(), 4U);
    for (const json& point : contact["points"]) EXPECT_EQ(point["depth"], -0.0625);
  }
  for (const std::string& limit : {std::string("0"), std::string("0.0624")}) {
    const PipeRun run = run_pipe(ask_cubes("1.0625, 0.5, 0.25", near + limit));
    EXPECT_TRUE(run.json.at(0)["contact"].is_null());
  }
}

/// More points than the answer in C++ holds: two prisms of 12 sides, one turned on the other.
TEST(ContactKey, HasAllThePointsThereAre) {
  const auto prism = [](double turn, double low, double high) {
    json points = json::array();
    for (int i = 0; i < 12; ++i) {
      const double angle = turn + std::acos(-1.0) * i / 6;
      for (const double z : {low, high}) points.push_back({std::cos(angle), std::sin(angle), z});
    }
    return R"("vertices": )" + points.dump();
  };
  const std::string a = prism(0, 0, 1);
  const std::string b = prism(0.2, 1, 2);
  for (const auto& [most, count] :
       {std::pair{"", 24U}, {R"(, "max_points": 13)", 13U}, {R"(, "max_points": 5)", 5U}}) {
    const PipeRun run = run_pipe(ask_pair(a, b, kContact + most));
    const json& contact = run.json.at(0)["contact"];
    EXPECT_EQ(contact["points"].size(), count);
    EXPECT_EQ(contact["dimension"], 2);
  }
}

TEST(ContactKey, ReadsBack) {
  for (const char* move : {"1, 0.5, 0.25", "0.9375, 0.5, 0.25", "2, 0, 0", "1.5, 0, 0"}) {
    const std::string question = ask_cubes(move, R"(, "ask": ["contact"], "near": 0.5)");
    const VerifyRun run = run_verify(question, run_pipe(question).output);
    for (const VerifyFinding& finding : run.findings) ADD_FAILURE() << finding.message;
    EXPECT_EQ(run.summary.verdicts.accepted, 1);
    EXPECT_EQ(claims_of(run, Question::contact), 1);
  }
}

}  // namespace
}  // namespace sunder
