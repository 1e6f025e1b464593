// SPDX-License-Identifier: Apache-2.0
//
// Idea: The bodies meet where the line t d, with d the velocity of a relative to b, enters the polygon
// Q = K_B - K_A. Its edges are those of K_B and -K_A in the order of their angles. A walk starts at the
// vertex that is lowest along d. It takes the edges that face the line's start one by one, until one
// crosses the line.
// Bound: planar_chain.hpp. Integers decide the signs that doubles leave open.
// Cost: Some 20 instructions a vertex, 50 an edge of the walk, and 800 for the exact time.
// Gives up: On bodies without a polygon's rows, a singular R, and numbers outside the bound's range.
#include "query/cast/polygons.hpp"

#include <array>
#include <cmath>
#include <optional>

#include "geometry/polygon.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"
#include "query/cast/bounds.hpp"
#include "query/cast/exact_line.hpp"
#include "query/cast/linear.hpp"
#include "query/cast/planar_chain.hpp"
#include "query/cast/portal.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/interval.hpp"

namespace sunder::detail {
namespace {

/// A quotient needs more bits than the signs.
Wide<6> roomier(const Wide<4>& value) { return Wide<6>(value); }
template <class Int>
const Int& roomier(const Int& value) {
  return value;
}

/// A vertex of Q, by the places of its vertices of a and b.
struct Place {
  std::int32_t a;
  std::int32_t b;
};
/// An edge of Q that the line crosses.
struct Crossed {
  Place from;
  Place to;
  int step;    ///< 1: counter-clockwise
  int grazes;  ///< Q is on this side of the line, or 0 if on both
};

/// The answer of bodies that are apart at the start and stay so.
Cast2 free_after_start() {
  Cast2 answer;
  answer.steps = 1;
  answer.start = Verdict::separated;
  answer.verdict = CastVerdict::free;
  answer.time = {1, 1};
  return answer;
}

/// What doubles know of the line.
struct PlanarLine {
  const Pair<2>& pair;
  const Vector2& translation_a;
  const Vector2& translation_b;
  PlanarChain a;
  PlanarChain b;
  Vector2 d;
  Vector2 offset;
  double reach;
};

template <class Int>
class PlanarCast {
 public:
  PlanarCast(const PlanarLine& line, const IntegerScale& scale) : line_(line), scale_(scale) {}

  bool cast(Cast2& answer) {
    answer.steps = 1;
    Crossed entered{};
    if (!find_crossed(1, entered)) return set_free(answer);
    const int sign = set_time(entered, answer);
    if (sign > 0) {
      answer.start = Verdict::separated;
      if (answer.time.upper > 1) return set_free(answer);
      answer.verdict = CastVerdict::hit;
      set_witness(entered, answer);
      return true;
    }
    answer.verdict = CastVerdict::hit;
    answer.start = Verdict::touching;
    set_witness(entered, answer);
    if (sign == 0) return true;
    Crossed left{};
    find_crossed(-1, left);
    const int beyond = set_time(left, answer);
    if (beyond < 0) return set_free(answer);
    answer.time = {0, 0};
    if (beyond == 0) {
      set_witness(left, answer);
    } else if (entered.grazes != 0) {
      set_normal_across(entered.grazes, answer);
    } else {
      answer.start = Verdict::overlapping;
      answer.witness.reset();
    }
    return true;
  }

 private:
  using Columns = ExactColumns<2, Int>;
  using Point = std::array<Int, 2>;

  static bool set_free(Cast2& answer) {
    answer = free_after_start();
    return true;
  }

  const Columns& exact() {
    if (!exact_) {
      exact_.emplace(line_.pair, ExactVelocity<2>{line_.translation_a, line_.translation_b},
                     scale_);
    }
    return *exact_;
  }
  /// The point a - b, which is minus that of Q. The velocity has the other sign too.
  Point exact_point(const Place& at) {
    Point c;
    exact().difference({line_.a.vertex(at.a), line_.b.vertex(at.b)}, c.data());
    return c;
  }
  Point exact_edge(const Place& from, const Place& to) {
    const Point p = exact_point(from);
    const Point q = exact_point(to);
    return {q[0] - p[0], q[1] - p[1]};
  }
  static Int product(const Point& p, const Point& q) { return p[0] * q[1] - p[1] * q[0]; }

  static int sign_of_certain(double value) { return value > 0 ? 1 : -1; }

