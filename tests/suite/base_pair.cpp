// SPDX-License-Identifier: Apache-2.0
#include "suite/base_pair.hpp"

#include <algorithm>

namespace sunder::suite {
namespace {

/// A hyperplane u.x = u.p; a lies on and below it, b on and above it.
struct Contact {
  Point u;
  Point p;
  std::vector<Point> basis;  ///< of the plane's directions
};

Contact random_contact(Random& random, int dimension) {
  Contact contact;
  if (random.chance(1, 3)) {
    const int length = random.nonzero(3);
    contact.u = length * unit_vector(dimension, random.in(0, dimension - 1));
  } else {
    contact.u = random_vector(random, dimension, 3);
  }
  contact.p = random_vector(random, dimension, 30);
  contact.basis = hyperplane_basis(contact.u);
  return contact;
}

/// `rank` independent vectors; each is a multiple of a distinct one of `basis` plus multiples of
/// earlier ones.
std::vector<Point> independent(Random& random, std::vector<Point> basis, int rank) {
  random.shuffle(basis);
  std::vector<Point> result;
  for (int i = 0; i < rank; ++i) {
    Point v = random.nonzero(4) * basis[static_cast<std::size_t>(i)];
    for (int j = 0; j < i; ++j) v = v + random.in(-1, 1) * basis[static_cast<std::size_t>(j)];
    result.push_back(std::move(v));
  }
  return result;
}

/// The vertices of a simplex spanned by `directions`. It contains p in its relative interior (as
/// the mean of its vertices), or as a vertex.
std::vector<Point> simplex_at(const Point& p, const std::vector<Point>& directions, bool inside) {
  std::vector<Point> points;
  Point closing = p;
  for (const Point& v : directions) {
    points.push_back(p + v);
    closing = closing - v;
  }
  points.push_back(inside ? closing : p);
  return points;
}

/// Such a simplex; p is inside three times out of four.
std::vector<Point> random_simplex(Random& random, const Point& p, const std::vector<Point>& basis,
                                  int rank) {
  const bool inside = random.chance(3, 4);
  return simplex_at(p, independent(random, basis, rank), inside);
}

void add_near(Random& random, std::vector<Point>& points, const Point& c, int count) {
  for (int i = 0; i < count; ++i) {
    points.push_back(c + random_vector(random, static_cast<int>(c.size()), 25));
  }
}

/// The corner simplex c + s e_k, c - s (1, ..., 1): c is inside.
void add_thick_simplex(std::vector<Point>& points, const Point& c, std::int64_t size) {
  const int dimension = static_cast<int>(c.size());
  Point ones(c.size(), 1);
  for (int k = 0; k < dimension; ++k) points.push_back(c + size * unit_vector(dimension, k));
  points.push_back(c - size * ones);
}

enum class Where : std::int8_t { below = -1, above = 1 };

/// `count` points strictly on one side of the contact's hyperplane.
void add_off_plane(Random& random, std::vector<Point>& points, const Contact& contact, Where where,
                   int count) {
  const auto side = static_cast<std::int64_t>(where);
  for (int i = 0; i < count; ++i) {
    Point x = random_vector(random, static_cast<int>(contact.u.size()), 20);
    const std::int64_t height = side * dot(contact.u, x);
    if (height < 0) x = (-1) * x;
    if (height == 0) x = x + side * contact.u;
    points.push_back(contact.p + x);
  }
}

/// A body that the hyperplane supports; its contact face contains p and has the given rank.
std::vector<Point> supported_body(Random& random, const Contact& contact, Where where, int rank,
                                  int off_plane) {
  auto points = random_simplex(random, contact.p, contact.basis, rank);
  add_off_plane(random, points, contact, where, off_plane);
  return points;
}

/// Makes p -+ u an interior point, so that pushing the other body's p along u enters this one.
void thicken(std::vector<Point>& points, const Contact& contact, Where where) {
  add_thick_simplex(points, contact.p + 2 * static_cast<std::int64_t>(where) * contact.u, 1);
}

const char* rank_name(int rank) {
  return rank == 0 ? "vertex" : rank == 1 ? "edge" : rank == 2 ? "face" : "higher face";
}

Rational square_of(const Point& u) { return Rational(dot(u, u)); }

Rational power_of_two(int exponent) {
  const Rational power(boost::multiprecision::cpp_int(1) << std::abs(exponent));
  return exponent < 0 ? Rational(1) / power : power;
}

void shift_along(BasePair& pair, const Contact& contact, std::int64_t factor, int exponent) {
  pair.shift = {contact.u, factor, exponent};
  if (factor > 0) {
    const Rational step = Rational(factor) * power_of_two(exponent);
    pair.verdict = Verdict::separated;
    pair.distance_squared = step * step * square_of(contact.u);
    pair.contained = false;
  } else {
    pair.verdict = Verdict::overlapping;
    pair.distance_squared = Rational(0);
  }
}

BasePair touching_on(Random& random, const Contact& contact, int rank_a, int rank_b) {
  BasePair pair;
  pair.dimension = static_cast<int>(contact.u.size());
  const int off_plane = random.in(0, 2 * pair.dimension);
  const int off_plane_b = random.in(0, 2 * pair.dimension);
  pair.a.points = supported_body(random, contact, Where::below, rank_a, off_plane);
  pair.b.points = supported_body(random, contact, Where::above, rank_b, off_plane_b);
  pair.verdict = Verdict::touching;
  pair.distance_squared = Rational(0);
  if (off_plane > 0) pair.contained = false;
  return pair;
}

BasePair touching_on(Random& random, const Contact& contact) {
  const int top = static_cast<int>(contact.u.size()) - 1;
  const int rank_a = random.in(0, top);
  return touching_on(random, contact, rank_a, random.in(0, top));
}

}  // namespace

std::vector<Point> Side::world() const {
  if (!linear) return points;
  std::vector<Point> result;
  for (const Point& x : points) result.push_back(*linear * x + offset);
  return result;
}

BasePair touching_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  const int rank_a = random.in(0, dimension - 1);
  const int rank_b = random.in(0, dimension - 1);
  BasePair pair = touching_on(random, contact, rank_a, rank_b);
  pair.kind = std::string("touching, ") + rank_name(std::min(rank_a, rank_b)) + " on " +
              rank_name(std::max(rank_a, rank_b));
  return pair;
}

