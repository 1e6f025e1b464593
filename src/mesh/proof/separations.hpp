// SPDX-License-Identifier: Apache-2.0
//
// What the proofs about bodies of space and of the plane have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "certificate/posed_part.hpp"
#include "certificate/range_cut.hpp"
#include "sunder/body_certificate.hpp"
#include "sunder/error.hpp"

namespace sunder::detail::mesh {

/// Two parts that touch, and two of their triangles that do, or -1.
struct TouchingParts {
  std::int32_t part_a, part_b, triangle_a, triangle_b;
};

/// Appends what separates each pair of parts that are not empty. Polygons have their covers. Returns false where a pair is
/// not separated as demanded, or the parts make more than 250,000 pairs. Parts that tie where that proves nothing are to be
/// on two sides of one plane; the named pair is tried first. Throws std::bad_alloc.
bool append_separations(const std::vector<certificate::PosedPart>& a,
                        const std::vector<certificate::PosedPart>& b,
                        const certificate::CutDemand& demand,
                        std::vector<PartSeparation>& separations,
                        const std::optional<TouchingParts>& touching = {});

/// Have both bodies a part that is not empty?
bool has_pairs(const std::vector<certificate::PosedPart>& a,
               const std::vector<certificate::PosedPart>& b);

/// The refusal of an answer without a proof, for a reason.
Error no_body_proof(const std::string& why);

/// Returns where a point of a part is.
certificate::WorldPoint place_in(const certificate::PosedPart& part, const PartPoint& point);
/// Returns the point with weights of so many bits. Those that become 0 are left out.
PartPoint shortened(const PartPoint& point, int bits);

/// Replaces points of two parts by others with shorter weights, of which is_near(p, q) holds in the world.
template <class IsNear>
void shorten(const certificate::PosedPart& part_a, const certificate::PosedPart& part_b,
             PartPoint& a, PartPoint& b, const IsNear& is_near) {
  for (const int bits : {24, 40, 53}) {
    const PartPoint p = shortened(a, bits), q = shortened(b, bits);
    if (!is_near(place_in(part_a, p), place_in(part_b, q))) continue;
    a = p;
    b = q;
    return;
  }
}

}  // namespace sunder::detail::mesh
