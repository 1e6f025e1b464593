// SPDX-License-Identifier: Apache-2.0
//
// Bodies of triangles and of parts: the pipe answers what the C++ functions answer, and what polycubes are counted to
// be, however a body is written.
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "mesh/polycubes.hpp"
#include "pipe/body_lines.hpp"
#include "pipe_run.hpp"
#include "suite/effort.hpp"
#include "sunder/body_cast.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::test {
namespace {

using nlohmann::json;
using suite::Random;

constexpr const char* kTetrahedron =
    R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]])";
constexpr const char* kOpen =
    R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,2,1],[0,1,3],[1,2,3]])";

int index_of(const json& answer, const char* key) {
  const json& value = answer.at(key);
  return value.is_null() ? -1 : value.get<int>();
}

/// The answer about a pair of which one body is no polytope is that of distance(), to the last bit.
void expect_same(const json& answer, const BodyDistance& expected, const std::string& what) {
  ASSERT_TRUE(answer.contains("verdict")) << what << answer.dump();
  EXPECT_EQ(answer.at("verdict"), std::string(to_string(expected.verdict))) << what;
  ASSERT_TRUE(answer.contains("part_a")) << what << answer.dump();
  EXPECT_EQ(index_of(answer, "part_a"), expected.part_a) << what;
  EXPECT_EQ(index_of(answer, "part_b"), expected.part_b) << what;
  EXPECT_EQ(index_of(answer, "triangle_a"), expected.triangle_a) << what;
  EXPECT_EQ(index_of(answer, "triangle_b"), expected.triangle_b) << what;
  EXPECT_EQ(answer.at("distance")[0].get<double>(), expected.distance.lower) << what;
  const json& upper = answer.at("distance")[1];
  EXPECT_EQ(upper.is_null(), std::isinf(expected.distance.upper)) << what;
  if (!upper.is_null()) {
    EXPECT_EQ(upper.get<double>(), expected.distance.upper) << what;
  }
  EXPECT_EQ(answer.at("normal").is_null(), !expected.witness.has_value()) << what;
  if (expected.witness) {
    EXPECT_EQ(answer.at("normal").get<Vector3>(), expected.witness->normal) << what;
    EXPECT_EQ(answer.at("point_a").get<Vector3>(), expected.witness->point_a) << what;
    EXPECT_EQ(answer.at("point_b").get<Vector3>(), expected.witness->point_b) << what;
  }
  EXPECT_FALSE(answer.at("certificate").is_null()) << what;
}

/// Bodies that are no polytopes, as lines and as the functions take them.
struct Drawn {
  std::string keys;
  Body3 body;
  std::size_t parts = 1;
};

/// The verdicts of all answers about such bodies are proven by their certificates.
void expect_proven(const std::string& questions, const PipeRun& run) {
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted()) << checked.findings.front().message;
  EXPECT_EQ(checked.summary.bad_lines, 0);
  EXPECT_EQ(checked.summary.verdicts.accepted, run.summary.answers);
}

Drawn draw_polycube(const Cells& cells, Random& random) {
  if (random.chance(1, 3)) {
    const std::vector<Part3> parts = boxes_of(cells, {});
    return {parts_text(parts), Body3(std::span<const Part3>(parts)), parts.size()};
  }
  const Soup soup = draw_mesh(cells, random);
  return {mesh_text(soup, random.chance(1, 2) ? "auto" : "solid"), Body3{{solid_of(soup)}}, 1};
}

