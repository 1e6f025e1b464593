// SPDX-License-Identifier: Apache-2.0
//
// Every algorithm, both orders of the bodies, any host: the verdict equals that of exact pivoting,
// and its certificate verifies. Small pairs are also decided by the tests' enumeration, which
// shares no code with either.
#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/brute_force.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;

template <int D>
void check_algorithm(const Bodies<D>& bodies, Algorithm algorithm, Host host, Verdict truth) {
  Search<D> options;
  options.algorithm = algorithm;
  Decision forward;
  Decision backward;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    forward = intersects(bodies.a(), bodies.b(), options);
    backward = intersects(bodies.b(), bodies.a(), options);
  }
  demand_equal(forward.verdict, truth, to_string(algorithm));
  demand_equal(backward.verdict, truth, to_string(algorithm));
  demand(forward.proven && backward.proven, "every verdict is proven");
  static_cast<void>(propose(bodies.a(), bodies.b(), options));
}

template <int D>
void check_certificate(const Bodies<D>& bodies, Host host, Verdict truth) {
  Certificate certificate;
  Check check;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    const Decision answer = intersects(bodies.a(), bodies.b());
    certificate = certify(bodies.a(), bodies.b(), answer);
    check = verify(bodies.a(), bodies.b(), certificate);
  }
  demand_equal(certificate.verdict, truth, "certify");
  demand(check, "certificates of verdicts verify");
  const std::vector<std::uint8_t> bytes = serialise(certificate);
  const Result<Certificate> back = deserialise_certificate(bytes);
  demand(static_cast<bool>(back), "a certificate written is read back");
  demand(verify(bodies.a(), bodies.b(), back.value()), "a certificate read back verifies");
}

void check_by_enumeration(const DrawnPair& pair, Verdict truth) {
  const std::size_t points = pair.a.vertices.size() + pair.b.vertices.size();
  const bool small = pair.dimension <= 3 && points <= 9;
  if (!small || pair.a.vertices.empty() || pair.b.vertices.empty()) return;
  const auto a = oracle::world_points<suite::Rational>(pair.a);
  const auto b = oracle::world_points<suite::Rational>(pair.b);
  demand_equal(truth, oracle::brute_force_verdict(a, b), "exact pivoting against enumeration");
}

}  // namespace

void fuzz_verdicts(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = draw_dimension(choices);
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair& pair, const Bodies<D>& bodies) {
    const Verdict truth = exact_verdict(bodies);
    const Host host = draw_host(choices);
    check_certificate(bodies, host, truth);
    check_algorithm(bodies, Algorithm::automatic, host, truth);
    for (const AlgorithmInfo& algorithm : algorithms()) {
      if (serves(algorithm.id, Question::verdict, dimension)) {
        check_algorithm(bodies, algorithm.id, host, truth);
      }
    }
    if (choices.chance(1, 4)) check_by_enumeration(pair, truth);
  });
}

}  // namespace sunder::fuzz
