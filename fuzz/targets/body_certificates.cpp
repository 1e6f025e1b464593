// SPDX-License-Identifier: Apache-2.0
//
// Tests the checker of bodies that need not be convex. Honest proofs of verdicts, distances and margins are accepted, and
// their text reads back the same. A text that is mutated, or any text, is never believed wrongly.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "fuzz/choices.hpp"
#include "fuzz/demand.hpp"
#include "fuzz/mutate_text.hpp"
#include "fuzz/numbers.hpp"
#include "fuzz/targets.hpp"
#include "sunder/report.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using Corners = std::array<std::int32_t, 3>;

/// A tetrahedron or a box as a mesh, perhaps without a triangle.
Mesh3 draw_mesh(Choices& choices) {
  std::vector<Vector3> points;
  std::vector<Corners> triangles;
  const auto half = [&](int low, int high) { return choices.in(low, high) * 0.5; };
  if (choices.chance(1, 2)) {
    points = {{0, 0, 0},
              {half(1, 4), 0, half(-1, 1)},
              {half(-1, 1), half(1, 4), 0},
              {half(0, 1), 0, half(1, 4)}};
    triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  } else {
    const Vector3 size{half(1, 4), half(1, 4), half(1, 4)};
    for (int i = 0; i < 8; ++i)
      points.push_back({i & 1 ? size[0] : 0, i & 2 ? size[1] : 0, i & 4 ? size[2] : 0});
    triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  }
  if (choices.chance(1, 3)) triangles.pop_back();
  return Mesh3::from_triangles(points, triangles).value();
}

Pose3 draw_place(Choices& choices) {
  const auto half = [&] { return choices.in(-4, 4) * 0.5; };
  const Vector3 t{half(), half(), half()};
  if (choices.chance(1, 4)) return Pose3::from_wxyz({1, half(), half(), half()}, t).value();
  return Pose3::translation(t).value();
}

Body3 draw_body(Choices& choices) {
  std::vector<Part3> parts;
  for (int i = choices.in(0, 7) == 0 ? 2 : 1; i > 0; --i) {
    Part3 part;
    if (choices.chance(1, 4)) {
      part.shape = Polytope3::box({0.5, choices.in(0, 2) * 0.5, 1});
    } else {
      part.shape = draw_mesh(choices);
    }
    if (!parts.empty()) part.pose = draw_place(choices);
    parts.push_back(std::move(part));
  }
  return Body3(std::span<const Part3>(parts));
}

/// Two bodies, a margin, and the truth about them.
struct Drawn {
  Body3 a, b;
  Pose3 pose_a, pose_b;
  Margin margin;
  Verdict truth = Verdict::undecided;
  BodyDistance distance;

  explicit Drawn(Choices& choices)
      : a(draw_body(choices)),
        b(draw_body(choices)),
        pose_a(draw_place(choices)),
        pose_b(draw_place(choices)) {
    if (choices.chance(1, 2)) {
      margin.radius_a = choices.in(0, 4) * 0.25;
      margin.distance = neighbour(choices.in(0, 4) * 0.5, choices.in(-1, 1));
    }
    if (!(margin.distance + margin.radius_a >= 0)) margin = {};
    const BodyMarginAnswer answer = compare_to_margin(first(), second(), margin).value();
    truth = answer.verdict;
    distance = sunder::distance(first(), second());
  }
  PosedBody3 first() const { return {a, pose_a}; }
  PosedBody3 second() const { return {b, pose_b}; }
};

void check_claim(const Drawn& drawn, const BodyCertificate& claim) {
  const BodyCheck check = verify(drawn.first(), drawn.second(), drawn.margin, claim);
  if (!check) return;
  if (!check.complete) {
    // That nothing overlaps is left to the theorem; that they meet is not.
    demand(claim.verdict == Verdict::touching && drawn.truth != Verdict::separated,
           "an accepted contact meets");
    return;
  }
  demand_equal(claim.verdict, drawn.truth, "an accepted proof of bodies");
  if (!claim.distance || claim.verdict != Verdict::separated) return;
  const double m = drawn.margin.distance + drawn.margin.radius_a;  // exact, or within one place
  const double slack = 1e-12 * (1 + m);
  demand(claim.distance->lower <= drawn.distance.distance.upper - m + slack &&
             drawn.distance.distance.lower - m - slack <= claim.distance->upper,
         "an accepted distance of bodies holds the distance");
}

/// Reads a text, and tests what it claims with each verdict and interval that it leaves open.
void check_text(Choices& choices, const Drawn& drawn, const std::string& text) {
  const Result<BodyCertificate> read = body_certificate_from_json(text);
  if (!read) return;
  BodyCertificate claim = read.value();
  std::string again = to_json(claim);
  const Result<BodyCertificate> back = body_certificate_from_json(again);
  if (!back) broken("a certificate of bodies as JSON is read", again + ": " + back.error().message);
  if (to_json(back.value()) != again) broken("a certificate of bodies reads back the same", again);
  for (const Verdict verdict : {Verdict::separated, Verdict::touching, Verdict::overlapping}) {
    claim.verdict = verdict;
    check_claim(drawn, claim);
  }
  claim.verdict = drawn.truth;
  if (!claim.distance) claim.distance.emplace();
  claim.distance->lower =
      neighbour(drawn.distance.distance.lower, choices.in(-2, 2)) - drawn.margin.distance;
  claim.distance->upper =
      choices.chance(1, 2) ? any_double(choices) : drawn.distance.distance.upper;
  check_claim(drawn, claim);
}

std::string honest_text(Choices& choices, const Drawn& drawn) {
  const bool measures = choices.chance(1, 2);
  const BodyMarginAnswer answer =
      compare_to_margin(drawn.first(), drawn.second(), drawn.margin).value();
  Result<BodyCertificate> made = certify(drawn.first(), drawn.second(), drawn.margin, answer);
  if (measures && drawn.margin.distance == 0) {
    const BodyDistance padded =
        distance(drawn.first(), drawn.second(), drawn.margin.radius_a, 0).value();
    demand_equal(padded.verdict, drawn.truth, "the distance of padded bodies");
    made = certify(drawn.first(), drawn.second(), drawn.margin, padded);
  }
  if (!made) broken("an answer about bodies has a proof", made.error().message);
  demand(verify(drawn.first(), drawn.second(), drawn.margin, made.value()),
         "an honest proof of bodies");
  return to_json(made.value());
}

}  // namespace

void fuzz_body_certificates(Bytes bytes) {
  Choices choices(bytes);
  const Drawn drawn(choices);
  std::string text = honest_text(choices, drawn);
  check_text(choices, drawn, text);
  for (int i = choices.in(1, 4); i > 0; --i) {
    std::vector<std::uint8_t> buffer(text.begin(), text.end());
    const std::size_t size = buffer.size();
    buffer.resize(2 * size + 64);
    buffer.resize(mutate_text(choices, buffer, size));
    text.assign(buffer.begin(), buffer.end());
    check_text(choices, drawn, text);
  }
  const Bytes rest = bytes.last(std::min(choices.left(), bytes.size()));
  check_text(choices, drawn, std::string(rest.begin(), rest.end()));
}

}  // namespace sunder::fuzz
