// SPDX-License-Identifier: Apache-2.0
//
// Tests what URDF is read as: joints, shapes, meshes and their places, packages.
#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <variant>
#include <vector>

#include "robot/urdf_texts.hpp"
#include "sunder/robot.hpp"

namespace sunder {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using test::changed;
using test::Folder;
using test::kArm;
using test::kTetrahedron;

Robot read(std::string_view urdf, std::string_view srdf = {}, const std::string& path = "arm.urdf",
           const UrdfOptions& options = {}) {
  Result<Robot> robot = read_urdf_text(urdf, srdf, path, options);
  EXPECT_TRUE(robot) << (robot ? "" : robot.error().message);
  if (robot) return std::move(robot).value();
  RobotModel none;
  none.links = {{"none"}};
  return Robot::from_model(none).value();
}

TEST(Urdf, AnArmIsReadAsWritten) {
  const Robot robot = read(kArm);
  const RobotModel& model = robot.model();
  EXPECT_EQ(model.name, "arm");
  ASSERT_EQ(model.links.size(), 3u);
  ASSERT_EQ(model.joints.size(), 2u);
  EXPECT_EQ(model.joints[0].kind, JointKind::revolute);
  EXPECT_EQ(model.joints[0].lower, -1.5);
  EXPECT_EQ(model.joints[0].axis, (Vector3{0, 1, 0}));
  EXPECT_EQ(model.joints[0].origin.offset(2), 0.05);
  EXPECT_TRUE(model.joints[0].origin.is_translation());
  EXPECT_EQ(model.joints[1].upper, INFINITY);
  ASSERT_EQ(model.parts.size(), 4u);
  EXPECT_EQ(model.parts[0].shape, RobotShape::box);
  EXPECT_EQ(model.parts[0].hull.bounds().upper, (Vector3{0.2, 0.2, 0.05}));
  EXPECT_EQ(model.parts[1].shape, RobotShape::cylinder);
  EXPECT_EQ(model.parts[1].name, "upper");
  EXPECT_EQ(model.parts[2].name, "tool/tip");
  EXPECT_EQ(model.parts[2].radius, 0.1);
  EXPECT_EQ(model.parts[2].hull.vertex_count(), 1);
  EXPECT_EQ(model.parts[3].shape, RobotShape::capsule);
  EXPECT_EQ(model.parts[3].hull.bounds().upper, (Vector3{0, 0, 0.15}));
  ASSERT_EQ(model.skipped.size(), 2u);
  EXPECT_EQ(model.skipped[0].reason, "Adjacent");
  EXPECT_TRUE(model.notes.empty());
}

/// The true cylinder lies between the prisms: decided in fractions, for every edge and vertex.
TEST(Urdf, CylindersLieBetweenTheirPrisms) {
  for (const std::int32_t sides : {8, 31, 32, 1000}) {
    for (const double radius : {0.05, 1e-7, 123456.7}) {
      UrdfOptions options;
      options.cylinder_sides = sides;
      const Robot robot =
          read(changed(kArm, "radius=\"0.05\"", "radius=\"" + json_number(radius) + "\""), {}, "a",
               options);
      const RobotPart& part = robot.model().parts[1];
      const Rational r = radius;
      std::vector<std::array<double, 2>> ring;
      for (std::int32_t v = 0; v < part.hull.vertex_count(); ++v) {
        const Vector3 p = part.hull.vertex(v);
        EXPECT_EQ(std::fabs(p[2]), 0.5);
        if (p[2] > 0) ring.push_back({p[0], p[1]});
      }
      ASSERT_EQ(ring.size(), static_cast<std::size_t>(sides));
      std::ranges::sort(ring, {}, [](const auto& p) { return std::atan2(p[1], p[0]); });
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const auto& p = ring[i];
        const auto& q = ring[(i + 1) % ring.size()];
        const Rational cross = Rational(p[0]) * q[1] - Rational(p[1]) * q[0];
        const Rational dx = Rational(q[0]) - p[0], dy = Rational(q[1]) - p[1];
        EXPECT_GE(cross * cross, r * r * (dx * dx + dy * dy));
      }
      for (std::int32_t v = 0; v < part.inner->vertex_count(); ++v) {
        const Vector3 p = part.inner->vertex(v);
        EXPECT_LE(Rational(p[0]) * p[0] + Rational(p[1]) * p[1], r * r);
        EXPECT_EQ(std::fabs(p[2]), 0.5);
      }
    }
  }
}

