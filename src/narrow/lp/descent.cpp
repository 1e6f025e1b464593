// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/descent.hpp"

#include <algorithm>

namespace sunder::detail::lp {
namespace {

constexpr double kCloseEnough = 1e-10;  // of the first point's length

double dot(const VectorN& x, const VectorN& y) {
  double sum = 0;
  for (std::size_t l = 0; l < x.size(); ++l) sum += x[l] * y[l];
  return sum;
}

void add_weight(Descent& descent, IndexPair pair, double weight) {
  const auto found = std::find(descent.pairs.begin(), descent.pairs.end(), pair);
  if (found != descent.pairs.end()) {
    descent.weights[static_cast<std::size_t>(found - descent.pairs.begin())] += weight;
    return;
  }
  descent.pairs.push_back(pair);
  descent.weights.push_back(weight);
}

}  // namespace

Descent descend(const FilteredPair<kRunTime>& filtered, IndexPair first) {
  const auto d = static_cast<std::size_t>(filtered.dimension());
  std::vector<double> scratch(2 * d);
  const Columns<kRunTime> columns(filtered, scratch.data());
  Descent descent;
  VectorN point(d);
  VectorN next(d);
  columns.difference(first, point.data());
  add_weight(descent, first, 1);
  const double enough = kCloseEnough * kCloseEnough * dot(point, point);
  const std::size_t most = kStepsPerDimension * d;
  for (std::size_t step = 0; step < most && dot(point, point) > enough; ++step) {
    for (std::size_t l = 0; l < d; ++l) next[l] = -point[l];
    IndexPair pair;
    if (columns.farthest(next.data(), pair) < 0) {
      if (normalise(next.data(), filtered.dimension()) &&
          filtered.gap(next.data()).proves_separated()) {
        descent.apart = true;
        descent.direction = std::move(next);
        return descent;
      }
    }
    columns.difference(pair, next.data());
    // The point of the segment from `point` to `next` that is closest to 0.
    double along = 0;
    double length = 0;
    for (std::size_t l = 0; l < d; ++l) {
      const double difference = point[l] - next[l];
      along += point[l] * difference;
      length += difference * difference;
    }
    if (!(along > 0 && length > 0)) break;
    const double t = std::min(along / length, 1.0);
    for (std::size_t l = 0; l < d; ++l) point[l] += t * (next[l] - point[l]);
    for (double& weight : descent.weights) weight *= 1 - t;
    add_weight(descent, pair, t);
  }
  return descent;
}

}  // namespace sunder::detail::lp
