// SPDX-License-Identifier: Apache-2.0
//
// Idea: A piece claims that a direction, which stays with the first part of a pair, separates both parts, or a cluster of
// triangles of each, throughout a span of time. How far the points are along it is enclosed (span_check.hpp). A span that
// is too long for that is halved. Clusters must cover both parts (cover_check.hpp).
// Bound: Every operation rounds outward. It shares nothing with the search: no pose, no bound on a rounding, no bound on a
// motion. The clusters are the checker's own, whose hulls hold the triangles (checker/pieces.hpp).
// Cost: Some microseconds, and 0.1 a vertex, a piece and halving.
// Gives up: After 24 halvings of a piece, or 2^16 spans of it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "robot/path/cover_check.hpp"
#include "robot/path/path_problem.hpp"
#include "robot/path/span_check.hpp"
#include "sunder/io.hpp"
#include "sunder/robot_path.hpp"

namespace sunder::detail::robot {
namespace {

constexpr int kHalvings = 24;
constexpr int kMostSpans = 1 << 16;

/// Checks the claims of a certificate one after another.
class EdgeCheck {
 public:
  EdgeCheck(const PathProblem& problem, std::span<const double> from, std::span<const Range> change)
      : problem_(problem), from_(from), change_(change), stretch_(stretch_of(problem.data())) {}

  /// Adds what a piece shows. Returns what is wrong with it; empty: nothing.
  std::string add(const EdgePiece& piece, const PathPair& pair, PairCover& proof) {
    const PathBody &a = problem_.body(pair.a), &b = problem_.body(pair.b);
    const bool is_whole = piece.piece_a == -1 && piece.piece_b == -1;
    const auto has = [](const PathBody& body, std::int32_t index) {
      return index >= 0 && static_cast<std::size_t>(index) < body.pieces.size();
    };
    if (!is_whole && !(has(a, piece.piece_a) && has(b, piece.piece_b)))
      return fmt::format("pair {} has no such clusters", piece.pair);
    const bool continues = !is_whole && proof.continues(piece);
    if (!continues && proof.left() > 0) return not_covered(pair, proof);
    if (!continues && !(piece.begin >= 0 && piece.begin <= proof.until && piece.end > piece.begin &&
                        piece.end <= 1)) {
      return fmt::format("its span of pair {} does not begin where the last one ends", piece.pair);
    }
    const auto points = [&](const PathBody& body, std::int32_t index) -> std::span<const Vector3> {
      return is_whole ? body.points : body.pieces[static_cast<std::size_t>(index)].points;
    };
    if (!holds(piece, pair, {piece.direction, points(a, piece.piece_a), points(b, piece.piece_b)}))
      return fmt::format("its direction does not separate pair {} from {} to {}", piece.pair,
                         json_number(piece.begin), json_number(piece.end));
    if (is_whole) {
      proof.until = piece.end;
      proof.is_apart = true;
      return {};
    }
    const LeafTable &leaves_a = leaves_of(pair.a), &leaves_b = leaves_of(pair.b);
    proof.add(piece, leaves_a, leaves_b);
    if (proof.left() > 0) return {};
    proof.until = piece.end;
    if (!proof.encloses_none()) {
      const SpanCheck moment(problem_, from_, change_, {piece.begin, piece.begin});
      proof.look_outside(moment, problem_, pair, leaves_a, leaves_b);
    }
    return {};
  }

  static std::string not_covered(const PathPair& pair, const PairCover& proof) {
    return fmt::format("from {} to {}, {} pairs of clusters of pair {} are not shown apart",
                       json_number(proof.begin()), json_number(proof.end()), proof.left(),
                       pair.number);
  }

 private:
  const LeafTable& leaves_of(std::int32_t body) {
    return leaves_.try_emplace(body, problem_.body(body)).first->second;
  }

  bool holds(const EdgePiece& piece, const PathPair& pair, const Claim& claim) {
    spans_ = 0;
    const Vector3& n = claim.direction;
    const Range square =
        Range(n[0]) * Range(n[0]) + Range(n[1]) * Range(n[1]) + Range(n[2]) * Range(n[2]);
    const double apart =
        (pair.radius_a + pair.radius_b + pair.margin) * std::sqrt(square.upper) * stretch_;
    return holds({piece.begin, piece.end}, pair, claim, apart, kHalvings);
  }
  bool holds(const Range& times, const PathPair& pair, const Claim& claim, double apart,
             int halvings) {
    if (++spans_ > kMostSpans) return false;
    const SpanCheck span(problem_, from_, change_, times);
    if (span.least_gap(pair, claim) > apart) return true;
    const double middle = (times.lower + times.upper) / 2;
    return halvings > 0 && holds({times.lower, middle}, pair, claim, apart, halvings - 1) &&
           holds({middle, times.upper}, pair, claim, apart, halvings - 1);
  }

  const PathProblem& problem_;
  std::span<const double> from_;
  std::span<const Range> change_;
  double stretch_;
  int spans_ = 0;                             ///< of the piece, examined so far
  std::map<std::int32_t, LeafTable> leaves_;  ///< of each body
};

}  // namespace
}  // namespace sunder::detail::robot

namespace sunder::inline SUNDER_ABI {

Check verify(const RobotChecker& checker, std::span<const double> from, std::span<const double> to,
             const EdgeCertificate& certificate) {
  namespace robot = detail::robot;
  const robot::CheckData& data = robot::CheckerAccess::data(checker);
  const auto refused = [](std::string reason) { return Check{false, std::move(reason)}; };
  std::vector<double> ends(from.begin(), from.end());
  ends.insert(ends.end(), to.begin(), to.end());
  if (from.size() != to.size())
    return refused("the two configurations have another number of variables");
  if (from.size() != static_cast<std::size_t>(data.variables)) {
    return refused(fmt::format("a configuration has {} numbers, and the robot {} variables",
                               from.size(), data.variables));
  }
  const auto change = robot::path_changes(data, ends, 2);
  if (!change) return refused(change.error().message);
  const std::vector<robot::Range> changes = robot::changes_of(change.value());
  const robot::PathProblem& problem = robot::path_problem(data);
  std::unordered_map<std::int64_t, std::size_t> numbers;
  for (std::size_t k = 0; k < problem.pairs().size(); ++k)
    numbers.emplace(problem.pairs()[k].number, k);
  std::vector<robot::PairCover> proofs(problem.pairs().size());
  robot::EdgeCheck check(problem, from, changes);
  for (std::size_t i = 0; i < certificate.pieces.size(); ++i) {
    const EdgePiece& piece = certificate.pieces[i];
    const auto found = numbers.find(piece.pair);
    if (found == numbers.end())
      return refused(fmt::format("piece {} is of pair {}, which is not examined", i, piece.pair));
    const std::string wrong =
        check.add(piece, problem.pairs()[found->second], proofs[found->second]);
    if (!wrong.empty()) return refused(fmt::format("piece {}: {}", i, wrong));
  }
  for (std::size_t k = 0; k < proofs.size(); ++k) {
    const robot::PathPair& pair = problem.pairs()[k];
    if (proofs[k].left() > 0) return refused(robot::EdgeCheck::not_covered(pair, proofs[k]));
    if (!(proofs[k].until >= 1)) {
      return refused(fmt::format("pair {} is shown apart until {} alone", pair.number,
                                 json_number(proofs[k].until)));
    }
    if (!proofs[k].encloses_none()) {
      return refused(
          fmt::format("the boundaries of pair {} stay apart, but one body may lie inside the other",
                      pair.number));
    }
  }
  return {true, ""};
}

}  // namespace sunder::inline SUNDER_ABI
