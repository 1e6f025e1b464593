// SPDX-License-Identifier: Apache-2.0
//
// Tests the byte form: written and read back, equal on every platform, and every damage is
// detected.
#include <bit>
#include <limits>
#include <random>

#include "gtest/gtest.h"

#include "certificate/known_pairs.hpp"

namespace sunder::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

Certificate full() {
  Certificate certificate = separated_facets(3).certificate;
  certificate.pairs = {{1, -2}, {2147483647, 0}};
  certificate.direction[1] = {-0.0, "-123456789012345678901234567890"};
  certificate.distance->upper = std::numeric_limits<double>::infinity();
  return certificate;
}

/// Returns the certificate with a depth, whose numbers are as extreme.
Certificate full_with_depth() {
  Certificate certificate = full();
  DepthProof& proof = certificate.depth.emplace();
  proof.lower = 5e-324;
  proof.upper = std::numeric_limits<double>::infinity();
  proof.direction = {{0.1, {}}, {-0.0, "-98765432109876543210"}};
  proof.pairs = {{3, 4}, {-1, 2147483647}};
  proof.facets = {0, 1, -2147483647, 2, 7};
  return certificate;
}

void expect_same(const std::vector<ExactNumber>& left, const std::vector<ExactNumber>& right) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(left[i].value),
              std::bit_cast<std::uint64_t>(right[i].value));
    EXPECT_EQ(left[i].integer, right[i].integer);
  }
}

void expect_same(const std::vector<WeightedVertex>& left,
                 const std::vector<WeightedVertex>& right) {
  ASSERT_EQ(left.size(), right.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    EXPECT_EQ(left[i].vertex, right[i].vertex);
    expect_same(std::vector{left[i].weight}, std::vector{right[i].weight});
  }
}

/// FNV-1a as its authors define it, to seal bytes that were changed on purpose.
void seal(Bytes& bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (std::size_t i = 0; i + 8 < bytes.size(); ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[bytes.size() - 8 + i] = static_cast<std::uint8_t>(hash >> (8 * i));
  }
}

void expect_refused(const Bytes& bytes, const char* what) {
  const Result<Certificate> result = deserialise_certificate(bytes);
  ASSERT_FALSE(result) << what;
  EXPECT_EQ(result.error().code, ErrorCode::bad_certificate);
  EXPECT_NE(result.error().message, "");
}

TEST(Serialise, ThereAndBack) {
  std::vector<Certificate> all = {full(), full_with_depth(), Certificate{}};
  all.emplace_back().depth.emplace();
  for (int d = 1; d <= 8; ++d) {
    for (const KnownPair& pair : known_pairs(d)) all.push_back(pair.certificate);
  }
  for (const Certificate& certificate : all) {
    const Bytes bytes = serialise(certificate);
    const Result<Certificate> back = deserialise_certificate(bytes);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back.value().dimension, certificate.dimension);
    EXPECT_EQ(back.value().verdict, certificate.verdict);
    EXPECT_EQ(back.value().stage, certificate.stage);
    EXPECT_EQ(back.value().pairs, certificate.pairs);
    expect_same(back.value().direction, certificate.direction);
    ASSERT_EQ(back.value().distance.has_value(), certificate.distance.has_value());
    if (certificate.distance) {
      expect_same(back.value().distance->direction, certificate.distance->direction);
      expect_same(back.value().distance->a, certificate.distance->a);
      expect_same(back.value().distance->b, certificate.distance->b);
      EXPECT_EQ(back.value().distance->lower, certificate.distance->lower);
      EXPECT_EQ(back.value().distance->upper, certificate.distance->upper);
    }
    ASSERT_EQ(back.value().depth.has_value(), certificate.depth.has_value());
    if (certificate.depth) {
      expect_same(back.value().depth->direction, certificate.depth->direction);
      EXPECT_EQ(back.value().depth->pairs, certificate.depth->pairs);
      EXPECT_EQ(back.value().depth->facets, certificate.depth->facets);
      EXPECT_EQ(back.value().depth->lower, certificate.depth->lower);
      EXPECT_EQ(back.value().depth->upper, certificate.depth->upper);
    }
    EXPECT_EQ(serialise(back.value()), bytes);
  }
}

