// SPDX-License-Identifier: Apache-2.0
#include "narrow/lp/descent.hpp"

#include <algorithm>

#include "filter/aligned_buffer.hpp"
#include "lanes/dense.hpp"

namespace sunder::detail::lp {
namespace {

constexpr double kCloseEnough = 1e-10;  // of the first point's length

double squared(const double* x, std::size_t d) {
  double sum = 0;
  for (std::size_t l = 0; l < d; ++l) sum += x[l] * x[l];
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
  const std::size_t size = dense_stride(d + 1);
  AlignedBuffer buffer(3 * size + Columns<kRunTime>::scratch_size(filtered.dimension()));
  double* const point = buffer.data();
  double* const next = point + size;
  double* const u = next + size;
  const Columns<kRunTime> columns(filtered, u + size);
  Descent descent;
  columns.get(first, point);
  add_weight(descent, first, 1);
  const double enough = kCloseEnough * kCloseEnough * squared(point, d);
  const std::size_t most = kStepsPerDimension * d;
  for (std::size_t step = 0; step < most && squared(point, d) > enough; ++step) {
    for (std::size_t l = 0; l < d; ++l) u[l] = -point[l];
    IndexPair pair;
    if (columns.farthest(u, pair, next) < 0) {
      if (normalise(u, filtered.dimension()) && columns.gap(u).proves_separated()) {
        descent.apart = true;
        descent.direction.assign(u, u + d);
        return descent;
      }
    }
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
