// SPDX-License-Identifier: Apache-2.0
//
// The pipe in blocks, with threads and without. The reference is a source that returns one line at
// a time, so that each line is a block.
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

#include "batch/executors.hpp"
#include "pipe/line_answers.hpp"
#include "sunder/io.hpp"

namespace sunder {
namespace {

constexpr std::size_t kLongest = 100'000;

/// Returns at most `step` bytes at a time, and with `by_line` at most one line.
class SteppingSource final : public Source {
 public:
  SteppingSource(std::string_view text, std::size_t step, bool by_line)
      : text_(text), step_(step), by_line_(by_line) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    std::size_t count = std::min({size, step_, text_.size()});
    if (by_line_) count = std::min(count, text_.find('\n') + 1);
    std::copy_n(text_.data(), count, into);
    text_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view text_;
  std::size_t step_;
  bool by_line_;
};

struct Answered {
  std::string output;
  PipeSummary summary;
};

Answered run(const std::string& text, std::size_t step, bool by_line, Executor* executor) {
  Answered result;
  SteppingSource source(text, step, by_line);
  const auto sink = text_sink(result.output);
  PipeOptions options;
  options.max_line = kLongest;
  options.executor = executor;
  result.summary = answer_questions(source, *sink, options);
  return result;
}

void expect_equal(const Answered& found, const Answered& expected) {
  EXPECT_EQ(found.summary.lines, expected.summary.lines);
  EXPECT_EQ(found.summary.definitions, expected.summary.definitions);
  EXPECT_EQ(found.summary.answers, expected.summary.answers);
  EXPECT_EQ(found.summary.refused, expected.summary.refused);
  EXPECT_TRUE(found.summary.status);
  // A difference of megabytes is shown by its first byte.
  const auto differ = std::mismatch(found.output.begin(), found.output.end(),
                                    expected.output.begin(), expected.output.end());
  EXPECT_EQ(differ.first - found.output.begin(),
            static_cast<std::ptrdiff_t>(expected.output.size()));
  EXPECT_EQ(found.output.size(), expected.output.size());
}

/// Questions between bodies defined before, later, or never; definitions in every spelling; lines
/// that are refused for every reason.
class Stream {
 public:
  explicit Stream(unsigned seed) : random_(seed) {}

  std::string text(int lines) {
    std::string all = definition("body0", "define");
    for (int i = 0; i < lines; ++i) all += line(i) + "\n";
    return all;
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string number() { return std::to_string(below(2000) - 1000) + "e-3"; }
  std::string point() {
    const std::string x = number();
    const std::string y = number();
    return "[" + x + ", " + y + ", " + number() + "]";
  }
  std::string name() { return "body" + std::to_string(below(8)); }
  std::string definition(const std::string& body, const std::string& key) {
    std::string vertices = point();
    for (int i = 0; i < 7; ++i) vertices += ", " + point();
    return "{\"" + key + "\": \"" + body + "\", \"vertices\": [" + vertices + "]}\n";
  }
  std::string body() {
    const std::string named = name();
    return R"({"body": ")" + named + R"(", "translation": )" + point() + "}";
  }
  std::string question(const std::string& id, const std::string& more = "") {
    const std::string a = body();
    return "{\"id\": " + id + ", \"a\": " + a + ", \"b\": " + body() + more + "}";
  }
  std::string line(int number) {
    const std::string id = std::to_string(number);
    switch (below(150)) {
      case 0:
        return definition(name(), "define");
      case 1:
        return definition(name(), "d\\u0065fine");
      case 2:
        return question(id, ", \"define\": 3");
      case 3:
        return question(id, ", \"colour\": \"red\"");
      case 4:
        return "{\"id\": " + id + ", \"a\": [";
      case 5:
        return " \t";
      case 6:
        return "{\"id\": \"" + std::string(kLongest, 'x') + "\"}";
      case 7:
        return question(id) + std::string(40'000, ' ');
      case 8:
        return question(R"("\"define\"")");
      case 9:
        return question(id, R"(, "ask": ["distance", "depth"], "certificate": "full")");
      default:
        return question(id);
    }
  }

  std::minstd_rand random_;
};

TEST(Blocks, SameBytesOnAnyThreadsInAnySteps) {
  test::Backwards backwards;
  test::Threads threads(3);
  for (const unsigned seed : {1U, 2U, 3U}) {
    const std::string text = Stream(seed).text(2500);
    const Answered expected = run(text, kLongest, true, nullptr);
    EXPECT_GT(expected.summary.answers, 500);
    EXPECT_GT(expected.summary.definitions, 5);
    EXPECT_GT(expected.summary.refused, 50);
    for (const std::size_t step : {std::size_t{997}, std::size_t{60'000}, text.size()}) {
      for (Executor* executor :
           {static_cast<Executor*>(nullptr), static_cast<Executor*>(&backwards),
            static_cast<Executor*>(&threads)}) {
        SCOPED_TRACE(step);
        expect_equal(run(text, step, false, executor), expected);
      }
    }
  }
}

/// Returns one line at a time, and requests the end with the fourth.
class CancellingSource final : public Source {
 public:
  explicit CancellingSource(std::atomic<bool>& cancel) : cancel_(cancel) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    const std::string_view line =
        "{\"a\": {\"vertices\": [[0]]}, \"b\": {\"vertices\": [[1]]}, \"certificate\": \"none\"}\n";
    if (++handed_ > 9 || size < line.size()) return std::size_t{0};
    if (handed_ == 4) cancel_ = true;
    std::copy(line.begin(), line.end(), into);
    return line.size();
  }

 private:
  std::atomic<bool>& cancel_;
  int handed_ = 0;
};

TEST(Blocks, ACallThatIsCancelledHasAnsweredTheLinesThatItCounts) {
  for (const bool from_the_start : {false, true}) {
    std::atomic<bool> cancel = from_the_start;
    CancellingSource source(cancel);
    std::string output;
    const auto sink = text_sink(output);
    PipeOptions options;
    options.cancel = &cancel;
    const PipeSummary summary = answer_questions(source, *sink, options);
    EXPECT_TRUE(summary.cancelled);
    EXPECT_TRUE(summary.status);
    EXPECT_EQ(summary.lines, from_the_start ? 0 : 3);
    EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), summary.lines);
  }
  std::atomic<bool> never = false;
  PipeOptions options;
  options.cancel = &never;
  const auto source = text_source("{\"a\": 1}\n");
  std::string output;
  const auto sink = text_sink(output);
  EXPECT_FALSE(answer_questions(*source, *sink, options).cancelled);
}

/// Runs the parts from the first or from the last on, and requests the end after one of them.
class CancellingExecutor final : public Executor {
 public:
  CancellingExecutor(std::atomic<bool>& cancel, bool backwards)
      : cancel_(cancel), backwards_(backwards) {}
  void parallel_for(std::int64_t count, Task task, void* context) override {
    parts = count;
    for (std::int64_t i = 0; i < count; ++i) {
      task(context, backwards_ ? count - 1 - i : i);
      cancel_ = true;
    }
  }
  std::int64_t parts = 0;

