// SPDX-License-Identifier: Apache-2.0
//
// Rings become a polygon, which meets another and a segment. The truth cuts every edge at every corner and counts the
// pieces modulo 2, in fractions. Verdicts are held against those of the convex parts, and against themselves under poses.
// Each has a proof that is accepted.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "fuzz/choices.hpp"
#include "fuzz/demand.hpp"
#include "fuzz/numbers.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "suite/case.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Rational;
using Rings = std::vector<std::vector<Vector2>>;
using Place = std::array<Rational, 2>;
using Piece = std::pair<Place, Place>;  ///< the lesser end first

/// Coordinates of one drawing: a small grid, a grid that is scaled, grid points and their neighbours, or any doubles.
class RingPlaces {
 public:
  explicit RingPlaces(Choices& choices) : choices_(choices), kind_(choices.in(0, 4)) {
    if (kind_ == 1) scale_ = std::ldexp(1.0, draw_exponent(choices));
  }
  double draw() {
    if (kind_ == 4) return any_double(choices_);
    if (kind_ == 3) return choices_.real(-1, 1);
    if (kind_ == 2) return neighbour(choices_.in(0, 3), choices_.in(-1, 1));
    return finite_or_zero(choices_.in(0, 4) * scale_);
  }

 private:
  Choices& choices_;
  int kind_;
  double scale_ = 1;
};

Rings draw_rings(Choices& choices) {
  RingPlaces places(choices);
  Rings rings(static_cast<std::size_t>(choices.in(0, 4)));
  for (auto& ring : rings) {
    for (int i = choices.in(0, 6); i > 0; --i) ring.push_back({places.draw(), places.draw()});
  }
  return rings;
}

Place exact(const Vector2& p) { return {Rational(p[0]), Rational(p[1])}; }
int turn(const Place& p, const Place& q, const Place& r) {
  return Rational((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).sign();
}
bool lies_on(const Piece& piece, const Place& at) {
  return turn(piece.first, piece.second, at) == 0 && piece.first <= at && at <= piece.second;
}

/// The pieces of the edges, cut at all corners, and how often each stands.
std::map<Piece, int> pieces_of(const Rings& rings) {
  std::map<Place, bool> corners;
  for (const auto& ring : rings) {
    for (const Vector2& p : ring) corners[exact(p)] = true;
  }
  std::map<Piece, int> uses;
  for (const auto& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Place p = exact(ring[i]), q = exact(ring[(i + 1) % ring.size()]);
      const Piece edge{std::min(p, q), std::max(p, q)};
      Place before = edge.first;
      for (const auto& [corner, used] : corners) {
        if (corner == edge.first || !lies_on(edge, corner)) continue;
        ++uses[{before, corner}];
        before = corner;
      }
    }
  }
  return uses;
}

bool is_simple(const std::map<Piece, int>& uses) {
  for (const auto& [e, count] : uses) {
    for (const auto& [f, other] : uses) {
      if (turn(e.first, e.second, f.first) * turn(e.first, e.second, f.second) < 0 &&
          turn(f.first, f.second, e.first) * turn(f.first, f.second, e.second) < 0)
        return false;
    }
  }
  return true;
}

bool is_in(const std::map<Piece, int>& uses, const Place& at) {
  bool inside = false;
  for (const auto& [piece, count] : uses) {
    if (count % 2 == 0) continue;
    if (lies_on(piece, at)) return true;
    const bool rises = piece.first[1] <= piece.second[1];
    const Place &low = rises ? piece.first : piece.second,
                &high = rises ? piece.second : piece.first;
    if (low[1] <= at[1] && at[1] < high[1] && turn(low, high, at) > 0) inside = !inside;
  }
  return inside;
}

Verdict worse_of(Verdict p, Verdict q) {
  if (p == Verdict::overlapping || q == Verdict::overlapping) return Verdict::overlapping;
  return p == Verdict::touching ? p : q;
}

/// The host's modes, in which all is asked.
struct Modes {
  int rounding;
  oracle::Subnormals subnormals;
};

