// SPDX-License-Identifier: Apache-2.0
//
// Idea: Where both R are signed permutations, each coordinate of a world point is a sum of two
// doubles. For bodies of ordinary sizes that is an integer of 60 bits on a common grid. The normal
// is a cross product of differences. The vertices that may be farthest along it are compared in
// integers. The faces in the plane are then polygons of integers.
// Bound: Nothing that decides is rounded. ExtremeFilter bounds the error of what it leaves out
// (geometry/integer_support.hpp).
// Cost: O(n m) turns for faces of n and m corners, most of them in doubles. A body that touches by one
// of its faces costs a few signs; where it has no such face all vertices are compared.
// Gives up: Where R is another matrix, an integer is too long, or the plane supports nothing.
#include "query/contact/grid_touch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "exact/rounding.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/integer_support.hpp"
#include "geometry/monotone_chain.hpp"
#include "geometry/topology.hpp"
#include "narrow/boxes/boxes.hpp"
#include "query/contact/identity.hpp"
#include "query/contact/placed.hpp"
#include "query/contact/widths.hpp"

namespace sunder::detail::contact {
namespace {

using Normal = std::array<Int128, 3>;

/// An integer of the grid is below 2^kGridBits.
constexpr int kGridBits = 60;
/// A unit of the grid, or its inverse, is a normal double, and so are its products, below 2^kMostScale.
constexpr int kMostScale = 900;
/// A turn of coordinates of so many bits is exact in doubles. Differences of them have a bit more, as have
/// the difference of two products and the whole turn.
constexpr int kExactTurnBits = 25;
/// A face of so many bits, on a grid with others, has such turns.
constexpr int kBitsOfFace = 23;
/// A gap that seems to be 0, relative to the boxes.
constexpr double kSeemsClosed = 0x1p-40;

/// A vertex of a face in the plane.
struct GridVertex {
  std::array<std::int64_t, 3> at{};  ///< in units of the grid
  std::int32_t caller = 0;
};

/// The error of a height in doubles, five units of the sum of its products, and much more.
constexpr double kHeightShare = 0x1p-40;
/// Let M be the size of the largest coordinate, and u = 2^-52. A double of one is off by u M at most, in
/// any rounding mode. A difference of two is off by 4 u M with its rounding, and its product with a
/// coordinate by 8 u M^2. The difference of two such products is off by 20 u M^2, and that of two such
/// differences by 48 u M^2.
constexpr double kTurnShare = 0x1p-46;

/// A corner of a face in two coordinates; `index` is that of a GridVertex.
struct GridPoint {
  std::int64_t x{};
  std::int64_t y{};
  std::size_t index{};
  double near_x{};  ///< rounded
  double near_y{};
  double slack{};  ///< a turn in doubles beyond this has its sign; negative where all are exact

  /// Returns twice the area, which is positive for a left turn.
  friend Int128 area(const GridPoint& p, const GridPoint& q, const GridPoint& r) noexcept {
    return static_cast<Int128>(q.x - p.x) * (r.y - p.y) -
           static_cast<Int128>(q.y - p.y) * (r.x - p.x);
  }
  friend int turn(const GridPoint& p, const GridPoint& q, const GridPoint& r) noexcept {
    return sign_of(area(p, q, r));
  }
  class Columns;
  friend int order(const GridPoint& p, const GridPoint& q) noexcept {
    if (p.x != q.x) return p.x < q.x ? -1 : 1;
    return p.y != q.y ? (p.y < q.y ? -1 : 1) : 0;
  }
};

/// The rounded coordinates of a polygon's corners, side by side for the compiler's vectors.
class GridPoint::Columns {
 public:
  Columns(std::span<const GridPoint> points, Memory memory) : points_(points) {
    const std::size_t bytes = 2 * points.size() * sizeof(double);
    x_ = static_cast<double*>(memory->allocate(bytes, alignof(double)));
    y_ = x_ + points.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
      x_[i] = points[i].near_x;
      y_[i] = points[i].near_y;
    }
  }
  void write_turns(const GridPoint& from, const GridPoint& to,
                   double* __restrict turns) const noexcept {
    const double x = to.near_x - from.near_x;
    const double y = to.near_y - from.near_y;
    const double slack = from.slack;
    const std::size_t count = points_.size();
    const double own = x * from.near_y - y * from.near_x;
    const double* const __restrict of_x = x_;
    const double* const __restrict of_y = y_;
    for (std::size_t i = 0; i < count; ++i) turns[i] = (x * of_y[i] - y * of_x[i]) - own;
    if (slack < 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      if (!(std::fabs(turns[i]) > slack)) turns[i] = turn(from, to, points_[i]);
    }
  }

