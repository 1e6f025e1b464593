// SPDX-License-Identifier: Apache-2.0
//
// The limits of each format: inputs that are just read and just refused, with the message and the
// place. Some limits hold for all meshes of a file together.
#include <gtest/gtest.h>
#include <string>
#include <utility>

#include "io/mesh_files.hpp"

namespace sunder {
namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

class Edges : public testing::Test {
 protected:
  Result<FileReport> read(const std::string& name, const std::string& bytes,
                          const ReadLimits& limits = {}) {
    scene_ = Scene();
    return read_bodies(folder_.write(name, bytes), scene_, limits);
  }
  std::int32_t corners(const std::string& name, const std::string& bytes) {
    const auto report = read(name, bytes);
    EXPECT_TRUE(report) << name << ": " << (report ? "" : report.error().message);
    return scene_.size() == 1 ? scene_.body(0).polytope.vertex_count() : -1;
  }
  void expect_refused(const std::string& name, const std::string& bytes, ErrorCode code,
                      const std::string& words, const ReadLimits& limits = {}) {
    const auto report = read(name, bytes, limits);
    ASSERT_FALSE(report) << bytes;
    EXPECT_EQ(report.error().code, code) << report.error().message;
    EXPECT_NE(report.error().message.find(words), std::string::npos) << report.error().message;
  }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  Scene scene_;
};

TEST_F(Edges, TheLimitOfPointsIsThatOfAllMeshesTogether) {
  const std::string one = test::collada(mesh_,
                                        "<node><instance_geometry url=\"#tetra-mesh\"/></node>"
                                        "<node><instance_geometry url=\"#other-mesh\"/></node>");
  const std::size_t begin = one.find("<geometry ");
  const std::size_t end = one.find("</geometry>") + std::string("</geometry>").size();
  std::string other = one.substr(begin, end - begin);
  for (const char* const name : {"tetra", "positions", "vertices"}) {
    const std::string quoted = std::string("\"") + name;
    for (std::size_t at = 0; (at = other.find(quoted, at)) != std::string::npos; ++at) {
      other.replace(at, quoted.size(), std::string("\"other") + (name[0] == 't' ? "" : name));
    }
    const std::string referred = std::string("\"#") + name;
    for (std::size_t at = 0; (at = other.find(referred, at)) != std::string::npos; ++at) {
      other.replace(at, referred.size(), std::string("\"#other") + name);
    }
  }
  const std::string json = replaced(
      test::gltf_json(R"([{"mesh": 0, "children": [1]}, {"mesh": 1}])", ""), R"(}],"accessors")",
      R"(}, {"name": "b", "primitives": [{"attributes": {"POSITION": 0}}]}],"accessors")");
  const std::pair<std::string, std::string> files[] = {
      {"two.dae", one.substr(0, end) + other + one.substr(end)},
      {"two.glb", test::glb(json, test::gltf_buffer(mesh_))}};
  for (const auto& [name, bytes] : files) {
    ReadLimits limits;
    limits.points = 8;
    const auto report = read(name, bytes, limits);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_EQ(scene_.size(), 2);
    limits.points = 7;
    expect_refused(name, bytes, ErrorCode::too_large, "7 points", limits);
  }
}

TEST_F(Edges, Off) {
  EXPECT_EQ(corners("none.off", "OFF\n1 1 0\n0 0 0\n0\n"), 1);
  expect_refused("less.off", "OFF\n1 1 0\n0 0 0\n-1\n", io_error::syntax, "must begin with");
  // 14 bytes follow, which contain at most 3 vertices, or 8 faces.
  expect_refused("claims.off", "OFF\n1 9 0\n0 0 0\n1 0\n1 0\n", io_error::syntax,
                 "9 faces are claimed, but only 14 bytes follow");
  expect_refused("claims.off", "OFF\n1 8 0\n0 0 0\n1 0\n1 0\n", io_error::syntax, "face 2 of 8");
}

TEST_F(Edges, Ply) {
  const std::string head =
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\n"
      "property double y\nproperty double z\nend_header\n";
  EXPECT_EQ(corners("a.ply", head + "0 0 0"), 1);
  EXPECT_EQ(corners("a.ply", head + "0 0 0\n"), 1);
  expect_refused("a.ply", head + "0 x 0\n", io_error::syntax, "a.ply:8:");
  const std::string binary =
      replaced(replaced(head, "ascii", "binary_little_endian"), "vertex 1", "vertex 2");
  expect_refused("b.ply", binary + std::string(47, '\0'), io_error::syntax,
                 "2 rows of \"vertex\" are claimed, but only 47 bytes follow");
  EXPECT_EQ(corners("b.ply", binary + std::string(48, '\0')), 1);
}

TEST_F(Edges, NumbersOfObjMayHaveOnePlus) {
  const std::string file = "v +1 0 0\nv 0 +2.5 0\nv 0 0 +3\nf 1 2 3\n";
  ASSERT_EQ(corners("plus.obj", file), 3);
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    for (const double x : scene_.body(0).polytope.vertex(i)) sum += x;
  }
  EXPECT_EQ(sum, 6.5);
  EXPECT_EQ(corners("plus.obj", replaced(file, "f 1 2 3", "f +1 +2 +3")), 3);
  EXPECT_EQ(corners("plus.obj", replaced(file, "f 1 2 3", "f -3 +2 -1")), 3);
  for (const char* const word : {"+", "++1", "+-1", "-+1"}) {
    expect_refused("plus.obj", replaced(file, "+1", word), io_error::syntax, "plus.obj:1:");
    expect_refused("plus.obj", replaced(file, "f 1", "f " + std::string(word)), io_error::syntax,
                   "plus.obj:4:");
  }
}

