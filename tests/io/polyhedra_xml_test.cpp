// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <gtest/gtest.h>
#include <random>

#include "io/mesh_files.hpp"
#include "suite/utf8.hpp"

namespace sunder {
namespace {

Error refusal(std::string_view text) {
  const auto list = read_polyhedra_xml(text);
  EXPECT_FALSE(list) << text;
  return list ? Error() : list.error();
}

TEST(PolyhedraXml, ReadsWhatDotNetWrites) {
  const auto list = read_polyhedra_xml(R"(<?xml version="1.0" encoding="utf-8"?>
<ArrayOfConvexPolyhedron xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <ConvexPolyhedron>
    <Name>A &amp; B</Name>
    <Corners>
      <Point3D><X>1.5</X><Y>-2E-05</Y><Z> 3 </Z></Point3D>
      <Point3D X="1" Y="2" Z="3"/>
    </Corners>
  </ConvexPolyhedron>
  <!-- the empty set is a polyhedron too -->
  <ConvexPolyhedron><Name /><Corners /></ConvexPolyhedron>
</ArrayOfConvexPolyhedron>)");
  ASSERT_TRUE(list) << list.error().message;
  ASSERT_EQ(list.value().size(), 2U);
  EXPECT_EQ(list.value()[0].name, "A & B");
  EXPECT_EQ(list.value()[0].corners, (std::vector<Vector3>{{1.5, -2e-5, 3}, {1, 2, 3}}));
  EXPECT_TRUE(list.value()[1].corners.empty());
}

TEST(PolyhedraXml, ReadsOnePolyhedronAlone) {
  const auto list = read_polyhedra_xml(
      "<ConvexPolyhedron><Corners><Point3D><X>1</X><Y>2</Y><Z>3</Z></Point3D></Corners>"
      "</ConvexPolyhedron>");
  ASSERT_TRUE(list);
  EXPECT_EQ(list.value().at(0).corners.size(), 1U);
}

TEST(PolyhedraXml, WritesWhatItReads) {
  std::mt19937_64 engine(3);
  std::vector<NamedPolyhedron> list{{"<&>\"'", {}},
                                    {"  two  spaces  ", {}},
                                    {"", {}},
                                    {"tab\tline\nreturn\r", {}},
                                    {"\xe6\xa4\x85\xe5\xad\x90", {}}};
  for (NamedPolyhedron& polyhedron : list) {
    for (int i = 0; i < 200; ++i) {
      Vector3 point{};
      for (double& x : point) {
        do {
          x = std::bit_cast<double>(engine());
        } while (!std::isfinite(x));
      }
      polyhedron.corners.push_back(point);
    }
    polyhedron.corners.push_back({-0.0, 0x1p-1074, 1.7976931348623157e308});
  }
  const auto back = read_polyhedra_xml(write_polyhedra_xml(list));
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(back.value().size(), list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(back.value()[i].name, list[i].name);
    ASSERT_EQ(back.value()[i].corners.size(), list[i].corners.size());
    for (std::size_t k = 0; k < list[i].corners.size(); ++k) {
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(back.value()[i].corners[k][c]),
                  std::bit_cast<std::uint64_t>(list[i].corners[k][c]));
      }
    }
  }
}

TEST(PolyhedraXml, NamesThatXmlCannotHoldAreReplaced) {
  const std::string text = write_polyhedra_xml({{{std::string("a\x01") + "\xff" + "b", {}}}});
  const auto back = read_polyhedra_xml(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back.value()[0].name,
            "a\xef\xbf\xbd\xef\xbf\xbd"
            "b");
}

/// XML allows neither U+FFFE nor U+FFFF.
TEST(PolyhedraXml, NamesHoldEveryCharacterOfXml) {
  test::for_bytes_at_borders([](const std::string& name) {
    const std::string text = write_polyhedra_xml({{{name, {}}}});
    const std::size_t begin = text.find("<Name>") + 6;
    const auto held = [](std::uint32_t code) { return code != 0xfffe && code != 0xffff; };
    ASSERT_EQ(text.substr(begin, text.find("</Name>") - begin), test::sound_utf8(name, held))
        << testing::PrintToString(name);
  });
}

