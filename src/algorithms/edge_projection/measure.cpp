// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every gap is a lower bound of the distance, and one of these is the distance itself:
//
//   vertex to face, edge to edge   a side of the outlines along an edge (of the face, or either)
//
//   vertex to edge                 the nearest corners of the outlines along that edge
//
//   vertex to vertex               the nearest vertices
//
// All are along edges of faces that face the other body. The search ends early if the closest
// points of the best direction are no farther apart than its gap.
// Source: The edge-projection paper (edge_projection.hpp), extended to distances.
// Bound: None here: query/ proves the interval from the direction and the weights.
// Cost: An outline for each edge direction, a gap for each facing side, and a pass over all pairs
// of vertices.
// Gives up: Where the bodies have no topology or no size; then it returns the proposal's direction.
#include "algorithms/edge_projection/closest.hpp"
#include "algorithms/edge_projection/edge_order.hpp"
#include "algorithms/edge_projection/sides.hpp"
#include "algorithms/edge_projection/translated_outlines.hpp"

namespace sunder::detail::edge_projection {
namespace {

/// A gap this close to its upper bound, relative to it, is the distance: a few roundings.
inline constexpr double kCloseEnough = 0x1p-49;

template <int D>
class DistanceSearch {
 public:
  DistanceSearch(const FilteredPair<D>& filtered, Trace* trace, const Vector<D>& direction)
      : filtered_(filtered), prober_(filtered, trace), scale_(pair_scale(filtered)) {
    prober_.separates(direction);
    find_points();
  }

  /// Returns the best gap so far, in units of length.
  double lower() const noexcept { return prober_.height(); }
  bool done() const noexcept { return upper_ - lower() <= kCloseEnough * upper_; }

  /// Adds a candidate; returns true if the search is over.
  bool add(const Vector<D>& u) {
    prober_.separates(u);
    return done();
  }
  /// Adds the direction between two vertices as a candidate.
  bool add(IndexPair pair) {
    Vector<D> c{};
    filtered_.difference(pair, c.data());
    return add(negated<D>(c));
  }

  /// Recomputes the closest points if the best gap has grown.
  bool find_points() {
    if (!(lower() > found_for_) || scale_ == 0) return done();
    found_for_ = lower();
    const Corners<D> corners = closest_points(filtered_, prober_.direction(), scale_);
    const Vector<D> v = corners.closest();
    const double distance = length<D>(v) / scale_;
    if (!(distance < upper_)) return done();
    upper_ = distance;
    corners_ = corners;
    return add(negated<D>(v));
  }

  Measured<D> finish() const {
    Measured<D> measured;
    measured.verdict = Verdict::separated;
    measured.stage = Stage::filter;
    measured.direction = prober_.direction();
    measured.has_direction = true;
    for (std::size_t i = 0; i < corners_.size; ++i) {
      measured.pairs.push_back(corners_.pairs[i]);
      measured.weights.push_back(corners_.weights[i]);
    }
    return measured;
  }

 private:
  const FilteredPair<D>& filtered_;
  Prober<D> prober_;
  double scale_;
  double found_for_ = -std::numeric_limits<double>::infinity();
  double upper_ = std::numeric_limits<double>::infinity();
  Corners<D> corners_;
};

template <int D>
IndexPair nearest_vertices(const RotatedVertices<D>& rotated, const Vector<D>& shift) noexcept {
  IndexPair nearest{};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rotated.a.size(); ++i) {
    Vector<D> from = rotated.a[i];
    for (std::size_t l = 0; l < D; ++l) from[l] -= shift[l];
    for (std::size_t j = 0; j < rotated.b.size(); ++j) {
      double squared = 0;
      for (std::size_t l = 0; l < D; ++l) {
        squared += (rotated.b[j][l] - from[l]) * (rotated.b[j][l] - from[l]);
      }
      if (squared < least) {
        least = squared;
        nearest = {static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)};
      }
    }
  }
  return nearest;
}

/// Returns a proposal that is no separation, in the form of a measurement.
template <int D>
Measured<D> without_distance(const FilteredPair<D>& filtered, const Proposed<D>& proposed) {
  Measured<D> measured;
  measured.verdict = proposed.verdict;
  measured.stage = proposed.stage;
  measured.direction = proposed.direction;
  measured.has_direction = proposed.has_direction;
  measured.pairs = proposed.pairs;
  const double scale = pair_scale(filtered);
  Corners<D> corners;
  for (const IndexPair& pair : proposed.pairs) {
    Vector<D> c{};
    filtered.difference(pair, c.data());
    for (double& entry : c) entry *= scale;
    corners.add(pair, c);
  }
  const std::size_t size = proposed.pairs.size();
  if (size == 0) return measured;
  Corners<D> face;
  const bool weighted = face_of(corners, (std::size_t{1} << size) - 1, face);
  for (std::size_t i = 0; i < size; ++i) {
    measured.weights.push_back(weighted ? face.weights[i] : 1 / static_cast<double>(size));
  }
  return measured;
}

