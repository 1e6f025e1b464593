// SPDX-License-Identifier: Apache-2.0
//
// Idea: This computes the signs of two boxes' gaps along the axes that floating point leaves open,
// in integers. C is a zonotope, so a gap needs only its centre and its edges.
// Source: Gottschalk, Lin, Manocha, OBBTree (1996), for the fifteen axes.
// Bound: Nothing is rounded; axis_bits() derives the width of the integers.
// Cost: For each open axis, a cross product and at most five dot products in integers of 128 to
// 1024 bits.
// Gives up: Where C may be flat, and where the numbers need more than 1023 bits.
#include <array>

#include "exact/rounding.hpp"
#include "exact/whole_vector.hpp"
#include "exact/wide.hpp"
#include "geometry/integer_pair.hpp"
#include "narrow/sat/sat.hpp"

namespace sunder::detail::sat {
namespace {

/// Returns a width that holds every intermediate below, if all coordinates of both boxes and of C
/// are below 2^bits. Edges and C's centre, doubled, are below 2^(bits+1), and axes below 2^(2 bits
/// + 3). Sums of four products with three terms each are below 2^(3 bits + 8).
constexpr int axis_bits(int bits) noexcept { return 3 * bits + 9; }

/// C as a zonotope: twice its centre, and the edges of both boxes, in integers of one scale.
template <class Int>
class Zonotope {
 public:
  explicit Zonotope(const IntegerPair<3, Int>& points) {
    for (std::size_t l = 0; l < 3; ++l) {
      twice_centre_[l] = 2 * (points.a.offset[l] - points.b.offset[l]);
    }
    add(points.a, 0, 1);
    add(points.b, 3, -1);
  }

  Whole3<Int> axis(std::size_t i) const {
    return cross(edges_[kBoxAxisEdges[i][0]], edges_[kBoxAxisEdges[i][1]]);
  }
  /// Returns the width of C along axis i.
  Int width(std::size_t i, const Whole3<Int>& axis) const {
    Int sum(0);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if (e != kBoxAxisEdges[i][0] && e != kBoxAxisEdges[i][1])
        sum += size_of(dot(edges_[e], axis));
    }
    return sum;
  }
  const Whole3<Int>& twice_centre() const noexcept { return twice_centre_; }

 private:
  void add(const IntegerBody<3, Int>& body, std::size_t first, int sign) {
    for (int k = 0; k < 3; ++k) {
      const Int low = to_integer<Int>(body.hull->lower[k], body.vertex_exponent);
      const Int high = to_integer<Int>(body.hull->upper[k], body.vertex_exponent);
      const Int length = high - low;
      const Int middle = sign > 0 ? Int(high + low) : Int(-(high + low));
      for (std::size_t l = 0; l < 3; ++l) {
        const Int& entry = body.matrix[3 * l + static_cast<std::size_t>(k)];
        edges_[first + static_cast<std::size_t>(k)][l] = entry * length;
        twice_centre_[l] += entry * middle;
      }
    }
  }

  std::array<Whole3<Int>, 6> edges_;
  Whole3<Int> twice_centre_;
};

template <class Int>
Proposed<3> along(Whole3<Int> axis, bool reversed) {
  Proposed<3> proposed;
  if (reversed) {
    for (Int& entry : axis) entry = -entry;
  }
  to_unit_doubles(std::span<const Int>(axis), proposed.direction.data());
  proposed.has_direction = true;
  proposed.stage = Stage::integer;
  return proposed;
}

template <class Int>
Proposed<3> decide_in(const Pair<3>& pair, const IntegerScale& scale, std::uint32_t open,
                      bool solid) {
  const Zonotope<Int> c{IntegerPair<3, Int>(pair, scale)};
  Proposed<3> decided;
  for (std::size_t i = 0; i < kBoxAxes; ++i) {
    if ((open >> i & 1) == 0) continue;
    const Whole3<Int> axis = c.axis(i);
    if (axis[0] == 0 && axis[1] == 0 && axis[2] == 0) continue;
    const Int width = c.width(i, axis);
    if (width == 0) return {};  // C is flat
    solid = true;
    const Int centre = dot(c.twice_centre(), axis);
    const Int gap = size_of(centre) - width;
    if (gap < 0) continue;
    // C = K_A - K_B: if its centre is in front along the axis, so is a.
    Proposed<3> found = along(axis, centre > 0);
    found.verdict = gap > 0 ? Verdict::separated : Verdict::touching;
    if (gap > 0) return found;
    if (decided.verdict == Verdict::undecided) decided = found;
  }
  if (solid && decided.verdict == Verdict::undecided) {
    decided.verdict = Verdict::overlapping;
    decided.stage = Stage::integer;
  }
  return decided;
}

}  // namespace

Proposed<3> decide_on_axes(const Pair<3>& pair, std::uint32_t open, bool solid) {
  const IntegerScale scale = integer_scale(pair);
  const int bits = axis_bits(scale.bits);
  if (bits <= 127) return decide_in<Int128>(pair, scale, open, solid);
  if (bits <= 255) return decide_in<Wide<4>>(pair, scale, open, solid);
  if (bits <= 511) return decide_in<Wide<8>>(pair, scale, open, solid);
  if (bits <= 1023) return decide_in<Wide<16>>(pair, scale, open, solid);
  return {};
}

}  // namespace sunder::detail::sat
