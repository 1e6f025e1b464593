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

/// Passes on the pose of a side. `form` is a PoseForm, or the address of a PoseObject, which is greater. Returns -1 after
/// a refusal.
template <class Next>
std::int32_t with_pose(std::int32_t form, std::size_t side, const Next& next) {
  if (form == static_cast<std::int32_t>(PoseForm::identity)) return next(Pose3::identity());
  if (form >= static_cast<std::int32_t>(PoseForm::prepared) || form < 0) {
    const auto address = static_cast<std::uintptr_t>(static_cast<std::uint32_t>(form));
    return next(static_cast<const PoseObject<3>*>(reinterpret_cast<const Object*>(address))->pose);
  }
  // Where it is made it is used: copies of a pose take a tenth of the time of making it.
  const Result<Pose3> pose =
      make_pose<3>(static_cast<PoseForm>(form), pose_numbers().data() + 12 * side);
  if (pose) return next(pose.value());
  refuse(pose.error());
  return -1;
}

}  // namespace

SUNDER_WEB(pose_address)() {
  return static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(pose_numbers().data()));
}

// The verdict of two polytopes, without a message: each pose is a PoseForm, whose numbers are there, or the address of a
// prepared one. Returns -1 with an error in the result.
SUNDER_WEB(decide)
(const Object* a, std::int32_t form_a, const Object* b, std::int32_t form_b) {
  return with_pose(form_a, 0, [&](const Pose3& pose_a) {
    return with_pose(form_b, 1, [&](const Pose3& pose_b) {
      const Posed3 first(std::get<Polytope3>(shape_of<3>(a)), pose_a);
      const Posed3 second(std::get<Polytope3>(shape_of<3>(b)), pose_b);
      return static_cast<std::int32_t>(intersects(first, second).verdict);
    });
  });
}

}  // namespace sunder::web
