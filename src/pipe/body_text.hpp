// SPDX-License-Identifier: Apache-2.0
//
// Reads BODY in a question: points or a name, a pose, a radius, and what casts add.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "pipe/motion.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// `has` records which keys are present.
struct BodyText {
  enum Key : std::size_t { vertices, body, transform, quaternion, translation, motion, radius };
  static constexpr std::array<std::string_view, 7> kKeys = {
      "vertices", "body", "transform", "quaternion", "translation", "motion", "radius"};
  std::array<bool, kKeys.size()> has{};
  Rows points;
  std::string_view name;
  Rows matrix;
  std::vector<double> wxyz;
  std::vector<double> offset;
  MotionText moves;  ///< for ask "cast"
  double ball = 0;   ///< the radius

  void clear() noexcept {
    has = {};
    moves.clear();
    ball = 0;
  }
};

/// Refuses negative numbers.
bool read_radius(JsonReader& reader, JsonValue value, const Place& place, double& out);
bool read_body(JsonReader& reader, JsonValue value, const Place& place, BodyText& body);

}  // namespace sunder::detail
