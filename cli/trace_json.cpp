// SPDX-License-Identifier: Apache-2.0
#include "trace_json.hpp"

#include <algorithm>
#include <array>
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

/// Returns `"normal": N, "point_a": P, "point_b": Q`, each null where there is no witness.
std::string witness_json(const std::optional<Witness<3>>& witness) {
  const auto or_null = [&](Vector3 Witness<3>::*part) {
    return witness ? numbers_json((*witness).*part) : std::string("null");
  };
  return fmt::format(R"("normal": {}, "point_a": {}, "point_b": {})", or_null(&Witness<3>::normal),
                     or_null(&Witness<3>::point_a), or_null(&Witness<3>::point_b));
}

std::string contact_json(const Explanation& told) {
  const auto point_json = [](const ContactPoint<3>& point) {
    return fmt::format(R"({{"a": {}, "b": {}, "depth": {}}})", numbers_json(point.point_a),
                       numbers_json(point.point_b), json_number(point.depth));
  };
  return fmt::format(R"({{"depth": {}, "dimension": {}, {}, "points": {}}})",
                     interval_json(told.contact->depth), told.contact->dimension,
                     witness_json(told.contact->witness),
                     list_json(told.contact_points, point_json));
}

std::string cast_json(const Explanation& told) {
  const auto pose_json = [](const CastPose& pose) {
    return fmt::format(R"({{"time": {}, "offset": {}, "distance": {}, {}}})",
                       json_number(pose.time), numbers_json(pose.offset),
                       interval_json(pose.distance.distance), witness_json(pose.distance.witness));
  };
  return fmt::format(
      R"({{"result": "{}", "time": {}, "start": "{}", "translation_b": {}, {}, "poses": {}}})",
      to_string(told.cast->verdict), interval_json(told.cast->time), to_string(told.cast->start),
      numbers_json(*told.motion_b), witness_json(told.cast->witness),
      list_json(told.cast_poses, pose_json));
}

std::string answer_json(const Explanation& told) {
  std::string text = fmt::format(
      R"({{"verdict": "{}", "decided_by": "{}", "stage": "{}", "certificate": {}, "distance": {}, {})",
      to_string(told.decision.verdict), decided_by(told.decision), to_string(told.decision.stage),
      to_json(told.certificate), interval_json(told.distance.distance),
      witness_json(told.distance.witness));
  if (told.depth) {
    text += fmt::format(R"(, "depth": {{"interval": {}, {}}})", interval_json(told.depth->depth),
                        witness_json(told.depth->witness));
  }
  if (told.contact) text += ", \"contact\": " + contact_json(told);
  if (told.cast) text += ", \"cast\": " + cast_json(told);
  return text + "}";
}

void record_depth(Explanation& told) {
  const bool measures = serves(told.asked, Question::depth, 3);
  Trace steps;
  told.depth = penetration(
      told.a, told.b,
      {.search = {.algorithm = measures ? told.asked : Algorithm::automatic, .trace = &steps}});
  told.question = Question::depth;
  told.trace = std::move(steps);
}

void record_contact(Explanation& told) {
  Trace steps;
  Contact3 contact = sunder::contact(told.a, told.b, {.search = {.trace = &steps}});
  told.contact_points.resize(contact.found);
  if (contact.found > contact.points.size()) {
    contact = sunder::contact(told.a, told.b, {.all = told.contact_points});
  } else {
    told.contact_points.assign(contact.points.begin(), contact.points.end());
  }
  told.contact = contact;
  told.question = Question::contact;
  if (!steps.empty()) told.trace = std::move(steps);
}

void record_cast(Explanation& told) {
  told.cast = cast(told.a, {}, told.b, Motion3::linear(*told.motion_b).value());
  told.question = Question::cast;
  constexpr int kPoses = 17;
  const double end = told.cast->verdict == CastVerdict::free ? 1 : told.cast->time.lower;
  for (int i = 0; i < kPoses && (i == 0 || end > 0); ++i) {
    CastPose pose{.time = end * i / (kPoses - 1)};
    for (std::size_t l = 0; l < 3; ++l) pose.offset[l] = pose.time * (*told.motion_b)[l];
    const Result<Pose3> place = translated(told.b.pose(), pose.offset);
    if (!place) break;  // beyond the largest double
    pose.distance = distance(told.a, {told.b.polytope(), place.value(), told.b.radius()});
    told.cast_poses.push_back(pose);
  }
  told.trace.clear();
}

