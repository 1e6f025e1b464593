// SPDX-License-Identifier: Apache-2.0
//
// The nearest candidate, its bounds made tight, and the deepest points. What the lanes prove of a
// candidate is off by its direction's error times the length of c. The facet's plane holds the foot
// of 0 as well, and that is no longer than the depth: so for the nearest candidate c is moved along
// its two edges, at right angles to the true direction, to about there.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "narrow/sat/small_hulls.hpp"
#include "narrow/vectors.hpp"

namespace sunder::detail::sat {
namespace {

constexpr double kLeastScale = 0x1p-100;
constexpr double kGreatestScale = 0x1p100;

struct Cofactors {
  double stretch = 0;  ///< the largest entry of R
  double largest = 0;
  double error = 0;  ///< of each
};

Cofactors set_cofactors(const Pose<3>& pose, Turning& turning) noexcept {
  const double rho = pose.linear_error();
  std::copy(pose.linear_data(), pose.linear_data() + 9, turning.linear.begin());
  const auto row = [&](std::size_t l) {
    return Vector3{turning.linear[3 * l], turning.linear[3 * l + 1], turning.linear[3 * l + 2]};
  };
  const std::array<Vector3, 3> rows{row(0), row(1), row(2)};
  Cofactors found;
  for (std::size_t l = 0; l < 3; ++l) {
    const Vector3 cofactors = cross(rows[(l + 1) % 3], rows[(l + 2) % 3]);
    for (std::size_t k = 0; k < 3; ++k) {
      turning.cofactor[3 * l + k] = cofactors[k];
      found.largest = std::max(found.largest, std::fabs(cofactors[k]));
      found.stretch = std::max(found.stretch, std::fabs(rows[l][k]));
    }
  }
  const double most = found.stretch;
  found.error = 6 * kUnit * most * most + 2 * rho * (4 * most + 2 * rho) + 0x1p-850;
  return found;
}

/// The sign of det R = sum_k R_0k C_0k, whose products lose four roundings together; 0 if it is
/// not proven.
double sign_of_determinant(const Pose<3>& pose, const Turning& turning, double error) noexcept {
  if (pose.is_quaternion()) return 1;
  double det = 0;
  double off = 0x1p-700;
  for (std::size_t k = 0; k < 3; ++k) {
    const double product = turning.linear[k] * turning.cofactor[k];
    det += product;
    off += 4 * kUnit * std::fabs(product) + std::fabs(turning.linear[k]) * error;
  }
  off *= 1 + 0x1p-40;
  if (det > off) return 1;
  return det < -off ? -1 : 0;
}

bool set_turning(const Body<3>& body, Turning& turning) noexcept {
  const Pose<3>& pose = *body.pose;
  const Cofactors cofactors = set_cofactors(pose, turning);
  turning.outward = sign_of_determinant(pose, turning, cofactors.error);
  if (turning.outward == 0 || !(cofactors.largest > 0x1p-280)) return false;
  const double scale = unit_scale(cofactors.largest);
  for (double& entry : turning.cofactor) entry *= scale;
  turning.stretch = cofactors.stretch * (1 + 0x1p-30);
  turning.share = (6 * kUnit + 2 * pose.linear_error()) * (1 + 0x1p-30);
  const double own_error = body.hull->small->normal_error;
  turning.normal_error = 3.25 * (cofactors.error * scale + own_error + 4 * kUnit);
  turning.side_margin =
      (3 * turning.normal_error + 10 * turning.share + 40 * kUnit) * (1 + 0x1p-20);
  return turning.normal_error <= 0.125;
}

/// False where the bounds do not hold.
bool set_pair(const FilteredPair<3>& filtered, SmallPair& pair) noexcept {
  const Pair<3>& bodies = filtered.pair();
  pair.filtered = &filtered;
  pair.a = bodies.a.hull->small.get();
  pair.b = bodies.b.hull->small.get();
  pair.reach = 0;
  pair.point_error = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    // Nine units of reach and the drift instead of six.
    const double error = filtered.error(static_cast<int>(l));
    pair.gap_error[l] = 1.5 * (1 + 0x1p-30) * error + 0x1p-600;
    pair.point_error = std::max(pair.point_error, error);
    pair.reach += filtered.reach()[l] * (1 + 0x1p-30);
  }
  if (!(pair.reach > kLeastScale && pair.reach < kGreatestScale)) return false;
  if (!(pair.point_error < kGreatestScale)) return false;
  return set_turning(bodies.a, pair.turning_a) && set_turning(bodies.b, pair.turning_b);
}

/// An edge of C at right angles to a candidate's true direction.
struct Span {
  Vector3 along;
  double size;   ///< at least each |entry|
  double error;  ///< of each entry
};

class Nearest {
 public:
  Nearest(const SmallPair& pair, const TurnedHull& a, const TurnedHull& b,
          Candidates& candidates) noexcept
      : pair_(pair), a_(a), b_(b), candidates_(candidates) {}

