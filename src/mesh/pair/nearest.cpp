// SPDX-License-Identifier: Apache-2.0
//
// Idea: Where the hulls are closest is looked at first (hull_walk.cpp). What that leaves is branch and bound over both
// trees, the nearest boxes first. Triangles that boxes leave get a proven interval.
// The least of their lower ends bounds the distance from below, the least of the upper ones from above.
// Bound: That of triangle_distance.cpp, and of child_bounds-inl.hpp.
// Cost: O(log n) boxes, and the triangles that are close.
// Gives up: Never.
#include "mesh/pair/nearest.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "batch/closest.hpp"
#include "exact/root_sum.hpp"
#include "geometry/body.hpp"
#include "mesh/pair/meet.hpp"
#include "mesh/piece/integer_map.hpp"
#include "mesh/triangles/triangle_distance.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/walk/leaf_pairs.hpp"
#include "mesh/walk/walk.hpp"
#include "query/min_norm.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Calls take() for pairs of triangles that neither boxes nor the axis prove at least `reach` apart.
template <class Taker>
class TriangleVisitor : public NearestVisitor {
 public:
  explicit TriangleVisitor(PiecePair& pair)
      : pair_(pair), places_(pair.piece(0), pair.piece(1), pair.maps()), error_(pair.mean_error()) {
    double extent = 0;
    for (const WorldMap& map : pair.maps().world) {
      for (const double t : map.t) extent = std::max(extent, std::fabs(t));
    }
    extent += 2 * (pair.maps().unit[0] + pair.maps().unit[1]);
    height_error_ =
        4 * error_ + 32 * kUnit * extent;  // of the gap of two heights along a unit direction
  }

  void visit(Leaf a, Leaf b) override {
    const LeafPair pair = places_.pair(a, b);
    std::array<double, 16> bounds;
    std::uint32_t left = pair.bound_distances(error_, axis_, height_error_, reach, bounds);
    // The nearest pair first: those behind it may then be out of reach.
    while (left != 0) {
      auto at = static_cast<std::size_t>(std::countr_zero(left));
      for (std::uint32_t rest = left & (left - 1); rest != 0; rest &= rest - 1) {
        const auto other = static_cast<std::size_t>(std::countr_zero(rest));
        if (bounds[other] < bounds[at]) at = other;
      }
      if (!(bounds[at] < reach)) return;
      left &= ~(1U << at);
      const std::size_t i = at / Leaf::kMost, j = at % Leaf::kMost;
      static_cast<Taker*>(this)->take(
          distance_of_triangles(pair.corners[0]->triangle(i), pair.corners[1]->triangle(j), error_),
          a.begin + static_cast<std::int32_t>(i), b.begin + static_cast<std::int32_t>(j));
    }
  }

 protected:
  /// Sets the direction along which the closest triangles so far are apart.
  void set_axis(const Vector3& apart) noexcept {
    const double length = std::sqrt(dot<3>(apart, apart)) * (1 + 0x1p-20);
    for (std::size_t k = 0; k < 3 && length > 0; ++k) axis_[k] = apart[k] / length;
  }

 private:
  PiecePair& pair_;
  LeafPlaces places_;
  double error_, height_error_ = 0;
  Vector3 axis_{};
};

/// Two triangles, and a lower bound of their distance in the pair's unit.
struct ClosePair {
  double lower;
  std::int32_t a, b;
};

class Search final : public TriangleVisitor<Search> {
 public:
  /// With `ends_at_contact`, nothing is looked for once triangles are not proven apart.
  Search(PiecePair& pair, double within, bool ends_at_contact)
      : TriangleVisitor(pair), ends_at_contact_(ends_at_contact) {
    reach = lower_ = within;
  }

  double lower() const noexcept { return std::min(lower_, reach); }
  /// Pairs that may be the closest; empty where they are too many to be listed.
  const std::vector<ClosePair>& close_pairs() const noexcept { return close_; }
  const TriangleDistance& best() const noexcept { return best_; }
  std::int32_t triangle_a = -1, triangle_b = -1;

  void take(const TriangleDistance& found, std::int32_t a, std::int32_t b) noexcept {
    lower_ = std::min(lower_, found.lower);
    if (ends_at_contact_ && !(found.lower > 0)) reach = 0;
    list({found.lower, a, b});
    if (!(found.upper < reach)) return;
    reach = found.upper;
    best_ = found;
    triangle_a = a;
    triangle_b = b;
    set_axis(found.axis);
  }

