// SPDX-License-Identifier: Apache-2.0
//
// Idea: Most triangles that cross each other's planes are compared on the line of both planes, by four determinants. A
// filter tries the planes and the cross products of edges as separating axes, and edges as piercing. What is
// left is classified by exact signs: corners against triangles, edges against triangles, edges against edges.
// Source: Guigue and Devillers, "Fast and robust triangle-triangle overlap test using orientation predicates" (2003).
// Bound: That of triangle_bounds.hpp.
// Cost: 100 to 600 flops; exactly, up to 33 signs.
#include "mesh/triangles/triangle_pair.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "exact/orientation.hpp"
#include "geometry/pose_access.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::mesh {
namespace {

using Sides = std::array<int, 3>;

Sides sides_of(const TriangleBounds& bounds, const Vector3& normal, const WorldTriangle& a,
               const WorldTriangle& b) noexcept {
  Sides side;
  for (std::size_t i = 0; i < 3; ++i) side[i] = bounds.sign(dot<3>(normal, minus<3>(b[i], a[0])));
  return side;
}
bool is_one_side(const Sides& side) noexcept {
  return side[0] != 0 && side[0] == side[1] && side[0] == side[2];
}
/// Returns the corner that lies alone on its side of a plane; -1 where not all sides are known.
int lone_corner(const Sides& side) noexcept {
  if (side[0] * side[1] * side[2] == 0) return -1;
  return side[0] == side[1] ? 2 : (side[0] == side[2] ? 1 : 0);
}

/// Where do triangles that each cross the other's plane meet the line of both planes? The corner p of a lies alone on its
/// side, p' of b too. An edge of a from p to x and one of b from p' to x' cross the line. The sign of det[x - p, p' - p,
/// x' - p] tells which comes first there; all four such pairs of edges tell it along one direction. Triangles are apart
/// if all four signs are equal. An edge pierces the other triangle where it lies between two of its edges.
Filtered compare_on_line(const TriangleBounds& bounds, const WorldTriangle& a, int lone_a,
                         const WorldTriangle& b, int lone_b) noexcept {
  const auto i = static_cast<std::size_t>(lone_a), j = static_cast<std::size_t>(lone_b);
  const Vector3 apart = minus<3>(b[j], a[i]);
  std::array<std::array<int, 2>, 2> sign;
  for (std::size_t s = 0; s < 2; ++s) {
    const Vector3 n = cross(minus<3>(a[(i + 1 + s) % 3], a[i]), apart);
    for (std::size_t t = 0; t < 2; ++t)
      sign[s][t] = bounds.sign(dot<3>(n, minus<3>(b[(j + 1 + t) % 3], a[i])));
  }
  const int sum = sign[0][0] + sign[0][1] + sign[1][0] + sign[1][1];
  if (sum == 4 || sum == -4) return Filtered::apart;
  const bool pierces = sign[0][0] * sign[0][1] < 0 || sign[1][0] * sign[1][1] < 0 ||
                       sign[0][0] * sign[1][0] < 0 || sign[0][1] * sign[1][1] < 0;
  return pierces ? Filtered::piercing : Filtered::unsure;
}

/// Does an edge of b pierce a, whose plane has b's corners at these sides?
bool pierces(const TriangleBounds& bounds, const WorldTriangle& a, const WorldTriangle& b,
             const Sides& side) noexcept {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    if (side[i] * side[j] >= 0) continue;
    const Vector3 edge = minus<3>(b[j], b[i]);
    int sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      sum += bounds.sign(determinant(edge, minus<3>(a[k], b[i]), minus<3>(a[(k + 1) % 3], b[i])));
    }
    if (sum == 3 || sum == -3) return true;
  }
  return false;
}

}  // namespace

