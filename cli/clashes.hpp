// SPDX-License-Identifier: Apache-2.0
//
// Which pairs of a check fail, and which of them are new since a baseline.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check_contacts.hpp"
#include "check_rules.hpp"
#include "sunder/scene.hpp"
#include "verbs.hpp"

namespace sunder::cli {

/// How grave a listed pair is; in a later report the same pair is known unless it is graver.
enum class Gravity : std::uint8_t { clear, near, touching, within, overlapping };
/// The word of the report's page: that of the table, where a pair within the tolerance is a contact.
std::string_view to_string(Gravity gravity) noexcept;

/// A pair that the baseline lists and the report does not.
struct GonePair {
  std::string a, b;  ///< names
  Gravity gravity;   ///< how grave it was
  bool failed;       ///< by the rules of this run
};

/// The pairs that an older report lists.
class Baseline {
 public:
  /// Complains and returns nothing where the file is no report of `sunder check --json`.
  static std::optional<Baseline> read(const std::string& path);

  /// Returns how grave a pair was; clear where it was not listed. The order of the names is free.
  Gravity gravity(std::string_view a, std::string_view b) const;
  /// Returns the pairs that were listed, are not now, and are none that `skip` leaves out, in the order of their names.
  std::vector<GonePair> gone(const Scene& scene, const std::vector<PairReport>& listed,
                             const std::function<bool(BodyPair)>& skip, bool contact_fails) const;

 private:
  struct Old {
    std::string a, b;
    Gravity gravity = Gravity::clear;
  };
  std::unordered_map<std::string, Old> pairs_;  ///< by both names
};

/// What a listed pair is to the one who asked.
struct Clash {
  bool fails = false;
  bool known = false;  ///< it fails, and the baseline lists it
  /// It does not fail, and the baseline lists it as what does.
  std::optional<Gravity> resolved;
};

struct Clashes {
  std::vector<Clash> pairs;  ///< one for each of the report
  std::int64_t within = 0, deeper = 0, unresolved = 0;
  std::int64_t failing = 0, known = 0;
  std::optional<std::vector<GonePair>>
      gone;  ///< none without a baseline, and after an interruption
};

Clashes find_clashes(const Scene& scene, const SceneReport& report,
                     const std::vector<FoundContact>& contacts, const CheckOptions& options,
                     const CheckRules& rules, const Baseline* baseline);

/// Returns the exit status: 2 if nothing was compared, or if the check was interrupted before it
/// found anything that fails.
ExitStatus status_of(const SceneReport& report, const Clashes& clashes);

}  // namespace sunder::cli
