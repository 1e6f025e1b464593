// SPDX-License-Identifier: Apache-2.0
#include "io/mesh_files.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace sunder::test {
namespace {

template <class T>
void append(std::string& bytes, T value, bool big_endian = false) {
  auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (big_endian != (std::endian::native == std::endian::big)) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

std::string text_of(const Vector3& p) {
  return json_number(p[0]) + " " + json_number(p[1]) + " " + json_number(p[2]);
}

std::string indices_of(const Tetrahedron& mesh, int first) {
  std::string text;
  for (const auto& face : mesh.faces) {
    for (const int i : face) text += std::to_string(i + first) + " ";
  }
  return text;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "sunder_io_XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(folder_); }

std::string TemporaryFolder::write(std::string_view name, std::string_view bytes) const {
  std::ofstream(path(name), std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path(name);
}

Tetrahedron Tetrahedron::as_float() const {
  Tetrahedron rounded = *this;
  for (Vector3& p : rounded.points) {
    for (double& x : p) x = static_cast<double>(static_cast<float>(x));
  }
  return rounded;
}

void append_float(std::string& bytes, double value) { append(bytes, static_cast<float>(value)); }
void append_u32(std::string& bytes, std::uint32_t value) { append(bytes, value); }

std::string stl_binary(const Tetrahedron& mesh) {
  std::string bytes(80, ' ');
  append_u32(bytes, static_cast<std::uint32_t>(mesh.faces.size()));
  for (const auto& face : mesh.faces) {
    for (int k = 0; k < 3; ++k) append_float(bytes, 0);
    for (const int i : face) {
      for (const double x : mesh.points[static_cast<std::size_t>(i)]) append_float(bytes, x);
    }
    append(bytes, std::uint16_t{0});
  }
  return bytes;
}

std::string stl_ascii(const Tetrahedron& mesh) {
  std::string text = "solid my tetrahedron\n";
  for (const auto& face : mesh.faces) {
    text += " facet normal nan 0 0\n  outer loop\n";
    for (const int i : face) {
      text += "   vertex " + text_of(mesh.points[static_cast<std::size_t>(i)]) + "\n";
    }
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid my tetrahedron\n";
}

std::string obj(const Tetrahedron& mesh) {
  std::string text = "# a tetrahedron\no tetra\n";
  for (const Vector3& p : mesh.points) text += "v " + text_of(p) + "\n";
  text += "usemtl red\n";
  for (const auto& face : mesh.faces) {
    text += "f";
    for (const int i : face) text += " " + std::to_string(i + 1) + "//1";
    text += "\nusemtl blue\n";
  }
  return text;
}

std::string off(const Tetrahedron& mesh) {
  std::string text = "OFF\n# a comment\n4 4 6\n";
  for (const Vector3& p : mesh.points) text += text_of(p) + "\n";
  for (const auto& face : mesh.faces) {
    text += "3";
    for (const int i : face) text += " " + std::to_string(i);
    text += " 255 0 0\n";
  }
  return text;
}

std::string ply_ascii(const Tetrahedron& mesh) {
  std::string text =
      "ply\nformat ascii 1.0\ncomment hello\nelement vertex 4\nproperty double x\n"
      "property double y\nproperty double z\nproperty uchar red\nelement face 4\n"
      "property list uchar int vertex_indices\nend_header\n";
  for (const Vector3& p : mesh.points) text += text_of(p) + " 7\n";
  for (const auto& face : mesh.faces) {
    text += "3";
    for (const int i : face) text += " " + std::to_string(i);
    text += "\n";
  }
  return text;
}

std::string ply_binary(const Tetrahedron& mesh, bool big_endian) {
  std::string bytes = std::string("ply\nformat binary_") + (big_endian ? "big" : "little") +
                      "_endian 1.0\nelement vertex 4\nproperty double x\nproperty double y\n"
                      "property double z\nelement face 4\n"
                      "property list uchar int vertex_indices\nend_header\n";
  for (const Vector3& p : mesh.points) {
    for (const double x : p) append(bytes, x, big_endian);
  }
  for (const auto& face : mesh.faces) {
    append(bytes, std::uint8_t{3});
    for (const int i : face) append(bytes, std::int32_t{i}, big_endian);
  }
  return bytes;
}

std::string gltf_json(std::string_view nodes, std::string_view uri) {
  std::string text = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],)";
  text += R"("nodes": )" + std::string(nodes) + ",";
  text += R"("materials": [{}, {}], "meshes": [{"name": "tetra", "primitives": [)"
          R"({"attributes": {"POSITION": 0}, "indices": 1},)"
          R"({"attributes": {"POSITION": 0}, "indices": 1, "material": 1}]}],)"
          R"("accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},)"
          R"({"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}],)"
          R"("bufferViews": [{"buffer": 0, "byteLength": 48},)"
          R"({"buffer": 0, "byteOffset": 48, "byteLength": 24}],)"
          R"("buffers": [{"byteLength": 72)";
  if (!uri.empty()) text += R"(, "uri": ")" + std::string(uri) + "\"";
  return text + "}]}";
}

