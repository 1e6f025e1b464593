// SPDX-License-Identifier: Apache-2.0
//
// Robots: links, joints and their shapes, from URDF and SRDF or put together by hand, and where a configuration puts
// them. Lengths are metres and angles radians, as in URDF.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sunder/body.hpp"
#include "sunder/error.hpp"
#include "sunder/export.hpp"
#include "sunder/io.hpp"
#include "sunder/polytope.hpp"

namespace sunder::detail::robot {
struct RobotData;
struct RobotAccess;
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

/// How a joint moves. Revolute, continuous and prismatic joints have 1 variable in a configuration. A planar one has 3: x
/// and y in the joint's own plane z = 0, then the angle about z. A floating one has 7: x, y, z, then a quaternion x, y, z,
/// w of any length but 0. A fixed joint, and one that mimics another, has none.
enum class JointKind : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating };
SUNDER_EXPORT std::string_view to_string(JointKind kind) noexcept;

struct RobotLink {
  std::string name;
  std::int32_t joint = -1;  ///< the joint that holds it, -1 for the root; from_model() sets it
};

/// A joint moves its child's frame in that of its parent: child = origin * motion.
struct RobotJoint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::int32_t parent = -1, child = -1;  ///< links
  Pose3 origin = Pose3::identity();      ///< rigid, to 1e-6
  Vector3 axis{1, 0, 0};                 ///< in the joint's frame, of any length but 0; planar joints turn about z
  double lower = -std::numeric_limits<double>::infinity();  ///< of a revolute or prismatic joint
  double upper = std::numeric_limits<double>::infinity();
  /// The joint that this one follows, with multiplier * value + offset; -1: none. Both have one variable's worth.
  std::int32_t mimic = -1;
  double multiplier = 1, offset = 0;
  std::int32_t variable = -1;  ///< the first of its variables; -1 if it has none; from_model() sets it
};

/// What a part is taken as, and so what its fields hold (RobotPart).
enum class RobotShape : std::uint8_t { box, sphere, capsule, cylinder, convex, hull, solid, surface, cone };
SUNDER_EXPORT std::string_view to_string(RobotShape shape) noexcept;

/// A shape that a link carries.
struct RobotPart {
  std::string name;
  std::int32_t link = -1;
  RobotShape shape = RobotShape::convex;
  /// box, convex, hull: the part; sphere: its centre; capsule: its segment. Others: a polytope that holds it, of a cylinder
  /// a prism, of a cone a pyramid.
  Polytope3 hull;
  double radius = 0;               ///< of a sphere or capsule, as Posed3 has it
  std::optional<Polytope3> inner;  ///< of a cylinder or cone: a prism or pyramid in it
  std::optional<Body3> body;       ///< of a solid or surface: the part
  Pose3 pose = Pose3::identity();  ///< in the link's frame
  std::string why;                 ///< what it was taken as and why, in words
};

/// Two links that are not examined together, and why: Adjacent, Never, Default, Always or User, as SRDF has it, or Fixed.
struct RobotPair {
  std::int32_t a = -1, b = -1;  ///< a < b once in a robot
  std::string reason;
};

/// Joints that belong together, as a group of SRDF: ascending.
struct RobotGroup {
  std::string name;
  std::vector<std::int32_t> joints;
};

/// Named values of some variables, as a group_state of SRDF.
struct RobotState {
  std::string name, group;
  std::vector<std::pair<std::int32_t, double>> values;  ///< variable and value
};

/// A robot as data. from_model() makes a Robot of it.
struct RobotModel {
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;
  std::vector<RobotPart> parts;
  std::vector<RobotPair> skipped;
  std::vector<RobotGroup> groups;
  std::vector<RobotState> states;
  Pose3 base = Pose3::identity();  ///< of the root link in the world; rigid, to 1e-6
  std::vector<std::string> notes;  ///< sentences: what was read otherwise than written
};

/// How far the rounding of forward() can put a point of a frame from its exact place. A point at distance d from the
/// frame's origin, before its pose, is off by at most offset + slope * d.
struct FrameRounding {
  double offset = 0, slope = 0;
  double at(double reach) const noexcept { return offset + slope * reach; }
};

/// A robot: immutable, cheap to copy (shared), valid for life. Any number of threads may read and copy.
///
/// Frames are what kinematics places. Each link has one, of its number; behind them comes one of each part whose pose in
/// its link is not the identity. The 3 x 4 doubles that forward() gives for a frame are the truth: verdicts about robots
/// are exact about the points in the part at that matrix. The doubles are the same on every machine, in the default
/// rounding mode; rounding() bounds how far they are from real numbers.
class SUNDER_EXPORT Robot {
 public:
  /// No variable of a configuration, and no value of a mimic, is larger in size.
  static constexpr double kGreatestValue = 0x1p20;

  /// Checks a model, and refuses the first fault (wrong_shape). Names are given and differ; links and joints exist. They
  /// are a tree with one root, and no mimic follows itself. Axes have a length, origins and base are rigid, limits are in
  /// order. NaN and infinities are not_finite; what is beyond kGreatestValue for every configuration is too_large. The
  /// list `skipped` is sorted, and the first reason of a pair stays.
  static Result<Robot> from_model(RobotModel model);

