// SPDX-License-Identifier: Apache-2.0
//
// Whether two bodies overlap at a point where features of theirs meet, from the directions that lead inside.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "mesh/triangles/triangle_pair.hpp"
#include "sunder/body_trace.hpp"

namespace sunder::detail::mesh {

/// What was looked at to decide about a contact, and what it showed: for a trace.
struct ConeStep {
  ContactReason reason = ContactReason::nothing_common;
  Vector3 direction{};  ///< as BodyStep's
  std::array<std::vector<Arc>, 2> arcs;
};

/// Which triangles at a vertex, in the order of its star, may have more in common with those at the other's vertex.
using CloseAtVertices = std::array<std::vector<bool>, 2>;

/// Do two solids overlap at this contact? Sets `step` where it is given. `close` is known of two vertices, or not.
bool solids_overlap_at(PiecePair& pair, const Contact& contact, ConeStep* step = nullptr,
                       const CloseAtVertices* close = nullptr);

/// Does a triangle of a surface have points inside a solid near this contact? The surface is on the other side; its
/// feature is one of the triangle.
bool surface_is_inside_at(PiecePair& pair, int solid, const Feature& of_solid,
                          std::int32_t triangle, const Feature& of_triangle,
                          ConeStep* step = nullptr);

/// Do two triangles of surfaces overlap, as convex sets: do they cross in points that are inner points of both? These
/// are all their contacts.
bool triangles_overlap(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
                       std::span<const Contact> contacts);

}  // namespace sunder::detail::mesh
