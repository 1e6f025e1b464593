// SPDX-License-Identifier: Apache-2.0
//
// Wavefront OBJ. A body is an object ("o"), or a group ("g") where the file has no objects;
// materials do not split one. Its points are those that its faces, lines and points use.
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>

#include "io/decimal.hpp"
#include "io/model.hpp"
#include "io/text_scanner.hpp"

namespace sunder::detail::mesh {
namespace {

/// Statements of shapes that are not read: other files, programs, curves, surfaces and patches.
constexpr std::string_view kOtherShapes[] = {"bsp", "bzp", "call", "cdc",
                                             "cdp", "csh", "curv", "surf"};
/// Statements that hold no vertex of a polygon, line or point.
constexpr std::string_view kNoShapes[] = {
    "bevel",     "bmat", "c_interp", "con",    "cstype",     "ctech",  "curv2", "d_interp",
    "deg",       "end",  "g",        "hole",   "lod",        "maplib", "mg",    "mtllib",
    "parm",      "res",  "s",        "scrv",   "shadow_obj", "sp",     "stech", "step",
    "trace_obj", "trim", "usemap",   "usemtl", "vn",         "vp",     "vt"};

template <std::size_t N>
bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

struct Part {
  std::string name;
  std::int64_t first_vertex = 0;  ///< vertices declared before it
  std::vector<std::int64_t> used{};
};

class ObjReader {
 public:
  explicit ObjReader(const Input& input)
      : input_(input), lines_(input.bytes), has_objects_(find_objects(input.bytes)) {
    parts_.push_back({input.stem()});
  }

  Result<Model> read() {
    while (const auto line = next_line()) {
      Words words(line->substr(0, line->find('#')));
      const std::string_view keyword = words.next();
      if (!keyword.empty() && !step(keyword, words)) return error_;
    }
    return build();
  }

 private:
  /// A line, joined with those that follow where it ends in a backslash. A comment ends with its line.
  std::optional<std::string_view> next_line() {
    const auto line = lines_.next();
    if (!line || !line->ends_with('\\') || line->find('#') != std::string_view::npos) return line;
    joined_ = *line;
    while (joined_.ends_with('\\')) {
      joined_.back() = ' ';
      const auto more = lines_.next();
      if (!more) break;
      joined_ += *more;
    }
    return joined_;
  }

  static bool find_objects(std::string_view bytes) {
    Lines lines(bytes);
    while (const auto line = lines.next()) {
      if (Words(*line).next() == "o") return true;
    }
    return false;
  }

  bool step(std::string_view keyword, Words& words) {
    if (keyword == "v") return add_vertex(words);
    // "fo" is the older name of "f".
    if (keyword == "f" || keyword == "fo" || keyword == "l" || keyword == "p") {
      return add_element(words);
    }
    if (keyword == "o") return begin_part(words.remainder(), false);
    if (keyword == "g" && !has_objects_) return begin_part(words.remainder(), true);
    if (is_one_of(kOtherShapes, keyword)) {
      return refuse(
          ErrorCode::not_served,
          fmt::format("\"{}\" is not read: only polygons, lines and points are", keyword));
    }
    if (!is_one_of(kNoShapes, keyword) && unknown_++ == 0) {
      first_unknown_ = fmt::format("line {}: \"{}\"", lines_.number(), keyword.substr(0, 40));
    }
    return true;
  }

  /// A group may be left and taken up again; an object line always begins another object.
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
      if (!value) return refuse(ErrorCode::syntax, fmt::format("\"{}\" is no coordinate", word));
      coordinate = *value;
    }
    points_.push_back(point);
    if (static_cast<std::int64_t>(points_.size()) <= input_.limits.points) return true;
    return refuse(ErrorCode::too_large,
                  fmt::format("more than {} points; split the mesh", input_.limits.points));
  }

  /// Corners "i", "i/t", "i//n" or "i/t/n", from 1, or negative: counted back from the last vertex.
  bool add_element(Words& words) {
    const auto count = static_cast<std::int64_t>(points_.size());
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
      const auto index = to_integer(word.substr(0, word.find('/')));
      if (!index || *index == 0 || *index > count || *index < -count) {
        return refuse(
            ErrorCode::syntax,
            fmt::format("\"{}\" is no index of one of the {} vertices above", word, count));
      }
      parts_[part_].used.push_back(*index > 0 ? *index - 1 : count + *index);
      has_elements_ = true;
    }
    return true;
  }

  Result<Model> build() {
    Model model{.format = "OBJ"};
    std::vector<bool> seen(points_.size(), false);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      Part& part = parts_[i];
      if (!has_elements_) take_declared(i);
      if (i == 0 && part.used.empty() && parts_.size() > 1) continue;
      for (const std::int64_t index : part.used) seen[static_cast<std::size_t>(index)] = true;
      model.meshes.push_back({part.name, used_points(points_, std::move(part.used))});
    }
    for (const bool used : seen) model.unused_points += used ? 0 : 1;
    if (unknown_ > 0) {
      model.notes.push_back(
          fmt::format("{} lines are no statement of OBJ and were left out, first {}", unknown_,
                      first_unknown_));
    }
    place_all(model);
    return model;
  }

  /// In a cloud, a file without elements, a part has the vertices that stand in it.
  void take_declared(std::size_t part) {
    const auto all = static_cast<std::int64_t>(points_.size());
    const std::int64_t end = part + 1 < parts_.size() ? parts_[part + 1].first_vertex : all;
    for (std::int64_t v = parts_[part].first_vertex; v < end; ++v) parts_[part].used.push_back(v);
  }

  bool refuse(ErrorCode code, std::string_view what) {
    error_ = {code, fmt::format("{}:{}: {}", input_.path, lines_.number(), what)};
    return false;
  }

  const Input& input_;
  Lines lines_;
  std::string joined_;
  bool has_objects_;
  bool has_elements_ = false;
  std::vector<Vector3> points_;
  std::vector<Part> parts_;
  std::size_t part_ = 0;
  std::map<std::string, std::size_t> groups_;
  std::int64_t unknown_ = 0;
  std::string first_unknown_;
  Error error_;
};

}  // namespace

Result<Model> read_obj(const Input& input) { return ObjReader(input).read(); }

}  // namespace sunder::detail::mesh
