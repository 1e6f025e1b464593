// SPDX-License-Identifier: Apache-2.0
//
// Answers the question "derivative": its key is {"signed_distance", "translation_a", ...}, or null
// for empty bodies. Read back, the sign of the signed distance is held against the verdict.
#include "sunder/derivative.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pipe/question.hpp"
#include "pipe/values.hpp"

namespace sunder::detail {
namespace {

constexpr std::array<std::string_view, 7> kDerivativeKeys = {
    "signed_distance", "translation_a",      "translation_b",  "rotation_a",
    "rotation_b",      "unique_translation", "unique_rotation"};
constexpr std::size_t kFirstFlag = 5;

/// A slope about a point far from the contact may overflow, in one entry or more.
template <class Vector>
bool is_finite(const Vector& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

template <int D>
std::optional<Error> append_derivative(std::string& out, const Asked<D>& asked) {
  const Derivative<D> answer = derivative(asked.pair.a, asked.pair.b, asked.search);
  append_key(out, "derivative");
  if (!answer.valid) {
    out += "null";
    return std::nullopt;
  }
  out += '{';
  append_interval(out, "signed_distance", answer.distance);
  append_vector(out, "translation_a", true, answer.translation_a);
  append_vector(out, "translation_b", true, answer.translation_b);
  append_vector(out, "rotation_a", is_finite(answer.rotation_a), answer.rotation_a);
  append_vector(out, "rotation_b", is_finite(answer.rotation_b), answer.rotation_b);
  append_flag(out, "unique_translation", answer.unique_translation);
  append_flag(out, "unique_rotation", answer.unique_rotation);
  out += '}';
  return std::nullopt;
}

bool read_derivative(JsonReader& reader, std::size_t /*key*/, JsonValue value, const Place& place,
                     Claim& claim) {
  claim.there = true;
  if (reader.is_null(value)) return true;
  std::vector<double> scratch;
  bool flag = false;
  Interval distance;
  const auto each = [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kDerivativeKeys[key]);
    if (key == 0) return read_interval(reader, item, here, distance, LowerNull::minus_infinity);
    if (key >= kFirstFlag) return reader.boolean(item, here, flag);
    return reader.is_null(item) || reader.numbers(item, here, "number", scratch);
  };
  if (!reader.fields(value, place, kDerivativeKeys, each)) return false;
  const auto& [lower, upper] = distance;
  const bool ordered = lower <= upper;
  const bool agrees[] = {upper > 0, lower <= 0 && 0 <= upper, lower < 0};  // by Verdict
  for (std::size_t verdict = 0; verdict < 3; ++verdict) {
    if (!ordered) {
      claim.against[verdict] = "and yet the signed distance is no interval";
    } else if (!agrees[verdict]) {
      claim.against[verdict] = "and yet the signed distance has another sign";
    }
  }
  return true;
}

}  // namespace

const PipeQuestion pipe_questions::derivative = {append_derivative<2>, append_derivative<3>,
                                                 nullptr, read_derivative};

}  // namespace sunder::detail
