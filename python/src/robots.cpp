// SPDX-License-Identifier: Apache-2.0
//
// Idea: A robot of Python is that of C++; poses are written into NumPy's memory.
// Cost: That of the library. Lists are made at each look.
// Gives up: Nothing.
#include "robots.hpp"

#include <fmt/format.h>
#include <initializer_list>
#include <limits>
#include <string>
#include <utility>

#include "bodies.hpp"
#include "robot_models.hpp"
#include "scenes.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

#define SUNDER_URDF_OPTIONS                                                               \
  "packages: collections.abc.Mapping[str, str | os.PathLike[str]] | None = None, "        \
  "environment: bool = True, base: Pose | numpy.typing.ArrayLike | None = None, as_: str" \
  " | dict[str, str] = \"auto\", cylinder_sides: int = 32) -> Robot"

UrdfOptions read_options(nb::handle packages, bool environment, nb::handle base, nb::handle as,
                         std::int32_t cylinder_sides) {
  UrdfOptions options;
  MeshOptions meshes = read_mesh_options(as, "mesh");
  options.as = meshes.as;
  options.form_of = std::move(meshes.form_of);
  options.environment = environment;
  options.base = PoseArgument<3>(base, 3, "base").get();
  options.cylinder_sides = cylinder_sides;
  options.packages = read_packages(packages);
  return options;
}

/// Refuses at the file of these that the message begins with, else at the first.
Robot accepted_of_files(std::initializer_list<std::string> files, Result<Robot> result) {
  if (result) return std::move(result).value();
  Error error = result.error();
  for (const std::string& file : files) {
    if (file.empty() || !error.message.starts_with(file + ": ")) continue;
    refuse_file(file, std::move(error));
  }
  refuse(*files.begin(), error);
}

AnyRobot from_urdf(nb::handle path, nb::handle srdf, nb::handle packages, bool environment,
                   nb::handle base, nb::handle as, std::int32_t cylinder_sides) {
  UrdfOptions options = read_options(packages, environment, base, as, cylinder_sides);
  if (!srdf.is_none()) {
    options.srdf = path_text(srdf);
    if (options.srdf.empty()) refuse_shape("srdf", "an empty path", "give None for no SRDF");
  }
  const std::string text = path_text(path);
  const nb::gil_scoped_release released;
  return {accepted_of_files({text, options.srdf}, read_urdf(text, options)), {}};
}

AnyRobot from_urdf_text(const std::string& urdf, const std::string& srdf, nb::handle path,
                        nb::handle packages, bool environment, nb::handle base, nb::handle as,
                        std::int32_t cylinder_sides) {
  const UrdfOptions options = read_options(packages, environment, base, as, cylinder_sides);
  const std::string text = path_text(path);
  const nb::gil_scoped_release released;
  return {accepted_of_files({text}, read_urdf_text(urdf, srdf, text, options)), {}};
}

nb::list names_of_links(const AnyRobot& self) {
  nb::list names;
  for (const RobotLink& link : self.robot.model().links) names.append(link.name);
  return names;
}

nb::object limits_of(const AnyRobot& self) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  std::vector<double> limits;
  const auto count = static_cast<std::size_t>(self.robot.variables());
  for (std::size_t i = 0; i < count; ++i) limits.insert(limits.end(), {-kNone, kNone});
  for (const RobotJoint& joint : self.robot.model().joints) {
    const bool limited = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
    if (!limited || joint.variable < 0) continue;
    limits[2 * static_cast<std::size_t>(joint.variable)] = joint.lower;
    limits[2 * static_cast<std::size_t>(joint.variable) + 1] = joint.upper;
  }
  return to_numpy(std::move(limits), {count, 2});
}

std::size_t frames_of(const AnyRobot& self) {
  return static_cast<std::size_t>(self.robot.frames());
}

nb::object forward(const AnyRobot& self, nb::handle q, nb::handle out) {
  const ConfigurationRows rows(q, self.robot.variables(), "q");
  const Output<double> poses(out, {static_cast<std::size_t>(rows.count()), frames_of(self), 3, 4},
                             "out");
  const Status status = [&] {
    const nb::gil_scoped_release released;
    return self.robot.forward(rows.count(), rows.all(), poses.span());
  }();
  if (!status) refuse("q", status.error());
  return poses.object();
}

