// SPDX-License-Identifier: Apache-2.0
//
// Idea: A line along which a smallest cluster gets away has to lead away from the other's clusters: ahead along the
//   directions that separate them, or back by less than their gaps allow. A perceptron looks for it; what it finds is
//   checked.
// Source: Rosenblatt (1958), for the perceptron.
// Bound: That of SpanCheck, and of ranges.
// Cost: Some microseconds a piece and smallest cluster, once a pair.
// Gives up: Where no line is found. The pair is then not shown apart.
#include "robot/path/cover_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"

namespace sunder::detail::robot {
namespace {

constexpr int kTurns = 64;  // of the perceptron

Vector3 unit_along(const Vector3& direction) noexcept {
  Vector3 unit = direction;
  const double size = length<3>(direction);
  for (double& entry : unit) entry /= size;
  return unit;
}

Range product(const Vector3& p, const Vector3& q) noexcept {
  return Range(p[0]) * Range(q[0]) + Range(p[1]) * Range(q[1]) + Range(p[2]) * Range(q[2]);
}

/// Returns a direction that is ahead along all of these, as nearly as it was found.
Vector3 ahead_of_all(const std::vector<Vector3>& units) noexcept {
  Vector3 sum{}, best{};
  for (const Vector3& unit : units) {
    for (std::size_t k = 0; k < 3; ++k) sum[k] += unit[k];
  }
  double most = -std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < kTurns; ++turn) {
    const Vector3 direction = unit_along(sum);
    const Vector3* worst = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const Vector3& unit : units) {
      const double along = dot<3>(direction, unit);
      if (along < least) {
        least = along;
        worst = &unit;
      }
    }
    if (least > most) {
      most = least;
      best = direction;
    }
    if (most > 0 || worst == nullptr) break;
    for (std::size_t k = 0; k < 3; ++k) sum[k] += (*worst)[k];
  }
  return best;
}

}  // namespace

LeafTable::LeafTable(const PathBody& body) : ranges_(body.pieces.size()) {
  for (std::size_t k = 0; k < body.pieces.size(); ++k) {
    ranges_[k][0] = leaves_.size();
    if (body.pieces[k].second < 0) leaves_.push_back(&body.pieces[k]);
  }
  // Halves stand behind their whole, which ends where the second of them does.
  for (std::size_t k = body.pieces.size(); k-- > 0;) {
    const std::int32_t second = body.pieces[k].second;
    ranges_[k][1] = second < 0 ? ranges_[k][0] + 1 : ranges_[static_cast<std::size_t>(second)][1];
  }
}

bool PairCover::continues(const EdgePiece& piece) const noexcept {
  return left_ > 0 && piece.begin <= begin_ && piece.begin >= begin_ && piece.end <= end_ &&
         piece.end >= end_;
}

void PairCover::add(const EdgePiece& piece, const LeafTable& a, const LeafTable& b) {
  if (left_ == 0) {
    begin_ = piece.begin;
    end_ = piece.end;
    left_ = a.count() * b.count();
    separated_.assign(left_, false);
    pieces_.clear();
  }
  pieces_.push_back(piece);
  const auto &of_a = a.range(piece.piece_a), &of_b = b.range(piece.piece_b);
  for (std::size_t i = of_a[0]; i < of_a[1]; ++i) {
    for (std::size_t j = of_b[0]; j < of_b[1]; ++j) {
      const std::size_t at = i * b.count() + j;
      if (separated_[at]) continue;
      separated_[at] = true;
      --left_;
    }
  }
}

