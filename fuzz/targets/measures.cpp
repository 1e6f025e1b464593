// SPDX-License-Identifier: Apache-2.0
//
// Distance, depth and margin: verify() checks the certificate of every interval and every margin.
// The width keeps its promise, and algorithms do not contradict each other.
#include <cmath>
#include <limits>

#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;
using suite::Rational;

/// The largest absolute world coordinate, to within a few roundings.
template <int D>
double scale_of(const Bodies<D>& bodies) {
  double scale = 0;
  const auto look = [&](const Polytope<D>& polytope, const Pose<D>& pose) {
    const int d = pose.dimension();
    for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
      const Vector<D> vertex = polytope.vertex(i);
      for (int row = 0; row < d; ++row) {
        double sum = pose.offset(row);
        for (int k = 0; k < d; ++k)
          sum += pose.linear(row, k) * vertex[static_cast<std::size_t>(k)];
        scale = std::fmax(scale, std::fabs(sum));
      }
    }
  };
  look(bodies.polytope_a, bodies.pose_a);
  look(bodies.polytope_b, bodies.pose_b);
  return scale;
}

/// The promise of query.hpp and penetration.hpp, away from the ends of the doubles' range.
void check_width(double lower, double upper, double width, double measured, double scale) {
  if (!(scale < 0x1p1000) || measured < 0x1p-1000) return;
  const double allowed =
      width > 0 ? width * measured : std::fmax(1e-12 * measured, 65 * 0x1p-52 * scale);
  demand(upper - lower <= allowed * (1 + 1e-9), "intervals are as narrow as asked");
}

template <int D>
void check_distance(const Bodies<D>& bodies, Algorithm algorithm, double width, Host host,
                    Verdict truth) {
  MeasureOptions<D> options;
  options.search.algorithm = algorithm;
  options.width = width;
  Distance<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = distance(bodies.a(), bodies.b(), options);
  }
  demand_equal(answer.verdict, truth, "distance");
  demand(answer.distance.lower <= answer.distance.upper, "an interval's ends are in order");
  demand(verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), answer)),
         "certificates of distances verify");
  if (truth != Verdict::separated || algorithm != Algorithm::automatic) return;
  if (bodies.polytope_a.empty() || bodies.polytope_b.empty()) return;
  check_width(answer.distance.lower, answer.distance.upper, width, answer.distance.lower,
              scale_of(bodies));
}

template <int D>
void check_depth(const Bodies<D>& bodies, Algorithm algorithm, double width, Host host,
                 Verdict truth) {
  MeasureOptions<D> options;
  options.search.algorithm = algorithm;
  options.width = width;
  Penetration<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = penetration(bodies.a(), bodies.b(), options);
  }
  demand_equal(answer.verdict, truth, "penetration");
  demand(answer.depth.lower <= answer.depth.upper, "an interval's ends are in order");
  demand(verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), answer)),
         "certificates of depths verify");
  if (truth != Verdict::overlapping || algorithm != Algorithm::automatic) return;
  check_width(answer.depth.lower, answer.depth.upper, width, answer.depth.upper, scale_of(bodies));
}

template <int D>
void check_exact_depth(const Bodies<D>& bodies, Verdict truth) {
  const Penetration<D> rounded = penetration(bodies.a(), bodies.b());
  const ExactPenetration exact = exact_penetration(bodies.a(), bodies.b());
  demand_equal(exact.verdict, truth, "exact_penetration");
  const Rational squared(exact.depth_squared.numerator + "/" + exact.depth_squared.denominator);
  const Rational lower(rounded.depth.lower);
  demand(lower * lower <= squared, "the exact depth is not below its interval");
  if (!std::isfinite(rounded.depth.upper)) return;
  const Rational upper(rounded.depth.upper);
  demand(squared <= upper * upper, "the exact depth is not above its interval");
}

/// A margin at, or slightly beside, the bodies' signed distance; or any number.
template <int D>
Margin draw_margin(Choices& choices, const Bodies<D>& bodies) {
  const SignedDistance<D> now = signed_distance(bodies.a(), bodies.b());
  Margin margin;
  margin.distance = finite_or_zero(choices.chance(1, 2) ? now.distance.lower : now.distance.upper);
  if (choices.chance(1, 2)) margin.distance = neighbour(margin.distance, choices.in(-2, 2));
  if (choices.chance(1, 4)) margin.distance = any_double(choices);
  if (choices.chance(1, 4)) {
    margin.radius_a = std::fabs(any_double(choices));
    margin.radius_b = choices.in(0, 2) * 0.25;
  }
  return margin;
}

template <int D>
void check_margin(Choices& choices, const Bodies<D>& bodies, Host host) {
  const Margin margin = draw_margin(choices, bodies);
  const auto ask = [&] {
    const oracle::HostState state(host.rounding, host.subnormals);
    return compare_to_margin(bodies.a(), bodies.b(), margin);
  };
  const Result<MarginAnswer> answer = ask();
  demand(static_cast<bool>(answer), "a finite margin is answered");
  const MarginCertificate certificate = certify(bodies.a(), bodies.b(), margin, answer.value());
  demand(certificate.verdict == margin_verdict(answer.value().verdict),
         "a margin's certificate says its verdict");
  demand(verify(bodies.a(), bodies.b(), margin, certificate), "certificates of margins verify");
}

}  // namespace

void fuzz_measures(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = draw_dimension(choices);
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair&, const Bodies<D>& bodies) {
    const Verdict truth = exact_verdict(bodies);
    const Host host = draw_host(choices);
    const double width = choices.chance(1, 3) ? std::ldexp(1.0, -choices.in(1, 50)) : 0;
    check_distance(bodies, Algorithm::automatic, width, host, truth);
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (serves(algorithm.id, Question::distance, dimension)) {
        check_distance(bodies, algorithm.id, width, host, truth);
      }
    }
    if constexpr (D != kRunTime) {
      check_depth(bodies, Algorithm::automatic, width, host, truth);
      for (const AlgorithmInfo& algorithm : algorithms()) {
        if (serves(algorithm.id, Question::depth, dimension)) {
          check_depth(bodies, algorithm.id, width, host, truth);
        }
      }
      if (choices.chance(1, 4)) check_exact_depth(bodies, truth);
      check_margin(choices, bodies, host);
    }
  });
}

}  // namespace sunder::fuzz
