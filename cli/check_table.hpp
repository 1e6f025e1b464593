// SPDX-License-Identifier: Apache-2.0
//
// Prints the pairs of a check as a table for people.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "check_output.hpp"

namespace sunder::cli {

/// The table shows at most this many places of a contact; --json has all.
inline constexpr int kShownContactPoints = 4;

/// What is shown of a pair, in words.
struct ShownPair {
  std::string is;        ///< overlapping, contact, unresolved, touching, near or clear
  std::string distance;  ///< with its unit; empty where it was not measured
  std::string depth;     ///< with its unit; empty unless the bodies overlap
  std::vector<std::string> places;
};
ShownPair shown_pair(const CheckResult& result, std::size_t index);

/// Returns one line a pair, and below it one for each further place of contact. Empty columns are
/// omitted. Without pairs the text is empty.
std::string check_table(const CheckResult& result, bool colours);

}  // namespace sunder::cli
