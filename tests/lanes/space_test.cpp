// SPDX-License-Identifier: Apache-2.0
//
// Tests the vector algebra of lanes on every instruction set. Each function rounds in its stated
// order, to the last bit. Its values are those of exact fractions within their bound.
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>

#include "lanes/every_target.hpp"
#include "lanes/trial.hpp"

namespace sunder::detail {
namespace {

using Rational = boost::multiprecision::cpp_rational;
template <class T>
using Three = std::array<T, 3>;

/// One set of numbers.
template <class T>
struct Numbers {
  Three<T> p, q, r;
  Three<Three<T>> m;
  T factor;
};
template <class T>
Numbers<T> numbers_of(const SpaceInput<T>& input, std::size_t i) {
  Numbers<T> n{};
  for (std::size_t k = 0; k < 3; ++k) {
    n.p[k] = input.p[k][i];
    n.q[k] = input.q[k][i];
    n.r[k] = input.r[k][i];
    for (std::size_t l = 0; l < 3; ++l) n.m[k][l] = input.m[k][l][i];
  }
  n.factor = input.factor[i];
  return n;
}

/// The promise of each function, number by number. `fused`: a product and a sum round once.
template <class T>
class Promised {
 public:
  Promised(const Numbers<T>& numbers, bool fused) : n_(numbers), fused_(fused) {}

  std::map<std::string, Three<T>> all() const {
    const auto& [p, q, r, m, f] = n_;
    std::map<std::string, Three<T>> of;
    const auto each = [](const auto& value) {
      return Three<T>{value(std::size_t{0}), value(std::size_t{1}), value(std::size_t{2})};
    };
    const auto when = [](bool is, T x) { return is ? x : T{0}; };
    const bool less = p[0] < q[0];
    of["add"] = each([&](std::size_t k) { return p[k] + q[k]; });
    of["sub"] = each([&](std::size_t k) { return p[k] - q[k]; });
    of["mul"] = each([&](std::size_t k) { return p[k] * q[k]; });
    of["scaled"] = each([&](std::size_t k) { return f * p[k]; });
    of["neg"] = each([&](std::size_t k) { return -p[k]; });
    of["abs"] = each([&](std::size_t k) { return std::fabs(p[k]); });
    of["sum"] = {(p[0] + p[1]) + p[2]};
    of["sum_by_halves"] = {(p[0] + p[2]) + p[1]};
    of["sum_from_z"] = {p[0] + (p[1] + p[2])};
    of["unfused_dot"] = {unfused_dot(p, q)};
    of["unfused_cross"] = each([&](std::size_t k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      return p[i] * q[j] - p[j] * q[i];
    });
    of["unfused_cross_of_equals"] = {};
    of["unfused_dots"] = each([&](std::size_t k) { return unfused_dot(m[k], p); });
    of["transposed0"] = each([&](std::size_t k) { return m[k][0]; });
    of["transposed1"] = each([&](std::size_t k) { return m[k][1]; });
    of["transposed2"] = each([&](std::size_t k) { return m[k][2]; });
    of["abs0"] = each([&](std::size_t k) { return std::fabs(m[0][k]); });
    of["abs1"] = each([&](std::size_t k) { return std::fabs(m[1][k]); });
    of["abs2"] = each([&](std::size_t k) { return std::fabs(m[2][k]); });
    of["sub2"] = {p[0] - q[0], p[1] - q[1]};
    of["neg2"] = {-p[0], -p[1]};
    of["unfused_dot2"] = {p[0] * q[0] + p[1] * q[1]};
    of["mul_add"] = each([&](std::size_t k) { return mul_add(p[k], q[k], r[k]); });
    of["mul_sub"] = each([&](std::size_t k) { return mul_add(p[k], q[k], -r[k]); });
    of["neg_mul_add"] = each([&](std::size_t k) { return mul_add(-p[k], q[k], r[k]); });
    of["scaled_add"] = each([&](std::size_t k) { return mul_add(f, q[k], r[k]); });
    of["scaled_sub"] = each([&](std::size_t k) { return mul_add(f, q[k], -r[k]); });
    of["neg_scaled_add"] = each([&](std::size_t k) { return mul_add(-f, q[k], r[k]); });
    of["dot"] = {dot(p, q)};
    of["dot_from_z"] = {mul_add(p[0], q[0], mul_add(p[1], q[1], p[2] * q[2]))};
    of["cross"] = each([&](std::size_t k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      return mul_add(p[i], q[j], -(p[j] * q[i]));
    });
    const auto combined = [&](const Three<T>& x) {
      return each([&](std::size_t k) { return dot({m[0][k], m[1][k], m[2][k]}, x); });
    };
    const auto added = [&](const Three<T>& x) {
      return each([&](std::size_t k) {
        return mul_add(m[2][k], x[2], mul_add(m[1][k], x[1], mul_add(m[0][k], x[0], r[k])));
      });
    };
    of["combined"] = combined(p);
    of["combined_columns"] = each([&](std::size_t k) { return dot(m[k], p); });
    of["add_combined"] = added(p);
    of["subtract_combined"] = added({-p[0], -p[1], -p[2]});
    of["dots"] = each([&](std::size_t k) { return dot(m[k], p); });
    of["dot2"] = {mul_add(p[0], q[0], p[1] * q[1])};
    of["cross2"] = {mul_add(-p[1], q[0], p[0] * q[1])};
    of["min"] = each([&](std::size_t k) { return std::min(p[k], q[k]); });
    of["max"] = each([&](std::size_t k) { return std::max(p[k], q[k]); });
    of["clamped"] = each(
        [&](std::size_t k) { return std::min(std::max(p[k], -std::fabs(q[k])), std::fabs(q[k])); });
    of["if_less"] = less ? p : q;
    of["if_less_or_zero"] = less ? p : Three<T>{};
    of["each_if_less"] = each([&](std::size_t k) { return when(p[k] < q[k], 1); });
    of["each_if_at_least"] = each([&](std::size_t k) { return when(p[k] >= q[k], 1); });
    of["each_if_equal"] = each([&](std::size_t k) { return when(p[k] == q[k], 1); });
    of["div"] = each([&](std::size_t k) { return p[k] / (std::fabs(q[k]) + 1); });
    of["each_unless_at_most"] = each([&](std::size_t k) { return when(p[k] > q[k], 1); });
    of["each_if_greater_or_equal"] = each([&](std::size_t k) { return when(p[k] >= q[k], 1); });
    of["all_less"] = {when(less && p[1] < q[1] && p[2] < q[2], 1)};
    of["first_less_alone"] = {when(less && !(p[1] < q[1]), 1)};
    of["copied"] = p;
    of["loaded"] = p;
    of["turned"] = {p[1], p[2], p[0]};
    of["turned_back"] = {p[2], p[0], p[1]};
    of["times_sign"] = each([&](std::size_t k) { return std::signbit(q[k]) ? -p[k] : p[k]; });
    of["positive"] = each([&](std::size_t k) { return when(p[k] > 0, 1); });
    of["spread_x"] = {p[0], p[0], p[0]};
    of["spread_y"] = {p[1], p[1], p[1]};
    of["spread_z"] = {p[2], p[2], p[2]};
    return of;
  }

