// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each object of the report has a list of keys; the first of them are required. Answers of
// pairs are read by the pipe's own functions.
// Cost: One pass over the line.
// Gives up: It refuses unknown, missing and repeated keys, and values of another type.
#include "report/report_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "exact/dyadic.hpp"
#include "pipe/certificate.hpp"
#include "pipe/margin.hpp"
#include "pipe/question.hpp"
#include "pipe/values.hpp"
#include "text/sha256.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail {
namespace {

template <std::size_t N>
using Keys = std::array<std::string_view, N>;

constexpr Keys<11> kReportKeys = {"files", "bodies",         "taken_as", "why",
                                  "unit",  "unit_in_metres", "options",  "clearance",
                                  "pairs", "proof",          "summary"};
constexpr Keys<11> kFileKeys = {"path",          "format", "bodies",         "skipped",
                                "unused_points", "unit",   "unit_in_metres", "unit_assumed",
                                "unit_given",    "notes",  "sha256"};
constexpr Keys<11> kOptionKeys = {"algorithm", "width",     "all",     "certificates",
                                  "as",        "ignore",    "between", "fail_on",
                                  "body",      "tolerance", "baseline"};
constexpr Keys<3> kWishes = {"none", "examined", "all"};
constexpr Keys<23> kPairKeys = {"a",          "b",           "a_id",       "b_id",
                                "proximity",  "verdict",     "decided_by", "stage",
                                "distance",   "depth",       "point_a",    "point_b",
                                "contact",    "certificate", "margin",     "margin_certificate",
                                "triangle_a", "triangle_b",  "part_a",     "part_b",
                                "key",        "overlap",     "known"};
constexpr Keys<4> kProofKeys = {"version", "clear", "skipped", "pruned"};
constexpr Keys<4> kClearKeys = {"a_id", "b_id", "certificate", "margin_certificate"};
constexpr Keys<2> kPrunedKeys = {"order", "cuts"};
constexpr Keys<18> kCountKeys = {
    "bodies",      "pairs",    "pruned",     "examined", "skipped",     "not_examined",
    "overlapping", "touching", "near",       "clear",    "exit_status", "seconds",
    "within",      "deeper",   "unresolved", "clashes",  "known",       "gone"};
constexpr Keys<3> kOverlaps = {"within", "deeper", "unresolved"};

class ReportReader {
 public:
  ReportReader(JsonReader& reader, ReportText& report, bool proofs)
      : reader_(reader), report_(report), proofs_(proofs) {}

  bool run(const Line& line) {
    std::array<bool, kReportKeys.size()> has{};
    const auto each = [&](std::size_t key, JsonValue value) {
      has[key] = true;
      return read_key(key, value, Place(kReportKeys[key]));
    };
    return reader_.line(line, kReportKeys, each) && require(has, kReportKeys, "the report");
  }

 private:
  /// Requires the first N keys of an object.
  template <std::size_t N, std::size_t M>
  bool require(const std::array<bool, N>& has, const Keys<M>& keys, const std::string& where) {
    for (std::size_t i = 0; i < N; ++i) {
      if (has[i]) continue;
      return reader_.refuse(io_error::missing_key, fmt::format("{} has no \"{}\"", where, keys[i]));
    }
    return true;
  }

  /// Reads an object; its first `Needed` keys are required.
  template <std::size_t Needed, std::size_t N, class Each>
  bool object(JsonValue value, const Place& place, const Keys<N>& keys, Each&& each) {
    std::array<bool, Needed> has{};
    const auto noted = [&](std::size_t key, JsonValue item) {
      if (key < Needed) has[key] = true;
      return each(key, item, place.key(keys[key]));
    };
    return reader_.fields(value, place, keys, noted) && require(has, keys, place.text());
  }

  bool read_key(std::size_t key, JsonValue value, const Place& place) {
    switch (key) {
      case 0:
        return reader_.items(value, place, "an array of files", [&](std::size_t i, JsonValue item) {
          return read_file(item, place.item(i), report_.files.emplace_back());
        });
      case 1:
        return reader_.items(value, place, "an array of names", [&](std::size_t i, JsonValue item) {
          return reader_.string(item, place.item(i), report_.bodies.emplace_back());
        });
      case 2:
      case 3:
        return reader_.items(value, place, "an array of strings",
                             [&](std::size_t i, JsonValue item) {
                               auto& list = key == 2 ? report_.taken_as : report_.why;
                               return reader_.string(item, place.item(i), list.emplace_back());
                             });
      case 4:
        return reader_.string(value, place, report_.unit);
      case 5:
        return reader_.number(value, place, "number", report_.unit_in_metres);
      case 6:
        return read_options(value, place);
      case 7:
        return reader_.number(value, place, "number", report_.clearance);
      case 8:
        return reader_.items(value, place, "an array of pairs", [&](std::size_t i, JsonValue item) {
          return read_pair(item, place.item(i), report_.pairs.emplace_back());
        });
      case 9:
        return !proofs_ || reader_.is_null(value) || read_proof(value, place);
      default:
        return read_counts(value, place);
    }
  }

