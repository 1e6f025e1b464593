// SPDX-License-Identifier: Apache-2.0
//
// Tests the triangles that readers keep, against assimp and by hand, and what meshes are taken as.
#include <algorithm>
#include <assimp/Importer.hpp>
#include <assimp/scene.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "exact/orientation.hpp"
#include "files/model.hpp"
#include "io/mesh_files.hpp"

namespace sunder {
namespace {

namespace files = detail::files;
using Corners = std::array<Vector3, 3>;

/// The least corner comes first; the sense of rotation stays.
Corners sorted(Corners corners) {
  std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end()), corners.end());
  return corners;
}

using Reader = Result<files::Model> (*)(const files::Input&);

class Triangles : public testing::Test {
 protected:
  /// Reads a file by its own reader; the test fails if it is refused.
  files::Model read(const std::string& name, const std::string& bytes) const {
    static const std::pair<const char*, Reader> kReaders[] = {
        {".stl", files::read_stl},    {".obj", files::read_obj}, {".ply", files::read_ply},
        {".off", files::read_off},    {".glb", files::read_glb}, {".gltf", files::read_gltf},
        {".dae", files::read_collada}};
    const std::string path = folder_.write(name, bytes);
    for (const auto& [ending, reader] : kReaders) {
      if (!name.ends_with(ending)) continue;
      const ReadLimits limits;
      Result<files::Model> model = reader({path, bytes, limits});
      EXPECT_TRUE(model) << (model ? "" : model.error().message);
      return model ? std::move(model).value() : files::Model{};
    }
    return {};
  }

  std::multiset<Corners> triangles(const std::string& name, const std::string& bytes) const {
    std::multiset<Corners> all;
    for (const files::Mesh& mesh : read(name, bytes).meshes) {
      for (const files::Triangle& t : mesh.triangles) {
        const auto point = [&](std::size_t k) {
          return mesh.points.at(static_cast<std::size_t>(t.at(k)));
        };
        all.insert(sorted({point(0), point(1), point(2)}));
      }
    }
    return all;
  }

  std::multiset<Corners> by_assimp(const std::string& name, const std::string& bytes) const {
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFile(folder_.write(name, bytes), 0);
    std::multiset<Corners> all;
    for (unsigned m = 0; scene != nullptr && m < scene->mNumMeshes; ++m) {
      const aiMesh& mesh = *scene->mMeshes[m];
      for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        if (mesh.mFaces[f].mNumIndices != 3) continue;
        Corners corners{};
        for (unsigned k = 0; k < 3; ++k) {
          const aiVector3D& v = mesh.mVertices[mesh.mFaces[f].mIndices[k]];
          corners[k] = {double{v.x}, double{v.y}, double{v.z}};
        }
        all.insert(sorted(corners));
      }
    }
    return all;
  }

  test::TemporaryFolder folder_;
};

/// Debian's assimp rounds to float, so that it gets floats.
TEST_F(Triangles, AgreeWithAssimp) {
  const test::Tetrahedron mesh = test::Tetrahedron().as_float();
  for (const test::NamedFile& file : test::one_of_each(mesh)) {
    if (file.name.ends_with(".xml")) continue;
    const auto found = triangles(file.name, file.bytes);
    EXPECT_GE(found.size(), 4U) << file.name;
    EXPECT_EQ(found, by_assimp(file.name, file.bytes)) << file.name;
  }
}

/// Returns a GLB of five points over one accessor, with indices of 16 bits.
std::string glb_of_mode(int mode, const std::vector<std::uint16_t>& indices) {
  std::string buffer;
  for (const double x : {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 1})
    test::append_float(buffer, x);
  for (const std::uint16_t index : indices) {
    buffer += static_cast<char>(index & 0xff);
    buffer += static_cast<char>(index >> 8);
  }
  const std::string count = std::to_string(indices.size());
  const std::string bytes = std::to_string(2 * indices.size());
  const std::string json =
      R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], )"
      R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": )" +
      std::to_string(mode) + (indices.empty() ? "" : R"(, "indices": 1)") +
      R"(}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 5, "type": "VEC3", )"
      R"("min": [0, 0, 0], "max": [1, 2, 1]}, )"
      R"({"bufferView": 1, "componentType": 5123, "count": )" +
      count +
      R"(, "type": "SCALAR"}], "bufferViews": [{"buffer": 0, "byteLength": 60}, )"
      R"({"buffer": 0, "byteOffset": 60, "byteLength": )" +
      bytes + R"(}], "buffers": [{"byteLength": )" + std::to_string(buffer.size()) + "}]}";
  return test::glb(json, buffer);
}

