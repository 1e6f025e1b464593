// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/gauss_map.hpp"

#include <cmath>

#include "narrow/sat/bounds.hpp"

namespace sunder::detail::sat {
namespace {

/// Each step at least halves, on a logarithmic scale, the interval that is not covered.
constexpr int kMostStretches = 40;

/// Upper bounds on N1 . (y - x) and N2 . (y - x), with N1 and N2 outward and x on the edge.
struct Ahead {
  double first;
  double second;
};

class Arc {
 public:
  Arc(const FilteredPair<3>& pair, Side side, PosedHull& hull, const PosedEdge& edge) noexcept
      : pair_(pair),
        of_a_(side == Side::a),
        vertex_(edge.vertex),
        outward_(hull.orientation()),
        first_(hull.normal(edge.faces[0])),
        second_(hull.normal(edge.faces[1])) {}

  bool is_covered() const {
    if (outward_ == 0) return false;
    Ahead near = farthest_behind(1, 0);
    Ahead far = farthest_behind(0, 1);
    if (!(near.first < 0 && far.second < 0)) return false;
    for (int i = 0; i < kMostStretches; ++i) {
      if (near.second < 0 || far.first < 0) return true;
      // r N1 + N2 is covered by `near` for r above one ratio, by `far` for r below the other.
      const double covered_twice = near.first * far.second;
      const double left_out = near.second * far.first;
      if (covered_twice > left_out * (1 + kArcShare) + kArcUnderflow) return true;
      const double ratio =
          std::sqrt(near.second / -near.first) * std::sqrt(-far.second / far.first);
      const double alpha = ratio < 1 ? ratio : 1;
      const double beta = ratio < 1 ? 1 : 1 / ratio;
      const Ahead next = farthest_behind(alpha, beta);
      if (!(alpha * next.first + beta * next.second < 0)) return false;
      (next.first < 0 ? near : far) = next;
    }
    return false;
  }

 private:
  /// Returns the bounds for the other body's vertex that is farthest behind along alpha N1 + beta
  /// N2.
  Ahead farthest_behind(double alpha, double beta) const {
    Vector3 u;
    for (std::size_t l = 0; l < 3; ++l) {
      u[l] = outward_ * (alpha * first_.entry[l] + beta * second_.entry[l]);
    }
    const Body<3>& other = of_a_ ? pair_.pair().b : pair_.pair().a;
    const auto vertex = support<3>(*other.hull, pull_back(other, u.data(), -1).data()).vertex;
    Vector3 c;
    pair_.difference(of_a_ ? IndexPair{vertex_, vertex} : IndexPair{vertex, vertex_}, c.data());
    return {above(first_, c), above(second_, c)};
  }

  /// The error of c is e_l and that of the normal eta; the sum of products has three roundings.
  double above(const PosedVector& normal, const Vector3& c) const noexcept {
    const double sign = of_a_ ? -outward_ : outward_;
    double sum = 0;
    double error = 0;
    for (std::size_t l = 0; l < 3; ++l) {
      const double e = pair_.error(static_cast<int>(l));
      sum += normal.entry[l] * c[l];
      error += std::fabs(normal.entry[l]) * e + normal.error * (std::fabs(c[l]) + e) +
               kAboveUnits * kUnit * std::fabs(normal.entry[l] * c[l]);
    }
    return sign * sum + (error * (1 + kAxisShare) + kAboveUnderflow);
  }

  const FilteredPair<3>& pair_;
  bool of_a_;
  std::int32_t vertex_;
  int outward_;
  const PosedVector& first_;
  const PosedVector& second_;
};

}  // namespace

bool meets_on_arc(const FilteredPair<3>& pair, Side side, PosedHull& hull, PosedEdge& edge) {
  if (edge.arc == ArcState::untested) {
    edge.arc =
        Arc(pair, side, hull, edge).is_covered() ? ArcState::overlapping : ArcState::undecided;
  }
  return edge.arc == ArcState::overlapping;
}

}  // namespace sunder::detail::sat