TEST(PolyhedraXml, NamesOfElementsMayHaveAPrefix) {
  const auto list = read_polyhedra_xml(
      "<n:ConvexPolyhedron><n:Name>a</n:Name><n:Corners><n:Point3D X=\"1\" Y=\"2\" Z=\"3\"/>"
      "</n:Corners></n:ConvexPolyhedron>");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(list.value()[0].name, "a");
  EXPECT_EQ(list.value()[0].corners, (std::vector<Vector3>{{1, 2, 3}}));
}

TEST(PolyhedraXml, RefusalsSayWhere) {
  EXPECT_NE(refusal("<list><Sphere/></list>").message.find("line 1, column 8"), std::string::npos);
  EXPECT_EQ(refusal("<a>\n  <b>\n</a>").code, io_error::syntax);
  EXPECT_NE(refusal("<a>\n  <b>\n</a>").message.find("line 3"), std::string::npos);
  const auto point = [](const std::string& inner) {
    return refusal("<ConvexPolyhedron>\n<Corners>\n<Point3D>" + inner +
                   "</Point3D></Corners></ConvexPolyhedron>");
  };
  EXPECT_EQ(point("<X>1</X><Y>2</Y>").code, io_error::missing_key);
  EXPECT_EQ(point("<X>1</X><Y>2</Y><Z>INF</Z>").code, ErrorCode::not_finite);
  EXPECT_EQ(point("<X>1</X><Y>2</Y><Z>-INF</Z>").code, ErrorCode::not_finite);
  EXPECT_EQ(point("<X>1</X><Y>NaN</Y><Z>1</Z>").code, ErrorCode::not_finite);
  EXPECT_EQ(point("<X>1,5</X><Y>2</Y><Z>3</Z>").code, io_error::syntax);
  EXPECT_EQ(point("<X></X><Y>2</Y><Z>3</Z>").code, io_error::syntax);
  EXPECT_NE(point("<X>1</X><Y>2</Y>").message.find("line 3, column 2"), std::string::npos);
  EXPECT_EQ(refusal("").code, io_error::syntax);
  EXPECT_EQ(refusal("<list><Sphere/></list>").code, io_error::syntax);
  EXPECT_EQ(refusal("<ConvexPolyhedron><Corner/></ConvexPolyhedron>").code, io_error::unknown_key);
  EXPECT_EQ(refusal("<ConvexPolyhedron><Corners><Point2D/></Corners></ConvexPolyhedron>").code,
            io_error::unknown_key);
}

TEST(PolyhedraXml, FilesBecomeBodies) {
  const test::TemporaryFolder folder;
  const std::string path =
      folder.write("list.xml", write_polyhedra_xml({{{"cube", {{0, 0, 0}, {1, 1, 1}}}, {"", {}}}}));
  Scene scene;
  const auto report = read_bodies(path, scene);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(scene.size(), 2) << "the empty polyhedron is a body: it meets nothing";
  EXPECT_EQ(scene.body(0).name, "cube");
  EXPECT_EQ(scene.body(1).name, "list");
}

TEST(WorldPoints, AreExactOrCounted) {
  const Polytope3 box = Polytope3::box({1, 2, 3});
  EXPECT_EQ(world_points({box}).rounded, 0);
  EXPECT_EQ(world_points({box}).points.size(), 8U);
  const Pose3 moved = Pose3::translation({0.5, 0x1p40, -1}).value();
  EXPECT_EQ(world_points({box, moved}).rounded, 0);
  const Pose3 away = Pose3::translation({0.1, 0, 0}).value();
  EXPECT_GT(world_points({box, away}).rounded, 0);
  const Pose3 turned = Pose3::from_wxyz({1, 2, 3, 4}).value();
  EXPECT_EQ(world_points({box, turned}).rounded, 24);
}

}  // namespace
}  // namespace sunder
