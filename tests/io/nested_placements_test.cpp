// SPDX-License-Identifier: Apache-2.0
//
// Nested nodes of glTF and COLLADA against products in rationals: random chains of translations,
// rotations, scales and matrices. A pose is near the exact product. It equals the product if no
// note reports rounding.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

#include "geometry/rational.hpp"
#include "io/mesh_files.hpp"
#include "suite/placed.hpp"

namespace sunder {
namespace {

using test::Rational;
using Numbers = std::vector<double>;

/// x -> R x + t in rationals, row-major 3 x 4.
using Map = std::array<Rational, 12>;

Map product(const Map& outer, const Map& inner) {
  Map result;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      Rational sum = column == 3 ? outer[4 * row + 3] : Rational(0);
      for (std::size_t k = 0; k < 3; ++k) sum += outer[4 * row + k] * inner[4 * k + column];
      result[4 * row + column] = sum;
    }
  }
  return result;
}

Map scale(const Numbers& s) {
  return {Rational(s[0]), 0, 0, 0, 0, Rational(s[1]), 0, 0, 0, 0, Rational(s[2]), 0};
}

Map translation(const Numbers& t) {
  return {1, 0, 0, Rational(t[0]), 0, 1, 0, Rational(t[1]), 0, 0, 1, Rational(t[2])};
}

/// v -> q v q* / |q|^2, by two products of quaternions, without a matrix.
Map rotation(const std::array<Rational, 4>& q) {
  const auto times = [](const std::array<Rational, 4>& p, const std::array<Rational, 4>& r) {
    const std::array<Rational, 3> cross{p[2] * r[3] - p[3] * r[2], p[3] * r[1] - p[1] * r[3],
                                        p[1] * r[2] - p[2] * r[1]};
    std::array<Rational, 4> result;
    result[0] = p[0] * r[0] - p[1] * r[1] - p[2] * r[2] - p[3] * r[3];
    for (std::size_t k = 0; k < 3; ++k) {
      result[k + 1] = p[0] * r[k + 1] + r[0] * p[k + 1] + cross[k];
    }
    return result;
  };
  const Rational norm = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  Map map;
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<Rational, 4> axis{};
    axis[k + 1] = 1;
    const std::array<Rational, 4> turned = times(times(q, axis), {q[0], -q[1], -q[2], -q[3]});
    for (std::size_t row = 0; row < 3; ++row) map[4 * row + k] = turned[row + 1] / norm;
  }
  return map;
}

Map exact_map(const Pose3& pose) {
  Map map;
  if (pose.is_quaternion()) {
    const auto q = pose.wxyz();
    map = rotation({Rational(q[0]), Rational(q[1]), Rational(q[2]), Rational(q[3])});
  }
  for (int row = 0; row < 3; ++row) {
    const auto at = static_cast<std::size_t>(4 * row);
    for (int k = 0; k < 3 && !pose.is_quaternion(); ++k) {
      map[at + static_cast<std::size_t>(k)] = Rational(pose.linear(row, k));
    }
    map[at + 3] = Rational(pose.offset(row));
  }
  return map;
}

/// One step of a node: its map, and its text in the file.
struct Step {
  enum class Kind { translation, rotation, scale, matrix } kind;
  Map map;
  Numbers numbers;     ///< as in glTF and COLLADA; rotations have quaternions x y z w
  double degrees = 0;  ///< with numbers as an axis, for COLLADA
};

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}

  int in(int least, int most) { return std::uniform_int_distribution<int>(least, most)(engine_); }
  /// Integers too, whose products need no rounding.
  double number() {
    if (whole_) return in(-3, 3);
    return std::uniform_real_distribution<double>(-2, 2)(engine_);
  }
  double factor() { return whole_ ? in(1, 3) : number() + 4; }
  void set_whole(bool whole) { whole_ = whole; }
  Numbers three() { return {number(), number(), number()}; }

  Step translate() {
    const Numbers t = three();
    return {Step::Kind::translation, translation(t), t};
  }
  Step scale_by() {
    const Numbers s{factor(), factor(), factor()};
    return {Step::Kind::scale, scale(s), s};
  }
  Step matrix() {
    Map map;
    Numbers rows;
    for (std::size_t i = 0; i < 12; ++i) {
      rows.push_back(number() + (i % 5 == 0 ? 5 : 0));
      map[i] = Rational(rows[i]);
    }
    return {Step::Kind::matrix, map, rows};
  }
  Step quaternion() {
    Numbers q = three();
    q.push_back(number());
    if (q == Numbers{0, 0, 0, 0}) q[0] = 1;
    return {Step::Kind::rotation,
            rotation({Rational(q[3]), Rational(q[0]), Rational(q[1]), Rational(q[2])}), q};
  }
  /// Sines and cosines in long doubles are exact enough as the oracle of doubles.
  Step turn() {
    Numbers axis = three();
    double degrees = number() * 90;
    if (whole_ || in(0, 2) == 0) {
      axis = {0, 0, 0};
      axis[static_cast<std::size_t>(in(0, 2))] = in(0, 1) == 0 ? 1 : -2;
      degrees = 90 * in(-4, 4);
    }
    const long double half = degrees * std::numbers::pi_v<long double> / 360;
    long double length = 0;
    for (const double x : axis) length += static_cast<long double>(x) * x;
    const long double s = std::sin(half) / std::sqrt(length);
    std::array<Rational, 4> q{Rational(std::cos(half)), Rational(s * axis[0]),
                              Rational(s * axis[1]), Rational(s * axis[2])};
    return {Step::Kind::rotation, rotation(q), axis, degrees};
  }

 private:
  std::mt19937 engine_;
  bool whole_ = false;
};

