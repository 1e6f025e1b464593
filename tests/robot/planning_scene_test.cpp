// SPDX-License-Identifier: Apache-2.0
//
// Tests planning scenes of MoveIt: what each key does to bodies, poses and pairs, in both formats. Broken files are refused
// in words. Verdicts are known by construction: boxes on a rail.
#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "robot/urdf_texts.hpp"
#include "sunder/robot_check.hpp"
#include "sunder/robot_scene.hpp"

namespace sunder {
namespace {

using test::changed;

/// Two boxes of edge 1 on rails along x.
constexpr std::string_view kRails = R"(<robot name="rails">
  <link name="base"/>
  <link name="one"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="two"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="a" type="prismatic"><parent link="base"/><child link="one"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100"/></joint>
  <joint name="b" type="prismatic"><parent link="base"/><child link="two"/><axis xyz="1 0 0"/>
    <limit lower="-100" upper="100"/></joint>
</robot>)";

constexpr std::string_view kWorld = R"(name: shelf
robot_model_name: rails
robot_state:
  joint_state:
    name: [a, b]
    position: [3, 50]
  attached_collision_objects:
    - link_name: two
      object:
        header: {frame_id: two}
        id: tool
        primitives:
          - type: box
            dimensions: [0.5, 0.5, 0.5]
        primitive_poses:
          - position: [0, 0, 1]
            orientation: [0, 0, 0, 1]
      touch_links: [two]
fixed_frame_transforms:
  - child_frame_id: shelf
    transform: {translation: [10, 0, 0], rotation: [0, 0, 0, 1]}
allowed_collision_matrix:
  entry_names: [one, two, floor, nobody]
  entry_values:
    - [false, false, true, false]
    - [false, false, false, false]
    - [true, false, false, false]
    - [false, false, false, false]
world:
  collision_objects:
    - id: floor
      header: {frame_id: world}
      primitives:
        - {type: 1, dimensions: [200, 200, 1]}
      primitive_poses:
        - position: {x: 0, y: 0, z: -0.75}
          orientation: {x: 0, y: 0, z: 0, w: 1}
    - id: can
      header: {frame_id: /shelf}
      pose: {position: [1, 0, 0], orientation: [0, 0, 0, 1]}
      primitives:
        - {type: CYLINDER, dimensions: [1, 0.5]}
        - {type: sphere, dimensions: [0.25]}
        - {type: cone, dimensions: [1, 0.5]}
      primitive_poses:
        - {position: [0, 0, 0], orientation: [0, 0, 0, 1]}
        - {position: [0, 5, 0]}
        - {position: [0, 10, 0], orientation: [0, 0, 0, 0]}
)";

Robot rails() { return read_urdf_text(kRails, "", "rails.urdf").value(); }

struct Read {
  Scene scene;
  RobotCheckOptions options;
  PlanningSceneReport report;
};

Read read(std::string_view text, const std::string& path = "scene.yaml") {
  Read all;
  const Result<PlanningSceneReport> report =
      read_planning_scene_text(text, path, rails(), all.scene, all.options);
  EXPECT_TRUE(report) << report.error().message;
  if (report) all.report = report.value();
  return all;
}

Verdict verdict(const Read& all, double a, double b) {
  const RobotChecker checker = RobotChecker::make(rails(), all.scene, all.options).value();
  const std::array<double, 2> q{a, b};
  Verdict found{};
  EXPECT_TRUE(checker.check({q, 1}, {.verdicts = {&found, 1}}));
  return found;
}

