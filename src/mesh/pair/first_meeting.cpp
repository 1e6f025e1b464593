// SPDX-License-Identifier: Apache-2.0
//
// Idea: Branch and bound over both trees, the earliest boxes first. Triangles get a proven interval of the time, from
// doubles or, where those leave a meeting open or the interval wide, from integers.
// Bound: That of moving_triangles.cpp. Times are multiples of 2^-k, so that a velocity of any size is about 1.
// Cost: O(log n) boxes, and the triangles on the way.
// Gives up: Never.
#include "mesh/pair/first_meeting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "exact/rounding.hpp"
#include "mesh/pair/nearest.hpp"
#include "mesh/triangles/triangle_distance.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/walk/sweep.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

/// A velocity times 2^exponent, in the pair's unit.
struct ScaledVelocity {
  Velocity velocity;
  int exponent = 0;
};

/// Returns a's velocity less b's: about 1 in size, or exactly 0.
ScaledVelocity relative_velocity(const Translations& translations, int pair_exponent) noexcept {
  ScaledVelocity scaled;
  int size = -1100;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const double x : {translations.a[k], translations.b[k]}) {
      int exponent = 0;
      std::frexp(x, &exponent);
      if (x != 0) size = std::max(size, exponent);
    }
  }
  double most = 0, lost = 0;
  Vector3 v{};
  for (std::size_t k = 0; k < 3; ++k) {
    const double p = std::ldexp(translations.a[k], -size), q = std::ldexp(translations.b[k], -size);
    v[k] = p - q;
    if ((p == 0 && translations.a[k] != 0) || (q == 0 && translations.b[k] != 0) ||
        std::fabs(v[k]) < 0x1p-900)
      lost = translations.a[k] == translations.b[k] ? lost : 0x1p-900;
    most = std::max(most, std::fabs(v[k]));
  }
  if (most == 0 && lost == 0) return scaled;
  int shift = 0;
  std::frexp(most, &shift);
  for (double& x : v) x = std::ldexp(x, -shift);
  scaled.velocity = {v, kUnit + std::ldexp(lost, -shift)};
  scaled.exponent = size + shift - pair_exponent;
  return scaled;
}

/// Returns a vector of any size as a unit one; 0 stays 0.
Vector3 unit_of(Vector3 v) noexcept {
  int exponent = 0;
  std::frexp(std::max({std::fabs(v[0]), std::fabs(v[1]), std::fabs(v[2])}), &exponent);
  for (double& x : v) x = std::ldexp(x, -exponent);
  const double length = std::sqrt(dot<3>(v, v));
  for (double& x : v) x = length > 0 ? x / length : 0;
  return v;
}

/// Two triangles and when they may meet.
struct Candidate {
  double lower;
  std::int32_t a, b;
  Vector3 normal;  ///< along which they are apart the longest, or 0
};

class MeetingSearch final : public SweepVisitor {
 public:
  MeetingSearch(PiecePair& pair, const Placed& a, const Placed& b, const Translations& translations,
                const ScaledVelocity& scaled)
      : pair_(pair),
        a_(a),
        b_(b),
        translations_(translations),
        velocity_(scaled.velocity),
        exponent_(scaled.exponent) {
    reach = end_ = std::ldexp(1.0, exponent_);
    near_ = std::isfinite(end_) ? 0.5 * kWide * end_ : 0;
  }

  void visit(Leaf a, Leaf b) override {
    std::array<WorldTriangle, Leaf::kMost> triangles_b;
    for (int j = 0; j < b.count; ++j)
      triangles_b[static_cast<std::size_t>(j)] = pair_.world(1, b.begin + j);
    for (int i = 0; i < a.count; ++i) {
      const WorldTriangle t = pair_.world(0, a.begin + i);
      for (int j = 0; j < b.count; ++j) {
        take(time_of_meeting(t, triangles_b[static_cast<std::size_t>(j)], pair_.error(), velocity_,
                             reach),
             a.begin + i, b.begin + j);
      }
    }
  }

