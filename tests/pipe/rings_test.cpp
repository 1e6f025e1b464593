// SPDX-License-Identifier: Apache-2.0
//
// Polygons and unions in the plane: the pipe answers what the C++ functions answer, and what polyominoes are counted to
// be, however a body is written.
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

std::string corners_text(const std::vector<Vector2>& corners) {
  std::string text = "[";
  for (std::size_t i = 0; i < corners.size(); ++i)
    text += (i > 0 ? "," : "") + numbers_text(corners[i]);
  return text + "]";
}

std::string rings_text(const std::vector<std::vector<Vector2>>& rings) {
  std::string text = "\"rings\": [";
  for (std::size_t i = 0; i < rings.size(); ++i)
    text += (i > 0 ? "," : "") + corners_text(rings[i]);
  return text + "]";
}

std::string matrix_text(const Pose2& pose) {
  std::string text = "\"transform\": [";
  for (int row = 0; row < 2; ++row) {
    const std::array<double, 3> entries{pose.linear(row, 0), pose.linear(row, 1), pose.offset(row)};
    text += (row > 0 ? "," : "") + numbers_text(entries);
  }
  return text + "]";
}

int index_of(const json& answer, const char* key) {
  const json& value = answer.at(key);
  return value.is_null() ? -1 : value.get<int>();
}

void expect_equal(const json& answer, const BodyDistance2& expected) {
  EXPECT_EQ(answer.at("verdict"), std::string(to_string(expected.verdict)));
  EXPECT_EQ(index_of(answer, "part_a"), expected.part_a);
  EXPECT_EQ(index_of(answer, "part_b"), expected.part_b);
  EXPECT_EQ(index_of(answer, "piece_a"), expected.piece_a);
  EXPECT_EQ(index_of(answer, "piece_b"), expected.piece_b);
  EXPECT_FALSE(answer.contains("triangle_a"));
  EXPECT_FALSE(answer.contains("taken_as"));
  EXPECT_EQ(answer.at("distance")[0].get<double>(), expected.distance.lower);
  EXPECT_EQ(answer.at("distance")[1].get<double>(), expected.distance.upper);
  EXPECT_EQ(answer.at("normal").is_null(), !expected.witness.has_value());
  if (expected.witness) {
    EXPECT_EQ(answer.at("normal").get<Vector2>(), expected.witness->normal);
    EXPECT_EQ(answer.at("point_a").get<Vector2>(), expected.witness->point_a);
    EXPECT_EQ(answer.at("point_b").get<Vector2>(), expected.witness->point_b);
  }
  EXPECT_TRUE(answer.at("certificate").is_null());
}

/// A polyomino as the keys of a body, and as the functions take it.
struct Flat {
  std::string keys;
  std::vector<Part2> parts;
};

Flat draw_flat(const Cells& cells, Random& random) {
  Flat flat;
  if (random.chance(1, 2)) {
    const auto rings = rings_of(cells, random.chance(1, 2));
    flat.parts.push_back({Polygon2::from_rings(rings).value()});
    flat.keys = rings_text(rings);
    return flat;
  }
  // The lower row as a polygon, the other cells as boxes.
  Cells row;
  flat.keys = "\"parts\": [";
  for (const auto& [x, y] : cells) {
    if (y == 0) {
      row.insert({x, y});
      continue;
    }
    const Pose2 pose = Pose2::translation({x + 0.5, y + 0.5}).value();
    const std::vector<Vector2> corners{{-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}};
    flat.parts.push_back(
        {Polytope2::from_points(corners, {.reduce = false, .tables = false}).value(), pose});
    flat.keys += "{\"vertices\": " + corners_text(corners) + ", " + matrix_text(pose) + "}, ";
  }
  const auto rings = rings_of(row, true);
  flat.parts.push_back({Polygon2::from_rings(rings).value()});
  flat.keys += "{" + rings_text(rings) + "}]";
  return flat;
}

TEST(PipeRings, PolyominoesAreDecidedAsTheirCells) {
  std::string questions;
  std::vector<CellTruth> truths;
  std::vector<BodyDistance2> expected;
  for (int seed = 0; seed < suite::cases(200); ++seed) {
    Random random(static_cast<std::uint64_t>(seed));
    const Cells a = draw_cells(random, random.in(2, 5)), b = draw_cells(random, random.in(2, 5));
    const Cell moved{random.in(-6, 6), random.in(-6, 6)};
    const CellTruth truth = truth_of(a, b, moved);
    if (truth.distance_squared < 0) continue;
    const Flat p = draw_flat(a, random), q = draw_flat(b, random);
    const double x = moved[0], y = moved[1];
    const Pose2 place = Pose2::translation({x, y}).value();
    const Body2 body_p{std::span<const Part2>(p.parts)}, body_q{std::span<const Part2>(q.parts)};
    const std::string at_q = ", " + matrix_text(place);
    if (random.chance(1, 2)) {
      const std::string name = "q" + std::to_string(seed);
      questions += define_text(name, q.keys);
      questions += ask_text(p.keys, "\"body\": \"" + name + "\"" + at_q);
    } else {
      questions += ask_text(p.keys, q.keys + at_q);
    }
    truths.push_back(truth);
    expected.push_back(distance(body_p, {body_q, place}));
  }
  const PipeRun run = run_pipe(questions);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  ASSERT_EQ(run.json.size(), truths.size());
  std::int64_t bodies = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(run.text(i, "verdict"), std::string(to_string(truths[i].verdict)));
    if (!run.json[i].contains("part_a")) continue;  // both are convex
    expect_equal(run.json[i], expected[i]);
    ++bodies;
  }
  EXPECT_GT(bodies, suite::cases(100));
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted());
  EXPECT_EQ(checked.summary.bad_lines, 0);
  EXPECT_EQ(checked.summary.verdicts.unchecked, bodies);
}

