// SPDX-License-Identifier: Apache-2.0
//
// Idea: Near an inner common point of two triangles that cross, all four sides of both planes are near; one is inside
// both solids. Where no triangles cross, a common direction of two cones leads there: the arrangement of the planes at
// a contact has a cell for it. A step is halved until exact winding numbers say that it stays inside.
// Source: docs/bodies.md, the theorem.
// Bound: What is returned has been counted exactly.
// Cost: Some windings; at contacts without crossing triangles the planes of both stars, multiplied.
// Gives up: After kMostSteps halvings of every way, and after kMostTries.
#include "mesh/proof/inner_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <variant>

#include "certificate/closed_mesh.hpp"
#include "exact/nearest.hpp"
#include "mesh/piece/mesh_data.hpp"
#include "mesh/proof/closest_items.hpp"
#include "mesh/proof/separations.hpp"
#include "mesh/triangles/contact_points.hpp"
#include "query/proof_numbers.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::PosedPart;
using certificate::Winding;
using certificate::WorldNumber;
using certificate::WorldPoint;

constexpr int kMostSteps = 2048;
/// Winding numbers and their like. A point of an overlap takes a few, at hostile contacts some hundred.
constexpr int kMostTries = 20'000, kTriesOfCommonPoint = 10;

/// Returns a polytope's hull as a mesh; a mesh as it is.
Part3 as_mesh(const Part3& part) {
  const auto* const polytope = std::get_if<Polytope3>(&part.shape);
  if (polytope == nullptr) return part;
  const Piece piece = mesh::piece_of(*polytope);
  return {Mesh3::from_triangles(piece.points, piece.triangles).value(), part.pose};
}

/// p + step * 2^-shift, where the direction is scaled to be below 1 in size.
WorldPoint point_beside(const WorldPoint& p, const Big3& direction, int exponent) {
  WorldPoint x = p;
  const int low = std::min(p.exponent, exponent);
  x.exponent = low;
  for (std::size_t k = 0; k < 3; ++k) {
    x.at[k] = p.at[k] << (p.exponent - low);
    x.at[k] += (direction[k] * p.over) << (exponent - low);
  }
  return x;
}

/// An integer vector of about the direction of v, its largest entry about 2^bits.
Big3 short_vector(const Big3& v, int bits) {
  const int excess = longest_entry(v) - bits;
  if (excess <= 0) return {v[0] << -excess, v[1] << -excess, v[2] << -excess};
  Big3 out;
  for (std::size_t k = 0; k < 3; ++k) {
    const BigInt size = BigInt(abs(v[k])) >> excess;
    out[k] = v[k] < 0 ? BigInt(-size) : size;
  }
  return out;
}

Big3 signed_sum(const Big3& p, const Big3& q, int sign) {
  return {p[0] + sign * q[0], p[1] + sign * q[1], p[2] + sign * q[2]};
}
/// The exponent of a power of two of about the size of a triangle in the world.
int size_exponent(const PosedPart& part, std::int32_t triangle) {
  const auto& t = part.triangles()[static_cast<std::size_t>(triangle)];
  const int bits = std::max(longest_entry(part.direction(t[1], t[0])),
                            longest_entry(part.direction(t[2], t[0])));
  return bits + part.chain().exponent - bit_length(part.chain().denominator);
}
Big3 normal_of(const PosedPart& part, std::int32_t triangle) {
  const auto& t = part.triangles()[static_cast<std::size_t>(triangle)];
  return cross(part.direction(t[1], t[0]), part.direction(t[2], t[0]));
}

class Finder {
 public:
  Finder(const PlacedPart& a, const PlacedPart& b)
      : shapes_{as_mesh(*a.part), as_mesh(*b.part)},
        given_{PosedPart(*a.part, *a.body), PosedPart(*b.part, *b.body)},
        parts_{PosedPart(shapes_[0], *a.body), PosedPart(shapes_[1], *b.body)} {}

