// SPDX-License-Identifier: Apache-2.0
//
// Idea: Four signs say how two edges meet. Edges on one line have in common what lies between the later of their first
// ends and the earlier of their last ones. Whatever is no crossing then is a corner of an outline, and has a name.
// Bound: Places that doubles hold take the way of exact signs of doubles. Else a sign is known where a cross product is
// larger than its error. Let the entries of vectors d, e be off by at most D, E. The error is |d|_1 E + |e|_1 D + 2 D E, and
// 2^-53 of the products' sizes for each of three operations. What is left is decided in integers.
// Cost: four signs a pair of edges whose boxes meet.
// Gives up: Never.
#include "polygon/outline_pair.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/nearest.hpp"
#include "exact/orientation.hpp"
#include "exact/rounding.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr double kUnitRounding = 0x1p-53;
constexpr double kShareOfBound = 1 + 0x1p-20;  ///< covers the roundings of a bound
constexpr double kLostBelow = 0x1p-1000;       ///< more than what underflow loses

/// A vector of which each entry is off by at most `error`.
struct RoundedVector {
  Vector2 v{};
  double error = 0;
  double size() const noexcept { return std::fabs(v[0]) + std::fabs(v[1]); }
};

RoundedVector vector_between(const RoundedPlace& p, const RoundedPlace& q) noexcept {
  RoundedVector d{{q.at[0] - p.at[0], q.at[1] - p.at[1]}, 0};
  d.error = p.error + q.error + 2 * kUnitRounding * d.size();
  return d;
}

/// 0: not known.
int filtered_turn(const RoundedVector& d, const RoundedVector& e) noexcept {
  const double x = d.v[0] * e.v[1], y = d.v[1] * e.v[0], cross = x - y;
  const double bound = d.size() * e.error + e.size() * d.error + 2 * d.error * e.error +
                       4 * kUnitRounding * (std::fabs(x) + std::fabs(y)) + kLostBelow;
  if (!(std::fabs(cross) > bound * kShareOfBound)) return 0;
  return cross > 0 ? 1 : -1;
}

bool are_exact(std::initializer_list<const RoundedPlace*> places) noexcept {
  return std::all_of(places.begin(), places.end(),
                     [](const RoundedPlace* place) { return place->error == 0; });
}

}  // namespace

const IntegerMaps2& OutlinePair::maps() const {
  if (!maps_) {
    maps_.emplace(a_.placed().chain(), span_of(a_.points()), b_.placed().chain(),
                  span_of(b_.points()));
    places_[0].resize(a_.points().size());
    places_[1].resize(b_.points().size());
  }
  return *maps_;
}

const Place& OutlinePair::place(Corner corner) const {
  const auto side = static_cast<std::size_t>(corner.side);
  const IntegerMap2& map = maps().of_side[side];
  std::optional<Place>& place = places_[side][static_cast<std::size_t>(corner.index)];
  if (!place) place = map.of(point(corner));
  return *place;
}

const Place& OutlinePair::place_for_sign(Corner corner) const {
  stage_ = Stage::integer;
  return place(corner);
}

int OutlinePair::turn(Corner p, Corner q, Corner r) const {
  const RoundedPlace &x = world(p), &y = world(q), &z = world(r);
  if (are_exact({&x, &y, &z})) return orient2d(x.at.data(), y.at.data(), z.at.data());
  if (p == q || p == r || q == r) return 0;
  const int sign = filtered_turn(vector_between(x, y), vector_between(x, z));
  return sign != 0 ? sign : turn_of(place_for_sign(p), place_for_sign(q), place_for_sign(r));
}

int OutlinePair::turn_to_middle(Corner p, Corner q, Corner r, Corner s) const {
  const int at_r = turn(p, q, r), at_s = turn(p, q, s);
  if (at_r == at_s || at_s == 0) return at_r;
  if (at_r == 0) return at_s;
  const RoundedVector to_r = vector_between(world(p), world(r)),
                      to_s = vector_between(world(p), world(s));
  RoundedVector twice{{to_r.v[0] + to_s.v[0], to_r.v[1] + to_s.v[1]}, 0};
  twice.error = to_r.error + to_s.error + 2 * kUnitRounding * twice.size();
  const int sign = filtered_turn(vector_between(world(p), world(q)), twice);
  if (sign != 0) return sign;
  const Place& from = place_for_sign(p);
  return sign_of(cross(minus(place_for_sign(q), from),
                       plus(minus(place_for_sign(r), from), minus(place_for_sign(s), from))));
}

int OutlinePair::order(Corner p, Corner q) const {
  if (p == q) return 0;
  const RoundedPlace &x = world(p), &y = world(q);
  const double error = (x.error + y.error) * kShareOfBound;
  for (std::size_t k = 0; k < 2; ++k) {
    if (x.at[k] < y.at[k] && y.at[k] - x.at[k] > error) return -1;
    if (x.at[k] > y.at[k] && x.at[k] - y.at[k] > error) return 1;
    if (error == 0) continue;
    const BigInt &at_p = place_for_sign(p)[k], &at_q = place_for_sign(q)[k];
    if (at_p != at_q) return at_p < at_q ? -1 : 1;
  }
  return 0;
}

bool OutlinePair::lies_between(Corner p, Corner q, Corner r) const {
  const int first = order(p, r), last = order(r, q);
  return first == 0 || last == 0 || first == last;
}

