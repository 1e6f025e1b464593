// SPDX-License-Identifier: Apache-2.0
//
// Idea: Boxes that touch by faces do so in a plane that a short exact sum proves. A rotation about the
// vertical leaves heights alone: the ends of both boxes are sums of two doubles. Boxes of one orientation
// are compared in their own frame, in integers. The normals of a face are integers where its quaternion
// has few bits, and the gap along one is a sum of eight products.
// Bound: Nothing that decides is rounded. kFaceSeemsClosed only skips pairs.
// Cost: An expansion or three integers a plane. box_touch.cpp has the cost of the points.
// Gives up: Where a matrix mixes the axes, and the orientations and bits of the quaternions are any.
#include <algorithm>
#include <cmath>
#include <optional>

#include "exact/expansion.hpp"
#include "geometry/vectors.hpp"
#include "query/contact/box_touch.hpp"
#include "query/contact/box_touch_bounds.hpp"

namespace sunder::detail::contact {
namespace {

/// Bounds a box's coordinates without its offset.
double size_of_box(const Body<3>& body) noexcept {
  const double* const most = body.hull->max_abs;
  return ((most[0] + most[1]) + most[2]) * std::fmax(1, greatest_singular_value(*body.pose));
}
double greatest_of(const Vector3& t) noexcept {
  return std::fmax(std::fmax(std::fabs(t[0]), std::fabs(t[1])), std::fabs(t[2]));
}

/// Sets the coordinates that tell the points of a plane apart best.
void set_axes(FacePlane& plane) noexcept {
  plane.dropped = 0;
  for (std::size_t l = 1; l < 3; ++l) {
    if (std::fabs(plane.normal[l]) > std::fabs(plane.normal[plane.dropped])) plane.dropped = l;
  }
  const std::size_t d = plane.dropped;
  const int side = plane.normal[d] < 0 ? -1 : 1;
  plane.axes = {d == 0 ? std::size_t{1} : 0, d == 2 ? std::size_t{1} : 2, d == 1 ? -side : side};
}
/// Sets the plane's normal, of any length.
void set_normal_of(FacePlane& plane, const Vector3& n) noexcept {
  const double length = std::sqrt(dot<3>(n, n));
  for (std::size_t l = 0; l < 3; ++l) plane.normal[l] = n[l] / length + 0.0;  // -0 becomes 0
  set_axes(plane);
}

/// The widest span of a quaternion's entries whose products, and sums of four, doubles hold.
constexpr int kFewBits = 24;

// ---- across an axis of the world ----------------------------------------------------------------

/// A box whose axis `up` is mapped to the world's vertical.
struct UprightBox {
  const Body<3>* body;
  std::size_t up = 0;
  double sense = 0;    ///< 1, or -1 where it points down; 0 where no axis is mapped to the vertical
  bool exact = false;  ///< the other axes are mapped to axes of the world too