  bool count(JsonValue value, const Place& place, std::int64_t& out) {
    constexpr double kGreatest = 0x1p53;
    double number = 0;
    if (!reader_.number(value, place, "number", number)) return false;
    if (!(number >= 0 && number <= kGreatest && number == std::floor(number))) {
      return reader_.refuse(io_error::wrong_type, place.text() + " is no count");
    }
    out = static_cast<std::int64_t>(number);
    return true;
  }

  bool text(JsonValue value, const Place& place, std::string& out) {
    std::string_view view;
    if (!reader_.string(value, place, view)) return false;
    out = view;
    return true;
  }

  bool texts(JsonValue value, const Place& place, std::vector<std::string>& out) {
    return reader_.items(value, place, "an array of strings", [&](std::size_t i, JsonValue item) {
      return text(item, place.item(i), out.emplace_back());
    });
  }

  bool read_file(JsonValue value, const Place& place, ReportedFile& file) {
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      std::int64_t number = 0;
      switch (key) {
        case 0:
          return text(item, here, file.path);
        case 1:
          return text(item, here, file.read.format);
        case 2:
          return reader_.integer(item, here, file.read.bodies);
        case 3:
          return reader_.integer(item, here, file.read.skipped);
        case 4:
          if (!count(item, here, number)) return false;
          file.read.unused_points = number;
          return true;
        case 5:
          return text(item, here, file.unit);
        case 6:
          return reader_.number(item, here, "number", file.unit_in_metres);
        case 7:
          return reader_.boolean(item, here, file.unit_assumed);
        case 8:
          return reader_.boolean(item, here, file.unit_given);
        case 9:
          return texts(item, here, file.read.notes);
        default:
          return texts(item, here, file.read.sha256);
      }
    };
    return object<kFileKeys.size()>(value, place, kFileKeys, each);
  }

