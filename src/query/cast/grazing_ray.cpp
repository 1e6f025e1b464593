// SPDX-License-Identifier: Apache-2.0
//
// Idea: The walk of face_walk-inl.hpp with exact signs. Each step enters a face whose plane the line
// crosses later, so that the walk ends. Beyond an edge of the outline, whose other face does not look
// toward the line, there is nothing of the body.
// Bound: pierced_face.hpp for signs in doubles. The others are computed in integers (exact_line.hpp).
// Cost: Some 1,000 instructions a walk in doubles. The integers of a line take 5,000, and 1,000 a sign.
// Gives up: On a singular R.
#include "query/cast/grazing_ray.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>
#include <span>

#include "exact/rounding.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/topology.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail {

struct GrazingRay::Faces {
  virtual ~Faces() = default;
  virtual bool pierce(std::int32_t vertex, bool leaves, PiercedFace& found) = 0;
  virtual void enter(const PiercedFace& pierced, EntryTime& entry) = 0;
  virtual Vector3 inward_normal(std::int32_t face) = 0;
};

namespace {

RelativeLine relative_line(const SeenLine& line) noexcept {
  ExponentSpan points = line.b.hull->exponents;
  if (line.a.hull != nullptr) {
    const ExponentSpan& others = line.a.hull->exponents;
    points.low = std::min(points.low, others.low);
    points.top = std::max(points.top, others.top) + 1;
  }
  return {line.b.pose,
          points,
          {line.a.offset, line.b.offset},
          {line.a.translation, line.b.translation}};
}

template <class Int>
class ExactFaces final : public GrazingRay::Faces {
 public:
  ExactFaces(const SeenLine& line, const LineScale& scale)
      : line_(line),
        scale_(scale),
        topology_(*line.solid.topology),
        projection_(line.d),
        axes_(projection_.pull_back(linear_data(*line.b.pose))),
        offset_(projection_(line.offset)),
        sense_(line.sense != 0 ? line.sense : exact().sense()) {}

  bool pierce(std::int32_t vertex, bool leaves, PiercedFace& found) override {
    found.outcome = Pierced::unknown;
    if (sense_ == 0) return false;
    toward_ = leaves ? sense_ : -sense_;
    std::int32_t face = first_face(vertex);
    std::array<std::int32_t, 2> crossed{-1, -1};  // the line is beyond this edge
    while (true) {
      const IndexList cycle = topology_.face(face);
      std::int32_t beyond = -1;
      std::int32_t last = cycle[cycle.size() - 1];
      zeros_ = 0;
      for (const std::int32_t next : cycle) {
        const bool is_crossed = last == crossed[1] && next == crossed[0];
        const int side = is_crossed ? 1 : inner_side(last, next);
        if (side < 0) {
          beyond = other_face(face, last, next);
          crossed = {last, next};
          break;
        }
        if (side == 0) zero_edges_[zeros_++ & 1] = {last, next};
        last = next;
      }
      if (beyond < 0) {
        set_found(face, found);
        return true;
      }
      if (!looks_at_line(beyond)) {
        found.outcome = Pierced::missed;
        return true;
      }
      face = beyond;
    }
  }

  void enter(const PiercedFace& pierced, EntryTime& entry) override {
    const Triangle triangle = triangle_of(pierced.corners);
    const auto time = exact().time(triangle.normal, triangle.corner);
    entry.sign = time.sign < 0    ? EntryTime::Sign::negative
                 : time.sign == 0 ? EntryTime::Sign::zero
                                  : EntryTime::Sign::positive;
    entry.time = {time.size.lower, time.size.upper};
    entry.normal = inward(triangle.normal);
  }
  Vector3 inward_normal(std::int32_t face) override {
    return inward(triangle_of(spread_triangle(topology_.face(face))).normal);
  }

 private:
  using Line = ExactLine<Int>;
  struct Triangle {
    typename Line::Vector corner;
    typename Line::Vector normal;  ///< outward, in the body's frame
  };

  Line& exact() {
    if (!exact_) exact_.emplace(relative_line(line_), scale_);
    return *exact_;
  }
  /// Returns a vertex of b, less the opposite corner of a if a is a box too.
  typename Line::Vector vertex(std::int32_t v) {
    typename Line::Vector x = exact().vertex(*line_.b.hull, v);
    if (line_.a.hull != nullptr) {
      const auto y = exact().vertex(*line_.a.hull, 7 - v);
      for (std::size_t k = 0; k < 3; ++k) x[k] -= y[k];
    }
    return x;
  }
  ProjectedPoint project(std::int32_t v) const {
    const double* const at = line_.solid.points + v;
    const Vector3 x{at[0], at[line_.solid.stride], at[2 * line_.solid.stride]};
    return {dot<3>(axes_[0], x) + offset_.x, dot<3>(axes_[1], x) + offset_.y};
  }
  /// The sign of a side in doubles has the sense of d_j besides that of the exact one.
  int from_doubles(double side) const { return (side > 0) != projection_.mirrors() ? 1 : -1; }

