// SPDX-License-Identifier: Apache-2.0
//
// Idea: Bodies are taken as their parts, and parts as the caller's points and triangles or rings. A cut covers the pairs of
// triangles of two parts. If it separates all, their meshes have no point in common, and one winding number a component
// tells whether a part lies inside the other. Triangles that cover a polygon take its inside along.
// Source: docs/bodies.md.
// Bound: Every sign is that of integers.
// Cost: A product for each point of each range of a cut; O(n) for a winding number; O(n log n) to see that a mesh closes.
// Gives up: Never: it accepts or names a reason.
#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "certificate/closed_mesh.hpp"
#include "certificate/distance_proof.hpp"
#include "certificate/margin_proof.hpp"
#include "certificate/posed_part.hpp"
#include "certificate/range_cut.hpp"
#include "certificate/rectangles.hpp"
#include "certificate/ring_side.hpp"
#include "certificate/simple_mesh.hpp"
#include "exact/dyadic_sum.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::certificate {
namespace {

/// A point that a list names, and the indices in points() of what it is made of.
struct ReadPoint {
  std::vector<std::int32_t> points;
  WorldPoint at;
};

bool is_solid_mesh(const PosedPart& part) {
  return part.is_mesh() && part.is_solid() && !part.is_polygon();
}
/// Is it a polygon that its poses do not flatten?
bool is_region(const PosedPart& part) { return part.is_polygon() && part.is_solid(); }

/// Do the differences of these points of two parts span the space, or their plane?
bool lists_span(const PosedPart& a, const ReadPoint& p, const PosedPart& b, const ReadPoint& q) {
  std::vector<Big3> vectors;
  for (const std::int32_t point : p.points) vectors.push_back(a.direction(point, p.points[0]));
  for (const std::int32_t point : q.points) vectors.push_back(b.direction(point, q.points[0]));
  return a.are_spanning(vectors);
}

class BodyChecker {
 public:
  template <class Posed>
  BodyChecker(const Posed& a, const Posed& b, const Margin& margin,
              const BodyCertificate& certificate, const BodyCheckOptions& options)
      : margin_(margin),
        certificate_(certificate),
        options_(options),
        dimension_(a.pose().dimension()) {
    for (const auto& part : a.body().parts()) parts_[0].emplace_back(part, a.pose());
    for (const auto& part : b.body().parts()) parts_[1].emplace_back(part, b.pose());
    for (std::size_t side = 0; side < 2; ++side) refusals_[side].resize(parts_[side].size());
  }

  std::string refute() {
    std::string reason = read_margin();
    if (!reason.empty()) return reason;
    switch (certificate_.verdict) {
      case Verdict::separated:
        complete_ = true;
        return refute_separated();
      case Verdict::touching:
        reason = is_padded_ ? refute_exactly() : refute_touching();
        return reason.empty() ? refute_no_distance() : reason;
      case Verdict::overlapping:
        complete_ = true;
        if (!certificate_.separations.empty()) return "separations prove nothing about an overlap";
        if (has_covers()) return "covers prove nothing about an overlap";
        reason = refute_overlapping();
        return reason.empty() ? refute_no_distance() : reason;
      case Verdict::undecided:
      case Verdict::not_examined:
        break;
    }
    return "the certificate's verdict is none of separated, touching and overlapping";
  }
  bool complete() const noexcept { return complete_; }

 private:
  std::string read_margin() {
    if (!is_finite_bits(margin_.distance)) return "the margin is not finite";
    std::string reason = refute_radius(margin_.radius_a, "the margin's radius_a");
    if (reason.empty()) reason = refute_radius(margin_.radius_b, "the margin's radius_b");
    if (!reason.empty()) return reason;
    const double terms[] = {margin_.distance, margin_.radius_a, margin_.radius_b};
    m_ = exact_sum(terms);
    is_padded_ = m_.mantissa > 0;
    return m_.mantissa < 0 ? "the margin and the radii sum to less than 0" : "";
  }
  BigDyadic padded(double length) const { return plus(m_, exact_sum({&length, 1})); }

  const PosedPart& part(std::size_t side, std::int32_t index) const {
    return parts_[side][static_cast<std::size_t>(index)];
  }
  std::string refute_part(std::size_t side, std::int32_t index, const std::string& name) const {
    if (index >= 0 && static_cast<std::size_t>(index) < parts_[side].size()) return "";
    return name + " names part " + std::to_string(index) + " of " + (side == 0 ? "a" : "b") +
           ", which is not there";
  }

