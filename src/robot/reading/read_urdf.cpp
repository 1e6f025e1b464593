// SPDX-License-Identifier: Apache-2.0
//
// Idea: The texts are read whole; URDF gives a model, SRDF changes it, and from_model() checks what no element shows alone.
// Source: REP 103 and the URDF specification for roll, pitch and yaw.
// Bound: An entry of the matrix of roll, pitch and yaw is within 2^-51 of the exact one.
// Cost: that of the files.
// Gives up: It refuses the first fault of either file.
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

#include "files/refused.hpp"
#include "robot/reading/file_text.hpp"
#include "robot/reading/urdf_model.hpp"
#include "sunder/robot.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

namespace robot = detail::robot;

constexpr std::int32_t kFewestSides = 8, kMostSides = 1000;

}  // namespace

Result<Pose3> pose_from_rpy(const Vector3& xyz, const Vector3& rpy) {
  struct Angle {
    double c, s;
  };
  std::array<Angle, 3> turns{};
  bool turned = false;
  for (std::size_t k = 0; k < 3; ++k) {
    const Result<Pose2> turn = Pose2::from_angle(rpy[k]);
    if (!turn) return turn.error();
    turns[k] = {turn.value().linear(0, 0), turn.value().linear(1, 0)};
    turned = turned || std::fabs(rpy[k]) > 0;
  }
  if (!turned) return Pose3::translation(xyz);
  const auto [r, p, y] = turns;
  const std::array<double, 12> rows{y.c * p.c,
                                    y.c * p.s * r.s - y.s * r.c,
                                    y.c * p.s * r.c + y.s * r.s,
                                    xyz[0],
                                    y.s * p.c,
                                    y.s * p.s * r.s + y.c * r.c,
                                    y.s * p.s * r.c - y.c * r.s,
                                    xyz[1],
                                    -p.s,
                                    p.c * r.s,
                                    p.c * r.c,
                                    xyz[2]};
  return Pose3::from_matrix(rows);
}

Result<Robot> read_urdf_text(std::string_view urdf, std::string_view srdf, const std::string& path,
                             const UrdfOptions& options) {
  if (options.cylinder_sides < kFewestSides || options.cylinder_sides > kMostSides) {
    return Error{ErrorCode::wrong_shape,
                 fmt::format("{} sides of a cylinder; {} to {} are taken", options.cylinder_sides,
                             kFewestSides, kMostSides)};
  }
  try {
    const robot::XmlFile file(path, urdf, "URDF");
    robot::NamedModel named = robot::read_urdf_model(file, options);
    if (srdf.empty()) {
      robot::skip_adjacent(path, named.model);
    } else {
      robot::add_srdf(robot::XmlFile(options.srdf.empty() ? "SRDF" : options.srdf, srdf, "SRDF"),
                      named);
    }
    Result<Robot> made = Robot::from_model(std::move(named.model));
    if (!made) return Error{made.error().code, path + ": " + made.error().message};
    return made;
  } catch (detail::files::Refused& refused) {
    return std::move(refused.error);
  }
}

Result<Robot> read_urdf(const std::string& path, const UrdfOptions& options) {
  const Result<std::string> urdf = robot::file_text(path, options.limits);
  if (!urdf) return urdf.error();
  std::string srdf;
  if (!options.srdf.empty()) {
    Result<std::string> read = robot::file_text(options.srdf, options.limits);
    if (!read) return read.error();
    srdf = std::move(read).value();
    if (srdf.empty())
      return Error{io_error::syntax, options.srdf + ": the file is empty; SRDF was expected"};
  }
  return read_urdf_text(urdf.value(), srdf, path, options);
}

}  // namespace sunder::inline SUNDER_ABI
