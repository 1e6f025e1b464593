// SPDX-License-Identifier: Apache-2.0
//
// Idea: Wavefront OBJ: a body is an object ("o"), or a group ("g") if the file has no objects.
// Materials do not split a body. Its points are those that its faces, lines and points use.
// Cost: One pass over the statements.
// Gives up: It refuses free-form curves and surfaces, rational weights, and indices out of range.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "files/faces.hpp"
#include "text/decimal.hpp"
#include "text/text_scanner.hpp"

namespace sunder::detail::files {
namespace {

struct Part {
  std::string name;
  std::int64_t first_vertex = 0;  ///< vertices declared before it
  Faces faces{};
};

/// Statements that give no point: attributes, materials, display, and parts of curves whose own
/// statement is refused.
constexpr std::array<std::string_view, 31> kPassedOver{
    "vt",     "vn",     "vp",     "cstype",     "deg",       "bmat",   "step", "curv2",
    "parm",   "trim",   "hole",   "scrv",       "sp",        "end",    "con",  "g",
    "s",      "mg",     "bevel",  "c_interp",   "lod",       "usemtl", "res",  "d_interp",
    "mtllib", "usemap", "maplib", "shadow_obj", "trace_obj", "ctech",  "stech"};

/// Statements that define geometry of another kind, or load it.
constexpr std::array<std::string_view, 8> kRefused{"call", "csh", "curv", "surf",
                                                   "bsp",  "bzp", "cdc",  "cdp"};

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Splits the text into statements: lines without their comments, joined after a backslash at the
/// end. A comment ends with its line.
class Statements {
 public:
  explicit Statements(std::string_view bytes) : lines_(bytes) {}

  std::optional<std::string_view> next() {
    auto line = lines_.next();
    if (!line || !goes_on(*line)) return without_comment(line);
    joined_.clear();
    for (; line && goes_on(*line); line = lines_.next()) {
      joined_ += line->substr(0, line->size() - 1);
      joined_ += ' ';
    }
    if (line) joined_ += *without_comment(line);
    return joined_;
  }

  std::int64_t number() const noexcept { return lines_.number(); }

 private:
  static bool goes_on(std::string_view line) {
    return line.ends_with('\\') && line.find('#') == std::string_view::npos;
  }
  static std::optional<std::string_view> without_comment(std::optional<std::string_view> line) {
    return line ? line->substr(0, line->find('#')) : line;
  }

  Lines lines_;
  std::string joined_;
};

class ObjReader {
 public:
  explicit ObjReader(const Input& input)
      : input_(input), statements_(input.bytes), has_objects_(find_objects(input.bytes)) {
    parts_.push_back({input.stem()});
  }

  Result<Model> read() {
    while (const auto statement = statements_.next()) {
      Words words(*statement);
      const std::string_view keyword = words.next();
      if (!keyword.empty() && !step(keyword, words)) return error_;
    }
    return build();
  }

 private:
  static bool find_objects(std::string_view bytes) {
    Statements statements(bytes);
    while (const auto statement = statements.next()) {
      if (Words(*statement).next() == "o") return true;
    }
    return false;
  }

  bool step(std::string_view keyword, Words& words) {
    if (keyword == "v") return add_vertex(words);
    // "fo" was the keyword of faces before version 3.
    if (keyword == "f" || keyword == "fo" || keyword == "l" || keyword == "p") {
      return add_element(keyword.front() == 'f' ? FaceKind::fan : FaceKind::none, words);
    }
    if (keyword == "o") return begin_part(words.remainder(), false);
    if (keyword == "g" && !has_objects_) return begin_part(words.remainder(), true);
    if (contains(kRefused, keyword)) {
      return refuse(
          ErrorCode::not_served,
          fmt::format("\"{}\" is not read: only polygons, lines and points are", keyword));
    }
    if (!contains(kPassedOver, keyword) && unknown_++ == 0) {
      unknown_word_ = keyword.substr(0, 40);
      unknown_line_ = statements_.number();
    }
    return true;
  }

  /// A group may be left and resumed; an object line always begins another object.
  bool begin_part(std::string_view name, bool reopen) {
    const std::string key = name.empty() ? input_.stem() : std::string(name);
    if (reopen) {
      const auto [found, added] = groups_.try_emplace(key, parts_.size());
      part_ = found->second;
      if (!added) return true;
    } else {
      part_ = parts_.size();
    }
    parts_.push_back({key, static_cast<std::int64_t>(points_.size())});
    return true;
  }

