// SPDX-License-Identifier: Apache-2.0
//
// Idea: Find the nearest candidate facet, and the deepest points. Candidates are measured in
// doubles in the order of their lower bounds from floats. The loop ends when the next bound exceeds
// the least measured distance, mostly after one or two.
// Bound: A candidate is spanned by two edges of C, p and q, with n = p x q. For a point c of C on
// both, n . c is at most h(n), and equal to it if the candidate is a facet. The error of n . c is
// the error of n times the length of c. The facet's plane also holds the foot of 0, which is no
// longer than the depth. Therefore c is moved along p and q, perpendicular to the true normal, to
// about the foot. If p and q are nearly parallel, that is far, and c itself may give the better
// bound.
// Cost: A height of C and a cross product for each candidate measured.
// Gives up: Where a candidate has no proof, and where the list proves no overlap. Where more than
// `most` candidates may be the least: each pair of edges of two faces that are parallel is one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/vectors.hpp"
#include "narrow/sat/bounds.hpp"
#include "narrow/sat/small_hulls.hpp"
#include "narrow/sat/small_spans.hpp"

namespace sunder::detail::sat {
namespace {

struct Measured {
  Candidate of;
  std::size_t a, b;  ///< a vertex of each body on it
  Span p, q;
  Vector3 normal;  ///< from a to b
  double length;   ///< of the normal
  double alpha;    ///< minimises |c - alpha p - beta q|, with beta
  double beta;
  double lower;  ///< proven lower bound on h(u), u the true unit normal
  double upper;  ///< proven upper bound on the depth
};

class Nearest {
 public:
  Nearest(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
          Candidates& list) noexcept
      : pair_(pair), a_(a), b_(b), list_(list) {}

  /// Returns false if a candidate has no proof, or if more than `most` may be the least.
  bool find(std::size_t most, Depth<3>& depth) noexcept {
    Measured slots[2];
    Measured* next = &slots[0];
    Measured* best = &slots[1];
    best->lower = kNone;
    while (list_.count > 0) {
      const Candidate candidate = pop_least();
      if (static_cast<double>(candidate.lower) >= best->lower) break;
      measure(candidate, *next);
      if (!(next->lower > 0)) return false;
      const bool first = best->lower == kNone;
      if (next->lower < best->lower) std::swap(next, best);
      if (first && count_below(best->lower) >= most) return false;
    }
    if (best->lower == kNone) return false;
    depth.lower = best->lower;
    depth.upper = best->upper;
    for (std::size_t l = 0; l < 3; ++l) depth.direction[l] = best->normal[l] / best->length;
    depth.has_direction = true;
    depth.verdict = Verdict::overlapping;
    depth.has_points = set_points(*best, depth);
    return true;
  }

 private:
  using Of = Candidate::Of;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  const Body<3>& body(bool of_a) const noexcept {
    return of_a ? pair_.filtered->pair().a : pair_.filtered->pair().b;
  }
  const SmallHull& hull(bool of_a) const noexcept { return of_a ? *pair_.a : *pair_.b; }
  const Turning& turning(bool of_a) const noexcept {
    return of_a ? pair_.turning_a : pair_.turning_b;
  }

  /// Removes the least candidate from the list.
  Candidate pop_least() noexcept {
    std::size_t least = 0;
    for (std::size_t i = 1; i < list_.count; ++i) {
      if (list_.items[i].lower < list_.items[least].lower) least = i;
    }
    const Candidate taken = list_.items[least];
    list_.items[least] = list_.items[--list_.count];
    return taken;
  }

  std::size_t count_below(double bound) const noexcept {
    std::size_t count = 0;
    for (std::size_t i = 0; i < list_.count; ++i)
      count += static_cast<double>(list_.items[i].lower) < bound ? 1 : 0;
    return count;
  }

  void measure(const Candidate& of, Measured& out) const noexcept {
    out.of = of;
    if (of.built == Of::edges) {
      const auto& ends_a = pair_.a->ends;
      const auto& ends_b = pair_.b->ends;
      out.a = ends_a[0][of.e];
      out.b = ends_b[0][of.f];
      measure(span_of(body(true), pair_.turning_a, ends_a[0][of.e], ends_a[1][of.e]),
              span_of(body(false), pair_.turning_b, ends_b[0][of.f], ends_b[1][of.f]), of.sign,
              out);
      return;
    }
    const bool of_a = of.built == Of::face_of_a;
    const auto& rim = hull(of_a).triangle;
    (of_a ? out.a : out.b) = rim[0][of.e];
    const double outward = turning(of_a).outward;
    measure(span_of(body(of_a), turning(of_a), rim[0][of.e], rim[1][of.e]),
            span_of(body(of_a), turning(of_a), rim[1][of.e], rim[2][of.e]),
            of_a ? outward : -outward, out);
  }