TEST(Bodies, PolycubesAreDecidedAsTheirCells) {
  std::string questions;
  std::vector<Verdict> truths;
  std::vector<BodyDistance> expected;
  std::vector<bool> convex;
  for (int i = 0; i < suite::cases(24); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 900);
    const auto cells =
        random.chance(1, 2) ? draw_fit(random) : std::array{draw_cells(random), draw_cells(random)};
    const Drawn a = draw_polycube(cells[0], random), b = draw_polycube(cells[1], random);
    const Pose3 pose = Pose3::from_wxyz({random.unit(), 1, -random.unit(), random.unit()},
                                        {random.unit() * 9, 0, -7})
                           .value();
    const std::string name = std::to_string(i);
    questions += define_text("a" + name, a.keys);
    if (random.chance(1, 2)) {
      questions += ask_text("\"body\": \"a" + name + "\", " + pose_text(pose),
                            b.keys + ", " + pose_text(pose));
    } else {
      questions += define_text("b" + name, b.keys);
      questions += ask_text("\"body\": \"a" + name + "\", " + pose_text(pose),
                            "\"body\": \"b" + name + "\", " + pose_text(pose));
    }
    truths.push_back(count_cells(cells[0], cells[1], {}));
    expected.push_back(distance({a.body, pose}, {b.body, pose}));
  }
  const PipeRun run = run_pipe(questions);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  ASSERT_EQ(run.json.size(), truths.size());
  int bodies = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    EXPECT_EQ(run.text(i, "verdict"), std::string(to_string(truths[i]))) << i;
    if (!run.json[i].contains("part_a")) continue;  // both are convex
    expect_same(run.json[i], expected[i], "case " + std::to_string(i) + ": ");
    ++bodies;
  }
  EXPECT_GT(bodies, suite::cases(24) / 3);
  expect_proven(questions, run);
}

Soup draw_soup(Random& random) {
  Soup soup;
  const int count = random.in(1, 5);
  for (int i = 0; i < count; ++i) {
    Soup tetrahedron;
    for (int k = 0; k < 4; ++k) {
      tetrahedron.add(Vector3{random.unit() * 3, random.unit() * 3, random.unit() * 3});
    }
    tetrahedron.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    soup.add(tetrahedron);
  }
  return soup;
}

Pose3 draw_pose(Random& random) {
  const Vector3 t{random.unit() * 6 - 3, random.unit() * 6 - 3, random.unit() * 6 - 3};
  if (random.chance(1, 3)) return Pose3::translation(t).value();
  if (random.chance(1, 2)) {
    return Pose3::from_wxyz({random.unit(), -1, random.unit(), random.unit()}, t).value();
  }
  std::array<double, 12> rows{};
  for (double& entry : rows) entry = random.unit() * 2 - 1;
  return Pose3::from_matrix(rows).value();
}

TEST(Bodies, TetrahedraAreAnsweredAsByTheFunctions) {
  std::string questions;
  std::vector<BodyDistance> expected;
  std::vector<MarginVerdict> margins;
  for (int i = 0; i < suite::cases(300); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const bool surface = random.chance(1, 2);
    const auto draw = [&]() -> Drawn {
      const Soup soup = draw_soup(random);
      if (random.chance(1, 3)) {
        const Pose3 pose = draw_pose(random);
        const Part3 part{mesh_of(soup), pose}, hull{Polytope3::from_points(soup.points).value()};
        return {"\"parts\": [{" + mesh_text(soup) + ", " + pose_text(pose) + "}, {" +
                    points_text(soup.points) + "}]",
                Body3{{part, hull}}, 2};
      }
      return {mesh_text(soup, surface ? "surface" : "auto"),
              Body3{{mesh_of(soup, surface ? TakeAs::surface : TakeAs::automatic)}}, 1};
    };
    const Drawn a = draw(), b = draw();
    const Pose3 pose_a = draw_pose(random), pose_b = draw_pose(random);
    const double margin = random.unit() * 3;
    questions += ask_text(a.keys + ", " + pose_text(pose_a), b.keys + ", " + pose_text(pose_b),
                          R"("ask": ["verdict", "distance"], "margin": )" + json_number(margin));
    expected.push_back(distance({a.body, pose_a}, {b.body, pose_b}));
    margins.push_back(margin_verdict(
        compare_to_margin(PosedBody3{a.body, pose_a}, {b.body, pose_b}, {.distance = margin})
            .value()
            .verdict));
  }
  const PipeRun run = run_pipe(questions);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  int bodies = 0, apart = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string what = "case " + std::to_string(i) + ": ";
    EXPECT_EQ(run.text(i, "verdict"), std::string(to_string(expected[i].verdict))) << what;
    EXPECT_EQ(run.text(i, "margin"), std::string(to_string(margins[i]))) << what;
    if (!run.json[i].contains("part_a")) continue;
    expect_same(run.json[i], expected[i], what);
    ++bodies;
    apart += expected[i].verdict == Verdict::separated ? 1 : 0;
  }
  EXPECT_GT(bodies, suite::cases(200));
  EXPECT_GT(apart, suite::cases(30));
  expect_proven(questions, run);
}

