// SPDX-License-Identifier: Apache-2.0
//
// A hint may be right, outdated, another pair's or forged. It changes the algorithm that decides,
// never the answer. A proposal proves something true, or nothing.
#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;

/// Any bits in every field; the indices are mostly small.
template <int D>
Hint<D> forge(Choices& choices, int dimension) {
  Hint<D> hint;
  hint.verdict = static_cast<Verdict>(choices.in(0, 5));
  hint.stage = static_cast<Stage>(choices.in(0, 7));
  const auto index = [&] {
    return choices.chance(1, 8) ? static_cast<std::int32_t>(choices.bits(4)) : choices.in(-1, 9);
  };
  const std::size_t pairs = static_cast<std::size_t>(choices.in(0, 2 * dimension + 3));
  if constexpr (D == kRunTime) {
    hint.pairs.resize(pairs);
    hint.direction.resize(static_cast<std::size_t>(dimension + choices.in(-1, 1)));
  } else {
    hint.pair_count = static_cast<std::uint8_t>(pairs);
  }
  for (IndexPair& pair : hint.pairs) {
    pair.a = index();
    pair.b = index();
  }
  for (double& entry : hint.direction) {
    entry = choices.chance(1, 8) ? std::bit_cast<double>(choices.bits(8)) : any_double(choices);
  }
  return hint;
}

template <int D>
void ask_with(const Bodies<D>& bodies, Hint<D>& hint, Algorithm algorithm, Host host,
              Verdict truth) {
  Search<D> options;
  options.algorithm = algorithm;
  options.hint = &hint;
  Hint<D> kept = hint;
  Search<D> measuring;
  measuring.hint = &kept;
  Decision proven;
  Verdict met;
  Distance<D> apart;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    proven = prove(bodies.a(), bodies.b(), hint);
    met = intersects(bodies.a(), bodies.b(), options).verdict;
    apart = distance(bodies.a(), bodies.b(), {.search = measuring});
  }
  demand_equal(met, truth, "intersects with a hint");
  demand_equal(apart.verdict, truth, "distance with a hint");
  if (proven.proven) demand_equal(proven.verdict, truth, "prove");
  demand(verify(bodies.a(), bodies.b(), certify(bodies.a(), bodies.b(), apart)),
         "distances with hints verify");
}

template <int D>
void follow(Choices& choices, DrawnPair pair, Hint<D> hint) {
  asking_about(&pair);
  const double reach = size_of(pair.b);
  for (int step = 0; step < 4; ++step) {
    const Bodies<D> bodies = bodies_of<D>(pair);
    const Host host = draw_host(choices);
    const auto& all = algorithms();
    Algorithm algorithm = Algorithm::automatic;
    if (choices.chance(1, 4)) {
      const auto& drawn =
          all[static_cast<std::size_t>(choices.in(0, static_cast<int>(all.size()) - 1))];
      if (serves(drawn.id, Question::verdict, pair.dimension)) algorithm = drawn.id;
    }
    ask_with(bodies, hint, algorithm, host, exact_verdict(bodies));
    std::vector<double> by;
    for (int k = 0; k < pair.dimension; ++k) {
      by.push_back(finite_or_zero(reach * choices.in(-8, 8) / 64));
    }
    move(pair.b, pair.dimension, by);
    if (choices.chance(1, 4)) nudge(choices, pair.a, pair.dimension, 2);
    if (choices.chance(1, 8)) std::swap(pair.a, pair.b);
  }
}

}  // namespace

void fuzz_hints(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = draw_dimension(choices);
  const bool forged = choices.chance(1, 2);
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair& pair, const Bodies<D>&) {
    follow<D>(choices, pair, forged ? forge<D>(choices, dimension) : Hint<D>{});
  });
}

}  // namespace sunder::fuzz