/// Turned by poses that no double composes: the answers are those of the functions.
TEST(PipeRings, TurnedOnesAreAnsweredAsByTheFunctions) {
  int bodies = 0;
  for (int i = 0; i < suite::cases(200); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 50);
    const std::vector<std::vector<Vector2>> rings_a = rings_of(draw_cells(random, 4), true),
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
TEST(PipeRings, ConvexPolygonsHaveCertificates) {
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

constexpr const char* kFrame = R"("rings": [[[0,0],[4,0],[4,4],[0,4]],[[1,1],[3,1],[3,3],[1,3]]])";
constexpr const char* kPeg = R"("vertices": [[-1,-1],[1,-1],[1,1],[-1,1]])";

TEST(PipeRings, APegInAHoleTouches) {
  const std::string in_hole = std::string(kPeg) + R"(, "transform": [[1,0,2],[0,1,2]])";
  const PipeRun run = run_pipe(
      ask_text(kFrame, in_hole) + ask_text(kFrame, in_hole + R"(, "radius": 0.25)") +
      ask_text(std::string(kFrame) + R"(, "radius": 0.25)", R"("vertices": [[2,2]], "radius": 0.5)",
               R"("ask": ["distance"], "margin": 0.25)") +
      ask_text(kFrame, R"("vertices": [[2,2]])", R"("margin": 1)") +
      ask_text(R"("rings": [])", in_hole) + ask_text(R"("parts": [])", in_hole));
  ASSERT_EQ(run.summary.refused, 0) << run.output;
  EXPECT_EQ(run.text(0, "verdict"), "touching");
  EXPECT_EQ(run.text(0, "decided_by"), "parts");
  EXPECT_EQ(run.text(1, "verdict"), "overlapping");
  EXPECT_EQ(run.text(2, "verdict"), "separated");
  EXPECT_LE(run.json[2]["distance"][0].get<double>(), 0.25);
  EXPECT_GE(run.json[2]["distance"][1].get<double>(), 0.25);
  EXPECT_EQ(run.text(2, "margin"), "exactly");
  EXPECT_EQ(run.text(3, "margin"), "exactly");
  EXPECT_EQ(run.text(4, "verdict"), "separated");
  EXPECT_TRUE(run.json[4]["distance"][1].is_null());
  EXPECT_EQ(run.text(5, "verdict"), "separated");
}

TEST(PipeRings, AreRefusedWhatTheyDoNotServe) {
  for (const char* more :
       {R"("ask": ["contains"])", R"("ask": ["contact"])", R"("ask": ["relation"])",
        R"("ask": ["derivative"])", R"("algorithm": "gjk")", R"("ask": ["cast"])"}) {
    const PipeRun run = run_pipe(ask_text(kFrame, kPeg, more));
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
    EXPECT_NE(run.text(0, "message")
                  .find("a is a polygon, and b is convex. Other bodies are asked "
                        "for verdict, distance, depth, and a margin"),
              std::string::npos)
        << run.output;
  }
  const PipeRun mixed = run_pipe(ask_text(kFrame, R"("vertices": [[0, 0, 0]])"));
  EXPECT_EQ(mixed.text(0, "error"), "dimension_mismatch");
}

TEST(PipeRings, DepthsAreThoseOfTheFunction) {
  int deep = 0;
  for (int seed = 0; seed < suite::cases(60); ++seed) {
    Random random(static_cast<std::uint64_t>(seed) + 700);
    const Flat p = draw_flat(draw_cells(random, 4), random),
               q = draw_flat(draw_cells(random, 3), random);
    const Pose2 place = Pose2::translation({random.in(-3, 3) * 0.5, random.unit()}).value();
    const Body2 body_p{std::span<const Part2>(p.parts)}, body_q{std::span<const Part2>(q.parts)};
    const PipeRun run =
        run_pipe(ask_text(p.keys, q.keys + ", " + matrix_text(place), R"("ask": ["depth"])"));
    if (!run.json.at(0).contains("part_a")) continue;  // both are convex
    const BodyPenetration2 expected = penetration(body_p, {body_q, place});
    EXPECT_EQ(run.text(0, "verdict"), std::string(to_string(expected.verdict))) << run.output;
    EXPECT_EQ(run.json[0]["depth"][0].get<double>(), expected.depth.lower) << run.output;
    EXPECT_EQ(run.json[0]["depth"][1].get<double>(), expected.depth.upper) << run.output;
    deep += expected.verdict == Verdict::overlapping ? 1 : 0;
  }
  EXPECT_GT(deep, suite::cases(20));
}

TEST(PipeRings, RadiiPad) {
  const auto verdict = [&](double radius) {
    return run_pipe(ask_text(kFrame, R"("vertices": [[2, 2]], "radius": )" + json_number(radius)))
        .text(0, "verdict");
  };
  EXPECT_EQ(verdict(0), "separated");
  EXPECT_EQ(verdict(1), "touching");
  EXPECT_EQ(verdict(1 - 0x1p-52), "separated");
  EXPECT_EQ(verdict(1 + 0x1p-52), "overlapping");
}

/// A union of one convex part is a polytope, and asked everything.
TEST(PipeRings, OneConvexPartIsAPolytope) {
  const PipeRun run = run_pipe(ask_text(std::string("\"parts\": [{") + kPeg + "}]", kPeg,
                                        R"("ask": ["depth", "relation"])"));
  ASSERT_EQ(run.summary.refused, 0) << run.output;
  EXPECT_LE(run.json[0]["depth"][0].get<double>(), 2);
  EXPECT_GE(run.json[0]["depth"][1].get<double>(), 2);
}

}  // namespace
}  // namespace sunder::test
