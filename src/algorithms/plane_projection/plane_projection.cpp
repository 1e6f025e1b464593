// SPDX-License-Identifier: Apache-2.0
//
// Idea: Consider the planes of faces that face the other body, in the order of "friction". That is
// the cosine between a face's outward normal and the line of centres. Project both bodies along the
// line in which such a plane meets a coordinate plane, onto another coordinate plane. If the
// outlines are separated, so are the bodies.
// Source: Li Ziqiang 2010, which we know only from sections 1.2 and 7 of the edge-projection paper.
// That paper notes that the direction of projection is left unclear. It omits which two coordinate
// planes are meant, how many faces are tried, and how the outlines are compared. Our choices: The
// plane is intersected with the coordinate plane whose axis is least along its normal, so that the
// line is well defined. The projection goes onto the coordinate plane that the line is steepest to.
// There are five faces a body, the number that the paper adopts from Li's results. Andrew's chain
// computes the outlines, in place of Li's Quickhull; they are compared by their edges.
// Bound: All of it is rounded. A separation of outlines gives a direction in space, which is proven
// there.
// Cost: First two balls and up to eight support queries. Then at most ten projections of n + m
// points, each with two sorts, O(n log n), and the outlines' edges.
// Gives up: Often, and by design. If edge meets edge or a vertex meets an edge, a line in a face
// need not separate the outlines (the paper's section 1.1, cases 4 and 5). Failure proves nothing,
// so an overlap needs inscribed balls or a simplex of a few support points. Flat bodies have no
// faces.
#include <limits>

#include "algorithms/plane_projection/facing_faces.hpp"
#include "algorithms/plane_projection/outline.hpp"
#include "filter/balls.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::detail::plane_projection {
namespace {

std::size_t least_entry(const Vector3& v) noexcept {
  const std::array<double, 3> size = {std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])};
  return static_cast<std::size_t>(std::min_element(size.begin(), size.end()) - size.begin());
}
std::size_t greatest_entry(const Vector3& v) noexcept {
  const std::array<double, 3> size = {std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])};
  return static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
}

/// The projection along a line onto the coordinate plane that it is steepest to: point[i] - slope_i
/// point[steep].
class Projection {
 public:
  explicit Projection(const Vector3& line) noexcept
      : steep_(greatest_entry(line)),
        i_((steep_ + 1) % 3),
        j_((steep_ + 2) % 3),
        slope_i_(line[i_] / line[steep_]),
        slope_j_(line[j_] / line[steep_]) {}

  Vector2 operator()(const Vector3& point) const noexcept {
    return {point[i_] - slope_i_ * point[steep_], point[j_] - slope_j_ * point[steep_]};
  }
  /// Returns the direction in space along which heights equal those along `u` in the plane.
  Vector3 lift(const Vector2& u) const noexcept {
    Vector3 direction{};
    direction[i_] = u[0];
    direction[j_] = u[1];
    direction[steep_] = -slope_i_ * u[0] - slope_j_ * u[1];
    return direction;
  }

 private:
  std::size_t steep_, i_, j_;
  double slope_i_, slope_j_;
};

class ByFaces {
 public:
  ByFaces(const FilteredPair<3>& filtered, Trace* trace) : filtered_(filtered), trace_(trace) {}

  Proposed<3> run() {
    Vector3 line = line_of_centres(filtered_);
    const Verdict by_balls = prove_by_balls(filtered_, line);
    const bool has_line = normalise(line.data(), 3);
    if (has_line && separates(line)) return proposed_;
    if (by_balls == Verdict::overlapping) {
      proposed_ = {};
      proposed_.verdict = Verdict::overlapping;
      proposed_.stage = Stage::bounds;
      return proposed_;
    }
    if (proves_by_simplex(1) || proves_by_simplex(-1) || !has_line) return proposed_;
    try_faces(line);
    return proposed_;
  }

 private:
  /// Tests by Lemma 1 whether u, which is normalised, separates; keeps the best direction.
  bool separates(const Vector3& u) {
    const DirectionalGap gap = filtered_.gap(u.data());
    record<3>(trace_, Algorithm::plane_projection, TraceEvent::direction, filtered_.pair(),
              {&gap.vertices, 1}, &u, gap.value);
    if (gap.value > best_) {
      best_ = gap.value;
      proposed_.direction = u;
      proposed_.has_direction = true;
      proposed_.pairs.clear();
      proposed_.pairs.push_back(gap.vertices);
    }
    if (!gap.proves_separated()) return false;
    proposed_.pairs.clear();
    proposed_.direction = u;
    proposed_.verdict = Verdict::separated;
    proposed_.stage = Stage::filter;
    return true;
  }

