// SPDX-License-Identifier: Apache-2.0
//
// Idea: This reads OFF in ASCII, with any of the prefixes ST, C and N. A vertex is the first three
// numbers of its line; a normal, colour or texture behind them is ignored.
// Cost: One pass over the lines.
// Gives up: It refuses counts that the text cannot hold, indices out of range, and rows beyond the
// header's counts.
#include <fmt/format.h>

#include "files/faces.hpp"
#include "text/decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

class OffReader {
 public:
  explicit OffReader(const Input& input) : input_(input), lines_(input.bytes) {}

  Result<Model> read() {
    if (!read_header() || !read_vertices() || !read_faces() || !read_end()) return error_;
    return one_mesh("OFF", input_.stem(), std::move(points_), faces_);
  }

 private:
  /// Reads the next line with a word on it, without its comment; false at the end.
  bool next_line(std::string_view expected) {
    while (const auto line = lines_.next()) {
      line_ = line->substr(0, line->find('#'));
      if (!Words(line_).next().empty()) return true;
    }
    return refuse(fmt::format("the file ends where {} was expected: truncated", expected));
  }

  bool read_header() {
    if (!next_line("\"OFF\"")) return false;
    Words words(line_);
    std::string_view magic = words.next();
    for (const std::string_view prefix : {"ST", "C", "N"}) {
      if (magic.starts_with(prefix)) magic.remove_prefix(prefix.size());
    }
    if (magic != "OFF") {
      return refuse(
          "the first line must be OFF, with or without ST, C, N before it; 4OFF, nOFF and "
          "binary files are not read");
    }
    std::string_view first = words.next();
    if (first == "BINARY") return refuse("binary OFF is not read; convert it to ASCII");
    if (first.empty()) {
      if (!next_line("the counts")) return false;
      words = Words(line_);
      first = words.next();
    }
    const auto vertices = to_integer(first);
    const auto faces = to_integer(words.next());
    if (!vertices || !faces || *vertices < 0 || *faces < 0) {
      return refuse("the numbers of vertices and faces were expected");
    }
    vertex_count_ = *vertices;
    face_count_ = *faces;
    return check_counts();
  }

  /// A vertex needs at least "0 0 0" and a line end, a face "1 0" and one; the last line may lack
  /// its end.
  bool check_counts() {
    const auto left = static_cast<std::int64_t>(lines_.rest().size());
    if (vertex_count_ > left / 6 + 1 || face_count_ > left / 2 + 1) {
      return refuse(
          fmt::format("{} vertices and {} faces are claimed, but only {} bytes follow: "
                      "truncated or damaged",
                      vertex_count_, face_count_, left));
    }
    if (vertex_count_ > input_.limits.points) {
      return refuse(fmt::format("more than {} points; split the mesh", input_.limits.points),
                    ErrorCode::too_large);
    }
    return true;
  }

  bool read_vertices() {
    points_.reserve(static_cast<std::size_t>(vertex_count_));
    for (std::int64_t i = 0; i < vertex_count_; ++i) {
      if (!next_line(fmt::format("vertex {} of {}", i, vertex_count_))) return false;
      Words words(line_);
      Vector3 point{};
      for (double& coordinate : point) {
        const std::string_view word = words.next();
        const auto value = read_text_decimal(word);
        if (!value) return refuse(fmt::format("\"{}\" is no coordinate of vertex {}", word, i));
        coordinate = *value;
      }
      points_.push_back(point);
    }
    return true;
  }

  bool read_faces() {
    for (std::int64_t i = 0; i < face_count_; ++i) {
      if (!next_line(fmt::format("face {} of {}", i, face_count_))) return false;
      Words words(line_);
      const auto corners = to_integer(words.next());
      if (!corners || *corners < 0) {
        return refuse(fmt::format("face {} must begin with its number of vertices", i));
      }
      faces_.begin(FaceKind::fan);
      for (std::int64_t corner = 0; corner < *corners; ++corner) {
        const std::string_view word = words.next();
        const auto index = to_integer(word);
        if (!index || *index < 0 || *index >= vertex_count_) {
          return refuse(fmt::format("\"{}\" in face {} is no index of a vertex (0 to {})", word, i,
                                    vertex_count_ - 1));
        }
        faces_.add(*index);
      }
    }
    return true;
  }

  /// The file has more rows than the header claims; which of them count is ambiguous.
  bool read_end() {
    while (const auto line = lines_.next()) {
      if (Words(line->substr(0, line->find('#'))).next().empty()) continue;
      return refuse(fmt::format("the file goes on behind its {} vertices and {} faces: damaged",
                                vertex_count_, face_count_));
    }
    return true;
  }

  bool refuse(std::string_view what, ErrorCode code = io_error::syntax) {
    error_ = {code, fmt::format("{}:{}: {}", input_.path, lines_.number(), what)};
    return false;
  }

  const Input& input_;
  Lines lines_;
  std::string_view line_;
  std::int64_t vertex_count_ = 0;
  std::int64_t face_count_{};
  std::vector<Vector3> points_;
  Faces faces_;
  Error error_;
};

}  // namespace

Result<Model> read_off(const Input& input) { return OffReader(input).read(); }

}  // namespace sunder::detail::files
