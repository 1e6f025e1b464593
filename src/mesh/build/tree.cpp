// SPDX-License-Identifier: Apache-2.0
//
// Idea: A range of triangles is cut where the surface area heuristic is least, until a node has eight ranges. Ranges have
// 4, 32, 256 ... triangles, all but one of a node, so that every leaf and every node is full.
// Source: Wald, "On fast construction of SAH-based bounding volume hierarchies" (2007): sixteen bins on the longest
// axis of the centres.
// Bound: Boxes are rounded outward from coordinates with their error. The order decides speed alone.
// Cost: O(n log n).
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "geometry/vectors.hpp"
#include "mesh/piece/piece.hpp"

namespace sunder::detail::mesh {
namespace {

constexpr float kFar = std::numeric_limits<float>::infinity();
constexpr FloatBox kNothing{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};

/// Rounds a normalised coordinate down, and less by its error.
float rounded_down(double value) noexcept {
  const double least = value - kNormalisedError;
  const auto rounded = static_cast<float>(least);
  if (static_cast<double>(rounded) <= least) return rounded;
  // The next float below; 0 has the smallest one below it.
  const auto bits = std::bit_cast<std::uint32_t>(rounded);
  if (rounded == 0) return -std::numeric_limits<float>::denorm_min();
  return std::bit_cast<float>(rounded > 0 ? bits - 1 : bits + 1);
}

void include(FloatBox& box, const FloatBox& other) noexcept {
  for (std::size_t k = 0; k < 3; ++k) {
    box.lower[k] = std::min(box.lower[k], other.lower[k]);
    box.upper[k] = std::max(box.upper[k], other.upper[k]);
  }
}

float half_area(const FloatBox& box) noexcept {
  const float x = box.upper[0] - box.lower[0], y = box.upper[1] - box.lower[1],
              z = box.upper[2] - box.lower[2];
  return x * y + y * z + z * x;
}

/// A range of the order that is being made, with its box and that of the centres (doubled).
struct Range {
  std::int32_t begin = 0, end = 0;
  FloatBox box = kNothing, centres = kNothing;
  std::int32_t size() const noexcept { return end - begin; }
};

class TreeBuilder {
 public:
  explicit TreeBuilder(Piece& piece) : piece_(piece) {
    const std::size_t count = piece.triangles.size();
    at_.reserve(piece.points.size());
    for (std::size_t i = 0; i < piece.points.size(); ++i)
      at_.push_back(piece.normalised(static_cast<std::int32_t>(i)));
    std::vector<FloatBox> rounded;
    rounded.reserve(at_.size());
    for (const Vector3& p : at_) rounded.push_back(box_of(p));
    normals_.reserve(count);
    items_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [p, q, r] = piece.triangles[i];
      Item item{rounded[static_cast<std::size_t>(p)], static_cast<std::int32_t>(i)};
      include(item.box, rounded[static_cast<std::size_t>(q)]);
      include(item.box, rounded[static_cast<std::size_t>(r)]);
      items_.push_back(item);
      normals_.push_back(cross(minus<3>(at(q), at(p)), minus<3>(at(r), at(p))));
    }
  }

  void build() {
    const Range all = survey(0, static_cast<std::int32_t>(items_.size()));
    piece_.box = all.box;
    piece_.nodes.clear();
    piece_.nodes.reserve(items_.size() / (Leaf::kMost * (TreeNode::kChildren - 1)) + 4);
    add_node(all);
    piece_.nodes.shrink_to_fit();
    piece_.is_faceted = flat_leaves_ > 0;
    reorder();
  }

 private:
  static constexpr std::size_t kBins = 16;
  static constexpr std::int32_t kLargestSlab = 2048;
  static constexpr float kSlack = 0x1p-21F;  ///< more than every rounding of numbers up to 2 here
  struct Bin {
    FloatBox box = kNothing;
    std::int32_t count = 0;
  };
  /// A triangle and its box.
  struct Item {
    FloatBox box;
    std::int32_t triangle;
  };

  static FloatBox box_of(const Vector3& p) noexcept {
    FloatBox box;
    for (std::size_t k = 0; k < 3; ++k) {
      box.lower[k] = rounded_down(p[k]);
      box.upper[k] = -rounded_down(-p[k]);
    }
    return box;
  }
  const Vector3& at(std::int32_t vertex) const noexcept {
    return at_[static_cast<std::size_t>(vertex)];
  }
  const Item& item(std::int32_t position) const noexcept {
    return items_[static_cast<std::size_t>(position)];
  }
  static float centre(const FloatBox& box, std::size_t k) noexcept {
    return box.lower[k] + box.upper[k];
  }