TEST(Bodies, CastsAndContainmentAreThoseOfTheFunctions) {
  int hits = 0, inside = 0, asked = 0;
  for (int i = 0; i < suite::cases(56); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 300);
    const Cells outer = draw_cells(random);
    Cells inner = outer;
    if (random.chance(1, 2)) inner.erase(inner.begin());
    if (random.chance(1, 3)) inner.insert({random.in(0, 3), random.in(0, 3), 2});
    const Drawn a = draw_polycube(inner, random), b = draw_polycube(outer, random);
    const Pose3 pose = draw_pose(random);
    const bool moved = random.chance(1, 2);
    const Pose3 start =
        moved ? Pose3::translation({random.unit() * 20 - 10, 9, random.unit() * 4}).value() : pose;
    const Vector3 way{-start.offset(0), -start.offset(1) * random.unit() * 2, 0};
    const std::string questions =
        ask_text(a.keys + ", " + pose_text(start) + R"(, "motion": {"translation": )" +
                     numbers_text(way) + "}",
                 b.keys + (moved ? "" : ", " + pose_text(pose)), R"("ask": ["cast", "contains"])");
    const Pose3& pose_b = moved ? Pose3::identity() : pose;
    const auto held = contains(PosedBody3{a.body, start}, {b.body, pose_b});
    const PipeRun run = run_pipe(questions);
    const json& answer = run.json.at(0);
    const std::string what = std::to_string(i) + ": " + run.output;
    if (!held) {
      EXPECT_EQ(answer.at("error"), "not_served") << what;
      continue;
    }
    ASSERT_TRUE(answer.contains("cast")) << what;
    if (!answer.contains("part_a")) continue;  // both are convex
    const BodyCast expected =
        cast({a.body, start}, Motion3::linear(way).value(), {b.body, pose_b}, {}).value();
    const json& cast = answer.at("cast");
    EXPECT_EQ(cast.at("result"), std::string(to_string(expected.verdict))) << what;
    EXPECT_EQ(cast.at("time")[0].get<double>(), expected.time.lower) << what;
    EXPECT_EQ(cast.at("time")[1].get<double>(), expected.time.upper) << what;
    EXPECT_EQ(cast.at("start"), answer.at("verdict")) << what;
    EXPECT_EQ(index_of(cast, "part_a"), expected.part_a) << what;
    EXPECT_EQ(index_of(cast, "triangle_b"), expected.triangle_b) << what;
    EXPECT_EQ(cast.at("normal").is_null(), !expected.witness.has_value()) << what;
    EXPECT_EQ(answer.at("contains").get<bool>(), held.value().contained) << what;
    const VerifyRun checked = run_verify(questions, run.output);
    EXPECT_FALSE(checked.summary.refuted()) << what;
    EXPECT_EQ(checked.summary.bad_lines, 0) << what;
    EXPECT_EQ(claims_of(checked, Question::cast), 1) << what;
    EXPECT_EQ(claims_of(checked, Question::contains), 1) << what;
    ++asked;
    hits += expected && expected.time.upper > 0 ? 1 : 0;
    inside += held.value() ? 1 : 0;
  }
  EXPECT_GT(asked, suite::cases(12));
  EXPECT_GT(hits, 0);
  EXPECT_GT(inside, suite::cases(3));
}

