// SPDX-License-Identifier: Apache-2.0
//
// Idea: A chain of poses is kept as (matrix x + offset) / denominator in integers. Questions about a solid are asked in
// the mesh's own frame, to which a point of the world is mapped by the adjugate matrix.
// Bound: No number is rounded but the ends of a bracket about a point, which compares triangles with it.
// Cost: A dozen products a point.
// Gives up: Never; only memory limits the size of the integers.
#include "certificate/posed_part.hpp"

#include <algorithm>
#include <climits>
#include <variant>

#include "certificate/closed_mesh.hpp"
#include "certificate/exact_pair.hpp"
#include "exact/int128.hpp"
#include "exact/rounding.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/pose_access.hpp"

namespace sunder::detail::certificate {
namespace {

BigInt moved_left(const BigInt& value, int bits) {
  return value.is_zero() || bits == 0 ? value : BigInt(value << bits);
}

BigInt scaled_integer(double value, int exponent) {
  const Dyadic exact = decode(value);
  BigInt result = exact.mantissa;
  if (exact.mantissa != 0) result <<= exact.exponent - exponent;
  return result;
}

/// The sign of an edge's orientation to a ray along x, both given from its start. Where it is 0, the start moves by
/// (e, e^2) in y and z.
int side_of_edge(const Big3& p, const Big3& q) {
  const int sign = sign_of(BigInt(p[1] * q[2] - p[2] * q[1]));
  if (sign != 0) return sign;
  if (p[2] != q[2]) return p[2] > q[2] ? 1 : -1;
  if (p[1] != q[1]) return q[1] > p[1] ? 1 : -1;
  return 0;
}

/// Does a triangle that has an area hold the origin, which lies in its plane?
bool holds_origin(const std::array<Big3, 3>& p, const Big3& normal) {
  for (std::size_t i = 0; i < 3; ++i) {
    if (dot(cross(p[i], p[(i + 1) % 3]), normal) < 0) return false;
  }
  return true;
}

/// The matrix of a pose, and its offset, in space.
ExactLinear linear_of(const Pose3& pose) {
  return pose.is_quaternion() ? exact_rotation(pose.wxyz())
                              : ExactLinear{to_integers({linear_data(pose), 9})};
}
ExactLinear linear_of(const Pose2& pose) {
  const double* const r = linear_data(pose);
  const std::array<double, 9> rows{r[0], r[1], 0, r[2], r[3], 0, 0, 0, 1};
  return ExactLinear{to_integers(rows)};
}
Vector3 offset_of(const Pose3& pose) { return {pose.offset(0), pose.offset(1), pose.offset(2)}; }
Vector3 offset_of(const Pose2& pose) { return {pose.offset(0), pose.offset(1), 0}; }

/// Applies a pose behind the chain. The chain's exponent is that of its matrix.
template <class Pose>
void compose(ChainMap& chain, int& offset_exponent, const Pose& pose) {
  if (!pose.is_translation()) {
    const ExactLinear linear = linear_of(pose);
    std::array<BigInt, 9> matrix;
    Big3 offset;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        const BigInt& entry = linear.entries.values[3 * i + k];
        for (std::size_t j = 0; j < 3; ++j) matrix[3 * i + j] += entry * chain.matrix[3 * k + j];
        offset[i] += entry * chain.offset[k];
      }
    }
    chain.matrix = matrix;
    chain.offset = offset;
    chain.exponent += linear.entries.exponent;
    offset_exponent += linear.entries.exponent;
    chain.denominator *= linear.denominator;
  }
  const Vector3 given = offset_of(pose);
  const ScaledIntegers t = to_integers(given);
  if (t.all_zero) return;
  const int low = is_zero_vector(chain.offset) ? t.exponent : std::min(offset_exponent, t.exponent);
  for (std::size_t k = 0; k < 3; ++k) {
    chain.offset[k] = moved_left(chain.offset[k], offset_exponent - low) +
                      moved_left(BigInt(t.values[k] * chain.denominator), t.exponent - low);
  }
  offset_exponent = low;
}

