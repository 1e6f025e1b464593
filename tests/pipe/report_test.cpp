// SPDX-License-Identifier: Apache-2.0
//
// Tests reports of a check, written here by another JSON library, valid and with one claim changed.
#include "sunder/report.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/io.hpp"
#include "sunder/penetration.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder {
namespace {

using nlohmann::json;

json interval(double lower, double upper) { return json::array({lower, upper}); }

/// Cubes of side 2, and a small one. The pairs a-b overlap, a-c touch, and a-d are exactly 1 apart.
/// The pairs a-e and b-e are 1.2 apart though their boxes meet, and f is far from all.
Scene cubes() {
  Scene scene;
  const Polytope3 cube = Polytope3::box({1, 1, 1});
  scene.add({"a", cube});
  scene.add({"b", cube, Pose3::translation({1.5, 0, 0}).value()});
  scene.add({"c", cube, Pose3::translation({-2, 0, 0}).value()});
  scene.add({"d", Polytope3::box({0.25, 0.25, 0.25}), Pose3::translation({0, 2.25, 0}).value()});
  const std::array<double, 12> turned{1, 0, 0, 0, 0, 1, -1, -2.875, 0, 1, 1, 2.875};
  scene.add({"e", cube, Pose3::from_matrix(turned).value()});
  scene.add({"f", cube, Pose3::translation({100, 0, 0}).value()});
  return scene;
}

ReportedScene loaded(const Scene& scene) {
  ReportedScene found;
  found.scene = scene;
  ReportedFile file;
  file.path = "cubes.obj";
  file.read.format = "OBJ";
  file.read.bodies = scene.size();
  file.read.skipped = 2;
  file.read.unused_points = 3;
  file.read.notes = {"a note"};
  file.read.sha256 = {"ab", "cd"};
  file.unit = "mm";
  file.unit_in_metres = 0.001;
  file.unit_given = true;
  found.files.push_back(file);
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    const bool mesh = scene.body(id).body.has_value();
    found.taken.push_back(mesh ? TakenMesh{BodyForm::solid, {}}
                               : TakenMesh{BodyForm::hull, "it has no faces"});
  }
  found.unit = "mm";
  found.unit_in_metres = 0.001;
  return found;
}

json pair_json(const Scene& scene, const PairReport& pair, double clearance, bool proven) {
  const Posed3 a = scene.posed(pair.a);
  const Posed3 b = scene.posed(pair.b);
  const Penetration3 depth = penetration(a, b);
  const bool overlapping = pair.proximity == Proximity::overlapping;
  const double lower = overlapping ? depth.depth.lower : 0;
  const double upper = overlapping ? depth.depth.upper : 0;
  json out = {
      {"a", scene.body(pair.a).name},
      {"b", scene.body(pair.b).name},
      {"a_id", pair.a},
      {"b_id", pair.b},
      {"proximity", std::string(to_string(pair.proximity))},
      {"verdict", std::string(to_string(pair.verdict))},
      {"decided_by", "gjk"},
      {"stage", nullptr},
      {"distance",
       pair.distance.has_value() ? interval(pair.distance->lower, pair.distance->upper) : json()},
      {"depth", scene.body(pair.a).body ? json() : interval(lower, upper)},
      {"point_a", pair.witness.has_value() ? json(pair.witness->point_a) : json()},
      {"point_b", nullptr},
      {"contact", nullptr}};
  if (pair) {
    out["contact"] = {{"normal", nullptr}, {"dimension", 0}, {"points", json::array()}};
  }
  if (scene.body(pair.a).body) {
    out["triangle_a"] = pair.triangle_a;
    out["triangle_b"] = nullptr;
    return out;
  }
  if (!proven) return out;
  const PairProof proof = prove_pair(scene, pair, clearance, {lower, upper});
  out["certificate"] = json::parse(to_json(proof.certificate));
  if (proof.margin) {
    out["margin"] = std::string(to_string(proof.margin->verdict));
    out["margin_certificate"] = json::parse(to_json(*proof.margin));
  }
  return out;
}