  /// The least candidate, with its bounds as tight as they get.
  bool find(Depth<3>& depth) noexcept {
    std::size_t slot = candidates_.least;
    if (!(candidates_.lower[slot] > 0)) return false;
    measure(slot);
    if (candidates_.next < candidates_.lower[slot]) slot = least();
    while (slot != slot_) {
      measure(slot);
      slot = least();
    }
    depth.lower = candidates_.lower[slot];
    depth.upper = (gap_.value + gap_.error) / length_ * (1 + 0x1p-48);
    for (std::size_t l = 0; l < 3; ++l) depth.direction[l] = direction(l) / length_;
    depth.has_direction = true;
    depth.verdict = Verdict::overlapping;
    depth.has_points = set_points(depth);
    return true;
  }

 private:
  double direction(std::size_t l) const noexcept { return candidates_.direction[l][slot_]; }
  bool of_faces() const noexcept { return slot_ < candidates_.first_pair; }
  bool of_a() const noexcept { return slot_ < candidates_.first_of_b; }
  std::size_t face() const noexcept { return of_a() ? slot_ : slot_ - candidates_.first_of_b; }

  /// Where several are nearly as near.
  std::size_t least() const noexcept {
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates_.end; ++i) {
      if (candidates_.lower[i] < candidates_.lower[best]) best = i;
    }
    return best;
  }

