// SPDX-License-Identifier: Apache-2.0
#include "narrow/sat/box_alike.hpp"
#include "narrow/sat/box_verdict.hpp"
#include "narrow/sat/polygon_verdict.hpp"
#include "narrow/sat/sat.hpp"
#include "query/decide.hpp"

namespace sunder {
namespace {

/// Two boxes that are not close to touching, or stand alike: at a fraction of the cost of what
/// follows.
bool set_of_boxes(const detail::Pair<3>& pair, const Options3& options, Intersection& answer) {
  if (!detail::sat::knows(pair) || !detail::asks_for_answer_alone(options)) return false;
  detail::sat::BoxVerdict found = detail::sat::quick_verdict(pair);
  if (found.verdict == Verdict::undecided) {
    found = {detail::sat::verdict_of_alike(pair), Stage::integer};
  }
  if (found.verdict == Verdict::undecided) return false;
  const bool by_balls = found.stage == Stage::bounds;
  answer = {found.verdict, found.stage, by_balls ? Algorithm::automatic : Algorithm::sat, true};
  detail::count(answer.stage, answer.decided_by, options.counters);
  return true;
}

/// Two polygons likewise. A trace, which changes no answer, shows the axes one by one.
bool set_of_polygons(const detail::Pair<2>& pair, const Options2& options, Intersection& answer) {
  if (!detail::sat::are_polygons(pair) || !detail::leaves_the_way_open(options)) return false;
  const detail::sat::PolygonVerdict found = detail::sat::quick_verdict(pair);
  if (found.verdict == Verdict::undecided) return false;
  const bool by_balls = found.stage == Stage::bounds;
  answer = {found.verdict, found.stage, by_balls ? Algorithm::automatic : Algorithm::sat, true};
  detail::count(answer.stage, answer.decided_by, options.counters);
  if (options.trace != nullptr && !by_balls) {
    detail::sat::propose(detail::FilteredPair<2>(pair), detail::search_of(options));
  }
  return true;
}

template <int D>
Intersection answer(const detail::Pair<D>& pair, const Options<D>& options) {
  if constexpr (D == 3) {
    Intersection found;
    if (set_of_boxes(pair, options, found)) return found;
  }
  if constexpr (D == 2) {
    Intersection found;
    if (set_of_polygons(pair, options, found)) return found;
  }
  const detail::Decision<D> decision =
      options.raw ? detail::raw_opinion(pair, options) : detail::decide(pair, options);
  detail::report(pair, decision, options);
  return detail::to_intersection(decision);
}

}  // namespace

std::string_view decided_by(const Intersection& answer) noexcept {
  if (answer.decided_by != Algorithm::automatic) return to_string(answer.decided_by);
  return answer.stage == Stage::hint ? "hint" : "bounds";
}

Intersection intersects(const Posed2& a, const Posed2& b, const Options2& options) {
  return answer<2>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const Posed3& a, const Posed3& b, const Options3& options) {
  return answer<3>({detail::make_body(a), detail::make_body(b)}, options);
}
Intersection intersects(const PosedN& a, const PosedN& b, const OptionsN& options) {
  return answer<kRunTime>({detail::make_body(a), detail::make_body(b)}, options);
}

}  // namespace sunder