/// The extremes that a part keeps.
constexpr std::size_t kMostExtremes = 64;

}  // namespace

Enclosed bracket(const BigInt& value, const BigInt& over, int exponent) {
  if (value < 0) {
    const Enclosed size = enclose_quotient(BigInt(-value), over, exponent);
    return {opposite(size.upper), opposite(size.lower)};
  }
  return enclose_quotient(value, over, exponent);
}

ExtentList::ExtentList(std::vector<Extent> extents) : extents_(std::move(extents)) {
  std::sort(extents_.begin(), extents_.end(),
            [](const Extent& p, const Extent& q) { return p.lower < q.lower; });
  upper_.resize(2 * extents_.size());
  for (std::size_t i = 0; i < extents_.size(); ++i) upper_[extents_.size() + i] = extents_[i].upper;
  for (std::size_t i = extents_.size(); i-- > 1;)
    upper_[i] = std::max(upper_[2 * i], upper_[2 * i + 1]);
}

template <class Visit>
void ExtentList::visit(std::int64_t lower, std::int64_t upper, const Visit& visit) const {
  // Visits those that begin early enough and end late enough, node by node.
  const std::size_t size = extents_.size();
  const auto end = static_cast<std::size_t>(
      std::partition_point(extents_.begin(), extents_.end(),
                           [&](const Extent& extent) { return extent.lower <= upper; }) -
      extents_.begin());
  std::vector<std::size_t> open;
  for (std::size_t low = size, high = size + end; low < high; low /= 2, high /= 2) {
    if (low % 2 == 1) open.push_back(low++);
    if (high % 2 == 1) open.push_back(--high);
  }
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    if (upper_[node] < lower) continue;
    if (node >= size) {
      visit(extents_[node - size].triangle);
    } else {
      open.push_back(2 * node);
      open.push_back(2 * node + 1);
    }
  }
}

bool coincide(const WorldPoint& p, const WorldPoint& q) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (!difference({p.at[k], p.over, p.exponent}, {q.at[k], q.over, q.exponent}).value.is_zero())
      return false;
  }
  return true;
}

WorldNumber difference(const WorldNumber& p, const WorldNumber& q) {
  const bool none = p.value.is_zero() && q.value.is_zero();
  const int low = none ? 0
                       : std::min(p.value.is_zero() ? INT_MAX : p.exponent,
                                  q.value.is_zero() ? INT_MAX : q.exponent);
  WorldNumber result;
  result.exponent = low;
  result.over = p.over * q.over;
  result.value = moved_left(BigInt(p.value * q.over), p.value.is_zero() ? 0 : p.exponent - low) -
                 moved_left(BigInt(q.value * p.over), q.value.is_zero() ? 0 : q.exponent - low);
  return result;
}

int compare_distance(const WorldPoint& p, const WorldPoint& q, const BigDyadic& length) {
  std::array<WorldNumber, 3> apart;
  int low = INT_MAX;
  for (std::size_t k = 0; k < 3; ++k) {
    apart[k] = difference({p.at[k], p.over, p.exponent}, {q.at[k], q.over, q.exponent});
    if (!apart[k].value.is_zero()) low = std::min(low, apart[k].exponent);
  }
  BigInt square;
  for (WorldNumber& entry : apart) {
    if (entry.value.is_zero()) continue;
    entry.value <<= entry.exponent - low;
    square += entry.value * entry.value;
  }
  if (square.is_zero()) return length.mantissa.is_zero() ? 0 : -1;
  const BigInt side = apart[0].over * length.mantissa;
  return compare_scaled(square, 2 * low, side * side, 2 * length.exponent);
}

