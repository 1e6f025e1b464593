// SPDX-License-Identifier: Apache-2.0
//
// Computes the answers of the pipe to consecutive lines. Each object belongs to one thread. The
// definitions that it reads do not change meanwhile, so that parts of a block are answered in
// parallel.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "sunder/io.hpp"
#include "text/json_reader.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

/// Returns false only if the line certainly defines nothing. It is true if a definition's key
/// occurs in it, plainly or with a backslash.
bool may_define(const Line& line) noexcept;

/// Kept from block to block, so that its buffers are reused.
class LineAnswers {
 public:
  /// Answers or refuses a line for which may_define() is false; a blank line has no answer.
  void ask(const Line& line, std::int64_t number, const LineReader& from,
           const Definitions& definitions);
  /// Handles any line; one that defines a body is added to the definitions.
  void ask_or_define(const Line& line, std::int64_t number, const LineReader& from,
                     Definitions& definitions);

  /// Nothing is prepared for lines that are asked side by side.
  static void prepare(std::span<const Line> lines, std::int64_t first_number,
                      const Definitions& definitions) noexcept;
  void add_to(PipeSummary& summary, const Definitions& definitions) const noexcept;

  /// The lines written; the caller removes them.
  std::string text;
  /// Totals over all lines since the last call of clear().
  std::int64_t answers = 0, definitions = 0, refused = 0;

  void clear() noexcept;

 private:
  template <class Bodies>
  void take(const Line& line, std::int64_t number, const LineReader& from, Bodies& bodies);
  template <class Bodies>
  void answer_or_refuse(const Line& line, std::int64_t number, const LineReader& from,
                        Bodies& bodies);
  void refuse(std::string_view id, std::int64_t number, const Error& error);
  void refuse_for_memory(std::int64_t number);

  JsonReader reader_;
  Request request_;
};

}  // namespace sunder::detail