TEST(PlanningScene, ReadsBodiesFramesCarriedOnesAndTheMatrix) {
  const Read all = read(kWorld);
  EXPECT_EQ(all.report.name, "shelf");
  EXPECT_EQ(all.report.objects, 2);
  EXPECT_EQ(all.report.bodies, 4);
  EXPECT_EQ(all.report.attached, 1);
  EXPECT_EQ(all.report.allowed, 1);
  ASSERT_EQ(all.scene.count(), 4);
  EXPECT_EQ(all.scene.body(1).name, "can");
  EXPECT_EQ(all.scene.body(2).name, "can#2");
  EXPECT_EQ(all.scene.body(1).pose.offset(0), 11);
  EXPECT_EQ(all.scene.body(2).pose.offset(1), 5);
  ASSERT_EQ(all.options.scene_inner.size(), 3U);
  const RobotChecker checker = RobotChecker::make(rails(), all.scene, all.options).value();
  // one-floor is allowed; the tool does not meet its own link; two lies in the floor.
  const std::vector<std::pair<std::string, std::int64_t>> skipped{{"Allowed", 1}, {"Attached", 1}};
  EXPECT_EQ(checker.counts().skipped, skipped);
  EXPECT_EQ(verdict(all, 0, 50), Verdict::overlapping);  // two and the floor
}

TEST(PlanningScene, ACylinderIsFreeOutsideAHitInsideAndOpenBetween) {
  const Read all = read(changed(changed(kWorld, "200, 200, 1", "1, 1, 1"), "z: -0.75", "z: -75"));
  // The can's side towards the rail is at x = 10.5, and a prism of 32 sides has a corner there or nearly so.
  EXPECT_EQ(verdict(all, 9.5, 50), Verdict::separated);
  EXPECT_EQ(verdict(all, 10.1, 50), Verdict::overlapping);
  const double between = 10.5 - 0.5 - 0.5 * (1 / std::cos(std::numbers::pi / 32) - 1) / 2;
  EXPECT_EQ(verdict(all, between, 50), Verdict::undecided);
}

TEST(PlanningScene, InnerPolytopesLieInTheShapeAndOuterOnesHoldIt) {
  const Read all = read(kWorld);
  // The ball of radius 1/4.
  double outermost = 0, innermost = 1;
  const Polytope3& ball = all.options.scene_inner[1].inner;
  for (std::int32_t v = 0; v < ball.vertex_count(); ++v) {
    const Vector3 p = ball.vertex(v);
    outermost = std::max(outermost, std::hypot(p[0], p[1], p[2]));
  }
  EXPECT_LE(outermost, 0.25);
  EXPECT_GT(outermost, 0.2499);
  const Polytope3 centre = Polytope3::from_points({Vector3{0, 0, 0}}).value();
  for (int i = 0; i < 2000; ++i) {  // each point of the sphere is in the outer polytope
    const double z = 1 - 2 * (i + 0.5) / 2000, turn = 2.399963229728653 * i;
    const double r = std::sqrt(1 - z * z);
    const Vector3 at{0.25 * r * std::cos(turn), 0.25 * r * std::sin(turn), 0.25 * z};
    const Polytope3 point = Polytope3::from_points({at}).value();
    EXPECT_NE(intersects(Posed3(point), Posed3(all.scene.body(2).polytope)).verdict,
              Verdict::separated);
  }
  for (const Face& face : all.scene.body(2).polytope.faces()) {
    const Vector3 at = all.scene.body(2).polytope.vertex(face.vertices.front());
    innermost = std::min(innermost,
                         face.normal[0] * at[0] + face.normal[1] * at[1] + face.normal[2] * at[2]);
  }
  EXPECT_GE(innermost, 0.25);
  EXPECT_LT(innermost, 0.2501);
  // The cone: height 1, radius 1/2 at the bottom.
  const Polytope3& cone = all.options.scene_inner[2].inner;
  for (std::int32_t v = 0; v < cone.vertex_count(); ++v) {
    const Vector3 p = cone.vertex(v);
    EXPECT_LE(std::hypot(p[0], p[1]), 0.5 * (0.5 - p[2]) + 1e-16);
  }
}

TEST(PlanningScene, AnEntryThatForbidsOverrulesTheRobot) {
  const Robot robot =
      read_urdf_text(
          kRails,
          R"(<robot name="rails"><disable_collisions link1="one" link2="two" reason="Never"/></robot>)",
          "rails.urdf")
          .value();
  Scene scene;
  RobotCheckOptions options;
  const auto report = read_planning_scene_text(
      "allowed_collision_matrix:\n  entry_names: [one, two]\n  entry_values:\n    - {enabled: "
      "[false, "
      "false]}\n    - {enabled: [false, false]}\n",
      "scene.yaml", robot, scene, options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().forbidden, 1);
  EXPECT_EQ(RobotChecker::make(robot, scene, options).value().counts().examined, 1);
  EXPECT_EQ(RobotChecker::make(robot).value().counts().examined, 0);
}

