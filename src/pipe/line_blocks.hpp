// SPDX-License-Identifier: Apache-2.0
//
// Idea: The pipe works block by block; a block is what can be read without waiting. A program that
// waits for each answer gets it at once, and a file is processed thousands of lines at a time.
// Lines that define bodies are handled in order. The questions between them are split into parts,
// answered in parallel by the caller's threads, and written in order.
// Cost: One pass over the lines; buffers and parsers are reused.
// Gives up: A part that runs out of memory is answered again, alone. A failed write ends the pipe.
#pragma once

#include <algorithm>
#include <array>
#include <new>
#include <span>
#include <vector>

#include "batch/parallel.hpp"
#include "pipe/line_answers.hpp"
#include "sunder/io.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

/// Answers are written when this many bytes are there, or before the source is waited for.
inline constexpr std::size_t kWritten = std::size_t{64} << 10;
/// The most lines and bytes of a block, with threads: some milliseconds of work for each of a few
/// threads.
inline constexpr std::size_t kBlockLines = 8192;
inline constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
/// The most parts of a block, and the fewest lines of a part.
inline constexpr std::int64_t kParts = 32;
inline constexpr std::size_t kPartLines = 16;
/// The parser of each part grows with the longest line; a long line is therefore handled alone.
inline constexpr std::size_t kLongLine = std::size_t{32} << 10;

/// `Lines` computes what is written for consecutive lines, by LineAnswers or in its manner. All of its objects read the
/// `Shared` state. A line for which may_define() is false leaves it as it is, once prepare() has seen the line.
template <class Lines, class Shared, class Summary>
class LineBlocks {
 public:
  LineBlocks(Source& questions, Sink& answers, const PipeOptions& options, Shared& shared)
      : lines_(questions, options.max_line, options.executor != nullptr ? kBlockBytes : kWritten),
        answers_(answers),
        parallel_(options.executor, options.cancel),
        shared_(shared) {}

  Summary run() {
    try {
      while (goes_on() && read_block()) answer_block();
    } catch (const std::bad_alloc&) {
      flush();  // whole lines, as far as they go
      throw;
    }
    flush();
    if (summary_.status) summary_.status = lines_.status();
    return summary_;
  }

 private:
  bool goes_on() noexcept {
    summary_.cancelled = summary_.cancelled || parallel_.is_cancelled();
    return !summary_.cancelled && summary_.status;
  }

  /// The lines read stay in place until the source has to be waited for.
  bool read_block() {
    if (!lines_.has_line()) flush();
    block_.clear();
    Line line;
    while (block_.size() < kBlockLines && (block_.empty() || lines_.has_line())) {
      if (!lines_.next(line)) return false;
      block_.push_back(line);
    }
    return true;
  }

  void answer_block() {
    const std::int64_t before = lines_.number() - static_cast<std::int64_t>(block_.size());
    std::size_t begin = 0;
    while (begin < block_.size() && goes_on()) {
      std::size_t end = begin;
      if (parallel_.has_threads()) {
        while (end < block_.size() && is_plain_question(block_[end])) ++end;
      }
      if (end - begin >= 2 * kPartLines) {
        begin = answer_side_by_side(begin, end, before + 1);
      } else {
        begin = answer_in_turn(begin, std::max(end, begin + 1), before + 1);
      }
      summary_.lines = before + static_cast<std::int64_t>(begin);
    }
  }

  static bool is_plain_question(const Line& line) noexcept {
    return line.size <= kLongLine && !line.too_long && !may_define(line);
  }

  /// Returns the first line that was not answered.
  std::size_t answer_in_turn(std::size_t begin, std::size_t end, std::int64_t first_number) {
    std::size_t i = begin;
    for (; i < end && goes_on(); ++i) {
      own_.ask_or_define(block_[i], first_number + static_cast<std::int64_t>(i), lines_, shared_);
      if (own_.text.size() >= kWritten) flush();
    }
    return i;
  }

  /// Answers lines that a part had prepared, and had no memory for.
  std::size_t answer_again(std::size_t begin, std::size_t end, std::int64_t first_number) {
    std::size_t i = begin;
    for (; i < end && goes_on(); ++i) {
      own_.ask(block_[i], first_number + static_cast<std::int64_t>(i), lines_, shared_);
    }
    flush();
    return i;
  }

  struct Part {
    Lines answers;
    std::size_t end = 0;  ///< the first line that was not answered
    bool failed = false;  ///< out of memory: to be answered again, alone
  };

  /// Answers lines `begin` to `end` - 1, none of which defines a body. Returns the first line that
  /// was not answered.
  std::size_t answer_side_by_side(std::size_t begin, std::size_t end, std::int64_t first_number) {
    const std::size_t count = std::min(std::size_t{kParts}, (end - begin) / kPartLines);
    const auto start = [&](std::size_t part) { return begin + (end - begin) * part / count; };
    Lines::prepare(std::span(block_).subspan(begin, end - begin),
                   first_number + static_cast<std::int64_t>(begin), shared_);
    const auto answer = [&](std::int64_t, std::size_t at) {
      Part& part = parts_[at];
      part.answers.clear();
      part.failed = false;
      try {
        for (part.end = start(at); part.end < start(at + 1) && !parallel_.is_cancelled();
             ++part.end) {
          part.answers.ask(block_[part.end], first_number + static_cast<std::int64_t>(part.end),
                           lines_, shared_);
        }
      } catch (const std::bad_alloc&) {
        part.failed = true;
      }
    };
    flush();
    std::size_t reached = begin;
    parallel_.in_order(static_cast<std::int64_t>(count), kParts, answer,
                       [&](std::int64_t, std::size_t at) {
                         reached = parts_[at].end;
                         if (parts_[at].failed) {
                           reached = answer_again(start(at), start(at + 1), first_number);
                         } else {
                           write(parts_[at].answers);
                         }
                         return reached == start(at + 1);
                       });
    return reached;
  }

  void flush() { write(own_); }

  void write(Lines& from) {
    from.add_to(summary_, shared_);
    if (!from.text.empty() && summary_.status) summary_.status = answers_.write(from.text);
    from.clear();
  }

  LineReader lines_;
  Sink& answers_;
  batch::Parallel parallel_;
  std::vector<Line> block_;
  Shared& shared_;
  Lines own_;
  std::array<Part, std::size_t{kParts}> parts_;
  Summary summary_;
};

}  // namespace sunder::detail
