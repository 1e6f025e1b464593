// SPDX-License-Identifier: Apache-2.0
#include "sunder/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "machine/strict_arithmetic.hpp"
#include "sunder/io.hpp"

namespace sunder::inline SUNDER_ABI {

namespace {

/// In the order of io_error's codes.
constexpr std::string_view kIoWords[] = {
    "syntax",      "missing_key",      "unknown_key",    "duplicate_key",
    "wrong_type",  "conflicting_pose", "unknown_body",   "unknown_algorithm",
    "cannot_read", "cannot_write",     "unknown_format",
};

static_assert(std::size(kIoWords) ==
              std::size_t(io_error::unknown_format) - std::size_t(io_error::syntax) + 1);

std::string_view io_word(ErrorCode code) noexcept {
  constexpr auto kFirst = static_cast<std::size_t>(io_error::syntax);
  const std::size_t at = static_cast<std::size_t>(code) - kFirst;
  if (at < std::size(kIoWords)) return kIoWords[at];
  detail::fail("to_string() was given a value that is no ErrorCode");
}

}  // namespace

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::wrong_shape:
      return "wrong_shape";
    case ErrorCode::dimension_mismatch:
      return "dimension_mismatch";
    case ErrorCode::not_finite:
      return "not_finite";
    case ErrorCode::zero_quaternion:
      return "zero_quaternion";
    case ErrorCode::not_served:
      return "not_served";
    case ErrorCode::too_large:
      return "too_large";
    case ErrorCode::bad_certificate:
      return "bad_certificate";
    case ErrorCode::not_solid:
      return "not_solid";
    case ErrorCode::not_simple:
      return "not_simple";
    default:
      return io_word(code);
  }
}

}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail {

void fail(std::string_view message) noexcept {
  std::fprintf(stderr, "sunder: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace sunder::detail
