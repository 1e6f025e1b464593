// SPDX-License-Identifier: Apache-2.0
//
// How the readers of nested formats leave from deep inside: thrown and caught within one reader,
// whose caller sees a Result.
#pragma once

#include <string>
#include <utility>

#include "sunder/error.hpp"

namespace sunder::detail::mesh {

struct Refused {
  Error error;
};

[[noreturn]] inline void refuse(ErrorCode code, std::string message) {
  throw Refused{{code, std::move(message)}};
}

}  // namespace sunder::detail::mesh
