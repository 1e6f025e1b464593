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

/// Returns the pose of a side, made in `made` where it is not prepared; null after a refusal. `form` is a PoseForm, or the
/// address of a PoseObject, which is greater.
const Pose3* read_fast_pose(std::int32_t form, std::size_t side, std::optional<Pose3>& made) {
  if (form == static_cast<std::int32_t>(PoseForm::identity)) return &Pose3::identity();
  if (form >= static_cast<std::int32_t>(PoseForm::prepared) || form < 0) {
    const auto address = static_cast<std::uintptr_t>(static_cast<std::uint32_t>(form));
    return &static_cast<const PoseObject<3>*>(reinterpret_cast<const Object*>(address))->pose;
  }
  Result<Pose3> pose = make_pose<3>(static_cast<PoseForm>(form), pose_numbers().data() + 12 * side);
  if (pose) return &made.emplace(std::move(pose).value());
  refuse(pose.error());
  return nullptr;
}

}  // namespace

SUNDER_WEB(pose_address)() {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(pose_numbers().data()));
}

// The verdict of two polytopes, without a message: each pose is a PoseForm, whose numbers are there, or the address of a
// prepared one. Returns -1 with an error in the result.
SUNDER_WEB(decide)
(const Object* a, std::int32_t form_a, const Object* b, std::int32_t form_b) {
  std::optional<Pose3> made_a, made_b;
  const Pose3* const pose_a = read_fast_pose(form_a, 0, made_a);
  const Pose3* const pose_b = pose_a != nullptr ? read_fast_pose(form_b, 1, made_b) : nullptr;
  if (pose_b == nullptr) return -1;
  const Posed3 first(std::get<Polytope3>(shape_of<3>(a)), *pose_a);
  const Posed3 second(std::get<Polytope3>(shape_of<3>(b)), *pose_b);
  return static_cast<std::int32_t>(intersects(first, second).verdict);
}

}  // namespace sunder::web
