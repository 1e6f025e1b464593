// SPDX-License-Identifier: Apache-2.0
//
// These functions project bodies along a line onto a coordinate plane. The vertices are rotated but
// not translated (rotated_vertices.hpp): a translation changes no outline, it only shifts one of
// them.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "algorithms/edge_projection/rotated_vertices.hpp"

namespace sunder::detail::edge_projection {

/// x -> (x_i - s_i x_k, x_j - s_j x_k): the projection along e onto the plane x_k = 0. Here s = e /
/// e_k, and k is the largest entry of e, so that no slope exceeds 1. (The paper prints this matrix
/// with its entries in the wrong row.)
struct Projection {
  std::size_t i = 0, j = 1, k = 2;
  std::array<double, 2> slopes{};

  Vector2 operator()(const Vector3& x) const noexcept {
    return {x[i] - slopes[0] * x[k], x[j] - slopes[1] * x[k]};
  }
  /// Returns the direction u, orthogonal to e, with u . x = n . (projected x) for every x.
  Vector3 lift(const Vector2& n) const noexcept {
    Vector3 u{};
    u[i] = n[0];
    u[j] = n[1];
    u[k] = -(slopes[0] * n[0] + slopes[1] * n[1]);
    return u;
  }
};
Projection projection_along(const Vector3& e) noexcept;

/// A polygon, counter-clockwise in (first, second) coordinate, with no corner on the line of its
/// neighbours. A flat one has two corners or one.
struct Outline {
  std::vector<std::int32_t> vertices;  ///< the kept vertex of each corner
  std::vector<Vector2> corners;
};

struct Outlines {
  Projection projection;
  Outline a, b;
};

/// Traces the outline of projected points by Andrew's monotone chain. `order` is scratch.
void trace_outline(const std::vector<Vector2>& points, std::vector<std::int32_t>& order,
                   Outline& outline);

/// The name of an edge: its body and its two vertices, the lesser first.
struct EdgeName {
  bool of_b = false;
  std::int32_t low = 0, high = 0;
  friend bool operator==(const EdgeName&, const EdgeName&) = default;
};

struct EdgeNameHash {
  std::size_t operator()(const EdgeName& name) const noexcept {
    const auto low = static_cast<std::uint64_t>(name.low);
    const auto high = static_cast<std::uint64_t>(name.high);
    return static_cast<std::size_t>((low << 32 | high) * 2 + (name.of_b ? 1 : 0));
  }
};

/// Outlines of one pair of bodies, built on demand; stored for the next query if `keeps`.
class OutlineSource {
 public:
  OutlineSource(const Pair<3>& pair, bool keeps) : rotated_(pair), keeps_(keeps) {}
  const RotatedVertices<3>& rotated() const noexcept { return rotated_; }
  /// `e` is the direction of the edge. The result is valid until the next call unless outlines are
  /// stored.
  const Outlines& along(const EdgeName& name, const Vector3& e);
  /// Returns the number of outlines built so far, both bodies' counting as one.
  std::int64_t built() const noexcept { return built_; }

 private:
  void build(const Vector3& e, Outlines& outlines);

  RotatedVertices<3> rotated_;
  bool keeps_;
  std::int64_t built_ = 0;
  Outlines last_;
  std::unordered_map<EdgeName, Outlines, EdgeNameHash> kept_;
  std::vector<Vector2> points_;
  std::vector<std::int32_t> order_;
};

}  // namespace sunder::detail::edge_projection
