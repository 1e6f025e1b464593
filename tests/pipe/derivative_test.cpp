// SPDX-License-Identifier: Apache-2.0
//
// "derivative" through the pipe, for slopes computed by hand.
#include <gtest/gtest.h>
#include <string>

#include "pipe_run.hpp"
#include "square_pairs.hpp"

namespace sunder {
namespace {

using nlohmann::json;

const std::string kDerivative = R"(, "ask": ["derivative"])";

json derivative_of(const std::string& question) {
  const PipeRun run = run_pipe(question);
  EXPECT_EQ(run.summary.refused, 0) << run.output;
  return run.json.at(0).value("derivative", json());
}

/// The point is at distance 2 from the face x = 1. A rotation of a point x by w about the origin
/// moves it by w x x. Its component along n = (1, 0, 0) is w . (x x n).
TEST(DerivativeKey, OfACubeAndAPointBesideAFace) {
  const json found =
      derivative_of(ask_pair(kUnitCube, R"("vertices": [[3, 0.5, 0.25]])", kDerivative));
  expect_interval(found["signed_distance"], 2);
  expect_vector(found["translation_a"], {-1, 0, 0});
  expect_vector(found["translation_b"], {1, 0, 0});
  expect_vector(found["rotation_a"], {0, -0.25, 0.5});
  expect_vector(found["rotation_b"], {0, 0.25, -0.5});
  EXPECT_EQ(found["unique_translation"], true);
  EXPECT_EQ(found["unique_rotation"], true);
}

TEST(DerivativeKey, OfASquareAndAPoint) {
  const json found = derivative_of(ask_pair(kUnitSquare, R"("vertices": [[3, 0.5]])", kDerivative));
  expect_interval(found["signed_distance"], 2);
  expect_vector(found["translation_b"], {1, 0});
  expect_vector(found["rotation_a"], {0.5});
  expect_vector(found["rotation_b"], {-0.5});
}

TEST(DerivativeKey, OfSquaresThatOverlapIsThatOfMinusTheDepth) {
  const json found = derivative_of(ask_squares("0.75", "0.25", kDerivative));
  expect_interval(found["signed_distance"], -0.25);
  expect_vector(found["translation_a"], {-1, 0});
  expect_vector(found["translation_b"], {1, 0});
  EXPECT_EQ(found["unique_rotation"], false);  // faces on faces
}

TEST(DerivativeKey, IsNullForEmptyBodies) {
  EXPECT_TRUE(derivative_of(ask_pair("\"vertices\": []", kUnitSquare, kDerivative)).is_null());
}

TEST(DerivativeKey, ReadsBack) {
  for (const char* x : {"3", "1", "0.75"}) {
    const std::string question = ask_squares(x, "0.25", kDerivative);
    const VerifyRun run = run_verify(question, run_pipe(question).output);
    for (const VerifyFinding& finding : run.findings) ADD_FAILURE() << finding.message;
    EXPECT_EQ(run.summary.verdicts.accepted, 1);
    EXPECT_EQ(run.summary.derivatives, 1);
  }
}

// Two points at x = 1e400, one above the other: a rotation of one moves it by that much a radian.
TEST(DerivativeKey, ASlopeThatOverflowsIsNull) {
  const std::string far = R"("transform": [[1e200, 0, 0], [0, 1, 0]]})";
  const std::string question = R"({"a": {"vertices": [[1e200, 0]], )" + far +
                               R"(, "b": {"vertices": [[1e200, 1]], )" + far +
                               R"(, "ask": ["derivative"]})";
  const json found = derivative_of(question);
  expect_interval(found["signed_distance"], 1);
  expect_vector(found["translation_b"], {0, 1});
  EXPECT_TRUE(found["rotation_a"].is_null());
  EXPECT_TRUE(found["rotation_b"].is_null());
  const VerifyRun run = run_verify(question, run_pipe(question).output);
  for (const VerifyFinding& finding : run.findings) ADD_FAILURE() << finding.message;
  EXPECT_EQ(run.summary.derivatives, 1);
}

}  // namespace
}  // namespace sunder
