// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two edges have nothing, a point or a segment in common. Each end of such a segment is a corner of an outline.
// Segments on one line continue each other where they share a corner, and have the insides on the same sides. A point
// counts where no segment has it.
// Bound: Which points and segments there are is exact. Coordinates are the nearest doubles; lengths and normals are
// rounded.
// Cost: the edges that meet, and O(n log n) for n of them.
// Gives up: Never.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "mesh/default_environment.hpp"
#include "polygon/outline_pair.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {
namespace {

using EdgePair = std::array<std::int32_t, 2>;

/// What two edges have in common, from a corner to a corner with the normal on the right.
struct CommonSegment {
  EdgePair edges;
  Corner from, to;
  bool b_is_left;  ///< has b its inside on the left?
  friend bool operator<(const CommonSegment& s, const CommonSegment& t) {
    return s.edges < t.edges;
  }
};

class Regions2 {
 public:
  explicit Regions2(const OutlinePair& pair) : pair_(pair) {}

  void append_to(std::vector<ContactRegion2>& regions) {
    pair_.for_each_pair([&](std::int32_t i, std::int32_t j) {
      add(i, j, pair_.meet(i, j));
      return true;
    });
    append_segments(regions);
    append_points(regions);
  }

 private:
  void add(std::int32_t i, std::int32_t j, const Meeting& meeting) {
    if (meeting.points == 1) points_[meeting.ends[0]].push_back({i, j});
    if (meeting.points != 2) return;
    const bool a_is_flat = pair_.side(0).is_flat(), b_is_flat = pair_.side(1).is_flat();
    const bool b_is_left = !b_is_flat && pair_.is_inside_left(1, j);
    const bool turns_round = a_is_flat ? b_is_left : !pair_.is_inside_left(0, i);
    CommonSegment segment{{i, j},
                          meeting.ends[0].corner(),
                          meeting.ends[1].corner(),
                          !b_is_flat && b_is_left != turns_round};
    if (turns_round) std::swap(segment.from, segment.to);
    segments_.push_back(segment);
  }

  /// Is t, which starts where s ends, on its line, with the insides on the same sides?
  bool continues(const CommonSegment& s, const CommonSegment& t) const {
    if (s.b_is_left != t.b_is_left) return false;
    return s.edges[0] == t.edges[0] || s.edges[1] == t.edges[1] ||
           pair_.turn(s.from, s.to, t.to) == 0;
  }

  void append_segments(std::vector<ContactRegion2>& regions) {
    std::sort(segments_.begin(), segments_.end());
    std::multimap<Corner, std::size_t> by_start;
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      by_start.emplace(segments_[i].from, i);
      in_segment_.insert({segments_[i].from, segments_[i].to});
    }
    const std::size_t none = segments_.size();
    std::vector<std::size_t> next(segments_.size(), none);
    std::vector<bool> is_first(segments_.size(), true);
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      const auto [begin, end] = by_start.equal_range(segments_[i].to);
      const auto found = std::find_if(begin, end, [&](const auto& entry) {
        return continues(segments_[i], segments_[entry.second]);
      });
      if (found == end) continue;
      next[i] = found->second;
      is_first[next[i]] = false;
    }
    for (std::size_t i = 0; i < segments_.size(); ++i) {
      if (!is_first[i]) continue;
      ContactRegion2 region;
      region.dimension = 1;
      std::size_t last = i;
      for (std::size_t k = i; k != none; k = next[k]) {
        region.edges.push_back(callers(segments_[k].edges));
        last = k;
      }
      const Corner from = segments_[i].from, to = segments_[last].to;
      const auto [unit, length] = pair_.direction(from, to);
      region.length = length;
      region.ends = {rounded(from), rounded(to)};
      const bool has_area = !pair_.side(0).is_flat() || !pair_.side(1).is_flat();
      if (has_area) region.normal = {unit[1], 0 - unit[0]};
      regions.push_back(std::move(region));
    }
  }

  void append_points(std::vector<ContactRegion2>& regions) {
    for (auto& [junction, edges] : points_) {
      if (!junction.is_crossing() && in_segment_.contains(junction.corner())) continue;
      ContactRegion2 region;
      region.ends.fill(pair_.rounded(junction));
      std::sort(edges.begin(), edges.end());
      for (const EdgePair& pair : edges) region.edges.push_back(callers(pair));
      regions.push_back(std::move(region));
    }
  }

  Vector2 rounded(Corner corner) const { return pair_.rounded({corner.side, corner.index, -1}); }
  EdgePair callers(const EdgePair& edges) const noexcept {
    return {pair_.side(0).is_polygon() ? edges[0] : -1, pair_.side(1).is_polygon() ? edges[1] : -1};
  }

  const OutlinePair& pair_;
  std::vector<CommonSegment> segments_;
  std::map<Junction, std::vector<EdgePair>> points_;
  std::set<Corner> in_segment_;
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

BodyContact2 contact(const PosedBody2& a, const PosedBody2& b) {
  namespace planar = detail::polygon;
  const detail::DefaultEnvironment environment;
  BodyContact2 answer;
  static_cast<Decision&>(answer) = intersects(a, b);
  if (!answer) return answer;
  const planar::PartsPair parts(a, b);
  planar::Outlines outlines_a(parts.side(0)), outlines_b(parts.side(1));
  const auto visit = [&](std::size_t i, std::size_t j) {
    const planar::OutlinePair pair(outlines_a.of(i), outlines_b.of(j));
    const std::size_t first = answer.regions.size();
    planar::Regions2(pair).append_to(answer.regions);
    for (std::size_t k = first; k < answer.regions.size(); ++k) {
      answer.regions[k].part_a = static_cast<std::int32_t>(i);
      answer.regions[k].part_b = static_cast<std::int32_t>(j);
    }
  };
  parts.for_each_meeting(visit);
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
