// SPDX-License-Identifier: Apache-2.0
#include "query/derivative/active_faces.hpp"

#include <algorithm>
#include <utility>

#include "exact/dot.hpp"
#include "exact/dyadic.hpp"
#include "narrow/dispatch.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/min_norm.hpp"
#include "query/relation/supported.hpp"

namespace sunder::detail::derivatives {
namespace {

using relation::ExactVector;

/// The closest point of C is one and depends on C smoothly: the normal is unique.
template <int D>
ActiveFaces<D> faces_apart(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                           const Vector<D>* direction) {
  Request<D> search;
  search.direction = direction;
  const auto found = functions_of<D>(Algorithm::gjk).measure(FilteredPair<D>(pair), search);
  MinNorm closest = find_min_norm<D>(pair, found.pairs);
  const MinNorm::Interval distance = closest.distance();
  ActiveFaces<D> active;
  std::move(closest.point.begin(), closest.point.end(), active.foot.begin());
  active.divisor = std::move(closest.total);
  ExactVector<D> u = active.foot;
  for (BigInt& entry : u) entry = -entry;
  active.faces = relation::extreme_faces<D>(exact, std::move(u));
  active.unique_normal = true;
  active.lower = distance.lower;
  active.upper = distance.upper;
  return active;
}

/// The foot of 0 on a nearest facet is inside that facet: at its rim the neighbour would be nearer.
template <int D>
ActiveFaces<D> faces_inside(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                            std::span<const IndexPair> start) {
  ExactDepth<D> found = find_exact_depth<D>(pair, start, true);
  const auto depth = found.depth();
  ActiveFaces<D> active;
  NearestFacet<D>& nearest = found.nearest.front();
  active.divisor = dot(nearest.normal, nearest.normal);
  for (std::size_t l = 0; l < D; ++l) active.foot[l] = nearest.height * nearest.normal[l];
  active.faces = relation::extreme_faces<D>(exact, std::move(nearest.normal));
  active.unique_normal = found.nearest.size() == 1;
  active.lower = opposite(depth.upper);
  active.upper = opposite(depth.lower);
  return active;
}

/// Touching, 0 lies in C's boundary, in C's face along u. The signed distance has one slope there
/// only if no other direction supports C at 0: if that face has a dimension less than space, 0 is
/// in its relative interior, and it is not all of C.
template <int D>
ActiveFaces<D> faces_in_contact(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                                const Decided<D>& decision, const lp::ExactDirection& direction) {
  ActiveFaces<D> active;
  active.faces = relation::supported_faces<D>(pair, exact, decision, direction);
  const auto all = [](const std::vector<std::int32_t>& listed, const Body<D>& body) {
    return listed.size() == static_cast<std::size_t>(body.hull->count);
  };
  const bool flat = all(active.faces.a, pair.a) && all(active.faces.b, pair.b);
  // The descent ends at once, at the faces of the plane itself, only where their difference has 0
  // in its interior.
  active.unique_normal =
      !flat && relation::meet_in_world<D>(exact, active.faces).dimension == D - 1;
  return active;
}

}  // namespace

template <int D>
ActiveFaces<D> find_active_faces(const Pair<D>& pair, const IntegerPair<D, BigInt>& exact,
                                 const Decided<D>& decision, const lp::ExactDirection& direction) {
  switch (decision.verdict) {
    case Verdict::separated:
      return faces_apart<D>(pair, exact, decision.has_direction ? &decision.direction : nullptr);
    case Verdict::overlapping:
      return faces_inside<D>(pair, exact, decision.pairs);
    default:
      return faces_in_contact<D>(pair, exact, decision, direction);
  }
}

template ActiveFaces<2> find_active_faces<2>(const Pair<2>&, const IntegerPair<2, BigInt>&,
                                             const Decided<2>&, const lp::ExactDirection&);
template ActiveFaces<3> find_active_faces<3>(const Pair<3>&, const IntegerPair<3, BigInt>&,
                                             const Decided<3>&, const lp::ExactDirection&);

}  // namespace sunder::detail::derivatives