Junction OutlinePair::junction(Corner corner, std::int32_t edge_a) const {
  if (corner.side == 1) {
    for (const Corner& end : ends(0, edge_a)) {
      if (order(end, corner) == 0) return {0, end.index, -1};
    }
  }
  return {corner.side, corner.index, -1};
}

Meeting OutlinePair::meet(std::int32_t edge_a, std::int32_t edge_b) const {
  auto [p, q] = ends(0, edge_a);
  auto [r, s] = ends(1, edge_b);
  const int at_r = turn(p, q, r), at_s = turn(p, q, s);
  if (at_r * at_s > 0) return {};
  const int at_p = turn(r, s, p), at_q = turn(r, s, q);
  if (at_p * at_q > 0) return {};
  if (at_r * at_s < 0 && at_p * at_q < 0) return {1, {Junction{2, edge_a, edge_b}, {}}};
  if (at_r == 0 && at_s == 0 && at_p == 0 && at_q == 0) {
    if (order(p, q) > 0) std::swap(p, q);
    if (order(r, s) > 0) std::swap(r, s);
    const Corner first = order(p, r) >= 0 ? p : r, last = order(q, s) <= 0 ? q : s;
    const int length = order(first, last);
    if (length > 0) return {};
    const Junction from = junction(first, edge_a);
    if (length == 0) return {1, {from, {}}};
    return {2, {from, junction(last, edge_a)}};
  }
  if (at_p == 0 && lies_between(r, s, p)) return {1, {Junction{0, p.index, -1}, {}}};
  if (at_q == 0 && lies_between(r, s, q)) return {1, {Junction{0, q.index, -1}, {}}};
  if (at_r == 0 && lies_between(p, q, r)) return {1, {Junction{1, r.index, -1}, {}}};
  if (at_s == 0 && lies_between(p, q, s)) return {1, {Junction{1, s.index, -1}, {}}};
  return {};
}

bool OutlinePair::piece_holds_middle(int side, std::int32_t piece, Corner p, Corner q) const {
  const PlacedOutline& outline = this->side(side);
  const std::span<const std::int32_t> corners = outline.corners_of(piece);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Corner from{side, corners[i]}, to{side, corners[(i + 1) % corners.size()]};
    if (turn_to_middle(from, to, p, q) * outline.inner_side() < 0) return false;
  }
  return true;
}

bool OutlinePair::holds_middle(int side, Corner p, Corner q) const {
  const PlacedPieces& placed = this->side(side).placed();
  const std::vector<BoxNode>& tree = placed.pieces().tree;
  const RoundedPlace &x = world(p), &y = world(q);
  Bounds<2> middle;
  for (std::size_t k = 0; k < 2; ++k) {
    const double at = x.at[k] / 2 + y.at[k] / 2,
                 error = x.error + y.error +
                         4 * kUnitRounding * (std::fabs(x.at[k]) + std::fabs(y.at[k])) + kLostBelow;
    middle.lower[k] = at - error;
    middle.upper[k] = at + error;
  }
  std::vector<std::int32_t> open;
  if (!tree.empty()) open.push_back(0);
  while (!open.empty()) {
    const std::int32_t at = open.back();
    open.pop_back();
    const BoxNode& node = tree[static_cast<std::size_t>(at)];
    if (distance_of_boxes(placed.world_box(node.box), middle) > 0) continue;
    if (node.is_leaf()) {
      if (piece_holds_middle(side, node.piece, p, q)) return true;
    } else {
      open.push_back(node.second_child);
      open.push_back(at + 1);
    }
  }
  return false;
}

bool OutlinePair::holds(int side, Corner p) const {
  const PlacedOutline& outline = this->side(side);
  if (!outline.is_flat()) return holds_middle(side, p, p);
  for (std::size_t i = 0; i < outline.edges().size(); ++i) {
    const auto [r, s] = ends(side, static_cast<std::int32_t>(i));
    if (r == s ? order(r, p) == 0 : turn(r, s, p) == 0 && lies_between(r, s, p)) return true;
  }
  return false;
}

bool OutlinePair::is_inside_left(int side, std::int32_t edge) const {
  const auto [p, q] = ends(side, edge);
  return (order(p, q) < 0) == (this->side(side).inner_side() > 0);
}

Vector2 OutlinePair::rounded(const Junction& junction) const {
  BigInt over = 1;
  Place at;
  if (junction.is_crossing()) {
    const auto [p, q] = ends(0, junction.i);
    const auto [r, s] = ends(1, junction.j);
    const Place edge = minus(place(q), place(p)), other = minus(place(s), place(r));
    over = cross(edge, other);
    BigInt share = cross(minus(place(r), place(p)), other);
    if (over < 0) {
      over = -over;
      share = -share;
    }
    at = plus(times(place(p), over), times(edge, share));
  } else {
    const RoundedPlace& known = world(junction.corner());
    if (known.error == 0) return known.at;
    at = place(junction.corner());
  }
  return {nearest_quotient(at[0], over, exponent()), nearest_quotient(at[1], over, exponent())};
}

OutlinePair::Direction OutlinePair::direction(Corner p, Corner q) const {
  const Place along = minus(place(q), place(p));
  Direction direction;
  to_unit_doubles<BigInt>(along, direction.unit.data());
  const double size = std::hypot(direction.unit[0], direction.unit[1]);
  if (size > 0) {
    for (double& x : direction.unit) x /= size;
  }
  direction.length = std::hypot(nearest_quotient(along[0], 1, exponent()),
                                nearest_quotient(along[1], 1, exponent()));
  return direction;
}

}  // namespace sunder::detail::polygon
