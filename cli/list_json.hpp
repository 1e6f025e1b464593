// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "sunder/io.hpp"

namespace sunder::cli {

/// Returns a JSON array of the texts that `to_text` returns for the items.
template <class Items, class ToText>
std::string list_json(const Items& items, ToText to_text) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += ", ";
    text += to_text(item);
  }
  return text + "]";
}

/// Returns "[lower, upper]", with null for what is not finite.
inline std::string interval_json(const Interval& interval) {
  return list_json(std::array{interval.lower, interval.upper}, json_number);
}

inline std::string vector_json(const Vector3& vector) { return list_json(vector, json_number); }

}  // namespace sunder::cli