PosedPart::PosedPart(const Part3& part, const Pose3& body) {
  if (const auto* const mesh = std::get_if<Mesh3>(&part.shape)) {
    is_mesh_ = true;
    is_solid_ = mesh->kind() == MeshKind::solid;
    mesh_points_ = mesh->points();
    triangles_ = mesh->triangles();
  } else {
    const auto& polytope = std::get<Polytope3>(part.shape);
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
      vertices_.push_back(polytope.vertex(i));
      caller_.push_back(polytope.caller_index(i));
    }
  }
  set_integers();
  set_chain(part.pose, body);
}

PosedPart::PosedPart(const Part2& part, const Pose2& body) : dimension_(2) {
  const auto in_space = [](const Vector2& p) { return Vector3{p[0], p[1], 0}; };
  if (const auto* const polygon = std::get_if<Polygon2>(&part.shape)) {
    is_mesh_ = is_solid_ = is_polygon_ = true;
    ring_begin_.push_back(0);
    for (const std::vector<Vector2>& ring : polygon->rings()) {
      for (const Vector2& corner : ring) vertices_.push_back(in_space(corner));
      ring_begin_.push_back(static_cast<std::int32_t>(vertices_.size()));
    }
  } else {
    const auto& polytope = std::get<Polytope2>(part.shape);
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
      vertices_.push_back(in_space(polytope.vertex(i)));
      caller_.push_back(polytope.caller_index(i));
    }
  }
  set_integers();
  set_chain(part.pose, body);
  is_empty_polygon_ = is_polygon_ && refute_cover(*this).empty();
}

void PosedPart::set_cover(std::vector<Triple> triangles) {
  cover_ = std::move(triangles);
  triangles_ = cover_;
  of_all_.clear();
}

void PosedPart::set_integers() {
  ExponentSpan span;
  for (const Vector3& p : points()) {
    for (const double x : p) span.include(x);
  }
  chain_.point_exponent = chain_.exponent = span.empty() ? 0 : span.low;
  if (span.bits() <= 60) {
    small_.reserve(points().size());
    for (const Vector3& p : points()) {
      std::array<std::int64_t, 3> x{};
      for (std::size_t k = 0; k < 3; ++k) {
        const Dyadic exact = decode(p[k]);
        if (exact.mantissa != 0)
          x[k] = exact.mantissa * (std::int64_t{1} << (exact.exponent - chain_.point_exponent));
      }
      small_.push_back(x);
    }
  }
}

template <class Pose>
void PosedPart::set_chain(const Pose& part, const Pose& body) {
  int offset_exponent = 0;
  compose(chain_, offset_exponent, part);
  compose(chain_, offset_exponent, body);
  // Both get one exponent.
  const int matrix_exponent = chain_.exponent;
  if (std::all_of(chain_.matrix.begin(), chain_.matrix.end(),
                  [](const BigInt& x) { return x.is_zero(); })) {
    chain_.exponent = offset_exponent;
  } else if (!is_zero_vector(chain_.offset)) {
    chain_.exponent = std::min(matrix_exponent, offset_exponent);
  }
  for (BigInt& entry : chain_.matrix) entry = moved_left(entry, matrix_exponent - chain_.exponent);
  for (BigInt& entry : chain_.offset) entry = moved_left(entry, offset_exponent - chain_.exponent);
  const auto column = [&](std::size_t k) {
    return Big3{chain_.matrix[k], chain_.matrix[3 + k], chain_.matrix[6 + k]};
  };
  determinant_ = dot(cross(column(0), column(1)), column(2));
}

std::int32_t PosedPart::find(std::int32_t caller) const noexcept {
  if (is_mesh_)
    return caller >= 0 && static_cast<std::size_t>(caller) < points().size() ? caller : -1;
  const auto found = std::lower_bound(caller_.begin(), caller_.end(), caller);
  return found != caller_.end() && *found == caller
             ? static_cast<std::int32_t>(found - caller_.begin())
             : -1;
}

