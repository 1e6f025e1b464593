// SPDX-License-Identifier: Apache-2.0
//
// Idea: Both files are read side by side. A row that is not that of the question at hand waits, in a chain of its id;
// rows of one order never wait.
// Cost: One pass over the rows; a hash for each row and question while rows wait.
// Gives up: A row is looked for within the window alone. Rows that cannot be read count as rows.
#include "pipe/their_answers.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "text/json_text.hpp"

namespace sunder::detail {
namespace {

/// Reads the keys of a row; returns false after a refusal.
bool read_their_row(JsonReader& reader, const Line& line, TheirRow& row) {
  static constexpr std::size_t kClaims = kClaimKeys.size();
  constexpr std::array<std::string_view, kClaims + 1> kKeys = {
      kClaimKeys[0], kClaimKeys[1], kClaimKeys[2], kClaimKeys[3], kClaimKeys[4], "id"};
  const auto each = [&](std::size_t key, JsonValue value) {
    const Place place(kKeys[key]);
    if (key < kClaims) return read_claim_value(reader, key, value, place, row.claims);
    std::string_view id;
    if (!reader.id(value, place, id)) return false;
    row.id = id;
    row.has_id = true;
    return true;
  };
  if (!reader.line(line, kKeys, each)) return false;
  return !row.claims.empty() ||
         reader.refuse(io_error::missing_key,
                       fmt::format("the row claims nothing; it needs one of {}, {}, {}, {}, {}",
                                   kKeys[0], kKeys[1], kKeys[2], kKeys[3], kKeys[4]));
}

}  // namespace

TheirAnswers::TheirAnswers(Source& source, std::size_t max_line, AuditMatch match,
                           std::int64_t window)
    : lines_(source, max_line),
      match_(match),
      window_(std::clamp<std::int64_t>(window, 0, std::int64_t{1} << 60)) {}

bool TheirAnswers::next(TheirRow& row) {
  if (held_.empty()) {
    if (!read(row)) return false;
  } else {
    row = std::move(held_.front());
    held_.pop_front();
  }
  ++rows_;
  return true;
}

/// The first row that can be read says how; so many are looked at.
void TheirAnswers::choose_match() {
  constexpr std::size_t kLookedAt = 1000;
  bool has_id = false, is_known = false;
  while (!is_known && held_.size() < kLookedAt && read(held_.emplace_back())) {
    has_id = held_.back().has_id;
    is_known = has_id || held_.back().error.empty();
  }
  if (!is_known && held_.size() < kLookedAt) held_.pop_back();  // the end
  match_ = has_id ? AuditMatch::id : AuditMatch::order;
}

bool TheirAnswers::read(TheirRow& row) {
  Line line;
  do {
    if (!lines_.next(line)) return false;
  } while (line.blank());
  row = {};
  row.line = lines_.number();
  if (line.too_long) {
    row.error = lines_.too_long().message;
  } else if (!read_their_row(reader_, line, row)) {
    Refusal refusal = reader_.explain();
    row.has_id = refusal.id != "null";
    row.id = std::move(refusal.id);
    row.error = std::move(refusal.error.message);
  }
  return true;
}

std::string TheirAnswers::why_none() const {
  if (lost_at_ > 0 && by_order()) {
    return fmt::format(
        "the order is lost: line {} of the questions is too long to tell whether it is a "
        "question; give ids",
        lost_at_);
  }
  if (by_order()) return "theirs has no row for it";
  return fmt::format(
      "theirs has no row of this id, or none within {} rows; --window says how far it is "
      "looked for",
      window_);
}

bool TheirAnswers::take(const std::string& key, TheirRow& row) {
  const auto chain = chains_.find(key);
  if (chain == chains_.end()) return false;
  const auto found = waiting_.find(chain->second.first);
  row = std::move(found->second.row);
  chain->second.first = found->second.next;
  if (found->second.next < 0) chains_.erase(chain);
  waiting_.erase(found);
  return true;
}

void TheirAnswers::keep(TheirRow row) {
  const std::int64_t number = rows_ - 1;
  const auto [chain, is_new] = chains_.try_emplace(key_of(row.id), Chain{number, number});
  if (!is_new) {
    waiting_.find(chain->second.last)->second.next = number;
    chain->second.last = number;
  }
  waiting_.emplace_hint(waiting_.end(), number, Waiting{std::move(row), -1});
}

std::string TheirAnswers::key_of(std::string_view id) {
  if (id.find('\\') == std::string_view::npos) return std::string(id);
  constexpr std::array<std::string_view, 1> kKeys = {"id"};
  std::string line = fmt::format("{{\"id\": {}}}", id);
  const std::size_t size = line.size();
  line.resize(size + kLinePadding, '\n');
  JsonReader reader;
  std::string key;
  const auto each = [&](std::size_t, JsonValue value) {
    std::string_view text;
    if (!reader.string(value, Place(kKeys[0]), text)) return false;
    append_string(key, text);
    return true;
  };
  return reader.line({line.data(), size, false}, kKeys, each) ? key : std::string(id);
}

}  // namespace sunder::detail
