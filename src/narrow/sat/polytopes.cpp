// SPDX-License-Identifier: Apache-2.0
//
// Idea: If C has an interior, each of its facets is a face of a, a face of b, or spanned by an edge
// of each. That holds for any matrices. If C is flat and not on a line, there are two cases for its
// normal. It is that of a posed face, or the cross product of two edges whose faces have all
// collapsed. Such a pair is never left out. C has no width along it, so no overlap with a margin is
// possible. If C is on a line, no axis is provably nonzero. Hence a list with a proven overlap
// along every axis proves an overlap. Flat bodies are polytopes too: a polygon has two opposite
// faces, a segment an edge, a point neither. The list is complete for them as well. But if C itself
// is flat, bodies in its plane may be separated only along that plane. Axes within the plane are
// then tested; they prove separations and nothing else.
// Source: Gregorius, The Separating Axis Test between Convex Polyhedra (2013), for the pairs of
// edges.
// Bound: Each axis has a bound on its error (posed_hull.hpp); gauss_map.hpp proves that the pairs
// left out span no facet.
// Cost: Four support queries for each face and each remaining pair of edges; 6 to 12 products for
// each pair left out.
// Gives up: On solids without faces, on polytopes that touch or nearly touch, and on overlaps of
// polytopes that a matrix flattens.
#include <limits>

#include "filter/balls.hpp"
#include "geometry/outline.hpp"
#include "geometry/vectors.hpp"
#include "narrow/sat/axis_search.hpp"
#include "narrow/sat/gauss_map.hpp"
#include "narrow/sat/minimal_translation.hpp"
#include "narrow/sat/posed_hull.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

Axis<3> face_axis(const PosedVector& normal) noexcept {
  Axis<3> axis;
  axis.direction = normal.entry;
  axis.error.fill(normal.error);
  for (const double entry : normal.entry) {
    axis.usable = axis.usable || std::fabs(entry) > normal.error;
  }
  return axis;
}

Axis<3> edge_pair_axis(const PosedEdge& e, const PosedEdge& f) noexcept {
  return cross_axis(e.along.entry, f.along.entry, std::max(e.along.error, f.along.error));
}

/// Returns an axis that may separate. It is not in the list, so it proves nothing else.
Axis<3> guessed_axis(const Vector3& direction) noexcept {
  Axis<3> axis;
  axis.direction = direction;
  normalise(axis.direction.data(), 3);
  return axis;
}

bool is_flat(const Body<3>& body) noexcept { return body.hull->report->affine_dimension < 3; }

class PolytopeSearch {
 public:
  PolytopeSearch(const FilteredPair<3>& filtered, const ShownTopology& a, const ShownTopology& b,
                 Trace* trace)
      : filtered_(filtered),
        a_(filtered.pair().a, *a),
        b_(filtered.pair().b, *b),
        flat_(is_flat(filtered.pair().a) && is_flat(filtered.pair().b)),
        axes_(filtered, trace) {}

  Proposed<3> run() {
    if (faces_separate(a_) || faces_separate(b_)) return axes_.finish(true);
    // Outside the filter's range pairs of edges prove nothing either.
    if (!(axes_.unit_error() < std::numeric_limits<double>::infinity())) return axes_.finish(false);
    return axes_.finish(edges_separate() || (flat_ && flat_axes_separate()));
  }

 private:
  bool faces_separate(PosedHull& hull) {
    for (std::size_t face = 0; face < hull.face_count(); ++face) {
      const Axis<3> axis = face_axis(hull.pose_face(face));
      if (axes_.add(measure(filtered_, axis)) == AxisResult::separated) return true;
    }
    return false;
  }

  bool edges_separate() {
    a_.pose_edges();
    b_.pose_edges();
    for (PosedEdge& e : a_.edges()) {
      for (PosedEdge& f : b_.edges()) {
        if (proven_to_span_no_facet(a_, e, b_, f)) continue;
        if (pair_separates(e, f)) return true;
      }
    }
    return false;
  }

  /// Two flat bodies may be separated within the plane, or along the line, that holds both.
  bool flat_axes_separate() {
    const Vector3 line = line_of_centres(filtered_);
    if (separates(line)) return true;
    return within_flat_separates(a_, b_, line) || within_flat_separates(b_, a_, line);
  }

  /// Tests axes along an edge of `hull` and perpendicular to it. The latter lie in the plane of its
  /// own face, of an edge of the other body, or of the line of centres.
  bool within_flat_separates(PosedHull& hull, PosedHull& other, const Vector3& line) {
    for (const PosedEdge& e : hull.edges()) {
      const Vector3& along = e.along.entry;
      if (hull.has_faces() && separates(cross(hull.normal(0).entry, along))) return true;
      if (separates(along) || separates(cross(along, cross(along, line)))) return true;
      if (hull.has_faces()) continue;
      for (const PosedEdge& f : other.edges()) {
        if (separates(cross(along, cross(along, f.along.entry)))) return true;
      }
    }
    return false;
  }

  bool separates(const Vector3& direction) {
    return axes_.separates(measure(filtered_, guessed_axis(direction)));
  }

  bool pair_separates(PosedEdge& e, PosedEdge& f) {
    const auto axis = measure(filtered_, edge_pair_axis(e, f));
    if (axes_.classify(axis) == AxisResult::undecided && excluded_by_arcs(e, f)) return false;
    return axes_.add(axis) == AxisResult::separated;
  }

  /// An axis that is too short to measure is irrelevant if an overlap is proven along all axes of
  /// one of its edges.
  bool excluded_by_arcs(PosedEdge& e, PosedEdge& f) {
    return axes_.overlaps_on_all() &&
           (meets_on_arc(filtered_, Side::a, a_, e) || meets_on_arc(filtered_, Side::b, b_, f));
  }

  const FilteredPair<3>& filtered_;
  PosedHull a_;
  PosedHull b_;
  bool flat_;
  AxisSearch<3> axes_;
};

}  // namespace

Proposed<3> propose_polytopes(const FilteredPair<3>& filtered, const Request<3>& search) {
  const ShownTopology a(*filtered.pair().a.hull);
  const ShownTopology b(*filtered.pair().b.hull);
  return a && b ? PolytopeSearch(filtered, a, b, search.trace).run() : Proposed<3>{};
}

MinimalTranslation<3> minimal_translation(const FilteredPair<3>& filtered) {
  const Pair<3>& pair = filtered.pair();
  if (both_boxes(pair)) return minimal_translation_of_boxes(filtered);
  const ShownTopology listed_a(*pair.a.hull);
  const ShownTopology listed_b(*pair.b.hull);
  if (!listed_a || !listed_b) return {};
  PosedHull a(pair.a, *listed_a);
  PosedHull b(pair.b, *listed_b);
  LeastTranslation<3> least(filtered);
  for (PosedHull* hull : {&a, &b}) {
    for (std::size_t face = 0; face < hull->face_count(); ++face) {
      least.add(measure(filtered, face_axis(hull->pose_face(face))));
    }
    hull->pose_edges();
  }
  for (PosedEdge& e : a.edges()) {
    for (PosedEdge& f : b.edges()) {
      if (!proven_to_span_no_facet(a, e, b, f)) least.add(measure(filtered, edge_pair_axis(e, f)));
    }
  }
  return least.finish();
}

}  // namespace sunder::detail::sat