  /// Reads the options of the check; verification needs those about certificates and bodies.
  bool read_options(JsonValue value, const Place& place) {
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      std::string_view word;
      double width = 0;
      bool all{};
      if (key == 1) return reader_.number(item, here, "number", width);
      if (key == 2) return reader_.boolean(item, here, all);
      if (key == 4) return texts(item, here, report_.rules.as);
      if (key == 5) return texts(item, here, report_.rules.ignore);
      if (key == 6) return texts(item, here, report_.rules.between);
      if (key == 9 || key == 10) {
        return reader_.is_null(item) ||
               (key == 9 ? reader_.number(item, here, "number", report_.tolerance.emplace())
                         : reader_.string(item, here, report_.baseline.emplace()));
      }
      if (!reader_.string(item, here, word)) return false;
      if (key == 0) return true;
      if (key == 7) return read_fail_on(word, here);
      if (key == 8) {
        report_.rules.body = word;
        return true;
      }
      const auto found = std::find(kWishes.begin(), kWishes.end(), word);
      report_.proofs = static_cast<ReportedProofs>(found - kWishes.begin());
      return found != kWishes.end() ||
             reader_.refuse(ErrorCode::not_served,
                            fmt::format("{} is {}; it must be none, examined or all", here.text(),
                                        quoted(word)));
    };
    constexpr std::size_t kNeeded = 9;  // older reports know no tolerance
    return object<kNeeded>(value, place, kOptionKeys, each);
  }

  bool read_fail_on(std::string_view word, const Place& place) {
    report_.fails_on_touch = word == "touch";
    return word == "touch" || word == "overlap" ||
           reader_.refuse(
               ErrorCode::not_served,
               fmt::format("{} is {}; it must be overlap or touch", place.text(), quoted(word)));
  }

  bool read_proximity(JsonValue value, const Place& place, std::optional<Proximity>& out) {
    std::string_view word;
    if (!reader_.string(value, place, word)) return false;
    for (const Proximity proximity :
         {Proximity::overlapping, Proximity::touching, Proximity::near, Proximity::clear}) {
      if (word == to_string(proximity)) out = proximity;
    }
    return out || reader_.refuse(ErrorCode::not_served,
                                 fmt::format("{} is {}; it must be overlapping, touching, near or "
                                             "clear",
                                             place.text(), quoted(word)));
  }

  bool read_overlap(JsonValue value, const Place& place, std::optional<ReportedOverlap>& out) {
    std::string_view word;
    if (!reader_.string(value, place, word)) return false;
    const auto found = std::ranges::find(kOverlaps, word);
    out = static_cast<ReportedOverlap>(found - kOverlaps.begin());
    return found != kOverlaps.end() ||
           reader_.refuse(ErrorCode::not_served,
                          fmt::format("{} is {}; it must be within, deeper or unresolved",
                                      place.text(), quoted(word)));
  }

  bool read_pair(JsonValue value, const Place& place, ReportedPair& pair) {
    AnswerText& answer = pair.answer;
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      switch (key) {
        case 0:
          return reader_.string(item, here, pair.name_a);
        case 1:
          return reader_.string(item, here, pair.name_b);
        case 2:
          return reader_.integer(item, here, pair.ids.a);
        case 3:
          return reader_.integer(item, here, pair.ids.b);
        case 4:
          return read_proximity(item, here, pair.proximity);
        case 5:
          return read_word(reader_, item, here, kVerdicts, answer.verdict);
        case 6:
        case 7:
          return reader_.is_null(item) || reader_.string(item, here, word_);
        case 8:
          return reader_.is_null(item) ||
                 read_interval(reader_, item, here, answer.distance.emplace());
        case 9:  // null: the depth of bodies that are not convex
          return reader_.is_null(item) ||
                 read_interval(reader_, item, here, answer.depth.emplace());
        case 10:
        case 11:
          return read_vector_or_null(reader_, item, here, numbers_);
        case 12:
          return read_claim(reader_, Question::contact, item, here, answer.claims);
        case 20:
          return reader_.string(item, here, pair.key.emplace());
        case 21:
          return read_overlap(item, here, pair.overlap);
        case 22:
          return reader_.boolean(item, here, pair.known);
        case 13:
          if (!proofs_) return true;
          return read_any_certificate(reader_, item, here, answer.certificate.emplace(),
                                      answer.body_certificate);
        case 14:
          if (!proofs_) return true;
          return read_word(reader_, item, here, kMarginVerdicts, answer.margin.emplace());
        case 16:
        case 17:
        case 18:
        case 19:
          return reader_.is_null(item) || reader_.integer(item, here, index_);
        default:
          if (!proofs_) return true;
          return read_margin_proof(item, here, answer);
      }
    };
    constexpr std::size_t kNeeded = 13;  // proofs are absent if not requested
    return object<kNeeded>(value, place, kPairKeys, each);
  }

  bool read_margin_proof(JsonValue value, const Place& place, AnswerText& answer) {
    return read_any_margin_certificate(reader_, value, place, answer.margin_certificate.emplace(),
                                       answer.body_margin_certificate);
  }

  /// Only a separated pair is clear.
  bool read_clear(JsonValue value, const Place& place, ReportedPair& pair) {
    AnswerText& answer = pair.answer;
    pair.proximity = Proximity::clear;
    answer.verdict = Verdict::separated;
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      if (key == 0) return reader_.integer(item, here, pair.ids.a);
      if (key == 1) return reader_.integer(item, here, pair.ids.b);
      if (key == 2) {
        return read_any_certificate(reader_, item, here, answer.certificate.emplace(),
                                    answer.body_certificate);
      }
      answer.margin = MarginVerdict::farther;
      return read_margin_proof(item, here, answer);
    };
    return object<2>(value, place, kClearKeys, each);
  }

  bool read_proof(JsonValue value, const Place& place) {
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      if (key == 0) return read_version(item, here);
      if (key == 2) {
        return reader_.items(item, here, "an array of pairs", [&](std::size_t i, JsonValue entry) {
          return read_ids(entry, here.item(i), report_.skipped.emplace_back());
        });
      }
      if (key == 3) return reader_.is_null(item) || read_pruned(item, here);
      return reader_.items(item, here, "an array of pairs", [&](std::size_t i, JsonValue entry) {
        return read_clear(entry, here.item(i), report_.clear.emplace_back());
      });
    };
    return object<kProofKeys.size()>(value, place, kProofKeys, each);
  }

  bool read_version(JsonValue value, const Place& place) {
    std::int64_t version = 0;
    if (!count(value, place, version)) return false;
    return version == kProofVersion ||
           reader_.refuse(ErrorCode::not_served,
                          fmt::format("the proof is of version {}; version {} is read here",
                                      version, kProofVersion));
  }

  bool read_pruned(JsonValue value, const Place& place) {
    PruningProof& proof = report_.pruned.emplace();
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      return reader_.items(item, here, "an array", [&](std::size_t i, JsonValue entry) {
        if (key == 0) return reader_.integer(entry, here.item(i), proof.order.emplace_back());
        return read_cut(entry, here.item(i), proof.cuts.emplace_back());
      });
    };
    return object<kPrunedKeys.size()>(value, place, kPrunedKeys, each);
  }

  bool read_cut(JsonValue value, const Place& place, SceneCut& cut) {
    return read_integers(value, place, "two ranges and an axis",
                         std::array{&cut.a_begin, &cut.a_end, &cut.b_begin, &cut.b_end, &cut.axis});
  }

  bool read_ids(JsonValue value, const Place& place, BodyPair& pair) {
    return read_integers(value, place, "two ids", std::array{&pair.a, &pair.b});
  }

  template <std::size_t N>
  bool read_integers(JsonValue value, const Place& place, std::string_view what,
                     const std::array<std::int32_t*, N>& numbers) {
    std::size_t length = 0;
    const auto each = [&](std::size_t i, JsonValue item) {
      length = i + 1;
      return i >= N || reader_.integer(item, place.item(i), *numbers[i]);
    };
    if (!reader_.items(value, place, what, each)) return false;
    return length == N ||
           reader_.refuse(ErrorCode::wrong_shape, fmt::format("{} has {} entries, and {} are due",
                                                              place.text(), length, N));
  }

  bool read_counts(JsonValue value, const Place& place) {
    ReportedCounts& counts = report_.counts;
    std::int64_t* const numbers[] = {&counts.bodies,      &counts.pairs,      &counts.pruned,
                                     &counts.examined,    &counts.skipped,    &counts.not_examined,
                                     &counts.overlapping, &counts.touching,   &counts.near,
                                     &counts.clear,       &counts.exit_status};
    std::optional<std::int64_t>* const asked[] = {&counts.within,     &counts.deeper,
                                                  &counts.unresolved, &counts.clashes,
                                                  &counts.known,      &counts.gone};
    constexpr std::size_t kNeeded = std::size(numbers) + 1;
    const auto each = [&](std::size_t key, JsonValue item, const Place& here) {
      double seconds = 0;
      if (key < std::size(numbers)) return count(item, here, *numbers[key]);
      if (key < kNeeded) return reader_.number(item, here, "number", seconds);
      return reader_.is_null(item) || count(item, here, asked[key - kNeeded]->emplace());
    };
    return object<kNeeded>(value, place, kCountKeys, each);
  }

  JsonReader& reader_;
  ReportText& report_;
  bool proofs_;
  std::string_view word_;        ///< only its type is checked
  std::int32_t index_ = 0;       ///< only its type is checked
  std::vector<double> numbers_;  ///< only their type is checked
};

}  // namespace