  /// If a point of C is proven above both edges along the true normal, the candidate is no facet.
  /// Then its height does not count.
  void measure(const Span& p, const Span& q, double sign, Measured& out) const noexcept {
    const Vector3 n = cross(p.along, q.along);
    const Vector3 u{sign * n[0], sign * n[1], sign * n[2]};
    const DirectionalGap gap = height_of_difference(pair_, a_, b_, u);
    if (out.of.built == Of::face_of_a) out.b = static_cast<std::size_t>(gap.vertices.b);
    if (out.of.built == Of::face_of_b) out.a = static_cast<std::size_t>(gap.vertices.a);
    const double squared = dot<3>(n, n);
    const CandidateHeights heights = heights_of(pair_, p, q, n, u, point(out.a, out.b));
    const double n_error = heights.n_error;
    const double length = std::sqrt(squared);
    const double lower = std::max(heights.here.lower(n_error), heights.foot.lower(n_error));
    out.lower = lower / (length + kNormalEntries * n_error) * (1 - kLastShare);
    out.upper = (gap.value + gap.error) / length * (1 + kLastShare);
    // n_error changes the true normal's height of the highest point.
    const double highest = gap.value - gap.error - n_error * pair_.reach * (1 + kSumShare);
    if (out.of.built == Of::edges && highest > heights.foot.upper(n_error)) out.lower = kNone;
    if (!(squared > 0x1p-600)) out.lower = 0;
    out.p = p;
    out.q = q;
    out.normal = u;
    out.length = length;
    out.alpha = heights.alpha;
    out.beta = heights.beta;
  }

  Vector3 point(std::size_t a, std::size_t b) const noexcept {
    Vector3 c;
    for (std::size_t l = 0; l < 3; ++l) {
      c[l] = (a_.point[l][a] - b_.point[l][b]) - pair_.filtered->offset()[l];
    }
    return c;
  }

  /// Computes the points at the foot, if it lies in the features that span the candidate.
  bool set_points(const Measured& found, Depth<3>& depth) const noexcept {
    constexpr double kEnd = 0x1p-46;
    const auto on_edge = [](double share) { return share >= -kEnd && share <= 1 + kEnd; };
    Vector3 on_a = corner(a_, found.a);
    Vector3 on_b = corner(b_, found.b);
    if (found.of.built == Of::edges) {
      if (!on_edge(-found.alpha) || !on_edge(found.beta)) return false;
      for (std::size_t l = 0; l < 3; ++l) {
        on_a[l] -= std::clamp(found.alpha, -1.0, 0.0) * found.p.along[l];
        on_b[l] += std::clamp(found.beta, 0.0, 1.0) * found.q.along[l];
      }
    } else {
      const bool of_a = found.of.built == Of::face_of_a;
      Vector3& moved = of_a ? on_a : on_b;
      const double sign = of_a ? -1 : 1;
      for (std::size_t l = 0; l < 3; ++l) {
        moved[l] += sign * (found.alpha * found.p.along[l] + found.beta * found.q.along[l]);
      }
      if (!in_face(found, of_a, moved)) return false;
    }
    const Pair<3>& bodies = pair_.filtered->pair();
    for (std::size_t l = 0; l < 3; ++l) {
      depth.point_a[l] = on_a[l] + bodies.a.pose->offset(static_cast<int>(l));
      depth.point_b[l] = on_b[l] + bodies.b.pose->offset(static_cast<int>(l));
    }
    return true;
  }

  static Vector3 corner(const TurnedHull& hull, std::size_t vertex) noexcept {
    return {hull.point[0][vertex], hull.point[1][vertex], hull.point[2][vertex]};
  }

  /// Returns true if a point of the face's plane is inside its rim, up to rounding.
  bool in_face(const Measured& found, bool of_a, const Vector3& point) const noexcept {
    const SmallHull& faces = hull(of_a);
    const TurnedHull& turned = of_a ? a_ : b_;
    const double sign = of_a ? turning(of_a).outward : -turning(of_a).outward;
    for (std::size_t e = 0; e < faces.edge_count; ++e) {
      const bool along = faces.sides[0][e] == found.of.e;
      if (!along && faces.sides[1][e] != found.of.e) continue;
      const Vector3 end = corner(turned, faces.ends[0][e]);
      const Vector3 edge = minus<3>(corner(turned, faces.ends[1][e]), end);
      const Vector3 from = minus<3>(point, end);
      const double side = sign * dot<3>(cross(edge, from), found.normal);
      const double size = std::fabs(from[0]) + std::fabs(from[1]) + std::fabs(from[2]);
      const double length = std::fabs(edge[0]) + std::fabs(edge[1]) + std::fabs(edge[2]);
      const double least = -0x1p-44 * length * size * found.length;
      if ((along ? side : -side) < least) return false;
    }
    return true;
  }

  const SmallPair& pair_;
  const TurnedHull& a_;
  const TurnedHull& b_;
  Candidates& list_;
};

}  // namespace

Depth<3> penetrate_small(const FilteredPair<3>& filtered, std::size_t most) {
  Depth<3> depth;
  SmallPair pair;
  TurnedHull a;
  TurnedHull b;
  Candidates list;
  if (!set_pair(filtered, pair) || !list_candidates(pair, a, b, list)) return depth;
  if (list.separated) {
    depth.verdict = Verdict::separated;
    return depth;
  }
  Nearest(pair, a, b, list).find(most, depth);
  return depth;
}

}  // namespace sunder::detail::sat