TEST_F(Triangles, OfStripsAndFansAgreeWithAssimp) {
  for (const std::vector<std::uint16_t>& indices :
       {std::vector<std::uint16_t>{0, 1, 2, 3, 4}, {4, 2, 0, 1, 3, 2}, {}}) {
    for (const int mode : {4, 5, 6}) {
      const std::string bytes = glb_of_mode(mode, indices);
      const auto found = triangles("a.glb", bytes);
      const std::size_t corners = indices.empty() ? 5 : indices.size();
      EXPECT_EQ(found.size(), mode == 4 ? corners / 3 : corners - 2) << mode;
      if (mode == 4 && corners % 3 != 0) continue;
      EXPECT_EQ(found, by_assimp("a.glb", bytes)) << mode;
    }
    for (const int mode : {0, 1, 2, 3}) {
      EXPECT_EQ(triangles("a.glb", glb_of_mode(mode, indices)).size(), 0U) << mode;
    }
  }
}

/// Strips are joined by corners that repeat; the triangles in between are not part of the mesh.
TEST_F(Triangles, JointsOfStripsAreNone) {
  const auto found = triangles("a.glb", glb_of_mode(5, {0, 1, 2, 2, 3, 3, 4, 1}));
  const Vector3 p0{0, 0, 0}, p1{1, 0, 0}, p2{0, 1, 0}, p3{1, 1, 0}, p4{0, 2, 1};
  EXPECT_EQ(found, (std::multiset<Corners>{sorted({p0, p1, p2}), sorted({p3, p1, p4})}))
      << "the place in the strip decides which way a triangle is turned";
  const std::string header =
      "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
      "property float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n"
      "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 1\n";
  EXPECT_EQ(
      triangles("a.ply", header + "8 0 1 2 3 -1 4 3 2\n"),
      (std::multiset<Corners>{sorted({p0, p1, p2}), sorted({p2, p1, p3}), sorted({p4, p3, p2})}));
}

