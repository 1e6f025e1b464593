// SPDX-License-Identifier: Apache-2.0
#include "pipe/line_answers.hpp"

#include <new>
#include <type_traits>

#include "pipe/answer.hpp"

namespace sunder::detail {

bool may_define(const Line& line) noexcept {
  const std::string_view text(line.data, line.size);
  return text.find("\"define\"") != std::string_view::npos ||
         text.find('\\') != std::string_view::npos;
}

void LineAnswers::ask(const Line& line, std::int64_t number, const LineReader& from,
                      const Definitions& bodies) {
  take(line, number, from, bodies);
}

void LineAnswers::ask_or_define(const Line& line, std::int64_t number, const LineReader& from,
                                Definitions& bodies) {
  take(line, number, from, bodies);
}

void LineAnswers::prepare(std::span<const Line>, std::int64_t, const Definitions&) noexcept {}

void LineAnswers::add_to(PipeSummary& summary, const Definitions&) const noexcept {
  summary.answers += answers;
  summary.definitions += definitions;
  summary.refused += refused;
}

void LineAnswers::clear() noexcept {
  text.clear();
  answers = definitions = refused = 0;
}

template <class Bodies>
void LineAnswers::take(const Line& line, std::int64_t number, const LineReader& from,
                       Bodies& bodies) {
  if (line.blank()) return;
  const std::size_t before = text.size();
  try {
    answer_or_refuse(line, number, from, bodies);
  } catch (const std::bad_alloc&) {
    text.resize(before);
    refuse_for_memory(number);
  }
}

template <class Bodies>
void LineAnswers::answer_or_refuse(const Line& line, std::int64_t number, const LineReader& from,
                                   Bodies& bodies) {
  if (line.too_long) return refuse("null", number, from.too_long());
  if (!read_request(reader_, line, request_)) {
    const Refusal refusal = reader_.explain();
    return refuse(refusal.id, number, refusal.error);
  }
  if constexpr (!std::is_const_v<Bodies>) {
    if (request_.is_definition) {
      if (const auto error = bodies.add(request_, number, BuildOptions{})) {
        return refuse(request_.id, number, *error);
      }
      ++definitions;
      return;
    }
  }
  if (const auto error = append_answer(text, request_, bodies)) {
    return refuse(request_.id, number, *error);
  }
  ++answers;
}

/// Leaves whole lines in the text even if memory runs out for this one.
void LineAnswers::refuse_for_memory(std::int64_t number) {
  const std::size_t before = text.size();
  try {
    refuse("null", number, {ErrorCode::too_large, "there is not enough memory for this line"});
  } catch (...) {
    text.resize(before);
    --refused;
    throw;
  }
}

void LineAnswers::refuse(std::string_view id, std::int64_t number, const Error& error) {
  ++refused;
  append_refusal(text, id, number, error);
}

}  // namespace sunder::detail
