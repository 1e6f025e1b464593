// SPDX-License-Identifier: Apache-2.0
//
// Idea: What parts two bodies parts each convex piece of one from each of the other: the greatest of their depths bounds
// the depth from below. What parts the hulls parts the bodies.
// Bound: Points are rounded to the world, each within an error e of its coordinates. A body whose points move by at most
// d changes a depth by at most d, here the root of 3 times e.
// Cost: O(n log n) for the hulls, and a depth for each pair of triangles that cross.
// Gives up: The interval is wide where the bodies are far from convex.
#include <algorithm>
#include <optional>
#include <vector>

#include "mesh/default_environment.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/piece/world_points.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/walk/walk.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::mesh {
namespace {

/// The hull of all points of a body; none where a coordinate overflows.
struct BodyHull {
  std::optional<Polytope3> hull;
  double error = 0;
};
BodyHull hull_of(const PosedBody3& body) {
  std::vector<Vector3> points;
  BodyHull result;
  for (std::size_t i = 0; i < body.body().parts().size(); ++i) {
    const PartPair part(body, i, body, i);
    for (const Piece& piece : part.pieces(0)) {
      const WorldPoints world = world_points(piece, part.chain(0));
      points.insert(points.end(), world.points.begin(), world.points.end());
      result.error = std::max(result.error, world.error);
    }
  }
  auto hull = Polytope3::from_points(points);
  if (hull) result.hull = std::move(hull).value();
  return result;
}

/// Raises the lower end by the depths of triangles that cross.
class Deepest final : public LeafVisitor {
 public:
  Deepest(const Placed& a, const Placed& b, std::int64_t& budget)
      : pair_(a, b),
        world_{world_points(*a.piece, a.poses), world_points(*b.piece, b.poses)},
        budget_(budget) {}

  bool visit(Leaf a, Leaf b) override {
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      const WorldTriangle t = pair_.world(0, i);
      for (std::int32_t j = b.begin; j < b.begin + b.count; ++j) {
        if (filter_triangles(t, pair_.world(1, j), pair_.error()) == Filtered::apart) continue;
        if (--budget_ < 0) return false;
        look_at(i, j);
      }
    }
    return true;
  }

  double lower = 0;
  std::int32_t triangle_a = -1, triangle_b = -1;

 private:
  void look_at(std::int32_t i, std::int32_t j) {
    const auto triangle = [&](std::size_t side, std::int32_t index) {
      const Corners& c = pair_.piece(static_cast<int>(side)).corners(index);
      const auto at = [&](std::size_t k) {
        return world_[side].points[static_cast<std::size_t>(c[k])];
      };
      return Polytope3::from_points(std::array{at(0), at(1), at(2)}, {.tables = false});
    };
    const auto one = triangle(0, i), two = triangle(1, j);
    if (!one || !two) return;
    const Posed3 posed_one{one.value()}, posed_two{two.value()};
    const double depth =
        penetration(posed_one, posed_two).depth.lower - (world_[0].error + world_[1].error);
    if (!(depth > lower)) return;
    lower = depth;
    triangle_a = i;
    triangle_b = j;
  }

  PiecePair pair_;
  std::array<WorldPoints, 2> world_;
  std::int64_t& budget_;
};

constexpr std::int64_t kMostDepths = 100'000;

void raise_lower(const PosedBody3& a, const PosedBody3& b, const BodySearch& search,
                 BodyPenetration& found) {
  std::int64_t budget = kMostDepths;
  const auto where_they_meet = [] { return 0.0; };
  for_each_pair(a, b, where_they_meet, [&](const PartPair& pair, std::size_t i, std::size_t j) {
    const auto take = [&](double lower, std::int32_t triangle_a, std::int32_t triangle_b) {
      if (!(lower > found.depth.lower)) return;
      found.depth.lower = lower;
      found.part_a = static_cast<std::int32_t>(i);
      found.part_b = static_cast<std::int32_t>(j);
      found.triangle_a = triangle_a;
      found.triangle_b = triangle_b;
    };
    if (const auto convex = pair.hulls()) {
      const Penetration3 deep =
          penetration(convex->first, convex->second,
                      {.search = {.algorithm = search.algorithm, .counters = search.counters}});
      take(deep.depth.lower, -1, -1);
      return true;
    }
    for_each_piece(pair, [&](const Piece& s, const Piece& t) {
      if (s.triangles.empty() || t.triangles.empty() || budget <= 0) return;
      Deepest deepest({&s, pair.chain(0)}, {&t, pair.chain(1)}, budget);
      walk_pair(s, t, maps_of({&s, pair.chain(0)}, {&t, pair.chain(1)}), deepest);
      take(deepest.lower, caller_of(s, deepest.triangle_a), caller_of(t, deepest.triangle_b));
    });
    return true;
  });
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

BodyPenetration penetration(const PosedBody3& a, const PosedBody3& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  BodyPenetration found;
  static_cast<Decision&>(found) = intersects(a, b, search);
  if (found.verdict != Verdict::overlapping) return found;
  detail::mesh::raise_lower(a, b, search, found);
  found.depth.upper = std::numeric_limits<double>::infinity();
  const auto hull_a = detail::mesh::hull_of(a), hull_b = detail::mesh::hull_of(b);
  if (!hull_a.hull || !hull_b.hull) return found;
  const Posed3 posed_a{*hull_a.hull}, posed_b{*hull_b.hull};
  const Penetration3 deep = penetration(posed_a, posed_b);
  found.depth.upper =
      (deep.depth.upper + hull_a.error + hull_b.error) * (1 + 4 * detail::mesh::kUnit);
  found.depth.lower = std::min(found.depth.lower, found.depth.upper);
  if (deep.witness) found.normal = deep.witness->normal;
  return found;
}

}  // namespace sunder::inline SUNDER_ABI