TEST(PlanningScene, DefaultsHoldForPairsThatAreNotBothInTheMatrix) {
  const std::string text =
      changed(kWorld, "world:\n",
              "  default_entry_names: [can, one]\n  default_entry_values: [true, false]\nworld:\n");
  const Read all = read(text);
  // can-two, can-base, can-tool; can-one has two defaults, of which one forbids.
  std::vector<std::int32_t> links;
  for (const RobotScenePair& pair : all.options.skipped_scene) {
    EXPECT_EQ(pair.reason, "Allowed");
    if (pair.body == 1) links.push_back(pair.link);
  }
  std::ranges::sort(links);
  EXPECT_EQ(links, (std::vector<std::int32_t>{0, 2, 3}));
}

TEST(PlanningScene, AMeshIsWhatItIs) {
  const std::string text = R"(world:
  collision_objects:
    - id: tetrahedron
      meshes:
        - vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], {x: 0, y: 0, z: 1}]
          triangles: [[0, 2, 1], [0, 1, 3], {vertex_indices: [0, 3, 2]}, [1, 2, 3]]
    - id: sheet
      meshes: &sheet
        - vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
          triangles: [[0, 1, 2]]
      mesh_poses: [{position: [5, 0, 0]}]
    - {id: again, meshes: *sheet}
)";
  const Read all = read(text);
  ASSERT_EQ(all.scene.count(), 3);
  EXPECT_FALSE(all.scene.body(0).body);  // convex
  EXPECT_TRUE(all.scene.body(1).body);
  EXPECT_EQ(all.scene.body(1).pose.offset(0), 5);
  EXPECT_EQ(all.scene.body(2).pose.offset(0), 0);
}

TEST(PlanningScene, AFrameIsThatOfALinkWhereTheStatePutsIt) {
  const Read all = read(changed(kWorld, "{frame_id: /shelf}", "{frame_id: one}"));
  EXPECT_EQ(all.scene.body(1).pose.offset(0), 4);
}

TEST(PlanningScene, TheTextFormatsOfMoveItGiveTheSame) {
  const Read older = read(
      "(noname)+\n* can\n2\ncylinder\n0.5 1\n10 0 0\n0 0 0 1\n1 0 0 1\nbox\n1 2 3\n0 5 0\n0 0 1 "
      "0\n0 0 0 0\n.\n",
      "old.scene");
  const Read newer = read(
      "(noname)+\n* can\n1 0 0\n0 0 0 1\n2\ncylinder\n0.5 1\n9 0 0\n0 0 0 1\n1 0 0 1\nbox\n1 2 "
      "3\n-1 5 0\n0 0 1 0\n0 0 "
      "0 0\n1\ntip of it\n0 0 1\n0 0 0 1\n.\n",
      "new.scene");
  ASSERT_EQ(older.scene.count(), 2);
  ASSERT_EQ(newer.scene.count(), 2);
  for (std::int32_t id = 0; id < 2; ++id) {
    EXPECT_EQ(older.scene.body(id).polytope.content_hash(),
              newer.scene.body(id).polytope.content_hash());
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(older.scene.body(id).pose.offset(k), newer.scene.body(id).pose.offset(k));
  }
}

/// A change of kWorld, and what the refusal must say.
struct Broken {
  std::string_view from, to;
  ErrorCode code;
  std::vector<std::string_view> says;
};

