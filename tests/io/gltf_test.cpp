// SPDX-License-Identifier: Apache-2.0
//
// Rare features of glTF: sparse and quantized accessors, escaped names, padded base64, files
// without a scene, and the limits of every count.
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "io/mesh_files.hpp"

namespace sunder {
namespace {

using Points = std::set<Vector3>;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

void append_u16(std::string& bytes, unsigned value) {
  bytes += static_cast<char>(value & 255);
  bytes += static_cast<char>(value >> 8);
}

/// One mesh at the origin, of one primitive whose positions are accessor 0.
std::string one_mesh(const std::string& primitive, const std::string& accessors,
                     const std::string& views, std::size_t size) {
  return R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],)"
         R"("meshes": [{"primitives": [)" +
         primitive + R"(]}], "accessors": [)" + accessors + R"(], "bufferViews": [)" + views +
         R"(], "buffers": [{"byteLength": )" + std::to_string(size) + "}]}";
}

class Gltf : public testing::Test {
 protected:
  Result<FileReport> read(const std::string& name, const std::string& bytes,
                          const ReadLimits& limits = {}) {
    scene_ = Scene();
    return read_bodies(folder_.write(name, bytes), scene_, limits);
  }
  void expect_points(const std::string& bytes, const Points& expected) {
    const auto report = read("a.glb", bytes);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(scene_.size(), 1);
    Points points;
    const Polytope3& polytope = scene_.body(0).polytope;
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) points.insert(polytope.vertex(i));
    EXPECT_EQ(points, expected);
  }
  void expect_mesh(const Result<FileReport>& report) {
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(scene_.size(), 1);
    const test::Tetrahedron floats = mesh_.as_float();
    for (const Vector3& point : floats.points) {
      const Polytope3& polytope = scene_.body(0).polytope;
      int found = 0;
      for (std::int32_t i = 0; i < polytope.vertex_count(); ++i)
        found += polytope.vertex(i) == point;
      EXPECT_EQ(found, 1);
    }
  }
  void expect_refused(const std::string& bytes, ErrorCode code, const ReadLimits& limits = {}) {
    const auto report = read("a.glb", bytes, limits);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, code) << report.error().message;
  }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  Scene scene_;
};

/// Without a view all points are zero; the sparse part moves three of five.
TEST_F(Gltf, SparsePositions) {
  std::string buffer;
  for (const unsigned target : {1U, 3U, 4U, 9U}) append_u16(buffer, target);
  for (const double x : {1, 2, 3, 4, 5, 6, 7, 8, 10}) test::append_float(buffer, x);
  const std::string sparse =
      R"("sparse": {"count": 3, "indices": {"bufferView": 0, "componentType": 5123},)"
      R"("values": {"bufferView": 1}})";
  const auto file = [&](const std::string& part) {
    return test::glb(
        one_mesh(
            R"({"attributes": {"POSITION": 0}})",
            R"({"componentType": 5126, "type": "VEC3", "count": 5, )" + part + "}",
            R"({"buffer": 0, "byteLength": 8}, {"buffer": 0, "byteOffset": 8, "byteLength": 36})",
            buffer.size()),
        buffer);
  };
  expect_points(file(sparse), {{0, 0, 0}, {1, 2, 3}, {4, 5, 6}, {7, 8, 10}});
  expect_refused(file(replaced(sparse, "\"indices\"", "\"index\"")), io_error::syntax);
  expect_refused(file(replaced(sparse, "\"values\"", "\"value\"")), io_error::syntax);
  expect_refused(file(replaced(sparse, "3, ", "6, ")), io_error::syntax);
  expect_refused(file(replaced(sparse, "3, ", "4, ")), io_error::syntax);
  expect_refused(file(replaced(sparse, R"("bufferView": 0, )", "")), io_error::syntax);
  expect_refused(file(replaced(sparse, R"("bufferView": 1)", "")), io_error::syntax);
  buffer[0] = 0;
  expect_points(file(sparse), {{1, 2, 3}, {0, 0, 0}, {4, 5, 6}, {7, 8, 10}});
  buffer[4] = 5;
  expect_refused(file(sparse), io_error::syntax);
}

/// Unsigned integers of 16 bits range from 0 to 1: 13107 is a fifth of 65535.
TEST_F(Gltf, NormalisedUnsignedShorts) {
  std::string buffer;
  for (const unsigned x : {0U, 0U, 0U, 65535U, 0U, 0U, 0U, 13107U, 0U, 0U, 0U, 65535U}) {
    append_u16(buffer, x);
  }
  expect_points(test::glb(one_mesh(R"({"attributes": {"POSITION": 0}})",
                                   R"({"bufferView": 0, "componentType": 5123, "normalized": true,)"
                                   R"("type": "VEC3", "count": 4})",
                                   R"({"buffer": 0, "byteLength": 24})", buffer.size()),
                          buffer),
                {{0, 0, 0}, {1, 0, 0}, {0, 0.2, 0}, {0, 0, 1}});
}