/// Measures the sides of outlines that may give the distance, and the nearest corners.
bool measure_along(const Outlines& outlines, const Vector3& e, const RotatedVertices<3>& rotated,
                   const Vector3& shift, const Vector3& line, DistanceSearch<3>& distance,
                   std::vector<Side>& sides) {
  list_sides(outlines, outlines.projection(line), sides);
  const Vector2 flat_shift = outlines.projection(shift);
  for (const Side& side : sides) {
    if (!(side.friction > 0)) break;
    const Vector3 u = outlines.projection.lift(side.normal);
    const double height = gap_along(outlines, flat_shift, side.normal) / length<3>(u);
    if (height > distance.lower() * rotated.scale && distance.add(u)) return true;
  }
  const IndexPair nearest = nearest_corners(outlines, e, rotated, shift);
  Vector3 between{};
  for (std::size_t l = 0; l < 3; ++l) {
    between[l] = rotated.b[static_cast<std::size_t>(nearest.b)][l] -
                 rotated.a[static_cast<std::size_t>(nearest.a)][l] + shift[l];
  }
  const double along = dot<3>(between, e) / dot<3>(e, e);
  for (std::size_t l = 0; l < 3; ++l) between[l] -= along * e[l];
  const double height = gap_along(outlines, flat_shift,
                                  {between[outlines.projection.i], between[outlines.projection.j]});
  if (height > distance.lower() * rotated.scale * length<3>(between)) distance.add(between);
  return distance.find_points();
}

void search_sides(const FilteredPair<2>& filtered, const Request<2>& search,
                  DistanceSearch<2>& distance) {
  const RotatedVertices<2> rotated(filtered.pair());
  Vector2 shift{};
  if (!can_project(filtered) || !rotated.shift_of(filtered, shift)) return;
  if (distance.done() || distance.add(nearest_vertices<2>(rotated, shift))) return;
  if (distance.find_points()) return;
  const Vector2 line = line_of_centres(filtered);
  for (const bool of_b : {false, true}) {
    const Body<2>& body = of_b ? filtered.pair().b : filtered.pair().a;
    std::vector<Facing> facing = facing_faces(body, of_b ? negated<2>(line) : line);
    const auto most = static_cast<std::size_t>(faces_of(search.max_faces));
    if (facing.size() > most) facing.resize(most);
    for (const Facing& face : facing) {
      const Vector2 normal = outward_normal(body, face.face);
      if (distance.add(of_b ? negated<2>(normal) : normal)) return;
      if (distance.find_points()) return;
    }
  }
}

void search_sides(const FilteredPair<3>& filtered, const Request<3>& search,
                  DistanceSearch<3>& distance) {
  OutlineSource source(filtered.pair(), false);
  const RotatedVertices<3>& rotated = source.rotated();
  Vector3 shift{};
  if (!can_project(filtered) || !rotated.shift_of(filtered, shift)) return;
  if (distance.done() || distance.add(nearest_vertices<3>(rotated, shift))) return;
  if (distance.find_points()) return;
  Vector3 line = line_of_centres(filtered);
  if (!normalise(line.data(), 3)) return;
  std::vector<Side> sides;
  EdgeOrder order(filtered.pair(), line);
  const auto most = static_cast<std::size_t>(faces_of(search.max_faces));
  order.visit_faces(0, most, [&](const EdgeName& name, const Vector3& e) {
    return measure_along(source.along(name, e), e, rotated, shift, line, distance, sides);
  });
}

}  // namespace

/// Tries at most as many facing faces of each body as search.max_faces allows.
template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  return propose_among(filtered, search, faces_of(search.max_faces));
}

/// The distance is the largest gap over sides of outlines, and over the nearest corners of two
/// outlines or of the bodies. Its weights are found among the vertices that attain it. With few
/// faces the gap may be smaller than the distance, never larger.
template <int D>
Measured<D> measure(const FilteredPair<D>& filtered, const Request<D>& search) {
  const Proposed<D> proposed = propose(filtered, search);
  if (proposed.verdict != Verdict::separated) return without_distance(filtered, proposed);
  DistanceSearch<D> distance(filtered, search.trace, proposed.direction);
  search_sides(filtered, search, distance);
  return distance.finish();
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);
template Measured<2> measure<2>(const FilteredPair<2>&, const Request<2>&);
template Measured<3> measure<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::edge_projection
