// SPDX-License-Identifier: Apache-2.0
//
// The dense algebra against the same sums written out, at sizes that fill, and do not fill, blocks
// of every width of vectors.
#include "lanes/dense.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

#include "filter/aligned_buffer.hpp"
#include "lanes/every_target.hpp"

namespace sunder::detail {
namespace {

using Random = std::mt19937_64;
constexpr double kClose = 1e-12;

double draw(Random& random) { return std::uniform_real_distribution<double>(-1, 1)(random); }

/// `count` columns of `size` entries, padded.
struct Matrix {
  Matrix(std::size_t size, std::size_t count)
      : size(size), count(count), stride(dense_stride(size)), buffer(count * stride + 1) {}
  DenseColumns view() { return {buffer.data(), count, stride}; }
  double& operator()(std::size_t row, std::size_t column) {
    return buffer.data()[column * stride + row];
  }
  std::size_t size, count, stride;
  AlignedBuffer buffer;
};

Matrix& randomise(Random& random, Matrix& matrix) {
  for (std::size_t c = 0; c < matrix.count; ++c) {
    for (std::size_t r = 0; r < matrix.size; ++r) matrix(r, c) = draw(random);
  }
  return matrix;
}

/// The identity, with a plain copy beside it.
struct Pivoted {
  explicit Pivoted(std::size_t size)
      : matrix(size, size), unit(size, 1), factors(size, 1), filled(size), plain(size * size) {
    for (std::size_t r = 0; r < size; ++r) {
      const double sign = r % 3 == 0 ? -1 : 1;
      matrix(r, r) = sign;
      unit(r, 0) = sign;
      plain[r * size + r] = sign;
    }
    columns = {matrix.view(), unit.buffer.data(), filled.data(), 0, factors.buffer.data()};
  }
  Matrix matrix, unit, factors;
  std::vector<std::uint32_t> filled;
  std::vector<double> plain;  ///< row by row
  PivotedColumns columns{};
};

std::vector<double> product(const Pivoted& pivoted, const double* x) {
  const std::size_t size = pivoted.filled.size();
  std::vector<double> out(size);
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t k = 0; k < size; ++k) out[r] += pivoted.plain[r * size + k] * x[k];
  }
  return out;
}

void pivot_plainly(std::vector<double>& plain, const std::vector<double>& entering, std::size_t at,
                   std::vector<double>& bottom, double entering_bottom) {
  const std::size_t size = entering.size();
  for (std::size_t k = 0; k < size; ++k) {
    const double entry = plain[at * size + k] / entering[at];
    for (std::size_t r = 0; r < size; ++r) plain[r * size + k] -= entry * entering[r];
    plain[at * size + k] = entry;
    bottom[k] -= entry * entering_bottom;
  }
}

class DenseOfSize : public ::testing::TestWithParam<std::size_t> {};

TEST_P(DenseOfSize, PivotsAndProductsAreThoseOfAPlainMatrix) {
  on_every_target([size = GetParam()] {
    Random random(size);
    Pivoted pivoted(size);
    Matrix vectors(size, 3);
    double* const x = vectors.view().column(0);
    double* const column = vectors.view().column(1);
    double* const bottom = vectors.view().column(2);
    std::vector<double> plain_bottom(size);
    for (std::size_t step = 0; step < 2 * size; ++step) {
      for (std::size_t k = 0; k < size; ++k) x[k] = draw(random);
      const double largest = combine(pivoted.columns, x, column);
      const std::vector<double> expected = product(pivoted, x);
      double most = 0;
      std::size_t at = 0;
      for (std::size_t r = 0; r < size; ++r) {
        ASSERT_NEAR(column[r], expected[r], kClose * (1 + std::fabs(expected[r])));
        most = std::max(most, std::fabs(column[r]));
        if (std::fabs(column[r]) > std::fabs(column[at])) at = r;
      }
      ASSERT_EQ(largest, most);
      const double entering_bottom = draw(random);
      pivot(pivoted.columns, column, at, bottom, entering_bottom);
      pivot_plainly(pivoted.plain, expected, at, plain_bottom, entering_bottom);
      for (std::size_t k = 0; k < size; ++k) {
        ASSERT_NEAR(bottom[k], plain_bottom[k], 1e-9 * (1 + std::fabs(plain_bottom[k])));
        for (std::size_t r = 0; r < size; ++r) {
          const double plain = pivoted.plain[r * size + k];
          ASSERT_NEAR(pivoted.matrix(r, k), plain, 1e-9 * (1 + std::fabs(plain)));
          pivoted.plain[r * size + k] = pivoted.matrix(r, k);
        }
        plain_bottom[k] = bottom[k];
      }
    }
  });
}

