// SPDX-License-Identifier: Apache-2.0
//
// Which pairs of a scene are examined: --ignore and --between.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sunder/scene.hpp"

namespace sunder::cli {

/// Replaces each "@file" by the lines of the file, without empty ones and those that begin with "#".
/// Complains and returns nothing where a file cannot be read.
std::optional<std::vector<std::string>> expand_lists(const std::vector<std::string>& words);

/// Returns the function that is true for pairs to be skipped. These are those that a rule of `ignore`
/// matches. If `between` has a rule, they are also those that none of it matches. It is empty without rules. A
/// rule is "A:B", or "A::B" where a pattern has a colon, with patterns of names in the scene. Either
/// body may match A. Complains and returns nothing for words that are no rule, and for a rule of
/// `between` that matches no body.
std::optional<std::function<bool(BodyPair)>> pairs_to_skip(const std::vector<std::string>& ignore,
                                                           const std::vector<std::string>& between,
                                                           const Scene& scene);

}  // namespace sunder::cli
