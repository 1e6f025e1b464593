// SPDX-License-Identifier: Apache-2.0
//
// Idea: Sort the faces of a posed body by friction, and find directions along which single vertices
// are extreme.
// Source: The edge-projection paper (edge_projection.hpp), for friction.
// Bound: It needs none: frictions and directions only order a search.
// Cost: One cofactor product and one cosine for each face, and a sort.
// Gives up: A face that the pose makes degenerate has a zero normal and is left out.
#include "algorithms/edge_projection/facing.hpp"

#include <algorithm>

#include "algorithms/edge_projection/prober.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::edge_projection {
namespace {

/// Returns entry (l, k) of det(R) R^-T, which maps normals to normals even if R is sheared.
double cofactor(const Pose3& pose, int l, int k) noexcept {
  const int l1 = (l + 1) % 3, l2 = (l + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  return pose.linear(l1, k1) * pose.linear(l2, k2) - pose.linear(l1, k2) * pose.linear(l2, k1);
}

template <int D>
std::int32_t face_count(const Topology& topology) noexcept {
  return D == 2 ? topology.edge_count() : topology.face_count();
}

template <int D>
std::vector<Facing> find_facing(const Body<D>& body, const Vector<D>& line) {
  std::vector<Facing> facing;
  if (dot<D>(line, line) == 0) return facing;
  const std::int32_t count = face_count<D>(*body.hull->topology);
  for (std::int32_t face = 0; face < count; ++face) {
    const Vector<D> normal = outward_normal(body, face);
    const double friction = dot<D>(normal, line) / (length<D>(normal) * length<D>(line));
    // Friction is NaN if the normal is 0, and then the comparison is false.
    if (friction > 0) facing.push_back({friction, face});
  }
  std::stable_sort(facing.begin(), facing.end(),
                   [](const Facing& p, const Facing& q) { return p.friction > q.friction; });
  return facing;
}

/// Returns the vertices of an edge of a polygon, or of a face.
std::array<std::int32_t, 2> vertices_of(const Topology& topology, std::int32_t i,
                                        Vector2) noexcept {
  return topology.edge(i).vertices;
}
IndexList vertices_of(const Topology& topology, std::int32_t i, Vector3) noexcept {
  return topology.face(i);
}

template <int D>
std::vector<Vector<D>> find_vertex_directions(const Body<D>& body, std::size_t most) {
  const auto count = static_cast<std::size_t>(body.hull->count);
  const Topology& topology = *body.hull->topology;
  std::vector<Vector<D>> sums(count, Vector<D>{});
  for (std::int32_t i = 0; i < face_count<D>(topology); ++i) {
    const Vector<D> normal = outward_normal(body, i);
    const double size = length<D>(normal);
    if (!(size > 0)) continue;
    for (const std::int32_t v : vertices_of(topology, i, Vector<D>{})) {
      for (std::size_t l = 0; l < D; ++l) sums[static_cast<std::size_t>(v)][l] += normal[l] / size;
    }
  }
  const std::size_t taken = std::min(count, most);
  for (std::size_t i = 0; i < taken; ++i) sums[i] = sums[i * count / taken];
  sums.resize(taken);
  return sums;
}

}  // namespace

template <int D>
bool edge_direction(const Body<D>& body, std::int32_t p, std::int32_t q,
                    Vector<D>& along) noexcept {
  for (int l = 0; l < D; ++l) {
    double sum = 0;
    for (int k = 0; k < D; ++k) {
      sum += body.pose->linear(l, k) * (body.hull->coordinate(q, k) - body.hull->coordinate(p, k));
    }
    along[static_cast<std::size_t>(l)] = sum;
  }
  return normalise(along.data(), D);
}
template bool edge_direction<2>(const Body<2>&, std::int32_t, std::int32_t, Vector2&) noexcept;
template bool edge_direction<3>(const Body<3>&, std::int32_t, std::int32_t, Vector3&) noexcept;

Vector2 outward_normal(const Body<2>& body, std::int32_t edge) noexcept {
  const Edge at = body.hull->topology->edge(edge);
  Vector2 along{};
  if (!edge_direction<2>(body, at.vertices[0], at.vertices[1], along)) return {};
  const Pose2& pose = *body.pose;
  const bool reflected =
      pose.linear(0, 0) * pose.linear(1, 1) < pose.linear(0, 1) * pose.linear(1, 0);
  return reflected ? Vector2{-along[1], along[0]} : Vector2{along[1], -along[0]};
}

Vector3 outward_normal(const Body<3>& body, std::int32_t face) {
  const Vector3& local =
      body.hull->topology->listed(*body.hull).faces[static_cast<std::size_t>(face)].normal;
  const Pose3& pose = *body.pose;
  Vector3 normal{};
  double determinant = 0;
  for (int l = 0; l < 3; ++l) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += cofactor(pose, l, k) * local[static_cast<std::size_t>(k)];
    normal[static_cast<std::size_t>(l)] = sum;
    determinant += pose.linear(0, l) * cofactor(pose, 0, l);
  }
  if (!normalise(normal.data(), 3)) return {};
  return determinant < 0 ? negated<3>(normal) : normal;
}

std::vector<Facing> facing_faces(const Body<2>& body, const Vector2& line) {
  return find_facing<2>(body, line);
}
std::vector<Facing> facing_faces(const Body<3>& body, const Vector3& line) {
  return find_facing<3>(body, line);
}

std::vector<Vector2> vertex_directions(const Body<2>& body, std::size_t most) {
  return find_vertex_directions<2>(body, most);
}
std::vector<Vector3> vertex_directions(const Body<3>& body, std::size_t most) {
  return find_vertex_directions<3>(body, most);
}

}  // namespace sunder::detail::edge_projection
