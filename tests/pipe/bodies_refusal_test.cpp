// SPDX-License-Identifier: Apache-2.0
//
// Bodies that the pipe refuses: lying indices, open solids, parts without end, files that are none. A question follows
// each and is answered.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "pipe/body_lines.hpp"
#include "pipe_run.hpp"

namespace sunder::test {
namespace {

using nlohmann::json;

constexpr const char* kPoint = R"("vertices": [[1, 0, 0]])";
constexpr const char* kOpen =
    R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": [[0,2,1],[0,1,3],[1,2,3]])";

std::string with_triangles(const std::string& triangles) {
  return R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "triangles": )" + triangles;
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

struct Refused {
  std::string keys;  ///< of a body
  std::string code;
  std::string message;  ///< a part of it, behind the place
};

const std::vector<Refused>& bodies() {
  static const std::vector<Refused> list = {
      {with_triangles("[[0, 1, 4]]"), "wrong_shape", "triangle 0 names point 4"},
      {with_triangles("[[0, 1, 2], [0, -1, 2]]"), "wrong_shape", "triangle 1 names point -1"},
      {with_triangles("[[0, 1, 2147483647]]"), "wrong_shape", "2147483647"},
      {with_triangles("[[0, 1, 2147483648]]"), "too_large", "triangles[0][2] is 2147483648"},
      {with_triangles("[[0, 1, 1e0]]"), "wrong_type", "triangles[0][2] is a number"},
      {with_triangles("[[0, 1, NaN]]"), "not_finite", "triangles[0][2] is NaN"},
      {with_triangles("[[0, 1]]"), "wrong_shape", "triangles[0] has length 2"},
      {with_triangles("[[0, 1, 2, 3]]"), "wrong_shape", "triangles[0] has length 4"},
      {with_triangles("[[]]"), "wrong_shape", "triangles[0] has length 0"},
      {with_triangles("[0, 1, 2]"), "wrong_type", "triangles[0] is a number"},
      {with_triangles("{}"), "wrong_type", "triangles is an object"},
      {with_triangles("null"), "wrong_type", "triangles is null"},
      {with_triangles("[]"), "wrong_shape", "no triangle that uses them"},
      {with_triangles(R"([[0, 1, 9]], "as": "hull")"), "wrong_shape", "triangle 0 names point 9"},
      {R"("vertices": [], "triangles": [[0, 0, 0]])", "wrong_shape", "triangle 0 names point 0"},
      {R"("triangles": [[0, 1, 2]])", "missing_key", "nor"},
      {R"("vertices": [[0, 0], [1, 0], [0, 1]], "triangles": [[0, 1, 2]])", "wrong_shape",
       "of dimension 2"},
      {R"("vertices": [[0], [1], [2]], "triangles": [[0, 1, 2]])", "wrong_shape", "of dimension 1"},
      {R"("vertices": [[0, 0, NaN]], "triangles": [[0, 0, 0]])", "not_finite", "vertices[0][2]"},
      {std::string(kOpen) + R"(, "as": "solid")", "not_solid",
       "3 edges are open; the first runs from point 0"},
      {R"("vertices": [[0,0,0],[4,0,0],[0,4,0],[0,0,4], [1,1,-1],[5,1,1],[1,5,1],[1,1,5]], )"
       R"("triangles": [[0,2,1],[0,1,3],[1,2,3],[2,0,3],[4,6,5],[4,5,7],[5,6,7],[6,4,7],)"
       R"([0,1,5],[0,5,1]], "as": "solid")",
       "not_solid", "triangles"},
      {std::string(kOpen) + R"(, "as": "mesh")", "not_served",
       "is \"mesh\"; it must be auto, solid, surface or hull"},
      {std::string(kOpen) + R"(, "as": "parts")", "not_served", "it must be auto"},
      {std::string(kOpen) + R"(, "as": null)", "wrong_type", "as is null"},
      {std::string(kPoint) + R"(, "as": "hull")", "unknown_key", "\"as\" without triangles"},
      {R"("parts": [], "vertices": [])", "duplicate_key", "says twice what it is"},
      {R"("parts": {})", "wrong_type", "parts is an object"},
      {R"("parts": [7])", "wrong_type", "parts[0] is a number"},
      {R"("parts": [{}])", "missing_key", "parts[0] has neither"},
      {R"("parts": [{"vertices": []}, {"body": "nobody"}])", "unknown_body", "parts[1].body"},
      {R"("parts": [{"vertices": [], "radius": 1}])", "unknown_key", "parts[0] has a radius"},
      {R"("parts": [{"vertices": [], "motion": {}}])", "unknown_key", "parts[0] has a motion"},
      {R"("parts": [{"vertices": [], "id": 7}])", "unknown_key", "parts[0] has the unknown key"},
      {R"("parts": [{"vertices": [[1, 2, 3]]}, {"vertices": [[1, 2]]}])", "dimension_mismatch",
       "parts[1] has dimension 2 in a body of dimension 3"},
      {R"("parts": [{"vertices": [[1, 2, 3, 4]]}])", "wrong_shape", "has dimension 4"},
      {R"("parts": [{"vertices": [[1, 2, 3]], "transform": [[1, 0, 0], [0, 1, 0]]}])",
       "wrong_shape", "parts[0].transform is 2 x 3"},
      {R"("parts": [{"vertices": [], "quaternion": [0, 0, 0, 0]}])", "zero_quaternion",
       "parts[0].quaternion"},
      {R"("parts": [{"vertices": [], "translation": [1e999, 0, 0]}])", "not_finite",
       "parts[0].translation[0]"},
      {R"("parts": [{"vertices": [[1, 2, 3]]}, {"body": "plane"}])", "dimension_mismatch",
       "parts[1] has dimension 2 in a body of dimension 3"},
      {R"("rings": [[[0, 0], [1, 0], [0, 1, 2]]])", "wrong_shape", "rings[0][2] has length 3"},
      {R"("rings": [[[0, 0], [1, 0], []]])", "wrong_shape", "rings[0][2] has length 0"},
      {R"("rings": [[0, 0], [1, 0], [0, 1]])", "wrong_type", "rings[0][0] is a number"},
      {R"("rings": [[[0, 0], [1, NaN], [0, 1]]])", "not_finite", "rings[0][1][1] is NaN"},
      {R"("rings": [[[0, 0], [2, 2], [2, 0], [0, 2]]])", "not_simple", "cross"},
      {R"("rings": [], "vertices": [])", "duplicate_key", "says twice what it is"},
      {R"("rings": [], "triangles": [])", "missing_key", "without \"vertices\""},
      {R"("rings": [], "as": "hull")", "unknown_key", "\"as\" without triangles"},
      {R"("parts": [{"body": "padded"}])", "not_served", "\"padded\", which has a radius"},
      {R"("parts": [{"body": "turned", "quaternion": [1, 0.3, 0, 0]}])", "not_served",
       "the product of its pose and of part 0 of \"turned\" would be rounded"},
      {R"("parts": [{"parts": [{"vertices": [[1, 0, 0]], "translation": [0.1, 0, 0]}], )"
       R"("translation": [1e17, 0, 0]}])",
       "not_served", "parts[0].parts[0]: the product of its pose and the parts around it"},
      {R"("parts": [)" + repeated(R"({"parts": []}, )", 10'000) + "{" + kPoint + "}]", "too_large",
       "parts[10000] is one part too many"},
      {repeated("\"parts\": [{", 13) + kPoint + repeated("}]", 13), "too_large",
       "nested more than"},
      {repeated("\"parts\": [{", 20'000) + kPoint + repeated("}]", 20'000), "syntax", "nested"},
  };
  return list;
}

const char* const kDefined =
    R"({"define": "plane", "vertices": [[1, 2]]})"
    "\n"
    R"({"define": "padded", "vertices": [[1, 2, 3]], "radius": 0.5})"
    "\n"
    R"({"define": "turned", "parts": [{"vertices": [[1, 2, 3]], "quaternion": [1, 2, 3, 4]}]})"
    "\n";

TEST(BodiesRefused, WhereTheyEnter) {
  const std::string after = R"({"id": "after", "a": {)" + std::string(kOpen) +
                            R"(}, "b": {"vertices": [[1, 0, 0]]}})" + "\n";
  for (const Refused& item : bodies()) {
    const PipeRun run = run_pipe(kDefined + ask_text(kPoint, item.keys) +
                                 ask_text(item.keys, kPoint) + define_text("x", item.keys) + after);
    ASSERT_EQ(run.lines.size(), 4U) << item.keys.substr(0, 200) << run.output.substr(0, 2000);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(run.text(i, "error"), item.code) << run.lines[i];
      EXPECT_NE(run.text(i, "message").find(item.message), std::string::npos) << run.lines[i];
    }
    EXPECT_EQ(run.text(3, "verdict"), "touching");
    const VerifyRun checked =
        run_verify(kDefined + ask_text(kPoint, item.keys), run.lines[0] + "\n");
    EXPECT_EQ(checked.summary.bad_lines, 0) << item.keys.substr(0, 200);
  }
}

TEST(BodiesRefused, QuestionsOfAnotherKind) {
  struct Case {
    std::string more, message;
  };
  for (const Case& item : std::vector<Case>{
           {R"("ask": ["relation"])", "relation is answered between convex bodies alone"},
           {R"("ask": ["derivative"])", "derivative"},
           {R"("algorithm": "gjk", "ask": ["depth"])", "gjk does not answer depth"},
           {R"("algorithm": "sat", "ask": ["distance"])", "sat does not answer distance"},
           {R"("ask": ["distance"], "width": 1e-9)", "a width is served"},
           {R"("hint": {"direction": [1, 0, 0]})", "a hint"},
           {R"("raw": true)", "raw"},
           {R"("margin": -1)", "sum to less than 0"}}) {
    const PipeRun run = run_pipe(ask_text(kOpen, kPoint, item.more));
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
    EXPECT_NE(run.text(0, "message").find(item.message), std::string::npos) << run.output;
  }
  const std::string padded = std::string(kOpen) + R"(, "radius": 1)";
  const std::string turning =
      std::string(kPoint) + R"(, "motion": {"axis": [0, 0, 1], "angle": 1})";
  for (const PipeRun& run : {run_pipe(ask_text(padded, kPoint, R"("ask": ["cast"])")),
                             run_pipe(ask_text(kPoint, padded, R"("ask": ["contains"])")),
                             run_pipe(ask_text(kPoint, kOpen, R"("ask": ["contains"])")),
                             run_pipe(ask_text(kOpen, turning, R"("ask": ["cast"])"))}) {
    EXPECT_EQ(run.text(0, "error"), "not_served") << run.output;
  }
  const PipeRun again = run_pipe(ask_text(kOpen, kPoint, R"("hint": null)"));
  EXPECT_EQ(again.text(0, "verdict"), "touching") << again.output;
}

/// A named algorithm is asked about convex parts; the answer says where it had none.
TEST(BodiesRefused, NoAlgorithmOfTriangles) {
  const std::string two = std::string(R"("parts": [{)") + kPoint + "}, {" + kPoint + "}]";
  const PipeRun open = run_pipe(ask_text(kOpen, kPoint, R"("algorithm": "gjk")"));
  EXPECT_EQ(open.text(0, "verdict"), "touching") << open.output;
  EXPECT_NE(open.text(0, "why").find("gjk decided no pair of parts"), std::string::npos);
  const PipeRun parts = run_pipe(ask_text(two, kPoint, R"("algorithm": "gjk")"));
  EXPECT_EQ(parts.text(0, "verdict"), "touching") << parts.output;
  EXPECT_EQ(parts.lines[0].find("why"), std::string::npos) << parts.output;
}

/// Each name doubles the parts of the one before; a definition may not name itself.
TEST(BodiesRefused, PartsWithoutEnd) {
  std::string lines = define_text("d0", kPoint);
  for (int i = 1; i <= 30; ++i) {
    const std::string before = R"({"body": "d)" + std::to_string(i - 1) + R"("})";
    lines += define_text("d" + std::to_string(i), R"("parts": [)" + before + ", " + before + "]");
  }
  const PipeRun run = run_pipe(lines);
  ASSERT_EQ(run.summary.definitions, 14);  // 2^13 parts
  EXPECT_EQ(run.text(0, "error"), "too_large");
  EXPECT_NE(run.text(0, "message").find("a body has at most 10000"), std::string::npos);
  EXPECT_EQ(run.text(1, "error"), "unknown_body");

  const PipeRun self = run_pipe(define_text("s", R"("parts": [{"body": "s"}])"));
  EXPECT_EQ(self.text(0, "error"), "unknown_body");

  std::string many = lines;
  for (int i = 0; i < 125; ++i) {
    many += define_text("m" + std::to_string(i), R"("parts": [{"body": "d13"}])");
  }
  const PipeRun total = run_pipe(many);
  EXPECT_NE(total.lines.back().find("all definitions together"), std::string::npos);
}

class BodiesOfFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "sunder-pipe-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }
  static std::string file(const std::string& path, const std::string& more = "") {
    return "\"file\": " + json_string(path) + more;
  }
  static Soup tetrahedron() {
    Soup soup;
    soup.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    soup.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    return soup;
  }
  static std::string obj(const Soup& soup) {
    std::string text;
    for (const Vector3& p : soup.points) {
      text += "v " + json_number(p[0]) + " " + json_number(p[1]) + " " + json_number(p[2]) + "\n";
    }
    for (const auto& t : soup.triangles) {
      text += "f " + std::to_string(t[0] + 1) + " " + std::to_string(t[1] + 1) + " " +
              std::to_string(t[2] + 1) + "\n";
    }
    return text;
  }

