// SPDX-License-Identifier: Apache-2.0
#include "algorithms/plane_projection/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::detail::plane_projection {
namespace {

double twice_area(const Vector2& p, const Vector2& q, const Vector2& r) noexcept {
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/// Tests the edges of one outline. `sign` is +1 for a's: outward is from a to b.
void test_edges(const std::vector<Vector2>& own, const std::vector<Vector2>& other, double sign,
                Between& best) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Vector2& p = own[i];
    const Vector2& q = own[i + 1 == own.size() ? 0 : i + 1];
    Vector2 u = {q[1] - p[1], p[0] - q[0]};
    const double size = std::max(std::fabs(u[0]), std::fabs(u[1]));
    if (!(size > 0)) continue;
    u = {u[0] / size, u[1] / size};
    double least = std::numeric_limits<double>::infinity();
    // Starts at the corner that refuted the last edge: it most likely refutes this one.
    for (std::size_t k = 0; k < other.size(); ++k) {
      const std::size_t at = (last + k) % other.size();
      const double height = u[0] * (other[at][0] - p[0]) + u[1] * (other[at][1] - p[1]);
      if (!(height < least)) continue;
      least = height;
      if (best.found && least <= best.apart) {
        last = at;
        break;
      }
    }
    if (best.found && !(least > best.apart)) continue;
    best = {{sign * u[0], sign * u[1]}, least, true};
    if (best.apart > 0) return;
  }
}

}  // namespace

void reduce_to_outline(std::vector<Vector2>& points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  const std::size_t count = points.size();
  if (count < 3) return;
  std::vector<Vector2> chain;
  chain.reserve(count + 1);
  const auto add = [&chain](const Vector2& point, std::size_t kept) {
    while (chain.size() > kept && twice_area(chain[chain.size() - 2], chain.back(), point) <= 0) {
      chain.pop_back();
    }
    chain.push_back(point);
  };
  for (const Vector2& point : points) add(point, 1);
  const std::size_t kept = chain.size();
  for (std::size_t i = count - 1; i-- > 0;) add(points[i], kept);
  chain.pop_back();
  points.swap(chain);
}

Between between(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  Between best;
  test_edges(a, b, 1, best);
  if (!best.found || best.apart <= 0) test_edges(b, a, -1, best);
  return best;
}

}  // namespace sunder::detail::plane_projection
