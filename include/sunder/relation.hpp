// SPDX-License-Identifier: Apache-2.0
//
// Classifies how two bodies of the plane or of space meet: the six relations of the edge-projection paper (section
// 1.1), or separation, and the features.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sunder/export.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// Apart, in contact by these features, or overlapping. In 2-D an edge on an edge is edge_edge, and there is no face.
enum class Relation : std::uint8_t {
  separated,
  vertex,       ///< a vertex on a vertex
  edge_vertex,  ///< a vertex inside an edge; in 3-D also two edges along one line
  edge_edge,    ///< two edges, in 3-D across each other
  face,         ///< 3-D: inside a face there is a face, an edge or a vertex of the other body
  piercing,     ///< overlapping, and neither body lies in the other
  containment   ///< overlapping, and one body lies in the other; it may touch its boundary
};

/// Returns the pipe's word: "separated", "vertex", "edge-vertex", "edge-edge", "face", "piercing", "containment".
SUNDER_EXPORT std::string_view to_string(Relation relation) noexcept;

/// What a feature is; `interior` is the whole body where it has the dimension of space. A body that
/// is flat is a vertex, an edge or a face of itself.
enum class FeatureKind : std::uint8_t { none, vertex, edge, face, interior };
SUNDER_EXPORT std::string_view to_string(FeatureKind kind) noexcept;

/// A face of a body in the world: a vertex, an edge, a facet or the body itself.
struct Feature {
  FeatureKind kind = FeatureKind::none;
  int dimension = -1;
  /// Caller's indices of its corners: of kept vertices, the lowest of those that coincide. The ends
  /// of an edge ascend; a face is listed once around, from its lowest index towards the lower
  /// neighbour. Points inside an edge or a face are left out. Empty for `interior` and `none`.
  std::vector<std::int32_t> vertices;
  friend bool operator==(const Feature&, const Feature&) = default;
};

/// The answer of relation(). The common part is the set of points that lie in both bodies.
struct RelationAnswer : Decision {
  Relation relation = Relation::separated;
  /// The smallest face of each body that holds the common part: their relative interiors meet.
  /// `none` where the bodies are separated. It does not depend on the choice of a supporting plane.
  Feature feature_a, feature_b;
  int contact_dimension = -1;  ///< of the common part; -1 if separated
  /// The relative interiors of the bodies have a common point: always where they overlap; touching
  /// bodies do so only if both are flat.
  bool meets_relative_interiors = false;
  /// Every point of a lies in b, and the other way round; as contains() decides it. Touching bodies
  /// can contain each other too, a flat one in a face of the other.
  bool a_in_b = false, b_in_a = false;
  explicit operator bool() const noexcept { return relation != Relation::separated; }
};

/// How do the bodies meet, and by which features? Every field is true of the doubles given, exactly. The hint serves
/// the verdict. With a radius they are the polytope's faces, moved out by it.
///
/// Cost: that of intersects() where the bodies are separated. Touching: tens of microseconds, for the exact direction
/// of the contact, one scan of the vertices, and O(k log k) exact operations, k vertices being in the plane.
/// Overlapping: that of contains(), both ways.
SUNDER_EXPORT RelationAnswer relation(const Posed2& a, const Posed2& b, const Search2& search = {});
SUNDER_EXPORT RelationAnswer relation(const Posed3& a, const Posed3& b, const Search3& search = {});

}  // namespace sunder::inline SUNDER_ABI
