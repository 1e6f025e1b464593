// SPDX-License-Identifier: Apache-2.0
//
// Memory runs out in the pipe: the line is refused, or the stream ends after a whole line.
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "exhaustion/failing_memory.hpp"
#include "sunder/audit.hpp"
#include "sunder/batch.hpp"
#include "sunder/io.hpp"

namespace sunder::test {
namespace {

const std::string kQuestions =
    R"({"define": "cube", "vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1],[1,1,0],[1,0,1],[0,1,1],[1,1,1]]}
{"id": 1, "a": {"body": "cube"}, "b": {"body": "cube", "translation": [0.3, 0.7, 1]}, "ask": ["verdict", "contact", "relation"]}
{"id": 2, "a": {"body": "cube"}, "b": {"body": "cube", "quaternion": [3, 1, 2, 1], "translation": [0.5, 0.25, 0.5]}, "ask": ["depth", "contact"], "certificate": "full"}
{"id": 3, "a": {"vertices": [[0, 0], [2, 0], [0, 2]]}, "b": {"vertices": [[3, 1], [5, 5]]}, "ask": ["distance", "contains"], "margin": 0.5, "certificate": "full"}
{"id": 4, "a": {"vertices": [[0, 0, 0, 0], [2, 0, 0, 1], [0, 2, 1, 0]]}, "b": {"vertices": [[1e300, 1, 1, 1], [3, 4, 5, 1e-300]]}, "ask": ["distance"]}
{"id": 5, "a": {"vertices": [[0, 0], [2, NaN]]}, "b": {"vertices": []}}
{"id": 6, "a": {"body": "cube"}, "b": {"body": "sphere"}}
)";

std::string answers_to(const std::string& questions) {
  std::string text;
  const auto source = text_source(questions);
  const auto sink = text_sink(text);
  answer_questions(*source, *sink);
  return text;
}

/// Runs the parts of a block one after the other, on the thread whose memory runs out.
struct InTurn final : Executor {
  void parallel_for(std::int64_t count, Task task, void* context) override {
    for (std::int64_t part = 0; part < count; ++part) task(context, part);
  }
};

/// The lines are JSON, in the order of the questions. Each is the normal answer or a refusal.
bool is_whole(const std::string& text, const std::string& truth, bool to_the_end) {
  if (!text.empty() && text.back() != '\n') return false;
  std::istringstream told(text), right(truth);
  std::string line, expected;
  while (std::getline(told, line)) {
    if (!nlohmann::json::accept(line)) return false;
    const nlohmann::json answer = nlohmann::json::parse(line);
    if (answer.contains("error") && answer["line"] == 1) continue;  // the definition, refused
    if (!std::getline(right, expected)) return false;
    if (line != expected && !answer.contains("error")) return false;
  }
  return !to_the_end || !std::getline(right, expected);
}

TEST(Exhaustion, ThePipeEndsBehindAWholeLine) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "simdjson's checks of a debug build do not look whether they got their memory";
#endif
  const std::string truth = answers_to(kQuestions);
  std::string text;
  const auto call = [&] {
    const auto source = text_source(kQuestions);
    const auto sink = text_sink(text);
    return answer_questions(*source, *sink).refused > 2 ? Outcome::refused : Outcome::done;
  };
  const auto sound = [&](Outcome outcome) {
    return is_whole(text, truth, outcome != Outcome::threw);
  };
  const auto clear = [&] { text = std::string(); };
  // Searches are compiled without exceptions: memory held by an exact stage stays allocated.
  expect_whole("query", exhaust({[&] { text.reserve(std::size_t{1} << 20); }, call, sound, clear}));
}