json report_of(const Scene& scene, double clearance, const std::string& proofs) {
  CheckOptions options;
  options.clearance = clearance;
  const SceneReport found = check(scene, options).value();
  json pairs = json::array();
  json clear = json::array();
  const bool proven = proofs != "none";
  for (const PairReport& pair : found.pairs) {
    pairs.push_back(pair_json(scene, pair, clearance, proven));
  }
  for (const BodyPair ids : candidate_pairs(scene, clearance)) {
    const auto listed = [&](const PairReport& pair) { return pair.a == ids.a && pair.b == ids.b; };
    if (std::any_of(found.pairs.begin(), found.pairs.end(), listed)) continue;
    const Posed3 a = scene.posed(ids.a);
    const Posed3 b = scene.posed(ids.b);
    json entry = {{"a_id", ids.a}, {"b_id", ids.b}};
    if (clearance > 0) {
      entry["margin_certificate"] =
          json::parse(to_json(certify(a, b, Margin{.distance = clearance}, {})));
    } else {
      entry["certificate"] = json::parse(to_json(certify(a, b, intersects(a, b))));
    }
    clear.push_back(entry);
  }
  json pruned;
  if (proofs == "all") {
    const PruningProof proof = prove_pruning(scene, clearance);
    json cuts = json::array();
    for (const SceneCut& c : proof.cuts) {
      cuts.push_back({c.a_begin, c.a_end, c.b_begin, c.b_end, c.axis});
    }
    pruned = {{"order", proof.order}, {"cuts", cuts}};
  }
  json names = json::array();
  json taken = json::array();
  json why = json::array();
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    names.push_back(scene.body(id).name);
    const bool mesh = scene.body(id).body.has_value();
    taken.push_back(mesh ? "solid" : "hull");
    why.push_back(mesh ? "" : "it has no faces");
  }
  const bool any = found.overlapping + found.near > 0 || (clearance > 0 && found.touching > 0);
  const ReportedFile file = loaded(scene).files[0];
  return {
      {"files", json::array({{{"path", file.path},
                              {"format", file.read.format},
                              {"bodies", file.read.bodies},
                              {"skipped", file.read.skipped},
                              {"unused_points", file.read.unused_points},
                              {"unit", file.unit},
                              {"unit_in_metres", file.unit_in_metres},
                              {"unit_assumed", file.unit_assumed},
                              {"unit_given", file.unit_given},
                              {"notes", file.read.notes},
                              {"sha256", file.read.sha256}}})},
      {"bodies", names},
      {"taken_as", taken},
      {"why", why},
      {"unit", "mm"},
      {"unit_in_metres", 0.001},
      {"options",
       {{"algorithm", "auto"},
        {"width", 0},
        {"all", false},
        {"certificates", proofs},
        {"as", json::array()},
        {"ignore", json::array()},
        {"between", json::array()},
        {"fail_on", "overlap"},
        {"body", "mesh"}}},
      {"clearance", clearance},
      {"pairs", pairs},
      {"proof",
       proven
           ? json{{"version", 2}, {"clear", clear}, {"skipped", json::array()}, {"pruned", pruned}}
           : json()},
      {"summary",
       {{"bodies", found.bodies},
        {"pairs", found.pairs_total},
        {"pruned", found.pruned},
        {"examined", found.examined},
        {"skipped", found.skipped},
        {"not_examined", found.not_examined},
        {"overlapping", found.overlapping},
        {"touching", found.touching},
        {"near", found.near},
        {"clear", found.clear},
        {"exit_status", any                     ? 1
                        : found.pairs_total > 0 ? 0
                                                : 2},
        {"seconds", 0.5}}}};
}

struct Verified {
  ReportSummary summary;
  std::string findings;
};

