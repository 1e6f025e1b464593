// SPDX-License-Identifier: Apache-2.0
//
// The key "derivative": writes and reads it.
#pragma once

#include <string>

#include "pipe/values.hpp"
#include "sunder/derivative.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// "derivative": {"signed_distance", "translation_a", ...}, or null for empty bodies. D is 2 or 3.
template <int D>
void append_derivative(std::string& out, const Derivative<D>& answer);

extern template void append_derivative(std::string&, const Derivative<2>&);
extern template void append_derivative(std::string&, const Derivative<3>&);

/// The fields that can contradict the verdict.
struct DerivativeText {
  bool there = false;  ///< false: null
  Interval signed_distance;
};
bool read_derivative(JsonReader& reader, JsonValue value, const Place& place, DerivativeText& out);

}  // namespace sunder::detail
