// SPDX-License-Identifier: Apache-2.0
#include "query/contact/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "filter/filtered_pair.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::contact {
namespace {

/// What is smaller by less than this share is as large.
constexpr double kAsLarge = 0x1p-30;

template <int D>
class Reduction {
 public:
  Reduction(const std::vector<ContactPoint<D>>& points, const Vector<D>& normal)
      : points_(points), normal_(normal), chosen_(points.size(), false) {
    double size = 0;
    for (const ContactPoint<D>& point : points) {
      places_.push_back(minus<D>(point.point_a, points[0].point_a));
      for (const double entry : places_.back()) size = std::fmax(size, std::fabs(entry));
    }
    if (!(size > 0x1p-1000 && size < 0x1p1000)) return;
    for (Vector<D>& place : places_) {
      for (double& entry : place) entry *= unit_scale(size);
    }
  }

  std::vector<ContactPoint<D>> run(int most) {
    const std::size_t deepest = choose([&](std::size_t i) { return points_[i].depth; });
    if (most > 1) {
      choose([&](std::size_t i) {
        const Vector<D> away = minus<D>(places_[i], places_[deepest]);
        return dot<D>(away, away);
      });
    }
    for (int count = 2; count < most; ++count) {
      choose([&](std::size_t i) { return area_with(i); });
    }
    std::vector<ContactPoint<D>> kept;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (chosen_[i]) kept.push_back(points_[i]);
    }
    return kept;
  }

 private:
  /// Chooses the point of the largest value, of equals that of the lowest id.
  template <class Value>
  std::size_t choose(const Value& value) {
    std::vector<double> values(points_.size(), -std::numeric_limits<double>::infinity());
    double largest = values[0];
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (chosen_[i]) continue;
      values[i] = value(i);
      largest = std::fmax(largest, values[i]);
    }
    std::size_t best = points_.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (chosen_[i] || values[i] < largest - kAsLarge * std::fabs(largest)) continue;
      if (best == points_.size() || points_[i].id < points_[best].id) best = i;
    }
    chosen_[best] = true;
    return best;
  }

  /// Twice the area across the normal of the polygon of the chosen and point i: they stand in the
  /// order in which it goes around.
  double area_with(std::size_t i) const {
    double twice = 0;
    if constexpr (D == 3) {
      const Vector<D>* origin = nullptr;
      Vector<D> before{};
      for (std::size_t j = 0; j < points_.size(); ++j) {
        if (!chosen_[j] && j != i) continue;
        if (origin == nullptr) origin = &places_[j];
        const Vector<D> next = minus<D>(places_[j], *origin);
        twice += dot<3>(normal_, cross(before, next));
        before = next;
      }
    }
    return twice;
  }

  const std::vector<ContactPoint<D>>& points_;
  const Vector<D>& normal_;
  std::vector<char> chosen_;
  std::vector<Vector<D>> places_;
};

}  // namespace

template <int D>
std::vector<ContactPoint<D>> reduced(std::vector<ContactPoint<D>> points, int most,
                                     const Vector<D>& normal) {
  if (most <= 0 || points.size() <= static_cast<std::size_t>(most)) return points;
  return Reduction<D>(points, normal).run(most);
}

template std::vector<ContactPoint<2>> reduced<2>(std::vector<ContactPoint<2>>, int, const Vector2&);
template std::vector<ContactPoint<3>> reduced<3>(std::vector<ContactPoint<3>>, int, const Vector3&);

}  // namespace sunder::detail::contact