  std::optional<InnerPoint> run(std::array<std::int32_t, 2> triangles) {
    if (!is_solid_mesh(0) && !is_solid_mesh(1)) {
      convex_items(triangles);
    } else {
      named(triangles);
      if (!found_) enclosed();
      if (!found_) every_pair(triangles);
    }
    return found_;
  }

 private:
  bool is_solid_mesh(std::size_t side) const noexcept {
    return given_[side].is_mesh() && given_[side].is_solid();
  }
  bool goes_on() const noexcept { return !found_ && tries_ <= kMostTries; }
  bool both_solid() const noexcept { return parts_[0].is_solid() && parts_[1].is_solid(); }
  /// Is a point strictly inside a solid?
  bool is_inside(std::size_t side, const WorldPoint& x) const {
    if (++tries_ > kMostTries) return false;
    const Winding winding = parts_[side].winding(x);
    return !winding.on_mesh && winding.number != 0;
  }
  /// The item of a triangle of the mesh of `side`: a polytope is one item.
  std::int32_t item(std::size_t side, std::int32_t triangle) const {
    return given_[side].is_mesh() ? triangle : -1;
  }

  /// Tries a point that may lie inside both solids.
  bool try_point(const WorldPoint& x) {
    if (!is_inside(0, x) || !is_inside(1, x)) return false;
    WorldPoint best = x;
    // A point of short numbers near by does as well, mostly.
    const std::optional<WorldPoint> rounded = rounded_point(x);
    if (rounded && is_inside(0, *rounded) && is_inside(1, *rounded)) best = *rounded;
    InnerPoint inner;
    bool none = true;
    for (std::size_t side = 0; side < 2; ++side) {
      if (given_[side].is_mesh()) continue;
      none = false;
      PartPoint& place = side == 0 ? inner.a : inner.b;
      place.weights = weights_of(given_[side], -1, best);
      if (place.weights.empty()) return false;
    }
    if (none) inner.point = numbers_of(best, 3);
    found_ = std::move(inner);
    return true;
  }

  /// Tries p moved along directions, by shorter and shorter steps.
  bool try_ways(const WorldPoint& p, const std::vector<Big3>& ways, int size, int first_shift,
                int last_shift) {
    for (int shift = first_shift; shift <= last_shift; shift += std::max(2, shift / 2)) {
      for (const Big3& way : ways) {
        if (!is_zero_vector(way) &&
            try_point(point_beside(p, way, size - longest_entry(way) - shift)))
          return true;
      }
    }
    return false;
  }

  /// Tries a point of an item of one side inside the solid of the other.
  bool try_on_item(std::size_t side, std::int32_t triangle, std::vector<WeightedVertex> weights) {
    std::vector<std::int32_t> points;
    certificate::IntegerVector numbers;
    std::vector<ExactNumber> given;
    for (const WeightedVertex& w : weights) {
      points.push_back(given_[side].find(w.vertex));
      given.push_back(w.weight);
    }
    certificate::ScaledIntegers read;
    std::string reason;
    if (!certificate::read_numbers(given, "", read, reason)) return false;
    if (!is_inside(1 - side, given_[side].combination(points, read.values))) return false;
    found_ = InnerPoint{};
    (side == 0 ? found_->a : found_->b) = {triangle, std::move(weights)};
    return true;
  }

  /// Tries points on the way from a point of an item to its corners.
  bool try_towards_corners(std::size_t side, std::int32_t triangle, const PartPoint& from) {
    std::vector<std::int32_t> corners;
    const PosedPart& part = given_[side];
    if (triangle >= 0) {
      const auto& t = part.triangles()[static_cast<std::size_t>(triangle)];
      corners.assign(t.begin(), t.end());
    } else {
      for (std::size_t i = 0; i < part.points().size(); ++i)
        corners.push_back(part.caller_index(static_cast<std::int32_t>(i)));
    }
    std::vector<ExactNumber> numbers;
    for (const WeightedVertex& w : from.weights) numbers.push_back(w.weight);
    certificate::ScaledIntegers read;
    std::string reason;
    if (!certificate::read_numbers(numbers, "", read, reason)) return false;
    BigInt total = 0;
    for (const BigInt& weight : read.values) total += weight;
    for (int shift = 1; shift <= kMostSteps; shift *= 2) {
      for (const std::int32_t corner : corners) {
        std::vector<WeightedVertex> weights;
        bool is_new = true;
        for (std::size_t i = 0; i < from.weights.size(); ++i) {
          BigInt weight = read.values[i] << shift;
          if (from.weights[i].vertex == corner) {
            weight += total;
            is_new = false;
          }
          weights.push_back({from.weights[i].vertex, exact_number(weight)});
        }
        if (is_new) weights.push_back({corner, exact_number(total)});
        if (try_on_item(side, triangle, std::move(weights))) return true;
      }
    }
    return false;
  }

