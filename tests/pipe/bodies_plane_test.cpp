// SPDX-License-Identifier: Apache-2.0
//
// Polygons with holes and unions in the plane: the pipe answers what cells are counted to be, and what the C++
// functions answer.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "pipe/body_lines.hpp"
#include "pipe_run.hpp"
#include "polygon/polyominoes.hpp"
#include "suite/effort.hpp"

namespace sunder::test {
namespace {

using nlohmann::json;
using suite::Random;
using Rings = std::vector<std::vector<Vector2>>;

std::string rings_text(const Rings& rings) {
  std::string text = "\"rings\": [";
  for (std::size_t i = 0; i < rings.size(); ++i) {
    text += i > 0 ? ", [" : "[";
    for (std::size_t k = 0; k < rings[i].size(); ++k) {
      text += (k > 0 ? "," : "") + numbers_text(rings[i][k]);
    }
    text += "]";
  }
  return text + "]";
}

std::string move_text(double x, double y) {
  return "\"transform\": [[1, 0, " + json_number(x) + "], [0, 1, " + json_number(y) + "]]";
}

/// The cells as a polygon, or as squares that are the parts of a union.
std::string cells_text(const Cells& cells, Random& random) {
  if (random.chance(2, 3)) return rings_text(rings_of(cells, random.chance(1, 2)));
  std::string text = "\"parts\": [";
  for (const auto& [x, y] : cells) {
    text += text.back() == '[' ? "{" : ", {";
    text += R"("vertices": [[0,0],[1,0],[1,1],[0,1]], )" + move_text(x, y) + "}";
  }
  return text + "]";
}

TEST(BodiesOfThePlane, PolyominoesAreDecidedAsTheirCells) {
  std::string questions;
  std::vector<CellTruth> truths;
  for (int i = 0; i < suite::cases(400); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const Cells a = draw_cells(random, random.in(2, 5)), b = draw_cells(random, random.in(1, 4));
    const Cell moved{random.in(-6, 6), random.in(-6, 6)};
    const std::string name = "a" + std::to_string(i);
    const std::string there = move_text(moved[0], moved[1]);
    const bool defined = random.chance(1, 2);
    const std::string text = cells_text(a, random);
    if (defined) questions += define_text(name, text);
    questions +=
        ask_text(defined ? "\"body\": \"" + name + "\"" : text,
                 cells_text(b, random) + ", " + there, R"("ask": ["distance"], "margin": 1)");
    truths.push_back(truth_of(a, b, moved));
  }
  const PipeRun run = run_pipe(questions);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const json& answer = run.json[i];
    const std::string what = "case " + std::to_string(i) + ": " + run.lines[i];
    EXPECT_EQ(answer.at("verdict"), std::string(to_string(truths[i].verdict))) << what;
    const std::int64_t squared = truths[i].distance_squared;
    const double root = std::sqrt(static_cast<double>(squared));
    if (squared < 0) {
      EXPECT_TRUE(answer.at("distance")[1].is_null()) << what;
      EXPECT_EQ(answer.at("margin"), "farther") << what;
      continue;
    }
    EXPECT_LE(answer.at("distance")[0].get<double>(), root + 1e-15) << what;
    EXPECT_GE(answer.at("distance")[1].get<double>(), root - 1e-15) << what;
    EXPECT_LE(answer.at("distance")[1].get<double>() - answer.at("distance")[0].get<double>(),
              1e-12)
        << what;
    EXPECT_EQ(answer.at("margin"), squared < 1 ? "closer" : (squared == 1 ? "exactly" : "farther"))
        << what;
  }
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted()) << checked.findings.front().message;
  EXPECT_EQ(checked.summary.bad_lines, 0);
}

