// SPDX-License-Identifier: Apache-2.0
//
// Idea: Points become integers when they are first asked for. A sign is that of a determinant of differences of points.
// A cone is arcs of great circles; two cones meet where a piece of an arc of the one lies in the other.
// Source: docs/bodies.md states the theorems and proves them.
// Bound: Let differences be below 2^L. A normal takes 2 L + 1 bits, an orientation 3 L + 3, the place where two arcs
// cross 4 L + 3, and a side of such a place 7 L + 9. Places on one arc are compared in at most 10 L + 12 bits. Points
// have the type Int, cones the type Wider.
// Cost: a dozen products a sign; cones as many signs as both have arcs, multiplied.
// Gives up: Never.
#include "mesh/piece/exact_pair.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "exact/big_vector.hpp"
#include "exact/nearest.hpp"
#include "exact/whole_vector.hpp"
#include "geometry/integer_pair.hpp"
#include "mesh/piece/integer_map.hpp"

namespace sunder::detail::mesh {
namespace {

/// The type of a product of two coordinates of type Int, and of a sum of a few.
template <class Int>
struct ProductOf {
  using type = Int;
};
template <>
struct ProductOf<std::int64_t> {
  using type = Int128;
};
template <class Int>
using Product = typename ProductOf<Int>::type;

/// Returns component k of u x v.
template <class Int>
Product<Int> cross_component(const Whole3<Int>& u, const Whole3<Int>& v, std::size_t k) {
  const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
  return Product<Int>(u[i]) * Product<Int>(v[j]) - Product<Int>(u[j]) * Product<Int>(v[i]);
}
template <class Int>
Whole3<Product<Int>> product_cross(const Whole3<Int>& u, const Whole3<Int>& v) {
  return {cross_component(u, v, 0), cross_component(u, v, 1), cross_component(u, v, 2)};
}
/// Returns the sign of a normal times a vector: three times the bits of a coordinate.
template <class Int>
int sign_of_height(const Whole3<Int>& normal, const Whole3<Int>& v) {
  return sign_of(dot(normal, v));
}
int sign_of_height(const Whole3<Int128>& normal, const Whole3<std::int64_t>& v) {
  // Each product in two parts: high * 2^64 + low, low unsigned. The sum takes 192 bits.
  Int128 high = 0;
  UInt128 low = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto low_part = static_cast<Int128>(static_cast<std::uint64_t>(normal[k])) * v[k];
    high += (normal[k] >> 64) * v[k] + (low_part >> 64);
    low += static_cast<std::uint64_t>(low_part);
  }
  high += static_cast<Int128>(low >> 64);
  if (high != 0) return high > 0 ? 1 : -1;
  return static_cast<std::uint64_t>(low) != 0 ? 1 : 0;
}

template <class To, class From>
To widened(const From& value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (std::is_same_v<To, BigInt>) {
    return to_big(value);
  } else {
    return To(value);
  }
}

template <class Int>
Whole3<Int> subtracted(const Whole3<Int>& p, const Whole3<Int>& q) {
  return {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
}
template <class Int>
Whole3<Int> plus(const Whole3<Int>& p, const Whole3<Int>& q) {
  return {p[0] + q[0], p[1] + q[1], p[2] + q[2]};
}
template <class Int>
Whole3<Int> times(const Whole3<Int>& p, const Int& factor) {
  return {p[0] * factor, p[1] * factor, p[2] * factor};
}
template <class Int>
int sign_of_dot(const Whole3<Int>& p, const Whole3<Int>& q) {
  return sign_of(dot(p, q));
}

/// An arc in integers: its ends and their cross product.
template <class Int>
struct WholeArc {
  Whole3<Int> from, to, normal;

  /// Does the arc hold a direction of its plane, ends included?
  bool holds(const Whole3<Int>& m) const {
    return sign_of_dot(cross(from, m), normal) >= 0 && sign_of_dot(cross(m, to), normal) >= 0;
  }
  bool holds_inside(const Whole3<Int>& m) const {
    return sign_of_dot(cross(from, m), normal) > 0 && sign_of_dot(cross(m, to), normal) > 0;
  }
};

template <class Int>
using WholeArcs = std::vector<WholeArc<Int>>;

/// Is a direction on none of the arcs inside the cone? The way from m to the middle of one arc crosses only arcs.
template <class Int>
bool is_inside(const Whole3<Int>& m, const WholeArcs<Int>& cone) {
  const auto start = std::find_if(cone.begin(), cone.end(),
                                  [&](const auto& arc) { return sign_of_dot(arc.normal, m) != 0; });
  if (start == cone.end()) return false;
  const Whole3<Int> middle = plus(start->from, start->to);
  const Whole3<Int> way = cross(m, middle);
  int count = sign_of_dot(start->normal, m) < 0 ? 1 : 0;
  for (const WholeArc<Int>& arc : cone) {
    if (&arc == &*start) continue;
    const bool from_ahead = sign_of_dot(way, arc.from) >= 0;
    const bool to_ahead = sign_of_dot(way, arc.to) >= 0;
    if (from_ahead == to_ahead) continue;
    const int at_m = sign_of_dot(arc.normal, m), at_middle = sign_of_dot(arc.normal, middle);
    if (from_ahead && at_m < 0 && at_middle > 0) ++count;
    if (to_ahead && at_middle < 0 && at_m > 0) --count;
  }
  return count > 0;
}

/// Returns directions on an arc, in its order: its ends, and where arcs of the other cone cross it or end on it.
template <class Int>
std::vector<Whole3<Int>> cuts(const WholeArc<Int>& arc, const WholeArcs<Int>& other) {
  std::vector<Whole3<Int>> places;
  for (const WholeArc<Int>& t : other) {
    const Int at_from = dot(t.normal, arc.from), at_to = dot(t.normal, arc.to);
    const int sign_from = sign_of(at_from), sign_to = sign_of(at_to);
    if (sign_from == 0 && sign_to == 0) {
      if (arc.holds_inside(t.from)) places.push_back(t.from);
      if (arc.holds_inside(t.to)) places.push_back(t.to);
    } else if (sign_from * sign_to < 0) {
      const Whole3<Int> place =
          plus(times(arc.from, size_of(at_to)), times(arc.to, size_of(at_from)));
      if (t.holds(place)) places.push_back(place);
    }
  }
  std::sort(places.begin(), places.end(), [&](const Whole3<Int>& p, const Whole3<Int>& q) {
    return sign_of_dot(cross(p, q), arc.normal) > 0;
  });
  places.insert(places.begin(), arc.from);
  places.push_back(arc.to);
  return places;
}

/// Returns a direction in doubles, its largest coordinate about 1.
template <class Int>
Vector3 rounded_direction_of(const Whole3<Int>& v) {
  const Big3 big{widened<BigInt>(v[0]), widened<BigInt>(v[1]), widened<BigInt>(v[2])};
  const int bits = longest_entry(big);
  Vector3 rounded;
  for (std::size_t k = 0; k < 3; ++k) rounded[k] = nearest_quotient(big[k], BigInt(1), -bits);
  return rounded;
}

/// Does a piece of these arcs lie inside the cone? With `shared`, also does one lie on an arc of the cone in the same
/// plane, with the inside on the same side? The middle of such a piece is rounded into `middle`, where it is given.
template <class Int>
bool has_piece_inside(const WholeArcs<Int>& arcs, const WholeArcs<Int>& cone, bool shared,
                      Vector3* middle) {
  for (const WholeArc<Int>& arc : arcs) {
    const std::vector<Whole3<Int>> places = cuts(arc, cone);
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      const Whole3<Int>& p = places[i];
      const Whole3<Int>& q = places[i + 1];
      if (sign_of_dot(cross(p, q), arc.normal) == 0) continue;  // one place twice
      const Whole3<Int> m = plus(p, q);
      bool on_arc = false, same_side = false;
      for (const WholeArc<Int>& t : cone) {
        if (sign_of_dot(t.normal, m) != 0 || !t.holds(m)) continue;
        on_arc = true;
        same_side = same_side || sign_of_dot(t.normal, arc.normal) > 0;
      }
      if (!(on_arc ? shared && same_side : is_inside(m, cone))) continue;
      if (middle != nullptr) *middle = rounded_direction_of(m);
      return true;
    }
  }
  return false;
}

/// The points that were asked for. A small piece has a place for each; a large one has few.
template <class Int>
class PointTable {
 public:
  void set_size(std::size_t size) {
    if (size > kSmall) return;
    place_.assign(size, -1);
    points_.reserve(size);  // references stay
  }
  Whole3<Int>& at(std::int32_t index, bool& is_new) {
    if (place_.empty()) {
      const auto [entry, added] = few_.try_emplace(index);
      is_new = added;
      return entry->second;
    }
    std::int32_t& place = place_[static_cast<std::size_t>(index)];
    is_new = place < 0;
    if (is_new) {
      place = static_cast<std::int32_t>(points_.size());
      points_.emplace_back();
    }
    return points_[static_cast<std::size_t>(place)];
  }

