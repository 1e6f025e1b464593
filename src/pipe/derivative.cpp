// SPDX-License-Identifier: Apache-2.0
#include "pipe/derivative.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

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

}  // namespace

template <int D>
void append_derivative(std::string& out, const Derivative<D>& answer) {
  append_key(out, "derivative");
  if (!answer.valid) {
    out += "null";
    return;
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
}

template void append_derivative(std::string&, const Derivative<2>&);
template void append_derivative(std::string&, const Derivative<3>&);

bool read_derivative(JsonReader& reader, JsonValue value, const Place& place, DerivativeText& out) {
  out.there = !reader.is_null(value);
  if (!out.there) return true;
  std::vector<double> scratch;
  bool flag = false;
  return reader.fields(value, place, kDerivativeKeys, [&](std::size_t key, JsonValue item) {
    const Place here = place.key(kDerivativeKeys[key]);
    if (key == 0) {
      return read_interval(reader, item, here, out.signed_distance, LowerNull::minus_infinity);
    }
    if (key >= kFirstFlag) return reader.boolean(item, here, flag);
    return reader.is_null(item) || reader.numbers(item, here, "number", scratch);
  });
}

}  // namespace sunder::detail