Verdict ask_both(const PosedBody2& a, const PosedBody2& b, const Modes& modes) {
  const oracle::HostState state(modes.rounding, modes.subnormals);
  const Verdict verdict = intersects(a, b).verdict;
  demand_equal(intersects(b, a).verdict, verdict, "bodies in the plane, b first");
  return verdict;
}

void check_distance(const PosedBody2& a, const PosedBody2& b, Verdict verdict, const Modes& modes) {
  const oracle::HostState state(modes.rounding, modes.subnormals);
  const BodyDistance2 found = distance(a, b);
  demand_equal(found.verdict, verdict, "a distance's verdict");
  const auto [lower, upper] = found.distance;
  demand(lower <= upper && lower >= 0, "the ends of a distance are in order");
  demand(verdict == Verdict::separated || upper == 0, "bodies that meet are at distance 0");
  const auto at = [&](double m) { return compare_to_margin(a, b, {m, 0, 0}).value().verdict; };
  demand_equal(at(0), verdict, "a margin of 0");
  if (verdict != Verdict::separated) return;
  demand(at(lower) != Verdict::overlapping, "no margin below a distance holds it");
  demand(std::isinf(upper) || at(upper) != Verdict::separated,
         "a margin above a distance holds it");
}

/// A margin that is no less than the distance is proven: two points are that near.
void check_margin_proof(const PosedBody2& a, const PosedBody2& b, double upper) {
  if (std::isinf(upper)) return;
  const Margin margin{.distance = upper > 0 ? upper : 0x1p-20};
  const auto made = certify(a, b, margin, compare_to_margin(a, b, margin).value());
  demand(made.has_value(), "a margin in the plane has a proof");
  demand(verify(a, b, margin, made.value()).complete, "a proof of a margin is complete");
}

/// A proof of the distance, and so of the verdict, is made and accepted in any modes. It proves no other verdict. Where
/// poses flatten a polygon none may be found.
void check_proof(const PosedBody2& a, const PosedBody2& b, Verdict verdict, bool flattens,
                 const Modes& modes) {
  const oracle::HostState state(modes.rounding, modes.subnormals);
  const BodyDistance2 measured = distance(a, b);
  check_margin_proof(a, b, measured.distance.upper);
  const auto made = certify(a, b, measured);
  demand(made.has_value() || flattens, "a verdict in the plane has a proof");
  if (!made) return;
  const BodyCheck check = verify(a, b, made.value());
  demand(check.accepted, "a proof in the plane is accepted");
  demand(check.complete || (flattens && verdict == Verdict::touching),
         "a proof in the plane is complete");
  BodyCertificate forged = made.value();
  for (const Verdict other : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    forged.verdict = other;
    const BodyCheck found = verify(a, b, forged);
    demand(
        other == verdict || !found.accepted || (verdict == Verdict::overlapping && !found.complete),
        "a proof of one verdict is none of another");
  }
}