TEST(Bodies, DepthsAndContactsAreThoseOfTheFunctions) {
  std::string questions;
  std::vector<BodyPenetration> depths;
  std::vector<BodyContact> contacts;
  for (int i = 0; i < suite::cases(30); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 4000);
    const auto cells =
        random.chance(1, 2) ? draw_fit(random) : std::array{draw_cells(random), draw_cells(random)};
    const Drawn a = draw_polycube(cells[0], random), b = draw_polycube(cells[1], random);
    const Pose3 pose =
        Pose3::translation({random.in(-1, 1) * 1.0, 0, random.in(-2, 2) * 0.5}).value();
    questions +=
        ask_text(a.keys, b.keys + ", " + pose_text(pose), R"("ask": ["depth", "contact"])");
    depths.push_back(penetration(a.body, {b.body, pose}));
    contacts.push_back(contact(a.body, {b.body, pose}));
  }
  const PipeRun run = run_pipe(questions);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  int deep = 0, patches = 0;
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const json& answer = run.json[i];
    const std::string what = std::to_string(i) + ": " + run.lines[i].substr(0, 500);
    if (!answer.contains("part_a")) continue;  // both are convex
    EXPECT_EQ(answer.at("verdict"), std::string(to_string(depths[i].verdict))) << what;
    EXPECT_EQ(answer.at("depth")[0].get<double>(), depths[i].depth.lower) << what;
    EXPECT_EQ(answer.at("depth")[1].get<double>(), depths[i].depth.upper) << what;
    const bool is_deep = depths[i].verdict == Verdict::overlapping;
    if (is_deep) {
      EXPECT_EQ(answer.at("normal").get<Vector3>(), depths[i].normal) << what;
      ++deep;
    } else {
      EXPECT_TRUE(answer.at("normal").is_null()) << what;
    }
    const json& found = answer.at("contact");
    ASSERT_EQ(found.is_null(), !contacts[i]) << what;
    if (found.is_null()) continue;
    ASSERT_EQ(found.at("regions").size(), contacts[i].regions.size()) << what;
    for (std::size_t k = 0; k < contacts[i].regions.size(); ++k) {
      const json& region = found.at("regions")[k];
      const ContactRegion& expected = contacts[i].regions[k];
      EXPECT_EQ(region.at("dimension"), expected.dimension) << what;
      EXPECT_EQ(region.at("area").get<double>(), expected.area) << what;
      EXPECT_EQ(region.at("length").get<double>(), expected.length) << what;
      EXPECT_EQ(region.at("outline").get<std::vector<std::vector<Vector3>>>(), expected.outline);
      EXPECT_EQ(region.at("triangles").size(), expected.triangles.size());
      EXPECT_EQ(region.at("normal").is_null(), expected.dimension != 2) << what;
      patches += expected.dimension == 2 ? 1 : 0;
    }
  }
  EXPECT_GT(deep, suite::cases(5));
  EXPECT_GT(patches, suite::cases(5));
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted()) << checked.findings.front().message;
  EXPECT_EQ(checked.summary.bad_lines, 0);
}

/// A convex solid is answered as the polytope that it is, with its proof.
TEST(Bodies, ConvexSolidsHaveCertificates) {
  std::string questions, plain;
  for (int i = 0; i < suite::cases(60); ++i) {
    Random random(static_cast<std::uint64_t>(i) + 77);
    std::vector<Vector3> a, b;
    for (int k = 0; k < 9; ++k) {
      a.push_back({random.unit(), random.unit(), random.unit()});
      b.push_back({random.unit(), random.unit(), random.unit()});
    }
    const Polytope3 hull = Polytope3::from_points(a).value();
    const Soup soup = soup_of(hull, random);
    const Pose3 pose = draw_pose(random);
    const std::string other = points_text(b) + ", " + pose_text(pose);
    const std::string more =
        R"("ask": ["distance", "depth", "contains", "relation", "contact"], "certificate": "full")";
    const std::string name = "s" + std::to_string(i);
    questions += ask_text(mesh_text(soup), other, more);
    plain += ask_text(points_text(soup.points), other, more);
    questions += define_text(name, mesh_text(soup, "solid"));
    plain += define_text(name, points_text(soup.points));
    questions += ask_text("\"body\": \"" + name + "\"", other, more);
    plain += ask_text("\"body\": \"" + name + "\"", other, more);
  }
  const PipeRun run = run_pipe(questions), same = run_pipe(plain);
  ASSERT_EQ(run.summary.refused, 0) << run.output.substr(0, 2000);
  ASSERT_EQ(run.json.size(), same.json.size());
  for (std::size_t i = 0; i < run.json.size(); ++i) {
    json answer = run.json[i];
    EXPECT_EQ(answer.at("taken_as"), json::parse(R"({"a": ["solid"], "b": ["hull"]})"));
    answer.erase("taken_as");
    EXPECT_EQ(answer, same.json[i]) << i;
  }
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted()) << checked.findings.front().message;
  EXPECT_EQ(checked.summary.verdicts.accepted, run.summary.answers);
  EXPECT_EQ(checked.summary.intervals.unchecked, 0);
}

