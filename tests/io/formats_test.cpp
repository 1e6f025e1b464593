// SPDX-License-Identifier: Apache-2.0
//
// The scene contains the data of each format: every coordinate, every body, every pose.
#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <cctype>
#include <gtest/gtest.h>
#include <set>

#include "io/mesh_files.hpp"

namespace sunder {
namespace {

using Points = std::set<Vector3>;

Points points_of(const Polytope3& polytope) {
  Points points;
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) points.insert(polytope.vertex(i));
  return points;
}

Points points_of(const test::Tetrahedron& mesh) { return {mesh.points.begin(), mesh.points.end()}; }

/// True for the formats that store floats: they contain no other doubles.
bool stores_floats(const std::string& format) {
  return format == "STL (binary)" || format == "glTF" || format == "GLB";
}

class Formats : public testing::Test {
 protected:
  /// Returns the scene of one file; the test fails if it is refused.
  FileReport read(const std::string& name, const std::string& bytes) {
    scene_ = Scene();
    const Result<FileReport> report = read_bodies(folder_.write(name, bytes), scene_);
    EXPECT_TRUE(report) << name << ": " << (report ? "" : report.error().message);
    return report ? report.value() : FileReport();
  }
  /// Returns the points that assimp reads from the same bytes; empty if it refuses them.
  Points other_reader(const std::string& name, const std::string& bytes) const {
    Assimp::Importer importer;
    const aiScene* other = importer.ReadFile(folder_.write(name, bytes), 0);
    Points found;
    for (unsigned m = 0; other != nullptr && m < other->mNumMeshes; ++m) {
      for (unsigned i = 0; i < other->mMeshes[m]->mNumVertices; ++i) {
        const aiVector3D& v = other->mMeshes[m]->mVertices[i];
        found.insert({double{v.x}, double{v.y}, double{v.z}});
      }
    }
    return found;
  }
  Points all_points() const {
    Points found;
    for (std::int32_t id = 0; id < scene_.size(); ++id) found.merge(points(id));
    return found;
  }
  ErrorCode refusal(const std::string& name, const std::string& bytes) {
    Scene scene;
    const Result<FileReport> report = read_bodies(folder_.write(name, bytes), scene);
    EXPECT_FALSE(report) << name;
    EXPECT_EQ(scene.size(), 0);
    return report ? io_error::syntax : report.error().code;
  }
  Points points(std::int32_t id) const { return points_of(scene_.body(id).polytope); }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  Scene scene_;
};

TEST_F(Formats, KeepEveryCoordinate) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    const FileReport report = read(file.name, file.bytes);
    ASSERT_EQ(scene_.size(), 1) << file.name;
    EXPECT_EQ(report.bodies, 1);
    const bool floats = stores_floats(report.format);
    EXPECT_EQ(points(0), points_of(floats ? mesh_.as_float() : mesh_)) << file.name;
    EXPECT_TRUE(report.notes.empty()) << file.name;
    const bool placed =
        file.name == "mesh.gltf" || file.name == "mesh.glb" || file.name == "mesh.dae";
    EXPECT_EQ(scene_.body(0).pose.offset(1), placed ? 2 : 0) << file.name;
  }
}

/// Assimp is another reader; Debian's rounds to float, so that it gets floats.
TEST_F(Formats, AgreeWithAssimp) {
  const test::Tetrahedron mesh = mesh_.as_float();
  for (const test::NamedFile& file : test::one_of_each(mesh)) {
    if (file.name.ends_with(".xml")) continue;
    read(file.name, file.bytes);
    ASSERT_EQ(scene_.size(), 1);
    EXPECT_EQ(points(0), other_reader(file.name, file.bytes)) << file.name;
  }
}

TEST_F(Formats, ExtensionsInCapitals) {
  read("MESH.STL", test::stl_binary(mesh_));
  EXPECT_EQ(scene_.body(0).name, "MESH");
}

TEST_F(Formats, BinaryStlThatBeginsWithSolid) {
  std::string bytes = test::stl_binary(mesh_);
  bytes.replace(0, 12, "solid binary");
  EXPECT_EQ(read("a.stl", bytes).format, "STL (binary)");
}

TEST_F(Formats, AsciiStlOfTwoSolids) {
  read("a.stl", test::stl_ascii(mesh_) + test::stl_ascii(mesh_));
  ASSERT_EQ(scene_.size(), 2);
  EXPECT_EQ(scene_.body(0).name, "my tetrahedron");
  EXPECT_EQ(scene_.body(1).name, "my tetrahedron#2");
}

