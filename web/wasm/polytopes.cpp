// SPDX-License-Identifier: Apache-2.0
//
// Polytopes in space.
#include "polytopes.hpp"

namespace sunder::web {

SUNDER_WEB(make_polytope)() { return make_polytope_of<3>(); }
SUNDER_WEB(describe_polytope)(const Object* object) { return describe_polytope_of<3>(object); }
SUNDER_WEB(make_pose)() { return make_pose_of<3>(); }

SUNDER_WEB(make_box)() {
  Reader message = request();
  auto made = Polytope3::from_box(message.read<Vector3>());
  return made ? hand_over<3>(std::move(made).value()) : refuse(made.error());
}

}  // namespace sunder::web
