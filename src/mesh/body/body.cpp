// SPDX-License-Identifier: Apache-2.0
//
// Idea: Balls about both bodies prove most apart. Else each part of one body meets each of the other.
// Bound: That of balls (placed_ball.hpp); no other number of this file is rounded.
// Cost: A question for each pair of parts.
// Gives up: Never.
#include "sunder/body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/hull_block.hpp"
#include "geometry/vectors.hpp"
#include "mesh/body/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/proof/named_place.hpp"

namespace sunder::detail::mesh {
namespace {

/// Returns a ball about all balls. Its middle is that of a box; a single ball is its own.
PlacedBall ball_about(std::span<const PlacedBall> balls) noexcept {
  if (balls.size() == 1) return balls[0];
  constexpr double kFar = std::numeric_limits<double>::infinity();
  PlacedBall about{{}, balls.empty() ? kFar : 0};
  for (std::size_t k = 0; k < 3 && !balls.empty(); ++k) {
    double lower = kFar, upper = -kFar;
    for (const PlacedBall& ball : balls) {
      lower = std::min(lower, ball.middle[k] - ball.radius);
      upper = std::max(upper, ball.middle[k] + ball.radius);
    }
    about.middle[k] = 0.5 * lower + 0.5 * upper;
  }
  for (const PlacedBall& ball : balls) {
    // The norm of a difference that is rounded is within a few units; squares that underflow add less than 2^-500.
    const Vector3 d = minus<3>(ball.middle, about.middle);
    const double reach = (std::sqrt(dot<3>(d, d)) + ball.radius) * (1 + 0x1p-48) + 0x1p-500;
    about.radius = reach > about.radius || std::isnan(reach) ? reach : about.radius;
  }
  return about;
}

PlacedBall ball_about_parts(std::span<const Part3> parts) {
  std::vector<PlacedBall> balls;
  for (const Part3& part : parts) {
    if (const auto* const mesh = std::get_if<Mesh3>(&part.shape)) {
      for (const Piece& piece : MeshAccess::data(*mesh).pieces) {
        if (!piece.triangles.empty())
          balls.push_back(ball_of({&piece, {is_identity(part.pose) ? nullptr : &part.pose}}));
      }
      continue;
    }
    const HullBlock& hull = BlockAccess::block(std::get<Polytope3>(part.shape));
    if (hull.count == 0) continue;
    const PlacedBall own{{hull.centre[0], hull.centre[1], hull.centre[2]}, hull.circumscribed};
    balls.push_back(carried(own, part.pose));
  }
  return ball_about(balls);
}

}  // namespace

std::shared_ptr<const BodyData> BodyAccess::make(std::span<const Part3> parts) {
  auto data = std::make_shared<BodyData>();
  data->parts.assign(parts.begin(), parts.end());
  const DefaultEnvironment environment;
  data->ball = ball_about_parts(parts);
  data->made_.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (std::holds_alternative<Polytope3>(parts[i].shape))
      data->made_[i] = std::make_unique<BodyData::Made>();
  }
  return data;
}

std::span<const Piece> BodyData::pieces(std::size_t part) const {
  if (const auto* mesh = std::get_if<Mesh3>(&parts[part].shape))
    return MeshAccess::data(*mesh).pieces;
  Made& made = *made_[part];
  std::call_once(made.once, [&] { made.piece = piece_of(std::get<Polytope3>(parts[part].shape)); });
  return {&made.piece, 1};
}

}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

using detail::mesh::for_each_pair;
using detail::mesh::is_worse;
using detail::mesh::PartPair;

Body3::Body3(std::span<const Part3> parts) : data_(detail::mesh::BodyAccess::make(parts)) {}

std::span<const Part3> Body3::parts() const noexcept { return data_->parts; }