/// A line break is a blank. Solids behind the first are then refused, not lost: their names would hold it.
TEST_F(Formats, AsciiStlOnOneLine) {
  std::string line = test::stl_ascii(mesh_);
  std::replace(line.begin(), line.end(), '\n', ' ');
  read("a.stl", line);
  ASSERT_EQ(scene_.size(), 1);
  EXPECT_EQ(scene_.body(0).name, "my tetrahedron");
  EXPECT_EQ(points(0), points_of(mesh_));
  EXPECT_EQ(refusal("two.stl", line + line), io_error::syntax);
}

TEST_F(Formats, LineEndsOfEveryKind) {
  std::string dos;
  for (const char c : test::stl_ascii(mesh_))
    dos += c == '\n' ? std::string("\r\n") : std::string(1, c);
  read("a.stl", dos);
  EXPECT_EQ(points(0), points_of(mesh_));
  std::string mac = test::off(mesh_);
  std::replace(mac.begin(), mac.end(), '\n', '\r');
  read("a.off", mac);
  EXPECT_EQ(points(0), points_of(mesh_));
}

TEST_F(Formats, ObjObjectsAreBodiesAndMaterialsAreNot) {
  read("a.obj",
       "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\no one\ng left\nf 1 2 3\nusemtl x\ng right\nf -4 -3 -2\n"
       "o two\nf 1/5/6 2//7 4\n");
  ASSERT_EQ(scene_.size(), 2);
  EXPECT_EQ(scene_.body(0).name, "one");
  EXPECT_EQ(points(0), (Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(points(1), (Points{{0, 0, 0}, {1, 0, 0}, {9, 9, 9}}));
}

TEST_F(Formats, ObjGroupsAreBodiesWhereThereAreNoObjects) {
  read("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\ng one\nf 1 2 3\ng two\nl 1 2\ng one\np 2\n");
  ASSERT_EQ(scene_.size(), 2);
  EXPECT_EQ(scene_.body(1).name, "two");
  EXPECT_EQ(points(1).size(), 2U);
}

TEST_F(Formats, ObjCloudAndUnusedVertices) {
  read("cloud.obj", "v 0 0 0\nv 1 +2 0\n");
  EXPECT_EQ(points(0), (Points{{0, 0, 0}, {1, 2, 0}}));
  const FileReport report = read("a.obj", "v 0 0 0\nv 1 2 0\nv 5 5 5\nl 1 2\n");
  EXPECT_EQ(report.unused_points, 1);
  EXPECT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(points(0).size(), 2U);
}

TEST_F(Formats, ObjObjectWithoutFacesIsSkippedAndCounted) {
  const FileReport report = read("a.obj", "o empty\no full\nv 0 0 0\np 1\n");
  EXPECT_EQ(scene_.size(), 1);
  EXPECT_EQ(report.skipped, 1);
  EXPECT_EQ(report.notes.size(), 1U);
}

TEST_F(Formats, OffWithColoursAndCountsOnTheFirstLine) {
  read("a.off", "COFF 3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n0 1 0 1 1 1 1 # last\n3 0 1 2\n");
  EXPECT_EQ(points(0).size(), 3U);
  EXPECT_EQ(refusal("b.off", "4OFF\n1 0 0\n0 0 0 0\n"), io_error::syntax);
}

TEST_F(Formats, PlyOfFloatsIntegersAndOtherElements) {
  read("a.ply",
       "ply\nformat ascii 1.0\nelement material 1\nproperty uchar red\nelement vertex 2\n"
       "property float z\nproperty int x\nproperty float y\nproperty list uchar int extra\n"
       "end_header\n9\n0.1 2 3 2 8 9\n4 5 6 0\n");
  EXPECT_EQ(points(0), (Points{{2, 3, 0.1}, {5, 6, 4}}));
}

TEST_F(Formats, GltfBufferInAFileBesideIt) {
  folder_.write("my data.bin", test::gltf_buffer(mesh_));
  read("a.gltf", test::gltf_json(R"([{"mesh": 0}])", "my%20data.bin"));
  EXPECT_EQ(points(0), points_of(mesh_.as_float()));
  EXPECT_EQ(scene_.body(0).name, "tetra");
  EXPECT_EQ(refusal("b.gltf", test::gltf_json(R"([{"mesh": 0}])", "none.bin")),
            io_error::cannot_read);
  // No other file of the machine, in any spelling: its bytes would appear as vertices.
  for (const char* elsewhere : {"/etc/passwd", "../data.bin", "a/../../data.bin", "%2e%2e/data.bin",
                                "..", "file:///etc/passwd", "my%20data.bin%00x"}) {
    EXPECT_EQ(refusal("c.gltf", test::gltf_json(R"([{"mesh": 0}])", elsewhere)),
              ErrorCode::not_served)
        << elsewhere;
  }
}

TEST_F(Formats, GltfMeshPlacedTwiceGivesTwoBodies) {
  const std::string nodes =
      R"([{"children": [1, 2]}, {"name": "n", "mesh": 0}, {"name": "n", "mesh": 0,
          "rotation": [0, 0, 1, 1], "translation": [5, 0, 0]}])";
  const FileReport report =
      read("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_)));
  ASSERT_EQ(scene_.size(), 2);
  EXPECT_EQ(scene_.body(1).name, "n#2");
  const Pose3& pose = scene_.body(1).pose;
  EXPECT_TRUE(pose.is_quaternion()) << "the rotation of a quaternion is exact";
  EXPECT_EQ(pose.offset(0), 5);
  EXPECT_NEAR(pose.linear(1, 0), 1, 1e-15);
  EXPECT_EQ(report.unit_in_metres, 1);
  EXPECT_TRUE(report.notes.empty());
}

