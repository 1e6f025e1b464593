// SPDX-License-Identifier: Apache-2.0
//
// Idea: Find the line n . x = c with the greatest margin m. That is n . a <= c - m for all corners
// of a and n . b >= c + m for all of b. Let n = e + t f, where e is a start direction and f is
// perpendicular to it. Then this is a linear program in t, c and m, with one constraint for each
// corner. A positive margin separates. At a negative one, two corners of one polygon and one of the
// other are active, and no line has a greater margin. They are where e's line leaves C. The program
// for -e gives the other end, and 0 is between.
// Source: The paper's section 4 names linear programming without further detail. Seidel 1991: add
// the constraints in random order, and if one is violated, solve on its plane.
// Bound: All of it is rounded. Margins are proven as gaps, and pairs as triangles, afterwards.
// Cost: O(n + m) expected: constraint k is violated with probability 3/k, and then costs O(k). The
// order is random but always identical. Nothing is stored: a constraint is computed when it is
// needed.
// Gives up: On contact or near contact, and where rounding misleads the search. It reads no edges,
// so flat bodies, segments and points need no special case.
#include "algorithms/polygon_lp/program.hpp"
#include "filter/balls.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/enclosing_triangle.hpp"

namespace sunder::detail::polygon_lp {
namespace {

class MarginSearch {
 public:
  MarginSearch(const FilteredPair<2>& filtered, Trace* trace)
      : filtered_(filtered), trace_(trace) {}

  Proposed<2> run(Vector2 e) {
    const double reach = std::max(filtered_.reach()[0], filtered_.reach()[1]);
    if (!(reach > 0x1p-900 && reach < 0x1p900)) return proposed_;
    // The fallback is oblique. Along a side of a square, for example, a corner would be on e's
    // line, and 0 on a side of each triangle.
    if (!normalise(e.data(), 2)) e = {0.75, 0.28125};
    std::array<IndexPair, 2> front{};
    std::array<IndexPair, 2> back{};
    const double scale = unit_scale(reach);
    if (!meets_along(e, scale, front)) return proposed_;
    if (!meets_along({-e[0], -e[1]}, scale, back)) return proposed_;
    prove_overlap({front[0], front[1], back[0], back[1]});
    return proposed_;
  }

 private:
  /// Finds the best line with a normal ahead of e. Returns false if it separates, or is too close
  /// to decide.
  bool meets_along(const Vector2& e, double scale, std::array<IndexPair, 2>& held) {
    Program program(filtered_, e, scale);
    Vector2 u{};
    program.solve([&] {
      if (trace_ == nullptr) return;
      std::array<IndexPair, 2> pairs{};
      const std::size_t count = program.holding(pairs) ? 2 : 0;
      u = program.normal();
      normalise(u.data(), 2);
      append_step<2>(*trace_, Algorithm::polygon_lp, TraceEvent::pivot, filtered_.pair(),
                     {pairs.data(), count}, &u, program.margin());
    });
    u = program.normal();
    if (!normalise(u.data(), 2)) return false;
    const DirectionalGap gap = filtered_.gap(u.data());
    record<2>(trace_, Algorithm::polygon_lp, TraceEvent::direction, filtered_.pair(),
              {&gap.vertices, 1}, &u, gap.value);
    if (!program.holding(held)) held = {gap.vertices, gap.vertices};
    if (!proposed_.has_direction || gap.value > best_) {
      best_ = gap.value;
      proposed_.direction = u;
      proposed_.has_direction = true;
      proposed_.pairs.clear();
      for (const IndexPair& pair : held) proposed_.pairs.push_back(pair);
    }
    if (gap.proves_separated()) {
      proposed_.verdict = Verdict::separated;
      proposed_.stage = Stage::filter;
    }
    return gap.proves_meeting_along();
  }

  /// 0 is between the two segments whose ends are `pairs`.
  void prove_overlap(const FourPairs& pairs) {
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
      if (propose({pairs[left_out == 0 ? 1 : 0], pairs[left_out <= 1 ? 2 : 1],
                   pairs[left_out == 3 ? 2 : 3]})) {
        return;
      }
    }
    std::array<IndexPair, 3> triangle{};
    if (enclosing_triangle(filtered_, pairs, triangle)) propose(triangle);
  }

  bool propose(const std::array<IndexPair, 3>& pairs) {
    record<2>(trace_, Algorithm::polygon_lp, TraceEvent::simplex, filtered_.pair(), pairs, nullptr,
              0);
    if (!proves_overlap<2>(filtered_, pairs)) return false;
    proposed_ = {};
    proposed_.verdict = Verdict::overlapping;
    proposed_.stage = Stage::filter;
    for (const IndexPair& pair : pairs) proposed_.pairs.push_back(pair);
    return true;
  }

  const FilteredPair<2>& filtered_;
  Trace* trace_;
  double best_ = 0;
  Proposed<2> proposed_;
};

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return MarginSearch(filtered, search.trace).run(line_of_centres(filtered));
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);

}  // namespace sunder::detail::polygon_lp
