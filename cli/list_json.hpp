// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sunder/io.hpp"

namespace sunder::cli {

/// A JSON array of the texts that `to_text` returns for the items.
template <class Items, class ToText>
std::string list_json(const Items& items, ToText to_text) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += ", ";
    text += to_text(item);
  }
  return text + "]";
}

inline std::string vector_json(const Vector3& vector) { return list_json(vector, json_number); }

}  // namespace sunder::cli