  Range survey(std::int32_t begin, std::int32_t end) const noexcept {
    Range range{begin, end};
    for (std::int32_t i = begin; i < end; ++i) {
      const FloatBox& box = item(i).box;
      include(range.box, box);
      for (std::size_t k = 0; k < 3; ++k) {
        range.centres.lower[k] = std::min(range.centres.lower[k], centre(box, k));
        range.centres.upper[k] = std::max(range.centres.upper[k], centre(box, k));
      }
    }
    return range;
  }

  /// Cuts a range in two, the first a multiple of `unit` triangles.
  std::array<Range, 2> parts(const Range& range, std::int32_t unit) {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) {
      if (range.centres.upper[k] - range.centres.lower[k] >
          range.centres.upper[axis] - range.centres.lower[axis]) {
        axis = k;
      }
    }
    // Both parts get whole units; the last range may be smaller.
    const auto whole_units = [&](std::int32_t before) {
      const std::int32_t units = (range.size() + unit - 1) / unit;
      return unit * std::clamp((before + unit / 2) / unit, 1, units - 1);
    };
    const float least = range.centres.lower[axis], extent = range.centres.upper[axis] - least;
    if (!(extent > 0)) return halves(range, whole_units(range.size() / 2));
    const float per_bin = static_cast<float>(kBins) * 0.9999F / extent;
    const auto bin_of = [&](const Item& item) {
      const float at = (centre(item.box, axis) - least) * per_bin;
      return std::min(kBins - 1, static_cast<std::size_t>(at));
    };
    std::array<Bin, kBins> bins;
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      Bin& bin = bins[bin_of(item(i))];
      include(bin.box, item(i).box);
      ++bin.count;
    }
    std::int32_t before = 0;
    const std::size_t cut = best_cut(bins);
    for (std::size_t i = 0; i < cut; ++i) before += bins[i].count;
    const std::int32_t first = whole_units(before);
    // Bins are put in order about the one that is cut, and that one is divided.
    std::size_t divided = 0;
    for (before = bins[0].count; before < first; before += bins[++divided].count) {
    }
    const auto begin = items_.begin() + range.begin, end = items_.begin() + range.end;
    const auto from =
        std::partition(begin, end, [&](const Item& one) { return bin_of(one) < divided; });
    const auto to =
        std::partition(from, end, [&](const Item& one) { return bin_of(one) == divided; });
    if (first < before) {
      std::nth_element(from, begin + first, to, [&](const Item& p, const Item& q) {
        return centre(p.box, axis) < centre(q.box, axis);
      });
    }
    return halves(range, first);
  }
  std::array<Range, 2> halves(const Range& range, std::int32_t first) const noexcept {
    return {survey(range.begin, range.begin + first), survey(range.begin + first, range.end)};
  }

  /// Returns the first bin of the upper half that costs least.
  static std::size_t best_cut(const std::array<Bin, kBins>& bins) noexcept {
    std::array<float, kBins> below{};
    FloatBox box = kNothing;
    std::int32_t count = 0;
    for (std::size_t i = 0; i + 1 < kBins; ++i) {
      include(box, bins[i].box);
      count += bins[i].count;
      below[i + 1] = count == 0 ? 0 : half_area(box) * static_cast<float>(count);
    }
    box = kNothing;
    count = 0;
    std::size_t best = kBins / 2;
    float least = kFar;
    for (std::size_t i = kBins - 1; i > 0; --i) {
      include(box, bins[i].box);
      count += bins[i].count;
      const float cost = below[i] + (count == 0 ? 0 : half_area(box) * static_cast<float>(count));
      if (cost < least) {
        least = cost;
        best = i;
      }
    }
    return best;
  }

  /// The slab and the ball of a range. Large ranges are not flat: only their ball is kept.
  void set_slab(const Range& range, TreeNode& node, std::size_t i) {
    Vector3 middle;
    float square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      middle[k] =
          0.5 * (static_cast<double>(range.box.lower[k]) + static_cast<double>(range.box.upper[k]));
      const float extent = 0.5F * (range.box.upper[k] - range.box.lower[k]);
      square += extent * extent;
    }
    node.radius[i] = std::sqrt(square) * (1 + kSlack) + kSlack;
    node.least[i] = -node.radius[i];
    node.most[i] = node.radius[i];
    if (range.size() > kLargestSlab) return;
    Vector3 sum{};
    for (std::int32_t i = range.begin; i < range.end; ++i) {
      const Vector3& normal = normals_[static_cast<std::size_t>(item(i).triangle)];
      for (std::size_t k = 0; k < 3; ++k) sum[k] += normal[k];
    }
    const double length = std::sqrt(dot<3>(sum, sum));
    if (!(length > 0)) return;
    Vector3 normal;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto entry =
          static_cast<std::int8_t>(126 * sum[k] / length);  // towards 0: the length stays below 1
      node.normal[k][i] = entry;
      normal[k] = static_cast<double>(entry) * static_cast<double>(TreeNode::kNormalUnit);
    }
    double least = 2, most = -2, reach = 0;
    for (std::int32_t position = range.begin; position < range.end; ++position) {
      for (const std::int32_t corner :
           piece_.triangles[static_cast<std::size_t>(item(position).triangle)]) {
        const Vector3 d = minus<3>(at(corner), middle);
        const double height = dot<3>(normal, d);
        least = std::min(least, height);
        most = std::max(most, height);
        reach = std::max(reach, dot<3>(d, d));
      }
    }
    node.least[i] = static_cast<float>(least) - kSlack;
    node.most[i] = static_cast<float>(most) + kSlack;
    node.radius[i] = std::min(node.radius[i], static_cast<float>(std::sqrt(reach)) + kSlack);
    if (range.size() > Leaf::kMost) return;
    flat_leaves_ += node.most[i] - node.least[i] < 4 * kSlack + 0x1p-13F * node.radius[i] ? 1 : -1;
  }

  std::int32_t add_node(const Range& all) {
    std::int32_t unit = Leaf::kMost;
    while (std::int64_t{unit} * TreeNode::kChildren < all.size()) unit *= TreeNode::kChildren;
    std::array<Range, TreeNode::kChildren> children;
    children[0] = all;
    std::size_t count = all.size() > 0 ? 1 : 0;
    while (count > 0 && count < children.size()) {
      Range* const largest = std::max_element(children.data(), children.data() + count,
                                              [&](const Range& p, const Range& q) {
                                                return (p.size() > unit ? half_area(p.box) : -1) <
                                                       (q.size() > unit ? half_area(q.box) : -1);
                                              });
      if (largest->size() <= unit) break;
      const std::array<Range, 2> both = parts(*largest, unit);
      *largest = both[0];
      children[count++] = both[1];
    }
    const auto index = static_cast<std::int32_t>(piece_.nodes.size());
    piece_.nodes.emplace_back();
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Range& range = children[i];
      std::int32_t child = -1;
      if (i < count)
        child =
            range.size() > Leaf::kMost ? add_node(range) : Leaf{range.begin, range.size()}.encode();
      TreeNode& node = piece_.nodes[static_cast<std::size_t>(index)];
      node.child[i] = child;
      const FloatBox& box = i < count ? range.box : kNothing;
      for (std::size_t k = 0; k < 3; ++k) {
        node.lower[k][i] = box.lower[k];
        node.upper[k][i] = box.upper[k];
        node.normal[k][i] = 0;
      }
      node.least[i] = node.most[i] = node.radius[i] = 0;
      if (i < count) set_slab(range, node, i);
    }
    return index;
  }

  void reorder() {
    std::vector<Corners> triangles;
    std::vector<std::int32_t> caller;
    triangles.reserve(items_.size());
    caller.reserve(items_.size());
    for (const Item& item : items_) {
      triangles.push_back(piece_.triangles[static_cast<std::size_t>(item.triangle)]);
      caller.push_back(piece_.caller[static_cast<std::size_t>(item.triangle)]);
    }
    piece_.triangles = std::move(triangles);
    piece_.caller = std::move(caller);
  }

  Piece& piece_;
  std::int32_t flat_leaves_ = 0;  ///< less the others
  std::vector<Item> items_;       ///< in the order that is being made
  std::vector<Vector3> at_;       ///< normalised, of each vertex
  std::vector<Vector3> normals_;  ///< of each triangle
};

