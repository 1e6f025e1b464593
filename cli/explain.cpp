// SPDX-License-Identifier: Apache-2.0
//
// sunder explain: writes a page about two bodies. It plays the steps of an algorithm on convex ones, and shows how triangles
// decided about others.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "bodies.hpp"
#include "explain_bodies.hpp"
#include "page.hpp"
#include "terminal.hpp"
#include "trace_json.hpp"
#include "verb.hpp"

namespace sunder::cli {
namespace {

constexpr const char* kExplainExamples = R"(Examples:
  sunder explain a.obj b.obj
  sunder explain a.obj b.obj --algorithm edge_projection -o steps.html
  sunder explain scenes/room.glb --bodies table/top "chair 3/seat" -o room.html
  sunder explain a.obj a.obj --translate-b 0.5,0,0 --ask depth --json > trace.json
  sunder explain a.obj b.obj --move-b 2,0,0 -o cast.html
  sunder explain cup.obj ball.obj -o cup.html
  sunder explain cup.obj ball.obj --as hull --algorithm gjk

Each mesh is taken as what it is, as `sunder check` takes it. For two convex bodies the page plays
the steps of an algorithm; else it shows how the triangles decided.

The page needs no network and no other file: open it in any browser. docs/explain.md tells what it
shows, docs/trace.md what --json writes.

Exit status: 0 the bodies are apart; 1 they touch or overlap; 2 bad input or usage.)";

struct ExplainArguments {
  std::vector<std::string> files;
  std::vector<std::string> bodies;
  std::string algorithm = "auto";
  std::optional<std::string> ask;
  std::optional<std::string> translate_b;
  std::optional<std::string> move_b;
  std::optional<std::string> output;
  std::optional<std::string> unit;
  std::string body = "mesh";
  std::vector<std::string> as;
  bool json = false;
};

std::optional<Algorithm> algorithm_of(const ExplainArguments& arguments) {
  const auto algorithm = algorithm_from_name(arguments.algorithm);
  if (!algorithm) {
    std::vector<std::string_view> known{to_string(Algorithm::automatic)};
    for (const AlgorithmInfo& algorithm : algorithms()) known.push_back(algorithm.name);
    complain(fmt::format("--algorithm {}: no such algorithm; the algorithms are {}",
                         arguments.algorithm, fmt::join(known, ", ")));
    return std::nullopt;
  }
  if (!serves(*algorithm, Question::verdict, 3)) {
    complain(
        fmt::format("--algorithm {}: this algorithm does not serve bodies of dimension 3, as those "
                    "of mesh files are; `sunder algorithms` tells which do",
                    arguments.algorithm));
    return std::nullopt;
  }
  return algorithm;
}

/// Returns the question to trace: the requested one, else the distance if the algorithm measures it.
std::optional<Question> question_of(const ExplainArguments& arguments, Algorithm algorithm) {
  if (!arguments.ask && !arguments.move_b)
    return serves(algorithm, Question::distance, 3) ? Question::distance : Question::verdict;
  const std::string ask = arguments.ask.value_or("cast");
  const auto question = question_from_name(ask);
  constexpr std::array kWatched = {Question::verdict, Question::distance, Question::depth,
                                   Question::contact, Question::cast};
  if (!question || std::find(kWatched.begin(), kWatched.end(), *question) == kWatched.end()) {
    complain(fmt::format("--ask {}: verdict, distance, depth, contact or cast was expected", ask));
    return std::nullopt;
  }
  if (!serves(algorithm, *question, 3)) {
    complain(fmt::format(
        "--{0} {1}: the algorithm {2} does not serve {3}; leave one of them out, or take "
        "an algorithm that `sunder algorithms` lists with {3}",
        arguments.ask ? "ask" : "move-b", arguments.ask.value_or(arguments.move_b.value_or("")),
        arguments.algorithm, ask));
    return std::nullopt;
  }
  if ((question == Question::cast) != arguments.move_b.has_value()) {
    complain(
        question == Question::cast
            ? "--ask cast: --move-b is needed, which tells how far the second body moves, such "
              "as --move-b 0.5,0,-2"
            : "--move-b: bodies move in a cast alone; leave it or --ask out");
    return std::nullopt;
  }
  return question;
}

struct Chosen {
  std::int32_t a = -1;
  std::int32_t b = -1;
};

std::optional<Chosen> choose_bodies(const ExplainArguments& arguments, const Scene& scene) {
  if (arguments.bodies.empty()) {
    if (scene.size() == 2) return Chosen{0, 1};
    const std::string files = fmt::format("{}", fmt::join(arguments.files, ", "));
    complain(scene.size() < 2
                 ? fmt::format("{}: {} found, and explain takes two; name a second file", files,
                               scene.size() == 0 ? "no body" : "one body")
                 : fmt::format("{}: {} bodies found, and explain takes two; name them, such as "
                               "--bodies \"{}\" \"{}\"",
                               files, scene.size(), scene.body(0).name, scene.body(1).name));
    return std::nullopt;
  }
  const Chosen chosen{scene.find(arguments.bodies[0]), scene.find(arguments.bodies[1])};
  for (const auto& [id, name] :
       {std::pair{chosen.a, arguments.bodies[0]}, std::pair{chosen.b, arguments.bodies[1]}}) {
    if (id >= 0) continue;
    complain(
        fmt::format("--bodies {}: no body of that name; `sunder check --json` lists them", name));
    return std::nullopt;
  }
  return chosen;
}

/// Parses three finite numbers with commas between them.
std::optional<Vector3> parse_vector(std::string_view text) {
  Vector3 v{};
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t end = l < 2 ? text.find(',') : text.size();
    if (end == std::string_view::npos) return std::nullopt;
    const auto number = number_from_text(text.substr(0, end));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    v[l] = *number;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return v;
}

/// Returns the pose of b, moved by --translate-b; each coordinate of its offset is rounded once.
std::optional<Pose3> pose_of_b(const ExplainArguments& arguments, const Pose3& pose) {
  if (!arguments.translate_b) return pose;
  const auto by = parse_vector(*arguments.translate_b);
  if (!by) {
    complain(fmt::format("--translate-b {}: three numbers such as 0.5,0,-2 were expected",
                         *arguments.translate_b));
    return std::nullopt;
  }
  Result<Pose3> moved = translated(pose, *by);
  if (!moved) {
    complain(fmt::format("--translate-b {}: {}", *arguments.translate_b, moved.error().message));
    return std::nullopt;
  }
  return std::move(moved).value();
}

/// Refuses a body that the page cannot draw.
bool can_be_drawn(const std::string& name, const std::vector<Vector3>& world) {
  for (const Vector3& point : world) {
    if (std::all_of(point.begin(), point.end(), [](double x) { return std::isfinite(x); }))
      continue;
    complain(
        fmt::format("{}: a vertex lies beyond the largest double in the world frame; move or scale "
                    "the file, or take --json",
                    name));
    return false;
  }
  return true;
}

std::string cast_words(const Cast3& cast) {
  switch (cast.verdict) {
    case CastVerdict::free:
      return "is free at all times from 0 to 1";
    case CastVerdict::hit:
      return "hits first at time " + show_interval(cast.time.lower, cast.time.upper);
    case CastVerdict::unresolved:
      break;
  }
  return fmt::format("is free before time {:.6g}; whether it hits then is not resolved",
                     cast.time.lower);
}

std::string summary(const Explanation& told, const std::string& path) {
  const bool apart = !told.decision;
  std::string text = fmt::format("{}  {}  {}\n", printable(told.name_a),
                                 to_string(told.decision.verdict), printable(told.name_b));
  text += fmt::format("decided by {}, stage {}", decided_by(told.decision),
                      to_string(told.decision.stage));
  if (apart)
    text +=
        "; distance " + show_interval(told.distance.distance.lower, told.distance.distance.upper);
  if (told.depth)
    text += "; depth " + show_interval(told.depth->depth.lower, told.depth->depth.upper);
  if (told.contact) {
    text += fmt::format("; {} contact {}", told.contact_points.size(),
                        told.contact_points.size() == 1 ? "point" : "points");
  }
  if (told.cast) text += "\nthe motion " + cast_words(*told.cast);
  return text + fmt::format("\n{} step{} of the {} search written to {}\n", told.trace.size(),
                            told.trace.size() == 1 ? "" : "s", to_string(told.question), path);
}

std::string summary(const BodyExplanation& told, const std::string& path) {
  const std::vector<std::string> steps = steps_in_words(told);
  std::string text = fmt::format("{}  {}  {}\n", printable(told.a.name),
                                 to_string(told.decision.verdict), printable(told.b.name));
  // The first steps and the last ones: what decided is among those.
  constexpr std::size_t kShown = 40;
  const std::size_t hidden = steps.size() > kShown ? steps.size() - kShown : 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (hidden > 0 && i == kShown / 2) {
      text += fmt::format("  ... {} more steps, which the page shows\n", hidden);
      i += hidden;
    }
    text += fmt::format("{:3}. {}\n", i + 1, printable(steps[i]));
  }
  return text + fmt::format("{} steps written to {}\n", steps.size(), path);
}

