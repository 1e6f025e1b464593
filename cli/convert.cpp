// SPDX-License-Identifier: Apache-2.0
//
// sunder convert: converts meshes to the article's XML list of polyhedra.
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bodies.hpp"
#include "terminal.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kConvertExamples = R"(Examples:
  sunder convert scenes/room.glb algorithm.xml
  sunder convert a.stl b.obj - | xmllint --format -

The corners are the vertices of each body's hull in the world frame. A body without a transform
keeps its coordinates exactly; how many had to be rounded is said on standard error.

Exit status: 0, or 2 for bad input or an output that could not be written.)";

struct ConvertArguments {
  std::vector<std::string> paths;  ///< the last is the output
  std::optional<std::string> unit;
};

ExitStatus run_convert(const ConvertArguments& arguments) {
  std::vector<std::string> paths = arguments.paths;
  const std::string target = paths.back();
  paths.pop_back();
  if (target != "-" && !target.ends_with(".xml")) {
    complain(fmt::format("{}: the output must end in .xml, or be - for standard output", target));
    return ExitStatus::bad_input;
  }
  const auto loaded = load_bodies(paths, arguments.unit);
  if (!loaded) return ExitStatus::bad_input;
  std::vector<std::string> inputs;
  for (const LoadedFile& file : loaded->files) inputs.push_back(file.path);
  if (is_read("", target, inputs)) return ExitStatus::bad_input;
  std::vector<NamedPolyhedron> list;
  std::int64_t rounded = 0;
  for (std::int32_t id = 0; id < loaded->scene.size(); ++id) {
    WorldPoints world = world_points(loaded->scene.posed(id));
    rounded += world.rounded;
    list.push_back({loaded->scene.body(id).name, std::move(world.points)});
  }
  const std::string text = write_polyhedra_xml(list);
  if (!(target == "-" ? write_output(text) : write_file(target, text)))
    return ExitStatus::bad_input;
  for (const LoadedFile& file : loaded->files) {
    for (const std::string& note : file.report.notes) {
      complain(fmt::format("{}: {}", file.path, note));
    }
    if (file.unit.name == loaded->unit.name) continue;
    complain(fmt::format("{} is in {}; the output is in {}", file.path, file.unit.name,
                         loaded->unit.name));
  }
  if (loaded->unit.name != "m") {
    complain(fmt::format("the list names no unit; its coordinates are in {}", loaded->unit.name));
  }
  if (rounded > 0) {
    complain(
        fmt::format("{} coordinates were rounded: a node's transform does not keep them as "
                    "doubles",
                    rounded));
  }
  return ExitStatus::clear;
}

}  // namespace

void add_convert(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<ConvertArguments>();
  Verb(program, "convert", "Write the bodies of mesh files as an XML list", kConvertExamples)
      .words("files", arguments->paths, 2, -1, "Mesh files, and last the XML file to write, or -")
      .text("--unit", arguments->unit, kUnitHelp)
      .runs(status, [arguments] { return run_convert(*arguments); });
}

}  // namespace sunder::cli
