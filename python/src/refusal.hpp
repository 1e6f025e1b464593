// SPDX-License-Identifier: Apache-2.0
//
// Refuses data from Python: every refusal becomes a sunder.Error with a code, a place and a remedy.
#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "sunder/error.hpp"

namespace sunder::python {

/// The exception that the module translates to sunder.Error.
class Refusal final : public std::exception {
 public:
  Refusal(std::string_view code, std::string_view where, std::string what, std::string remedy)
      : code_(code), where_(where), what_(std::move(what)), remedy_(std::move(remedy)) {}

  const char* what() const noexcept override { return what_.c_str(); }
  const std::string& code() const noexcept { return code_; }
  const std::string& where() const noexcept { return where_; }
  const std::string& reason() const noexcept { return what_; }
  const std::string& remedy() const noexcept { return remedy_; }

 private:
  std::string code_, where_, what_, remedy_;
};

/// Refuses with the library's own error. Its sentence gives the remedy behind a semicolon.
[[noreturn]] inline void refuse(std::string_view where, const Error& error) {
  const std::size_t cut = error.message.find("; ");
  std::string remedy = cut == std::string::npos ? "" : error.message.substr(cut + 2);
  throw Refusal(to_string(error.code), where, error.message.substr(0, cut), std::move(remedy));
}

/// Returns the value, or refuses.
template <class T>
T accepted(std::string_view where, Result<T> result) {
  if (!result) refuse(where, result.error());
  return std::move(result).value();
}

[[noreturn]] inline void refuse_shape(std::string_view where, std::string what,
                                      std::string remedy) {
  throw Refusal("wrong_shape", where, std::move(what), std::move(remedy));
}
[[noreturn]] inline void refuse_type(std::string_view where, std::string what, std::string remedy) {
  throw Refusal("wrong_type", where, std::move(what), std::move(remedy));
}
[[noreturn]] inline void refuse_dimension(std::string_view where, int expected, int given) {
  throw Refusal(
      "dimension_mismatch", where,
      "dimension " + std::to_string(given) + ", but the others have " + std::to_string(expected),
      "give bodies and poses of one dimension");
}

}  // namespace sunder::python