 private:
  T mul_add(T x, T y, T z) const { return fused_ ? std::fma(x, y, z) : x * y + z; }
  T dot(const Three<T>& u, const Three<T>& v) const {
    return mul_add(u[2], v[2], mul_add(u[1], v[1], u[0] * v[0]));
  }
  static T unfused_dot(const Three<T>& u, const Three<T>& v) {
    return (u[0] * v[0] + u[1] * v[1]) + u[2] * v[2];
  }

  const Numbers<T>& n_;
  bool fused_;
};

/// Numbers of similar size, numbers of many sizes, and vectors that nearly or wholly cancel.
template <class T>
SpaceInput<T> draw(std::mt19937_64& random, int kind) {
  std::uniform_real_distribution<T> of_size_1(-1, 1);
  const auto number = [&]() -> T {
    const T x = of_size_1(random);
    if (kind == 1) return std::ldexp(x, static_cast<int>(random() % 41) - 20);
    if (kind == 2) return static_cast<T>(static_cast<int>(random() % 5) - 2);
    return x;
  };
  SpaceInput<T> input{};
  const auto fill = [&](std::array<PerSet<T>, 3>& rows) {
    for (PerSet<T>& row : rows) {
      for (T& x : row) x = number();
    }
  };
  fill(input.p);
  fill(input.q);
  fill(input.r);
  for (auto& row : input.m) fill(row);
  for (T& x : input.factor) x = number();
  for (std::size_t i = 0; i < kSets && kind == 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const T off = i % 3 == 0 ? T{1} : 1 + std::ldexp(of_size_1(random), -20);
      input.q[k][i] = (i % 2 == 0 ? T{2} : T{-2}) * input.p[k][i] * off;
      input.r[k][i] = -input.p[k][i] * input.q[k][i];
    }
  }
  return input;
}

template <class T>
std::uint64_t bits(T x) {
  if constexpr (sizeof(T) == 4) return std::bit_cast<std::uint32_t>(x);
  if constexpr (sizeof(T) == 8) return std::bit_cast<std::uint64_t>(x);
}

/// Tests every function in every lane, and returns their number.
template <class T>
std::size_t compare(const SpaceInput<T>& input, const SpaceAnswers<T>& answers) {
  for (std::size_t i = 0; i < kSets; ++i) {
    const Numbers<T> numbers = numbers_of(input, i);
    auto promised = Promised<T>(numbers, answers.fused).all();
    promised["broadcast"] = numbers_of(input, 0).p;
    for (const auto& [name, rows] : answers.of) {
      if (name == "broadcast" && i > 0) continue;
      const auto at = promised.find(name);
      if (at == promised.end()) {
        ADD_FAILURE() << name << " is promised nowhere";
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        // The sign of a zero is no promise.
        const T expected = at->second[k] + T{0};
        EXPECT_EQ(bits(rows[k][i] + T{0}), bits(expected)) << name << " " << k << " of set " << i;
      }
    }
  }
  return answers.of.size();
}

template <class T>
void expect_promised(std::size_t functions) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 40; ++trial) {
    const SpaceInput<T> input = draw<T>(random, trial % 4);
    ASSERT_EQ(compare(input, space_in_lanes(input)), functions);
  }
}