/// Writes to the file, or to standard output, which then contains nothing else.
template <class Told>
bool write_result(const ExplainArguments& arguments, const std::vector<LoadedFile>& inputs,
                  const Told& told, const std::string& json) {
  const std::string text = arguments.json ? json : explain_page(json);
  const std::string path = arguments.output.value_or(arguments.json ? "-" : "steps.html");
  if (path == "-") return write_output(text);
  std::vector<std::string> read;
  read.reserve(inputs.size());
  for (const LoadedFile& input : inputs) read.push_back(input.path);
  if (is_read("--output", path, read)) return false;
  if (!write_file(path, text)) return false;
  return arguments.json || write_output(summary(told, path) +
                                        fmt::format("open it in a browser: xdg-open {}\n", path));
}

ExitStatus status_of(const Decision& decision) {
  return decision ? ExitStatus::found : ExitStatus::clear;
}

/// Plays an algorithm on two convex bodies.
ExitStatus explain_search(const ExplainArguments& arguments, const LoadedBodies& loaded,
                          Question question, Explanation told) {
  record_search(question, told);
  if (!arguments.json && (!can_be_drawn(told.name_a, world_points(told.a).points) ||
                          !can_be_drawn(told.name_b, world_points(told.b).points)))
    return ExitStatus::bad_input;
  if (!write_result(arguments, loaded.files, told, trace_json(told))) return ExitStatus::bad_input;
  return status_of(told.decision);
}

