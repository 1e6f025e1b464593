// SPDX-License-Identifier: Apache-2.0
//
// Idea: Joining coplanar neighbours finds whole faces. A plane's part of a convex boundary is one
// convex polygon, so that its triangles are connected over edges. A vertex is extreme if and only
// if three or more faces meet in it. Inside a face there is one, inside an edge there are two.
// Bound: Coplanarity is an exact sign; the mesh has passed bounds_convex_body().
// Cost: O(n log n) for n triangles, and one exact sign an edge.
#include "geometry/faces.hpp"

#include <algorithm>
#include <cstddef>

namespace sunder::detail {
namespace {

std::size_t index(std::int32_t i) noexcept { return static_cast<std::size_t>(i); }

/// Returns the vertex of `other` that `triangle` lacks; a mesh of more than two triangles has one.
std::int32_t opposite(const Triangle& triangle, const Triangle& other) noexcept {
  const auto missing = [&](std::int32_t v) {
    return std::find(triangle.vertices.begin(), triangle.vertices.end(), v) ==
           triangle.vertices.end();
  };
  return *std::find_if(other.vertices.begin(), other.vertices.end(), missing);
}

/// Numbers the groups of coplanar triangles that are connected over edges.
std::vector<std::int32_t> number_faces(const SpacePoints& points,
                                       std::span<const Triangle> triangles) {
  std::vector<std::int32_t> face_of(triangles.size(), kNoIndex);
  std::vector<std::int32_t> reached;
  std::int32_t faces = 0;
  for (std::size_t seed = 0; seed < triangles.size(); ++seed) {
    if (face_of[seed] != kNoIndex) continue;
    face_of[seed] = faces;
    reached.assign(1, static_cast<std::int32_t>(seed));
    while (!reached.empty()) {
      const Triangle& triangle = triangles[index(reached.back())];
      reached.pop_back();
      const PlaneFilter plane = points.plane(triangle.vertices);
      for (const std::int32_t n : triangle.neighbours) {
        if (face_of[index(n)] != kNoIndex) continue;
        const std::int32_t v = opposite(triangle, triangles[index(n)]);
        if (points.side(plane, triangle.vertices, v) != 0) continue;
        face_of[index(n)] = faces;
        reached.push_back(n);
      }
    }
    ++faces;
  }
  return face_of;
}

/// A directed edge of a triangle with another face across it.
struct Rim {
  std::int32_t face;
  std::int32_t from;
  std::int32_t to;
};

/// Returns all rims, ordered by face.
std::vector<Rim> rims_of(std::span<const Triangle> triangles,
                         const std::vector<std::int32_t>& face_of) {
  std::vector<Rim> rims;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (face_of[index(triangles[t].neighbours[i])] == face_of[t]) continue;
      rims.push_back({face_of[t], triangles[t].vertices[i], triangles[t].vertices[(i + 1) % 3]});
    }
  }
  std::stable_sort(rims.begin(), rims.end(),
                   [](const Rim& a, const Rim& b) { return a.face < b.face; });
  return rims;
}

/// Returns vertices in which three or more faces meet: the rim of each face leaves a vertex once.
std::vector<std::int32_t> corners_of(const std::vector<Rim>& rims, std::int32_t point_count) {
  std::vector<std::int32_t> faces_at(index(point_count), 0);
  for (const Rim& rim : rims) ++faces_at[index(rim.from)];
  std::vector<std::int32_t> corners;
  for (std::int32_t v = 0; v < point_count; ++v) {
    if (faces_at[index(v)] >= 3) corners.push_back(v);
  }
  return corners;
}

/// Follows the rim of one face and keeps its corners.
std::vector<std::int32_t> polygon(std::span<const Rim> rims, std::vector<std::int32_t>& following,
                                  const std::vector<std::int32_t>& position) {
  for (const Rim& rim : rims) following[index(rim.from)] = rim.to;
  std::vector<std::int32_t> cycle;
  std::int32_t v = rims.front().from;
  for (std::size_t i = 0; i < rims.size(); ++i) {
    if (position[index(v)] != kNoIndex) cycle.push_back(position[index(v)]);
    v = following[index(v)];
  }
  return cycle;
}

}  // namespace

ConvexBoundary merge_coplanar(const SpacePoints& points, std::span<const Triangle> triangles) {
  ConvexBoundary body;
  const std::vector<Rim> rims = rims_of(triangles, number_faces(points, triangles));
  body.corners = corners_of(rims, points.count());
  std::vector<std::int32_t> position(index(points.count()), kNoIndex);
  for (std::size_t i = 0; i < body.corners.size(); ++i) {
    position[index(body.corners[i])] = static_cast<std::int32_t>(i);
  }
  std::vector<std::int32_t> following(index(points.count()), kNoIndex);
  for (std::size_t first = 0; first < rims.size();) {
    std::size_t end = first;
    while (end < rims.size() && rims[end].face == rims[first].face) ++end;
    body.boundary.add_face(
        polygon(std::span(rims).subspan(first, end - first), following, position));
    first = end;
  }
  add_edges(body.boundary);
  return body;
}

}  // namespace sunder::detail
