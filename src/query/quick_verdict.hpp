// SPDX-License-Identifier: Apache-2.0
//
// Verdicts at a fraction of the cost of decide(), of pairs that are not close to touching: without
// the filtered pair, the lists and the algorithm's search, where a proven verdict and at most a hint is
// asked for. Batches and single queries ask here first.
#pragma once

#include "filter/far_apart.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "query/decide.hpp"

namespace sunder::detail {

/// The proven verdict, counted and written to the hint as report() would; or one that is not proven
/// and counts nothing, where it is for decide() to say. `wanted.looked` then tells that what need
/// not try again.
Decision quick_verdict(const Pair<3>& pair, const Search3& search, Wanted& wanted);

/// Counts what a stage proved, where that needs it by a proposal of `algorithm`.
template <int D>
Decision counted(Verdict verdict, Stage stage, Algorithm algorithm, const Search<D>& search) {
  const bool by_algorithm = stage == Stage::filter || stage == Stage::integer;
  const Algorithm decided_by = by_algorithm ? algorithm : Algorithm::automatic;
  count(stage, decided_by, search.counters);
  return {verdict, stage, decided_by, true};
}

/// In the plane in two parts. What the poses' offsets tell is told without a call; of two polygons
/// that they do not tell of the other part says more. Both leave a hint and a named algorithm alone, and
/// show no trace.
inline Decision verdict_from_afar(const Pair<2>& pair, const Search2& search) {
  if (!leaves_the_way_open(search) || !are_far_apart(pair)) return {};
  count(Stage::bounds, Algorithm::automatic, search.counters);
  return {Verdict::separated, Stage::bounds, Algorithm::automatic, true};
}
inline Decision verdict_from_close(const Pair<2>& pair, const Search2& search) {
  if (!leaves_the_way_open(search) || !sat::are_polygons(pair)) return {};
  const sat::PolygonVerdict found = sat::quick_verdict(pair);
  if (found.verdict == Verdict::undecided) return {};
  return counted(found.verdict, found.stage, Algorithm::sat, search);
}

/// Shows a trace, which changes no answer, the axes of two polygons one by one.
void show_axes(const Posed2& a, const Posed2& b, const Search2& search);

inline Decision quick_verdict(const Pair<2>& pair, const Search2& search, Wanted&) {
  const Decision found = verdict_from_afar(pair, search);
  return found.proven ? found : verdict_from_close(pair, search);
}

}  // namespace sunder::detail