/// Contacts, containment and casts of two parts. What of it an affine map of both keeps.
struct Kept {
  std::size_t regions = 0;
  bool a_in_b = false, b_in_a = false;
  friend bool operator==(const Kept&, const Kept&) = default;
};
Kept check_outlines(const PosedBody2& a, const PosedBody2& b, Verdict verdict,
                    const Vector2& velocity, const Modes& modes) {
  const oracle::HostState state(modes.rounding, modes.subnormals);
  const BodyContact2 found = contact(a, b);
  demand_equal(found.verdict, verdict, "a contact's verdict");
  demand(verdict != Verdict::separated || found.regions.empty(),
         "no region where bodies are apart");
  demand(verdict != Verdict::touching || !found.regions.empty(),
         "bodies that touch do so somewhere");
  demand(contact(b, a).regions.size() == found.regions.size(), "as many regions, b first");
  demand(contains(a, a).value().contained, "a body lies in itself");
  const Kept kept{found.regions.size(), contains(a, b).value().contained,
                  contains(b, a).value().contained};
  const Body2 nothing{{Polytope2()}};
  const bool a_is_empty = contains(a, nothing).value().contained;
  demand(!kept.a_in_b || a_is_empty || verdict != Verdict::separated,
         "what lies in a body meets it");
  if (!std::isfinite(velocity[0]) || !std::isfinite(velocity[1])) return kept;
  const Motion2 still, way = Motion2::linear(velocity).value(),
                       back = Motion2::linear({-velocity[0], -velocity[1]}).value();
  const BodyCast2 at_rest = cast(a, still, b, still).value(),
                  moved = cast(a, way, b, still).value(), other = cast(a, still, b, back).value(),
                  together = cast(a, way, b, way).value();
  demand(at_rest.verdict == (verdict == Verdict::separated ? CastVerdict::free : CastVerdict::hit),
         "bodies at rest meet at the start or never");
  demand(together.verdict == at_rest.verdict, "bodies that move alike meet at the start or never");
  demand(moved.time.lower == other.time.lower && moved.time.upper == other.time.upper &&
             moved.verdict == other.verdict,
         "it does not matter which of two bodies moves");
  return kept;
}

std::optional<Polygon2> check_rings(const Rings& rings, const Modes& modes) {
  const auto built = [&] {
    const oracle::HostState state(modes.rounding, modes.subnormals);
    return Polygon2::from_rings(rings);
  }();
  const std::map<Piece, int> uses = pieces_of(rings);
  demand(built.has_value() == is_simple(uses),
         "rings are refused where edges cross, and only there");
  if (!built) {
    demand(built.error().code == ErrorCode::not_simple, "rings that cross are not simple");
    return std::nullopt;
  }
  const Polygon2& polygon = built.value();
  std::size_t odd = 0;
  for (const auto& [piece, count] : uses) odd += count % 2 != 0 ? 1 : 0;
  demand(polygon.outline().size() == odd, "the outline is the pieces that stay");
  for (std::size_t i = 0; i < polygon.parts().size(); ++i) {
    demand(polygon.parts()[i].report().affine_dimension == 2, "parts have an area");
    for (std::size_t j = 0; j < i; ++j) {
      demand(intersects(polygon.parts()[i], polygon.parts()[j]).verdict != Verdict::overlapping,
             "parts do not overlap");
    }
  }
  Rational area = 0, of_parts = 0;
  for (const auto& [i, j] : polygon.outline()) {
    const Place p = exact(polygon.points()[static_cast<std::size_t>(i)]),
                q = exact(polygon.points()[static_cast<std::size_t>(j)]);
    area += p[0] * q[1] - p[1] * q[0];
  }
  for (const Polytope2& part : polygon.parts()) {
    Rational whole = 0;
    for (const Edge& edge : part.edges()) {
      const Place p = exact(part.vertex(edge.vertices[0])),
                  q = exact(part.vertex(edge.vertices[1])), o = exact(part.vertex(0));
      const Rational twice = (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
      whole += twice < 0 ? Rational(-twice) : twice;
    }
    of_parts += whole;
  }
  demand(area == of_parts, "the parts have the polygon's area");
  return polygon;
}

Pose2 draw_pose(Choices& choices, bool flattens) {
  const auto small = [&] { return choices.in(-2, 2) * 0.5; };
  switch (choices.in(0, 3)) {
    case 1:
      return Pose2::translation({small(), small()}).value();
    case 2:
      return Pose2::from_cos_sin(1 + choices.unit(), choices.real(-1, 1), {small(), small()})
          .value();
    case 3: {
      std::array<double, 6> rows{1, 0, small(), choices.real(-1, 1), 1, small()};
      if (flattens) {
        for (double& entry : rows) entry = choices.in(-1, 1);
      }
      return Pose2::from_matrix(rows).value();
    }
    default:
      return Pose2::identity();
  }
}

}  // namespace

