// SPDX-License-Identifier: Apache-2.0
//
// Idea: The triangles of each component are halved at the median of their middles, along the axis on which
//   these spread most. Each part of the list becomes a hull. A tree halves all triangles, whatever their component, and
//   keeps the hulls of all sizes.
// Bound: None: the hulls hold the triangles as they are given.
// Cost: O(n log n), once a mesh.
// Gives up: Meshes of many components, and those of which building dropped triangles that may have joined two.
#include "robot/checker/pieces.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "geometry/hull_block.hpp"

namespace sunder::detail::robot {
namespace {

/// Pieces of a mesh; more, where it has so many components.
constexpr std::size_t kPieces = 8;
constexpr std::size_t kMostPieces = 32;
constexpr std::size_t kFewTriangles = 8;
/// The halvings of a tree, which has 32 smallest clusters then at most.
constexpr int kTreeHalvings = 5;
/// A mesh that fills so much of its hull mostly meets what the hull meets.
constexpr double kConvexShare = 0.9;

using Triangles = std::span<const std::array<std::int32_t, 3>>;

/// Nothing is dropped that may have joined two components.
bool keeps_all(const Mesh3& mesh) noexcept {
  const MeshReport& report = mesh.report();
  return report.buried == 0 && report.cancelled == 0 && report.flat == 0;
}

/// The component of each triangle, numbered from 0 on.
class Components {
 public:
  Components(std::span<const Vector3> points, Triangles triangles) : parents_(points.size()) {
    std::vector<std::int32_t> sorted(points.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::iota(parents_.begin(), parents_.end(), 0);
    const auto at = [&](std::int32_t p) -> const Vector3& {
      return points[static_cast<std::size_t>(p)];
    };
    std::sort(sorted.begin(), sorted.end(),
              [&](std::int32_t a, std::int32_t b) { return at(a) < at(b); });
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (at(sorted[i - 1]) == at(sorted[i])) join(sorted[i - 1], sorted[i]);
    }
    for (const auto& corners : triangles) {
      join(corners[0], corners[1]);
      join(corners[0], corners[2]);
    }
    std::vector<std::int32_t> numbers(points.size(), -1);
    for (const auto& corners : triangles) {
      std::int32_t& number = numbers[static_cast<std::size_t>(root(corners[0]))];
      if (number < 0) number = count_++;
      of_.push_back(number);
    }
  }

  std::int32_t count() const noexcept { return count_; }
  std::int32_t of(std::int32_t triangle) const noexcept {
    return of_[static_cast<std::size_t>(triangle)];
  }
  std::vector<std::vector<std::int32_t>> lists() const {
    std::vector<std::vector<std::int32_t>> all(static_cast<std::size_t>(count_));
    for (std::size_t t = 0; t < of_.size(); ++t) {
      all[static_cast<std::size_t>(of_[t])].push_back(static_cast<std::int32_t>(t));
    }
    return all;
  }

 private:
  std::int32_t root(std::int32_t point) {
    while (parents_[static_cast<std::size_t>(point)] != point) {
      std::int32_t& parent = parents_[static_cast<std::size_t>(point)];
      parent = parents_[static_cast<std::size_t>(parent)];
      point = parent;
    }
    return point;
  }
  void join(std::int32_t a, std::int32_t b) {
    parents_[static_cast<std::size_t>(root(a))] = root(b);
  }

  std::vector<std::int32_t> parents_, of_;
  std::int32_t count_ = 0;
};

class Splitter {
 public:
  explicit Splitter(const Mesh3& mesh) : points_(mesh.points()), triangles_(mesh.triangles()) {}

  /// Returns none where there are too many components.
  std::vector<MeshPiece> pieces() {
    const Components components(points_, triangles_);
    if (static_cast<std::size_t>(components.count()) + kPieces > kMostPieces) return {};
    for (std::vector<std::int32_t>& list : components.lists()) {
      int halvings = 0;
      while ((std::size_t{2} << halvings) * triangles_.size() <= kPieces * list.size()) ++halvings;
      split(list, halvings);
      ++component_;
    }
    return std::move(pieces_);
  }

  /// Returns none where there are too many components.
  PieceTree tree() {
    const Components components(points_, triangles_);
    if (static_cast<std::size_t>(components.count()) + kPieces > kMostPieces) return {};
    PieceTree tree;
    tree.components = components.count();
    std::vector<std::int32_t> all(triangles_.size());
    std::iota(all.begin(), all.end(), 0);
    grow(all, kTreeHalvings, components, tree.nodes);
    return tree;
  }