TEST_F(Gltf, IndicesAreUnsignedIntegers) {
  std::string buffer = test::gltf_buffer(mesh_);
  buffer += std::string("\0\1\2\3", 4);
  const auto file = [&](int type) {
    std::string json = one_mesh(
        R"({"attributes": {"POSITION": 0}, "indices": 1})",
        R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},)"
        R"({"bufferView": 1, "componentType": 5121, "count": 4, "type": "SCALAR"})",
        R"({"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 72, "byteLength": 4})",
        buffer.size());
    return test::glb(replaced(json, "5121", std::to_string(type)), buffer);
  };
  expect_mesh(read("a.glb", file(5121)));
  for (const int type : {5120, 5122, 5126, 5124}) expect_refused(file(type), io_error::syntax);
}

/// "%" and two hexadecimal digits are a byte of the name; any other "%" is itself.
TEST_F(Gltf, EscapedNamesOfFiles) {
  struct Name {
    std::string uri;
    std::string file;
  };
  for (const Name& name : std::vector<Name>{{"%6A%6F%6d%4a.bin", "jomJ.bin"},
                                            {"%6f%61%5B%5E.bin", "oa[^.bin"},
                                            {"%A1%F2.bin", "\xa1\xf2.bin"},
                                            {"%6G%6g%6@%6`.bin", "%6G%6g%6@%6`.bin"},
                                            {"%G1%g1%@1%`1.bin", "%G1%g1%@1%`1.bin"},
                                            {"a%6", "a%6"},
                                            {"a%61", "aa"},
                                            {"a%", "a%"}}) {
    folder_.write(name.file, test::gltf_buffer(mesh_));
    expect_mesh(read("a.gltf", test::gltf_json(R"([{"mesh": 0}])", name.uri)));
  }
}

/// Lengths of every remainder modulo three; the padding is optional.
TEST_F(Gltf, Base64OfAnyLength) {
  std::string buffer = test::gltf_buffer(mesh_);
  for (int more = 0; more < 4; ++more) {
    std::string text = test::base64(buffer);
    for (int padding = 0; padding < 2; ++padding) {
      expect_mesh(read("a.gltf", test::gltf_json(R"([{"mesh": 0}])",
                                                 "data:application/octet-stream;base64," + text)));
      while (text.ends_with('=')) text.pop_back();
    }
    buffer += static_cast<char>(0xfb + more);
  }
  for (const char* fault : {"*", "-", "_", "=A", " ", "@", "[", "`", "{", ":"}) {
    const auto report =
        read("a.gltf",
             test::gltf_json(R"([{"mesh": 0}])",
                             "data:;base64," + test::base64(test::gltf_buffer(mesh_)) + fault));
    EXPECT_FALSE(report) << fault;
  }
}

/// The roots are the nodes without a parent, in either order.
TEST_F(Gltf, WithoutAScene) {
  for (const std::string nodes :
       {R"([{"mesh": 0}, {"children": [0], "translation": [1, 2, 3]}])",
        R"([{"children": [1], "translation": [1, 2, 3]}, {"mesh": 0}])"}) {
    const std::string json =
        replaced(test::gltf_json(nodes, ""), R"("scene": 0, "scenes": [{"nodes": [0]}],)", "");
    const auto report = read("a.glb", test::glb(json, test::gltf_buffer(mesh_)));
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(scene_.size(), 1);
    EXPECT_EQ(scene_.body(0).pose.offset(2), 3);
    EXPECT_TRUE(report.value().notes.empty());
  }
}

TEST_F(Gltf, NoNumberOfTheLastRowMayBeAnother) {
  for (const std::size_t at : {3U, 7U, 11U, 15U}) {
    int m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    m[at] = 2;
    std::string matrix;
    for (const int x : m) matrix += (matrix.empty() ? "" : ", ") + std::to_string(x);
    expect_refused(test::glb(test::gltf_json(R"([{"mesh": 0, "matrix": [)" + matrix + "]}]", ""),
                             test::gltf_buffer(mesh_)),
                   ErrorCode::wrong_shape);
  }
}

/// The range of an accessor or a view must exist to its last byte.
TEST_F(Gltf, ItemsEndInsideTheirView) {
  const std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  const auto file = [&](const std::string& what, const std::string& by) {
    return test::glb(replaced(json, what, by), test::gltf_buffer(mesh_));
  };
  const std::string positions = R"("componentType": 5126, "count": 4)";
  for (const char* claim : {R"("componentType": 5126, "count": 5)",
                            R"("componentType": 5126, "byteOffset": 4, "count": 4)",
                            R"("componentType": 5126, "byteOffset": 37, "count": 1)",
                            R"("componentType": 5126, "byteOffset": 49, "count": 0)",
                            R"("componentType": 5126, "byteOffset": 60, "count": 1)"}) {
    expect_refused(file(positions, claim), io_error::syntax);
  }
  expect_refused(file(R"("byteLength": 24)", R"("byteLength": 25)"), io_error::syntax);
  expect_refused(file(R"("byteLength": 72)", R"("byteLength": 73)"), io_error::syntax);
}