const std::vector<Broken> kBroken{
    {"name: shelf", "name: [shelf", io_error::syntax, {"not well-formed YAML"}},
    {"name: shelf", "name: shelf\n---\nname: b", io_error::syntax, {"line 2", "second document"}},
    {"name: shelf", "name: shelf\nname: b", io_error::duplicate_key, {"line 2", "given twice"}},
    {"name: shelf", "name: *nothing", io_error::syntax, {"line 1"}},
    {"name: shelf", "name: &a [*a]", io_error::syntax, {"line 1", "can hold itself"}},
    {"name: shelf", "name: !!python/object:os.system x", io_error::syntax, {"line 1", "tag"}},
    {"name: shelf", "? [a]\n: b", io_error::syntax, {"line 1", "no text"}},
    {"name: shelf", "nmae: shelf", io_error::unknown_key, {"line 1", "nmae", "robot_state"}},
    {"name: shelf", "name: {}", io_error::wrong_type, {"line 1", "a text was expected"}},
    {"name: shelf\n", "- name\n", io_error::syntax, {"line"}},
    {"primitives:", "primitve:", io_error::unknown_key, {"line 12", "primitve"}},
    {"dimensions: [0.5, 0.5, 0.5]",
     "dimensions: [0.5, 0.5]",
     ErrorCode::wrong_shape,
     {"line 13", "tool", "3 sizes"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, -1]", ErrorCode::wrong_shape, {"tool", "above 0"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, .nan]", ErrorCode::not_finite, {"line 14", "not finite"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, .inf]", ErrorCode::not_finite, {"line 14", "not finite"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, x]", io_error::wrong_type, {"line 14", "number"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, '1']", io_error::wrong_type, {"line 14", "number"}},
    {"[0.5, 0.5, 0.5]", "[0.5, 0.5, 1e999]", io_error::wrong_type, {"line 14", "number"}},
    {"[0.5, 0.5, 0.5]", "0.5", io_error::wrong_type, {"line 14", "a list was expected"}},
    {"position: [0, 0, 1]",
     "position: [0, 1]",
     ErrorCode::wrong_shape,
     {"line 16", "3 are expected"}},
    {"position: {x: 0, y: 0, z: -0.75}",
     "position: {x: 0, y: 0}",
     io_error::missing_key,
     {"z is missing"}},
    {"type: box\n", "type: tube\n", ErrorCode::not_served, {"line 13", "tube", "cylinder"}},
    {"type: box\n", "kind: box\n", io_error::unknown_key, {"line 13", "kind"}},
    {"link_name: two", "link_name: three", io_error::unknown_body, {"three", "no link"}},
    {"{frame_id: two}",
     "{frame_id: one}",
     ErrorCode::not_served,
     {"tool", "\"two\" that carries it"}},
    {"{frame_id: /shelf}",
     "{frame_id: map}",
     io_error::unknown_body,
     {"can", "map", "fixed_frame_transforms"}},
    {"child_frame_id: shelf",
     "header: {frame_id: shelf}\n    child_frame_id: shelf",
     io_error::unknown_body,
     {"line 20", "shelf"}},
    {"- id: can", "- id: floor", ErrorCode::wrong_shape, {"line 38", "floor", "its own"}},
    {"- id: can", "- id: one", ErrorCode::wrong_shape, {"line 38", "one", "its own"}},
    {"- id: can", "- id: ''", ErrorCode::wrong_shape, {"without a name"}},
    {"    - id: can\n", "    - \n", io_error::missing_key, {"id is missing"}},
    {"pose: {position: [1, 0, 0]",
     "planes: [{coef: [0, 0, 1, 0]}]\n      pose: {position: [1, 0, 0]",
     ErrorCode::not_served,
     {"can", "plane", "box"}},
    {"pose: {position: [1, 0, 0]",
     "operation: remove\n      pose: {position: [1, 0, 0]",
     ErrorCode::not_served,
     {"can", "removed"}},
    {"pose: {position: [1, 0, 0]",
     "pose: {location: [1, 0, 0]",
     io_error::unknown_key,
     {"location"}},
    {"entry_names: [one, two, floor, nobody]",
     "entry_names: [one, two, floor]",
     ErrorCode::wrong_shape,
     {"line 25", "4 entries"}},
    {"    - [true, false, false, false]\n", "", ErrorCode::wrong_shape, {"3 rows"}},
    {"    - [true, false, false, false]\n",
     "    - [false, false, false, false]\n",
     ErrorCode::wrong_shape,
     {"both true and false", "one", "floor"}},
    {"    - [true, false, false, false]\n",
     "    - [maybe, false, false, false]\n",
     io_error::wrong_type,
     {"line 27", "true or false"}},
    {"position: [3, 50]", "position: [3]", ErrorCode::wrong_shape, {"2 names and 1"}},
    {"world:\n",
     "link_scale: [{link_name: one, scale: 2}]\nworld:\n",
     ErrorCode::not_served,
     {"link_padding"}},
    {"world:\n",
     "world:\n  octomap: {octomap: {data: [1, 2]}}\n",
     ErrorCode::not_served,
     {"octomap", "boxes"}},
    {"world:\n", "world:\n  stuff: 1\n", io_error::unknown_key, {"stuff"}},
    {"{type: sphere, dimensions: [0.25]}",
     "{type: sphere, dimensions: [1e-300]}",
     ErrorCode::too_large,
     {}},
};

TEST(PlanningScene, BrokenFilesAreRefusedInWords) {
  std::size_t refused = 0;
  for (const Broken& broken : kBroken) {
    const std::string text = changed(kWorld, broken.from, broken.to);
    ASSERT_FALSE(text.empty()) << broken.from;
    Scene scene;
    RobotCheckOptions options;
    const auto report = read_planning_scene_text(text, "s.yaml", rails(), scene, options);
    if (broken.says.empty()) continue;  // read or refused: it must end
    ASSERT_FALSE(report) << broken.to;
    ++refused;
    EXPECT_EQ(report.error().code, broken.code) << report.error().message;
    EXPECT_TRUE(report.error().message.starts_with("s.yaml: ")) << report.error().message;
    for (const std::string_view word : broken.says)
      EXPECT_NE(report.error().message.find(word), std::string::npos)
          << report.error().message << "\nlacks " << word;
    EXPECT_EQ(scene.size(), 0);
    EXPECT_TRUE(options.attached.empty() && options.scene_inner.empty());
  }
  EXPECT_GE(refused, 40U);
}

TEST(PlanningScene, BrokenTextsAreRefusedInWords) {
  const std::string fine = "(noname)+\n* can\n1\nbox\n1 2 3\n0 5 0\n0 0 1 0\n0 0 0 0\n.\n";
  for (const auto& [from, to, word] : std::vector<std::array<std::string, 3>>{
           {"box", "plane", "no end"},
           {"box", "bax", "\"bax\" is no shape"},
           {"1 2 3", "1 2 x", "line 5"},
           {"1 2 3", "1 2 -3", "above 0"},
           {"1 2 3", "1 2 inf", "not finite"},
           {"* can", "* ", "without a name"},
           {"* can", "can", "begins with *"},
           {"can\n1\n", "can\n0\n", "without a shape"},
           {"can\n1\n", "can\n2\n", "no shape"},
           {"\n.\n", "\n", "ends"},
           {"box\n1 2 3", "mesh\n999999999999 1", "before the mesh"},
           {"box\n1 2 3", "mesh\n3 1 0 0 0 1 0 0 0 1 0 0 1 3", "vertex 3 of 3"}}) {
    Scene scene;
    RobotCheckOptions options;
    const std::string text = changed(fine, from, to);
    ASSERT_FALSE(text.empty());
    const auto report = read_planning_scene_text(text, "s.scene", rails(), scene, options);
    ASSERT_FALSE(report) << to;
    EXPECT_NE(report.error().message.find(word), std::string::npos) << report.error().message;
  }
}

TEST(PlanningScene, ABombOfAliasesAndDeepNestingEnd) {
  std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 1; i < 40; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", *a" : "*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  const std::string deep = "name: " + std::string(1'000'000, '[');
  for (const std::string& text :
       {bomb, deep, "name: " + std::string(100'000, '{'), std::string("\xff\xfe\x00", 3),
        std::string("a: \x01"), std::string("- &a\n- *a\n- *b")}) {
    Scene scene;
    RobotCheckOptions options;
    const auto report = read_planning_scene_text(text, "s.yaml", rails(), scene, options);
    ASSERT_FALSE(report);
    EXPECT_TRUE(report.error().message.starts_with("s.yaml: ")) << report.error().message;
  }
}

}  // namespace
}  // namespace sunder
