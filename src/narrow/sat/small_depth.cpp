// SPDX-License-Identifier: Apache-2.0
//
// The candidates in doubles, the nearest of them, and the deepest points. Each is spanned by two
// edges of C, p and q: n = p x q, and u . c for a point c of C on both is at most h(u), and equal to
// it where the candidate is a facet. That is off by the error of n times the length of c. The
// facet's plane holds the foot of 0 as well, and that is no longer than the depth: so for the
// nearest candidate c is moved along p and q, at right angles to the true normal, to about there.
//
// Errors, eps = 2^-52, rho that of R's entries, P that of a component of c (FilteredPair).
//   Edges  p = R d, where d lost one rounding: `size` is at least each entry, `error` its error.
//   n      off by at most 2 (p.size q.error + q.size p.error) + 5 eps p.size q.size + 2^-900.
// Between 2^-100 and 2^100 no square or product below leaves the range of doubles.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "narrow/sat/small_hulls.hpp"
#include "narrow/vectors.hpp"

namespace sunder::detail::sat {
namespace {

/// An edge of C at right angles to a candidate's true normal.
struct Span {
  Vector3 along;
  double size;
  double error;
};

/// As posed_hull.hpp has it.
Span span_of(const Body<3>& body, const Turning& turning, std::int32_t from,
             std::int32_t to) noexcept {
  Vector3 d;
  for (int k = 0; k < 3; ++k) {
    d[static_cast<std::size_t>(k)] = body.hull->coordinate(to, k) - body.hull->coordinate(from, k);
  }
  Span span{{}, 0, 0};
  for (std::size_t l = 0; l < 3; ++l) {
    const double x = turning.linear[3 * l] * d[0];
    const double y = turning.linear[3 * l + 1] * d[1];
    const double z = turning.linear[3 * l + 2] * d[2];
    span.along[l] = x + y + z;
    span.size = std::max(span.size, std::fabs(x) + std::fabs(y) + std::fabs(z));
  }
  const double length = std::fabs(d[0]) + std::fabs(d[1]) + std::fabs(d[2]);
  span.size = span.size * (1 + 0x1p-30) + 0x1p-700;
  span.error = 6 * kUnit * span.size + 1.25 * body.pose->linear_error() * length;
  return span;
}

enum class Built : std::uint8_t { face_of_a, face_of_b, edges };

struct Candidate {
  Built built;
  std::size_t face;
  Span p, q;
  std::int32_t a, b;    ///< a vertex of each body on it
  Vector3 normal;       ///< from a to b
  double normal_error;  ///< of each entry
  double squared;       ///< its length
  double length;
  Vector3 point;  ///< c
  double height;  ///< h along the normal, of edges only once it is measured
  double height_error;
  double lower;  ///< proven below h(u), u the true unit normal, if it is a facet
};

class Nearest {
 public:
  Nearest(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b) noexcept
      : pair_(pair), a_(a), b_(b) {}

  void take(const Candidates& list) noexcept {
    for (std::uint32_t left = list.faces_a; left != 0; left &= left - 1) {
      take_face(true, static_cast<std::size_t>(std::countr_zero(left)));
    }
    for (std::uint32_t left = list.faces_b; left != 0; left &= left - 1) {
      take_face(false, static_cast<std::size_t>(std::countr_zero(left)));
    }
    for (std::size_t i = 0; i < list.pair_count; ++i) take_pair(list.pairs[i]);
  }

  /// The least candidate, with its bounds as tight as they get.
  bool find(Depth<3>& depth) noexcept {
    if (count_ == 0) return false;
    std::size_t measured = kMost;
    for (std::size_t next = least(); next != measured; next = least()) {
      if (!(candidates_[next].lower > 0)) return false;
      measured = next;
      measure(candidates_[next]);
    }
    const Candidate& found = candidates_[measured];
    if (!(found.lower > 0) || found.lower == kNone) return false;
    depth.lower = found.lower;
    depth.upper = (found.height + found.height_error) / found.length * (1 + 0x1p-48);
    for (std::size_t l = 0; l < 3; ++l) depth.direction[l] = found.normal[l] / found.length;
    depth.has_direction = true;
    depth.verdict = Verdict::overlapping;
    depth.has_points = set_points(found, depth);
    return true;
  }