/// A part of a block that lacked memory is answered again, alone.
TEST(Exhaustion, PartsOfABlockEndBehindAWholeLine) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "simdjson's checks of a debug build do not look whether they got their memory";
#endif
  std::string questions = R"({"define": "point", "vertices": [[0]]})"
                          "\n";
  for (int i = 0; i < 40; ++i) {
    questions += R"({"id": )" + std::to_string(i) +
                 R"(, "a": {"vertices": [[0], [2]]}, "b": {"vertices": [[3], [5]]}})" + "\n";
  }
  const std::string truth = answers_to(questions);
  std::string text;
  InTurn executor;
  const auto call = [&] {
    const auto source = text_source(questions);
    const auto sink = text_sink(text);
    return answer_questions(*source, *sink, {.executor = &executor}).refused > 0 ? Outcome::refused
                                                                                 : Outcome::done;
  };
  const auto sound = [&](Outcome outcome) {
    return is_whole(text, truth, outcome != Outcome::threw);
  };
  const auto clear = [&] { text = std::string(); };
  expect_whole("block", exhaust({[&] { text.reserve(std::size_t{1} << 16); }, call, sound, clear}));
}

/// Rows are whole lines, and each word is the normal one or "not decidable".
TEST(Exhaustion, NoRowOfAnAuditIsWrong) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "simdjson's checks of a debug build do not look whether they got their memory";
#endif
  std::string questions = kQuestions.substr(0, kQuestions.find("{\"id\": 4"));
  std::string theirs =
      "{\"id\": 2, \"depth\": 0.5}\n{\"id\": \"none\", \"intersects\": true}\n"
      "{\"id\": 3, \"distance\": 0.1}\n{\"id\": 1, \"verdict\": \"touching\"}\n";
  for (int i = 100; i < 140; ++i) {  // parts of a block
    const std::string id = "{\"id\": " + std::to_string(i);
    questions += id + R"(, "a": {"vertices": [[0], [2]]}, "b": {"vertices": [[3], [5]]}})" + "\n";
    theirs += id + ", \"intersects\": false}\n";
  }
  std::string text;
  InTurn executor;
  for (Executor* const given :
       {static_cast<Executor*>(nullptr), static_cast<Executor*>(&executor)}) {
    const auto audited = [&](Sink& sink) {
      const auto source = text_source(questions);
      const auto their_source = text_source(theirs);
      AuditOptions options;
      options.executor = given;
      return audit_answers(*source, *their_source, sink, options);
    };
    std::string truth;
    audited(*text_sink(truth));
    const auto words_of = [](const std::string& rows) {
      std::map<int, std::string> words;
      std::istringstream lines(rows);
      for (std::string line; std::getline(lines, line);) {
        const nlohmann::json row = nlohmann::json::parse(line);
        if (row.contains("line")) words[row["line"]] = row["audit"];
      }
      return words;
    };
    const std::map<int, std::string> right = words_of(truth);
    EXPECT_EQ(right.at(2), "confirmed");
    EXPECT_EQ(right.at(4), "refuted");
    const auto call = [&] {
      const auto sink = text_sink(text);
      return audited(*sink).unusable > 1 ? Outcome::refused : Outcome::done;
    };
    const auto sound = [&](Outcome) {
      if (!text.empty() && text.back() != '\n') return false;
      for (const auto& [line, word] : words_of(text)) {
        const auto found = right.find(line);
        if (word != "not decidable" && (found == right.end() || found->second != word))
          return false;
      }
      return true;
    };
    const auto clear = [&] { text = std::string(); };
    expect_whole("audit",
                 exhaust({[&] { text.reserve(std::size_t{1} << 20); }, call, sound, clear}));
  }
}

TEST(Exhaustion, AFalseAnswerIsNeverAccepted) {
#if !defined(NDEBUG)
  GTEST_SKIP() << "simdjson's checks of a debug build do not look whether they got their memory";
#endif
  const std::string truth = answers_to(kQuestions);
  const std::string questions = kQuestions.substr(0, kQuestions.find("{\"id\": 3"));
  const std::string answers = truth.substr(0, truth.find("{\"id\":3"));
  VerifySummary summary;
  const auto call = [&] {
    const auto source = text_source(questions);
    const auto answer_source = text_source(answers);
    summary = verify_answers(*source, *answer_source, [](const VerifyFinding&) {});
    return Outcome::done;
  };
  const auto sound = [&](Outcome outcome) {
    return outcome == Outcome::threw || !summary.refuted();
  };
  expect_sound("verify", exhaust({[] {}, call, sound, [&] { summary = {}; }}));
}

}  // namespace
}  // namespace sunder::test