TEST_F(Edges, AnObjWithoutAnythingIsOneMeshThatIsSkipped) {
  const auto report = read("none.obj", "# nothing\n");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().skipped, 1);
}

TEST_F(Edges, AnStlOfTheRightSizeIsBinaryWhateverItsHeaderSays) {
  std::string bytes = test::stl_binary(mesh_);
  bytes.replace(0, 80, "solid" + std::string(75, ' '));
  const auto report = read("solid.stl", bytes);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report.value().format, "STL (binary)");
}

TEST_F(Edges, AnObjShowsFortyLettersOfAWordThatItDoesNotHave) {
  const std::string word = "abcdefghijabcdefghijabcdefghijabcdefghij";
  const auto report = read("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" + word + "klm 1 2\n");
  ASSERT_TRUE(report);
  std::string notes;
  for (const std::string& note : report.value().notes) notes += note;
  EXPECT_NE(notes.find("\"" + word + "\""), std::string::npos) << notes;
}

TEST_F(Edges, ColladaAttributes) {
  const std::string text =
      test::collada(mesh_, "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
  const std::string zero = " offset=\"0\"/><p>";
  EXPECT_EQ(corners("a.dae", replaced(text, zero, "/><p>")), 4);
  // One index each, not every other one of pairs.
  const std::size_t list = text.find("<p>") + 3;
  const std::string once = text.substr(0, list) + "0 1 0 2 0 3" + text.substr(text.find("</p>"));
  EXPECT_EQ(corners("a.dae", replaced(once, zero, "/><p>")), 4);
  for (const char* const offset : {"-1", "9999999999", "x"}) {
    expect_refused("a.dae", replaced(text, zero, " offset=\"" + std::string(offset) + "\"/><p>"),
                   io_error::syntax, "is no number that this file could hold");
  }
  const auto placed = [&](const std::string& last_row) {
    return test::collada(mesh_, "<node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 " + last_row +
                                    "</matrix><instance_geometry url=\"#tetra-mesh\"/></node>");
  };
  EXPECT_EQ(corners("a.dae", placed("0 0 0 1")), 4);
  for (const char* const row : {"1 0 0 1", "0 1 0 1", "0 0 1 1", "0 0 0 2", "0 0 1 2"}) {
    expect_refused("a.dae", placed(row), ErrorCode::wrong_shape, "the last row of a matrix");
  }
}

TEST_F(Edges, GltfViews) {
  const std::string binary = test::gltf_buffer(mesh_);
  const std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  EXPECT_EQ(corners("a.glb", test::glb(json, binary)), 4);
  const std::size_t views = json.find("\"bufferViews\"");
  ASSERT_NE(views, std::string::npos);
  const auto with = [&](const std::string& from, const std::string& to) {
    return test::glb(json.substr(0, views) + replaced(json.substr(views), from, to), binary);
  };
  expect_refused("a.glb", with("\"byteLength\"", "\"length\""), io_error::syntax,
                 "needs buffer and byteLength");
  expect_refused("a.glb", with("\"buffer\":", "\"from\":"), io_error::syntax,
                 "needs buffer and byteLength");
  expect_refused("a.glb",
                 with("\"buffer\":", R"("extensions": {"EXT_meshopt_compression": {}}, "buffer":)"),
                 ErrorCode::not_served, "meshopt");
  EXPECT_EQ(
      corners("a.glb", with("\"buffer\":", R"("extensions": {"VENDOR_other": {}}, "buffer":)")), 4);
}

}  // namespace
}  // namespace sunder