TEST_F(Gltf, ChunksEndWithTheFile) {
  const std::string buffer = test::gltf_buffer(mesh_);
  const std::string uri = "data:;base64," + test::base64(buffer);
  expect_mesh(read("a.glb", test::glb(test::gltf_json(R"([{"mesh": 0}])", uri), "")));
  std::string longer = test::glb(test::gltf_json(R"([{"mesh": 0}])", ""), buffer);
  ++longer[longer.size() - buffer.size() - 8];
  expect_refused(longer, io_error::syntax);
  std::string header = "glTF";
  test::append_u32(header, 2);
  test::append_u32(header, 12);
  const auto report = read("b.glb", header);
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("byte 12"), std::string::npos) << report.error().message;
}

/// Points, corners and bytes exactly at the limits, and one more.
TEST_F(Gltf, LimitsAreWhatIsStillRead) {
  const std::string buffer = test::gltf_buffer(mesh_);
  const std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  ReadLimits limits;
  limits.points = 4;
  expect_mesh(read("a.glb", test::glb(json, buffer), limits));
  limits.points = 3;
  expect_refused(test::glb(json, buffer), ErrorCode::too_large, limits);

  // Two meshes of the same accessor are eight points.
  const std::string twice = replaced(
      test::gltf_json(R"([{"children": [1], "mesh": 0}, {"mesh": 1}])", ""), R"("meshes": [)",
      R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}, )");
  limits.points = 8;
  EXPECT_TRUE(read("a.glb", test::glb(twice, buffer), limits));
  EXPECT_EQ(scene_.size(), 2);
  limits.points = 7;
  expect_refused(test::glb(twice, buffer), ErrorCode::too_large, limits);

  // Two primitives with accessors of their own count like that too.
  const std::string apart = test::glb(
      one_mesh(
          R"({"attributes": {"POSITION": 0}}, {"attributes": {"POSITION": 1}})",
          R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},)"
          R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"})",
          R"({"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 24})",
          72),
      buffer);
  limits.points = 8;
  expect_mesh(read("a.glb", apart, limits));
  limits.points = 7;
  expect_refused(apart, ErrorCode::too_large, limits);
  EXPECT_NE(read("a.glb", apart, limits).error().message.find("claims 4 items"), std::string::npos);

  // The limit for four points is 64 corners: 12 of each primitive and those of the last one.
  const auto corners = [&](int last) {
    std::string primitives;
    for (int i = 0; i < 4; ++i) primitives += R"({"attributes": {"POSITION": 0}, "indices": 1}, )";
    primitives += R"({"attributes": {"POSITION": 0}, "indices": 1},)"
                  R"({"attributes": {"POSITION": 0}, "indices": 2})";
    return test::glb(
        one_mesh(primitives,
                 R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},)"
                 R"({"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},)"
                 R"({"bufferView": 1, "componentType": 5123, "type": "SCALAR", "count": )" +
                     std::to_string(last) + "}",
                 R"({"buffer": 0, "byteLength": 48},)"
                 R"({"buffer": 0, "byteOffset": 48, "byteLength": 24})",
                 72),
        buffer);
  };
  limits.points = 4;
  expect_mesh(read("a.glb", corners(4), limits));
  expect_refused(corners(5), ErrorCode::too_large, limits);
}

/// The limit applies to the buffers of a file together.
TEST_F(Gltf, BuffersShareTheLimit) {
  std::string buffer = test::gltf_buffer(mesh_);
  buffer.resize(1500, '\0');
  folder_.write("one.bin", buffer);
  folder_.write("two.bin", buffer);
  const std::string json =
      R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],)"
      R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}},)"
      R"({"attributes": {"POSITION": 1}}]}], "accessors": [)"
      R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},)"
      R"({"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC3"}], "bufferViews": [)"
      R"({"buffer": 0, "byteLength": 48}, {"buffer": 1, "byteLength": 48}], "buffers": [)"
      R"({"byteLength": 48, "uri": "one.bin"}, {"byteLength": 48, "uri": "two.bin"}]})";
  ReadLimits limits;
  limits.bytes = 3000;
  EXPECT_TRUE(read("a.gltf", json, limits));
  limits.bytes = 2999;
  const auto report = read("a.gltf", json, limits);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::too_large);
}

TEST_F(Gltf, APrimitiveMayBeCompressedOrHaveAnotherExtension) {
  const auto file = [&](const std::string& name) {
    return test::glb(replaced(test::gltf_json(R"([{"mesh": 0}])", ""), R"("indices": 1})",
                              R"("indices": 1, "extensions": {")" + name + R"(": {}}})"),
                     test::gltf_buffer(mesh_));
  };
  expect_mesh(read("a.glb", file("KHR_materials_variants")));
  expect_refused(file("KHR_draco_mesh_compression"), ErrorCode::not_served);
}

}  // namespace
}  // namespace sunder
