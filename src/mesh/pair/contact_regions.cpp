// SPDX-License-Identifier: Apache-2.0
//
// Idea: Two triangles meet in a point, a segment or a convex polygon. Its corners are known exactly as features that
// meet: a corner of one with a triangle of the other, two edges. A side lies on edges of the two meshes, or inside their
// triangles. Both names together are a key. Polygons with a side of one key continue each other, and a segment with the
// key of a polygon's side lies in its rim.
// Bound: Keys are exact. Coordinates, lengths and areas are rounded, and so is the order in which a rim is run through.
// Cost: the exact contacts of each pair of triangles that meet, and O(n log n) for n of them.
// Gives up: Never.
#include "mesh/pair/contact_regions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "mesh/build/hubs.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/pair/nearest.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/triangles/triangle_pair.hpp"
#include "mesh/walk/walk.hpp"

namespace sunder::detail::mesh {
namespace {

/// What a side of a polygon, or a segment, lies on in each mesh: an edge, or a triangle.
using Key = std::pair<Feature, Feature>;

/// A segment between two corners, and the triangles that it comes from.
struct Side {
  Key key;
  std::array<std::int32_t, 2> corner{};
  std::array<std::int32_t, 2> triangles{};
};

/// A convex polygon in which two triangles meet.
struct Patch {
  std::vector<Side> sides;  ///< in order round it
  std::array<std::int32_t, 2> triangles{};
};

/// Sets of numbers that are joined.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { parent_[of(i)] = of(j); }

 private:
  std::vector<std::size_t> parent_;
};

Feature edge_of(std::int32_t p, std::int32_t q) noexcept {
  return {1, std::min(p, q), std::max(p, q)};
}
/// Does a feature of a triangle lie on an edge of it?
bool lies_on(const Feature& feature, const Feature& edge) noexcept {
  return feature == edge ||
         (feature.dimension == 0 && (feature.i == edge.i || feature.i == edge.j));
}

class Regions final : public LeafVisitor {
 public:
  Regions(const Placed& a, const Placed& b) : placed_{a, b}, pair_(a, b), hubs_(pair_) {}

  void append_to(std::vector<ContactRegion>& regions) {
    for (const SharedHubs::Shared& shared : hubs_.all()) {
      if (shared.triangle[0] < 0 || shared.triangle[1] < 0) continue;
      look_at(shared.triangle[0], shared.triangle[1]);
      visit_close_at(pair_, shared.vertex, [&](std::int32_t i, std::int32_t j) {
        const bool is_first = i == shared.triangle[0] && j == shared.triangle[1];
        if (hubs_.share_one(i, j) && !is_first) look_at(i, j);
        return true;
      });
    }
    walk_pair(pair_.piece(0), pair_.piece(1), pair_.maps(), *this);
    append_patches(regions);
    append_lines(regions);
    append_points(regions);
  }

  bool visit(Leaf a, Leaf b) override {
    if (hubs_.share_one(a, b)) return true;
    for (std::int32_t i = a.begin; i < a.begin + a.count; ++i) {
      const WorldTriangle t = pair_.world(0, i);
      for (std::int32_t j = b.begin; j < b.begin + b.count; ++j) {
        if (hubs_.share_one(i, j)) continue;
        if (filter_triangles(t, pair_.world(1, j), pair_.error()) != Filtered::apart) look_at(i, j);
      }
    }
    return true;
  }

 private:
  void look_at(std::int32_t i, std::int32_t j) {
    contacts_.clear();
    append_contacts(pair_, i, j, contacts_);
    add(i, j);
  }

  std::int32_t corner_of(const Contact& contact) {
    const auto [entry, is_new] =
        corner_ids_.try_emplace(contact, static_cast<std::int32_t>(corners_.size()));
    if (is_new) corners_.push_back(contact);
    return entry->second;
  }

