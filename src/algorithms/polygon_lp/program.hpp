// SPDX-License-Identifier: Apache-2.0
//
// Program is the linear program of the greatest margin, with Seidel's search for its optimum.
#pragma once

#include <array>

#include "algorithms/polygon_lp/shuffle.hpp"
#include "filter/filtered_pair.hpp"

namespace sunder::detail::polygon_lp {

class Program {
 public:
  /// `e` is a direction whose largest entry is in [1/2, 1). One power of two scales lengths so that
  /// no coordinate exceeds 1; the reach of `filtered` must permit that scaling.
  Program(const FilteredPair<2>& filtered, const Vector2& e, double scale);

  /// Moves to the optimum, and calls `improved` after each constraint that moved it.
  template <class Improved>
  void solve(Improved&& improved) {
    for (std::uint32_t i = kBox; i < count_; ++i) {
      if (violates(i) && solve_on_plane(i)) improved();
    }
  }

  double margin() const noexcept { return at_[2]; }
  /// Returns the normal of the best line.
  Vector2 normal() const noexcept { return {e_[0] - at_[0] * e_[1], e_[1] + at_[0] * e_[0]}; }
  /// Sets the active corners of the optimum: two pairs with one corner in common. If the box is
  /// active too, it is one pair, twice. Returns false if only the box and one polygon are active.
  bool holding(std::array<IndexPair, 2>& pairs) const noexcept;

 private:
  using Point = std::array<double, 3>;  ///< t, c, margin

  /// normal . (t, c, margin) <= bound.
  struct Constraint {
    Point normal;
    double bound;
  };

  /// The first constraints bound each variable on both sides.
  static constexpr std::uint32_t kBox = 6;

  struct Corner {
    bool of_a;
    std::int32_t vertex;
  };
  Corner corner(std::uint32_t i) const noexcept;
  Constraint constraint(std::uint32_t i) const noexcept;
  bool violates(std::uint32_t i) const noexcept;

  /// Finds the optimum on the plane of constraint i under those before it. Returns false if
  /// rounding leaves none.
  bool solve_on_plane(std::uint32_t i) noexcept;
  /// Finds the optimum on the line of constraints i and j under the first `count`.
  bool solve_on_line(std::uint32_t i, std::uint32_t j, std::uint32_t count) noexcept;

  const Pair<2>& pair_;
  Vector2 e_;
  std::uint32_t count_of_a_;
  std::uint32_t count_;  ///< constraints: the box, then the corners
  Shuffle shuffle_;
  Vector2 x_of_a_{}, y_of_a_{}, x_of_b_{}, y_of_b_{};  ///< scaled e and f in each body's own frame
  double x_offset_ = 0;
  double y_offset_ = 0;
  Point at_{};
  std::array<std::uint32_t, 3> basis_{};
};

}  // namespace sunder::detail::polygon_lp
