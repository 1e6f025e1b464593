// SPDX-License-Identifier: Apache-2.0
#include <new>

#include "io/json_reader.hpp"
#include "io/pipe_answer.hpp"
#include "io/pipe_bodies.hpp"
#include "io/pipe_request.hpp"
#include "io/pipe_stream.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace detail {
namespace {

/// Answers are written when this much is there, or when the source has to be waited for.
constexpr std::size_t kBlock = std::size_t{64} << 10;

class Pipe {
 public:
  Pipe(Source& questions, Sink& answers, const PipeOptions& options)
      : lines_(questions, options.max_line), answers_(answers) {}

  PipeSummary run() {
    Line line;
    while (make_room() && lines_.next(line)) {
      if (!line.blank()) answer_line(line);
    }
    summary_.lines = lines_.number();
    flush();
    if (!summary_.failure) summary_.failure = lines_.failure();
    return summary_;
  }

 private:
  /// False once nobody takes the answers.
  bool make_room() {
    if (out_.size() >= kBlock || !lines_.has_line()) flush();
    return !summary_.failure;
  }

  void flush() {
    if (out_.empty() || summary_.failure) return;
    summary_.failure = answers_.write(out_);
    out_.clear();
  }

  void answer_line(const Line& line) {
    const std::size_t before = out_.size();
    try {
      answer_or_refuse(line);
    } catch (const std::bad_alloc&) {
      out_.resize(before);
      refuse("null", {ErrorCode::too_large, "there is not enough memory for this line"});
    }
  }

  void answer_or_refuse(const Line& line) {
    if (line.too_long) return refuse("null", lines_.too_long());
    if (!read_request(reader_, line, request_)) {
      const Refusal refusal = reader_.explain();
      return refuse(refusal.id, refusal.error);
    }
    const bool definition = request_.is_definition;
    const auto error = definition ? definitions_.add(request_, lines_.number(), BuildOptions{})
                                  : append_answer(out_, request_, definitions_);
    if (error) return refuse(request_.id, *error);
    ++(definition ? summary_.definitions : summary_.answers);
  }

  void refuse(std::string_view id, const Error& error) {
    ++summary_.refused;
    append_refusal(out_, id, lines_.number(), error);
  }

  LineReader lines_;
  Sink& answers_;
  JsonReader reader_;
  Request request_;
  Definitions definitions_;
  std::string out_;
  PipeSummary summary_;
};

}  // namespace
}  // namespace detail

PipeSummary answer_questions(Source& questions, Sink& answers, const PipeOptions& options) {
  return detail::Pipe(questions, answers, options).run();
}

}  // namespace sunder
