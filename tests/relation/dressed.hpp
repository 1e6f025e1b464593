// SPDX-License-Identifier: Apache-2.0
//
// From whole numbers to the doubles and poses that a caller might send, without losing sight of
// which vertex is which.
#pragma once

#include <vector>

#include "relation/built_pair.hpp"
#include "suite/random.hpp"

namespace sunder::test {

/// One invertible map of the world for both bodies of a pair, and for each body its own pose.
class Dressed {
 public:
  Dressed(suite::Random& random, int dimension);

  /// `corners` are those of the feature, in their order around it; none for no feature. Duplicates
  /// and points between others are added, and all are shuffled.
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
  std::vector<int> exponents_;  ///< of each axis, in the vertices
  suite::Point offset_;
  std::int64_t enlarged_ = 1;  ///< so that the quaternions' denominators come out even
};

}  // namespace sunder::test