 private:
  std::span<const GridPoint> points_;
  double* x_;  ///< in the query's memory, which releases nothing before it ends
  double* y_;
};

/// A body whose R is a signed permutation.
class GridBody {
 public:
  explicit GridBody(const Body<3>& body) noexcept : hull_(*body.hull), pose_(*body.pose) {
    for (int l = 0; l < 3; ++l) {
      for (int k = 0; k < 3; ++k) {
        if (is_zero_bits(pose_.linear(l, k))) continue;
        axis_[static_cast<std::size_t>(l)] = k;
        sign_[static_cast<std::size_t>(l)] = pose_.linear(l, k);
      }
    }
  }

  const HullBlock& hull() const noexcept { return hull_; }
  double offset(std::size_t l) const noexcept { return pose_.offset(static_cast<int>(l)); }
  /// Returns coordinate l without the offset. A product would flush a subnormal number on some hosts.
  double turned(std::int32_t v, std::size_t l) const noexcept {
    const double x = hull_.coordinate(v, axis_[l]);
    return sign_[l] < 0 ? -x : x;
  }
  std::pair<double, double> bounds(std::size_t l) const noexcept {
    const double low = hull_.lower[axis_[l]];
    const double high = hull_.upper[axis_[l]];
    return sign_[l] > 0 ? std::pair(low, high) : std::pair(-high, -low);
  }
  double middle(std::size_t l) const noexcept {
    const auto [low, high] = bounds(l);
    return offset(l) + (low / 2 + high / 2);
  }
  void include(std::int32_t v, ExponentSpan& span) const noexcept {
    for (std::size_t l = 0; l < 3; ++l) span.include(turned(v, l));
  }
  /// Includes a face. Coordinates of few bits, of which turns are exact in doubles, need no look at
  /// their bits: adding 2^52 units leaves multiples of a unit alone.
  void include(const IndexList& cycle, ExponentSpan& span) const noexcept {
    const int top = hull_.exponents.top;
    const int low = top - kBitsOfFace;
    const bool is_normal = hull_.exponents.low > -kMostScale && top < kMostScale;
    const double anchor = is_normal ? std::ldexp(1.5, low + 52) : 0;
    const auto are_multiples = [&](std::int32_t v) {
      bool all = true;
      for (int k = 0; k < 3; ++k) {
        const double x = hull_.coordinate(v, k);
        all = all && (x + anchor) - anchor == x;
      }
      return all;
    };
    if (!is_normal || !std::ranges::all_of(cycle, are_multiples)) {
      for (const std::int32_t v : cycle) include(v, span);
      return;
    }
    span.low = std::min(span.low, low);
    span.top = std::max(span.top, top);
  }
  /// Returns whether an odd number of axes is reversed or exchanged.
  bool mirrors() const noexcept {
    const bool cyclic = axis_[1] == (axis_[0] + 1) % 3;
    return ((sign_[0] < 0) != (sign_[1] < 0)) != ((sign_[2] < 0) != !cyclic);
  }
  /// Sets the unit of the grid, 2^exponent, of which the coordinates and the offset are multiples.
  void set_unit(int exponent) noexcept {
    exponent_ = exponent;
    inverse_ = exponent > -kMostScale && exponent < kMostScale ? std::ldexp(1.0, -exponent) : 0;
    for (std::size_t l = 0; l < 3; ++l) {
      offset_[l] = to_grid(offset(l));
      scale_[l] = sign_[l] < 0 ? -inverse_ : inverse_;
    }
  }
  GridVertex vertex(std::int32_t v) const noexcept {
    GridVertex vertex;
    for (std::size_t l = 0; l < 3; ++l) {
      vertex.at[l] =
          offset_[l] + (inverse_ > 0
                            ? static_cast<std::int64_t>(hull_.coordinate(v, axis_[l]) * scale_[l])
                            : to_grid(turned(v, l)));
    }
    vertex.caller = hull_.caller[v];
    return vertex;
  }
  /// Returns a vertex at that end of the world's axis l.
  std::int32_t at_end(std::size_t l, bool upper) const noexcept {
    const bool high = upper == (sign_[l] > 0);
    if (hull_.in_box_order) return high ? 1 << axis_[l] : 0;
    const double bound = high ? hull_.upper[axis_[l]] : hull_.lower[axis_[l]];
    const double* const row = hull_.row(axis_[l]);
    return static_cast<std::int32_t>(std::find(row, row + hull_.count - 1, bound) - row);
  }

