// SPDX-License-Identifier: Apache-2.0
//
// Draws JSON numbers that are hard to read, by seed: of 1 to 800 digits, with zeros at either end,
// of every exponent. They are midpoints of two doubles and their neighbours, subnormal, or near
// overflow.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace sunder::test {

class Literals {
 public:
  explicit Literals(std::uint64_t seed) : random_(seed) {}
  std::string next();

 private:
  /// 0.digits * 10^point.
  struct Number {
    std::string digits;
    std::int64_t point = 0;
  };

  std::int64_t in(std::int64_t first, std::int64_t last);
  std::string digits(std::int64_t count);
  /// Returns a finite double of any exponent, or one of the smallest or largest.
  double any_double();
  Number of_digits();
  Number short_form();
  Number exact();
  Number middle();
  std::string written(Number number);

  std::mt19937_64 random_;
};

}  // namespace sunder::test