Verified verified(const json& report, const ReportedScene& found) {
  Verified run;
  run.summary = verify_report(
      report.dump(),
      [&](std::span<const ReportedFile>, const ReportedRules&) {
        return Result<ReportedScene>(found);
      },
      [&](const std::string& finding) { run.findings += finding + "\n"; });
  return run;
}

Verified verified(const json& report) { return verified(report, loaded(cubes())); }

void expect_refuted(const json& report, const std::string& finding) {
  const Verified run = verified(report);
  EXPECT_TRUE(run.summary.status) << run.summary.status.error().message;
  EXPECT_TRUE(run.summary.refuted()) << finding;
  EXPECT_NE(run.findings.find(finding), std::string::npos) << finding << " in " << run.findings;
}

void expect_failure(const json& report, ErrorCode code, const std::string& message) {
  const Verified run = verified(report);
  ASSERT_FALSE(run.summary.status) << message;
  EXPECT_EQ(run.summary.status.error().code, code) << run.summary.status.error().message;
  EXPECT_NE(run.summary.status.error().message.find(message), std::string::npos)
      << run.summary.status.error().message;
}

json changed(json report, const std::string& at, json value) {
  report.at(json::json_pointer(at)) = std::move(value);
  return report;
}

TEST(Report, SoundOnesAreAccepted) {
  for (const double clearance : {0.0, 1.0}) {
    for (const std::string proofs : {"none", "examined", "all"}) {
      const json report = report_of(cubes(), clearance, proofs);
      const json& counts = report["summary"];
      const Verified run = verified(report);
      ASSERT_TRUE(run.summary.status) << run.summary.status.error().message;
      EXPECT_FALSE(run.summary.refuted()) << run.findings;
      EXPECT_EQ(counts["near"], clearance > 0 ? 1 : 0);
      EXPECT_GT(counts["clear"], 0) << "a pair is examined and clear";
      EXPECT_GT(counts["pruned"], 4);
      const std::int64_t examined = counts["examined"];
      const std::int64_t pruned = counts["pruned"];
      const std::int64_t apart = examined - counts["overlapping"].get<std::int64_t>() -
                                 counts["touching"].get<std::int64_t>();
      const bool proven = proofs != "none";
      const VerifyTally& verdicts = run.summary.verdicts;
      EXPECT_EQ(verdicts.accepted, proven ? examined : 0);
      EXPECT_EQ(verdicts.unchecked, proven ? 0 : examined);
      EXPECT_EQ(run.summary.margins.accepted, proven && clearance > 0 ? apart : 0);
      EXPECT_EQ(run.summary.pruned.accepted, proofs == "all" ? pruned : 0);
      EXPECT_EQ(run.summary.pruned.unchecked, proofs == "all" ? 0 : pruned);
      EXPECT_EQ(run.summary.contacts, static_cast<std::int64_t>(report["pairs"].size()));
      EXPECT_EQ(run.summary.clearance, clearance);
      EXPECT_EQ(run.summary.unit, "mm");
    }
  }
}

