// SPDX-License-Identifier: Apache-2.0
//
// Runs the pipe in memory; another JSON library reads its lines.
#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "sunder/io.hpp"

namespace sunder {

struct PipeRun {
  PipeSummary summary;
  std::string output;
  std::vector<std::string> lines;
  std::vector<nlohmann::json> json;

  std::string text(std::size_t line, const char* key) const {
    return json.at(line).value(key, std::string("<no ") + key + ">");
  }
};

inline PipeRun run_pipe(const std::string& questions, const PipeOptions& options = {}) {
  PipeRun run;
  const auto source = text_source(questions);
  const auto sink = text_sink(run.output);
  run.summary = answer_questions(*source, *sink, options);
  std::istringstream stream(run.output);
  for (std::string line; std::getline(stream, line);) {
    run.json.push_back(nlohmann::json::parse(line));
    run.lines.push_back(line);
  }
  return run;
}

struct VerifyRun {
  VerifySummary summary;
  std::vector<VerifyFinding> findings;
};

inline VerifyRun run_verify(const std::string& questions, const std::string& answers) {
  VerifyRun run;
  const auto question_source = text_source(questions);
  const auto answer_source = text_source(answers);
  run.summary = verify_answers(*question_source, *answer_source, [&](const VerifyFinding& finding) {
    run.findings.push_back(finding);
  });
  return run;
}

/// How many answers to a question were held against the verdict; -1 if none can be.
inline std::int64_t claims_of(const VerifyRun& run, Question question) {
  for (const auto& [claimed, count] : run.summary.claims) {
    if (claimed == question) return count;
  }
  return -1;
}

}  // namespace sunder
