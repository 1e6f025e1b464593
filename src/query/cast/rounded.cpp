// SPDX-License-Identifier: Apache-2.0
//
// Idea: Let f(t) be the distance between the two cores at time t, and r the sum of both radii. The
// cores translate, so f is convex, and the bodies meet first where f falls to r. A search in doubles
// approaches that time. Exact evaluations of f then enclose it between neighbouring doubles L < R. At
// L f is more than r and decreases. At R one of these does not hold.
// Source: Newton's method on f^2, which is a quadratic polynomial while the same vertices are active.
// Bound: An evaluation computes two exact signs: that of f(t) - r, and that of the derivative of f^2,
// which is twice the closest point of C times the velocity. No rounding enters the answer. Where
// f(R) > r the closest point of the whole sweep decides.
// Cost: Three or four exact evaluations of some 20 microseconds each. A direction whose gap exceeds r
// at both ends proves most free casts in doubles.
// Gives up: Never. Steps that do not converge turn into bisection over the doubles' bits.
#include "query/cast/rounded.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "exact/dot.hpp"
#include "exact/nearest.hpp"
#include "exact/rounding.hpp"
#include "filter/distance_bounds.hpp"
#include "narrow/gjk/gjk.hpp"
#include "query/cast/end_gap.hpp"
#include "query/cast/linear.hpp"
#include "query/cast/ray_columns.hpp"
#include "query/decide.hpp"
#include "query/interval.hpp"
#include "query/margin/exact.hpp"
#include "query/rounded/radii.hpp"

namespace sunder::detail {
namespace {

constexpr int kRoughSteps = 16;  ///< Newton's steps in doubles: five converge, grazes take more
constexpr double kConverged = 0x1p-45;  ///< a step so small beside the time
constexpr int kExactSteps = 12;         ///< Newton's steps in integers before the search bisects

double next_above(double t) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(t) + 1);
}
double next_below(double t) noexcept {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(t) - 1);
}
/// Returns the middle one of the doubles from `low` to `high`, both >= 0: as many lie below it as
/// above it.
double middle_double(double low, double high) noexcept {
  const auto l = std::bit_cast<std::uint64_t>(low);
  const auto h = std::bit_cast<std::uint64_t>(high);
  return std::bit_cast<double>(l + (h - l) / 2);
}

/// f^2(t + s) = r^2 (1 + excess + 2 slope s + bend s^2) while the same vertices are active.
struct Parabola {
  double excess;
  double slope;
  double bend;

  /// Returns the step to the smaller root, or to the minimum where there is no root.
  double step() const noexcept {
    const double discriminant = slope * slope - bend * excess;
    if (!(discriminant > 0)) return -slope / bend;
    const double root = std::sqrt(discriminant);
    return slope < 0 ? excess / (root - slope) : (-slope - root) / bend;
  }
};

/// Returns the coefficient of s^2 in the squared distance to an active simplex that has moved by s
/// w; p is its closest point. It is |w|^2 for a point. An edge loses the share of w along it, and a
/// facet keeps the share along p. The result is a fraction, of doubles or of integers.
template <int D, class Number>
std::array<Number, 2> bend_of(std::size_t active, std::span<const Number> w,
                              std::span<const Number> p, std::span<const Number> edge) {
  const auto product = [](std::span<const Number> x, std::span<const Number> y) {
    Number sum = x[0] * y[0];
    for (std::size_t l = 1; l < D; ++l) sum += x[l] * y[l];
    return sum;
  };
  if (active == 1) return {product(w, w), Number(1)};
  if (active == D) {
    const Number along = product(w, p);
    return {along * along, product(p, p)};
  }
  const Number along = product(w, edge);
  const Number length = product(edge, edge);
  return {product(w, w) * length - along * along, length};
}

