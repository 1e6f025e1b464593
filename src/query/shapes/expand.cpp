// SPDX-License-Identifier: Apache-2.0
//
// Idea: The polytope expands over support functions. Its nearest facet bounds the depth from below,
// the support point along the facet's normal bounds it from above.
// Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game objects"
// (2001).
// Bound: difference.hpp widens both bounds by the allowance for roundings.
// Cost: A support query a step; the rounder the shape, the more steps.
// Gives up: Where a new point lies within the roundings of the facet's plane, and after max_steps.
#include "narrow/epa/expanding.hpp"
#include "narrow/epa/start.hpp"
#include "query/shapes/searches.hpp"

namespace sunder::detail::shapes {
namespace {

template <int D>
using Corners = std::array<epa::Corner<D, int>, D + 1>;

template <int D>
class Expansion {
 public:
  Expansion(Difference<D>& difference, Until until, double tolerance)
      : difference_(difference), until_(until), tolerance_(tolerance) {}

  void run() {
    if (!open()) return;
    while (step()) {
    }
  }

 private:
  bool enough() const noexcept { return shown(difference_, until_, tolerance_); }

  /// Returns false if the search is over.
  bool ask(const Vector<D>& u, epa::Corner<D, int>& corner) {
    Sample<D> sample;
    if (!difference_.ask(u, sample)) return false;
    corner = {sample.point, 0, true};
    return !enough();
  }

  bool open() {
    Corners<D> corners;
    Vector<D> u = difference_.offset();
    if (!to_unit<D>(u)) {
      u = Vector<D>{};
      u[0] = 1;
    }
    if (!ask(u, corners[0]) || !take(negated<D>(u), corners, 1)) return false;
    const Vector<D> edge = minus<D>(corners[1].point, corners[0].point);
    if constexpr (D == 2) {
      if (!take(epa::normal_to_edge(edge, corners[0].point), corners, 2)) return false;
    } else {
      const Vector3 normal = epa::normal_to_edge(edge, corners[0].point, difference_.allowance());
      if (!take(normal, corners, 2)) return false;
      const Vector3 other = minus<3>(corners[2].point, corners[0].point);
      const Vector3 upright = epa::normal_to_triangle(edge, other, corners[0].point);
      if (!take(upright, corners, 3)) return false;
    }
    return polytope_.start(corners, difference_.allowance() / 4);
  }

  /// Finds a corner off the plane of the others, on either side. Where C has no thickness it makes one
  /// that is not a point of C.
  bool take(Vector<D> normal, Corners<D>& corners, std::size_t at) {
    if (!to_unit<D>(normal)) return false;
    for (const Vector<D>& u : {normal, negated<D>(normal)}) {
      if (!ask(u, corners[at])) return false;
      const double height = dot<D>(u, minus<D>(corners[at].point, corners[0].point));
      if (std::fabs(height) > difference_.allowance()) return true;
    }
    const double size = std::max(difference_.allowance() * 0x1p40, 0x1p-400);
    for (std::size_t l = 0; l < D; ++l) {
      corners[at].point[l] = corners[0].point[l] + size * normal[l];
    }
    corners[at].real = false;
    flat_ = true;
    return true;
  }

  bool step() {
    const std::size_t nearest = polytope_.nearest();
    const epa::Face<D> face = polytope_.faces()[nearest];
    if (!flat_ && face.distance > 0) difference_.show_least(face.distance);
    epa::Corner<D, int> next;
    if (enough() || !ask(face.normal, next)) return false;
    const double height = polytope_.height(face, next.point);
    const double flat = difference_.allowance() * 0x1p-4;
    if (!(height > flat)) return false;
    return polytope_.expand(nearest, next, flat) == epa::Growth::grown;
  }

  Difference<D>& difference_;
  Until until_;
  double tolerance_;
  bool flat_ = false;
  epa::Expanding<D, int> polytope_;
};

}  // namespace

template <int D>
void expand(Difference<D>& difference, Until until, double tolerance) {
  Expansion<D>(difference, until, tolerance).run();
}

template void expand<2>(Difference<2>&, Until, double);
template void expand<3>(Difference<3>&, Until, double);

}  // namespace sunder::detail::shapes