BigInt PosedPart::coordinate(std::int32_t point, std::size_t k) const {
  const auto at = static_cast<std::size_t>(point);
  return small_.empty() ? scaled_integer(points()[at][k], chain_.point_exponent)
                        : BigInt(small_[at][k]);
}
Big3 PosedPart::local(std::int32_t point) const {
  return {coordinate(point, 0), coordinate(point, 1), coordinate(point, 2)};
}

int PosedPart::size_exponent() const {
  Big3 most;
  for (std::size_t i = 0; i < points().size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      most[k] = std::max(most[k], size_of(coordinate(static_cast<std::int32_t>(i), k)));
  }
  int bits = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    BigInt sum = size_of(chain_.offset[i]);
    for (std::size_t k = 0; k < 3; ++k) sum += size_of(chain_.matrix[3 * i + k]) * most[k];
    bits = std::max(bits, bit_length(sum));
  }
  return bits + chain_.exponent - bit_length(chain_.denominator) + 1;
}

bool PosedPart::is_flat(std::int32_t triangle) const {
  const Triple& t = triangles_[static_cast<std::size_t>(triangle)];
  if (!small_.empty()) {
    // Differences of numbers below 2^60: a product of two has less than 123 bits.
    std::array<std::array<Int128, 3>, 2> along;
    for (std::size_t k = 0; k < 3; ++k) {
      const Int128 from = small_[static_cast<std::size_t>(t[0])][k];
      for (std::size_t i = 0; i < 2; ++i)
        along[i][k] = small_[static_cast<std::size_t>(t[i + 1])][k] - from;
    }
    const auto& [u, v] = along;
    return u[1] * v[2] == u[2] * v[1] && u[2] * v[0] == u[0] * v[2] && u[0] * v[1] == u[1] * v[0];
  }
  const Big3 p = local(t[0]);
  return is_zero_vector(cross(big_difference(local(t[1]), p), big_difference(local(t[2]), p)));
}

bool weights_decide(const PosedPart& a, std::int32_t triangle_a, const PosedPart& b,
                    std::int32_t triangle_b) {
  const auto is_free = [](const PosedPart& own, std::int32_t triangle, const PosedPart& other) {
    return !own.is_mesh() || !own.is_solid() || other.is_full_polytope() ||
           own.is_cancelled(triangle);
  };
  return is_free(a, triangle_a, b) && is_free(b, triangle_b, a);
}

bool PosedPart::is_cancelled(std::int32_t triangle) const {
  // Corners by their places, from the least on.
  const auto corners_of = [&](const Triple& t) {
    std::array<std::array<std::int64_t, 3>, 3> p;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k)
        p[i][k] = order_key(points()[static_cast<std::size_t>(t[i])][k]);
    }
    std::rotate(p.begin(), std::min_element(p.begin(), p.end()), p.end());
    return p;
  };
  const auto own = corners_of(triangles_[static_cast<std::size_t>(triangle)]);
  std::int64_t net = 0;
  for (const Triple& t : triangles_) {
    const auto other = corners_of(t);
    if (other[0] != own[0]) continue;
    if (other[1] == own[1] && other[2] == own[2]) ++net;
    if (other[1] == own[2] && other[2] == own[1]) --net;
  }
  return net == 0;
}

bool PosedPart::is_full_polytope() const {
  if (is_mesh_ || points().empty()) return false;
  std::vector<Big3> vectors;
  for (std::size_t i = 0; i < points().size(); ++i)
    vectors.push_back(direction(static_cast<std::int32_t>(i), 0));
  return are_spanning(vectors);
}

bool PosedPart::are_spanning(std::span<const Big3> vectors) const {
  if (dimension_ == 3) return span_space(vectors);
  const auto first = std::find_if_not(vectors.begin(), vectors.end(), is_zero_vector);
  return std::any_of(first, vectors.end(),
                     [&](const Big3& v) { return !is_zero_vector(cross(*first, v)); });
}

