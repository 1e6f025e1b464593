// SPDX-License-Identifier: Apache-2.0
//
// Lines from sources that return any number of bytes at a time.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "sunder/io.hpp"
#include "text/lines.hpp"

namespace sunder::detail {
namespace {

/// Returns at most `step` bytes at a time, then fails if requested.
class DrippingSource final : public Source {
 public:
  DrippingSource(std::string text, std::size_t step, bool fails = false)
      : text_(std::move(text)), step_(step), fails_(fails) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    ++reads;
    const std::size_t count = std::min({size, step_, text_.size() - position_});
    if (count == 0 && fails_) return Error{io_error::cannot_read, "the cable is out"};
    std::copy_n(text_.data() + position_, count, into);
    position_ += count;
    return count;
  }
  int reads = 0;

 private:
  std::string text_;
  std::size_t step_;
  bool fails_;
  std::size_t position_ = 0;
};

std::vector<std::string> lines_of(LineReader& reader) {
  std::vector<std::string> lines;
  for (Line line; reader.next(line);) {
    lines.push_back(line.too_long ? "<too long>" : std::string(line.data, line.size));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(LineReader, CutsTheSameLinesWhateverTheSteps) {
  const std::string text = "one\n\n  two \r\nthree";
  for (const std::size_t step : {1U, 2U, 3U, 5U, 100U}) {
    DrippingSource source(text, step);
    LineReader reader(source, 100);
    EXPECT_EQ(lines_of(reader), (Lines{"one", "", "  two \r", "three"})) << step;
    EXPECT_EQ(reader.number(), 4);
    EXPECT_TRUE(reader.status());
  }
}

TEST(LineReader, ALineBeyondTheLimitIsPassedOver) {
  for (const std::size_t step : {1U, 7U, 1000U}) {
    DrippingSource source("abcde\n" + std::string(100, 'x') + "\nabcdef\nz", step);
    LineReader reader(source, 5);
    EXPECT_EQ(lines_of(reader), (Lines{"abcde", "<too long>", "<too long>", "z"})) << step;
  }
}

TEST(LineReader, ALastLineMayBeTooLong) {
  DrippingSource source("ab\n" + std::string(1'000'000, 'x'), 4096);
  LineReader reader(source, 5);
  EXPECT_EQ(lines_of(reader), (Lines{"ab", "<too long>"}));
}

TEST(LineReader, GrowsToALongLine) {
  const std::string longest(3'000'000, 'x');
  DrippingSource source("a\n" + longest + "\nb\n", 65536);
  LineReader reader(source, longest.size());
  EXPECT_EQ(lines_of(reader), (Lines{"a", longest, "b"}));
}

TEST(LineReader, PassesOverAByteOrderMark) {
  DrippingSource source("\xEF\xBB\xBF{}\n\xEF\xBB\xBF\n", 100);
  LineReader reader(source, 100);
  EXPECT_EQ(lines_of(reader), (Lines{"{}", "\xEF\xBB\xBF"}));
}

TEST(LineReader, AnEmptySourceHasNoLine) {
  DrippingSource source("", 100);
  LineReader reader(source, 100);
  EXPECT_EQ(lines_of(reader), Lines{});
  EXPECT_EQ(reader.number(), 0);
}

TEST(LineReader, AFailedReadIsTold) {
  DrippingSource source("one\ntw", 100, true);
  LineReader reader(source, 100);
  EXPECT_EQ(lines_of(reader), Lines{"one"});
  ASSERT_FALSE(reader.status());
  EXPECT_EQ(reader.status().error().code, io_error::cannot_read);
}

TEST(LineReader, KnowsWhetherItWouldWait) {
  DrippingSource source("one\ntwo\nthr", 100);
  LineReader reader(source, 100);
  Line line;
  EXPECT_FALSE(reader.has_line());
  ASSERT_TRUE(reader.next(line));
  EXPECT_TRUE(reader.has_line());
  ASSERT_TRUE(reader.next(line));
  EXPECT_FALSE(reader.has_line());
  EXPECT_EQ(source.reads, 1);
}

TEST(Line, IsBlankIfItHoldsSpaceOnly) {
  EXPECT_TRUE((Line{"", 0, false}.blank()));
  EXPECT_TRUE((Line{" \t\r", 3, false}.blank()));
  EXPECT_FALSE((Line{" x", 2, false}.blank()));
  EXPECT_FALSE((Line{nullptr, 0, true}.blank()));
}

TEST(Source, RefusesAFileThatIsNotThere) {
  const auto source = open_source("/nonexistent/questions.jsonl");
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, io_error::cannot_read);
  EXPECT_NE(source.error().message.find("/nonexistent/questions.jsonl"), std::string::npos);
}

TEST(Source, RefusesToReadADirectory) {
  const auto source = open_source("/");
  ASSERT_TRUE(source);
  char byte = 0;
  const auto count = source.value()->read(&byte, 1);
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().code, io_error::cannot_read);
}

TEST(Sink, TellsThatTheDiskIsFull) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  if (full < 0) GTEST_SKIP() << "this system has no /dev/full";
  const Status status = descriptor_sink(full)->write("answer\n");
  close(full);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, io_error::cannot_write);
}

/// The largest size that files of this process may have, until the end of the scope.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    before_ = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &limit_);
    const rlimit smaller{bytes, limit_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &smaller);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &limit_);
    signal(SIGXFSZ, before_);
  }

 private:
  void (*before_)(int) = nullptr;
  rlimit limit_{};
};

/// On a full disk, the file ends with the last complete line.
TEST(Sink, AFullFileEndsWithAWholeLine) {
  std::string path = "/tmp/sunder_sink_XXXXXX";
  const int file = mkstemp(path.data());
  ASSERT_GE(file, 0);
  struct Case {
    rlim_t limit;
    off_t left;
  };
  for (const Case& c : std::vector<Case>{{5, 0}, {1, 0}, {11, 11}, {12, 11}, {15, 11}, {23, 22}}) {
    ASSERT_EQ(ftruncate(file, 0), 0);
    lseek(file, 0, SEEK_SET);
    Status status;
    {
      const FileSizeLimit limit(c.limit);
      status = descriptor_sink(file)->write("0123456789\nabcdefghij\nABCDEFGHIJ\n");
    }
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().code, io_error::cannot_write);
    EXPECT_EQ(lseek(file, 0, SEEK_END), c.left) << c.limit;
  }
  close(file);
  unlink(path.c_str());
}

}  // namespace
}  // namespace sunder::detail
