// SPDX-License-Identifier: Apache-2.0
//
// The claims of another program about one pair: read, written, and held against a proven answer.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipe/answer.hpp"
#include "sunder/audit.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// At least one is set in a row that can be read.
struct AuditClaims {
  std::optional<Verdict> verdict;
  std::optional<bool> intersects;
  std::optional<double> distance, depth, signed_distance;

  bool has_number() const noexcept { return distance || depth || signed_distance; }
  bool empty() const noexcept { return !verdict && !intersects && !has_number(); }
};

/// Why a row is not decidable.
enum class AuditReason : std::uint8_t { none, touching, width, other, unusable };

struct Judgement {
  Audit audit = Audit::confirmed;
  AuditReason reason = AuditReason::none;
  std::string why;  ///< in words; empty if confirmed
};

/// Holds each claim against the facts. One that is wrong refutes the row; else one that cannot be
/// decided leaves it undecidable.
Judgement judge(const AuditClaims& claims, const AnswerFacts& facts, const AuditRules& rules);

/// The keys of claims, in the order of read_claim_value().
inline constexpr std::array<std::string_view, 5> kClaimKeys = {"verdict", "intersects", "distance",
                                                               "depth", "signed_distance"};
bool read_claim_value(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                      AuditClaims& claims);

/// "theirs" of a row: the line of the other program, its claims, and the rules that they are judged by.
struct TheirText {
  std::int32_t line = 0;
  AuditClaims claims;
  AuditRules rules;
};
void append_their_text(std::string& out, std::int64_t line, const AuditClaims& claims,
                       const AuditRules& rules);
bool read_their_text(JsonReader& reader, JsonValue value, const Place& place, TheirText& out);
inline constexpr std::array kAudits{Audit::confirmed, Audit::refuted, Audit::undecidable};

}  // namespace sunder::detail
