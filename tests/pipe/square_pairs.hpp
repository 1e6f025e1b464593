// SPDX-License-Identifier: Apache-2.0
//
// Asks questions about the unit square and the unit cube against each other, moved by dyadic steps.
// Every number in an answer can be computed by hand.
#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace sunder {

inline const std::string kUnitSquare = R"("vertices": [[0,0],[1,0],[1,1],[0,1]])";
inline const std::string kUnitCube =
    R"("vertices": [[0,0,0],[1,0,0],[0,1,0],[1,1,0],[0,0,1],[1,0,1],[0,1,1],[1,1,1]])";

/// `keys` follow a and b and begin with a comma.
inline std::string ask_pair(const std::string& a, const std::string& b, const std::string& keys) {
  return R"({"id": 1, "a": {)" + a + R"(}, "b": {)" + b + "}" + keys + "}\n";
}

/// Returns the unit square against its copy moved by (x, y).
inline std::string ask_squares(const std::string& x, const std::string& y,
                               const std::string& keys) {
  return ask_pair(kUnitSquare,
                  kUnitSquare + R"(, "transform": [[1, 0, )" + x + "], [0, 1, " + y + "]]", keys);
}

/// Returns the unit cube against its copy moved by "x, y, z".
inline std::string ask_cubes(const std::string& move, const std::string& keys) {
  return ask_pair(kUnitCube, kUnitCube + R"(, "translation": [)" + move + "]", keys);
}

inline void expect_interval(const nlohmann::json& interval, double value) {
  ASSERT_EQ(interval.size(), 2U);
  const double lower = interval[0];
  const double upper = interval[1];
  EXPECT_LE(lower, value);
  EXPECT_GE(upper, value);
  EXPECT_NEAR(lower, upper, 1e-12);
}

inline void expect_vector(const nlohmann::json& vector, const std::vector<double>& expected) {
  ASSERT_EQ(vector.size(), expected.size()) << vector;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(vector[i].get<double>(), expected[i], 1e-12) << vector;
  }
}

}  // namespace sunder
