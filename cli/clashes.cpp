// SPDX-License-Identifier: Apache-2.0
//
// Idea: A pair is known by its two names. A table from both to how grave the pair was is the baseline.
// Cost: One look-up for each pair that is listed.
// Gives up: It refuses a baseline that is no report. A pair whose bodies were renamed is new.
#include "clashes.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "read_text.hpp"
#include "sunder/io.hpp"
#include "sunder/report.hpp"
#include "terminal.hpp"

namespace sunder::cli {
namespace {

/// Returns one text for two names in either order; no other two names have it. They are compared as JSON has them, since
/// the bytes of a name need not be UTF-8.
std::string pair_text(std::string_view a, std::string_view b) {
  std::string first = json_string(a);
  std::string second = json_string(b);
  if (second < first) std::swap(first, second);
  return first + second;
}

Gravity gravity_of(Proximity proximity, bool within) noexcept {
  switch (proximity) {
    case Proximity::overlapping:
      return within ? Gravity::within : Gravity::overlapping;
    case Proximity::touching:
      return Gravity::touching;
    case Proximity::near:
      return Gravity::near;
    case Proximity::clear:
      break;
  }
  return Gravity::clear;
}

/// Contacts are bodies that touch, and overlaps within the tolerance.
bool fails(Gravity gravity, bool contact_fails) noexcept {
  return gravity == Gravity::near || gravity == Gravity::overlapping ||
         (contact_fails && gravity != Gravity::clear);
}

}  // namespace

std::string_view to_string(Gravity gravity) noexcept {
  switch (gravity) {
    case Gravity::near:
      return "near";
    case Gravity::touching:
      return "touching";
    case Gravity::within:
      return "contact";
    case Gravity::overlapping:
      return "overlapping";
    case Gravity::clear:
      break;
  }
  return "clear";
}

std::optional<Baseline> Baseline::read(const std::string& path) {
  auto text = read_text(path);
  if (!text) {
    complain("--baseline: " + text.error().message);
    return std::nullopt;
  }
  const auto clashes = clashes_of_report(std::move(text).value());
  if (!clashes) {
    complain(fmt::format("--baseline {}: {}; a report of `sunder check --json` was expected", path,
                         clashes.error().message));
    return std::nullopt;
  }
  Baseline baseline;
  for (const ReportedClash& clash : clashes.value()) {
    Old& old = baseline.pairs_[pair_text(clash.a, clash.b)];
    old = {clash.a, clash.b,
           std::max(old.gravity, gravity_of(clash.proximity, clash.within_tolerance))};
  }
  return baseline;
}

Gravity Baseline::gravity(std::string_view a, std::string_view b) const {
  const auto found = pairs_.find(pair_text(a, b));
  return found == pairs_.end() ? Gravity::clear : found->second.gravity;
}

std::vector<GonePair> Baseline::gone(const Scene& scene, const std::vector<PairReport>& listed,
                                     const std::function<bool(BodyPair)>& skip,
                                     bool contact_fails) const {
  std::unordered_set<std::string> still;
  for (const PairReport& pair : listed) {
    if (pair.proximity == Proximity::clear) continue;
    still.insert(pair_text(scene.body(pair.a).name, scene.body(pair.b).name));
  }
  std::vector<GonePair> gone;
  for (const auto& [names, old] : pairs_) {
    if (still.contains(names)) continue;
    const std::int32_t a = scene.find(old.a), b = scene.find(old.b);
    if (a >= 0 && b >= 0 && skip && skip({std::min(a, b), std::max(a, b)})) continue;
    gone.push_back({old.a, old.b, old.gravity, fails(old.gravity, contact_fails)});
  }
  std::sort(gone.begin(), gone.end(), [](const GonePair& x, const GonePair& y) {
    return std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  return gone;
}

Clashes find_clashes(const Scene& scene, const SceneReport& report,
                     const std::vector<FoundContact>& contacts, const CheckOptions& options,
                     const CheckRules& rules, const Baseline* baseline) {
  const bool contact_fails = rules.fails_on_touch || options.clearance > 0;
  Clashes clashes;
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const PairReport& pair = report.pairs[i];
    if (const std::optional<Overlap> overlap = contacts[i].overlap) {
      ++(*overlap == Overlap::within   ? clashes.within
         : *overlap == Overlap::deeper ? clashes.deeper
                                       : clashes.unresolved);
    }
    const Gravity gravity = gravity_of(pair.proximity, contacts[i].overlap == Overlap::within);
    Clash clash;
    clash.fails = fails(gravity, contact_fails);
    if (baseline != nullptr) {
      const Gravity old = baseline->gravity(scene.body(pair.a).name, scene.body(pair.b).name);
      clash.known = clash.fails && old >= gravity;
      if (!clash.fails && fails(old, contact_fails)) clash.resolved = old;
    }
    clashes.failing += clash.fails ? 1 : 0;
    clashes.known += clash.known ? 1 : 0;
    clashes.pairs.push_back(clash);
  }
  if (baseline != nullptr && !report.cancelled) {
    clashes.gone = baseline->gone(scene, report.pairs, options.skip, contact_fails);
  }
  return clashes;
}

ExitStatus status_of(const SceneReport& report, const Clashes& clashes) {
  if (clashes.failing > clashes.known) return ExitStatus::found;
  const bool whole = report.pruned + report.examined > 0 && report.not_examined == 0;
  return whole ? ExitStatus::clear : ExitStatus::bad_input;
}

}  // namespace sunder::cli
