// SPDX-License-Identifier: Apache-2.0
//
// Expansion runs one expansion, from the first support query to a proof or to the surface of C.
#pragma once

#include <algorithm>
#include <limits>

#include "filter/balls.hpp"
#include "filter/filtered_pair.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/best_direction.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/epa/around.hpp"
#include "narrow/epa/bounds.hpp"
#include "narrow/epa/expanding.hpp"
#include "narrow/epa/foot.hpp"
#include "narrow/epa/slack.hpp"
#include "narrow/epa/start.hpp"

namespace sunder::detail::epa {

template <int D>
class Expansion {
 public:
  Expansion(const FilteredPair<D>& filtered, Trace* trace)
      : filtered_(filtered), trace_(trace), slack_(filtered) {}

  /// Expands to the first proof, or to the depth if `width` is not negative.
  void run(const Request<D>& search, double width) {
    if (!start_at(search.basis) && !open(search)) return;
    while (verdict_ != Verdict::separated && step(width)) {
    }
  }

  Proposed<D> proposal() const {
    Proposed<D> proposed = best_.propose(verdict_);
    if (verdict_ == Verdict::overlapping) proposed.pairs = proof_;
    if (verdict_ == Verdict::undecided) proposed.pairs = face_pairs_;
    return proposed;
  }

  /// Returns the depth after a run with a width.
  Depth<D> depth() {
    Depth<D> found;
    found.verdict = verdict_;
    if (verdict_ != Verdict::separated && has_nearest_) {
      if (closed_ && !around_ && !flat_body_)
        around_ = proves_surrounding(polytope_, slack_.errors);
      if (closed_ && around_) found.lower = inner();
      if (found.lower > 0) found.verdict = Verdict::overlapping;
      if (closed_) set_foot(found);
    }
    found.direction = best_.direction;
    found.has_direction = best_.found && to_unit<D>(found.direction);
    if (best_.found) found.upper = outer();
    return found;
  }

 private:
  using Point = Corner<D, IndexPair>;

  /// Returns the distance of the best support plane from 0, rounded up.
  double outer() const noexcept {
    if (verdict_ == Verdict::separated) return 0;
    const double length = std::sqrt(dot<D>(best_.direction, best_.direction));
    return std::max(0.0, (best_.gap.error - best_.gap.value) / length * (1 + kDepthShare));
  }

  /// Sets the nearest face's point nearest to 0. If several minimum translations have the same
  /// length, the best direction may belong to another face. Then the face's own normal replaces it.
  void set_foot(Depth<D>& found) {
    const Foot<D> foot = find_foot(polytope_, polytope_.nearest(), 2 * slack_.flat);
    const Face<D>& face = polytope_.faces()[foot.face];
    for (std::size_t i = 0; i < D; ++i) {
      if (!polytope_.corner(face.corners[i]).real) continue;
      found.pairs.push_back(polytope_.corner(face.corners[i]).source);
      found.weights.push_back(foot.weights[i]);
    }
    Vector<D> best = best_.direction;
    if (to_unit<D>(best) && dot<D>(best, face.normal) > 1 - 0x1p-30) return;
    best_.found = false;
    Point ignored;
    query_support(face.normal, ignored);
  }

  /// Returns the radius of a ball about 0 that the surface does not reach, rounded down. Along any
  /// unit vector, no point of a face is nearer to 0 than the height of its lowest corner. Rounding
  /// reduces that by at most `slack_`: the errors of the corners and of the product. The normal's
  /// length has an error of 4 units, which the last factor covers too.
  double inner() const noexcept {
    const double least = polytope_.faces()[polytope_.nearest()].distance;
    return std::max(0.0, (least - slack_.height) / slack_.scale * (1 - kDepthShare));
  }

  /// Makes one support query; returns false if it separates the bodies, or if u is zero or not
  /// finite.
  bool query_support(const Vector<D>& u, Point& point) {
    DirectionalGap gap;
    if (!best_.measure_any(filtered_, u, trace_, Algorithm::epa, gap)) return false;
    if (gap.proves_separated()) verdict_ = Verdict::separated;
    point = make_point(gap.vertices);
    return verdict_ != Verdict::separated;
  }