TEST_F(Triangles, PolygonsAreFansFromTheirFirstCorner) {
  const Vector3 p0{0, 0, 0}, p1{2, 0, 0}, p2{3, 1, 0}, p3{2, 2, 0}, p4{0, 2, 0};
  const std::multiset<Corners> fan{sorted({p2, p3, p4}), sorted({p2, p4, p0}),
                                   sorted({p2, p0, p1})};
  const std::string points = "0 0 0\n2 0 0\n3 1 0\n2 2 0\n0 2 0\n";
  EXPECT_EQ(triangles("a.off", "OFF\n5 1 0\n" + points + "5 2 3 4 0 1\n"), fan);
  EXPECT_EQ(
      triangles("a.obj", "v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 3/1 4//2 -1/2/1 1 2\n"),
      fan);
  const std::string header =
      "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n"
      "property float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n";
  EXPECT_EQ(triangles("a.ply", header + points + "5 2 3 4 0 1\n"), fan);
  for (const char* name : {"polygons", "trifans"}) {
    const test::Tetrahedron mesh;
    const std::string text =
        test::collada(mesh, "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
    const std::string faces = std::string("<") + name +
                              "><input semantic=\"VERTEX\" source=\"#vertices\" offset=\"0\"/>"
                              "<p>2 3 0 1</p></" +
                              name + ">";
    const std::vector<Vector3>& p = mesh.points;
    EXPECT_EQ(triangles("a.dae", text.substr(0, text.find("<triangles")) + faces +
                                     text.substr(text.find("</mesh>"))),
              (std::multiset<Corners>{sorted({p[2], p[3], p[0]}), sorted({p[2], p[0], p[1]})}))
        << name;
  }
}

/// A fan would cover the holes of a polygon.
TEST_F(Triangles, OfPolygonsWithHolesAreNone) {
  const std::string text =
      test::collada(test::Tetrahedron(), "<node><instance_geometry url=\"#tetra-mesh\"/></node>");
  const std::size_t first = text.find("<triangles");
  const std::string holed =
      text.substr(0, first) +
      "<polygons><input semantic=\"VERTEX\" source=\"#vertices\" offset=\"0\"/><p>0 1 3</p>"
      "<ph><p>0 1 2</p><h>1 2 3</h></ph></polygons>" +
      text.substr(text.find("</mesh>"));
  EXPECT_EQ(triangles("a.dae", holed).size(), 0U);
  Scene scene;
  const auto report = read_bodies(folder_.write("a.dae", holed), scene);
  ASSERT_TRUE(report);
  EXPECT_EQ(report.value().taken[0].why, "it has polygons with holes: export triangles");
}

TEST_F(Triangles, LinesPointsAndShortFacesHaveNone) {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  EXPECT_EQ(triangles("a.obj", points + "l 1 2 3\np 4\nf 1\nf 1 2\nf\n").size(), 0U);
  EXPECT_EQ(triangles("a.obj", points).size(), 0U);
  EXPECT_EQ(triangles("a.off", "OFF\n3 3 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n1 2\n0\n").size(), 0U);
}

/// Few corners over many points take another way than many corners over few.
TEST_F(Triangles, OfSmallPartsOverManyPointsKeepTheirPoints) {
  std::string text;
  for (int i = 0; i < 400; ++i)
    text += "v " + std::to_string(i) + " " + std::to_string(i * i) + " 1\n";
  const files::Model model = read("a.obj", text + "o one\nf 399 1 7\no two\nf 7 9 8\n");
  ASSERT_EQ(model.meshes.size(), 2U);
  EXPECT_EQ(model.meshes[0].points,
            (std::vector<Vector3>{{0, 0, 1}, {6, 36, 1}, {398, 398. * 398, 1}}));
  EXPECT_EQ(model.meshes[0].triangles, (std::vector<files::Triangle>{{2, 0, 1}}));
  EXPECT_EQ(model.meshes[1].triangles, (std::vector<files::Triangle>{{0, 2, 1}}));
}

// ---- What meshes are taken as

std::string obj_cube(const std::string& name, double x, const char* faces) {
  std::string text = "o " + name + "\n";
  for (const double dx : {0, 1}) {
    for (const double y : {0, 1}) {
      for (const double z : {0, 1}) {
        text += "v " + std::to_string(x + dx) + " " + std::to_string(y) + " " + std::to_string(z) +
                "\n";
      }
    }
  }
  return text + faces;
}
const char* const kCube =
    "f -8 -7 -5 -6\nf -4 -2 -1 -3\nf -8 -4 -3 -7\nf -6 -5 -1 -2\nf -8 -6 -2 -4\n"
    "f -7 -3 -1 -5\n";
const char* const kOpen =
    "f -8 -7 -5 -6\nf -4 -2 -1 -3\nf -8 -4 -3 -7\nf -6 -5 -1 -2\nf -8 -6 -2 -4\n";

TEST_F(Triangles, MakeSolidsSurfacesAndHulls) {
  // Two cubes apart in one mesh are a solid that is no hull.
  std::string two = obj_cube("two", 0, kCube);
  two += obj_cube("x", 2, kCube).substr(4);
  const std::string path =
      folder_.write("a.obj", obj_cube("box", 0, kCube) + obj_cube("open", 0, kOpen) + two +
                                 "o cloud\nv 0 0 0\nv 1 1 1\np -1 -2\n");
  Scene scene;
  const auto report = read_bodies(path, scene);
  ASSERT_TRUE(report) << report.error().message;
  const auto taken = [&](const FileReport& r, std::size_t body) {
    return r.taken.at(static_cast<std::size_t>(r.taken_index.at(body)));
  };
  ASSERT_EQ(scene.size(), 4);
  const BodyForm expected[] = {BodyForm::hull, BodyForm::surface, BodyForm::solid, BodyForm::hull};
  for (std::size_t body = 0; body < 4; ++body) {
    EXPECT_EQ(taken(report.value(), body).as, expected[body]) << body;
    EXPECT_EQ(scene.body(static_cast<std::int32_t>(body)).body.has_value(),
              expected[body] != BodyForm::hull);
  }
  EXPECT_EQ(taken(report.value(), 0).why, "it is a convex solid");
  EXPECT_NE(taken(report.value(), 1).why.find("4 edges are open"), std::string::npos);
  EXPECT_EQ(taken(report.value(), 2).why, "");
  EXPECT_EQ(taken(report.value(), 3).why, "it has no faces");

  // The form that is asked for, for all or by name.
  Scene hulls;
  ASSERT_TRUE(read_bodies(path, hulls, {}, {}, {.as = BodyForm::hull}));
  for (std::int32_t id = 0; id < 4; ++id) EXPECT_FALSE(hulls.body(id).body);
  Scene named;
  const auto by_name = read_bodies(path, named, {}, {}, {.form_of = [](std::string_view body) {
                                     return body == "box" ? BodyForm::surface : BodyForm::hull;
                                   }});
  ASSERT_TRUE(by_name);
  EXPECT_EQ(taken(by_name.value(), 0).as, BodyForm::surface);
  EXPECT_EQ(taken(by_name.value(), 2).as, BodyForm::hull);
  Scene refused;
  const auto solids = read_bodies(path, refused, {}, {}, {.as = BodyForm::solid});
  ASSERT_FALSE(solids);
  EXPECT_EQ(solids.error().code, ErrorCode::not_solid);
  EXPECT_NE(solids.error().message.find("mesh \"open\": the mesh is no solid: 4 edges"),
            std::string::npos)
      << solids.error().message;
  EXPECT_EQ(refused.size(), 0) << "a refusal leaves the scene as it was";
}

TEST_F(Triangles, AreSharedByInstances) {
  std::string buffer = test::gltf_buffer(test::Tetrahedron());
  const std::string json =
      test::gltf_json(R"([{"mesh": 0}, {"mesh": 0, "translation": [9, 0, 0]}])", "");
  Scene scene;
  const std::string both =
      json.find(R"("nodes": [0])") == std::string::npos
          ? json
          : std::string(json).replace(json.find(R"("nodes": [0])"), 12, R"("nodes": [0, 1])");
  const auto report = read_bodies(folder_.write("a.glb", test::glb(both, buffer)), scene);
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(scene.size(), 2);
  EXPECT_EQ(report.value().taken.size(), 1U);
  EXPECT_EQ(&scene.body(0).body->parts()[0], &scene.body(1).body->parts()[0]);
}

// ---- Convex solids

Mesh3 mesh_of(const std::vector<Vector3>& points,
              const std::vector<std::array<std::int32_t, 3>>& triangles) {
  return Mesh3::from_triangles(points, triangles).value();
}

/// The definition: each vertex is behind each triangle or in its plane.
bool is_convex_by_definition(const std::vector<Vector3>& points,
                             const std::vector<std::array<std::int32_t, 3>>& triangles) {
  for (const auto& t : triangles) {
    for (const Vector3& p : points) {
      const auto at = [&](std::size_t k) { return points[static_cast<std::size_t>(t[k])].data(); };
      if (detail::orient3d(at(0), at(1), at(2), p.data()) > 0) return false;
    }
  }
  return true;
}

/// A tower of rings: each side is cut into two triangles, either way.
struct Tower {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;
};

Tower tower(unsigned seed, int sides, int rings) {
  Tower made;
  const auto next = [&] { return seed = seed * 1664525 + 1013904223; };
  for (int r = 0; r < rings; ++r) {
    const double size = 64 - 8.0 * (r - (rings - 1) / 2.0) * (r - (rings - 1) / 2.0);
    for (int i = 0; i < sides; ++i) {
      const double angle = 6.283185307179586 * i / sides;
      made.points.push_back(
          {std::round(size * std::cos(angle)), std::round(size * std::sin(angle)), 8.0 * r});
    }
  }
  for (int i = 1; i + 1 < sides; ++i) {
    made.triangles.push_back({0, i + 1, i});
    const int top = (rings - 1) * sides;
    made.triangles.push_back({top, top + i, top + i + 1});
  }
  for (int r = 0; r + 1 < rings; ++r) {
    for (int i = 0; i < sides; ++i) {
      const int a = r * sides + i, b = r * sides + (i + 1) % sides, c = a + sides, d = b + sides;
      if (next() >> 31) {
        made.triangles.push_back({a, b, d});
        made.triangles.push_back({a, d, c});
      } else {
        made.triangles.push_back({a, b, c});
        made.triangles.push_back({b, d, c});
      }
    }
  }
  return made;
}

TEST(Convex, IsWhatTheDefinitionSays) {
  int convex = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Tower t = tower(seed, 3 + static_cast<int>(seed % 4), 2 + static_cast<int>(seed / 4 % 3));
    const Mesh3 mesh = mesh_of(t.points, t.triangles);
    if (mesh.kind() != MeshKind::solid) continue;
    const bool expected = is_convex_by_definition(t.points, t.triangles);
    convex += expected ? 1 : 0;
    EXPECT_EQ(mesh.is_convex(), expected) << seed;
  }
  EXPECT_GT(convex, 100);
  EXPECT_LT(convex, 2900);
}

