// SPDX-License-Identifier: Apache-2.0
//
// Formats the lines that the pipe writes: answers and refusals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipe/bodies.hpp"
#include "pipe/request.hpp"

namespace sunder::detail {

/// Runs the queries and appends the answer line, or returns the reason for a refusal.
std::optional<Error> append_answer(std::string& out, const Request& request,
                                   const Definitions& definitions);

void append_refusal(std::string& out, std::string_view id, std::int64_t line, const Error& error);

}  // namespace sunder::detail
