// SPDX-License-Identifier: Apache-2.0
//
// Defines the exception by which readers of nested formats leave deep calls. One reader throws and
// catches it; its caller sees a Result.
#pragma once

#include <string>
#include <utility>

#include "sunder/error.hpp"

namespace sunder::detail::files {

struct Refused {
  Error error;
};

[[noreturn]] inline void refuse(ErrorCode code, std::string message) {
  throw Refused{{code, std::move(message)}};
}

}  // namespace sunder::detail::files
