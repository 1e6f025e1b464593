// SPDX-License-Identifier: Apache-2.0
//
// Idea: Keep a feature (vertex, edge, face) of each body. If the closest points of the two lie in
// each other's Voronoi regions, they are those of the bodies. Otherwise a plane of a region shows
// which neighbouring feature is closer. An edge is clipped to a region; the change of the distance
// at the ends of the remaining part shows the direction to move. A vertex that cannot move from
// behind a face moves to the face that it is farthest above. If there is none, or if an edge
// pierces a face, the bodies overlap.
// Source: Mirtich, V-Clip: fast and robust polyhedral collision detection (1998). Sunder adds what
// follows a piercing: a walk over support points to four vertices of C around 0.
// Bound: Everything but the proofs is rounded. Lemma 1 proves a direction, Lemma 2 a simplex.
// Voronoi regions are those of the posed bodies, even if their matrices shear.
// Cost: One plane test for each neighbour of the features of a step; few steps from the support
// points along the line of centres. One scan of all vertices for the first direction and one for
// the proof.
// Gives up: On contact, and if a body has no topology: then with its first direction.
#include <algorithm>
#include <cmath>

#include "algorithms/vclip/enclosing_walk.hpp"
#include "algorithms/vclip/nearest.hpp"
#include "narrow/best_direction.hpp"
#include "narrow/dispatch.hpp"
#include "narrow/simplex_search.hpp"

namespace sunder::detail::vclip {
namespace {

using Simplex = simplex_walk::Simplex<3>;

/// Returns more steps than a pair needs from its support points: round bodies took up to twice the
/// root of their vertices. A longer search cycles, which only rounding can cause.
int most_steps(const Pair<3>& pair) noexcept {
  return 64 + static_cast<int>(
                  8 * std::sqrt(static_cast<double>(pair.a.hull->count) + pair.b.hull->count));
}

/// One pair's search: the directions tried, and their proofs.
class ClipSearch {
 public:
  ClipSearch(const FilteredPair<3>& filtered, Trace* trace) : filtered_(filtered), trace_(trace) {}

  bool separated() const noexcept { return best_.separates; }
  const BestDirection<3>& best() const noexcept { return best_; }

  /// Computes one gap. Returns false if u is no direction.
  bool measure_gap(const Vector3& u) {
    DirectionalGap gap;
    return best_.measure_any(filtered_, u, trace_, Algorithm::vclip, gap);
  }

  /// Runs V-Clip from the best direction's vertices to the closest features, and computes their
  /// direction. `found` stays empty if the bodies overlap, as far as V-Clip can decide, or if they
  /// have no topology or no suitable size.
  void clip(Simplex& found) {
    const Pair<3>& pair = filtered_.pair();
    double reach = 0;
    for (const double entry : filtered_.reach()) reach = std::max(reach, entry);
    if (!pair.a.hull->topology || !pair.b.hull->topology) return;
    if (!(reach > 0x1p-900 && reach < 0x1p900)) return;
    const double scale = unit_scale(reach);
    Vector3 shift = filtered_.offset();
    for (double& entry : shift) entry *= scale;
    const std::array<PosedFaces, 2> bodies = {PosedFaces(pair.a, {}, scale),
                                              PosedFaces(pair.b, shift, scale)};
    Features features = {Feature{Kind::vertex, best_.gap.vertices.a},
                         Feature{Kind::vertex, best_.gap.vertices.b}};
    Outcome outcome = Outcome::moved;
    for (int i = most_steps(pair); i > 0 && outcome == Outcome::moved; --i) {
      note(bodies, features);
      outcome = step(bodies, features);
    }
    if (outcome != Outcome::done) return;
    found = nearest(filtered_, bodies, features);
    Vector3 u = found.closest();
    for (double& entry : u) entry = -entry;
    simplex_walk::square_up(pair, found, u);
    measure_gap(u);
  }

 private:
  void note(const std::array<PosedFaces, 2>& bodies, const Features& features) {
    if (trace_ == nullptr) return;
    const PairList<3> pairs = named(bodies, features);
    record<3>(trace_, Algorithm::vclip, TraceEvent::simplex, filtered_.pair(),
              {pairs.begin(), pairs.end()}, nullptr, 0);
  }

  const FilteredPair<3>& filtered_;
  Trace* trace_;
  BestDirection<3> best_;
};

Vector3 first_direction(const FilteredPair<3>& filtered, const Request<3>& search) {
  return search.direction != nullptr ? *search.direction : line_of_centres(filtered);
}

/// Returns the result so far, as a proposal.
Proposed<3> proposal(const ClipSearch& search, const Simplex& found) {
  const bool separated = search.separated();
  Proposed<3> proposed = search.best().propose(separated ? Verdict::separated : Verdict::undecided);
  if (separated) return proposed;
  for (std::size_t i = 0; i < found.size; ++i) proposed.pairs.push_back(found.pairs[i]);
  if (found.size == 0 && search.best().found) proposed.pairs.push_back(search.best().gap.vertices);
  return proposed;
}

/// It is called after V-Clip, if no direction separates. Unless it is too close to decide, searches
/// for four points of C around 0. If rounding misled V-Clip, that walk finds the separation.
Proposed<3> propose_overlap(const FilteredPair<3>& filtered, const ClipSearch& search,
                            const Simplex& found, Trace* trace) {
  const Pair<3>& pair = filtered.pair();
  if (!pair.a.hull->topology || !pair.b.hull->topology) return proposal(search, found);
  if (search.best().found && !search.best().meets_clearly()) {
    return proposal(search, found);
  }
  Request<3> onward;
  onward.trace = trace;
  if (search.best().found) onward.direction = &search.best().direction;
  Proposed<3> walked = simplex_walk::propose<EnclosingWalker, 3>(filtered, onward);
  if (walked.verdict != Verdict::undecided) return walked;
  if (walked.has_direction || !search.best().found) return walked;
  return proposal(search, found);
}

/// Returns a proposal whose distance, if any, the exact stage computes.
Measured<3> unmeasured(const Proposed<3>& proposed, const ClipSearch& search) {
  Measured<3> measured;
  measured.verdict = proposed.verdict;
  measured.stage = proposed.stage;
  measured.direction = proposed.direction;
  measured.has_direction = proposed.has_direction;
  measured.pairs = proposed.pairs;
  if (measured.pairs.empty()) measured.pairs.push_back(search.best().gap.vertices);
  for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
    measured.weights.push_back(1.0 / static_cast<double>(measured.pairs.size()));
  }
  return measured;
}

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  ClipSearch clips(filtered, search.trace);
  Simplex found;
  clips.measure_gap(first_direction(filtered, search));
  if (!clips.separated()) clips.clip(found);
  if (clips.separated()) return proposal(clips, found);
  return propose_overlap(filtered, clips, found, search.trace);
}

template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  ClipSearch clips(filtered, search.trace);
  Simplex found;
  clips.measure_gap(first_direction(filtered, search));
  clips.clip(found);
  if (!clips.separated()) {
    return unmeasured(propose_overlap(filtered, clips, found, search.trace), clips);
  }
  if (found.size == 0) return unmeasured(proposal(clips, found), clips);
  Measured<3> measured;
  measured.verdict = Verdict::separated;
  measured.stage = Stage::filter;
  measured.direction = clips.best().direction;
  measured.has_direction = true;
  for (std::size_t i = 0; i < found.size; ++i) {
    measured.pairs.push_back(found.pairs[i]);
    measured.weights.push_back(found.weights[i]);
  }
  return measured;
}

template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);

template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::vclip
