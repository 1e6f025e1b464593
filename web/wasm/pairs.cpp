// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of polytopes in space.
#include "pair_questions.hpp"

namespace sunder::web {

SUNDER_WEB(ask_pair)() { return ask_pair_of<3>(); }
SUNDER_WEB(list_algorithms)() { return list_algorithms_of(3); }

namespace {

/// The poses of the next decide(): 12 numbers each.
std::array<double, 24>& pose_numbers() {
  static std::array<double, 24> numbers{};
  return numbers;
}

bool read_fast_pose(std::int32_t form, std::size_t side, std::optional<Pose3>& out) {
  if (form == 0) return true;
  Result<Pose3> pose =
      make_pose<3>(static_cast<PoseForm>(form), pose_numbers().data() + 12 * side);
  if (!pose) {
    refuse(pose.error());
    return false;
  }
  out.emplace(std::move(pose).value());
  return true;
}

}  // namespace

SUNDER_WEB(pose_address)() {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(pose_numbers().data()));
}

// The verdict of two polytopes, without a message: the forms of the poses are those of PoseForm. Returns -1 with an
// error in the result.
SUNDER_WEB(decide)
(const Object* a, std::int32_t form_a, const Object* b, std::int32_t form_b) {
  std::optional<Pose3> pose_a, pose_b;
  if (!read_fast_pose(form_a, 0, pose_a) || !read_fast_pose(form_b, 1, pose_b)) return -1;
  const Posed3 first(std::get<Polytope3>(shape_of<3>(a)), pose_a ? *pose_a : Pose3::identity());
  const Posed3 second(std::get<Polytope3>(shape_of<3>(b)), pose_b ? *pose_b : Pose3::identity());
  return static_cast<std::int32_t>(intersects(first, second).verdict);
}

}  // namespace sunder::web