  /// The height of an end without the offset.
  double end(bool upper) const noexcept {
    const HullBlock& hull = *body->hull;
    return sense > 0 ? (upper ? hull.upper[up] : hull.lower[up])
                     : -(upper ? hull.lower[up] : hull.upper[up]);
  }
  BoxFace face(bool upper) const noexcept { return {body, up, upper == (sense > 0), exact}; }
};

/// Finds the axis of the box that the pose maps to an axis of the world, up or down.
UprightBox upright_box(const Body<3>& body, std::size_t vertical) noexcept {
  UprightBox box{&body};
  const Pose<3>& pose = *body.pose;
  box.exact = boxes::is_signed_permutation(pose);
  const double* const r = linear_data(pose);
  if (!box.exact && pose.is_quaternion()) {
    // About the axis itself, or half a turn about an axis across it.
    const std::array<double, 4>& q = pose.wxyz();
    const bool about =
        is_zero_bits(q[1 + (vertical + 1) % 3]) && is_zero_bits(q[1 + (vertical + 2) % 3]);
    const bool over = is_zero_bits(q[0]) && is_zero_bits(q[1 + vertical]);
    box.up = vertical;
    box.sense = about ? 1 : (over ? -1 : 0);
    return box;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    if (is_zero_bits(r[3 * vertical + k])) continue;
    box.up = k;
    box.sense = r[3 * vertical + k];
  }
  const auto is_zero = [&](std::size_t l, std::size_t k) { return is_zero_bits(r[3 * l + k]); };
  const bool alone = is_zero((vertical + 1) % 3, box.up) && is_zero((vertical + 2) % 3, box.up) &&
                     is_zero(vertical, (box.up + 1) % 3) && is_zero(vertical, (box.up + 2) % 3);
  if (!alone || std::fabs(box.sense) != 1) box.sense = 0;
  return box;
}

/// Returns the sign of b's end over a's, both with their offsets.
int sign_of_gap(double offset_a, double end_a, double offset_b, double end_b) noexcept {
  Expansion<4> gap;
  for (const double term : {offset_b, end_b, -offset_a, -end_a}) gap.add(term);
  return gap.sign();
}

/// Sorts the ends of boxes whose frames have one origin across the vertical. Returns false for others.
bool rank_above_each_other(const UprightBox& a, const UprightBox& b, std::size_t vertical,
                           BoxRanks& ranks) noexcept {
  if (a.up != b.up || !boxes::have_equal_linear_parts(*a.body->pose, *b.body->pose)) return false;
  for (std::size_t l = 0; l < 3; ++l) {
    if (l != vertical && offset_data(*a.body->pose)[l] != offset_data(*b.body->pose)[l])
      return false;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const HullBlock& p = *a.body->hull;
    const HullBlock& q = *b.body->hull;
    boxes::rank(std::array<double, 4>{p.lower[k], p.upper[k], q.lower[k], q.upper[k]}, ranks, k);
  }
  return true;
}

bool find_level(const Pair<3>& pair, double size, Memory memory, Touching<3>& touching) {
  const double* const from = offset_data(*pair.a.pose);
  const double* const to = offset_data(*pair.b.pose);
  for (std::size_t l = 0; l < 3; ++l) {
    const UprightBox a = upright_box(pair.a, l);
    if (a.sense == 0) continue;
    const UprightBox b = upright_box(pair.b, l);
    if (b.sense == 0) continue;
    for (const bool b_above : {true, false}) {
      const double seems = (to[l] - from[l]) + (b.end(!b_above) - a.end(b_above));
      if (!(std::fabs(seems) <= kFaceSeemsClosed * size)) continue;
      if (sign_of_gap(from[l], a.end(b_above), to[l], b.end(!b_above)) != 0) continue;
      FacePlane plane;
      plane.normal[l] = b_above ? 1 : -1;
      set_axes(plane);
      plane.is_level = true;
      plane.height = (from[l] + a.end(b_above)) + 0.0;
      plane.size = size;
      BoxRanks ranks;
      const BoxRanks* const ranked = rank_above_each_other(a, b, l, ranks) ? &ranks : nullptr;
      if (touch_faces(a.face(b_above), b.face(!b_above), plane, ranked, memory, touching)) {
        return true;
      }
    }
  }
  return false;
}

// ---- exact normals ------------------------------------------------------------------------------

/// Returns whether two vectors are parallel, exactly.
bool are_parallel(const Vector3& p, const Vector3& q) noexcept {
  for (std::size_t l = 0; l < 3; ++l) {
    const std::size_t m = (l + 1) % 3;
    const Exact2 first = two_product(p[l], q[m]);
    const Exact2 second = two_product(p[m], q[l]);
    if (first.value != second.value || first.residue != second.residue) return false;
  }
  return true;
}

/// Returns the sign of n . (t_B - t_A) + length (end_b - end_a), or nothing where an expansion does not
/// hold the terms.
std::optional<int> sign_along(const Vector3& n, double length, const Pair<3>& pair, double end_a,
                              double end_b) noexcept {
  const double* const from = offset_data(*pair.a.pose);
  const double* const to = offset_data(*pair.b.pose);
  const std::array<double, 8> ends{from[0], from[1], from[2], to[0], to[1], to[2], end_a, end_b};
  if (!in_expansion_range(n.data(), 3) || !in_expansion_range(ends.data(), 8)) return std::nullopt;
  Expansion<16> gap;
  for (std::size_t l = 0; l < 3; ++l) {
    gap.add(two_product(n[l], to[l]));
    gap.add(two_product(-n[l], from[l]));
  }
  gap.add(two_product(length, end_b));
  gap.add(two_product(-length, end_a));
  return gap.sign();
}

bool find_by_exact_normals(const Pair<3>& pair, double size, Memory memory, Touching<3>& touching) {
  const auto axes_a = exact_axes(*pair.a.pose);
  if (!axes_a) return false;
  const auto axes_b = exact_axes(*pair.b.pose);
  if (!axes_b) return false;
  const double* const from = offset_data(*pair.a.pose);
  const double* const to = offset_data(*pair.b.pose);
  const Vector3 between{to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3& n = axes_a->n[k];
    const double apart = dot<3>(n, between) / axes_a->length;
    for (std::size_t m = 0; m < 3; ++m) {
      if (!are_parallel(n, axes_b->n[m])) continue;
      const bool alike = dot<3>(n, axes_b->n[m]) > 0;
      for (const bool b_ahead : {true, false}) {
        const BoxFace a{&pair.a, k, b_ahead};
        const BoxFace b{&pair.b, m, b_ahead != alike};
        const double end_a = b_ahead ? pair.a.hull->upper[k] : pair.a.hull->lower[k];
        const double end = b.upper ? pair.b.hull->upper[m] : pair.b.hull->lower[m];
        const double end_b = alike ? end : -end;
        if (!(std::fabs(apart + (end_b - end_a)) <= kFaceSeemsClosed * size)) continue;
        const auto sign = sign_along(n, axes_a->length, pair, end_a, end_b);
        if (!sign || *sign != 0) continue;
        FacePlane plane;
        set_normal_of(plane, b_ahead ? n : negated<3>(n));
        plane.size = size;
        if (touch_faces(a, b, plane, nullptr, memory, touching)) return true;
      }
    }
  }
  return false;
}

// ---- one orientation ----------------------------------------------------------------------------

bool find_in_one_frame(const Pair<3>& pair, double size, Memory memory, Touching<3>& touching) {
  BoxRanks ranks;
  if (!boxes::rank_aligned(pair, ranks)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const bool b_ahead = ranks.a[k][1] == ranks.b[k][0];
    if (!b_ahead && ranks.b[k][1] != ranks.a[k][0]) continue;
    const double* const r = linear_data(*pair.a.pose);
    const auto column = [&](std::size_t i) { return Vector3{r[i], r[3 + i], r[6 + i]}; };
    Vector3 n = column(k);
    if (!pair.a.pose->is_quaternion()) {
      n = cross(column((k + 1) % 3), column((k + 2) % 3));
      if (dot<3>(n, column(k)) < 0) n = negated<3>(n);
    }
    FacePlane plane;
    set_normal_of(plane, b_ahead ? n : negated<3>(n));
    plane.size = size;
    return touch_faces({&pair.a, k, b_ahead}, {&pair.b, k, !b_ahead}, plane, &ranks, memory,
                       touching);
  }
  return false;
}

}  // namespace

std::optional<ExactAxes> exact_axes(const Pose3& pose) noexcept {
  ExactAxes axes;
  if (!pose.is_quaternion()) {
    if (!boxes::is_signed_permutation(pose)) return std::nullopt;
    const double* const r = linear_data(pose);
    for (std::size_t k = 0; k < 3; ++k) axes.n[k] = {r[k], r[3 + k], r[6 + k]};
    return axes;
  }
  const std::array<double, 4>& q = pose.wxyz();
  ExponentSpan span;
  for (const double entry : q) span.include(entry);
  if (span.bits() > kFewBits || span.low < -60 || span.top > 60) return std::nullopt;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t l = (k + 1) % 3;
    const std::size_t m = (k + 2) % 3;
    const double w = q[0], x = q[1 + k], y = q[1 + l], z = q[1 + m];
    axes.n[k][k] = w * w + x * x - y * y - z * z;
    axes.n[k][l] = 2 * (x * y + w * z);
    axes.n[k][m] = 2 * (x * z - w * y);
  }
  axes.length = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  return axes;
}

bool find_touching_box_faces(const Pair<3>& pair, Memory memory, Touching<3>& touching) {
  if (!pair.a.hull->in_box_order || !pair.b.hull->in_box_order) return false;
  const double* const from = offset_data(*pair.a.pose);
  const double* const to = offset_data(*pair.b.pose);
  const double size = (std::fmax(size_of_box(pair.a), size_of_box(pair.b)) +
                       greatest_of({to[0] - from[0], to[1] - from[1], to[2] - from[2]})) *
                      (1 + kFaceShare);
  const double place = greatest_of({from[0], from[1], from[2]});
  if (!(size > kLeastReach && size + place < kGreatestReach)) return false;
  if (!expansions_hold()) return false;
  if (find_level(pair, size, memory, touching)) return true;
  return boxes::have_equal_linear_parts(*pair.a.pose, *pair.b.pose)
             ? find_in_one_frame(pair, size, memory, touching)
             : find_by_exact_normals(pair, size, memory, touching);
}

}  // namespace sunder::detail::contact
