// SPDX-License-Identifier: Apache-2.0
//
// Files that are truncated, contain false counts, or have another format: each is refused with a
// message, without a crash and without large allocations.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/mesh_files.hpp"

namespace sunder {
namespace {

/// Bytes between two damages; each file is shorter than three thousand bytes.
constexpr std::size_t kStep = 7;

class Damage : public testing::Test {
 protected:
  /// Reads; a refusal must name the file, and leave the scene unchanged.
  bool refused(const std::string& name, const std::string& bytes, const ReadLimits& limits = {}) {
    const std::string path = folder_.write(name, bytes);
    Scene scene;
    const Result<FileReport> report = read_bodies(path, scene, limits);
    if (report) return false;
    EXPECT_EQ(scene.size(), 0);
    EXPECT_TRUE(report.error().message.starts_with(path)) << report.error().message;
    last_ = report.error();
    return true;
  }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  Error last_;
};

/// Bytes at the end whose loss cannot be detected: blanks, names, colours.
std::size_t unseen_tail(const std::string& name) {
  if (name == "ascii.stl") return 16;
  if (name == "mesh.off") return 11;
  if (name == "mesh.obj") return std::string::npos;
  return name == "ascii.ply" || name == "mesh.dae" || name == "list.xml" ? 1 : 0;
}

TEST_F(Damage, CutAnywhere) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    for (std::size_t size = 0; size < file.bytes.size(); size += kStep) {
      const bool is_refused = refused(file.name, file.bytes.substr(0, size));
      const std::size_t tail = unseen_tail(file.name);
      const bool must = tail != std::string::npos && size + tail < file.bytes.size();
      EXPECT_TRUE(is_refused || !must) << file.name << " cut to " << size << " bytes";
    }
  }
}

TEST_F(Damage, AnyBitTurned) {
  int refusals = 0;
  int reads = 0;
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    for (std::size_t i = 0; i < file.bytes.size(); i += kStep) {
      std::string bytes = file.bytes;
      bytes[i] = static_cast<char>(bytes[i] ^ (1 << (i / kStep % 8)));
      ++reads;
      if (refused(file.name, bytes)) ++refusals;
    }
  }
  EXPECT_GT(refusals, reads / 4);
}

TEST_F(Damage, HighBytesAnywhere) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    for (std::size_t i = 0; i + 4 <= file.bytes.size(); i += kStep) {
      std::string bytes = file.bytes;
      bytes.replace(i, 4, "\xff\xff\xff\x7f");
      refused(file.name, bytes);
    }
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