template <int D>
class RoundedCast {
 public:
  RoundedCast(const Posed<D>& a, const Vector<D>& translation_a, const Posed<D>& b,
              const Vector<D>& translation_b)
      : pair_{make_body(a), make_body(b)},
        velocity_{translation_a, translation_b},
        radius_a_(a.radius()),
        radius_(rounded::exact_radii(a, b)),
        most_radius_(rounded::bound_radii(a.radius(), b.radius()).upper),
        filtered_(pair_) {
    for (std::size_t l = 0; l < D; ++l) closing_[l] = translation_b[l] - translation_a[l];
  }

  /// Proves in doubles that nothing meets, or finds where the exact search is to begin.
  bool proves_free() {
    std::optional<Rough> low;   // f > r, and decreasing
    std::optional<Rough> high;  // f <= r, or not decreasing
    double time = 0;
    for (int step = 0; step < kRoughSteps; ++step) {
      const std::optional<Pose<D>> pose = pose_of_b_at(time);
      if (!pose) return false;
      const Pair<D> moved{pair_.a, {pair_.b.hull, &*pose}};
      const FilteredPair<D> filtered(moved);
      const Measured<D> measured = gjk::measure(filtered, {});
      if (measured.verdict != Verdict::separated || measured.pairs.empty()) return false;
      if (is_clear_throughout(measured.direction)) return true;
      const Parabola parabola = rough_parabola(filtered, measured);
      const double next = time + parabola.step();
      guess_ = next;
      rough_pairs_ = measured.pairs;
      if (!(std::fabs(next - time) > kConverged * time)) return false;
      const bool is_low = parabola.excess > 0 && parabola.slope < 0;
      (is_low ? low : high) = Rough{time, parabola.slope, measured.direction};
      if (low && high && is_clear_throughout(between(*low, *high))) return true;
      const double least = low ? low->time : 0;
      const double most = high ? high->time : 1;
      const bool inside = next > least && (next < most || !high);
      time = inside ? std::min(next, 1.0) : (least + most) / 2;
    }
    return false;
  }

  /// Computes the answer exactly; `answer` is that of the start, where the bodies are apart.
  Cast<D> run(Cast<D> answer) {
    answer_ = answer;
    if (!enclose() || (high_->side > 0 && !meets_in_sweep())) return free_cast<D>(answer_);
    set_hit();
    return answer_;
  }

 private:
  /// What the search in doubles found at a time.
  struct Rough {
    double time;
    double slope;
    Vector<D> direction;
  };

  /// Along this direction the gap does not change with time. It is that of the minimum where the same
  /// vertices are active at both times.
  Vector<D> between(const Rough& low, const Rough& high) const {
    double rate_low = 0;
    double rate_high = 0;
    for (std::size_t l = 0; l < D; ++l) {
      rate_low += low.direction[l] * closing_[l];
      rate_high += high.direction[l] * closing_[l];
    }
    Vector<D> u{};
    for (std::size_t l = 0; l < D; ++l) {
      u[l] = rate_high * low.direction[l] - rate_low * high.direction[l];
    }
    return u;
  }

  /// f at a time, exactly.
  struct Value {
    double time = 0;
    int side = 0;   ///< sign of f - r
    int slope = 0;  ///< sign of the derivative of f^2
    MinNorm closest;
    std::array<BigInt, D> rate;  ///< of C, in the unit of closest.point
    std::array<BigInt, D> edge;  ///< between the first two active corners
  };

  /// Returns the points at a time, and the velocity of C in their unit.
  IntegerPair<D, BigInt> points_at(double time, std::array<BigInt, D>& rate) const {
    IntegerScale scale = scale_with_velocity(pair_, velocity_);
    const Dyadic t = decode(time);
    const int coarse = scale.exponent;
    const int finer = t.mantissa == 0 ? 0 : std::max(0, -t.exponent);
    scale.exponent -= finer;
    IntegerPair<D, BigInt> points(pair_, scale);
    for (std::size_t l = 0; l < D; ++l) {
      const BigInt v = (to_integer<BigInt>(velocity_.a[l], coarse) -
                        to_integer<BigInt>(velocity_.b[l], coarse)) *
                       points.denominator;
      rate[l] = v << finer;
      if (t.mantissa != 0) points.a.offset[l] += BigInt(v * t.mantissa) << (t.exponent + finer);
    }
    return points;
  }

