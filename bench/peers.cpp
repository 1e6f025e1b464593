// SPDX-License-Identifier: Apache-2.0
#include "bench/peers.hpp"

#include <array>
#include <cstdlib>
#include <hwy/highway.h>
#include <vector>

#include "sunder/version.hpp"

namespace sunder::bench {
namespace {

constexpr auto kIntersects = Question::intersects;
constexpr auto kDistance = Question::distance;
constexpr auto kDepth = Question::depth;

/// In Highway the better of two instruction sets has the lower bit.
bool has_more_than(std::int64_t target) {
  const std::int64_t supported = hwy::SupportedTargets();
  return (supported & target) != 0 && (supported & (target - 1)) != 0;
}

std::vector<Contestant> find_contestants() {
  std::vector<Contestant> found{
      {"sunder",
       [](const PairSet& set) { return make_sunder(set, SunderUse::plain); },
       {kIntersects, kDistance, kDepth}},
      {"sunder_certificate",
       [](const PairSet& set) { return make_sunder(set, SunderUse::certificate); },
       {kIntersects}},
      {"sunder_hint",
       [](const PairSet& set) { return make_sunder(set, SunderUse::hint); },
       {kIntersects, kDistance, kDepth},
       Suits::motions},
  };
  const std::pair<const char*, std::int64_t> lesser[] = {{"sunder_avx2", HWY_AVX2},
                                                         {"sunder_sse4", HWY_SSE4}};
  for (const auto& [name, target] : lesser) {
    if (!has_more_than(target)) continue;
    found.push_back({name,
                     [](const PairSet& set) { return make_sunder(set, SunderUse::plain); },
                     {kIntersects, kDistance, kDepth},
                     Suits::all,
                     target});
  }
  [[maybe_unused]] const auto add = [&](Contestant contestant) {
    found.push_back(std::move(contestant));
  };
#ifdef SUNDER_BENCH_CCD
  add({"libccd_mpr",
       [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::mpr); },
       {kIntersects, kDepth}});
  add({"libccd_gjk",
       [](const PairSet& set) { return make_ccd_peer(set, CcdMethod::gjk); },
       {kIntersects, kDepth}});
#endif
#ifdef SUNDER_BENCH_FCL
  add({"fcl_convex_libccd",
       [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, false); },
       {kIntersects, kDistance, kDepth}});
  add({"fcl_convex_indep",
       [](const PairSet& set) { return make_fcl_peer(set, FclSolver::independent, false); },
       {kIntersects, kDistance, kDepth}});
  add({"fcl_box",
       [](const PairSet& set) { return make_fcl_peer(set, FclSolver::libccd, true); },
       {kIntersects, kDistance, kDepth},
       Suits::boxes});
#endif
#ifdef SUNDER_BENCH_BULLET
  add({"bullet_hull",
       [](const PairSet& set) { return make_bullet_peer(set, false); },
       {kIntersects, kDistance, kDepth}});
  add({"bullet_box",
       [](const PairSet& set) { return make_bullet_peer(set, true); },
       {kIntersects, kDistance, kDepth},
       Suits::boxes});
#endif
#ifdef SUNDER_BENCH_COAL
  add({"coal_convex",
       [](const PairSet& set) { return make_coal_peer(set, CoalUse::convex); },
       {kIntersects, kDistance, kDepth}});
  add({"coal_guess",
       [](const PairSet& set) { return make_coal_peer(set, CoalUse::guess); },
       {kIntersects, kDistance}});
  add({"coal_warm",
       [](const PairSet& set) { return make_coal_peer(set, CoalUse::warm); },
       {kIntersects, kDistance},
       Suits::motions});
  add({"coal_box",
       [](const PairSet& set) { return make_coal_peer(set, CoalUse::box); },
       {kIntersects, kDistance, kDepth},
       Suits::boxes});
#endif
#ifdef SUNDER_BENCH_MUJOCO
  add({"mujoco_mesh",
       [](const PairSet& set) { return make_mujoco_peer(set, false); },
       {kIntersects, kDistance, kDepth}});
  add({"mujoco_box",
       [](const PairSet& set) { return make_mujoco_peer(set, true); },
       {kIntersects, kDistance, kDepth},
       Suits::boxes});
#endif
  return found;
}

std::vector<Description> find_descriptions() {
  std::vector<Description> found{
      {"sunder", std::string(kVersion) + ", exact on doubles, SIMD by dispatch; proven answers"}};
#ifdef SUNDER_BENCH_CCD
  found.push_back(
      {"libccd", "Debian's binary, double; our support callback: linear scan, -O3 -march=native"});
#endif
#ifdef SUNDER_BENCH_FCL
  found.push_back({"fcl", fcl_description()});
#endif
#ifdef SUNDER_BENCH_BULLET
  found.push_back({"bullet", bullet_description()});
#endif
#ifdef SUNDER_BENCH_COAL
  found.push_back({"coal", coal_description()});
#endif
#ifdef SUNDER_BENCH_MUJOCO
  found.push_back({"mujoco", mujoco_description()});
#endif
  return found;
}

}  // namespace

std::string to_string(Question question) {
  constexpr const char* kNames[] = {"intersects", "distance", "depth"};
  return kNames[static_cast<int>(question)];
}

// A contestant gets only the questions that it declares.
bool Peer::intersects(std::size_t) const { std::abort(); }
double Peer::distance(std::size_t) const { std::abort(); }
double Peer::depth(std::size_t) const { std::abort(); }

std::span<const Contestant> contestants() {
  static const std::vector<Contestant> found = find_contestants();
  return found;
}

std::span<const Description> descriptions() {
  static const std::vector<Description> found = find_descriptions();
  return found;
}

}  // namespace sunder::bench