/// The product of both, row by row, which must be the identity.
void expect_inverse(Matrix& matrix, Matrix& inverse) {
  const std::size_t size = matrix.size;
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t c = 0; c < size; ++c) {
      double sum = 0;
      for (std::size_t k = 0; k < size; ++k) sum += inverse(r, k) * matrix(k, c);
      ASSERT_NEAR(sum, r == c ? 1 : 0, 1e-7) << r << " " << c;
    }
  }
}

TEST_P(DenseOfSize, AnInversionPutsEachColumnIntoItsOwnRow) {
  on_every_target([size = GetParam()] {
    Random random(size);
    Matrix given(size, size);
    randomise(random, given);
    given(size / 2, 0) = 2;
    Matrix work(size, size);
    for (std::size_t c = 0; c < size; ++c) {
      for (std::size_t r = 0; r < size; ++r) work(r, c) = given(r, c);
    }
    Matrix open(size, 2);
    for (std::size_t r = 0; r < size; ++r) open(r, 0) = 1;
    std::vector<std::int32_t> taken(size);
    invert({work.view(), open.view().column(0), taken.data(), open.view().column(1), size / 2, 0,
            1e-10});
    EXPECT_EQ(taken[0], static_cast<std::int32_t>(size / 2)) << "the row that was asked for";
    Matrix inverse(size, size);
    Matrix sorted(size, size);
    for (std::size_t k = 0; k < size; ++k) {
      ASSERT_GE(taken[k], 0);
      const auto row = static_cast<std::size_t>(taken[k]);
      ASSERT_EQ(open(row, 0), 0);
      open(row, 0) = 2;  // so that no row is selected twice
      for (std::size_t r = 0; r < size; ++r) {
        inverse(r, row) = work(r, k);
        sorted(r, row) = given(r, k);
      }
    }
    expect_inverse(sorted, inverse);
  });
}

TEST_P(DenseOfSize, AnInversionLeavesOutWhatDependsAndWhatIsNotOpen) {
  on_every_target([size = GetParam()] {
    if (size < 3) return;
    Random random(size);
    Matrix work(size, size - 1);
    randomise(random, work);
    work(0, 0) = 1;
    for (std::size_t r = 0; r < size; ++r) work(r, 1) = 2 * work(r, 0);
    Matrix open(size, 2);
    for (std::size_t r = 0; r + 1 < size; ++r) open(r, 0) = 1;
    std::vector<std::int32_t> taken(size - 1);
    invert(
        {work.view(), open.view().column(0), taken.data(), open.view().column(1), 0, 1e-12, 1e-10});
    EXPECT_EQ(taken[0], 0);
    EXPECT_EQ(taken[1], -1);
    for (const std::int32_t row : taken) EXPECT_LT(row, static_cast<std::int32_t>(size - 1));
  });
}

TEST_P(DenseOfSize, TheVariableThatLeavesIsTheFirstToReachZero) {
  on_every_target([size = GetParam()] {
    Random random(size);
    for (int trial = 0; trial < 200; ++trial) {
      Matrix column(size, 1);
      Matrix levels(size, 1);
      Matrix is_length(size, 1);
      randomise(random, column);
      for (std::size_t r = 0; r < size; ++r) {
        levels(r, 0) = static_cast<double>(random() % 4) / 4;
        is_length(r, 0) = static_cast<double>(random() % 2);
      }
      const RatioTest test{column.view().data,
                           levels.view().data,
                           is_length.view().data,
                           column.stride,
                           0.1,
                           1e-9,
                           1e-12};
      double bound = std::numeric_limits<double>::infinity();
      std::size_t first = column.stride;
      for (std::size_t r = 0; r < size; ++r) {
        if (!(column(r, 0) > 0.1)) continue;
        const double slack = is_length(r, 0) > 0 ? 1e-9 : 1e-12;
        const double ratio = (levels(r, 0) + slack) / column(r, 0);
        if (!(ratio < bound)) continue;
        bound = ratio;
        first = r;
      }
      const Leaving leaving = find_leaving(test);
      ASSERT_EQ(leaving.at, first);
      if (first < column.stride) {
        ASSERT_EQ(leaving.ratio, bound);
      }
    }
  });
}