  /// Returns the vertices that may be farthest along the normal, or against it.
  std::span<const std::int32_t> farthest(const Normal& normal, int sign, Memory memory) const {
    Normal covector{};
    for (std::size_t l = 0; l < 3; ++l) {
      const bool is_same = (sign_[l] > 0) == (sign > 0);
      covector[static_cast<std::size_t>(axis_[l])] = is_same ? normal[l] : -normal[l];
    }
    const ExtremeFilter<3, Int128> filter(hull_, covector, 3);
    const std::size_t bytes = static_cast<std::size_t>(hull_.count) * sizeof(std::int32_t);
    auto* const list = static_cast<std::int32_t*>(memory->allocate(bytes, alignof(std::int32_t)));
    std::size_t size = 0;
    for (std::int32_t v = 0; v < hull_.count; ++v) {
      list[size] = v;
      size += filter.may_be_extreme(v) ? 1 : 0;
    }
    return {list, size};
  }

 private:
  /// A multiple of the unit is a whole number of it, without rounding.
  std::int64_t to_grid(double value) const noexcept {
    if (inverse_ > 0) return static_cast<std::int64_t>(value * inverse_);
    const Dyadic dyadic = decode(value);
    return dyadic.mantissa == 0
               ? 0
               : dyadic.mantissa * (std::int64_t{1} << (dyadic.exponent - exponent_));
  }

  const HullBlock& hull_;
  const Pose<3>& pose_;
  std::array<int, 3> axis_{};
  std::array<double, 3> sign_{};
  int exponent_ = 0;
  double inverse_ = 0;             ///< 2^-exponent, or 0 where a product with it might be rounded
  std::array<double, 3> scale_{};  ///< the same with the signs
  std::array<std::int64_t, 3> offset_{};
};

Int128 dot_of(const Normal& u, const GridVertex& v) noexcept {
  return u[0] * v.at[0] + u[1] * v.at[1] + u[2] * v.at[2];
}

/// The axis of the world along which two bodies are farthest apart.
struct ClosedAxis {
  std::size_t axis = 0;
  bool b_ahead = false;
};

class GridTouch {
 public:
  GridTouch(const Pair<3>& pair, Memory memory)
      : a_(pair.a),
        b_(pair.b),
        memory_(memory),
        on_a_(memory),
        on_b_(memory),
        face_a_(memory),
        face_b_(memory) {}

  bool run(const FacetCorners& corners, Touching<3>* touching) {
    return set_normal(corners) && finish(corners[0], touching);
  }
  /// Takes an axis of the world for the normal.
  bool run(const ClosedAxis& closed, Touching<3>* touching) {
    normal_[closed.axis] = closed.b_ahead ? 1 : -1;
    bits_of_normal_ = 1;
    return finish({a_.at_end(closed.axis, closed.b_ahead), b_.at_end(closed.axis, !closed.b_ahead)},
                  touching);
  }

 private:
  /// `corner` holds a vertex of each body in the plane.
  bool finish(const IndexPair& corner, Touching<3>* touching) {
    axes_ = relation::plane_axes<3, Int128>(normal_);
    if (!set_own_faces(corner) && !set_faces()) return false;
    if (touching == nullptr) return do_meet<GridPoint>(face_a_, face_b_, memory_);
    const auto found = common_corners<GridPoint>(face_a_, face_b_, memory_);
    if (found.empty()) return false;
    List<Placed<3>> placed(memory_);
    placed.reserve(found.size());
    for (const Corner& corner : found) {
      placed.push_back({corner,
                        {feature(on_a_, face_a_, corner.a), feature(on_b_, face_b_, corner.b)},
                        rounded(corner)});
    }
    bool is_sure = true;
    arrange(placed, axes_, [&](const Corner&, const Corner&, const Corner&) {
      is_sure = false;
      return 0;
    });
    if (!is_sure) return false;
    touching->normal = unit_of<3, Int128>(normal_);
    touching->points = points_of(placed, memory_);
    return true;
  }

