// SPDX-License-Identifier: Apache-2.0
//
// Reads "motion", the motion of a body in a question with ask "cast", and converts it to the
// dimension of the bodies.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "sunder/cast.hpp"
#include "text/json_reader.hpp"

namespace sunder::detail {

/// The values in the line. Their shape is checked once the dimension is known. `has` records which
/// keys are present.
struct MotionText {
  enum Key : std::size_t { translation, centre, axis, angle };
  static constexpr std::array<std::string_view, 4> kKeys = {"translation", "centre", "axis",
                                                            "angle"};
  std::array<bool, kKeys.size()> has{};
  std::array<std::vector<double>, 3> vectors;  ///< translation, centre, axis
  double radians = 0;

  void clear() noexcept {
    has = {};
    radians = 0;
  }
  bool turns() const noexcept;
};

bool read_motion(JsonReader& reader, JsonValue value, const Place& place, MotionText& out);

/// `name` is the body's, "a" or "b", for refusals. D is 2 or 3.
template <int D>
Result<Motion<D>> to_motion(const MotionText& text, std::string_view name);

extern template Result<Motion<2>> to_motion(const MotionText&, std::string_view);
extern template Result<Motion<3>> to_motion(const MotionText&, std::string_view);

}  // namespace sunder::detail