TEST(Bodies, TheHullIsThePolytope) {
  const std::string tetrahedron = std::string(kOpen) + R"(, "as": "hull")";
  const PipeRun run =
      run_pipe(define_text("t", tetrahedron) +
               ask_text(R"("body": "t")", tetrahedron + R"(, "translation": [0.25, 0.25, 0.25])",
                        R"("ask": ["depth"], "algorithm": "epa", "certificate": "full")"));
  ASSERT_EQ(run.text(0, "verdict"), "overlapping") << run.output;
  EXPECT_EQ(run.json[0].at("taken_as"), json::parse(R"({"a": ["hull"], "b": ["hull"]})"));
  EXPECT_EQ(run.text(0, "decided_by"), "epa");
}

TEST(Bodies, PlainPolytopesHaveNothingNew) {
  const PipeRun run = run_pipe(R"({"a": {"vertices": [[0,0,0]]}, "b": {"vertices": [[1,0,0]]}})"
                               "\n");
  EXPECT_EQ(run.output,
            R"({"id": null, "verdict": "separated", "certificate": {"direction": [0.5, -0, -0]}, )"
            R"("decided_by": "bounds", "stage": "bounds"})"
            "\n");
}

/// Radii are margins: the padded bodies meet where the bodies are no farther apart than their sum.
TEST(Bodies, RadiiPad) {
  const std::string cube =
      parts_text(std::vector<Part3>{{Polytope3::box({1, 1, 1})}, {Polytope3::box({1, 1, 1})}});
  const auto ask = [&](double a, double b, double margin) {
    return run_pipe(ask_text(cube + ", \"radius\": " + json_number(a),
                             R"("vertices": [[4, 0, 0]], "radius": )" + json_number(b),
                             R"("ask": ["distance"], "margin": )" + json_number(margin)))
        .json.at(0);
  };
  const json apart = ask(0.5, 1, 1.5);
  EXPECT_EQ(apart.at("verdict"), "separated");
  EXPECT_EQ(apart.at("margin"), "exactly");
  EXPECT_LE(apart.at("distance")[0].get<double>(), 1.5);
  EXPECT_GE(apart.at("distance")[1].get<double>(), 1.5);
  EXPECT_LT(apart.at("distance")[1].get<double>() - apart.at("distance")[0].get<double>(), 1e-12);
  EXPECT_EQ(apart.at("point_a"), json::parse("[1.5, 0, 0]"));
  EXPECT_EQ(apart.at("point_b"), json::parse("[3, 0, 0]"));
  EXPECT_EQ(ask(0.5, 1, 1.5 + 0x1p-52).at("margin"), "closer");
  EXPECT_EQ(ask(0.5, 1, 1.5 - 0x1p-52).at("margin"), "farther");
  EXPECT_EQ(ask(0.5, 2.5, 0).at("verdict"), "touching");
  EXPECT_EQ(ask(0.5, 2.5, 0).at("distance"), json::parse("[0, 0]"));
  EXPECT_EQ(ask(0.5, 2.5, 0).at("margin"), "exactly");
  EXPECT_EQ(ask(0.5, 2.5 + 0x1p-51, 0).at("verdict"), "overlapping");
  EXPECT_EQ(ask(0.5, 2.5 - 0x1p-51, 0).at("verdict"), "separated");
  // An end below the smallest difference is still one.
  const json tiny = ask(3, 0, 1);
  EXPECT_EQ(tiny.at("verdict"), "touching");
  EXPECT_EQ(ask(1e308, 1e308, 0).at("verdict"), "overlapping");
}