 private:
  static constexpr std::size_t kSmall = 4096;
  std::vector<std::int32_t> place_;
  std::vector<Whole3<Int>> points_;
  std::unordered_map<std::int32_t, Whole3<Int>> few_;
};

/// Points have the type Int, cones the type Wider, and directions that are normals the type Normal.
template <class Int, class Normal, class Wider>
class IntegerPairOf final : public ExactPair {
 public:
  IntegerPairOf(const Placed& a, const Placed& b, const IntegerMaps& maps)
      : pieces_{a.piece, b.piece}, denominator_(maps.denominator), exponent_(maps.exponent) {
    for (std::size_t side = 0; side < 2; ++side) {
      const IntegerMap& map = maps.of[side];
      Side& to = sides_[side];
      for (std::size_t i = 0; i < 9; ++i) to.matrix[i] = narrowed<Int>(map.matrix[i]);
      for (std::size_t k = 0; k < 3; ++k) to.offset[k] = narrowed<Int>(map.offset[k]);
      to.point_exponent = map.point_exponent;
      to.points.set_size(pieces_[side]->points.size());
      const auto column = [&](std::size_t k) {
        return Whole3<BigInt>{map.matrix[k], map.matrix[3 + k], map.matrix[6 + k]};
      };
      to.handedness = sign_of(dot(cross(column(0), column(1)), column(2)));
    }
  }

