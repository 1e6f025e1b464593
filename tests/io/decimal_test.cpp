// SPDX-License-Identifier: Apache-2.0
//
// The two readers of decimals against each other and against the C library's, bit for bit.
#include "text/decimal.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <utility>

#include "geometry/float_environment.hpp"
#include "io/literals.hpp"
#include "text/exact_decimal.hpp"

namespace sunder {
namespace {

using detail::Decimal;
using detail::read_exact_json_decimal;
using detail::read_json_decimal;
using detail::read_text_decimal;

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Both readers read all of `text`, as the same double.
void expect_alike(const std::string& text, double right) {
  for (const Decimal& read : {read_json_decimal(text), read_exact_json_decimal(text)}) {
    ASSERT_EQ(read.length, text.size()) << text;
    ASSERT_EQ(bits(read.value), bits(right)) << text << ": " << read.value << " for " << right;
  }
  const auto plain = read_text_decimal(text);
  ASSERT_EQ(plain.has_value(), std::isfinite(right)) << text;
  if (plain) {
    ASSERT_EQ(bits(*plain), bits(right)) << text;
  }
}

std::uint64_t asked(std::uint64_t usual) {
  const char* const more = std::getenv("SUNDER_LITERALS");
  return more == nullptr ? usual : std::strtoull(more, nullptr, 10);
}

TEST(Decimal, ReadersAgreeOnEveryLiteral) {
  const std::uint64_t count = asked(200'000);
  std::uint64_t seen = 0;
  for (std::uint64_t seed = 0; seen < count; ++seed) {
    test::Literals literals(seed);
    for (int i = 0; i < 10'000 && seen < count; ++i, ++seen) {
      const std::string text = literals.next();
      ASSERT_NO_FATAL_FAILURE(expect_alike(text, std::strtod(text.c_str(), nullptr)));
    }
  }
  RecordProperty("literals", std::to_string(seen));
}

TEST(Decimal, NoModeOfTheHostMatters) {
  test::Literals literals(99);
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = literals.next();
    const double right = std::strtod(text.c_str(), nullptr);
    for (const test::FloatMode& mode : test::float_modes()) {
      const auto read = test::in_mode(mode, [&] {
        return std::pair(bits(read_json_decimal(text).value),
                         bits(read_exact_json_decimal(text).value));
      });
      ASSERT_EQ(read.first, bits(right)) << text << ' ' << mode.name;
      ASSERT_EQ(read.second, bits(right)) << text << ' ' << mode.name;
    }
  }
}

/// simdjson 3.0.1 read the first number as 0.1155...
TEST(Decimal, ManyDigitsBelowOne) {
  expect_alike("0.30000000000000000000", 0.3);
  expect_alike("0.29999999999999998890", 0.3);
  expect_alike("-0.00000000000000000000000000123456789012345678901234567890",
               -1.2345678901234568e-27);
}

TEST(Decimal, ZerosByTheMillionAndTheExponentsThatMakeUpForThem) {
  const std::string zeros(1'000'000, '0');
  expect_alike("0." + zeros + "1e1000001", 1);
  expect_alike("1" + zeros + "e-1000000", 1);
  expect_alike("0." + zeros + "12345678901234567890123e1000003", 123.45678901234568);
  expect_alike("1." + zeros + "0", 1);
  expect_alike("9007199254740993." + zeros, 9007199254740992.0);
  expect_alike("9007199254740993." + zeros + "1", 9007199254740994.0);
  expect_alike("0." + zeros + "e99999999999999999999999", 0);
  expect_alike("1e-99999999999999999999999", 0);
  expect_alike("-1e-99999999999999999999999", -0.0);
  expect_alike("1e99999999999999999999999", std::numeric_limits<double>::infinity());
  expect_alike("-" + std::string(1'000'000, '9'), -std::numeric_limits<double>::infinity());
}

TEST(Decimal, TheEndsOfTheRange) {
  expect_alike("1.7976931348623157e308", std::numeric_limits<double>::max());
  expect_alike("1.7976931348623158e308", std::numeric_limits<double>::max());
  expect_alike("1.797693134862315807e308", std::numeric_limits<double>::max());
  expect_alike("1.797693134862315808e308", std::numeric_limits<double>::infinity());
  expect_alike("2.4703282292062327e-324", 0);
  expect_alike("2.4703282292062328e-324", 5e-324);
  expect_alike("2.2250738585072011e-308", 2.2250738585072011e-308);
}

TEST(Decimal, JsonTakesWhatJsonAllows) {
  for (const char* text : {"", "-", "+1", "+", ".5", "-.5", "x", "inf", "nan", "NaN", "-Infinity",
                           "01", "-01", "00", "1.", "1.e5", "-e5", " 1"}) {
    EXPECT_EQ(read_json_decimal(text).length, 0) << text;
    EXPECT_EQ(read_exact_json_decimal(text).length, 0) << text;
  }
  const std::pair<const char*, std::size_t> partly[] = {
      {"1e", 1},  {"1e+", 1},   {"1E-x", 1}, {"1.5x", 3},       {"0x10", 1},
      {"1 2", 1}, {"1e5.5", 3}, {"-0]", 2},  {"12345678,9", 8}, {"123456789", 9}};
  for (const auto& [text, length] : partly) {
    EXPECT_EQ(read_json_decimal(text).length, length) << text;
    EXPECT_EQ(read_exact_json_decimal(text).length, length) << text;
  }
}

TEST(Decimal, TextTakesWhatPeopleWrite) {
  const std::pair<const char*, double> right[] = {
      {"+1", 1},         {"007", 7},     {".5", 0.5},
      {"5.", 5},         {"-.5e1", -5},  {"5.e-1", 0.5},
      {"+0", 0.0},       {"-0", -0.0},   {"1e-999", 0},
      {"-1e-999", -0.0}, {"+1E+2", 100}, {"0000000000000000000000000000000000.25", 0.25}};
  for (const auto& [text, value] : right) {
    const auto read = read_text_decimal(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(bits(*read), bits(value)) << text;
  }
  for (const char* text : {"inf", "Infinity", "+INF", "-inf", "nan", "NaN", "-NAN"}) {
    const auto read = read_text_decimal(text);
    ASSERT_TRUE(read) << text;
    EXPECT_FALSE(std::isfinite(*read)) << text;
  }
  for (const char* text : {"",      "+",   "-",    "+-1",    "--1",   "++1",    ".",     "-.",
                           "e5",    ".e5", "1e",   "1e+",    "1 ",    " 1",     "0x1p3", "1,5",
                           "1_000", "in",  "infi", "nan(1)", "1e999", "-1e999", "1f"}) {
    EXPECT_FALSE(read_text_decimal(text)) << text;
  }
}

/// A carry out of all bits gives the next power of two; slightly above the middle rounds up.
TEST(Decimal, CarriesAndBitsAboveTheMiddle) {
  struct Case {
    const char* text;
    double value;
  };
  for (const Case& c : std::vector<Case>{{"0.999999999999999999", 1},
                                         {"1.99999999999999999", 2},
                                         {"3.99999999999999999", 4},
                                         {"7.99999999999999999", 8},
                                         {"0.499999999999999999", 0.5},
                                         {"0.249999999999999999", 0.25},
                                         {"9223372036854776833", 0x1p63 + 2048},
                                         {"9223372036854776834", 0x1p63 + 2048},
                                         {"9223372036854776836", 0x1p63 + 2048},
                                         {"9223372036854776832", 0x1p63},
                                         {"9223372036854776831", 0x1p63},
                                         {"9223372036854777856", 0x1p63 + 2048}}) {
    EXPECT_EQ(read_text_decimal(c.text), c.value) << c.text;
    EXPECT_EQ(read_json_decimal(c.text).value, c.value) << c.text;
    EXPECT_EQ(read_exact_json_decimal(c.text).value, c.value) << c.text;
  }
}

/// The characters next to the digits in ASCII are no digits.
TEST(Decimal, EndsBeforeWhatIsNoDigit) {
  for (const std::string next : {"/", ":", ";", "@", "A"}) {
    EXPECT_FALSE(read_text_decimal("1" + next)) << next;
    EXPECT_FALSE(read_text_decimal("1.5" + next + "0")) << next;
    EXPECT_FALSE(read_text_decimal("1e5" + next)) << next;
    EXPECT_EQ(read_json_decimal("12" + next + "3").length, 2U) << next;
    EXPECT_EQ(read_json_decimal("1.5" + next + "3").length, 3U) << next;
    EXPECT_EQ(read_exact_json_decimal("1.5" + next + "3").length, 3U) << next;
  }
}

}  // namespace
}  // namespace sunder
