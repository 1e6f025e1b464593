// SPDX-License-Identifier: Apache-2.0
//
// Idea: A polygon is stated as triangles that cover it, those of its convex parts. Cuts between ranges of these separate
// two bodies, as in space. An overlap has a point inside two convex pieces, or on a cut that a segment follows.
// Bound: What is found has been checked by verify().
// Cost: That of the search, and of verify().
// Gives up: Where no proof is found, with an error.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "certificate/ring_side.hpp"
#include "exact/dyadic_sum.hpp"
#include "exact/orientation.hpp"
#include "mesh/body/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/proof/body_prover.hpp"
#include "mesh/proof/closest_items.hpp"
#include "mesh/proof/inner_point.hpp"
#include "mesh/proof/separations.hpp"
#include "polygon/pieces.hpp"
#include "query/proof_numbers.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::polygon {
namespace {

using certificate::CutDemand;
using certificate::PosedPart;
using certificate::Step;
using certificate::WorldPoint;
/// Points of a part, by their places among the caller's: a convex set.
using Item = std::vector<std::int32_t>;

/// Coordinates of 2^-1074 beside others of 2^1023, behind two poses of such entries, lie so many powers of two apart.
constexpr int kMostHalvings = 8192;

bool is_region(const PosedPart& part) { return part.is_polygon() && part.is_solid(); }

/// The convex parts of a polygon, as corners of its rings.
std::vector<Item> items_of(const Polygon2& polygon) {
  std::map<Vector2, std::int32_t> corner_at;
  std::int32_t corner = 0;
  for (const std::vector<Vector2>& ring : polygon.rings()) {
    for (const Vector2& p : ring) corner_at.try_emplace(p, corner++);
  }
  const PolygonData& data = PolygonAccess::data(polygon);
  std::vector<Item> items;
  for (std::size_t i = 0; i < data.parts.size(); ++i) {
    Item& item = items.emplace_back();
    for (const std::int32_t point : data.parts.corners_of(i))
      item.push_back(corner_at.at(data.points[static_cast<std::size_t>(point)]));
  }
  return items;
}

/// Fans of convex parts. A triangle on a line bounds nothing.
PolygonCover cover_of(std::int32_t part, const PosedPart& polygon, const std::vector<Item>& items) {
  PolygonCover cover{part, {}};
  const auto at = [&](std::int32_t corner) {
    return polygon.points()[static_cast<std::size_t>(corner)].data();
  };
  for (const Item& item : items) {
    for (std::size_t k = 2; k < item.size(); ++k) {
      const std::array<std::int32_t, 3> triangle{item[0], item[k - 1], item[k]};
      if (orient2d(at(triangle[0]), at(triangle[1]), at(triangle[2])) != 0)
        cover.triangles.push_back(triangle);
    }
  }
  return cover;
}

class PlanarProver : public mesh::BodyProver<PlanarProver, PosedBody2> {
 public:
  PlanarProver(const PosedBody2& a, const PosedBody2& b, const Margin& margin)
      : BodyProver(a, b, margin) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& parts = bodies_[side]->body().parts();
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto* const polygon = std::get_if<Polygon2>(&parts[i].shape);
        items_[side].push_back(polygon != nullptr ? items_of(*polygon) : whole(parts_[side][i]));
      }
    }
  }

 private:
  friend BodyProver;

  static std::vector<Item> whole(const PosedPart& polytope) {
    if (polytope.is_empty()) return {};
    Item all(polytope.points().size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int32_t>(i);
    return {std::move(all)};
  }
  template <class Answer>
  bool names_items(const Answer& answer) const {
    const auto is_there = [&](std::size_t side, std::int32_t index, std::int32_t piece) {
      if (index < 0 || static_cast<std::size_t>(index) >= parts_[side].size()) return false;
      const std::vector<Item>& items = items_[side][static_cast<std::size_t>(index)];
      const bool is_polygon = part(side, index).is_polygon();
      return piece == -1 ||
             (is_polygon && piece >= 0 && static_cast<std::size_t>(piece) < items.size());
    };
    return is_there(0, answer.part_a, answer.piece_a) && is_there(1, answer.part_b, answer.piece_b);
  }

  /// Calls try_items(s, t) with the pieces that an answer names, or all, until it returns true.
  template <class Answer, class TryItems>
  bool any_items(const Answer& answer, const TryItems& try_items) const {
    const auto named = [&](std::size_t side, std::int32_t index, std::int32_t piece) {
      const std::span<const Item> all = items_[side][static_cast<std::size_t>(index)];
      return piece < 0 ? all : all.subspan(static_cast<std::size_t>(piece), 1);
    };
    const auto of_a = named(0, answer.part_a, answer.piece_a),
               of_b = named(1, answer.part_b, answer.piece_b);
    return std::any_of(of_a.begin(), of_a.end(), [&](const Item& s) {
      return std::any_of(of_b.begin(), of_b.end(), [&](const Item& t) { return try_items(s, t); });
    });
  }

  template <class Answer, class Accept>
  bool any_closest(const Answer& answer, const Accept& accept) const {
    return any_items(answer, [&](const Item& s, const Item& t) {
      mesh::ClosestItems closest =
          mesh::closest_points(part(0, answer.part_a), s, part(1, answer.part_b), t);
      return accept(closest);
    });
  }

  /// What a piece has in common with another as a list: of a polygon that its poses flatten two corners.
  static Item listed(const PosedPart& part, const Item& item) {
    if (!part.is_polygon() || part.is_solid()) return item;
    const auto [first, last] = certificate::ends_of_line(part, item);
    return first == last ? Item{first} : Item{first, last};
  }

  bool overlap(const BodyMarginAnswer2& answer) {
    if (!names_items(answer)) return false;
    const PosedPart &a = part(0, answer.part_a), &b = part(1, answer.part_b);
    return any_items(answer, [&](const Item& s, const Item& t) {
      return cross_inside(a, listed(a, s), b, listed(b, t)) || follow_cut(a, s, proof_.a, b) ||
             follow_cut(b, t, proof_.b, a);
    });
  }

  /// Sets an inner point of two convex sets, if they span the plane.
  bool cross_inside(const PosedPart& a, const Item& s, const PosedPart& b, const Item& t) {
    auto common = mesh::inner_common_point(a, s, b, t, kMostHalvings);
    if (!common) return false;
    auto& [p, q] = *common;
    std::vector<Big3> vectors;
    const auto add = [&](const PosedPart& of, const PartPoint& point) {
      const std::int32_t first = of.find(point.weights.front().vertex);
      for (const WeightedVertex& item : point.weights)
        vectors.push_back(of.direction(of.find(item.vertex), first));
    };
    add(a, p);
    add(b, q);
    if (!a.are_spanning(vectors)) return false;
    if (is_region(a) && is_region(b)) {
      proof_.point = numbers_of_inner(a, b, mesh::place_in(a, p));
      return true;
    }
    if (!is_region(a)) proof_.a = std::move(p);
    if (!is_region(b)) proof_.b = std::move(q);
    return true;
  }
  /// Those of a point of doubles near by, if it does as well.
  static std::vector<ExactNumber> numbers_of_inner(const PosedPart& a, const PosedPart& b,
                                                   const WorldPoint& x) {
    const auto is_inside = [&](const PosedPart& of, const WorldPoint& at) {
      return certificate::locate_in_rings(of, of.to_local(at)) == Location::inside;
    };
    const std::optional<WorldPoint> near = mesh::rounded_point(x);
    const bool does = near && is_inside(a, *near) && is_inside(b, *near);
    return mesh::numbers_of(does ? *near : x, 2);
  }

  /// Sets a point of a flat piece that lies inside a polygon, on a cut between two parts.
  static bool follow_cut(const PosedPart& flat, const Item& item, PartPoint& out,
                         const PosedPart& polygon) {
    if (!is_region(polygon) || is_region(flat) || flat.is_full_polytope()) return false;
    const auto [first, last] = certificate::ends_of_line(flat, item);
    const auto step = certificate::step_inside(polygon, flat.world(first), flat.world(last));
    if (!step) return false;
    const std::int32_t p = flat.caller_index(first), q = flat.caller_index(last);
    if (p == q) {
      out.weights = {{p, {1, {}}}};
    } else {
      out.weights = {{p, exact_number(BigInt(step->whole - step->part))},
                     {q, exact_number(step->part)}};
    }
    return true;
  }

  /// Separates every pair of parts, over covers of the polygons.
  bool separate(const CutDemand& demand) {
    for (std::size_t side = 0; side < 2; ++side) {
      auto& covers = side == 0 ? proof_.covers_a : proof_.covers_b;
      for (std::size_t i = 0; i < parts_[side].size(); ++i) {
        PosedPart& of = parts_[side][i];
        if (!of.is_polygon() || of.is_empty()) continue;
        covers.push_back(cover_of(static_cast<std::int32_t>(i), of, items_[side][i]));
        of.set_cover(covers.back().triangles);
      }
    }
    if (!mesh::has_pairs(parts_[0], parts_[1])) {
      proof_.covers_a.clear();
      proof_.covers_b.clear();
    }
    return mesh::append_separations(parts_[0], parts_[1], demand, proof_.separations);
  }
  bool separate_touching(const BodyMarginAnswer2&) { return separate({.strict = false}); }
  void leave_out_separations() {
    proof_.separations.clear();
    proof_.covers_a.clear();
    proof_.covers_b.clear();
  }

  std::array<std::vector<std::vector<Item>>, 2> items_;  ///< the convex sets of each part
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b,
                                const BodyDecision2& answer) {
  return certify(a, b, Margin{}, detail::mesh::verdict_of<BodyMarginAnswer2>(answer));
}
Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b,
                                const BodyDistance2& answer) {
  return certify(a, b, Margin{}, answer);
}
Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                                const BodyMarginAnswer2& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *std::move(refusal);
  return detail::polygon::PlanarProver(a, b, margin).prove_verdict(answer);
}
Result<BodyCertificate> certify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                                const BodyDistance2& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *std::move(refusal);
  return detail::polygon::PlanarProver(a, b, margin).prove_distance<BodyMarginAnswer2>(answer);
}

}  // namespace sunder::inline SUNDER_ABI