Status read_report(std::string& text, JsonReader& reader, bool proofs, ReportText& report) {
  const std::size_t size = text.size();
  if (size >= kPipeLargestLine) {
    return Error{ErrorCode::too_large, "the report is longer than 2 GiB"};
  }
  text.resize(size + kLinePadding, '\n');
  const std::string_view body = files::without_byte_order_mark(std::string_view(text.data(), size));
  report = {};
  const Line line{body.data(), body.size(), false};
  if (!ReportReader(reader, report, proofs).run(line)) return reader.explain().error;
  if (!is_length(report.clearance)) {
    return Error{ErrorCode::wrong_shape, "the clearance is negative"};
  }
  if (report.tolerance && !is_length(*report.tolerance)) {
    return Error{ErrorCode::wrong_shape, "the tolerance is negative"};
  }
  return {};
}

}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

Result<std::vector<ReportedClash>> clashes_of_report(std::string text) {
  detail::JsonReader reader;
  detail::ReportText report;
  if (Status status = detail::read_report(text, reader, false, report); !status) {
    return status.error();
  }
  std::vector<ReportedClash> clashes;
  for (const detail::ReportedPair& pair : report.pairs) {
    if (pair.proximity == Proximity::clear) continue;
    clashes.push_back({std::string(pair.name_a), std::string(pair.name_b), *pair.proximity,
                       pair.overlap == detail::ReportedOverlap::within});
  }
  return clashes;
}

std::string clash_key(std::string_view a, std::string_view b) {
  std::string first = json_string(a);
  std::string second = json_string(b);
  if (second < first) std::swap(first, second);
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : first + second) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return fmt::format("{:016x}", hash);
}

std::string sha256(std::string_view bytes) { return detail::sha256(bytes); }

bool begins_report(std::string_view head) {
  const auto skip = [&](std::string_view what) {
    const std::size_t at = head.find_first_not_of(what);
    head.remove_prefix(at == std::string_view::npos ? head.size() : at);
  };
  head = detail::files::without_byte_order_mark(head);
  skip(" \t\r\n");
  if (!head.starts_with('{')) return false;
  head.remove_prefix(1);
  skip(" \t\r\n");
  if (!head.starts_with('"')) return false;
  head.remove_prefix(1);
  const std::string_view key = head.substr(0, head.find('"'));
  return std::find(detail::kReportKeys.begin(), detail::kReportKeys.end(), key) !=
         detail::kReportKeys.end();
}

}  // namespace sunder::inline SUNDER_ABI
