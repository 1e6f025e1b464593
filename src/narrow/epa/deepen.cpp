// SPDX-License-Identifier: Apache-2.0
//
// Idea: The polytope expands in SIMD lanes, over one set of support queries. It starts from the ten
// support points of rings.hpp, or from the simplex at the end of GJK's walk.
// Source: van den Bergen (2001), as in epa.hpp.
// Bound: Lemma 1 bounds the depth from above along the nearest face's normal. The nearest face's
// least height over 0 bounds it from below, once Lemma 5 (around.hpp) proves that the surface
// surrounds 0.
// Cost: Ten to forty support queries, each followed by one pass over the faces. No allocation.
// Gives up: Where 0 is close to a face, where two support points of the rings coincide, and where
// the surface's buffer is full. epa.cpp continues then.
#include "narrow/epa/deepen.hpp"

#include "exact/expansion.hpp"
#include "filter/balls.hpp"
#include "narrow/default_width.hpp"
#include "narrow/epa/bounds.hpp"
#include "narrow/epa/foot.hpp"
#include "narrow/epa/slack.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow/epa/deepen.cpp"
#include <hwy/foreach_target.h>
// HWY_TARGET_INCLUDE includes this file once for each instruction set.
#include <hwy/highway.h>

#include "narrow/epa/fine_faces-inl.hpp"
#include "narrow/epa/ring_supports-inl.hpp"
#include "narrow/epa/surface-inl.hpp"
#include "narrow/scanned_supports-inl.hpp"
#include "narrow/simplex_walk-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sunder::detail::epa::HWY_NAMESPACE {

using sunder::detail::HWY_NAMESPACE::FinePair;

/// A depth makes ten to forty support queries.
constexpr std::int32_t kTurnedVertices = 64;

/// Below the relative part of the default width.
constexpr double kDefaultWidth = 0x1p-40;

/// The number of faces that are measured in twofold arithmetic at most.
constexpr std::size_t kMostNear = 64;

/// The least cosine of the angle between normals of triangles of one facet.
constexpr double kAlike = 1 - 0x1p-30;

/// The pairs of a basis, as many as a hint holds.
constexpr std::size_t kMostBasis = 8;

/// Bodies of fewer vertices have too few support points for the rings.
constexpr std::int32_t kRingVertices = 16;

/// Scales of faces whose normals neither overflow nor underflow unscaled.
constexpr double kLeastFineScale = 0x1p-100;
constexpr double kMostFineScale = 0x1p100;

using Supports = sunder::detail::HWY_NAMESPACE::ScannedSupports<3, Algorithm::epa, kTurnedVertices>;

class Deepening {
 public:
  HWY_INLINE Deepening(const FilteredPair<3>& filtered, const Request<3>& search)
      : filtered_(filtered),
        search_(search),
        width_(search.width > 0 ? search.width : kDefaultWidth),
        slack_(filtered),
        supports_(filtered),
        surface_(slack_.flat) {}

  HWY_INLINE Depth<3> run() {
    Depth<3> depth;
    if (!slack_.usable) return depth;
    const bool found = (start_from_basis() && grow()) ||
                       (!separated_ && start_from_rings() && grow()) ||
                       (!separated_ && start_from_simplex() && grow());
    if (found) write_answer(depth);
    if (separated_) depth.verdict = Verdict::separated;
    depth.basis_holds = basis_holds_;
    return depth;
  }

 private:
  /// The surface need not surround 0 yet, and the edges of its faces need not all be convex.
  /// Returns false if another start is better, or if a face has no normal because two support
  /// points coincide.
  HWY_INLINE bool start_from_rings() {
    const Pair<3>& pair = filtered_.pair();
    const std::int32_t fewest = std::min(pair.a.hull->count, pair.b.hull->count);
    if (fewest < kRingVertices) return false;
    enclosed_ = false;
    Vector3 axis = line_of_centres(filtered_);
    if (are_apart_along(axis)) return false;
    if (fewest >= kRoundVertices) {
      axis = rounded_direction(pair, axis);
      if (are_apart_along(axis)) return false;
    }
    const Rings rings(axis);
    std::array<IndexPair, Rings::kCorners> pairs;
    if (supports_.turned()) {
      const RingVertices a =
          ring_vertices<kTurnedVertices>(supports_.turned_a(), pair.a.hull->count, rings, 1);
      const RingVertices b =
          ring_vertices<kTurnedVertices>(supports_.turned_b(), pair.b.hull->count, rings, -1);
      for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {a[i], b[i]};
    } else {
      for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = supports_.guess(rings.direction(i));
    }
    std::array<Vector3, Rings::kCorners> points;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      points[i] = scaled(supports_.difference(pairs[i]));
    surface_.begin(points, pairs);
    if (!surface_.add(Rings::sides())) return false;
    // If the front is no tip, the square's edges would be concave.
    if (!surface_.is_seen_by_first(points[Rings::kFront])) return surface_.add(Rings::tip());
    const Vector3 normal = cross(minus<3>(points[2], points[1]), minus<3>(points[3], points[1]));
    const bool beyond = dot<3>(normal, minus<3>(points[4], points[1])) > 0;
    return surface_.add(Rings::halves(beyond));
  }