  /// As posed_hull.hpp has it.
  static Span edge_of(const Body<3>& body, const Turning& turning, std::int32_t from,
                      std::int32_t to) noexcept {
    Vector3 d;
    for (int k = 0; k < 3; ++k) {
      d[static_cast<std::size_t>(k)] =
          body.hull->coordinate(to, k) - body.hull->coordinate(from, k);
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

  /// The two edges that the candidate is at right angles to, and a point of each body on them.
  void set_spans() noexcept {
    const Pair<3>& bodies = pair_.filtered->pair();
    if (!of_faces()) {
      const std::size_t at = slot_ - candidates_.first_pair;
      const std::size_t e = candidates_.edges[at] / 32 % 32;
      const std::size_t f = candidates_.edges[at] % 32;
      p_ = edge_of(bodies.a, pair_.turning_a, pair_.a->ends[0][e], pair_.a->ends[1][e]);
      q_ = edge_of(bodies.b, pair_.turning_b, pair_.b->ends[0][f], pair_.b->ends[1][f]);
      at_ = {pair_.a->ends[0][e], pair_.b->ends[0][f]};
      return;
    }
    const SmallHull& hull = of_a() ? *pair_.a : *pair_.b;
    const Body<3>& body = of_a() ? bodies.a : bodies.b;
    const Turning& turning = of_a() ? pair_.turning_a : pair_.turning_b;
    const std::int32_t first = hull.triangle[0][face()];
    const std::int32_t second = hull.triangle[1][face()];
    p_ = edge_of(body, turning, first, second);
    q_ = edge_of(body, turning, second, hull.triangle[2][face()]);
    at_ = gap_.vertices;
    (of_a() ? at_.a : at_.b) = first;
  }

  /// Puts the least of |c - alpha p - beta q| into foot_; false for edges that are not told apart.
  bool set_foot() noexcept {
    const auto x = static_cast<std::size_t>(at_.a);
    const auto y = static_cast<std::size_t>(at_.b);
    for (std::size_t l = 0; l < 3; ++l) {
      point_[l] = (a_.point[l][x] - b_.point[l][y]) - pair_.filtered->offset()[l];
    }
    const Vector3 n = cross(p_.along, q_.along);
    const double squared = dot<3>(n, n);
    if (!(squared > 0x1p-600)) return false;
    alpha_ = dot<3>(cross(point_, q_.along), n) / squared;
    beta_ = dot<3>(cross(p_.along, point_), n) / squared;
    for (std::size_t l = 0; l < 3; ++l) {
      foot_[l] = (point_[l] - alpha_ * p_.along[l]) - beta_ * q_.along[l];
    }
    return true;
  }

  void measure(std::size_t slot) noexcept {
    slot_ = slot;
    const Vector3 u{direction(0), direction(1), direction(2)};
    length_ = std::sqrt(dot<3>(u, u));
    gap_ = height_of_difference(pair_, a_, b_, u);
    set_spans();
    if (!set_foot()) return;
    const double u_error = candidates_.error[slot];
    const double moved = std::fabs(alpha_) * p_.error + std::fabs(beta_) * q_.error;
    double error = 0;
    double reach = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double terms =
          std::fabs(point_[l]) + std::fabs(alpha_ * p_.along[l]) + std::fabs(beta_ * q_.along[l]);
      const double off = pair_.filtered->error(static_cast<int>(l)) + moved + 3 * kUnit * terms;
      error += std::fabs(u[l]) * off + 4 * kUnit * std::fabs(u[l] * foot_[l]);
      reach += std::fabs(foot_[l]) + off;
    }
    error = (error + u_error * reach) * (1 + 0x1p-40) + 0x1p-900;
    const double lower = (dot<3>(u, foot_) - error) / (length_ + 1.75 * u_error) * (1 - 0x1p-48);
    if (lower > candidates_.lower[slot]) candidates_.lower[slot] = lower;
    const bool lies_inside = gap_.value - gap_.error > dot<3>(u, foot_) + error;
    if (lies_inside && !of_faces() && builds_nothing()) {
      candidates_.lower[slot] = std::numeric_limits<double>::infinity();
    }
  }

  /// What floats left open, in doubles.
  bool builds_nothing() const noexcept {
    const std::size_t at = slot_ - candidates_.first_pair;
    const std::size_t e = candidates_.edges[at] / 32 % 32;
    const std::size_t f = candidates_.edges[at] % 32;
    const double way = candidates_.edges[at] < Candidates::kAgainst ? 1 : -1;
    return runs_off(true, e, q_, way) || runs_off(false, f, p_, way);
  }

  /// Proven that an edge of the other body, times `way`, runs behind the face along edge `at` of a,
  /// or of b, or ahead of the face against it.
  bool runs_off(bool of_a, std::size_t at, const Span& other, double way) const noexcept {
    const std::uint32_t faces = of_a ? pair_.a->faces[at] : pair_.b->faces[at];
    const Turning& turning = of_a ? pair_.turning_a : pair_.turning_b;
    const auto side = [&](int face) {
      return way * dot<3>(normal(of_a, static_cast<std::size_t>(face)), other.along);
    };
    const double margin = turning.side_margin * other.size + 10 * other.error;
    return side(std::countr_zero(faces)) < -margin || side(std::countr_zero(faces >> 16)) > margin;
  }

  /// N of a face.
  Vector3 normal(bool of_a, std::size_t face) const noexcept {
    const std::size_t slot = of_a ? face : face + candidates_.first_of_b;
    const double sign = of_a ? pair_.turning_a.outward : -pair_.turning_b.outward;
    return {sign * candidates_.direction[0][slot], sign * candidates_.direction[1][slot],
            sign * candidates_.direction[2][slot]};
  }

  /// From the foot, if it lies in the features that built the candidate.
  bool set_points(Depth<3>& depth) const noexcept {
    constexpr double kEnd = 0x1p-46;
    const auto on_edge = [](double share) { return share >= -kEnd && share <= 1 + kEnd; };
    Vector3 on_a = corner(a_, at_.a);
    Vector3 on_b = corner(b_, at_.b);
    if (!of_faces()) {
      if (!on_edge(-alpha_) || !on_edge(beta_)) return false;
      for (std::size_t l = 0; l < 3; ++l) {
        on_a[l] -= std::clamp(alpha_, -1.0, 0.0) * p_.along[l];
        on_b[l] += std::clamp(beta_, 0.0, 1.0) * q_.along[l];
      }
    } else {
      Vector3& moved = of_a() ? on_a : on_b;
      const double sign = of_a() ? -1 : 1;
      for (std::size_t l = 0; l < 3; ++l) {
        moved[l] += sign * (alpha_ * p_.along[l] + beta_ * q_.along[l]);
      }
      if (!in_face(moved)) return false;
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
  bool in_face(const Vector3& point) const noexcept {
    const SmallHull& hull = of_a() ? *pair_.a : *pair_.b;
    const TurnedHull& turned = of_a() ? a_ : b_;
    const Turning& turning = of_a() ? pair_.turning_a : pair_.turning_b;
    const Vector3 across = normal(of_a(), face());
    for (std::size_t e = 0; e < hull.edge_count; ++e) {
      const bool along = (hull.faces[e] >> face() & 1) != 0;
      if (!along && (hull.faces[e] >> (face() + 16) & 1) == 0) continue;
      const Vector3 edge{turned.edge[0][e], turned.edge[1][e], turned.edge[2][e]};
      const Vector3 from = minus<3>(point, corner(turned, hull.ends[0][e]));
      const double side = dot<3>(cross(edge, from), across);
      const double size = std::fabs(from[0]) + std::fabs(from[1]) + std::fabs(from[2]);
      if ((along ? side : -side) < -0x1p-44 * hull.edge_size[e] * turning.stretch * size)
        return false;
    }
    return true;
  }

  const SmallPair& pair_;
  const TurnedHull& a_;
  const TurnedHull& b_;
  Candidates& candidates_;

  // Of the candidate measured last.
  std::size_t slot_ = 0;
  double length_ = 0;
  DirectionalGap gap_;
  Span p_{};
  Span q_{};
  IndexPair at_{};
  Vector3 point_{};
  Vector3 foot_{};
  double alpha_ = 0;
  double beta_ = 0;
};

}  // namespace

bool are_small(const Pair<3>& pair) noexcept {
  return pair.a.hull->small != nullptr && pair.b.hull->small != nullptr;
}

Depth<3> penetrate_small(const FilteredPair<3>& filtered) {
  Depth<3> depth;
  SmallPair pair;
  TurnedHull a;
  TurnedHull b;
  Candidates candidates;
  if (!set_pair(filtered, pair) || !list_candidates(pair, a, b, candidates)) return depth;
  Nearest(pair, a, b, candidates).find(depth);
  return depth;
}

}  // namespace sunder::detail::sat
