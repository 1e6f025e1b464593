// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <gtest/gtest.h>
#include <string>

#include "pipe/certificate.hpp"
#include "pipe/proof_parts.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace {

Certificate touching() {
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::touching;
  certificate.pairs = {{0, 1}, {2, 3}};
  certificate.direction = {{0.5, ""}, {0, "123456789012345678901"}};
  return certificate;
}

Certificate separated() {
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::separated;
  certificate.direction = {{1, ""}, {-2, ""}};
  DistanceProof proof;
  proof.direction = {{1, ""}, {1e-300, ""}};
  proof.a = {{3, {0.25, ""}}, {4, {0, "99999999999999999999"}}};
  proof.b = {{0, {1, ""}}};
  certificate.distance = proof;
  return certificate;
}

Certificate overlapping() {
  Certificate certificate;
  certificate.dimension = 3;
  certificate.verdict = Verdict::overlapping;
  certificate.pairs = {{0, 1}, {2, 3}};
  DepthProof proof;
  proof.direction = {{0, ""}, {0, ""}, {-1, ""}};
  proof.pairs = {{5, 6}, {7, 8}};
  proof.facets = {0, 1, 2, 2, 1, 3};
  certificate.depth = proof;
  return certificate;
}

TEST(CertificateJson, IsWrittenAsTheContractSays) {
  EXPECT_EQ(to_json(touching()),
            R"({"pairs": [[0, 1], [2, 3]], "direction": [0.5, "123456789012345678901"]})");
  EXPECT_EQ(to_json(separated()),
            R"({"direction": [1, -2], "distance": {"direction": [1, 1e-300], )"
            R"("a": [[3, 0.25], [4, "99999999999999999999"]], "b": [[0, 1]]}})");
  EXPECT_EQ(to_json(overlapping()),
            R"({"pairs": [[0, 1], [2, 3]], "depth": {"direction": [0, 0, -1], )"
            R"("pairs": [[5, 6], [7, 8]], "facets": [[0, 1, 2], [2, 1, 3]]}})");
  EXPECT_EQ(to_json(Certificate{}), "null");
}

TEST(CertificateJson, ReadsBackTheSame) {
  for (const Certificate& certificate : {touching(), separated(), overlapping(), Certificate{}}) {
    auto back = certificate_from_json(to_json(certificate));
    ASSERT_TRUE(back) << back.error().message;
    back.value().dimension = certificate.dimension;
    EXPECT_EQ(to_json(back.value()), to_json(certificate));
    EXPECT_EQ(back.value().depth.has_value(), certificate.depth.has_value());
  }
}

/// An overlap has no direction whose entries give the dimension: its facets were once written one
/// by one.
TEST(CertificateJson, FacetsTellTheDimension) {
  const std::string text = to_json(overlapping());
  const auto back = certificate_from_json(text);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back.value().dimension, 3);
  EXPECT_EQ(to_json(back.value()), text);
}

TEST(CertificateJson, TheKeysTellTheVerdict) {
  EXPECT_EQ(certificate_from_json(R"({"direction": [1]})").value().verdict, Verdict::separated);
  EXPECT_EQ(certificate_from_json(R"({"pairs": [[0, 0]]})").value().verdict, Verdict::overlapping);
  EXPECT_EQ(certificate_from_json(R"({"pairs": [[0, 0]], "direction": [1]})").value().verdict,
            Verdict::touching);
  EXPECT_EQ(certificate_from_json("null").value().verdict, Verdict::separated);
  EXPECT_EQ(certificate_from_json(" {\n \"direction\" :\n[ 1\n] } \n").value().verdict,
            Verdict::separated);
}

TEST(CertificateJson, AShortIntegerInAStringIsADouble) {
  const auto certificate = certificate_from_json(R"({"direction": ["-12", "1234567890123456"]})");
  ASSERT_TRUE(certificate);
  EXPECT_EQ(certificate.value().direction[0].value, -12);
  EXPECT_EQ(certificate.value().direction[0].integer, "");
  EXPECT_EQ(certificate.value().direction[1].integer, "1234567890123456");
}

struct Refused {
  const char* text;
  ErrorCode code;
};

