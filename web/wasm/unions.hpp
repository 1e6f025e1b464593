// SPDX-License-Identifier: Apache-2.0
//
// Unions of shapes, each at a pose in the body's frame.
#pragma once

#include "module.hpp"

namespace sunder::web {

/// Request: count, then a shape and a pose each.
template <int D>
std::int32_t make_body_of() {
  using Part = std::conditional_t<D == 2, Part2, Part3>;
  Reader message = request();
  std::vector<Part> parts;
  const auto count = message.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Shape<D>& shape = read_shape<D>(message);
    Result<Pose<D>> pose = read_pose<D>(message);
    if (!pose) return refuse(pose.error());
    if (const auto* const whole = std::get_if<1>(&shape)) {
      parts.push_back({*whole, pose.value()});
    } else if (const auto* const hull = std::get_if<0>(&shape)) {
      parts.push_back({*hull, pose.value()});
    } else {
      return refuse(ErrorCode::not_served, "a part is a union; give its parts instead");
    }
  }
  return hand_over<D>(typename ShapeOf<D>::Body(std::span<const Part>(parts)));
}

}  // namespace sunder::web
