// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two ranges are separated at once where a direction in doubles promises it and integers confirm it. The others
// are halved. The hulls of two ranges tell the direction where their boxes do not.
// Bound: Places are rounded to some units in the last place of the parts; a direction that promises too much is refused.
// Cost: A search over the hulls of each pair of ranges that boxes leave open, and an exact check of each cut. Ranges that
// no pair reaches are not ordered.
// Gives up: Where two items cannot be separated as demanded.
#include "mesh/proof/range_cuts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "exact/nearest.hpp"
#include "mesh/proof/closest_items.hpp"
#include "mesh/proof/touching_direction.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::PosedPart;
using certificate::WorldNumber;
using certificate::WorldPoint;

Vector3 place_in(const WorldPoint& p, const ReferenceFrame& frame) {
  Vector3 place;
  for (std::size_t k = 0; k < 3; ++k) {
    const WorldNumber apart =
        certificate::difference({p.at[k], p.over, p.exponent},
                                {frame.origin.at[k], frame.origin.over, frame.origin.exponent});
    place[k] = nearest_quotient(apart.value, apart.over, apart.exponent - frame.exponent);
  }
  return place;
}

/// Doubles of which three products and sums are finite.
constexpr double kLargeCoordinate = 0x1p400;

/// Returns the places of all points. One is rounded from the exact one, and the others are moved from there in doubles: what
/// is found by them is checked exactly. Where doubles would overflow all are rounded.
std::vector<Vector3> places_in(const PosedPart& part, const ReferenceFrame& frame) {
  const std::span<const Vector3> points = part.points();
  const auto count = static_cast<std::int32_t>(points.size());
  std::vector<Vector3> places;
  places.reserve(points.size());
  if (count == 0) return places;
  const certificate::ChainMap& chain = part.chain();
  std::array<double, 9> matrix;
  bool is_small = true;
  for (std::size_t i = 0; i < 9; ++i) {
    matrix[i] = nearest_quotient(chain.matrix[i], chain.denominator,
                                 chain.exponent - chain.point_exponent - frame.exponent);
    is_small = is_small && std::fabs(matrix[i]) < kLargeCoordinate;
  }
  for (const Vector3& p : points) {
    for (const double x : p) is_small = is_small && std::fabs(x) < kLargeCoordinate;
  }
  if (!is_small) {
    for (std::int32_t i = 0; i < count; ++i) places.push_back(place_in(part.world(i), frame));
    return places;
  }
  const Vector3 first = place_in(part.world(0), frame);
  for (const Vector3& p : points) {
    Vector3 place = first;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) place[i] += matrix[3 * i + k] * (p[k] - points[0][k]);
    }
    places.push_back(place);
  }
  return places;
}

double dot_places(const Vector3& p, const Vector3& q) noexcept {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

}  // namespace

RangeTree::RangeTree(const PosedPart& part, const ReferenceFrame& frame)
    : part_(&part), exponent_(frame.exponent), places_(places_in(part, frame)) {
  stamp_.assign(part.points().size(), 0);
  if (part.is_mesh()) {
    for (std::int32_t t = 0; t < part.item_count(); ++t) {
      if (!part.drops_flat() || !part.is_flat(t)) order_.push_back(t);
    }
    if (!order_.empty()) nodes_.push_back(node_of(0, static_cast<std::int32_t>(order_.size())));
  } else if (!part.is_empty()) {
    nodes_.push_back(node_of(0, 1));
  }
}

RangeTree::Node RangeTree::node_of(std::int32_t begin, std::int32_t end) const {
  Node node;
  node.begin = begin;
  node.end = end;
  constexpr double kEndless = std::numeric_limits<double>::infinity();
  node.lower = {kEndless, kEndless, kEndless};
  node.upper = {-kEndless, -kEndless, -kEndless};
  for (const Vector3& p : places(node)) {
    for (std::size_t k = 0; k < 3; ++k) {
      node.lower[k] = std::min(node.lower[k], p[k]);
      node.upper[k] = std::max(node.upper[k], p[k]);
    }
  }
  return node;
}

