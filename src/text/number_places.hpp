// SPDX-License-Identifier: Apache-2.0
//
// A JSON text as simdjson's tree parser gets it: in the place of each number stands the offset at
// which the text has it. So the parser sees the structure alone, and the number is read by
// decimal.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "text/json_library.hpp"

namespace sunder::detail::mesh {

class NumberPlaces {
 public:
  /// `json` outlives the object.
  explicit NumberPlaces(std::string_view json) : json_(json) {}

  /// JSON exactly where the original is. None where it would have more bytes than `limit`.
  std::optional<std::string> text(std::size_t limit) const;

  /// Of an element of that text: the number, infinite beyond the largest double; none if it is no
  /// number.
  std::optional<double> number(const simdjson::dom::element& element) const;
  /// Likewise a number of digits alone, at most `greatest`, which is below 2^53.
  std::optional<std::uint64_t> index(const simdjson::dom::element& element,
                                     std::uint64_t greatest) const;

 private:
  std::string_view json_;
};

}  // namespace sunder::detail::mesh
