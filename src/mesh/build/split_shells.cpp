// SPDX-License-Identifier: Apache-2.0
//
// Idea: Triangles are joined over the caller's indices. Components that close are shells; the others are joined over
// welded points. A tree of boxes finds shells that may be hollows, and only these become solids, to ask what lies in what.
// Source: docs/bodies.md.
// Bound: No number is rounded.
// Cost: O(n log n), and that of nest().
// Gives up: Where nest() does.
#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "exact/orientation.hpp"
#include "mesh/build/attempt.hpp"
#include "mesh/build/build.hpp"
#include "mesh/build/components.hpp"
#include "mesh/build/shells.hpp"
#include "mesh/build/surface_edges.hpp"
#include "mesh/default_environment.hpp"

namespace sunder::detail::mesh {
namespace {

/// The fewest triangles that bound a volume.
constexpr std::size_t kFewestClosed = 4;

class Splitter {
 public:
  Splitter(std::span<const Vector3> points, std::span<const Corners> triangles)
      : caller_{points, triangles}, welded_(weld(points)), grouping_(welded_) {}

  /// Returns the shells; none where nest() gives up.
  std::optional<std::vector<std::vector<std::int32_t>>> run() {
    set_aside_flat();
    if (!rest_.corners.empty()) join_corners();
    if (!join_hollows_to_holders()) return std::nullopt;
    return shells();
  }

 private:
  Corners welded(std::size_t triangle) const noexcept {
    Corners c = caller_.triangles[triangle];
    for (std::int32_t& corner : c) corner = welded_.of[static_cast<std::size_t>(corner)];
    return c;
  }
  const double* place(std::int32_t welded) const noexcept {
    return welded_.points[static_cast<std::size_t>(welded)].data();
  }

  /// Triangles without an area join nothing: a strip sews its parts together by such.
  void set_aside_flat() {
    for (std::size_t i = 0; i < caller_.triangles.size(); ++i) {
      const Corners c = welded(i);
      if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0] ||
          collinear3d(place(c[0]), place(c[1]), place(c[2]))) {
        flat_.push_back(static_cast<std::int32_t>(i));
      } else {
        rest_.add(c, static_cast<std::int32_t>(i));
      }
    }
  }