nb::object rounding(const AnyRobot& self, nb::handle largest) {
  std::vector<double> sizes;
  if (!largest.is_none() && self.robot.variables() > 0) {
    sizes = read_vector(largest, self.robot.variables(), "largest");
    for (const double size : sizes) {
      if (!(size >= 0)) refuse_shape("largest", "NaN or a negative number", "give sizes");
    }
  }
  std::vector<double> all;
  for (const FrameRounding& one : self.robot.rounding(sizes))
    all.insert(all.end(), {one.offset, one.slope});
  return to_numpy(std::move(all), {frames_of(self), 2});
}

nb::object derivatives(const AnyRobot& self, nb::handle q, std::int32_t frame) {
  const auto variables = static_cast<std::size_t>(self.robot.variables());
  const std::vector<double> at =
      variables == 0 ? std::vector<double>() : read_vector(q, self.robot.variables(), "q");
  std::vector<double> found(12 * variables);
  if (const Status status = self.robot.derivatives(at, frame, found); !status)
    refuse("q", status.error());
  return to_numpy(std::move(found), {variables, 3, 4});
}

std::int32_t frame_of_link(const AnyRobot& self, const std::string& link) {
  const std::int32_t found = self.robot.find_link(link);
  if (found < 0)
    throw Refusal("unknown_body", "link", "no link of this name", "give one of robot.links");
  return self.robot.frame_of_link(found);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> read_packages(nb::handle packages) {
  std::vector<std::pair<std::string, std::string>> all;
  if (packages.is_none()) return all;
  if (!is_dict(packages)) {
    refuse_type("packages", "a dict was expected, not " + class_name(packages),
                "give {name of the package: folder}");
  }
  for (nb::handle item : packages.attr("items")()) {
    const nb::object name = item[0], folder = item[1];
    all.emplace_back(bytes_of_text(name, "packages"), path_text(folder));
  }
  return all;
}

void refuse_file(const std::string& path, Error error) {
  if (error.message.starts_with(path + ": ")) error.message.erase(0, path.size() + 2);
  refuse(path, error);
}

ConfigurationRows::ConfigurationRows(nb::handle source, std::int32_t variables,
                                     std::string_view where)
    : numbers_(source, where) {
  const std::string wanted = "(n, " + std::to_string(variables) + ")";
  if (numbers_.ndim() != 2 || numbers_.shape(1) != variables) {
    refuse_shape(where, "shape " + numbers_.shape_text(),
                 "give configurations of shape " + wanted + "; q[None] is one");
  }
  const std::int64_t rows = count();
  const auto size = static_cast<std::size_t>(rows) * static_cast<std::size_t>(variables);
  const bool aligned = reinterpret_cast<std::uintptr_t>(numbers_.data()) % alignof(double) == 0;
  if (size > 0 && !numbers_.floats() && aligned && numbers_.has_dense_rows()) {
    rows_ = {reinterpret_cast<const double*>(numbers_.data()), size};
    return;
  }
  copied_.reserve(size);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t k = 0; k < variables; ++k) copied_.push_back(numbers_.at(i, k));
  }
  rows_ = copied_;
}

AnyRobotChecker& checker_of(AnyRobot& self) {
  if (!self.checker.is_valid()) {
    auto made = [&] {
      const nb::gil_scoped_release released;
      return RobotChecker::make(self.robot);
    }();
    AnyRobotChecker checker{accepted("robot", std::move(made)),
                            std::make_shared<const CheckerRecipe>(CheckerRecipe{
                                {self.robot}, std::make_shared<const Scene>(), {}, {}})};
    // Another thread may have been faster while the lock was released.
    if (!self.checker.is_valid()) self.checker = nb::cast(std::move(checker));
  }
  return nb::cast<AnyRobotChecker&>(self.checker);
}