/// Shows how a pair was decided of which a body is no convex one.
ExitStatus explain_decision(const ExplainArguments& arguments, const LoadedBodies& loaded,
                            BodyExplanation told) {
  if (!arguments.json && (!can_be_drawn(told.a.name, drawn_points(told.a)) ||
                          !can_be_drawn(told.b.name, drawn_points(told.b))))
    return ExitStatus::bad_input;
  record_decision(told);
  if (!write_result(arguments, loaded.files, told, body_trace_json(told)))
    return ExitStatus::bad_input;
  return status_of(told.decision);
}

ExplainedBody explained(const LoadedBodies& loaded, std::int32_t id, const Pose3& pose) {
  const SceneBody& body = loaded.scene.body(id);
  return {body.name, body.body ? *body.body : Body3{{body.polytope}}, pose, loaded.taken(id)};
}

ExitStatus run_explain(const ExplainArguments& arguments) {
  const auto algorithm = algorithm_of(arguments);
  if (!algorithm) return ExitStatus::bad_input;
  const auto question = question_of(arguments, *algorithm);
  if (!question) return ExitStatus::bad_input;
  auto forms = BodyForms::from_words(arguments.as, arguments.body);
  if (!forms) return ExitStatus::bad_input;
  const auto loaded = load_bodies(arguments.files, arguments.unit, {}, *std::move(forms));
  if (!loaded) return ExitStatus::bad_input;
  const Scene& scene = loaded->scene;
  const auto chosen = choose_bodies(arguments, scene);
  if (!chosen) return ExitStatus::bad_input;
  const SceneBody& a = scene.body(chosen->a);
  const SceneBody& b = scene.body(chosen->b);
  const auto pose = pose_of_b(arguments, b.pose);
  if (!pose) return ExitStatus::bad_input;
  const auto motion = arguments.move_b ? parse_vector(*arguments.move_b) : std::optional<Vector3>();
  if (arguments.move_b && !motion) {
    complain(fmt::format("--move-b {}: three numbers such as 0.5,0,-2 were expected",
                         *arguments.move_b));
    return ExitStatus::bad_input;
  }

  const bool y_up = loaded->y_up();
  if (!a.body && !b.body) {
    return explain_search(arguments, *loaded, *question,
                          {.name_a = a.name,
                           .name_b = b.name,
                           .a = {a.polytope, a.pose},
                           .b = {b.polytope, *pose},
                           .y_up = y_up,
                           .asked = *algorithm,
                           .motion_b = motion});
  }
  if (*algorithm != Algorithm::automatic) {
    const std::int32_t id = a.body ? chosen->a : chosen->b;
    complain(
        fmt::format("--algorithm {}: algorithms decide convex bodies, and {} was taken as {}; "
                    "leave it out, or take --as hull",
                    arguments.algorithm, loaded->scene.body(id).name,
                    loaded->taken(id).as == BodyForm::parts
                        ? "a union of parts"
                        : fmt::format("a {}", to_string(loaded->taken(id).as))));
    return ExitStatus::bad_input;
  }
  if (*question != Question::verdict && *question != Question::distance) {
    complain(
        fmt::format("--ask {}: this is watched between convex bodies alone; take verdict or "
                    "distance, or --as hull",
                    to_string(*question)));
    return ExitStatus::bad_input;
  }
  return explain_decision(arguments, *loaded,
                          {.a = explained(*loaded, chosen->a, a.pose),
                           .b = explained(*loaded, chosen->b, *pose),
                           .y_up = y_up,
                           .measures = *question == Question::distance});
}

}  // namespace

