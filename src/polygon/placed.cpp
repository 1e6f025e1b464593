// SPDX-License-Identifier: Apache-2.0
//
// Idea: A chain of two poses is composed and rounded once; where that is exact, as on a grid, it is one pose like any
// other. Else a bound of the rounding goes with it, and integers have the chain as it is. A polygon whose chain is
// singular becomes the segments that it covers: those of its parts, joined where they meet.
// Bound: Let M, t be the rounded chain, m the largest sizes of the coordinates, and u = 2^-53. An entry that is rounded
// to nearest is off by at most u times its size, or by 2^-1075 where it is subnormal. A coordinate of a point is then
// off by at most u (|M| m + |t|) + 2^-1075 (m_0 + m_1 + 1). The factor 1 + 2^-20 covers the roundings of the bound.
// A corner of a box takes four products and sums, each with an error of u times its size or 2^-1075.
// Cost: some microseconds for a chain of two poses, O(n log n) for a polygon that is flattened.
// Gives up: Never; where an entry of the chain is beyond the doubles there is no pose, and boxes are all of the plane.
#include "polygon/placed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "exact/orientation.hpp"

namespace sunder::detail::polygon {
namespace {

constexpr double kEverywhere = std::numeric_limits<double>::infinity();
constexpr double kHalfUnit = 0x1p-53;

bool is_identity(const Pose2& pose) noexcept {
  return &pose == &Pose2::identity() ||
         (pose.is_translation() && pose.offset(0) == 0 && pose.offset(1) == 0);
}

}  // namespace

int handedness_of(const Pose2& pose) noexcept {
  const Vector2 zero{}, first{pose.linear(0, 0), pose.linear(0, 1)},
      second{pose.linear(1, 0), pose.linear(1, 1)};
  return orient2d(zero.data(), first.data(), second.data());
}

PlacedPieces::PlacedPieces(const Part2& part, const Pieces& pieces, const Pose2& body)
    : chain_{is_identity(part.pose) ? nullptr : &part.pose, is_identity(body) ? nullptr : &body},
      pieces_(&pieces) {
  if (chain_[0] == nullptr) std::swap(chain_[0], chain_[1]);
  single_ = chain_[0] == nullptr ? &Pose2::identity() : chain_[0];
  flattens_ = std::any_of(chain_.begin(), chain_.end(), [](const Pose2* pose) {
    return pose != nullptr && handedness_of(*pose) == 0;
  });
  if (chain_[1] != nullptr) compose_chain();
  if (const auto* const polygon = std::get_if<Polygon2>(&part.shape)) {
    if (flattens_) {
      image_ = std::make_unique<const Pieces>(flattened(pieces, chain_));
    } else {
      polygon_ = &PolygonAccess::data(*polygon);
    }
  }
  if (!this->pieces().tree.empty()) whole_box_ = world_box(this->pieces().tree[0].box);
}

void PlacedPieces::compose_chain() {
  auto composed = compose(*chain_[1], *chain_[0]);
  if (!composed) {
    error_ = kEverywhere;
    return;
  }
  composed_ = composed.value().pose;
  if (!composed.value().rounded) return;
  const Vector2& m = pieces_->max_abs;
  for (int k = 0; k < 2; ++k) {
    error_ +=
        kHalfUnit * (std::fabs(composed_->linear(k, 0)) * m[0] +
                     std::fabs(composed_->linear(k, 1)) * m[1] + std::fabs(composed_->offset(k)));
  }
  error_ = error_ * (1 + 0x1p-20) + 0x1p-1070 + 0x1p-1000 * (0x1p-60 * m[0] + 0x1p-60 * m[1]);
  if (!(error_ <= std::numeric_limits<double>::max())) error_ = kEverywhere;
}

Pieces flattened(const Pieces& pieces, const PoseChain2& poses) {
  // The ends of each part's image, as corners of the polygon, in the order of places on the image's line.
  struct Segment {
    std::array<Vector2, 2> corners;
    std::array<std::array<BigInt, 2>, 2> ends;
  };
  std::vector<Segment> segments;
  const ExactChain2 chain(poses);
  ExponentSpan span;
  for (const double x : pieces.max_abs) span.include(x);
  for (const Polytope2& piece : pieces.convex) {
    const ExponentSpan& of_piece = BlockAccess::block(piece).exponents;
    span.low = std::min(span.low, of_piece.low);
  }
  for (const Polytope2& piece : pieces.convex) {
    Segment segment;
    for (std::int32_t i = 0; i < piece.vertex_count(); ++i) {
      const Vector2 p = piece.vertex(i);
      const BigInt x = to_integer<BigInt>(p[0], span.low), y = to_integer<BigInt>(p[1], span.low);
      const std::array<BigInt, 2> place{chain.matrix[0] * x + chain.matrix[1] * y,
                                        chain.matrix[2] * x + chain.matrix[3] * y};
      if (i == 0 || place < segment.ends[0]) {
        segment.ends[0] = place;
        segment.corners[0] = p;
      }
      if (i == 0 || segment.ends[1] < place) {
        segment.ends[1] = place;
        segment.corners[1] = p;
      }
    }
    segments.push_back(std::move(segment));
  }
  std::sort(segments.begin(), segments.end(),
            [](const Segment& p, const Segment& q) { return p.ends < q.ends; });
  Pieces image;
  for (std::size_t i = 0; i < segments.size();) {
    Segment& whole = segments[i];
    for (++i; i < segments.size() && segments[i].ends[0] <= whole.ends[1]; ++i) {
      if (segments[i].ends[1] <= whole.ends[1]) continue;
      whole.ends[1] = segments[i].ends[1];
      whole.corners[1] = segments[i].corners[1];
    }
    image.convex.push_back(Polytope2::from_points(whole.corners).value());
  }
  index_pieces(image);
  return image;
}

Bounds<2> PlacedPieces::world_box(const Bounds<2>& box) const noexcept {
  Bounds<2> world{{-kEverywhere, -kEverywhere}, {kEverywhere, kEverywhere}};
  if (error_ == kEverywhere) return world;
  const Pose2& at = pose();
  for (int k = 0; k < 2; ++k) {
    double lower = at.offset(k), upper = lower, size = std::fabs(lower);
    for (int j = 0; j < 2; ++j) {
      const auto axis = static_cast<std::size_t>(j);
      const double r = at.linear(k, j);
      const double p = r * box.lower[axis], q = r * box.upper[axis];
      lower += std::min(p, q);
      upper += std::max(p, q);
      size += std::max(std::fabs(p), std::fabs(q));
    }
    const double error = 8 * kHalfUnit * size + error_ + 0x1p-1070;
    const auto axis = static_cast<std::size_t>(k);
    // An overflow leaves an infinity or a NaN, which bounds nothing.
    if (!(std::fabs(size) <= std::numeric_limits<double>::max() / 4)) continue;
    world.lower[axis] = lower - 2 * error;
    world.upper[axis] = upper + 2 * error;
  }
  return world;
}

IntegerPair<2, BigInt> exact_points(const Polytope2& a, const PoseChain2& chain_a,
                                    const Polytope2& b, const PoseChain2& chain_b) {
  const Pair<2> pair{make_body<2>({a}), make_body<2>({b})};
  IntegerPair<2, BigInt> points(pair, integer_scale(pair));
  IntegerMaps2 maps(chain_a, points.a.hull->exponents, chain_b, points.b.hull->exponents);
  points.exponent = maps.exponent;
  points.denominator = 1;
  const std::array<IntegerBody<2, BigInt>*, 2> bodies{&points.a, &points.b};
  for (std::size_t side = 0; side < 2; ++side) {
    IntegerBody<2, BigInt>& body = *bodies[side];
    IntegerMap2& map = maps.of_side[side];
    body.vertex_exponent = map.point_exponent;
    body.matrix = std::move(map.matrix);
    body.offset = std::move(map.offset);
  }
  for (std::size_t k = 0; k < 2; ++k) {
    points.a.offset[k] -= points.b.offset[k];
    points.b.offset[k] = 0;
  }
  return points;
}

}  // namespace sunder::detail::polygon
