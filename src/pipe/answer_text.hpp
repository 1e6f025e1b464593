// SPDX-License-Identifier: Apache-2.0
//
// Reads an answer or refusal line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "pipe/audit_claims.hpp"
#include "pipe/question.hpp"
#include "pipe/values.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/certificate.hpp"
#include "sunder/margin.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// The last line of an audit: how many rows it has of each kind.
struct AuditCounts {
  std::int32_t confirmed = 0, refuted = 0, undecidable = 0;
  friend bool operator==(const AuditCounts&, const AuditCounts&) = default;
};

struct AnswerText {
  std::string_view id = "null";
  bool is_refusal = false;
  std::int32_t line = 0;  ///< of the question that was refused, or that a row of an audit is about
  Verdict verdict = Verdict::undecided;
  bool proven = true;  ///< false: the verdict is the guess of a bare algorithm
  std::optional<Interval> distance;
  std::optional<Interval> one_norm;
  std::optional<Interval> depth;
  Claims claims{};
  std::optional<MarginVerdict> margin;
  std::optional<Certificate> certificate;
  std::optional<BodyCertificate> body_certificate;  ///< in place of the other
  std::optional<MarginCertificate> margin_certificate;
  std::optional<BodyCertificate> body_margin_certificate;  ///< in place of the other
  std::optional<Audit> audit;  ///< of a row of an audit, which need not have a verdict
  TheirText theirs;            ///< what the row says that the other program claims
  std::optional<AuditCounts> counts;

  /// Is it a row of an audit that stands for no question, or the counts of all rows?
  bool stands_for_none() const noexcept { return counts || (audit && line == 0); }
};

/// Returns false after a refusal; the reader explains it. Views point into the line.
bool read_answer(JsonReader& reader, const Line& line, AnswerText& answer);

}  // namespace sunder::detail
