// SPDX-License-Identifier: Apache-2.0
//
// RaySearch finds a portal along a ray, in 2-D and 3-D.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "filter/filtered_pair.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/algorithm.hpp"
#include "narrow/best_direction.hpp"
#include "narrow/mpr/portal.hpp"

namespace sunder::detail::mpr {

/// More steps than a successful ray needs.
inline constexpr int kMostSteps = 32;

/// How often the ray is sent again from a vertex before the search abandons the simplex.
inline constexpr int kMostVertexRays = 4;

/// The end of a ray: `ended` if the verdict is proven, or if the portal cannot move further.
enum class Ray : std::uint8_t { hit, ended };

template <int D>
class RaySearch {
 public:
  RaySearch(const FilteredPair<D>& filtered, Trace* trace) : filtered_(filtered), trace_(trace) {}

  Verdict verdict() const noexcept { return verdict_; }
  /// Returns true if doubles prove, along the best direction, that the bodies do more than touch.
  bool meets_clearly() const noexcept { return best_.meets_clearly(); }

  /// Makes one support query; returns false if it separates the bodies, or if u is zero or not
  /// finite.
  bool query_support(const Vector<D>& u, Vertex<D>& vertex) {
    DirectionalGap gap;
    if (!best_.measure_any(filtered_, u, trace_, Algorithm::mpr, gap)) return false;
    if (gap.proves_separated()) verdict_ = Verdict::separated;
    if (verdict_ != Verdict::undecided) return false;
    vertex.pair = gap.vertices;
    filtered_.difference(gap.vertices, vertex.point.data());
    return true;
  }

  /// Sends a ray from a point inside C through 0; if it hits, continues to a proof.
  void shoot(const Vector<D>& start) {
    portal_size_ = 0;
    if (!open(start) || shoot_on(start) != Ray::hit) return;
    prove_hit(start);
    if (verdict_ != Verdict::undecided) return;
    // No simplex holds 0 inside: it may lie on the surface, with the portal's normal as contact
    // normal.
    Vertex<D> unused;
    if (portal_size_ == D) query_support(normal_of(portal_, opposite_.point), unused);
    if (verdict_ == Verdict::undecided && best_.meets_clearly()) leave(start);
  }

  Proposed<D> finish() const {
    Proposed<D> proposed = best_.propose(verdict_);
    if (verdict_ == Verdict::separated) return proposed;
    for (std::size_t i = 0; i < portal_size_; ++i) proposed.pairs.push_back(portal_[i].pair);
    if (verdict_ == Verdict::overlapping) proposed.pairs.push_back(opposite_.pair);
    return proposed;
  }

 private:
  /// Finds the first vertices: all except the one that the ray's search finds.
  bool open(const Vector<D>& start) {
    if (!query_support(negated<D>(start), portal_[0])) return false;
    portal_size_ = 1;
    if constexpr (D == 3) {
      Vector3 u = cross(portal_[0].point, start);
      // 0 is on the line to the first vertex: any plane through that line works.
      if (!(dot<3>(u, u) > 0)) u = aside(start);
      if (!query_support(u, portal_[1])) return false;
      portal_size_ = 2;
    }
    return true;
  }

  Ray shoot_on(const Vector<D>& start) { return find_portal(start) ? refine(start) : Ray::ended; }

  /// Completes a portal of D - 1 vertices. Returns false if the ray leaves C before it reaches 0.
  bool find_portal(const Vector2& start) {
    for (int step = 0; step < kMostSteps; ++step) {
      const Vector2 edge = minus<2>(portal_[0].point, start);
      Vector2 u{-edge[1], edge[0]};
      if (dot<2>(u, start) > 0) u = negated<2>(u);
      if (!query_support(u, portal_[1])) return false;
      const double side = cross(portal_[0].point, start);
      if (!(side * cross(portal_[1].point, start) > 0)) break;
      if (portal_[1].pair == portal_[0].pair) return false;
      portal_[0] = portal_[1];
    }
    portal_size_ = 2;
    return !(portal_[0].pair == portal_[1].pair);
  }
  bool find_portal(const Vector3& start) {
    Vector3 u = side_of(start, 0, 1);
    if (dot<3>(u, start) > 0) {
      std::swap(portal_[0], portal_[1]);
      u = negated<3>(u);
    }
    for (int step = 0; step < kMostSteps; ++step) {
      if (!query_support(u, portal_[2]) || repeats(portal_[2].pair, 2)) return false;
      if (dot<3>(cross(portal_[0].point, portal_[2].point), start) < 0) {
        portal_[1] = portal_[2];
      } else if (dot<3>(cross(portal_[2].point, portal_[1].point), start) < 0) {
        portal_[0] = portal_[2];
      } else {
        portal_size_ = 3;
        return true;
      }
      u = side_of(start, 0, 1);
    }
    return false;
  }

