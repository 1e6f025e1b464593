// SPDX-License-Identifier: Apache-2.0
//
// JSON text, written and read: numbers, strings, tokens.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>

#include "suite/utf8.hpp"
#include "sunder/io.hpp"
#include "text/json_scan.hpp"
#include "text/json_text.hpp"
#include "text/json_token.hpp"

namespace sunder {
namespace {

TEST(JsonNumber, IsShort) {
  EXPECT_EQ(json_number(0), "0");
  EXPECT_EQ(json_number(-0.0), "-0");
  EXPECT_EQ(json_number(1), "1");
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(-2.5), "-2.5");
  EXPECT_EQ(json_number(1e300), "1e300");
  EXPECT_EQ(json_number(1e-7), "1e-7");
  EXPECT_EQ(json_number(5e-324), "5e-324");
  EXPECT_EQ(json_number(std::numeric_limits<double>::max()), "1.7976931348623157e308");
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(json_number(std::nan("")), "null");
}

TEST(JsonNumber, ReadsBackTheSame) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100'000; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const std::string text = json_number(value);
    const double back = std::strtod(text.c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value)) << text;
    ASSERT_EQ(detail::classify_token(text), detail::TokenKind::number) << text;
  }
}

TEST(JsonString, IsEscaped) {
  EXPECT_EQ(json_string("plain"), R"("plain")");
  EXPECT_EQ(json_string("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(json_string(std::string_view("\n\0\x1f", 3)), R"("\u000a\u0000\u001f")");
  EXPECT_EQ(json_string("\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"),
            "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80\"");
}

TEST(JsonString, ReplacesWhatIsNotUtf8) {
  const std::string mark = "\xEF\xBF\xBD";
  EXPECT_EQ(json_string("a\xFFz"), "\"a" + mark + "z\"");
  EXPECT_EQ(json_string("\xC3"), "\"" + mark + "\"");
  EXPECT_EQ(json_string("\xC0\xAF"), "\"" + mark + mark + "\"");             // overlong
  EXPECT_EQ(json_string("\xED\xA0\x80"), "\"" + mark + mark + mark + "\"");  // surrogate
}

TEST(JsonString, HoldsWhateverUtf8Is) {
  test::for_bytes_at_borders([](const std::string& text) {
    const auto any = [](std::uint32_t) { return true; };
    ASSERT_EQ(json_string(text), '"' + test::sound_utf8(text, any) + '"')
        << testing::PrintToString(text);
  });
}

using detail::classify_token;
using detail::TokenKind;

TEST(Token, IsToldByItsText) {
  EXPECT_EQ(classify_token("{"), TokenKind::object);
  EXPECT_EQ(classify_token("["), TokenKind::array);
  EXPECT_EQ(classify_token("\"x\""), TokenKind::string);
  EXPECT_EQ(classify_token("true"), TokenKind::boolean);
  EXPECT_EQ(classify_token("false"), TokenKind::boolean);
  EXPECT_EQ(classify_token("null"), TokenKind::null);
  for (const char* text : {"NaN", "Infinity", "-Infinity", "1e999", "-1e999",
                           "1e+99999999999999999999", "100e400", "0.001e400"}) {
    EXPECT_EQ(classify_token(text), TokenKind::not_finite) << text;
  }
  const std::string long_number(400, '9');
  EXPECT_EQ(classify_token(long_number), TokenKind::not_finite);
}

TEST(Token, FollowsTheGrammarOfNumbers) {
  for (const char* text : {"0", "-0", "10", "1.5", "1e5", "1E+5", "-1.25e-3"}) {
    EXPECT_EQ(classify_token(text), TokenKind::number) << text;
  }
  for (const char* text :
       {"",     "-",   "+1",  "01",        "-01",  "1.",  ".5",  "1e",    "1e+", "1x",
        "0x10", "nan", "inf", "+Infinity", "-NaN", "Nan", "tru", "truee", "nul", "1 2"}) {
    EXPECT_EQ(classify_token(text), TokenKind::malformed) << text;
  }
}

TEST(Token, ANumberBelowEveryDoubleIsANumber) {
  for (const char* text :
       {"1e-400", "-1e-400", "1e-99999999999999999999", "0e99999999999999999999", "0.0e999"}) {
    EXPECT_EQ(classify_token(text), TokenKind::number) << text;
  }
}

detail::LineScan scan(const std::string& text) {
  std::string padded = text + std::string(detail::kLinePadding, '\n');
  detail::JsonParser parser;
  return detail::scan_line(parser, {padded.data(), text.size(), false});
}

TEST(Scan, AcceptsJsonAndNumbersThatAreNotFinite) {
  for (const char* text : {"{}", "[]", "7", "\"x\"", "null", "true", "NaN", "1e999", " 7 ",
                           R"({"a": [1, {"b": "\u00e9\n"}], "c": -Infinity})"}) {
    EXPECT_EQ(scan(text).fault, "") << text;
  }
}

TEST(Scan, FindsEveryFault) {
  for (const char* text : {"",
                           "{",
                           "}",
                           "[",
                           "[1",
                           "{\"a\"}",
                           "{\"a\" 1}",
                           "{\"a\":}",
                           "{\"a\":1,}",
                           "{,}",
                           "[1,]",
                           "[,1]",
                           "[1 2]",
                           "{\"a\":1 \"b\":2}",
                           "{a:1}",
                           "{'a':1}",
                           "{1:1}",
                           "{}{}",
                           "{} 1",
                           "[]]",
                           "{\"a\":[}]",
                           "{\"a\":tru}",
                           "{\"a\":nul}",
                           "{\"a\":01}",
                           "{\"a\":1.}",
                           "\"",
                           "{\"a",
                           "\"\\x\"",
                           "{\"a\":\"\\u12\"}",
                           "{\"\\q\":1}",
                           "7 8",
                           "abc",
                           "\xFF",
                           "{\"a\":\"\xFF\"}",
                           "\"\t\"",
                           "nul",
                           "// x",
                           "{\"a\":1}//"}) {
    EXPECT_NE(scan(text).fault, "") << text;
  }
  EXPECT_NE(scan(std::string("{\"a\":\0}", 7)).fault, "");
  EXPECT_NE(scan(std::string(1, '\0')).fault, "");
}

TEST(Scan, DepthIsBounded) {
  for (const int levels : {32, 33, 1000, 100'000}) {
    const auto count = static_cast<std::size_t>(levels);
    EXPECT_EQ(scan(std::string(count, '[') + std::string(count, ']')).fault.empty(), levels <= 32);
    EXPECT_NE(scan(std::string(count, '[')).fault, "");
    std::string objects;
    for (int i = 0; i < levels; ++i) objects += "{\"a\":";
    EXPECT_EQ(scan(objects + "1" + std::string(count, '}')).fault.empty(), levels <= 32);
  }
}

TEST(Scan, FindsTheId) {
  EXPECT_EQ(scan(R"({"x": NaN, "id": 7 })").id, "7");
  EXPECT_EQ(scan(R"({"id": "a\u00e9b" , "x": 1})").id, R"("a\u00e9b")");
  EXPECT_EQ(scan(R"({"id": 123456789012345678901234567890})").id, "123456789012345678901234567890");
  EXPECT_EQ(scan(R"({"\u0069d": 7})").id, "7");
  EXPECT_EQ(scan(R"({"id": 1.5})").id, "null");
  EXPECT_EQ(scan(R"({"id": [7]})").id, "null");
  EXPECT_EQ(scan(R"({"id": 1, "id": 2})").id, "null");
  EXPECT_EQ(scan(R"({"a": {"id": 1}})").id, "null");
  EXPECT_EQ(scan(R"({"id": 1)").id, "null");
}

}  // namespace
}  // namespace sunder