  const RobotModel& model() const noexcept;
  /// The number of doubles in a configuration.
  std::int32_t variables() const noexcept;
  /// In order: the joint's name, or with "/x", "/y", "/theta" behind it (planar), or "/trans_x", "/trans_y", "/trans_z",
  /// "/rot_x", "/rot_y", "/rot_z", "/rot_w" (floating), as MoveIt has them. Joints are in the order of the model.
  std::span<const std::string> variable_names() const noexcept;
  std::int32_t find_variable(std::string_view name) const noexcept;  ///< -1: none
  std::int32_t find_link(std::string_view name) const noexcept;      ///< -1: none
  /// Each variable at 0, or at the limit next to 0; quaternions at 0, 0, 0, 1.
  std::vector<double> default_configuration() const;

  std::int32_t frames() const noexcept;
  std::int32_t frame_of_link(std::int32_t link) const noexcept;
  std::int32_t frame_of_part(std::int32_t part) const noexcept;

  /// Writes where `count` configurations, each variables() doubles one behind the other, put all frames. Each pose is 12
  /// doubles, the rows of R and t, and frames() poses make a configuration's. Limits of joints are not looked at. Refuses
  /// NaN and infinities (not_finite), and values of more than kGreatestValue, also of mimics (too_large). Quaternions must
  /// have a length from 2^-100 to 2^100 (zero_quaternion, too_large), and spans these sizes (wrong_shape). A refusal names
  /// the configuration and the variable, and leaves the poses as they were. Cost: some 5 ns a frame, to write it too.
  Status forward(std::int64_t count, std::span<const double> configurations, std::span<double> poses) const;

  /// Bounds the rounding of each frame of forward(), where the size of variable i is at most largest[i], or, where
  /// `largest` is empty, kGreatestValue. Exact are: the doubles of the configuration, origins, axes, multipliers, offsets
  /// and part poses, in real arithmetic with the real sine and cosine. Holds in the default rounding mode.
  std::vector<FrameRounding> rounding(std::span<const double> largest = {}) const;

  /// Writes the derivatives of a frame's 12 doubles in each variable, 12 doubles each: with R' and t', a point p of the
  /// frame moves by R' p + t' for each unit of the variable. Rounded, without a bound. Refuses what forward() does, and a
  /// number that is no frame's (wrong_shape).
  Status derivatives(std::span<const double> configuration, std::int32_t frame, std::span<double> out) const;

 private:
  friend struct detail::robot::RobotAccess;
  explicit Robot(std::shared_ptr<const detail::robot::RobotData> data) noexcept : data_(std::move(data)) {}
  std::shared_ptr<const detail::robot::RobotData> data_;
};

/// How URDF is read.
struct UrdfOptions {
  std::string srdf;  ///< a file beside the URDF; empty: none
  /// Folders of packages by name, for package://NAME/...; the first that has the file is taken.
  std::vector<std::pair<std::string, std::string>> packages;
  bool environment = true;                                   ///< search ROS_PACKAGE_PATH and AMENT_PREFIX_PATH too
  Pose3 base = Pose3::identity();                            ///< of the root link in the world
  BodyForm as = BodyForm::automatic;                         ///< how meshes are taken
  std::function<BodyForm(std::string_view part)> form_of{};  ///< chooses instead of `as`, by the part's name
  std::int32_t cylinder_sides = 32;                          ///< of the prisms around and inside cylinders; 8 to 1000
  ReadLimits limits{};                                       ///< of each file; points of all meshes, each scale counted
};

/// The pose that URDF writes as xyz and rpy: turns about the fixed axes x, y and z, in this order, then the translation.
/// Cosines and sines are rounded to nearest, and the entries of the matrix again; angles of 0 stay exact. Refuses NaN and
/// infinities.
SUNDER_EXPORT Result<Pose3> pose_from_rpy(const Vector3& xyz, const Vector3& rpy);

/// Reads a robot from URDF, its meshes, and SRDF where `options` name it. docs/robots.md says what is read.
///
/// package:// is searched in `packages`, the environment as ROS has it, and the folders above the file. Collision shapes
/// become parts. A mesh is a solid where it is closed, else a surface; a convex solid is a polytope. Its scale, its unit
/// and its nodes are applied to its points, which are rounded once. Roll, pitch and yaw become a matrix that is rounded.
///
/// Pairs are skipped as SRDF says. Without SRDF they are links with a joint between them ("Adjacent"), where links without
/// parts count as part of that joint. Links that only fixed joints join are skipped too ("Fixed").
///
/// Refusals name the file, line and element and say what to do. What is no XML, no URDF or xacro, and an
/// element that is absent or no number, is refused as syntax. A link or joint that is not there is unknown_body. Others
/// are wrong_shape, not_finite, too_large and not_solid. Throws std::bad_alloc.
SUNDER_EXPORT Result<Robot> read_urdf(const std::string& path, const UrdfOptions& options = {});
/// Reads texts instead of files. `path` names the URDF in refusals, and meshes are searched from its folder; an empty
/// `srdf` is none.
SUNDER_EXPORT Result<Robot> read_urdf_text(std::string_view urdf, std::string_view srdf, const std::string& path,
                                           const UrdfOptions& options = {});

}  // namespace sunder::inline SUNDER_ABI