namespace {

/// Decides by pairs of parts; `is_open` is that of PartPair::decide().
BodyDecision decide(const PosedBody3& a, const PosedBody3& b, const BodySearch& search,
                    BodyTrace* trace, bool* is_open = nullptr) {
  const detail::DefaultEnvironment environment;
  BodyDecision found;
  found.verdict = Verdict::separated;
  found.stage = Stage::bounds;
  found.proven = true;
  const auto ball_of = [](const PosedBody3& posed) {
    return carried(detail::mesh::BodyAccess::data(posed.body()).ball, posed.pose());
  };
  const bool far_apart =
      search.algorithm == Algorithm::automatic && lie_apart(ball_of(a), ball_of(b));
  if (far_apart && trace == nullptr && search.counters == nullptr) return found;
  const auto where_they_meet = [] { return 0.0; };
  for_each_pair(a, b, where_they_meet, [&](const PartPair& pair, std::size_t i, std::size_t j) {
    const BodyDecision decision = pair.decide(search, trace, is_open);
    if (is_worse(decision.verdict, found.verdict)) {
      found = decision;
      found.part_a = static_cast<std::int32_t>(i);
      found.part_b = static_cast<std::int32_t>(j);
    } else {
      found.stage = std::max(found.stage, decision.stage);
      if (found.verdict == Verdict::separated && decision.decided_by != Algorithm::automatic)
        found.decided_by = decision.decided_by;
    }
    return found.verdict != Verdict::overlapping;
  });
  if (far_apart) found.stage = Stage::bounds;  // whoever watches
  return found;
}

}  // namespace

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, const BodySearch& search) {
  return decide(a, b, search, nullptr);
}

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b, BodyTrace& trace) {
  return decide(a, b, {}, &trace);
}

namespace {

bool is_mesh(const PosedBody3& posed) noexcept {
  const auto parts = posed.body().parts();
  return parts.size() == 1 && std::holds_alternative<Mesh3>(parts[0].shape);
}

}  // namespace

BodyDistance distance(const PosedBody3& a, const PosedBody3& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  constexpr Interval kUnknown{std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::infinity()};
  BodyDistance found;
  // A positive distance of two meshes tells most of their verdict: it is sought first where that takes long.
  bool is_open = false;
  BodyDecision decision =
      decide(a, b, search, nullptr, is_mesh(a) && is_mesh(b) ? &is_open : nullptr);
  if (is_open) {
    static_cast<Decision&>(found) = decision;
    found.distance = kUnknown;
    if (PartPair(a, 0, b, 0).measure_if_apart(found)) {
      if (search.counters != nullptr)
        ++search.counters->by_stage[static_cast<std::size_t>(found.stage)];
      return found;
    }
    found = {};
    decision = intersects(a, b, search);
  }
  static_cast<Decision&>(found) = decision;
  if (decision) {
    detail::mesh::copy_place(decision, found);
    return found;
  }
  found.distance = kUnknown;
  for_each_pair(
      a, b, [&] { return found.distance.upper; },
      [&](const PartPair& pair, std::size_t, std::size_t) {
        pair.measure(search, found);
        return true;
      });
  return found;
}

Result<BodyDistance> distance(const PosedBody3& a, const PosedBody3& b, double radius_a,
                              double radius_b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::distance_of_padded<3, BodyDistance>(a, b, radius_a, radius_b, search);
}

Result<BodyMarginAnswer> compare_to_margin(const PosedBody3& a, const PosedBody3& b,
                                           const Margin& margin, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  return detail::mesh::compare_bodies_to_margin(
      margin, [&] { return detail::mesh::verdict_of<BodyMarginAnswer>(intersects(a, b, search)); },
      [&](const detail::MarginTerms& terms, BodyMarginAnswer& answer) {
        const double margin_upper = detail::sum_of_terms(terms).upper;
        const auto within = [&] { return margin_upper; };
        for_each_pair(a, b, within, [&](const PartPair& pair, std::size_t i, std::size_t j) {
          const detail::mesh::Compared compared = pair.compare(terms, search);
          if (compared.exact) answer.stage = std::max(answer.stage, Stage::integer);
          if (is_worse(compared.verdict, answer.verdict)) {
            answer.verdict = compared.verdict;
            answer.decided_by = compared.decided_by;
            answer.part_a = static_cast<std::int32_t>(i);
            answer.part_b = static_cast<std::int32_t>(j);
            answer.triangle_a = compared.triangle_a;
            answer.triangle_b = compared.triangle_b;
          }
          return answer.verdict != Verdict::overlapping;
        });
      });
}

}  // namespace sunder::inline SUNDER_ABI