/// Is there a shift that takes a smallest cluster beyond the other's hull, and by none of the other's clusters?
bool PairCover::gets_away(const SpanCheck& span, const PathProblem& problem, const PathPair& pair,
                          int side, const PathPiece& leaf, const std::vector<Gap>& gaps) const {
  std::vector<Vector3> units;
  for (const Gap& gap : gaps) units.push_back(unit_along(gap.piece.direction));
  // A cluster of b moves along the shift, and one of a against it.
  const Vector3 shift = ahead_of_all(units);
  const auto level = span.along(pair, shift);
  if (!level) return false;
  const PathBody &a = problem.body(pair.a), &b = problem.body(pair.b);
  const LevelRange of_a = span.levels_of(pair.a, side == 0 ? leaf.points : a.points, level->of_a);
  const LevelRange of_b = span.levels_of(pair.b, side == 1 ? leaf.points : b.points, level->of_b);
  // The far end: beyond all of the other along the shift. It must be a number, or nothing is shown.
  const Range way = Range(of_a.highest.upper) - Range(of_b.lowest.lower);
  const double square = product(shift, shift).lower;
  if (!(square > 0.5) || !std::isfinite(way.upper)) return false;
  const Range steps(0, std::fmax(0.0, (Range(way.upper) * Range(2)).upper));
  return std::all_of(gaps.begin(), gaps.end(), [&](const Gap& gap) {
    return (Range(gap.least) + steps * product(gap.piece.direction, shift)).lower > 0;
  });
}

void PairCover::look_outside(const SpanCheck& span, const PathProblem& problem,
                             const PathPair& pair, const LeafTable& a, const LeafTable& b) {
  const std::array<const PathBody*, 2> bodies{&problem.body(pair.a), &problem.body(pair.b)};
  std::vector<double> least;
  for (const EdgePiece& piece : pieces_) {
    const auto points = [&](const PathBody& body, std::int32_t index) -> std::span<const Vector3> {
      return body.pieces[static_cast<std::size_t>(index)].points;
    };
    least.push_back(span.least_gap(pair, {piece.direction, points(*bodies[0], piece.piece_a),
                                          points(*bodies[1], piece.piece_b)}));
  }
  std::vector<Gap> gaps;
  for (std::size_t side = 0; side < 2; ++side) {
    const LeafTable& leaves = side == 0 ? a : b;
    std::vector<bool>& outside = outside_[side];
    outside.resize(bodies[side]->components);
    for (std::size_t k = 0; k < leaves.count(); ++k) {
      const PathPiece& leaf = leaves.leaf(k);
      if (std::all_of(leaf.components.begin(), leaf.components.end(), [&](std::int32_t component) {
            return outside[static_cast<std::size_t>(component)];
          }))
        continue;
      gaps.clear();
      for (std::size_t i = 0; i < pieces_.size(); ++i) {
        const auto& range = leaves.range(side == 0 ? pieces_[i].piece_a : pieces_[i].piece_b);
        if (range[0] <= k && k < range[1]) gaps.push_back({pieces_[i], least[i]});
      }
      if (!gets_away(span, problem, pair, static_cast<int>(side), leaf, gaps)) continue;
      for (const std::int32_t component : leaf.components)
        outside[static_cast<std::size_t>(component)] = true;
    }
  }
}

bool PairCover::encloses_none() const noexcept {
  const auto all = [](const std::vector<bool>& flags) {
    return !flags.empty() && std::find(flags.begin(), flags.end(), false) == flags.end();
  };
  return is_apart || (all(outside_[0]) && all(outside_[1]));
}

bool show_outside(std::span<const EdgePiece> pieces, const PathProblem& problem,
                  const PathPair& pair, std::span<const double> from,
                  std::span<const Range> change) {
  const LeafTable a(problem.body(pair.a)), b(problem.body(pair.b));
  PairCover cover;
  for (const EdgePiece& piece : pieces) {
    cover.add(piece, a, b);
    if (cover.left() > 0) continue;
    const SpanCheck moment(problem, from, change, {piece.begin, piece.begin});
    cover.look_outside(moment, problem, pair, a, b);
    if (cover.encloses_none()) return true;
  }
  return false;
}

}  // namespace sunder::detail::robot