  /// Returns true if the bodies are apart along u, or seem to be; then a walk decides soonest.
  /// Scales u by a power of two.
  HWY_INLINE bool are_apart_along(Vector3& u) {
    if (!normalise(u.data(), 3)) return false;
    const double gap = supports_.gap_value(u);
    separated_ = gap > filtered_.gap_error(u.data());
    return gap > 0;
  }

  /// Starts with the hull of the basis' points. The first of them may be proven to surround 0; else
  /// the surface need not. Returns false if the first four are flat.
  HWY_INLINE bool start_from_basis() {
    const std::size_t count = std::min<std::size_t>(search_.basis.size(), kMostBasis);
    if (count < pairs_.size()) return false;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      pairs_[i] = search_.basis[i];
      points_[i] = scaled(supports_.difference(pairs_[i]));
    }
    basis_holds_ = enclosed_ = proves_interior<3>(points_, slack_.errors);
    if (!surface_.start(points_, pairs_)) return false;
    for (std::size_t i = pairs_.size(); i < count; ++i) {
      const IndexPair pair = search_.basis[i];
      if (!surface_.take_in(scaled(supports_.difference(pair)), pair)) return false;
    }
    return true;
  }

  HWY_NOINLINE bool start_from_simplex() {
    enclosed_ = true;
    if (!walk()) return false;
    for (Vector3& point : points_) point = scaled(point);
    return surface_.start(points_, pairs_) && surface_.surrounds_zero();
  }

  /// Walks to a simplex that is proven to hold 0.
  HWY_INLINE bool walk() {
    simplex_walk::Walk<3> walk;
    simplex_walk::HWY_NAMESPACE::quick_walk(filtered_, supports_, line_of_centres(filtered_),
                                            nullptr, walk);
    separated_ = walk.verdict == Verdict::separated;
    pairs_ = walk.simplex.pairs;
    points_ = walk.simplex.points;
    return walk.verdict == Verdict::overlapping;
  }

  /// Expands until the bounds are as close as requested, or until the nearest face is one of C up
  /// to rounding. A face that has 0 beyond it is the nearest of all.
  /// Returns false if the bodies are separated, or if 0 is so close to a face that the surface may
  /// not surround it.
  HWY_NOINLINE bool grow() {
    for (;;) {
      const Surface::Face face = surface_.face(surface_.nearest());
      const double length = std::sqrt(dot<3>(face.normal, face.normal));
      const bool inside = face.least > 8 * slack_.height * length;
      // Expanding removes the faces that a point is beyond and adds those between it and the
      // horizon. Then 0 stays surrounded unless it is in the hull of the point and a removed face.
      // But along that face's normal all of these are higher than 0 if the face is.
      if (enclosed_ && !inside) return false;
      IndexPair vertices = supports_.guess(face.normal);
      Vector3 next = scaled(supports_.difference(vertices));
      const double height = dot<3>(face.normal, next);
      if (!(height > 0)) {
        separated_ = proves_separated(face.normal);
        return false;
      }
      if (height - face.least <= width_ * height || !is_beyond(face, height, length)) {
        if (!inside) return false;
        if (measure(face, length)) return is_around();
        vertices = gap_.vertices;
        next = scaled(supports_.difference(vertices));
        if (!is_beyond(face, dot<3>(face.normal, next), length)) {
          if (!is_around()) return false;
          tighten(face, length);
          return true;
        }
      }
      if (!surface_.expand(next, vertices)) return false;
    }
  }

  HWY_INLINE bool proves_separated(const Vector3& direction) const {
    return supports_.probe(direction).value >
           filtered_.gap_error(direction.data()) + kDepthUnderflow;
  }

  /// If all determinants of faces are positive, the surface surrounds 0 (around.hpp). They are at
  /// most 24, from points whose entries are at most 1 with an error of slack_.height. That error
  /// changes them by at most 9 times slack_.height; rounding loses 84 times 2^-52.
  HWY_INLINE bool is_around() const noexcept {
    return enclosed_ || surface_.is_above(kAroundErrors * slack_.height + kAroundUnits * kUnit);
  }

  bool is_beyond(const Surface::Face& face, double height, double length) const noexcept {
    return height - face.horizon > 2 * slack_.flat * length;
  }

  /// Proves both bounds, the upper one along the face's normal. Returns whether they are as close
  /// as requested; if not, gap_ has the vertices farthest along it.
  HWY_INLINE bool measure(const Surface::Face& face, double length) {
    value_ = supports_.gap_value(face.normal);
    nearest_ = surface_.nearest();
    direction_ = face.normal;
    for (double& entry : direction_) entry /= length;
    set_bounds(face, length, 1);
    if (upper_ - lower_ <= width_ * upper_) return true;
    gap_ = supports_.probe(face.normal);
    return false;
  }

  /// `share` is that of the roundings' bounds which is needed.
  HWY_INLINE void set_bounds(const Surface::Face& face, double length, double share) {
    const double error = share * filtered_.gap_error(face.normal.data()) + kDepthUnderflow;
    upper_ = (error - value_) / length * (1 + kLaneDepthShare);
    lower_ =
        (surface_.least_distance() - share * slack_.height) / slack_.scale * (1 - kLaneDepthShare);
  }

  /// Makes an interval as narrow as the default width, if the host rounds to nearest. Its roundings
  /// are half as large then, and products have no error in twofold arithmetic.
  HWY_NOINLINE void tighten(const Surface::Face& face, double length) {
    if (!expansions_hold()) return;
    set_bounds(face, length, kNearestShare);
    if (!is_narrow()) refine();
  }

  /// Returns true if the interval is surely as narrow as the default width. That is a share of the
  /// largest coordinate in the world, and the first corners are far from each other.
  HWY_INLINE bool is_narrow() const noexcept {
    const double least = (upper_ - lower_) / kRoundedSizeWidth;
    const Pair<3>& pair = filtered_.pair();
    for (std::size_t corner = 0; corner < kMostBasis; ++corner) {
      if (corner == surface_.corner_count()) break;
      const IndexPair at = surface_.source(corner);
      if (has_coordinate(pair.b, at.b, least) || has_coordinate(pair.a, at.a, least)) return true;
    }
    return false;
  }
  HWY_INLINE static bool has_coordinate(const Body<3>& body, std::int32_t vertex,
                                        double least) noexcept {
    double most = 0;
    for (int l = 0; l < 3; ++l) {
      double sum = body.pose->offset(l);
      for (int k = 0; k < 3; ++k) sum += body.pose->linear(l, k) * body.hull->coordinate(vertex, k);
      most = std::max(most, std::fabs(sum));
    }
    return most >= least;
  }

  /// Measures the depth again in twofold arithmetic, if the sizes are ordinary. The faces whose
  /// proven distance is below the upper bound are measured from below, and C along the normal of the
  /// nearest of them from above.
  HWY_NOINLINE void refine() {
    if (!(slack_.scale > kLeastFineScale && slack_.scale < kMostFineScale)) return;
    std::uint16_t places[kMostNear];
    const double most = (upper_ * slack_.scale + slack_.height) * (1 + kLaneDepthShare);
    const std::size_t count = surface_.faces_within(most, places, kMostNear);
    const FinePair fine(filtered_);
    FineFace best{std::numeric_limits<double>::infinity(), {}};
    std::size_t nearest = 0;
    for (std::size_t first = 0; first < count; first += kFineFaces) {
      const std::size_t faces = std::min(kFineFaces, count - first);
      std::array<FaceSources, kFineFaces> sources;
      for (std::size_t i = 0; i < kFineFaces; ++i) {
        const Surface::Face face = surface_.face(places[first + std::min(i, faces - 1)]);
        for (std::size_t k = 0; k < 3; ++k) sources[i][k] = surface_.source(face.corners[k]);
      }
      const auto measured = measure_faces(fine, sources);
      for (std::size_t i = 0; i < faces; ++i) {
        if (!(measured[i].distance > 0)) return;
        if (measured[i].distance >= best.distance) continue;
        best = measured[i];
        nearest = places[first + i];
      }
    }
    if (count == 0 || !normalise(best.normal.data(), 3)) return;
    const double length = std::sqrt(dot<3>(best.normal, best.normal));
    const double error = filtered_.gap_error(best.normal.data());
    const double height = fine.greatest_height(best.normal, error) + kFineShare * error;
    const double corner_error = kFineShare * slack_.height / slack_.scale;
    const double lower = std::min((best.distance - corner_error) * (1 - kLaneDepthShare), upper_);
    const double upper = height / length * (1 + kLaneDepthShare);
    if (!(upper - lower < upper_ - lower_)) return;
    lower_ = lower;
    upper_ = upper;
    nearest_ = nearest;
    for (std::size_t l = 0; l < 3; ++l) direction_[l] = best.normal[l] / length;
  }

  HWY_NOINLINE void write_answer(Depth<3>& depth) const {
    depth.verdict = Verdict::overlapping;
    depth.lower = lower_;
    depth.upper = upper_;
    depth.direction = direction_;
    depth.has_direction = true;
    std::size_t at = nearest_;
    Vector3 weights = weights_on(at);
    if (least_of(weights) < 0) find_foot_face(at, weights);
    clamp_to_face<3>(weights);
    const Surface::Face under = surface_.face(at);
    for (std::size_t i = 0; i < 3; ++i) {
      depth.pairs.push_back(surface_.source(under.corners[i]));
      depth.weights.push_back(weights[i]);
    }
    if (search_.keeps_proof) write_proof(under, depth);
  }

  /// Writes the face's corners and one more that form a simplex about 0, if it finds one, and the
  /// last corners besides. The expansion ended with those, so that they are near the face.
  HWY_NOINLINE void write_proof(const Surface::Face& under, Depth<3>& depth) const {
    std::array<Vector3, 4> points;
    for (std::size_t i = 0; i < 3; ++i) points[i] = surface_.point(under.corners[i]);
    // The planes through 0 and an edge: 0 is inside if the fourth point is behind all of them.
    std::array<Vector3, 3> planes;
    for (std::size_t i = 0; i < 3; ++i) planes[i] = cross(points[i], points[(i + 1) % 3]);
    std::size_t apex = 0;
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t corner = 0; corner < surface_.corner_count(); ++corner) {
      const Vector3 point = surface_.point(corner);
      const double height =
          std::max({dot<3>(planes[0], point), dot<3>(planes[1], point), dot<3>(planes[2], point)});
      if (!(height < most)) continue;
      most = height;
      apex = corner;
    }
    points[3] = surface_.point(apex);
    if (!(most < 0) || !proves_interior<3>(points, slack_.errors)) return;
    depth.proof = depth.pairs;
    depth.proof.push_back(surface_.source(apex));
    for (std::size_t at = surface_.corner_count(); at-- > 0 && depth.proof.size() < kMostBasis;) {
      const auto& corners = under.corners;
      if (at != apex && std::find(corners.begin(), corners.end(), at) == corners.end())
        depth.proof.push_back(surface_.source(at));
    }
  }

  Vector3 weights_on(std::size_t at) const noexcept {
    const Surface::Face face = surface_.face(at);
    std::array<Vector3, 3> p;
    for (std::size_t i = 0; i < 3; ++i) p[i] = surface_.point(face.corners[i]);
    return weights_of_foot<3>(p, face.normal);
  }
  static double least_of(const Vector3& weights) noexcept {
    return std::min({weights[0], weights[1], weights[2]});
  }

  /// A facet of C consists of several triangles: finds the one that the foot is farthest inside.
  void find_foot_face(std::size_t& at, Vector3& weights) const noexcept {
    const double most = surface_.distance(at) + 2 * slack_.flat;
    for (std::size_t i = 0; i < surface_.place_count(); ++i) {
      if (!surface_.holds_face(i) || surface_.distance(i) > most) continue;
      const Vector3 normal = surface_.face(i).normal;
      if (!(dot<3>(normal, direction_) > kAlike * std::sqrt(dot<3>(normal, normal)))) continue;
      const Vector3 here = weights_on(i);
      if (!(least_of(here) > least_of(weights))) continue;
      at = i;
      weights = here;
    }
  }

  HWY_INLINE Vector3 scaled(Vector3 point) const noexcept {
    for (double& entry : point) entry *= slack_.scale;
    return point;
  }

  const FilteredPair<3>& filtered_;
  const Request<3>& search_;
  double width_;  ///< relative
  Slack<3> slack_;
  bool enclosed_ = false;  ///< the surface is known to surround 0
  bool separated_ = false;
  bool basis_holds_ = false;  ///< the basis' first pairs are proven to surround 0
  double value_ = 0;          ///< the gap along the nearest face's normal, in doubles
  double lower_ = 0;
  double upper_ = 0;
  std::size_t nearest_ = 0;  ///< the face that these are measured along
  DirectionalGap gap_;
  Vector3 direction_{};
  std::array<IndexPair, 4> pairs_;
  std::array<Vector3, 4> points_;
  Supports supports_;
  Surface surface_;
};

Depth<3> deepen_in_lanes(const FilteredPair<3>& filtered, const Request<3>& search) {
  return Deepening(filtered, search).run();
}

}  // namespace sunder::detail::epa::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sunder::detail::epa {

HWY_EXPORT(deepen_in_lanes);

Depth<3> deepen(const FilteredPair<3>& filtered, const Request<3>& search) {
  return HWY_DYNAMIC_DISPATCH(deepen_in_lanes)(filtered, search);
}

}  // namespace sunder::detail::epa
#endif
