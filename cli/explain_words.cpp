// SPDX-License-Identifier: Apache-2.0
#include "explain_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <variant>

#include "length.hpp"

namespace sunder::cli {
namespace {

std::string point_words(const Vector3& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]);
}

/// A direction has no length worth telling: its largest coordinate becomes 1.
std::string direction_words(const Vector3& d) {
  const double largest = std::max({std::fabs(d[0]), std::fabs(d[1]), std::fabs(d[2])});
  if (!(largest > 0) || !std::isfinite(largest)) return "a direction beyond the doubles";
  // Adding 0 turns -0 into 0.
  return point_words({d[0] / largest + 0.0, d[1] / largest + 0.0, d[2] / largest + 0.0});
}

/// Returns "triangle 7 of a"; a part of a union is named.
std::string triangle_words(const BodyExplanation& told, std::string_view name, std::int32_t part,
                           std::int32_t triangle) {
  const ExplainedBody& body = name == "a" ? told.a : told.b;
  std::string text = triangle < 0 ? "the hull" : fmt::format("triangle {}", triangle);
  if (body.body.parts().size() > 1) text += fmt::format(" of part {}", part);
  return fmt::format("{} of {}", text, name);
}

/// Returns "Part 2 of a, part 0 of b: "; nothing where both have one part.
std::string parts_words(const BodyExplanation& told, std::int32_t part_a, std::int32_t part_b) {
  if (told.a.body.parts().size() <= 1 && told.b.body.parts().size() <= 1) return "";
  return fmt::format("Part {} of a and part {} of b: ", part_a, part_b);
}

constexpr std::array<std::string_view, 4> kFeatures = {"", "a vertex", "an edge",
                                                       "the inside of a triangle"};

std::string reason_words(const BodyStep& step) {
  const std::string direction = direction_words(step.direction);
  switch (step.reason) {
    case ContactReason::piercing:
      return "The edge passes through the triangle, so the bodies overlap.";
    case ContactReason::plane_between:
      return fmt::format(
          "A plane across {} parts the cones, a behind it and b before it: here they touch and no "
          "more.",
          direction);
    case ContactReason::same_side:
      return fmt::format(
          "Both bodies reach to the side {} of the plane of these features, so they overlap.",
          direction);
    case ContactReason::common_direction:
      return fmt::format("The direction {} leads into both cones, so the bodies overlap.",
                         direction);
    case ContactReason::nothing_common:
      return "No direction leads into both cones: here they touch and no more.";
    case ContactReason::crossing:
      return "The triangles cross in inner points of both, so the surfaces overlap.";
    case ContactReason::no_crossing:
      return "The triangles have no inner points in common: here they touch and no more.";
  }
  return "";
}

std::string contact_words(const BodyStep& step, const BodyExplanation& told) {
  std::string text = triangle_words(told, "a", step.part_a, step.triangle_a) + " and " +
                     triangle_words(told, "b", step.part_b, step.triangle_b);
  text[0] = text[0] == 't' ? 'T' : text[0];
  if (step.in_doubles) {
    return text +
           ": an edge of one passes through the other, which doubles prove. The bodies overlap.";
  }
  text += fmt::format(" meet: {} of a and {} of b", kFeatures[step.feature_a.size()],
                      kFeatures[step.feature_b.size()]);
  if (const auto place = contact_place(step)) text += ", at " + point_words(*place);
  return text + ". " + reason_words(step);
}

std::string boxes_words(const BodyStep& step) {
  std::string text =
      fmt::format("{} of the trees {} opened", several(step.boxes_opened, "box", "boxes"),
                  step.boxes_opened == 1 ? "was" : "were");
  if (step.triangle_pairs == 0)
    return text + ". All that they hold is apart: no triangle was looked at.";
  text += fmt::format(". Those that may meet hold {}.",
                      several(step.triangle_pairs, "pair of triangles", "pairs of triangles"));
  return text + (step.triangles_left == 0
                     ? " Doubles prove each of them apart."
                     : fmt::format(" Up to the decision, {} {} not proven apart in doubles.",
                                   step.triangles_left, step.triangles_left == 1 ? "was" : "were"));
}