  Vector2 point_of(const Place& at) const {
    return planar_point(line_.a.point(at.a), line_.b.point(at.b), line_.offset);
  }
  /// Returns the side of the line on which a vertex of Q is.
  int side(const Place& at) {
    const double value = planar_product(line_.d, point_of(at));
    if (is_certain_sign(value, planar_size(line_.d) * line_.reach)) return sign_of_certain(value);
    return sign_of(product(exact().velocity(), exact_point(at)));
  }

  /// An edge of one chain, in the order of a walk.
  struct Step {
    bool faces;  ///< it faces the line's start
    std::int32_t to;
    Vector2 edge;
    double size;
  };
  Step step_of(const PlanarChain& chain, const Place& at, bool of_a, int step, int sense) {
    const std::int32_t from = of_a ? at.a : at.b;
    if (!chain.has_edges()) return {false, from, {}, 0};
    Step next{false, chain.next(from, step), {}, 0};
    next.edge = chain.edge(from, next.to, next.size);
    const double value = planar_product(line_.d, next.edge);
    int turn = 0;
    if (is_certain_sign(value, planar_size(line_.d) * next.size)) {
      turn = sign_of_certain(value);
    } else {
      turn = sign_of(product(exact().velocity(), exact_edge(at, moved(at, of_a, next.to))));
    }
    next.faces = turn * step * sense < 0;
    return next;
  }
  static Place moved(const Place& at, bool of_a, std::int32_t to) {
    return of_a ? Place{to, at.b} : Place{at.a, to};
  }

  /// Moves a chain's place to a vertex that is lowest along sense * d.
  void settle(const PlanarChain& chain, bool of_a, int sense, Place& at) {
    if (!chain.has_edges()) return;
    for (const int step : {1, -1}) {
      while (true) {
        const std::int32_t from = of_a ? at.a : at.b;
        const std::int32_t to = chain.next(from, step);
        double size = 0;
        const Vector2 edge = chain.edge(from, to, size);
        const double value = line_.d[0] * edge[0] + line_.d[1] * edge[1];
        int rise = 0;
        if (is_certain_sign(value, planar_size(line_.d) * size)) {
          rise = sign_of_certain(value);
        } else {
          const Point e = exact_edge(at, moved(at, of_a, to));
          rise = sign_of(Int(e[0] * exact().velocity()[0] + e[1] * exact().velocity()[1]));
        }
        if (rise * sense >= 0) break;
        at = moved(at, of_a, to);
      }
    }
  }

  /// Moves along the next edge of Q that faces the line's start. Returns false if there is none.
  bool advance(int step, int sense, Place& at) {
    const Step a = step_of(line_.a, at, true, step, sense);
    const Step b = step_of(line_.b, at, false, step, sense);
    if (!a.faces && !b.faces) return false;
    int order = a.faces ? 1 : -1;  // 1: a's edge comes first
    if (a.faces && b.faces) {
      const double value = planar_product(a.edge, b.edge);
      order = is_certain_sign(value, a.size * b.size)
                  ? sign_of_certain(value)
                  : sign_of(product(exact_edge(at, {a.to, at.b}), exact_edge(at, {at.a, b.to})));
      order *= step;
    }
    if (order >= 0) at.a = a.to;
    if (order <= 0) at.b = b.to;
    return true;
  }

  /// Finds the edge where the line enters Q, or with sense = -1 where it leaves it.
  bool find_crossed(int sense, Crossed& crossed) {
    const Vector2 along{sense * line_.d[0], sense * line_.d[1]};
    Place at{line_.a.lowest(along), line_.b.lowest(along)};
    settle(line_.a, true, sense, at);
    settle(line_.b, false, sense, at);
    const int start = side(at);
    // Counter-clockwise the entry's edges go from the line's left to its right.
    const int step = start * sense >= 0 ? 1 : -1;
    if (start == 0) {
      Place back = at;
      crossed = {at, at, 1, 0};
      const bool has_next = advance(1, sense, crossed.to);
      const bool has_last = advance(-1, sense, back);
      if (!has_next) crossed = {at, back, -1, sense};
      if (!has_last) crossed.grazes = -sense;
      return true;
    }
    while (true) {
      crossed = {at, at, step, 0};
      if (!advance(step, sense, at)) return false;
      crossed.to = at;
      const int now = side(at);
      if (now == start) continue;
      if (now == 0 && !advance(step, sense, at)) crossed.grazes = start;
      return true;
    }
  }

  /// Sets the time at an edge, and returns its sign.
  int set_time(const Crossed& crossed, Cast2& answer) {
    const Point p = exact_point(crossed.from);
    const Point q = exact_point(crossed.to);
    edge_ = {q[0] - p[0], q[1] - p[1]};
    Int height = product(edge_, p);
    Int closing = product(edge_, exact().velocity());
    if (closing < Int(0)) {
      height = -height;
      closing = -closing;
    }
    const int sign = sign_of(height);
    answer.time = {0, 0};
    if (sign > 0) {
      const Enclosed time = enclose_quotient(roomier(height), roomier(closing), 0);
      answer.time = {time.lower, time.upper};
    }
    return sign;
  }