  /// Finds the first simplex; returns false if the search has ended or cannot start.
  bool open(const Request<D>& search) {
    std::array<Point, D + 1> corners;
    Vector<D> u = search.direction != nullptr ? *search.direction : line_of_centres(filtered_);
    if (!query_support(u, corners[0])) {
      // There is no direction: the centres coincide, or the caller's is invalid. Any other works.
      if (verdict_ == Verdict::separated || best_.found) return false;
      u = Vector<D>{};
      u[0] = 0.8191;
      u[1] = -0.4463;
      if (!query_support(u, corners[0])) return false;
    }
    if (!slack_.usable || !to_unit<D>(u)) return false;
    if (!find_corner(negated<D>(u), corners, 1)) return false;
    if constexpr (D == 2) {
      const Vector2 edge = minus<2>(corners[1].point, corners[0].point);
      if (!find_corner(normal_to_edge(edge, corners[0].point), corners, 2)) return false;
    } else {
      const Vector3 edge = minus<3>(corners[1].point, corners[0].point);
      if (!find_corner(normal_to_edge(edge, corners[0].point, slack_.flat), corners, 2))
        return false;
      const Vector3 other = minus<3>(corners[2].point, corners[0].point);
      if (!find_corner(normal_to_triangle(edge, other, corners[0].point), corners, 3)) return false;
    }
    return polytope_.start(corners, slack_.flat / 2);
  }

  /// Starts at the simplex of pairs that should hold 0. Returns false if that cannot be proven.
  bool start_at(std::span<const IndexPair> pairs) {
    if (!slack_.usable || pairs.size() != D + 1) return false;
    std::array<Point, D + 1> corners;
    std::array<Vector<D>, D + 1> points;
    for (std::size_t i = 0; i <= D; ++i) {
      corners[i] = make_point(pairs[i]);
      points[i] = corners[i].point;
    }
    if (!proves_interior<D>(points, slack_.errors)) return false;
    if (!polytope_.start(corners, slack_.flat)) return false;
    verdict_ = Verdict::overlapping;
    around_ = true;
    return true;
  }

  Point make_point(IndexPair source) const noexcept {
    Point point;
    point.source = source;
    point.real = true;
    filtered_.difference(source, point.point.data());
    for (double& entry : point.point) entry *= slack_.scale;
    return point;
  }

  /// Finds a corner off the plane through corners[0] with this normal: in front, else behind. If
  /// there is none, C is flat here, and the corner is an artificial point. Returns false if the
  /// search has ended.
  bool find_corner(Vector<D> normal, std::array<Point, D + 1>& corners, std::size_t at) {
    if (!to_unit<D>(normal)) return false;
    for (const Vector<D>& u : {normal, negated<D>(normal)}) {
      if (!query_support(u, corners[at])) return false;
      if (std::fabs(dot<D>(u, minus<D>(corners[at].point, corners[0].point))) > slack_.flat)
        return true;
    }
    for (std::size_t l = 0; l < D; ++l) corners[at].point[l] = corners[0].point[l] + normal[l];
    corners[at].real = false;
    flat_body_ = true;
    return true;
  }

  /// Expands beyond one face. Returns false if the search has ended.
  bool step(double width) {
    const std::size_t nearest = polytope_.nearest();
    const Face<D>& face = polytope_.faces()[nearest];
    has_nearest_ = true;
    note_face(face);
    if (verdict_ == Verdict::undecided && face.distance > 2 * slack_.flat) prove_overlap();
    if (verdict_ == Verdict::overlapping && width < 0) return false;
    Point next;
    if (!query_support(face.normal, next)) return false;
    const double least = (face.distance - slack_.height) / slack_.scale;
    if (least > 0 && outer() - least <= width * outer()) return false;
    if (!(polytope_.height(face, next.point) > slack_.flat)) return false;  // the face is one of C
    // Expanding removes the faces that the point is beyond and adds those between it and the
    // horizon. Then 0 stays surrounded unless it is in the hull of the point and a removed face.
    // But along that face's normal all of these are higher than 0 if the face is.
    around_ = around_ && face.distance > 4 * slack_.height;
    const Growth growth = polytope_.expand(nearest, next, slack_.flat);
    closed_ = growth != Growth::torn;
    return growth == Growth::grown;
  }