  void add(std::int32_t triangle_a, std::int32_t triangle_b) {
    const std::array<std::int32_t, 2> triangles{triangle_a, triangle_b};
    if (contacts_.empty()) return;
    if (contacts_.size() == 1) {
      points_.push_back({{}, {corner_of(contacts_[0]), -1}, triangles});
    } else if (contacts_.size() == 2) {
      segments_.push_back({key_of(triangles, contacts_[0], contacts_[1]),
                           {corner_of(contacts_[0]), corner_of(contacts_[1])},
                           triangles});
    } else {
      add_patch(triangles);
    }
  }

  /// The edges of a triangle's image.
  std::vector<Feature> edges_of(int side, std::int32_t triangle) {
    const Corners c = pair_.image_corners(side, triangle);
    std::vector<Feature> edges;
    for (std::size_t i = 0; i < 3; ++i) {
      if (c[i] != c[(i + 1) % 3]) edges.push_back(edge_of(c[i], c[(i + 1) % 3]));
    }
    return edges;
  }
  /// The edge that holds two features of a triangle, or the triangle.
  Feature carrier(int side, std::int32_t triangle, const Feature& p, const Feature& q) {
    for (const Feature& edge : edges_of(side, triangle)) {
      if (lies_on(p, edge) && lies_on(q, edge)) return edge;
    }
    return {2, triangle, -1};
  }
  Key key_of(const std::array<std::int32_t, 2>& triangles, const Contact& p, const Contact& q) {
    return {carrier(0, triangles[0], p.a, q.a), carrier(1, triangles[1], p.b, q.b)};
  }

  /// Two corners of a polygon are ends of a side if and only if an edge of either triangle holds both.
  void add_patch(const std::array<std::int32_t, 2>& triangles) {
    std::vector<Side> sides;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      for (std::size_t j = i + 1; j < contacts_.size(); ++j) {
        const Key key = key_of(triangles, contacts_[i], contacts_[j]);
        if (key.first.dimension == 1 || key.second.dimension == 1)
          sides.push_back({key, {corner_of(contacts_[i]), corner_of(contacts_[j])}, triangles});
      }
    }
    Patch patch;
    patch.triangles = triangles;
    std::int32_t end = sides.empty() ? -1 : sides.front().corner[0];
    while (!sides.empty()) {
      const auto next = std::find_if(sides.begin(), sides.end(), [&](const Side& side) {
        return side.corner[0] == end || side.corner[1] == end;
      });
      if (next == sides.end()) break;
      if (next->corner[0] != end) std::swap(next->corner[0], next->corner[1]);
      end = next->corner[1];
      patch.sides.push_back(*next);
      sides.erase(next);
    }
    patches_.push_back(std::move(patch));
  }

  Vector3 place(std::int32_t corner) {
    places_.resize(corners_.size());
    has_place_.resize(corners_.size(), false);
    const auto at = static_cast<std::size_t>(corner);
    if (!has_place_[at]) places_[at] = compute_place(corners_[at]);
    has_place_[at] = true;
    return places_[at];
  }
  Vector3 compute_place(const Contact& contact) {
    if (contact.a.dimension == 0) return rounded_world(placed_[0], contact.a.i);
    if (contact.b.dimension == 0) return rounded_world(placed_[1], contact.b.i);
    const bool on_a = contact.a.dimension == 1;
    const int side = on_a ? 0 : 1;
    const Feature& edge = on_a ? contact.a : contact.b;
    const Feature& other = on_a ? contact.b : contact.a;
    const Vector3 p = pair_.world({side, edge.i});
    const Vector3 u = detail::minus<3>(pair_.world({side, edge.j}), p);
    Vector3 normal, q;
    if (other.dimension == 1) {
      q = pair_.world({1 - side, other.i});
      const Vector3 v = detail::minus<3>(pair_.world({1 - side, other.j}), q);
      normal = cross(v, cross(u, v));
    } else {
      const WorldTriangle t = pair_.world(1 - side, other.i);
      q = t[0];
      normal = cross(detail::minus<3>(t[1], q), detail::minus<3>(t[2], q));
    }
    const double rate = dot<3>(normal, u);
    const double s =
        rate != 0 ? std::clamp(dot<3>(normal, detail::minus<3>(q, p)) / rate, 0.0, 1.0) : 0;
    const Vector3 from = rounded_world(placed_[static_cast<std::size_t>(side)], edge.i);
    const Vector3 to = rounded_world(placed_[static_cast<std::size_t>(side)], edge.j);
    Vector3 point;
    for (std::size_t k = 0; k < 3; ++k) point[k] = from[k] + s * (to[k] - from[k]);
    return point;
  }