  /// Tests support points along the corners of a regular tetrahedron, askew to the axes so that
  /// boxes do not tie. They suffice for bodies that overlap deeply.
  bool proves_by_simplex(double sign) {
    constexpr std::array<Vector3, 4> kCorners = {Vector3{0.68, 0.52, 0.52},
                                                 {0.38, -0.62, -0.69},
                                                 {-0.76, 0.54, -0.39},
                                                 {-0.32, -0.44, 0.84}};
    std::array<IndexPair, 4> pairs;
    for (std::size_t i = 0; i < 4; ++i) {
      Vector3 u{};
      for (std::size_t l = 0; l < 3; ++l) u[l] = sign * kCorners[i][l];
      pairs[i] = filtered_.probe(u.data()).vertices;
    }
    if (!proves_overlap<3>(filtered_, pairs)) return false;
    record<3>(trace_, Algorithm::plane_projection, TraceEvent::simplex, filtered_.pair(), pairs,
              nullptr, 0);
    proposed_ = {};
    proposed_.verdict = Verdict::overlapping;
    proposed_.stage = Stage::filter;
    for (const IndexPair& pair : pairs) proposed_.pairs.push_back(pair);
    return true;
  }

  void try_faces(const Vector3& line) {
    const Pair<3>& pair = filtered_.pair();
    FaceList<2 * kFacesOfABody> faces;
    for (const auto& [body, sign] : {std::pair{&pair.a, 1.0}, std::pair{&pair.b, -1.0}}) {
      const auto list = facing_faces(*body, {sign * line[0], sign * line[1], sign * line[2]});
      for (std::size_t i = 0; i < list.size; ++i) faces.add(list.faces[i]);
    }
    for (std::size_t i = 0; i < faces.size; ++i) {
      if (separates_along_plane(faces.faces[i].normal)) return;
    }
  }

  bool separates_along_plane(const Vector3& normal) {
    Vector3 axis{};
    axis[least_entry(normal)] = 1;
    Vector3 along = cross(normal, axis);
    if (!normalise(along.data(), 3)) return false;
    const Projection projection(along);
    outline(filtered_.pair().a, projection, {}, outline_a_);
    outline(filtered_.pair().b, projection, filtered_.offset(), outline_b_);
    if (outline_a_.empty() || outline_b_.empty()) return false;
    const Between between = plane_projection::between(outline_a_, outline_b_);
    if (trace_ != nullptr) [[unlikely]]
      record_projection(along, between.apart);
    if (!between.found) return false;
    Vector3 u = projection.lift(between.direction);
    return normalise(u.data(), 3) && separates(u);
  }

  /// The outline is empty if a corner's projection is not finite, because sorting needs finite
  /// numbers.
  static void outline(const Body<3>& body, const Projection& projection, const Vector3& offset,
                      std::vector<Vector2>& corners) {
    corners.clear();
    for (std::int32_t i = 0; i < body.hull->count; ++i) {
      Vector3 point = offset;
      for (int l = 0; l < 3; ++l) {
        for (int k = 0; k < 3; ++k) {
          point[static_cast<std::size_t>(l)] +=
              body.pose->linear(l, k) * body.hull->coordinate(i, k);
        }
      }
      const Vector2 corner = projection(point);
      if (!(std::fabs(corner[0]) < 0x1p450 && std::fabs(corner[1]) < 0x1p450)) {
        corners.clear();
        return;
      }
      corners.push_back(corner);
    }
    reduce_to_outline(corners);
  }

  void record_projection(const Vector3& along, double apart) {
    append_step<3>(*trace_, Algorithm::plane_projection, TraceEvent::projection, filtered_.pair(),
                   {}, &along, apart);
    TraceStep& step = trace_->back();
    for (const Vector2& corner : outline_a_) {
      step.outline_a.insert(step.outline_a.end(), corner.begin(), corner.end());
    }
    for (const Vector2& corner : outline_b_) {
      step.outline_b.insert(step.outline_b.end(), corner.begin(), corner.end());
    }
  }

  const FilteredPair<3>& filtered_;
  Trace* trace_;
  double best_ = -std::numeric_limits<double>::infinity();
  std::vector<Vector2> outline_a_, outline_b_;
  Proposed<3> proposed_;
};

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return ByFaces(filtered, search.trace).run();
}

template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::plane_projection
