// SPDX-License-Identifier: Apache-2.0
//
// Each bound of Lemma 3's linear system against the formula in its header, in rational numbers. All
// terms matter, or each is the only one.
#include "filter/linear_system_bounds.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "filter/inverse_error.hpp"
#include "geometry/rational.hpp"

namespace sunder::detail {
namespace {

using test::Rational;
using Doubles = std::vector<double>;

/// The error of a sum of n products: n units over 1 minus n units, and 2^-40 of it more.
Rational error_of(std::size_t n) {
  const Rational units = Rational(n) * Rational(0x1p-52);
  return units / (1 - units) * (1 + Rational(0x1p-40));
}

void expect_close(double value, const Rational& exact, double share, const std::string& what) {
  const Rational off = abs(Rational(Rational(value) - exact)) / exact;
  EXPECT_LE(off.convert_to<double>(), share) << what << ": " << value;
}

TEST(InverseError, RoundingsOfASumOfProducts) {
  for (const int bits : {0, 1, 2, 3, 10, 20, 40, 50}) {
    for (const std::size_t more : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t n = (std::size_t{1} << bits) + more;
      expect_close(gamma(n), error_of(n), 0x1p-48, std::to_string(n));
    }
  }
}

/// M, its inverse Y or another matrix, E and lambda.
struct System {
  explicit System(std::size_t n) : m(n), y(n), error(n), lambda(n) {}

  SquareMatrix m, y, error;
  Doubles lambda;

  std::size_t n() const { return m.n; }

  Rational alpha(std::size_t row) const {
    Rational sum = 0;
    for (std::size_t c = 0; c < n(); ++c) {
      Rational off = row == c ? 1 : 0;
      Rational size = 0;
      Rational spread = 0;
      for (std::size_t k = 0; k < n(); ++k) {
        const Rational entry(y(row, k));
        off -= entry * Rational(m(k, c));
        size += abs(entry) * abs(Rational(m(k, c)));
        spread += abs(entry) * Rational(error(k, c));
      }
      sum += abs(off) + error_of(n() + 1) * (size + 1) + spread + Rational(0x1p-600);
    }
    return sum;
  }

  Rational rho(std::size_t row) const {
    Rational residual = 0;
    Rational size = 0;
    Rational spread = 0;
    for (std::size_t k = 0; k < n(); ++k) {
      const Rational entry(y(row, k));
      const int right = k + 1 == n() ? 1 : 0;
      Rational sum = -right;
      Rational absolute = right;
      Rational off = 0;
      for (std::size_t c = 0; c < n(); ++c) {
        sum += Rational(m(k, c)) * Rational(lambda[c]);
        absolute += abs(Rational(m(k, c))) * abs(Rational(lambda[c]));
        off += Rational(error(k, c)) * abs(Rational(lambda[c]));
      }
      residual += entry * sum;
      size += abs(entry) * absolute;
      spread += abs(entry) * off;
    }
    return abs(residual) + error_of(2 * n() + 2) * size + spread + Rational(0x1p-600);
  }

  void check(const std::string& name) const {
    for (std::size_t row = 0; row < n(); ++row) {
      const SystemBounds bounds = row_bounds(m, y, error, lambda, row);
      const std::string where =
          name + ", size " + std::to_string(n()) + ", row " + std::to_string(row);
      expect_close(bounds.alpha, alpha(row), 0x1p-44, where + ", alpha");
      expect_close(bounds.rho, rho(row), 0x1p-44, where + ", rho");
    }
  }
};

constexpr std::size_t kSizes[] = {1, 2, 3, 4, 7};

SquareMatrix transposed(const SquareMatrix& matrix) {
  SquareMatrix out(matrix.n);
  for (std::size_t i = 0; i < matrix.n; ++i) {
    for (std::size_t k = 0; k < matrix.n; ++k) out(k, i) = matrix(i, k);
  }
  return out;
}

/// Powers of two on the diagonal, of either sign, and integers on one side of it.
System exact_system(std::mt19937_64& random, std::size_t n) {
  System system(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::ldexp(1.0, static_cast<int>(random() % 7) - 3);
    system.m(i, i) = random() % 2 == 0 ? size : -size;
    for (std::size_t k = i + 1; k < n; ++k) {
      system.m(i, k) = static_cast<double>(random() % 7) - 3;
    }
  }
  EXPECT_TRUE(invert(system.m, system.y));
  if (random() % 2 == 0) {
    system.m = transposed(system.m);
    system.y = transposed(system.y);
  }
  for (std::size_t i = 0; i < n; ++i) system.lambda[i] = system.y(i, n - 1);
  return system;
}

// Y is the inverse to the last bit, and E is zero: only roundings remain.
TEST(LinearSystem, BoundsOfRoundingsAlone) {
  std::mt19937_64 random(31);
  for (const std::size_t n : kSizes) {
    for (int round = 0; round < 8; ++round) exact_system(random, n).check("roundings");
  }
}

TEST(LinearSystem, BoundsOfGivenErrors) {
  std::mt19937_64 random(32);
  for (const std::size_t n : kSizes) {
    for (const double size : {0x1p-48, 0x1p-10}) {
      System system = exact_system(random, n);
      for (double& entry : system.error.entries) {
        entry = size * static_cast<double>(random() % 5);
      }
      system.check("given errors");
    }
  }
}

// Y is no inverse and lambda no solution: the residuals and all factors have both signs.
TEST(LinearSystem, BoundsOfWhatIsLeft) {
  std::mt19937_64 random(33);
  const auto eighths = [&random] { return (static_cast<double>(random() % 31) - 15) / 8; };
  for (const std::size_t n : kSizes) {
    for (int round = 0; round < 8; ++round) {
      System system(n);
      for (double& entry : system.m.entries) entry = eighths();
      for (double& entry : system.y.entries) entry = eighths();
      for (double& entry : system.lambda) entry = eighths();
      for (double& entry : system.error.entries) entry = std::fabs(eighths());
      system.check("what is left");
    }
  }
}

TEST(LinearSystem, BoundsOfZerosAreWhatUnderflowCanAdd) {
  System system(3);
  system.check("zeros");
  EXPECT_EQ(row_bounds(system.m, system.y, system.error, system.lambda, 1).rho, 0x1p-600);
}

}  // namespace
}  // namespace sunder::detail
