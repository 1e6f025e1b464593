// SPDX-License-Identifier: Apache-2.0
//
// Writes the proofs in a report of sunder check: the keys that `sunder verify` checks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"
#include "verbs.hpp"

namespace sunder::cli {

/// The pairs that a report proves: none, the examined ones, or the pruned ones too.
enum class Certificates { none, examined, all };

/// What a check was told about its bodies: the words of --body, --as, --ignore and --between, and
/// --fail-on.
struct CheckRules {
  std::string body;
  std::vector<std::string> as;
  std::vector<std::string> ignore;
  std::vector<std::string> between;
  bool fails_on_touch = false;
};

inline constexpr const char* kCertificatesHelp =
    "What the JSON proves, for `sunder verify`: none, examined (the default), or all: the pruned "
    "pairs too";

/// Returns the value of --certificates. It complains and returns nothing for an unknown word, or if
/// the report is not JSON.
std::optional<Certificates> certificates_of(const std::optional<std::string>& option, bool json);

/// Returns the exit status: 2 if nothing was compared, or if the check was interrupted before it
/// found anything.
ExitStatus status_of(const SceneReport& report, const CheckOptions& options,
                     const CheckRules& rules);

/// Returns {"algorithm", "width", "all", "certificates", "as", "ignore", "between", "fail_on",
/// "body"}
std::string options_json(const CheckOptions& options, const CheckRules& rules,
                         Certificates certificates);

/// Returns the last keys of a pair, after a comma: "certificate", and for separated bodies with a
/// clearance "margin" and "margin_certificate". A pair with a mesh has none.
std::string pair_proof_json(const Scene& scene, const PairReport& pair, double clearance,
                            const Contact3& contact);

/// Returns true for a pair of which a body is a mesh that is not its hull.
bool has_mesh(const Scene& scene, BodyPair pair);

/// Returns the value of "proof": {"version", "clear", "skipped", "pruned"}, or null.
std::string proof_json(const Scene& scene, const SceneReport& report, const CheckOptions& options,
                       Certificates certificates);

}  // namespace sunder::cli
