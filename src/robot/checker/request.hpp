// SPDX-License-Identifier: Apache-2.0
//
// Checks the configurations of a request before anything is written.
#pragma once

#include <string>

#include "batch/request.hpp"
#include "robot/checker/data.hpp"

namespace sunder::detail::robot {

inline void check_configurations(const CheckData& data, const RobotBatch& batch,
                                 batch::FirstError& next) {
  next(batch::check_number("count", batch.count, 0, 0x7fffffff));
  if (next.error()) return;
  const auto doubles =
      static_cast<std::size_t>(batch.count) * static_cast<std::size_t>(data.variables);
  if (batch.configurations.size() != doubles) {
    next(batch::wrong_shape("configurations has " + std::to_string(batch.configurations.size()) +
                            " doubles for " + std::to_string(batch.count) +
                            " configurations; give " + std::to_string(data.variables) + " each"));
  }
}

}  // namespace sunder::detail::robot
