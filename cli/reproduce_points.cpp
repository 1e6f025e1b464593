// SPDX-License-Identifier: Apache-2.0
#include "reproduce_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::cli {
namespace {

std::vector<PrintedCase> read_from_the_paper() {
  return {{"table 1, case 1",
           2,
           {{-2.400, 1.200}, {-1.100, -0.200}, {-0.100, 0.200}},
           {{0.510, -0.283}, {1.500, 0.707}, {1.712, -0.919}, {2.207, 0.000}},
           {-0.100, 0.200},
           {0.510, -0.283}},
          {"table 1, case 2",
           2,
           {{-2.000, 1.200}, {-0.700, -0.200}, {0.300, 0.200}},
           {{1.210, -0.417}, {0.895, 0.946}, {2.386, 0.264}, {1.869, 1.172}},
           {0.300, 0.200},
           {1.029, 0.368}},
          {"table 2, case 1",
           3,
           {{-0.439, 1.031, 0.000},
            {-0.587, 0.019, 0.487},
            {0.387, 0.019, 0.487},
            {-0.587, 0.019, -0.487},
            {0.046, 0.019, -0.487}},
           {{1.752, 1.106, 0.342},
            {1.690, 0.565, -0.176},
            {2.227, -0.027, 0.378},
            {2.289, 0.514, 0.897},
            {0.907, -0.125, 0.639},
            {1.837, -0.371, 0.784},
            {0.969, 0.416, 1.157},
            {1.899, 0.171, 1.302}},
           {0.387, 0.019, 0.487},
           {0.907, -0.125, 0.639}},
          {"table 2, case 2",
           3,
           {{1.248, 1.123, 1.400},
            {1.992, 0.421, 1.887},
            {2.551, 1.219, 1.887},
            {1.992, 0.421, 0.913},
            {2.356, 0.939, 0.913}},
           {{2.080, 0.882, -0.200},
            {2.041, 0.506, -0.850},
            {2.452, -0.268, -0.428},
            {2.491, 0.107, 0.222},
            {1.106, -0.280, -0.340},
            {1.987, -0.659, -0.174},
            {1.146, 0.095, 0.310},
            {2.026, -0.283, 0.476}},
           {1.992, 0.421, 0.913},
           {1.954, 0.058, 0.283}}};
}

template <int D>
Polytope<D> polytope_of(const std::vector<Point>& points) {
  std::vector<Vector<D>> fixed;
  for (const Point& point : points) std::copy_n(point.begin(), D, fixed.emplace_back().begin());
  return Polytope<D>::from_points(fixed).value();
}

double deviation_of(const Point& found, const Point& printed) {
  double most = 0;
  for (std::size_t k = 0; k < printed.size(); ++k) {
    most = std::max(most, std::fabs(found[k] - printed[k]));
  }
  return most;
}

template <int D>
ClosestPoints measure(const PrintedCase& printed, Algorithm algorithm) {
  const Polytope<D> a = polytope_of<D>(printed.a);
  const Polytope<D> b = polytope_of<D>(printed.b);
  const Distance<D> answer =
      distance(Posed<D>{a}, Posed<D>{b}, {.search = {.algorithm = algorithm}});
  ClosestPoints found;
  found.printed = &printed;
  found.algorithm = std::string(to_string(algorithm));
  found.lower = answer.distance.lower;
  found.upper = answer.distance.upper;
  found.separated = answer.verdict == Verdict::separated && answer.witness.has_value();
  const Witness<D> at = answer.witness.value_or(Witness<D>{});
  found.p.assign(at.point_a.begin(), at.point_a.end());
  found.q.assign(at.point_b.begin(), at.point_b.end());
  found.deviation = std::max(deviation_of(found.p, printed.p), deviation_of(found.q, printed.q));
  return found;
}

}  // namespace

const std::vector<PrintedCase>& printed_cases() {
  static const std::vector<PrintedCase> cases = read_from_the_paper();
  return cases;
}

std::vector<ClosestPoints> closest_points() {
  std::vector<ClosestPoints> all;
  for (const PrintedCase& printed : printed_cases()) {
    const auto take = [&](Algorithm algorithm) {
      all.push_back(printed.dimension == 2 ? measure<2>(printed, algorithm)
                                           : measure<3>(printed, algorithm));
    };
    take(Algorithm::automatic);
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (serves(algorithm.id, Question::distance, printed.dimension)) take(algorithm.id);
    }
  }
  return all;
}

bool differs(const ClosestPoints& found) noexcept {
  return !found.separated || !(found.deviation <= kPrintedDigits);
}

}  // namespace sunder::cli