std::string text_of(const Numbers& numbers, const char* between) {
  std::string text;
  for (const double x : numbers) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g", x);
    text += (text.empty() ? "" : between) + std::string(digits.data());
  }
  return text;
}

/// "key": [numbers] of a glTF node.
std::string gltf_step(const Step& step) {
  const auto field = [&](const char* key, const Numbers& numbers) {
    return std::string(", \"") + key + "\": [" + text_of(numbers, ", ") + "]";
  };
  const Numbers& x = step.numbers;
  switch (step.kind) {
    case Step::Kind::translation:
      return field("translation", x);
    case Step::Kind::rotation:
      return field("rotation", x);
    case Step::Kind::scale:
      return field("scale", x);
    default:
      return field("matrix", {x[0], x[4], x[8], 0, x[1], x[5], x[9], 0, x[2], x[6], x[10], 0, x[3],
                              x[7], x[11], 1});
  }
}

std::string collada_step(const Step& step) {
  Numbers x = step.numbers;
  switch (step.kind) {
    case Step::Kind::translation:
      return "<translate>" + text_of(x, " ") + "</translate>";
    case Step::Kind::rotation:
      x.push_back(step.degrees);
      return "<rotate>" + text_of(x, " ") + "</rotate>";
    case Step::Kind::scale:
      return "<scale>" + text_of(x, " ") + "</scale>";
    default:
      x.insert(x.end(), {0, 0, 0, 1});
      return "<matrix>" + text_of(x, " ") + "</matrix>";
  }
}

class NestedPlacements : public testing::Test {
 protected:
  /// `exact` means that `expected` is the exact value, not only near it.
  void expect(const std::string& name, const std::string& bytes, const Map& expected,
              bool exact = true) {
    Scene scene;
    const Result<FileReport> report = read_bodies(folder_.write(name, bytes), scene);
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(scene.size(), 1);
    const Map found = exact_map(scene.body(0).pose);
    Rational largest = 1;
    Rational off = 0;
    for (std::size_t i = 0; i < 12; ++i) {
      largest = std::max<Rational>(largest, abs(expected[i]));
      off = std::max<Rational>(off, abs(Rational(found[i] - expected[i])));
    }
    EXPECT_LE(off, largest * Rational(1e-12)) << bytes;
    if (!exact) return;
    const bool noted = !report.value().notes.empty();
    EXPECT_TRUE(noted || off == 0) << "rounded, and no note says so: " << bytes;
    unnoted_ += noted ? 0 : 1;
    rounded_ += off > 0 ? 1 : 0;
  }

  test::TemporaryFolder folder_;
  test::Tetrahedron mesh_;
  int unnoted_ = 0;
  int rounded_ = 0;
};

TEST_F(NestedPlacements, OfGltf) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    draw.set_whole(seed % 2 == 0);
    const int depth = draw.in(1, 4);
    std::string nodes;
    Map expected = translation({0, 0, 0});
    for (int i = 0; i < depth; ++i) {
      std::string node =
          i + 1 == depth ? R"("mesh": 0)" : R"("children": [)" + std::to_string(i + 1) + "]";
      std::vector<Step> steps;
      if (draw.in(0, 3) == 0) {
        steps.push_back(draw.matrix());
      } else {
        if (draw.in(0, 1) == 0) steps.push_back(draw.translate());
        if (draw.in(0, 3) != 0) steps.push_back(draw.quaternion());
        if (draw.in(0, 3) == 0) steps.push_back(draw.scale_by());
      }
      for (const Step& step : steps) {
        node += gltf_step(step);
        expected = product(expected, step.map);
      }
      nodes += (i == 0 ? "[{" : ", {") + node + "}";
    }
    expect("a.glb", test::glb(test::gltf_json(nodes + "]", ""), test::gltf_buffer(mesh_)),
           expected);
    if (HasFailure()) return;
  }
  EXPECT_GT(unnoted_, 40);
  EXPECT_GT(rounded_, 150);
}

