// SPDX-License-Identifier: Apache-2.0
//
// Audits the answers of another program: each is confirmed, refuted with a certificate, or not decidable, because it
// answers another question.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "sunder/export.hpp"
#include "sunder/io.hpp"
#include "sunder/query.hpp"

namespace sunder::inline SUNDER_ABI {

/// What is found about one answer of another program.
enum class Audit : std::uint8_t {
  confirmed = 0,
  refuted = 1,
  undecidable = 2  ///< it answers another question: nothing is said against it
};
/// "confirmed", "refuted", "not decidable"
SUNDER_EXPORT std::string_view to_string(Audit audit) noexcept;

/// What a program that answers yes or no says of bodies that touch. Two words are too few for three verdicts; `either`:
/// it is not known, so that no answer about bodies that touch is right or wrong.
enum class TouchingMeans : std::uint8_t { either = 0, intersects = 1, separated = 2 };
/// "either", "intersects", "separated"
SUNDER_EXPORT std::string_view to_string(TouchingMeans touching) noexcept;

struct AuditRules {
  TouchingMeans touching = TouchingMeans::either;
  /// A number may differ from the real one by the greater of `tolerance`, in units of length, and `relative` times the
  /// real number's absolute value. Both are finite and at least 0; `relative` is at most 1.
  double tolerance = 0, relative = 0;
};
/// Returns not_served where a tolerance is out of its range.
SUNDER_EXPORT Status check_audit_rules(const AuditRules& rules);

/// `truth` is a proven verdict. A claim of `undecided`, or a value that is no verdict, is undecidable.
SUNDER_EXPORT Audit audit_verdict(Verdict truth, Verdict claimed) noexcept;
/// The claim says whether bodies meet.
SUNDER_EXPORT Audit audit_meeting(Verdict truth, bool claimed, TouchingMeans touching) noexcept;
/// `truth` holds the real number, and may be unbounded. The claim is refuted where it is wrong for each number in there,
/// and confirmed where it is right for each. Else, and for a NaN, it is undecidable. Comparisons are exact. Valid rules.
SUNDER_EXPORT Audit audit_number(const Interval& truth, double claimed, const AuditRules& rules);

/// How rows of another program find their questions.
enum class AuditMatch : std::uint8_t {
  automatic = 0,  ///< by id where the first row that can be read has one, else by order
  id = 1,         ///< rows and questions of equal ids, in their order; without an id it is null
  order = 2       ///< the n-th row and the n-th question; a row's id, if any, must be the question's
};

struct AuditOptions : PipeOptions {
  AuditRules rules;
  AuditMatch match = AuditMatch::automatic;
  /// A row is looked for at most so far ahead of its question's place or behind it, so that memory is bounded.
  std::int64_t window = 1'000'000;
  bool all_certificates = false;  ///< of confirmed rows too
};

/// What audit_answers() did: lines of questions, rows of the other program, and rows written.
struct AuditSummary {
  std::int64_t lines = 0, definitions = 0, rows = 0;
  std::int64_t confirmed = 0, refuted = 0, undecidable = 0;
  // Of the undecidable:
  std::int64_t touching = 0;  ///< yes or no about bodies that touch
  std::int64_t width = 0;     ///< the proven interval is too wide for the tolerance
  std::int64_t other = 0;     ///< the claim is no answer to the question: undecided, a negative distance
  std::int64_t unusable = 0;  ///< lines that cannot be read, questions that are refused, and what has no partner
  bool cancelled = false;     ///< `lines` were audited, and no other
  /// Set where the stream ended early: cannot_read, cannot_write; not_served for rules out of their range.
  Status status;
};

/// A row that is not confirmed.
struct AuditFinding {
  Audit audit = Audit::undecidable;
  std::int64_t question_line = 0;  ///< 0: none
  std::int64_t their_line = 0;     ///< 0: none
  std::string id = "null";         ///< JSON, as in the question, or in the row that has none
  std::string message;
  bool unusable = false;  ///< a line that cannot be read, is refused, or has no partner
};

/// Reads the questions of a pipe and, beside them, the answers of another program, a JSON object a line. It has "id" and
/// at least one of "verdict", "intersects", "distance", "depth", "signed_distance"; docs/audit.md has the form. Writes a
/// row for each question in order, and for each answer without one; verify_answers() checks them. What is asked follows
/// from the claims: of a question only its bodies are read. `report` may be empty, or is called for each row that is not
/// confirmed, in order.
///
/// Memory: that of the pipe, and of the rows in the window that wait for their questions.
SUNDER_EXPORT AuditSummary audit_answers(Source& questions, Source& theirs, Sink& rows,
                                         const AuditOptions& options = {},
                                         const std::function<void(const AuditFinding&)>& report = {});

}  // namespace sunder::inline SUNDER_ABI
