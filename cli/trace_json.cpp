// SPDX-License-Identifier: Apache-2.0
#include "trace_json.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>

#include "list_json.hpp"
#include "sunder/io.hpp"

namespace sunder::cli {
namespace {

std::string numbers_json(std::span<const double> numbers) {
  return list_json(numbers, json_number);
}

std::string indices_json(std::span<const std::int32_t> indices) {
  return list_json(indices, [](std::int32_t i) { return fmt::to_string(i); });
}

std::string_view name_of(TraceEvent event) {
  switch (event) {
    case TraceEvent::direction:
      return "direction";
    case TraceEvent::simplex:
      return "simplex";
    case TraceEvent::axis:
      return "axis";
    case TraceEvent::pivot:
      return "pivot";
    case TraceEvent::projection:
      return "projection";
  }
  return "";
}

std::string step_json(const TraceStep& step) {
  const auto pair_json = [](const IndexPair& p) { return fmt::format("[{}, {}]", p.a, p.b); };
  return fmt::format(
      R"({{"algorithm": "{}", "event": "{}", "pairs": {}, "direction": {}, "value": {}, )"
      R"("outline_a": {}, "outline_b": {}}})",
      to_string(step.algorithm), name_of(step.event), list_json(step.pairs, pair_json),
      numbers_json(step.direction), json_number(step.value), numbers_json(step.outline_a),
      numbers_json(step.outline_b));
}

std::string body_json(const std::string& name, const Posed3& body) {
  const Polytope3& polytope = body.polytope();
  std::vector<std::int32_t> indices;
  indices.reserve(static_cast<std::size_t>(polytope.vertex_count()));
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
    indices.push_back(polytope.caller_index(i));
  }
  return fmt::format(
      R"({{"name": {}, "indices": {}, "vertices": {}, "faces": {}, "edges": {}}})",
      json_string(name), indices_json(indices),
      list_json(world_points(body).points, [](const Vector3& p) { return numbers_json(p); }),
      list_json(polytope.faces(), [](const Face& face) { return indices_json(face.vertices); }),
      list_json(polytope.edges(), [](const Edge& edge) { return indices_json(edge.vertices); }));
}

/// Describes the algorithms of the steps, in one sentence each.
std::string algorithms_json(const Trace& trace) {
  std::string text;
  for (const AlgorithmInfo& algorithm : algorithms()) {
    const auto is_its = [&](const TraceStep& step) { return step.algorithm == algorithm.id; };
    if (std::none_of(trace.begin(), trace.end(), is_its)) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", json_string(algorithm.name),
                        json_string(algorithm.summary));
  }
  return "{" + text + "}";
}

std::string answer_json(const Explanation& told) {
  const Distance3& distance = told.distance;
  const auto or_null = [&](Vector3 Witness<3>::*part) {
    return distance.witness ? numbers_json((*distance.witness).*part) : std::string("null");
  };
  return fmt::format(R"({{"verdict": "{}", "decided_by": "{}", "stage": "{}", "certificate": {}, )"
                     R"("distance": [{}, {}], "normal": {}, "point_a": {}, "point_b": {}}})",
                     to_string(told.decision.verdict), decided_by(told.decision),
                     to_string(told.decision.stage), to_json(told.certificate),
                     json_number(distance.distance.lower), json_number(distance.distance.upper),
                     or_null(&Witness<3>::normal), or_null(&Witness<3>::point_a),
                     or_null(&Witness<3>::point_b));
}

}  // namespace

void record_search(Question question, Explanation& told) {
  told.question = Question::verdict;
  told.decision = intersects(told.a, told.b, {.algorithm = told.asked, .trace = &told.trace});
  told.certificate = certify(told.a, told.b, told.decision);
  const bool measures = serves(told.asked, Question::distance, 3);
  Trace steps;
  told.distance = distance(
      told.a, told.b,
      {.search = {.algorithm = measures ? told.asked : Algorithm::automatic, .trace = &steps}});
  if (question == Question::distance && told.decision.verdict == Verdict::separated) {
    told.question = Question::distance;
    told.trace = std::move(steps);
  }
}

std::string trace_json(const Explanation& told) {
  std::string text = fmt::format(
      R"({{"format": "sunder-trace", "version": 1, "dimension": 3, "up": "{}", "algorithm": "{}", )"
      R"("question": "{}", "algorithms": {},)"
      "\n"
      R"("a": {},)"
      "\n"
      R"("b": {},)"
      "\n"
      R"("steps": [)",
      told.y_up ? "y" : "z", to_string(told.asked), to_string(told.question),
      algorithms_json(told.trace), body_json(told.name_a, told.a), body_json(told.name_b, told.b));
  std::string_view before = "\n";
  for (const TraceStep& step : told.trace) {
    text += before;
    text += step_json(step);
    before = ",\n";
  }
  return text + "],\n\"answer\": " + answer_json(told) + "}\n";
}

}  // namespace sunder::cli
