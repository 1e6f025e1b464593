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

/// SUNDER_ORACLE_RANGE="first count" if a long test set it, else a sample.
inline Range chosen_range(std::uint64_t sample) {
  Range range{0, sample};
  if (const char* text = std::getenv("SUNDER_ORACLE_RANGE")) {
    std::istringstream stream(text);
    stream >> range.first >> range.count;
    EXPECT_FALSE(stream.fail()) << "SUNDER_ORACLE_RANGE takes two numbers, not " << text;
  }
  return range;
}

}  // namespace sunder::oracle