  Value evaluate(double time) {
    ++answer_.steps;
    Value value;
    value.time = time;
    const IntegerPair<D, BigInt> points = points_at(time, value.rate);
    value.closest = find_min_norm<D>(points, {rough_pairs_.begin(), rough_pairs_.end()});
    value.side = -static_cast<int>(compare_exactly(value.closest, radius_)) + 1;
    value.slope = along_rate(value).sign();
    if (value.closest.pairs.size() == 2) {
      std::array<BigInt, D> end;
      points.difference(value.closest.pairs[0], value.edge.data());
      points.difference(value.closest.pairs[1], end.data());
      for (std::size_t l = 0; l < D; ++l) value.edge[l] -= end[l];
    }
    rough_pairs_.clear();
    for (const IndexPair& pair : value.closest.pairs) rough_pairs_.push_back(pair);
    return value;
  }

  static BigInt along_rate(const Value& value) {
    BigInt along = 0;
    for (std::size_t l = 0; l < D; ++l) along += value.closest.point[l] * value.rate[l];
    return along;
  }

  Parabola parabola_at(const Value& value) const {
    const MinNorm& at = value.closest;
    // In units of r^2: |p|^2 = point^2 / total^2, all of 4^exponent / denominator^2.
    const BigInt r_squared = radius_.mantissa * radius_.mantissa * at.denominator * at.denominator;
    const int shift = 2 * (at.exponent - radius_.exponent);
    const BigInt total_squared = at.total * at.total * r_squared;
    BigInt excess = dot(at.point, at.point);
    BigInt least = total_squared;
    (shift > 0 ? excess : least) <<= std::abs(shift);
    const auto bend = bend_of<D, BigInt>(at.pairs.size(), value.rate, at.point, value.edge);
    return {nearest_quotient(excess - least, least, 0),
            nearest_quotient(along_rate(value), at.total * r_squared, shift),
            nearest_quotient(bend[0], bend[1] * r_squared, shift)};
  }

  /// Brings low_ and high_ to neighbouring doubles; false where f stays above r up to the end, or does
  /// not decrease from the start.
  bool enclose() {
    for (int step = 0; !low_ || !high_ || next_above(low_->time) < high_->time; ++step) {
      const double least = low_ ? next_above(low_->time) : 0;
      const double most = high_ ? next_below(high_->time) : 1;
      const bool usable = step < kExactSteps && guess_ == guess_;
      Value value = evaluate(usable ? std::clamp(guess_, least, most) : middle_double(least, most));
      const bool is_low = value.side > 0 && value.slope < 0;
      if (value.side > 0 && value.time == (is_low ? 1 : 0)) return false;
      const bool has_parabola = value.closest.pairs.size() <= D;
      guess_ = has_parabola ? value.time + parabola_at(value).step() : std::nan("");
      (is_low ? low_ : high_) = std::move(value);
    }
    return true;
  }

  /// Returns whether f falls to r inside the enclosure, where f is more than r at both ends.
  bool meets_in_sweep() const {
    std::array<BigInt, D> sweep;
    const IntegerPair<D, BigInt> points = points_at(0, sweep);
    return compare_exactly(find_swept_min_norm<D>(points, sweep), radius_) != Verdict::separated;
  }

  void set_hit() {
    answer_.verdict = CastVerdict::hit;
    const bool exact = high_->side == 0 && high_->slope < 0;
    const Value& at = exact ? *high_ : *low_;
    answer_.time = {at.time, high_->time};
    Vector<D> direction{};
    std::array<BigInt, D> point;
    std::copy_n(at.closest.point.begin(), D, point.begin());
    to_unit_doubles(std::span<const BigInt>(point), direction.data());
    for (double& entry : direction) entry = -entry;
    set_witness<D>(pair_, at.closest.pairs, at.closest.rounded_weights(), direction,
                   answer_.witness);
    if (!answer_.witness) return;
    for (std::size_t l = 0; l < D; ++l) {
      answer_.witness->point_a[l] +=
          at.time * velocity_.a[l] + radius_a_ * answer_.witness->normal[l];
    }
    answer_.witness->point_b = answer_.witness->point_a;
    keep_finite(answer_.witness);
  }

