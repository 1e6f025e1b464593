// SPDX-License-Identifier: Apache-2.0
//
// Tests that broken URDF and SRDF is refused with line, element and remedy, and that nothing that refers to itself hangs.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

#include "robot/urdf_texts.hpp"
#include "sunder/robot.hpp"

namespace sunder {
namespace {

using test::changed;
using test::kArm;

/// A change of the arm, and what the refusal must say: its line, element, fault and remedy.
struct Broken {
  std::string_view from, to;
  ErrorCode code;
  std::vector<std::string_view> says;
};

const std::vector<Broken> kBroken{
    {"</robot>", "", io_error::syntax, {"not well-formed XML"}},
    {"<robot name=\"arm\">",
     "<robot name=\"arm\" a=>",
     io_error::syntax,
     {"line 2", "not well-formed XML"}},
    {"<robot name=\"arm\">",
     "<robot name=\"arm\"><xacro:property name=\"r\" value=\"1\"/>",
     io_error::syntax,
     {"line 2", "xacro", "xacro robot.urdf.xacro > robot.urdf"}},
    {"0.4 0.4 0.1", "${width} 0.4 0.1", io_error::syntax, {"line 4", "<box>", "expand it first"}},
    {"package://nowhere",
     "$(find nowhere)",
     io_error::syntax,
     {"line 7", "<mesh>", "expand it first"}},
    {"<link name=\"base\">",
     "<link>",
     io_error::syntax,
     {"line 3", "<link>", "name is missing", "give it a name"}},
    {"<link name=\"base\">", "<link name=\"\">", io_error::syntax, {"line 3", "name is empty"}},
    {"<link name=\"tool\">",
     "<link name=\"base\">",
     ErrorCode::wrong_shape,
     {"line 10", "another link has this name"}},
    {"<joint name=\"wrist\"",
     "<joint name=\"shoulder\"",
     ErrorCode::wrong_shape,
     {"line 20", "another joint has this name"}},
    {"<joint name=\"wrist\"",
     "<joint",
     io_error::syntax,
     {"line 20", "<joint>", "name is missing"}},
    {"type=\"revolute\"",
     "type=\"hinge\"",
     io_error::syntax,
     {"line 14", "\"hinge\" is none", "write revolute"}},
    {" type=\"revolute\"", "", io_error::syntax, {"line 14", "type is missing", "write revolute"}},
    {"<parent link=\"base\"/>",
     "",
     io_error::syntax,
     {"line 14", "name=\"shoulder\"", "no <parent>"}},
    {"<child link=\"upper\"/>", "", io_error::syntax, {"line 14", "no <child>"}},
    {"<parent link=\"base\"/>",
     "<parent/>",
     io_error::syntax,
     {"line 16", "<parent>", "link is missing"}},
    {"<parent link=\"base\"/>",
     "<parent link=\"bass\"/>",
     io_error::unknown_body,
     {"line 14", "\"bass\"", "correct the name"}},
    {"<child link=\"tool\"/>",
     "<child link=\"tol\"/>",
     io_error::unknown_body,
     {"line 20", "\"tol\""}},
    {"<child link=\"upper\"/>",
     "<child link=\"base\"/>",
     ErrorCode::wrong_shape,
     {"line 14", "they must be two"}},
    {"<joint name=\"wrist\"",
     "<joint name=\"extra\" type=\"fixed\"><parent link=\"base\"/><child "
     "link=\"tool\"/></joint><joint "
     "name=\"wrist\"",
     ErrorCode::wrong_shape,
     {"line 20", "\"extra\"", "each link has one parent"}},
    {"<parent link=\"base\"/>",
     "<parent link=\"tool\"/>",
     ErrorCode::wrong_shape,
     {"arm.urdf", "on itself", "without loops"}},
    {"<link name=\"base\">",
     "<link name=\"loose\"/><link name=\"base\">",
     ErrorCode::wrong_shape,
     {"\"loose\" and \"base\"", "one root", "fixed joint"}},
    {"<limit lower=\"-1.5\" upper=\"1.5\" effort=\"1\" velocity=\"1\"/>",
     "",
     io_error::syntax,
     {"line 14", "no <limit>", "continuous"}},
    {"lower=\"-1.5\"",
     "lower=\"1.6\"",
     ErrorCode::wrong_shape,
     {"line 14", "1.6", "exchange them"}},
    {"lower=\"-1.5\"",
     "lower=\"low\"",
     io_error::syntax,
     {"line 18", "<limit>", "\"low\" is no number"}},
    {"lower=\"-1.5\"", "lower=\"\"", io_error::syntax, {"line 18", "lower is empty"}},
    {"lower=\"-1.5\"", "lower=\"-1,5\"", io_error::syntax, {"line 18", "\"-1,5\" is no number"}},
    {"lower=\"-1.5\"", "lower=\"-1 5\"", io_error::syntax, {"line 18", "must be one number"}},
    {"upper=\"1.5\"", "upper=\"nan\"", ErrorCode::not_finite, {"line 18", "must be finite"}},
    {"upper=\"1.5\"", "upper=\"1e999\"", io_error::syntax, {"line 18", "1e999"}},
    {"<axis xyz=\"0 1 0\"/>",
     "<axis xyz=\"0 0 0\"/>",
     ErrorCode::wrong_shape,
     {"line 14", "0 0 0", "such as 0 0 1"}},
    {"<axis xyz=\"0 1 0\"/>",
     "<axis xyz=\"0 1\"/>",
     ErrorCode::wrong_shape,
     {"line 17", "<axis>", "2 numbers"}},
    {"<axis xyz=\"0 1 0\"/>",
     "<axis xyz=\"0 1 0\"/><axis xyz=\"0 1 0\"/>",
     io_error::syntax,
     {"line 17", "a second <axis>"}},
    {"<origin xyz=\"0 0 1.1\"/>",
     "<origin xyz=\"0 0 inf\"/>",
     ErrorCode::not_finite,
     {"line 21", "inf", "must be finite"}},
    {"<origin xyz=\"0 0 1.1\"/>",
     "<origin xyz=\"0 0 1 1\"/>",
     ErrorCode::wrong_shape,
     {"line 21", "4 numbers"}},
    {"<origin xyz=\"0 0 1.1\"/>",
     "<origin xyz=\"0 0 1e300\"/>",
     ErrorCode::too_large,
     {"\"wrist\"", "2^40"}},
    {"<axis xyz=\"0 0 1\"/>",
     "<axis xyz=\"0 0 1\"/><mimic joint=\"elbow\"/>",
     io_error::unknown_body,
     {"line 20", "\"elbow\""}},
    {"<axis xyz=\"0 0 1\"/>",
     "<axis xyz=\"0 0 1\"/><mimic joint=\"wrist\"/>",
     ErrorCode::wrong_shape,
     {"itself", "own variable"}},
    {"<axis xyz=\"0 0 1\"/>",
     "<mimic/>",
     io_error::syntax,
     {"line 23", "<mimic>", "joint is missing"}},
    {"<geometry><box size=\"0.4 0.4 0.1\"/></geometry>",
     "",
     io_error::syntax,
     {"line 4", "<collision>", "no <geometry>"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "",
     io_error::syntax,
     {"line 4", "<geometry>", "is empty", "<box>"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<cone radius=\"1\"/>",
     io_error::syntax,
     {"line 4", "<cone>", "no such shape"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<box size=\"1 1 1\"/><box size=\"1 1 1\"/>",
     io_error::syntax,
     {"line 4", "second shape"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<box/>",
     io_error::syntax,
     {"line 4", "<box>", "size is missing"}},
    {"0.4 0.4 0.1",
     "0.4 -0.4 0.1",
     ErrorCode::wrong_shape,
     {"line 4", "<box>", "-0.4", "more than 0"}},
    {"<sphere radius=\"0.1\"/>",
     "<sphere radius=\"0\"/>",
     ErrorCode::wrong_shape,
     {"line 11", "<sphere>", "more than 0"}},
    {"<sphere radius=\"0.1\"/>", "<sphere/>", io_error::syntax, {"line 11", "radius is missing"}},
    {"length=\"1\"",
     "length=\"-1\"",
     ErrorCode::wrong_shape,
     {"line 8", "<cylinder>", "length is -1"}},
    {"radius=\"0.05\"", "radius=\"1.79e308\"", ErrorCode::too_large, {"line 8", "<cylinder>"}},
    {"length=\"0.3\"",
     "length=\"-0.3\"",
     ErrorCode::wrong_shape,
     {"line 12", "<capsule>", "0 or more"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh/>",
     io_error::syntax,
     {"line 4", "<mesh>", "filename is missing"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"package://none/a.stl\"/>",
     io_error::cannot_read,
     {"line 4", "package none", "--package none=DIR"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"package://none\"/>",
     io_error::syntax,
     {"line 4", "NAME/PATH"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"https://a.b/c.stl\"/>",
     io_error::syntax,
     {"line 4", "store the file"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"not_there.stl\"/>",
     io_error::cannot_read,
     {"line 4", "not_there.stl"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"a.stl\" scale=\"1 0 1\"/>",
     ErrorCode::wrong_shape,
     {"line 4", "scale has a 0"}},
    {"<box size=\"0.4 0.4 0.1\"/>",
     "<mesh filename=\"a.stl\" scale=\"0.001\"/>",
     ErrorCode::wrong_shape,
     {"line 4", "1 numbers"}},
};

TEST(BrokenUrdf, IsRefusedWithPlaceAndRemedy) {
  ASSERT_GE(kBroken.size(), 40u);
  for (const Broken& broken : kBroken) {
    const std::string text = changed(kArm, broken.from, broken.to);
    ASSERT_FALSE(text.empty()) << broken.from;
    const Result<Robot> robot = read_urdf_text(text, {}, "arm.urdf");
    ASSERT_FALSE(robot) << broken.to;
    const std::string& message = robot.error().message;
    EXPECT_EQ(robot.error().code, broken.code) << message;
    EXPECT_TRUE(message.starts_with("arm.urdf: ")) << message;
    for (const std::string_view word : broken.says)
      EXPECT_NE(message.find(word), std::string::npos) << message << "\n" << word;
  }
}

TEST(BrokenUrdf, OtherFormatsAreRefused) {
  for (const std::string_view text :
       {"", " ", "solid t", "<sdf version='1.6'><model name='a'/></sdf>", "<mujoco/>",
        "{\"robot\": 1}", "<robot/>", "<robot name='a'></robot>",
        "\x7f"
        "ELF",
        "<robot><link name='a'/></robot><robot/>x"}) {
    const Result<Robot> robot = read_urdf_text(text, {}, "r.urdf");
    ASSERT_FALSE(robot) << text;
    EXPECT_TRUE(robot.error().message.starts_with("r.urdf: ")) << robot.error().message;
  }
}

struct BrokenSrdf {
  std::string_view inside;
  ErrorCode code;
  std::vector<std::string_view> says;
};

TEST(BrokenUrdf, SrdfIsRefusedWithPlaceAndRemedy) {
  const std::vector<BrokenSrdf> cases{
      {"<group/>", io_error::syntax, {"line 2", "<group>", "name is missing"}},
      {"<link name='base'/>", io_error::syntax, {"line 2", "<link", "those of a URDF"}},
      {"<group name='a'><group name='a'/></group>",
       ErrorCode::wrong_shape,
       {"line 2", "contains itself"}},
      {"<group name='a'><group name='b'/></group><group name='b'><group name='a'/></group>",
       ErrorCode::wrong_shape,
       {"contains itself", "take it out"}},
      {"<group name='a'/><group name='a'/>", ErrorCode::wrong_shape, {"another group"}},
      {"<group name='a'><group name='z'/></group>",
       io_error::unknown_body,
       {"no group has this name"}},
      {"<group name='a'><chain base_link='tool' tip_link='base'/></group>",
       ErrorCode::wrong_shape,
       {"<chain>", "not above"}},
      {"<group name='a'><chain base_link='tool'/></group>",
       io_error::syntax,
       {"<chain>", "tip_link is missing"}},
      {"<group_state name='s' group='z'/>",
       io_error::unknown_body,
       {"<group_state", "\"z\" is none"}},
      {"<group name='a'/><group_state name='s' group='a'><joint name='wrist' value='1 "
       "2'/></group_state>",
       ErrorCode::wrong_shape,
       {"line 2", "2 numbers", "continuous"}},
      {"<group name='a'/><group_state name='s' group='a'><joint name='wrist' "
       "value='x'/></group_state>",
       io_error::syntax,
       {"\"x\" is no number"}},
      {"<group name='a'/><group_state name='s' group='a'><joint name='wrist'/></group_state>",
       io_error::syntax,
       {"value is missing"}},
      {"<disable_collisions link1='base'/>",
       io_error::syntax,
       {"line 2", "<disable_collisions>", "link2 is missing"}},
      {"<disable_collisions link1='base' link2='base'/>", ErrorCode::wrong_shape, {"name two"}},
      {"<enable_collisions link1='base' link2='nothing'/>",
       io_error::unknown_body,
       {"line 2", "\"nothing\"", "correct the name"}},
      {"<disable_default_collisions/>", io_error::syntax, {"link is missing"}},
      {"<virtual_joint name='v' type='ball' parent_frame='w' child_link='base'/>",
       io_error::syntax,
       {"\"ball\" is none"}},
      {"<virtual_joint name='v' type='fixed' child_link='base'/>",
       io_error::syntax,
       {"parent_frame is missing"}},
      {"<virtual_joint name='v' type='fixed' parent_frame='tool' child_link='base'/>",
       ErrorCode::wrong_shape,
       {"is a link of the robot"}},
      {"<virtual_joint name='wrist' type='fixed' parent_frame='w' child_link='base'/>",
       ErrorCode::wrong_shape,
       {"has this name"}},
      {"<xacro:include filename='a'/>", io_error::syntax, {"xacro"}},
      {"<group name='a'>", io_error::syntax, {"not well-formed XML"}},
  };
  for (const BrokenSrdf& broken : cases) {
    UrdfOptions options;
    options.srdf = "arm.srdf";
    const std::string text = "<robot name='arm'>\n" + std::string(broken.inside) + "\n</robot>";
    const Result<Robot> robot = read_urdf_text(kArm, text, "arm.urdf", options);
    ASSERT_FALSE(robot) << broken.inside;
    const std::string& message = robot.error().message;
    EXPECT_EQ(robot.error().code, broken.code) << message;
    EXPECT_TRUE(message.starts_with("arm.srdf: ")) << message;
    for (const std::string_view word : broken.says)
      EXPECT_NE(message.find(word), std::string::npos) << message << "\n" << word;
  }
}

/// Entities that contain entities are not expanded, deep elements are read by loops, and large cycles end.
TEST(BrokenUrdf, NothingThatRefersToItselfHangs) {
  std::string bomb = "<!DOCTYPE robot [<!ENTITY a 'aaaaaaaaaa'>";
  for (char c = 'b'; c < 'z'; ++c) {
    bomb += std::string("<!ENTITY ") + c + " '";
    for (int i = 0; i < 10; ++i) bomb += std::string("&") + static_cast<char>(c - 1) + ";";
    bomb += "'>";
  }
  bomb += "]><robot name='&y;'><link name='a'/></robot>";
  const Result<Robot> named = read_urdf_text(bomb, {}, "bomb.urdf");
  ASSERT_TRUE(named) << named.error().message;
  EXPECT_EQ(named.value().model().name, "&y;");

  std::string deep = "<robot name='deep'>";
  for (int i = 0; i < 200'000; ++i) deep += "<e>";
  for (int i = 0; i < 200'000; ++i) deep += "</e>";
  EXPECT_TRUE(read_urdf_text(deep + "<link name='a'/></robot>", {}, "deep.urdf"));

  std::string ring = "<robot name='ring'>";
  std::string groups = "<robot name='ring'>";
  constexpr int kLinks = 5000;
  for (int i = 0; i < kLinks; ++i) {
    const std::string own = std::to_string(i), next = std::to_string((i + 1) % kLinks);
    ring += "<link name='l" + own +
            "'><collision><geometry><sphere radius='1'/></geometry></collision></link>";
    ring += "<joint name='j" + own + "' type='fixed'><parent link='l" + own + "'/><child link='l" +
            next + "'/></joint>";
    groups +=
        "<group name='g" + own + "'><joint name='wrist'/><group name='g" + next + "'/></group>";
  }
  EXPECT_FALSE(read_urdf_text(ring + "</robot>", {}, "ring.urdf"));
  EXPECT_FALSE(read_urdf_text(kArm, groups + "</robot>", "ring.urdf"));
  std::string cut = groups.substr(0, groups.rfind("<group name='g0'"));
  EXPECT_TRUE(read_urdf_text(kArm, cut + "</group></robot>", "chain.urdf"));
}

/// Every beginning of a file, and every file with one byte changed, is a robot or a refusal.
TEST(BrokenUrdf, NoTextCrashes) {
  int robots = 0;
  for (std::size_t i = 0; i < kArm.size(); ++i) {
    robots += static_cast<bool>(read_urdf_text(kArm.substr(0, i), {}, "cut.urdf"));
    std::string text(kArm);
    text[i] = static_cast<char>("<>\"/ 9-e"[i % 8]);
    robots += static_cast<bool>(read_urdf_text(text, {}, "hit.urdf"));
  }
  EXPECT_GT(robots, 50);
}

}  // namespace
}  // namespace sunder
