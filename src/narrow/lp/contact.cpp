// SPDX-License-Identifier: Apache-2.0
//
// Idea: Bodies whose gap along n is exactly 0 touch or are separated. All that they can share lies
// in the plane, between the extreme vertices of each along n. Those are few, so the question
// becomes planar: whether the hull of their differences holds 0.
// The first n is the search's direction. The second is the exact normal of the features that seem
// to touch. That is a face of either, the cross product of two edges, or a normal of one edge near
// the search's direction.
// If the plane cuts into the bodies, the search's simplex may hold 0 inside; four determinants test
// that.
// Bound: Guesses alone are rounded. Every proof is a comparison of integers whose width
// bits_along_guess() and bits_along_normal() derive.
// Cost: A pull-back and a scan for each body and direction; two cross products for each pair of
// extreme vertices. No division, and a third of the bits of pivoting.
// Gives up: On more than kMostTied extreme vertices of a body, and wherever a refuted guess does
// not settle the question.
#include "narrow/lp/contact.hpp"

#include <cmath>

#include "exact/rounding.hpp"
#include "exact/whole_vector.hpp"
#include "exact/wide.hpp"

namespace sunder::detail::lp {
namespace {

constexpr std::size_t kMostTied = 24;
constexpr int kDirectionBits = 53;

template <class Int>
using Plane2 = std::array<Int, 2>;

template <class Int>
int cross_sign(const Plane2<Int>& p, const Plane2<Int>& q) {
  return sign_of(Int(p[0] * q[1] - p[1] * q[0]));
}

/// A few vertices of a body.
struct Vertices {
  std::array<std::int32_t, kMostTied> list;
  std::size_t count = 0;
  bool complete = true;

  void add(std::int32_t vertex) noexcept {
    if (count < kMostTied) {
      list[count++] = vertex;
    } else {
      complete = false;
    }
  }
  void clear() noexcept { count = 0; }
  bool has(std::int32_t vertex) const noexcept {
    return std::find(list.begin(), list.begin() + count, vertex) != list.begin() + count;
  }
};

// ---- the plane ----------------------------------------------------------------------------------

/// The extreme vertices along sign * direction, and the value of direction . point there.
template <class Int>
struct Support {
  Vertices vertices;
  Int value{};
};
template <class Int>
Support<Int> support_of(const IntegerBody<3, Int>& body, const Whole3<Int>& direction, int sign) {
  const PulledBack<3, Int> seen(body, direction.data(), sign);
  Support<Int> support;
  visit_extreme<3, Int>(body, seen.covector, [&](std::int32_t i, const Int& value) {
    if (support.vertices.count != 0) {
      if (value < support.value) return;
      if (value > support.value) support.vertices.clear();
    }
    support.value = value;
    support.vertices.add(i);
  });
  support.value = seen.constant + (sign > 0 ? support.value : Int(-support.value));
  return support;
}

/// The points of a face in the plane, projected along the axis in which its normal is largest.
template <class Int>
class ProjectedFace {
 public:
  ProjectedFace(const IntegerBody<3, Int>& body, std::size_t along) : body_(body), along_(along) {}

  Plane2<Int> point(std::int32_t vertex) const {
    const std::size_t rows[2] = {(along_ + 1) % 3, (along_ + 2) % 3};
    Plane2<Int> point{body_.offset[rows[0]], body_.offset[rows[1]]};
    for (int k = 0; k < 3; ++k) {
      const Int x = body_.coordinate(vertex, k);
      for (std::size_t l = 0; l < 2; ++l) {
        point[l] += body_.matrix[3 * rows[l] + static_cast<std::size_t>(k)] * x;
      }
    }
    return point;
  }

 private:
  const IntegerBody<3, Int>& body_;
  std::size_t along_;
};

/// Tests whether 0 is in the hull of points in the plane, added one by one. The points so far span
/// a cone of less than half a turn, bounded by its two outermost points, until another point closes
/// it.
template <class Int>
class Cone {
 public:
  /// Adds a point. Returns true once 0 is in the hull; pairs() are the points that hold it.
  bool add(const Plane2<Int>& point, IndexPair pair) {
    if (point[0] == Int(0) && point[1] == Int(0)) {
      pairs_.clear();
      pairs_.push_back(pair);
      return true;
    }
    if (empty_) {
      empty_ = false;
      right_ = left_ = {point, pair};
      return false;
    }
    const int from_right = cross_sign(right_.point, point);
    const int to_left = cross_sign(point, left_.point);
    if (is_ray_) {
      if (from_right == 0) return opposite(right_, point) && close({right_.pair, pair});
      is_ray_ = false;
      (from_right > 0 ? left_ : right_) = {point, pair};
      return false;
    }
    if (from_right >= 0 && to_left >= 0) return false;  // inside the cone: 0 is on neither ray
    if (from_right == 0) return close({right_.pair, pair});
    if (to_left == 0) return close({left_.pair, pair});
    if (from_right < 0 && to_left < 0) return close({right_.pair, left_.pair, pair});
    (from_right > 0 ? left_ : right_) = {point, pair};
    return false;
  }
  const PairList<3>& pairs() const noexcept { return pairs_; }

