// SPDX-License-Identifier: Apache-2.0
//
// Three ways through the same program, P2: by tableau, by the revised method, in integers.
#include "narrow/lp/lp.hpp"

#include <gtest/gtest.h>

#include "narrow/lattice_bodies.hpp"
#include "narrow/lp/exact.hpp"

namespace sunder::test {
namespace {

using detail::Pair;
using detail::lp::Basis;

template <int D>
bool has_positive_gap(const Pair<D>& pair, Vector<D> direction) {
  return detail::normalise(direction.data(), pair.dimension()) &&
         detail::directional_gap(pair, direction.data()).proves_separated();
}

/// The pairs of a basis that meets: their differences hold 0.
template <int D>
Verdict verdict_of_pairs(const Pair<D>& pair, const detail::PairList<D>& pairs) {
  const int d = pair.dimension();
  BodyData differences;
  for (const IndexPair& kept : pairs) {
    auto& c = differences.vertices.emplace_back();
    for (int k = 0; k < d; ++k)
      c.push_back(pair.a.hull->coordinate(kept.a, k) - pair.b.hull->coordinate(kept.b, k));
  }
  const BodyData origin{{std::vector<double>(static_cast<std::size_t>(d), 0.0)}, {}};
  const Bodies<kRunTime> bodies(differences, origin, d);
  return detail::lp::decide_exactly<kRunTime>(pair_of(bodies), {}).verdict;
}

struct Tally {
  int asked = 0;
  int solved = 0;
  int meeting = 0;
};

template <int D>
void expect_agreement(const Bodies<D>& bodies, const std::string& name, Tally& tally) {
  const Pair<D> pair = pair_of(bodies);
  const bool meets = detail::lp::decide_exactly<D>(pair, {}).verdict != Verdict::separated;
  const Basis<D> bases[] = {detail::lp::solve_tableau<D>(pair, nullptr),
                            detail::lp::solve_revised<D>(pair, nullptr)};
  for (const Basis<D>& basis : bases) {
    ++tally.asked;
    if (!basis.solved) continue;
    ++tally.solved;
    tally.meeting += basis.meets ? 1 : 0;
    EXPECT_EQ(basis.meets, meets) << name << (&basis == bases ? ", tableau" : ", revised");
    EXPECT_LE(basis.pairs.size(), static_cast<std::size_t>(pair.dimension()) + 1);
    if (basis.meets) {
      EXPECT_NE(verdict_of_pairs(pair, basis.pairs), Verdict::separated)
          << name << (&basis == bases ? ", tableau" : ", revised");
    } else {
      EXPECT_TRUE(has_positive_gap<D>(pair, basis.direction)) << name;
    }
  }
}

TEST(Lp, TableauRevisedAndExactAgree) {
  Random random(31);
  Tally tally;
  for (int i = 0; i < 420; ++i) {
    const int d = random.in(2, 8);
    const int reach = random.in(1, 6);
    const int shift = random.in(0, reach);
    const BodyData a = lattice_body(random, d, random.in(1, 12), reach, -shift);
    const BodyData b = lattice_body(random, d, random.in(1, 12), reach, shift / 2);
    const std::string name = "pair " + std::to_string(i) + " in " + std::to_string(d) + "-D";
    if (d == 2) expect_agreement(Bodies<2>(a, b, d), name, tally);
    if (d == 3) expect_agreement(Bodies<3>(a, b, d), name, tally);
    expect_agreement(Bodies<kRunTime>(a, b, d), name, tally);
  }
  EXPECT_GE(tally.solved * 100, tally.asked * 99);
  EXPECT_GT(tally.meeting * 5, tally.asked);
  EXPECT_LT(tally.meeting * 5, tally.asked * 4);
}

// Bodies of more vertices than the tableau takes, among them the room's own choice of method.
TEST(Lp, ProposesOnLargeAndSmallBodies) {
  Random random(32);
  int proven = 0;
  for (int i = 0; i < 80; ++i) {
    const int count = i % 2 == 0 ? 6 : 40;
    const BodyData a = lattice_body(random, 3, count, 50);
    const BodyData b = lattice_body(random, 3, count, 50, random.in(0, 90));
    const Bodies<3> bodies(a, b, 3);
    const Pair<3> pair = pair_of(bodies);
    const auto proposed = detail::lp::propose<3>(detail::FilteredPair<3>(pair), {});
    const auto exact = detail::lp::decide_exactly<3>(pair, proposed.pairs);
    if (proposed.stage == Stage::none) continue;
    ++proven;
    EXPECT_EQ(proposed.verdict, exact.verdict) << "pair " << i;
    if (exact.verdict == Verdict::overlapping) {
      EXPECT_FALSE(exact.priced) << "the proposal was a proof, and needs no pivot of its own";
    }
  }
  EXPECT_GT(proven, 60);
}

}  // namespace
}  // namespace sunder::test
