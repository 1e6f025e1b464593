// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about bodies that are not convex, and says what triangles were taken as.
#pragma once

#include <optional>
#include <string>

#include "pipe/bodies.hpp"
#include "pipe/request.hpp"

namespace sunder::detail {

/// Appends "taken_as" where a body of the pair has triangles.
void append_taken_as(std::string& out, const TakenPair& taken);

/// Appends the answer line, or returns why the question is refused.
std::optional<Error> append_bodies_answer(std::string& out, const Request& request,
                                          const PlacedBodies& bodies);

}  // namespace sunder::detail