 private:
  struct Ray {
    Plane2<Int> point{};
    IndexPair pair{};
  };
  static bool opposite(const Ray& ray, const Plane2<Int>& point) {
    return Int(ray.point[0] * point[0] + ray.point[1] * point[1]) < Int(0);
  }
  bool close(std::initializer_list<IndexPair> pairs) {
    pairs_.clear();
    for (const IndexPair& pair : pairs) pairs_.push_back(pair);
    return true;
  }

  bool empty_ = true;
  bool is_ray_ = true;
  Ray right_, left_;
  PairList<3> pairs_;
};

/// Tests whether the hulls of extreme vertices in one plane meet. The search's pairs come first.
template <class Int>
bool meet_in_plane(const IntegerPair<3, Int>& points, const Vertices& of_a, const Vertices& of_b,
                   std::size_t along, std::span<const IndexPair> first, PairList<3>& pairs) {
  const ProjectedFace<Int> projected_a(points.a, along);
  const ProjectedFace<Int> projected_b(points.b, along);
  std::array<Plane2<Int>, kMostTied> point_b;
  for (std::size_t j = 0; j < of_b.count; ++j) point_b[j] = projected_b.point(of_b.list[j]);
  Cone<Int> cone;
  const auto add = [&](const Plane2<Int>& a, std::int32_t i, std::size_t j) {
    const Plane2<Int> difference{a[0] - point_b[j][0], a[1] - point_b[j][1]};
    if (!cone.add(difference, {i, of_b.list[j]})) return false;
    pairs = cone.pairs();
    return true;
  };
  for (const IndexPair& pair : first) {
    if (!of_a.has(pair.a) || !of_b.has(pair.b)) continue;
    const auto j = static_cast<std::size_t>(std::find(of_b.list.begin(), of_b.list.end(), pair.b) -
                                            of_b.list.begin());
    if (add(projected_a.point(pair.a), pair.a, j)) return true;
  }
  for (std::size_t i = 0; i < of_a.count; ++i) {
    const Plane2<Int> a = projected_a.point(of_a.list[i]);
    for (std::size_t j = 0; j < of_b.count; ++j) {
      if (add(a, of_a.list[i], j)) return true;
    }
  }
  return false;
}

/// The result of a proof along one direction.
template <class Int>
struct Tried {
  Verdict verdict = Verdict::undecided;
  int gap = 0;  ///< its sign
  PairList<3> pairs;
};

template <class Int>
std::size_t steepest(const Whole3<Int>& n) {
  std::size_t best = 0;
  for (std::size_t l = 1; l < 3; ++l) {
    if (size_of(n[l]) > size_of(n[best])) best = l;
  }
  return best;
}

template <class Int>
Tried<Int> try_direction(const IntegerPair<3, Int>& points, const Whole3<Int>& n,
                         std::span<const IndexPair> first) {
  Tried<Int> tried;
  const auto a = support_of(points.a, n, 1);
  const auto b = support_of(points.b, n, -1);
  tried.gap = sign_of(Int(b.value - a.value));
  if (tried.gap > 0) tried.verdict = Verdict::separated;
  if (tried.gap != 0 || !a.vertices.complete || !b.vertices.complete) return tried;
  if (meet_in_plane(points, a.vertices, b.vertices, steepest(n), first, tried.pairs)) {
    tried.verdict = Verdict::touching;
  }
  return tried;
}

// ---- guesses of a normal ------------------------------------------------------------------------

/// Returns the vertices that doubles cannot separate from the extreme one along sign * u.
Vertices seem_extreme(const Body<3>& body, const Vector3& u, double sign, double slack) {
  const Vector3 direction = pull_back(body, u.data(), sign);
  const auto value = [&](std::int32_t i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
      sum += direction[static_cast<std::size_t>(k)] * body.hull->coordinate(i, k);
    }
    return sum;
  };
  const double least = support<3>(*body.hull, direction.data()).value - slack;
  Vertices vertices;
  for (std::int32_t i = 0; i < body.hull->count; ++i) {
    if (value(i) >= least) vertices.add(i);
  }
  return vertices;
}

/// The widest edge of some vertices, and the vertex farthest from it if they span a face.
struct Feature {
  int dimension = 0;
  std::array<std::int32_t, 3> corners{};
};
Feature feature_of(const HullBlock& hull, const Vertices& vertices) {
  constexpr double kFlat = 1e-12;  // squared sine of an angle that counts as 0
  const auto minus = [&hull](std::int32_t i, std::int32_t j) {
    return Vector3{hull.coordinate(i, 0) - hull.coordinate(j, 0),
                   hull.coordinate(i, 1) - hull.coordinate(j, 1),
                   hull.coordinate(i, 2) - hull.coordinate(j, 2)};
  };
  const auto squared = [](const Vector3& v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; };
  Feature feature;
  feature.corners.fill(vertices.list[0]);
  double length = 0;
  for (std::size_t i = 1; i < vertices.count; ++i) {
    const double other = squared(minus(vertices.list[i], feature.corners[0]));
    if (!(other > length)) continue;
    length = other;
    feature.corners[1] = vertices.list[i];
    feature.dimension = 1;
  }
  const Vector3 edge = minus(feature.corners[1], feature.corners[0]);
  double area = kFlat * length * length;
  for (std::size_t i = 1; i < vertices.count; ++i) {
    const Vector3 other = minus(vertices.list[i], feature.corners[0]);
    const Whole3<double> normal = cross<double>(edge, other);
    if (!(squared(normal) > area)) continue;
    area = squared(normal);
    feature.corners[2] = vertices.list[i];
    feature.dimension = 2;
  }
  return feature;
}

template <class Int>
Whole3<Int> edge_of(const IntegerBody<3, Int>& body, std::int32_t from, std::int32_t to) {
  Whole3<Int> edge{Int(0), Int(0), Int(0)};
  body.add_point(to, 1, edge.data());
  body.add_point(from, -1, edge.data());
  return edge;
}

template <class Int>
Vector3 rounded(const Whole3<Int>& direction) {
  Vector3 result;
  to_unit_doubles(std::span<const Int>(direction), result.data());
  return result;
}

/// Returns u as integers of kDirectionBits.
template <class Int>
Whole3<Int> whole_direction(const Vector3& u) {
  Whole3<Int> whole;
  for (std::size_t l = 0; l < 3; ++l) {
    whole[l] = Int(static_cast<std::int64_t>(u[l] * std::ldexp(1.0, kDirectionBits - 1)));
  }
  return whole;
}

template <class Int>
bool is_zero(const Whole3<Int>& v) {
  return v[0] == Int(0) && v[1] == Int(0) && v[2] == Int(0);
}

/// Returns a direction perpendicular to an edge, near u.
template <class Int>
Whole3<Int> beside(const Whole3<Int>& edge, const Vector3& u) {
  const Vector3 e = rounded(edge);
  Vector3 across = cross<double>(u, e);
  if (!normalise(across.data(), 3)) return edge;
  return cross(edge, whole_direction<Int>(across));
}

/// Returns the normal of the features that seem extreme along u, on u's side; zero if they
/// determine none.
template <class Int>
Whole3<Int> normal_of(const IntegerPair<3, Int>& points, const Feature& a, const Feature& b,
                      const Vector3& u) {
  Whole3<Int> normal{Int(0), Int(0), Int(0)};
  const auto edge = [](const IntegerBody<3, Int>& body, const Feature& feature, std::size_t to) {
    return edge_of(body, feature.corners[0], feature.corners[to]);
  };
  if (a.dimension == 2) {
    normal = cross(edge(points.a, a, 1), edge(points.a, a, 2));
  } else if (b.dimension == 2) {
    normal = cross(edge(points.b, b, 1), edge(points.b, b, 2));
  } else if (a.dimension == 1 && b.dimension == 1) {
    const auto edge_a = edge(points.a, a, 1);
    normal = cross(edge_a, edge(points.b, b, 1));
    if (is_zero(normal)) normal = beside(edge_a, u);
  } else if (a.dimension == 1) {
    normal = beside(edge(points.a, a, 1), u);
  } else if (b.dimension == 1) {
    normal = beside(edge(points.b, b, 1), u);
  }
  const Vector3 n = rounded(normal);
  if (n[0] * u[0] + n[1] * u[1] + n[2] * u[2] < 0) {
    for (Int& entry : normal) entry = -entry;
  }
  return normal;
}

// ---- the simplex --------------------------------------------------------------------------------

/// Tests whether 0 is strictly inside the simplex of four pairs.
template <class Int>
bool holds_origin(const IntegerPair<3, Int>& points, std::span<const IndexPair> pairs) {
  std::array<Whole3<Int>, 4> c;
  for (std::size_t i = 0; i < 4; ++i) points.difference(pairs[i], c[i].data());
  int side = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    // The determinant of the other three; omitting the next one changes its sign.
    const int sign =
        sign_of(dot(c[(i + 1) % 4], cross(c[(i + 2) % 4], c[(i + 3) % 4]))) * (i % 2 == 0 ? 1 : -1);
    if (sign == 0 || (side != 0 && sign != side)) return false;
    side = sign;
  }
  return true;
}