  /// Surfaces and convex bodies overlap where two of their items do.
  void convex_items(const std::array<std::int32_t, 2>& triangles) {
    for_pairs(given_, triangles, [&](std::int32_t s, std::int32_t t) {
      auto common = inner_common_point(given_[0], item(0, s), given_[1], item(1, t));
      // Sets in one plane have inner points in common too, and touch.
      if (common && lists_span((*common)[0], (*common)[1]))
        found_ = InnerPoint{(*common)[0], (*common)[1], {}};
    });
    const bool is_named = triangles[0] >= 0 || triangles[1] >= 0;
    if (!found_ && is_named) convex_items({-1, -1});
  }
  bool lists_span(const PartPoint& p, const PartPoint& q) const {
    std::vector<Big3> v;
    const PartPoint* const lists[] = {&p, &q};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& weights = lists[side]->weights;
      const PosedPart& part = given_[side];
      for (const WeightedVertex& w : weights)
        v.push_back(part.direction(part.find(w.vertex), part.find(weights[0].vertex)));
    }
    return span_space(v);
  }

  /// Where the two triangles that meet cross, or lie on each other with the inside on one side.
  bool crossing(std::int32_t s, std::int32_t t) {
    tries_ += kTriesOfCommonPoint;
    const auto common = inner_common_point(given_[0], item(0, s), given_[1], item(1, t));
    if (!common) return false;
    if (is_solid_mesh(0) && is_solid_mesh(1)) {
      const Big3 m = short_vector(normal_of(parts_[0], s), 20),
                 n = short_vector(normal_of(parts_[1], t), 20);
      const WorldPoint p = place_in(given_[0], (*common)[0]);
      const int size = std::min(size_exponent(parts_[0], s), size_exponent(parts_[1], t));
      if (try_ways(
              p,
              {signed_sum({}, signed_sum(m, n, 1), -1), signed_sum(m, n, 1), signed_sum(m, n, -1),
               signed_sum(n, m, -1), m, n, signed_sum({}, m, -1), signed_sum({}, n, -1)},
              size, 2, 200))
        return true;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (is_solid_mesh(1 - side) &&
          try_towards_corners(side, item(side, side == 0 ? s : t), (*common)[side]))
        return true;
    }
    if (lists_span((*common)[0], (*common)[1]) &&
        certificate::weights_decide(given_[0], item(0, s), given_[1], item(1, t)))
      found_ = InnerPoint{(*common)[0], (*common)[1], {}};
    return found_.has_value();
  }

  void named(const std::array<std::int32_t, 2>& triangles) {
    for_pairs(parts_, triangles, [&](std::int32_t s, std::int32_t t) { crossing(s, t); });
    for_pairs(parts_, triangles, [&](std::int32_t s, std::int32_t t) { at_contacts(s, t); });
  }
  void every_pair(const std::array<std::int32_t, 2>& triangles) {
    if (triangles[0] >= 0 || triangles[1] >= 0) named({-1, -1});
  }
  /// Calls a function with the pairs of items that are meant, those named or all, until a point is found. Items of a
  /// polytope are not named.
  template <class Function>
  void for_pairs(const std::array<PosedPart, 2>& parts,
                 const std::array<std::int32_t, 2>& triangles, const Function& function) {
    const auto range = [&](std::size_t side) {
      const bool is_named = given_[side].is_mesh() && triangles[side] >= 0;
      const std::int32_t first = is_named ? triangles[side] : 0;
      return std::pair(first, is_named ? first + 1 : parts[side].item_count());
    };
    const auto [s_begin, s_end] = range(0);
    const auto [t_begin, t_end] = range(1);
    const bool many = s_end - s_begin > 1 || t_end - t_begin > 1;
    std::optional<ItemBoxes> boxes_a, boxes_b;
    if (many) {
      boxes_a.emplace(parts[0]);
      boxes_b.emplace(parts[1]);
    }
    const auto is_dropped = [&](std::size_t side, std::int32_t i) {
      return parts[side].drops_flat() && parts[side].is_flat(i);
    };
    for (std::int32_t s = s_begin; s < s_end && goes_on(); ++s) {
      if (is_dropped(0, s)) continue;
      for (std::int32_t t = t_begin; t < t_end && goes_on(); ++t) {
        if ((!many || boxes_a->may_meet(s, *boxes_b, t)) && !is_dropped(1, t)) function(s, t);
      }
    }
  }

  /// Follows the directions between the planes at each contact of two triangles.
  bool at_contacts(std::int32_t s, std::int32_t t) {
    if (!both_solid()) {
      const std::size_t surface = parts_[0].is_solid() ? 1 : 0;
      return on_surface(surface, surface == 0 ? s : t);
    }
    const int size = std::min(size_exponent(parts_[0], s), size_exponent(parts_[1], t));
    for (const WorldPoint& p : contact_points(parts_[0], s, parts_[1], t)) {
      const std::vector<PlaneWay> ways = ways_between_planes(parts_[0], parts_[1], p);
      for (int shift = 2; shift <= kMostSteps; shift *= 2) {
        for (const PlaneWay& way : ways) {
          if (try_beside(p, way, size, shift)) return true;
        }
      }
    }
    // Triangles of a solid that bound nothing are points of it all the same.
    return is_solid_mesh(0) && is_solid_mesh(1) && (on_surface(0, s) || on_surface(1, t));
  }

  /// Tries a step that is much shorter than the way is near its plane.
  bool try_beside(const WorldPoint& p, const PlaneWay& way, int size, int shift) {
    const int ahead = std::max(0, longest_entry(way.normal) - longest_entry(way.along)) + shift;
    const Big3 along = big_multiple(way.along, BigInt(1) << ahead);
    for (const int sign : {-1, 1}) {
      const Big3 m = signed_sum(along, way.normal, sign);
      if (try_point(point_beside(p, m, size - longest_entry(m) - 2 * shift))) return true;
    }
    return false;
  }

  /// What a surface's triangle has inside a solid is a polygon with corners among those of the triangle and its
  /// contacts. It holds the middle of three of them.
  bool on_surface(std::size_t side, std::int32_t triangle) {
    const PosedPart &surface = parts_[side], &solid = parts_[1 - side];
    std::vector<WorldPoint> places;
    for (const std::int32_t corner : surface.triangles()[static_cast<std::size_t>(triangle)])
      places.push_back(surface.world(corner));
    const ItemBoxes own(surface), others(solid);
    for (std::int32_t t = 0; t < solid.item_count(); ++t) {
      if (!own.may_meet(triangle, others, t)) continue;
      for (const WorldPoint& p : contact_points(surface, triangle, solid, t)) {
        if (std::none_of(places.begin(), places.end(),
                         [&](const WorldPoint& q) { return coincide(p, q); }))
          places.push_back(p);
      }
    }
    const auto attempt = [&](const WorldPoint& x) {
      if (!is_inside(1 - side, x)) return false;
      PartPoint place{item(side, triangle), {}};
      place.weights = weights_of(given_[side], item(side, triangle), x);
      if (place.weights.empty()) return false;
      found_ = InnerPoint{};
      (side == 0 ? found_->a : found_->b) = std::move(place);
      return true;
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (attempt(places[i])) return true;
      for (std::size_t j = 0; j < i; ++j) {
        const WorldPoint middle = middle_of(places[i], places[j]);
        if (attempt(middle)) return true;
        for (std::size_t k = 0; k < j; ++k) {
          if (attempt(middle_of(middle, places[k]))) return true;
        }
      }
    }
    return false;
  }

  /// A component of one mesh that lies in the other's solid.
  void enclosed() {
    for (std::size_t side = 0; side < 2 && !found_; ++side) {
      if (!parts_[1 - side].is_solid()) continue;
      const PosedPart& inner = parts_[side];
      std::int32_t count = 0;
      const std::vector<std::int32_t> component = certificate::components(inner, count);
      std::vector<int> inside(static_cast<std::size_t>(count), -1);
      for (std::int32_t t = 0; t < inner.item_count() && goes_on(); ++t) {
        const auto& corners = inner.triangles()[static_cast<std::size_t>(t)];
        if (inner.drops_flat() && inner.is_flat(t)) continue;
        int& is_in =
            inside[static_cast<std::size_t>(component[static_cast<std::size_t>(corners[0])])];
        if (is_in < 0) is_in = is_inside(1 - side, inner.world(corners[0])) ? 1 : 0;
        if (is_in == 0) continue;
        const certificate::IntegerVector ones(3, BigInt(1));
        const WorldPoint p = inner.combination(corners, ones);
        if (both_solid() && !inner.is_flat(t)) {
          const Big3 n = short_vector(normal_of(inner, t), 20);
          if (try_ways(p, {signed_sum({}, n, -1), n}, size_exponent(inner, t), 2, 200)) return;
        }
        if (!given_[1 - side].is_mesh()) {
          if (side == 0 ? crossing(t, 0) : crossing(0, t)) return;
          continue;
        }
        if (given_[side].is_mesh()) {
          if (try_on_item(side, t, {{corners[0], {1, {}}}})) return;
        } else {
          const std::vector<WeightedVertex> weights =
              weights_of(given_[side], -1, inner.world(corners[0]));
          if (!weights.empty() && try_on_item(side, -1, weights)) return;
        }
      }
    }
  }

  std::array<Part3, 2> shapes_;  ///< polytopes as meshes
  std::array<PosedPart, 2> given_, parts_;
  std::optional<InnerPoint> found_;
  mutable int tries_ = 0;
};

}  // namespace

