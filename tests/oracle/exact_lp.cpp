// SPDX-License-Identifier: Apache-2.0
#include "oracle/exact_lp.hpp"

#include <algorithm>
#include <boost/multiprecision/gmp.hpp>
#include <gmp.h>
#include <memory>
#include <stdexcept>

#include "oracle/world.hpp"

extern "C" {
#include <qsopt_ex/QSopt_ex.h>
}

// QSopt_ex keeps a few kilobytes of names, which the tests cannot free.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:ILLutil_allocrus\n"; }

namespace sunder::oracle {
namespace {

using Number = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                             boost::multiprecision::et_off>;

/// QSopt_ex keeps global tables.
struct Library {
  Library() {
    QSexactStart();
    QSlog_set_handler([](const char*, void*) {}, nullptr);
  }
  ~Library() { QSexactClear(); }
};

struct FreeProblem {
  void operator()(mpq_QSdata* problem) const { mpq_QSfree_prob(problem); }
};

/// An array of mpq_t for QSopt_ex.
class NumberArray {
 public:
  explicit NumberArray(std::size_t size) : numbers_(size) {
    for (auto& number : numbers_) mpq_init(&number);
  }
  explicit NumberArray(const std::vector<Number>& values) : NumberArray(values.size()) {
    for (std::size_t i = 0; i < values.size(); ++i)
      mpq_set(&numbers_[i], values[i].backend().data());
  }
  ~NumberArray() {
    for (auto& number : numbers_) mpq_clear(&number);
  }
  NumberArray(const NumberArray&) = delete;
  NumberArray& operator=(const NumberArray&) = delete;
  mpq_t* data() { return reinterpret_cast<mpq_t*>(numbers_.data()); }

 private:
  std::vector<__mpq_struct> numbers_;
};

/// Columns of an equality system with x >= 0; the objective is to maximise the last variable.
class Program {
 public:
  explicit Program(const std::vector<Number>& right)
      : rows_(right.size()), problem_(mpq_QScreate_prob("oracle", QS_MAX)) {
    NumberArray values(right);
    for (std::size_t row = 0; row < rows_; ++row) {
      if (mpq_QSnew_row(problem_.get(), values.data()[row], 'E', nullptr) != 0) fail();
    }
  }

  void add_column(std::vector<Number> column, int objective) {
    ++columns_;
    std::vector<int> indices;
    for (std::size_t row = 0; row < rows_; ++row) indices.push_back(static_cast<int>(row));
    NumberArray values(column);
    NumberArray limits({Number(objective), Number(0)});
    if (mpq_QSadd_col(problem_.get(), static_cast<int>(rows_), indices.data(), values.data(),
                      limits.data()[0], limits.data()[1], mpq_ILL_MAXDOUBLE, nullptr) != 0) {
      fail();
    }
  }

  /// The sign of the optimum, or -1 if there is no solution.
  int solve() {
    int status = 0;
    NumberArray x(columns_ + rows_);
    NumberArray y(rows_);
    if (QSexact_solver(problem_.get(), x.data(), y.data(), nullptr, DUAL_SIMPLEX, &status) != 0)
      fail();
    if (status == QS_LP_INFEASIBLE) return -1;
    if (status != QS_LP_OPTIMAL) fail();
    return mpq_sgn(x.data()[columns_ - 1]);
  }

 private:
  [[noreturn]] static void fail() { throw std::runtime_error("QSopt_ex ended without an answer"); }

  std::size_t rows_;
  std::size_t columns_ = 0;
  std::unique_ptr<mpq_QSdata, FreeProblem> problem_;
};

/// The rank of the differences within each body.
std::size_t rank_of_difference(const Points<Number>& a, const Points<Number>& b) {
  std::vector<std::vector<Number>> rows;
  for (const auto* points : {&a, &b}) {
    for (const auto& x : *points) {
      std::vector<Number> row(x);
      for (std::size_t k = 0; k < row.size(); ++k) row[k] -= points->front()[k];
      rows.push_back(std::move(row));
    }
  }
  std::size_t rank = 0;
  for (std::size_t column = 0; column < a.front().size(); ++column) {
    const auto pivot = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(rank), rows.end(),
                                    [&](const auto& row) { return row[column] != 0; });
    if (pivot == rows.end()) continue;
    std::swap(rows[rank], *pivot);
    for (std::size_t i = rank + 1; i < rows.size(); ++i) {
      const Number factor = rows[i][column] / rows[rank][column];
      for (std::size_t k = column; k < rows[i].size(); ++k) rows[i][k] -= factor * rows[rank][k];
    }
    ++rank;
  }
  return rank;
}

std::vector<Number> mean_of(const Points<Number>& points) {
  std::vector<Number> mean(points.front().size(), Number(0));
  for (const auto& x : points) {
    for (std::size_t k = 0; k < x.size(); ++k) mean[k] += x[k];
  }
  for (Number& entry : mean) entry /= static_cast<long>(points.size());
  return mean;
}

/// Divides every axis by its largest coordinate. No verdict changes, and the solver's first,
/// floating-point phases stay in range.
void normalise_axes(Points<Number>& a, Points<Number>& b) {
  for (std::size_t k = 0; k < a.front().size(); ++k) {
    Number largest(0);
    for (auto* points : {&a, &b}) {
      for (const auto& x : *points) largest = std::max<Number>(largest, abs(x[k]));
    }
    if (largest == 0) continue;
    for (auto* points : {&a, &b}) {
      for (auto& x : *points) x[k] /= largest;
    }
  }
}

}  // namespace

Verdict exact_lp_verdict(const suite::BodyData& body_a, const suite::BodyData& body_b) {
  static const Library library;
  auto a = world_points<Number>(body_a);
  auto b = world_points<Number>(body_b);
  normalise_axes(a, b);
  const std::size_t d = a.front().size();

  std::vector<Number> right(d, Number(0));
  right.insert(right.end(), {Number(1), Number(1)});
  Program program(right);
  for (const auto& x : a) {
    std::vector<Number> column(x);
    column.insert(column.end(), {Number(1), Number(0)});
    program.add_column(std::move(column), 0);
  }
  for (const auto& y : b) {
    std::vector<Number> column(y);
    for (Number& entry : column) entry = -entry;
    column.insert(column.end(), {Number(0), Number(1)});
    program.add_column(std::move(column), 0);
  }
  std::vector<Number> middle = mean_of(a);
  const std::vector<Number> middle_b = mean_of(b);
  bool middle_is_zero = true;
  for (std::size_t k = 0; k < d; ++k) {
    middle[k] -= middle_b[k];
    middle_is_zero = middle_is_zero && middle[k] == 0;
  }
  if (middle_is_zero)
    return rank_of_difference(a, b) < d ? Verdict::touching : Verdict::overlapping;
  middle.insert(middle.end(), {Number(0), Number(0)});
  program.add_column(std::move(middle), 1);

  const int sign = program.solve();
  if (sign < 0) return Verdict::separated;
  if (sign > 0 && rank_of_difference(a, b) == d) return Verdict::overlapping;
  return Verdict::touching;
}

}  // namespace sunder::oracle