TEST_F(Formats, GltfNestedTransformsAreMultiplied) {
  const std::string nodes =
      R"([{"children": [1], "matrix": [2,0,0,0, 0,2,0,0, 0,0,2,0, 1,1,1,1]},
          {"mesh": 0, "translation": [10, 20, 30], "scale": [1, 3, 1]}])";
  const FileReport exact =
      read("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_)));
  EXPECT_EQ(scene_.body(0).pose.linear(1, 1), 6);
  EXPECT_EQ(scene_.body(0).pose.offset(2), 61);
  EXPECT_TRUE(exact.notes.empty()) << "small whole numbers need no rounding";

  const std::string rounded_nodes =
      R"([{"children": [1], "scale": [0.1, 0.1, 0.1]}, {"mesh": 0, "translation": [0.1, 0, 0]}])";
  const FileReport rounded =
      read("b.glb", test::glb(test::gltf_json(rounded_nodes, ""), test::gltf_buffer(mesh_)));
  EXPECT_EQ(rounded.notes.size(), 1U);
}

/// Divided integers are rounded, and a note reports that; undivided ones are exact.
TEST_F(Formats, GltfQuantisedPositionsAreNotedWhereTheyAreDivided) {
  const auto file = [&](const std::string& normalised) {
    std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
    const std::string floats = R"("componentType": 5126)";
    json.replace(json.find(floats), floats.size(), R"("componentType": 5122)" + normalised);
    return test::glb(json, test::gltf_buffer(mesh_));
  };
  EXPECT_TRUE(read("a.glb", file("")).notes.empty());
  EXPECT_TRUE(read("b.glb", file(R"(, "normalized": false)")).notes.empty());
  const FileReport divided = read("c.glb", file(R"(, "normalized": true)"));
  ASSERT_EQ(divided.notes.size(), 1U);
  EXPECT_NE(divided.notes[0].find("divided and rounded"), std::string::npos);
}

