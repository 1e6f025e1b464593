// SPDX-License-Identifier: Apache-2.0
//
// Idea: The bodies meet where the ray t v enters C = K_A - K_B, with v the relative velocity. The gap
// along a fixed direction is linear in time. A direction with a proven gap at both ends (Lemma 1)
// therefore keeps the bodies apart in between, and clears most free casts. A linear program finds the
// entry of the others: doubles propose it, integers prove it (ray_program.hpp).
// Bound: end_gap.hpp bounds the gap at the end. Integers decide the rest without rounding.
// Cost: A few support queries for a free cast, 10 to 30 microseconds for a meeting.
// Gives up: Never. Bland's rule ends the program in integers.
#include "query/cast/linear.hpp"

#include <algorithm>
#include <cmath>

#include "exact/at_width.hpp"
#include "exact/rounding.hpp"
#include "narrow/lp/exact_simplex.hpp"
#include "query/cast/polygons.hpp"
#include "query/cast/portal.hpp"
#include "query/cast/quick_linear.hpp"
#include "query/cast/ray.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/cast/ray_program.hpp"
#include "query/decide.hpp"
#include "query/interval.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail {
namespace {

template <int D>
using Pairs = PairList<D>;

/// The result of the search in doubles: a proof that nothing meets, or pairs to begin with.
template <int D>
struct Sighting {
  bool proven_free = false;
  Pairs<D> pairs;
};

template <int D>
Sighting<D> look_ahead(const FilteredPair<D>& filtered, const Vector<D>& velocity) {
  Sighting<D> sighting;
  const RoughColumns<D> columns(filtered, velocity);
  if (!columns.usable()) return sighting;
  RayProgram<D, RoughColumns<D>> program(columns);
  if (program.solve({}) == RayOutcome::undecided) return sighting;
  Vector<D> u;
  std::copy_n(program.direction().begin(), D, u.begin());
  sighting.proven_free = proves_free(filtered, velocity, u);
  program.visit_pairs([&](IndexPair pair, double) { sighting.pairs.push_back(pair); });
  return sighting;
}

/// The ray's entry into C at time / unit, and weights of pairs up to a common factor.
template <int D>
struct Entry {
  BigInt time;
  BigInt unit;
  Vector<D> direction{};
  Pairs<D> pairs;
  std::array<BigInt, D + 1> weights;
};

template <int D>
void set_hit(const Pair<D>& pair, const Vector<D>& translation_a, const Entry<D>& entry,
             Cast<D>& answer) {
  answer.verdict = CastVerdict::hit;
  const Enclosed time = enclose_quotient(entry.time, entry.unit);
  answer.time = {time.lower, time.upper};
  Witness<D>& at = answer.witness.emplace();
  double squared = 0;
  for (const double u : entry.direction) squared += u * u;
  const double length = std::sqrt(squared);
  for (std::size_t l = 0; l < D; ++l) at.normal[l] = entry.direction[l] / length;
  for (std::size_t l = 0; l < D; ++l) at.point_a[l] = time.lower * translation_a[l];
  BigInt total = 0;
  for (const BigInt& weight : entry.weights) total += weight;
  for (std::size_t i = 0; i < entry.pairs.size(); ++i) {
    add_weighted_vertex(pair.a, entry.pairs[i].a, quotient(entry.weights[i], total, 0), at.point_a);
  }
  at.point_b = at.point_a;
  keep_finite(answer.witness);
}

/// The pair and its motion, as the exact stages read them.
template <int D>
struct Task {
  const Pair<D>& pair;
  ExactVelocity<D> velocity;
  IntegerScale scale;
  Pairs<D> proposal;
};

/// Computes the entry, if it is at the proposed pairs.
template <int D, class Int>
bool enter_by_portal(const Task<D>& task, Entry<D>& entry) {
  const ExactColumns<D, Int> columns(task.pair, task.velocity, task.scale);
  Portal<D, Int> portal(columns);
  if (!portal.finds_entry(task.proposal)) return false;
  entry.time = -to_big(portal.height());
  entry.unit = -to_big(portal.closing());
  to_unit_doubles(std::span<const Int>(portal.normal()), entry.direction.data());
  for (const IndexPair& pair : portal.pairs()) entry.pairs.push_back(pair);
  for (std::size_t i = 0; i < D; ++i) entry.weights[i] = to_big(portal.weights()[i]);
  return true;
}

/// Computes the entry, if there is any.
template <int D, class Int>
bool enter_by_program(const Task<D>& task, Entry<D>& entry) {
  const ExactColumns<D, Int> columns(task.pair, task.velocity, task.scale);
  RayProgram<D, ExactColumns<D, Int>> program(columns);
  if (program.solve(task.proposal) != RayOutcome::meets) return false;
  entry.time = to_big(program.time());
  entry.unit = to_big(program.determinant());
  to_unit_doubles(std::span<const Int>(program.direction().data(), D), entry.direction.data());
  entry.pairs.clear();
  program.visit_pairs([&](IndexPair at, const Int& level) {
    entry.weights[entry.pairs.size()] = to_big(level);
    entry.pairs.push_back(at);
  });
  return true;
}

template <int D>
bool enter_by_portal(const Task<D>& task, Entry<D>& entry) {
  return at_width(portal_bits(task.scale.bits, D),
                  [&]<class Int>(const Int&) { return enter_by_portal<D, Int>(task, entry); });
}
template <int D>
bool enter_by_program(const Task<D>& task, Entry<D>& entry) {
  return at_width(lp::simplex_bits(task.scale.bits, D),
                  [&]<class Int>(const Int&) { return enter_by_program<D, Int>(task, entry); });
}

}  // namespace

