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

/// Few of its branches depend on the points: a processor does not foresee them.
template <int D>
class Reduction {
 public:
  Reduction(std::span<const ContactPoint<D>> points, const Vector<D>& normal, Memory memory)
      : points_(points),
        count_(points.size()),
        normal_(normal),
        chosen_(memory),
        places_(memory),
        values_(count_, memory) {
    places_.reserve(count_);
    double size = 0;
    for (const ContactPoint<D>& point : points) {
      places_.push_back(minus<D>(point.point_a, points[0].point_a));
      for (const double entry : places_.back()) size = larger(std::fabs(entry), size);
    }
    if (!(size > 0x1p-1000 && size < 0x1p1000)) return;
    const double scale = unit_scale(size);
    for (Vector<D>& place : places_) {
      for (double& entry : place) entry *= scale;
    }
  }

  void run(std::span<ContactPoint<D>> kept) {
    chosen_.reserve(kept.size());
    for (std::size_t i = 0; i < count_; ++i) values_[i] = points_[i].depth;
    choose();
    if (kept.size() > 1) {
      const Vector<D> deepest = places_[chosen_[0]];
      for (std::size_t i = 0; i < count_; ++i) {
        const Vector<D> away = minus<D>(places_[i], deepest);
        values_[i] = dot<D>(away, away);
      }
      choose();
    }
    if (kept.size() > 2) {
      set_areas(0);
      set_areas(1);
    }
    while (chosen_.size() < kept.size()) {
      const std::size_t at = choose();
      set_areas(at);
      set_areas(at > 0 ? at - 1 : chosen_.size() - 1);
    }
    for (std::size_t c = 0; c < kept.size(); ++c) kept[c] = points_[chosen_[c]];
  }

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  /// Returns the larger one, and the second where the first is a NaN.
  static double larger(double x, double y) noexcept { return x > y ? x : y; }

  /// Returns the first of the points by id for which the condition holds, or the number of points.
  template <class Condition>
  std::size_t lowest(const Condition& holds) const {
    std::size_t best = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      if (holds(i) && (best == count_ || points_[i].id < points_[best].id)) best = i;
    }
    return best;
  }

  /// Chooses the point of the largest value, and among equal ones that of the lowest id. Returns its place
  /// among the chosen ones.
  std::size_t choose() {
    for (const std::size_t i : chosen_) values_[i] = kNone;
    double largest = -std::numeric_limits<double>::infinity();
    for (const double value : values_) largest = larger(value, largest);
    const double enough = largest - kAsLarge * std::fabs(area_ + largest);
    std::size_t best = lowest([&](std::size_t i) { return values_[i] >= enough; });
    if (best == count_) {  // every value is a NaN
      best = lowest([&](std::size_t i) { return std::ranges::find(chosen_, i) == chosen_.end(); });
    }
    if (chosen_.size() > 1) area_ += values_[best];
    std::size_t at = 0;
    for (const std::size_t i : chosen_) at += i < best ? 1 : 0;
    chosen_.insert(chosen_.begin() + static_cast<std::ptrdiff_t>(at), best);
    return at;
  }

  /// Sets the values of the points between a chosen one and the next: what each adds to the area.
  void set_areas(std::size_t at) {
    const std::size_t before = chosen_[at];
    const std::size_t after = chosen_[at + 1 < chosen_.size() ? at + 1 : 0];
    const Vector<D> from = places_[before];
    Vector<D> across{};
    if constexpr (D == 3) across = cross(minus<3>(places_[after], from), normal_);
    const auto set = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        values_[i] = dot<D>(minus<D>(places_[i], from), across);
    };
    set(before + 1, after > before ? after : count_);
    if (after < before) set(0, after);
  }

  std::span<const ContactPoint<D>> points_;
  std::size_t count_;
  const Vector<D>& normal_;
  List<std::size_t> chosen_;  ///< in the order of the points
  List<Vector<D>> places_;    ///< from the first point, scaled
  List<double> values_;
  double area_ = 0;  ///< twice that of the polygon of the chosen points
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