/// Sets origin and scale, so that every point lies within [-1, 1], and the spans of the coordinates.
void normalise(Piece& piece) {
  constexpr double kMost = std::numeric_limits<double>::infinity();
  Vector3 lower{kMost, kMost, kMost}, upper{-kMost, -kMost, -kMost};
  piece.exponents = {};
  for (const Vector3& p : piece.points) {
    for (std::size_t k = 0; k < 3; ++k) {
      lower[k] = std::min(lower[k], p[k]);
      upper[k] = std::max(upper[k], p[k]);
      piece.exponents.include(p[k]);
    }
  }
  piece.origin = {};
  double half = 0;  // of the half extent, which may overflow
  for (std::size_t k = 0; k < 3 && !piece.points.empty(); ++k) {
    piece.origin[k] = lower[k] == upper[k] ? lower[k] : lower[k] / 2 + upper[k] / 2;
    piece.max_abs[k] = std::max(std::fabs(lower[k]), std::fabs(upper[k]));
    half = std::max({half, upper[k] / 2 - piece.origin[k] / 2, piece.origin[k] / 2 - lower[k] / 2});
  }
  piece.exponent = 0;
  if (half > 0) {
    std::frexp(half, &piece.exponent);
    piece.exponent += 1;
  }
  // Distances of normalised points, each within 2^-51, scaled back.
  const int first = -piece.exponent / 2;
  piece.scale = {std::ldexp(1.0, first), std::ldexp(1.0, -piece.exponent - first)};
  double square = 0;
  for (std::size_t i = 0; i < piece.points.size(); ++i) {
    const Vector3 p = piece.normalised(static_cast<std::int32_t>(i));
    square = std::max(square, dot<3>(p, p));
  }
  piece.radius = std::ldexp(std::sqrt(square) + 0x1p-48, piece.exponent);
}

