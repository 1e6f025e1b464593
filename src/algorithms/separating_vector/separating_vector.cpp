// SPDX-License-Identifier: Apache-2.0
//
// Idea: Try a direction. If it does not separate, the two support points show which half of all
// directions cannot separate either. Reflect the direction at the plane between those points. If
// the reflection is already excluded, use the middle of the remaining region. If no direction
// remains, the support points themselves enclose 0.
// Source: Chung and Wang 1996: the reflection S' = S - 2 (r . S) r, with r the unit vector between
// the support points. Li, Meng, Wang 2003 (HS-jump): a heuristic jump within the half spaces found,
// with a strict termination rule. The second paper was not available. The edge projection paper
// reports that it improves the first, terminates strictly, and suits bodies that are nearly round.
// Sunder interprets it: the half-spaces are stored as a convex polygon on the sphere of directions,
// as in Hornus 2017. An empty polygon ends the search.
// Bound: Everything but the proofs is rounded. Lemma 1 proves a direction, Lemma 2 enclosing
// support points.
// Cost: Two support queries a step, and a clip of a polygon that has 3 to 8 corners.
// Gives up: On contact, where the polygon shrinks to a point or closes without an interior point.
// Where four support points enclose 0 on their boundary alone. After 64 steps.
#include <algorithm>

#include "algorithms/separating_vector/region.hpp"
#include "filter/balls.hpp"
#include "filter/simplex_interior.hpp"
#include "narrow/best_direction.hpp"
#include "narrow/dispatch.hpp"

namespace sunder::detail::separating_vector {
namespace {

/// Reflections before the middle of the region is tried. A reflection is cheap and good while the
/// region is large, but may advance slowly along a border.
constexpr int kMostReflections = 4;

/// The number of the region's corners whose gaps are computed before a search ends in contact.
constexpr int kMostCornersTried = 8;

/// Generic start directions, if the line of centres is zero or symmetry put 0 on a boundary.
constexpr double kOdd[3][3] = {
    {0.8191, -0.4463, 0.3607}, {-0.3331, 0.6173, 0.7127}, {0.2747, 0.7643, -0.5833}};

template <int D>
Vector<D> odd_direction(int attempt) noexcept {
  Vector<D> u{};
  for (std::size_t l = 0; l < D; ++l) u[l] = kOdd[attempt][l];
  return u;
}

/// Normalises for FilteredPair; returns false for zero, for infinite or NaN, and for values close
/// to these.
template <int D>
bool make_direction(Vector<D>& u) noexcept {
  for (const double entry : u) {
    if (!is_finite_bits(entry)) return false;
  }
  return normalise(u.data(), D);
}

template <int D>
class VectorSearch {
 public:
  VectorSearch(const FilteredPair<D>& filtered, Trace* trace)
      : filtered_(filtered), trace_(trace) {}

  Verdict verdict() const noexcept { return verdict_; }
  /// Returns true if doubles prove, along the best direction, that the bodies do more than touch.
  bool meets_clearly() const noexcept { return best_.meets_clearly(); }

  void run(Vector<D> u) {
    pair_count_ = 0;
    for (int step = 0; make_direction<D>(u); ++step) {
      const DirectionalGap gap = measure_gap(u);
      if (verdict_ != Verdict::undecided) return;
      // Too close to decide, or a repeated half-space, which should have excluded this direction.
      if (gap.value > 0 || holds(gap.vertices)) return end_in_contact(u);
      pairs_[pair_count_] = gap.vertices;
      filtered_.difference(gap.vertices, points_[pair_count_].data());
      Vector<D> n = negated(points_[pair_count_]);
      ++pair_count_;
      // A vertex of C is at 0, or out of range.
      if (!make_direction<D>(n)) return;
      const Cut cut = narrow(n);
      if (cut == Cut::empty && enclosed()) return;
      if (cut != Cut::smaller) return end_in_contact(n);
      const Vector<D> reflected = reflection(u, n);
      u = step < kMostReflections && region_.contains(reflected) ? reflected : region_.centre();
    }
  }

  Proposed<D> finish() const {
    Proposed<D> proposed = best_.propose(verdict_);
    if (verdict_ == Verdict::separated) return proposed;
    if (verdict_ == Verdict::overlapping) {
      for (const IndexPair& pair : simplex_) proposed.pairs.push_back(pair);
      return proposed;
    }
    // The last point, and those whose half-spaces meet it.
    const std::size_t first = pair_count_ > D + 1 ? pair_count_ - (D + 1) : 0;
    for (std::size_t i = first; i < pair_count_; ++i) proposed.pairs.push_back(pairs_[i]);
    return proposed;
  }

 private:
  static Vector<D> negated(const Vector<D>& c) noexcept {
    Vector<D> n{};
    for (std::size_t l = 0; l < D; ++l) n[l] = -c[l];
    return n;
  }

