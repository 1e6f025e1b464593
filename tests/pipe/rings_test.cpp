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
  EXPECT_TRUE(answer.at("certificate").is_object());
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
  EXPECT_EQ(checked.summary.verdicts.unchecked, 0);
  EXPECT_EQ(checked.summary.verdicts.accepted, std::ssize(truths));
  EXPECT_EQ(checked.summary.by_theorem, 0);
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
       {R"("ask": ["relation"])", R"("ask": ["derivative"])", R"("raw": true)"}) {
    const PipeRun run = run_pipe(ask_text(kFrame, kPeg, more));
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
    EXPECT_NE(run.text(0, "message")
                  .find("a is a polygon, and b is convex. Other bodies are asked "
                        "for verdict, distance, depth, contains, contact, cast, and a margin"),
              std::string::npos)
        << run.output;
  }
  // What is not served of bodies with a radius, or as for convex bodies.
  const auto refused = [](const std::string& a, const std::string& b, const std::string& more) {
    const PipeRun run = run_pipe(ask_text(a, b, more));
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
    return run.text(0, "message");
  };
  const std::string round = std::string(kPeg) + R"(, "radius": 0.5)";
  for (const char* more : {R"("ask": ["contains"])", R"("ask": ["contact"])", R"("ask": ["cast"])"})
    EXPECT_NE(refused(kFrame, round, more).find("radi"), std::string::npos);
  EXPECT_NE(refused(kFrame, kPeg, R"("ask": ["contact"], "near": 1)").find("without max_points"),
            std::string::npos);
  EXPECT_NE(refused(kFrame, std::string(kPeg) + R"(, "motion": {"angle": 1})", R"("ask": ["cast"])")
                .find("a motion turns"),
            std::string::npos);
  EXPECT_NE(refused(R"("vertices": [[-0.5, 0], [0.5, 0]])",
                    R"("parts": [{"vertices": [[-1, 0], [0, 0]]}, {"vertices": [[0, 0], [1, 0]]}])",
                    R"("ask": ["contains"])")
                .find("lies in no single part of b"),
            std::string::npos);
  const PipeRun mixed = run_pipe(ask_text(kFrame, R"("vertices": [[0, 0, 0]])"));
  EXPECT_EQ(mixed.text(0, "error"), "dimension_mismatch");
}

/// A named algorithm is asked about convex pieces; one that does not serve a question is refused by its name.
TEST(PipeRings, AreAskedWithANamedAlgorithm) {
  constexpr const char* kPlain = R"("algorithm": "auto")";
  for (const char* more :
       {R"("algorithm": "gjk")", R"("algorithm": "gjk", "ask": ["distance"], "margin": 0.5)",
        R"("algorithm": "epa", "ask": ["depth"])", R"("algorithm": "polygon_lp")"}) {
    const PipeRun named = run_pipe(ask_text(kFrame, kPeg, more));
    EXPECT_EQ(named.text(0, "verdict"),
              run_pipe(ask_text(kFrame, kPeg, kPlain)).text(0, "verdict"));
    EXPECT_EQ(named.output.find("why"), std::string::npos) << named.output;
  }
  for (const char* more : {R"("algorithm": "vclip")", R"("algorithm": "gjk", "ask": ["depth"])"}) {
    const PipeRun refused = run_pipe(ask_text(kFrame, kPeg, more));
    EXPECT_EQ(refused.text(0, "error"), "not_served");
    EXPECT_NE(refused.text(0, "message").find("does not answer"), std::string::npos)
        << refused.output;
  }
}