std::vector<ExactNumber> numbers_of(const certificate::WorldPoint& x, int dimension) {
  std::vector<ExactNumber> numbers;
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k) {
    BigInt p = x.at[k], q = x.over;
    if (x.exponent > 0) p <<= x.exponent;
    if (x.exponent < 0) q <<= -x.exponent;
    const BigInt common = gcd(p, q);
    p /= common;
    q /= common;
    ExactNumber number{nearest_quotient(p, q, 0), {}};
    const Dyadic exact = decode(number.value);
    BigInt again = q * exact.mantissa;
    BigInt whole = p;
    (exact.exponent > 0 ? again : whole) <<= std::abs(exact.exponent);
    if (!std::isfinite(number.value) || again != whole)
      number.integer = p.str() + (q == 1 ? "" : "/" + q.str());
    numbers.push_back(std::move(number));
  }
  return numbers;
}

std::optional<certificate::WorldPoint> rounded_point(const certificate::WorldPoint& x) {
  WorldPoint rounded;
  rounded.exponent = -2000;
  for (std::size_t k = 0; k < 3; ++k) {
    const double value = nearest_quotient(x.at[k], x.over, x.exponent);
    if (!std::isfinite(value)) return std::nullopt;
    const Dyadic exact = decode(value);
    if (exact.mantissa != 0)
      rounded.at[k] = BigInt(exact.mantissa) << (exact.exponent - rounded.exponent);
  }
  return rounded;
}

std::optional<InnerPoint> find_inner_point(const PlacedPart& a, const PlacedPart& b,
                                           std::int32_t triangle_a, std::int32_t triangle_b) {
  return Finder(a, b).run({triangle_a, triangle_b});
}

}  // namespace sunder::detail::mesh