TEST_F(Formats, GltfNodesThatAreNoForestAreRefused) {
  for (
      const std::string nodes :
      {R"([{"children": [0], "mesh": 0}])", R"([{"children": [1, 1]}, {"mesh": 0}])",
       R"([{"children": [1]}, {"children": [0]}])", R"([{"children": [7]}])",
       R"([{"children": [-1]}])", R"([{"mesh": 3}])", R"([{"mesh": 0, "rotation": [0, 0, 0, 0]}])",
       R"([{"mesh": 0, "translation": [1, 2]}])", R"([{"mesh": 0, "translation": [1, 2, 1e999]}])",
       R"([{"mesh": 0, "scale": [1e300, 1, 1], "matrix": [1,0,0,1, 0,1,0,0, 0,0,1,0, 0,0,0,1]}])"}) {
    refusal("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_)));
  }
}

TEST_F(Formats, GltfTransformThatOverflowsIsRefused) {
  const std::string nodes =
      R"([{"children": [1], "scale": [1e300, 1, 1]}, {"mesh": 0, "scale": [1e300, 1, 1]}])";
  EXPECT_EQ(refusal("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_))),
            ErrorCode::not_finite);
}

TEST_F(Formats, GltfLeftOutNodesAreNoted) {
  const std::string nodes = R"([{"mesh": 0}, {"mesh": 0}])";
  const FileReport report =
      read("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_)));
  EXPECT_EQ(scene_.size(), 1);
  EXPECT_EQ(report.notes.size(), 1U);
}

TEST_F(Formats, GltfCompressedMeshesAreNotServed) {
  std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  json.insert(1, R"("extensionsRequired": ["KHR_draco_mesh_compression"], )");
  EXPECT_EQ(refusal("a.glb", test::glb(json, test::gltf_buffer(mesh_))), ErrorCode::not_served);
}

TEST_F(Formats, GltfRequiredExtensionsAreKnownOrRefused) {
  const auto with = [&](const std::string& name) {
    std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
    json.insert(1, "\"extensionsRequired\": [" + name + "], ");
    return test::glb(json, test::gltf_buffer(mesh_));
  };
  for (const char* name : {"\"VENDOR_moves_everything\"", "\"EXT_mesh_gpu_instancing\"", "\"\"",
                           "\"KHR_materials_displacement\"", "\"EXT_meshopt_compression\"",
                           "\"KHR_node_visibility\"", "\"khr_materials_unlit\""}) {
    EXPECT_EQ(refusal("a.glb", with(name)), ErrorCode::not_served) << name;
  }
  EXPECT_EQ(refusal("a.glb", with("7")), io_error::syntax);
  read("a.glb",
       with("\"KHR_materials_unlit\", \"KHR_texture_transform\", \"KHR_mesh_quantization\""));
  EXPECT_EQ(scene_.size(), 1);
}

TEST_F(Formats, ObjLinesGoOnBehindABackslash) {
  read("a.obj", "v 0 0 \\\n0\nv 1 \\\r\n0 \\\n 0\nv 0 1 0\n# no path\\\nv 0 0 1\nf 1 2 \\\n3 4\n");
  ASSERT_EQ(scene_.size(), 1);
  EXPECT_EQ(points(0).size(), 4U);
  EXPECT_EQ(refusal("b.obj", "v 0 0 0\nf 1 x\\\n1\n"), io_error::syntax);
}

/// A triangle and its apex, in legal spellings of each text format. Each is read like by assimp, if
/// assimp knows that spelling.
TEST_F(Formats, LegalSpellingsAgreeWithAssimp) {
  const Points expected{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::string v = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string facets =
      "facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n"
      "facet normal 0 0 1\nouter loop vertex 0 0 0\nvertex 1 0 0 vertex 0 0 1\nendloop\nendfacet\n";
  std::string capitals = "solid a\n" + facets + "endsolid a\n";
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::string off = "4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 1 3\n";
  struct Spelling {
    std::string name;
    std::string bytes;
    bool known_to_assimp = true;
  };
  for (const Spelling& file : std::vector<Spelling>{
           {"negative.obj", v + "f -4 -3 -2\nf -4 -3 -1\n"},
           {"attributes.obj", v + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\nf 1//1 2//1 4//1\n"},
           {"colours.obj",
            "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 0 0 0\nv 0 0 1 0 0 0\n"
            "f 1 2 3\nf 1 2 4\n"},
           {"weight.obj", "v 0 0 0 1\nv 1 0 0 1.0\nv 0 1 0 1\nv 0 0 1 1\nf 1 2 3\nf 1 2 4\n"},
           {"lines.obj", v + "l 1 2\nl 3 4\n"},
           {"behind.obj", "v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 \\\n 3\nf 1 2 4\n"},
           {"dos.obj", "v 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\nv 0 0 1\r\nf 1 2 3\r\nf 1 2 4\r\n"},
           {"old.obj", v + "fo 1 2 3\nf 1 2 4\n", false},
           {"spread.stl", "solid a b  c\n" + facets + "endsolid a b  c\n"},
           {"capitals.stl", capitals, false},
           {"plain.off", "OFF\n" + off},
           {"colours.off",
            "COFF\n4 2 0\n0 0 0 1 0 0 1\n1 0 0 1 0 0 1\n0 1 0 0 0 0 1\n"
            "0 0 1 0 0 0 1\n3 0 1 2\n3 0 1 3 255 0 0\n"},
           {"normals.off",
            "NOFF\n4 2 0\n0 0 0 1 0 0\n1 0 0 1 0 0\n0 1 0 0 0 0\n0 0 1 0 0 0\n"
            "3 0 1 2\n3 0 1 3\n"}}) {
    read(file.name, file.bytes);
    EXPECT_EQ(all_points(), expected) << file.name;
    if (file.known_to_assimp) {
      EXPECT_EQ(other_reader(file.name, file.bytes), expected) << file.name;
    }
  }
}

/// A file with additional or unsupported content does not silently become a smaller body.
TEST_F(Formats, NothingIsLeftOutInSilence) {
  const std::string header =
      "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
      "property float z\nend_header\n";
  struct Damaged {
    std::string name;
    std::string bytes;
    ErrorCode code = io_error::syntax;
  };
  for (const Damaged& file : std::vector<Damaged>{
           {"rows.ply", header + "0 0 0\n1 0 0\n0 1 0\n"},
           {"wide.ply", header + "0 0 0 7\n1 0 0\n"},
           {"bytes.ply", test::ply_binary(mesh_, false) + "x"},
           {"rows.off", "OFF\n2 1 0\n0 0 0\n1 0 0\n1 0 0\n2 0 1\n"},
           {"word.obj", "v 0 0 0\nv 1 0 0 red\n"},
           {"corner.obj", "v 0 0 0\np 1/x\n"},
           {"weight.obj", "v 0 0 0\nv 1 0 0 2\n", ErrorCode::not_served},
           {"patch.obj", "v 0 0 0\nv 1 0 0\nbzp 1 2\n", ErrorCode::not_served},
           {"page.obj", "<html><body>404</body></html>\n"},
           {"wide.obj", std::string("\xFF\xFEv\0 \0", 6)},
           {"word.stl",
            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0 red\nvertex 1 0 0\n"
            "vertex 0 1 0\nendloop\nendfacet\nendsolid\n"}}) {
    EXPECT_EQ(refusal(file.name, file.bytes), file.code) << file.name;
  }
  read("end.ply", header + "0 0 0\n1 0 0\n\r\n  \n");
  read("end.off", "OFF\n1 0 0\n0 0 0\n\n# the end\n");
  const FileReport report =
      read("odd.obj", "v 0 0 0\nV 9 9 9\nmtllib m\nvt 0 0\nvn 0 0 1\ns off\nvolume\n# V 1 2 3\n");
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_NE(report.notes[0].find("2 lines begin"), std::string::npos) << report.notes[0];
  EXPECT_NE(report.notes[0].find("\"V\" in line 2"), std::string::npos) << report.notes[0];
}

/// A comment in a continued line ends with that line, and does not hide the next.
TEST_F(Formats, ObjCommentsBehindABackslash) {
  read("a.obj", "v 0 0 \\\n0 # c \\\nv 4 0 0\nv 0 9 0 # d \\\nv 8 8 8\n");
  EXPECT_EQ(points(0), (Points{{0, 0, 0}, {4, 0, 0}, {0, 9, 0}, {8, 8, 8}}));
  read("b.obj", "v 0 0 0\nv 1 0 0\ng a \\\no b\np 1\ng c\np 2\n");
  EXPECT_EQ(scene_.size(), 2) << "a name that goes on is no object";
}

/// Editors put a byte-order mark before text; the first statement is read all the same.
TEST_F(Formats, ByteOrderMarksAreNoPartOfTheText) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    const bool text = file.name.ends_with(".obj") || file.name.ends_with(".off") ||
                      (file.bytes.starts_with("ply") || file.bytes.starts_with("solid"));
    const bool json = file.name.ends_with(".gltf");  // whose coordinates are floats
    if (!text && !json) continue;
    read(file.name, "\xef\xbb\xbf" + file.bytes);
    ASSERT_EQ(scene_.size(), 1) << file.name;
    EXPECT_EQ(points(0).size(), points_of(mesh_).size()) << file.name;
    if (json) continue;
    EXPECT_EQ(points(0), points_of(mesh_)) << file.name;
  }
  read("cloud.obj", "\xef\xbb\xbfv 0 0 0\nv 1 0 0\n");
  EXPECT_EQ(points(0).size(), 2U);
}

TEST_F(Formats, PlyPropertiesHaveOneNameEach) {
  EXPECT_EQ(refusal("a.ply",
                    "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float x\n"
                    "property float y\nproperty float z\nend_header\n1 2 3 4\n"),
            io_error::syntax);
}

/// -1 separates strips of triangles; it is no index elsewhere.
TEST_F(Formats, PlyStripsAndElementsWithoutProperties) {
  const auto file = [](const std::string& name, const std::string& row) {
    return "ply\nformat ascii 1.0\nelement nothing 5\nelement vertex 4\nproperty float x\n"
           "property float y\nproperty float z\nelement edge 0\nproperty int vertex1\nelement " +
           name + " 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n" +
           "0 0 1\n" + row + "\n";
  };
  const Points expected{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  read("a.ply", file("tristrips", "7 0 1 2 -1 1 2 3"));
  EXPECT_EQ(points(0), expected);
  for (const char* row : {"3 0 1 -1", "3 0 1 1.5", "3 0 1 4", "3 0 1 4294967296", "-1", "1.5 0"}) {
    EXPECT_EQ(refusal("b.ply", file("face", row)), io_error::syntax) << row;
  }
  EXPECT_EQ(refusal("c.ply", file("tristrips", "3 0 1 -2")), io_error::syntax);
}

TEST_F(Formats, OffFacesBeginWithTheirNumberOfCorners) {
  for (const char* face : {"-1 0 1 2", "x 0 1 2", "3 0 1 -1", "3 0 1 4", "3 0 1 x"}) {
    EXPECT_EQ(refusal("a.off", std::string("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n") + face + "\n"),
              io_error::syntax)
        << face;
  }
}

/// A refusal names the first forty characters of a misplaced word. The header alone reveals rows
/// that cannot exist.
TEST_F(Formats, RefusalsNameTheWord) {
  const auto message = [&](const std::string& name, const std::string& bytes) {
    Scene scene;
    const Result<FileReport> report = read_bodies(folder_.write(name, bytes), scene);
    EXPECT_FALSE(report) << name;
    return report ? std::string() : report.error().message;
  };
  const std::string word = "begin_of_it_is_here_and_the_end_is_far_away_from_it";
  const std::string quoted = "\"" + word.substr(0, 40) + "\"";
  EXPECT_NE(message("a.ply", "ply\nformat ascii 1.0\n" + word + "\n").find(quoted),
            std::string::npos);
  EXPECT_NE(message("a.stl", "solid\n" + word + "\n").find(quoted), std::string::npos);
  const std::string many =
      message("b.ply",
              "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
              "property float z\nend_header\n0 0 0\n1 0 0\n0 1 0\n");
  EXPECT_NE(many.find("8 rows of \"vertex\" are claimed"), std::string::npos) << many;
}

TEST_F(Formats, ColladaTransformsInOrder) {
  const auto pose = [&](const std::string& steps) {
    read("a.dae", test::collada(mesh_, "<node id=\"n\">" + steps +
                                           "<instance_geometry url=\"#tetra-mesh\"/></node>"));
    return scene_.body(0).pose;
  };
  EXPECT_EQ(pose("<matrix>1 2 3 4  5 6 7 8  9 1 2 3  0 0 0 1</matrix>").linear(1, 2), 7);
  EXPECT_EQ(pose("<scale>2 2 2</scale><translate>1 0 0</translate>").offset(0), 2);
  EXPECT_EQ(pose("<translate>1 0 0</translate><scale>2 2 2</scale>").offset(0), 1);
  const Pose3 quarter = pose("<rotate>0 0 1 90</rotate>");
  EXPECT_TRUE(quarter.is_quaternion());
  EXPECT_EQ(quarter.wxyz()[0], quarter.wxyz()[3]) << "a quarter turn is exact";
  const Pose3 back = pose("<rotate>0 0 1 270</rotate>");
  EXPECT_NEAR(back.linear(0, 1), 1, 1e-15);
  const Pose3 sixty = pose("<rotate>0 0 2 60</rotate>");
  EXPECT_NEAR(sixty.linear(0, 0), 0.5, 1e-15);
  EXPECT_NEAR(sixty.linear(1, 0), std::sqrt(0.75), 1e-15);
}

TEST_F(Formats, ColladaUnitIsReportedAndNotApplied) {
  const FileReport report =
      read("a.dae", test::collada(mesh_, "<node><instance_geometry url=\"#tetra-mesh\"/></node>"));
  EXPECT_EQ(report.unit_in_metres, 0.001);
  EXPECT_EQ(points(0), points_of(mesh_));
  EXPECT_EQ(scene_.body(0).name, "tetra");
}

TEST_F(Formats, ColladaPolygonsWithHolesKeepTheirCorners) {
  std::string text = test::collada(mesh_, "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
  const std::size_t begin = text.find("<triangles");
  const std::size_t end = text.find("</triangles>") + 12;
  const std::string input = R"(<input semantic="VERTEX" source="#vertices" offset="0"/>)";
  text.replace(begin, end - begin,
               "<polygons>" + input + "<p>0 1 2</p><ph><p>0 1</p><h>3</h></ph></polygons>");
  read("a.dae", text);
  EXPECT_EQ(points(0), points_of(mesh_));
}

/// A comment does not end a text.
TEST_F(Formats, XmlCommentsInsideNumbers) {
  std::string text = test::collada(mesh_, "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
  const std::size_t p = text.find("<p>");
  text.replace(p, text.find("</p>") - p, "<p>0 1 2<!-- the other one -->  0 1 <![CDATA[3]]>");
  read("a.dae", text);
  EXPECT_EQ(points(0), points_of(mesh_));
  const std::string list =
      "<ArrayOfConvexPolyhedron><ConvexPolyhedron><Name>a</Name><Corners><Point3D>"
      "<X>1%s2</X><Y>0</Y><Z>0</Z></Point3D></Corners></ConvexPolyhedron></"
      "ArrayOfConvexPolyhedron>";
  const auto with = [&](const std::string& middle) {
    return std::string(list).replace(list.find("%s"), 2, middle);
  };
  read("a.xml", with("<!-- x -->"));
  EXPECT_EQ(points(0), (Points{{12, 0, 0}}));
  EXPECT_EQ(refusal("b.xml", with("<b/>")), io_error::syntax);
}

TEST_F(Formats, ColladaGeometryThatIsNoMeshIsRefused) {
  const std::string text =
      test::collada(mesh_, "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
  const std::size_t begin = text.find("<mesh>");
  const std::size_t end = text.find("</mesh>") + 7;
  for (const char* shape : {"<convex_mesh convex_hull_of=\"#x\"/>", "<spline/>", "<brep/>"}) {
    EXPECT_EQ(refusal("a.dae", std::string(text).replace(begin, end - begin, shape)),
              ErrorCode::not_served)
        << shape;
  }
  EXPECT_EQ(refusal("b.dae", std::string(text).replace(text.find(" count=\"4\" stride"), 10, "")),
            io_error::syntax);
}

TEST_F(Formats, GltfInstancesOfAnExtensionAreNotServed) {
  const std::string nodes =
      R"([{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {}}}}])";
  EXPECT_EQ(refusal("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_))),
            ErrorCode::not_served);
}

TEST_F(Formats, ColladaInstancesOfNodes) {
  read("a.dae", test::collada(mesh_,
                              "<node id=\"a\"><instance_geometry url=\"#tetra-mesh\"/></node>"
                              "<node id=\"b\"><translate>1 0 0</translate>"
                              "<instance_node url=\"#a\"/></node>"));
  ASSERT_EQ(scene_.size(), 2);
  EXPECT_EQ(scene_.body(1).pose.offset(0), 1);
  EXPECT_EQ(refusal("b.dae", test::collada(mesh_,
                                           "<node id=\"a\"><instance_node url=\"#a\"/>"
                                           "</node>")),
            io_error::syntax);
}

TEST_F(Formats, ColladaInstancesThatMultiplyEndSomewhere) {
  std::string nodes = "<node id=\"n0\"><instance_geometry url=\"#tetra-mesh\"/></node>";
  for (int i = 1; i < 60; ++i) {
    const std::string inner = "<instance_node url=\"#n" + std::to_string(i - 1) + "\"/>";
    nodes += "<node id=\"n" + std::to_string(i) + "\">" + inner + inner + "</node>";
  }
  ReadLimits limits;
  limits.bodies = 1000;
  Scene scene;
  const auto report =
      read_bodies(folder_.write("a.dae", test::collada(mesh_, nodes)), scene, limits);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::too_large);
}

}  // namespace
}  // namespace sunder
