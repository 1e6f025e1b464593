// SPDX-License-Identifier: Apache-2.0
#include "sunder/error.hpp"

#include <cstdio>
#include <cstdlib>

#include "machine/strict_arithmetic.hpp"

namespace sunder::inline SUNDER_ABI {

std::string_view to_string(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::syntax:
      return "syntax";
    case ErrorCode::missing_key:
      return "missing_key";
    case ErrorCode::unknown_key:
      return "unknown_key";
    case ErrorCode::duplicate_key:
      return "duplicate_key";
    case ErrorCode::wrong_type:
      return "wrong_type";
    case ErrorCode::wrong_shape:
      return "wrong_shape";
    case ErrorCode::dimension_mismatch:
      return "dimension_mismatch";
    case ErrorCode::not_finite:
      return "not_finite";
    case ErrorCode::zero_quaternion:
      return "zero_quaternion";
    case ErrorCode::conflicting_pose:
      return "conflicting_pose";
    case ErrorCode::unknown_body:
      return "unknown_body";
    case ErrorCode::unknown_algorithm:
      return "unknown_algorithm";
    case ErrorCode::not_served:
      return "not_served";
    case ErrorCode::too_large:
      return "too_large";
    case ErrorCode::cannot_read:
      return "cannot_read";
    case ErrorCode::cannot_write:
      return "cannot_write";
    case ErrorCode::unknown_format:
      return "unknown_format";
    case ErrorCode::bad_certificate:
      return "bad_certificate";
  }
  detail::fail("to_string() was given a value that is no ErrorCode");
}

}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail {

void fail(std::string_view message) noexcept {
  std::fprintf(stderr, "sunder: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace sunder::detail