void set_stars(Piece& piece) {
  piece.star_begin.assign(piece.points.size() + 1, 0);
  for (const Corners& corners : piece.triangles) {
    for (const std::int32_t vertex : corners)
      ++piece.star_begin[static_cast<std::size_t>(vertex) + 1];
  }
  std::partial_sum(piece.star_begin.begin(), piece.star_begin.end(), piece.star_begin.begin());
  piece.star.resize(3 * piece.triangles.size());
  piece.hubs.clear();
  for (std::size_t i = 0; i < piece.points.size(); ++i) {
    if (piece.star_begin[i + 1] - piece.star_begin[i] > kMostAtVertex)
      piece.hubs.push_back(static_cast<std::int32_t>(i));
  }
  std::vector<std::int32_t> next(piece.star_begin.begin(), piece.star_begin.end() - 1);
  for (std::size_t i = 0; i < piece.triangles.size(); ++i) {
    for (const std::int32_t vertex : piece.triangles[i]) {
      piece.star[static_cast<std::size_t>(next[static_cast<std::size_t>(vertex)]++)] =
          static_cast<std::int32_t>(i);
    }
  }
}

/// Numbers the components in the order of their first vertices. Every vertex belongs to a triangle.
void set_components(Piece& piece) {
  piece.component.assign(piece.points.size(), -1);
  piece.first.clear();
  std::vector<std::int32_t> open;
  for (std::size_t start = 0; start < piece.points.size(); ++start) {
    if (piece.component[start] >= 0) continue;
    const auto number = static_cast<std::int32_t>(piece.first.size());
    piece.first.push_back(static_cast<std::int32_t>(start));
    piece.component[start] = number;
    open.push_back(static_cast<std::int32_t>(start));
    while (!open.empty()) {
      const std::int32_t vertex = open.back();
      open.pop_back();
      for (const std::int32_t triangle : piece.star_of(vertex)) {
        for (const std::int32_t other : piece.corners(triangle)) {
          std::int32_t& component = piece.component[static_cast<std::size_t>(other)];
          if (component >= 0) continue;
          component = number;
          open.push_back(other);
        }
      }
    }
  }
}

}  // namespace

void take_points(Piece& piece, const std::vector<Vector3>& points) {
  std::vector<Vector3> used;
  std::vector<std::int32_t> index(points.size(), -1);
  for (Corners& corners : piece.triangles) {
    for (std::int32_t& corner : corners) {
      std::int32_t& kept = index[static_cast<std::size_t>(corner)];
      if (kept < 0) {
        kept = static_cast<std::int32_t>(used.size());
        used.push_back(points[static_cast<std::size_t>(corner)]);
      }
      corner = kept;
    }
  }
  used.shrink_to_fit();
  piece.points = std::move(used);
}

void index_piece(Piece& piece) {
  normalise(piece);
  TreeBuilder(piece).build();
  set_stars(piece);
  set_components(piece);
}

}  // namespace sunder::detail::mesh