  /// Returns the normal of the plane through the ray's start and two vertices.
  Vector3 side_of(const Vector3& start, std::size_t i, std::size_t j) const noexcept {
    return cross(minus<3>(portal_[i].point, start), minus<3>(portal_[j].point, start));
  }

  bool repeats(IndexPair pair, std::size_t among) const noexcept {
    for (std::size_t i = 0; i < among; ++i) {
      if (portal_[i].pair == pair) return true;
    }
    return false;
  }

  /// Pushes the portal outward until 0 is behind it, or until it lies on the surface of C.
  Ray refine(const Vector<D>& start) {
    for (int step = 0; step < kMostSteps; ++step) {
      record_portal(nullptr);
      const Vector<D> normal = normal_of(portal_, start);
      if (dot<D>(normal, portal_[0].point) > 0) return Ray::hit;
      Vertex<D> next;
      if (!query_support(normal, next) || repeats(next.pair, D)) return Ray::ended;
      advance(portal_, next, start);
    }
    return Ray::ended;
  }

  /// Pushes a portal to the surface of C, past 0 too. Where bodies share an edge, 0 is in portals that cut into C,
  /// and rounding decides on which side. The ray leaves C at 0, through a facet whose normal is the contact's.
  void leave(const Vector<D>& start) {
    portal_size_ = 0;
    if (!open(start) || !find_portal(start)) return;
    for (int step = 0; step < kMostSteps; ++step) {
      record_portal(nullptr);
      Vertex<D> next;
      if (!query_support(normal_of(portal_, start), next) || repeats(next.pair, D)) return;
      advance(portal_, next, start);
    }
  }

  /// 0 is between the start and the portal; repeats the search with a vertex as the start.
  void prove_hit(Vector<D> start) {
    for (int ray = 0; ray < kMostVertexRays; ++ray) {
      if (!query_support(negated<D>(normal_of(portal_, start)), opposite_)) return;
      if (repeats(opposite_.pair, D) || prove_simplex()) return;
      start = opposite_.point;
      keep_open_side(start);
      if (shoot_on(start) != Ray::hit || prove_simplex()) return;
    }
  }

  bool prove_simplex() {
    std::array<Vector<D>, D + 1> points;
    for (std::size_t i = 0; i < D; ++i) points[i] = portal_[i].point;
    points[D] = opposite_.point;
    if (!proves_interior<D>(points, filtered_.errors())) return false;
    verdict_ = Verdict::overlapping;
    record_portal(&opposite_);
    return true;
  }

  /// Keeps the D - 1 vertices of the portal whose plane with `start` has 0 farthest outside.
  void keep_open_side(const Vector2& start) noexcept {
    // The ray passes on one side of both vertices: the one at the smaller angle is the better
    // start.
    const Vector2 p = minus<2>(portal_[0].point, start);
    const Vector2 q = minus<2>(portal_[1].point, start);
    const bool second = std::fabs(cross(q, start)) * std::sqrt(dot<2>(p, p)) <
                        std::fabs(cross(p, start)) * std::sqrt(dot<2>(q, q));
    if (second) portal_[0] = portal_[1];
    portal_size_ = 1;
  }
  void keep_open_side(const Vector3& start) noexcept {
    std::size_t dropped = 2;
    double farthest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3 u = side_of(start, (i + 1) % 3, (i + 2) % 3);
      const double inward = dot<3>(u, minus<3>(portal_[i].point, start)) > 0 ? 1 : -1;
      const double height = inward * dot<3>(u, start) / std::sqrt(dot<3>(u, u));
      if (!(height > farthest)) continue;
      farthest = height;
      dropped = i;
    }
    const Vertex<3> first = portal_[(dropped + 1) % 3];
    const Vertex<3> second = portal_[(dropped + 2) % 3];
    portal_[0] = first;
    portal_[1] = second;
    portal_size_ = 2;
  }

  void record_portal(const Vertex<D>* opposite) {
    if (trace_ == nullptr) return;
    PairList<D> pairs;
    for (const Vertex<D>& vertex : portal_) pairs.push_back(vertex.pair);
    if (opposite != nullptr) pairs.push_back(opposite->pair);
    record<D>(trace_, Algorithm::mpr, TraceEvent::simplex, filtered_.pair(),
              {pairs.begin(), pairs.end()}, nullptr, 0);
  }

  const FilteredPair<D>& filtered_;
  Trace* trace_;
  Verdict verdict_ = Verdict::undecided;
  BestDirection<D> best_;
  Portal<D> portal_{};
  std::size_t portal_size_ = 0;
  Vertex<D> opposite_;
};

}  // namespace sunder::detail::mpr
