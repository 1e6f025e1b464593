// SPDX-License-Identifier: Apache-2.0
//
// Idea: The envelope theorem gives the derivatives. The signed distance is the largest of the gaps
// along unit directions. A gap is the least of u . (q - p) over points p of a and q of b. Let the
// largest be attained once, at n, and the least there once, at p and q. Then neither choice changes
// to first order. The change that remains is that of n . (q - p) itself, and for a the same with
// the other sign:
//   b moves by t             n . t
//   b rotates by w about o   n . (w x (q - o)) = w . ((q - o) x n)
// Bound: All choices are exact; the numbers are rounded once.
// Cost: That of the exact stage, tens to hundreds of microseconds.
#include "sunder/derivative.hpp"

#include <utility>

#include "exact/dot.hpp"
#include "exact/dyadic.hpp"
#include "geometry/vectors.hpp"
#include "narrow/dispatch.hpp"
#include "query/decide.hpp"
#include "query/depth/exact_depth.hpp"
#include "query/derivative/lever.hpp"
#include "query/interval.hpp"
#include "query/min_norm.hpp"
#include "query/relation/supported.hpp"
#include "query/rounded/measure.hpp"

namespace sunder::detail::derivatives {
namespace {

using relation::ExactVector;

/// C has one closest point, which depends on C smoothly: the normal is unique.
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

/// Where the bodies touch, 0 lies in the boundary of C, in C's face along u. The signed distance
/// has one slope there only if no other direction supports C at 0. That is so if the face has a
/// dimension less than space, 0 is in its relative interior, and it is not all of C.
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

/// Finds the active faces of bodies that are not empty. `direction` is decide()'s exact direction;
/// where they overlap the decision comes with its certificate's pairs.
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

template <int D>
Vector<D> world_point(const Pose<D>& pose, const Vector<D>& arm) {
  Vector<D> point = arm;
  for (std::size_t l = 0; l < D; ++l) point[l] += pose.offset(static_cast<int>(l));
  return point;
}

template <int D>
void set_value(const Pair<D>& pair, const ActiveFaces<D>& active, const Lever<D>& lever,
               SignedDistance<D>& value) {
  value.distance = {active.lower, active.upper};
  value.witness = {lever.normal, world_point<D>(*pair.a.pose, lever.arm_a),
                   world_point<D>(*pair.b.pose, lever.arm_b)};
  keep_finite(value.witness);
}

/// Converts the answer about the polytopes. The normal and the moments are the same.
template <int D>
void add_radii(const Posed<D>& a, const Posed<D>& b, const ActiveFaces<D>& active,
               const BigInt& denominator, int exponent, Derivative<D>& answer) {
  const Root length{dot(active.foot, active.foot), active.divisor * denominator, exponent};
  const bool inside = answer.verdict != Verdict::separated;
  const rounded::SignedLength found =
      rounded::less_radii(length, inside, rounded::exact_radii(a, b));
  answer.verdict = found.verdict;
  answer.distance = found.length;
  if (!inside) answer.stage = Stage::integer;
  if (found.verdict == Verdict::touching) {
    rounded::move_together(a, b, answer.witness);
  } else {
    rounded::move_out(a, b, answer.witness);
  }
}

template <int D>
Derivative<D> differentiate(const Posed<D>& a, const Posed<D>& b, const Pair<D>& pair,
                            const Search<D>& search) {
  constexpr int kTurns = D == 2 ? 1 : 3;  // independent rotations
  lp::ExactDirection direction;
  const Plan<D> plan(search, kCertified);
  const Decided<D> decision = decide<D>(pair, plan, &direction);
  const IntegerPair<D, BigInt> exact(pair, integer_scale(pair));
  const auto active = find_active_faces<D>(pair, exact, decision, direction);
  Lever<D> lever = find_lever<D>(exact, active);
  Derivative<D> answer;
  static_cast<Decision&>(answer) = record(pair, plan, decision);
  set_value<D>(pair, active, lever, answer);
  if (rounded::has_radius(a, b)) {
    add_radii<D>(a, b, active, exact.denominator, exact.exponent, answer);
  }
  answer.translation_b = lever.normal;
  answer.translation_a = negated<D>(lever.normal);
  answer.rotation_b = lever.moment_b;
  answer.rotation_a = negated<kTurns>(lever.moment_a);
  answer.unique_translation = active.unique_normal;
  answer.unique_rotation = active.unique_normal && lever.unique_points;
  answer.feature_a = std::move(lever.feature_a);
  answer.feature_b = std::move(lever.feature_b);
  answer.valid = true;
  return answer;
}

template <int D>
Derivative<D> differentiate(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  const Pair<D> pair{make_body(a), make_body(b)};
  const bool sound = !rounded::has_radius(a, b) || rounded::are_radii(a, b);
  if (sound && !any_empty(pair)) return differentiate<D>(a, b, pair, search);
  Derivative<D> answer;
  static_cast<SignedDistance<D>&>(answer) = signed_distance(a, b, {.search = search});
  return answer;
}

}  // namespace
}  // namespace sunder::detail::derivatives

namespace sunder::inline SUNDER_ABI {

Derivative2 derivative(const Posed2& a, const Posed2& b, const Search2& search) {
  return detail::derivatives::differentiate<2>(a, b, search);
}
Derivative3 derivative(const Posed3& a, const Posed3& b, const Search3& search) {
  return detail::derivatives::differentiate<3>(a, b, search);
}

}  // namespace sunder::inline SUNDER_ABI
