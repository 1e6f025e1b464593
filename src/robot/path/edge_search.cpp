// SPDX-License-Identifier: Apache-2.0
//
// Idea: A span of time is free of a pair if both are far enough apart at its middle. The joints between them must not be
// able to bring them together meanwhile (pair_bounds.hpp). Else it is halved. Poses are those of forward(), and
// FrameRounding bounds how far the exact ones are from them.
// Source: Conservative advancement (Mirtich 1996), by halves (Schwarzer, Saha and Latombe 2005), with a bound of second
// order along a direction beside that of the speed alone.
// Bound: pair_bounds.hpp.
// Cost: A kinematics of eight times for three levels of halves; a distance for each pair and span that neither balls nor
// the last direction settle.
// Gives up: Where bodies are closer than the width, and cannot move by more than that within a span.
#include "robot/path/edge_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/vectors.hpp"
#include "machine/strict_arithmetic.hpp"
#include "robot/path/cover_check.hpp"
#include "sunder/penetration.hpp"

namespace sunder::detail::robot {
namespace {

constexpr std::size_t kLevels = 48;      // times are multiples of 2^-49
constexpr std::size_t kBlockLevels = 3;  // of halves in a block: seven middles
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

EdgeSearch::EdgeSearch(const PathProblem& problem, std::span<const double> largest,
                       const PathOptions& options)
    : problem_(problem), options_(options), bounds_(problem, largest), active_(kLevels + 1) {}

EdgeAnswer EdgeSearch::run(std::span<const double> from, std::span<const double> change) {
  from_ = from;
  change_ = change;
  doubts_.clear();
  // from + t * change has three roundings: of the change, of the product and of the sum.
  for (std::size_t k = 0; k < from.size(); ++k)
    doubts_.push_back(0x1p-51 * (std::fabs(from[k]) + std::fabs(change[k])));
  answer_ = {};
  answer_.clearance = {kInfinity, kInfinity};
  certificate_.pieces.clear();
  hit_ = open_begin_ = 2;
  hit_pair_ = open_pair_ = -1;
  active_[0].clear();
  encloses_none_.assign(problem_.pairs().size(), false);
  for (std::size_t k = 0; k < problem_.pairs().size(); ++k) {
    active_[0].push_back({static_cast<std::int32_t>(k), {}});
  }
  visit({0, 1}, 0, 0);
  if (hit_pair_ >= 0) {
    answer_.verdict = EdgeVerdict::hit;
    answer_.time = {std::min(open_begin_, hit_), hit_};
    answer_.pair = hit_pair_;
  } else if (open_pair_ >= 0) {
    answer_.verdict = EdgeVerdict::unresolved;
    answer_.time = {open_begin_, open_end_};
    answer_.pair = open_pair_;
  } else {
    answer_.verdict = EdgeVerdict::free;
    answer_.time = {1, 1};
    mark_unproven();
    return answer_;
  }
  answer_.clearance.lower = 0;
  certificate_.pieces.clear();
  return answer_;
}

/// Keeps the earliest span, of the lowest pair.
void EdgeSearch::leave_open(const Span& span, std::int64_t pair) {
  if (span.begin < open_begin_ || (!(span.begin > open_begin_) && pair < open_pair_)) {
    open_begin_ = span.begin;
    open_end_ = span.end;
    open_pair_ = pair;
  }
}

/// Computes the kinematics of the seven middles below a span, in the order of a heap.
void EdgeSearch::place(const Span& span, std::size_t level) {
  const CheckData& data = problem_.data();
  const std::size_t index = level / kBlockLevels;
  if (blocks_.size() <= index) {
    blocks_.emplace_back();
    for (const Robot& robot : data.robots) blocks_.back().emplace_back(RobotAccess::data(robot));
  }
  for (std::size_t r = 0; r < data.robots.size(); ++r) {
    const auto first = static_cast<std::size_t>(data.first_variable[r]);
    const std::size_t end = first + static_cast<std::size_t>(data.robots[r].variables());
    configurations_.clear();
    for (std::size_t node = 1; node < kBlock; ++node) {
      std::size_t row = 1;  // nodes on this one's level
      while (row * 2 <= node) row *= 2;
      const double part = (static_cast<double>(node - row) + 0.5) / static_cast<double>(row);
      const double time = span.begin + (span.end - span.begin) * part;
      for (std::size_t k = first; k < end; ++k)
        configurations_.push_back(from_[k] + time * change_[k]);
    }
    forward_block(RobotAccess::data(data.robots[r]), kBlock - 1, configurations_.data(),
                  blocks_[index][r]);
  }
}

/// Settles a span for the pairs of its level. `node` is its place in the heap of its block, 0 where a block begins.
void EdgeSearch::visit(const Span& span, std::size_t level, std::size_t node) {
  if (!(span.begin < hit_)) return;
  if (node == 0) {
    place(span, level);
    node = 1;
  }
  ++answer_.intervals;
  const std::vector<Workspace>& block = blocks_[level / kBlockLevels];
  PathMoment& moment = bounds_.moment();
  for (std::size_t r = 0; r < block.size(); ++r) moment.set(r, block[r].poses() + (node - 1));
  moment.clear();
  const bool is_last = level + 1 >= kLevels || answer_.intervals >= options_.max_intervals;
  // The list of a level stays as it is until both halves above it are settled.
  std::vector<Active>& rest = active_[level + 1];
  rest.clear();
  for (Active& active : active_[level]) {
    const Outcome outcome = examine(active, span);
    if (outcome == Outcome::close || (is_last && outcome == Outcome::open)) {
      leave_open(span, problem_.pairs()[static_cast<std::size_t>(active.pair)].number);
      encloses_none_[static_cast<std::size_t>(active.pair)] = false;
    }
    if (outcome == Outcome::open) rest.push_back(active);
  }
  if (is_last || rest.empty()) return;
  const bool next_block = (level + 1) % kBlockLevels == 0;
  visit({span.begin, span.middle()}, level + 1, next_block ? 0 : 2 * node);
  visit({span.middle(), span.end}, level + 1, next_block ? 0 : 2 * node + 1);
}

/// Keeps the directions of the world that separate a pair for a span, where certificates are asked for.
void EdgeSearch::record(const PathPair& pair, const Span& span, const PairGap& gap) {
  if (options_.certificates.empty()) return;
  const PathBody& a = problem_.body(pair.a);
  const auto stays = [&](const Vector3& direction) {
    return a.robot < 0 ? direction : bounds_.moment().pulled(a.robot, a.link, direction);
  };
  for (const PieceGap& piece : gap.pieces) {
    certificate_.pieces.push_back({span.begin, span.end, pair.number, stays(piece.direction),
                                   piece.pieces[0], piece.pieces[1]});
  }
  if (gap.pieces.empty())
    certificate_.pieces.push_back({span.begin, span.end, pair.number, stays(gap.direction)});
}

/// Adds a piece without a direction for each pair whose clusters do not show that neither body is inside the other.
void EdgeSearch::mark_unproven() {
  if (options_.certificates.empty()) return;
  for (std::size_t k = 0; k < encloses_none_.size(); ++k) {
    if (!encloses_none_[k]) continue;
    const PathPair& pair = problem_.pairs()[k];
    std::vector<EdgePiece> pieces;
    bool is_whole = false;
    for (const EdgePiece& piece : certificate_.pieces) {
      if (piece.pair != pair.number) continue;
      pieces.push_back(piece);
      is_whole = is_whole || piece.piece_a < 0;
    }
    if (is_whole || show_outside(pieces, problem_, pair, from_, changes_of(change_))) continue;
    certificate_.pieces.push_back({0, 1, pair.number, {}});
  }
}

EdgeSearch::Outcome EdgeSearch::examine(Active& active, const Span& span) {
  const PathPair& pair = problem_.pairs()[static_cast<std::size_t>(active.pair)];
  const PairPlay& play = bounds_.play_together(pair, change_, doubts_, span.half());
  const auto at = static_cast<std::size_t>(active.pair);
  active.direction.encloses_none = encloses_none_[at];
  const PairGap found = bounds_.separate(pair, active.direction, options_.width);
  encloses_none_[at] = active.direction.encloses_none;
  if (found.enclosed && span.middle() < hit_) {
    hit_ = span.middle();
    hit_pair_ = pair.number;
    answer_.clearance.upper = 0;
  }
  if (found.apart) {
    answer_.clearance.lower = std::min(answer_.clearance.lower, found.gap);
    record(pair, span, found);
    return Outcome::free;
  }
  if (play.motion.first > options_.width) return Outcome::open;
  return found.enclosed ? Outcome::close : settle_short(pair, span, play.doubt);
}

/// What is left of a pair whose parts cannot move by more than the width within the span.
EdgeSearch::Outcome EdgeSearch::settle_short(const PathPair& pair, const Span& span, double doubt) {
  const CheckBody &a = *problem_.body(pair.a).shape, &b = *problem_.body(pair.b).shape;
  const Pose3 &pose_a = bounds_.moment().pose(pair.a), &pose_b = bounds_.moment().pose(pair.b);
  const auto measured = [&](const Body3& body_a, const Body3& body_b) {
    return distance({body_a, pose_a}, {body_b, pose_b}, pair.radius_a, pair.radius_b)
        .value()
        .distance;
  };
  const double lower = measured(whole(a), whole(b)).lower - pair.margin;
  const double upper = measured(core(a), core(b)).upper;
  answer_.clearance.upper =
      std::min(answer_.clearance.upper, std::max(0.0, upper + doubt - pair.margin));
  const bool meets = upper + doubt < pair.margin ||
                     (!(upper > 0) && bounds_.least_depth(pair) + pair.margin > doubt);
  if (meets && span.middle() < hit_) {
    hit_ = span.middle();
    hit_pair_ = pair.number;
  }
  return meets || lower <= options_.width ? Outcome::close : Outcome::open;
}

}  // namespace sunder::detail::robot
