// SPDX-License-Identifier: Apache-2.0
#include "explain_bodies.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "explain_words.hpp"
#include "list_json.hpp"

namespace sunder::cli {
namespace {

/// A proof of larger bodies takes longer than anyone would wait for a page.
constexpr std::int64_t kMostProven = 50000;
/// The cuts of a longer proof are counted alone.
constexpr std::size_t kMostCutsShown = 32;

std::int64_t triangles_of(const Body3& body) {
  std::int64_t count = 0;
  for (const Part3& part : body.parts()) {
    if (const auto* mesh = std::get_if<Mesh3>(&part.shape)) count += std::ssize(mesh->triangles());
  }
  return count;
}

/// What is drawn of a body: points of the world, rounded, and faces of all parts, one after another.
struct Drawn {
  std::vector<Vector3> points;
  std::vector<std::int32_t> indices;  ///< of each point, its number in its part
  std::vector<std::vector<std::int32_t>> faces;
  std::vector<std::int32_t> first_face;  ///< of each part

  explicit Drawn(const ExplainedBody& body) {
    for (const Part3& part : body.body.parts()) {
      first_face.push_back(static_cast<std::int32_t>(faces.size()));
      place_ = [&](const Vector3& p) { return image(body.pose, image(part.pose, p)); };
      if (const auto* mesh = std::get_if<Mesh3>(&part.shape)) {
        add_mesh(*mesh);
      } else {
        add_hull(std::get<Polytope3>(part.shape));
      }
    }
  }
  /// Returns the faces of some triangles of a part.
  std::vector<std::int32_t> faces_of(std::int32_t part,
                                     std::span<const std::int32_t> triangles) const {
    std::vector<std::int32_t> found;
    for (const std::int32_t triangle : triangles) {
      if (triangle >= 0) found.push_back(first_face[static_cast<std::size_t>(part)] + triangle);
    }
    return found;
  }

 private:
  static Vector3 image(const Pose3& pose, const Vector3& p) {
    Vector3 q;
    for (int k = 0; k < 3; ++k) {
      q[static_cast<std::size_t>(k)] = pose.linear(k, 0) * p[0] + pose.linear(k, 1) * p[1] +
                                       pose.linear(k, 2) * p[2] + pose.offset(k);
    }
    return q;
  }
  std::int32_t add_point(std::int32_t index, const Vector3& p) {
    points.push_back(place_(p));
    indices.push_back(index);
    return static_cast<std::int32_t>(points.size() - 1);
  }
  /// Points that no triangle uses are not drawn.
  void add_mesh(const Mesh3& mesh) {
    std::vector<std::int32_t> places(mesh.points().size(), -1);
    for (const auto& triangle : mesh.triangles()) {
      std::vector<std::int32_t>& face = faces.emplace_back();
      for (const std::int32_t corner : triangle) {
        std::int32_t& place = places[static_cast<std::size_t>(corner)];
        if (place < 0) place = add_point(corner, mesh.points()[static_cast<std::size_t>(corner)]);
        face.push_back(place);
      }
    }
  }
  void add_hull(const Polytope3& hull) {
    const auto first = static_cast<std::int32_t>(points.size());
    for (std::int32_t i = 0; i < hull.vertex_count(); ++i)
      add_point(hull.caller_index(i), hull.vertex(i));
    for (const Face& face : hull.faces()) {
      std::vector<std::int32_t>& corners = faces.emplace_back();
      for (const std::int32_t i : face.vertices) corners.push_back(first + i);
    }
  }

  std::function<Vector3(const Vector3&)> place_;
};

std::string numbers_json(std::span<const std::int32_t> numbers) {
  return list_json(numbers, [](std::int32_t i) { return fmt::to_string(i); });
}

std::string body_json(const ExplainedBody& body, const Drawn& drawn) {
  return fmt::format(
      R"({{"name": {}, "taken_as": "{}", "why": {}, "parts": {}, "indices": {}, "vertices": {}, "faces": {}}})",
      json_string(body.name), to_string(body.taken.as), json_string(body.taken.why),
      body.body.parts().size(), numbers_json(drawn.indices), list_json(drawn.points, vector_json),
      list_json(drawn.faces, [](const auto& face) { return numbers_json(face); }));
}

std::string points_json(std::span<const Vector3> points) { return list_json(points, vector_json); }

std::string reason_name(ContactReason reason) {
  constexpr std::array<std::string_view, 7> kNames = {
      "piercing",       "plane_between", "same_side",  "common_direction",
      "nothing_common", "crossing",      "no_crossing"};
  return std::string(kNames[static_cast<std::size_t>(reason)]);
}

std::string cone_json(const std::vector<DirectionArc>& cone) {
  return list_json(cone, [](const DirectionArc& arc) {
    return "[" + vector_json(arc.from) + ", " + vector_json(arc.to) + "]";
  });
}

std::string crossing_json(const RayCrossing& one) {
  return fmt::format(R"({{"triangle": {}, "sign": {}, "at": {}}})", one.triangle, one.sign,
                     vector_json(one.at));
}

/// Both bodies of an explanation as they are drawn, and the steps about them.
class Writer {
 public:
  explicit Writer(const BodyExplanation& told) : told_(told), drawn_a_(told.a), drawn_b_(told.b) {}

