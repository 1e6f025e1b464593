// SPDX-License-Identifier: Apache-2.0
//
// Unions of shapes, each at a pose in the body's frame.
#include "module.hpp"

namespace sunder::web {

SUNDER_WEB(make_body)() {
  Reader message = request();
  std::vector<Part3> parts;
  const auto count = message.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < count; ++i) {
    const ShapeObject* const object = read_shape(message);
    Result<Pose3> pose = read_pose(message);
    if (!pose) return refuse(pose.error());
    if (const auto* const mesh = std::get_if<Mesh3>(&object->shape)) {
      parts.push_back({*mesh, pose.value()});
    } else if (const auto* const hull = std::get_if<Polytope3>(&object->shape)) {
      parts.push_back({*hull, pose.value()});
    } else {
      return refuse(ErrorCode::not_served, "a part is a union; give its parts instead");
    }
  }
  return hand_over(Body3(std::span<const Part3>(parts)));
}

}  // namespace sunder::web