  std::filesystem::path folder_;
};

TEST_F(BodiesOfFiles, AreReadByDefinitions) {
  Soup open = tetrahedron();
  open.triangles.pop_back();
  const std::string closed_obj = write("closed.obj", obj(tetrahedron())),
                    open_obj = write("open.OBJ", obj(open));
  const std::string lines =
      define_text("closed", file(closed_obj)) + define_text("open", file(open_obj)) +
      define_text("hull", file(open_obj, R"(, "as": "hull")")) +
      define_text("surface", file(closed_obj, R"(, "as": "surface")")) +
      define_text("pair", R"("parts": [{)" + file(open_obj) + R"(, "translation": [0, 0, 4]}, {)" +
                              file(closed_obj) + "}]") +
      ask_text(R"("body": "closed")", kPoint, R"("ask": ["relation"])") +
      ask_text(R"("body": "open")", R"("vertices": [[0.25, 0.25, 0.25]])") +
      ask_text(R"("body": "hull")", R"("vertices": [[0.25, 0.25, 0.25]])", R"("ask": ["depth"])") +
      ask_text(R"("body": "surface")", R"("vertices": [[0.25, 0.25, 0.25]])") +
      ask_text(R"("body": "pair")", R"("vertices": [[0, 0, 5]])");
  const PipeRun run = run_pipe(lines);
  ASSERT_EQ(run.summary.refused, 0) << run.output;
  EXPECT_EQ(run.text(0, "relation"), "vertex");
  EXPECT_EQ(run.text(1, "verdict"), "separated");
  EXPECT_EQ(run.text(2, "verdict"), "overlapping");
  EXPECT_EQ(run.text(3, "verdict"), "separated");
  EXPECT_EQ(run.text(4, "verdict"), "touching");
  EXPECT_EQ(run.json[4].at("part_a"), 0);
  EXPECT_EQ(run.json[1].at("taken_as").at("a"), json::parse(R"(["surface"])"));
  EXPECT_EQ(run.json[3].at("taken_as").at("a"), json::parse(R"(["surface"])"));
  EXPECT_EQ(run.json[4].at("taken_as").at("a"), json::parse(R"(["surface", "hull"])"));
  const VerifyRun checked = run_verify(lines, run.output);
  EXPECT_FALSE(checked.summary.refuted());
  EXPECT_EQ(checked.summary.bad_lines, 0);
  EXPECT_EQ(checked.summary.verdicts.accepted, 5);
}

/// Anything that is no mesh of a regular file is refused, and nothing waits.
TEST_F(BodiesOfFiles, OfOtherKindsAreRefused) {
  ASSERT_EQ(mkfifo(path("fifo.stl").c_str(), 0600), 0);
  const std::string open_obj = write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  struct Case {
    std::string keys, code, message;
  };
  for (const Case& item : std::vector<Case>{
           {file(path("none.stl")), "cannot_read", "No such file"},
           {file(folder_.string()), "cannot_read", "directory"},
           {file(path("fifo.stl")), "cannot_read", "not a regular file"},
           {file("/dev/zero"), "cannot_read", "not a regular file"},
           {file(""), "cannot_read", ""},
           {R"("file": ")" + open_obj + R"(\u0000.stl")", "cannot_read", "has a NUL in it"},
           {file(write("empty.stl", "")), "syntax", "empty"},
           {file(write("text.stl", "hello")), "syntax", ""},
           {file(write("mesh.txt", "v 0 0 0")), "unknown_format", ".stl"},
           {file(write("nan.obj", "v 0 0 nan\nf 1 1 1\n")), "not_finite", ""},
           {file(write("no.off", "OFF\n0 0 0\n")), "wrong_shape", "no mesh with a vertex"},
           {file(open_obj, R"(, "as": "solid")"), "not_solid", "3 edges are open"},
           {R"("file": 7)", "wrong_type", "file is a number"},
           {file(open_obj, R"(, "vertices": [])"), "duplicate_key", "twice"},
           {file(open_obj, R"(, "triangles": [])"), "missing_key", "without \"vertices\""}}) {
    const PipeRun run = run_pipe(define_text("x", item.keys) + ask_text(kPoint, kPoint));
    ASSERT_EQ(run.lines.size(), 2U);
    EXPECT_EQ(run.text(0, "error"), item.code) << run.output;
    EXPECT_NE(run.text(0, "message").find(item.message), std::string::npos) << run.output;
    EXPECT_EQ(run.text(1, "verdict"), "touching");
  }
  const PipeRun question = run_pipe(ask_text(kPoint, R"("parts": [{)" + file(open_obj) + "}]"));
  EXPECT_EQ(question.text(0, "error"), "not_served");
  EXPECT_NE(question.text(0, "message").find("b.parts[0] names a file"), std::string::npos);
}

/// Nodes in nodes: their transforms are multiplied, which must not round.
TEST_F(BodiesOfFiles, WhosePosesWouldBeRoundedAreRefused) {
  const auto nested = [&](const std::string& x) {
    const std::string gltf =
        R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"children":[1],)"
        R"("translation":[)" +
        x +
        R"(,0,0]},{"mesh":0,"translation":[0.25,0,0]}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"accessors":[{"bufferView":0,)"
        R"("componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":)"
        R"("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]})";
    return run_pipe(define_text("x", file(write("nested.gltf", gltf))) +
                    ask_text(R"("body": "x")", R"("vertices": [[1.75, 0, 0]])"));
  };
  EXPECT_EQ(nested("0.5").text(0, "verdict"), "touching");
  EXPECT_EQ(nested("0").text(0, "verdict"), "separated");
  const PipeRun refused = nested("1e17");
  EXPECT_EQ(refused.text(0, "error"), "not_served") << refused.output;
  EXPECT_NE(refused.text(0, "message").find("1 of its poses would be rounded"), std::string::npos);
}