TEST(Report, AnyOtherValueIsRefuted) {
  const json sound = report_of(cubes(), 1, "all");
  struct Change {
    const char* at;
    json value;
    const char* finding;
  };
  for (const Change& change :
       std::vector<Change>{{"/files/0/format", "STL", "files[0].format"},
                           {"/files/0/bodies", 7, "files[0].bodies"},
                           {"/files/0/skipped", 1, "files[0].skipped"},
                           {"/files/0/unused_points", 4, "files[0].unused_points"},
                           {"/files/0/unit", "m", "files[0].unit:"},
                           {"/files/0/unit_in_metres", 1, "files[0].unit_in_metres"},
                           {"/files/0/unit_assumed", true, "files[0].unit_assumed"},
                           {"/files/0/unit_given", false, "files[0].unit_given"},
                           {"/files/0/notes", json::array(), "files[0].notes"},
                           {"/bodies/5", "z", "bodies: "},
                           {"/bodies", {"a", "b", "c", "d", "e"}, "bodies: "},
                           {"/taken_as/1", "solid", "taken_as[1] and why[1]: "},
                           {"/why/2", "it is a convex solid", "taken_as[2] and why[2]: "},
                           {"/why", {"", ""}, "the files hold 6 bodies"},
                           {"/proof/skipped", json::array({{0, 5}}), "[0, 5] is no pair to skip"},
                           {"/proof/skipped", json::array({{5, 0}}), "[5, 0] is no pair to skip"},
                           {"/proof/skipped", json::array({{0, 6}}), "[0, 6] is no pair to skip"},
                           {"/summary/skipped", 1, "summary.skipped is 1; it must be 0"},
                           {"/unit", "m", "unit: "},
                           {"/unit_in_metres", 1, "unit_in_metres: "},
                           {"/pairs/0/a", "f", "is called by other names"},
                           {"/pairs/0/b", "f", "is called by other names"},
                           {"/pairs/0/a_id", 1, "a_id 1 and b_id 1 name no pair"},
                           {"/pairs/0/b_id", 6, "a_id 0 and b_id 6 name no pair"},
                           {"/pairs/0/a_id", -1, "a_id -1 and b_id 1 name no pair"},
                           {"/pairs/0/proximity", "touching", "is touching and overlapping"},
                           {"/pairs/0/verdict", "touching", "is overlapping and touching"},
                           {"/pairs/0/depth", {0.75, 0.875}, "): depth: "},
                           {"/summary/bodies", 7, "summary.bodies is 7; it must be 6"},
                           {"/summary/pairs", 16, "summary.pairs is 16; it must be 15"},
                           {"/summary/exit_status", 0, "summary.exit_status is 0; it must be 1"},
                           {"/summary/overlapping", 9, "summary.overlapping is 9; it must be 1"},
                           {"/summary/touching", 9, "summary.touching is 9; it must be "},
                           {"/summary/near", 9, "summary.near is 9; it must be 1"},
                           {"/summary/examined", 14, "summary.examined is 14; it must be "},
                           {"/summary/pruned", 15, "summary.pruned is 15; it must be "},
                           {"/summary/clear", 0, "summary.clear is 0; it must be "},
                           {"/proof/pruned", nullptr, "pruned pairs: the cuts are missing"},
                           {"/proof/clear", json::array(), "pruned pairs: "}}) {
    expect_refuted(changed(sound, change.at, change.value), change.finding);
  }
  const json& proof = sound["proof"]["pruned"];
  const int axis = proof["cuts"][0][4];
  expect_refuted(changed(sound, "/proof/pruned/cuts/0/4", -axis), "pruned pairs: ");
  expect_refuted(changed(sound, "/proof/pruned/order/0", proof["order"][1]), "pruned pairs: ");
  const Verified nobody = verified(changed(sound, "/pairs/0/a_id", 1));
  EXPECT_EQ(nobody.summary.verdicts.accepted + nobody.summary.pruned.accepted, 0)
      << "nothing is accepted of a report whose ids name no bodies";
  json twice = sound;
  twice["pairs"].push_back(sound["pairs"][0]);
  expect_refuted(twice, "is listed twice");
}

/// A pair that is claimed to be clear, but neither listed nor pruned, is missing from a complete
/// report.
TEST(Report, CountsOfClearPairsHold) {
  json more = report_of(cubes(), 1, "all");
  const auto step = [&](const char* key, int by) {
    more["summary"][key] = more["summary"][key].get<int>() + by;
  };
  step("clear", 1);
  step("examined", 1);
  step("pruned", -1);
  expect_refuted(more, "summary.clear is ");
  // After an interruption the clear pairs are unknown.
  more["proof"]["pruned"] = nullptr;
  step("not_examined", 1);
  step("pruned", -1);
  const Verified run = verified(more);
  EXPECT_FALSE(run.summary.refuted()) << run.findings;
  EXPECT_EQ(run.summary.verdicts.unchecked, 2);
}