  int orientation(Vertex p, Vertex q, Vertex r, Vertex s) override {
    const Whole3<Int>& base = point(p);
    const Whole3<Int> u = subtracted(point(q), base), v = subtracted(point(r), base),
                      w = subtracted(point(s), base);
    return sign_of_height(product_cross(u, v), w);
  }
  int normal_component(Vertex p, Vertex q, Vertex r, int k) override {
    const Whole3<Int>& base = point(p);
    return sign_of(cross_component(subtracted(point(q), base), subtracted(point(r), base),
                                   static_cast<std::size_t>(k)));
  }
  int lies_ahead(Vertex p, Vertex q, Vertex r) override {
    const Whole3<Int> u = subtracted(point(q), point(p)), v = subtracted(point(r), point(p));
    Product<Int> sum(0);
    for (std::size_t k = 0; k < 3; ++k) sum += Product<Int>(u[k]) * Product<Int>(v[k]);
    return sign_of(sum);
  }
  int coordinate_sign(Vertex p, Vertex q, int k) override {
    const auto at = static_cast<std::size_t>(k);
    return sign_of(Int(point(q)[at] - point(p)[at]));
  }
  bool coincide(Vertex p, Vertex q) override { return point(p) == point(q); }
  Vector3 difference(Vertex p, Vertex q, int exponent) override {
    const Whole3<Int> d = subtracted(point(q), point(p));
    Vector3 rounded;
    for (std::size_t k = 0; k < 3; ++k) {
      rounded[k] =
          nearest_quotient(mesh::widened<BigInt>(d[k]), denominator_, exponent_ - exponent);
    }
    return rounded;
  }

  bool normal_is_inside(const Arc& normal, int sign, std::span<const Arc> cone) override {
    const WholeArc<Normal> arc = whole<Normal>(normal);
    return is_inside(sign < 0 ? cross(arc.to, arc.from) : arc.normal, whole<Normal>(cone));
  }
  bool cones_meet(std::span<const Arc> a, std::span<const Arc> b,
                  const std::array<std::span<const Arc>, 2>& looked_at, Vector3* common) override {
    return has_piece_inside(whole(looked_at[0]), whole(b), true, common) ||
           has_piece_inside(whole(looked_at[1]), whole(a), false, common);
  }
  bool cone_meets_arcs(std::span<const Arc> solid, std::span<const Arc> surface,
                       Vector3* common) override {
    return has_piece_inside(whole(surface), whole(solid), false, common);
  }
  bool direction_is_inside(Direction direction, std::span<const Arc> cone) override {
    const WholeArcs<Wider> arcs = whole(cone);
    const Whole3<Wider> m = vector<Wider>(direction);
    const bool on_arc = std::any_of(arcs.begin(), arcs.end(), [&](const auto& arc) {
      return sign_of_dot(arc.normal, m) == 0 && arc.holds(m);
    });
    return !on_arc && is_inside(m, arcs);
  }

