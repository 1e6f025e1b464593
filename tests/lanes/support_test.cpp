// SPDX-License-Identifier: Apache-2.0
//
// The SIMD scan against a plain loop, on every instruction set of this machine.
#include "lanes/support.hpp"

#include <cmath>
#include <hwy/aligned_allocator.h>
#include <limits>
#include <random>
#include <vector>

#include "gtest/gtest.h"

#include "lanes/every_target.hpp"

namespace sunder::detail {
namespace {

constexpr std::int32_t kRow = 16;

/// Rows padded with the first vertex, as in a hull's block.
class Rows {
 public:
  Rows(int dimension, std::int32_t count)
      : dimension_(dimension),
        count_(count),
        stride_((count + kRow - 1) / kRow * kRow),
        values_(hwy::AllocateAligned<double>(static_cast<std::size_t>(dimension * stride_))) {}

  template <class Coordinate>
  void fill(const Coordinate& coordinate) {
    for (int k = 0; k < dimension_; ++k) {
      for (std::int32_t i = 0; i < count_; ++i) at(k, i) = coordinate(i, k);
      for (std::int32_t i = count_; i < stride_; ++i) at(k, i) = at(k, 0);
    }
  }

  double& at(int k, std::int32_t i) {
    return values_.get()[static_cast<std::size_t>(k * stride_ + i)];
  }

  Extreme support(const std::vector<double>& u) const {
    const double* rows = values_.get();
    if (dimension_ == 2) return support2(rows, stride_, count_, u.data());
    if (dimension_ == 3) return support3(rows, stride_, count_, u.data());
    return support_n(rows, stride_, count_, u.data(), dimension_);
  }

  /// The result of the general scan, for dimensions that also have a fixed one.
  Extreme support_of_any_dimension(const std::vector<double>& u) const {
    return support_n(values_.get(), stride_, count_, u.data(), dimension_);
  }
  SupportQuery query(const std::vector<double>& u) const {
    return {values_.get(), stride_, count_, u.data()};
  }

 private:
  int dimension_;
  std::int32_t count_;
  std::int32_t stride_;
  hwy::AlignedFreeUniquePtr<double[]> values_;
};

/// Small integers: every sum is exact, fused or not, so that values can be compared with ==.
TEST(Support, EqualsAPlainLoop) {
  on_every_target([] {
    std::mt19937_64 random(1);
    const auto integer = [&] { return static_cast<double>(random() % 2001) - 1000; };
    for (int dimension = 1; dimension <= 9; ++dimension) {
      for (std::int32_t count = 1; count <= 70; ++count) {
        Rows rows(dimension, count);
        rows.fill([&](std::int32_t, int) { return integer(); });
        std::vector<double> u;
        for (int k = 0; k < dimension; ++k) u.push_back(integer());
        double most = -std::numeric_limits<double>::infinity();
        for (std::int32_t i = 0; i < count; ++i) {
          double sum = 0;
          for (int k = 0; k < dimension; ++k) sum += u[static_cast<std::size_t>(k)] * rows.at(k, i);
          most = std::max(most, sum);
        }
        for (const Extreme found : {rows.support(u), rows.support_of_any_dimension(u)}) {
          ASSERT_EQ(found.value, most) << dimension << " " << count;
          ASSERT_GE(found.vertex, 0);
          ASSERT_LT(found.vertex, count) << dimension;
          double at = 0;
          for (int k = 0; k < dimension; ++k) {
            at += u[static_cast<std::size_t>(k)] * rows.at(k, found.vertex);
          }
          ASSERT_EQ(at, most) << dimension << " " << count << " vertex " << found.vertex;
        }
      }
    }
  });
}

TEST(Support, FindsTheOneBestAtEveryPlace) {
  on_every_target([] {
    for (std::int32_t count = 1; count <= 70; ++count) {
      for (std::int32_t best = 0; best < count; ++best) {
        Rows rows(3, count);
        rows.fill([&](std::int32_t i, int) { return i == best ? 1.0 : -1.0; });
        ASSERT_EQ(rows.support({1, 1, 1}).vertex, best) << count;
        ASSERT_EQ(rows.support({1, 1, 1}).value, 3.0) << count;
      }
    }
  });
}

// The padding repeats the first vertex. If that vertex is extreme, alone or tied, an index beyond
// the last vertex would read outside of the array.
TEST(Support, PaddingNeverWins) {
  on_every_target([] {
    for (const int dimension : {2, 3, 5}) {
      for (std::int32_t count = 1; count <= 70; ++count) {
        const std::vector<double> u(static_cast<std::size_t>(dimension), -1.0);
        Rows first(dimension, count);
        first.fill([](std::int32_t i, int) { return i == 0 ? -5.0 : 1.0; });
        ASSERT_EQ(first.support(u).vertex, 0) << count;
        Rows tied(dimension, count);
        tied.fill([](std::int32_t, int) { return 2.0; });
        ASSERT_LT(tied.support(u).vertex, count);
        ASSERT_EQ(tied.support(u).value, -2.0 * dimension);
        Rows zero(dimension, count);
        zero.fill([](std::int32_t i, int) { return i % 2 == 0 ? 0.0 : -0.0; });
        ASSERT_LT(zero.support(u).vertex, count);
        ASSERT_EQ(zero.support(u).value, 0.0);
      }
    }
  });
}

TEST(Support, AFarthestPairIsAnExtremeOfEachBody) {
  on_every_target([] {
    std::mt19937_64 random(2);
    for (std::int32_t count = 1; count <= 70; ++count) {
      Rows a(5, count);
      Rows b(5, 71 - count);
      const auto coordinate = [&](std::int32_t, int) { return static_cast<double>(random() % 99); };
      a.fill(coordinate);
      b.fill(coordinate);
      const std::vector<double> u{1, -2, 3, -4, 5};
      const std::vector<double> v{-1, 2, -3, 4, -5};
      const FarthestPair both = farthest_pair(a.query(u), b.query(u), 5);
      ASSERT_EQ(both.a.value, a.support(u).value);
      ASSERT_EQ(both.a.vertex, a.support(u).vertex);
      ASSERT_EQ(both.b.value, b.support(v).value);
      ASSERT_EQ(both.b.vertex, b.support(v).vertex);
    }
  });
}

// A direction with a NaN has no extreme vertex, but the result must still be a vertex.
TEST(Support, ANanStillNamesAVertex) {
  on_every_target([] {
    for (std::int32_t count = 1; count <= 70; ++count) {
      Rows rows(3, count);
      rows.fill([](std::int32_t i, int k) { return static_cast<double>(i + k); });
      const Extreme found = rows.support({1, std::numeric_limits<double>::quiet_NaN(), 0});
      ASSERT_GE(found.vertex, 0);
      ASSERT_LT(found.vertex, count);
    }
  });
}

}  // namespace
}  // namespace sunder::detail