std::int32_t RangeTree::halved(std::int32_t index) {
  const Node whole = node(index);
  if (whole.left >= 0) return whole.left;
  std::size_t axis = 0;
  for (std::size_t k = 1; k < 3; ++k) {
    if (whole.upper[k] - whole.lower[k] > whole.upper[axis] - whole.lower[axis]) axis = k;
  }
  const auto middle_of = [&](std::int32_t triangle) {
    double sum = 0;
    for (const std::int32_t corner : part_->triangles()[static_cast<std::size_t>(triangle)])
      sum += places_[static_cast<std::size_t>(corner)][axis];
    return sum;
  };
  const std::int32_t half = whole.begin + (whole.end - whole.begin) / 2;
  std::nth_element(order_.begin() + whole.begin, order_.begin() + half, order_.begin() + whole.end,
                   [&](std::int32_t s, std::int32_t t) {
                     const double at_s = middle_of(s), at_t = middle_of(t);
                     return at_s != at_t ? at_s < at_t : s < t;
                   });
  const auto left = static_cast<std::int32_t>(nodes_.size());
  nodes_.push_back(node_of(whole.begin, half));
  nodes_.push_back(node_of(half, whole.end));
  return nodes_[static_cast<std::size_t>(index)].left = left;
}

std::vector<Vector3> RangeTree::places(const Node& node) const {
  if (!part_->is_mesh()) return places_;
  std::vector<Vector3> places;
  ++stamps_;
  for (std::int32_t i = node.begin; i < node.end; ++i) {
    for (const std::int32_t corner :
         part_->triangles()[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])]) {
      std::int32_t& stamp = stamp_[static_cast<std::size_t>(corner)];
      if (stamp != stamps_) places.push_back(places_[static_cast<std::size_t>(corner)]);
      stamp = stamps_;
    }
  }
  return places;
}

namespace {

class Cutter {
 public:
  Cutter(RangeTree& a, RangeTree& b, const certificate::CutDemand& demand,
         std::vector<RangeCut>& cuts, bool& ties)
      : a_(a), b_(b), demand_(demand), cuts_(cuts), ties_(ties) {
    // A little less: what doubles show to be nearer need not be checked.
    for (const auto& length : {demand.lower, demand.beyond}) {
      if (!length) continue;
      const double apart = nearest_quotient(length->mantissa, 1, length->exponent - a.exponent());
      least_ = std::max(least_, apart * (1 - 0x1p-30) - 0x1p-40);
    }
  }

  bool cut_whole(std::int32_t triangle_a, std::int32_t triangle_b) {
    const RangeTree::Node p = a_.node(0), q = b_.node(0);
    return cut_by_boxes(p, q) || cut_by_hulls(p, q) ||
           cut_along_touch(p, triangle_a, q, triangle_b);
  }

  bool run() {
    if (a_.is_empty() || b_.is_empty()) return true;
    std::vector<Pair> open{{0, 0}};
    while (!open.empty()) {
      const Pair pair = open.back();
      open.pop_back();
      const RangeTree::Node p = a_.node(pair.a), q = b_.node(pair.b);
      if (cut_by_boxes(p, q) || cut_by_hulls(p, q)) continue;
      if (p.is_leaf() && q.is_leaf()) {
        if (!cut_items(p, q)) return false;
      } else if (q.is_leaf() || (!p.is_leaf() && extent(p) > extent(q))) {
        const std::int32_t left = a_.halved(pair.a);
        open.push_back({left, pair.b});
        open.push_back({left + 1, pair.b});
      } else {
        const std::int32_t left = b_.halved(pair.b);
        open.push_back({pair.a, left});
        open.push_back({pair.a, left + 1});
      }
    }
    return true;
  }

 private:
  struct Pair {
    std::int32_t a, b;
  };
  static double extent(const RangeTree::Node& node) noexcept {
    return (node.upper[0] - node.lower[0]) + (node.upper[1] - node.lower[1]) +
           (node.upper[2] - node.lower[2]);
  }

  /// Keeps a cut that integers confirm.
  bool keep(const RangeTree::Node& p, const RangeTree::Node& q,
            std::vector<ExactNumber> direction) {
    direction.resize(static_cast<std::size_t>(a_.part().dimension()));  // z is 0, or proves nothing
    RangeCut cut{p.begin, p.end, q.begin, q.end, std::move(direction)};
    if (!certificate::refute_cut(cut, a_.part(), a_.order(), b_.part(), b_.order(), demand_, ties_)
             .empty())
      return false;
    cuts_.push_back(std::move(cut));
    return true;
  }
  static std::vector<ExactNumber> numbers(const Vector3& v) {
    return {{v[0], {}}, {v[1], {}}, {v[2], {}}};
  }