const std::vector<Vector3> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
const std::vector<std::array<std::int32_t, 3>> kBox{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                                    {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                                    {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};

std::vector<std::array<std::int32_t, 3>> joined(std::vector<std::array<std::int32_t, 3>> all,
                                                std::int32_t by) {
  const std::size_t count = all.size();
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back({all[i][0] + by, all[i][1] + by, all[i][2] + by});
  }
  return all;
}

TEST(Convex, TraitsThatFailAreSeen) {
  EXPECT_TRUE(mesh_of(kCorners, kBox).is_convex());
  std::vector<std::array<std::int32_t, 3>> inside_out = kBox;
  for (auto& t : inside_out) std::swap(t[1], t[2]);
  EXPECT_TRUE(mesh_of(kCorners, inside_out).is_convex()) << "it is the same solid";

  std::vector<Vector3> more = kCorners;
  more.push_back({5, 5, 5});
  EXPECT_FALSE(mesh_of(more, kBox).is_convex()) << "the hull holds another point";
  std::vector<std::array<std::int32_t, 3>> spike = kBox;
  spike.push_back({0, 8, 8});
  EXPECT_FALSE(mesh_of(more, spike).is_convex()) << "a flat triangle sticks out";

  for (const Vector3& by : {Vector3{3, 0, 0}, {1, 1, 1}, {1, 1, 0}}) {
    std::vector<Vector3> two = kCorners;
    for (const Vector3& p : kCorners) two.push_back({p[0] + by[0], p[1] + by[1], p[2] + by[2]});
    EXPECT_FALSE(mesh_of(two, joined(kBox, 8)).is_convex()) << "two cubes";
  }
  // A box in a box, turned inwards: a hollow.
  std::vector<Vector3> hollow = kCorners;
  for (const Vector3& p : kCorners)
    hollow.push_back({p[0] / 2 + .25, p[1] / 2 + .25, p[2] / 2 + .25});
  std::vector<std::array<std::int32_t, 3>> shells = joined(kBox, 8);
  for (std::size_t i = 12; i < 24; ++i) std::swap(shells[i][1], shells[i][2]);
  const Mesh3 with_hollow = mesh_of(hollow, shells);
  EXPECT_EQ(with_hollow.kind(), MeshKind::solid);
  EXPECT_FALSE(with_hollow.is_convex());

  // A corner moved inwards by the least that a double allows bends a diagonal inwards, or outwards.
  for (const double by : {0x1p-53, -0x1p-52}) {
    std::vector<Vector3> bent = kCorners;
    bent[7] = {1 - by, 1, 1};
    EXPECT_EQ(mesh_of(bent, kBox).is_convex(), is_convex_by_definition(bent, kBox)) << by;
  }
  // One corner of a face on an edge of its neighbour: the edge is cut there.
  std::vector<Vector3> cut = kCorners;
  cut.push_back({.5, 0, 0});
  std::vector<std::array<std::int32_t, 3>> junction = kBox;
  junction[4] = {0, 8, 5};
  junction.push_back({8, 1, 5});
  EXPECT_TRUE(mesh_of(cut, junction).is_convex());
}

}  // namespace
}  // namespace sunder
