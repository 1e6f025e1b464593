// SPDX-License-Identifier: Apache-2.0
//
// sunder query: the answers of lines, block by block.
#include "pipe/line_answers.hpp"
#include "pipe/line_blocks.hpp"
#include "sunder/io.hpp"

namespace sunder::inline SUNDER_ABI {

PipeSummary answer_questions(Source& questions, Sink& answers, const PipeOptions& options) {
  detail::Definitions definitions;
  using Blocks = detail::LineBlocks<detail::LineAnswers, detail::Definitions, PipeSummary>;
  return Blocks(questions, answers, options, definitions).run();
}

}  // namespace sunder::inline SUNDER_ABI
