// SPDX-License-Identifier: Apache-2.0
//
// Maps integers to doubles and poses as in a caller's input, and keeps track of the vertices.
#pragma once

#include <vector>

#include "relation/built_pair.hpp"
#include "suite/random.hpp"

namespace sunder::test {

/// One invertible map of the world for both bodies of a pair, and a pose for each body.
class Dressed {
 public:
  Dressed(suite::Random& random, int dimension);

  /// `corners` are those of the feature, in their order around it; an empty list means no feature.
  /// Duplicates and intermediate points are added, and all are shuffled.
  BuiltBody body(suite::Random& random, std::vector<suite::Point> points,
                 const std::vector<suite::Point>& corners) const;

 private:
  enum class Style : std::uint8_t { vertices, matrix, shears, quaternions, far, powers, axes };

  void pose(suite::Random& random, const std::vector<suite::Point>& points,
            suite::BodyData& out) const;
  void write(const std::vector<suite::Point>& points, suite::BodyData& out) const;

  int dimension_;
  Style style_ = Style::vertices;
  suite::Matrix map_;
  std::vector<int> exponents_;  ///< one for each axis, in the vertices
  suite::Point offset_;
  std::int64_t enlarged_ = 1;  ///< makes the quaternions' denominators divide evenly
};

}  // namespace sunder::test
