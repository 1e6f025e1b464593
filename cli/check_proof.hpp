// SPDX-License-Identifier: Apache-2.0
//
// Writes the proofs in a report of sunder check: the keys that `sunder verify` checks.
#pragma once

#include <optional>
#include <string>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"
#include "verbs.hpp"

namespace sunder::cli {

/// The pairs that a report proves: none, the examined ones, or the pruned ones too.
enum class Certificates { none, examined, all };

inline constexpr const char* kCertificatesHelp =
    "What the JSON proves, for `sunder verify`: none, examined (the default), or all: the pruned "
    "pairs too";

/// Returns the value of --certificates. It complains and returns nothing for an unknown word, or if
/// the report is not JSON.
std::optional<Certificates> certificates_of(const std::optional<std::string>& option, bool json);

/// Returns the exit status: 2 if nothing was compared, or if the check was interrupted before it
/// found anything.
ExitStatus status_of(const SceneReport& report);

/// Returns {"algorithm", "width", "all", "certificates"}
std::string options_json(const CheckOptions& options, Certificates certificates);

/// Returns the last keys of a pair, after a comma: "certificate", and for separated bodies with a
/// clearance "margin" and "margin_certificate".
std::string pair_proof_json(const Scene& scene, const PairReport& pair, double clearance,
                            const Contact3& contact);

/// Returns the value of "proof": {"version", "clear", "pruned"}, or null.
std::string proof_json(const Scene& scene, const SceneReport& report, const CheckOptions& options,
                       Certificates certificates);

}  // namespace sunder::cli
