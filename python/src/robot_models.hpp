// SPDX-License-Identifier: Apache-2.0
//
// Robots and their parts as lists and dicts of Python.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "robots.hpp"

namespace sunder::python {

nb::list parts_of(const AnyRobot& self);
nb::list joints_of(const AnyRobot& self);
nb::list skipped_of(const AnyRobot& self);
nb::list states_of(const AnyRobot& self);

/// A part's name, shape, why, pose, body, inner and, where the body is a mesh, hull.
nb::dict part_dict(const RobotPart& part);
/// Reads what part_dict() gives; `where` names it in refusals. Without a shape the body says what it is.
RobotPart read_part(nb::handle dict, const char* where);
/// A body in its own frame, as a part: what it is, or a point or segment with a radius.
RobotPart read_part_body(nb::handle body);

/// A list of what an iterable that is no text gives.
std::vector<nb::object> read_list(nb::handle given, const char* where, const char* remedy);

}  // namespace sunder::python
