// SPDX-License-Identifier: Apache-2.0
//
// Builds the bodies and placements of the edge-projection paper's experiments. Everything is
// generated from fixed seeds: every run has the same doubles.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::cli {

/// splitmix64: equal numbers on every platform.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double in(double low, double high);

 private:
  std::uint64_t state_;
};

/// The relative placement of two bodies: the paper's three groups.
enum class Regime : std::uint8_t { far, near, overlapping };
inline constexpr std::array kRegimes{Regime::far, Regime::near, Regime::overlapping};
std::string_view to_string(Regime regime) noexcept;

struct Place {
  Pose3 a;
  Pose3 b;
};

/// Returns the ellipsoid with half axes 500, 400, 400 on (faces + 4) / 2 points; all faces are
/// triangles.
Polytope3 ellipsoid(int faces);

/// Both bodies are rotated at random, and b is moved along a random line to first contact. From
/// there it moves on by 5 to 100 % of the long axis (far) or by 0.1 to 1 % (near). For overlaps it
/// moves back by 1 to 50 % of its distance. The rotations and lines of a regime are equal for all
/// bodies.
std::vector<Place> ellipsoid_places(const Polytope3& a, const Polytope3& b, Regime regime,
                                    int count);

/// Returns a round table and a chair of convex parts, with as many parts and vertices as the
/// paper's.
std::vector<Polytope3> table_parts();
std::vector<Polytope3> chair_parts();

/// Returns the chair beside the table: upright or toppled in turn, far away, near, or pushed in.
std::vector<Place> chair_places(const std::vector<Polytope3>& table,
                                const std::vector<Polytope3>& chair, int count);

}  // namespace sunder::cli