/// Roll, pitch and yaw turn about the fixed axes x, y, z in this order.
TEST(Urdf, RollPitchYawIsTurnsAboutFixedAxes) {
  const double quarter = std::numbers::pi / 2;
  const auto image = [](const Vector3& rpy, const Vector3& p) {
    const Pose3 pose = pose_from_rpy({0, 0, 0}, rpy).value();
    Vector3 q{};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        q[static_cast<std::size_t>(i)] += pose.linear(i, j) * p[static_cast<std::size_t>(j)];
    }
    for (double& c : q) c = std::round(c * 1e12) / 1e12 + 0.0;
    return q;
  };
  EXPECT_EQ(image({quarter, 0, 0}, {0, 1, 0}), (Vector3{0, 0, 1}));
  EXPECT_EQ(image({0, quarter, 0}, {0, 0, 1}), (Vector3{1, 0, 0}));
  EXPECT_EQ(image({0, 0, quarter}, {1, 0, 0}), (Vector3{0, 1, 0}));
  EXPECT_EQ(image({quarter, quarter, 0}, {0, 1, 0}), (Vector3{1, 0, 0}));
  EXPECT_EQ(image({quarter, 0, quarter}, {0, 1, 0}), (Vector3{0, 0, 1}));
  EXPECT_EQ(image({0, quarter, quarter}, {1, 0, 0}), (Vector3{0, 0, -1}));
  EXPECT_EQ(image({0, quarter, quarter}, {0, 0, 1}), (Vector3{0, 1, 0}));
  EXPECT_FALSE(pose_from_rpy({0, 0, 0}, {NAN, 0, 0}));
  EXPECT_FALSE(pose_from_rpy({INFINITY, 0, 0}, {0, 0, 0}));
}

std::string with_mesh(std::string_view mesh) {
  return changed(kArm, "<box size=\"0.4 0.4 0.1\"/>", mesh);
}