 private:
  double middle(std::int32_t triangle, std::size_t axis) const {
    double sum = 0;
    for (const std::int32_t corner : triangles_[static_cast<std::size_t>(triangle)]) {
      sum += points_[static_cast<std::size_t>(corner)][axis];
    }
    return sum;
  }

  /// Orders a list so that its halves are clusters, and returns where the second begins.
  std::size_t halve(std::span<std::int32_t> list) const {
    std::size_t axis = 0;
    double widest = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      double low = middle(list[0], k);
      double high = low;
      for (const std::int32_t t : list) {
        low = std::min(low, middle(t, k));
        high = std::max(high, middle(t, k));
      }
      if (high - low > widest) {
        widest = high - low;
        axis = k;
      }
    }
    const std::size_t half = list.size() / 2;
    std::nth_element(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(half), list.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return std::pair(middle(a, axis), a) < std::pair(middle(b, axis), b);
                     });
    return half;
  }

  void split(std::span<std::int32_t> list, int halvings) {
    if (halvings == 0 || list.size() < kFewTriangles) {
      MeshPiece piece;
      piece.hull = hull_of(list);
      piece.component = component_;
      pieces_.push_back(std::move(piece));
      return;
    }
    const std::size_t half = halve(list);
    split(list.first(half), halvings - 1);
    split(list.subspan(half), halvings - 1);
  }

  void grow(std::span<std::int32_t> list, int halvings, const Components& of,
            std::vector<PieceNode>& nodes) const {
    const std::size_t node = nodes.size();
    nodes.push_back({hull_of(list), -1, {}});
    std::vector<std::int32_t>& components = nodes[node].components;
    for (const std::int32_t t : list) components.push_back(of.of(t));
    std::sort(components.begin(), components.end());
    components.erase(std::unique(components.begin(), components.end()), components.end());
    if (halvings == 0 || list.size() == 1) return;
    const std::size_t half = halve(list);
    grow(list.first(half), halvings - 1, of, nodes);
    nodes[node].second = static_cast<std::int32_t>(nodes.size());
    grow(list.subspan(half), halvings - 1, of, nodes);
  }

  Polytope3 hull_of(std::span<const std::int32_t> list) const {
    std::vector<std::int32_t> corners;
    for (const std::int32_t t : list) {
      const auto& of = triangles_[static_cast<std::size_t>(t)];
      corners.insert(corners.end(), of.begin(), of.end());
    }
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    std::vector<Vector3> points;
    for (const std::int32_t corner : corners)
      points.push_back(points_[static_cast<std::size_t>(corner)]);
    return Polytope3::from_points(points).value();
  }

  std::span<const Vector3> points_;
  Triangles triangles_;
  std::int32_t component_ = 0;
  std::vector<MeshPiece> pieces_;
};

bool leaves_in_place(const Pose3& pose) noexcept {
  return pose.is_translation() && pose.offset(0) == 0 && pose.offset(1) == 0 && pose.offset(2) == 0;
}

/// Returns the mesh that is all of a body, where nothing was dropped of it; null: another body.
const Mesh3* only_mesh(const Body3& body) noexcept {
  if (body.parts().size() != 1 || !leaves_in_place(body.parts()[0].pose)) return nullptr;
  const auto* const mesh = std::get_if<Mesh3>(&body.parts()[0].shape);
  return mesh != nullptr && !mesh->triangles().empty() && keeps_all(*mesh) ? mesh : nullptr;
}

}  // namespace

PieceTree piece_tree_of(const Body3& body) {
  const Mesh3* const mesh = only_mesh(body);
  return mesh == nullptr ? PieceTree{} : Splitter(*mesh).tree();
}

std::vector<MeshPiece> pieces_of(const Body3& body, const Polytope3& hull) {
  const Mesh3* const mesh = only_mesh(body);
  if (mesh == nullptr) return {};
  if (mesh->mass_properties().volume > kConvexShare * hull.mass_properties().volume) return {};
  std::vector<MeshPiece> pieces = Splitter(*mesh).pieces();
  for (MeshPiece& piece : pieces) {
    if (!batch::LaneHull::can_separate(BlockAccess::block(piece.hull))) return {};
  }
  return pieces;
}

}  // namespace sunder::detail::robot
