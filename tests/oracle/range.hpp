// SPDX-License-Identifier: Apache-2.0
//
// Selects the part of an endless sequence of pairs that a test uses.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>

namespace sunder::oracle {

struct Range {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

/// A variable of the environment, "first count", if a long test set it; else a sample.
inline Range chosen_range(std::uint64_t sample, const char* variable = "SUNDER_ORACLE_RANGE") {
  Range range{0, sample};
  if (const char* text = std::getenv(variable)) {
    std::istringstream stream(text);
    stream >> range.first >> range.count;
    EXPECT_FALSE(stream.fail()) << variable << " takes two numbers, not " << text;
  }
  return range;
}

}  // namespace sunder::oracle
