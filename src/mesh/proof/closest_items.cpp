// SPDX-License-Identifier: Apache-2.0
//
// Idea: The point of the difference of two sets that is closest to 0, exactly, under chains of poses. To find an inner
// common point, one set is moved a little, along the difference of means of points that span both. If the sets still
// meet, adding these means to the weights undoes the motion, and leaves no weight 0.
// Cost: Wolfe's method in integers of any size: some 50 microseconds for two triangles.
// Gives up: After so many halvings of the motion as the caller allows.
#include "mesh/proof/closest_items.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "geometry/integer_pair.hpp"
#include "query/min_norm.hpp"
#include "query/proof_numbers.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::ChainMap;
using certificate::PosedPart;

/// The points of one item, and the caller's index of each.
struct ItemHull {
  Polytope3 hull;
  std::vector<std::int32_t> caller;

  ItemHull(const PosedPart& part, std::span<const std::int32_t> of) {
    std::vector<Vector3> points;
    for (const std::int32_t point : of) {
      points.push_back(part.points()[static_cast<std::size_t>(point)]);
      caller.push_back(part.caller_index(point));
    }
    hull = Polytope3::from_points(points, {.reduce = false, .tables = false}).value();
  }
  explicit ItemHull(const Vector3& point)
      : hull(Polytope3::from_points({point}).value()), caller{0} {}

  std::vector<WeightedVertex> named(std::vector<WeightedVertex> weights) const {
    for (WeightedVertex& item : weights)
      item.vertex = caller[static_cast<std::size_t>(item.vertex)];
    return weights;
  }
};