TEST_P(DenseOfSize, OneStepInOneCallIsTheThreeCalls) {
  on_every_target([size = GetParam()] {
    Random random(size);
    Pivoted at_once(size);
    Pivoted in_three(size);
    Matrix x(size, 1);
    Matrix columns(size, 2);
    Matrix bottoms(size, 2);
    Matrix levels(size, 1);
    Matrix is_length(size, 1);
    for (std::size_t r = 0; r < size; ++r) levels(r, 0) = 1 + static_cast<double>(random() % 3);
    for (int step = 0; step < 5; ++step) {
      randomise(random, x);
      double* const column = columns.view().column(0);
      double* const other = columns.view().column(1);
      RatioTest test{column, levels.view().data, is_length.view().data, x.stride, 1e-3, 1e-9,
                     1e-12};
      const Leaving leaving =
          advance(at_once.columns, x.view().data, column, test, bottoms.view().column(0), 0.5);
      test.column = other;
      test.least_pivot *= combine(in_three.columns, x.view().data, other);
      ASSERT_EQ(find_leaving(test).at, leaving.at);
      if (leaving.at == x.stride) continue;
      pivot(in_three.columns, other, leaving.at, bottoms.view().column(1), 0.5);
      for (std::size_t k = 0; k < size; ++k) {
        ASSERT_EQ(bottoms(k, 0), bottoms(k, 1));
        for (std::size_t r = 0; r < size; ++r) {
          ASSERT_EQ(at_once.matrix(r, k), in_three.matrix(r, k));
        }
      }
    }
  });
}

TEST_P(DenseOfSize, SumsOfTheInteriorProofAreThoseWrittenOut) {
  on_every_target([size = GetParam()] {
    Random random(size);
    Matrix left(size, size);
    Matrix right(size, size);
    Matrix weights(size, 3);
    randomise(random, left);
    randomise(random, right);
    randomise(random, weights);
    Matrix results(size, 4);
    const auto out = [&](std::size_t k) { return results.view().column(k); };
    off_sums(left.view(), right.view(), weights.view().column(0), out(0));
    moved_sums(left.view(), weights.view().column(1), weights.view().column(2), out(1));
    add_weighted(right.view(), weights.view().column(0), out(2), out(3));
    for (std::size_t r = 0; r < size; ++r) {
      double off = 0;
      double sum = 0;
      double spread = 0;
      double weighted = 0;
      double sizes = 0;
      for (std::size_t c = 0; c < size; ++c) {
        double entry = r == c ? -1 : 0;
        for (std::size_t k = 0; k < size; ++k) entry += left(r, k) * right(k, c);
        off += std::fabs(entry) + std::fabs(left(r, c)) * weights(c, 0);
        sum += left(r, c) * weights(c, 1);
        spread += std::fabs(left(r, c)) * weights(c, 2);
        weighted += weights(c, 0) * right(r, c);
        sizes += std::fabs(weights(c, 0) * right(r, c));
      }
      EXPECT_NEAR(results(r, 0), off, kClose * static_cast<double>(size * size));
      EXPECT_NEAR(results(r, 1), std::fabs(sum) + spread, kClose * static_cast<double>(size));
      EXPECT_NEAR(results(r, 2), weighted, kClose * static_cast<double>(size));
      EXPECT_NEAR(results(r, 3), sizes, kClose * static_cast<double>(size));
    }
    EXPECT_GT(largest_size(left.view().data, size * left.stride), 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, DenseOfSize,
                         ::testing::Values(1, 2, 3, 5, 8, 9, 16, 17, 24, 31, 40, 57, 101));

}  // namespace
}  // namespace sunder::detail
