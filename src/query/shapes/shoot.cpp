// SPDX-License-Identifier: Apache-2.0
//
// Idea: A ray from inside C through 0 finds the facet (portal) through which it leaves C. For the depth
// further rays follow, each along the best normal so far.
// Source: Snethen, "Xenocollide" (Game Programming Gems 7, 2008).
// Bound: difference.hpp widens both bounds by the allowance for roundings.
// Cost: Some ten support queries a ray.
// Gives up: Where a portal is not found in kMostSteps steps, and after max_steps.
#include "narrow/epa/start.hpp"
#include "narrow/mpr/portal.hpp"
#include "query/shapes/searches.hpp"

namespace sunder::detail::shapes {
namespace {

/// The number of rays for the depth.
constexpr int kMostRays = 8;

/// More steps than a ray needs to find its portal; a longer search cycles.
constexpr int kMostSteps = 32;

template <int D>
class Rays {
 public:
  Rays(Difference<D>& difference, Until until, double tolerance)
      : difference_(difference), until_(until), tolerance_(tolerance) {}

  void run() {
    Around around;
    if (!look_around(around)) return;
    // The first ray does not start at the exact middle: the first vertex of a ball would lie on it.
    shoot(inside(around, 1));
    if (difference_.verdict() == Verdict::undecided) shoot(inside(around, 0));
    if (until_ != Until::depth) return;
    for (int ray = 0; ray < kMostRays; ++ray) {
      const double most = difference_.most();
      if (enough() || !(difference_.least() > 0)) return;
      // The ray starts just behind 0, and inside C, since C holds the ball about 0 that was found.
      Vector<D> start = difference_.direction();
      const double back = (difference_.least() + difference_.allowance()) / 2;
      for (double& entry : start) entry *= -back;
      shoot(start);
      if (!(difference_.most() < most)) return;
    }
  }

 private:
  using Vertex = mpr::Vertex<D>;
  static constexpr std::size_t kAround = 2 * std::size_t{D};
  using Around = std::array<Vertex, kAround>;

  bool enough() const noexcept { return shown(difference_, until_, tolerance_); }

  bool ask(Vector<D> u, Vertex& vertex) {
    Sample<D> sample;
    if (!to_unit<D>(u) || !difference_.ask(u, sample)) return false;
    vertex.point = sample.point;
    return !enough();
  }

  /// Queries the support points along the axes.
  bool look_around(Around& around) {
    for (std::size_t k = 0; k < D; ++k) {
      for (std::size_t side = 0; side < 2; ++side) {
        Vector<D> u{};
        u[k] = side == 0 ? 1.0 : -1.0;
        if (!ask(u, around[2 * k + side])) return false;
      }
    }
    return true;
  }

  /// Returns a mean of these points with weights 8, 8 + growth, 8 + 2 growth and so on. It is
  /// inside C, if C has an interior. It is never 0, which starts no ray.
  Vector<D> inside(const Around& around, double growth) const {
    Vector<D> point{};
    double total = 0;
    for (std::size_t i = 0; i < kAround; ++i) total += 8 + growth * static_cast<double>(i);
    for (std::size_t i = 0; i < kAround; ++i) {
      const double weight = (8 + growth * static_cast<double>(i)) / total;
      for (std::size_t l = 0; l < D; ++l) point[l] += weight * around[i].point[l];
    }
    if (!(dot<D>(point, point) > 0)) point[0] = difference_.allowance();
    return point;
  }

  void shoot(const Vector<D>& start) {
    if (!ask(negated<D>(start), portal_[0])) return;
    if constexpr (D == 3) {
      Vector3 u = cross(portal_[0].point, start);
      // If 0 is on the line to the first vertex, any plane through that line will do.
      if (!to_unit<3>(u)) u = epa::aside(start);
      if (!ask(u, portal_[1])) return;
    }
    if (find_portal(start)) refine(start);
  }

  bool find_portal(const Vector2& start) {
    for (int step = 0; step < kMostSteps; ++step) {
      const Vector2 edge = minus<2>(portal_[0].point, start);
      Vector2 u{-edge[1], edge[0]};
      if (dot<2>(u, start) > 0) u = negated<2>(u);
      if (!ask(u, portal_[1])) return false;
      const double side = cross(portal_[0].point, start);
      if (!(side * cross(portal_[1].point, start) > 0)) return true;
      if (portal_[1].point == portal_[0].point) return false;
      portal_[0] = portal_[1];
    }
    return false;
  }
  bool find_portal(const Vector3& start) {
    Vector3 u = side(start);
    if (dot<3>(u, start) > 0) {
      std::swap(portal_[0], portal_[1]);
      u = negated<3>(u);
    }
    for (int step = 0; step < kMostSteps && ask(u, portal_[2]); ++step) {
      if (dot<3>(cross(portal_[0].point, portal_[2].point), start) < 0) {
        portal_[1] = portal_[2];
      } else if (dot<3>(cross(portal_[2].point, portal_[1].point), start) < 0) {
        portal_[0] = portal_[2];
      } else {
        return true;
      }
      u = side(start);
    }
    return false;
  }
  Vector3 side(const Vector3& start) const noexcept {
    return cross(minus<3>(portal_[0].point, start), minus<3>(portal_[1].point, start));
  }

  /// Pushes the portal outward until it lies on the surface of C.
  void refine(const Vector<D>& start) {
    while (true) {
      Vector<D> normal = mpr::normal_of(portal_, start);
      if (!to_unit<D>(normal)) return;
      if (dot<D>(normal, portal_[0].point) > 0) {
        // 0 lies between `start` and the portal.
        std::array<Vector<D>, D + 1> corners;
        for (std::size_t i = 0; i < D; ++i) corners[i] = portal_[i].point;
        corners[D] = start;
        show_ball<D>(difference_, corners);
      }
      Vertex next;
      if (enough() || !ask(normal, next)) return;
      const double height = dot<D>(normal, minus<D>(next.point, portal_[0].point));
      if (!(height > difference_.allowance() * 0x1p-4)) return;
      mpr::advance(portal_, next, start);
    }
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