  FirstMeeting result() {
    FirstMeeting found;
    if (triangle_a_ < 0) return found;
    found.hit = true;
    found.time = in_the_world({first_listed(), reach});
    if (found.time.upper - found.time.lower > kWide) {
      settle();
      const double first =
          std::min(settled_.lower, in_the_world({std::min(near_since_, reach), reach}).lower);
      found.time = {std::max(found.time.lower, std::min(first, found.time.upper)),
                    std::min(found.time.upper, settled_.upper)};
    }
    found.triangle_a = triangle_a_;
    found.triangle_b = triangle_b_;
    set_witness(found);
    return found;
  }

 private:
  static constexpr double kWide = 1e-12;  ///< in the world's unit of time

  /// Times of the search are 2^exponent_ times the world's.
  Interval in_the_world(const Interval& time) const noexcept {
    const auto scaled = [&](double value, bool up) {
      const double result = std::ldexp(value, -exponent_);
      if (result >= std::numeric_limits<double>::min() || value == 0) return result;
      return up ? std::nextafter(result, kEver) : std::max(0.0, std::nextafter(result, -kEver));
    };
    return {std::min(scaled(time.lower, false), 1.0), std::min(scaled(time.upper, true), 1.0)};
  }

  void take(const MeetingTime& time, std::int32_t a, std::int32_t b) {
    if (time.lower > reach) return;
    if (is_near(time.lower)) {
      take_near({time.lower, a, b, time.normal}, time.upper);
      return;
    }
    double lower = time.lower, upper = time.upper;
    if (!(upper <= end_) || upper == kEver) {  // whether they meet in time is open
      if (comes_late({lower, a, b, time.normal})) return;
      const std::optional<Enclosed> exact = exact_time(a, b);
      if (!exact) return;
      settled_ = {std::min(settled_.lower, exact->lower), std::min(settled_.upper, exact->upper)};
      lower = std::max(lower, std::ldexp(exact->lower, exponent_) * (1 - 4 * kUnit));
      upper = std::min(std::ldexp(exact->upper, exponent_) * (1 + 4 * kUnit), end_);
    }
    if (close_.size() == kMostClose) {
      std::erase_if(close_, [&](const Candidate& other) { return other.lower > reach; });
      if (close_.size() == kMostClose) settle();
    }
    close_.push_back({lower, a, b, time.normal});
    if (triangle_a_ >= 0 && !(upper < reach)) return;
    reach = std::min(reach, upper);
    set_first(a, b, time.normal);
  }

  /// Is a time within half of kWide of a known meeting, or later? What comes then need not be known better.
  bool is_near(double lower) const noexcept { return triangle_a_ >= 0 && lower >= reach - near_; }
  void take_near(const Candidate& candidate, double upper) {
    near_since_ = std::min(near_since_, candidate.lower);
    if (!(upper < reach)) return;
    reach = upper;
    set_first(candidate.a, candidate.b, candidate.normal);
  }
  /// Is a pair's direction enough to prove that they come near the known meeting, or later? That takes few integers.
  bool comes_late(const Candidate& candidate) {
    if (triangle_a_ < 0) return false;
    const double until = motion().open_until(candidate.a, candidate.b, candidate.normal);
    const double lower = std::max(candidate.lower, std::ldexp(until, exponent_) * (1 - 4 * kUnit));
    if (lower > reach) return true;
    if (!is_near(lower)) return false;
    near_since_ = std::min(near_since_, lower);
    return true;
  }
  void set_first(std::int32_t a, std::int32_t b, const Vector3& normal) noexcept {
    triangle_a_ = a;
    triangle_b_ = b;
    normal_ = normal;
  }

  ExactMotion& motion() {
    if (!motion_) motion_.emplace(a_, b_, translations_);
    return *motion_;
  }
  /// The doubles next to the time at which two triangles meet, if they do in [0, 1].
  std::optional<Enclosed> exact_time(std::int32_t a, std::int32_t b) {
    const std::optional<ExactTime> time = motion().first_meeting(a, b);
    if (!time || time->numerator > time->denominator) return std::nullopt;
    return enclose_quotient(time->numerator, time->denominator);
  }