 private:
  static constexpr std::size_t kMost = 2 * SmallHull::kFaces + Candidates::kMostPairs;
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  const Body<3>& body(bool of_a) const noexcept {
    return of_a ? pair_.filtered->pair().a : pair_.filtered->pair().b;
  }
  const SmallHull& hull(bool of_a) const noexcept { return of_a ? *pair_.a : *pair_.b; }
  const Turning& turning(bool of_a) const noexcept {
    return of_a ? pair_.turning_a : pair_.turning_b;
  }

  void take_face(bool of_a, std::size_t face) noexcept {
    Candidate& taken = candidates_[count_++];
    taken.built = of_a ? Built::face_of_a : Built::face_of_b;
    taken.face = face;
    const auto& rim = hull(of_a).triangle;
    taken.p = span_of(body(of_a), turning(of_a), rim[0][face], rim[1][face]);
    taken.q = span_of(body(of_a), turning(of_a), rim[1][face], rim[2][face]);
    set_normal(taken, of_a ? turning(of_a).outward : -turning(of_a).outward);
    const IndexPair reached = set_height(taken);
    taken.a = of_a ? rim[0][face] : reached.a;
    taken.b = of_a ? reached.b : rim[0][face];
    set_lower(taken);
  }

  void take_pair(const EdgePair& edges) noexcept {
    Candidate& taken = candidates_[count_++];
    taken.built = Built::edges;
    const auto& ends_a = pair_.a->ends;
    const auto& ends_b = pair_.b->ends;
    taken.p = span_of(body(true), pair_.turning_a, ends_a[0][edges.e], ends_a[1][edges.e]);
    taken.q = span_of(body(false), pair_.turning_b, ends_b[0][edges.f], ends_b[1][edges.f]);
    taken.a = ends_a[0][edges.e];
    taken.b = ends_b[0][edges.f];
    set_normal(taken, edges.way);
    set_lower(taken);
  }

  static void set_normal(Candidate& taken, double way) noexcept {
    const Span& p = taken.p;
    const Span& q = taken.q;
    taken.normal = cross(p.along, q.along);
    for (double& entry : taken.normal) entry *= way;
    taken.squared = dot<3>(taken.normal, taken.normal);
    taken.length = std::sqrt(taken.squared);
    const double error = 2 * (p.size * q.error + q.size * p.error) + 5 * kUnit * p.size * q.size;
    taken.normal_error = error * (1 + 0x1p-30) + 0x1p-900;
  }

  /// Returns the vertices where it is reached.
  IndexPair set_height(Candidate& of) const noexcept {
    const DirectionalGap gap = height_of_difference(pair_, a_, b_, of.normal);
    of.height = gap.value;
    of.height_error = gap.error;
    return gap.vertices;
  }

  /// (height - error) / (|u| + its error).
  static double lower_of(const Candidate& taken, double height, double error) noexcept {
    return (height - error * (1 + 0x1p-40)) / (taken.length + 1.75 * taken.normal_error) *
           (1 - 0x1p-48);
  }

  void set_lower(Candidate& taken) const noexcept {
    const auto x = static_cast<std::size_t>(taken.a);
    const auto y = static_cast<std::size_t>(taken.b);
    double terms = 0;
    double length = 0;
    double reach = 3 * pair_.point_error;
    for (std::size_t l = 0; l < 3; ++l) {
      taken.point[l] = (a_.point[l][x] - b_.point[l][y]) - pair_.filtered->offset()[l];
      terms += std::fabs(taken.normal[l] * taken.point[l]);
      length += std::fabs(taken.normal[l]);
      reach += std::fabs(taken.point[l]);
    }
    const double error =
        4 * kUnit * terms + length * pair_.point_error + taken.normal_error * reach + 0x1p-900;
    taken.lower = lower_of(taken, dot<3>(taken.normal, taken.point), error);
  }

  /// Where several are nearly as near. One that is not a number goes first.
  std::size_t least() const noexcept {
    std::size_t best = 0;
    for (std::size_t i = 1; i < count_; ++i) {
      if (!(candidates_[i].lower >= candidates_[best].lower)) best = i;
    }
    return best;
  }

  /// The least of |c - alpha p - beta q|.
  struct Foot {
    Vector3 at;
    double alpha;
    double beta;
  };
  static Foot foot_of(const Candidate& of) noexcept {
    // The way cancels in alpha and beta.
    const Vector3 n = cross(of.p.along, of.q.along);
    Foot foot;
    foot.alpha = dot<3>(cross(of.point, of.q.along), n) / of.squared;
    foot.beta = dot<3>(cross(of.p.along, of.point), n) / of.squared;
    for (std::size_t l = 0; l < 3; ++l) {
      foot.at[l] = (of.point[l] - foot.alpha * of.p.along[l]) - foot.beta * of.q.along[l];
    }
    return foot;
  }