TEST(Report, TheExitStatusFollowsFromTheCounts) {
  Scene one;
  one.add({"a", Polytope3::box({1, 1, 1})});
  Scene two = one;
  two.add({"b", Polytope3::box({1, 1, 1}), Pose3::translation({50, 0, 0}).value()});
  struct Case {
    const Scene& scene;
    int not_examined;
    int status;
  };
  for (const Case& c : {Case{one, 0, 2}, Case{two, 0, 0}, Case{two, 1, 2}}) {
    for (int status = 0; status < 3; ++status) {
      json report = report_of(c.scene, 0, "examined");
      report["summary"]["exit_status"] = status;
      report["summary"]["not_examined"] = c.not_examined;
      if (c.not_examined > 0) report["summary"]["pruned"] = 0;
      const Verified run = verified(report, loaded(c.scene));
      EXPECT_EQ(run.summary.refuted(), status != c.status) << run.findings;
    }
  }
}

TEST(Report, TouchingFailsWhereItWasToFail) {
  Scene touching;
  touching.add({"a", Polytope3::box({1, 1, 1})});
  touching.add({"b", Polytope3::box({1, 1, 1}), Pose3::translation({2, 0, 0}).value()});
  for (const double clearance : {0.0, 1.0}) {
    for (const char* fail_on : {"overlap", "touch"}) {
      json report = report_of(touching, clearance, "examined");
      report["options"]["fail_on"] = fail_on;
      const bool fails = clearance > 0 || std::string_view(fail_on) == "touch";
      report["summary"]["exit_status"] = fails ? 1 : 0;
      const Verified sound = verified(report, loaded(touching));
      EXPECT_FALSE(sound.summary.refuted()) << sound.findings;
      report["summary"]["exit_status"] = fails ? 0 : 1;
      EXPECT_TRUE(verified(report, loaded(touching)).summary.refuted());
    }
  }
}

/// Nothing proves what is said of a mesh: it is never accepted, whatever the report adds.
TEST(Report, PairsWithMeshesAreUnchecked) {
  Scene scene = cubes();
  const std::vector<Vector3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::array<std::int32_t, 3>> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  SceneBody mesh{"m", Polytope3::from_points(points).value()};
  mesh.body.emplace(Body3{{Mesh3::from_triangles(points, faces).value()}});
  Scene meshes;
  meshes.add(mesh);
  for (std::int32_t id = 0; id < scene.size(); ++id) meshes.add(scene.body(id));
  for (const double clearance : {0.0, 1.0}) {
    json report = report_of(scene, clearance, "all");
    const std::int64_t accepted = verified(report, loaded(scene)).summary.verdicts.accepted;
    CheckOptions options;
    options.clearance = clearance;
    const SceneReport found = check(meshes, options).value();
    report = report_of(meshes, clearance, "all");
    for (json& entry : report["proof"]["clear"]) {
      if (entry["a_id"] == 0) entry = {{"a_id", 0}, {"b_id", entry["b_id"]}};
    }
    const Verified run = verified(report, loaded(meshes));
    ASSERT_TRUE(run.summary.status) << run.summary.status.error().message;
    EXPECT_FALSE(run.summary.refuted()) << run.findings;
    EXPECT_GT(found.with_bodies, 0);
    EXPECT_EQ(run.summary.meshes, found.with_bodies);
    EXPECT_EQ(run.summary.verdicts.unchecked, found.with_bodies);
    EXPECT_EQ(run.summary.verdicts.accepted, accepted);
    json forged = report;
    forged["pairs"][0]["certificate"] = {{"direction", {1, 0, 0}}};
    EXPECT_EQ(verified(forged, loaded(meshes)).summary.verdicts.accepted, accepted);
    forged = report;
    forged["taken_as"][0] = "hull";
    EXPECT_TRUE(verified(forged, loaded(meshes)).summary.refuted());
  }
}