Filtered filter_triangles(const WorldTriangle& a, const WorldTriangle& b, double error) noexcept {
  const CloseTriangles close(a, b);
  const auto& [p, q, extent] = close;
  const TriangleBounds bounds(error, extent);
  // Boxes first: they need no products.
  for (std::size_t k = 0; k < 3; ++k) {
    const double gap =
        std::max(std::min({q[0][k], q[1][k], q[2][k]}) - std::max({0.0, p[1][k], p[2][k]}),
                 std::min({0.0, p[1][k], p[2][k]}) - std::max({q[0][k], q[1][k], q[2][k]}));
    if (gap > bounds.gap + kUnderflow) return Filtered::apart;
  }
  const auto lies_apart = [&](const Vector3& axis) { return bounds.apart(axis, p, q); };

  const std::array<Vector3, 3> edges_a{p[1], minus<3>(p[2], p[1]), minus<3>(p[0], p[2])};
  const std::array<Vector3, 3> edges_b{minus<3>(q[1], q[0]), minus<3>(q[2], q[1]),
                                       minus<3>(q[0], q[2])};
  const Vector3 normal_a = cross(edges_a[0], edges_a[1]);
  const Sides of_b = sides_of(bounds, normal_a, p, q);
  if (is_one_side(of_b)) return Filtered::apart;
  const Vector3 normal_b = cross(edges_b[0], edges_b[1]);
  const Sides of_a = sides_of(bounds, normal_b, q, p);
  if (is_one_side(of_a)) return Filtered::apart;
  const int lone_a = lone_corner(of_a), lone_b = lone_corner(of_b);
  if (lone_a >= 0 && lone_b >= 0) {
    const Filtered on_line = compare_on_line(bounds, p, lone_a, q, lone_b);
    if (on_line != Filtered::unsure) return on_line;
  }
  if (lies_apart(normal_a) || lies_apart(normal_b)) return Filtered::apart;
  if (pierces(bounds, p, q, of_b) || pierces(bounds, q, p, of_a)) return Filtered::piercing;
  for (const Vector3& s : edges_a) {
    for (const Vector3& t : edges_b) {
      if (lies_apart(cross(s, t))) return Filtered::apart;
    }
  }
  // Triangles in one plane are divided by an edge's normal in it.
  for (const Vector3& s : edges_a) {
    if (lies_apart(cross(normal_a, s))) return Filtered::apart;
  }
  for (const Vector3& t : edges_b) {
    if (lies_apart(cross(normal_b, t))) return Filtered::apart;
  }
  return Filtered::unsure;
}

int PiecePair::orientation(const PlacedVertex& p, const PlacedVertex& q, const PlacedVertex& r,
                           const PlacedVertex& s) {
  const Vector3& base = p.place;
  const Vector3 u = minus<3>(q.place, base), v = minus<3>(r.place, base),
                w = minus<3>(s.place, base);
  double extent = 0;
  for (std::size_t k = 0; k < 3; ++k)
    extent = std::max({extent, std::fabs(u[k]), std::fabs(v[k]), std::fabs(w[k])});
  const int sign = TriangleBounds(error(), 2 * extent).sign(determinant(u, v, w));
  return sign != 0 ? sign : exact().orientation(p.vertex, q.vertex, r.vertex, s.vertex);
}

int PiecePair::normal_component(const PlacedVertex& p, const PlacedVertex& q, const PlacedVertex& r,
                                int k) {
  const auto i = static_cast<std::size_t>((k + 1) % 3), j = static_cast<std::size_t>((k + 2) % 3);
  if (is_unplaced_) {
    const double *const a = given(p.vertex), *const b = given(q.vertex), *const c = given(r.vertex);
    return orient2d(std::array{a[i], a[j]}.data(), std::array{b[i], b[j]}.data(),
                    std::array{c[i], c[j]}.data());
  }
  const Vector3& base = p.place;
  const Vector3 u = minus<3>(q.place, base), v = minus<3>(r.place, base);
  const double extent =
      std::max({std::fabs(u[i]), std::fabs(u[j]), std::fabs(v[i]), std::fabs(v[j])});
  const double value = u[i] * v[j] - u[j] * v[i];
  const double difference = 2 * error() + kUnit * extent;
  const double bound =
      (5 * difference * (extent + difference) + 4 * kUnit * (extent * extent)) + kUnderflow;
  if (std::fabs(value) > bound) return value > 0 ? 1 : -1;
  return exact().normal_component(p.vertex, q.vertex, r.vertex, k);
}

