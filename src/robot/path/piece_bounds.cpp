// SPDX-License-Identifier: Apache-2.0
//
// Idea: The triangles of a mesh lie in the hulls of its pieces (checker/pieces.hpp). Each piece of a is to stay apart from
//   each of b, along a direction of their own. Two trees of pieces are walked together: large pieces that one direction
//   separates need no look at small ones. Boundaries that stay apart leave two cases, and the same one at all times: the
//   bodies are apart, or one holds a component of the other. The exact verdict at one moment tells.
// Bound: least_gap(). A gap exceeds the rounding of both frames, so that the boundaries are apart too on the way from the
//   computed poses to the exact ones, and the verdict holds for these.
// Cost: Some hundred nanoseconds a pair of pieces along a direction that is known, a microsecond or two along a new one.
// Gives up: At the first two smallest pieces that no direction separates. The next call begins with them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"
#include "robot/checker/pair.hpp"
#include "robot/path/pair_bounds.hpp"

namespace sunder::detail::robot {
namespace {

/// The relative width of distances of pieces: their directions are what counts.
constexpr double kPieceWidth = 1e-3;

using Two = std::array<std::int32_t, 2>;

const PathPiece& piece_of(const PathBody& body, std::int32_t index) noexcept {
  return body.pieces[static_cast<std::size_t>(index)];
}

Vector3 scaled(Vector3 direction) noexcept {
  const double scale = 1 / length<3>(direction);
  for (double& entry : direction) entry *= scale;
  return direction;
}

}  // namespace

/// Looks for a direction that keeps two pieces apart: the one given, then that of the distance, which is written.
PairBounds::Pieces PairBounds::separate_two(const PathPair& pair, Two two, Vector3& direction) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const PathPiece &piece_a = piece_of(a, two[0]), &piece_b = piece_of(b, two[1]);
  const auto proves = [&](double gap) {
    if (gap > 0) gaps_.push_back({two, direction, gap});
    return gap > 0;
  };
  if (proves(least_gap(pair, direction, piece_a.points, piece_b.points))) return Pieces::apart;
  const Distance3 hulls =
      distance(Posed3(piece_a.hull, moment_.pose(pair.a), pair.radius_a),
               Posed3(piece_b.hull, moment_.pose(pair.b), pair.radius_b), {{}, kPieceWidth});
  if (hulls.verdict != Verdict::separated || !hulls.witness) return Pieces::overlap;
  direction = hulls.witness->normal;
  return proves(hulls.distance.lower - play_.loss) ||
                 proves(least_gap(pair, direction, piece_a.points, piece_b.points))
             ? Pieces::apart
             : Pieces::close;
}

/// Separates two pieces, or what they are halved into. `direction` was found for those above them.
PairBounds::Pieces PairBounds::walk_pieces(const PathPair& pair, Two two, Vector3 direction) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  const PathPiece &piece_a = piece_of(a, two[0]), &piece_b = piece_of(b, two[1]);
  const Pieces whole = separate_two(pair, two, direction);
  if (whole == Pieces::apart) return whole;
  if (piece_a.second < 0 && piece_b.second < 0) {
    close_ = two;
    return whole;
  }
  const bool halves_b =
      piece_a.second < 0 || (piece_b.second >= 0 && piece_b.ball.radius > piece_a.ball.radius);
  const std::size_t side = halves_b ? 1 : 0;
  Two near = two, far = two;
  near[side] = two[side] + 1;
  far[side] = (halves_b ? piece_b : piece_a).second;
  const auto apart = [&](Two of) {
    const Vector3 between = minus<3>(moment_.image(b, piece_of(b, of[1]).ball.centre),
                                     moment_.image(a, piece_of(a, of[0]).ball.centre));
    return length<3>(between) - piece_of(a, of[0]).ball.radius - piece_of(b, of[1]).ball.radius;
  };
  // The pair that fails ends the walk: it had better come first.
  if (apart(far) < apart(near)) std::swap(near, far);
  const Pieces first = walk_pieces(pair, near, direction);
  return first == Pieces::apart ? walk_pieces(pair, far, direction) : first;
}

/// What boundaries that are apart leave open: does one body hold a component of the other at the moment?
PairBounds::Pieces PairBounds::look_inside(const PathPair& pair) {
  const CheckBody &a = *problem_.body(pair.a).shape, &b = *problem_.body(pair.b).shape;
  const Verdict verdict = decide_pair({a, moment_.pose(pair.a), pair.radius_a},
                                      {b, moment_.pose(pair.b), pair.radius_b}, pair.margin);
  if (verdict == Verdict::separated) return Pieces::apart;
  // What a cylinder is, is known of its outer prism's boundary alone.
  const bool is_known = !a.inner && !b.inner && verdict == Verdict::overlapping;
  return is_known ? Pieces::enclosed : Pieces::close;
}

PairBounds::Pieces PairBounds::separate_pieces(const PathPair& pair, PairDirection& kept) {
  const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
  gaps_.clear();
  Vector3 start = minus<3>(moment_.image(b, b.ball.centre), moment_.image(a, a.ball.centre));
  if (!(length<3>(start) > 0)) start = {1, 0, 0};
  start = scaled(kept.known ? moment_.turned(a, kept.direction) : start);
  if (kept.pieces[0] >= 0) {
    Vector3 direction = start;
    const Pieces again = separate_two(pair, kept.pieces, direction);
    if (again != Pieces::apart) return again;
    gaps_.clear();
  }
  const Pieces walked = walk_pieces(pair, {0, 0}, start);
  if (walked != Pieces::apart) {
    kept.pieces = close_;
    return walked;
  }
  if (kept.encloses_none) return Pieces::apart;
  const Pieces inside = look_inside(pair);
  kept.encloses_none = inside == Pieces::apart;
  return inside;
}

}  // namespace sunder::detail::robot