std::string enclosure_words(const BodyStep& step) {
  const std::string_view own = step.side == 0 ? "a" : "b", other = step.side == 0 ? "b" : "a";
  std::string text = fmt::format(
      "A component of {} touches no triangle of {}. A ray from its vertex {} along {} crosses the "
      "mesh of {}",
      own, other, point_words(step.start), direction_words(step.direction), other);
  if (step.crossings.empty()) {
    text += " nowhere";
  } else {
    text += fmt::format(" {}:", several(std::ssize(step.crossings), "time", "times"));
    constexpr std::size_t kNamed = 8;
    for (std::size_t i = 0; i < std::min(step.crossings.size(), kNamed); ++i) {
      const RayCrossing& one = step.crossings[i];
      text += i == 0 ? " " : ", ";
      text += one.triangle < 0 ? fmt::format("{:+d}", one.sign)
                               : fmt::format("{:+d} at triangle {}", one.sign, one.triangle);
    }
    if (step.crossings.size() > kNamed) text += ", and more";
  }
  return text + fmt::format(". The winding number is {}: the component lies {}.", step.winding,
                            step.winding != 0 ? "inside, and the bodies overlap" : "outside");
}

std::string point_proof(const PartPoint& point, std::string_view name) {
  if (point.weights.empty())
    return fmt::format("inside the solid {}, whose winding number about it is not 0", name);
  if (point.triangle < 0)
    return fmt::format("a mean of {} of {}",
                       several(std::ssize(point.weights), "vertex", "vertices"), name);
  return fmt::format("in triangle {} of {}", point.triangle, name);
}

std::string proof_words(const BodyExplanation& told) {
  if (!told.certificate) return "Proof: none was made; " + told.no_certificate + ".";
  const BodyCertificate& proof = *told.certificate;
  std::size_t cuts = 0, outside = 0;
  for (const PartSeparation& parts : proof.separations) {
    cuts += parts.cuts.size();
    outside += parts.outside_a.size() + parts.outside_b.size();
  }
  std::string text = "Proof, checked in exact arithmetic: ";
  if (proof.verdict != Verdict::separated) {
    text += fmt::format("one point of both bodies: {}, and {}.", point_proof(proof.a, "a"),
                        point_proof(proof.b, "b"));
    if (proof.verdict == Verdict::overlapping) return text;
    if (proof.separations.empty()) {
      return text +
             " That no inner points are common rests on the theorem of docs/bodies.md, not on the "
             "proof.";
    }
    text += " And ";
  }
  text +=
      fmt::format("{} between ranges of triangles, which cover every pair of triangles",
                  several(std::ssize(proof.separations) == 0 ? 0 : static_cast<std::int64_t>(cuts),
                          "cut", "cuts"));
  if (outside > 0) {
    text += fmt::format("; winding numbers of 0 about {}",
                        several(static_cast<std::int64_t>(outside), "point", "points"));
  }
  return text + ".";
}

}  // namespace