  bool add_vertex(Words& words) {
    Vector3 point{};
    for (double& coordinate : point) {
      const std::string_view word = words.next();
      const auto value = read_text_decimal(word);
      if (!value) return refuse(io_error::syntax, fmt::format("\"{}\" is no coordinate", word));
      coordinate = *value;
    }
    if (!behind_vertex(words)) return false;
    points_.push_back(point);
    if (static_cast<std::int64_t>(points_.size()) <= input_.limits.points) return true;
    return refuse(ErrorCode::too_large,
                  fmt::format("more than {} points; split the mesh", input_.limits.points));
  }

  /// A colour or the like may follow the point. A single number is the weight of a rational point,
  /// by which some readers divide and others do not.
  bool behind_vertex(Words& words) {
    int count = 0;
    double last = 0;
    for (std::string_view word = words.next(); !word.empty(); word = words.next(), ++count) {
      const auto value = read_text_decimal(word);
      if (!value) return refuse(io_error::syntax, fmt::format("\"{}\" is no number", word));
      last = *value;
    }
    if (count != 1 || last == 1) return true;
    return refuse(ErrorCode::not_served,
                  fmt::format("the point has the weight {}; only 1 is read", last));
  }

  /// Corners are "i", "i/t", "i//n" or "i/t/n", from 1, or negative: counted back from the last
  /// vertex.
  bool add_element(FaceKind kind, Words& words) {
    Faces& faces = parts_[part_].faces;
    faces.begin(kind);
    const auto count = static_cast<std::int64_t>(points_.size());
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      const std::size_t slash = std::min(word.find('/'), word.size());
      const auto index = to_integer(word.substr(0, slash));
      const bool more = word.find_first_not_of("+-0123456789/", slash) == std::string_view::npos;
      if (!index || !more || *index == 0 || *index > count || *index < -count) {
        return refuse(
            io_error::syntax,
            fmt::format("\"{}\" is no index of one of the {} vertices above", word, count));
      }
      faces.add(*index > 0 ? *index - 1 : count + *index);
      has_elements_ = true;
    }
    return true;
  }

  Result<Model> build() {
    if (points_.empty() && unknown_ > 0) {
      refuse(io_error::syntax,
             "the file has no vertex and other words than those of OBJ: is it one?");
      return error_;
    }
    Model model{.format = "OBJ"};
    if (unknown_ > 0) {
      model.notes.push_back(fmt::format(
          "{} lines begin with words that OBJ does not have, the first \"{}\" in line {}: "
          "they were not read",
          unknown_, unknown_word_, unknown_line_));
    }
    std::vector<bool> seen(points_.size(), false);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      if (!has_elements_) take_declared(i);
      if (i == 0 && part.faces.empty() && parts_.size() > 1) continue;
      for (const std::int64_t index : part.faces.corners())
        seen[static_cast<std::size_t>(index)] = true;
      model.meshes.push_back(part.faces.mesh(part.name, points_));
      part.faces = {};
    }
    for (const bool used : seen) model.unused_points += used ? 0 : 1;
    place_all(model);
    return model;
  }

  /// In a cloud, a file without elements, a part has the vertices declared in it.
  void take_declared(std::size_t part) {
    const auto all = static_cast<std::int64_t>(points_.size());
    const std::int64_t end = part + 1 < parts_.size() ? parts_[part + 1].first_vertex : all;
    for (std::int64_t v = parts_[part].first_vertex; v < end; ++v) parts_[part].faces.add(v);
  }

  bool refuse(ErrorCode code, std::string_view what) {
    error_ = {code, fmt::format("{}:{}: {}", input_.path, statements_.number(), what)};
    return false;
  }

  const Input& input_;
  Statements statements_;
  bool has_objects_;
  bool has_elements_ = false;
  std::int64_t unknown_ = 0;  ///< statements that begin with no keyword of the format
  std::string unknown_word_;
  std::int64_t unknown_line_{};
  std::vector<Vector3> points_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  std::map<std::string, std::size_t> groups_;
  Error error_;
};

}  // namespace

Result<Model> read_obj(const Input& input) { return ObjReader(input).read(); }

}  // namespace sunder::detail::files
