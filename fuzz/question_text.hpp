// SPDX-License-Identifier: Apache-2.0
//
// Writes a drawn pair as a question for the pipe; every double is written exactly.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/families.hpp"

namespace sunder::fuzz {

/// Returns a body of the pipe in `dimension` dimensions.
std::string body_text(const suite::BodyData& body, int dimension);

/// One line without its end. `id` is JSON, and `ask` holds the words with their quotes. The
/// question requests the full certificate.
std::string question_text(const DrawnPair& pair, std::string_view id, std::string_view ask);

}  // namespace sunder::fuzz
