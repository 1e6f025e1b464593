// SPDX-License-Identifier: Apache-2.0
//
// Idea: In 3-D edges give outlines, and sides of outlines give directions. Faces are visited in
// descending friction.
// Source: The edge-projection paper (edge_projection.hpp).
// Bound: Lemma 1 proves a direction, Lemma 2 a simplex; balls prove the rest.
// Cost: For each edge direction two outlines and the product of their sizes.
// Gives up: On bodies without faces, on contact, and after the faces that the caller allows.
#include <optional>

#include "algorithms/edge_projection/edge_order.hpp"
#include "algorithms/edge_projection/overlap.hpp"
#include "algorithms/edge_projection/sides.hpp"
#include "algorithms/edge_projection/translated_outlines.hpp"

namespace sunder::detail::edge_projection {
namespace {

/// Returns the corners of an outline in the body's world position.
std::vector<double> world_corners(const Outline& outline, const Projection& projection,
                                  const Body<3>& body, double scale) {
  const Vector2 moved =
      projection({body.pose->offset(0), body.pose->offset(1), body.pose->offset(2)});
  std::vector<double> corners;
  for (const Vector2& corner : outline.corners) {
    corners.push_back(corner[0] / scale + moved[0]);
    corners.push_back(corner[1] / scale + moved[1]);
  }
  return corners;
}

class SpaceSearch {
 public:
  SpaceSearch(const FilteredPair<3>& filtered, Prober<3>& prober, const Vector3& line,
              const Vector3& shift, OutlineSource& source)
      : filtered_(filtered), prober_(prober), line_(line), shift_(shift), source_(source) {}

  /// Tests whether a side of the outlines along e gives a direction that separates.
  bool separates_along(const EdgeName& name, const Vector3& e) {
    const Outlines& outlines = source_.along(name, e);
    const std::size_t step = record_projection(outlines, e);
    const Vector2 shift = outlines.projection(shift_);
    list_sides(outlines, outlines.projection(line_), sides_);
    double best = -std::numeric_limits<double>::infinity();
    Vector3 best_direction{};
    bool separated = false;
    for (const Side& side : sides_) {
      const double gap = gap_along(outlines, shift, side.normal);
      const Vector3 u = outlines.projection.lift(side.normal);
      const double height = gap / length<3>(u);
      if (height > best) {
        best = height;
        best_direction = u;
      }
      separated = gap > 0 && prober_.separates(u);
      if (separated) break;
    }
    // Gaps above 0 have been tested in the loop.
    if (best <= 0 && best > prober_.height() * source_.rotated().scale) {
      separated = prober_.separates(best_direction);
    }
    if (prober_.trace() != nullptr && !sides_.empty()) {
      (*prober_.trace())[step].value = best / source_.rotated().scale;
    }
    return separated;
  }

 private:
  /// Returns the index of the step in the trace; its value, the largest gap of the outlines, is set
  /// later.
  std::size_t record_projection(const Outlines& outlines, const Vector3& e) {
    Trace* const trace = prober_.trace();
    if (trace == nullptr) return 0;
    const Pair<3>& pair = filtered_.pair();
    const double scale = source_.rotated().scale;
    append_step<3>(*trace, Algorithm::edge_projection, TraceEvent::projection, pair, {}, &e, 0);
    trace->back().outline_a = world_corners(outlines.a, outlines.projection, pair.a, scale);
    trace->back().outline_b = world_corners(outlines.b, outlines.projection, pair.b, scale);
    return trace->size() - 1;
  }

  const FilteredPair<3>& filtered_;
  Prober<3>& prober_;
  Vector3 line_;
  Vector3 shift_;
  OutlineSource& source_;
  std::vector<Side> sides_;
};

}  // namespace

Proposed<3> search_edges(const FilteredPair<3>& filtered, const Request<3>& search,
                         std::int32_t faces, OutlineSource* kept) {
  Prober<3> prober(filtered, search.trace);
  Vector3 line{};
  const Verdict checked = check_first(filtered, search, prober, line);
  if (checked == Verdict::separated) return prober.separated();
  if (checked == Verdict::overlapping) return overlap_by_balls<3>();
  if (!can_project(filtered)) return prober.undecided();
  std::optional<OutlineSource> own;
  OutlineSource& source = kept != nullptr ? *kept : own.emplace(filtered.pair(), false);
  Vector3 shift{};
  if (!source.rotated().shift_of(filtered, shift)) return prober.undecided();

  SpaceSearch space(filtered, prober, line, shift, source);
  EdgeOrder order(filtered.pair(), line);
  const auto separates = [&](const EdgeName& name, const Vector3& e) {
    return space.separates_along(name, e);
  };
  const auto all = static_cast<std::size_t>(faces);
  const std::size_t first = std::min(all, std::size_t{kFirstFaces});
  if (order.visit_faces(0, first, separates)) return prober.separated();
  // The bodies are as close to touching as doubles can resolve: other edges would hardly decide.
  if (prober.too_close()) return prober.undecided();
  const Proposed<3> overlap = propose_overlap(filtered, line, prober);
  if (overlap.stage != Stage::none) return overlap;
  if (order.visit_faces(first, all, separates)) return prober.separated();
  if (faces == kAllFaces && order.visit_all(separates)) return prober.separated();
  return prober.undecided();
}

Proposed<3> propose_among(const FilteredPair<3>& filtered, const Request<3>& search,
                          std::int32_t faces) {
  return search_edges(filtered, search, faces, nullptr);
}

}  // namespace sunder::detail::edge_projection
