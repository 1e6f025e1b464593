// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each part of one body meets each of the other. Two polytopes whose chains of poses are one pose take the way of
// convex bodies; all others meet as pieces.
// Bound: No number of this file is rounded.
// Cost: A question for each pair of parts.
// Gives up: Never.
#include "sunder/body.hpp"

#include <algorithm>

#include "mesh/meet.hpp"
#include "mesh/mesh_data.hpp"

namespace sunder::detail::mesh {

std::shared_ptr<const BodyData> BodyAccess::make(std::span<const Part3> parts) {
  auto data = std::make_shared<BodyData>();
  data->parts.assign(parts.begin(), parts.end());
  data->made_.resize(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (std::holds_alternative<Polytope3>(parts[i].shape))
      data->made_[i] = std::make_unique<BodyData::Made>();
  }
  return data;
}

std::span<const Piece> BodyData::pieces(std::size_t part) const {
  if (const auto* mesh = std::get_if<Mesh3>(&parts[part].shape))
    return MeshAccess::data(*mesh).pieces;
  Made& made = *made_[part];
  std::call_once(made.once, [&] { made.piece = piece_of(std::get<Polytope3>(parts[part].shape)); });
  return {&made.piece, 1};
}

namespace {

bool is_identity(const Pose3& pose) noexcept {
  return &pose == &Pose3::identity() || (pose.is_translation() && pose.offset(0) == 0 &&
                                         pose.offset(1) == 0 && pose.offset(2) == 0);
}

/// The chain of a part's pose and the body's, without identities.
std::array<const Pose3*, 2> chain(const Pose3& part, const Pose3& body) noexcept {
  std::array<const Pose3*, 2> poses{is_identity(part) ? nullptr : &part,
                                    is_identity(body) ? nullptr : &body};
  if (poses[0] == nullptr) std::swap(poses[0], poses[1]);
  return poses;
}

/// Decides one pair of parts.
class PartPair {
 public:
  PartPair(const PosedBody3& a, const PosedBody3& b)
      : body_{&BodyAccess::data(a.body()), &BodyAccess::data(b.body())},
        pose_{&a.pose(), &b.pose()} {}

  BodyDecision decide(std::size_t i, std::size_t j) const {
    const Part3& p = body_[0]->parts[i];
    const Part3& q = body_[1]->parts[j];
    const auto chain_a = chain(p.pose, *pose_[0]), chain_b = chain(q.pose, *pose_[1]);
    const auto* const hull_a = std::get_if<Polytope3>(&p.shape);
    const auto* const hull_b = std::get_if<Polytope3>(&q.shape);
    BodyDecision decision;
    if (hull_a != nullptr && hull_b != nullptr && chain_a[1] == nullptr && chain_b[1] == nullptr) {
      const auto pose_of = [](const Pose3* pose) -> const Pose3& {
        return pose == nullptr ? Pose3::identity() : *pose;
      };
      static_cast<Decision&>(decision) =
          intersects({*hull_a, pose_of(chain_a[0])}, {*hull_b, pose_of(chain_b[0])});
      return decision;
    }
    decision.verdict = Verdict::separated;
    decision.stage = Stage::filter;
    decision.proven = true;
    for (const Piece& s : body_[0]->pieces(i)) {
      for (const Piece& t : body_[1]->pieces(j)) {
        const PieceVerdict met = meet({&s, chain_a}, {&t, chain_b});
        if (met.exact) decision.stage = Stage::integer;
        if (!is_worse(met.verdict, decision.verdict)) continue;
        decision.verdict = met.verdict;
        const auto caller = [](const Piece& piece, std::int32_t triangle) {
          return triangle < 0 ? -1 : piece.caller[static_cast<std::size_t>(triangle)];
        };
        decision.triangle_a = caller(s, met.triangle_a);
        decision.triangle_b = caller(t, met.triangle_b);
      }
    }
    return decision;
  }

  /// Does one verdict take the place of another: overlapping that of touching, touching that of separated?
  static bool is_worse(Verdict one, Verdict other) noexcept {
    const auto rank = [](Verdict verdict) {
      return verdict == Verdict::overlapping ? 2 : (verdict == Verdict::touching ? 1 : 0);
    };
    return rank(one) > rank(other);
  }

 private:
  std::array<const BodyData*, 2> body_;
  std::array<const Pose3*, 2> pose_;
};

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Body3::Body3(std::span<const Part3> parts) : data_(detail::mesh::BodyAccess::make(parts)) {}

std::span<const Part3> Body3::parts() const noexcept { return data_->parts; }

BodyDecision intersects(const PosedBody3& a, const PosedBody3& b) {
  const detail::mesh::PartPair pair(a, b);
  BodyDecision found;
  found.verdict = Verdict::separated;
  found.stage = Stage::bounds;
  found.proven = true;
  for (std::size_t i = 0; i < a.body().parts().size(); ++i) {
    for (std::size_t j = 0; j < b.body().parts().size(); ++j) {
      const BodyDecision decision = pair.decide(i, j);
      if (detail::mesh::PartPair::is_worse(decision.verdict, found.verdict)) {
        found = decision;
        found.part_a = static_cast<std::int32_t>(i);
        found.part_b = static_cast<std::int32_t>(j);
      } else {
        found.stage = std::max(found.stage, decision.stage);
      }
      if (found.verdict == Verdict::overlapping) return found;
    }
  }
  return found;
}

}  // namespace sunder::inline SUNDER_ABI