/// Every claim about padded bodies and margins has its proof, and none of another radius or margin.
TEST(Bodies, RadiiAndMarginsAreProven) {
  const std::string cube =
      parts_text(std::vector<Part3>{{Polytope3::box({1, 1, 1})}, {Polytope3::box({1, 1, 1})}});
  std::string questions;
  std::array<std::int64_t, 3> seen{};
  for (const double r : {0.0, 0.5, 3.0, 3.5}) {
    for (const double margin : {0.0, 2.5, 3.0, 7.0}) {
      questions += ask_text(
          cube + ", \"radius\": " + json_number(r), R"("vertices": [[4, 0, 0]])",
          R"("ask": ["distance"], "certificate": "full", "margin": )" + json_number(margin));
    }
  }
  const PipeRun run = run_pipe(questions);
  const VerifyRun checked = run_verify(questions, run.output);
  EXPECT_FALSE(checked.summary.refuted()) << checked.findings.front().message;
  for (const VerifyTally& tally :
       {checked.summary.verdicts, checked.summary.intervals, checked.summary.margins}) {
    EXPECT_EQ(tally.accepted, run.summary.answers);
  }
  const auto lines = [](const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
      all.push_back(text.substr(at, text.find('\n', at) + 1 - at));
    return all;
  };
  const std::vector<std::string> asked = lines(questions);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const json& answer = run.json[i];
    ++seen[answer.at("margin") == "farther" ? 0 : (answer.at("margin") == "exactly" ? 1 : 2)];
    ASSERT_TRUE(answer.at("part_a").is_number()) << run.lines[i];
    // The answer beside the question of another radius, or of another margin.
    for (std::size_t j = 0; j < asked.size(); ++j) {
      const json& own = run.json[j];
      const bool same = own.at("verdict") == answer.at("verdict") &&
                        own.at("distance") == answer.at("distance") &&
                        own.at("margin") == answer.at("margin");
      if (!same) {
        EXPECT_TRUE(run_verify(asked[j], run.lines[i] + "\n").summary.refuted())
            << asked[j] << run.lines[i];
      }
    }
  }
  for (const std::int64_t count : seen) EXPECT_GT(count, 0);
  // A proof about hulls is none about parts.
  const auto refuted = [&](const std::string& certificates) {
    const std::string question = ask_text(cube, R"("vertices": [[4, 0, 0]])", R"("margin": 1)");
    return run_verify(question, R"({"id": null, "verdict": "separated", "margin": "farther", )" +
                                    certificates + "}\n")
        .summary;
  };
  EXPECT_TRUE(refuted(R"("margin_certificate": {"direction": [1, 0, 0]})").refuted());
  EXPECT_TRUE(refuted(R"("margin_certificate": {"part_a": 0, "part_b": 0})").refuted());
  EXPECT_EQ(refuted(R"("margin_certificate": {"part_a": 0, "pairs": [[0, 0]]})").bad_lines, 1);
  EXPECT_FALSE(refuted(R"("margin_certificate": null)").refuted());
}

TEST(Bodies, DefinedRadiiHoldForTheBody) {
  const std::string lines = define_text("t", std::string(kOpen) + R"(, "radius": 1)") +
                            ask_text(R"("body": "t")", R"("vertices": [[2, 0, 0]])") +
                            ask_text(R"("body": "t", "radius": 0)", R"("vertices": [[2, 0, 0]])");
  const PipeRun run = run_pipe(lines);
  EXPECT_EQ(run.text(0, "verdict"), "touching") << run.output;
  EXPECT_EQ(run.text(1, "verdict"), "separated") << run.output;
}

/// Poses of parts inside parts are multiplied where the product is exact.
TEST(Bodies, PartsOfPartsAreInOneOrder) {
  const std::string lines =
      define_text("corner", R"("parts": [{"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}, {)" +
                                std::string(kOpen) + R"(, "translation": [0,0,8]}])") +
      define_text("both", R"("parts": [{"body": "corner"}, {"body": "corner", )"
                          R"("quaternion": [0, 1, 0, 0], "translation": [0, 0, 1]}, )"
                          R"({"parts": [{"vertices": [[0,0,0]], "translation": [5,0,0]}], )"
                          R"("transform": [[2,0,0,0],[0,2,0,0],[0,0,2,0]]}])") +
      ask_text(R"("body": "both")", R"("vertices": [[0, 0, 8]])") +
      ask_text(R"("body": "both")", R"("vertices": [[0, 0, 1]])") +
      ask_text(R"("body": "both")", R"("vertices": [[0, 0, -7]])") +
      ask_text(R"("body": "both")", R"("vertices": [[10, 0, 0]])") +
      ask_text(R"("body": "both", "quaternion": [1, 0.3, 0.1, 0])", R"("vertices": [[0, 0, 0]])");
  const PipeRun run = run_pipe(lines);
  ASSERT_EQ(run.summary.refused, 0) << run.output;
  const std::array<int, 5> parts{1, 0, 3, 4, 0};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(run.text(i, "verdict"), "touching") << run.lines[i];
    EXPECT_EQ(run.json[i].at("part_a"), parts[i]) << run.lines[i];
    EXPECT_EQ(run.json[i].at("taken_as").at("a"),
              json::parse(R"(["hull", "surface", "hull", "surface", "hull"])"));
  }
  expect_proven(lines, run);
}