/// Writes a body as the pipe takes it: the vertices of its hull in their order, and its pose.
std::string pipe_body_json(const Posed3& body) {
  const Polytope3& polytope = body.polytope();
  std::vector<Vector3> points;
  points.reserve(static_cast<std::size_t>(polytope.vertex_count()));
  for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) points.push_back(polytope.vertex(i));
  const Pose3& pose = body.pose();
  const Vector3 offset{pose.offset(0), pose.offset(1), pose.offset(2)};
  std::string place;
  if (pose.is_quaternion()) {
    place = fmt::format(R"("quaternion": {}, "translation": {})", numbers_json(pose.wxyz()),
                        numbers_json(offset));
  } else {
    std::vector<std::array<double, 4>> rows;
    for (int l = 0; l < 3; ++l)
      rows.push_back({pose.linear(l, 0), pose.linear(l, 1), pose.linear(l, 2), pose.offset(l)});
    place = "\"transform\": " +
            list_json(rows, [](const std::array<double, 4>& row) { return numbers_json(row); });
  }
  return fmt::format(R"({{"vertices": {}, {}}})", list_json(points, vector_json), place);
}

/// Returns the question as the pipe takes it, and the pipe's answer to it: with both anyone can check the proof.
std::string proof_json(const Explanation& told) {
  const bool measured = (told.question == Question::distance || told.question == Question::depth) &&
                        serves(told.asked, told.question, 3);
  const std::string question = fmt::format(
      R"({{"a": {}, "b": {}, "ask": ["verdict"{}], "algorithm": "{}", "certificate": "full"}})",
      pipe_body_json(told.a), pipe_body_json(told.b),
      measured ? fmt::format(", \"{}\"", to_string(told.question)) : "", to_string(told.asked));
  std::string answer;
  const auto source = text_source(question);
  const auto sink = text_sink(answer);
  answer_questions(*source, *sink);
  if (answer.ends_with('\n')) answer.pop_back();
  return fmt::format(R"({{"question": {}, "answer": {}}})", question, answer);
}

}  // namespace

Result<Pose3> translated(const Pose3& pose, const Vector3& by) {
  Vector3 offset = by;
  for (int l = 0; l < 3; ++l) offset[static_cast<std::size_t>(l)] += pose.offset(l);
  if (pose.is_quaternion()) return Pose3::from_wxyz(pose.wxyz(), offset);
  std::vector<double> rows;
  for (int l = 0; l < 3; ++l) {
    for (int k = 0; k < 3; ++k) rows.push_back(pose.linear(l, k));
    rows.push_back(offset[static_cast<std::size_t>(l)]);
  }
  return Pose3::from_matrix(rows);
}

void record_search(Question question, Explanation& told) {
  told.question = Question::verdict;
  told.decision = intersects(told.a, told.b, {.algorithm = told.asked, .trace = &told.trace});
  told.certificate = certify(told.a, told.b, told.decision);
  const bool measures = serves(told.asked, Question::distance, 3);
  Trace steps;
  told.distance = distance(
      told.a, told.b,
      {.search = {.algorithm = measures ? told.asked : Algorithm::automatic, .trace = &steps}});
  const Verdict verdict = told.decision.verdict;
  if (question == Question::distance && verdict == Verdict::separated) {
    told.question = Question::distance;
    told.trace = std::move(steps);
  }
  if (question == Question::depth && verdict == Verdict::overlapping) record_depth(told);
  if (question == Question::contact && verdict != Verdict::separated) record_contact(told);
  if (question == Question::cast) record_cast(told);
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
  return text + "],\n\"answer\": " + answer_json(told) + ",\n\"proof\": " + proof_json(told) +
         "}\n";
}

}  // namespace sunder::cli