  /// Computes the times of all that are listed, and strikes them off. The earliest becomes what others have to precede.
  void settle() {
    std::sort(close_.begin(), close_.end(), [](const Candidate& p, const Candidate& q) {
      return std::tie(p.lower, p.a, p.b) < std::tie(q.lower, q.a, q.b);
    });
    for (const Candidate& candidate : close_) {
      settled_since_ = std::min(settled_since_, candidate.lower);
      if (candidate.lower > reach) continue;
      if (comes_late(candidate)) continue;
      const std::optional<Enclosed> exact = exact_time(candidate.a, candidate.b);
      if (!exact) continue;
      settled_ = {std::min(settled_.lower, exact->lower), std::min(settled_.upper, exact->upper)};
      const double upper = std::ldexp(exact->upper, exponent_) * (1 + 4 * kUnit);
      if (!(upper < reach)) continue;
      reach = upper;
      set_first(candidate.a, candidate.b, candidate.normal);
    }
    close_.clear();
  }
  /// Nothing meets before this time.
  double first_listed() const noexcept {
    double first = std::min({settled_since_, near_since_, reach});
    for (const Candidate& candidate : close_) first = std::min(first, candidate.lower);
    return first;
  }

  void set_witness(FirstMeeting& found) {
    WorldTriangle t = pair_.world(0, triangle_a_);
    const double when = std::ldexp(found.time.lower, exponent_);
    for (Vector3& corner : t) {
      for (std::size_t k = 0; k < 3; ++k) corner[k] += when * velocity_.v[k];
    }
    const TriangleDistance closest =
        distance_of_triangles(t, pair_.world(1, triangle_b_), pair_.error());
    const Corners& corners = b_.piece->corners(triangle_b_);
    Vector3 point{};
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3 p = rounded_world(b_, corners[i]);
      for (std::size_t k = 0; k < 3; ++k) point[k] += closest.b[i] * p[k];
    }
    for (std::size_t k = 0; k < 3; ++k) point[k] += found.time.lower * translations_.b[k];
    found.witness.point_a = found.witness.point_b = point;
    found.witness.normal = unit_of(normal(t, pair_.world(1, triangle_b_)));
  }

  /// From a to b: along which they were apart the longest, or where doubles do not tell the normal of a triangle.
  Vector3 normal(const WorldTriangle& a, const WorldTriangle& b) const noexcept {
    if (dot<3>(normal_, normal_) > 0) return normal_;
    for (const WorldTriangle* t : {&b, &a}) {
      const Vector3 n = unit_of(cross(unit_of(detail::minus<3>((*t)[1], (*t)[0])),
                                      unit_of(detail::minus<3>((*t)[2], (*t)[0]))));
      const double rate = dot<3>(n, velocity_.v);
      if (std::fabs(rate) > 0x1p-40) return rate > 0 ? n : Vector3{-n[0], -n[1], -n[2]};
    }
    return velocity_.v;
  }

  PiecePair& pair_;
  const Placed &a_, &b_;
  const Translations& translations_;
  Velocity velocity_;
  int exponent_;
  double end_ = 0;
  std::int32_t triangle_a_ = -1, triangle_b_ = -1;
  Vector3 normal_{};
  std::optional<ExactMotion> motion_;
  static constexpr std::size_t kMostClose = 16;
  std::vector<Candidate> close_;    ///< may be first
  Interval settled_{kEver, kEver};  ///< the first exact time, in the world's unit
  double near_ = 0;                 ///< half of kWide in the search's unit
  double near_since_ = kEver;       ///< a lower bound of the times of pairs that were not listed
  double settled_since_ = kEver;    ///< a lower bound of the times that were settled
};

}  // namespace

FirstMeeting find_first_meeting(const Placed& a, const Placed& b,
                                const Translations& translations) {
  PiecePair pair(a, b);
  const ScaledVelocity scaled = relative_velocity(translations, pair.maps().exponent);
  if (scaled.velocity.size() == 0 && scaled.velocity.error == 0) return {};
  MeetingSearch search(pair, a, b, translations, scaled);
  walk_swept(*a.piece, *b.piece, pair.maps(), scaled.velocity, search);
  return search.result();
}

}  // namespace sunder::detail::mesh
