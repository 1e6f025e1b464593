// SPDX-License-Identifier: Apache-2.0
//
// Idea: Finds the points of deepest overlap of two boxes. They lie in the boxes' extreme faces, and
// their difference is the minimum translation. Along the normal n of a facet of C the extreme points
// of each box are a vertex plus multiples of the edges perpendicular to n. These have to close the
// vector that remains between the vertices: two equations for coefficients in [-1, 1]. Two free edges at a time, with the others at an end, give all corners of the solution set. Their
// mean is the answer, so that stacked faces meet at their centre.
// Bound: It has none. The points belong to the boxes up to rounding, and the depth's interval does
// not depend on them.
// Cost: At most 15 pairs of edges times 16 choices of ends, for six free edges.
// Gives up: Where no pair of edges closes the vector up to kMostShare.
#include <cmath>

#include "geometry/vectors.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

/// A coefficient's bound 1, with a tolerance for rounding.
constexpr double kMostShare = 1 + 1e-9;

/// Adds `factor` times v.
void add(double factor, const Vector3& v, Vector3& to) noexcept {
  for (std::size_t l = 0; l < 3; ++l) to[l] += factor * v[l];
}

class Witness {
 public:
  Witness(const Pair<3>& pair, const MinimalTranslation<3>& translation) noexcept
      : normal_(translation.direction) {
    const auto& own = kBoxAxisEdges[static_cast<std::size_t>(translation.axis)];
    const unsigned of_axis = 1U << own[0] | 1U << own[1];
    const unsigned free_a = set_vertex(pair.a, 1, of_axis, at_a_);
    const unsigned free_b = set_vertex(pair.b, -1, of_axis >> 3, at_b_);
    const unsigned free = free_a | free_b << 3;
    for (std::size_t l = 0; l < 3; ++l) {
      left_[l] = translation.length * normal_[l] - (at_a_[l] - at_b_[l]);
    }
    for (std::size_t k = 0; k < 6; ++k) {
      if ((free >> k & 1) != 0) add_free_edge(k < 3 ? pair.a : pair.b, k);
    }
  }

  bool solve(Vector3& point_a, Vector3& point_b) noexcept {
    for (std::size_t i = 0; i < free_count_; ++i) {
      for (std::size_t j = i + 1; j < free_count_; ++j) try_ends(i, j);
    }
    if (solutions_ == 0) return false;
    point_a = at_a_;
    point_b = at_b_;
    for (std::size_t k = 0; k < free_count_; ++k) {
      const double share = shares_[k] / solutions_;
      if (free_[k].of_a) {
        add(share, free_[k].half, point_a);
      } else {
        add(-share, free_[k].half, point_b);
      }
    }
    return true;
  }

 private:
  using Shares = std::array<double, 6>;

  /// Half an edge of C; b's own edges have the opposite sign.
  struct FreeEdge {
    Vector3 half;
    bool of_a;
  };

  /// Computes the extreme vertex, where `sign` times the rise is greatest. Free edges contribute
  /// their middle: `own` ones, and all others that are perpendicular to n up to rounding. Returns
  /// the free edges, a bit each.
  unsigned set_vertex(const Body<3>& body, double sign, unsigned own, Vector3& at) const noexcept {
    const double flat = 0x1p-48 * greatest_singular_value(*body.pose);
    at = {body.pose->offset(0), body.pose->offset(1), body.pose->offset(2)};
    unsigned free = own & 7U;
    for (unsigned k = 0; k < 3; ++k) {
      const Vector3 column = column_of(body, k);
      const double rise = dot<3>(column, normal_);
      free |= unsigned{std::fabs(rise) <= flat} << k;
      const double low = body.hull->lower[k] / 2;
      const double high = body.hull->upper[k] / 2;
      const double end = std::copysign(high - low, sign * rise);
      add((high + low) + ((free >> k & 1) != 0 ? 0 : end), column, at);
    }
    return free;
  }
  static Vector3 column_of(const Body<3>& body, std::size_t k) noexcept {
    const double* r = linear_data(*body.pose) + k;
    return {r[0], r[3], r[6]};
  }

  void add_free_edge(const Body<3>& body, std::size_t k) noexcept {
    FreeEdge& next = free_[free_count_++];
    const double half = body.hull->upper[k % 3] / 2 - body.hull->lower[k % 3] / 2;
    next.of_a = k < 3;
    next.half = {};
    add(next.of_a ? half : -half, column_of(body, k % 3), next.half);
  }

  /// Tries all choices of ends for the edges other than i and j.
  void try_ends(std::size_t i, std::size_t j) noexcept {
    const unsigned choices = 1U << (free_count_ - 2);
    for (unsigned ends = 0; ends < choices; ++ends) {
      Shares share{};
      Vector3 left = left_;
      unsigned bit = ends;
      for (std::size_t k = 0; k < free_count_; ++k) {
        if (k == i || k == j) continue;
        share[k] = (bit & 1) != 0 ? 1 : -1;
        bit >>= 1;
        add(-share[k], free_[k].half, left);
      }
      try_pair(i, j, left, share);
    }
  }

  /// Reduces `left` to 0 by edges i and j, and counts the solution if both coefficients are in
  /// range.
  void try_pair(std::size_t i, std::size_t j, const Vector3& left, Shares share) noexcept {
    const Vector3& p = free_[i].half;
    const Vector3& q = free_[j].half;
    const Vector3 beside_q = cross(q, normal_);
    const double area = dot<3>(p, beside_q);
    if (!(area * area > 0x1p-80 * dot<3>(p, p) * dot<3>(q, q))) return;
    share[i] = dot<3>(left, beside_q) / area;
    share[j] = dot<3>(left, cross(normal_, p)) / area;
    if (!(std::fabs(share[i]) <= kMostShare && std::fabs(share[j]) <= kMostShare)) return;
    ++solutions_;
    for (std::size_t k = 0; k < free_count_; ++k) shares_[k] += share[k];
  }

  Vector3 normal_;
  Vector3 at_a_;  ///< without the free edges
  Vector3 at_b_;
  Vector3 left_;
  std::array<FreeEdge, 6> free_;
  std::size_t free_count_ = 0;
  Shares shares_{};  ///< summed over the solutions
  int solutions_ = 0;
};

}  // namespace

bool find_box_witness(const Pair<3>& pair, const MinimalTranslation<3>& translation,
                      Vector3& point_a, Vector3& point_b) noexcept {
  return Witness(pair, translation).solve(point_a, point_b);
}

}  // namespace sunder::detail::sat
