// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <glpk.h>

#include "bench/lp_peers.hpp"

namespace sunder::bench {
namespace {

/// Columns from `first` on: the points with this sign, over a 1 in the body's own row.
void add_columns(glp_prob* program, const PointSet& body, double sign, int first, int own_row) {
  const auto entries = static_cast<std::size_t>(body.dimension) + 2;
  std::vector<int> rows(entries);
  std::vector<double> values(entries);
  for (int i = 0; i < body.count; ++i) {
    int filled = 0;
    for (int k = 0; k < body.dimension; ++k) {
      if (body.at(i, k) == 0) continue;
      ++filled;
      rows[static_cast<std::size_t>(filled)] = k + 1;
      values[static_cast<std::size_t>(filled)] = sign * body.at(i, k);
    }
    ++filled;
    rows[static_cast<std::size_t>(filled)] = own_row;
    values[static_cast<std::size_t>(filled)] = 1;
    glp_set_col_bnds(program, first + i, GLP_LO, 0, 0);
    glp_set_mat_col(program, first + i, filled, rows.data(), values.data());
  }
}

}  // namespace

bool meets_by_glpk(const PointSet& a, const PointSet& b) {
  const int d = a.dimension;
  glp_prob* const program = glp_create_prob();
  glp_add_rows(program, d + 2);
  for (int k = 1; k <= d + 2; ++k) {
    const double right = k <= d ? 0 : 1;
    glp_set_row_bnds(program, k, GLP_FX, right, right);
  }
  glp_add_cols(program, a.count + b.count);
  add_columns(program, a, 1, 1, d + 1);
  add_columns(program, b, -1, a.count + 1, d + 2);
  glp_smcp settings;
  glp_init_smcp(&settings);
  settings.msg_lev = GLP_MSG_OFF;
  glp_term_out(GLP_OFF);
  glp_simplex(program, &settings);
  const bool meets = glp_get_prim_stat(program) == GLP_FEAS;
  glp_delete_prob(program);
  return meets;
}

const char* glpk_version() { return glp_version(); }

}  // namespace sunder::bench
