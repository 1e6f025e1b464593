// SPDX-License-Identifier: Apache-2.0
//
// Repeats the paper's third experiment: the closest points of its tables 1 and 2.
#pragma once

#include <string>
#include <vector>

#include "sunder/sunder.hpp"

namespace sunder::cli {

/// Points as lists of coordinates, since table 1 is in the plane and table 2 in space.
using Point = std::vector<double>;

struct PrintedCase {
  std::string name;
  int dimension = 3;
  std::vector<Point> a, b;
  Point p, q;  ///< the closest points as printed, with three digits
};
const std::vector<PrintedCase>& printed_cases();

/// The largest deviation of a coordinate from the printed one: vertices are printed with three
/// digits too.
inline constexpr double kPrintedDigits = 1.1e-3;

struct ClosestPoints {
  const PrintedCase* printed = nullptr;
  std::string algorithm;
  Point p, q;
  double lower = 0, upper = 0;  ///< the proven interval of the distance
  double deviation = 0;         ///< the largest deviation of a coordinate from the printed one
  bool separated = false;
};

/// Returns each case by each algorithm that measures in its dimension, and by `auto`.
std::vector<ClosestPoints> closest_points();

/// Returns true if the result deviates from the printed one.
bool differs(const ClosestPoints& found) noexcept;

}  // namespace sunder::cli
