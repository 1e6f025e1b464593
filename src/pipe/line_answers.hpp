// SPDX-License-Identifier: Apache-2.0
//
// What the pipe says to consecutive lines. One thread works on one of these; what it reads of the
// definitions does not change meanwhile, so parts of a block can be answered side by side.
#pragma once

#include <cstdint>
#include <string>

#include "pipe/bodies.hpp"
#include "pipe/request.hpp"
#include "text/json_reader.hpp"
#include "text/lines.hpp"

namespace sunder::detail {

/// True unless the line is sure to define nothing: a definition's key stands there as it is, or
/// with a backslash in it.
bool may_define(const Line& line) noexcept;

/// Kept from block to block, so that its buffers are reused.
class LineAnswers {
 public:
  /// Answers or refuses a line that may_define() nothing; a blank one has no answer.
  void ask(const Line& line, std::int64_t number, const LineReader& from,
           const Definitions& definitions);
  /// Any line; one that defines a body is added to the definitions.
  void ask_or_define(const Line& line, std::int64_t number, const LineReader& from,
                     Definitions& definitions);

  /// The lines written; the caller takes them away.
  std::string text;
  /// Adds up over all lines since the last call of clear().
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