WorldPoint PosedPart::place(const Big3& local, const BigInt& weight) const {
  WorldPoint point;
  point.exponent = chain_.exponent;
  point.over = chain_.denominator * weight;
  for (std::size_t i = 0; i < 3; ++i) {
    point.at[i] = chain_.offset[i] * weight + chain_.matrix[3 * i] * local[0] +
                  chain_.matrix[3 * i + 1] * local[1] + chain_.matrix[3 * i + 2] * local[2];
  }
  return point;
}

WorldPoint PosedPart::world(std::int32_t point) const { return place(local(point), 1); }

WorldPoint PosedPart::combination(std::span<const std::int32_t> points,
                                  const IntegerVector& weights) const {
  const LocalPoint x = local_combination(points, weights);
  return place(x.at, x.over);
}

LocalPoint PosedPart::local_combination(std::span<const std::int32_t> points,
                                        const IntegerVector& weights) const {
  LocalPoint x{{}, 0};
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) x.at[k] += weights[i] * coordinate(points[i], k);
    x.over += weights[i];
  }
  return x;
}

Big3 PosedPart::direction(std::int32_t p, std::int32_t q) const {
  return big_difference(world(p).at, world(q).at);
}

Big3 PosedPart::local_direction(std::int32_t p, std::int32_t q) const {
  return big_difference(local(p), local(q));
}

WorldNumber PosedPart::extreme(const Big3& u, bool greatest, std::span<const std::int32_t> order,
                               std::int32_t begin, std::int32_t end) const {
  const bool all = begin == 0 && end == item_count();
  if (!all) return find_extreme(u, greatest, order, begin, end);
  const auto known = of_all_.find({u, greatest});
  if (known != of_all_.end()) return known->second;
  if (of_all_.size() >= kMostExtremes) of_all_.clear();
  return of_all_[{u, greatest}] = find_extreme(u, greatest, order, begin, end);
}

WorldNumber PosedPart::find_extreme(const Big3& u, bool greatest,
                                    std::span<const std::int32_t> order, std::int32_t begin,
                                    std::int32_t end) const {
  // u . (M x + t) = (M^T u) . x + u . t
  Big3 across;
  int bits = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    across[k] = chain_.matrix[k] * u[0] + chain_.matrix[3 + k] * u[1] + chain_.matrix[6 + k] * u[2];
    bits = std::max(bits, bit_length(across[k]));
  }
  const auto over_items = [&](const auto& value_of) {
    using Value = std::decay_t<decltype(value_of(0))>;
    Value best{};
    bool has_one = false;
    const auto take = [&](std::int32_t point) {
      Value value = value_of(point);
      if (has_one && (greatest ? value <= best : value >= best)) return;
      best = std::move(value);
      has_one = true;
    };
    for (std::int32_t i = begin; i < end; ++i) {
      if (!is_mesh_) {
        for (std::size_t vertex = 0; vertex < points().size(); ++vertex)
          take(static_cast<std::int32_t>(vertex));
        continue;
      }
      const auto item =
          static_cast<std::size_t>(order.empty() ? i : order[static_cast<std::size_t>(i)]);
      for (const std::int32_t corner : triangles_[item]) take(corner);
    }
    return best;
  };
  WorldNumber result{dot(u, chain_.offset), chain_.denominator, chain_.exponent};
  if (!small_.empty() && bits <= 62) {
    std::array<std::int64_t, 3> factor{};
    for (std::size_t k = 0; k < 3; ++k) factor[k] = static_cast<std::int64_t>(across[k]);
    result.value += to_big(over_items([&](std::int32_t point) {
      const auto& x = small_[static_cast<std::size_t>(point)];
      return Int128(factor[0]) * x[0] + Int128(factor[1]) * x[1] + Int128(factor[2]) * x[2];
    }));
  } else {
    result.value += over_items([&](std::int32_t point) {
      BigInt sum;
      for (std::size_t k = 0; k < 3; ++k) sum += across[k] * coordinate(point, k);
      return sum;
    });
  }
  return result;
}