BasePair shifted_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  BasePair pair = touching_on(random, contact);
  const bool apart = random.chance(1, 2);
  if (!apart) {
    random.chance(1, 2) ? thicken(pair.a.points, contact, Where::below)
                        : thicken(pair.b.points, contact, Where::above);
    pair.contained.reset();
  }
  const std::int64_t factor = apart ? random.in(1, 5) : -1;
  shift_along(pair, contact, factor, -random.in(0, 50));
  pair.kind = apart ? "apart by 2^-k" : "overlapping by 2^-k";
  return pair;
}

BasePair one_ulp_pair(Random& random, int dimension) {
  BasePair pair = shifted_pair(random, dimension);
  const Contact contact{pair.shift.direction, {}, {}};
  shift_along(pair, contact, pair.shift.factor, 0);
  pair.shift_is_one_ulp = true;
  pair.kind = pair.verdict == Verdict::separated ? "apart by one ulp" : "overlapping by one ulp";
  return pair;
}

BasePair overlapping_pair(Random& random, int dimension) {
  BasePair pair;
  pair.dimension = dimension;
  const Point c = random_vector(random, dimension, 30);
  add_thick_simplex(pair.a.points, c, random.in(1, 12));
  add_near(random, pair.a.points, c, random.in(0, 8));
  const int rank = random.in(0, dimension);
  pair.b.points = random_simplex(random, c, Matrix::identity(dimension).columns, rank);
  add_near(random, pair.b.points, c, random.in(0, 8));
  pair.verdict = Verdict::overlapping;
  pair.distance_squared = Rational(0);
  pair.kind = "overlapping, interior point";
  return pair;
}

BasePair crossing_pair(Random& random, int dimension) {
  BasePair pair;
  pair.dimension = dimension;
  const std::vector<Point> frame = unimodular(random, dimension, 3).matrix.columns;
  const int rank_a = random.in(0, dimension - 1);
  const int rank_b = random.in(0, dimension - 1);
  const Point c = random_vector(random, dimension, 30);
  std::vector<Point> first(frame.begin(), frame.begin() + rank_a);
  std::vector<Point> last(frame.end() - rank_b, frame.end());
  pair.a.points = simplex_at(c, independent(random, first, rank_a), true);
  pair.b.points = simplex_at(c, independent(random, last, rank_b), true);
  const bool thick = rank_a + rank_b >= dimension;
  pair.verdict = thick ? Verdict::overlapping : Verdict::touching;
  pair.distance_squared = Rational(0);
  pair.kind = thick ? "flat bodies crossing" : "flat bodies meeting";
  return pair;
}

