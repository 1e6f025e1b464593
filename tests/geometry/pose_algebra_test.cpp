// SPDX-License-Identifier: Apache-2.0
//
// Products and inverses of poses against rational matrices: every entry is the nearest double, and
// `rounded` is true exactly if one differs.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "geometry/float_environment.hpp"
#include "geometry/nearest_double.hpp"
#include "sunder/polytope.hpp"

namespace sunder {
namespace {

using test::Rational;

/// d rows of d + 1 numbers, in the layout of from_matrix().
struct ExactMap {
  std::size_t d = 0;
  std::vector<Rational> rows;
  Rational& at(std::size_t i, std::size_t j) { return rows[i * (d + 1) + j]; }
  const Rational& at(std::size_t i, std::size_t j) const { return rows[i * (d + 1) + j]; }
};

ExactMap zero_map(std::size_t d) { return {d, std::vector<Rational>(d * (d + 1))}; }

template <int D>
ExactMap exact_map(const Pose<D>& pose) {
  const auto d = static_cast<std::size_t>(pose.dimension());
  ExactMap map = zero_map(d);
  for (std::size_t i = 0; i < d; ++i) {
    const int row = static_cast<int>(i);
    for (std::size_t j = 0; j < d; ++j) map.at(i, j) = pose.linear(row, static_cast<int>(j));
    map.at(i, d) = pose.offset(row);
  }
  if (!pose.is_quaternion()) return map;
  const Rational w(pose.wxyz()[0]);
  const Rational x(pose.wxyz()[1]);
  const Rational y(pose.wxyz()[2]);
  const Rational z(pose.wxyz()[3]);
  const Rational n = w * w + x * x + y * y + z * z;
  const std::array<Rational, 9> r{
      Rational(1 - 2 * (y * y + z * z) / n), Rational(2 * (x * y - w * z) / n),
      Rational(2 * (x * z + w * y) / n),     Rational(2 * (x * y + w * z) / n),
      Rational(1 - 2 * (x * x + z * z) / n), Rational(2 * (y * z - w * x) / n),
      Rational(2 * (x * z - w * y) / n),     Rational(2 * (y * z + w * x) / n),
      Rational(1 - 2 * (x * x + y * y) / n)};
  for (std::size_t i = 0; i < 9; ++i) map.at(i / 3, i % 3) = r[i];
  return map;
}

ExactMap product(const ExactMap& p, const ExactMap& q) {
  ExactMap map = zero_map(p.d);
  for (std::size_t i = 0; i < p.d; ++i) {
    for (std::size_t j = 0; j <= p.d; ++j) {
      Rational sum = j == p.d ? p.at(i, j) : Rational(0);
      for (std::size_t k = 0; k < p.d; ++k) sum += p.at(i, k) * q.at(k, j);
      map.at(i, j) = sum;
    }
  }
  return map;
}

/// Gauss-Jordan elimination in fractions; nothing if R is singular.
std::optional<ExactMap> inverse_map(const ExactMap& map) {
  const std::size_t d = map.d;
  ExactMap left = map;
  ExactMap right = zero_map(d);
  for (std::size_t i = 0; i < d; ++i) {
    right.at(i, i) = 1;
    right.at(i, d) = -map.at(i, d);
  }
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t pivot = k;
    while (pivot < d && left.at(pivot, k) == 0) ++pivot;
    if (pivot == d) return std::nullopt;
    for (std::size_t j = 0; j <= d; ++j) {
      std::swap(left.at(pivot, j), left.at(k, j));
      std::swap(right.at(pivot, j), right.at(k, j));
    }
    const Rational scale = left.at(k, k);
    for (std::size_t j = 0; j <= d; ++j) {
      if (j < d) left.at(k, j) /= scale;
      right.at(k, j) /= scale;
    }
    for (std::size_t i = 0; i < d; ++i) {
      const Rational factor = left.at(i, k);
      if (i == k || factor == 0) continue;
      for (std::size_t j = 0; j <= d; ++j) {
        if (j < d) left.at(i, j) -= factor * left.at(k, j);
        right.at(i, j) -= factor * right.at(k, j);
      }
    }
  }
  return right;
}

bool overflows(const ExactMap& map, std::size_t first_column) {
  const Rational least = test::power_of_two(1024) - test::power_of_two(970);
  for (std::size_t i = 0; i < map.d; ++i) {
    for (std::size_t j = first_column; j <= map.d; ++j) {
      if (abs(map.at(i, j)) >= least) return true;
    }
  }
  return false;
}

/// Entries of the columns from `first_column` on are nearest. Returns whether all are exact.
template <int D>
bool check_entries(const Pose<D>& got, const ExactMap& exact, std::size_t first_column) {
  bool all_exact = true;
  for (std::size_t i = 0; i < exact.d; ++i) {
    for (std::size_t j = first_column; j <= exact.d; ++j) {
      const int row = static_cast<int>(i);
      const double entry = j == exact.d ? got.offset(row) : got.linear(row, static_cast<int>(j));
      EXPECT_TRUE(test::is_nearest(entry, exact.at(i, j))) << i << " " << j << " " << entry;
      all_exact = all_exact && Rational(entry) == exact.at(i, j);
    }
  }
  return all_exact;
}

/// Each entry of q is the nearest double to that of `exact` times one power of two.
bool is_nearest_quaternion(const std::array<double, 4>& q, const std::array<Rational, 4>& exact) {
  std::size_t most = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (abs(exact[i]) > abs(exact[most])) most = i;
  }
  const Rational ratio = abs(Rational(q[most]) / exact[most]);
  const int about =
      static_cast<int>(msb(numerator(ratio))) - static_cast<int>(msb(denominator(ratio)));
  for (int power = about - 1; power <= about + 1; ++power) {
    bool fits = true;
    for (std::size_t i = 0; i < 4; ++i) {
      fits = fits && test::is_nearest(q[i], exact[i] * test::power_of_two(power));
    }
    if (fits) return true;
  }
  return false;
}

