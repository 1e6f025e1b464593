// SPDX-License-Identifier: Apache-2.0
//
// Tests COLLADA's primitives of every kind, accessors at their limits, units, rotations and skins.
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "io/mesh_files.hpp"

namespace sunder {
namespace {

using Points = std::set<Vector3>;

const char* const kInstance = "<node><instance_geometry url=\"#tetra-mesh\"/></node>";

class Collada : public testing::Test {
 protected:
  Result<FileReport> read(const std::string& bytes) {
    scene_ = Scene();
    return read_bodies(folder_.write("a.dae", bytes), scene_);
  }
  /// Returns the valid file with one part replaced, up to where `end` begins.
  std::string with(const std::string& begin, const std::string& end, const std::string& by,
                   const std::string& nodes = kInstance) const {
    const std::string text = test::collada(mesh_, nodes);
    const std::size_t first = text.find(begin);
    const std::size_t last = text.find(end, first);
    EXPECT_NE(last, std::string::npos) << begin;
    return text.substr(0, first) + by + text.substr(last);
  }
  Points points(const std::string& bytes) {
    const auto report = read(bytes);
    EXPECT_TRUE(report) << (report ? "" : report.error().message);
    Points found;
    for (std::int32_t id = 0; id < scene_.size(); ++id) {
      const Polytope3& polytope = scene_.body(id).polytope;
      for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) found.insert(polytope.vertex(i));
    }
    return found;
  }
  Points first(std::size_t count) const {
    return {mesh_.points.begin(), mesh_.points.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  void expect_refused(const std::string& bytes, ErrorCode code) {
    const auto report = read(bytes);
    ASSERT_FALSE(report) << bytes;
    EXPECT_EQ(report.error().code, code) << report.error().message;
  }
  std::size_t notes(const std::string& steps) {
    const auto report = read(
        test::collada(mesh_, "<node>" + steps + "<instance_geometry url=\"#tetra-mesh\"/></node>"));
    EXPECT_TRUE(report) << steps;
    return report ? report.value().notes.size() : 0;
  }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  Scene scene_;
};

TEST_F(Collada, PrimitivesOfEveryKindNameTheirPoints) {
  const std::string input = "<input semantic=\"VERTEX\" source=\"#vertices\" offset=\"0\"/>";
  const auto file = [&](const std::string& name) {
    const std::string counts = name == "polylist" ? "<vcount>3</vcount>" : "";
    return with("<triangles", "</mesh>",
                "<" + name + ">" + input + counts + "<p>0 1 2</p></" + name + ">");
  };
  for (const char* name :
       {"triangles", "polylist", "polygons", "lines", "linestrips", "tristrips", "trifans"}) {
    EXPECT_EQ(points(file(name)), first(3)) << name;
  }
  EXPECT_EQ(points(file("extra")), first(4)) << "without primitives all points are the body";
  EXPECT_EQ(points(with("<triangles", "</mesh>", "")), first(4));
}

/// The corners of a list of polygons are counted; a count that lies is refused.
TEST_F(Collada, CountsOfPolygonsHold) {
  const auto file = [&](const std::string& counts, const std::string& corners) {
    return with("<triangles", "</mesh>",
                "<polylist><input semantic=\"VERTEX\" source=\"#vertices\" offset=\"0\"/>" +
                    counts + "<p>" + corners + "</p></polylist>");
  };
  EXPECT_EQ(points(file("<vcount>3 4</vcount>", "0 1 2 3 2 1 0")), first(4));
  EXPECT_EQ(points(file("<vcount>0 3</vcount>", "0 1 2")), first(3));
  for (const char* counts :
       {"", "<vcount/>", "<vcount>4</vcount>", "<vcount>2</vcount>", "<vcount>3 1</vcount>",
        "<vcount>-3</vcount>", "<vcount>x</vcount>", "<vcount>99999999999999999</vcount>"}) {
    expect_refused(file(counts, "0 1 2"), io_error::syntax);
  }
}

/// In each group of indices the one of VERTEX counts, at any position.
TEST_F(Collada, IndicesComeInGroups) {
  const auto input = [](const std::string& semantic, int offset) {
    return "<input semantic=\"" + semantic + "\" source=\"#vertices\" offset=\"" +
           std::to_string(offset) + "\"/>";
  };
  const auto file = [&](const std::string& inputs, const std::string& indices) {
    return with("<triangles", "</mesh>",
                "<triangles>" + inputs + "<p>" + indices + "</p></triangles>");
  };
  EXPECT_EQ(points(file(input("VERTEX", 0) + input("NORMAL", 1), "0 9 1 3 2 3")), first(3));
  EXPECT_EQ(points(file(input("NORMAL", 0) + input("VERTEX", 1), "9 0 3 1 3 2")), first(3));
  EXPECT_EQ(points(file(input("NORMAL", 2) + input("VERTEX", 1), "9 0 8 3 1 8 3 2 8")), first(3));
  expect_refused(file(input("VERTEX", 0) + input("NORMAL", 1), "0 9 1 3 2"), io_error::syntax);
  expect_refused(file(input("NORMAL", 0), "0 1 2"), io_error::syntax);
  for (const char* index : {"4", "-1", "x", "1.5"}) {
    expect_refused(file(input("VERTEX", 0), std::string("0 1 2 ") + index), io_error::syntax);
  }
}

/// Twelve numbers hold at most four points of three.
TEST_F(Collada, AccessorsEndInsideTheirArray) {
  const auto file = [&](const std::string& claim) {
    const std::string text = with("count=\"4\" stride=\"3\"", "><param", claim);
    return text.substr(0, text.find("<triangles")) + text.substr(text.find("</mesh>"));
  };
  EXPECT_EQ(points(file("count=\"4\" stride=\"3\"")), first(4));
  EXPECT_EQ(points(file("count=\"1\" stride=\"3\" offset=\"9\"")), Points{mesh_.points[3]});
  EXPECT_EQ(points(file("count=\"3\" stride=\"4\"")), (Points{{0.1, 0.2, 0.3}, {0, 0, 0}}));
  EXPECT_EQ(points(file("count=\"0\" stride=\"3\" offset=\"12\"")).size(), 0U);
  for (const char* claim :
       {"count=\"5\" stride=\"3\"", "count=\"4\" stride=\"2\"", "count=\"4\"",
        "count=\"4\" stride=\"0\"", "count=\"1\" stride=\"3\" offset=\"10\"",
        "count=\"1\" stride=\"3\" offset=\"13\"", "count=\"0\" stride=\"3\" offset=\"13\"",
        "count=\"4\" stride=\"3\" offset=\"1\"", "count=\"-1\" stride=\"3\""}) {
    expect_refused(file(claim), io_error::syntax);
  }
}

TEST_F(Collada, TheUnitIsALengthAboveZero) {
  const auto file = [&](const std::string& unit) { return with("<unit", "<up_axis>", unit); };
  for (const char* unit : {"", "<unit/>", "<unit name=\"x\"/>", "<unit meter=\" 1 \"/>"}) {
    const auto report = read(file(unit));
    ASSERT_TRUE(report) << unit;
    EXPECT_EQ(report.value().unit_in_metres, 1) << unit;
  }
  for (const char* meter : {"0", "-0", "-1", "INF", "-INF", "NaN", "", "x", "1 2"}) {
    expect_refused(file("<unit meter=\"" + std::string(meter) + "\"/>"), ErrorCode::wrong_shape);
  }
}

/// Quarter turns about an axis of the world are exact; all others are rounded, and a note reports
/// that.
TEST_F(Collada, TurnsThatAreRoundedAreNoted) {
  for (const char* exact : {"1 0 0 90", "0 2 0 180", "0 0 1 -270", "0 0 -1 360", "0 1 0 0"}) {
    EXPECT_EQ(notes("<rotate>" + std::string(exact) + "</rotate>"), 0U) << exact;
  }
  for (const char* rounded : {"1 0 0 60", "1 1 0 90", "0 1 2 180", "1 1 1 30", "3 0 2 90"}) {
    EXPECT_EQ(notes("<rotate>" + std::string(rounded) + "</rotate>"), 1U) << rounded;
  }
}

/// The mesh lies behind controllers; the longest chain that is followed gives the same mesh.
TEST_F(Collada, SkinsAreTakenAsTheirMesh) {
  const auto file = [&](int chain, const std::string& kind) {
    std::string controllers = "<library_controllers>";
    for (int i = 0; i < chain; ++i) {
      const std::string source = i == 0 ? "tetra-mesh" : "c" + std::to_string(i - 1);
      controllers += "<controller id=\"c" + std::to_string(i) + "\"><" + kind + " source=\"#" +
                     source + "\"/></controller>";
    }
    const std::string last = "#c" + std::to_string(chain - 1);
    return with("<library_visual_scenes>", "<library_visual_scenes>",
                controllers + "</library_controllers>",
                "<node><instance_controller url=\"" + last + "\"/></node>");
  };
  for (const int chain : {1, 2, 256}) {
    EXPECT_EQ(points(file(chain, "skin")), first(4)) << chain;
    EXPECT_EQ(points(file(chain, "morph")), first(4)) << chain;
  }
  const auto report = read(file(1, "skin"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report.value().notes.size(), 1U);
}

TEST_F(Collada, NodesMayBeNestedDeep) {
  const auto file = [&](int depth) {
    std::string begin;
    std::string end;
    for (int i = 1; i < depth; ++i) {
      begin += "<node>";
      end += "</node>";
    }
    return test::collada(mesh_, begin + kInstance + end);
  };
  EXPECT_EQ(points(file(257)), first(4));
  expect_refused(file(258), io_error::syntax);
}

}  // namespace
}  // namespace sunder