TEST(CertificateJson, EveryRefusalHasItsCode) {
  const Refused cases[] = {
      {"", io_error::syntax},
      {"{", io_error::syntax},
      {"{}", io_error::missing_key},
      {"null, \"x\": 1", io_error::unknown_key},
      {"7", io_error::wrong_type},
      {R"({"direction": []})", ErrorCode::wrong_shape},
      {R"({"pairs": []})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0]]})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0, 0]]})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0.5]]})", io_error::wrong_type},
      {R"({"pairs": [[0, "0"]]})", io_error::wrong_type},
      {R"({"pairs": [[0, 2147483648]]})", ErrorCode::too_large},
      {R"({"pairs": [[0, 99999999999999999999999]]})", ErrorCode::too_large},
      {R"({"direction": [NaN]})", ErrorCode::not_finite},
      {R"({"direction": [1e999]})", ErrorCode::not_finite},
      {R"({"direction": ["1.5"]})", io_error::wrong_type},
      {R"({"direction": ["--1"]})", io_error::wrong_type},
      {R"({"direction": [""]})", io_error::wrong_type},
      {R"({"direction": [1], "direction": [2]})", io_error::duplicate_key},
      {R"({"direktion": [1]})", io_error::unknown_key},
      {R"({"pairs": [[0, 0]], "depth": {"a": []}})", io_error::unknown_key},
      {R"({"pairs": [[0, 0]], "depth": 7})", io_error::wrong_type},
      {R"({"pairs": [[0, 0]], "depth": {"pairs": []}})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": []}})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": [[0]]}})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": [[0, 1, 2, 3]]}})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": [[0, 1, 2], [0, 1]]}})", ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": [[0, 1]], "direction": [1, 0, 0]}})",
       ErrorCode::wrong_shape},
      {R"({"pairs": [[0, 0]], "depth": {"facets": [[0, 1, 0.5]]}})", io_error::wrong_type},
      {R"({"direction": [1], "distance": {"a": [[0, 1, 2]]}})", ErrorCode::wrong_shape},
      {R"({"direction": [1], "distance": {"c": 1}})", io_error::unknown_key},
  };
  for (const Refused& item : cases) {
    const auto certificate = certificate_from_json(item.text);
    ASSERT_FALSE(certificate) << item.text;
    EXPECT_EQ(to_string(certificate.error().code), to_string(item.code))
        << item.text << ": " << certificate.error().message;
  }
  const std::string digits(detail::kMaxDigits + 1, '7');
  EXPECT_EQ(certificate_from_json("{\"direction\": [\"" + digits + "\"]}").error().code,
            ErrorCode::too_large);
}

TEST(RoundedDirection, IsScaledWhereIntegersAreBeyondDoubles) {
  const std::string huge = "-2" + std::string(400, '0');
  const std::string half = "1" + std::string(400, '0');
  const std::vector<double> direction =
      detail::rounded_direction({{0, huge}, {0, half}, {1e-5, ""}, {0, ""}, {1e200, ""}});
  ASSERT_EQ(direction.size(), 5U);
  EXPECT_TRUE(std::isfinite(direction[0]));
  EXPECT_LT(direction[0], 0);
  EXPECT_DOUBLE_EQ(direction[0] / direction[1], -2);
  EXPECT_EQ(direction[3], 0);
  EXPECT_NEAR(direction[4] / direction[1] * 1e200, 1, 1e-12);
  EXPECT_EQ(detail::rounded_direction({{0.5, ""}, {-1, ""}}), (std::vector<double>{0.5, -1}));
}

std::string message_of(const std::string& text) {
  const auto certificate = certificate_from_json(text);
  EXPECT_FALSE(certificate) << text;
  return certificate ? std::string() : certificate.error().message;
}

TEST(CertificateJson, IntegersInStringsHaveALimit) {
  const auto read = [](const std::string& digits) {
    return certificate_from_json("{\"direction\": [\"" + digits + "\", \"0\"]}");
  };
  const auto short_one = read("123456789012345");
  ASSERT_TRUE(short_one);
  EXPECT_EQ(short_one.value().direction[0].integer, "");
  EXPECT_EQ(short_one.value().direction[0].value, 123456789012345);
  EXPECT_EQ(short_one.value().direction[1].value, 0);
  const std::string longest(detail::kMaxDigits, '7');
  const auto longest_one = read(longest);
  ASSERT_TRUE(longest_one);
  EXPECT_EQ(longest_one.value().direction[0].integer, longest);
  const auto longer = read(longest + "7");
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, ErrorCode::too_large);
}

TEST(CertificateJson, RefusalsNameTheirPlace) {
  EXPECT_NE(message_of(R"({"pairs": [["x", 1]]})").find("pairs[0][0] "), std::string::npos);
  EXPECT_NE(message_of(R"({"pairs": [[1, "x"]]})").find("pairs[0][1] "), std::string::npos);
  EXPECT_NE(message_of(R"({"pairs": [[0, 1, "x"]]})").find("length 3"), std::string::npos);
  EXPECT_NE(message_of(R"({"pairs": [[99999999999, 1]]})").find(" is 99999999999; "),
            std::string::npos);
}

/// A message quotes sixty bytes of a number, and adds three points for more.
TEST(CertificateJson, LongNumbersAreCutInMessages) {
  const std::string sixty = std::string(55, '7') + "e9999";
  EXPECT_NE(message_of("{\"direction\": [" + sixty + ", 1]}").find(sixty + ";"), std::string::npos);
  EXPECT_NE(
      message_of("{\"direction\": [7" + sixty + ", 1]}").find("7" + sixty.substr(0, 59) + "...;"),
      std::string::npos);
}

}  // namespace
}  // namespace sunder
