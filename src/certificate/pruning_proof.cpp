// SPDX-License-Identifier: Apache-2.0
//
// Idea: A cut holds if the least lower end of one range exceeds the greatest upper end of the other
// plus the clearance. Cuts and examined pairs are rectangles of positions above the diagonal. If no
// two overlap and their areas sum to n (n - 1) / 2, each pair is in exactly one.
// Bound: Ends are rounded outward once a body, from exact integers, so that the comparison is a
// proof. These ends are never wider than boxes: whatever boxes prune, they prove too.
// Cost: O(v) products of integers, and O(m log m) for m rectangles.
// Gives up: Never: it accepts or names a reason.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "certificate/exact_pair.hpp"
#include "certificate/posed_part.hpp"
#include "certificate/rectangles.hpp"
#include "exact/dyadic_sum.hpp"
#include "geometry/double_bits.hpp"
#include "sunder/scene_proof.hpp"

namespace sunder::detail::certificate {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns the name as in the report; a pair that is no cut has axis 0.
std::string name_of(const SceneCut& cut) {
  std::string name = "[";
  for (const std::int32_t number : {cut.a_begin, cut.a_end, cut.b_begin, cut.b_end}) {
    name += std::to_string(number);
    name += ", ";
  }
  name += std::to_string(cut.axis);
  name += ']';
  return name;
}

/// The world coordinates of one body lie in [lower, upper]; lower > upper for the empty one.
struct Extent {
  Vector3 lower{kInfinity, kInfinity, kInfinity};
  Vector3 upper{-kInfinity, -kInfinity, -kInfinity};
};

Extent extent_of(const Posed3& posed) {
  Extent extent;
  if (posed.polytope().empty()) return extent;
  const PosedHull hull = posed_hull(make_body(posed));
  const ExactPair twice(hull, hull);
  for (std::size_t k = 0; k < 3; ++k) {
    IntegerVector axis(3);
    axis[k] = 1;
    const auto end = [&](End which) {
      return bracket(twice.a().extreme(axis, which).value, twice.denominator(), twice.exponent());
    };
    extent.lower[k] = end(End::least).lower;
    extent.upper[k] = end(End::greatest).upper;
  }
  return extent;
}

/// The hull of any range of the order, from hulls of ranges whose lengths are powers of two.
class RangeExtents {
 public:
  RangeExtents(const Scene& scene, std::span<const std::int32_t> order)
      : size_(order.size()), tree_(2 * order.size()) {
    for (std::size_t i = 0; i < size_; ++i) tree_[size_ + i] = extent_of(scene.posed(order[i]));
    for (std::size_t i = size_; i-- > 1;) {
      tree_[i] = tree_[2 * i];
      include(tree_[i], tree_[2 * i + 1]);
    }
  }

  Extent of(std::int32_t begin, std::int32_t end) const {
    Extent hull;
    std::size_t low = size_ + static_cast<std::size_t>(begin);
    std::size_t high = size_ + static_cast<std::size_t>(end);
    for (; low < high; low /= 2, high /= 2) {
      if (low % 2 == 1) include(hull, tree_[low++]);
      if (high % 2 == 1) include(hull, tree_[--high]);
    }
    return hull;
  }

 private:
  static void include(Extent& into, const Extent& other) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (less(other.lower[k], into.lower[k])) into.lower[k] = other.lower[k];
      if (less(into.upper[k], other.upper[k])) into.upper[k] = other.upper[k];
    }
  }

  std::size_t size_;
  std::vector<Extent> tree_;
};

/// Returns true if lower - upper > clearance, exactly. An empty range is separated from everything.
bool proven_apart(double upper, double lower, double clearance) {
  if (upper == -kInfinity || lower == kInfinity) return true;
  if (!is_finite_bits(upper) || !is_finite_bits(lower)) return false;
  const double terms[] = {lower, opposite(upper), opposite(clearance)};
  return exact_sum(terms).mantissa > 0;
}