std::string gltf_buffer(const Tetrahedron& mesh) {
  std::string bytes;
  for (const Vector3& p : mesh.points) {
    for (const double x : p) append_float(bytes, x);
  }
  for (const auto& face : mesh.faces) {
    for (const int i : face) append(bytes, static_cast<std::uint16_t>(i));
  }
  return bytes;
}

std::string glb(std::string_view json, std::string_view binary) {
  std::string padded(json);
  while (padded.size() % 4 != 0) padded += ' ';
  std::string bytes = "glTF";
  append_u32(bytes, 2);
  append_u32(bytes, static_cast<std::uint32_t>(12 + 8 + padded.size() + 8 + binary.size()));
  append_u32(bytes, static_cast<std::uint32_t>(padded.size()));
  bytes += "JSON" + padded;
  append_u32(bytes, static_cast<std::uint32_t>(binary.size()));
  bytes += "BIN";
  bytes += '\0';
  return bytes + std::string(binary);
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool padding = k > bytes.size() - i;
      text += padding ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

std::string collada(const Tetrahedron& mesh, std::string_view nodes) {
  std::string numbers;
  for (const Vector3& p : mesh.points) numbers += text_of(p) + " ";
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2026-01-01T00:00:00</created><modified>2026-01-01T00:00:00</modified>
<unit name="millimeter" meter="0.001"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="tetra-mesh" name="tetra"><mesh>
<source id="positions"><float_array id="positions-array" count="12">)" +
         numbers + R"(</float_array><technique_common>
<accessor source="#positions-array" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#vertices" offset="0"/><p>)" +
         indices_of(mesh, 0) + R"(</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="scene">)" +
         std::string(nodes) + R"(</visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#scene"/></scene></COLLADA>
)";
}

std::vector<NamedFile> one_of_each(const Tetrahedron& mesh) {
  const std::string buffer = gltf_buffer(mesh);
  const std::string nodes = R"([{"name": "node", "mesh": 0, "translation": [1, 2, 3]}])";
  return {{"binary.stl", stl_binary(mesh)},
          {"ascii.stl", stl_ascii(mesh)},
          {"mesh.obj", obj(mesh)},
          {"mesh.off", off(mesh)},
          {"ascii.ply", ply_ascii(mesh)},
          {"little.ply", ply_binary(mesh, false)},
          {"big.ply", ply_binary(mesh, true)},
          {"mesh.gltf", gltf_json(nodes, "data:application/octet-stream;base64," + base64(buffer))},
          {"mesh.glb", glb(gltf_json(nodes, ""), buffer)},
          {"mesh.dae", collada(mesh, R"(<node name="node"><translate>1 2 3</translate>)"
                                     R"(<instance_geometry url="#tetra-mesh"/></node>)")},
          {"list.xml", write_polyhedra_xml({{{"node", mesh.points}}})}};
}

}  // namespace sunder::test
