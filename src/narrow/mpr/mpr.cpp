// SPDX-License-Identifier: Apache-2.0
//
// Idea: Send a ray from a point inside C = K_A - K_B, the difference of the centres, through 0.
// Find D points of C, the portal, that the ray passes between. Push the portal outward by support
// queries until 0 is behind it, which is a hit, or until C ends before 0.
// Source: Minkowski portal refinement: Snethen, XenoCollide, in Game Programming Gems 7 (2008).
// Sunder continues after a hit. Then 0 lies in the simplex of the portal and the point inside. That
// point is no vertex, so the simplex is no proof. The support point opposite to the portal replaces
// it. If 0 is outside that simplex, the ray is sent again from that vertex. Where none holds 0 inside,
// the portal goes on to the facet through which the ray leaves C.
// Bound: Everything but the proofs is rounded. Lemma 1 tests each direction, Lemma 2 a simplex.
// Cost: Two support queries a step: 4 to 8 steps for a hit, 1 when far apart.
// Gives up: On contact, where the portal reaches the surface at 0; and where 0 stays on the
// boundary of every simplex found from three points inside.

#include "filter/balls.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/mpr/ray_search.hpp"

namespace sunder::detail::mpr {
namespace {

/// Offsets for a point inside that is 0 itself or collinear with a vertex and 0.
constexpr double kOdd[3][3] = {
    {0.2747, 0.7643, -0.5833}, {0.8191, -0.4463, 0.3607}, {-0.3331, 0.6173, 0.7127}};

/// Returns a point of C near its middle: the difference of the centres, a - b.
template <int D>
Vector<D> middle(const FilteredPair<D>& filtered) {
  return negated<D>(line_of_centres(filtered));
}

/// Returns that point, with an offset that is small relative to C.
template <int D>
Vector<D> middle_aside(const FilteredPair<D>& filtered, int attempt) {
  const Pair<D>& pair = filtered.pair();
  const double size = pair.a.hull->circumscribed * greatest_singular_value(*pair.a.pose) +
                      pair.b.hull->circumscribed * greatest_singular_value(*pair.b.pose);
  Vector<D> point = middle(filtered);
  for (std::size_t l = 0; l < D; ++l) point[l] += 0x1p-7 * size * kOdd[attempt][l];
  return point;
}

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  RaySearch<D> rays(filtered, search.trace);
  Vertex<D> unused;
  if (search.direction != nullptr) rays.query_support(*search.direction, unused);
  if (rays.verdict() == Verdict::undecided) rays.shoot(middle(filtered));
  for (int attempt = 0; attempt < 3 && rays.verdict() == Verdict::undecided; ++attempt) {
    // Closer to touching than doubles can resolve: another ray would end the same way.
    if (attempt > 0 && !rays.meets_clearly()) break;
    rays.shoot(middle_aside(filtered, attempt));
  }
  return rays.finish();
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::mpr