bool proven(const SceneCut& cut, const RangeExtents& extents, double clearance) {
  const Extent a = extents.of(cut.a_begin, cut.a_end);
  const Extent b = extents.of(cut.b_begin, cut.b_end);
  const auto k = static_cast<std::size_t>((cut.axis < 0 ? -cut.axis : cut.axis) - 1);
  return cut.axis > 0 ? proven_apart(a.upper[k], b.lower[k], clearance)
                      : proven_apart(b.upper[k], a.lower[k], clearance);
}

std::string refute_form(const SceneCut& cut, std::int32_t size) {
  const bool ordered = 0 <= cut.a_begin && cut.a_begin < cut.a_end && cut.a_end <= cut.b_begin &&
                       cut.b_begin < cut.b_end && cut.b_end <= size;
  if (!ordered) return "cut " + name_of(cut) + " is not two ranges of the order, one after another";
  if (cut.axis == 0 || cut.axis < -3 || cut.axis > 3) {
    return "cut " + name_of(cut) + " names no axis";
  }
  return "";
}

/// Returns the position of each body in the order. The list is empty, with the reason, if it is no
/// order.
std::vector<std::int32_t> positions_of(std::span<const std::int32_t> order, std::int32_t size,
                                       std::string& reason) {
  std::vector<std::int32_t> positions(static_cast<std::size_t>(size), -1);
  if (order.size() != positions.size()) {
    reason = "the order has " + std::to_string(order.size()) + " bodies of " + std::to_string(size);
    return {};
  }
  std::int32_t at = 0;
  for (const std::int32_t id : order) {
    if (id < 0 || id >= size || positions[static_cast<std::size_t>(id)] >= 0) {
      reason = "the order names body " + std::to_string(id) + " twice, or there is none";
      return {};
    }
    positions[static_cast<std::size_t>(id)] = at++;
  }
  return positions;
}

std::string refute(const Scene& scene, double clearance, const PruningProof& proof,
                   std::span<const BodyPair> examined) {
  if (!is_finite_bits(clearance)) return "the clearance is not finite";
  const std::int32_t size = scene.size();
  std::string reason;
  const std::vector<std::int32_t> positions = positions_of(proof.order, size, reason);
  if (!reason.empty()) return reason;

  std::vector<SceneCut> rectangles = proof.cuts;
  for (const SceneCut& cut : rectangles) {
    reason = refute_form(cut, size);
    if (!reason.empty()) return reason;
  }
  for (const BodyPair& pair : examined) {
    if (pair.a < 0 || pair.a >= size || pair.b < 0 || pair.b >= size || pair.a == pair.b) {
      return "an examined pair names bodies that are not there";
    }
    const auto [low, high] = std::minmax(positions[static_cast<std::size_t>(pair.a)],
                                         positions[static_cast<std::size_t>(pair.b)]);
    rectangles.push_back({low, low + 1, high, high + 1, 0});
  }
  // The rectangles are disjoint parts of the triangle, so that the sum of their areas cannot
  // overflow.
  if (const SceneCut* const shared = find_shared(rectangles)) {
    return "a pair is accounted for twice: by " + name_of(*shared) + " and by another";
  }
  const std::int64_t covered = pairs_in(std::span<const SceneCut>(rectangles));
  const std::int64_t pairs = std::int64_t{size} * (size - 1) / 2;
  if (covered != pairs) {
    return std::to_string(pairs - covered) + " pairs are neither cut nor examined";
  }
  const RangeExtents extents(scene, proof.order);
  for (const SceneCut& cut : proof.cuts) {
    if (!proven(cut, extents, clearance)) {
      return "cut " + name_of(cut) + " does not separate its bodies by more than the clearance";
    }
  }
  return "";
}

}  // namespace
}  // namespace sunder::detail::certificate

namespace sunder::inline SUNDER_ABI {

Check verify(const Scene& scene, double clearance, const PruningProof& proof,
             std::span<const BodyPair> examined) {
  std::string reason = detail::certificate::refute(scene, clearance, proof, examined);
  const bool accepted = reason.empty();
  return {accepted, std::move(reason)};
}

}  // namespace sunder::inline SUNDER_ABI