  /// Is the gap along u more than r at time 0 and at time 1, and so in between?
  bool is_clear_throughout(Vector<D> u) const {
    if (!normalise(u.data(), D)) return false;
    const DirectionalGap gap = filtered_.gap(u.data());
    const EndGap end = gap_at_end<D>(gap, u, closing_);
    double squared = 0;
    for (const double entry : u) squared += entry * entry;
    const double most = most_radius_ * std::sqrt(squared) * (1 + 2 * length_error(D));
    return end.usable && gap.value - gap.error > most && end.value - end.error > most;
  }

  /// Returns a rounded pose, which the search alone uses. It is a matrix even where b has a
  /// quaternion.
  std::optional<Pose<D>> pose_of_b_at(double time) const {
    std::array<double, D*(D + 1)> rows;
    for (int i = 0; i < D; ++i) {
      const auto row = static_cast<std::size_t>(i);
      for (int j = 0; j < D; ++j) {
        rows[row * (D + 1) + static_cast<std::size_t>(j)] = pair_.b.pose->linear(i, j);
      }
      rows[row * (D + 1) + D] = pair_.b.pose->offset(i) + time * closing_[row];
    }
    Result<Pose<D>> pose = Pose<D>::from_matrix(rows);
    return pose ? std::optional<Pose<D>>(pose.value()) : std::nullopt;
  }

  Parabola rough_parabola(const FilteredPair<D>& filtered, const Measured<D>& measured) const {
    std::array<double, D> p{};
    std::array<double, D> c{};
    std::array<double, D> edge{};
    std::array<double, D> rate{};
    double total = 0;
    for (std::size_t i = 0; i < measured.pairs.size(); ++i) {
      filtered.difference(measured.pairs[i], c.data());
      total += measured.weights[i];
      for (std::size_t l = 0; l < D; ++l) {
        p[l] += measured.weights[i] * c[l];
        edge[l] = c[l] - edge[l];
      }
    }
    double squared = 0;
    double slope = 0;
    const double r_squared = most_radius_ * most_radius_;
    for (std::size_t l = 0; l < D; ++l) {
      p[l] /= total;
      rate[l] = -closing_[l];
      squared += p[l] * p[l];
      slope += p[l] * rate[l];
    }
    const auto bend = bend_of<D, double>(measured.pairs.size(), rate, p, edge);
    return {squared / r_squared - 1, slope / r_squared, bend[0] / (bend[1] * r_squared)};
  }

  Pair<D> pair_;
  ExactVelocity<D> velocity_;
  Vector<D> closing_{};  ///< the velocity of b relative to a, rounded once an entry
  double radius_a_;
  BigDyadic radius_;    ///< r, exactly
  double most_radius_;  ///< not less than r
  FilteredPair<D> filtered_;
  PairList<D> rough_pairs_;  ///< the last active vertices
  double guess_ = 0;         ///< of the time of the meeting; NaN: none
  std::optional<Value> low_;
  std::optional<Value> high_;
  Cast<D> answer_;
};

}  // namespace

template <int D>
Cast<D> cast_rounded(const Posed<D>& a, const Vector<D>& translation_a, const Posed<D>& b,
                     const Vector<D>& translation_b) {
  Cast<D> answer;
  if (meets_at_start<D>(a, b, answer)) return answer;
  if (a.polytope().empty() || b.polytope().empty()) return free_cast<D>(answer);
  RoundedCast<D> cast(a, translation_a, b, translation_b);
  return cast.proves_free() ? free_cast<D>(answer) : cast.run(answer);
}

template Cast<2> cast_rounded<2>(const Posed2&, const Vector2&, const Posed2&, const Vector2&);
template Cast<3> cast_rounded<3>(const Posed3&, const Vector3&, const Posed3&, const Vector3&);

}  // namespace sunder::detail
