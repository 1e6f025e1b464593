// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each pair of parts is separated by cuts between ranges of their items. Where a part is a solid, a point of each
// component of the other shows that none lies inside.
// Cost: A search over the hulls of ranges, and an exact check of each cut.
// Gives up: Where two items cannot be separated as demanded.
#include "mesh/proof/separations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "certificate/closed_mesh.hpp"
#include "mesh/proof/range_cuts.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::PosedPart;
using Parts = std::vector<PosedPart>;

/// A proof lists every pair of parts. Beyond this number none is made.
constexpr std::size_t kMostProvenPairs = 250'000;

bool has_inside(const PosedPart& part) { return part.is_mesh() && part.is_solid(); }

/// The order of a tree, or none where the caller's does as well.
std::vector<std::int32_t> stated_order(const RangeTree& tree, bool whole) {
  const bool all = static_cast<std::int32_t>(tree.order().size()) == tree.part().item_count();
  return whole && all ? std::vector<std::int32_t>{} : tree.order();
}

/// A point of each component of one part, where the other is a solid mesh.
std::vector<std::int32_t> outside(const PosedPart& inner, const PosedPart& outer) {
  if (!has_inside(outer) || outer.is_polygon()) return {};
  if (!inner.is_mesh()) return {inner.caller_index(0)};
  std::int32_t count = 0;
  const std::vector<std::int32_t> component = certificate::components(inner, count);
  std::vector<std::int32_t> points(static_cast<std::size_t>(count), -1);
  for (std::size_t i = 0; i < component.size(); ++i) {
    if (component[i] < 0) continue;
    std::int32_t& point = points[static_cast<std::size_t>(component[i])];
    if (point < 0) point = static_cast<std::int32_t>(i);
  }
  return points;
}

/// A frame about a point of a in which no coordinate overflows.
ReferenceFrame frame_of_all(const Parts& a, const Parts& b) {
  ReferenceFrame frame;
  bool has_origin = false;
  int most = std::numeric_limits<int>::min();
  for (const Parts* const parts : {&a, &b}) {
    for (const PosedPart& part : *parts) {
      if (part.is_empty() || part.points().empty()) continue;
      if (!has_origin) frame.origin = part.world(0);
      has_origin = true;
      most = std::max(most, part.size_exponent());
    }
  }
  frame.exponent = has_origin ? most : 0;
  return frame;
}

/// Does it prove that two parts do not overlap if no two items of theirs do?
bool decided_by_ties(const PosedPart& a, const PosedPart& b) {
  const auto allows = [](const PosedPart& one, const PosedPart& other) {
    if (!one.is_polygon()) return !has_inside(one) || !other.is_mesh() || other.is_polygon();
    return one.is_solid() || other.is_full_polytope();
  };
  return allows(a, b) && allows(b, a);
}

}  // namespace

bool append_separations(const Parts& a, const Parts& b, const certificate::CutDemand& demand,
                        std::vector<PartSeparation>& separations,
                        const std::optional<TouchingParts>& touching) {
  if (a.size() * b.size() > kMostProvenPairs) return false;
  std::array<std::vector<std::optional<RangeTree>>, 2> trees;
  trees[0].resize(a.size());
  trees[1].resize(b.size());
  const ReferenceFrame frame = frame_of_all(a, b);
  const auto tree = [&](std::size_t side, std::size_t index) -> RangeTree& {
    auto& found = trees[side][index];
    if (!found) found.emplace((side == 0 ? a : b)[index], frame);
    return *found;
  };
  std::vector<RangeCut> whole;  // of the parts that touch, where it takes one plane
  if (touching) {
    const auto i = static_cast<std::size_t>(touching->part_a),
               j = static_cast<std::size_t>(touching->part_b);
    if (!decided_by_ties(a[i], b[j]) && !append_whole_cut(tree(0, i), touching->triangle_a,
                                                          tree(1, j), touching->triangle_b, whole))
      return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      if (a[i].is_empty() || b[j].is_empty()) continue;
      RangeTree &p = tree(0, i), &q = tree(1, j);
      PartSeparation separation;
      separation.part_a = static_cast<std::int32_t>(i);
      separation.part_b = static_cast<std::int32_t>(j);
      bool ties = !whole.empty() && separation.part_a == touching->part_a &&
                  separation.part_b == touching->part_b;
      if (ties) {
        separation.cuts = whole;
      } else if (!append_cuts(p, q, demand, separation.cuts, ties)) {
        return false;
      }
      const auto& cuts = separation.cuts;
      separation.order_a = stated_order(
          p, std::all_of(cuts.begin(), cuts.end(),
                         [&](const RangeCut& cut) { return cut.a_end - cut.a_begin == p.size(); }));
      separation.order_b = stated_order(
          q, std::all_of(cuts.begin(), cuts.end(),
                         [&](const RangeCut& cut) { return cut.b_end - cut.b_begin == q.size(); }));
      if (ties && cuts.size() > 1 && !decided_by_ties(a[i], b[j])) return false;
      if (!ties) {
        separation.outside_b = outside(a[i], b[j]);
        separation.outside_a = outside(b[j], a[i]);
      }
      separations.push_back(std::move(separation));
    }
  }
  return true;
}

bool has_pairs(const std::vector<PosedPart>& a, const std::vector<PosedPart>& b) {
  const auto is_there = [](const PosedPart& part) { return !part.is_empty(); };
  return std::any_of(a.begin(), a.end(), is_there) && std::any_of(b.begin(), b.end(), is_there);
}

Error no_body_proof(const std::string& why) {
  return {ErrorCode::not_served, "no proof was found for this answer: " + why +
                                     "; ask again and certify the answer about the same bodies"};
}

certificate::WorldPoint place_in(const PosedPart& part, const PartPoint& point) {
  std::vector<std::int32_t> points;
  std::vector<ExactNumber> weights;
  for (const WeightedVertex& item : point.weights) {
    points.push_back(part.find(item.vertex));
    weights.push_back(item.weight);
  }
  certificate::ScaledIntegers read;
  std::string reason;
  certificate::read_numbers(weights, "", read, reason);
  return part.combination(points, read.values);
}

PartPoint shortened(const PartPoint& point, int bits) {
  double most = 0;
  for (const WeightedVertex& item : point.weights) most = std::max(most, item.weight.value);
  PartPoint result{point.triangle, {}};
  if (!is_finite_bits(most)) return point;
  for (const WeightedVertex& item : point.weights) {
    const double weight = std::nearbyint(std::ldexp(item.weight.value / most, bits));
    if (weight > 0) result.weights.push_back({item.vertex, {weight, {}}});
  }
  return result;
}

}  // namespace sunder::detail::mesh