TEST(Space, FunctionsOfLanesOfDoublesRoundInTheOrderThatTheyPromise) {
  on_every_target([] { expect_promised<double>(53); });
}
TEST(Space, FunctionsOfLanesOfFloatsRoundInTheOrderThatTheyPromise) {
  on_every_target([] { expect_promised<float>(53); });
}
TEST(Space, FunctionsOfPlainNumbersDoTooAndContractNothing) {
  on_every_target([] {
    std::mt19937_64 random(2);
    for (int trial = 0; trial < 40; ++trial) {
      const SpaceInput<double> input = draw<double>(random, trial % 4);
      const SpaceAnswers<double> answers = space_of_numbers(input);
      ASSERT_FALSE(answers.fused);
      ASSERT_EQ(compare(input, answers), 24U);
    }
  });
}
TEST(Space, FunctionsOfFewDoTooAndContractNothing) {
  on_every_target([] {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 40; ++trial) {
      const SpaceInput<double> input = draw<double>(random, trial % 4);
      const SpaceAnswers<double> answers = space_of_few(input);
      ASSERT_FALSE(answers.fused);
      ASSERT_EQ(compare(input, answers), 44U);
    }
  });
}
TEST(Space, OneVectorInLanesIsTheSameAlgebra) {
  on_every_target([] {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 40; ++trial) {
      const SpaceInput<double> input = draw<double>(random, trial % 4);
      ASSERT_GE(compare(input, space_packed(input)), 11U);
      ASSERT_EQ(compare(input, space_of_quads(input)), 16U);
    }
  });
}

/// Against fractions: the loss of a sum of products of at most four terms, in any order.
template <class T>
void expect_near(const Three<T>& found, const Three<Rational>& exact, const Three<Rational>& sizes,
                 const char* name) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Rational error = abs(Rational(found[k]) - exact[k]);
    EXPECT_LE(error, 4 * sizes[k] * Rational(std::numeric_limits<T>::epsilon()))
        << name << " " << k;
  }
}

template <class T>
void expect_exact_values() {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 8; ++trial) {
    const SpaceInput<T> input = draw<T>(random, trial % 4);
    const SpaceAnswers<T> answers = space_in_lanes(input);
    for (std::size_t i = 0; i < kSets; ++i) {
      const Numbers<T> n = numbers_of(input, i);
      const auto exact = [](const auto& v) { return Three<Rational>{v[0], v[1], v[2]}; };
      const Three<Rational> p = exact(n.p);
      const Three<Rational> q = exact(n.q);
      const Three<Rational> r = exact(n.r);
      const Three<Three<Rational>> m{exact(n.m[0]), exact(n.m[1]), exact(n.m[2])};
      Three<Rational> dot{}, dot_size{}, cross{}, cross_size{}, rows{}, rows_size{}, columns{},
          columns_size{}, added{}, added_size{};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t j = (k + 1) % 3;
        const std::size_t l = (k + 2) % 3;
        dot[0] += p[k] * q[k];
        dot_size[0] += abs(p[k] * q[k]);
        cross[k] = p[j] * q[l] - p[l] * q[j];
        cross_size[k] = abs(p[j] * q[l]) + abs(p[l] * q[j]);
        for (std::size_t c = 0; c < 3; ++c) {
          rows[k] += m[k][c] * p[c];
          rows_size[k] += abs(m[k][c] * p[c]);
          columns[k] += m[c][k] * p[c];
          columns_size[k] += abs(m[c][k] * p[c]);
        }
        added[k] = r[k] + columns[k];
        added_size[k] = abs(r[k]) + columns_size[k];
      }
      const auto found = [&](const char* name) {
        const auto& of = answers.of.at(name);
        return Three<T>{of[0][i], of[1][i], of[2][i]};
      };
      for (const char* name : {"dot", "dot_from_z", "unfused_dot"}) {
        expect_near<T>(found(name), dot, dot_size, name);
      }
      for (const char* name : {"cross", "unfused_cross"}) {
        expect_near<T>(found(name), cross, cross_size, name);
      }
      for (const char* name : {"dots", "unfused_dots"}) {
        expect_near<T>(found(name), rows, rows_size, name);
      }
      expect_near<T>(found("combined"), columns, columns_size, "combined");
      expect_near<T>(found("add_combined"), added, added_size, "add_combined");
    }
  }
}

TEST(Space, ProductsAreThoseOfFractionsButForRoundings) {
  on_every_target([] {
    expect_exact_values<double>();
    expect_exact_values<float>();
  });
}

}  // namespace
}  // namespace sunder::detail