  std::string bodies() const {
    return "\"a\": " + body_json(told_.a, drawn_a_) + ",\n\"b\": " + body_json(told_.b, drawn_b_);
  }

  std::string step(const BodyStep& step) const {
    switch (step.event) {
      case BodyEvent::boxes:
        return fmt::format(
                   R"(, "boxes_opened": {}, "leaf_pairs": {}, "triangle_pairs": {}, "triangles_left": {})",
                   step.boxes_opened, step.leaf_pairs, step.triangle_pairs, step.triangles_left) +
               faces(step.part_a, step.near_a, step.part_b, step.near_b);
      case BodyEvent::contact:
        return contact(step);
      case BodyEvent::enclosure:
        return fmt::format(
            R"(, "inside": "{}", "start": {}, "direction": {}, "winding": {}, "crossings": {})",
            step.side == 0 ? "a" : "b", vector_json(step.start), vector_json(step.direction),
            step.winding, list_json(step.crossings, crossing_json));
      case BodyEvent::convex:
      case BodyEvent::apart:
        break;
    }
    return "";
  }

  std::string closest() const {
    const BodyDistance& found = *told_.distance;
    std::string text = fmt::format(
        R"(, "triangle_a": {}, "triangle_b": {}, "distance": [{}, {}])", found.triangle_a,
        found.triangle_b, json_number(found.distance.lower), json_number(found.distance.upper));
    if (found.part_a < 0) return text;
    if (found.witness) {
      text += fmt::format(R"(, "points": [{}, {}], "direction": {})",
                          vector_json(found.witness->point_a), vector_json(found.witness->point_b),
                          vector_json(found.witness->normal));
    }
    return text + faces(found.part_a, {&found.triangle_a, 1}, found.part_b, {&found.triangle_b, 1});
  }

  std::string cut(const PartSeparation& parts, const RangeCut& cut) const {
    const auto range = [](const std::vector<std::int32_t>& order, std::int32_t begin,
                          std::int32_t end) {
      std::vector<std::int32_t> triangles;
      for (std::int32_t i = begin; i < end; ++i)
        triangles.push_back(order.empty() ? i : order[static_cast<std::size_t>(i)]);
      return triangles;
    };
    const auto in = [&](const ExplainedBody& body, std::int32_t part,
                        const std::vector<std::int32_t>& order, std::int32_t begin,
                        std::int32_t end) {
      const bool is_mesh =
          std::holds_alternative<Mesh3>(body.body.parts()[static_cast<std::size_t>(part)].shape);
      return is_mesh ? range(order, begin, end) : std::vector<std::int32_t>{};
    };
    return faces(parts.part_a, in(told_.a, parts.part_a, parts.order_a, cut.a_begin, cut.a_end),
                 parts.part_b, in(told_.b, parts.part_b, parts.order_b, cut.b_begin, cut.b_end)) +
           fmt::format(R"(, "direction": {})", list_json(cut.direction, [](const ExactNumber& x) {
                         return json_number(x.value);
                       }));
  }

 private:
  std::string faces(std::int32_t part_a, std::span<const std::int32_t> a, std::int32_t part_b,
                    std::span<const std::int32_t> b) const {
    return fmt::format(R"(, "faces_a": {}, "faces_b": {})",
                       numbers_json(drawn_a_.faces_of(part_a, a)),
                       numbers_json(drawn_b_.faces_of(part_b, b)));
  }
  std::string contact(const BodyStep& step) const {
    std::string text = fmt::format(
        R"(, "triangle_a": {}, "triangle_b": {}, "corners_a": {}, "corners_b": {}, "reason": "{}")",
        step.triangle_a, step.triangle_b, points_json(step.corners_a), points_json(step.corners_b),
        reason_name(step.reason));
    if (step.in_doubles) return text;
    text += fmt::format(
        R"(, "feature_a": {}, "feature_b": {}, "cone_a": {}, "cone_b": {}, "direction": {})",
        points_json(step.feature_a), points_json(step.feature_b), cone_json(step.cone_a),
        cone_json(step.cone_b), vector_json(step.direction));
    const auto place = contact_place(step);
    return place ? text + ", \"at\": " + vector_json(*place) : text;
  }

