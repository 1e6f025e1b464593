// SPDX-License-Identifier: Apache-2.0
//
// Triangles over points, and what tests make of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "suite/random.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::test {

struct Soup {
  std::vector<Vector3> points;
  std::vector<std::array<std::int32_t, 3>> triangles;

  std::int32_t add(const Vector3& point) {
    points.push_back(point);
    return static_cast<std::int32_t>(points.size()) - 1;
  }
  void add(const Soup& other);
  void turn_inside_out();
  /// Draws an order of the triangles and of the points, and a first corner for each triangle.
  void shuffle(suite::Random& random);
};

/// Cuts triangles at a middle of an edge or inside, `times` times; every new point is a double that lies there exactly.
/// The coordinates must have bits to spare. T-junctions come of it.
void split(Soup& soup, suite::Random& random, int times);

/// The faces of a polytope, each in a fan from any of its corners. Flat ones have none.
Soup soup_of(const Polytope3& polytope, suite::Random& random);

/// Returns the mesh, and expects that it is of that kind.
Mesh3 solid_of(const Soup& soup);
Mesh3 surface_of(const Soup& soup);
Mesh3 mesh_of(const Soup& soup, TakeAs as = TakeAs::automatic);

Soup box_soup(const Vector3& lower, const Vector3& upper);
/// Triangle `t` of points.
Soup triangle_soup(const std::array<Vector3, 3>& t);

/// Every 61st verdict is also certified and verified; SUNDER_PROVE_EVERY chooses another step, 0 none.
Verdict verdict_of(const Body3& a, const Pose3& pose_a, const Body3& b, const Pose3& pose_b);

/// Certifies an answer and expects that verify() accepts the proof, and none of another verdict.
BodyCertificate expect_proof(const PosedBody3& a, const PosedBody3& b,
                             const BodyDecision& decision);

}  // namespace sunder::test
