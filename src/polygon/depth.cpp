// SPDX-License-Identifier: Apache-2.0
//
// Idea: What keeps two bodies apart keeps each pair of their convex pieces apart, and what keeps their hulls apart keeps
// the bodies apart. The greatest depth of a pair and the depth of the hulls bound the depth on both sides.
// Bound: Points that move change a depth by at most as much. A coordinate of a point is computed with four roundings on
// each term, each at most u = 2^-53 of it, or 2^-1075.
// Cost: A depth for each pair of pieces that overlap; hulls of all points.
// Gives up: Where a pose or a point is beyond the doubles the interval bounds nothing on that side.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mesh/default_environment.hpp"
#include "mesh/proof/named_place.hpp"
#include "polygon/walk.hpp"
#include "sunder/body2.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr double kNoBound = std::numeric_limits<double>::infinity();

class DepthVisitor : public Visitor {
 public:
  DepthVisitor(const BodySearch& search, BodyPenetration2& deepest)
      : search_(search), deepest_(deepest) {}
  double reach() const noexcept { return 0; }
  bool visit(std::int32_t i, std::int32_t j) {
    const PlacedPieces &a = pair().side(0), &b = pair().side(1);
    const double error = (a.error() + b.error()) * (1 + 0x1p-50);
    if (!(error < kNoBound)) return true;
    // What names an algorithm is asked at exact poses alone, as in decide().
    const MeasureOptions2 options{
        .search = {.algorithm = search_.algorithm, .counters = search_.counters}};
    const Penetration2 found = penetration({a.piece(i), a.pose()}, {b.piece(j), b.pose()},
                                           error == 0 ? options : MeasureOptions2{});
    double lower = found.depth.lower;
    if (error > 0) lower = std::nextafter(lower - error, -kNoBound);
    if (!(lower > deepest_.depth.lower)) return true;
    deepest_.depth.lower = lower;
    name(deepest_, i, j);
    return true;
  }

 private:
  const BodySearch& search_;
  BodyPenetration2& deepest_;
};

/// The hull of a body's points in the world, each rounded.
struct RoundedHull {
  std::vector<Vector2> points;
  double error = 0;  ///< no point is farther than this from its place

  explicit RoundedHull(const std::vector<PlacedPieces>& parts) {
    for (const PlacedPieces& part : parts) {
      double size = 0;
      for (const Polytope2& piece : part.pieces().convex) {
        for (std::int32_t i = 0; i < piece.vertex_count(); ++i) {
          const Vector2 p = piece.vertex(i);
          Vector2 place{};
          for (int k = 0; k < 2; ++k) {
            const double x = part.pose().linear(k, 0) * p[0], y = part.pose().linear(k, 1) * p[1],
                         t = part.pose().offset(k);
            place[static_cast<std::size_t>(k)] = x + y + t;
            size = std::max(size, std::fabs(x) + std::fabs(y) + std::fabs(t));
          }
          points.push_back(place);
        }
      }
      const double own = part.error() + 2 * (4 * 0x1p-53 * size * (1 + 0x1p-20) + 0x1p-1070);
      error = std::max(error, std::isfinite(size) ? own : kNoBound);
    }
  }
};

double depth_of_hulls(const PartsPair& parts) {
  const RoundedHull a(parts.side(0)), b(parts.side(1));
  const double error = (a.error + b.error) * (1 + 0x1p-50);
  if (!(error < kNoBound)) return kNoBound;
  const Polytope2 hull_a = Polytope2::from_points(a.points).value(),
                  hull_b = Polytope2::from_points(b.points).value();
  return std::nextafter(penetration(hull_a, hull_b).depth.upper + error, kNoBound);
}

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

BodyPenetration2 penetration(const PosedBody2& a, const PosedBody2& b, const BodySearch& search) {
  const detail::DefaultEnvironment environment;
  const BodyDecision2 decision = intersects(a, b, search);
  BodyPenetration2 found;
  static_cast<Decision&>(found) = decision;
  if (decision.verdict != Verdict::overlapping) return found;
  detail::mesh::copy_place(decision, found);
  const detail::polygon::PartsPair parts(a, b);
  detail::polygon::DepthVisitor visitor(search, found);
  parts.walk(visitor);
  found.depth.upper = detail::polygon::depth_of_hulls(parts);
  return found;
}

}  // namespace sunder::inline SUNDER_ABI