/// Pairs that were not to be examined are listed, and complete the cuts of the scene.
TEST(Report, SkippedPairsAreThoseOfTheRules) {
  const Scene scene = cubes();
  ReportedScene found = loaded(scene);
  found.skips = [](BodyPair pair) { return pair.a == 0 && pair.b == 1; };
  json report = report_of(scene, 0, "all");
  ASSERT_EQ(report["pairs"][0]["b_id"], 1);
  EXPECT_TRUE(verified(report, found).summary.refuted()) << "it is examined";
  report["pairs"].erase(0);
  report["proof"]["skipped"] = json::array({{0, 1}});
  report["summary"]["skipped"] = 1;
  report["summary"]["overlapping"] = 0;
  report["summary"]["examined"] = report["summary"]["examined"].get<int>() - 1;
  report["summary"]["exit_status"] = 0;
  const Verified run = verified(report, found);
  EXPECT_FALSE(run.summary.refuted()) << run.findings;
  EXPECT_GT(run.summary.pruned.accepted, 0);
  report["proof"]["skipped"] = json::array();
  report["summary"]["skipped"] = 0;
  report["summary"]["pruned"] = report["summary"]["pruned"].get<int>() + 1;
  EXPECT_TRUE(verified(report, found).summary.refuted()) << "a pair is neither cut nor skipped";
}

TEST(Report, MarginsAreProvenOrMissing) {
  const json sound = report_of(cubes(), 1, "examined");
  std::size_t near = 0;
  while (sound["pairs"][near]["proximity"] != "near") ++near;
  json report = sound;
  report["pairs"][near]["margin"] = "farther";
  expect_refuted(report, "clearance: the margin does not say so");
  report = sound;
  report["pairs"][near].erase("margin");
  expect_refuted(report, "clearance: the margin does not say so");
  report = sound;
  report["pairs"][near].erase("margin_certificate");
  expect_refuted(report, "clearance: the certificate is missing");
  report["pairs"][near].erase("margin");
  expect_refuted(report, "clearance: the certificate is missing");
  // A distance of at most the clearance does not prove a separation.
  report = sound;
  report["pairs"][near].erase("certificate");
  report["pairs"][near]["distance"] = nullptr;
  expect_refuted(report, "verdict: the certificate is missing");
  // A certificate that comes with a margin is read too.
  report = sound;
  report["proof"]["clear"][0]["certificate"] = {{"direction", {0, 0, 1}}};
  expect_refuted(report, "verdict: ");
  report = sound;
  report["proof"]["clear"][0].erase("margin_certificate");
  const Verified run = verified(report);
  EXPECT_EQ(run.summary.margins.refuted, 1);
  EXPECT_EQ(run.summary.verdicts.refuted, 1) << "nothing proves that they are apart";
  expect_refuted(changed(sound, "/clearance", 0), "has a margin that was not asked for");
  // Claimed to be near or with a margin, although no clearance was requested.
  for (const char* key : {"near", "margin", "margin_certificate"}) {
    report = report_of(cubes(), 0, "examined");
    json pair = sound["pairs"][near];
    if (std::string_view(key) != "near") pair["proximity"] = "clear";
    if (std::string_view(key) != "margin") pair.erase("margin");
    if (std::string_view(key) != "margin_certificate") pair.erase("margin_certificate");
    report["pairs"].push_back(pair);
    expect_refuted(report, "has a margin that was not asked for");
  }
}

TEST(Report, OfOtherFilesIsNotChecked) {
  const json sound = report_of(cubes(), 1, "all");
  ReportedScene found = loaded(cubes());
  found.files.push_back(found.files[0]);
  const Verified more = verified(sound, found);
  ASSERT_FALSE(more.summary.status);
  EXPECT_NE(more.summary.status.error().message.find("about 1 files, not 2"), std::string::npos);
  expect_failure(changed(sound, "/files/0/sha256/1", "ef"), ErrorCode::wrong_shape, "SHA-256");
  expect_failure(changed(sound, "/clearance", -1), ErrorCode::wrong_shape, "clearance");
  EXPECT_TRUE(verified(changed(report_of(cubes(), 0, "all"), "/clearance", -0.0)).summary.status);
}