 private:
  void list(const ClosePair& pair) {
    if (pair.lower >= reach || is_full_) return;
    // A walk that gave up may have taken the pair before.
    if (std::any_of(close_.begin(), close_.end(), [&](const ClosePair& other) {
          return other.a == pair.a && other.b == pair.b;
        })) {
      return;
    }
    if (close_.size() == kMostClose) {
      std::erase_if(close_, [&](const ClosePair& other) { return other.lower >= reach; });
    }
    is_full_ = close_.size() == kMostClose;
    if (is_full_) {
      close_.clear();
    } else {
      close_.push_back(pair);
    }
  }

  static constexpr std::size_t kMostClose = 16;
  bool ends_at_contact_;
  double lower_ = kEndless;
  TriangleDistance best_{};
  std::vector<ClosePair> close_;
  bool is_full_ = false;
};

/// Returns the exact distance of two triangles, as the root that it is.
Root exact_distance(const Placed& a, const Placed& b, std::int32_t triangle_a,
                    std::int32_t triangle_b) {
  const auto hull_of = [](const Placed& placed, std::int32_t triangle) {
    std::array<Vector3, 3> points;
    for (std::size_t i = 0; i < 3; ++i)
      points[i] = placed.piece->point(placed.piece->corners(triangle)[i]);
    return Polytope3::from_points(points).value();
  };
  const Polytope3 hull_a = hull_of(a, triangle_a), hull_b = hull_of(b, triangle_b);
  const Pair<3> pair{make_body<3>({hull_a}), make_body<3>({hull_b})};
  IntegerPair<3, BigInt> points(pair, integer_scale(pair));
  const IntegerMaps maps = integer_maps(a, b);
  const auto place = [](IntegerBody<3, BigInt>& body, const IntegerMap& map) {
    body.vertex_exponent = map.point_exponent;
    body.matrix = map.matrix;
    body.offset = map.offset;
  };
  place(points.a, maps.of[0]);
  place(points.b, maps.of[1]);
  points.denominator = maps.denominator;
  points.exponent = maps.exponent;
  return find_min_norm<3>(points, {}).length();
}

/// Lists all pairs that may be the closest.
class CloseList final : public TriangleVisitor<CloseList> {
 public:
  CloseList(PiecePair& pair, double within) : TriangleVisitor(pair) { reach = within; }

  void take(const TriangleDistance& found, std::int32_t a, std::int32_t b) {
    if (found.lower >= reach) return;
    pairs_.push_back({found.lower, a, b});
    if (!(found.upper < reach)) return;
    // What is as far as the upper end may yet be the closest.
    reach = std::nextafter(found.upper, kEndless);
    set_axis(found.axis);
  }

  /// By their lower bounds.
  std::vector<ClosePair> pairs() {
    std::erase_if(pairs_, [&](const ClosePair& pair) { return pair.lower >= reach; });
    std::sort(pairs_.begin(), pairs_.end(),
              [](const ClosePair& s, const ClosePair& t) { return s.lower < t.lower; });
    return std::move(pairs_);
  }

 private:
  std::vector<ClosePair> pairs_;
};

/// Compares distances with a margin, and stops at the first that is less.
class Comparison final : public TriangleVisitor<Comparison> {
 public:
  Comparison(PiecePair& pair, const Placed& a, const Placed& b, const MarginTerms& terms)
      : TriangleVisitor(pair), a_(a), b_(b), terms_(terms) {
    const MarginSum sum = sum_of_terms(terms);
    const int exponent = pair.maps().exponent;
    less_ = std::ldexp(sum.lower, -exponent) * (1 - 0x1p-40) - kUnderflow;
    reach = more_ = std::ldexp(sum.upper, -exponent) * (1 + 0x1p-40) + kUnderflow;
  }

  void take(const TriangleDistance& found, std::int32_t a, std::int32_t b) {
    set_axis(found.axis);
    if (found.lower >= more_) return;
    int sign = -1;
    if (!(found.upper <= less_)) {
      sign = compare_root(exact_distance(a_, b_, a, b), exact_sum(terms_));
      compared.exact = true;
    }
    if (sign > 0 || (sign == 0 && compared.verdict == Verdict::touching)) return;
    compared.verdict = sign == 0 ? Verdict::touching : Verdict::overlapping;
    compared.triangle_a = a;
    compared.triangle_b = b;
    if (sign < 0) reach = 0;
  }
  Compared compared;