  const BodyExplanation& told_;
  Drawn drawn_a_, drawn_b_;
};

constexpr std::array<std::string_view, 5> kEvents = {"convex", "apart", "boxes", "contact",
                                                     "enclosure"};

/// Calls take(event, words, writes) for each step; writes(writer) returns the fields that belong to it.
template <class Take>
void for_each_step(const BodyExplanation& told, const Take& take) {
  const auto nothing = [](const Writer&) { return std::string(); };
  take("taken",
       fmt::format("a is taken as {}. b is taken as {}.", taken_words(told.a), taken_words(told.b)),
       nothing);
  if (told.trace.steps.empty())
    take("apart", std::string("Balls about all parts are apart. No triangle was looked at."),
         nothing);
  for (const BodyStep& step : told.trace.steps) {
    take(kEvents[static_cast<std::size_t>(step.event)], step_words(step, told),
         [&](const Writer& writer) { return writer.step(step); });
  }
  if (told.trace.left_out > 0) {
    take("left_out",
         fmt::format("{} more, which decided nothing, are not shown.",
                     several(told.trace.left_out, "step", "steps")),
         nothing);
  }
  if (told.distance) {
    take("closest", closest_words(told), [](const Writer& writer) { return writer.closest(); });
  }
  if (told.certificate) {
    std::size_t cuts = 0, at = 0;
    for (const PartSeparation& parts : told.certificate->separations) cuts += parts.cuts.size();
    for (const PartSeparation& parts : told.certificate->separations) {
      for (const RangeCut& cut : parts.cuts) {
        if (cuts > kMostCutsShown) break;
        take("cut", cut_words(told, parts, cut, ++at, cuts),
             [&](const Writer& writer) { return writer.cut(parts, cut); });
      }
    }
  }
  take("answer", answer_words(told), nothing);
}

}  // namespace

std::vector<Vector3> drawn_points(const ExplainedBody& body) { return Drawn(body).points; }

void record_decision(BodyExplanation& told) {
  const PosedBody3 a = told.a.posed(), b = told.b.posed();
  told.decision = intersects(a, b, told.trace);
  const bool is_apart = told.decision.verdict == Verdict::separated;
  if (is_apart && told.measures) told.distance = distance(a, b);
  const std::int64_t triangles = triangles_of(told.a.body) + triangles_of(told.b.body);
  if (triangles > kMostProven) {
    told.no_certificate =
        fmt::format("the bodies have {} triangles, more than {}", triangles, kMostProven);
    return;
  }
  Result<BodyCertificate> proof =
      told.distance ? certify(a, b, *told.distance) : certify(a, b, told.decision);
  if (proof) {
    told.certificate = std::move(proof).value();
  } else {
    told.no_certificate = proof.error().message;
  }
}

std::vector<std::string> steps_in_words(const BodyExplanation& told) {
  std::vector<std::string> steps;
  for_each_step(told, [&](std::string_view, std::string words, const auto&) {
    steps.push_back(std::move(words));
  });
  return steps;
}

std::string body_trace_json(const BodyExplanation& told) {
  const Writer writer(told);
  std::string text = fmt::format(
      R"({{"format": "sunder-body-trace", "version": 1, "dimension": 3, "up": "{}", "question": "{}",)"
      "\n{},\n\"steps\": [",
      told.y_up ? "y" : "z", told.distance ? "distance" : "verdict", writer.bodies());
  std::string_view before = "\n";
  for_each_step(told, [&](std::string_view event, const std::string& words, const auto& fields) {
    text += fmt::format(R"({}{{"event": "{}", "text": {}{}}})", before, event, json_string(words),
                        fields(writer));
    before = ",\n";
  });
  const BodyDecision& found = told.decision;
  text += fmt::format(
      "],\n\"answer\": "
      R"({{"verdict": "{}", "decided_by": "{}", "stage": "{}", "part_a": {}, "part_b": {}, )"
      R"("triangle_a": {}, "triangle_b": {}, "proven": {})",
      to_string(found.verdict), decided_by(found), to_string(found.stage), found.part_a,
      found.part_b, found.triangle_a, found.triangle_b, told.certificate ? "true" : "false");
  if (told.distance) {
    text += fmt::format(R"(, "distance": [{}, {}])", json_number(told.distance->distance.lower),
                        json_number(told.distance->distance.upper));
  }
  return text + "}}\n";
}

}  // namespace sunder::cli
