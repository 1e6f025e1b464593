// SPDX-License-Identifier: Apache-2.0
//
// Contacts of the public cases: the number of points if a tracker gives it, and for the others the
// properties of every answer.
#include "sunder/contact.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "suite/posed.hpp"

namespace sunder::suite {
namespace {

using Json = nlohmann::json;

Json read_case(const std::string& name) {
  std::ifstream stream(std::string(SUNDER_CASES) + "/" + name + ".json");
  return Json::parse(stream);
}

BodyData read_body(const Json& json) {
  BodyData body;
  body.vertices = json.at("vertices").get<std::vector<std::vector<double>>>();
  if (json.at("transform").is_null()) return body;
  body.pose.form = PoseData::Form::matrix;
  for (const Json& row : json.at("transform")) {
    for (const double entry : row) body.pose.rows.push_back(entry);
  }
  return body;
}

Contact3 contact_of(const std::string& name) {
  const Json json = read_case(name);
  const Bodies<3> bodies(read_body(json.at("a")), read_body(json.at("b")), 3);
  return contact(bodies.a(), bodies.b());
}

void expect_normal(const Contact3& answer, const Vector3& expected, double width) {
  ASSERT_TRUE(answer.witness.has_value());
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(answer.witness->normal[k], expected[k], width);
}

/// The minimum translation is across two edges, 1e-6 off the faces: four points all the same.
TEST(ContactCases, MujocoStackedCubes) {
  const Contact3 answer = contact_of("mujoco-size05b");
  EXPECT_EQ(answer.points.size(), 4u);
  expect_normal(answer, {0, 0, 1}, 1e-5);
  for (const auto& point : answer.points) EXPECT_NEAR(point.depth, 0.0340272, 1e-5);
}

TEST(ContactCases, MujocoEdgeOnFace) {
  const Contact3 answer = contact_of("mujoco-boxedge2");
  ASSERT_EQ(answer.points.size(), 2u);
  EXPECT_EQ(answer.dimension, 1);
  for (const auto& point : answer.points) {
    EXPECT_LE(point.depth, 0.0174606);
    EXPECT_GE(point.depth, 0.015);
  }
}

TEST(ContactCases, MujocoLongBoxOnASlab) {
  const Contact3 answer = contact_of("mujoco-longbox");
  EXPECT_EQ(answer.points.size(), 4u);
  expect_normal(answer, {0, 0, 1}, 1e-12);
  for (const auto& point : answer.points) {
    EXPECT_NEAR(point.depth, 0.01, 1e-12);
    EXPECT_EQ(point.id.a, (ContactFeature{-1, -1}));
  }
}

template <int D>
void expect_sound(const Bodies<D>& bodies, const Json& expected, const std::string& name) {
  const Contact<D> answer = contact(bodies.a(), bodies.b());
  EXPECT_EQ(static_cast<bool>(answer.verdict), expected.at("exact_intersects").get<bool>()) << name;
  EXPECT_EQ(answer.points.empty(), !answer) << name;
  if (answer.verdict != Verdict::overlapping) return;
  const double depth = expected.at("penetration_depth");
  double deepest = 0;
  for (const auto& point : answer.points) deepest = std::max(deepest, point.depth);
  EXPECT_NEAR(deepest, depth, 1e-9 * depth + 1e-12) << name;
}

TEST(ContactCases, AllOfThem) {
  int overlapping = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SUNDER_CASES)) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().stem().string();
    const Json json = read_case(name);
    const BodyData a = read_body(json.at("a"));
    const BodyData b = read_body(json.at("b"));
    const Json& expected = json.at("expected");
    if (json.at("dimension") == 2) {
      expect_sound<2>({a, b, 2}, expected, name);
    } else {
      expect_sound<3>({a, b, 3}, expected, name);
    }
    if (!expected.at("touching").get<bool>() && expected.at("exact_intersects").get<bool>()) {
      ++overlapping;
    }
  }
  EXPECT_GT(overlapping, 8);
}

}  // namespace
}  // namespace sunder::suite
