// SPDX-License-Identifier: Apache-2.0
//
// Idea: A cut covers the pairs of items of two parts. If it separates all, their outlines have no point in common, and one
// winding number a component tells whether a part lies inside the other. Triangles that cover a polygon take its inside
// along. Where ranges may tie, the kinds of the parts tell whether that proves anything.
// Source: docs/bodies.md.
// Bound: Every sign is that of integers.
// Cost: A product for each point of each range of a cut; O(n) for a winding number.
// Gives up: Never: it accepts or names a reason.
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "certificate/checked_parts.hpp"
#include "certificate/closed_mesh.hpp"
#include "certificate/rectangles.hpp"
#include "certificate/ring_side.hpp"

namespace sunder::detail::certificate {
namespace {

class SeparationChecker {
 public:
  SeparationChecker(CheckedParts& parts, const CutDemand& demand)
      : parts_(parts), demand_(demand) {}

  /// Each pair of parts that are not empty has one separation. Ranges may tie only where this proves that nothing overlaps.
  std::string refute(std::span<const PartSeparation> separations) {
    std::map<std::pair<std::int32_t, std::int32_t>, const PartSeparation*> found;
    for (const PartSeparation& separation : separations) {
      std::string reason = parts_.refute_part(0, separation.part_a, "a separation");
      if (reason.empty()) reason = parts_.refute_part(1, separation.part_b, "a separation");
      if (!reason.empty()) return reason;
      if (!found.try_emplace({separation.part_a, separation.part_b}, &separation).second)
        return "a pair of parts is separated twice";
    }
    for (std::size_t i = 0; i < parts_.side(0).size(); ++i) {
      for (std::size_t j = 0; j < parts_.side(1).size(); ++j) {
        const bool is_empty = parts_.side(0)[i].is_empty() || parts_.side(1)[j].is_empty();
        const auto entry = found.find({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
        const std::string name =
            "parts " + std::to_string(i) + " of a and " + std::to_string(j) + " of b: ";
        if (is_empty != (entry == found.end()))
          return name +
                 (is_empty ? "one is empty and needs no separation" : "no separation is there");
        if (is_empty) continue;
        std::string reason = refute_separation(*entry->second);
        if (!reason.empty()) return name + reason;
      }
    }
    return "";
  }

 private:
  static std::string refute_order(const PosedPart& of, const std::vector<std::int32_t>& order,
                                  const char* name) {
    if (order.empty()) return "";
    if (!of.is_mesh()) return std::string(name) + " orders the triangles of a polytope";
    std::vector<bool> listed(of.triangles().size());
    for (const std::int32_t triangle : order) {
      if (triangle < 0 || triangle >= of.item_count() || listed[static_cast<std::size_t>(triangle)])
        return std::string(name) + " names triangle " + std::to_string(triangle) +
               " twice, or there is none";
      listed[static_cast<std::size_t>(triangle)] = true;
    }
    for (std::int32_t triangle = 0; triangle < of.item_count(); ++triangle) {
      const bool may_lack =
          listed[static_cast<std::size_t>(triangle)] || (of.drops_flat() && of.is_flat(triangle));
      if (!may_lack) return std::string(name) + " lacks triangle " + std::to_string(triangle);
    }
    return "";
  }

  std::string refute_separation(const PartSeparation& separation) {
    const PosedPart& a = parts_.part(0, separation.part_a);
    const PosedPart& b = parts_.part(1, separation.part_b);
    for (const PosedPart* const of : {&a, &b}) {
      if (of->item_count() == 0) return "a polygon has no cover";
    }
    std::string reason = refute_order(a, separation.order_a, "order_a");
    if (reason.empty()) reason = refute_order(b, separation.order_b, "order_b");
    if (!reason.empty()) return reason;
    const auto size_of_order = [](const PosedPart& of, const std::vector<std::int32_t>& order) {
      return order.empty() ? of.item_count() : static_cast<std::int32_t>(order.size());
    };
    const std::int32_t size_a = size_of_order(a, separation.order_a),
                       size_b = size_of_order(b, separation.order_b);
    struct Rectangle {
      std::int32_t a_begin, a_end, b_begin, b_end;
    };
    std::vector<Rectangle> rectangles;
    for (std::size_t i = 0; i < separation.cuts.size(); ++i) {
      const RangeCut& cut = separation.cuts[i];
      const bool ordered = 0 <= cut.a_begin && cut.a_begin < cut.a_end && cut.a_end <= size_a &&
                           0 <= cut.b_begin && cut.b_begin < cut.b_end && cut.b_end <= size_b;
      if (!ordered) return "cut " + std::to_string(i) + " is not two ranges of the orders";
      rectangles.push_back({cut.a_begin, cut.a_end, cut.b_begin, cut.b_end});
    }
    if (find_shared(rectangles) != nullptr) return "a pair of items is in two cuts";
    const std::int64_t missing =
        std::int64_t{size_a} * size_b - pairs_in(std::span<const Rectangle>(rectangles));
    if (missing != 0) return std::to_string(missing) + " pairs of items are in no cut";
    bool ties = false;
    for (std::size_t i = 0; i < separation.cuts.size(); ++i) {
      reason = refute_cut(separation.cuts[i], a, separation.order_a, b, separation.order_b, demand_,
                          ties);
      if (!reason.empty()) return "cut " + std::to_string(i) + ": " + reason;
    }
    if (ties) return refute_tie(separation);
    reason = refute_outside(0, separation.part_a, 1, separation.part_b, separation.outside_b,
                            "outside_b");
    return reason.empty() ? refute_outside(1, separation.part_b, 0, separation.part_a,
                                           separation.outside_a, "outside_a")
                          : reason;
  }

  /// Where ranges tie, no triangle overlaps the other part as a convex set. That decides for polytopes, for surfaces, and
  /// between a solid and a polytope that has an inside. One cut of all items is a plane between the parts, whatever they
  /// are: it decides for all.
  std::string refute_tie(const PartSeparation& separation) {
    const std::array<std::int32_t, 2> index{separation.part_a, separation.part_b};
    if (!separation.outside_a.empty() || !separation.outside_b.empty())
      return "points outside prove nothing where ranges tie";
    if (separation.cuts.size() == 1) return "";
    for (std::size_t side = 0; side < 2; ++side) {
      const PosedPart& other = parts_.part(1 - side, index[1 - side]);
      if (parts_.part(side, index[side]).is_polygon()) {
        if (std::string reason = refute_planar_tie(parts_.part(side, index[side]), other);
            !reason.empty())
          return reason;
      }
      if (!is_solid_mesh(parts_.part(side, index[side]))) continue;
      if (!other.is_full_polytope())
        return "ranges tie, which proves nothing about a solid and what is no polytope with an "
               "inside";
      if (std::string reason = parts_.refute_solid(side, index[side]); !reason.empty())
        return reason;
      std::vector<std::int32_t> all(other.points().size());
      std::iota(all.begin(), all.end(), 0);
      const IntegerVector ones(all.size(), BigInt(1));
      const Winding winding = parts_.part(side, index[side]).winding(other.combination(all, ones));
      if (winding.on_mesh || winding.number != 0) return "a polytope lies in a solid";
    }
    return "";
  }

  /// Regions overlap only where two triangles of their covers do. A segment may also lie where two triangles meet, inside
  /// the polygon. A polygon that its poses flatten is not the sum of its triangles.
  static std::string refute_planar_tie(const PosedPart& polygon, const PosedPart& other) {
    if (is_region(other) || other.is_full_polytope()) return "";
    if (!is_region(polygon) || other.is_polygon())
      return "ranges tie, which proves nothing about a polygon that its poses flatten";
    std::vector<std::int32_t> all(other.points().size());
    std::iota(all.begin(), all.end(), 0);
    const auto [first, last] = ends_of_line(other, all);
    return step_inside(polygon, other.world(first), other.world(last))
               ? "a point of a segment lies inside a polygon"
               : "";
  }

  /// The meshes do not meet. No component of `inner` may lie inside `outer`.
  std::string refute_outside(std::size_t inner_side, std::int32_t inner, std::size_t outer_side,
                             std::int32_t outer, const std::vector<std::int32_t>& points,
                             const char* name) {
    const PosedPart& of = parts_.part(inner_side, inner);
    const PosedPart& solid = parts_.part(outer_side, outer);
    if (!is_solid_mesh(solid)) {
      return points.empty()
                 ? ""
                 : std::string(name) + " lists points, but the other part is no solid mesh";
    }
    if (std::string reason = parts_.refute_solid(outer_side, outer); !reason.empty()) return reason;
    std::int32_t count = 1;
    const std::vector<std::int32_t> component =
        of.is_mesh() ? components(of, count) : std::vector<std::int32_t>(of.points().size());
    std::vector<bool> counted(static_cast<std::size_t>(count));
    for (const std::int32_t caller : points) {
      const std::int32_t point = of.find(caller);
      const std::int32_t at = point < 0 ? -1 : component[static_cast<std::size_t>(point)];
      if (at < 0)
        return std::string(name) + " names point " + std::to_string(caller) +
               ", which bounds nothing";
      if (counted[static_cast<std::size_t>(at)])
        return std::string(name) + " counts a component twice";
      counted[static_cast<std::size_t>(at)] = true;
      const Winding winding = solid.winding(of.world(point));
      if (winding.on_mesh || winding.number != 0)
        return std::string(name) + ": point " + std::to_string(caller) + " lies in the other part";
    }
    const auto missing = std::find(counted.begin(), counted.end(), false);
    return missing == counted.end() ? "" : std::string(name) + " lacks a component";
  }

  CheckedParts& parts_;
  const CutDemand& demand_;
};

}  // namespace

std::string refute_separations(CheckedParts& parts, std::span<const PartSeparation> separations,
                               const CutDemand& demand) {
  return SeparationChecker(parts, demand).refute(separations);
}

}  // namespace sunder::detail::certificate