 private:
  const Placed& a_;
  const Placed& b_;
  const MarginTerms& terms_;
  double less_ = 0, more_ = 0;  ///< less_ < m < more_, in the pair's unit
};

Vector3 weighted_world(const Placed& placed, std::int32_t triangle,
                       const Weights& weights) noexcept {
  Vector3 sum{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 p = rounded_world(placed, placed.piece->corners(triangle)[i]);
    for (std::size_t k = 0; k < 3; ++k) sum[k] += weights[i] * p[k];
  }
  return sum;
}

/// Returns value * 2^exponent, rounded down or up where it underflows or overflows.
double scaled_outward(double value, int exponent, bool up) noexcept {
  const double result = std::ldexp(value, exponent);
  if (std::isinf(result))
    return up || std::isinf(value) ? result : std::numeric_limits<double>::max();
  if (std::fabs(result) >= std::numeric_limits<double>::min() || value == 0) return result;
  return up ? std::nextafter(result, kEndless) : std::max(0.0, std::nextafter(result, -kEndless));
}

/// Is an interval wider than distance() of polytopes promises? `size` is at most the largest coordinate.
bool is_wide(const Interval& distance, double size) noexcept {
  return distance.upper - distance.lower > std::max(1e-12 * distance.lower, 0x1p-46 * size);
}

/// The places of vertices relative to one of them, rounded once from the exact ones. Close pairs share most vertices.
class RoundedPlaces {
 public:
  RoundedPlaces(PiecePair& pair, Vertex base) : pair_(pair), base_(base) {}
  WorldTriangle triangle(int side, std::int32_t index) {
    const Corners& c = pair_.piece(side).corners(index);
    return {at({side, c[0]}), at({side, c[1]}), at({side, c[2]})};
  }

 private:
  Vector3 at(Vertex vertex) {
    for (const auto& [known, place] : known_) {
      if (known == vertex) return place;
    }
    known_.emplace_back(vertex, pair_.exact().difference(base_, vertex, pair_.maps().exponent));
    return known_.back().second;
  }
  PiecePair& pair_;
  Vertex base_;
  std::vector<std::pair<Vertex, Vector3>> known_;
};

double extent_of(const WorldTriangle& s, const WorldTriangle& t) noexcept {
  double extent = 0;
  for (const WorldTriangle* triangle : {&s, &t}) {
    for (const Vector3& p : *triangle) {
      for (const double x : p) extent = std::max(extent, std::fabs(x));
    }
  }
  return extent;
}

/// Measures again the triangles that may be the closest, from differences of their corners that are rounded once from
/// the exact ones.
void make_narrow(PiecePair& pair, const Search& search, Interval& distance) {
  if (search.close_pairs().empty()) return;
  const int exponent = pair.maps().exponent;
  const auto base_of = [&](std::int32_t triangle) {
    return Vertex{0, pair.piece(0).corners(triangle)[0]};
  };
  Interval narrow{kEndless, kEndless};
  RoundedPlaces shared(pair, base_of(search.triangle_a));
  for (const ClosePair& close : search.close_pairs()) {
    if (close.lower >= narrow.upper) continue;
    WorldTriangle s = shared.triangle(0, close.a), t = shared.triangle(1, close.b);
    // Roundings are relative to the distance from the base: pairs elsewhere have their own.
    if (extent_of(s, t) > 4 * CloseTriangles(s, t).extent) {
      RoundedPlaces own(pair, base_of(close.a));
      s = own.triangle(0, close.a);
      t = own.triangle(1, close.b);
    }
    const TriangleDistance found = distance_of_triangles(s, t, kUnit * extent_of(s, t));
    narrow.lower = std::min(narrow.lower, found.lower);
    narrow.upper = std::min(narrow.upper, found.upper);
  }
  distance.lower = std::max(distance.lower,
                            scaled_outward(std::min(narrow.lower, narrow.upper), exponent, false));
  distance.upper = std::min(distance.upper, scaled_outward(narrow.upper, exponent, true));
}