/// Written out by hand, so that no platform can have a form of its own.
TEST(Serialise, IsTheseBytes) {
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::touching;
  certificate.stage = Stage::integer;
  certificate.direction = {{1.0, {}}, {0, "-7"}};
  certificate.pairs = {{3, 258}};
  Bytes wanted = {
      'S', 'N', 'D', 'R', 'C', 'E', 'R',  'T',               // magic
      1,   0,   0,   0,   50,  0,   0,    0,    0, 0, 0, 0,  // version, payload size
      2,   0,   0,   0,   1,   5,   0,    0,                 // dimension, verdict, stage, flags
      2,   0,   0,   0,                                      // two numbers
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f, 0, 0, 0, 0,  // 1.0
      0,   0,   0,   0,   0,   0,   0,    0,    2, 0, 0, 0, '-', '7',  // "-7"
      1,   0,   0,   0,   3,   0,   0,    0,    2, 1, 0, 0,            // one pair
      0,   0,   0,   0,   0,   0,   0,    0,                           // hash
  };
  seal(wanted);
  EXPECT_EQ(serialise(certificate), wanted);
}

/// A depth makes it version 2; its part comes at the end.
TEST(Serialise, OfADepthIsTheseBytes) {
  Certificate certificate;
  certificate.dimension = 2;
  certificate.verdict = Verdict::overlapping;
  certificate.stage = Stage::filter;
  certificate.depth = DepthProof{0.5, 1.0, {{1.0, {}}}, {{3, 258}}, {-1, 5}};
  Bytes wanted = {
      'S', 'N', 'D', 'R', 'C', 'E', 'R',  'T',               // magic
      2,   0,   0,   0,   72,  0,   0,    0,    0, 0, 0, 0,  // version, payload size
      2,   0,   0,   0,   2,   3,   0,    1,                 // dimension, verdict, stage, flags
      0,   0,   0,   0,   0,   0,   0,    0,                 // no numbers, no pairs
      0,   0,   0,   0,   0,   0,   0xe0, 0x3f,              // lower
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f,              // upper
      1,   0,   0,   0,                                      // one number
      0,   0,   0,   0,   0,   0,   0xf0, 0x3f, 0, 0, 0, 0,  // 1.0
      1,   0,   0,   0,   3,   0,   0,    0,    2, 1, 0, 0,  // one pair
      2,   0,   0,   0,   255, 255, 255,  255,  5, 0, 0, 0,  // two positions
      0,   0,   0,   0,   0,   0,   0,    0,                 // hash
  };
  seal(wanted);
  EXPECT_EQ(serialise(certificate), wanted);
}

TEST(Serialise, RefusesEveryTruncationAndExtension) {
  const Bytes bytes = serialise(full_with_depth());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    expect_refused({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}, "truncated");
  }
  Bytes longer = bytes;
  longer.push_back(0);
  expect_refused(longer, "longer");
}

TEST(Serialise, RefusesEveryChangedByte) {
  const Bytes bytes = serialise(full_with_depth());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int flip = 1; flip < 256; ++flip) {
      Bytes damaged = bytes;
      damaged[i] = static_cast<std::uint8_t>(damaged[i] ^ flip);
      expect_refused(damaged, "flipped");
    }
  }
}