/// A file of several bodies is their union, each at its pose, as the scene has them.
TEST(BodiesOfScenes, AreTheUnion) {
  for (const std::string name : {"desk.glb", "room.glb"}) {
    const std::string path = std::string(SUNDER_SCENES) + "/" + name;
    Scene scene;
    ASSERT_TRUE(read_bodies(path, scene));
    std::vector<Part3> parts;
    for (std::int32_t id = 0; id < scene.size(); ++id) {
      const SceneBody& body = scene.body(id);
      if (body.body) {
        parts.push_back({body.body->parts().front().shape, body.pose});
      } else {
        parts.push_back({body.polytope, body.pose});
      }
    }
    const Body3 whole{std::span<const Part3>(parts)};
    std::string lines = define_text("scene", "\"file\": " + json_string(path));
    std::vector<BodyDistance> expected;
    for (int i = 0; i < 20; ++i) {
      suite::Random random(static_cast<std::uint64_t>(i));
      const Pose3 pose =
          Pose3::from_wxyz({1, random.unit(), random.unit(), 0},
                           {random.unit() * 2 - 1, random.unit() * 2 - 1, random.unit()})
              .value();
      const std::vector<Vector3> points{{0, 0, 0}, {0.1, 0, 0}, {0, 0.2, 0}, {0, 0, 0.1}};
      const Body3 probe{{Polytope3::from_points(points).value()}};
      lines += ask_text(R"("body": "scene")", points_text(points) + ", " + pose_text(pose));
      expected.push_back(distance(whole, {probe, pose}));
    }
    const PipeRun run = run_pipe(lines);
    ASSERT_EQ(run.summary.refused, 0) << run.output;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(run.text(i, "verdict"), std::string(to_string(expected[i].verdict)));
      EXPECT_EQ(run.json[i].at("distance")[0].get<double>(), expected[i].distance.lower);
      EXPECT_EQ(run.json[i].at("distance")[1].get<double>(), expected[i].distance.upper);
      EXPECT_EQ(run.json[i].at("taken_as").at("a").size(), parts.size());
    }
  }
}

}  // namespace
}  // namespace sunder::test
