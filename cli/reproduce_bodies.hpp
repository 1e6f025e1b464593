// SPDX-License-Identifier: Apache-2.0
//
// The bodies of the edge-projection paper's experiments and where they stand. All is made here,
// from fixed seeds: the same doubles in every run.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::cli {

/// splitmix64: the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double in(double low, double high);

 private:
  std::uint64_t state_;
};

/// How two bodies stand to each other: the paper's three groups of places.
enum class Regime : std::uint8_t { far, near, overlapping };
inline constexpr std::array kRegimes{Regime::far, Regime::near, Regime::overlapping};
std::string_view to_string(Regime regime) noexcept;

struct Place {
  Pose3 a;
  Pose3 b;
};

/// The ellipsoid with half axes 500, 400, 400 on (faces + 4) / 2 points: triangles all round.
Polytope3 ellipsoid(int faces);

/// Both bodies turned at random, b moved along a random line to where contact begins, and from
/// there 5 to 100 % of the long axis on (far), 0.1 to 1 % on (near), or 1 to 50 % of its way back
/// (overlapping). The turns and lines of a regime are the same for all bodies.
std::vector<Place> ellipsoid_places(const Polytope3& a, const Polytope3& b, Regime regime,
                                    int count);

/// A round table and a chair of convex parts, with as many parts and vertices as the paper's.
std::vector<Polytope3> table_parts();
std::vector<Polytope3> chair_parts();

/// The chair beside the table: standing or toppled in turn, well apart, near, or pushed in.
std::vector<Place> chair_places(const std::vector<Polytope3>& table,
                                const std::vector<Polytope3>& chair, int count);

}  // namespace sunder::cli