TEST(Serialise, LyingCountsNeverAllocate) {
  const Bytes bytes = serialise(full_with_depth());
  int refused = 0;
  for (std::size_t at = 20; at + 12 <= bytes.size(); ++at) {
    for (const std::uint32_t lie : {0xffffffffu, 0x80000000u, 0x7fffffffu, 1000u}) {
      Bytes forged = bytes;
      for (std::size_t i = 0; i < 4; ++i) {
        forged[at + i] = static_cast<std::uint8_t>(lie >> (8 * i));
      }
      seal(forged);
      refused += deserialise_certificate(forged) ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 100);
  // The count of directions, as 2^32 - 1, in the smallest message.
  Bytes small = serialise(Certificate{});
  for (std::size_t i = 28; i < 32; ++i) small[i] = 0xff;
  seal(small);
  expect_refused(small, "count");
}

/// A header and a hash are 28 bytes; in shorter texts nothing else is read.
TEST(Serialise, SaysWhatIsWrongWithShortBytes) {
  const auto reason = [](std::size_t size) {
    Bytes bytes = serialise(full());
    bytes.resize(size);
    return deserialise_certificate(bytes).error().message;
  };
  for (const std::size_t size : {std::size_t{0}, std::size_t{12}, std::size_t{27}}) {
    EXPECT_EQ(reason(size),
              "serialised certificate: it is cut short; write it again with serialise()");
  }
  EXPECT_EQ(reason(28),
            "serialised certificate: its size is wrong; write it again with serialise()");
}

TEST(Serialise, KnowsEveryVerdictAndStage) {
  Certificate certificate;
  for (int verdict = 0; verdict <= static_cast<int>(Verdict::not_examined); ++verdict) {
    for (int stage = 0; stage < kStageCount; ++stage) {
      certificate.verdict = static_cast<Verdict>(verdict);
      certificate.stage = static_cast<Stage>(stage);
      const Result<Certificate> back = deserialise_certificate(serialise(certificate));
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_EQ(back.value().verdict, certificate.verdict);
      EXPECT_EQ(back.value().stage, certificate.stage);
    }
  }
}

TEST(Serialise, RefusesUnknownWordsUnderATrueHash) {
  const Bytes bytes = serialise(full());
  const auto forge = [&](std::size_t at, std::uint8_t value) {
    Bytes forged = bytes;
    forged[at] = value;
    seal(forged);
    expect_refused(forged, "word");
  };
  forge(8, 2);  // version 2 without a depth
  forge(8, 3);  // version 3 without radii
  forge(8, 0);  // no version
  forge(8, 4);
  forge(8, 255);
  forge(11, 1);
  forge(24, 5);  // verdict
  forge(25, 7);  // stage
  forge(26, 2);  // has_distance
  forge(26, 0);  // the distance left over
  forge(27, 1);  // has_depth in version 1
  Bytes deep = serialise(full_with_depth());
  deep[8] = 1;
  seal(deep);
  expect_refused(deep, "a depth in version 1");
  deep[27] = 0;
  seal(deep);
  expect_refused(deep, "the depth left over");
}

TEST(Serialise, RandomPayloadsAreRefusedOrReadAsTheyAre) {
  std::mt19937_64 random(5);
  for (int n = 0; n < 2000; ++n) {
    Bytes bytes = serialise(n % 2 == 0 ? full() : full_with_depth());
    for (int k = 0; k < 8; ++k) {
      bytes[20 + random() % (bytes.size() - 28)] = static_cast<std::uint8_t>(random());
    }
    seal(bytes);
    const Result<Certificate> result = deserialise_certificate(bytes);
    if (!result) continue;
    // Bytes that still parse are some certificate; checking it is safe, whatever it contains.
    EXPECT_EQ(serialise(result.value()), bytes);
    const Check check = separated_facets(3).verify(result.value());
    EXPECT_EQ(check.accepted, check.reason.empty());
  }
}

/// The third version holds points of one side alone too, and its flags are 0 or 1.
TEST(Serialise, PointsOfOneSideAlone) {
  for (const bool second : {false, true}) {
    Certificate certificate = full();
    (second ? certificate.b : certificate.a) = {{5, {0.25, {}}}};
    (second ? certificate.a : certificate.b).clear();
    Bytes bytes = serialise(certificate);
    const Result<Certificate> back = deserialise_certificate(bytes);
    ASSERT_TRUE(back) << back.error().message;
    expect_same(back.value().a, certificate.a);
    expect_same(back.value().b, certificate.b);
    constexpr std::size_t kHasDepth = 20 + 4 + 3;
    for (const int flag : {2, 3, 255}) {
      bytes[kHasDepth] = static_cast<std::uint8_t>(flag);
      seal(bytes);
      const Result<Certificate> forged = deserialise_certificate(bytes);
      ASSERT_FALSE(forged);
      EXPECT_NE(forged.error().message.find("an unknown verdict, stage or flag"),
                std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sunder::test