template <int D>
bool meets_at_start(const Pair<D>& pair, Cast<D>& answer, Vector<D>& direction,
                    bool& has_direction) {
  const Decided<D> decision = decide(pair, Plan<D>(kPlain));
  answer.start = decision.verdict;
  answer.steps = 1;
  if (decision.verdict == Verdict::separated) {
    direction = decision.direction;
    has_direction = decision.has_direction;
    return false;
  }
  answer.verdict = CastVerdict::hit;
  answer.time = {0, 0};
  return true;
}

template <int D>
bool meets_at_start(const Posed<D>& a, const Posed<D>& b, Cast<D>& answer) {
  answer.start = intersects(a, b).verdict;
  answer.steps = 1;
  if (answer.start == Verdict::separated) return false;
  if (answer.start == Verdict::undecided) return true;  // a radius is no length: unresolved
  answer.verdict = CastVerdict::hit;
  answer.time = {0, 0};
  return true;
}

template <int D>
void set_touching_place(const Posed<D>& a, const Posed<D>& b, Cast<D>& answer) {
  if (answer.start != Verdict::touching) return;
  answer.witness = distance(a, b).witness;
}

template <int D>
Cast<D> cast_linear(const Pair<D>& pair, const Vector<D>& translation_a,
                    const Vector<D>& translation_b) {
  Cast<D> answer;
  Pairs<D> proposal;
  if constexpr (D == 3) {
    if (cast_boxes_quickly(pair, translation_a, translation_b, answer)) return answer;
    if (cast_linear_quickly(pair, translation_a, translation_b, answer, proposal)) return answer;
  }
  if constexpr (D == 2) {
    if (cast_polygons(pair, translation_a, translation_b, answer)) return answer;
  }
  Vector<D> direction{};
  bool has_direction = false;
  if (meets_at_start(pair, answer, direction, has_direction)) return answer;
  if (any_empty(pair)) return free_cast<D>(answer);

  const FilteredPair<D> filtered(pair);
  Vector<D> velocity;
  for (std::size_t l = 0; l < D; ++l) velocity[l] = translation_b[l] - translation_a[l];
  if (has_direction && proves_free(filtered, velocity, direction)) return free_cast<D>(answer);
  if (proposal.empty()) {
    const Sighting<D> sighting = look_ahead(filtered, velocity);
    if (sighting.proven_free) return free_cast<D>(answer);
    proposal = sighting.pairs;
  }

  const ExactVelocity<D> exact{translation_a, translation_b};
  const Task<D> task{pair, exact, scale_with_velocity(pair, exact), proposal};
  Entry<D> entry;
  if (!enter_by_portal(task, entry) && !enter_by_program(task, entry)) return free_cast<D>(answer);
  if (entry.time > entry.unit) return free_cast<D>(answer);
  set_hit(pair, translation_a, entry, answer);
  return answer;
}

#define SUNDER_INSTANTIATE(D)                                                      \
  template bool meets_at_start<D>(const Pair<D>&, Cast<D>&, Vector<D>&, bool&);    \
  template bool meets_at_start<D>(const Posed<D>&, const Posed<D>&, Cast<D>&);     \
  template void set_touching_place<D>(const Posed<D>&, const Posed<D>&, Cast<D>&); \
  template Cast<D> cast_linear<D>(const Pair<D>&, const Vector<D>&, const Vector<D>&);
SUNDER_INSTANTIATE(2)
SUNDER_INSTANTIATE(3)
#undef SUNDER_INSTANTIATE

}  // namespace sunder::detail