TEST(Urdf, MeshesAreWhatTheyAre) {
  const Folder folder;
  folder.write("meshes/t.stl", kTetrahedron);
  folder.write("meshes/open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  folder.write("meshes/points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
  // Two tetrahedra that share a corner: closed, simple and not convex.
  folder.write("meshes/two.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv -1 0 0\nv 0 -1 0\nv 0 0 -1\n"
               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 5 6\nf 1 7 5\nf 1 6 7\nf 5 7 6\n");
  const std::string path = folder.path("arm.urdf");
  const auto part = [&](std::string_view mesh, UrdfOptions options = {}) {
    return read(with_mesh(mesh), {}, path, options).model().parts[0];
  };
  EXPECT_EQ(part("<mesh filename='meshes/t.stl'/>").shape, RobotShape::convex);
  EXPECT_EQ(part("<mesh filename='meshes/open.obj'/>").shape, RobotShape::surface);
  EXPECT_NE(part("<mesh filename='meshes/open.obj'/>").why.find("open"), std::string::npos);
  EXPECT_EQ(part("<mesh filename='meshes/points.obj'/>").shape, RobotShape::hull);
  EXPECT_EQ(part("<mesh filename='meshes/two.obj'/>").shape, RobotShape::solid);
  UrdfOptions hulls;
  hulls.form_of = [](std::string_view name) {
    return name == "base" ? BodyForm::hull : BodyForm::automatic;
  };
  EXPECT_EQ(part("<mesh filename='meshes/two.obj'/>", hulls).shape, RobotShape::hull);
  UrdfOptions solids;
  solids.as = BodyForm::solid;
  const Result<Robot> refused =
      read_urdf_text(with_mesh("<mesh filename='meshes/open.obj'/>"), {}, path, solids);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::not_solid);
  EXPECT_NE(refused.error().message.find("arm.urdf: line 4"), std::string::npos)
      << refused.error().message;
}

TEST(Urdf, ScalesAreAppliedToPointsAndMayMirror) {
  const Folder folder;
  folder.write("t.stl", kTetrahedron);
  folder.write("two.obj",
               "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv -1 0 0\nv 0 -1 0\nv 0 0 -1\n"
               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\nf 1 5 6\nf 1 7 5\nf 1 6 7\nf 5 7 6\n");
  for (const char* file : {"t.stl", "two.obj"}) {
    const Robot robot =
        read(with_mesh(std::string("<mesh scale='0.001 -2 0.5' filename='") + file + "'/>"), {},
             folder.path("arm.urdf"));
    const RobotPart& part = robot.model().parts[0];
    const bool both = part.body.has_value();
    EXPECT_EQ(both, std::string_view(file) == "two.obj");
    EXPECT_EQ(part.hull.bounds().upper, (Vector3{0.001, both ? 2.0 : 0.0, 0.5}));
    EXPECT_EQ(part.hull.bounds().lower, (Vector3{both ? -0.001 : 0, -2, both ? -0.5 : 0}));
    EXPECT_EQ(part.shape, both ? RobotShape::solid : RobotShape::convex)
        << "a mirrored solid is a solid";
    EXPECT_NE(part.why.find("scaled"), std::string::npos);
    if (both) {
      const Mesh3& mesh = std::get<Mesh3>(part.body->parts().front().shape);
      EXPECT_DOUBLE_EQ(mesh.mass_properties().volume, 2 * 0.001 * 2 * 0.5 / 6);
    }
  }
}

TEST(Urdf, ScalesCountAgainstTheLimitOfPoints) {
  const Folder folder;
  folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  UrdfOptions options;
  options.limits.points = 12;
  const auto refused = [&](std::string_view last) {
    std::string meshes;
    for (const std::string_view scale : std::array<std::string_view, 3>{"1 1 1", "2 1 1", last}) {
      meshes += "<collision><geometry><mesh filename='t.obj' scale='" + std::string(scale) +
                "'/></geometry></collision>";
    }
    const Result<Robot> robot =
        read_urdf_text("<robot name='r'><link name='a'>" + meshes + "</link></robot>", {},
                       folder.path("r.urdf"), options);
    return robot ? std::string() : robot.error().message;
  };
  EXPECT_EQ(refused("1 1 1"), "") << "a scale that was read before is shared";
  EXPECT_EQ(refused("3 1 1"), "");
  options.limits.points = 11;
  EXPECT_EQ(refused("1 1 1"), "");
  EXPECT_NE(refused("3 1 1").find("more than 11 points"), std::string::npos);
}

/// A COLLADA file in centimetres, whose node moves the mesh.
TEST(Urdf, UnitsAndNodesOfMeshFilesAreApplied) {
  const Folder folder;
  folder.write("t.dae",
               R"(<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimeter" meter="0.01"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">0 0 0 100 0 0 0 100 0 0 0 100</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param type="float"/><param type="float"/><param type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node name="n"><translate>0 0 50</translate><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)");
  const Robot robot =
      read(with_mesh("<mesh filename='t.dae' scale='2 2 2'/>"), {}, folder.path("arm.urdf"));
  const RobotPart& part = robot.model().parts[0];
  EXPECT_EQ(part.hull.bounds().upper, (Vector3{2, 2, 3}));
  EXPECT_EQ(part.hull.bounds().lower, (Vector3{0, 0, 1}));
  EXPECT_EQ(part.shape, RobotShape::convex);
  ASSERT_EQ(robot.model().notes.size(), 1u);
  EXPECT_NE(robot.model().notes[0].find("unit of 0.01 m"), std::string::npos);
}

TEST(Urdf, PackagesAreFoundAsRosFindsThem) {
  const Folder folder;
  folder.write("ws/src/pkg/meshes/a.stl", kTetrahedron);
  folder.write("ws/src/pkg/package.xml", "<package format='2'><name>pkg</name></package>");
  folder.write("ws/src/renamed/package.xml", "<package><name>its_name</name></package>");
  folder.write("ws/src/renamed/b.stl", kTetrahedron);
  folder.write("ros/other/c.stl", kTetrahedron);
  folder.write("ament/share/third/d.stl", kTetrahedron);
  folder.write("given/e.stl", kTetrahedron);
  const std::string urdf = folder.path("ws/src/renamed/urdf/arm.urdf");
  folder.write("ws/src/renamed/urdf/f.stl", kTetrahedron);
  UrdfOptions options;
  options.packages = {{"fourth", folder.path("given")}};
  setenv("ROS_PACKAGE_PATH", (folder.path("nothing") + ":" + folder.path("ros")).c_str(), 1);
  setenv("AMENT_PREFIX_PATH", folder.path("ament").c_str(), 1);
  const auto found = [&](const std::string& uri) {
    return static_cast<bool>(
        read_urdf_text(with_mesh("<mesh filename='" + uri + "'/>"), {}, urdf, options));
  };
  EXPECT_TRUE(found("package://pkg/meshes/a.stl")) << "a folder beside one above";
  EXPECT_TRUE(found("package://its_name/b.stl")) << "by package.xml";
  EXPECT_TRUE(found("package://other/c.stl")) << "ROS_PACKAGE_PATH";
  EXPECT_TRUE(found("package://third/d.stl")) << "AMENT_PREFIX_PATH";
  EXPECT_TRUE(found("package://fourth/e.stl")) << "as given";
  EXPECT_TRUE(found("model://fourth/e.stl"));
  EXPECT_TRUE(found("f.stl"));
  EXPECT_TRUE(found("../b.stl"));
  EXPECT_TRUE(found(folder.path("given/e.stl")));
  EXPECT_TRUE(found("file://" + folder.path("given/e.stl")));
  EXPECT_FALSE(found("package://pkg/meshes/z.stl"));
  EXPECT_FALSE(found("package://nothing/c.stl"));
  EXPECT_FALSE(found("http://somewhere/a.stl"));
  options.environment = false;
  EXPECT_FALSE(found("package://other/c.stl"));
  EXPECT_FALSE(found("package://third/d.stl"));
  // No package of that name, but the files are there: read, and said.
  const Robot robot =
      read(with_mesh("<mesh filename='package://nobody/pkg/meshes/a.stl'/>"), {}, urdf, options);
  ASSERT_EQ(robot.model().notes.size(), 1u);
  EXPECT_NE(robot.model().notes[0].find("package nobody was taken to be"), std::string::npos);
  unsetenv("ROS_PACKAGE_PATH");
  unsetenv("AMENT_PREFIX_PATH");
}

constexpr std::string_view kSrdf = R"(<robot name="arm">
  <virtual_joint name="ground" type="planar" parent_frame="world" child_link="base"/>
  <group name="everything"><group name="arm"/><joint name="ground"/></group>
  <group name="arm"><chain base_link="base" tip_link="tool"/></group>
  <group name="by_link"><link name="tool"/><link name="base"/></group>
  <group_state name="home" group="arm"><joint name="shoulder" value="0.5"/><joint name="wrist" value="-1"/></group_state>
  <group_state name="away" group="everything"><joint name="ground" value="1 2 3"/></group_state>
  <disable_collisions link1="upper" link2="base" reason="Adjacent"/>
  <disable_default_collisions link="tool"/>
  <enable_collisions link1="base" link2="tool" reason="User"/>
  <disable_collisions link1="upper" link2="ghost" reason="Never"/>
</robot>)";

TEST(Srdf, PairsGroupsAndStatesAreRead) {
  const Robot robot = read(kArm, kSrdf);
  const RobotModel& model = robot.model();
  ASSERT_EQ(model.joints.size(), 3u);
  EXPECT_EQ(model.joints[0].name, "ground");
  EXPECT_EQ(model.links[3].name, "world");
  EXPECT_EQ(robot.variable_names()[0], "ground/x");
  EXPECT_EQ(robot.variable_names()[3], "shoulder");
  ASSERT_EQ(model.groups.size(), 3u);
  EXPECT_EQ(model.groups[0].joints, (std::vector<std::int32_t>{0, 1, 2}));
  EXPECT_EQ(model.groups[1].joints, (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(model.groups[2].joints, (std::vector<std::int32_t>{0, 2}))
      << "the joints that hold the links";
  ASSERT_EQ(model.states.size(), 2u);
  EXPECT_EQ(model.states[0].values,
            (std::vector<std::pair<std::int32_t, double>>{{3, 0.5}, {4, -1}}));
  EXPECT_EQ(model.states[1].values,
            (std::vector<std::pair<std::int32_t, double>>{{0, 1}, {1, 2}, {2, 3}}));
  std::string pairs;
  for (const RobotPair& pair : model.skipped) {
    pairs += model.links[static_cast<std::size_t>(pair.a)].name + "-" +
             model.links[static_cast<std::size_t>(pair.b)].name + " " + pair.reason + "; ";
  }
  EXPECT_EQ(pairs, "base-upper Adjacent; upper-tool User; tool-world User; ");
  ASSERT_EQ(model.notes.size(), 1u);
  EXPECT_NE(model.notes[0].find("ghost"), std::string::npos);
}

TEST(Urdf, AFixedJointThatMimicsStaysWhereItIsAndThatIsSaid) {
  const Robot robot =
      read(changed(kArm, "<joint name=\"wrist\" type=\"continuous\">",
                   "<joint name=\"wrist\" type=\"fixed\"><mimic joint=\"shoulder\"/>"));
  EXPECT_EQ(robot.variables(), 1);
  EXPECT_EQ(robot.model().joints[1].mimic, -1);
  ASSERT_EQ(robot.model().notes.size(), 1u);
  EXPECT_NE(robot.model().notes[0].find("<mimic> was not read"), std::string::npos);
}

TEST(Srdf, AStateNeedNotNameAGroup) {
  const Robot robot = read(kArm, R"(<robot name="arm">
  <group_state name="up"><joint name="wrist" value="1"/></group_state></robot>)");
  EXPECT_EQ(robot.model().states.at(0).group, "");
  EXPECT_EQ(robot.model().states.at(0).values,
            (std::vector<std::pair<std::int32_t, double>>{{1, 1}}));
}

/// MoveIt's own SRDF files are often used beside a URDF whose gripper was made fixed.
TEST(Srdf, ValuesOfFixedJointsAreSkippedAndSaid) {
  const Robot robot =
      read(changed(kArm, "type=\"continuous\"", "type=\"fixed\""), R"(<robot name="arm">
  <group name="arm"><joint name="shoulder"/><joint name="wrist"/></group>
  <group_state name="home" group="arm"><joint name="shoulder" value="0.5"/><joint name="wrist" value="1"/></group_state>
</robot>)");
  ASSERT_EQ(robot.variables(), 1);
  EXPECT_EQ(robot.model().states.at(0).values,
            (std::vector<std::pair<std::int32_t, double>>{{0, 0.5}}));
  ASSERT_EQ(robot.model().notes.size(), 1u);
  EXPECT_NE(robot.model().notes[0].find("\"wrist\" a value, and it is fixed"), std::string::npos);
}

TEST(Srdf, AVirtualJointOfAnotherLinkIsSkippedAndSaid) {
  const Robot robot = read(kArm, changed(kSrdf, "child_link=\"base\"", "child_link=\"tool\""));
  EXPECT_EQ(robot.model().joints.size(), 2u);
  EXPECT_NE(robot.model().notes[0].find("not the root"), std::string::npos);
}

/// Links without shapes count as part of the joint between their neighbours; rigid links never meet anew.
TEST(Urdf, AdjacentAndRigidLinksAreSkipped) {
  std::string text = "<robot name='chain'>";
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    text += std::string("<link name='") + name + "'>" +
            (std::string_view(name) == "b"
                 ? ""
                 : "<collision><geometry><sphere radius='1'/></geometry></collision>") +
            "</link>";
  }
  const auto joint = [&](const char* name, const char* type, const char* parent,
                         const char* child) {
    text += std::string("<joint name='") + name + "' type='" + type + "'><parent link='" + parent +
            "'/><child link='" + child + "'/></joint>";
  };
  joint("ab", "continuous", "a", "b");
  joint("bc", "fixed", "b", "c");
  joint("cd", "fixed", "c", "d");
  joint("de", "fixed", "d", "e");
  const Robot robot = read(text + "</robot>");
  std::string pairs;
  for (const RobotPair& pair : robot.model().skipped) {
    pairs += robot.model().links[static_cast<std::size_t>(pair.a)].name +
             robot.model().links[static_cast<std::size_t>(pair.b)].name + " " + pair.reason + "; ";
  }
  EXPECT_EQ(pairs, "ac Adjacent; cd Adjacent; ce Fixed; de Adjacent; ");
}

TEST(Urdf, AllKindsOfJointsAndFollowersAreRead) {
  std::string text = "<robot name='kinds'>";
  for (int i = 0; i < 8; ++i) text += "<link name='l" + std::to_string(i) + "'/>";
  const char* kinds[] = {"fixed",  "revolute", "continuous", "prismatic",
                         "planar", "floating", "revolute"};
  for (int i = 0; i < 7; ++i) {
    text += "<joint name='j" + std::to_string(i) + "' type='" + kinds[i] + "'><parent link='l" +
            std::to_string(i) + "'/><child link='l" + std::to_string(i + 1) +
            "'/><limit lower='-1' upper='2'/>" +
            (i == 6 ? "<mimic joint='j2' multiplier='-0.5' offset='0.25'/>" : "") + "</joint>";
  }
  const Robot robot = read(text + "</robot>");
  const RobotModel& model = robot.model();
  EXPECT_EQ(robot.variables(), 1 + 1 + 1 + 3 + 7);
  EXPECT_EQ(model.joints[2].lower, -INFINITY);
  EXPECT_EQ(model.joints[1].axis, (Vector3{1, 0, 0})) << "URDF's default";
  EXPECT_EQ(model.joints[6].mimic, 2);
  EXPECT_EQ(model.joints[6].multiplier, -0.5);
  EXPECT_EQ(model.joints[6].offset, 0.25);
  EXPECT_EQ(model.joints[6].variable, -1);
  ASSERT_EQ(model.notes.size(), 2u);
  EXPECT_NE(model.notes[0].find("j0, j2, j4, j5"), std::string::npos) << "kinds without limits";
  EXPECT_NE(model.notes[1].find("plane z = 0"), std::string::npos) << model.notes[1];
}

TEST(Urdf, ABaseMovesTheRoot) {
  UrdfOptions options;
  options.base = Pose3::translation({1, 2, 3}).value();
  const Robot robot = read(kArm, {}, "arm.urdf", options);
  std::vector<double> poses(static_cast<std::size_t>(robot.frames()) * 12);
  ASSERT_TRUE(robot.forward(1, robot.default_configuration(), poses));
  EXPECT_EQ(poses[3], 1);
  EXPECT_EQ(poses[12 + 11], 3.05);
}

TEST(Urdf, FilesAreReadAsTexts) {
  const Folder folder;
  UrdfOptions options;
  options.srdf = folder.write("arm.srdf", kSrdf);
  const Result<Robot> robot = read_urdf(folder.write("arm.urdf", kArm), options);
  ASSERT_TRUE(robot) << robot.error().message;
  EXPECT_EQ(robot.value().variables(), 5);
  EXPECT_EQ(read_urdf(folder.path("none.urdf")).error().code, io_error::cannot_read);
  EXPECT_FALSE(read_urdf(folder.path("")));
  options.srdf = folder.write("empty.srdf", "");
  EXPECT_FALSE(read_urdf(folder.path("arm.urdf"), options));
  options.srdf.clear();
  options.limits.bytes = 100;
  EXPECT_EQ(read_urdf(folder.path("arm.urdf"), options).error().code, ErrorCode::too_large);
}

}  // namespace
}  // namespace sunder