int PiecePair::handedness(int side) {
  int& sign = handedness_[static_cast<std::size_t>(side)];
  if (sign != 2) return sign;
  sign = 1;
  for (const Pose3* pose : placed_[static_cast<std::size_t>(side)].poses) {
    if (pose == nullptr || pose->is_quaternion() || pose->is_translation()) continue;
    const double* const rows = linear_data(*pose);
    sign *= orient3d(Vector3{}.data(), rows, rows + 3, rows + 6);
  }
  return sign;
}

bool PiecePair::lies_in_one_plane() {
  std::array<Vertex, 3> span;  // the first points that span more than those before
  std::size_t rank = 0;
  const auto is_off_line = [&](Vertex v) {
    for (int k = 0; k < 3; ++k) {
      if (normal_component(span[0], span[1], v, k) != 0) return true;
    }
    return false;
  };
  for (int side = 0; side < 2; ++side) {
    const auto count = static_cast<std::int32_t>(piece(side).points.size());
    for (std::int32_t i = 0; i < count; ++i) {
      const Vertex v{side, i};
      if (rank == 3) {
        if (orientation(span[0], span[1], span[2], v) != 0) return false;
      } else if (rank == 0 || (rank == 1 && !exact().coincide(span[0], v)) ||
                 (rank == 2 && is_off_line(v))) {
        span[rank++] = v;
      }
    }
  }
  return true;
}

Corners PiecePair::image_corners(int side, std::int32_t triangle) {
  const Corners& corners = piece(side).corners(triangle);
  if (handedness(side) != 0) return corners;
  const Vertex p{side, corners[0]}, q{side, corners[1]}, r{side, corners[2]};
  for (int k = 0; k < 3; ++k) {
    if (normal_component(p, q, r, k) != 0) return corners;
  }
  // On a line one corner lies between the two others, or on one of them.
  const auto between = [&](Vertex middle, Vertex from, Vertex to) {
    return exact().lies_ahead(middle, from, to) <= 0;
  };
  const auto [from, to] = between(p, q, r)   ? std::array{q, r}
                          : between(q, r, p) ? std::array{r, p}
                                             : std::array{p, q};
  return {from.index, exact().coincide(from, to) ? from.index : to.index,
          exact().coincide(from, to) ? from.index : to.index};
}

namespace {

/// The distinct corners of a triangle: three, or the ends of a segment, or a point.
struct Simplex {
  int side;
  std::int32_t triangle;
  std::array<PlacedVertex, 3> corner;
  int count;

  Simplex(PiecePair& pair, int of, std::int32_t index) : side(of), triangle(index) {
    const Corners c = pair.image_corners(of, index);
    for (std::size_t i = 0; i < 3; ++i) corner[i] = pair.placed({of, c[i]});
    count = c[1] != c[2] ? 3 : (c[0] != c[1] ? 2 : 1);
  }
  const PlacedVertex& at(int i) const noexcept {
    return corner[static_cast<std::size_t>(i % count)];
  }
  int edges() const noexcept { return count == 3 ? 3 : count - 1; }
  Feature vertex(int i) const noexcept { return {0, at(i).vertex.index, -1}; }
  Feature edge(int i) const noexcept {
    const std::int32_t p = at(i).vertex.index, q = at(i + 1).vertex.index;
    return {1, std::min(p, q), std::max(p, q)};
  }
  Feature inside() const noexcept { return {2, triangle, -1}; }
};

/// Signs are computed when they are first needed, and once.
class Classifier {
 public:
  Classifier(PiecePair& pair, std::int32_t a, std::int32_t b, std::vector<Contact>& contacts)
      : pair_(pair), simplex_{Simplex(pair, 0, a), Simplex(pair, 1, b)}, contacts_(contacts) {}

