// SPDX-License-Identifier: Apache-2.0
//
// What proofs about bodies in space rest on: the triangles that an answer names, and points inside solids.
#include <cstdint>
#include <utility>

#include "certificate/posed_part.hpp"
#include "mesh/body/body_margin.hpp"
#include "mesh/default_environment.hpp"
#include "mesh/proof/body_prover.hpp"
#include "mesh/proof/inner_point.hpp"
#include "sunder/body_certificate.hpp"

namespace sunder::detail::mesh {
namespace {

using certificate::CutDemand;
using certificate::PosedPart;

class SpaceProver : public BodyProver<SpaceProver, PosedBody3> {
 public:
  SpaceProver(const PosedBody3& a, const PosedBody3& b, const Margin& margin)
      : BodyProver(a, b, margin) {}

 private:
  friend BodyProver;

  bool is_item(std::size_t side, std::int32_t index, std::int32_t triangle) const {
    const PosedPart& of = part(side, index);
    return of.is_mesh() ? triangle >= 0 && triangle < of.item_count()
                        : triangle == -1 && !of.is_empty();
  }
  template <class Answer>
  bool names_items(const Answer& answer) const {
    return is_item(0, answer.part_a, answer.triangle_a) &&
           is_item(1, answer.part_b, answer.triangle_b);
  }

  template <class Answer, class Accept>
  bool any_closest(const Answer& answer, const Accept& accept) const {
    ClosestItems closest = closest_items(part(0, answer.part_a), answer.triangle_a,
                                         part(1, answer.part_b), answer.triangle_b);
    return accept(closest);
  }

  bool overlap(const BodyMarginAnswer& answer) {
    const auto placed = [&](std::size_t side, std::int32_t index) {
      return PlacedPart{&bodies_[side]->body().parts()[static_cast<std::size_t>(index)],
                        &bodies_[side]->pose()};
    };
    const auto named = [&](std::size_t side, std::int32_t index, std::int32_t triangle) {
      return is_item(side, index, triangle) ? triangle : -1;
    };
    auto found = find_inner_point(placed(0, answer.part_a), placed(1, answer.part_b),
                                  named(0, answer.part_a, answer.triangle_a),
                                  named(1, answer.part_b, answer.triangle_b));
    if (!found) return false;
    proof_.a = std::move(found->a);
    proof_.b = std::move(found->b);
    proof_.point = std::move(found->point);
    return true;
  }

  bool separate(const CutDemand& demand) {
    return append_separations(parts_[0], parts_[1], demand, proof_.separations);
  }
  bool separate_touching(const BodyMarginAnswer& answer) {
    return append_separations(
        parts_[0], parts_[1], {.strict = false}, proof_.separations,
        TouchingParts{answer.part_a, answer.part_b, answer.triangle_a, answer.triangle_b});
  }
};

}  // namespace
}  // namespace sunder::detail::mesh

namespace sunder::inline SUNDER_ABI {

Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b,
                                const BodyDecision& answer) {
  return certify(a, b, Margin{}, detail::mesh::verdict_of<BodyMarginAnswer>(answer));
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b,
                                const BodyDistance& answer) {
  return certify(a, b, Margin{}, answer);
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                const BodyMarginAnswer& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *std::move(refusal);
  return detail::mesh::SpaceProver(a, b, margin).prove_verdict(answer);
}
Result<BodyCertificate> certify(const PosedBody3& a, const PosedBody3& b, const Margin& margin,
                                const BodyDistance& answer) {
  const detail::DefaultEnvironment environment;
  if (auto refusal = detail::mesh::refuse_margin(margin)) return *std::move(refusal);
  return detail::mesh::SpaceProver(a, b, margin).prove_distance<BodyMarginAnswer>(answer);
}

}  // namespace sunder::inline SUNDER_ABI
