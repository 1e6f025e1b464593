// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are hard for bounds: rotated, sheared, reflected and flat bodies, far away or tiny.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "sunder/scene.hpp"

namespace sunder::test {

class RandomScene {
 public:
  explicit RandomScene(unsigned seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  Polytope3 polytope(double size) {
    if (whole(0, 2) == 0) {
      return Polytope3::box({size * uniform(0.1, 1), size * uniform(0.1, 1), size});
    }
    std::vector<Vector3> points;
    const int count = whole(1, 12);
    for (int i = 0; i < count; ++i) {
      points.push_back({size * uniform(-1, 1), size * uniform(-1, 1), size * uniform(-1, 1)});
    }
    return Polytope3::from_points(points).value();
  }

  /// A pose about `centre`, within `spread` of it.
  Pose3 pose(double centre, double spread) {
    Vector3 t{};
    for (double& x : t) x = centre + uniform(-spread, spread);
    switch (whole(0, 3)) {
      case 0:
        return Pose3::translation({std::round(t[0]), std::round(t[1]), std::round(t[2])}).value();
      case 1:
        return Pose3::from_wxyz({uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}, t)
            .value();
      case 2:
        return Pose3::from_wxyz({1, 0, 0, 1}, t).value();
      default:
        break;
    }
    std::vector<double> rows;
    for (std::size_t k = 0; k < 3; ++k) {
      for (int column = 0; column < 3; ++column) rows.push_back(uniform(-1.5, 1.5));
      rows.push_back(t[k]);
    }
    return Pose3::from_matrix(rows).value();
  }

  Scene scene(int bodies, double size, double centre, double spread) {
    Scene result;
    for (int i = 0; i < bodies; ++i) {
      result.add({"body", polytope(size), pose(centre, spread)});
    }
    return result;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace sunder::test