  /// Stores the pairs of the face nearest to 0 for a verdict's next stage, and for the trace.
  void note_face(const Face<D>& face) {
    if (verdict_ == Verdict::overlapping && trace_ == nullptr) return;
    face_pairs_.clear();
    for (const std::int16_t at : face.corners) {
      if (polytope_.corner(at).real) face_pairs_.push_back(polytope_.corner(at).source);
    }
    record_simplex(face_pairs_);
  }

  void record_simplex(const PairList<D>& pairs) {
    if (pairs.empty()) return;
    record<D>(trace_, Algorithm::epa, TraceEvent::simplex, filtered_.pair(),
              {pairs.begin(), pairs.end()}, nullptr, 0);
  }

  bool prove(const std::array<std::int16_t, D + 1>& at) {
    std::array<Vector<D>, D + 1> points;
    for (std::size_t i = 0; i <= D; ++i) points[i] = polytope_.corner(at[i]).point;
    if (!proves_interior<D>(points, slack_.errors)) return false;
    verdict_ = Verdict::overlapping;
    proof_.clear();
    for (const std::int16_t i : at) proof_.push_back(polytope_.corner(i).source);
    record_simplex(proof_);
    return true;
  }

  /// The ray from `apex` through 0 leaves through one face: the simplex over that face holds 0.
  bool prove_by_fan(std::int16_t apex) {
    const Vector<D>& top = polytope_.corner(apex).point;
    for (const Face<D>& face : polytope_.faces()) {
      if (!passes(face, top)) continue;
      std::array<std::int16_t, D + 1> at{};
      std::copy(face.corners.begin(), face.corners.end(), at.begin());
      at[D] = apex;
      return prove(at);
    }
    return false;
  }

  /// Tests whether 0 is in the cone from `top` over the face; if so the face is in the fan's
  /// simplex.
  bool passes(const Face<D>& face, const Vector<D>& top) const noexcept {
    if (!(polytope_.height(face, top) < 0)) return false;
    std::array<Vector<D>, D> p;
    for (std::size_t i = 0; i < D; ++i) p[i] = polytope_.corner(face.corners[i]).point;
    if constexpr (D == 2) {
      return cross(top, p[0]) > 0 && cross(top, p[1]) < 0;
    } else {
      for (std::size_t i = 0; i < 3; ++i) {
        if (!(dot<3>(cross(p[i], p[(i + 1) % 3]), top) < 0)) return false;
      }
      return true;
    }
  }

  /// 0 is inside all faces. If the bodies share a centre, 0 lies on many planes through corners.
  /// Then one of the first corners' simplices may still hold it strictly.
  void prove_overlap() {
    if (flat_body_) return;
    const std::size_t apexes = std::min<std::size_t>(polytope_.corner_count(), kMostApexes);
    for (std::size_t i = 0; i < apexes; ++i) {
      if (prove_by_fan(static_cast<std::int16_t>(i))) return;
    }
    if (polytope_.corner_count() > kMostTried) return;
    std::array<std::int16_t, D + 1> at{};
    try_simplices(at, 0, 0, static_cast<std::int16_t>(polytope_.corner_count()));
  }

  bool try_simplices(std::array<std::int16_t, D + 1>& at, std::size_t filled, std::int16_t first,
                     std::int16_t count) {
    if (filled == at.size()) return prove(at);
    for (std::int16_t i = first; i < count; ++i) {
      at[filled] = i;
      if (try_simplices(at, filled + 1, static_cast<std::int16_t>(i + 1), count)) return true;
    }
    return false;
  }

  static constexpr std::size_t kMostApexes = 4;
  static constexpr std::size_t kMostTried = 8;

  const FilteredPair<D>& filtered_;
  Trace* trace_;
  Slack<D> slack_;
  bool flat_body_ = false;  ///< some corner is not a point of C
  bool has_nearest_ = false;
  bool closed_ = true;   ///< the surface is closed: false once rounding broke it
  bool around_ = false;  ///< the surface is proven to surround 0
  BestDirection<D> best_;
  Verdict verdict_ = Verdict::undecided;
  PairList<D> proof_;
  PairList<D> face_pairs_;
  Expanding<D, IndexPair> polytope_;
};

}  // namespace sunder::detail::epa