void add_robots(nb::module_& module) {
  nb::enum_<RobotRefusal>(module, "RobotRefusal", "Why a configuration was refused.",
                          nb::is_arithmetic())
      .value("NONE", RobotRefusal::none)
      .value("NOT_FINITE", RobotRefusal::not_finite, "NaN or an infinity.")
      .value("TOO_LARGE", RobotRefusal::too_large, "A value of more than 2**20, also of a mimic.")
      .value("ZERO_QUATERNION", RobotRefusal::zero_quaternion);
  add_robot_paths(module);

  nb::class_<AnyRobot> type(
      module, "Robot",
      R"(Links, joints and their shapes, of URDF and SRDF files. Immutable; lengths are metres, angles radians.

A configuration is a row of `variables` numbers, in the order of variable_names. forward() places the frames:
one of each link, by its number, then one of each part whose pose in its link is not the identity. Its
doubles are the same on every machine, and verdicts are exact about the points in a part at that matrix.
check(), first_pairs(), distances(), path() and verify() are those of `checker`.)");
  type.def_static(
          "from_urdf", &from_urdf, nb::arg("path").none(), nb::arg("srdf") = nb::none(),
          nb::kw_only(), nb::arg("packages") = nb::none(), nb::arg("environment") = true,
          nb::arg("base") = nb::none(), nb::arg("as_") = "auto", nb::arg("cylinder_sides") = 32,
          nb::sig("def from_urdf(path: str | os.PathLike[str], srdf: str | os.PathLike[str] | None "
                  "= None, *, " SUNDER_URDF_OPTIONS),
          R"(Reads a URDF file, its meshes, and an SRDF file (docs/robots.md).

packages: folders by package, for package://NAME/...; environment: search ROS_PACKAGE_PATH and
AMENT_PREFIX_PATH too; base: the pose of the root link in the world. as_: what meshes are taken as, "auto" (a
solid where it is closed, else a surface; the hull where it equals the mesh), "solid", "surface" or "hull", or
a dict of such words by patterns of names of parts. cylinder_sides: of the prisms around and in cylinders, 8
to 1000. Without an SRDF links next to each other are skipped. Raises sunder.Error with file, line and
element: cannot_read, syntax, unknown_body, wrong_shape, not_finite, too_large, not_solid.)")
      .def_static("from_urdf_text", &from_urdf_text, nb::arg("urdf"), nb::arg("srdf") = "",
                  nb::kw_only(), nb::arg("path") = "URDF", nb::arg("packages") = nb::none(),
                  nb::arg("environment") = true, nb::arg("base") = nb::none(),
                  nb::arg("as_") = "auto", nb::arg("cylinder_sides") = 32,
                  nb::sig("def from_urdf_text(urdf: str, srdf: str = \"\", *, path: str | "
                          "os.PathLike[str] = \"URDF\", " SUNDER_URDF_OPTIONS),
                  "Reads texts. `path` names the URDF in refusals, and meshes are searched from "
                  "its folder.")
      .def_prop_ro("name", [](const AnyRobot& x) { return x.robot.model().name; })
      .def_prop_ro(
          "variables", [](const AnyRobot& x) { return x.robot.variables(); },
          "How many numbers a configuration has.")
      .def_prop_ro(
          "variable_names",
          [](const AnyRobot& x) {
            nb::list names;
            for (const std::string& name : x.robot.variable_names()) names.append(name);
            return names;
          },
          nb::sig("def variable_names(self) -> list[str]"),
          "In the order of a configuration: the joint's name, with \"/x\" and the like behind it "
          "for planar and floating joints.")
      .def_prop_ro("limits", &limits_of,
                   nb::sig("def limits(self) -> numpy.typing.NDArray[numpy.float64]"),
                   "Lower and upper limit of each variable, shape (variables, 2); infinite where "
                   "there is none. No question looks at them.")
      .def_prop_ro("links", &names_of_links, nb::sig("def links(self) -> list[str]"),
                   "Names; link i has frame i.")
      .def_prop_ro("joints", &joints_of, nb::sig("def joints(self) -> list[dict[str, typing.Any]]"),
                   "A dict each: name, kind, parent, child, origin (a Pose), axis, lower, upper, "
                   "variable (-1: none), mimic (a joint or None), multiplier, offset.")
      .def_prop_ro(
          "parts", &parts_of, nb::sig("def parts(self) -> list[dict[str, typing.Any]]"),
          R"(A dict for each shape of a link: name, link, shape, why, frame, pose (in the link), body, inner.

shape: "box", "sphere", "capsule", "cylinder", "cone", "convex", "hull", "solid" or "surface", and why it was
taken as that. body: a Polytope or Mesh in the part's own frame; of a cylinder the prism around it, and inner the
one inside, else None.)")
      .def_prop_ro("skipped", &skipped_of,
                   nb::sig("def skipped(self) -> list[tuple[str, str, str]]"),
                   "Pairs of links that are not examined, and the reason.")
      .def_prop_ro("states", &states_of, nb::sig("def states(self) -> list[dict[str, typing.Any]]"),
                   "The SRDF's group_states: name, group, and values by variable.")
      .def_prop_ro(
          "notes",
          [](const AnyRobot& x) {
            nb::list notes;
            for (const std::string& note : x.robot.model().notes) notes.append(note);
            return notes;
          },
          nb::sig("def notes(self) -> list[str]"), "What was read otherwise than written.")
      .def_prop_ro(
          "frames", [](const AnyRobot& x) { return x.robot.frames(); },
          "How many poses forward() gives for a configuration.")
      .def("frame_of_link", &frame_of_link, nb::arg("link"), "The frame of the link of this name.")
      .def(
          "default_configuration",
          [](const AnyRobot& x) {
            std::vector<double> values = x.robot.default_configuration();
            const std::size_t count = values.size();
            return to_numpy(std::move(values), {count});
          },
          nb::sig("def default_configuration(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Each variable at 0, or at the limit next to 0; quaternions at 0, 0, 0, 1.")
      .def(
          "forward", &forward, nb::arg("q").none(), nb::kw_only(), nb::arg("out") = nb::none(),
          nb::sig("def forward(self, q: numpy.typing.ArrayLike, *, out: "
                  "numpy.typing.NDArray[numpy.float64] | None = None) -> "
                  "numpy.typing.NDArray[numpy.float64]"),
          R"(Where configurations put the frames, in the world: shape (n, frames, 3, 4), the columns of R, then t.

q: (n, variables), float64 or float32 of any strides; float64 in C order is not copied. Limits are not looked
at. Raises sunder.Error: not_finite, too_large, zero_quaternion, with configuration and variable. Cost: some
5 ns a frame.)")
      .def(
          "rounding", &rounding, nb::arg("largest") = nb::none(),
          nb::sig("def rounding(self, largest: numpy.typing.ArrayLike | None = None) -> "
                  "numpy.typing.NDArray[numpy.float64]"),
          R"(A bound on the rounding of forward(), shape (frames, 2): offset and slope of each frame.

A point at distance d from the frame's origin is off by at most offset + slope * d metres, where variable i is
at most largest[i] in size; None: for all configurations that forward() takes.)")
      .def("derivatives", &derivatives, nb::arg("q").none(), nb::arg("frame"),
           nb::sig("def derivatives(self, q: numpy.typing.ArrayLike, frame: int) -> "
                   "numpy.typing.NDArray[numpy.float64]"),
           "The derivative of a frame's matrix in each variable at one configuration: shape "
           "(variables, 3, 4), rounded, without a bound.")
      .def_prop_ro(
          "checker",
          [](AnyRobot& self) {
            checker_of(self);
            return self.checker;
          },
          nb::lock_self(), nb::sig("def checker(self) -> RobotChecker"),
          "The checker of this robot alone, made at the first question and kept.")
      .def("__repr__", [](const AnyRobot& x) {
        const RobotModel& model = x.robot.model();
        return fmt::format("<sunder.Robot {}: {} links, {} variables, {} parts>", model.name,
                           model.links.size(), x.robot.variables(), model.parts.size());
      });
  add_robot_models(type);
  add_robot_pairs(type);
  add_robot_questions(type);
  add_robot_checkers(module);
}

}  // namespace sunder::python
