// SPDX-License-Identifier: Apache-2.0
//
// Replaces each number of a JSON text by its offset in the text, for simdjson's tree parser. The
// parser then sees the structure alone, and decimal.hpp reads the number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/json_library.hpp"

namespace sunder::detail::files {

class NumberPlaces {
 public:
  /// `json` outlives the object.
  explicit NumberPlaces(std::string_view json) : json_(json) {}

  /// The text is JSON exactly if the original is. Returns no value if it would have more bytes than
  /// `limit`.
  std::optional<std::string> text(std::size_t limit) const;

  /// Returns the number of an element of that text, infinite beyond the largest double. Returns no
  /// value if the element is no number.
  std::optional<double> number(const simdjson::dom::element& element) const;
  /// Returns a number of digits alone, at most `greatest`, which is below 2^53.
  std::optional<std::uint64_t> index(const simdjson::dom::element& element,
                                     std::uint64_t greatest) const;

 private:
  std::string_view json_;
};

}  // namespace sunder::detail::files
