// SPDX-License-Identifier: Apache-2.0
//
// Idea: Points and covers are read from the proof, indices first. Meshes are counted once, when a proof first rests on
// what is inside them.
// Bound: Every sign is that of integers.
// Cost: O(n) for a winding number; O(n log n) to see that a mesh closes, or that a cover holds its polygon.
// Gives up: Never: it accepts or names a reason.
#include "certificate/checked_parts.hpp"

#include <algorithm>

#include "certificate/closed_mesh.hpp"
#include "certificate/exact_numbers.hpp"
#include "certificate/ring_side.hpp"
#include "certificate/simple_mesh.hpp"

namespace sunder::detail::certificate {

std::string CheckedParts::refute_part(std::size_t side, std::int32_t index,
                                      const std::string& name) const {
  if (index >= 0 && static_cast<std::size_t>(index) < parts_[side].size()) return "";
  return name + " names part " + std::to_string(index) + " of " + (side == 0 ? "a" : "b") +
         ", which is not there";
}

const std::string& CheckedParts::refute_solid(std::size_t side, std::int32_t index) {
  auto& refusal = refusals_[side][static_cast<std::size_t>(index)];
  if (!refusal) {
    refusal = refute_closed(part(side, index));
    if (refusal->empty() && simple_) refusal = refute_simple(part(side, index));
    if (!refusal->empty()) {
      *refusal = "part " + std::to_string(index) + " of " + (side == 0 ? "a" : "b") +
                 " is no solid: " + *refusal;
    }
  }
  return *refusal;
}

std::string CheckedParts::take_covers(std::size_t side, std::span<const PolygonCover> covers) {
  for (const PolygonCover& cover : covers) {
    std::string reason = refute_part(side, cover.part, "a cover");
    if (!reason.empty()) return reason;
    PosedPart& of = parts_[side][static_cast<std::size_t>(cover.part)];
    if (!of.is_polygon() || of.is_empty()) return "a cover is of no polygon with an inside";
    if (of.item_count() > 0) return "a polygon has two covers";
    for (const Triple& triangle : cover.triangles) {
      for (const std::int32_t corner : triangle) {
        if (of.find(corner) < 0)
          return "a cover names corner " + std::to_string(corner) + ", which is not there";
      }
    }
    of.set_cover(cover.triangles);
    reason = refute_cover(of);
    if (!reason.empty())
      return "part " + std::to_string(cover.part) + " of " + (side == 0 ? "a" : "b") + ": " +
             reason;
  }
  return "";
}

std::string CheckedParts::refute_inside(std::size_t side, std::int32_t index, const WorldPoint& x) {
  const std::string name = side == 0 ? "a" : "b";
  if (is_region(part(side, index))) {
    const PosedPart& polygon = part(side, index);
    return locate_in_rings(polygon, polygon.to_local(x)) == Location::inside
               ? ""
               : "the point is not inside the polygon of " + name;
  }
  if (!is_solid_mesh(part(side, index)))
    return name + " has no weights, but the part is no solid mesh";
  if (std::string reason = refute_solid(side, index); !reason.empty()) return reason;
  const Winding winding = part(side, index).winding(x);
  if (winding.on_mesh) return "the point lies on the mesh of " + name;
  return winding.number != 0
             ? ""
             : "the winding number of the mesh of " + name + " about the point is 0";
}

std::string read_point(const PosedPart& of, const PartPoint& point, const std::string& name,
                       ReadPoint& out) {
  const Triple* corners = nullptr;
  if (of.is_polygon()) {
    if (point.triangle != -1) return name + " names a triangle of a polygon";
  } else if (of.is_mesh()) {
    if (point.triangle < 0 || point.triangle >= of.item_count())
      return name + " names triangle " + std::to_string(point.triangle) + ", which is not there";
    corners = &of.triangles()[static_cast<std::size_t>(point.triangle)];
    if (of.drops_flat() && of.is_flat(point.triangle))
      return name + " names a triangle without area, which is no part of a solid";
  } else if (point.triangle != -1) {
    return name + " names a triangle of a polytope";
  }
  std::vector<ExactNumber> numbers;
  for (const WeightedVertex& item : point.weights) {
    const std::int32_t found = of.find(item.vertex);
    const bool is_there =
        found >= 0 && (corners == nullptr ||
                       std::find(corners->begin(), corners->end(), found) != corners->end());
    if (!is_there)
      return name + " names point " + std::to_string(item.vertex) + ", which it does not have";
    out.points.push_back(found);
    numbers.push_back(item.weight);
  }
  if (numbers.empty()) return name + " has no weights";
  ScaledIntegers weights;
  std::string reason;
  if (!read_numbers(numbers, name.c_str(), weights, reason)) return reason;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (weights.values[i] <= 0)
      return name + "[" + std::to_string(i) + "] has a weight of 0 or less";
  }
  out.at = of.combination(out.points, weights.values);
  if (of.is_polygon() &&
      locate_in_rings(of, of.local_combination(out.points, weights.values)) == Location::outside)
    return name + " is no point of the polygon";
  return "";
}

std::string refute_list(const PosedPart& of, const ReadPoint& point, const std::string& name) {
  if (!of.is_polygon()) return "";
  if (is_region(of)) return "weights on both sides prove nothing about a polygon with an inside";
  if (point.points.size() > 2) return name + " lists more than two corners of a flat polygon";
  const IntegerVector one{1};
  const auto local = [&](std::int32_t corner) { return of.local_combination({&corner, 1}, one); };
  const LocalPoint first = local(point.points.front()), last = local(point.points.back());
  for (const Step& step : steps_between_edges(of, first, last)) {
    if (locate_in_rings(of, point_at(first, last, step)) == Location::outside)
      return name + " lists corners between which the polygon has a gap";
  }
  return "";
}

std::string read_world_point(std::span<const ExactNumber> coordinates, int dimension,
                             WorldPoint& x) {
  if (coordinates.size() != static_cast<std::size_t>(dimension))
    return "point has " + std::to_string(coordinates.size()) + " numbers in dimension " +
           std::to_string(dimension);
  std::array<Fraction, 3> entries;
  std::string reason;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    if (!read_fraction(coordinates[k], "point[" + std::to_string(k) + "]", entries[k], reason))
      return reason;
  }
  x.exponent = std::min({entries[0].exponent, entries[1].exponent, entries[2].exponent});
  x.over = entries[0].denominator * entries[1].denominator * entries[2].denominator;
  for (std::size_t k = 0; k < 3; ++k) {
    x.at[k] =
        entries[k].numerator * entries[(k + 1) % 3].denominator * entries[(k + 2) % 3].denominator;
    x.at[k] <<= entries[k].exponent - x.exponent;
  }
  return "";
}

}  // namespace sunder::detail::certificate
