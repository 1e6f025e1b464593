// SPDX-License-Identifier: Apache-2.0
//
// "cast" through the pipe: boxes in linear motion, whose times are known exactly, and a bar that
// rotates onto a corner.
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kCast = R"(, "ask": ["cast"])";

/// Unit cubes 2 apart along x; the motions are objects.
json cast_cubes(const std::string& motion_a, const std::string& motion_b,
                const std::string& x = "3") {
  const PipeRun run = run_pipe(ask_pair(
      kUnitCube + R"(, "motion": )" + motion_a,
      kUnitCube + R"(, "translation": [)" + x + R"(, 0.5, 0.25], "motion": )" + motion_b, kCast));
  EXPECT_EQ(run.summary.refused, 0) << run.output;
  return run.json.at(0).value("cast", json());
}

TEST(CastKey, BoxesInLinearMotionMeetAtTheExactTime) {
  for (const auto& [a, b] : {std::pair{"{}", R"({"translation": [-4, 0, 0]})"},
                             {R"({"translation": [4, 0, 0]})", "{}"},
                             {R"({"translation": [1, 7, 0]})", R"({"translation": [-3, 7, 0]})"}}) {
    const json cast = cast_cubes(a, b);
    EXPECT_EQ(cast["result"], "hit");
    EXPECT_EQ(cast["time"], json({0.5, 0.5}));
    EXPECT_EQ(cast["start"], "separated");
    expect_vector(cast["normal"], {1, 0, 0});
    EXPECT_EQ(cast["point"].size(), 3U);
  }
}

TEST(CastKey, ATimeThatIsNoDoubleLiesBetweenTwo) {
  const json cast = cast_cubes("{}", R"({"translation": [-3, 0, 0]})");
  const double lower = cast["time"][0];
  const double upper = cast["time"][1];
  EXPECT_LE(3 * std::fma(lower, 1.0, 0.0), 2.0);
  EXPECT_GE(upper, 2.0 / 3);
  EXPECT_EQ(std::nextafter(lower, 1.0), upper);
}

TEST(CastKey, TheLastInstantCounts) {
  EXPECT_EQ(cast_cubes("{}", R"({"translation": [-2, 0, 0]})")["time"], json({1, 1}));
  EXPECT_EQ(cast_cubes("{}", R"({"translation": [-2, 0, 0]})")["result"], "hit");
  const json free = cast_cubes("{}", R"({"translation": [-1.9999999999999998, 0, 0]})");
  EXPECT_EQ(free["result"], "free");
  EXPECT_EQ(free["time"], json({1, 1}));
  EXPECT_TRUE(free["normal"].is_null());
  EXPECT_TRUE(free["point"].is_null());
}

TEST(CastKey, WithoutMotionsNothingHappens) {
  EXPECT_EQ(cast_cubes("{}", "{}")["result"], "free");
  const PipeRun run = run_pipe(ask_cubes("3, 0, 0", kCast));
  EXPECT_EQ(run.json.at(0)["cast"]["result"], "free");
}

TEST(CastKey, BodiesThatMeetAtTheStartAreHitAtOnce) {
  for (const auto& [x, start] : {std::pair{"1", "touching"}, {"0.5", "overlapping"}}) {
    const json cast = cast_cubes("{}", R"({"translation": [4, 0, 0]})", x);
    EXPECT_EQ(cast["result"], "hit");
    EXPECT_EQ(cast["time"], json({0, 0}));
    EXPECT_EQ(cast["start"], start);
  }
}

TEST(CastKey, EmptyBodiesAreFree) {
  const PipeRun run = run_pipe(ask_pair("\"vertices\": []", kUnitCube, kCast));
  EXPECT_EQ(run.json.at(0)["cast"]["result"], "free");
  EXPECT_EQ(run.json[0]["cast"]["time"], json({1, 1}));
}

/// A bar rotates about the centre by 1.6 onto the corner (1/4, 1/2) of a box. It meets the corner
/// when the tangent of the angle is 2.
void expect_turning_hit(const json& cast, double tolerance) {
  const double time = std::atan(2.0) / 1.6;
  EXPECT_EQ(cast["result"], "hit");
  EXPECT_EQ(cast["start"], "separated");
  const double lower = cast["time"][0];
  const double upper = cast["time"][1];
  EXPECT_LE(lower, time + 1e-15);
  EXPECT_GE(upper, time - 1e-15);
  EXPECT_LE(upper - lower, tolerance);
}

TEST(CastKey, ATurningBarInThePlane) {
  const PipeRun run =
      run_pipe(ask_pair(R"("vertices": [[5,7],[6,7]], "motion": {"centre": [5, 7], "angle": 1.6})",
                        R"("vertices": [[4.75,7.5],[5.25,7.5],[5.25,7.75],[4.75,7.75]])",
                        kCast + R"(, "tolerance": 1e-6)"));
  expect_turning_hit(run.json.at(0)["cast"], 1e-6);
}

TEST(CastKey, ATurningBarInSpace) {
  const std::string box =
      R"("vertices": [[-0.25,0.5,-1],[0.25,0.5,-1],[0.25,0.75,-1],[-0.25,0.75,-1],)"
      R"([-0.25,0.5,1],[0.25,0.5,1],[0.25,0.75,1],[-0.25,0.75,1]])";
  const PipeRun run = run_pipe(
      ask_pair(R"("vertices": [[0,0,0],[1,0,0]], "motion": {"axis": [0, 0, 3], "angle": 1.6})", box,
               kCast + R"(, "tolerance": 1e-6)"));
  expect_turning_hit(run.json.at(0)["cast"], 1e-6);
}

TEST(CastKey, ReadsBack) {
  for (const char* x : {"3", "1", "0.5"}) {
    const std::string question =
        ask_pair(kUnitCube + R"(, "motion": {"translation": [4, 0, 0]})",
                 kUnitCube + R"(, "translation": [)" + x + ", 0.5, 0.25]", kCast);
    const VerifyRun run = run_verify(question, run_pipe(question).output);
    for (const VerifyFinding& finding : run.findings) ADD_FAILURE() << finding.message;
    EXPECT_EQ(run.summary.verdicts.accepted, 1);
    EXPECT_EQ(run.summary.casts, 1);
  }
}

}  // namespace
}  // namespace sunder