  /// A pair of edges whose true normal is proven to have points of C above both is no facet.
  void measure(Candidate& of) const noexcept {
    if (of.built == Built::edges) set_height(of);
    if (!(of.squared > 0x1p-600)) return;
    const Vector3& u = of.normal;
    const Foot foot = foot_of(of);
    const double moved = std::fabs(foot.alpha) * of.p.error + std::fabs(foot.beta) * of.q.error;
    double error = 0;
    double reach = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double terms = std::fabs(of.point[l]) + std::fabs(foot.alpha * of.p.along[l]) +
                           std::fabs(foot.beta * of.q.along[l]);
      const double off = pair_.filtered->error(static_cast<int>(l)) + moved + 3 * kUnit * terms;
      error += std::fabs(u[l]) * off + 4 * kUnit * std::fabs(u[l] * foot.at[l]);
      reach += std::fabs(foot.at[l]) + off;
    }
    error = (error + of.normal_error * reach) * (1 + 0x1p-40) + 0x1p-900;
    const double height = dot<3>(u, foot.at);
    const double lower = lower_of(of, height, error);
    if (lower > of.lower) of.lower = lower;
    const double tilt = of.normal_error * pair_.reach * (1 + 0x1p-40);
    if (of.built == Built::edges && of.height - of.height_error - tilt > height + error) {
      of.lower = kNone;
    }
  }

  /// From the foot, if it lies in the features that built the candidate.
  bool set_points(const Candidate& found, Depth<3>& depth) const noexcept {
    if (!(found.squared > 0x1p-600)) return false;
    constexpr double kEnd = 0x1p-46;
    const auto on_edge = [](double share) { return share >= -kEnd && share <= 1 + kEnd; };
    const Foot foot = foot_of(found);
    Vector3 on_a = corner(a_, found.a);
    Vector3 on_b = corner(b_, found.b);
    if (found.built == Built::edges) {
      if (!on_edge(-foot.alpha) || !on_edge(foot.beta)) return false;
      for (std::size_t l = 0; l < 3; ++l) {
        on_a[l] -= std::clamp(foot.alpha, -1.0, 0.0) * found.p.along[l];
        on_b[l] += std::clamp(foot.beta, 0.0, 1.0) * found.q.along[l];
      }
    } else {
      const bool of_a = found.built == Built::face_of_a;
      Vector3& moved = of_a ? on_a : on_b;
      const double sign = of_a ? -1 : 1;
      for (std::size_t l = 0; l < 3; ++l) {
        moved[l] += sign * (foot.alpha * found.p.along[l] + foot.beta * found.q.along[l]);
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

  static Vector3 corner(const TurnedHull& hull, std::int32_t vertex) noexcept {
    const auto v = static_cast<std::size_t>(vertex);
    return {hull.point[0][v], hull.point[1][v], hull.point[2][v]};
  }

  /// Whether a point of the face's plane is inside its rim, but for rounding.
  bool in_face(const Candidate& found, bool of_a, const Vector3& point) const noexcept {
    const SmallHull& faces = hull(of_a);
    const TurnedHull& turned = of_a ? a_ : b_;
    const double way = of_a ? turning(of_a).outward : -turning(of_a).outward;
    for (std::size_t e = 0; e < faces.edge_count; ++e) {
      const bool along = faces.sides[0][e] == found.face;
      if (!along && faces.sides[1][e] != found.face) continue;
      const Vector3 end = corner(turned, faces.ends[0][e]);
      const Vector3 edge = minus<3>(corner(turned, faces.ends[1][e]), end);
      const Vector3 from = minus<3>(point, end);
      const double side = way * dot<3>(cross(edge, from), found.normal);
      const double size = std::fabs(from[0]) + std::fabs(from[1]) + std::fabs(from[2]);
      const double least =
          -0x1p-44 * faces.edge_size[e] * turning(of_a).stretch * size * found.length;
      if ((along ? side : -side) < least) return false;
    }
    return true;
  }

  const SmallPair& pair_;
  const TurnedHull& a_;
  const TurnedHull& b_;
  std::size_t count_ = 0;
  std::array<Candidate, kMost> candidates_;  // unset past the last
};

}  // namespace

Depth<3> penetrate_small(const FilteredPair<3>& filtered) {
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
  Nearest nearest(pair, a, b);
  nearest.take(list);
  nearest.find(depth);
  return depth;
}

}  // namespace sunder::detail::sat
