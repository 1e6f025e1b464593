// SPDX-License-Identifier: Apache-2.0
//
// Idea: Lines are cut out of one buffer without copies. The buffer doubles up to the longest line
// allowed; only a read moves what it holds.
// Cost: Each byte is searched for a newline once, and moved at most once a read.
// Gives up: It skips lines that are too long, and ends at a failed read; a failed write removes an
// incomplete last line.
#include "text/lines.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace sunder::inline SUNDER_ABI {
namespace {

class DescriptorSource final : public Source {
 public:
  DescriptorSource(int descriptor, std::string name, bool owned)
      : descriptor_(descriptor), name_(std::move(name)), owned_(owned) {}
  DescriptorSource(const DescriptorSource&) = delete;
  DescriptorSource& operator=(const DescriptorSource&) = delete;
  ~DescriptorSource() override {
    if (owned_) close(descriptor_);
  }
  Result<std::size_t> read(char* into, std::size_t size) override {
    for (;;) {
      const ssize_t count = ::read(descriptor_, into, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno == EINTR) continue;
      return Error{io_error::cannot_read,
                   fmt::format("cannot read {}: {}", name_, std::strerror(errno))};
    }
  }

 private:
  int descriptor_;
  std::string name_;
  bool owned_;
};

class DescriptorSink final : public Sink {
 public:
  explicit DescriptorSink(int descriptor) : descriptor_(descriptor) {}
  Status write(std::string_view bytes) override {
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t count = ::write(descriptor_, bytes.data() + done, bytes.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        const int reason = errno;
        const std::size_t newline = bytes.substr(0, done).rfind('\n');
        take_back(done - (newline == std::string_view::npos ? 0 : newline + 1));
        return Error{io_error::cannot_write,
                     fmt::format("cannot write the answers: {}; those after this point are missing",
                                 std::strerror(reason))};
      }
      done += static_cast<std::size_t>(count);
    }
    return {};
  }

 private:
  /// Removes the written part of an incomplete line, if possible: at the end of a regular file.
  void take_back(std::size_t bytes) const noexcept {
    struct stat status {};
    if (bytes == 0 || fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return;
    const off_t end = lseek(descriptor_, 0, SEEK_CUR);
    const off_t whole = end - static_cast<off_t>(bytes);
    if (end != status.st_size || whole < 0) return;
    if (ftruncate(descriptor_, whole) == 0) lseek(descriptor_, whole, SEEK_SET);
  }

  int descriptor_;
};

class TextSource final : public Source {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  Result<std::size_t> read(char* into, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size());
    std::copy_n(text_.data(), count, into);
    text_.remove_prefix(count);
    return count;
  }

 private:
  std::string_view text_;
};

class TextSink final : public Sink {
 public:
  explicit TextSink(std::string& text) : text_(text) {}
  Status write(std::string_view bytes) override {
    text_ += bytes;
    return {};
  }

 private:
  std::string& text_;
};

}  // namespace

std::unique_ptr<Source> descriptor_source(int descriptor) {
  return std::make_unique<DescriptorSource>(
      descriptor, descriptor == STDIN_FILENO ? "standard input" : "the input", false);
}
std::unique_ptr<Sink> descriptor_sink(int descriptor) {
  return std::make_unique<DescriptorSink>(descriptor);
}
std::unique_ptr<Source> text_source(std::string_view text) {
  return std::make_unique<TextSource>(text);
}
std::unique_ptr<Sink> text_sink(std::string& text) { return std::make_unique<TextSink>(text); }

Result<std::unique_ptr<Source>> open_source(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    return Error{io_error::cannot_read,
                 fmt::format("cannot open {}: {}", path, std::strerror(errno))};
  }
  return std::unique_ptr<Source>(std::make_unique<DescriptorSource>(descriptor, path, true));
}

}  // namespace sunder::inline SUNDER_ABI

namespace sunder::detail {

bool Line::blank() const noexcept {
  return !too_long &&
         std::string_view(data, size).find_first_not_of(" \t\r") == std::string_view::npos;
}

LineReader::LineReader(Source& source, std::size_t max_line, std::size_t buffer)
    : source_(source),
      max_line_(std::min(max_line, kPipeLargestLine)),
      buffer_(buffer + kLinePadding) {}

bool LineReader::has_line() {
  if (newline_found_) return true;
  const char* start = buffer_.data() + scanned_;
  const void* newline = std::memchr(start, '\n', end_ - scanned_);
  newline_found_ = newline != nullptr;
  scanned_ = newline_found_
                 ? static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data())
                 : end_;
  return newline_found_;
}

Error LineReader::too_long() const {
  return {ErrorCode::too_large,
          fmt::format("the line is longer than {} bytes; define large bodies in lines of their own",
                      max_line_)};
}

/// Reads once more; false at the end and on failure.
bool LineReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    scanned_ -= begin_;
    begin_ = 0;
  }
  if (end_ + kLinePadding == buffer_.size()) {
    const std::size_t longest = std::max(max_line_ + 1, end_);
    buffer_.resize(std::min(2 * end_, longest) + kLinePadding);
  }
  const auto count = source_.read(buffer_.data() + end_, buffer_.size() - kLinePadding - end_);
  if (!count) status_ = count.error();
  at_end_ = !count || count.value() == 0;
  if (!at_end_) end_ += count.value();
  return !at_end_;
}

/// Skips the rest of a line that is too long; at the end of the input nothing is left.
bool LineReader::skip_to_newline() {
  while (!has_line()) {
    begin_ = end_;
    if (!fill()) return bool(status_);
  }
  begin_ = ++scanned_;
  newline_found_ = false;
  return true;
}

bool LineReader::next(Line& line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (!cut(line)) return false;
  ++number_;
  if (number_ == 1 && std::string_view(line.data, line.size).starts_with(kByteOrderMark)) {
    line.data += kByteOrderMark.size();
    line.size -= kByteOrderMark.size();
  }
  return true;
}

bool LineReader::cut(Line& line) {
  line = {};
  while (!has_line()) {
    if (end_ - begin_ > max_line_) {
      line.too_long = true;
      return skip_to_newline();
    }
    if (fill()) continue;
    if (!status_ || begin_ == end_) return false;
    buffer_[end_] = '\n';  // the parser may look one byte past the line
    newline_found_ = true;
  }
  line.data = buffer_.data() + begin_;
  line.size = scanned_ - begin_;
  line.too_long = line.size > max_line_;
  newline_found_ = false;
  scanned_ = std::min(scanned_ + 1, end_);
  begin_ = scanned_;
  return true;
}

}  // namespace sunder::detail