  /// Returns S - 2 (r . S) r for r along n.
  static Vector<D> reflection(const Vector<D>& u, const Vector<D>& n) noexcept {
    const double twice = 2 * dot<D>(n, u) / dot<D>(n, n);
    Vector<D> reflected{};
    for (std::size_t l = 0; l < D; ++l) reflected[l] = u[l] - twice * n[l];
    return reflected;
  }

  DirectionalGap measure_gap(const Vector<D>& u) {
    const DirectionalGap gap = best_.measure(filtered_, u, trace_, Algorithm::separating_vector);
    if (gap.proves_separated()) verdict_ = Verdict::separated;
    return gap;
  }

  bool holds(IndexPair pair) const noexcept {
    return std::find(pairs_.begin(), pairs_.begin() + pair_count_, pair) !=
           pairs_.begin() + pair_count_;
  }

  Cut narrow(const Vector<D>& n) noexcept {
    if (pair_count_ > 1) return region_.cut(n);
    region_.start(n);
    return Cut::smaller;
  }

  /// The half-spaces have no direction in common. By Farkas' lemma, minus the last one is a
  /// positive combination of D borders of the region that it emptied. Returns true if that is
  /// proven.
  bool enclosed() {
    std::array<std::size_t, Corners<D>::kMost> borders;
    std::size_t count = 0;
    for (const Corner<D>& corner : region_.corners()) {
      if (count == 0 || borders[count - 1] != corner.after) borders[count++] = corner.after;
    }
    if (count > 1 && borders[count - 1] == borders[0]) --count;
    const Vector<D> errors = filtered_.errors();
    if constexpr (D == 2) {
      return count == 2 && encloses({borders[0], borders[1], pair_count_ - 1}, errors);
    } else {
      // A fan of cones; from another corner if the last half-space is on a ray of this one.
      for (std::size_t apex = 0; apex < count; ++apex) {
        for (std::size_t i = 1; i + 1 < count; ++i) {
          const std::size_t p = borders[(apex + i) % count];
          const std::size_t q = borders[(apex + i + 1) % count];
          if (encloses({borders[apex], p, q, pair_count_ - 1}, errors)) return true;
        }
      }
      return false;
    }
  }

  bool encloses(const std::array<std::size_t, D + 1>& at, const Vector<D>& errors) {
    std::array<Vector<D>, D + 1> points;
    for (std::size_t i = 0; i <= D; ++i) {
      points[i] = points_[at[i]];
      simplex_[i] = pairs_[at[i]];
    }
    if (!proves_interior<D>(points, errors)) return false;
    verdict_ = Verdict::overlapping;
    record<D>(trace_, Algorithm::separating_vector, TraceEvent::simplex, filtered_.pair(), simplex_,
              nullptr, 0);
    return true;
  }

  /// In contact the region shrinks toward the corner that is the common normal. The corner is more
  /// accurate than any direction inside. Tries those that `n` leaves, exactly or nearly.
  void end_in_contact(const Vector<D>& n) {
    if (pair_count_ < 2) return;
    const Corners<D> corners = region_.corners();
    int tried = 0;
    for (const Corner<D>& corner : corners) {
      if (!(dot<D>(n, corner.at) > -0x1p-20)) continue;
      Vector<D> u = region_.sharp(corner);
      if (!make_direction<D>(u)) u = corner.at;
      if (!make_direction<D>(u)) continue;
      measure_gap(u);
      if (verdict_ != Verdict::undecided || ++tried == kMostCornersTried) return;
    }
  }

  const FilteredPair<D>& filtered_;
  Trace* trace_;
  Verdict verdict_ = Verdict::undecided;
  BestDirection<D> best_;
  Region<D> region_;
  std::size_t pair_count_ = 0;
  // One more than the half-spaces, because the last pair is stored even if their list is full.
  std::array<IndexPair, kMostHalfSpaces + 1> pairs_;
  std::array<Vector<D>, kMostHalfSpaces + 1> points_;
  std::array<IndexPair, D + 1> simplex_{};
};

template <int D>
Vector<D> first_direction(const FilteredPair<D>& filtered, const Request<D>& search) {
  if (search.direction != nullptr) {
    Vector<D> u = *search.direction;
    if (make_direction<D>(u)) return u;
  }
  Vector<D> u = line_of_centres(filtered);
  return make_direction<D>(u) ? u : odd_direction<D>(2);
}

}  // namespace

template <int D>
Proposed<D> propose(const FilteredPair<D>& filtered, const Request<D>& search) {
  VectorSearch<D> vectors(filtered, search.trace);
  vectors.run(first_direction(filtered, search));
  for (int attempt = 0; attempt < 2 && vectors.verdict() == Verdict::undecided; ++attempt) {
    // Closer to touching than doubles can resolve: another start would end the same way.
    if (!vectors.meets_clearly()) break;
    vectors.run(odd_direction<D>(attempt));
  }
  return vectors.finish();
}

template Proposed<2> propose<2>(const FilteredPair<2>&, const Request<2>&);
template Proposed<3> propose<3>(const FilteredPair<3>&, const Request<3>&);

}  // namespace sunder::detail::separating_vector
