// SPDX-License-Identifier: Apache-2.0
//
// Along the normal of a facet of C the extreme points of each box are a vertex moved along the
// edges at right angles to the normal. These edges, two or more of both boxes together, have to
// close what is left between the vertices: two equations for coefficients in [-1, 1]. Two edges at
// a time, the others at an end of theirs, give all the corners of the solutions; their mean is the
// answer, so that faces that lie on each other are met in their middle.
#include "narrow/sat/box_witness.hpp"

#include <cmath>

#include "narrow/sat/box_axes.hpp"
#include "narrow/vectors.hpp"

namespace sunder::detail::sat {
namespace {

constexpr std::size_t kMostFree = 4;

/// Half an edge that is free to be used: it moves the point of a, or minus it that of b.
struct FreeEdge {
  Vector3 half;
  bool of_a;
};

class Witness {
 public:
  Witness(const Pair<3>& pair, const Vector3& normal, int axis) noexcept : normal_(normal) {
    add(pair.a, true);
    add(pair.b, false);
    free_edges(axis);
  }

  bool solve(double length, Depth<3>& depth) noexcept {
    for (std::size_t l = 0; l < 3; ++l) {
      left_[l] = length * normal_[l] - (at_[0][l] - at_[1][l]);
    }
    for (std::size_t i = 0; i < free_count_; ++i) {
      for (std::size_t j = i + 1; j < free_count_; ++j) try_pair(i, j);
    }
    if (solutions_ == 0) return false;
    for (std::size_t l = 0; l < 3; ++l) {
      depth.point_a[l] = at_[0][l] + moved_[0][l] / solutions_;
      depth.point_b[l] = at_[1][l] + moved_[1][l] / solutions_;
    }
    return true;
  }

 private:
  struct Edge {
    FreeEdge free;
    double rise;  ///< of half the edge along the normal
  };

  void add(const Body<3>& body, bool of_a) noexcept {
    Vector3& at = at_[of_a ? 0 : 1];
    for (int l = 0; l < 3; ++l) at[static_cast<std::size_t>(l)] = body.pose->offset(l);
    for (int k = 0; k < 3; ++k) {
      const double low = body.hull->lower[k];
      const double high = body.hull->upper[k];
      Edge& edge = edges_[count_++];
      for (int l = 0; l < 3; ++l) {
        const double column = body.pose->linear(l, k);
        at[static_cast<std::size_t>(l)] += column * (low / 2 + high / 2);
        edge.free.half[static_cast<std::size_t>(l)] = column * (high / 2 - low / 2);
      }
      edge.free.of_a = of_a;
      edge.rise = dot<3>(normal_, edge.free.half);
    }
  }

  /// The axis' two edges are at right angles to it, and so are all others that rise by rounding
  /// alone. The rest are taken to the end that reaches farthest.
  void free_edges(int axis) noexcept {
    constexpr double kFlat = 0x1p-48;
    const auto& own = kBoxAxisEdges[axis];
    for (std::size_t i = 0; i < count_; ++i) {
      const Edge& edge = edges_[i];
      const Vector3& half = edge.free.half;
      const double size = std::fabs(half[0]) + std::fabs(half[1]) + std::fabs(half[2]);
      const bool is_free = i == own[0] || i == own[1] || std::fabs(edge.rise) <= kFlat * size;
      if (is_free && free_count_ < kMostFree) {
        free_[free_count_++] = edge.free;
        continue;
      }
      const double ahead = edge.free.of_a ? edge.rise : -edge.rise;
      Vector3& at = at_[edge.free.of_a ? 0 : 1];
      for (std::size_t l = 0; l < 3; ++l) at[l] += (ahead > 0 ? 1 : -1) * edge.free.half[l];
    }
  }

  /// As an edge of C: those of b count the other way round.
  Vector3 edge_of_c(std::size_t i) const noexcept {
    return free_[i].of_a ? free_[i].half : negated<3>(free_[i].half);
  }

  void try_pair(std::size_t i, std::size_t j) noexcept {
    const Vector3 p = edge_of_c(i);
    const Vector3 q = edge_of_c(j);
    const double area = dot<3>(normal_, cross(p, q));
    if (!(area * area > 0x1p-80 * dot<3>(p, p) * dot<3>(q, q))) return;
    const std::size_t others = free_count_ - 2;
    for (unsigned ends = 0; ends < 1U << others; ++ends) {
      std::array<double, kMostFree> share{};
      Vector3 left = left_;
      unsigned bit = ends;
      for (std::size_t k = 0; k < free_count_; ++k) {
        if (k == i || k == j) continue;
        share[k] = (bit & 1) != 0 ? 1 : -1;
        bit >>= 1;
        const Vector3 edge = edge_of_c(k);
        for (std::size_t l = 0; l < 3; ++l) left[l] -= share[k] * edge[l];
      }
      share[i] = dot<3>(normal_, cross(left, q)) / area;
      share[j] = dot<3>(normal_, cross(p, left)) / area;
      if (std::fabs(share[i]) <= 1 + 1e-9 && std::fabs(share[j]) <= 1 + 1e-9) take(share);
    }
  }

  void take(const std::array<double, kMostFree>& share) noexcept {
    ++solutions_;
    for (std::size_t k = 0; k < free_count_; ++k) {
      Vector3& moved = moved_[free_[k].of_a ? 0 : 1];
      for (std::size_t l = 0; l < 3; ++l) moved[l] += share[k] * free_[k].half[l];
    }
  }

  Vector3 normal_;
  std::array<Vector3, 2> at_{};     ///< of a and b: all but the free edges
  std::array<Vector3, 2> moved_{};  ///< by the free edges, summed over the solutions
  Vector3 left_{};
  std::array<Edge, 6> edges_;
  std::size_t count_ = 0;
  std::array<FreeEdge, kMostFree> free_;
  std::size_t free_count_ = 0;
  int solutions_ = 0;
};

}  // namespace

void find_box_witness(const Pair<3>& pair, int axis, double length, Depth<3>& depth) noexcept {
  depth.has_points = Witness(pair, depth.direction, axis).solve(length, depth);
}

}  // namespace sunder::detail::sat
