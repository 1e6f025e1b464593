// SPDX-License-Identifier: Apache-2.0
#include "robot_waypoints.hpp"

#include <fmt/format.h>

#include "configurations.hpp"
#include "terminal.hpp"

namespace sunder::cli {

std::optional<Waypoints> read_waypoints(const CheckerArguments& arguments, const Robot& robot,
                                        const std::string& path) {
  const auto reader = open_configurations(arguments, robot, path);
  if (!reader) return std::nullopt;
  constexpr std::int64_t kWaypointsOfRead = 16384;
  Waypoints waypoints;
  for (;;) {
    const auto count = reader->read(kWaypointsOfRead, waypoints.values);
    if (!count) {
      complain(count.error().message);
      return std::nullopt;
    }
    if (count.value() == 0) break;
    waypoints.count += count.value();
  }
  if (waypoints.count < 2) {
    complain(
        fmt::format("{} holds {} waypoints; a path needs two", printable(path), waypoints.count));
    return std::nullopt;
  }
  waypoints.missing = reader->missing();
  return waypoints;
}

}  // namespace sunder::cli
