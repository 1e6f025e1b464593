// SPDX-License-Identifier: Apache-2.0
//
// Idea: A greedy choice takes the deepest point and the one farthest from it. Each further step
// takes the point that makes the polygon of the chosen points largest.
// Bound: Values are rounded. Those within kAsLarge of the largest are equal, and the lowest id
// wins.
// Cost: O(k n) for k of n points that are spread evenly.
// Gives up: Points whose extent is beyond 2^-1000 or 2^1000 are not scaled to size 1.
#include "query/contact/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "filter/filtered_pair.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail::contact {
namespace {

/// A value that is smaller than the largest by less than this share counts as equal.
constexpr double kAsLarge = 0x1p-30;

template <int D>
class Reduction {
 public:
  Reduction(std::span<const ContactPoint<D>> points, const Vector<D>& normal, Memory memory)
      : points_(points),
        normal_(normal),
        chosen_(points.size(), 0, memory),
        places_(memory),
        values_(points.size(), memory) {
    places_.reserve(points.size());
    double size = 0;
    for (const ContactPoint<D>& point : points) {
      places_.push_back(minus<D>(point.point_a, points[0].point_a));
      for (const double entry : places_.back()) {
        if (std::fabs(entry) > size) size = std::fabs(entry);
      }
    }
    if (!(size > 0x1p-1000 && size < 0x1p1000)) return;
    const double scale = unit_scale(size);
    for (Vector<D>& place : places_) {
      for (double& entry : place) entry *= scale;
    }
  }

  void run(std::span<ContactPoint<D>> kept) {
    const std::size_t deepest = choose([&](std::size_t i) { return points_[i].depth; });
    if (kept.size() > 1) {
      choose([&](std::size_t i) {
        const Vector<D> away = minus<D>(places_[i], places_[deepest]);
        return dot<D>(away, away);
      });
    }
    for (std::size_t count = 2; count < kept.size(); ++count) {
      const double whole = area_of_chosen();
      // The chosen points beside point i, which increases. A point adds the triangle with these.
      std::size_t before = last_chosen();
      std::size_t after = next_chosen(points_.size() - 1);
      choose([&](std::size_t i) {
        if (i > 0 && chosen_[i - 1] != 0) {
          before = i - 1;
          after = next_chosen(i);
        }
        return whole + area(before, i, after);
      });
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (chosen_[i] != 0) kept[count++] = points_[i];
    }
  }

 private:
  /// Chooses the point of the largest value, and among equal ones that of the lowest id.
  template <class Value>
  std::size_t choose(const Value& value) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (chosen_[i] != 0) continue;
      values_[i] = value(i);
      if (values_[i] > largest) largest = values_[i];  // not for a NaN
    }
    std::size_t best = points_.size();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (chosen_[i] != 0 || values_[i] < largest - kAsLarge * std::fabs(largest)) continue;
      if (best == points_.size() || points_[i].id < points_[best].id) best = i;
    }
    chosen_[best] = 1;
    return best;
  }

  /// Returns twice the area of a triangle across the normal, negative if it goes around backwards.
  double area(std::size_t i, std::size_t j, std::size_t k) const {
    if constexpr (D == 3) {
      return dot<3>(normal_,
                    cross(minus<3>(places_[j], places_[i]), minus<3>(places_[k], places_[i])));
    } else {
      return 0;
    }
  }
  std::size_t next_chosen(std::size_t i) const {
    do {
      i = i + 1 < points_.size() ? i + 1 : 0;
    } while (chosen_[i] == 0);
    return i;
  }
  std::size_t last_chosen() const {
    std::size_t i = points_.size() - 1;
    while (chosen_[i] == 0) --i;
    return i;
  }
  /// Returns twice the area of the polygon of the chosen points, which are in their order around it.
  double area_of_chosen() const {
    const std::size_t first = next_chosen(points_.size() - 1);
    double twice = 0;
    std::size_t i = next_chosen(first);
    for (std::size_t k = next_chosen(i); k != first; i = k, k = next_chosen(k))
      twice += area(first, i, k);
    return twice;
  }
  std::span<const ContactPoint<D>> points_;
  const Vector<D>& normal_;
  List<char> chosen_;
  List<Vector<D>> places_;
  List<double> values_;
};

}  // namespace

template <int D>
std::size_t keep_best(std::span<const ContactPoint<D>> points, const Vector<D>& normal,
                      std::span<ContactPoint<D>> kept, Memory memory) {
  if (points.size() <= kept.size()) {
    std::ranges::copy(points, kept.begin());
    return points.size();
  }
  if (!kept.empty()) Reduction<D>(points, normal, memory).run(kept);
  return kept.size();
}

template std::size_t keep_best<2>(std::span<const ContactPoint<2>>, const Vector2&,
                                  std::span<ContactPoint<2>>, Memory);
template std::size_t keep_best<3>(std::span<const ContactPoint<3>>, const Vector3&,
                                  std::span<ContactPoint<3>>, Memory);

}  // namespace sunder::detail::contact