  /// Compares all vertices. Returns false where they leave a gap, or an integer is too long.
  bool set_faces() {
    const auto of_a = a_.farthest(normal_, 1, memory_);
    const auto of_b = b_.farthest(normal_, -1, memory_);
    ExponentSpan span = offsets();
    for (const std::int32_t v : of_a) a_.include(v, span);
    for (const std::int32_t v : of_b) b_.include(v, span);
    if (!fits(span)) return false;
    set_unit(span);
    if (bits_of_normal_ + span.bits() + 3 > 126) return false;
    const Int128 top = keep_farthest(a_, of_a, 1, on_a_);
    const Int128 bottom = keep_farthest(b_, of_b, -1, on_b_);
    if (top != -bottom) return false;
    set_face(on_a_, face_a_);
    set_face(on_b_, face_b_);
    return true;
  }

  /// Takes the faces of both bodies' topologies in the plane. Three corners of a face determine its plane,
  /// and any other vertex its side. Returns false where a body has no such face there.
  bool set_own_faces(const IndexPair& corner) {
    const std::int32_t of_a = seeming_face(a_, corner.a, 1);
    const std::int32_t of_b = of_a < 0 ? -1 : seeming_face(b_, corner.b, -1);
    if (of_b < 0) return false;
    const IndexList cycle_a = a_.hull().topology->face(of_a);
    const IndexList cycle_b = b_.hull().topology->face(of_b);
    ExponentSpan span = offsets();
    a_.include(cycle_a, span);
    b_.include(cycle_b, span);
    if (!fits(span) || bits_of_normal_ + span.bits() + 3 > 126) return false;
    set_unit(span);
    const Int128 height = dot_of(normal_, a_.vertex(cycle_a[0]));
    if (!is_level(a_, cycle_a, height) || !is_level(b_, cycle_b, height)) return false;
    take_cycle(a_, cycle_a, 1, on_a_, face_a_);
    take_cycle(b_, cycle_b, -1, on_b_, face_b_);
    return true;
  }
  /// Returns a face at this vertex whose corners seem to have one height along the normal. Returns -1 if
  /// there is none, or if a neighbour may be above it.
  std::int32_t seeming_face(const GridBody& body, std::int32_t vertex, int sign) const {
    const Topology* const topology = body.hull().topology.get();
    if (topology == nullptr || topology->face_count() == 0) return -1;
    std::array<double, 3> n{};
    double size = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      n[l] = sign * static_cast<double>(normal_[l]);
      const auto [low, high] = body.bounds(l);
      size += std::fabs(n[l]) * std::max(std::fabs(low), std::fabs(high));
    }
    const auto height = [&](std::int32_t v) {
      return (n[0] * body.turned(v, 0) + n[1] * body.turned(v, 1)) + n[2] * body.turned(v, 2);
    };
    const double here = height(vertex);
    const double slack = kHeightShare * size;
    std::int32_t found = -1;
    bool is_below = false;
    for (const std::int32_t e : topology->edges_around(vertex)) {
      const double next = height(topology->other_end(e, vertex));
      is_below = is_below || next < here - slack;
      if (next > here + slack) return -1;
      if (found >= 0 || next < here - slack) continue;
      for (const std::int32_t f : topology->edge(e).faces) {
        const auto seems_level = [&](std::int32_t v) { return height(v) >= here - slack; };
        if (std::ranges::all_of(spread_triangle(topology->face(f)), seems_level)) found = f;
      }
    }
    return is_below ? found : -1;
  }
  bool is_level(const GridBody& body, const IndexList& cycle, const Int128& height) const {
    return std::ranges::all_of(spread_triangle(cycle), [&](std::int32_t v) {
      return dot_of(normal_, body.vertex(v)) == height;
    });
  }
  /// Lists a cycle counter-clockwise in the plane's coordinates.
  void take_cycle(const GridBody& body, const IndexList& cycle, int sign, List<GridVertex>& kept,
                  List<GridPoint>& face) const {
    const bool backward = (axes_.orientation * sign < 0) != body.mirrors();
    kept.resize(cycle.size());
    face.resize(cycle.size());
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      kept[i] = body.vertex(cycle[backward ? cycle.size() - 1 - i : i]);
      face[i] = point_of(kept[i], i);
    }
  }

  ExponentSpan offsets() const noexcept {
    ExponentSpan span;
    for (std::size_t l = 0; l < 3; ++l) {
      span.include(a_.offset(l));
      span.include(b_.offset(l));
    }
    return span;
  }
  void set_unit(const ExponentSpan& span) noexcept {
    const int exponent = span.low;
    const double most = std::ldexp(1.0, span.bits() + 1);  // sums of two numbers
    exponent_ = exponent;
    turn_slack_ = span.bits() + 1 <= kExactTurnBits ? -1 : kTurnShare * (most * most);
    unit_ = exponent > -kMostScale && exponent < kMostScale ? std::ldexp(1.0, exponent) : 0;
    a_.set_unit(exponent);
    b_.set_unit(exponent);
  }
  /// A sum of two numbers has a bit more.
  static bool fits(const ExponentSpan& span) noexcept { return span.bits() < kGridBits - 1; }

  /// Sets the normal of the plane through three corners of C, from a to b. It is 1 along an axis of
  /// the world.
  bool set_normal(const FacetCorners& corners) noexcept {
    ExponentSpan span = offsets();
    for (const IndexPair& corner : corners) {
      a_.include(corner.a, span);
      b_.include(corner.b, span);
    }
    if (!fits(span)) return false;
    set_unit(span);
    std::array<std::array<std::int64_t, 3>, 3> c;
    for (std::size_t i = 0; i < 3; ++i) {
      const GridVertex of_a = a_.vertex(corners[i].a);
      const GridVertex of_b = b_.vertex(corners[i].b);
      for (std::size_t l = 0; l < 3; ++l) c[i][l] = of_a.at[l] - of_b.at[l];
    }
    const auto across = [&](std::size_t i, std::size_t l) {
      return static_cast<Int128>(c[i][l] - c[0][l]);
    };
    double along = 0;
    int zeros = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const std::size_t m = (l + 1) % 3;
      const std::size_t n = (l + 2) % 3;
      normal_[l] = across(1, m) * across(2, n) - across(1, n) * across(2, m);
      zeros += normal_[l] == 0 ? 1 : 0;
    }
    if (zeros == 3) return false;
    for (std::size_t l = 0; l < 3; ++l) {
      if (zeros == 2) normal_[l] = sign_of(normal_[l]);
      along += static_cast<double>(normal_[l]) * (b_.middle(l) - a_.middle(l));
    }
    bits_of_normal_ = 0;
    for (Int128& entry : normal_) {
      if (along < 0) entry = -entry;
      bits_of_normal_ = std::max(bits_of_normal_, bit_length(entry));
    }
    return true;
  }

  /// Keeps the vertices farthest along the normal, or against it, and returns how far they are.
  Int128 keep_farthest(const GridBody& body, std::span<const std::int32_t> vertices, int sign,
                       List<GridVertex>& kept) const {
    kept.reserve(vertices.size());
    Int128 most = 0;
    for (const std::int32_t v : vertices) {
      const GridVertex vertex = body.vertex(v);
      const Int128 height = sign * dot_of(normal_, vertex);
      if (!kept.empty() && height < most) continue;
      if (kept.empty() || height > most) kept.clear();
      most = height;
      kept.push_back(vertex);
    }
    return most;
  }

  GridPoint point_of(const GridVertex& vertex, std::size_t i) const noexcept {
    const std::int64_t x = vertex.at[axes_.x];
    const std::int64_t y = vertex.at[axes_.y];
    return {x, y, i, static_cast<double>(x), static_cast<double>(y), turn_slack_};
  }
  void set_face(const List<GridVertex>& vertices, List<GridPoint>& face) const {
    List<GridPoint> points(memory_);
    points.reserve(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) points.push_back(point_of(vertices[i], i));
    std::ranges::sort(points, [&](const GridPoint& p, const GridPoint& q) {
      const int first = order(p, q);
      return first != 0 ? first < 0 : vertices[p.index].caller < vertices[q.index].caller;
    });
    const auto coincide = [](const GridPoint& p, const GridPoint& q) { return order(p, q) == 0; };
    points.erase(std::unique(points.begin(), points.end(), coincide), points.end());
    face.reserve(points.size() + 1);
    append_hull(points, face,
                [](const auto& p, const auto& q, const auto& r) { return turn(p, q, r); });
  }

  static ContactFeature feature(const List<GridVertex>& vertices, const List<GridPoint>& face,
                                const Place& place) {
    return feature_at(place, face.size(),
                      [&](std::size_t i) { return vertices[face[i].index].caller; });
  }

  Vector3 rounded(const Corner& corner) const {
    if (corner.a.on == Place::On::vertex) return rounded(on_a_[face_a_[corner.a.index].index]);
    if (corner.b.on == Place::On::vertex) return rounded(on_b_[face_b_[corner.b.index].index]);
    const GridPoint& from = face_b_[corner.b.index];
    const GridPoint& to = face_b_[next_corner(corner.b.index, face_b_.size())];
    const GridPoint& p = face_a_[corner.a.index];
    const GridPoint& q = face_a_[next_corner(corner.a.index, face_a_.size())];
    // The crossing divides p q at the line of b's edge: (s q - t p) / (s - t).
    Int128 s = area(from, to, p);
    Int128 t = area(from, to, q);
    if (s < 0) {
      s = -s;
      t = -t;
    }
    const GridVertex& at_p = on_a_[p.index];
    const GridVertex& at_q = on_a_[q.index];
    const GridVertex& at_from = on_b_[from.index];
    const GridVertex& at_to = on_b_[to.index];
    Vector3 at{};
    for (std::size_t l = 0; l < 3; ++l) {
      if (at_p.at[l] == at_q.at[l]) {
        at[l] = rounded(at_p.at[l]);
      } else if (at_from.at[l] == at_to.at[l]) {
        at[l] = rounded(at_from.at[l]);
      } else {
        at[l] = divided(s, at_q.at[l], t, at_p.at[l]);
      }
    }
    return at;
  }
  double divided(const Int128& s, std::int64_t q, const Int128& t, std::int64_t p) const {
    // Both products are below 2^124.
    if (bit_length(s) <= 62 && bit_length(t) <= 62)
      return nearest_of(s * q - t * p, s - t, exponent_);
    using Large = Wide<4>;
    return nearest_of(converted<Large>(s) * Large(q) - converted<Large>(t) * Large(p),
                      converted<Large>(Int128(s - t)), exponent_);
  }
  Vector3 rounded(const GridVertex& vertex) const {
    return {rounded(vertex.at[0]), rounded(vertex.at[1]), rounded(vertex.at[2])};
  }
  double rounded(std::int64_t x) const {
    constexpr std::int64_t kWhole = std::int64_t{1} << 53;
    if (x > -kWhole && x < kWhole && unit_ > 0) return static_cast<double>(x) * unit_;
    return nearest_quotient(Int128(x), 1, exponent_);
  }

  GridBody a_;
  GridBody b_;
  Memory memory_;
  Normal normal_{};
  int bits_of_normal_ = 0;
  int exponent_ = 0;
  double turn_slack_ = 0;
  double unit_ = 0;  ///< 2^exponent, or 0 where a product with it might be rounded
  relation::PlaneAxes axes_;
  List<GridVertex> on_a_, on_b_;
  List<GridPoint> face_a_, face_b_;
};

