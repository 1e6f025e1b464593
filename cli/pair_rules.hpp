// SPDX-License-Identifier: Apache-2.0
//
// Which pairs of a scene are examined: --ignore and --between.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/scene.hpp"

namespace sunder::cli {

/// Replaces each "@file" by the lines of the file, without empty ones and those that begin with "#".
/// Complains and returns nothing where a file cannot be read.
std::optional<std::vector<std::string>> expand_lists(const std::vector<std::string>& words);

/// Two patterns of names. Either body of a pair may match the first, and the other one the second.
class PairRule {
 public:
  PairRule(std::string_view first, std::string_view second, const Scene& scene);
  bool matches(BodyPair pair) const;
  /// True if a pattern matches no body of the scene.
  bool is_vain() const;

 private:
  std::vector<bool> first_, second_;  ///< by id: the bodies that match
};

/// Returns the function that is true for pairs to be skipped: those that a rule of `ignored` matches. If `wanted` has a
/// rule, they are also those that none of it matches. It is empty without rules.
std::function<bool(BodyPair)> skip_by(std::vector<PairRule> ignored, std::vector<PairRule> wanted);

/// Returns skip_by() of rules in words: "A:B", or "A::B" where a pattern has a colon, with patterns of names in the
/// scene. Complains and returns nothing for words that are no rule, and for a rule of `between` that matches no body.
std::optional<std::function<bool(BodyPair)>> pairs_to_skip(const std::vector<std::string>& ignore,
                                                           const std::vector<std::string>& between,
                                                           const Scene& scene);

}  // namespace sunder::cli
