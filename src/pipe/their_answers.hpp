// SPDX-License-Identifier: Apache-2.0
//
// Reads the rows of another program beside the questions, and finds the row of each question.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pipe/audit_claims.hpp"
#include "sunder/audit.hpp"
#include "text/json_reader.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

/// A row of the other program.
struct TheirRow {
  std::string id = "null";  ///< JSON, as in the row
  std::int64_t line = 0;
  AuditClaims claims;
  std::string error;  ///< why it cannot be used; empty if it can
  bool has_id = false;
};

/// Finds rows by id or by order. It holds the rows that were read and have no question yet, at most a window of them on
/// either side of the last question.
class TheirAnswers {
 public:
  TheirAnswers(Source& source, std::size_t max_line, AuditMatch match, std::int64_t window);

  /// Finds the row of the next question, whose id this is; false if it has none. Calls surplus(row) for rows that no
  /// question can have any more.
  template <class Surplus>
  bool find(std::string_view id, TheirRow& row, const Surplus& surplus);
  /// Calls surplus(row) for each row that is left, at the end of the questions, while it returns true.
  template <class Surplus>
  void finish(const Surplus& surplus);

  bool by_order() const noexcept { return match_ == AuditMatch::order; }
  /// Are they one id, written in two ways perhaps?
  static bool same_id(std::string_view p, std::string_view q) { return key_of(p) == key_of(q); }
  std::int64_t rows() const noexcept { return rows_; }
  /// From here on rows in order have no question: it is not known whether this line of the questions
  /// is one.
  void lose_order(std::int64_t line) noexcept { lost_at_ = line; }
  /// Why find() found none, in words.
  std::string why_none() const;
  const Status& status() const noexcept { return lines_.status(); }

 private:
  struct Waiting {
    TheirRow row;
    std::int64_t next = -1;  ///< number of the next one with this id
  };
  struct Chain {
    std::int64_t first, last;
  };

  bool next(TheirRow& row);
  bool read(TheirRow& row);
  void choose_match();
  bool take(const std::string& key, TheirRow& row);
  void keep(TheirRow row);
  template <class Surplus>
  void drop_before(std::int64_t number, const Surplus& surplus);
  /// The id with its escapes read: programs write one text in several ways.
  static std::string key_of(std::string_view id);

  LineReader lines_;
  JsonReader reader_;
  AuditMatch match_;
  std::int64_t window_;
  std::deque<TheirRow> held_;   ///< that were read to choose the way of matching
  std::int64_t questions_ = 0;  ///< that were looked for
  std::int64_t rows_ = 0;       ///< that were read
  std::int64_t lost_at_ = 0;
  /// Rows that wait for their question, by the number of rows that were read before.
  std::map<std::int64_t, Waiting> waiting_;
  std::unordered_map<std::string, Chain> chains_;
};

template <class Surplus>
bool TheirAnswers::find(std::string_view id, TheirRow& row, const Surplus& surplus) {
  const std::int64_t place = questions_++;
  if (match_ == AuditMatch::automatic) choose_match();
  if (by_order()) return lost_at_ == 0 && next(row);
  const std::string key = key_of(id);
  drop_before(place - window_, surplus);
  if (!waiting_.empty() && take(key, row)) return true;
  while (rows_ <= place + window_ && next(row)) {
    if (key_of(row.id) == key) return true;
    keep(std::move(row));
  }
  return false;
}

template <class Surplus>
void TheirAnswers::finish(const Surplus& surplus) {
  if (match_ == AuditMatch::automatic) choose_match();
  drop_before(rows_, surplus);
  for (TheirRow row; next(row);) {
    if (!surplus(row)) return;
  }
}

template <class Surplus>
void TheirAnswers::drop_before(std::int64_t number, const Surplus& surplus) {
  while (!waiting_.empty() && waiting_.begin()->first < number) {
    Waiting& oldest = waiting_.begin()->second;
    const auto chain = chains_.find(key_of(oldest.row.id));
    chain->second.first = oldest.next;
    if (oldest.next < 0) chains_.erase(chain);
    surplus(oldest.row);
    waiting_.erase(waiting_.begin());
  }
}

}  // namespace sunder::detail
