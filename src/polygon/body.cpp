// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other. Both trees of boxes are walked together, in world boxes that are
// rounded outward, and what they leave are pairs of convex pieces. For a distance the nearer boxes come first.
// Bound: A pair is left out only if two boxes are proven apart, or farther apart than what is known.
// Cost: O(log n) boxes and the pieces that are close.
// Gives up: Never.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "geometry/refusal.hpp"
#include "mesh/default_environment.hpp"
#include "polygon/piece_pair.hpp"
#include "sunder/body2.hpp"

namespace sunder::detail::polygon {

struct BodyData {
  std::vector<Part2> parts;
  std::vector<Pieces> made;  ///< of each part that is a polytope

  const Pieces& pieces(std::size_t part) const noexcept {
    const auto* const polygon = std::get_if<Polygon2>(&parts[part].shape);
    return polygon == nullptr ? made[part] : PolygonAccess::data(*polygon).pieces;
  }
};

struct BodyAccess {
  static const BodyData& data(const Body2& body) noexcept { return *body.data_; }
  static std::shared_ptr<const BodyData> make(std::span<const Part2> parts) {
    auto data = std::make_shared<BodyData>();
    data->parts.assign(parts.begin(), parts.end());
    data->made.resize(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (const auto* const hull = std::get_if<Polytope2>(&parts[i].shape))
        data->made[i] = pieces_of(*hull);
    }
    return data;
  }
};

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

/// Returns a number that the distance of two boxes is not below; 0 where they meet.
double distance_of_boxes(const Bounds<2>& a, const Bounds<2>& b) noexcept {
  const auto gap = [&](std::size_t k) {
    return std::max({a.lower[k] - b.upper[k], b.lower[k] - a.upper[k], 0.0});
  };
  return std::max(0.0, std::hypot(gap(0), gap(1)) * (1 - 0x1p-40) - 0x1p-1070);
}

/// A node of a tree at its place.
struct PlacedNode {
  std::int32_t index;
  Bounds<2> box;
};

/// Walks the trees of two parts. `visitor.reach()` is the distance from which on boxes are left out, and
/// `visitor.visit(i, j)` takes pieces whose boxes are nearer. It returns false to stop.
template <class Visitor>
class Walk {
 public:
  Walk(const PlacedPieces& a, const PlacedPieces& b, Visitor& visitor)
      : a_(a), b_(b), visitor_(visitor) {}

  bool run() {
    if (a_.pieces().tree.empty() || b_.pieces().tree.empty()) return true;
    const PlacedNode p = place(a_, 0), q = place(b_, 0);
    return visit(p, q, distance_of_boxes(p.box, q.box));
  }

 private:
  static const BoxNode& node(const PlacedPieces& of, const PlacedNode& at) noexcept {
    return of.pieces().tree[static_cast<std::size_t>(at.index)];
  }
  static PlacedNode place(const PlacedPieces& of, std::int32_t index) noexcept {
    return {index, of.world_box(of.pieces().tree[static_cast<std::size_t>(index)].box)};
  }
  static std::array<PlacedNode, 2> children(const PlacedPieces& of, const PlacedNode& at) noexcept {
    return {place(of, at.index + 1), place(of, node(of, at).second_child)};
  }
  static double extent(const Bounds<2>& box) noexcept {
    return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]);
  }

  bool visit(const PlacedNode& p, const PlacedNode& q, double distance) {
    if (distance >= visitor_.reach() && distance > 0) return true;
    const bool leaf_a = node(a_, p).is_leaf(), leaf_b = node(b_, q).is_leaf();
    if (leaf_a && leaf_b) return visitor_.visit(node(a_, p).piece, node(b_, q).piece);
    const bool split_a = !leaf_a && (leaf_b || extent(p.box) >= extent(q.box));
    std::array<PlacedNode, 2> halves = split_a ? children(a_, p) : children(b_, q);
    const PlacedNode& other = split_a ? q : p;
    std::array<double, 2> distances{distance_of_boxes(halves[0].box, other.box),
                                    distance_of_boxes(halves[1].box, other.box)};
    if (distances[1] < distances[0]) {
      std::swap(halves[0], halves[1]);
      std::swap(distances[0], distances[1]);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (!(split_a ? visit(halves[k], q, distances[k]) : visit(p, halves[k], distances[k])))
        return false;
    }
    return true;
  }

  const PlacedPieces& a_;
  const PlacedPieces& b_;
  Visitor& visitor_;
};

std::vector<PlacedPieces> placed_parts(const PosedBody2& posed) {
  const BodyData& data = BodyAccess::data(posed.body());
  std::vector<PlacedPieces> placed;
  placed.reserve(data.parts.size());
  for (std::size_t i = 0; i < data.parts.size(); ++i)
    placed.emplace_back(data.parts[i], data.pieces(i), posed.pose());
  return placed;
}

/// The parts of two bodies at their places.
class PartsPair {
 public:
  PartsPair(const PosedBody2& a, const PosedBody2& b) : a_(placed_parts(a)), b_(placed_parts(b)) {}

  /// Calls visitor.begin(pair, i, j) and walks, for each pair of parts, until the visitor stops.
  template <class Visitor>
  void walk(Visitor& visitor) const {
    for (std::size_t i = 0; i < a_.size(); ++i) {
      for (std::size_t j = 0; j < b_.size(); ++j) {
        const PiecePair2 pair(a_[i], b_[j]);
        visitor.begin(pair, static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
        if (!Walk<Visitor>(a_[i], b_[j], visitor).run()) return;
      }
    }
  }

 private:
  std::vector<PlacedPieces> a_, b_;
};

/// Which parts and pieces a visitor is at.
class Visitor {
 public:
  void begin(const PiecePair2& pair, std::int32_t part_a, std::int32_t part_b) noexcept {
    pair_ = &pair;
    part_a_ = part_a;
    part_b_ = part_b;
  }

