// SPDX-License-Identifier: Apache-2.0
//
// Idea: The pipe works block by block; a block is what can be read without waiting. A program that
// waits for each answer gets it at once, and a file is processed thousands of lines at a time.
// Lines that define bodies are handled in order. The questions between them are split into parts,
// answered in parallel by the caller's threads, and written in order.
// Cost: One pass over the lines; buffers and parsers are reused.
// Gives up: A part that runs out of memory is answered again, alone. A failed write ends the pipe.
#include <algorithm>
#include <array>
#include <atomic>
#include <new>
#include <vector>

#include "pipe/line_answers.hpp"
#include "sunder/io.hpp"

namespace sunder::detail {
namespace {

/// Answers are written when this many bytes are there, or before the source is waited for.
constexpr std::size_t kWritten = std::size_t{64} << 10;
/// The most lines and bytes of a block, with threads: some milliseconds of work for each of a few
/// threads.
constexpr std::size_t kBlockLines = 8192;
constexpr std::size_t kBlockBytes = std::size_t{1} << 20;
/// The most parts of a block, and the fewest lines of a part.
constexpr std::size_t kParts = 32;
constexpr std::size_t kPartLines = 16;
/// The parser of each part grows with the longest line; a long line is therefore handled alone.
constexpr std::size_t kLongLine = std::size_t{32} << 10;

class Pipe {
 public:
  Pipe(Source& questions, Sink& answers, const PipeOptions& options)
      : lines_(questions, options.max_line, options.executor != nullptr ? kBlockBytes : kWritten),
        answers_(answers),
        executor_(options.executor),
        cancel_(options.cancel) {}

  PipeSummary run() {
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
  bool is_cancelled() const noexcept {
    return cancel_ != nullptr && cancel_->load(std::memory_order_relaxed);
  }

  bool goes_on() noexcept {
    summary_.cancelled = summary_.cancelled || is_cancelled();
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
      if (executor_ != nullptr) {
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
      own_.ask_or_define(block_[i], first_number + static_cast<std::int64_t>(i), lines_,
                         definitions_);
      if (own_.text.size() >= kWritten) flush();
    }
    return i;
  }

  struct Part {
    LineAnswers answers;
    std::size_t end = 0;  ///< the first line that was not answered
    bool failed = false;  ///< out of memory: to be answered again, alone
  };

  /// Answers lines `begin` to `end` - 1, none of which defines a body. Returns the first line that
  /// was not answered.
  std::size_t answer_side_by_side(std::size_t begin, std::size_t end, std::int64_t first_number) {
    const std::size_t count = std::min(kParts, (end - begin) / kPartLines);
    const auto start = [&](std::size_t part) { return begin + (end - begin) * part / count; };
    auto answer = [&](std::size_t at) {
      Part& part = parts_[at];
      part.answers.clear();
      part.failed = false;
      try {
        for (part.end = start(at); part.end < start(at + 1) && !is_cancelled(); ++part.end) {
          part.answers.ask(block_[part.end], first_number + static_cast<std::int64_t>(part.end),
                           lines_, definitions_);
        }
      } catch (const std::bad_alloc&) {
        part.failed = true;
      }
    };
    using Answer = decltype(answer);
    executor_->parallel_for(
        static_cast<std::int64_t>(count),
        [](void* context, std::int64_t part) {
          (*static_cast<Answer*>(context))(static_cast<std::size_t>(part));
        },
        &answer);
    flush();
    for (std::size_t at = 0; at < count; ++at) {
      std::size_t& reached = parts_[at].end;
      if (parts_[at].failed) {
        reached = answer_in_turn(start(at), start(at + 1), first_number);
        flush();
      } else {
        write(parts_[at].answers);
      }
      if (reached < start(at + 1)) return reached;
    }
    return end;
  }

  void flush() { write(own_); }

  void write(LineAnswers& from) {
    summary_.answers += from.answers;
    summary_.definitions += from.definitions;
    summary_.refused += from.refused;
    if (!from.text.empty() && summary_.status) summary_.status = answers_.write(from.text);
    from.clear();
  }

  LineReader lines_;
  Sink& answers_;
  Executor* executor_;
  const std::atomic<bool>* cancel_;
  std::vector<Line> block_;
  Definitions definitions_;
  LineAnswers own_;
  std::array<Part, kParts> parts_;
  PipeSummary summary_;
};

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

PipeSummary answer_questions(Source& questions, Sink& answers, const PipeOptions& options) {
  return detail::Pipe(questions, answers, options).run();
}

}  // namespace sunder::inline SUNDER_ABI
