// SPDX-License-Identifier: Apache-2.0
//
// Draws the pairs of every benchmark: equal doubles for Sunder and for each peer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/random.hpp"
#include "sunder/sunder.hpp"

namespace sunder::bench {

enum class Workload : std::uint8_t {
  ellipsoids,  ///< two ellipsoids with half axes 500, 400, 400, N vertices each
  boxes,       ///< boxes of random sizes
  hulls,       ///< hulls of 4 to 64 random points
  rounds,      ///< N random points on an ellipsoid with half axes from 0.5 to 1.5
  plates,      ///< these five: see bodies.hpp
  rods,
  wedges,
  prisms,
  slivers,
  mixed  ///< any of the five
};

enum class Placement : std::uint8_t {
  overlapping,  ///< 1 to 50 % of the contact distance inside
  near,         ///< apart by 0.1 to 1 % of the size
  far,          ///< apart by 50 to 200 % of the size
  shallow,      ///< 1 to 10 % of the contact distance inside
  deep          ///< centres within 5 % of the contact distance
};

std::string to_string(Workload workload);
std::string to_string(Placement placement);
/// Returns the first part of a set's name.
std::string name_of(Workload workload, int vertices);

/// The position of b along its line; the bodies are separated from `contact` on.
double place(Random& random, Placement placement, double contact, double size);

/// A rigid placement in doubles, as in a simulator: row-major 3 x 4.
struct Pair {
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::vector<double> rows_a;
  std::vector<double> rows_b;
  Vector3 half_a{};  ///< boxes: half extents
  Vector3 half_b{};
};

struct PairSet {
  std::string name;
  bool boxes = false;
  std::vector<Polytope3> bodies;
  std::vector<Pair> pairs;
  std::vector<Pose3> poses_a;
  std::vector<Pose3> poses_b;

  Posed3 a(std::size_t i) const {
    return {bodies[static_cast<std::size_t>(pairs[i].a)], poses_a[i]};
  }
  Posed3 b(std::size_t i) const {
    return {bodies[static_cast<std::size_t>(pairs[i].b)], poses_b[i]};
  }
};

inline constexpr int kPairsPerSet = 200;

/// Deterministic. `vertices` applies to ellipsoids and rounds. b lies on a random line from a;
/// bisection with Sunder's own proven verdict finds its position.
PairSet make_pairs(Workload workload, int vertices, Placement placement, int count = kPairsPerSet);
/// Pairs of two bodies each, drawn from these bodies.
PairSet make_pairs_of(std::vector<Polytope3> bodies, const std::string& name, Placement placement);
/// Appends a pair whose rows are set.
void add_posed(PairSet& set, Pair pair);

}  // namespace sunder::bench