 protected:
  template <class Answer>
  void name(Answer& answer, std::int32_t i, std::int32_t j) const noexcept {
    answer.part_a = part_a_;
    answer.part_b = part_b_;
    answer.piece_a = pair_->side(0).polygon() != nullptr ? i : -1;
    answer.piece_b = pair_->side(1).polygon() != nullptr ? j : -1;
  }
  const PiecePair2& pair() const noexcept { return *pair_; }

 private:
  const PiecePair2* pair_ = nullptr;
  std::int32_t part_a_ = -1, part_b_ = -1;
};

class VerdictVisitor : public Visitor {
 public:
  VerdictVisitor() {
    found.verdict = Verdict::separated;
    found.stage = Stage::bounds;
    found.proven = true;
  }
  double reach() const noexcept { return 0; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().decide(i, j);
    if (is_worse(decision.verdict, found.verdict)) {
      static_cast<Decision&>(found) = decision;
      name(found, i, j);
    } else {
      found.stage = std::max(found.stage, decision.stage);
    }
    return found.verdict != Verdict::overlapping;
  }
  BodyDecision2 found;
};

class DistanceVisitor : public Visitor {
 public:
  explicit DistanceVisitor(BodyDistance2& best) : best_(best) {}
  double reach() const noexcept { return best_.distance.upper; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Distance2 found = pair().measure(i, j);
    best_.distance.lower = std::min(best_.distance.lower, found.distance.lower);
    if (!(found.distance.upper < best_.distance.upper) && best_.part_a >= 0) return true;
    best_.distance.upper = found.distance.upper;
    best_.witness = found.witness;
    name(best_, i, j);
    return true;
  }

 private:
  BodyDistance2& best_;
};

class MarginVisitor : public Visitor {
 public:
  MarginVisitor(MarginAnswer& answer, const MarginTerms& terms)
      : answer_(answer), terms_(terms), reach_(sum_of_terms(terms).upper) {}
  double reach() const noexcept { return reach_; }
  bool visit(std::int32_t i, std::int32_t j) {
    const Decision decision = pair().compare(i, j, terms_);
    if (is_worse(decision.verdict, answer_.verdict)) answer_.verdict = decision.verdict;
    answer_.stage = std::max(answer_.stage, decision.stage);
    return answer_.verdict != Verdict::overlapping;
  }

 private:
  MarginAnswer& answer_;
  const MarginTerms& terms_;
  double reach_;
};

}  // namespace
}  // namespace sunder::detail::polygon

namespace sunder::inline SUNDER_ABI {

namespace planar = detail::polygon;

Body2::Body2(std::span<const Part2> parts) : data_(planar::BodyAccess::make(parts)) {}

std::span<const Part2> Body2::parts() const noexcept { return data_->parts; }

BodyDecision2 intersects(const PosedBody2& a, const PosedBody2& b) {
  const detail::DefaultEnvironment environment;
  planar::VerdictVisitor visitor;
  planar::PartsPair(a, b).walk(visitor);
  return visitor.found;
}

BodyDistance2 distance(const PosedBody2& a, const PosedBody2& b) {
  const detail::DefaultEnvironment environment;
  const planar::PartsPair parts(a, b);
  planar::VerdictVisitor verdict;
  parts.walk(verdict);
  BodyDistance2 found;
  static_cast<Decision&>(found) = verdict.found;
  if (verdict.found) {
    found.part_a = verdict.found.part_a;
    found.part_b = verdict.found.part_b;
    found.piece_a = verdict.found.piece_a;
    found.piece_b = verdict.found.piece_b;
    return found;
  }
  found.distance = {std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()};
  planar::DistanceVisitor visitor(found);
  parts.walk(visitor);
  return found;
}

Result<Location> locate(const Vector2& point, const PosedBody2& body) {
  for (std::size_t k = 0; k < 2; ++k) {
    if (!detail::is_finite_bits(point[k]))
      return detail::refuse_not_finite("point[" + std::to_string(k) + "]", point[k], "coordinate");
  }
  const Body2 own{{Polytope2::from_points({point}).value()}};
  switch (intersects(own, body).verdict) {
    case Verdict::overlapping:
      return Location::inside;
    case Verdict::touching:
      return Location::boundary;
    default:
      return Location::outside;
  }
}

Result<MarginAnswer> compare_to_margin(const PosedBody2& a, const PosedBody2& b,
                                       const Margin& margin) {
  const detail::DefaultEnvironment environment;
  const Polytope2 nothing;
  const auto refusals = compare_to_margin(Posed2{nothing}, Posed2{nothing}, margin);
  if (!refusals) return refusals.error();
  const detail::MarginTerms terms{margin.distance, margin.radius_a, margin.radius_b, 0, 0};
  const int sign = detail::sum_of_terms(terms).sign;
  if (sign < 0) {
    return Error{ErrorCode::not_served,
                 "the margin and the radii sum to less than 0, an overlap that is allowed; bodies "
                 "that are not convex have no exact depth: give numbers whose sum is 0 or more"};
  }
  MarginAnswer answer;
  const planar::PartsPair parts(a, b);
  planar::VerdictVisitor verdict;
  parts.walk(verdict);
  static_cast<Decision&>(answer) = verdict.found;
  if (sign == 0 || verdict.found.verdict == Verdict::overlapping) return answer;
  if (verdict.found.verdict == Verdict::touching) {
    answer.verdict = Verdict::overlapping;
    return answer;
  }
  planar::MarginVisitor visitor(answer, terms);
  parts.walk(visitor);
  return answer;
}

}  // namespace sunder::inline SUNDER_ABI
