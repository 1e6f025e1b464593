// SPDX-License-Identifier: Apache-2.0
//
// Idea: The byte form of a certificate is little-endian throughout:
//
//   magic "SNDRCERT", u32 version, u64 payload size, payload, u64 FNV-1a of all bytes before it
//
//   payload   i32 dimension, u8 verdict, u8 stage, u8 has_distance, u8 has_depth,
//             numbers direction, pairs, [distance], [depth], [weights a, weights b]
//
//   distance  f64 lower, f64 upper, numbers direction, weights a, weights b
//
//   depth     f64 lower, f64 upper, numbers direction, pairs, u32 count, count x i32 facet position
//
//   pairs     u32 count, count x (i32 a, i32 b)
//
//   numbers   u32 count, count x number;  number = u64 bits of the double, u32 length, its digits
//
//   weights   u32 count, count x (i32 vertex, number)
//
// Version 1 has no depth and 0 in that byte. The writer uses it if there is no depth, so that
// readers of version 1 can read it. Version 2 has a depth. Version 3 has the weights of bodies with a
// radius, and a depth or none.
// Bound: Each step of FNV-1a is a bijection of the state, so that every single changed byte is
// detected.
// Cost: One pass; a false count never allocates.
// Gives up: It refuses bytes that are cut off, changed, or of an unknown version.
#include <algorithm>
#include <bit>
#include <string_view>

#include "machine/strict_arithmetic.hpp"
#include "sunder/certificate.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

constexpr std::string_view kMagic = "SNDRCERT";
constexpr std::uint32_t kFormatVersion = 1;
constexpr std::uint32_t kDepthVersion = 2;
constexpr std::uint32_t kRadiusVersion = 3;
constexpr std::size_t kHeaderSize = 8 + 4 + 8;
constexpr std::size_t kHashSize = 8;
constexpr std::size_t kNumberSize = 8 + 4;  // without digits
constexpr std::size_t kWeightSize = 4 + kNumberSize;
constexpr std::size_t kPairSize = 8;
constexpr std::size_t kPositionSize = 4;

using Bytes = std::span<const std::uint8_t>;