std::array<Rational, 4> exact_product(const std::array<double, 4>& p,
                                      const std::array<double, 4>& q) {
  const std::array<Rational, 4> a{p[0], p[1], p[2], p[3]};
  const std::array<Rational, 4> b{q[0], q[1], q[2], q[3]};
  return {Rational(a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3]),
          Rational(a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2]),
          Rational(a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1]),
          Rational(a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0])};
}

/// Counts the cases reached: a generator that never reaches a case tests nothing.
struct Seen {
  int exact = 0;
  int rounded = 0;
  int refused = 0;
};

bool is_rigid(const Pose3& pose) { return pose.is_quaternion() || pose.is_translation(); }

template <int D>
void check_composition(const Pose<D>& outer, const Pose<D>& inner, Seen& seen) {
  const auto result = compose(outer, inner);
  const ExactMap exact = product(exact_map(outer), exact_map(inner));
  const auto d = static_cast<std::size_t>(outer.dimension());
  bool rotates = false;
  if constexpr (D == 3) {
    rotates =
        is_rigid(outer) && is_rigid(inner) && (outer.is_quaternion() || inner.is_quaternion());
  }
  if (overflows(exact, rotates ? d : 0)) {
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().code, ErrorCode::too_large);
    ++seen.refused;
    return;
  }
  ASSERT_TRUE(result) << result.error().message;
  const auto& [pose, rounded] = result.value();
  ASSERT_EQ(pose.is_quaternion(), rotates);
  bool all_exact = check_entries(pose, exact, rotates ? d : 0);
  if constexpr (D == 3) {
    if (rotates) {
      const ExactMap got = exact_map(pose);
      bool same_rotation = true;
      for (std::size_t i = 0; i < 9; ++i) {
        same_rotation = same_rotation && got.at(i / 3, i % 3) == exact.at(i / 3, i % 3);
      }
      if (!same_rotation) {
        ASSERT_TRUE(is_nearest_quaternion(pose.wxyz(), exact_product(outer.wxyz(), inner.wxyz())));
      }
      all_exact = all_exact && same_rotation;
    }
  }
  ASSERT_EQ(rounded, !all_exact);
  ++(rounded ? seen.rounded : seen.exact);
}

