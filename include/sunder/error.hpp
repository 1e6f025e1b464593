// SPDX-License-Identifier: Apache-2.0
//
// Refuses outside data: an Error says what is wrong, where, and what to do; a Result<T> is a value or an Error. Queries
// on valid objects never return one.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sunder/export.hpp"

namespace sunder::detail {
/// Prints "sunder: " and the message, then aborts: for a programmer's mistake only.
[[noreturn]] SUNDER_EXPORT void fail(std::string_view message) noexcept;
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

/// Why data was refused. io.hpp adds the codes of the pipe and of files. The spelling of to_string()
/// is the pipe's `error` field.
enum class ErrorCode : std::uint8_t {
  wrong_shape,         ///< ragged or zero-length rows, a transform that is not d x (d+1)
  dimension_mismatch,  ///< bodies of different dimension in one question
  not_finite,          ///< NaN or an infinity
  zero_quaternion,     ///< a quaternion of length zero is no rotation
  not_served,          ///< a question that this version, or this algorithm, does not answer
  too_large,           ///< beyond a stated limit
  bad_certificate,     ///< serialised data that is damaged or of another version
  not_solid,           ///< a mesh that was to be a solid, and is open or crosses itself
  not_simple           ///< rings of a polygon that cross
};

/// Returns the pipe's word for a code, such as "not_finite".
SUNDER_EXPORT std::string_view to_string(ErrorCode code) noexcept;

/// A refusal: `message` names the place and the remedy in one sentence.
struct Error {
  ErrorCode code{};
  std::string message;
};

/// A value, or the reason why there is none. A refused result ends the program with the reason in value(): test it
/// first where the data comes from outside. A success ends the program in error().
template <class T>
class [[nodiscard]] Result {
 public:
  Result()
    requires std::same_as<T, std::monostate>
  = default;
  Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & {
    require();
    return *std::get_if<0>(&state_);
  }
  const T& value() const& {
    require();
    return *std::get_if<0>(&state_);
  }
  T value() && {
    require();
    return std::move(*std::get_if<0>(&state_));
  }
  const Error& error() const& {
    require_refusal();
    return *std::get_if<1>(&state_);
  }
  Error error() && {
    require_refusal();
    return std::move(*std::get_if<1>(&state_));
  }

 private:
  void require() const {
    if (!has_value()) detail::fail(std::get_if<1>(&state_)->message);
  }
  void require_refusal() const {
    if (has_value()) detail::fail("error() was asked of a Result that holds a value");
  }
  std::variant<T, Error> state_;
};

/// Success, or the reason why an operation that has no value failed.
using Status = Result<std::monostate>;

}  // namespace sunder::inline SUNDER_ABI
