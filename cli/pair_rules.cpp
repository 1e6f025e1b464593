// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each pattern becomes a table of the bodies that it matches, so that a pair costs two look-ups
//   a rule.
// Cost: One match of each pattern with each name.
// Gives up: It refuses a rule whose colon is not the only one.
#include "pair_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "globs.hpp"
#include "read_text.hpp"
#include "sunder/io.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

std::vector<bool> bodies_matching(std::string_view glob, const Scene& scene) {
  std::vector<bool> matching;
  matching.reserve(static_cast<std::size_t>(scene.size()));
  for (std::int32_t id = 0; id < scene.size(); ++id) {
    matching.push_back(glob_matches(glob, scene.body(id).name));
  }
  return matching;
}

bool is_any(const std::vector<bool>& bodies) {
  return std::find(bodies.begin(), bodies.end(), true) != bodies.end();
}

std::optional<std::pair<std::string_view, std::string_view>> split(std::string_view word) {
  const std::size_t both = word.find("::");
  if (both != std::string_view::npos) return {{word.substr(0, both), word.substr(both + 2)}};
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos || colon != word.rfind(':')) return std::nullopt;
  return {{word.substr(0, colon), word.substr(colon + 1)}};
}

std::optional<std::vector<PairRule>> compile(std::string_view option,
                                             const std::vector<std::string>& words,
                                             const Scene& scene, bool must_match) {
  std::vector<PairRule> rules;
  for (const std::string& word : words) {
    const auto patterns = split(word);
    if (!patterns) {
      complain(
          fmt::format("{} {}: two patterns of names were expected, A:B, or A::B where a name "
                      "has a colon",
                      option, word));
      return std::nullopt;
    }
    rules.emplace_back(patterns->first, patterns->second, scene);
    if (!rules.back().is_vain()) continue;
    complain(fmt::format("{} {}: no body has such a name", option, word));
    if (must_match) return std::nullopt;
  }
  return rules;
}

bool any_matches(const std::vector<PairRule>& rules, BodyPair pair) {
  return std::any_of(rules.begin(), rules.end(),
                     [pair](const PairRule& rule) { return rule.matches(pair); });
}

}  // namespace

PairRule::PairRule(std::string_view first, std::string_view second, const Scene& scene)
    : first_(bodies_matching(first, scene)), second_(bodies_matching(second, scene)) {}

bool PairRule::matches(BodyPair pair) const {
  const auto a = static_cast<std::size_t>(pair.a);
  const auto b = static_cast<std::size_t>(pair.b);
  return (first_[a] && second_[b]) || (first_[b] && second_[a]);
}

bool PairRule::is_vain() const { return !is_any(first_) || !is_any(second_); }

std::function<bool(BodyPair)> skip_by(std::vector<PairRule> ignored, std::vector<PairRule> wanted) {
  if (ignored.empty() && wanted.empty()) return {};
  return [ignored = std::move(ignored), wanted = std::move(wanted)](BodyPair pair) {
    return any_matches(ignored, pair) || (!wanted.empty() && !any_matches(wanted, pair));
  };
}

std::optional<std::vector<std::string>> expand_lists(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  for (const std::string& word : words) {
    if (!word.starts_with('@')) {
      all.push_back(word);
      continue;
    }
    const auto text = read_text(word.substr(1));
    if (!text) {
      complain(text.error().message);
      return std::nullopt;
    }
    for (std::string_view rest = text.value(); !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty() && !line.starts_with('#')) all.emplace_back(line);
    }
  }
  return all;
}

std::optional<std::function<bool(BodyPair)>> pairs_to_skip(const std::vector<std::string>& ignore,
                                                           const std::vector<std::string>& between,
                                                           const Scene& scene) {
  auto ignored = compile("--ignore", ignore, scene, false);
  auto wanted = compile("--between", between, scene, true);
  if (!ignored || !wanted) return std::nullopt;
  return skip_by(*std::move(ignored), *std::move(wanted));
}

}  // namespace sunder::cli
