// SPDX-License-Identifier: Apache-2.0
#include "query/shapes/searches.hpp"

namespace sunder::detail::shapes {
template <int D>
void walk(Difference<D>& difference, Until until, double tolerance, SampleSimplex<D>& simplex) {
  // Along the line of the origins first, from a to b, which is away from 0 in C.
  Vector<D> u = difference.offset();
  if (!to_unit<D>(u)) {
    u = Vector<D>{};
    u[0] = 1;
  }
  if (!difference.ask(u, simplex.samples[0])) return;
  simplex.size = 1;
  simplex.weights[0] = 1;
  double shortest = std::numeric_limits<double>::infinity();
  while (true) {
    Vector<D> v = simplex.combined(&Sample<D>::point);
    const double length = std::sqrt(dot<D>(v, v));
    if (!(length < shortest)) return;
    shortest = length;
    difference.show_least(-length);
    if (length <= difference.allowance() || shown(difference, until, tolerance)) return;
    Vector<D> away = negated<D>(v);
    if (!to_unit<D>(away)) return;
    Sample<D> next;
    if (!difference.ask(away, next)) return;
    if (shown(difference, until, tolerance)) return;
    SampleSimplex<D> grown = simplex;
    grown.samples[grown.size++] = next;
    reduce(grown);
    v = grown.combined(&Sample<D>::point);
    if (grown.size == D + 1) {
      // 0 is in the simplex, or would be if rounding had not misled the weights.
      simplex = grown;
      difference.show_least(-std::sqrt(dot<D>(v, v)));
      std::array<Vector<D>, D + 1> corners;
      for (std::size_t i = 0; i <= D; ++i) corners[i] = simplex.samples[i].point;
      show_ball<D>(difference, corners);
      return;
    }
    // The point is no shorter: rounding lets the walk come no closer.
    if (!(dot<D>(v, v) < length * length)) return;
    simplex = grown;
  }
}

template void walk<2>(Difference<2>&, Until, double, SampleSimplex<2>&);
template void walk<3>(Difference<3>&, Until, double, SampleSimplex<3>&);

}  // namespace sunder::detail::shapes
