// SPDX-License-Identifier: Apache-2.0
#include "robot/checker/data.hpp"

namespace sunder::inline SUNDER_ABI {

std::int32_t RobotChecker::variables() const noexcept { return data_->variables; }
std::span<const RobotCheckPart> RobotChecker::parts() const noexcept { return data_->parts; }
std::string_view RobotChecker::body_name(std::int32_t body) const noexcept {
  return data_->scene_names[static_cast<std::size_t>(body)];
}
std::int64_t RobotChecker::pairs() const noexcept { return data_->all_pairs(); }

RobotCheckPair RobotChecker::pair(std::int64_t index) const noexcept {
  const auto own = static_cast<std::int64_t>(data_->pairs.size());
  if (index < own) {
    const detail::robot::CheckPair& pair = data_->pairs[static_cast<std::size_t>(index)];
    return {pair.a, pair.b, -1};
  }
  const auto bodies = static_cast<std::int64_t>(data_->scene.size());
  return {static_cast<std::int32_t>((index - own) / bodies), -1,
          static_cast<std::int32_t>((index - own) % bodies)};
}

std::string RobotChecker::pair_name(std::int64_t index) const {
  const RobotCheckPair pair = this->pair(index);
  const std::string& a = data_->parts[static_cast<std::size_t>(pair.part_a)].name;
  if (pair.body >= 0) return a + " and " + std::string(body_name(pair.body));
  return a + " and " + data_->parts[static_cast<std::size_t>(pair.part_b)].name;
}

const RobotPairCounts& RobotChecker::counts() const noexcept { return data_->counts; }

}  // namespace sunder::inline SUNDER_ABI