/// Replaces the interval by the doubles next to the exact distance.
void make_exact(const Placed& a, const Placed& b, const Search& search, int exponent,
                Interval& distance) {
  if (search.close_pairs().empty()) return;
  Interval exact{kEndless, kEndless};
  for (const ClosePair& close : search.close_pairs()) {
    if (scaled_outward(close.lower, exponent, false) >= exact.upper) continue;
    const Enclosed root = exact_distance(a, b, close.a, close.b).enclosed();
    exact.lower = std::min(exact.lower, root.lower);
    exact.upper = std::min(exact.upper, root.upper);
  }
  distance.lower = std::max(distance.lower, std::min(exact.lower, distance.upper));
  distance.upper = std::min(distance.upper, exact.upper);
}

}  // namespace

Vector3 rounded_world(const Placed& placed, std::int32_t vertex) noexcept {
  Vector3 p = placed.piece->point(vertex);
  for (const Pose3* pose : placed.poses) {
    if (pose == nullptr) continue;
    Vector3 q;
    for (int k = 0; k < 3; ++k) {
      q[static_cast<std::size_t>(k)] = pose->linear(k, 0) * p[0] + pose->linear(k, 1) * p[1] +
                                       pose->linear(k, 2) * p[2] + pose->offset(k);
    }
    p = q;
  }
  return p;
}

Compared compare_distance(const Placed& a, const Placed& b, const MarginTerms& terms) {
  PiecePair pair(a, b);
  Comparison comparison(pair, a, b, terms);
  walk_nearest(*a.piece, *b.piece, pair.maps(), comparison);
  return comparison.compared;
}

void find_exact_nearest(const Placed& a, const Placed& b, double within,
                        std::optional<Root>& least) {
  PiecePair pair(a, b);
  const int exponent = pair.maps().exponent;
  CloseList list(pair, std::ldexp(within, -exponent) * (1 + 0x1p-40) + kUnderflow);
  walk_nearest(*a.piece, *b.piece, pair.maps(), list);
  double upper = least ? least->enclosed().upper : kEndless;
  for (const ClosePair& close : list.pairs()) {
    if (scaled_outward(close.lower, exponent, false) > upper) return;
    const Root found = exact_distance(a, b, close.a, close.b);
    if (least && batch::compare({found, {}}, {*least, {}}) >= 0) continue;
    least = found;
    upper = found.enclosed().upper;
  }
}

namespace {

/// The result of a search, as narrow as is promised.
Nearest nearest_of(PiecePair& pair, const Placed& a, const Placed& b, double reach,
                   const Search& search) {
  const int exponent = pair.maps().exponent;
  Nearest nearest;
  nearest.distance = {reach, kEndless};
  if (search.triangle_a < 0) {
    nearest.distance.lower = std::min(reach, scaled_outward(search.lower(), exponent, false));
    return nearest;
  }
  const TriangleDistance& best = search.best();
  nearest.distance = {scaled_outward(search.lower(), exponent, false),
                      scaled_outward(best.upper, exponent, true)};
  const double unit = std::max(pair.maps().unit[0], pair.maps().unit[1]);
  const double size =
      std::max({std::ldexp(unit / 2, exponent), size_of_middle(a), size_of_middle(b)});
  if (is_wide(nearest.distance, size)) make_narrow(pair, search, nearest.distance);
  if (is_wide(nearest.distance, size)) make_exact(a, b, search, exponent, nearest.distance);
  nearest.triangle_a = search.triangle_a;
  nearest.triangle_b = search.triangle_b;
  const double length = std::sqrt(dot<3>(best.axis, best.axis));
  for (std::size_t k = 0; k < 3; ++k)
    nearest.witness.normal[k] = length > 0 ? best.axis[k] / length : 0;
  nearest.witness.point_a = weighted_world(a, nearest.triangle_a, best.a);
  nearest.witness.point_b = weighted_world(b, nearest.triangle_b, best.b);
  return nearest;
}

}  // namespace

Nearest find_nearest(const Placed& a, const Placed& b, double reach) {
  PiecePair pair(a, b);
  Search search(pair, std::ldexp(reach, -pair.maps().exponent), false);
  walk_nearest(*a.piece, *b.piece, pair.maps(), search);
  return nearest_of(pair, a, b, reach, search);
}

std::optional<Nearest> find_nearest_apart(const Placed& a, const Placed& b, double reach) {
  PiecePair pair(a, b);
  Search search(pair, std::ldexp(reach, -pair.maps().exponent), true);
  walk_nearest(*a.piece, *b.piece, pair.maps(), search);
  if (!(search.lower() > 0) || one_encloses(pair)) return std::nullopt;
  return nearest_of(pair, a, b, reach, search);
}

}  // namespace sunder::detail::mesh
