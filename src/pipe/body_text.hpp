// SPDX-License-Identifier: Apache-2.0
//
// Reads BODY in a question, and the body of a definition: points, triangles, rings, parts, a file or a name; a pose, a
// radius, and what casts add.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipe/motion.hpp"
#include "sunder/io.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// `has` records which keys are present; the value of another key is left from an earlier line.
struct BodyText {
  enum Key : std::size_t {
    vertices,
    body,
    transform,
    quaternion,
    translation,
    motion,
    radius,
    triangles,
    as,
    parts,
    file,
    rings
  };
  static constexpr std::array<std::string_view, 12> kKeys = {
      "vertices", "body",      "transform", "quaternion", "translation", "motion",
      "radius",   "triangles", "as",        "parts",      "file",        "rings"};
  std::array<bool, kKeys.size()> has{};
  Rows points;
  std::string_view name;
  Rows matrix;
  std::vector<double> wxyz;
  std::vector<double> offset;
  MotionText moves;                                  ///< for ask "cast"
  double ball = 0;                                   ///< the radius
  std::vector<std::array<std::int32_t, 3>> corners;  ///< of triangles, as written
  BodyForm form = BodyForm::automatic;
  std::vector<BodyText> members;  ///< the parts
  std::string_view path;
  std::vector<std::vector<Vector2>> outline;  ///< the rings

  void clear() noexcept {
    has = {};
    moves.clear();
    ball = 0;
    form = BodyForm::automatic;
    members.clear();
  }
  /// Does it take more than points or a name to say what the body is?
  bool is_composed() const noexcept {
    return has[triangles] || has[parts] || has[file] || has[rings];
  }
};

/// A body has at most this many parts: a pair of bodies costs its pairs of parts.
inline constexpr std::size_t kMostParts = 10'000;

/// What was read of one body so far: how deep its parts are nested, and how many there are.
struct PartCount {
  int level = 0;
  std::size_t parts = 0;
};

/// Reads one key of a body. `place` is that of its value.
bool read_body_key(JsonReader& reader, std::size_t key, JsonValue value, const Place& place,
                   BodyText& body, PartCount& count);
/// Checks which keys say what the body is; `owner` names it in refusals, such as "a.parts[1]". Files are for
/// definitions.
bool check_body_keys(JsonReader& reader, const BodyText& body, std::string_view owner,
                     bool may_read_files);
bool read_body(JsonReader& reader, JsonValue value, const Place& place, BodyText& body,
               PartCount& count);

}  // namespace sunder::detail