void fuzz_rings(Bytes bytes) {
  Choices choices(bytes);
  asking_about(nullptr);
  const Modes modes{std::array{FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                               FE_TOWARDZERO}[static_cast<std::size_t>(choices.in(0, 3))],
                    oracle::kAllSubnormals[static_cast<std::size_t>(choices.in(0, 3))]};
  const Rings rings = draw_rings(choices);
  const std::optional<Polygon2> polygon = check_rings(rings, modes);
  RingPlaces places(choices);
  std::vector<Vector2> points{{places.draw(), places.draw()}};
  for (const auto& ring : rings) points.insert(points.end(), ring.begin(), ring.end());
  if (!polygon) return;
  const std::map<Piece, int> uses = pieces_of(rings);
  for (const Vector2& p : points) {
    const Vector2 middle{p[0] / 2 + points[0][0] / 2, p[1] / 2 + points[0][1] / 2};
    for (const Vector2& at : {p, middle}) {
      const oracle::HostState state(modes.rounding, modes.subnormals);
      demand(polygon->contains(at) == is_in(uses, exact(at)),
             "a point is in the polygon by the even-odd rule");
    }
  }

  // Another polygon, or this one, under poses of their own.
  std::optional<Polygon2> other =
      choices.chance(1, 4) ? polygon : check_rings(draw_rings(choices), modes);
  if (!other) other = polygon;
  const Pose2 pose_a = draw_pose(choices, false), pose_b = draw_pose(choices, false);
  Verdict truth = Verdict::separated;
  for (const Polytope2& p : polygon->parts()) {
    for (const Polytope2& q : other->parts())
      truth = worse_of(truth, intersects({p, pose_a}, {q, pose_b}).verdict);
  }
  const Body2 a{{*polygon}}, b{{*other}};
  demand_equal(ask_both({a, pose_a}, {b, pose_b}, modes), truth, "two polygons");
  check_distance({a, pose_a}, {b, pose_b}, truth, modes);
  check_proof({a, pose_a}, {b, pose_b}, truth, false, modes);
  const Vector2 velocity{places.draw(), places.draw()};
  const Kept kept = check_outlines({a, pose_a}, {b, pose_b}, truth, velocity, modes);

  // One more pose for both changes nothing; a chain of two takes the exact way.
  const Pose2 outer = draw_pose(choices, false);
  const Body2 part_a{{*polygon, pose_a}}, part_b{{*other, pose_b}};
  demand_equal(ask_both({part_a, outer}, {part_b, outer}, modes), truth,
               "two polygons under one more pose");
  check_distance({part_a, outer}, {part_b, outer}, truth, modes);
  check_proof({part_a, outer}, {part_b, outer}, truth, false, modes);
  demand(check_outlines({part_a, outer}, {part_b, outer}, truth, velocity, modes) == kept,
         "one more pose keeps regions and containment");
  const Pose2 any = draw_pose(choices, true), beside = draw_pose(choices, true);
  const Verdict anywhere = ask_both({part_a, any}, {part_b, beside}, modes);
  check_distance({part_a, any}, {part_b, beside}, anywhere, modes);
  check_proof({part_a, any}, {part_b, beside}, anywhere, true, modes);
  check_outlines({part_a, any}, {part_b, beside}, anywhere, velocity, modes);

  // A segment overlaps where a part of it runs inside; never less than what it does to the parts.
  const Polytope2 segment = Polytope2::from_points({points[0], points.back()}).value();
  const Body2 flat{{segment, pose_a}};
  Verdict by_parts = Verdict::separated;
  for (const Polytope2& p : polygon->parts())
    by_parts = worse_of(by_parts, intersects(p, segment).verdict);
  const Verdict met = ask_both({part_a, outer}, {flat, outer}, modes);
  demand(worse_of(met, by_parts) == met, "a segment does to a polygon what it does to its parts");
  demand((met == Verdict::separated) == (by_parts == Verdict::separated),
         "a segment meets the parts");
  check_proof({part_a, outer}, {flat, outer}, met, false, modes);
  check_outlines({part_a, outer}, {flat, outer}, met, velocity, modes);
}

}  // namespace sunder::fuzz
