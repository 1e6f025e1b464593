// SPDX-License-Identifier: Apache-2.0
//
// Questions about one pair of bodies that need not be convex.
#include "answers.hpp"
#include "module.hpp"
#include "sunder/body_contact.hpp"

namespace sunder::web {
namespace {

/// The numbers are those of pairs.cpp.
enum class AskBodies : std::uint8_t {
  verdict = 0,
  distance = 1,
  depth = 2,
  contact = 4,
  contains = 6,
  margin = 7
};

template <class Found>
void write_place(Writer& out, const Found& found) {
  out(found.part_a);
  out(found.part_b);
  out(found.triangle_a);
  out(found.triangle_b);
}

void write_proof(Writer& out, const Result<BodyCertificate>& proof) {
  out(proof.has_value());
  if (proof) out(proof.value());
}

std::int32_t answer_contact(const PosedBody3& a, const PosedBody3& b) {
  const BodyContact found = contact(a, b);
  Writer& out = result();
  visit_decision(out, found);
  out(static_cast<std::uint32_t>(found.regions.size()));
  for (const ContactRegion& region : found.regions) {
    out(region.dimension);
    out(region.part_a);
    out(region.part_b);
    out(region.normal);
    out(region.length);
    out(region.area);
    out(region.outline);
  }
  return 1;
}

}  // namespace

// Request: two sides, the question, its margin, whether to certify.
SUNDER_WEB(ask_bodies)() {
  Reader message = request();
  const Result<Side> first = read_side(message);
  if (!first) return refuse(first.error());
  const Result<Side> second = read_side(message);
  if (!second) return refuse(second.error());
  const auto ask = message.read<AskBodies>();
  const auto distance_asked = message.read<double>();
  const auto certifies = message.read<bool>();
  const Body3 body_a = body_of(first.value().object->shape);
  const Body3 body_b = body_of(second.value().object->shape);
  const PosedBody3 a(body_a, first.value().pose), b(body_b, second.value().pose);
  const double radius_a = first.value().radius, radius_b = second.value().radius;
  const bool padded = radius_a > 0 || radius_b > 0;
  const Margin margin{.distance = distance_asked, .radius_a = radius_a, .radius_b = radius_b};
  Writer& out = result();
  switch (ask) {
    case AskBodies::verdict:
    case AskBodies::margin: {
      if (ask == AskBodies::verdict && !padded) {
        const BodyDecision found = intersects(a, b);
        visit_decision(out, found);
        write_place(out, found);
        if (certifies) write_proof(out, certify(a, b, found));
        return 1;
      }
      const auto found = compare_to_margin(a, b, margin);
      if (!found) return refuse(found.error());
      visit_decision(out, found.value());
      write_place(out, found.value());
      if (certifies) write_proof(out, certify(a, b, margin, found.value()));
      return 1;
    }
    case AskBodies::distance: {
      const auto found =
          padded ? distance(a, b, radius_a, radius_b) : Result<BodyDistance>(distance(a, b));
      if (!found) return refuse(found.error());
      visit_decision(out, found.value());
      out(found.value().distance);
      out(found.value().witness);
      write_place(out, found.value());
      if (certifies) {
        const Margin none{.distance = 0, .radius_a = radius_a, .radius_b = radius_b};
        write_proof(out,
                    padded ? certify(a, b, none, found.value()) : certify(a, b, found.value()));
      }
      return 1;
    }
    case AskBodies::depth:
    case AskBodies::contact:
    case AskBodies::contains:
      break;
  }
  if (padded)
    return refuse(ErrorCode::not_served,
                  "only verdicts, distances and margins take radii of meshes");
  if (ask == AskBodies::depth) {
    const BodyPenetration found = penetration(a, b);
    visit_decision(out, found);
    out(found.depth);
    out(found.normal);
    write_place(out, found);
    return 1;
  }
  if (ask == AskBodies::contact) return answer_contact(a, b);
  if (ask != AskBodies::contains)
    return refuse(ErrorCode::not_served, "this is not asked about bodies that need not be convex");
  const auto found = contains(a, b);
  if (!found) return refuse(found.error());
  return answer(found.value().contained, found.value().part, found.value().triangle);
}

}  // namespace sunder::web