  /// The unit normal of a patch, out of a's front or into b's.
  Vector3 normal_of(const Patch& patch) {
    const bool of_b =
        pair_.piece(0).kind == MeshKind::surface && pair_.piece(1).kind == MeshKind::solid;
    const int side = of_b ? 1 : 0;
    const Corners c = pair_.front_corners(side, patch.triangles[static_cast<std::size_t>(side)]);
    const Vector3 p = pair_.world({side, c[0]});
    Vector3 n = cross(detail::minus<3>(pair_.world({side, c[1]}), p),
                      detail::minus<3>(pair_.world({side, c[2]}), p));
    const double length = std::sqrt(dot<3>(n, n)) * (of_b ? -1 : 1);
    for (double& x : n) x = length != 0 ? x / length : 0;
    return n;
  }
  /// Twice the area vector of the patch's corners.
  Vector3 turn_of(const Patch& patch) {
    Vector3 sum{};
    const Vector3 first = place(patch.sides.front().corner[0]);
    for (const Side& side : patch.sides) {
      const Vector3 part = cross(detail::minus<3>(place(side.corner[0]), first),
                                 detail::minus<3>(place(side.corner[1]), first));
      for (std::size_t k = 0; k < 3; ++k) sum[k] += part[k];
    }
    return sum;
  }
  std::array<std::int32_t, 2> callers(const std::array<std::int32_t, 2>& triangles) const {
    return {caller_of(pair_.piece(0), triangles[0]), caller_of(pair_.piece(1), triangles[1])};
  }

  /// Do two patches with a side of one key lie in one plane?
  bool lie_in_one_plane(const Patch& p, const Patch& q) {
    if (p.triangles[0] == q.triangles[0] || p.triangles[1] == q.triangles[1]) return true;
    const Corners &s = pair_.piece(0).corners(p.triangles[0]),
                  &t = pair_.piece(0).corners(q.triangles[0]);
    return std::all_of(t.begin(), t.end(), [&](std::int32_t corner) {
      return pair_.orientation(Vertex{0, s[0]}, Vertex{0, s[1]}, Vertex{0, s[2]},
                               Vertex{0, corner}) == 0;
    });
  }

  void append_patches(std::vector<ContactRegion>& regions) {
    Groups groups(patches_.size());
    std::map<Key, std::vector<std::size_t>> by_key;  // the patches that have such a side
    for (std::size_t i = 0; i < patches_.size(); ++i) {
      for (const Side& side : patches_[i].sides) by_key[side.key].push_back(i);
    }
    std::vector<std::set<Key>> inner(patches_.size());
    for (const auto& [key, users] : by_key) {
      for (std::size_t i = 0; i < users.size(); ++i) {
        for (std::size_t j = i + 1; j < users.size(); ++j) {
          if (!lie_in_one_plane(patches_[users[i]], patches_[users[j]])) continue;
          groups.join(users[i], users[j]);
          inner[users[i]].insert(key);
          inner[users[j]].insert(key);
        }
      }
    }
    std::map<std::size_t, std::vector<std::size_t>> members;
    for (std::size_t i = 0; i < patches_.size(); ++i) members[groups.of(i)].push_back(i);
    for (const auto& [root, patches] : members) {
      ContactRegion region;
      region.dimension = 2;
      region.normal = normal_of(patches_[root]);
      std::vector<Side> rim;
      for (const std::size_t i : patches) {
        Patch& patch = patches_[i];
        const Vector3 turn = turn_of(patch);
        region.area += 0.5 * std::sqrt(dot<3>(turn, turn));
        region.triangles.push_back(callers(patch.triangles));
        for (Side side : patch.sides) {
          if (inner[i].contains(side.key)) continue;
          if (dot<3>(turn, region.normal) < 0) std::swap(side.corner[0], side.corner[1]);
          rim.push_back(side);
        }
      }
      region.outline = chains_of(std::move(rim), true);
      regions.push_back(std::move(region));
    }
    for (const auto& [key, users] : by_key) covered_.insert(key);
  }

