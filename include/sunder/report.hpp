// SPDX-License-Identifier: Apache-2.0
//
// Checks the report of `sunder check --json` against the files that it is about. docs/check.md defines its keys.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sunder/body_certificate.hpp"
#include "sunder/body_contact.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/io.hpp"
#include "sunder/margin.hpp"
#include "sunder/scene.hpp"

namespace sunder::inline SUNDER_ABI {

/// Returns the proof of a margin, as the value of the pipe's "margin_certificate".
SUNDER_EXPORT std::string to_json(const MarginCertificate& certificate);
/// Returns the proof about bodies that need not be convex, as the value of the pipe's "certificate"; "null" for empty ones.
SUNDER_EXPORT std::string to_json(const BodyCertificate& certificate);
/// Reads such a value. Its keys determine the verdict, but where a point of each body is all there is: that is undecided,
/// and the caller sets what is claimed. The ends of a distance are 0. `null` is the certificate of empty bodies.
SUNDER_EXPORT Result<BodyCertificate> body_certificate_from_json(std::string_view text);
/// Returns where bodies meet, as the value of the pipe's "contact": {"regions": [...]}, or null for bodies apart.
SUNDER_EXPORT std::string to_json(const BodyContact& contact);

/// The value of "version" in a report's "proof". A report of another version is refused.
inline constexpr std::int64_t kProofVersion = 2;

/// One file of a check, as the report has it and as it is read again.
struct ReportedFile {
  std::string path;
  FileReport read;
  std::string unit;  ///< "mm", or "units" where it has no name
  double unit_in_metres = 0;
  bool unit_assumed = false;  ///< it was not given: metres
  bool unit_given = false;    ///< the command line named it
};

/// What a check was told about its bodies: texts of the program's options of these names.
struct ReportedRules {
  std::string body;                          ///< what makes one body
  std::vector<std::string> as;               ///< what meshes are taken as
  std::vector<std::string> ignore, between;  ///< which pairs are examined
};

/// The bodies of all files, each at its pose in the unit of the run.
struct ReportedScene {
  Scene scene;
  std::vector<TakenMesh> taken;         ///< of each body
  std::function<bool(BodyPair)> skips;  ///< true for pairs that the rules leave out; may be empty
  std::vector<ReportedFile> files;
  std::string unit;
  double unit_in_metres = 0;
};

/// Reads the files again that a report lists, in its order, with the units and the rules that it was given.
/// Bodies should be built without `reduce`: then no search for a hull is part of what is trusted.
using LoadReported =
    std::function<Result<ReportedScene>(std::span<const ReportedFile> files, const ReportedRules& rules)>;

/// What verify_report() found. Claims without a proof are unchecked, never accepted. Pairs with a mesh that is not its
/// hull have no proof of a depth.
struct ReportSummary {
  VerifyTally facts;            ///< files, names, counts, the exit status
  VerifyTally verdicts;         ///< pairs examined
  VerifyTally intervals;        ///< distances and depths
  VerifyTally margins;          ///< pairs apart, against the clearance; overlaps, against the tolerance
  VerifyTally pruned;           ///< pairs
  std::int64_t contacts = 0;    ///< held against the verdict alone: unchecked
  std::int64_t meshes = 0;      ///< verdicts about pairs with meshes: among the unchecked ones
  std::int64_t by_theorem = 0;  ///< accepted verdicts that rest on the theorem of docs/bodies.md too
  std::int64_t known = 0;       ///< clashes that are said to be in the baseline, which is not read: unchecked
  double clearance = 0;
  std::string unit;
  Status status;  ///< the report cannot be checked: not a report, or of other files
  bool refuted() const noexcept {
    return facts.refuted + verdicts.refuted + intervals.refuted + margins.refuted + pruned.refuted > 0;
  }
};

/// Returns 16 hexadecimal digits for two names in either order. They stay the same in every version: 64 bits of FNV-1a
/// over both names as JSON, the lesser first.
SUNDER_EXPORT std::string clash_key(std::string_view a, std::string_view b);

/// A pair that a report lists as closer than clear.
struct ReportedClash {
  std::string a, b;  ///< names, in the report's order
  Proximity proximity = Proximity::near;
  bool within_tolerance = false;  ///< of bodies that overlap: no deeper than the report's tolerance
};

/// Reads the pairs of a report of `sunder check --json` that are not clear. Its proofs are not checked. Refuses what is
/// no such report (syntax, missing_key and others), and more than 2 GiB (too_large).
SUNDER_EXPORT Result<std::vector<ReportedClash>> clashes_of_report(std::string text);

/// Returns the SHA-256 of some bytes as 64 hexadecimal digits: reports name files so, and their pages certificates.
SUNDER_EXPORT std::string sha256(std::string_view bytes);

/// Returns true if a text that begins so may be a report of a check; no line of the pipe begins so.
SUNDER_EXPORT bool begins_report(std::string_view head);

/// Checks every claim of a report with verify() alone: no algorithm runs. `report` is called with a
/// sentence for each claim that is refuted.
SUNDER_EXPORT ReportSummary verify_report(std::string text, const LoadReported& load,
                                          const std::function<void(const std::string&)>& report);

}  // namespace sunder::inline SUNDER_ABI
