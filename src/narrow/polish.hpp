// SPDX-License-Identifier: Apache-2.0
//
// P3 rebuilds directions from vertex indices. A closest point between bodies that almost touch is
// dominated by rounding error. The normal of its face of C is not: edges are differences of a
// body's own vertices, independent of the bodies' positions.
#pragma once

#include <array>
#include <cmath>

#include "filter/filtered_pair.hpp"
#include "narrow/closest_simplex.hpp"

namespace sunder::detail::simplex_walk {

/// Returns c_q - c_p = R_A (a_q - a_p) - R_B (b_q - b_p).
template <int D>
Vector<D> edge(const Pair<D>& pair, IndexPair p, IndexPair q) noexcept {
  Vector<D> result{};
  for (int l = 0; l < D; ++l) {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      sum += pair.a.pose->linear(l, k) *
             (pair.a.hull->coordinate(q.a, k) - pair.a.hull->coordinate(p.a, k));
      sum -= pair.b.pose->linear(l, k) *
             (pair.b.hull->coordinate(q.b, k) - pair.b.hull->coordinate(p.b, k));
    }
    result[static_cast<std::size_t>(l)] = sum;
  }
  return result;
}

/// Calls `visit` with the normal of each facet of the simplex, with both signs.
template <class Visit>
void visit_normals(const Pair<2>& pair, const Simplex<2>& simplex, const Visit& visit) {
  for (std::size_t i = 0; i + 1 < simplex.size; ++i) {
    for (std::size_t j = i + 1; j < simplex.size; ++j) {
      const Vector2 e = edge(pair, simplex.pairs[i], simplex.pairs[j]);
      visit(Vector2{-e[1], e[0]});
      visit(Vector2{e[1], -e[0]});
    }
  }
}
template <class Visit>
void visit_normals(const Pair<3>& pair, const Simplex<3>& simplex, const Visit& visit) {
  for (std::size_t i = 0; i + 2 < simplex.size; ++i) {
    for (std::size_t j = i + 1; j + 1 < simplex.size; ++j) {
      for (std::size_t k = j + 1; k < simplex.size; ++k) {
        const Vector3 p = edge(pair, simplex.pairs[i], simplex.pairs[j]);
        const Vector3 q = edge(pair, simplex.pairs[i], simplex.pairs[k]);
        const Vector3 n = cross(p, q);
        visit(n);
        visit(Vector3{-n[0], -n[1], -n[2]});
      }
    }
  }
}

/// Makes a direction perpendicular, to the last bits, to the face of C that holds the closest
/// point. A tilt of one part in 2^50 does not affect the closest point, but costs the gap that
/// share of the face's size. Only faces that a simplex of this size determines are used; other
/// directions do not change.
inline void square_up(const Pair<2>& pair, const Simplex<2>& simplex, Vector2& u) noexcept {
  if (simplex.size != 2) return;
  const Vector2 e = edge(pair, simplex.pairs[0], simplex.pairs[1]);
  u = e[0] * u[1] - e[1] * u[0] > 0 ? Vector2{-e[1], e[0]} : Vector2{e[1], -e[0]};
}
inline void square_up(const Pair<3>& pair, const Simplex<3>& simplex, Vector3& u) noexcept {
  if (simplex.size != 2 && simplex.size != 3) return;
  const Vector3 e = edge(pair, simplex.pairs[0], simplex.pairs[1]);
  if (simplex.size == 3) {
    const Vector3 normal = cross(e, edge(pair, simplex.pairs[0], simplex.pairs[2]));
    u = dot<3>(normal, u) > 0 ? normal : Vector3{-normal[0], -normal[1], -normal[2]};
    return;
  }
  const double along = dot<3>(u, e) / dot<3>(e, e);
  for (std::size_t l = 0; l < 3; ++l) u[l] -= along * e[l];
}

struct Polished {
  DirectionalGap gap;
  bool found = false;
};

/// Finds the facet normal of the simplex with the largest gap and writes it, normalised, to
/// `direction`.
template <int D>
Polished polish(const FilteredPair<D>& pair, const Simplex<D>& simplex, Vector<D>& direction) {
  Polished best;
  visit_normals(pair.pair(), simplex, [&](Vector<D> normal) {
    if (!normalise(normal.data(), D)) return;
    const DirectionalGap gap = pair.gap(normal.data());
    if (best.found && !(gap.value > best.gap.value)) return;
    best = {gap, true};
    direction = normal;
  });
  return best;
}

}  // namespace sunder::detail::simplex_walk
