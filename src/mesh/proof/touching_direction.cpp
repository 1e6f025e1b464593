// SPDX-License-Identifier: Apache-2.0
//
// Idea: The difference of two convex sets is a polytope. Where it has an inside, a facet's plane holds 0 or has it
// outside; its normal is one of a face or a product of two edges. Where it is flat, the normal of its plane divides, or
// one in that plane across an edge.
// Bound: Directions are exact.
// Cost: The products of all edges.
// Gives up: Beyond kMostDirected vertices in space.
#include "mesh/proof/touching_direction.hpp"

#include <set>

#include "query/proof_numbers.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::PosedPart;

/// Directions of edges, each line once.
class Lines {
 public:
  void add(Big3 v) {
    if (is_zero_vector(v)) return;
    v = primitive_line(std::move(v));
    if (found_.insert(v).second) list_.push_back(v);
  }
  const std::vector<Big3>& list() const noexcept { return list_; }

 private:
  std::set<Big3> found_;
  std::vector<Big3> list_;
};

/// The edges of the hull of a polytope of the plane, or its line.
void add_planar_edges(const PosedPart& part, Lines& lines) {
  std::vector<Vector2> points;
  for (const Vector3& p : part.points()) points.push_back({p[0], p[1]});
  const Polytope2 hull = Polytope2::from_points(points).value();
  const auto add = [&](std::int32_t i, std::int32_t j) {
    lines.add(part.direction(hull.caller_index(i), hull.caller_index(j)));
  };
  for (const Edge& edge : hull.edges()) add(edge.vertices[0], edge.vertices[1]);
  if (hull.report().affine_dimension == 1) add(0, hull.vertex_count() - 1);
}

bool add_edges(const PosedPart& part, std::int32_t triangle, Lines& lines) {
  std::vector<std::int32_t> points;
  if (triangle < 0 && part.dimension() == 2) {
    add_planar_edges(part, lines);
    return true;
  }
  if (triangle >= 0) {
    for (const std::int32_t corner : part.triangles()[static_cast<std::size_t>(triangle)])
      points.push_back(corner);
  } else {
    for (std::size_t i = 0; i < part.points().size(); ++i)
      points.push_back(static_cast<std::int32_t>(i));
  }
  if (points.size() > kMostDirected) return false;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) lines.add(part.direction(points[i], points[j]));
  }
  return true;
}

}  // namespace

std::vector<std::vector<ExactNumber>> touching_directions(const PosedPart& a,
                                                          std::int32_t triangle_a,
                                                          const PosedPart& b,
                                                          std::int32_t triangle_b) {
  Lines edges, normals;
  if (!add_edges(a, triangle_a, edges) || !add_edges(b, triangle_b, edges)) return {};
  const auto& list = edges.list();
  if (a.dimension() == 2) normals.add(list.empty() ? Big3{1, 0, 0} : Big3{0, 0, 1});
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) normals.add(cross(list[i], list[j]));
  }
  // In a plane, across its edges; on a line, along it; for two points, anything.
  if (normals.list().size() == 1) {
    const Big3 normal = normals.list().front();
    for (const Big3& edge : list) normals.add(cross(normal, edge));
  }
  for (std::size_t k = 0; k < 3 && normals.list().empty(); ++k) {
    Big3 axis{};
    axis[k] = 1;
    normals.add(list.empty() ? axis : cross(list.front(), axis));
  }
  std::vector<std::vector<ExactNumber>> directions;
  for (const Big3& normal : normals.list()) {
    directions.push_back(exact_numbers(normal));
    directions.push_back(negated_numbers(normal));
  }
  return directions;
}

}  // namespace sunder::detail::mesh