std::vector<ExtentList::Extent> PosedPart::extents_along_z() const {
  std::vector<ExtentList::Extent> extents;
  extents.reserve(triangles_.size());
  for (std::int32_t triangle = 0; triangle < item_count(); ++triangle) {
    const Triple& t = triangles_[static_cast<std::size_t>(triangle)];
    const auto [low, high] = std::minmax({order_key(points()[static_cast<std::size_t>(t[0])][2]),
                                          order_key(points()[static_cast<std::size_t>(t[1])][2]),
                                          order_key(points()[static_cast<std::size_t>(t[2])][2])});
    extents.push_back({low, high, triangle});
  }
  return extents;
}

LocalPoint PosedPart::to_local(const WorldPoint& x) const {
  // M local + offset = x / unit, both sides times x.over.
  const int low = std::min(x.exponent, chain_.exponent);
  Big3 c;
  LocalPoint start;
  start.over = moved_left(x.over, chain_.exponent - low);
  for (std::size_t k = 0; k < 3; ++k)
    c[k] = moved_left(BigInt(x.at[k] * chain_.denominator), x.exponent - low) -
           chain_.offset[k] * start.over;
  const auto row = [&](std::size_t i) {
    return Big3{chain_.matrix[3 * i], chain_.matrix[3 * i + 1], chain_.matrix[3 * i + 2]};
  };
  const std::array<Big3, 3> adjugate{cross(row(1), row(2)), cross(row(2), row(0)),
                                     cross(row(0), row(1))};
  start.over *= determinant_;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) start.at[i] += adjugate[k][i] * c[k];
    if (start.over < 0) start.at[i] = -start.at[i];
  }
  if (start.over < 0) start.over = -start.over;
  BigInt common = gcd(gcd(start.at[0], start.at[1]), gcd(start.at[2], start.over));
  if (common > 1) {
    for (BigInt& at : start.at) at /= common;
    start.over /= common;
  }
  return start;
}

Winding PosedPart::winding(const WorldPoint& x) const {
  const LocalPoint start = to_local(x);
  std::array<std::int64_t, 3> lower{}, upper{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Enclosed ends = bracket(start.at[k], start.over, chain_.point_exponent);
    lower[k] = order_key(ends.lower);
    upper[k] = order_key(ends.upper);
  }
  if (!extents_) extents_.emplace(extents_along_z());
  Winding result;
  extents_->visit(lower[2], upper[2], [&](std::int32_t triangle) {
    const Triple& t = triangles_[static_cast<std::size_t>(triangle)];
    bool misses = false, may_hold = !result.on_mesh;
    for (const std::size_t k : {std::size_t{1}, std::size_t{0}}) {  // x is the ray's axis
      const std::int64_t p = order_key(points()[static_cast<std::size_t>(t[0])][k]),
                         q = order_key(points()[static_cast<std::size_t>(t[1])][k]),
                         r = order_key(points()[static_cast<std::size_t>(t[2])][k]);
      const bool below = p < lower[k] && q < lower[k] && r < lower[k];
      const bool above = p > upper[k] && q > upper[k] && r > upper[k];
      misses = misses || below || (above && k != 0);
      may_hold = may_hold && !above;
    }
    if (misses) return;
    const std::array<Big3, 3> p{start.to(local(t[0])), start.to(local(t[1])),
                                start.to(local(t[2]))};
    const int first = side_of_edge(p[0], p[1]);
    const bool around =
        first != 0 && side_of_edge(p[1], p[2]) == first && side_of_edge(p[2], p[0]) == first;
    if (!around && !may_hold) return;
    const Big3 normal = cross(big_difference(p[1], p[0]), big_difference(p[2], p[0]));
    if (is_zero_vector(normal)) return;
    // The start's height over the plane is minus that of a corner over the start.
    const int ahead = sign_of(dot(normal, p[0]));
    if (ahead == 0 && holds_origin(p, normal)) result.on_mesh = true;
    if (around && ahead == first) result.number += first;
  });
  return result;
}

}  // namespace sunder::detail::certificate
