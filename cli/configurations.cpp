// SPDX-License-Identifier: Apache-2.0
#include "configurations.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace sunder::cli {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

Error syntax(const std::string& path, std::int64_t line, std::string_view what) {
  return {io_error::syntax, fmt::format("{}:{}: {}", path, line, what)};
}

/// The variables of the columns of a file; -1 for one that is left out.
Result<std::vector<std::int32_t>> variables_of(const std::string& path,
                                               const ConfigurationOrder& order,
                                               const std::vector<std::string>& columns) {
  std::vector<std::int32_t> variables;
  for (const std::string& name : columns) {
    const auto found = std::find(order.names.begin(), order.names.end(), name);
    if (found == order.names.end() && name != "time") {
      return Error{
          io_error::unknown_body,
          fmt::format(
              "{}: column \"{}\" is no variable of the robot, whose first is \"{}\"; `sunder robot "
              "info` lists them",
              path, name, order.names.empty() ? "" : order.names.front())};
    }
    const auto variable =
        found == order.names.end() ? -1 : static_cast<std::int32_t>(found - order.names.begin());
    if (variable >= 0 && std::count(variables.begin(), variables.end(), variable) > 0) {
      return Error{io_error::duplicate_key,
                   fmt::format("{}: column \"{}\" is given twice", path, name)};
    }
    variables.push_back(variable);
  }
  return variables;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
    text.remove_suffix(1);
  return text;
}

/// A cell of a header may stand in quotes.
std::string unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return std::string(text);
}