// ---- both ---------------------------------------------------------------------------------------

struct ContactTask {
  const FilteredPair<3>& filtered;
  const ContactGuess& guess;
  const IntegerScale& scale;
  ExactDirection* exact_direction;
};

template <class Int>
ExactAnswer<3> answer_of(const Tried<Int>& tried, const Whole3<Int>& n,
                         ExactDirection* exact_direction) {
  ExactAnswer<3> answer;
  answer.verdict = tried.verdict;
  answer.pairs = tried.pairs;
  answer.direction = rounded(n);
  if (exact_direction != nullptr) exact_direction->assign(std::span<const Int>(n));
  return answer;
}

template <class Int>
ExactAnswer<3> along_guess(const ContactTask& task) {
  const IntegerPair<3, Int> points(task.filtered.pair(), task.scale);
  const auto n = whole_direction<Int>(task.guess.direction);
  if (is_zero(n)) return {};
  const auto tried = try_direction(points, n, task.guess.pairs);
  if (tried.verdict == Verdict::undecided) return {};
  ExactAnswer<3> answer = answer_of(tried, n, nullptr);
  for (std::size_t l = 0; l < 3; ++l) {
    answer.direction[l] =
        std::ldexp(static_cast<double>(static_cast<std::int64_t>(n[l])), 1 - kDirectionBits);
  }
  return answer;
}

