// SPDX-License-Identifier: Apache-2.0
//
// The poses that may use the shortcut of d products: the identity and nothing close to it.
#include <gtest/gtest.h>
#include <vector>

#include "sunder/polytope.hpp"

namespace sunder {
namespace {

/// The identity in the layout of PoseN::from_matrix(): each row of R, then 0.
std::vector<double> identity(int d) {
  const auto size = static_cast<std::size_t>(d);
  std::vector<double> rows(size * (size + 1));
  for (std::size_t l = 0; l < size; ++l) rows[l * (size + 1) + l] = 1;
  return rows;
}

TEST(Translation, IsTheIdentityInEveryDimension) {
  for (int d = 1; d <= 20; ++d) EXPECT_TRUE(PoseN::identity(d).is_translation()) << d;
}

TEST(Translation, IsNoQuaternionWhoseMatrixIsOnlyKnownToARounding) {
  EXPECT_TRUE(Pose3::identity().is_translation());
  EXPECT_TRUE(Pose3::translation({1, 2, 3}).value().is_translation());
  EXPECT_FALSE(Pose3::from_wxyz({1, 0, 0, 0}).value().is_translation());
}

TEST(Translation, TrapOneEntryThatIsOffMakesItNone) {
  for (const int d : {2, 3, 4, 5, 9}) {
    for (std::size_t i = 0; i < identity(d).size(); ++i) {
      for (const double off : {0x1p-1074, 0.5, -1.0}) {
        if (i % (static_cast<std::size_t>(d) + 1) == static_cast<std::size_t>(d)) continue;  // t
        std::vector<double> rows = identity(d);
        rows[i] = rows[i] == 1 ? 1 - off : off;
        if (rows[i] == 1) continue;  // 1 - 2^-1074 is 1
        const auto pose = PoseN::from_matrix(rows, d);
        ASSERT_TRUE(pose);
        EXPECT_FALSE(pose.value().is_translation()) << d << ' ' << i << ' ' << off;
      }
    }
  }
}

}  // namespace
}  // namespace sunder