 private:
  std::atomic<bool>& cancel_;
  bool backwards_;
};

TEST(Blocks, PartsBehindACancelledOneAreNotWritten) {
  const std::string line = R"({"a": {"vertices": [[0]]}, "b": {"vertices": [[1]]}})"
                           "\n";
  std::string text;
  for (int i = 0; i < 200; ++i) text += line;
  for (const bool backwards : {false, true}) {
    std::atomic<bool> cancel = false;
    CancellingExecutor executor(cancel, backwards);
    PipeOptions options;
    options.cancel = &cancel;
    options.executor = &executor;
    const auto source = text_source(text);
    std::string output;
    const auto sink = text_sink(output);
    const PipeSummary summary = answer_questions(*source, *sink, options);
    EXPECT_TRUE(summary.cancelled);
    ASSERT_GT(executor.parts, 1);
    if (backwards) {
      EXPECT_EQ(summary.lines, 0);
    } else {
      EXPECT_GT(summary.lines, 0);
      EXPECT_LT(summary.lines, 200);
    }
    EXPECT_EQ(std::count(output.begin(), output.end(), '\n'), summary.lines);
  }
}

/// Only questions after a definition know its body.
TEST(Blocks, DefinitionsCountFromTheirLineOn) {
  const std::string question = R"({"a": {"body": "point"}, "b": {"body": "point"}})"
                               "\n";
  std::string text;
  for (int i = 0; i < 100; ++i) text += question;
  text += R"({"define": "point", "vertices": [[1, 2, 3]]})"
          "\n";
  for (int i = 0; i < 100; ++i) text += question;
  test::Backwards backwards;
  const Answered found = run(text, text.size(), false, &backwards);
  EXPECT_EQ(found.summary.refused, 100);
  EXPECT_EQ(found.summary.answers, 100);
  EXPECT_LT(found.output.rfind("unknown_body"), found.output.find("touching"));
  EXPECT_NE(found.output.find("\"line\": 100,"), std::string::npos);
}

/// Counts the tasks that it runs, one by one.
class Counting final : public Executor {
 public:
  void parallel_for(std::int64_t count, Task task, void* context) override {
    for (std::int64_t i = 0; i < count; ++i) task(context, i);
    tasks += count;
    ++calls;
  }
  std::int64_t tasks = 0;
  int calls = 0;
};

TEST(Blocks, AFileIsHandedOutInTasksAndAFewLinesAreNot) {
  const std::string question = R"({"a": {"vertices": [[1]]}, "b": {"vertices": [[2]]}})"
                               "\n";
  Counting counting;
  run(question + question, 1000, false, &counting);
  EXPECT_EQ(counting.tasks, 0);
  std::string text;
  for (int i = 0; i < 5000; ++i) text += question;
  EXPECT_EQ(run(text, text.size(), false, &counting).summary.answers, 5000);
  EXPECT_GE(counting.tasks, 8);
  EXPECT_LE(counting.calls, 4);
}

TEST(Blocks, MayDefineIsRightAboutEveryLine) {
  const auto may_define = [](std::string_view text) {
    return detail::may_define({text.data(), text.size(), false});
  };
  EXPECT_TRUE(may_define(R"({"define": "a", "vertices": []})"));
  EXPECT_TRUE(may_define(R"({"\u0064efine": "a", "vertices": []})"));
  EXPECT_FALSE(may_define(R"({"a": {"body": "define me"}, "b": {"body": "b"}})"));
  EXPECT_FALSE(may_define(""));
}

}  // namespace
}  // namespace sunder