template <class Int>
ExactAnswer<3> along_normal(const ContactTask& task) {
  const Pair<3>& pair = task.filtered.pair();
  const Vector3& u = task.guess.direction;
  const double slack = 2 * task.guess.gap.error;
  const Vertices of_a = seem_extreme(pair.a, u, 1, slack);
  const Vertices of_b = seem_extreme(pair.b, u, -1, slack);
  if (of_a.count == 0 || of_b.count == 0) return {};
  const IntegerPair<3, Int> points(pair, task.scale);
  const auto n =
      normal_of(points, feature_of(*pair.a.hull, of_a), feature_of(*pair.b.hull, of_b), u);
  if (!is_zero(n)) {
    const auto tried = try_direction(points, n, task.guess.pairs);
    if (tried.verdict != Verdict::undecided) return answer_of(tried, n, task.exact_direction);
  }
  ExactAnswer<3> answer;
  if (task.guess.pairs.size() == 4 && holds_origin(points, task.guess.pairs)) {
    answer.verdict = Verdict::overlapping;
    for (const IndexPair& at : task.guess.pairs) answer.pairs.push_back(at);
  }
  return answer;
}

/// Counts the bits of the first case: a direction of kDirectionBits times a point, with three
/// terms, a constant and a difference. The second has two products of differences, below
/// 2^(bits+1), of points in the plane.
constexpr int bits_along_guess(int bits) noexcept {
  return bits + std::max(kDirectionBits + 5, bits + 3);
}
/// A normal is a cross product of edges below 2^(bits+1), or of an edge and a direction. It is
/// below 2^(2 bits + 3) or 2^(bits + kDirectionBits + 2). The product with a point, as above,
/// exceeds what the plane needs. A determinant of differences is below 2^(3 bits + 6).
constexpr int bits_along_normal(int bits) noexcept {
  return bits + std::max(2 * bits + 3, bits + kDirectionBits + 2) + 5;
}

}  // namespace

ExactAnswer<3> verify_contact(const FilteredPair<3>& filtered, const ContactGuess& guess,
                              ExactDirection* exact_direction) {
  // Outside Lemma 1's range, directions and slacks are not even guesses.
  if (!(guess.gap.error < std::numeric_limits<double>::infinity())) return {};
  for (const double entry : guess.direction) {
    if (!(std::fabs(entry) <= 1)) return {};
  }
  const IntegerScale scale = integer_scale(filtered.pair());
  const ContactTask task{filtered, guess, scale, exact_direction};
  const int few = bits_along_guess(scale.bits);
  ExactAnswer<3> answer;
  if (few <= 127) {
    answer = along_guess<Int128>(task);
  } else if (few <= 255) {
    answer = along_guess<Wide<4>>(task);
  } else if (few <= 511) {
    answer = along_guess<Wide<8>>(task);
  }
  if (answer.verdict != Verdict::undecided) return answer;
  const int many = bits_along_normal(scale.bits);
  if (many <= 127) return along_normal<Int128>(task);
  if (many <= 255) return along_normal<Wide<4>>(task);
  if (many <= 511) return along_normal<Wide<8>>(task);
  if (many <= 1023) return along_normal<Wide<16>>(task);
  return {};
}

}  // namespace sunder::detail::lp