template <int D>
void check_inverse(const Pose<D>& pose, Seen& seen) {
  const auto result = inverse(pose);
  const std::optional<ExactMap> exact = inverse_map(exact_map(pose));
  if (!exact) {
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().code, ErrorCode::wrong_shape);
    ++seen.refused;
    return;
  }
  if (overflows(*exact, 0)) {
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().code, ErrorCode::too_large);
    ++seen.refused;
    return;
  }
  ASSERT_TRUE(result) << result.error().message;
  const auto d = static_cast<std::size_t>(pose.dimension());
  ASSERT_EQ(result.value().pose.is_quaternion(), pose.is_quaternion());
  const bool all_exact = check_entries(result.value().pose, *exact, pose.is_quaternion() ? d : 0);
  if (pose.is_quaternion()) {
    const ExactMap got = exact_map(result.value().pose);
    for (std::size_t i = 0; i < 9; ++i) {
      ASSERT_EQ(got.at(i / 3, i % 3), exact->at(i / 3, i % 3));
    }
  }
  ASSERT_EQ(result.value().rounded, !all_exact);
  ++(all_exact ? seen.exact : seen.rounded);
}

/// Numbers of every kind that a matrix may contain.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double whole() { return below(9) - 4; }
  double plain() { return normal_(random_); }
  double wild() {
    switch (below(6)) {
      case 0:
        return 0;
      case 1:
        return std::ldexp(plain(), -1060);
      case 2:
        return std::ldexp(plain(), 1000);
      case 3:
        return std::ldexp(1.0, below(2098) - 1074);
      case 4:
        return whole();
      default:
        return plain();
    }
  }
  /// 0: small integers, 1: common doubles, 2: all sizes, which take long as fractions, 3: large.
  double of_kind(int kind) {
    if (kind == 3) return std::ldexp(plain(), 600);
    return kind == 0 ? whole() : (kind == 1 ? plain() : wild());
  }

  std::vector<double> rows(std::size_t d, int kind) {
    std::vector<double> all(d * (d + 1));
    for (double& x : all) x = of_kind(kind);
    if (below(6) == 0) {  // singular
      for (std::size_t j = 0; j < d; ++j) all[(d - 1) * (d + 1) + j] = d > 1 ? all[j] : 0;
    }
    if (below(6) == 0) {  // a shear, or a reflection
      for (std::size_t i = 0; i < d; ++i) {
        for (std::size_t j = 0; j < d; ++j) all[i * (d + 1) + j] = i == j ? 1 : 0;
      }
      if (below(2) == 0) {
        all[0] = -1;
      } else if (d > 1) {
        all[1] = of_kind(kind);
      }
    }
    return all;
  }

  template <int D>
  Pose<D> matrix(std::size_t d, int kind) {
    return Pose<D>::from_matrix(rows(d, kind), static_cast<int>(d)).value();
  }

  std::array<double, 4> quaternion(int kind) {
    std::array<double, 4> q{of_kind(kind), of_kind(kind), of_kind(kind), of_kind(kind)};
    if (q == std::array<double, 4>{}) q[0] = 1;
    return q;
  }

  Pose3 pose3() { return pose3(below(30) == 0 ? 2 : below(2)); }
  Pose3 pose3(int kind) {
    const Vector3 t{of_kind(kind), of_kind(kind), of_kind(kind)};
    switch (below(5)) {
      case 0:
        return Pose3::translation(t).value();
      case 1:
      case 2:
        return Pose3::from_wxyz(quaternion(kind), below(3) == 0 ? Vector3{} : t).value();
      case 3:
        return below(2) == 0 ? Pose3::identity()
                             : Pose3::from_wxyz({0.5, 0.5, 0.5, 0.5}, t).value();
      default:
        return matrix<3>(3, kind);
    }
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

TEST(PoseAlgebra, CompositionsInSpace) {
  Numbers numbers(1);
  Seen seen;
  for (int i = 0; i < 400; ++i) {
    if (i % 20 == 0) {
      check_composition(numbers.pose3(3), numbers.pose3(3), seen);
    } else {
      check_composition(numbers.pose3(), numbers.pose3(), seen);
    }
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(seen.exact, 100);
  EXPECT_GT(seen.rounded, 200);
  EXPECT_GT(seen.refused, 1);
}

TEST(PoseAlgebra, CompositionsInThePlane) {
  Numbers numbers(2);
  Seen seen;
  for (int i = 0; i < 400; ++i) {
    const int kind = i % 10 == 0 ? 2 : i % 2;
    const auto pose = [&] {
      if (numbers.below(4) == 0) return Pose2::from_angle(numbers.plain()).value();
      return numbers.matrix<2>(2, kind);
    };
    check_composition(pose(), pose(), seen);
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(seen.exact, 80);
  EXPECT_GT(seen.rounded, 200);
  EXPECT_GT(seen.refused, 4);
}

TEST(PoseAlgebra, CompositionsInAnyDimension) {
  Numbers numbers(3);
  Seen seen;
  for (int i = 0; i < 200; ++i) {
    const std::size_t d = static_cast<std::size_t>(numbers.below(6)) + 1;
    const int kind = numbers.below(20) == 0 ? 2 : numbers.below(2);
    check_composition(numbers.matrix<kRunTime>(d, kind), numbers.matrix<kRunTime>(d, kind), seen);
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(seen.exact, 80);
  EXPECT_GT(seen.rounded, 80);
}

TEST(PoseAlgebra, InversesInSpace) {
  Numbers numbers(4);
  Seen seen;
  for (int i = 0; i < 400; ++i) {
    check_inverse(numbers.pose3(), seen);
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(seen.exact, 150);
  EXPECT_GT(seen.rounded, 120);
  EXPECT_GT(seen.refused, 6);
}

TEST(PoseAlgebra, InversesInOtherDimensions) {
  Numbers numbers(5);
  Seen seen;
  for (int i = 0; i < 400; ++i) {
    check_inverse(numbers.matrix<2>(2, i % 20 == 0 ? 2 : i % 2), seen);
    if (HasFatalFailure()) FAIL() << i;
  }
  for (int i = 0; i < 200; ++i) {
    const std::size_t d = static_cast<std::size_t>(numbers.below(6)) + 1;
    check_inverse(numbers.matrix<kRunTime>(d, i % 50 == 0 ? 2 : i % 2), seen);
    if (HasFatalFailure()) FAIL() << i;
  }
  EXPECT_GT(seen.exact, 90);
  EXPECT_GT(seen.rounded, 250);
  EXPECT_GT(seen.refused, 70);
}

TEST(PoseAlgebra, IdentityChangesNothing) {
  Numbers numbers(6);
  for (int i = 0; i < 200; ++i) {
    const Pose3 pose = numbers.pose3();
    for (const auto& result :
         {compose(Pose3::identity(), pose).value(), compose(pose, Pose3::identity()).value()}) {
      ASSERT_FALSE(result.rounded);
      ASSERT_EQ(result.pose.is_quaternion(), pose.is_quaternion());
      ASSERT_EQ(result.pose.is_translation(), pose.is_translation());
      ASSERT_EQ(result.pose.wxyz(), pose.wxyz());
      ASSERT_TRUE(
          std::equal(pose.linear_data(), pose.linear_data() + 9, result.pose.linear_data()));
      ASSERT_TRUE(
          std::equal(pose.offset_data(), pose.offset_data() + 3, result.pose.offset_data()));
    }
  }
  const PoseN nothing = PoseN::identity(0);
  EXPECT_EQ(compose(nothing, nothing).value().pose.dimension(), 0);
  EXPECT_EQ(inverse(nothing).value().pose.dimension(), 0);
}

TEST(PoseAlgebra, TurnsThatCancelAreTheIdentity) {
  Numbers numbers(7);
  for (int i = 0; i < 200; ++i) {
    // q|^2 has up to 106 bits: the product is one number that no double holds, and yet no rotation.
    const Pose3 turn = Pose3::from_wxyz(numbers.quaternion(1)).value();
    const auto back = compose(inverse(turn).value().pose, turn).value();
    ASSERT_FALSE(back.rounded);
    ASSERT_TRUE(back.pose.is_quaternion());
    ASSERT_EQ(back.pose.wxyz(), (std::array<double, 4>{0.5, 0, 0, 0}));
  }
  const Pose3 third = Pose3::from_wxyz({0.5, 0.5, 0.5, 0.5}, {1, 2, 3}).value();
  const auto twice = compose(third, third).value();
  EXPECT_FALSE(twice.rounded);
  EXPECT_EQ(twice.pose.wxyz(), (std::array<double, 4>{-0.5, 0.5, 0.5, 0.5}));
  EXPECT_EQ(twice.pose.offset(0), 4);  // the rotation maps (1, 2, 3) to (3, 1, 2)
  EXPECT_EQ(twice.pose.offset(1), 3);
  EXPECT_EQ(twice.pose.offset(2), 5);
}

TEST(PoseAlgebra, UnderflowRoundsToNearest) {
  const double least = 5e-324;
  const auto scaled = [&](double x) {
    return Pose2::from_matrix(std::vector<double>{x, 0, 0, 0, x, 0}).value();
  };
  const auto quarter = compose(scaled(0.25), scaled(3 * least)).value();
  EXPECT_TRUE(quarter.rounded);
  EXPECT_EQ(quarter.pose.linear(0, 0), least);
  EXPECT_EQ(compose(scaled(0.5), scaled(least)).value().pose.linear(0, 0), 0);  // a tie, to even
  EXPECT_EQ(compose(scaled(0.5), scaled(3 * least)).value().pose.linear(0, 0), 2 * least);
  EXPECT_TRUE(compose(scaled(0x1p-1000), scaled(0x1p-1000)).value().rounded);
  EXPECT_EQ(inverse(scaled(0x1p1023)).value().pose.linear(0, 0), 0x1p-1023);
  EXPECT_FALSE(inverse(scaled(0x1p1023)).value().rounded);
}

TEST(PoseAlgebra, QuaternionsOfAllSizesCompose) {
  const Pose3 wide = Pose3::from_wxyz({1e300, 1e-300, 3, -5e-324}).value();
  Seen seen;
  for (const Pose3& other :
       {wide, inverse(wide).value().pose, Pose3::from_wxyz({0, 5e-324, 0, 1e300}).value(),
        Pose3::from_wxyz({0.5, 0.5, 0.5, 0.5}).value(),
        Pose3::from_wxyz({1, 1e-17, 0, 0}).value()}) {
    check_composition(wide, other, seen);
    check_composition(other, wide, seen);
    check_inverse(other, seen);
  }
}

TEST(PoseAlgebra, RefusalsSayWhatAndWhere) {
  const auto mixed = compose(PoseN::identity(2), PoseN::identity(3));
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().code, ErrorCode::dimension_mismatch);
  EXPECT_EQ(mixed.error().message,
            "the outer pose is of dimension 2, the inner one of dimension 3; compose poses of one "
            "dimension");
  const auto flat = inverse(Pose2::from_matrix(std::vector<double>{1, 2, 0, 2, 4, 0}).value());
  ASSERT_FALSE(flat);
  EXPECT_EQ(flat.error().code, ErrorCode::wrong_shape);
  EXPECT_NE(flat.error().message.find("singular"), std::string::npos);
  const Pose2 huge = Pose2::from_matrix(std::vector<double>{1, 0, 0, 0, 0x1p1000, 0}).value();
  const auto beyond = compose(huge, huge);
  ASSERT_FALSE(beyond);
  EXPECT_EQ(beyond.error().code, ErrorCode::too_large);
  EXPECT_EQ(beyond.error().message,
            "the composition[1][1] is beyond the largest double, 1.8e308; give poses of smaller "
            "entries");
  const Pose2 far = Pose2::translation({1.7e308, 0}).value();
  EXPECT_EQ(compose(far, far).error().code, ErrorCode::too_large);
  EXPECT_EQ(
      inverse(Pose2::from_matrix(std::vector<double>{5e-324, 0, 0, 0, 1, 0}).value()).error().code,
      ErrorCode::too_large);
}

TEST(PoseAlgebra, NoFloatModeChangesABit) {
  Numbers numbers(8);
  for (int i = 0; i < 100; ++i) {
    const Pose3 outer = numbers.pose3();
    const Pose3 inner = numbers.pose3();
    const auto reference = compose(outer, inner);
    const auto back = inverse(outer);
    for (const test::FloatMode& mode : test::float_modes()) {
      const auto again = test::in_mode(mode, [&] { return compose(outer, inner); });
      const auto back_again = test::in_mode(mode, [&] { return inverse(outer); });
      ASSERT_EQ(again.has_value(), reference.has_value()) << mode.name;
      ASSERT_EQ(back_again.has_value(), back.has_value()) << mode.name;
      for (const auto& [p, q] : {std::pair(&again, &reference), std::pair(&back_again, &back)}) {
        if (!*p) continue;
        const Pose3& a = p->value().pose;
        const Pose3& b = q->value().pose;
        ASSERT_TRUE(std::equal(a.linear_data(), a.linear_data() + 9, b.linear_data())) << mode.name;
        ASSERT_TRUE(std::equal(a.offset_data(), a.offset_data() + 3, b.offset_data())) << mode.name;
        ASSERT_EQ(a.wxyz(), b.wxyz()) << mode.name;
        ASSERT_EQ(p->value().rounded, q->value().rounded) << mode.name;
      }
    }
  }
}

}  // namespace
}  // namespace sunder