std::string several(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string taken_words(const ExplainedBody& body) {
  const auto parts = body.body.parts();
  if (parts.size() != 1)
    return fmt::format("a union of {}: {}", several(std::ssize(parts), "part", "parts"),
                       body.taken.why);
  if (const auto* mesh = std::get_if<Mesh3>(&parts.front().shape)) {
    const MeshReport& report = mesh->report();
    const std::string triangles = several(report.triangles_given, "triangle", "triangles");
    if (mesh->kind() == MeshKind::solid) {
      return fmt::format("a solid of {} in {}: they close and do not cross", triangles,
                         several(report.components, "component", "components"));
    }
    return fmt::format("a surface of {}: {}", triangles,
                       body.taken.why.empty() ? "it was to be taken so" : body.taken.why);
  }
  const auto& hull = std::get<Polytope3>(parts.front().shape);
  return fmt::format("a hull of {}: {}", several(hull.vertex_count(), "vertex", "vertices"),
                     body.taken.why);
}

std::optional<Vector3> contact_place(const BodyStep& step) {
  if (step.feature_a.size() == 1) return step.feature_a[0];
  if (step.feature_b.size() == 1) return step.feature_b[0];
  if (step.feature_a.empty() || step.feature_b.empty()) return std::nullopt;
  const auto minus = [](const Vector3& p, const Vector3& q) {
    return Vector3{p[0] - q[0], p[1] - q[1], p[2] - q[2]};
  };
  const auto cross = [](const Vector3& p, const Vector3& q) {
    return Vector3{p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
  };
  const auto dot = [](const Vector3& p, const Vector3& q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  };
  // An edge meets a plane: that of a triangle, or the one through the other edge and across both.
  const bool edge_is_a = step.feature_a.size() == 2;
  const std::vector<Vector3>& edge = edge_is_a ? step.feature_a : step.feature_b;
  const std::vector<Vector3>& other = edge_is_a ? step.feature_b : step.feature_a;
  const Vector3 along = minus(edge[1], edge[0]), first = minus(other[1], other[0]);
  const Vector3 normal = other.size() == 3 ? cross(first, minus(other[2], other[0]))
                                           : cross(first, cross(first, along));
  const double slope = dot(normal, along);
  const double t = slope != 0 ? dot(normal, minus(other[0], edge[0])) / slope : -1;
  if (!(t >= 0 && t <= 1)) return std::nullopt;
  return Vector3{edge[0][0] + t * along[0], edge[0][1] + t * along[1], edge[0][2] + t * along[2]};
}

std::string step_words(const BodyStep& step, const BodyExplanation& told) {
  const std::string parts = parts_words(told, step.part_a, step.part_b);
  switch (step.event) {
    case BodyEvent::convex:
      return parts + "Both are convex, and were decided as convex bodies are" +
             (step.overlaps ? ": they overlap." : ": they do not overlap.");
    case BodyEvent::apart:
      return parts + "A ball or a box about each is apart. No triangle was looked at.";
    case BodyEvent::boxes:
      return parts + boxes_words(step);
    case BodyEvent::contact:
      return contact_words(step, told);
    case BodyEvent::enclosure:
      return parts + enclosure_words(step);
  }
  return "";
}

std::string closest_words(const BodyExplanation& told) {
  const BodyDistance& found = *told.distance;
  std::string text = fmt::format("The closest: {} and {}",
                                 triangle_words(told, "a", found.part_a, found.triangle_a),
                                 triangle_words(told, "b", found.part_b, found.triangle_b));
  if (found.witness) {
    text += fmt::format(", at {} and {}", point_words(found.witness->point_a),
                        point_words(found.witness->point_b));
  }
  return text + fmt::format(". The distance is {}.",
                            show_interval(found.distance.lower, found.distance.upper));
}

std::string cut_words(const BodyExplanation& told, const PartSeparation& parts, const RangeCut& cut,
                      std::size_t at, std::size_t count) {
  Vector3 direction{};
  for (std::size_t k = 0; k < 3; ++k) direction[k] = cut.direction[k].value;
  const auto range = [](const ExplainedBody& body, std::int32_t part, std::int32_t begin,
                        std::int32_t end) -> std::string {
    const Part3& its = body.body.parts()[static_cast<std::size_t>(part)];
    if (std::holds_alternative<Polytope3>(its.shape)) return "the hull";
    return several(end - begin, "triangle", "triangles");
  };
  return fmt::format("{}Cut {} of {} of the proof, along {}: {} of a {} {} of b.",
                     parts_words(told, parts.part_a, parts.part_b), at, count,
                     direction_words(direction),
                     range(told.a, parts.part_a, cut.a_begin, cut.a_end),
                     told.decision.verdict == Verdict::touching ? "not above" : "below",
                     range(told.b, parts.part_b, cut.b_begin, cut.b_end));
}

std::string answer_words(const BodyExplanation& told) {
  std::string verdict(to_string(told.decision.verdict));
  verdict[0] = static_cast<char>(verdict[0] - 'a' + 'A');
  std::string text = fmt::format("{}, stage {}.", verdict, to_string(told.decision.stage));
  if (told.distance) {
    text += fmt::format(" Distance {}.", show_interval(told.distance->distance.lower,
                                                       told.distance->distance.upper));
  }
  return text + " " + proof_words(told);
}

}  // namespace sunder::cli