  bool cut_by_boxes(const RangeTree::Node& p, const RangeTree::Node& q) {
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    double best = demand_.strict ? 0 : -std::numeric_limits<double>::denorm_min();
    bool is_found = false;
    Vector3 direction{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double up = q.lower[k] - p.upper[k], down = p.lower[k] - q.upper[k];
      if (std::max(up, down) <= best) continue;
      best = std::max(up, down);
      is_found = best < kEndless;
      direction = {};
      direction[k] = up > down ? 1 : -1;
    }
    return is_found && best >= least_ && keep(p, q, numbers(direction));
  }

  bool cut_by_hulls(const RangeTree::Node& p, const RangeTree::Node& q) {
    const std::vector<Vector3> points_a = a_.places(p), points_b = b_.places(q);
    const auto hull_a = Polytope3::from_points(points_a, {.reduce = false, .tables = false});
    const auto hull_b = Polytope3::from_points(points_b, {.reduce = false, .tables = false});
    if (!hull_a || !hull_b) return false;
    const Distance3 found = distance(Posed3{hull_a.value()}, Posed3{hull_b.value()});
    if (found.verdict == Verdict::touching && !demand_.strict) {
      const Certificate touch = certify(Posed3{hull_a.value()}, Posed3{hull_b.value()},
                                        static_cast<const Decision&>(found));
      return keep(p, q, touch.direction);
    }
    if (found.verdict != Verdict::separated || !found.witness) return false;
    if (found.distance.upper < least_) return false;
    const Vector3& normal = found.witness->normal;
    const double most =
        std::max({std::fabs(normal[0]), std::fabs(normal[1]), std::fabs(normal[2])});
    if (!(most > 0)) return false;
    const auto gap_along = [&](const Vector3& d) {
      double high = -std::numeric_limits<double>::infinity(), low = -high;
      for (const Vector3& x : points_a) high = std::max(high, dot_places(d, x));
      for (const Vector3& x : points_b) low = std::min(low, dot_places(d, x));
      return (low - high) / std::sqrt(dot_places(d, d));
    };
    // The shortest direction that keeps most of the gap; with a distance to prove, nearly all of it.
    const double wanted = demand_.lower
                              ? found.distance.lower * (1 - 0x1p-44)
                              : std::max(found.distance.lower * 0.5,
                                         std::min(least_, found.distance.lower * (1 - 0x1p-44)));
    for (const int bits : {4, 10, 20, 34}) {
      Vector3 d;
      for (std::size_t k = 0; k < 3; ++k) d[k] = std::nearbyint(std::ldexp(normal[k] / most, bits));
      const auto whole = [&](std::size_t k) { return static_cast<std::int64_t>(d[k]); };
      const auto common = static_cast<double>(std::gcd(std::gcd(whole(0), whole(1)), whole(2)));
      for (double& entry : d) entry /= common;
      if (gap_along(d) >= wanted && keep(p, q, numbers(d))) return true;
    }
    return keep(p, q, numbers(normal));
  }

  bool cut_items(const RangeTree::Node& p, const RangeTree::Node& q) {
    ClosestItems closest = closest_items(a_.part(), a_.item(p), b_.part(), b_.item(q));
    if (!closest.meet) return keep(p, q, std::move(closest.direction));
    return !demand_.strict && cut_along_touch(p, a_.item(p), q, b_.item(q));
  }

  /// Tries the directions of two items that touch.
  bool cut_along_touch(const RangeTree::Node& p, std::int32_t triangle_a, const RangeTree::Node& q,
                       std::int32_t triangle_b) {
    for (auto& direction : touching_directions(a_.part(), triangle_a, b_.part(), triangle_b)) {
      if (keep(p, q, std::move(direction))) return true;
    }
    return false;
  }

  RangeTree& a_;
  RangeTree& b_;
  double least_ = 0;  ///< of a gap, in the trees' unit
  const certificate::CutDemand& demand_;
  std::vector<RangeCut>& cuts_;
  bool& ties_;
};

}  // namespace

bool append_cuts(RangeTree& a, RangeTree& b, const certificate::CutDemand& demand,
                 std::vector<RangeCut>& cuts, bool& ties) {
  return Cutter(a, b, demand, cuts, ties).run();
}

bool append_whole_cut(RangeTree& a, std::int32_t triangle_a, RangeTree& b, std::int32_t triangle_b,
                      std::vector<RangeCut>& cuts) {
  const certificate::CutDemand ties_too{.strict = false};
  bool ties = false;
  return Cutter(a, b, ties_too, cuts, ties).cut_whole(triangle_a, triangle_b);
}

}  // namespace sunder::detail::mesh