  /// Sets the point on a's edge, and the normal into Q, from a to b.
  void set_witness(const Crossed& crossed, Cast2& answer) {
    Vector2 edge;
    to_unit_doubles(std::span<const Int>(edge_), edge.data());
    const double scale = crossed.step / std::sqrt(dot<2>(edge, edge));
    const double first = planar_product(line_.d, point_of(crossed.from));
    const double second = planar_product(line_.d, point_of(crossed.to));
    const double share = first / (first - second);
    const double weight = share > 0 ? std::fmin(share, 1) : 0;
    Witness<2>& at = answer.witness.emplace();
    at.normal = {edge[1] * scale + 0.0, -edge[0] * scale + 0.0};  // no negative zero
    for (std::size_t l = 0; l < 2; ++l) at.point_a[l] = answer.time.lower * line_.translation_a[l];
    add_weighted_vertex<2>(line_.pair.a, line_.a.vertex(crossed.from.a), 1 - weight, at.point_a);
    add_weighted_vertex<2>(line_.pair.a, line_.a.vertex(crossed.to.a), weight, at.point_a);
    at.point_b = at.point_a;
    keep_finite(answer.witness);
  }
  /// An edge along the line supports Q.
  void set_normal_across(int side, Cast2& answer) const {
    const double scale = side / std::sqrt(dot<2>(line_.d, line_.d));
    answer.witness->normal = {-line_.d[1] * scale + 0.0, line_.d[0] * scale + 0.0};
  }

  const PlanarLine& line_;
  const IntegerScale& scale_;
  std::optional<Columns> exact_;
  Point edge_{};  ///< the last at which a time was set, minus that of Q
};

/// Is the line farther from the middle of Q than any vertex? The middle is off by 6 units of the reach.
bool passes_far(const PlanarLine& line) noexcept {
  const Vector2 p = line.a.turned(line.pair.a.hull->centre[0], line.pair.a.hull->centre[1]);
  const Vector2 q = line.b.turned(line.pair.b.hull->centre[0], line.pair.b.hull->centre[1]);
  const double side = planar_product(line.d, planar_point(p, q, line.offset));
  const double radius =
      line.pair.a.hull->circumscribed * greatest_singular_value(*line.pair.a.pose) +
      line.pair.b.hull->circumscribed * greatest_singular_value(*line.pair.b.pose);
  const double least = std::fabs(side) - planar_error(planar_size(line.d) * line.reach);
  return least > 0 && least * least > dot<2>(line.d, line.d) * (radius * radius) * kRoundUp;
}

}  // namespace

bool cast_polygons(const Pair<2>& pair, const Vector2& translation_a, const Vector2& translation_b,
                   Cast2& answer) {
  const double* const s = offset_data(*pair.a.pose);
  const double* const t = offset_data(*pair.b.pose);
  PlanarLine line{pair,
                  translation_a,
                  translation_b,
                  PlanarChain(pair.a, -1),
                  PlanarChain(pair.b, 1),
                  minus<2>(translation_a, translation_b),
                  {t[0] - s[0], t[1] - s[1]},
                  0};
  if (!line.a.usable() || !line.b.usable() || !line.b.has_edges()) return false;
  const auto size = [](const Body<2>& body) {
    return greatest_singular_value(*body.pose) * (body.hull->max_abs[0] + body.hull->max_abs[1]);
  };
  line.reach = ((size(pair.a) + size(pair.b)) + planar_size(line.offset)) * kRoundUp;
  const auto in_range = [](double x) { return x > 0x1p-100 && x < 0x1p100; };
  if (!in_range(line.reach) || !in_range(planar_size(line.d))) return false;
  if (passes_far(line)) {
    answer = free_after_start();
    return true;
  }
  const IntegerScale scale =
      scale_with_velocity(pair, ExactVelocity<2>{translation_a, translation_b});
  const auto cast_in = [&]<class Int>(const Int&) {
    return PlanarCast<Int>(line, scale).cast(answer);
  };
  const int bits = portal_bits(scale.bits, 2);
  if (bits <= 127) return cast_in(Int128{});
  if (bits <= 255) return cast_in(Wide<4>(0));
  if (bits <= 1023 - kQuotientRoom) return cast_in(Wide<16>(0));
  return cast_in(BigInt{});
}

}  // namespace sunder::detail