/// Turned by poses that no double composes: the answers are those of the functions.
TEST(BodiesOfThePlane, TurnedOnesAreAnsweredAsByTheFunctions) {
  int bodies = 0;
  for (int i = 0; i < suite::cases(200); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 50);
    const Rings rings_a = rings_of(draw_cells(random, 4), true),
                rings_b = rings_of(draw_cells(random, 3), false);
    const auto draw_rows = [&] {
      const double c = random.unit() * 2 - 1, s = random.unit() * 2 - 1;
      return std::array<double, 6>{c, -s, random.unit() * 9 - 4, s, c, random.unit() * 9 - 4};
    };
    const auto text_of = [](const std::array<double, 6>& r) {
      return "\"transform\": [" + numbers_text({r.data(), 3}) + ", " +
             numbers_text({r.data() + 3, 3}) + "]";
    };
    const auto local = draw_rows(), rows_a = draw_rows(), rows_b = draw_rows();
    const auto pose_of = [](const auto& rows) { return Pose2::from_matrix(rows).value(); };
    const Pose2 pose_local = pose_of(local), pose_a = pose_of(rows_a), pose_b = pose_of(rows_b);
    const Body2 a{{Polygon2::from_rings(rings_a).value(), pose_local},
                  {Polytope2::from_points(std::vector<Vector2>{{9, 9}}).value()}};
    const Body2 b{{Polygon2::from_rings(rings_b).value()}};
    const PipeRun run =
        run_pipe(ask_text("\"parts\": [{" + rings_text(rings_a) + ", " + text_of(local) +
                              R"(}, {"vertices": [[9, 9]]}], )" + text_of(rows_a),
                          rings_text(rings_b) + ", " + text_of(rows_b)));
    const json& answer = run.json.at(0);
    const std::string what = std::to_string(i) + ": " + run.output;
    ASSERT_TRUE(answer.contains("part_a")) << what;
    const BodyDistance2 expected = distance({a, pose_a}, {b, pose_b});
    EXPECT_EQ(answer.at("verdict"), std::string(to_string(expected.verdict))) << what;
    EXPECT_EQ(answer.at("distance")[0].get<double>(), expected.distance.lower) << what;
    if (!answer.at("distance")[1].is_null()) {
      EXPECT_EQ(answer.at("distance")[1].get<double>(), expected.distance.upper) << what;
    }
    if (expected.part_a >= 0) {
      EXPECT_EQ(answer.at("part_a"), expected.part_a) << what;
    }
    EXPECT_FALSE(answer.contains("taken_as"));
    EXPECT_FALSE(answer.contains("triangle_a"));
    ++bodies;
  }
  EXPECT_GT(bodies, suite::cases(190));
}

/// A convex polygon is its polytope, with the indices of its corners, ring after ring.
TEST(BodiesOfThePlane, ConvexPolygonsHaveCertificates) {
  const std::string square = "[[0,0],[2,0],[2,1],[0,1]]";
  const std::string more =
      R"("ask": ["distance", "depth", "contains", "relation", "contact"], "certificate": "full")";
  const std::string other = R"("vertices": [[1, 0.5], [9, 0.5], [3, 4]])";
  const std::string lines = ask_text("\"rings\": [" + square + "]", other, more);
  const PipeRun run = run_pipe(lines),
                plain = run_pipe(ask_text("\"vertices\": " + square, other, more));
  EXPECT_EQ(run.output, plain.output);
  EXPECT_EQ(run_verify(lines, run.output).summary.verdicts.accepted, 1);
  // A spur is no part of the polygon, so that its corner is no vertex of the polytope.
  const PipeRun spur = run_pipe(
      ask_text(R"("rings": [[[0,0],[2,0],[5,0],[2,0],[2,1],[0,1]]])", R"("vertices": [[4, 0]])"));
  EXPECT_EQ(spur.text(0, "verdict"), "separated") << spur.output;
}

TEST(BodiesOfThePlane, RadiiPadAndOtherQuestionsAreRefused) {
  const std::string plate = R"("rings": [[[0,0],[4,0],[4,4],[0,4]], [[1,1],[3,1],[3,3],[1,3]]])";
  const auto verdict = [&](double radius) {
    return run_pipe(ask_text(plate, R"("vertices": [[2, 2]], "radius": )" + json_number(radius)))
        .text(0, "verdict");
  };
  EXPECT_EQ(verdict(0), "separated");
  EXPECT_EQ(verdict(1), "touching");
  EXPECT_EQ(verdict(1 - 0x1p-52), "separated");
  EXPECT_EQ(verdict(1 + 0x1p-52), "overlapping");
  for (const char* word : {"depth", "contains", "relation", "contact", "cast", "derivative"}) {
    const PipeRun run = run_pipe(
        ask_text(plate, R"("vertices": [[2, 2]])", R"("ask": [")" + std::string(word) + "\"]"));
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
    EXPECT_NE(run.text(0, "message")
                  .find("a is a polygon, and b is convex. Other bodies are asked "
                        "for verdict, distance, and a margin"),
              std::string::npos)
        << run.output;
  }
  const PipeRun space = run_pipe(ask_text(plate, R"("vertices": [[2, 2, 2]])"));
  EXPECT_EQ(space.text(0, "error"), "dimension_mismatch");
}

}  // namespace
}  // namespace sunder::test
