// SPDX-License-Identifier: Apache-2.0
//
// Idea: With more than two free edges there are two equations for their coefficients in [-1, 1].
// Two free edges at a time, with the others at an end, give all corners of the solution set. Their
// mean is the answer, so that stacked faces meet at their centre.
// Bound: It has none. The points belong to the boxes up to rounding, and the depth's interval does
// not depend on them.
// Cost: At most 15 pairs of edges times 16 choices of ends, for six free edges.
// Gives up: Where no pair of edges closes the vector up to kMostShare.
#include "narrow/sat/box_witness.hpp"

namespace sunder::detail::sat {
namespace {

class Witness {
 public:
  Witness(const Pair<3>& pair, const BoxTranslation& out) noexcept
      : normal_(out.translation.direction) {
    const unsigned free =
        free_edges(pair, static_cast<std::size_t>(out.translation.axis), out.axis);
    set_vertex(pair.a, out.axis.rise.data(), 1, free, at_a_);
    set_vertex(pair.b, out.axis.rise.data() + 3, -1, free >> 3, at_b_);
    for (std::size_t l = 0; l < 3; ++l) {
      left_[l] = out.translation.length * normal_[l] - (at_a_[l] - at_b_[l]);
    }
    for (std::size_t k = 0; k < 6; ++k) {
      if ((free >> k & 1) != 0) add_free_edge(pair, k);
    }
  }

  bool solve(BoxDepth& depth) noexcept {
    for (std::size_t i = 0; i < free_count_; ++i) {
      for (std::size_t j = i + 1; j < free_count_; ++j) try_ends(i, j);
    }
    if (solutions_ == 0) return false;
    depth.point_a = at_a_;
    depth.point_b = at_b_;
    for (std::size_t k = 0; k < free_count_; ++k) {
      const double share = shares_[k] / solutions_;
      if (free_[k].of_a) {
        add(share, free_[k].half, depth.point_a);
      } else {
        add(-share, free_[k].half, depth.point_b);
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

  void add_free_edge(const Pair<3>& pair, std::size_t k) noexcept {
    FreeEdge& next = free_[free_count_++];
    next.of_a = k < 3;
    next.half = {};
    add(k < 3 ? half_edge(pair, k) : -half_edge(pair, k), edge_of(pair, k), next.half);
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

void find_box_witness(const Pair<3>& pair, BoxDepth& depth) noexcept {
  depth.has_points = Witness(pair, depth.out).solve(depth);
}

}  // namespace sunder::detail::sat