  void run() {
    for (std::size_t side = 0; side < 2; ++side) {
      if (!set_heights(side)) return;
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (int i = 0; i < simplex_[side].count; ++i) locate(side, i);
    }
    for (std::size_t side = 0; side < 2; ++side) {
      for (int i = 0; i < simplex_[side].edges(); ++i) pierce(side, i);
    }
    if (simplex_[0].count > 1 && simplex_[1].count > 1) cross_edges_in_plane();
  }

 private:
  static constexpr int kUnknown = 2;

  /// Sets the heights of this simplex' corners over the other's plane. Returns false if all lie on one side.
  bool set_heights(std::size_t side) {
    const Simplex& s = simplex_[side];
    const Simplex& other = simplex_[1 - side];
    height_[side] = {};
    if (other.count < 3) return true;
    int sum = 0;
    for (int i = 0; i < s.count; ++i) {
      const int sign = pair_.orientation(other.at(0), other.at(1), other.at(2), s.at(i));
      height_[side][static_cast<std::size_t>(i)] = sign;
      sum += sign;
    }
    return sum != s.count && sum != -s.count;
  }
  int height(std::size_t side, int i) const noexcept {
    return height_[side][static_cast<std::size_t>(i % simplex_[side].count)];
  }

  /// Returns on which side of the other triangle's edge j a corner of its plane lies: positive inside.
  int turn(std::size_t side, int i, int j) {
    const Simplex& s = simplex_[side];
    const Simplex& other = simplex_[1 - side];
    i %= s.count;
    int& sign = turn_[side][static_cast<std::size_t>(3 * i + j)];
    if (sign != kUnknown) return sign;
    View& view = view_[1 - side];
    while (view.turn == 0)
      view.turn = pair_.normal_component(other.at(0), other.at(1), other.at(2), ++view.axis);
    sign = view.turn * pair_.normal_component(other.at(j), other.at(j + 1), s.at(i), view.axis);
    return sign;
  }

  void add(std::size_t side, Feature own, Feature other) {
    contacts_.push_back(side == 0 ? Contact{own, other} : Contact{other, own});
  }

  /// Finds the feature of the other simplex that holds a corner of this one.
  void locate(std::size_t side, int i) {
    if (height(side, i) != 0) return;
    const Simplex& s = simplex_[side];
    const Simplex& other = simplex_[1 - side];
    if (other.count == 3) return locate_in_triangle(side, i);
    for (int j = 0; j < other.count; ++j) {
      if (pair_.exact().coincide(s.at(i).vertex, other.at(j).vertex))
        return add(side, s.vertex(i), other.vertex(j));
    }
    if (other.count == 2 && lies_between(s.at(i), other.at(0), other.at(1)))
      add(side, s.vertex(i), other.edge(0));
  }

  void locate_in_triangle(std::size_t side, int i) {
    const Simplex& other = simplex_[1 - side];
    int zeros = 0, last = 0, corner = 0;
    for (int j = 0; j < 3; ++j) {
      const int sign = turn(side, i, j);
      if (sign < 0) return;
      if (sign > 0) continue;
      ++zeros;
      corner = zeros == 2 && last == j - 1
                   ? j
                   : 0;  // edges 0 and 1 meet at corner 1, 1 and 2 at 2, 2 and 0 at 0
      last = j;
    }
    add(side, simplex_[side].vertex(i),
        zeros == 0 ? other.inside() : (zeros == 1 ? other.edge(last) : other.vertex(corner)));
  }

  /// Does p lie on the open segment from q to r?
  bool lies_between(const PlacedVertex& p, const PlacedVertex& q, const PlacedVertex& r) {
    for (int k = 0; k < 3; ++k) {
      if (pair_.normal_component(p, q, r, k) != 0) return false;
    }
    return pair_.exact().lies_ahead(p.vertex, q.vertex, r.vertex) < 0;
  }