bool is_permuted(const Body<3>& body) noexcept { return boxes::is_signed_permutation(*body.pose); }

/// Returns that axis if the gap along it seems to be 0.
std::optional<ClosedAxis> closed_axis(const GridBody& a, const GridBody& b) noexcept {
  ClosedAxis closed;
  double widest = -std::numeric_limits<double>::infinity();
  double size = 0;
  for (std::size_t l = 0; l < 3; ++l) {
    const auto [low_a, high_a] = a.bounds(l);
    const auto [low_b, high_b] = b.bounds(l);
    const double offset = b.offset(l) - a.offset(l);
    const double ahead = offset + (low_b - high_a);
    const double behind = (low_a - high_b) - offset;
    size = std::max(size, std::fabs(offset) + (high_a - low_a));
    if (!(std::max(ahead, behind) > widest)) continue;
    widest = std::max(ahead, behind);
    closed = {l, ahead > behind};
  }
  if (!(std::fabs(widest) <= kSeemsClosed * size)) return std::nullopt;
  return closed;
}

}  // namespace

bool find_touching_along_axis(const Pair<3>& pair, Memory memory, Touching<3>* touching) {
  if (any_empty(pair) || !are_on_grid(pair)) return false;
  const auto closed = closed_axis(GridBody(pair.a), GridBody(pair.b));
  return closed && GridTouch(pair, memory).run(*closed, touching);
}

bool are_on_grid(const Pair<3>& pair) noexcept {
  return is_permuted(pair.a) && is_permuted(pair.b);
}

bool find_touching_on_grid(const Pair<3>& pair, const FacetCorners& corners, Memory memory,
                           Touching<3>* touching) {
  return are_on_grid(pair) && GridTouch(pair, memory).run(corners, touching);
}

}  // namespace sunder::detail::contact