  /// Returns 1 if the line passes on the inner side of an edge of a face that looks at it.
  int inner_side(std::int32_t from, std::int32_t to) {
    const ProjectedPoint p = project(from);
    const ProjectedPoint q = project(to);
    const double side = side_of(p, q);
    if (std::fabs(side) > side_error(size_of(p) + size_of(q), line_.error)) {
      return toward_ * from_doubles(side);
    }
    return toward_ * exact().side(vertex(from), vertex(to));
  }
  /// Returns the sign of a face's area as the line's start sees it, or as its end does.
  int facing(std::int32_t face) {
    const auto corners = spread_triangle(topology_.face(face));
    const ProjectedPoint p = project(corners[0]);
    const ProjectedPoint q = project(corners[1]);
    const ProjectedPoint r = project(corners[2]);
    const double area = (side_of(p, q) + side_of(q, r)) + side_of(r, p);
    const double size = (size_of(p) + size_of(q)) + size_of(r);
    if (std::fabs(area) > kAreaErrors * side_error(size, line_.error)) {
      return toward_ * from_doubles(area);
    }
    return toward_ * exact().rate(triangle_of(corners).normal);
  }
  bool looks_at_line(std::int32_t face) { return facing(face) > 0; }

  /// Some face looks at the line, because the body has an interior.
  std::int32_t first_face(std::int32_t vertex) {
    for (const std::int32_t e : topology_.edges_around(vertex)) {
      const std::int32_t face = topology_.edge(e).faces[0];
      if (looks_at_line(face)) return face;
    }
    std::int32_t face = 0;
    while (!looks_at_line(face)) ++face;
    return face;
  }
  std::int32_t other_face(std::int32_t face, std::int32_t from, std::int32_t to) const {
    for (const std::int32_t e : topology_.edges_around(from)) {
      if (topology_.other_end(e, from) != to) continue;
      const Edge crossed = topology_.edge(e);
      return crossed.faces[0] == face ? crossed.faces[1] : crossed.faces[0];
    }
    return face;
  }

  Triangle triangle_of(const std::array<std::int32_t, 3>& corners) {
    const auto x = vertex(corners[0]);
    return {x, Line::normal(x, vertex(corners[1]), vertex(corners[2]))};
  }
  Vector3 inward(const typename Line::Vector& normal) {
    const auto turned = exact().turned(normal);
    Vector3 u;
    to_unit_doubles(std::span<const Int>(turned), u.data());
    const double scale = -sense_ / std::sqrt(dot<3>(u, u));
    for (double& entry : u) entry = entry * scale + 0.0;  // no negative zero
    return u;
  }

  void set_found(std::int32_t face, PiercedFace& found) {
    found.outcome = Pierced::face;
    found.corners = spread_triangle(topology_.face(face));
    found.beside = zeros_ == 0 ? -1 : face_beside(face);
    std::array<ProjectedPoint, 3> flat{};
    for (std::size_t i = 0; i < 3; ++i) flat[i] = project(found.corners[i]);
    if (!weigh(flat, line_.error, found.weights)) {
      found.weights.values.fill(0);
      found.weights.errors.fill(std::numeric_limits<double>::infinity());
    }
  }
  /// Returns a face that is parallel to the line and holds the pierced point, or -1. That point is on
  /// one edge, or at the vertex that two edges share.
  std::int32_t face_beside(std::int32_t face) {
    const auto [from, to] = zero_edges_[0];
    if (zeros_ == 1) {
      const std::int32_t other = other_face(face, from, to);
      return facing(other) == 0 ? other : -1;
    }
    const auto [first, second] = zero_edges_[1];
    const std::int32_t vertex = from == first || from == second ? from : to;
    for (const std::int32_t e : topology_.edges_around(vertex)) {
      for (const std::int32_t around : topology_.edge(e).faces) {
        if (facing(around) == 0) return around;
      }
    }
    return -1;
  }

  SeenLine line_;
  LineScale scale_;
  const Topology& topology_;
  LineProjection projection_;
  std::array<Vector3, 2> axes_;
  ProjectedPoint offset_;
  std::optional<Line> exact_;
  int sense_;  ///< of det R
  int toward_ = -1;
  std::size_t zeros_ = 0;
  std::array<std::array<std::int32_t, 2>, 2> zero_edges_{};
};

}  // namespace

GrazingRay::GrazingRay(const SeenLine& line) {
  const LineScale scale(relative_line(line));
  at_line_width(scale.bits, [&]<class Int>(const Int&) {
    static_assert(sizeof(ExactFaces<Int>) <= kRoom);
    faces_ = new (memory_.data()) ExactFaces<Int>(line, scale);
    return true;
  });
}
GrazingRay::~GrazingRay() { faces_->~Faces(); }

bool GrazingRay::pierce(std::int32_t vertex, bool leaves, PiercedFace& found) {
  return faces_->pierce(vertex, leaves, found);
}
void GrazingRay::enter(const PiercedFace& pierced, EntryTime& entry) {
  faces_->enter(pierced, entry);
}
Vector3 GrazingRay::inward_normal(std::int32_t face) { return faces_->inward_normal(face); }

}  // namespace sunder::detail