BasePair flat_pair(Random& random, int dimension) {
  const int inner_dimension = random.in(0, dimension - 1);
  BasePair inner;
  if (inner_dimension == 0) {
    inner.a.points = inner.b.points = {{}};
    inner.verdict = Verdict::touching;
  } else {
    inner = random.chance(1, 3)   ? overlapping_pair(random, inner_dimension)
            : random.chance(1, 2) ? touching_pair(random, inner_dimension)
                                  : shifted_pair(random, inner_dimension);
  }
  const std::vector<Point> frame = unimodular(random, dimension, 3).matrix.columns;
  const Point origin = random_vector(random, dimension, 30);
  const auto lay = [&](const Point& x) {
    Point y = origin;
    for (std::size_t k = 0; k < x.size(); ++k) y = y + x[k] * frame[k];
    return y;
  };
  BasePair pair;
  pair.dimension = dimension;
  for (const Point& x : inner.a.points) pair.a.points.push_back(lay(x));
  for (const Point& x : inner.b.points) pair.b.points.push_back(lay(x));
  if (inner.shift.factor != 0) {
    pair.shift = {lay(inner.shift.direction) - origin, inner.shift.factor, inner.shift.exponent};
  }
  pair.verdict = inner.verdict == Verdict::separated ? Verdict::separated : Verdict::touching;
  pair.contained = inner.contained;
  if (pair.verdict == Verdict::touching) pair.distance_squared = Rational(0);
  pair.kind = inner_dimension == 0   ? "one point twice"
              : inner_dimension == 1 ? "collinear"
              : inner_dimension == 2 ? "coplanar"
                                     : "flat";
  return pair;
}

BasePair point_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  BasePair pair;
  pair.dimension = dimension;
  pair.a.points = {contact.p};
  const int rank = random.in(0, dimension - 1);
  pair.b.points = supported_body(random, contact, Where::above, rank, random.in(1, 2 * dimension));
  thicken(pair.b.points, contact, Where::above);
  pair.verdict = Verdict::touching;
  pair.distance_squared = Rational(0);
  pair.contained = true;
  const int place = random.in(-1, 1);
  if (place != 0) shift_along(pair, contact, place, -random.in(0, 50));
  pair.contained = place <= 0;
  pair.kind = place < 0 ? "point inside" : place == 0 ? "point on the boundary" : "point outside";
  return pair;
}

BasePair singular_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  const int rank = random.in(0, dimension - 1);
  BasePair pair = touching_on(random, contact, 0, random.in(0, dimension - 1));
  const std::vector<Point> directions = independent(random, contact.basis, rank);
  // Columns beyond the rank are zero or repeat the first: the coordinates that they multiply are
  // free.
  Matrix linear{directions};
  const bool repeat = rank > 0 && rank < dimension && random.chance(1, 2);
  while (linear.dimension() < dimension) {
    linear.columns.push_back(repeat ? directions[0] : Point(contact.u.size(), 0));
  }
  pair.a = {{}, linear, contact.p};
  for (int i = 0; i <= rank; ++i) {
    Point y(contact.u.size(), 0);
    for (int k = 0; k < rank; ++k)
      y[static_cast<std::size_t>(k)] = i == rank ? -1 : (i == k ? 1 : 0);
    for (int k = rank; k < dimension; ++k) {
      const std::int64_t free = random.in(-50, 50);
      y[static_cast<std::size_t>(k)] = free;
      if (repeat) y[0] -= free;
    }
    pair.a.points.push_back(std::move(y));
  }
  pair.contained.reset();
  if (random.chance(1, 3)) shift_along(pair, contact, 1, -random.in(0, 40));
  pair.kind = "singular matrix";
  return pair;
}

BasePair size_ratio_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  BasePair pair = touching_on(random, contact);
  if (random.chance(1, 2)) shift_along(pair, contact, 1, -random.in(0, 20));
  for (Point& x : random.chance(1, 2) ? pair.a.points : pair.b.points) {
    x = contact.p + 1000000 * (x - contact.p);
  }
  pair.kind = "size ratio 10^6";
  return pair;
}

BasePair contained_pair(Random& random, int dimension) {
  const Contact contact = random_contact(random, dimension);
  BasePair pair;
  pair.dimension = dimension;
  const int rank = random.in(1, dimension - 1);
  const auto face = simplex_at(contact.p, independent(random, contact.basis, rank), true);
  for (const Point& x : face) pair.b.points.push_back(contact.p + 4 * (x - contact.p));
  add_off_plane(random, pair.b.points, contact, Where::above, random.in(0, 2 * dimension));
  thicken(pair.b.points, contact, Where::above);
  for (int i = random.in(1, 8); i > 0; --i) {
    const Point& x = random.pick(face);
    pair.a.points.push_back(contact.p + random.in(0, 4) * (x - contact.p));
  }
  const bool on_boundary = random.chance(1, 2);
  if (!on_boundary) {
    pair.a.points.push_back(contact.p + 2 * contact.u);
    for (int i = random.in(0, 4); i > 0; --i) pair.a.points.push_back(random.pick(pair.b.points));
  }
  pair.verdict = on_boundary ? Verdict::touching : Verdict::overlapping;
  pair.distance_squared = Rational(0);
  pair.contained = true;
  pair.kind = on_boundary ? "contained, on the boundary" : "contained";
  return pair;
}

}  // namespace sunder::suite