TEST(Bodies, AnEmptyBodyMeetsNothing) {
  for (const std::string empty :
       {R"("parts": [])", R"("vertices": [], "triangles": [])", R"("vertices": [])",
        R"("parts": [{"parts": []}, {"vertices": []}])",
        R"("vertices": [], "triangles": [], "as": "hull")"}) {
    const std::string lines = define_text("e", empty) + ask_text(R"("body": "e")", kOpen) +
                              ask_text(kOpen, empty) + ask_text(empty, kTetrahedron) +
                              ask_text(empty, R"("body": "e")");
    const PipeRun run = run_pipe(lines);
    ASSERT_EQ(run.json.size(), 4U) << run.output;
    for (const json& answer : run.json) {
      ASSERT_TRUE(answer.contains("verdict")) << answer.dump();
      EXPECT_EQ(answer.at("verdict"), "separated");
      EXPECT_EQ(answer.at("distance").dump(), "[1.7976931348623157e+308,null]");
    }
    const VerifyRun checked = run_verify(lines, run.output);
    EXPECT_FALSE(checked.summary.refuted());
    EXPECT_EQ(checked.summary.bad_lines, 0);
  }
}

/// Lines of one stream leave nothing to the next: a union after points, points after a union.
TEST(Bodies, NoLineLeavesAnythingToTheNext) {
  const std::string points = R"("vertices": [[0,0,0],[9,0,0],[0,9,0],[0,0,9]])";
  const std::vector<std::string> bodies = {points,
                                           R"("parts": [])",
                                           kOpen,
                                           R"("body": "t")",
                                           R"("parts": [{)" + std::string(kOpen) + "}]",
                                           points};
  std::string all = define_text("t", kTetrahedron);
  std::vector<std::string> alone;
  for (const std::string& a : bodies) {
    for (const std::string& b : bodies) {
      all += ask_text(a, b);
      alone.push_back(run_pipe(define_text("t", kTetrahedron) + ask_text(a, b)).output);
    }
  }
  const PipeRun run = run_pipe(all);
  ASSERT_EQ(run.lines.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(run.lines[i] + "\n", alone[i]) << i;
}

TEST(Bodies, FalseClaimsAreRefuted) {
  const std::string question =
      ask_text(kOpen, R"("vertices": [[3, 0, 0]])", R"("ask": ["distance"], "margin": 1)");
  const auto refuted = [&](const std::string& answer) {
    return run_verify(question, R"({"id": null, "certificate": null, )" + answer + "}\n")
        .summary.refuted();
  };
  EXPECT_FALSE(refuted(R"("verdict": "separated", "distance": [2, 2], "margin": "farther")"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "distance": [2, 2])"));
  EXPECT_TRUE(refuted(R"("verdict": "separated", "distance": [0, 0])"));
  EXPECT_TRUE(refuted(R"("verdict": "separated", "distance": [3, 2])"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "margin": "farther")"));
  EXPECT_TRUE(refuted(R"("verdict": "overlapping", "depth": [0, 0])"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "depth": [0, 1])"));
  EXPECT_FALSE(refuted(R"("verdict": "overlapping", "depth": [0, 1])"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "contact": null)"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "contact": {"regions": []})"));
  EXPECT_TRUE(refuted(R"("verdict": "separated", "contact": {"regions": [{"dimension": 0}]})"));
  EXPECT_FALSE(refuted(R"("verdict": "touching", "contact": {"regions": [{"dimension": 0}]})"));
  EXPECT_FALSE(refuted(R"("verdict": "overlapping", "contact": {"regions": []})"));
  EXPECT_TRUE(refuted(R"("verdict": "touching", "cast": {"start": "separated"})"));
  EXPECT_TRUE(refuted(R"("verdict": "overlapping", "margin": "exactly")"));
  EXPECT_FALSE(refuted(R"("verdict": "overlapping", "margin": "closer")"));
}

}  // namespace
}  // namespace sunder::test
