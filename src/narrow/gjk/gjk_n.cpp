// SPDX-License-Identifier: Apache-2.0
//
// Idea: Wolfe's min-norm point method runs in any dimension, over the supports of GJK. The simplex
// is a set of affinely independent points with positive weights; its closest point solves a small
// linear system.
// Source: Wolfe, "Finding the nearest point in a polytope" (1976).
// Bound: Lemma 1 proves a separation and Lemma 3 an overlap; all else is rounded.
// Cost: At most 64 + 16 d steps, each with two support queries and an elimination in O(d^3). It
// allocates.
// Gives up: When a support query repeats a pair, or the linear system is singular.
#include <algorithm>
#include <cmath>

#include "filter/balls.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/gjk/gjk.hpp"

namespace sunder::detail::gjk {
namespace {

class WalkN {
 public:
  WalkN(const FilteredPair<kRunTime>& pair, Trace* trace)
      : pair_(pair.pair()),
        points_(pair),
        trace_(trace),
        d_(static_cast<std::size_t>(pair.dimension())) {}

  /// Walks from `start`. It stops at an overlap, and at a separation only if `first_proof`.
  void run(VectorN start, bool first_proof) {
    VectorN u = std::move(start);
    double shortest = std::numeric_limits<double>::infinity();
    const int most_steps = 64 + 16 * static_cast<int>(d_);
    for (int step = 0; step < most_steps; ++step) {
      if (!normalise(u.data(), static_cast<int>(d_))) return;
      direction = u;
      gap = points_.gap(u.data());
      record<kRunTime>(trace_, Algorithm::gjk, TraceEvent::direction, pair_, {&gap.vertices, 1},
                       &direction, gap.value);
      if (gap.proves_separated()) {
        verdict = Verdict::separated;
        if (first_proof) return;
      }
      if (std::find(pairs.begin(), pairs.end(), gap.vertices) != pairs.end()) return;
      if (!add(gap.vertices)) return;
      if (pairs.size() == d_ + 1 && proves_overlap()) {
        verdict = Verdict::overlapping;
        return;
      }
      const VectorN v = closest();
      double length = 0;
      for (const double entry : v) length += entry * entry;
      if (!(length < shortest)) return;
      shortest = length;
      for (std::size_t l = 0; l < d_; ++l) u[l] = -v[l];
    }
  }

  VectorN direction;
  DirectionalGap gap;
  Verdict verdict = Verdict::undecided;
  std::vector<IndexPair> pairs;
  std::vector<double> weights;

 private:
  /// Adds a point and moves to the closest point of the hull (Wolfe's minor cycle). Returns false
  /// if the system is singular and the walk cannot continue.
  bool add(IndexPair pair) {
    pairs.push_back(pair);
    coordinates_.resize(pairs.size() * d_);
    points_.difference(pair, &coordinates_[(pairs.size() - 1) * d_]);
    weights.push_back(pairs.size() == 1 ? 1.0 : 0.0);
    while (true) {
      std::vector<double> target;
      if (!affine_minimum(target)) {
        drop(pairs.size() - 1);
        return false;
      }
      double step = 1;
      std::size_t leaving = pairs.size();
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (target[i] > 0) continue;
        const double ratio = weights[i] / (weights[i] - target[i]);
        if (leaving == pairs.size() || ratio < step) {
          step = std::fmin(step, ratio);
          leaving = i;
        }
      }
      if (leaving == pairs.size()) {
        weights = target;
        return true;
      }
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        weights[i] += step * (target[i] - weights[i]);
      }
      drop(leaving);
    }
  }

  void drop(std::size_t i) {
    pairs.erase(pairs.begin() + static_cast<std::ptrdiff_t>(i));
    weights.erase(weights.begin() + static_cast<std::ptrdiff_t>(i));
    const auto begin = coordinates_.begin() + static_cast<std::ptrdiff_t>(i * d_);
    coordinates_.erase(begin, begin + static_cast<std::ptrdiff_t>(d_));
  }

