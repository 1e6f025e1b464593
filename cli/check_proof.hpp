// SPDX-License-Identifier: Apache-2.0
//
// Writes the proofs in a report of sunder check: the keys that `sunder verify` checks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "check_contacts.hpp"
#include "check_rules.hpp"
#include "sunder/scene.hpp"

namespace sunder::cli {

/// The pairs that a report proves: none, the examined ones, or the pruned ones too.
enum class Certificates { none, examined, all };

inline constexpr const char* kCertificatesHelp =
    "What the JSON and the page prove, for `sunder verify`: none, examined (the default), or all: "
    "the pruned "
    "pairs too";

/// Returns the value of --certificates. It complains and returns nothing for an unknown word, or if
/// no output has room for them.
std::optional<Certificates> certificates_of(const std::optional<std::string>& option,
                                            bool has_room);

/// Returns {"algorithm", "width", "all", "certificates", "as", "ignore", "between", "fail_on",
/// "body", "tolerance", "baseline"}
std::string options_json(const CheckOptions& options, const CheckRules& rules,
                         Certificates certificates);

/// Returns the last keys of a pair, after a comma: "certificate"; and "margin" with
/// "margin_certificate" for bodies apart with a clearance, and for overlaps with a tolerance. A pair with a mesh has none.
std::string pair_proof_json(const Scene& scene, const PairReport& pair, const CheckOptions& options,
                            const CheckRules& rules, const FoundContact& contact);

/// Returns the examined pairs that are not in the report: they are farther apart than the
/// clearance. An interrupted check does not know them, so that the list is empty.
std::vector<BodyPair> unlisted_pairs(const Scene& scene, const SceneReport& report,
                                     const CheckOptions& options);

/// Returns an entry of "clear": the proof of such a pair.
std::string clear_proof_json(const Scene& scene, BodyPair ids, double clearance);

/// Returns the value of "proof": {"version", "clear", "skipped", "pruned"}, or null. `clear` has the entries of that.
std::string proof_json(const Scene& scene, const SceneReport& report, const CheckOptions& options,
                       Certificates certificates, const std::vector<std::string>& clear);

}  // namespace sunder::cli