  void set_start(int side, std::span<const std::int32_t> vertices) override {
    start_ = {Int(0), Int(0), Int(0)};
    for (const std::int32_t vertex : vertices) start_ = plus(start_, point({side, vertex}));
    start_weight_ = Int(static_cast<std::int64_t>(vertices.size()));
  }
  int edge_beside_ray(int side, std::size_t axis, std::int32_t from, std::int32_t to) override {
    const Side& own = sides_[static_cast<std::size_t>(side)];
    const Whole3<Int> ray{own.matrix[axis], own.matrix[3 + axis], own.matrix[6 + axis]};
    return own.handedness *
           sign_of_height(product_cross(from_start({side, from}), from_start({side, to})), ray);
  }
  int start_above(int side, const Corners& triangle) override {
    const Vertex p{side, triangle[0]}, q{side, triangle[1]}, r{side, triangle[2]};
    return -sides_[static_cast<std::size_t>(side)].handedness *
           sign_of_height(normal(p, q, r), from_start(p));
  }

 private:
  struct Side {
    std::array<Int, 9> matrix;
    Whole3<Int> offset;
    int point_exponent = 0;
    int handedness = 0;  ///< of the matrix: -1 where it mirrors, 0 where it flattens
    PointTable<Int> points;
  };

  const Whole3<Int>& point(Vertex vertex) {
    Side& side = sides_[static_cast<std::size_t>(vertex.side)];
    bool is_new = false;
    Whole3<Int>& sum = side.points.at(vertex.index, is_new);
    if (is_new) {
      sum = side.offset;
      const Vector3& p = pieces_[static_cast<std::size_t>(vertex.side)]->point(vertex.index);
      for (std::size_t k = 0; k < 3; ++k) {
        // A coordinate that the pose drops may be wider than the integers.
        const bool counts = side.matrix[k] != Int(0) || side.matrix[3 + k] != Int(0) ||
                            side.matrix[6 + k] != Int(0);
        if (!counts) continue;
        const Int x = to_integer<Int>(p[k], side.point_exponent);
        if (x == Int(0)) continue;
        for (std::size_t l = 0; l < 3; ++l) sum[l] += side.matrix[3 * l + k] * x;
      }
    }
    return sum;
  }
  Whole3<Product<Int>> normal(Vertex p, Vertex q, Vertex r) {
    const Whole3<Int>& base = point(p);
    return product_cross(subtracted(point(q), base), subtracted(point(r), base));
  }
  Whole3<Int> from_start(Vertex vertex) {
    return subtracted(times(point(vertex), start_weight_), start_);
  }

  template <class To>
  Whole3<To> vector(Direction d) {
    const Whole3<Int> p = subtracted(point({d.side, d.to}), point({d.side, d.from}));
    return {widened<To>(p[0]), widened<To>(p[1]), widened<To>(p[2])};
  }
  template <class To>
  WholeArc<To> whole(const Arc& arc) {
    WholeArc<To> result{vector<To>(arc.from), vector<To>(arc.to), {}};
    result.normal = cross(result.from, result.to);
    return result;
  }
  template <class To = Wider>
  WholeArcs<To> whole(std::span<const Arc> cone) {
    WholeArcs<To> arcs;
    arcs.reserve(cone.size());
    for (const Arc& arc : cone) arcs.push_back(whole<To>(arc));
    return arcs;
  }

  std::array<const Piece*, 2> pieces_;
  BigInt denominator_;
  int exponent_;
  std::array<Side, 2> sides_;
  Whole3<Int> start_{};
  Int start_weight_{};
};

}  // namespace

std::unique_ptr<ExactPair> make_exact_pair(const Placed& a, const Placed& b) {
  const IntegerMaps maps = integer_maps(a, b);
  // A ray's start is a sum of at most four points, which adds two bits to differences.
  const int narrow = 3 * (maps.bits + 2) + 4;
  const int wide = 10 * maps.bits + 16;
  if (maps.bits <= 60)
    return std::make_unique<IntegerPairOf<std::int64_t, Wide<6>, Wide<10>>>(a, b, maps);
  if (narrow <= 255 && wide <= 1023)
    return std::make_unique<IntegerPairOf<Wide<4>, Wide<10>, Wide<16>>>(a, b, maps);
  if (narrow <= 511) return std::make_unique<IntegerPairOf<Wide<8>, BigInt, BigInt>>(a, b, maps);
  return std::make_unique<IntegerPairOf<BigInt, BigInt, BigInt>>(a, b, maps);
}

}  // namespace sunder::detail::mesh