void add_explain(CLI::App& program, ExitStatus& status) {
  const auto arguments = std::make_shared<ExplainArguments>();
  Verb(program, "explain", "Write a page that shows how two bodies were decided, step by step",
       kExplainExamples)
      .words("files", arguments->files, 1, -1, "Mesh files that hold two bodies")
      .words("--bodies", arguments->bodies, 2, 2, "Their names, where the files hold more")
      .text("--algorithm", arguments->algorithm, "The algorithm to watch; auto chooses")
      .text("--ask", arguments->ask,
            "The question to watch: verdict, distance, depth, contact or cast (default: distance "
            "where the algorithm serves it and the bodies are apart)")
      .text("--move-b", arguments->move_b,
            "Watch a cast: how far the second body moves, such as 0.5,0,-2")
      .text("--translate-b", arguments->translate_b, "Move the second body first, such as 0.5,0,-2")
      .text("--body", arguments->body, kBodyHelp)
      .texts("--as", arguments->as, kAsHelp)
      .text("--unit", arguments->unit, kUnitHelp)
      .text("-o,--output", arguments->output,
            "The file to write, - for standard output (default: steps.html)")
      .flag("--json", arguments->json,
            "Write the trace as JSON in place of the page (default: to standard output)")
      .runs(status, [arguments] { return run_explain(*arguments); });
}

}  // namespace sunder::cli