TEST_F(NestedPlacements, OfCollada) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(1000 + seed);
    draw.set_whole(seed % 2 == 0);
    std::string open;
    std::string close;
    Map expected = translation({0, 0, 0});
    bool angles = false;
    for (int i = draw.in(1, 3); i > 0; --i) {
      open += "<node>";
      close += "</node>";
      for (int k = draw.in(0, 3); k > 0; --k) {
        const int kind = draw.in(0, 5);
        const Step step = kind == 0   ? draw.matrix()
                          : kind == 1 ? draw.scale_by()
                          : kind == 2 ? draw.translate()
                                      : draw.turn();
        angles = angles || step.kind == Step::Kind::rotation;
        open += collada_step(step);
        expected = product(expected, step.map);
      }
    }
    const std::string nodes = open + R"(<instance_geometry url="#tetra-mesh"/>)" + close;
    // For an angle the oracle has the sine in long double only.
    expect("a.dae", test::collada(mesh_, nodes), expected, !angles);
    if (HasFailure()) return;
  }
  EXPECT_GT(unnoted_, 20);
  EXPECT_GT(rounded_, 5);
}

/// i j = k, j i = -k, and terms without a share in them: the signs of the product, one by one.
TEST_F(NestedPlacements, QuaternionsOfUnitAxesMultiply) {
  for (int outer = 0; outer < 4; ++outer) {
    for (int inner = 0; inner < 4; ++inner) {
      Numbers p{0, 0, 0, 3};
      Numbers q{0, 0, 0, 5};
      p[static_cast<std::size_t>(outer)] += 1;
      q[static_cast<std::size_t>(inner)] += 2;
      const auto map = [](const Numbers& x) {
        return rotation({Rational(x[3]), Rational(x[0]), Rational(x[1]), Rational(x[2])});
      };
      const std::string nodes = R"([{"children": [1], "rotation": [)" + text_of(p, ", ") +
                                R"(]}, {"mesh": 0, "rotation": [)" + text_of(q, ", ") + "]}]";
      expect("a.glb", test::glb(test::gltf_json(nodes, ""), test::gltf_buffer(mesh_)),
             product(map(p), map(q)));
    }
  }
}

/// A body's points in the world, and the number of their rounded coordinates.
TEST(RoundedPoints, AreCounted) {
  Draw draw(77);
  int counted = 0;
  int exact = 0;
  for (int i = 0; i < 400; ++i) {
    draw.set_whole(i % 2 == 0);
    const Numbers p = draw.three();
    const Step step = i % 3 == 0 ? draw.translate() : draw.matrix();
    std::vector<double> rows;
    for (const Rational& x : step.map) rows.push_back(x.convert_to<double>());
    const test::Placed<3> body{Polytope3::from_points({{p[0], p[1], p[2]}}).value(),
                               Pose3::from_matrix(rows).value()};
    const WorldPoints world = world_points(body);
    ASSERT_EQ(world.points.size(), 1U);
    const Map at = product(step.map, translation(p));
    int off = 0;
    for (std::size_t row = 0; row < 3; ++row) {
      const Rational error = abs(Rational(Rational(world.points[0][row]) - at[4 * row + 3]));
      EXPECT_LE(error, Rational(1e-14)) << i;
      off += error > 0 ? 1 : 0;
    }
    EXPECT_GE(world.rounded, off) << "rounded, and not counted";
    EXPECT_LE(world.rounded, 3);
    if (i % 2 == 0) {
      EXPECT_EQ(world.rounded, 0) << "small whole numbers need no rounding";
    }
    counted += off;
    exact += world.rounded == 0 ? 1 : 0;
  }
  EXPECT_GT(counted, 200);
  EXPECT_GT(exact, 190);
}

TEST(RoundedPoints, OfARotationAreCountedWhole) {
  const Polytope3 points = Polytope3::from_points({{1, 2, 3}, {4, 5, 6}}).value();
  const WorldPoints world =
      world_points(test::Placed{points, Pose3::from_wxyz({1, 0, 0, 1}).value()});
  EXPECT_EQ(world.rounded, 6);
}

}  // namespace
}  // namespace sunder
