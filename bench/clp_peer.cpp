// SPDX-License-Identifier: Apache-2.0
#include <coin/ClpSimplex.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <cstddef>

#include "bench/lp_peers.hpp"

namespace sunder::bench {
namespace {

/// The packed columns of P1.
struct Columns {
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> rows;
  std::vector<double> values;

  void append(const PointSet& body, double sign, int own_row) {
    for (int i = 0; i < body.count; ++i) {
      for (int k = 0; k < body.dimension; ++k) {
        if (body.at(i, k) == 0) continue;
        rows.push_back(k);
        values.push_back(sign * body.at(i, k));
      }
      rows.push_back(own_row);
      values.push_back(1);
      starts.push_back(static_cast<CoinBigIndex>(rows.size()));
    }
  }
};

}  // namespace

bool meets_by_clp(const PointSet& a, const PointSet& b) {
  const int d = a.dimension;
  const int count = a.count + b.count;
  Columns columns;
  columns.append(a, 1, d);
  columns.append(b, -1, d + 1);
  std::vector<double> right(static_cast<std::size_t>(d) + 2);
  right[static_cast<std::size_t>(d)] = 1;
  right[static_cast<std::size_t>(d) + 1] = 1;
  const std::vector<double> nothing(static_cast<std::size_t>(count));
  ClpSimplex program;
  program.setLogLevel(0);
  // No upper bounds (null); rows are equations.
  program.loadProblem(count, d + 2, columns.starts.data(), columns.rows.data(),
                      columns.values.data(), nothing.data(), nullptr, nothing.data(), right.data(),
                      right.data());
  program.primal();
  return program.primalFeasible();
}

const char* clp_version() { return CLP_VERSION; }

}  // namespace sunder::bench
