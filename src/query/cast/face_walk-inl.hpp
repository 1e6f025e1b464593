// SPDX-License-Identifier: Apache-2.0
//
// Finds the face of a posed hull through which a line enters or leaves it, and proves it. It is for
// files that are compiled once for each instruction set. The faces that look toward the line's start
// project to a convex subdivision of the plane across the line. A walk crosses the edge that the
// line is farthest beyond, face by face, until the line is inside a face or outside the outline. The
// subdivision is regular, so that the walk does not cycle (Devillers, Pion, Teillaud 2002, "Walking
// in a triangulation"). From a vertex close to the line it takes two or three faces. The bound of
// pierced_face.hpp proves the face.

// Highway's include guard: open once for each target.
#if defined(SUNDER_QUERY_CAST_FACE_WALK_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef SUNDER_QUERY_CAST_FACE_WALK_INL_HPP
#undef SUNDER_QUERY_CAST_FACE_WALK_INL_HPP
#else
#define SUNDER_QUERY_CAST_FACE_WALK_INL_HPP
#endif

#include <algorithm>
#include <hwy/highway.h>

#include "geometry/facet_normal.hpp"
#include "geometry/topology.hpp"
#include "lanes/few-inl.hpp"
#include "query/cast/pierced_face.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A projected point in two lanes.
#if HWY_TARGET == HWY_SCALAR
using FlatTag = FewTag<double, 2>;
using Flat = Few<double, 2>;
HWY_INLINE Flat exchanged(const Flat& p) { return {{p.lane[1], p.lane[0]}}; }
HWY_INLINE Flat flat_of(double x, double y) { return {{x, y}}; }
#else
using FlatTag = hn::CappedTag<double, 2>;
using Flat = hn::Vec<FlatTag>;
HWY_INLINE Flat exchanged(Flat p) { return hn::Shuffle01(p); }
HWY_INLINE Flat flat_of(double x, double y) {
  return hn::InterleaveLower(FlatTag(), hn::Set(FlatTag(), x), hn::Set(FlatTag(), y));
}
#endif
HWY_INLINE Flat both(double x) { return Set(FlatTag(), x); }
HWY_INLINE double flat_side(Flat p, Flat q) {
  const Flat product = Mul(p, exchanged(q));
  return GetLane(Sub(product, exchanged(product)));
}
HWY_INLINE ProjectedPoint point_of(Flat p) { return {GetLane(p), GetLane(exchanged(p))}; }

/// The line through a point with a scaled direction, and a hull that offers faces.
class FaceWalk {
 public:
  /// `offset` goes from the line's point to the body's. `error` bounds that of a projected coordinate.
  /// `mirrored`: R changes the sense.
  HWY_INLINE FaceWalk(const Solid& solid, const Pose<3>& pose, const Vector3& d,
                      const Vector3& offset, double error, bool mirrored)
      : solid_(solid),
        topology_(*solid.topology),
        projection_(d),
        error_(error),
        sense_(projection_.mirrors() == mirrored ? -1 : 1) {
    const std::array<Vector3, 2> axes = projection_.pull_back(linear_data(pose));
    x_ = flat_of(axes[0][0], axes[1][0]);
    y_ = flat_of(axes[0][1], axes[1][1]);
    z_ = flat_of(axes[0][2], axes[1][2]);
    const ProjectedPoint o = projection_(offset);
    offset_ = flat_of(o.x, o.y);
  }

  /// Walks from a face at the vertex to the face where the line enters the body, or leaves it.
  /// It is no part of the caller: its nested loops would make g++ optimise the rest for size.
  HWY_NOINLINE void walk(std::int32_t vertex, bool leaves, PiercedFace& found) const {
    found.outcome = Pierced::unknown;
    const double sense = leaves ? -sense_ : sense_;
    for (const std::int32_t e : topology_.edges_around(vertex)) {
      const std::int32_t face = topology_.edge(e).faces[0];
      const Survey start = survey(face, sense);
      if (!(start.area > 0)) continue;
      go_on(face, start, sense, found);
      return;
    }
  }
  /// Starts at a face that the line probably enters by. Returns false if it looks away.
  HWY_NOINLINE bool walk_from_face(std::int32_t face, PiercedFace& found) const {
    found.outcome = Pierced::unknown;
    const Survey start = survey(face, sense_);
    if (!(start.area > 0)) return false;
    go_on(face, start, sense_, found);
    return true;
  }

 private:
  /// The sides of a face's edges.
  struct Survey {
    double area;   ///< twice that of the projected face; positive if the line may pierce it
    double least;  ///< the least side
    double largest;
    std::array<double, 3> last_sides;
    std::int32_t from;
    std::int32_t to;  ///< the edge of the least side
  };

  HWY_INLINE void go_on(std::int32_t face, Survey now, double sense, PiercedFace& found) const {
    for (int step = 0; step < kMostFaces; ++step) {
      if (now.least > 0) {
        const double error = error_of(now);
        if (now.least > error) set_corners(face, now, error, found);
        return;
      }
      if (!(now.least < 0)) return;  // on an edge
      const std::int32_t next = beyond(face, now.from, now.to);
      const Survey other = survey(next, sense);
      if (!(other.area > 0)) {
        const bool proven = now.least < -error_of(now) && now.area > area_error(face, now) &&
                            other.area < -area_error(next, other);
        if (proven) found.outcome = Pierced::missed;
        return;
      }
      face = next;
      now = other;
    }
  }

