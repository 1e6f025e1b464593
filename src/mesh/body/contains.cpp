// SPDX-License-Identifier: Apache-2.0
//
// Idea: A body lies in a solid if its inside does not overlap what lies outside the solid, which is a solid too: the
// same mesh, turned. A point is a body.
// Source: docs/bodies.md.
// Bound: No number of this file is rounded.
// Cost: That of intersects(), for each pair of parts.
// Gives up: Where parts may hold a body together. The answer is refused then.
#include <algorithm>
#include <string>
#include <vector>

#include "geometry/refusal.hpp"
#include "machine/enum_names.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/pair/meet.hpp"
#include "mesh/pair/part_pair.hpp"
#include "mesh/triangles/triangle_pair.hpp"

namespace sunder::detail::mesh {
namespace {

enum class Held : std::uint8_t { yes, no, open };

/// Is the determinant of a chain of poses 0?
bool flattens(const Piece& piece, const PoseChain& chain) {
  return PiecePair({&piece, chain}, {&piece, chain}).handedness(0) == 0;
}

/// Does one part of a lie in one part of b?
Held part_is_held(const PartPair& pair, BodyContainment& found) {
  if (const auto convex = pair.hulls()) {
    const Containment inside = contains(convex->first, convex->second);
    found.stage = std::max(found.stage, inside.stage);
    return inside ? Held::yes : Held::no;
  }
  std::vector<const Piece*> solids;
  bool has_others = false;
  for (const Piece& piece : pair.pieces(1)) {
    if (piece.triangles.empty()) continue;
    if (piece.kind == MeshKind::solid && !flattens(piece, pair.chain(1))) {
      solids.push_back(&piece);
    } else {
      has_others = true;
    }
  }
  bool all_held = true;
  for (const Piece& s : pair.pieces(0)) {
    const bool is_held =
        s.triangles.empty() || std::any_of(solids.begin(), solids.end(), [&](const Piece* solid) {
          const PieceContainment inside = contains({solid, pair.chain(1)}, {&s, pair.chain(0)});
          if (inside.exact) found.stage = Stage::integer;
          if (!inside.contained && found.triangle < 0)
            found.triangle = caller_of(s, inside.triangle);
          return inside.contained;
        });
    all_held = all_held && is_held;
  }
  if (all_held) return Held::yes;
  return solids.size() <= 1 && !has_others ? Held::no : Held::open;
}

bool is_empty(std::span<const Piece> pieces) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [](const Piece& piece) { return piece.triangles.empty(); });
}

/// A body of one point, in the world's frame.
Body3 body_of(const Vector3& point) {
  return Body3{{Polytope3::from_points(std::array{point}).value()}};
}

/// Is a vertex of a part outside every part of b?
bool a_vertex_is_outside(const PosedBody3& a, std::size_t part, const PosedBody3& b) {
  const Part3& own = a.body().parts()[part];
  for (const Piece& piece : BodyAccess::data(a.body()).pieces(part)) {
    for (const Vector3& point : piece.points) {
      const Body3 vertex{{Polytope3::from_points(std::array{point}).value(), own.pose}};
      if (intersects({vertex, a.pose()}, b).verdict == Verdict::separated) return true;
    }
  }
  return false;
}

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<BodyContainment> contains(const PosedBody3& a, const PosedBody3& b) {
  using namespace detail::mesh;  // NOLINT(google-build-using-namespace): its contains() is another
  const detail::DefaultEnvironment environment;
  BodyContainment found;
  found.contained = true;
  found.stage = Stage::filter;
  const std::size_t parts = b.body().parts().size();
  for (std::size_t i = 0; i < a.body().parts().size(); ++i) {
    BodyContainment here;
    Held held = parts == 0 ? Held::no : Held::open;
    if (is_empty(BodyAccess::data(a.body()).pieces(i))) held = Held::yes;
    for (std::size_t j = 0; j < parts && held != Held::yes; ++j) {
      const Held one = part_is_held(PartPair(a, i, b, j), here);
      if (one == Held::yes || parts == 1) held = one;
    }
    found.stage = std::max(found.stage, here.stage);
    if (held == Held::yes) continue;
    if (held == Held::open && !a_vertex_is_outside(a, i, b)) {
      return Error{ErrorCode::not_served,
                   "part " + std::to_string(i) +
                       " of a lies in no single solid part of b; whether several parts, or a "
                       "surface, hold it is not decided: make one solid mesh of b"};
    }
    found.contained = false;
    found.part = static_cast<std::int32_t>(i);
    found.triangle = here.triangle;
    return found;
  }
  return found;
}

std::string_view to_string(Location location) noexcept {
  static constexpr std::string_view kNames[] = {"outside", "boundary", "inside"};
  return detail::name_of<Location::inside>(kNames, location, "inside");
}

Result<Location> locate(const Vector3& point, const PosedBody3& body) {
  Error error = detail::refuse_entries("point", point, "coordinate");
  if (!error.message.empty()) return error;
  const Body3 own = detail::mesh::body_of(point);
  switch (intersects(own, body).verdict) {
    case Verdict::overlapping:
      return Location::inside;
    case Verdict::touching:
      return Location::boundary;
    default:
      return Location::outside;
  }
}

}  // namespace sunder::inline SUNDER_ABI
