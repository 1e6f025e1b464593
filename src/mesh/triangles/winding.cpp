// SPDX-License-Identifier: Apache-2.0
//
// Idea: Triangles that a ray crosses are counted with their sign. Where the ray meets an edge it passes on the side
// that a displacement of the start by (e, e^2), e infinitely small, in the other two coordinates gives.
// Source: Edelsbrunner and Muecke, "Simulation of simplicity" (1990), for that displacement.
// Bound: u = 2^-53; the start is within e, the corners within kNormalisedError. With differences below D, each within
// f = e + kNormalisedError + u D, an orientation in the plane is within 4 f D + 2 f^2 + 3 u D^2. Heights have the bound of
// triangle_bounds.hpp.
// Cost: O(log n) for a tree; doubtful signs in integers.
// Gives up: Never.
#include "mesh/triangles/winding.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mesh/triangles/triangle_bounds.hpp"

namespace sunder::detail::mesh {
namespace {

class RayCounter {
 public:
  RayCounter(PiecePair& pair, int side, const RayStart& start)
      : pair_(pair),
        piece_(pair.piece(side)),
        side_(side),
        start_(start),
        x_(start.axis),
        y_((x_ + 1) % 3),
        z_((x_ + 2) % 3) {
    for (const std::int32_t vertex : start.vertices) {
      const Vector3 p = pair.piece(start.side).normalised(vertex);
      for (std::size_t k = 0; k < 3; ++k)
        from_[k] += p[k] / static_cast<double>(start.vertices.size());
    }
    error_ = 8 * kNormalisedError;
    if (start.side != side) {
      const OwnFrame& frame = pair.maps().frame[static_cast<std::size_t>(side)];
      from_ = frame.of(from_);
      error_ = frame.error;
    }
  }

  int count(std::vector<CrossedTriangle>* crossed) {
    if (piece_.triangles.empty()) return 0;
    std::vector<std::int32_t> open{0};
    int sum = 0;
    while (!open.empty()) {
      const TreeNode& node = piece_.nodes[static_cast<std::size_t>(open.back())];
      open.pop_back();
      for (std::size_t i = 0; i < TreeNode::kChildren; ++i) {
        if (misses(node, i)) continue;
        if (!is_leaf(node.child[i])) {
          open.push_back(node.child[i]);
          continue;
        }
        const Leaf leaf = Leaf::decode(node.child[i]);
        for (std::int32_t t = leaf.begin; t < leaf.begin + leaf.count; ++t) {
          const int sign = t != start_.skipped ? crossing(t) : 0;
          if (sign != 0 && crossed != nullptr) crossed->push_back({t, sign});
          sum += sign;
        }
      }
    }
    return sum;
  }

 private:
  bool misses(const TreeNode& node, std::size_t i) const noexcept {
    const auto lower = [&](std::size_t k) { return static_cast<double>(node.lower[k][i]); };
    const auto upper = [&](std::size_t k) { return static_cast<double>(node.upper[k][i]); };
    return !(lower(x_) <= upper(x_)) || from_[y_] + error_ < lower(y_) ||
           from_[y_] - error_ > upper(y_) || from_[z_] + error_ < lower(z_) ||
           from_[z_] - error_ > upper(z_) || from_[x_] - error_ > upper(x_);
  }

  /// Returns the sign with which the ray crosses a triangle, 0 where it does not.
  int crossing(std::int32_t triangle) {
    const Corners& corners = piece_.corners(triangle);
    std::array<Vector3, 3> p;
    double extent = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      p[i] = piece_.normalised(corners[i]);
      for (const std::size_t k : {y_, z_}) extent = std::max(extent, std::fabs(p[i][k] - from_[k]));
    }
    const double difference = error_ + kNormalisedError + kUnit * extent;
    const double bound = 5 * difference * (extent + difference) + 4 * kUnit * extent * extent;
    std::array<int, 3> side{};
    int common = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const double value = (p[i][y_] - from_[y_]) * (p[j][z_] - from_[z_]) -
                           (p[i][z_] - from_[z_]) * (p[j][y_] - from_[y_]);
      side[i] = value > bound ? 1 : (value < -bound ? -1 : 0);
      if (side[i] * common < 0) return 0;
      if (side[i] != 0) common = side[i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      if (side[i] != 0) continue;
      const int sign = edge_sign(corners[i], corners[(i + 1) % 3]);
      if (sign == 0 || sign == -common) return 0;
      common = sign;
    }
    const double least = std::min({p[0][x_], p[1][x_], p[2][x_]}),
                 most = std::max({p[0][x_], p[1][x_], p[2][x_]});
    const double reach = error_ + 2 * kNormalisedError;
    if (most < from_[x_] - reach) return 0;
    if (least > from_[x_] + reach) return common;
    return start_above(corners, p) == -common ? common : 0;
  }

  /// The sign of the start's height over a triangle.
  int start_above(const Corners& corners, const std::array<Vector3, 3>& p) {
    const Vector3 u = minus<3>(p[1], p[0]), v = minus<3>(p[2], p[0]), way = minus<3>(from_, p[0]);
    double extent = 0;
    for (std::size_t k = 0; k < 3; ++k)
      extent = std::max({extent, std::fabs(u[k]), std::fabs(v[k]), std::fabs(way[k])});
    const TriangleBounds bounds(std::max(error_, kNormalisedError), 2 * extent);
    const int sign = bounds.sign(determinant(u, v, way));
    return sign != 0 ? sign : exact().start_above(side_, corners);
  }

  /// The orientation of an edge to the ray, and by the displacement of the start where that is 0.
  int edge_sign(std::int32_t from, std::int32_t to) {
    const int sign = exact().edge_beside_ray(side_, start_.axis, from, to);
    if (sign != 0) return sign;
    const Vector3& p = piece_.point(from);
    const Vector3& q = piece_.point(to);
    if (p[z_] != q[z_]) return p[z_] > q[z_] ? 1 : -1;
    if (p[y_] != q[y_]) return q[y_] > p[y_] ? 1 : -1;
    return 0;
  }

  ExactPair& exact() {
    if (!is_set_) pair_.exact().set_start(start_.side, start_.vertices);
    is_set_ = true;
    return pair_.exact();
  }

  PiecePair& pair_;
  const Piece& piece_;
  int side_;
  const RayStart& start_;
  std::size_t x_, y_, z_;
  Vector3 from_{};
  double error_ = 0;
  bool is_set_ = false;
};

}  // namespace

int winding_number(PiecePair& pair, int side, const RayStart& start,
                   std::vector<CrossedTriangle>* crossed) {
  return RayCounter(pair, side, start).count(crossed);
}

}  // namespace sunder::detail::mesh