  /// Finds what an edge of this simplex that crosses the other's plane meets: its inside, or the inside of an edge.
  void pierce(std::size_t side, int i) {
    const Simplex& s = simplex_[side];
    const Simplex& other = simplex_[1 - side];
    if (other.count < 3 || height(side, i) * height(side, i + 1) >= 0) return;
    int zeros = 0, last = 0, sum = 0;
    for (int j = 0; j < 3; ++j) {
      const int sign = pair_.orientation(s.at(i), s.at(i + 1), other.at(j), other.at(j + 1));
      sum += sign;
      if (sign != 0) continue;
      ++zeros;
      last = j;
    }
    const bool same = sum == 3 - zeros || sum == zeros - 3;
    if (same && zeros == 0) add(side, s.edge(i), other.inside());
    if (same && zeros == 1) add(side, s.edge(i), other.edge(last));
  }

  /// Finds edges that cross inside both, in the plane of one of the simplices. Those that cross both planes are found
  /// by pierce().
  void cross_edges_in_plane() {
    if (simplex_[0].count < 3 && simplex_[1].count < 3) return cross_segments();
    const std::size_t plane = simplex_[0].count == 3 ? 0 : 1, side = 1 - plane;
    for (int i = 0; i < simplex_[side].edges(); ++i) {
      if (height(side, i) != 0 || height(side, i + 1) != 0) continue;
      for (int j = 0; j < 3; ++j) {
        if (turn(side, i, j) * turn(side, i + 1, j) < 0 && straddles(plane, j, side, i)) {
          add(side, simplex_[side].edge(i), simplex_[plane].edge(j));
        }
      }
    }
  }

  /// Do the ends of edge j of one simplex lie strictly on both sides of edge i of the other, in the plane of the first?
  bool straddles(std::size_t plane, int j, std::size_t side, int i) {
    const Simplex& s = simplex_[side];
    const Simplex& other = simplex_[plane];
    const int axis = view_[plane].axis;
    return pair_.normal_component(s.at(i), s.at(i + 1), other.at(j), axis) *
               pair_.normal_component(s.at(i), s.at(i + 1), other.at(j + 1), axis) <
           0;
  }

  void cross_segments() {
    const PlacedVertex &p = simplex_[0].at(0), &q = simplex_[0].at(1), &u = simplex_[1].at(0),
                       &v = simplex_[1].at(1);
    if (pair_.orientation(p, q, u, v) != 0) return;
    for (int k = 0; k < 3; ++k) {
      const int at_u = pair_.normal_component(p, q, u, k),
                at_v = pair_.normal_component(p, q, v, k);
      if (at_u == 0 && at_v == 0) continue;
      if (at_u * at_v < 0 &&
          pair_.normal_component(u, v, p, k) * pair_.normal_component(u, v, q, k) < 0) {
        contacts_.push_back({simplex_[0].edge(0), simplex_[1].edge(0)});
      }
      return;
    }
  }

  PiecePair& pair_;
  std::array<Simplex, 2> simplex_;
  std::vector<Contact>& contacts_;
  /// An axis out of a triangle's plane, and how the triangle turns seen along it.
  struct View {
    int axis = -1, turn = 0;
  };
  std::array<View, 2> view_{};
  std::array<std::array<int, 3>, 2> height_{};
  static constexpr std::array<int, 9> kAllUnknown{kUnknown, kUnknown, kUnknown, kUnknown, kUnknown,
                                                  kUnknown, kUnknown, kUnknown, kUnknown};
  std::array<std::array<int, 9>, 2> turn_{kAllUnknown, kAllUnknown};
};

}  // namespace

void append_contacts(PiecePair& pair, std::int32_t triangle_a, std::int32_t triangle_b,
                     std::vector<Contact>& contacts) {
  const std::size_t before = contacts.size();
  Classifier(pair, triangle_a, triangle_b, contacts).run();
  const auto first = contacts.begin() + static_cast<std::ptrdiff_t>(before);
  std::sort(first, contacts.end());
  contacts.erase(std::unique(first, contacts.end()), contacts.end());
}

}  // namespace sunder::detail::mesh