TEST(Report, EveryKeyMustBeThere) {
  const json sound = report_of(cubes(), 1, "all");
  for (const char* at : {"", "/files/0", "/options", "/pairs/0", "/proof", "/proof/clear/0",
                         "/proof/pruned", "/summary"}) {
    const json object = sound.at(json::json_pointer(at));
    for (const auto& [key, value] : object.items()) {
      json report = sound;
      report.at(json::json_pointer(at)).erase(key);
      if (key.find("certificate") != std::string::npos && key != "certificates") {
        EXPECT_TRUE(verified(report).summary.status) << at << ' ' << key;
      } else {
        expect_failure(report, io_error::missing_key, "has no \"" + key + "\"");
      }
    }
    json report = sound;
    report.at(json::json_pointer(at))["more"] = 1;
    expect_failure(report, io_error::unknown_key, "more");
  }
}

TEST(Report, ValuesHaveTheirTypes) {
  const json sound = report_of(cubes(), 1, "all");
  struct Change {
    const char* at;
    json value;
    ErrorCode code;
    const char* message;
  };
  const ErrorCode type = io_error::wrong_type;
  for (const Change& change : std::vector<Change>{
           {"/proof/version", 1, ErrorCode::not_served, "of version 1; version 2 is read"},
           {"/proof/version", 0, ErrorCode::not_served, "of version 0; version 2 is read"},
           {"/proof/version", "1", type, "version"},
           {"/proof/version", 1.5, type, "version is no count"},
           {"/summary/pairs", -1, type, "pairs is no count"},
           {"/summary/seconds", "1", type, "seconds"},
           {"/options/algorithm", 1, type, "algorithm"},
           {"/options/width", "0", type, "width"},
           {"/options/all", 0, type, "all"},
           {"/options/certificates", "some", ErrorCode::not_served, "\"some\""},
           {"/options/fail_on", "far", ErrorCode::not_served, "\"far\""},
           {"/options/as", "hull", type, "options.as"},
           {"/taken_as", "hull", type, "taken_as"},
           {"/proof/skipped", json::array({{0, 1, 2}}), ErrorCode::wrong_shape, "has 3 entries"},
           {"/pairs/0/proximity", "far", ErrorCode::not_served, "\"far\""},
           {"/pairs/0/a_id", "0", type, "a_id"},
           {"/proof/clear/0/a_id", "0", type, "a_id"},
           {"/proof/clear/0/b_id", "0", type, "b_id"},
           {"/proof/pruned/cuts/0", {0, 1, 1, 2}, ErrorCode::wrong_shape, "has 4 entries"},
           {"/proof/pruned/cuts/0", {0, 1, 1, 2, 1, 1}, ErrorCode::wrong_shape, "has 6 entries"},
           {"/proof/pruned/cuts/0/3", "x", type, "cuts[0][3]"}}) {
    expect_failure(changed(sound, change.at, change.value), change.code, change.message);
  }
}

TEST(Report, BeginsWithOneOfItsKeys) {
  for (const char* head : {"{\"files\": [", "{\"summary\"",
                           " \r\n\t{ \n\"bodies\":", "\xef\xbb\xbf{\"unit_in_metres\": 1"}) {
    EXPECT_TRUE(begins_report(head)) << head;
  }
  for (const char* head : {"", " ", "{", "{\"", "{\"\"", "[\"files\"", "{{\"files\"", "{'files'",
                           "{\"\"files\"", "{\"id\": \"files\"", "{\"file\"", "{files\"",
                           "{\"iles\"", "\"files\"", "{\"a\": 1, \"files\""}) {
    EXPECT_FALSE(begins_report(head)) << head;
  }
}

}  // namespace
}  // namespace sunder