  /// Are two sides that follow each other parts of one edge?
  static bool continues(const Side& p, const Side& q) noexcept {
    return (p.key.first.dimension == 1 && p.key.first == q.key.first) ||
           (p.key.second.dimension == 1 && p.key.second == q.key.second);
  }

  /// Runs through sides end by end, each once. `directed` ones are run through forwards, along rims that close. Others
  /// make lines that end where not just two sides meet.
  std::vector<std::vector<Vector3>> chains_of(std::vector<Side> sides, bool directed) {
    std::map<std::int32_t, std::vector<std::size_t>> at;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      at[sides[i].corner[0]].push_back(i);
      if (!directed) at[sides[i].corner[1]].push_back(i);
    }
    std::vector<bool> used(sides.size(), false);
    const auto next_of = [&](std::int32_t corner) {
      const auto entry = at.find(corner);
      if (entry == at.end() || (!directed && entry->second.size() != 2)) return sides.size();
      for (const std::size_t i : entry->second) {
        if (!used[i]) return i;
      }
      return sides.size();
    };
    const auto run = [&](std::size_t i, std::int32_t from) {
      std::vector<Side> chain;
      for (; i < sides.size(); i = next_of(from)) {
        Side side = sides[i];
        used[i] = true;
        if (side.corner[0] != from) std::swap(side.corner[0], side.corner[1]);
        from = side.corner[1];
        chain.push_back(side);
      }
      return chain;
    };
    std::vector<std::vector<Vector3>> chains;
    const auto start = [&](std::size_t i, std::int32_t from) {
      if (!used[i]) chains.push_back(corners_along(run(i, from), directed));
    };
    // Lines start at their ends; what is left closes.
    for (const auto& [corner, users] : at) {
      if (directed || users.size() == 2) continue;
      for (const std::size_t i : users) start(i, corner);
    }
    for (std::size_t i = 0; i < sides.size(); ++i) start(i, sides[i].corner[0]);
    return chains;
  }

  /// The corners of a chain, without those inside an edge. A line that closes has its first corner again.
  std::vector<Vector3> corners_along(const std::vector<Side>& chain, bool is_rim) {
    const bool closes = chain.front().corner[0] == chain.back().corner[1] && chain.size() > 1;
    std::vector<Vector3> corners;
    for (std::size_t i = 0; i < chain.size(); ++i) {
      const Side* const before = i > 0 ? &chain[i - 1] : (closes ? &chain.back() : nullptr);
      if (before == nullptr || !continues(*before, chain[i]))
        corners.push_back(place(chain[i].corner[0]));
    }
    if (corners.empty()) corners.push_back(place(chain.front().corner[0]));
    if (!closes) corners.push_back(place(chain.back().corner[1]));
    if (closes && !is_rim) corners.push_back(Vector3(corners.front()));
    return corners;
  }

  void append_lines(std::vector<ContactRegion>& regions) {
    std::map<Key, const Side*> lines;
    for (const Side& segment : segments_) {
      for (const std::int32_t corner : segment.corner) in_line_.push_back(corner);
      if (!covered_.contains(segment.key)) lines.try_emplace(segment.key, &segment);
    }
    // Lines that share an end are one region.
    std::vector<Side> sides;
    for (const auto& [key, side] : lines) sides.push_back(*side);
    Groups groups(sides.size());
    std::map<std::int32_t, std::size_t> first;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      for (const std::int32_t corner : sides[i].corner) {
        const auto [entry, is_new] = first.try_emplace(corner, i);
        if (!is_new) groups.join(i, entry->second);
      }
    }
    std::map<std::size_t, std::vector<Side>> members;
    for (std::size_t i = 0; i < sides.size(); ++i) members[groups.of(i)].push_back(sides[i]);
    for (const auto& [root, line] : members) {
      ContactRegion region;
      region.dimension = 1;
      for (const Side& side : line) {
        const Vector3 along = detail::minus<3>(place(side.corner[1]), place(side.corner[0]));
        region.length += std::sqrt(dot<3>(along, along));
        region.triangles.push_back(callers(side.triangles));
      }
      region.outline = chains_of(line, false);
      regions.push_back(std::move(region));
    }
  }

  void append_points(std::vector<ContactRegion>& regions) {
    std::vector<bool> taken(corners_.size(), false);
    for (const std::int32_t corner : in_line_) taken[static_cast<std::size_t>(corner)] = true;
    for (const Patch& patch : patches_) {
      for (const Side& side : patch.sides) taken[static_cast<std::size_t>(side.corner[0])] = true;
    }
    for (const Side& point : points_) {
      const std::int32_t corner = point.corner[0];
      if (taken[static_cast<std::size_t>(corner)]) continue;
      taken[static_cast<std::size_t>(corner)] = true;
      ContactRegion region;
      region.outline = {{place(corner)}};
      region.triangles.push_back(callers(point.triangles));
      regions.push_back(std::move(region));
    }
  }

  std::array<Placed, 2> placed_;
  PiecePair pair_;
  std::vector<Contact> contacts_, corners_;
  std::map<Contact, std::int32_t> corner_ids_;
  std::vector<Vector3> places_;
  std::vector<bool> has_place_;
  std::vector<Patch> patches_;
  std::vector<Side> segments_, points_;
  std::vector<std::int32_t> in_line_;
  std::set<Key> covered_;  ///< the sides of patches
  SharedHubs hubs_;
};

}  // namespace

