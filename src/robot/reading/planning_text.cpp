// SPDX-License-Identifier: Apache-2.0
//
// Idea: Words in their order. An object of the newer format has a pose, and frames behind its shapes. The line behind the
// first name tells both apart, as in MoveIt.
// Source: MoveIt's PlanningScene::loadGeometryFromStream() and geometric_shapes' constructShapeFromText().
// Gives up: Planes are refused. Colours and frames of objects are passed over.
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/planning_message.hpp"
#include "sunder/io.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f\v";

class SceneText {
 public:
  SceneText(const std::string& path, std::string_view text, const PlanningSceneOptions& options)
      : path_(path), text_(text), shapes_(path, options) {}

  PlanningMessage read() && {
    message_.name = std::string(line());
    bool first = true;
    for (;;) {
      const std::string_view mark = word("* or .");
      if (mark == ".") break;
      if (mark != "*") fail(fmt::format("\"{}\" where an object begins with *", shown(mark)));
      MessageObject object;
      object.id = std::string(line());
      if (object.id.empty()) fail("an object without a name behind *");
      if (first) newer_ = next_line().find(' ') != std::string_view::npos;
      first = false;
      object.place.where = where(fmt::format("object \"{}\"", object.id.substr(0, 60)));
      if (newer_) object.place.pose = pose();
      const std::size_t shapes = count("shapes");
      for (std::size_t i = 0; i < shapes; ++i) add_shape(object);
      if (newer_) skip_frames();
      if (object.parts.empty()) fail("an object without a shape");
      message_.objects.push_back(std::move(object));
    }
    return std::move(message_);
  }

 private:
  static std::string_view shown(std::string_view word) { return word.substr(0, 40); }

  std::string where(const std::string& what) const {
    return fmt::format("{}: line {}: {}", path_, line_, what);
  }
  [[noreturn]] void fail(const std::string& what, ErrorCode code = io_error::syntax) const {
    files::refuse(code, where(what));
  }

  void drop(std::size_t count) {
    for (const char c : text_.substr(0, count)) line_ += c == '\n' ? 1 : 0;
    text_.remove_prefix(count);
  }

  static std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
    return text.substr(0, text.find_last_not_of(kBlank) + 1);
  }

  /// The rest of this line.
  std::string_view line() {
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    const std::string_view found = trimmed(text_.substr(0, end));
    drop(std::min(end + 1, text_.size()));
    return found;
  }
  /// The next line, which stays.
  std::string_view next_line() const { return trimmed(text_.substr(0, text_.find('\n'))); }

  std::string_view word(std::string_view what) {
    drop(std::min(text_.find_first_not_of(kBlank), text_.size()));
    if (text_.empty()) fail(fmt::format("the file ends where {} is expected", what));
    const std::string_view found = text_.substr(0, text_.find_first_of(kBlank));
    text_.remove_prefix(found.size());
    return found;
  }

  double number() {
    const std::string_view given = word("a number");
    const std::optional<double> value = number_from_text(given);
    if (!value) fail(fmt::format("\"{}\" is no number", shown(given)));
    if (!std::isfinite(*value))
      fail(fmt::format("{} is not finite", shown(given)), ErrorCode::not_finite);
    return *value;
  }

  std::size_t count(std::string_view what) {
    const std::string_view given = word(fmt::format("a number of {}", what));
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    if (error != std::errc() || end != given.data() + given.size())
      fail(fmt::format("\"{}\" where a number of {} is expected", shown(given), what));
    return value;
  }

  std::vector<double> numbers(std::size_t size) {
    std::vector<double> all;
    for (std::size_t i = 0; i < size; ++i) all.push_back(number());
    return all;
  }

  Pose3 pose() {
    const std::vector<double> all = numbers(7);
    return MessageShapes::pose({all[0], all[1], all[2]}, {all[3], all[4], all[5], all[6]},
                               where("pose"));
  }

  void add_shape(MessageObject& object) {
    const std::string kind(word("a shape"));
    const std::string place = where(fmt::format("object \"{}\"", object.id.substr(0, 60)));
    RobotPart part;
    if (kind == "box" || kind == "sphere") {
      part = shapes_.primitive(kind, numbers(kind == "box" ? 3 : 1), place);
    } else if (kind == "cylinder" || kind == "cone") {
      const std::vector<double> all = numbers(2);  // radius and length
      part = shapes_.primitive(kind, {all[1], all[0]}, place);
    } else if (kind == "mesh") {
      part = mesh(place);
    } else if (kind == "plane") {
      fail("a plane has no end and is not read; write a box as large as is needed",
           ErrorCode::not_served);
    } else {
      fail(fmt::format("\"{}\" is no shape; write box, sphere, cylinder, cone or mesh",
                       shown(kind)));
    }
    part.pose = pose();
    numbers(4);  // its colour
    object.parts.push_back(std::move(part));
  }

  RobotPart mesh(const std::string& place) {
    const std::size_t points = count("vertices");
    const std::size_t triangles = count("triangles");
    // Each takes two bytes and more of the text, so that no number alone takes memory.
    if (points > text_.size() || triangles > text_.size())
      fail("the file ends before the mesh does");
    std::vector<Vector3> corners;
    for (std::size_t i = 0; i < points; ++i) {
      const std::vector<double> at = numbers(3);
      corners.push_back({at[0], at[1], at[2]});
    }
    std::vector<MeshTriangle> faces;
    for (std::size_t i = 0; i < triangles; ++i) {
      MeshTriangle& face = faces.emplace_back();
      for (std::int32_t& corner : face) {
        const std::size_t index = count("a vertex");
        if (index >= points)
          fail(fmt::format("vertex {} of {}", index, points), ErrorCode::wrong_shape);
        corner = static_cast<std::int32_t>(index);
      }
    }
    return shapes_.mesh(corners, faces, place);
  }

  void skip_frames() {
    const std::size_t frames = count("frames");
    for (std::size_t i = 0; i < frames; ++i) {
      drop(std::min(text_.find_first_not_of(kBlank), text_.size()));
      if (line().empty()) fail("the file ends where a frame's name is expected");
      pose();
    }
  }

  std::string path_;
  std::string_view text_;
  std::int64_t line_ = 1;
  bool newer_ = false;
  MessageShapes shapes_;
  PlanningMessage message_;
};

}  // namespace

PlanningMessage read_planning_text(const std::string& path, std::string_view text,
                                   const PlanningSceneOptions& options) {
  return SceneText(path, text, options).read();
}

}  // namespace sunder::detail::robot
