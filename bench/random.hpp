// SPDX-License-Identifier: Apache-2.0
//
// Draws random numbers, directions and rotations for benchmarks, equal on every platform.
#pragma once

#include <cstdint>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder::bench {

/// splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double unit() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  double in(double low, double high) { return low + (high - low) * unit(); }
  /// Returns one of low, ..., high.
  int between(int low, int high) { return low + static_cast<int>((high - low + 1) * unit()); }

 private:
  std::uint64_t state_;
};

/// Returns a unit vector, uniform on the sphere.
Vector3 random_direction(Random& random);
/// Row-major 3 x 4 with offset 0, rounded from a random quaternion.
std::vector<double> random_rotation(Random& random);
std::vector<double> rotation(const Vector3& axis, double angle);

}  // namespace sunder::bench