void append_regions(const Placed& a, const Placed& b, std::vector<ContactRegion>& regions) {
  if (!a.piece->triangles.empty() && !b.piece->triangles.empty()) Regions(a, b).append_to(regions);
}

}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

BodyContact contact(const PosedBody3& a, const PosedBody3& b) {
  using namespace detail::mesh;  // NOLINT(google-build-using-namespace): the pieces are its own
  const detail::DefaultEnvironment environment;
  BodyContact answer;
  static_cast<Decision&>(answer) = intersects(a, b);
  if (!answer) return answer;
  const auto where_they_meet = [] { return 0.0; };
  for_each_pair(a, b, where_they_meet, [&](const PartPair& pair, std::size_t i, std::size_t j) {
    const std::size_t first = answer.regions.size();
    const std::optional<Piece> image_a = pair.image(0), image_b = pair.image(1);
    for (const Piece& s : image_a ? std::span(&*image_a, 1) : pair.pieces(0)) {
      for (const Piece& t : image_b ? std::span(&*image_b, 1) : pair.pieces(1))
        append_regions({&s, pair.chain(0)}, {&t, pair.chain(1)}, answer.regions);
    }
    for (std::size_t k = first; k < answer.regions.size(); ++k) {
      answer.regions[k].part_a = static_cast<std::int32_t>(i);
      answer.regions[k].part_b = static_cast<std::int32_t>(j);
    }
    return true;
  });
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