  /// More faces than a walk needs; rounding can make it cycle.
  static constexpr int kMostFaces = 256;

  HWY_INLINE Flat project(std::int32_t vertex) const {
    const double* const x = solid_.points + vertex;
    return MulAdd(both(x[2 * solid_.stride]), z_,
                  MulAdd(both(x[solid_.stride]), y_, MulAdd(both(x[0]), x_, offset_)));
  }

  /// Repeats survey() for three corners, each of which is projected once.
  HWY_INLINE Survey survey_triangle(const std::array<std::int32_t, 3>& v, double sense) const {
    const Flat p = project(v[0]);
    const Flat q = project(v[1]);
    const Flat r = project(v[2]);
    const double to_first = sense * flat_side(r, p);
    const double to_second = sense * flat_side(p, q);
    const double to_third = sense * flat_side(q, r);
    Survey survey{};
    survey.area = (to_first + to_second) + to_third;
    survey.last_sides = {to_first, to_second, to_third};
    survey.least = std::min(std::min(to_first, to_second), to_third);
    // The first of the least sides, by sums: which side that is no processor foresees.
    const std::size_t beyond_first = to_first > survey.least ? 1 : 0;
    const std::size_t beyond_second = to_second > survey.least ? beyond_first : 0;
    const std::size_t side = beyond_first + beyond_second;
    survey.to = v[side];
    survey.from = v[side == 0 ? 2 : side - 1];
    const Flat largest = Max(Max(Abs(p), Abs(q)), Abs(r));
    survey.largest = GetLane(Max(largest, exchanged(largest)));
    return survey;
  }

  HWY_INLINE Survey survey(std::int32_t face, double sense) const {
    const IndexList vertices = topology_.face(face);
    if (vertices.size() == 3) [[likely]]
      return survey_triangle({vertices[0], vertices[1], vertices[2]}, sense);
    Survey survey{};
    std::int32_t last = vertices[vertices.size() - 1];
    Flat p = project(last);
    Flat largest = both(0);
    survey.least = std::numeric_limits<double>::infinity();
    for (const std::int32_t next : vertices) {
      const Flat q = project(next);
      const double side = sense * flat_side(p, q);
      largest = Max(largest, Abs(q));
      survey.area += side;
      survey.last_sides = {survey.last_sides[1], survey.last_sides[2], side};
      if (side < survey.least) {
        survey.least = side;
        survey.from = last;
        survey.to = next;
      }
      last = next;
      p = q;
    }
    survey.largest = GetLane(Max(largest, exchanged(largest)));
    return survey;
  }

  /// Bounds the error of a side; every point's size is at most twice the largest entry.
  HWY_INLINE double error_of(const Survey& survey) const {
    return side_error(4 * survey.largest, error_);
  }
  /// The errors of n sides, and those of n additions, are at most n^2 such errors.
  HWY_INLINE double area_error(std::int32_t face, const Survey& survey) const {
    const auto sides = static_cast<double>(topology_.face(face).size());
    return sides * sides * error_of(survey);
  }
  /// Returns the face on the other side of an edge.
  HWY_INLINE std::int32_t beyond(std::int32_t face, std::int32_t from, std::int32_t to) const {
    for (const std::int32_t e : topology_.edges_around(from)) {
      if (topology_.other_end(e, from) != to) continue;
      const Edge crossed = topology_.edge(e);
      return crossed.faces[0] == face ? crossed.faces[1] : crossed.faces[0];
    }
    return face;
  }

  /// `error` bounds those of the face's sides.
  HWY_INLINE void set_corners(std::int32_t face, const Survey& survey, double error,
                              PiercedFace& found) const {
    const IndexList vertices = topology_.face(face);
    if (vertices.size() == 3) {
      found.corners = {vertices[0], vertices[1], vertices[2]};
      // The sides are those of the edges to the first, second and third vertex.
      const std::array<double, 3>& sides = survey.last_sides;
      const std::array<double, 3> opposite{sides[2], sides[0], sides[1]};
      if (weigh(opposite, error, found.weights)) found.outcome = Pierced::face;
      return;
    }
    found.corners = spread_triangle(vertices);
    std::array<ProjectedPoint, 3> points;
    for (std::size_t i = 0; i < 3; ++i) points[i] = point_of(project(found.corners[i]));
    if (weigh(points, error_, found.weights)) found.outcome = Pierced::face;
  }

  const Solid solid_;
  const Topology& topology_;
  LineProjection projection_;
  Flat x_;  ///< e and f in the body's frame, by coordinates
  Flat y_;
  Flat z_;
  Flat offset_;
  double error_;  ///< E
  double sense_;  ///< 1 or -1: of the sides of a face where the line enters
};

}  // namespace sunder::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SUNDER_QUERY_CAST_FACE_WALK_INL_HPP
