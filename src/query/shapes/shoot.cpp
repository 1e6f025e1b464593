// SPDX-License-Identifier: Apache-2.0
#include "narrow/epa/start.hpp"
#include "narrow/mpr/portal.hpp"
#include "query/shapes/searches.hpp"

namespace sunder::detail::shapes {
namespace {

/// Rays that go for the depth, each along the best normal so far.
constexpr int kMostRays = 8;

template <int D>
class Rays {
 public:
  Rays(Difference<D>& difference, Until until, double tolerance)
      : difference_(difference), until_(until), tolerance_(tolerance) {}

  void run() {
    Vector<D> middle{};
    if (!find_middle(middle)) return;
    shoot(middle);
    if (until_ != Until::depth) return;
    for (int ray = 0; ray < kMostRays; ++ray) {
      const double most = difference_.most();
      if (enough() || !(difference_.least() > 0)) return;
      // From just behind 0, and from inside, since the ball about 0 that was shown is in C.
      Vector<D> start = difference_.direction();
      const double back = (difference_.least() + difference_.allowance()) / 2;
      for (double& entry : start) entry *= -back;
      shoot(start);
      if (!(difference_.most() < most)) return;
    }
  }

 private:
  using Vertex = mpr::Vertex<D>;

  bool enough() const noexcept { return shown(difference_, until_, tolerance_); }

  bool ask(Vector<D> u, Vertex& vertex) {
    Sample<D> sample;
    if (!to_unit<D>(u) || !difference_.ask(u, sample)) return false;
    vertex.point = sample.point;
    return !enough();
  }

  /// The mean of the support points along the axes: inside C, if C has an inside.
  bool find_middle(Vector<D>& middle) {
    for (std::size_t k = 0; k < D; ++k) {
      for (const double sign : {1.0, -1.0}) {
        Vector<D> u{};
        u[k] = sign;
        Vertex vertex;
        if (!ask(u, vertex)) return false;
        for (std::size_t l = 0; l < D; ++l) middle[l] += vertex.point[l] / (2 * D);
      }
    }
    // 0 itself starts no ray.
    if (!(dot<D>(middle, middle) > 0)) middle[0] += difference_.allowance();
    return true;
  }

  void shoot(const Vector<D>& start) {
    if (!ask(negated<D>(start), portal_[0])) return;
    if constexpr (D == 3) {
      Vector3 u = epa::cross(portal_[0].point, start);
      // 0 on the line to the first vertex: then any plane through that line will do.
      if (!to_unit<3>(u)) u = epa::aside(start);
      if (!ask(u, portal_[1])) return;
    }
    if (find_portal(start)) refine(start);
  }

  bool find_portal(const Vector2& start) {
    while (true) {
      const Vector2 edge = minus<2>(portal_[0].point, start);
      Vector2 u{-edge[1], edge[0]};
      if (dot<2>(u, start) > 0) u = negated<2>(u);
      if (!ask(u, portal_[1])) return false;
      const double side = epa::cross(portal_[0].point, start);
      if (!(side * epa::cross(portal_[1].point, start) > 0)) return true;
      if (portal_[1].point == portal_[0].point) return false;
      portal_[0] = portal_[1];
    }
  }
  bool find_portal(const Vector3& start) {
    Vector3 u = side(start);
    if (dot<3>(u, start) > 0) {
      std::swap(portal_[0], portal_[1]);
      u = negated<3>(u);
    }
    while (ask(u, portal_[2])) {
      if (dot<3>(epa::cross(portal_[0].point, portal_[2].point), start) < 0) {
        portal_[1] = portal_[2];
      } else if (dot<3>(epa::cross(portal_[2].point, portal_[1].point), start) < 0) {
        portal_[0] = portal_[2];
      } else {
        return true;
      }
      u = side(start);
    }
    return false;
  }
  Vector3 side(const Vector3& start) const noexcept {
    return epa::cross(minus<3>(portal_[0].point, start), minus<3>(portal_[1].point, start));
  }

  /// Pushes the portal outward until it lies on the surface of C.
  void refine(const Vector<D>& start) {
    while (true) {
      Vector<D> normal = mpr::normal_of(portal_, start);
      if (!to_unit<D>(normal)) return;
      if (dot<D>(normal, portal_[0].point) > 0) show_ball(start);
      Vertex next;
      if (enough() || !ask(normal, next)) return;
      const double height = dot<D>(normal, minus<D>(next.point, portal_[0].point));
      if (!(height > difference_.allowance() * 0x1p-4)) return;
      mpr::advance(portal_, next, start);
    }
  }

  /// 0 lies between `start` and the portal.
  void show_ball(const Vector<D>& start) {
    std::array<epa::Corner<D, int>, D + 1> corners;
    for (std::size_t i = 0; i < D; ++i) corners[i] = {portal_[i].point, 0, true};
    corners[D] = {start, 0, true};
    epa::Expanding<D, int> polytope;
    if (!polytope.start(corners)) return;
    const double distance = polytope.faces()[polytope.nearest()].distance;
    if (distance > 0) difference_.show_least(distance);
  }

  Difference<D>& difference_;
  Until until_;
  double tolerance_;
  mpr::Portal<D> portal_{};
};

}  // namespace

template <int D>
void shoot(Difference<D>& difference, Until until, double tolerance) {
  Rays<D>(difference, until, tolerance).run();
}

template void shoot<2>(Difference<2>&, Until, double);
template void shoot<3>(Difference<3>&, Until, double);

}  // namespace sunder::detail::shapes
