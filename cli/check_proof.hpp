// SPDX-License-Identifier: Apache-2.0
//
// What a report of sunder check proves: the keys that `sunder verify` checks.
#pragma once

#include <optional>
#include <string>

#include "sunder/contact.hpp"
#include "sunder/scene.hpp"
#include "verbs.hpp"

namespace sunder::cli {

/// Which pairs a report proves: none, those that were examined, or the pruned ones too.
enum class Certificates { none, examined, all };

inline constexpr const char* kCertificatesHelp =
    "What the JSON proves, for `sunder verify`: none, examined (the default), or all: the pruned "
    "pairs too";

/// What --certificates asks for; complains and returns nothing where it is no such word, or the
/// report is not JSON.
std::optional<Certificates> certificates_of(const std::optional<std::string>& option, bool json);

/// What the program says by ending: 2 where nothing was compared, or nothing found before it was
/// interrupted.
ExitStatus status_of(const SceneReport& report);

/// {"algorithm", "width", "all", "certificates"}
std::string options_json(const CheckOptions& options, Certificates certificates);

/// The last keys of a pair, after a comma: "certificate", and of bodies apart with a clearance
/// "margin" and "margin_certificate".
std::string pair_proof_json(const Scene& scene, const PairReport& pair, double clearance,
                            const Contact3& contact);

/// The value of "proof": {"version", "clear", "pruned"}, or null.
std::string proof_json(const Scene& scene, const SceneReport& report, const CheckOptions& options,
                       Certificates certificates);

}  // namespace sunder::cli