  /// Sets the members of each component: triangles of `rest_`.
  void join_corners() {
    std::vector<Corners> own;
    own.reserve(rest_.size());
    for (const std::int32_t triangle : rest_.caller)
      own.push_back(caller_.triangles[static_cast<std::size_t>(triangle)]);
    std::vector<std::int32_t> component = components(own, caller_.points.size());
    std::vector<std::vector<std::int32_t>> groups = members_of(component);
    const std::vector<bool> closed = closed_groups(component, groups);
    std::vector<std::int32_t> open;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (closed[i]) {
        groups_.push_back(std::move(groups[i]));
      } else {
        open.insert(open.end(), groups[i].begin(), groups[i].end());
      }
    }
    std::sort(open.begin(), open.end());
    std::vector<Corners> corners;
    corners.reserve(open.size());
    for (const std::int32_t member : open)
      corners.push_back(rest_.corners[static_cast<std::size_t>(member)]);
    for (std::vector<std::int32_t>& group :
         members_of(components(corners, welded_.points.size()))) {
      for (std::int32_t& member : group) member = open[static_cast<std::size_t>(member)];
      groups_.push_back(std::move(group));
    }
  }

  /// Which components close, each welded by itself.
  std::vector<bool> closed_groups(const std::vector<std::int32_t>& component,
                                  const std::vector<std::vector<std::int32_t>>& groups) {
    // A vertex of a component is a number of its own.
    std::vector<std::pair<std::int32_t, std::int32_t>> vertices;
    vertices.reserve(3 * rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      for (const std::int32_t corner : rest_.corners[i])
        vertices.emplace_back(component[i], corner);
    }
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<Corners> corners(rest_.size());
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        corners[i][k] = static_cast<std::int32_t>(
            std::lower_bound(vertices.begin(), vertices.end(),
                             std::pair{component[i], rest_.corners[i][k]}) -
            vertices.begin());
      }
    }
    std::vector<bool> closed(groups.size(), true);
    for_each_edge(edge_uses(corners, vertices.size()), [&](std::span<const EdgeUse> uses) {
      if (net_use(uses) == 0) return;
      closed[static_cast<std::size_t>(component[static_cast<std::size_t>(uses[0].triangle)])] =
          false;
    });
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (closed[i] || groups[i].size() < kFewestClosed) continue;
      const Group group = grouping_.of(rest_, groups[i]);
      closed[i] = can_close(caller_, group.places, group.triangles);
    }
    return closed;
  }

  bool join_hollows_to_holders() {
    of_group_.resize(groups_.size());
    std::iota(of_group_.begin(), of_group_.end(), 0);
    const std::vector<std::size_t> nested = nested_groups();
    std::vector<Shell> shells;
    std::vector<std::size_t> group_of;  // of each shell
    for (const std::size_t i : nested) {
      Group group = grouping_.of(rest_, groups_[i]);
      Attempt attempt = attempt_solid(caller_, group.places, std::move(group.triangles));
      if (!attempt.obstacle.none()) continue;
      const bool inward = attempt.is_inward();
      shells.push_back({std::move(attempt.piece), inward});
      group_of.push_back(i);
    }
    const std::optional<Nesting> nesting = nest(shells);
    if (!nesting) return false;
    Forest forest(groups_.size());
    const auto join = [&](std::size_t i, std::size_t j) {
      forest.join(static_cast<std::int32_t>(group_of[i]), static_cast<std::int32_t>(group_of[j]));
    };
    for (std::size_t i = 0; i < shells.size(); ++i) {
      if (nesting->is_hollow(i)) join(i, nesting->holder[i]);
    }
    for (const auto& [i, j] : nesting->doubtful) {
      if (nesting->is_held(i)) continue;
      const ReachBox one = box_around(shells[i].piece.points),
                     other = box_around(shells[j].piece.points);
      if (holds(one, other) || holds(other, one)) join(i, j);
    }
    for (std::size_t i = 0; i < groups_.size(); ++i)
      of_group_[i] = forest.root(static_cast<std::int32_t>(i));
    return true;
  }

  /// Lists the groups whose boxes hold others or lie in them.
  std::vector<std::size_t> nested_groups() {
    std::vector<ReachBox> boxes;
    boxes.reserve(groups_.size());
    for (const std::vector<std::int32_t>& group : groups_) {
      ReachBox box = box_around({});
      for (const std::int32_t member : group) {
        for (const std::int32_t corner : rest_.corners[static_cast<std::size_t>(member)]) {
          for (std::size_t k = 0; k < 3; ++k) {
            box.lower[k] = std::min(box.lower[k], place(corner)[k]);
            box.reach[k] = std::max(box.reach[k], place(corner)[k]);
          }
        }
      }
      boxes.push_back(box);
    }
    struct Visitor {
      std::span<const ReachBox> boxes;
      std::span<const std::vector<std::int32_t>> groups;
      std::vector<bool> nested;
      bool prune(const PrunedBlock&) const noexcept { return true; }
      bool examine(std::int32_t first, std::int32_t second) {
        const auto i = static_cast<std::size_t>(first), j = static_cast<std::size_t>(second);
        if (groups[i].size() < kFewestClosed || groups[j].size() < kFewestClosed) return true;
        if (holds(boxes[i], boxes[j]) || holds(boxes[j], boxes[i])) nested[i] = nested[j] = true;
        return true;
      }
    };
    Visitor visitor{boxes, groups_, std::vector<bool>(groups_.size())};
    BoxTree(boxes).join(visitor);
    std::vector<std::size_t> listed;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      if (visitor.nested[i]) listed.push_back(i);
    }
    return listed;
  }

  std::vector<std::vector<std::int32_t>> shells() {
    const std::size_t count = caller_.triangles.size();
    std::vector<std::int32_t> shell_of(count, -1), of_point(welded_.points.size(), -1);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      for (const std::int32_t member : groups_[i]) {
        const auto at = static_cast<std::size_t>(member);
        shell_of[static_cast<std::size_t>(rest_.caller[at])] = of_group_[i];
        for (const std::int32_t corner : rest_.corners[at])
          of_point[static_cast<std::size_t>(corner)] = of_group_[i];
      }
    }
    place_flat(shell_of, of_point);
    // Numbered anew, in the order of their first triangles.
    std::vector<std::int32_t> number(count + groups_.size(), -1);
    std::int32_t shells = 0;
    for (std::int32_t& shell : shell_of) {
      std::int32_t& known = number[static_cast<std::size_t>(shell)];
      if (known < 0) known = shells++;
      shell = known;
    }
    return members_of(shell_of);
  }

  /// A triangle without an area goes with a corner of it. Those that no shell has a corner of are joined over theirs.
  void place_flat(std::vector<std::int32_t>& shell_of, std::span<const std::int32_t> of_point) {
    std::vector<std::int32_t> lone;
    std::vector<Corners> corners;
    for (const std::int32_t triangle : flat_) {
      const auto at = static_cast<std::size_t>(triangle);
      const Corners c = welded(at);
      for (const std::int32_t corner : c)
        shell_of[at] = std::max(shell_of[at], of_point[static_cast<std::size_t>(corner)]);
      if (shell_of[at] >= 0) continue;
      lone.push_back(triangle);
      corners.push_back(c);
    }
    const std::vector<std::int32_t> component = components(corners, welded_.points.size());
    for (std::size_t i = 0; i < lone.size(); ++i)
      shell_of[static_cast<std::size_t>(lone[i])] =
          static_cast<std::int32_t>(groups_.size()) + component[i];
  }

  CallerLists caller_;
  Welded welded_;
  Grouping grouping_;
  Triangles rest_;  ///< with an area
  std::vector<std::int32_t> flat_;
  std::vector<std::vector<std::int32_t>> groups_;  ///< of `rest_`
  std::vector<std::int32_t> of_group_;             ///< the group that stands for the shell
};

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<std::vector<std::vector<std::int32_t>>> split_shells(
    std::span<const Vector3> points, std::span<const std::array<std::int32_t, 3>> triangles) {
  if (Status status = detail::mesh::check_lists(points, triangles); !status) return status.error();
  const detail::DefaultEnvironment environment;
  auto shells = detail::mesh::Splitter(points, triangles).run();
  if (shells) return *std::move(shells);
  return Error{ErrorCode::too_large,
               "more than 4194304 pairs of shells lie in each other's boxes; split the mesh"};
}

}  // namespace sunder::inline SUNDER_ABI