/// The points of a triangle, or of a whole polytope (-1).
std::vector<std::int32_t> points_of(const PosedPart& part, std::int32_t triangle) {
  if (triangle >= 0) {
    const auto& corners = part.triangles()[static_cast<std::size_t>(triangle)];
    return {corners.begin(), corners.end()};
  }
  std::vector<std::int32_t> all(part.points().size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

MinNorm min_norm_of(const ItemHull& a, const ChainMap& chain_a, const ItemHull& b,
                    const ChainMap& chain_b) {
  const Pair<3> pair{make_body<3>({a.hull}), make_body<3>({b.hull})};
  IntegerPair<3, BigInt> points(pair, integer_scale(pair));
  points.exponent = std::min(chain_a.exponent, chain_b.exponent);
  points.denominator = chain_a.denominator * chain_b.denominator;
  const auto place = [&](IntegerBody<3, BigInt>& body, const ChainMap& own, const ChainMap& other) {
    const BigInt factor = other.denominator << (own.exponent - points.exponent);
    body.vertex_exponent = own.point_exponent;
    for (std::size_t i = 0; i < 9; ++i) body.matrix[i] = own.matrix[i] * factor;
    for (std::size_t k = 0; k < 3; ++k) body.offset[k] = own.offset[k] * factor;
  };
  place(points.a, chain_a, chain_b);
  place(points.b, chain_b, chain_a);
  return find_min_norm<3>(points, {});
}

bool is_contact(const MinNorm& exact) {
  return std::all_of(exact.point.begin(), exact.point.end(),
                     [](const BigInt& x) { return x == 0; });
}

/// Divides by what all numbers have in common.
void divide_common(std::vector<BigInt>& numbers) {
  BigInt common = 0;
  for (const BigInt& number : numbers) common = gcd(common, number);
  if (common > 1) {
    for (BigInt& number : numbers) number /= common;
  }
}

/// Returns points of an item that span its plane, line or space, in the caller's numbers.
std::vector<std::int32_t> spanning_points(const PosedPart& part, const ItemHull& item) {
  std::vector<std::int32_t> base;
  Big3 line{}, normal{};
  for (const std::int32_t caller : item.caller) {
    const std::int32_t point = part.find(caller);
    bool is_new = base.empty();
    if (!base.empty()) {
      const Big3 v = part.direction(point, part.find(base[0]));
      if (base.size() == 1) {
        is_new = !is_zero_vector(v);
        line = v;
      } else if (base.size() == 2) {
        normal = cross(line, v);
        is_new = !is_zero_vector(normal);
      } else if (base.size() == 3) {
        is_new = dot(normal, v) != 0;
      }
    }
    if (is_new) base.push_back(caller);
    if (base.size() == 4) break;
  }
  return base;
}

/// Adds a fraction to a coordinate of a chain's offset.
void add_fraction(ChainMap& chain, std::size_t k, const certificate::WorldNumber& add) {
  if (add.value == 0) return;
  const int low = std::min(chain.exponent, add.exponent);
  const BigInt scale = add.over << (chain.exponent - low), own = chain.denominator;
  for (BigInt& entry : chain.matrix) entry *= scale;
  for (BigInt& entry : chain.offset) entry *= scale;
  chain.denominator *= add.over;
  chain.exponent = low;
  chain.offset[k] += (add.value * own) << (add.exponent - low);
}

/// Returns weights of an item's points over their sum, and 2^-shift times the mean of its base.
std::vector<WeightedVertex> with_mean(const ItemHull& item, const MinNorm& exact,
                                      std::int32_t IndexPair::*of,
                                      const std::vector<std::int32_t>& base, int shift) {
  const auto& hull = *make_body<3>({item.hull}).hull;
  std::map<std::int32_t, BigInt> sums;
  const BigInt part = BigInt(static_cast<std::int64_t>(base.size())) << shift;
  for (std::size_t i = 0; i < exact.pairs.size(); ++i) {
    const std::int32_t caller =
        item.caller[static_cast<std::size_t>(hull.caller[exact.pairs[i].*of])];
    sums[caller] += exact.weights[i] * part;
  }
  for (const std::int32_t caller : base) sums[caller] += exact.total;
  std::vector<BigInt> numbers;
  for (const auto& [caller, weight] : sums) numbers.push_back(weight);
  divide_common(numbers);
  std::vector<WeightedVertex> weights;
  std::size_t i = 0;
  for (const auto& [caller, weight] : sums) weights.push_back({caller, exact_number(numbers[i++])});
  return weights;
}

}  // namespace

ClosestItems closest_points(const PosedPart& a, std::span<const std::int32_t> points_a,
                            const PosedPart& b, std::span<const std::int32_t> points_b) {
  const ItemHull hull_a(a, points_a), hull_b(b, points_b);
  MinNorm exact = min_norm_of(hull_a, a.chain(), hull_b, b.chain());
  divide_common(exact.weights);
  ClosestItems closest;
  closest.a.weights = hull_a.named(weights_of_a(exact, *make_body<3>({hull_a.hull}).hull));
  closest.b.weights = hull_b.named(weights_of_b(exact, *make_body<3>({hull_b.hull}).hull));
  closest.meet = is_contact(exact);
  if (!closest.meet) {
    divide_common(exact.point);
    closest.direction = negated_numbers(exact.point);
  }
  return closest;
}

ClosestItems closest_items(const PosedPart& a, std::int32_t triangle_a, const PosedPart& b,
                           std::int32_t triangle_b) {
  ClosestItems closest = closest_points(a, points_of(a, triangle_a), b, points_of(b, triangle_b));
  closest.a.triangle = triangle_a;
  closest.b.triangle = triangle_b;
  return closest;
}

std::optional<std::array<PartPoint, 2>> inner_common_point(const PosedPart& a,
                                                           std::int32_t triangle_a,
                                                           const PosedPart& b,
                                                           std::int32_t triangle_b) {
  auto found =
      inner_common_point(a, points_of(a, triangle_a), b, points_of(b, triangle_b), kMostHalvings);
  if (!found) return std::nullopt;
  (*found)[0].triangle = triangle_a;
  (*found)[1].triangle = triangle_b;
  return found;
}

std::optional<std::array<PartPoint, 2>> inner_common_point(const PosedPart& a,
                                                           std::span<const std::int32_t> points_a,
                                                           const PosedPart& b,
                                                           std::span<const std::int32_t> points_b,
                                                           int most_halvings) {
  const ItemHull hull_a(a, points_a), hull_b(b, points_b);
  const std::vector<std::int32_t> base_a = spanning_points(a, hull_a),
                                  base_b = spanning_points(b, hull_b);
  // b is moved by -e times the difference of the means of both bases. If the sets still meet, adding e times the means
  // to the weights undoes that.
  const auto mean = [](const PosedPart& part, const std::vector<std::int32_t>& base) {
    const certificate::IntegerVector ones(base.size(), BigInt(1));
    std::vector<std::int32_t> found;
    for (const std::int32_t caller : base) found.push_back(part.find(caller));
    return part.combination(found, ones);
  };
  const certificate::WorldPoint mean_a = mean(a, base_a), mean_b = mean(b, base_b);
  ChainMap moved = b.chain();
  if (!is_contact(min_norm_of(hull_a, a.chain(), hull_b, moved))) return std::nullopt;
  for (int shift = 1; shift <= most_halvings; shift *= 2) {
    // In b's unit: offset - (mean_a - mean_b) / 2^shift.
    moved = b.chain();
    for (std::size_t k = 0; k < 3; ++k) {
      const certificate::WorldNumber apart =
          certificate::difference({mean_a.at[k], mean_a.over, mean_a.exponent},
                                  {mean_b.at[k], mean_b.over, mean_b.exponent});
      add_fraction(moved, k, {BigInt(-apart.value), apart.over, apart.exponent - shift});
    }
    MinNorm exact = min_norm_of(hull_a, a.chain(), hull_b, moved);
    if (!is_contact(exact)) continue;
    return std::array<PartPoint, 2>{
        PartPoint{-1, with_mean(hull_a, exact, &IndexPair::a, base_a, shift)},
        PartPoint{-1, with_mean(hull_b, exact, &IndexPair::b, base_b, shift)}};
  }
  return std::nullopt;
}

std::vector<WeightedVertex> weights_of(const PosedPart& part, std::int32_t triangle,
                                       const certificate::WorldPoint& x) {
  const ItemHull hull(part, points_of(part, triangle)), point(Vector3{});
  ChainMap place;
  place.offset = x.at;
  place.denominator = x.over;
  place.exponent = x.exponent;
  MinNorm exact = min_norm_of(hull, part.chain(), point, place);
  if (!is_contact(exact)) return {};
  divide_common(exact.weights);
  return hull.named(weights_of_a(exact, *make_body<3>({hull.hull}).hull));
}

}  // namespace sunder::detail::mesh
