// SPDX-License-Identifier: Apache-2.0
//
// Checks certificates about bodies that need not be convex.
#include "module.hpp"
#include "proofs.hpp"

namespace sunder::web {

std::int32_t verify_bodies(const Side& a, const Side& b, double distance, Reader& message) {
  const auto options = BodyCheckOptions{.simple = message.read<bool>()};
  const auto certificate = message.read<BodyCertificate>();
  if (!message.is_whole()) return refuse(ErrorCode::bad_certificate, "the message is cut off");
  const Body3 body_a = body_of(a.object->shape), body_b = body_of(b.object->shape);
  const Margin margin{.distance = distance, .radius_a = a.radius, .radius_b = b.radius};
  const BodyCheck check =
      verify(PosedBody3(body_a, a.pose), PosedBody3(body_b, b.pose), margin, certificate, options);
  return answer(check.accepted, check.complete, check.reason);
}

Body3 body_of(const Shape& shape) {
  if (const auto* const body = std::get_if<Body3>(&shape)) return *body;
  if (const auto* const mesh = std::get_if<Mesh3>(&shape)) return Body3{{*mesh}};
  return Body3{{std::get<Polytope3>(shape)}};
}

}  // namespace sunder::web