std::uint64_t fnv1a(Bytes bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

class Writer {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u32(std::uint32_t value) { little_endian(value, 4); }
  void u64(std::uint64_t value) { little_endian(value, 8); }
  void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
  void f64(double value) { u64(std::bit_cast<std::uint64_t>(value)); }
  void text(std::string_view text) { bytes_.insert(bytes_.end(), text.begin(), text.end()); }

  void number(const ExactNumber& number) {
    f64(number.value);
    u32(static_cast<std::uint32_t>(number.integer.size()));
    text(number.integer);
  }
  void numbers(const std::vector<ExactNumber>& list) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const ExactNumber& item : list) number(item);
  }
  void weights(const std::vector<WeightedVertex>& list) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const WeightedVertex& item : list) {
      i32(item.vertex);
      number(item.weight);
    }
  }
  void pairs(const std::vector<IndexPair>& list) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const IndexPair& pair : list) {
      i32(pair.a);
      i32(pair.b);
    }
  }
  void positions(const std::vector<std::int32_t>& list) {
    u32(static_cast<std::uint32_t>(list.size()));
    for (const std::int32_t item : list) i32(item);
  }
  void append(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  std::vector<std::uint8_t> take() { return std::move(bytes_); }
  Bytes view() const { return bytes_; }

 private:
  void little_endian(std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::vector<std::uint8_t> bytes_;
};

/// Reads until the first failure; from then on every value is 0 and ok() is false.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return bytes_.empty(); }
  std::uint8_t u8() { return static_cast<std::uint8_t>(little_endian(1)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(little_endian(4)); }
  std::uint64_t u64() { return little_endian(8); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  double f64() { return std::bit_cast<double>(u64()); }

  /// Returns a count of items of at least `size` bytes each. A count larger than the remaining
  /// bytes is a failure, so that a false count never allocates.
  std::size_t count(std::size_t size) {
    const std::size_t value = u32();
    if (value <= bytes_.size() / size) return value;
    fail();
    return 0;
  }
  std::string text() {
    const Bytes taken = take(count(1));
    return {taken.begin(), taken.end()};
  }
  ExactNumber number() {
    ExactNumber out;
    out.value = f64();
    out.integer = text();
    return out;
  }
  std::vector<ExactNumber> numbers() {
    std::vector<ExactNumber> out(count(kNumberSize));
    for (ExactNumber& item : out) item = number();
    return out;
  }
  std::vector<WeightedVertex> weights() {
    std::vector<WeightedVertex> out(count(kWeightSize));
    for (WeightedVertex& item : out) {
      item.vertex = i32();
      item.weight = number();
    }
    return out;
  }
  std::vector<IndexPair> pairs() {
    std::vector<IndexPair> out(count(kPairSize));
    for (IndexPair& pair : out) {
      pair.a = i32();
      pair.b = i32();
    }
    return out;
  }
  std::vector<std::int32_t> positions() {
    std::vector<std::int32_t> out(count(kPositionSize));
    for (std::int32_t& item : out) item = i32();
    return out;
  }
  Bytes take(std::size_t size) {
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    const Bytes out = bytes_.first(size);
    bytes_ = bytes_.subspan(size);
    return out;
  }

 private:
  void fail() {
    ok_ = false;
    bytes_ = {};
  }

  std::uint64_t little_endian(std::size_t size) {
    std::uint64_t value = 0;
    int shift = 0;
    for (const std::uint8_t byte : take(size)) {
      value |= std::uint64_t{byte} << shift;
      shift += 8;
    }
    return value;
  }

  Bytes bytes_;
  bool ok_ = true;
};

std::uint32_t version_of(const Certificate& certificate) {
  if (!certificate.a.empty() || !certificate.b.empty()) return kRadiusVersion;
  return certificate.depth ? kDepthVersion : kFormatVersion;
}

std::vector<std::uint8_t> payload_of(const Certificate& certificate) {
  Writer out;
  out.i32(certificate.dimension);
  out.u8(static_cast<std::uint8_t>(certificate.verdict));
  out.u8(static_cast<std::uint8_t>(certificate.stage));
  out.u8(certificate.distance ? 1 : 0);
  out.u8(certificate.depth ? 1 : 0);
  out.numbers(certificate.direction);
  out.pairs(certificate.pairs);
  if (certificate.distance) {
    out.f64(certificate.distance->lower);
    out.f64(certificate.distance->upper);
    out.numbers(certificate.distance->direction);
    out.weights(certificate.distance->a);
    out.weights(certificate.distance->b);
  }
  if (certificate.depth) {
    out.f64(certificate.depth->lower);
    out.f64(certificate.depth->upper);
    out.numbers(certificate.depth->direction);
    out.pairs(certificate.depth->pairs);
    out.positions(certificate.depth->facets);
  }
  if (version_of(certificate) == kRadiusVersion) {
    out.weights(certificate.a);
    out.weights(certificate.b);
  }
  return out.take();
}

Error damaged(std::string_view what) {
  return {ErrorCode::bad_certificate,
          "serialised certificate: " + std::string(what) + "; write it again with serialise()"};
}

Result<Certificate> read_payload(Bytes payload, std::uint32_t version) {
  Reader in(payload);
  Certificate out;
  out.dimension = in.i32();
  const std::uint8_t verdict = in.u8();
  const std::uint8_t stage = in.u8();
  const std::uint8_t has_distance = in.u8();
  const std::uint8_t has_depth = in.u8();
  if (verdict > static_cast<std::uint8_t>(Verdict::not_examined) || stage >= kStageCount ||
      has_distance > 1 || has_depth > 1 ||
      (version != kRadiusVersion && has_depth != (version == kDepthVersion ? 1 : 0))) {
    return damaged("an unknown verdict, stage or flag");
  }
  out.verdict = static_cast<Verdict>(verdict);
  out.stage = static_cast<Stage>(stage);
  out.direction = in.numbers();
  out.pairs = in.pairs();
  if (has_distance != 0) {
    DistanceProof& proof = out.distance.emplace();
    proof.lower = in.f64();
    proof.upper = in.f64();
    proof.direction = in.numbers();
    proof.a = in.weights();
    proof.b = in.weights();
  }
  if (has_depth != 0) {
    DepthProof& proof = out.depth.emplace();
    proof.lower = in.f64();
    proof.upper = in.f64();
    proof.direction = in.numbers();
    proof.pairs = in.pairs();
    proof.facets = in.positions();
  }
  if (version == kRadiusVersion) {
    out.a = in.weights();
    out.b = in.weights();
    if (out.a.empty() && out.b.empty()) return damaged("version 3 without points");
  }
  if (!in.ok() || !in.at_end()) return damaged("its counts do not fit its size");
  return out;
}

}  // namespace

std::vector<std::uint8_t> serialise(const Certificate& certificate) {
  const std::vector<std::uint8_t> payload = payload_of(certificate);
  Writer out;
  out.text(kMagic);
  out.u32(version_of(certificate));
  out.u64(payload.size());
  out.append(payload);
  out.u64(fnv1a(out.view()));
  return out.take();
}

Result<Certificate> deserialise_certificate(Bytes bytes) {
  if (bytes.size() < kHeaderSize + kHashSize) return damaged("it is cut short");
  Reader in(bytes);
  const Bytes magic = in.take(kMagic.size());
  if (!std::equal(magic.begin(), magic.end(), kMagic.begin(), kMagic.end())) {
    return damaged("it does not begin with SNDRCERT");
  }
  const std::uint32_t version = in.u32();
  if (version < kFormatVersion || version > kRadiusVersion) {
    return damaged("version " + std::to_string(version) + " is unknown");
  }
  if (in.u64() != bytes.size() - kHeaderSize - kHashSize) return damaged("its size is wrong");
  const Bytes payload = in.take(bytes.size() - kHeaderSize - kHashSize);
  if (in.u64() != fnv1a(bytes.first(bytes.size() - kHashSize))) return damaged("its hash is wrong");
  return read_payload(payload, version);
}

}  // namespace sunder::inline SUNDER_ABI