long peak_kilobytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST_F(Damage, LyingCountsAreNotBelieved) {
  const std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  const std::string buffer = test::gltf_buffer(mesh_);
  const std::string dae =
      test::collada(mesh_, R"(<node><instance_geometry url="#tetra-mesh"/></node>)");
  std::string stl = test::stl_binary(mesh_);
  std::string stl_sign = stl;
  stl.replace(80, 4, std::string("\x00\x00\x00\x80", 4));
  stl_sign.replace(80, 4, "\xff\xff\xff\xff");
  std::string chunk = test::glb(json, buffer);
  chunk.replace(12, 4, std::string("\x00\x00\x00\x80", 4));
  const auto glb = [&](const std::string& from, const std::string& to) {
    return test::glb(replaced(json, from, to), buffer);
  };
  const std::vector<test::NamedFile> lies{
      {"a.stl", stl},
      {"b.stl", stl_sign},
      {"a.off", replaced(test::off(mesh_), "4 4 6", "2147483648 4 6")},
      {"b.off", replaced(test::off(mesh_), "4 4 6", "4 2147483648 6")},
      {"c.off", replaced(test::off(mesh_), "4 4 6", "-4 4 6")},
      {"d.off", replaced(test::off(mesh_), "3 0 1 2", "2147483648 0 1 2")},
      {"e.off", replaced(test::off(mesh_), "3 0 1 2", "3 0 1 9")},
      {"a.ply", replaced(test::ply_ascii(mesh_), "vertex 4", "vertex 2147483648")},
      {"b.ply", replaced(test::ply_binary(mesh_, false), "vertex 4", "vertex 2147483648")},
      {"c.ply", replaced(test::ply_binary(mesh_, false), "face 4", "face 9223372036854775807")},
      {"d.ply", replaced(test::ply_ascii(mesh_), "\n3 0", "\n2147483648 0")},
      {"e.ply", replaced(test::ply_ascii(mesh_), "\n3 0", "\n-3 0")},
      {"f.ply", replaced(test::ply_ascii(mesh_), "\n3 0", "\n3 4")},
      {"a.glb", glb("\"count\": 4", "\"count\": 2147483648")},
      {"b.glb", glb("\"count\": 12", "\"count\": 2147483648")},
      {"c.glb", glb("\"byteLength\": 72", "\"byteLength\": 2147483648")},
      {"d.glb", glb("\"byteLength\": 48", "\"byteLength\": 2147483648")},
      {"e.glb", glb("\"byteOffset\": 48", "\"byteOffset\": 18446744073709551615")},
      {"f.glb", glb("\"byteOffset\": 48", "\"byteOffset\": -1")},
      {"g.glb", glb("\"bufferView\": 0", "\"bufferView\": 2147483648")},
      {"h.glb", glb("\"bufferView\": 0, ", "")},
      {"i.glb", chunk},
      {"a.dae", replaced(dae, "count=\"12\"", "count=\"2147483648\"")},
      {"b.dae", replaced(dae, "count=\"4\" stride", "count=\"2147483648\" stride")},
      {"c.dae", replaced(dae, "stride=\"3\"", "stride=\"2147483648\"")},
      {"d.dae", replaced(dae, "stride=\"3\"", "stride=\"3\" offset=\"2147483648\"")},
      {"a.obj", replaced(test::obj(mesh_), "f 1", "f 2147483648")},
      {"b.obj", replaced(test::obj(mesh_), "f 1", "f -5")},
      {"c.obj", replaced(test::obj(mesh_), "f 1", "f 0")}};
  const long before = peak_kilobytes();
  for (const test::NamedFile& lie : lies) {
    // A glTF accessor without a view is legal and all zeros: "h" is one, and small.
    EXPECT_EQ(refused(lie.name, lie.bytes), lie.name != "h.glb") << lie.name;
  }
  EXPECT_LT(peak_kilobytes() - before, 64 * 1024);
}

TEST_F(Damage, ZerosByTheBillionAreNotAllocated) {
  std::string json = test::gltf_json(R"([{"mesh": 0}])", "");
  json = replaced(json, "\"bufferView\": 0, ", "");
  json = replaced(json, "\"count\": 4", "\"count\": 2000000000");
  EXPECT_TRUE(refused("a.glb", test::glb(json, test::gltf_buffer(mesh_))));
  EXPECT_EQ(last_.code, ErrorCode::too_large);
}

TEST_F(Damage, NotANumberIsNamedWithItsPlace) {
  std::string stl = test::stl_binary(mesh_);
  stl.replace(84 + 12 + 16, 4, std::string("\x00\x00\xc0\x7f", 4));
  EXPECT_TRUE(refused("bad.stl", stl));
  EXPECT_EQ(last_.code, ErrorCode::not_finite);
  EXPECT_NE(last_.message.find("vertex 1 of mesh \"bad\" has y = nan"), std::string::npos)
      << last_.message;
  EXPECT_TRUE(refused("bad.obj", "v 0 0 0\nv inf 0 0\nl 1 2\n"));
  EXPECT_EQ(last_.code, ErrorCode::not_finite);
  EXPECT_TRUE(refused("bad.off", "OFF\n1 0 0\n1e999 0 0\n"));
  EXPECT_NE(last_.message.find("bad.off:3"), std::string::npos) << last_.message;
}

TEST_F(Damage, PlacesThatAreNoFiles) {
  Scene scene;
  const auto code = [&](const std::string& path) {
    const auto report = read_bodies(path, scene);
    EXPECT_FALSE(report) << path;
    EXPECT_TRUE(!report && report.error().message.starts_with(path));
    return report ? io_error::syntax : report.error().code;
  };
  EXPECT_EQ(code(folder_.path("none.stl")), io_error::cannot_read);
  EXPECT_EQ(code(folder_.path("")), io_error::cannot_read);
  mkdir(folder_.path("folder.stl").c_str(), 0700);
  EXPECT_EQ(code(folder_.path("folder.stl")), io_error::cannot_read);
  mkfifo(folder_.path("pipe.stl").c_str(), 0600);
  EXPECT_EQ(code(folder_.path("pipe.stl")), io_error::cannot_read);
  EXPECT_EQ(code("/dev/zero"), io_error::cannot_read);
  EXPECT_EQ(code(folder_.write("empty.stl", "")), io_error::syntax);
  EXPECT_EQ(code(folder_.write("mesh.step", "ISO-10303-21;")), io_error::unknown_format);
  EXPECT_EQ(code(folder_.write("stl", "solid")), io_error::unknown_format);
  const std::string secret = folder_.write("secret.stl", "solid x\nendsolid\n");
  chmod(secret.c_str(), 0);
  if (geteuid() != 0) {
    EXPECT_EQ(code(secret), io_error::cannot_read);
  }
}

TEST_F(Damage, LimitsHold) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    ReadLimits bytes;
    bytes.bytes = static_cast<std::int64_t>(file.bytes.size()) - 1;
    EXPECT_TRUE(refused(file.name, file.bytes, bytes));
    EXPECT_EQ(last_.code, ErrorCode::too_large);
    ReadLimits points;
    points.points = 3;
    EXPECT_TRUE(refused(file.name, file.bytes, points)) << file.name;
    EXPECT_EQ(last_.code, ErrorCode::too_large) << file.name;
    ReadLimits bodies;
    bodies.bodies = 0;
    EXPECT_TRUE(refused(file.name, file.bytes, bodies)) << file.name;
    EXPECT_EQ(last_.code, ErrorCode::too_large);
  }
}

/// An input exactly at a limit is read; one more is not. STL has three points for each face.
TEST_F(Damage, LimitsAreWhatIsStillRead) {
  for (const test::NamedFile& file : test::one_of_each(mesh_)) {
    ReadLimits limits;
    limits.points = file.name.ends_with(".stl") ? 12 : 4;
    limits.bodies = 1;
    limits.bytes = static_cast<std::int64_t>(file.bytes.size());
    Scene scene;
    const auto report = read_bodies(folder_.write(file.name, file.bytes), scene, limits);
    EXPECT_TRUE(report) << file.name << ": " << (report ? "" : report.error().message);
    --limits.points;
    EXPECT_TRUE(refused(file.name, file.bytes, limits)) << file.name;
    EXPECT_EQ(last_.code, ErrorCode::too_large) << file.name;
  }
}

TEST_F(Damage, DepthIsNoMatter) {
  std::string open;
  std::string close;
  for (int i = 0; i < 300000; ++i) {
    open += "<node>";
    close += "</node>";
  }
  EXPECT_TRUE(refused("deep.dae", test::collada(mesh_, open + close)));
  EXPECT_TRUE(refused("deep.xml", open + close));
  EXPECT_TRUE(refused("open.xml", open));
  EXPECT_TRUE(refused("deep.gltf", std::string(100000, '[')));
}

}  // namespace
}  // namespace sunder