/// contains, contact and cast: what the functions answer, and nothing that the verdict contradicts.
TEST(PipeRings, FurtherQuestionsAreAnsweredAsByTheFunctions) {
  int held = 0, regions = 0, hits = 0, refused = 0;
  for (int seed = 0; seed < suite::cases(300); ++seed) {
    SCOPED_TRACE(seed);
    Random random(static_cast<std::uint64_t>(seed) + 4000);
    const Cells cells = draw_cells(random, random.in(2, 5));
    Cells others = draw_cells(random, random.in(1, 3));
    if (random.chance(1, 3) && !cells.empty()) others = {*cells.begin()};
    const Flat p = draw_flat(others, random), q = draw_flat(cells, random);
    const Cell moved{random.in(-4, 4), random.in(-4, 4)};
    const bool at_home = random.chance(1, 3);
    const Pose2 place =
        Pose2::translation({at_home ? 0.0 : moved[0], at_home ? 0.0 : moved[1]}).value();
    const Body2 body_p{std::span<const Part2>(p.parts)}, body_q{std::span<const Part2>(q.parts)};
    const std::array<double, 2> way{random.in(-8, 8) * 0.5, random.in(-8, 8) * 1.0};
    const std::string a = p.keys + R"(, "motion": {"translation": )" + numbers_text(way) + "}",
                      b = q.keys + ", " + matrix_text(place);
    const std::string lines = ask_text(p.keys, b, R"("ask": ["contains"])") +
                              ask_text(p.keys, b, R"("ask": ["contact"])") +
                              ask_text(a, b, R"("ask": ["cast"])");
    const PipeRun run = run_pipe(lines);
    ASSERT_EQ(run.json.size(), 3U);
    if (!run.json[1].contains("part_a")) continue;  // both are convex
    const VerifyRun checked = run_verify(lines, run.output);
    EXPECT_FALSE(checked.summary.refuted());
    EXPECT_EQ(checked.summary.bad_lines, 0);
    const PosedBody2 posed_q{body_q, place};
    const auto inside = contains(body_p, posed_q);
    if (inside) {
      EXPECT_EQ(run.json[0].at("contains"), inside.value().contained);
      held += inside.value().contained ? 1 : 0;
    } else {
      EXPECT_EQ(run.text(0, "message"), inside.error().message);
      ++refused;
    }
    const BodyContact2 touch = contact(body_p, posed_q);
    EXPECT_EQ(run.json[1].at("contact").is_null(), touch.verdict == Verdict::separated);
    if (touch) {
      const json& list = run.json[1]["contact"].at("regions");
      ASSERT_EQ(list.size(), touch.regions.size());
      for (std::size_t i = 0; i < list.size(); ++i) {
        const ContactRegion2& region = touch.regions[i];
        EXPECT_EQ(list[i].at("dimension"), region.dimension);
        EXPECT_EQ(index_of(list[i], "part_a"), region.part_a);
        EXPECT_EQ(index_of(list[i], "part_b"), region.part_b);
        EXPECT_EQ(list[i].at("normal").is_null(), region.dimension == 0);
        EXPECT_EQ(list[i].at("length").get<double>(), region.length);
        ASSERT_EQ(list[i].at("ends").size(), region.dimension == 1 ? 2U : 1U);
        EXPECT_EQ(list[i]["ends"][0].get<Vector2>(), region.ends[0]);
        ASSERT_EQ(list[i].at("edges").size(), region.edges.size());
        EXPECT_EQ(list[i]["edges"][0][0].is_null(), region.edges[0][0] < 0);
        ++regions;
      }
    }
    const BodyCast2 cast_found = cast(body_p, Motion2::linear(way).value(), posed_q, {}).value();
    const json& of_cast = run.json[2].at("cast");
    EXPECT_EQ(of_cast.at("result"), std::string(to_string(cast_found.verdict)));
    EXPECT_EQ(of_cast.at("time")[0].get<double>(), cast_found.time.lower);
    EXPECT_EQ(of_cast.at("time")[1].get<double>(), cast_found.time.upper);
    EXPECT_EQ(index_of(of_cast, "part_a"), cast_found.part_a);
    EXPECT_EQ(index_of(of_cast, "edge_a"), cast_found.edge_a);
    EXPECT_EQ(index_of(of_cast, "edge_b"), cast_found.edge_b);
    EXPECT_EQ(of_cast.at("normal").is_null(), !cast_found.witness.has_value());
    hits += cast_found && cast_found.start == Verdict::separated ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(held, 0);
  EXPECT_GT(regions, suite::cases(60));
  EXPECT_GT(hits, suite::cases(10));
  EXPECT_GT(refused, 0);
}

/// A ray of the pipe is a point that moves; a claim against the verdict is refuted.
TEST(PipeRings, ClaimsAreHeldAgainstTheVerdict) {
  const std::string point = R"("vertices": [[2, 2]], "motion": {"translation": [4, 0]})";
  const std::string lines = ask_text(point, kFrame, R"("ask": ["cast", "contact", "contains"])");
  const PipeRun run = run_pipe(lines);
  ASSERT_EQ(run.summary.refused, 0) << run.output;
  EXPECT_EQ(run.json[0]["cast"]["time"], (json{0.25, 0.25}));
  EXPECT_EQ(run.json[0]["cast"]["normal"], (json{1, 0}));
  EXPECT_EQ(run.json[0]["cast"]["point"], (json{3, 2}));
  EXPECT_TRUE(run.json[0]["contact"].is_null());
  EXPECT_EQ(run.json[0]["contains"], false);
  EXPECT_FALSE(run_verify(lines, run.output).summary.refuted());
  const auto forged = [&](const std::string& from, const std::string& to) {
    std::string text = run.output;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    return run_verify(lines, text).summary;
  };
  EXPECT_EQ(forged("\"edge_b\"", "\"edge_c\"").bad_lines, 1);
  const std::string region =
      R"("contact": {"regions": [{"dimension": 0, "part_a": 0, "part_b": 0, "normal": null, "length": 0, )"
      R"("ends": [[null, 2]], "edges": [[null, 3]]}]})";
  EXPECT_EQ(forged("\"contact\": null", region).bad_lines, 0);
  EXPECT_EQ(forged("\"contact\": null", R"("contact": {"regions": [{"ends": 3}]})").bad_lines, 1);
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