  bool has_covers() const {
    return !certificate_.covers_a.empty() || !certificate_.covers_b.empty();
  }
  /// Takes the covers of one body's polygons: one for each that has an inside.
  std::string take_covers(std::size_t side) {
    for (const PolygonCover& cover : side == 0 ? certificate_.covers_a : certificate_.covers_b) {
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

  /// A solid goes round points only if its mesh closes. Each mesh is counted once.
  const std::string& refute_solid(std::size_t side, std::int32_t index) {
    auto& refusal = refusals_[side][static_cast<std::size_t>(index)];
    if (!refusal) {
      refusal = refute_closed(part(side, index));
      if (refusal->empty() && options_.simple) refusal = refute_simple(part(side, index));
      if (!refusal->empty()) {
        *refusal = "part " + std::to_string(index) + " of " + (side == 0 ? "a" : "b") +
                   " is no solid: " + *refusal;
      }
    }
    return *refusal;
  }

  std::string read(std::size_t side, std::int32_t index, const PartPoint& point,
                   const std::string& name, ReadPoint& out) const {
    const PosedPart& of = part(side, index);
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

  /// Accepts a point inside a solid mesh, or a polygon.
  std::string refute_inside(std::size_t side, std::int32_t index, const WorldPoint& x) {
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

  std::string read_pair() const {
    std::string reason = refute_part(0, certificate_.part_a, "part_a");
    return reason.empty() ? refute_part(1, certificate_.part_b, "part_b") : reason;
  }

  std::string refute_overlapping() {
    std::string reason = read_pair();
    if (!reason.empty()) return reason;
    const std::int32_t i = certificate_.part_a, j = certificate_.part_b;
    const bool has_a = !certificate_.a.weights.empty(), has_b = !certificate_.b.weights.empty();
    ReadPoint p, q;
    if (has_a) reason = read(0, i, certificate_.a, "a", p);
    if (has_b && reason.empty()) reason = read(1, j, certificate_.b, "b", q);
    if (!reason.empty()) return reason;
    if (has_a || has_b) {
      if (!certificate_.point.empty()) return "a point beside weights, which state it";
    }
    if (has_a && has_b && is_padded_) {
      return compare_distance(p.at, q.at, m_) < 0
                 ? ""
                 : "the points of a and b are not nearer than the margin";
    }
    if (has_a && has_b) {
      reason = refute_list(part(0, i), p, "a");
      if (reason.empty()) reason = refute_list(part(1, j), q, "b");
      if (!reason.empty()) return reason;
      if (!weights_decide(part(0, i), certificate_.a.triangle, part(1, j), certificate_.b.triangle))
        return "weights on both sides prove nothing about a solid mesh";
      if (!coincide(p.at, q.at)) return "the points of a and b differ";
      return lists_span(part(0, i), p, part(1, j), q)
                 ? ""
                 : "the lists of a and b do not span the " +
                       std::string(dimension_ == 3 ? "space" : "plane");
    }
    if (has_a) return refute_inside(1, j, p.at);
    if (has_b) return refute_inside(0, i, q.at);
    WorldPoint x;
    reason = read_world_point(x);
    if (reason.empty()) reason = refute_inside(0, i, x);
    return reason.empty() ? refute_inside(1, j, x) : reason;
  }

  /// Lists on both sides hold all points between theirs. A polygon that its poses flatten need not.
  static std::string refute_list(const PosedPart& of, const ReadPoint& point,
                                 const std::string& name) {
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

  std::string read_world_point(WorldPoint& x) const {
    if (certificate_.point.size() != static_cast<std::size_t>(dimension_))
      return "point has " + std::to_string(certificate_.point.size()) + " numbers in dimension " +
             std::to_string(dimension_);
    std::array<Fraction, 3> entries;
    std::string reason;
    for (std::size_t k = 0; k < certificate_.point.size(); ++k) {
      if (!read_fraction(certificate_.point[k], "point[" + std::to_string(k) + "]", entries[k],
                         reason))
        return reason;
    }
    x.exponent = std::min({entries[0].exponent, entries[1].exponent, entries[2].exponent});
    x.over = entries[0].denominator * entries[1].denominator * entries[2].denominator;
    for (std::size_t k = 0; k < 3; ++k) {
      x.at[k] = entries[k].numerator * entries[(k + 1) % 3].denominator *
                entries[(k + 2) % 3].denominator;
      x.at[k] <<= entries[k].exponent - x.exponent;
    }
    return "";
  }

  /// Accepts two points that are no farther apart than the margin.
  std::string refute_points() const {
    std::string reason = read_pair();
    if (!reason.empty()) return reason;
    if (!certificate_.point.empty()) return "a point beside weights, which state it";
    ReadPoint p, q;
    reason = read(0, certificate_.part_a, certificate_.a, "a", p);
    if (reason.empty()) reason = read(1, certificate_.part_b, certificate_.b, "b", q);
    if (!reason.empty()) return reason;
    if (is_padded_) {
      return compare_distance(p.at, q.at, m_) <= 0
                 ? ""
                 : "the points of a and b are farther apart than the margin";
    }
    return coincide(p.at, q.at) ? "" : "the points of a and b differ";
  }

  std::string refute_touching() {
    std::string reason = refute_points();
    if (!reason.empty()) return reason;
    complete_ = !certificate_.separations.empty();
    if (!complete_ && has_covers()) return "covers prove nothing without separations";
    return complete_ ? refute_separations({.strict = false}) : "";
  }

  /// Bodies that are exactly as far apart as a positive margin.
  std::string refute_exactly() {
    complete_ = true;
    std::string reason = refute_points();
    return reason.empty() ? refute_separations({.lower = m_}) : reason;
  }

  std::string refute_separated() {
    if (!certificate_.point.empty() || !certificate_.a.weights.empty() ||
        !certificate_.b.weights.empty())
      return "a common point proves nothing about bodies that are apart";
    std::string reason;
    CutDemand demand;
    if (certificate_.distance) {
      const BodyDistanceProof& proof = *certificate_.distance;
      reason = refute_interval(proof.lower, proof.upper, "distance");
      if (!reason.empty()) return reason;
      demand.lower = padded(proof.lower);
    }
    if (is_padded_) demand.beyond = m_;
    reason = refute_separations(demand);
    return reason.empty() && certificate_.distance ? refute_upper(*certificate_.distance) : reason;
  }

  std::string refute_upper(const BodyDistanceProof& proof) const {
    if (proof.a.weights.empty() && proof.b.weights.empty()) {
      if (is_infinite(proof.upper)) {
        if (pairs_ > 0) return "";
        const double largest = std::numeric_limits<double>::max();
        return order_of(proof.lower) == order_of(largest)
                   ? ""
                   : "a body is empty: the interval is [largest double, infinity]";
      }
      return "distance.a and distance.b prove the upper bound";
    }
    std::string reason = refute_part(0, proof.part_a, "distance.part_a");
    if (reason.empty()) reason = refute_part(1, proof.part_b, "distance.part_b");
    ReadPoint p, q;
    if (reason.empty()) reason = read(0, proof.part_a, proof.a, "distance.a", p);
    if (reason.empty()) reason = read(1, proof.part_b, proof.b, "distance.b", q);
    if (!reason.empty() || is_infinite(proof.upper)) return reason;
    return compare_distance(p.at, q.at, padded(proof.upper)) <= 0
               ? ""
               : "distance.upper is less than the distance of the two points";
  }
  static std::uint64_t order_of(double value) { return std::bit_cast<std::uint64_t>(value); }

  std::string refute_no_distance() const {
    if (!certificate_.distance) return "";
    const BodyDistanceProof& proof = *certificate_.distance;
    if (!is_zero_bits(proof.lower) || !is_zero_bits(proof.upper))
      return "the bodies meet: their distance is [0, 0]";
    if (!proof.a.weights.empty() || !proof.b.weights.empty())
      return "the bodies meet: [0, 0] has no points of its own";
    return "";
  }

  /// Each pair of parts that are not empty has one separation. Ranges may tie only where this proves that nothing overlaps.
  std::string refute_separations(const CutDemand& demand) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (std::string reason = take_covers(side); !reason.empty()) return reason;
    }
    std::map<std::pair<std::int32_t, std::int32_t>, const PartSeparation*> found;
    for (const PartSeparation& separation : certificate_.separations) {
      std::string reason = refute_part(0, separation.part_a, "a separation");
      if (reason.empty()) reason = refute_part(1, separation.part_b, "a separation");
      if (!reason.empty()) return reason;
      if (!found.try_emplace({separation.part_a, separation.part_b}, &separation).second)
        return "a pair of parts is separated twice";
    }
    pairs_ = 0;
    for (std::size_t i = 0; i < parts_[0].size(); ++i) {
      for (std::size_t j = 0; j < parts_[1].size(); ++j) {
        const bool is_empty = parts_[0][i].is_empty() || parts_[1][j].is_empty();
        pairs_ += is_empty ? 0 : 1;
        const auto entry = found.find({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
        const std::string name =
            "parts " + std::to_string(i) + " of a and " + std::to_string(j) + " of b: ";
        if (is_empty != (entry == found.end()))
          return name +
                 (is_empty ? "one is empty and needs no separation" : "no separation is there");
        if (is_empty) continue;
        std::string reason = refute_separation(*entry->second, demand);
        if (!reason.empty()) return name + reason;
      }
    }
    return "";
  }

  std::string refute_order(const PosedPart& of, const std::vector<std::int32_t>& order,
                           const char* name) const {
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

  std::string refute_separation(const PartSeparation& separation, const CutDemand& demand) {
    const PosedPart& a = part(0, separation.part_a);
    const PosedPart& b = part(1, separation.part_b);
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
      reason = refute_cut(separation.cuts[i], a, separation.order_a, b, separation.order_b, demand,
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
      const PosedPart& other = part(1 - side, index[1 - side]);
      if (part(side, index[side]).is_polygon()) {
        if (std::string reason = refute_planar_tie(part(side, index[side]), other); !reason.empty())
          return reason;
      }
      if (!is_solid_mesh(part(side, index[side]))) continue;
      if (!other.is_full_polytope())
        return "ranges tie, which proves nothing about a solid and what is no polytope with an "
               "inside";
      if (std::string reason = refute_solid(side, index[side]); !reason.empty()) return reason;
      std::vector<std::int32_t> all(other.points().size());
      std::iota(all.begin(), all.end(), 0);
      const IntegerVector ones(all.size(), BigInt(1));
      const Winding winding = part(side, index[side]).winding(other.combination(all, ones));
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
    const PosedPart& of = part(inner_side, inner);
    const PosedPart& solid = part(outer_side, outer);
    if (!is_solid_mesh(solid)) {
      return points.empty()
                 ? ""
                 : std::string(name) + " lists points, but the other part is no solid mesh";
    }
    if (std::string reason = refute_solid(outer_side, outer); !reason.empty()) return reason;
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

  const Margin& margin_;
  const BodyCertificate& certificate_;
  const BodyCheckOptions& options_;
  BigDyadic m_;             ///< the sum of the margin's numbers
  bool is_padded_ = false;  ///< m_ > 0
  std::array<std::vector<PosedPart>, 2> parts_;
  std::array<std::vector<std::optional<std::string>>, 2> refusals_;
  const int dimension_;
  std::int64_t pairs_ = 0;
  bool complete_ = false;
};

}  // namespace
}  // namespace sunder::detail::certificate

namespace sunder::inline SUNDER_ABI {

namespace {

template <class Posed>
BodyCheck check_bodies(const Posed& a, const Posed& b, const Margin& margin,
                       const BodyCertificate& certificate, const BodyCheckOptions& options) {
  detail::certificate::BodyChecker checker(a, b, margin, certificate, options);
  BodyCheck check;
  check.reason = checker.refute();
  check.accepted = check.reason.empty();
  check.complete = check.accepted && checker.complete();
  return check;
}

}  // namespace

BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const BodyCertificate& certificate,
                 const BodyCheckOptions& options) {
  return check_bodies(a, b, Margin{}, certificate, options);
}
BodyCheck verify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                 const BodyCertificate& certificate, const BodyCheckOptions& options) {
  return check_bodies(a, b, margin, certificate, options);
}
BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const BodyCertificate& certificate) {
  return check_bodies(a, b, Margin{}, certificate, {});
}
BodyCheck verify(const PosedBody2& a, const PosedBody2& b, const Margin& margin,
                 const BodyCertificate& certificate) {
  return check_bodies(a, b, margin, certificate, {});
}

}  // namespace sunder::inline SUNDER_ABI
