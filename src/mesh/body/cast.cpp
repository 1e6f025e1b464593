// SPDX-License-Identifier: Apache-2.0
//
// Idea: Bodies that meet at the start are a hit at 0; for others the first of all pairs of parts counts. A ray is the
// cast of a point.
// Cost: That of intersects(), and of each pair of parts.
// Gives up: Motions that turn are refused.
#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/refusal.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/pair/first_meeting.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/proof/named_place.hpp"
#include "sunder/body_cast.hpp"

namespace sunder::detail::mesh {
namespace {

/// Keeps the earlier of two hits.
void take_earlier(const BodyCast& one, BodyCast& first) {
  if (one.verdict != CastVerdict::hit) return;
  if (first.verdict != CastVerdict::hit || one.time.upper < first.time.upper) {
    const double lower = first.verdict == CastVerdict::hit ? first.time.lower : 1;
    first = one;
    first.time.lower = std::min(one.time.lower, lower);
  } else {
    first.time.lower = std::min(one.time.lower, first.time.lower);
  }
}

BodyCast cast_parts(const PartPair& pair, const Motion3& motion_a, const Motion3& motion_b) {
  BodyCast first;
  first.verdict = CastVerdict::free;
  first.time = {1, 1};
  if (const auto convex = pair.hulls()) {
    BodyCast one;
    static_cast<Cast3&>(one) = cast(convex->first, motion_a, convex->second, motion_b);
    take_earlier(one, first);
    return first;
  }
  for_each_piece(pair, [&](const Piece& s, const Piece& t) {
    const FirstMeeting found = find_first_meeting({&s, pair.chain(0)}, {&t, pair.chain(1)},
                                                  {motion_a.translation(), motion_b.translation()});
    if (!found.hit) return;
    BodyCast one;
    one.verdict = CastVerdict::hit;
    one.time = found.time;
    one.witness = found.witness;
    one.triangle_a = caller_of(s, found.triangle_a);
    one.triangle_b = caller_of(t, found.triangle_b);
    take_earlier(one, first);
  });
  return first;
}

BodyCast cast_bodies(const PosedBody3& a, const Motion3& motion_a, const PosedBody3& b,
                     const Motion3& motion_b) {
  BodyCast answer;
  const BodyDecision start = intersects(a, b);
  answer.start = start.verdict;
  answer.steps = 1;
  if (start) {
    answer.verdict = CastVerdict::hit;
    answer.time = {0, 0};
    copy_place(start, answer);
    return answer;
  }
  answer.verdict = CastVerdict::free;
  answer.time = {1, 1};
  // Parts that meet by a time are no farther apart along any axis than they come nearer until then.
  double way = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double change = motion_a.translation()[k] - motion_b.translation()[k];
    way = std::max(way, std::fabs(change) * (1 + 0x1p-50));
  }
  const auto until_hit = [&] { return way * answer.time.upper * (1 + 0x1p-50); };
  for_each_pair(a, b, until_hit, [&](const PartPair& pair, std::size_t i, std::size_t j) {
    BodyCast one = cast_parts(pair, motion_a, motion_b);
    one.part_a = static_cast<std::int32_t>(i);
    one.part_b = static_cast<std::int32_t>(j);
    take_earlier(one, answer);
    return true;
  });
  answer.start = Verdict::separated;
  answer.steps = 1;
  return answer;
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<BodyCast> cast(const PosedBody3& a, const Motion3& motion_a, const PosedBody3& b,
                      const Motion3& motion_b) {
  const detail::DefaultEnvironment environment;
  if (motion_a.turns() || motion_b.turns()) return detail::refuse_turning();
  return detail::mesh::cast_bodies(a, motion_a, b, motion_b);
}

Result<BodyCast> ray_cast(const Vector3& origin, const Vector3& direction, const PosedBody3& body) {
  const detail::DefaultEnvironment environment;
  Error error = detail::refuse_ray(origin, direction);
  if (!error.message.empty()) return error;
  const Body3 point{{Polytope3::from_points(std::array{origin}).value()}};
  BodyCast answer = detail::mesh::cast_bodies(point, Motion3::linear(direction).value(), body, {});
  answer.part_a = answer.triangle_a = -1;
  if (answer && answer.start != Verdict::separated) answer.witness = Witness<3>{{}, origin, origin};
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
