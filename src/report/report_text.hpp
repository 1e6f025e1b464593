// SPDX-License-Identifier: Apache-2.0
//
// Reads a report of `sunder check --json`. Unknown keys are refused: nothing in a report goes
// unread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipe/answer_text.hpp"
#include "sunder/report.hpp"
#include "sunder/scene_proof.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// An overlap against the report's tolerance.
enum class ReportedOverlap : std::uint8_t { within, deeper, unresolved };

/// A pair of the report, or one of "proof.clear"; `answer` holds verdict, intervals and proofs.
struct ReportedPair {
  BodyPair ids;
  std::string_view name_a;
  std::string_view name_b;
  std::optional<Proximity> proximity;
  std::optional<std::string_view> key;
  std::optional<ReportedOverlap> overlap;
  bool known = false;  ///< a baseline lists it
  AnswerText answer;
};

/// Which pairs a report proves.
enum class ReportedProofs { none, examined, all };

struct ReportedCounts {
  std::int64_t bodies{};
  std::int64_t pairs{};
  std::int64_t pruned{};
  std::int64_t examined{};
  std::int64_t skipped{};
  std::int64_t not_examined{};
  std::int64_t overlapping{};
  std::int64_t touching{};
  std::int64_t near{};
  std::int64_t clear{};
  std::int64_t exit_status{};
  std::optional<std::int64_t> within, deeper, unresolved;  ///< with a tolerance
  std::optional<std::int64_t> clashes;                     ///< pairs that fail
  std::optional<std::int64_t> known, gone;                 ///< with a baseline
};

struct ReportText {
  std::vector<ReportedFile> files;
  std::vector<std::string_view> bodies;
  std::vector<std::string_view> taken_as;
  std::vector<std::string_view> why;
  ReportedRules rules;
  bool fails_on_touch = false;
  std::string_view unit;
  double unit_in_metres = 0;
  double clearance = 0;
  std::optional<double> tolerance;
  std::optional<std::string_view> baseline;
  std::vector<ReportedPair> pairs;
  ReportedProofs proofs = ReportedProofs::none;
  std::vector<ReportedPair> clear;  ///< examined, and not among `pairs`
  std::vector<BodyPair> skipped;
  std::optional<PruningProof> pruned;
  ReportedCounts counts;
};

/// Reads a report, with or without its proofs. Views point into the text, which is padded, and into the reader.
Status read_report(std::string& text, JsonReader& reader, bool proofs, ReportText& report);

}  // namespace sunder::detail