  /// Computes weights (of sum 1, any sign) of the point closest to 0 in the affine hull of the
  /// points, by elimination on the Gram matrix. The Gram matrix is that of the edges from the first
  /// point.
  bool affine_minimum(std::vector<double>& target) const {
    const std::size_t n = pairs.size() - 1;
    std::vector<double> system(n * (n + 1));
    const auto edge = [&](std::size_t i, std::size_t l) {
      return coordinates_[(i + 1) * d_ + l] - coordinates_[l];
    };
    for (std::size_t r = 0; r < n; ++r) {
      for (std::size_t l = 0; l < d_; ++l) {
        for (std::size_t c = 0; c < n; ++c) system[r * (n + 1) + c] += edge(r, l) * edge(c, l);
        system[r * (n + 1) + n] -= edge(r, l) * coordinates_[l];
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t r = k + 1; r < n; ++r) {
        if (std::fabs(system[r * (n + 1) + k]) > std::fabs(system[pivot * (n + 1) + k])) pivot = r;
      }
      if (!(std::fabs(system[pivot * (n + 1) + k]) > 0)) return false;
      if (pivot != k) {
        std::swap_ranges(system.begin() + static_cast<std::ptrdiff_t>(k * (n + 1)),
                         system.begin() + static_cast<std::ptrdiff_t>((k + 1) * (n + 1)),
                         system.begin() + static_cast<std::ptrdiff_t>(pivot * (n + 1)));
      }
      for (std::size_t r = 0; r < n; ++r) {
        if (r == k) continue;
        const double factor = system[r * (n + 1) + k] / system[k * (n + 1) + k];
        for (std::size_t c = k; c <= n; ++c)
          system[r * (n + 1) + c] -= factor * system[k * (n + 1) + c];
      }
    }
    target.assign(n + 1, 1.0);
    for (std::size_t r = 0; r < n; ++r) {
      target[r + 1] = system[r * (n + 1) + n] / system[r * (n + 1) + r];
      target[0] -= target[r + 1];
    }
    return std::all_of(target.begin(), target.end(), [](double w) { return std::isfinite(w); });
  }

  VectorN closest() const {
    VectorN v(d_);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (std::size_t l = 0; l < d_; ++l) v[l] += weights[i] * coordinates_[i * d_ + l];
    }
    return v;
  }

  bool proves_overlap() const { return proves_interior(coordinates_, points_.errors()); }

  const Pair<kRunTime>& pair_;
  const FilteredPair<kRunTime>& points_;
  Trace* trace_;
  std::size_t d_;
  std::vector<double> coordinates_;
};

WalkN walk(const FilteredPair<kRunTime>& pair, const Request<kRunTime>& search, bool first_proof) {
  WalkN walk(pair, search.trace);
  VectorN start = search.direction != nullptr &&
                          search.direction->size() == static_cast<std::size_t>(pair.dimension())
                      ? *search.direction
                      : line_of_centres(pair);
  // If the centres coincide there is no line; any direction works.
  const bool zero = std::all_of(start.begin(), start.end(), [](double x) { return x == 0; });
  if (zero) start.front() = 1;
  walk.run(std::move(start), first_proof);
  return walk;
}

template <class Found>
Found found_by(const WalkN& walked) {
  Found found;
  found.verdict = walked.verdict;
  found.stage = walked.verdict == Verdict::undecided ? Stage::none : Stage::filter;
  found.direction = walked.direction;
  found.has_direction = !walked.direction.empty();
  for (const IndexPair& pair : walked.pairs) found.pairs.push_back(pair);
  return found;
}

}  // namespace

Proposed<kRunTime> propose_n(const FilteredPair<kRunTime>& pair, const Request<kRunTime>& search) {
  return found_by<Proposed<kRunTime>>(walk(pair, search, true));
}

Measured<kRunTime> measure_n(const FilteredPair<kRunTime>& pair, const Request<kRunTime>& search) {
  const WalkN found = walk(pair, search, false);
  auto measured = found_by<Measured<kRunTime>>(found);
  for (std::size_t i = 0; i < found.pairs.size(); ++i) measured.weights.push_back(found.weights[i]);
  return measured;
}

}  // namespace sunder::detail::gjk