/// The cells of a line; where it ends with a comma the last one is empty.
template <class Use>
void each_cell(std::string_view line, const Use& use) {
  for (;;) {
    const std::size_t comma = line.find(',');
    use(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

/// Reads a source line by line.
class Lines {
 public:
  explicit Lines(std::unique_ptr<Source> source) : source_(std::move(source)) {}

  /// Returns the next line that is not blank; none at the end. It is valid until the next call.
  Result<std::optional<std::string_view>> next() {
    for (;;) {
      const std::size_t end = text_.find('\n', at_);
      if (end != std::string::npos || (ended_ && at_ < text_.size())) {
        const std::size_t stop = std::min(end, text_.size());
        std::string_view line = std::string_view(text_).substr(at_, stop - at_);
        at_ = std::min(stop + 1, text_.size());
        if (++line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
        if (trimmed(line).empty()) continue;
        return std::optional(line);
      }
      if (ended_) return std::optional<std::string_view>();
      text_.erase(0, at_);
      at_ = 0;
      if (text_.size() > kLongestLine)
        return Error{ErrorCode::too_large, fmt::format("line {} is longer than 1 MiB", line_ + 1)};
      const std::size_t before = text_.size();
      text_.resize(before + kStep);
      const auto count = source_->read(text_.data() + before, kStep);
      if (!count) return count.error();
      text_.resize(before + count.value());
      ended_ = count.value() == 0;
    }
  }
  std::int64_t line() const noexcept { return line_; }

 private:
  static constexpr std::size_t kStep = std::size_t{1} << 18;
  std::unique_ptr<Source> source_;
  std::string text_;
  std::size_t at_ = 0;
  bool ended_ = false;
  std::int64_t line_ = 0;
};

Error in_file(const std::string& path, Error error) {
  error.message = path + ": " + error.message;
  return error;
}

/// Reads configurations that are a line each.
class LineReader : public ConfigurationReader {
 public:
  LineReader(std::string path, std::unique_ptr<Source> source, ConfigurationOrder order)
      : path_(std::move(path)), lines_(std::move(source)), order_(std::move(order)) {}

  Result<std::int64_t> read(std::int64_t most, std::vector<double>& configurations) final {
    for (std::int64_t count = 0; count < most; ++count) {
      const auto line = lines_.next();
      if (!line) return in_file(path_, line.error());
      if (!line.value()) return count;
      const std::size_t first = configurations.size();
      configurations.insert(configurations.end(), order_.others.begin(), order_.others.end());
      const std::string wrong =
          read_line(*line.value(), std::span(configurations).subspan(first, order_.names.size()));
      if (!wrong.empty()) return syntax(path_, lines_.line(), wrong);
    }
    return most;
  }

 protected:
  /// Writes what a line gives, and returns what is wrong with it, or nothing.
  virtual std::string read_line(std::string_view line, std::span<double> into) = 0;

  Status set_columns(const std::vector<std::string>& names) {
    auto variables = variables_of(path_, order_, names);
    if (!variables) return variables.error();
    variables_ = std::move(variables).value();
    return {};
  }

  std::string path_;
  Lines lines_;
  ConfigurationOrder order_;
  std::vector<std::int32_t> variables_;  ///< of the columns
};

class CsvReader final : public LineReader {
 public:
  using LineReader::LineReader;

  Status begin() {
    std::vector<std::string> names = order_.columns;
    if (names.empty()) {
      const auto line = lines_.next();
      if (!line) return in_file(path_, line.error());
      if (!line.value())
        return syntax(path_, 1, "the file is empty; its first line names the columns");
      std::string_view header = *line.value();
      if (trimmed(header).starts_with('#'))
        header = trimmed(trimmed(header).substr(1));  // as numpy.savetxt() writes it
      each_cell(header, [&](std::string_view cell) { names.push_back(unquoted(cell)); });
      if (number_from_text(names.front())) {
        return syntax(path_, lines_.line(),
                      "the first line holds numbers; it names the columns, or --joints names them");
      }
    }
    if (auto status = set_columns(names); !status) return status;
    missing_.assign(order_.names.size(), true);
    for (const std::int32_t variable : variables_) {
      if (variable >= 0) missing_[static_cast<std::size_t>(variable)] = false;
    }
    return {};
  }

 private:
  std::string read_line(std::string_view line, std::span<double> into) override {
    std::size_t column = 0;
    std::string wrong;
    each_cell(line, [&](std::string_view cell) {
      if (column < variables_.size() && variables_[column] >= 0 && wrong.empty()) {
        const auto number = number_from_text(cell);
        if (!number) {
          wrong = fmt::format("\"{}\" is no number", cell.substr(0, 40));
        } else {
          into[static_cast<std::size_t>(variables_[column])] = *number;
        }
      }
      ++column;
    });
    if (!wrong.empty() || column == variables_.size()) return wrong;
    return fmt::format("{} cells where the header names {}", column, variables_.size());
  }
};

/// Reads the tokens of a line of JSON that holds names and numbers alone.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool take(char c) {
    skip();
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool at_end() {
    skip();
    return text_.empty();
  }
  std::optional<double> number() {
    skip();
    const std::size_t end = std::min(text_.find_first_of(",]} \t\r"), text_.size());
    const std::string_view token = text_.substr(0, end);
    if (token.empty() || !(token.front() == '-' || (token.front() >= '0' && token.front() <= '9')))
      return std::nullopt;
    text_.remove_prefix(end);
    return number_from_text(token);
  }
  /// A name without a backslash: joints have plain ones.
  std::optional<std::string_view> name() {
    if (!take('"')) return std::nullopt;
    const std::size_t end = text_.find_first_of("\"\\");
    if (end == std::string_view::npos || text_[end] == '\\') return std::nullopt;
    const std::string_view found = text_.substr(0, end);
    text_.remove_prefix(end + 1);
    return found;
  }

 private:
  void skip() { text_.remove_prefix(std::min(text_.find_first_not_of(" \t\r"), text_.size())); }
  std::string_view text_;
};

class JsonReader final : public LineReader {
 public:
  using LineReader::LineReader;

  Status begin() {
    std::vector<std::string> names = order_.columns;
    if (names.empty()) names.assign(order_.names.begin(), order_.names.end());
    if (auto status = set_columns(names); !status) return status;
    missing_.assign(order_.names.size(), false);
    return {};
  }

 private:
  std::string read_line(std::string_view line, std::span<double> into) override {
    given_.assign(order_.names.size(), false);
    Scanner scanner(line);
    std::string wrong = "a line is a list of numbers, or an object of names and numbers";
    if (scanner.take('[')) {
      wrong = read_list(scanner, into);
    } else if (scanner.take('{')) {
      wrong = read_object(scanner, into);
    }
    for (std::size_t v = 0; v < given_.size(); ++v) {
      if (wrong.empty() && !given_[v]) missing_[v] = true;
    }
    return wrong;
  }

  std::string read_list(Scanner& scanner, std::span<double> into) {
    std::size_t column = 0;
    if (!scanner.take(']')) {
      do {
        const auto number = scanner.number();
        if (!number) return fmt::format("entry {} is no number", column);
        if (column < variables_.size()) set(variables_[column], *number, into);
        ++column;
      } while (scanner.take(','));
      if (!scanner.take(']')) return "the list does not end with ]";
    }
    if (!scanner.at_end()) return "there is more behind the list";
    if (column == variables_.size()) return {};
    return fmt::format("{} numbers where {} variables are", column, variables_.size());
  }

  std::string read_object(Scanner& scanner, std::span<double> into) {
    if (!scanner.take('}')) {
      do {
        const auto name = scanner.name();
        if (!name) return "a name in quotes was expected";
        if (!scanner.take(':')) return fmt::format("\"{}\" has no value", *name);
        const auto number = scanner.number();
        if (!number) return fmt::format("the value of \"{}\" is no number", *name);
        if (*name == "time") continue;
        const auto found = std::find(order_.names.begin(), order_.names.end(), *name);
        if (found == order_.names.end()) {
          return fmt::format("\"{}\" is no variable of the robot; `sunder robot info` lists them",
                             *name);
        }
        const auto variable = static_cast<std::int32_t>(found - order_.names.begin());
        if (given_[static_cast<std::size_t>(variable)])
          return fmt::format("\"{}\" is given twice", *name);
        set(variable, *number, into);
      } while (scanner.take(','));
      if (!scanner.take('}')) return "the object does not end with }";
    }
    return scanner.at_end() ? std::string() : "there is more behind the object";
  }

  void set(std::int32_t variable, double value, std::span<double> into) {
    if (variable < 0) return;
    into[static_cast<std::size_t>(variable)] = value;
    given_[static_cast<std::size_t>(variable)] = true;
  }

  std::vector<bool> given_;
};

/// The text behind a key of a .npy header, such as '<f8' or (3, 7).
std::string_view value_of(std::string_view header, std::string_view key) {
  for (const char quote : {'\'', '"'}) {
    const std::string quoted = fmt::format("{0}{1}{0}", quote, key);
    const std::size_t at = header.find(quoted);
    if (at == std::string_view::npos) continue;
    const std::size_t colon = header.find(':', at + quoted.size());
    if (colon == std::string_view::npos) return {};
    return trimmed(header.substr(colon + 1));
  }
  return {};
}

class NpyReader final : public ConfigurationReader {
 public:
  NpyReader(std::string path, std::unique_ptr<Source> source, ConfigurationOrder order)
      : path_(std::move(path)), source_(std::move(source)), order_(std::move(order)) {}

  Status begin() {
    std::array<unsigned char, 12> start{};
    if (!fill(reinterpret_cast<char*>(start.data()), 10))
      return refused("is no .npy file, or is cut short");
    if (std::memcmp(start.data(), "\x93NUMPY", 6) != 0)
      return refused("is no .npy file: it does not begin with \\x93NUMPY");
    std::size_t length = start[8] | static_cast<std::size_t>(start[9]) << 8;
    if (start[6] > 1) {
      if (start[6] > 3 || !fill(reinterpret_cast<char*>(start.data()) + 10, 2))
        return refused("has a header of another version");
      length |= static_cast<std::size_t>(start[10]) << 16 | static_cast<std::size_t>(start[11])
                                                                << 24;
    }
    if (length > kLongestLine) return refused("has a header of more than 1 MiB");
    std::string header(length, ' ');
    if (!fill(header.data(), length)) return refused("is cut short in its header");
    if (Status read = read_header(header); !read) return read;

    std::vector<std::string> names = order_.columns;
    if (names.empty()) names.assign(order_.names.begin(), order_.names.end());
    if (names.size() != columns_) {
      return refused(
          fmt::format("has {} columns where {} variables are; --joints names its columns", columns_,
                      names.size()));
    }
    auto variables = variables_of(path_, order_, names);
    if (!variables) return variables.error();
    variables_ = std::move(variables).value();
    missing_.assign(order_.names.size(), true);
    for (const std::int32_t variable : variables_) {
      if (variable >= 0) missing_[static_cast<std::size_t>(variable)] = false;
    }
    return {};
  }

  std::int64_t total() const noexcept override { return static_cast<std::int64_t>(rows_); }

  Result<std::int64_t> read(std::int64_t most, std::vector<double>& configurations) override {
    const auto count = static_cast<std::size_t>(
        std::min<std::uint64_t>(static_cast<std::uint64_t>(most), rows_ - done_));
    if (count == 0) {
      char more = 0;
      const auto left = source_->read(&more, 1);
      if (left && left.value() > 0) return refused("is longer than its header says");
      return 0;
    }
    const std::size_t row = columns_ * bytes_;
    buffer_.resize(row * count);
    if (!fill(buffer_.data(), buffer_.size())) {
      return refused(fmt::format("is cut short: its header says {} rows", rows_));
    }
    const std::size_t variables = order_.names.size();
    const std::size_t first = configurations.size();
    configurations.resize(first + count * variables);
    for (std::size_t i = 0; i < count; ++i) {
      double* const into = configurations.data() + first + i * variables;
      std::copy(order_.others.begin(), order_.others.end(), into);
      for (std::size_t c = 0; c < columns_; ++c) {
        if (variables_[c] >= 0)
          into[variables_[c]] = number_at(buffer_.data() + i * row + c * bytes_);
      }
    }
    done_ += count;
    return static_cast<std::int64_t>(count);
  }

 private:
  Error refused(std::string_view what) const {
    return {io_error::syntax, fmt::format("{} {}", path_, what)};
  }

  Status read_header(std::string_view header) {
    const std::string_view type = value_of(header, "descr");
    if (type.size() < 5 || (type.substr(1, 3) != "<f8" && type.substr(1, 3) != "<f4")) {
      return refused(fmt::format("holds {}; float64 and float32, little-endian, are read",
                                 type.empty() ? "no type" : type.substr(0, type.find(','))));
    }
    bytes_ = type[3] == '8' ? 8 : 4;
    const std::string_view order = value_of(header, "fortran_order");
    if (!order.starts_with("False"))
      return refused("is in Fortran's order; numpy.ascontiguousarray() gives C order");
    std::string_view shape = value_of(header, "shape");
    if (!shape.starts_with('(') || shape.find(')') == std::string_view::npos)
      return refused("has no shape in its header");
    shape = shape.substr(1, shape.find(')') - 1);
    std::vector<std::uint64_t> sizes;
    bool sound = true;
    each_cell(shape, [&](std::string_view cell) {
      if (cell.empty()) return;
      const auto number = number_from_text(cell);
      const bool whole =
          number && *number >= 0 && *number < 0x1p40 && std::floor(*number) == *number;
      sound = sound && whole;
      sizes.push_back(whole ? static_cast<std::uint64_t>(*number) : 0);
    });
    if (!sound || sizes.empty() || sizes.size() > 2)
      return refused(fmt::format("has the shape ({}); T rows of numbers are read", shape));
    rows_ = sizes.size() == 2 ? sizes[0] : 1;
    columns_ = static_cast<std::size_t>(sizes.back());
    return {};
  }

  double number_at(const char* from) const {
    std::uint64_t bits = 0;
    for (std::size_t b = 0; b < bytes_; ++b) {
      bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(from[b])) << (8 * b);
    }
    if (bytes_ == 8) return std::bit_cast<double>(bits);
    return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  }

  bool fill(char* into, std::size_t size) {
    while (size > 0) {
      const auto count = source_->read(into, size);
      if (!count || count.value() == 0) return false;
      into += count.value();
      size -= count.value();
    }
    return true;
  }

  std::string path_;
  std::unique_ptr<Source> source_;
  ConfigurationOrder order_;
  std::vector<std::int32_t> variables_;
  std::uint64_t rows_ = 0, done_ = 0;
  std::size_t columns_ = 0, bytes_ = 8;
  std::vector<char> buffer_;
};

template <class Reader>
Result<std::unique_ptr<ConfigurationReader>> begin(const std::string& path,
                                                   std::unique_ptr<Source> source,
                                                   ConfigurationOrder order) {
  auto reader = std::make_unique<Reader>(path, std::move(source), std::move(order));
  const Status begun = reader->begin();
  if (!begun) return begun.error();
  return std::unique_ptr<ConfigurationReader>(std::move(reader));
}

}  // namespace

Result<std::unique_ptr<ConfigurationReader>> ConfigurationReader::open(const std::string& path,
                                                                       ConfigurationOrder order) {
  const auto ends = [&](std::string_view extension) { return path.ends_with(extension); };
  if (!ends(".npy") && !ends(".csv") && !ends(".jsonl") && !ends(".ndjson")) {
    return Error{io_error::unknown_format,
                 fmt::format("{}: configurations are read from .npy, .csv and .jsonl", path)};
  }
  auto source = open_source(path);
  if (!source) return source.error();
  if (ends(".npy")) return begin<NpyReader>(path, std::move(source).value(), std::move(order));
  if (ends(".csv")) return begin<CsvReader>(path, std::move(source).value(), std::move(order));
  return begin<JsonReader>(path, std::move(source).value(), std::move(order));
}

}  // namespace sunder::cli
