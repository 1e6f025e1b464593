// SPDX-License-Identifier: Apache-2.0
//
// Checks certificates about convex bodies. No search is linked into a module of this alone.
#include <utility>

#include "module.hpp"
#include "proofs.hpp"

namespace sunder::web {
namespace {

enum class Kind : std::uint8_t { verdict, margin, bodies };

Check check_verdict(const Posed3& a, const Posed3& b, Certificate certificate) {
  certificate.dimension = 3;
  return verify(a, b, certificate);
}

Check check_margin(const Posed3& a, const Posed3& b, const Margin& margin,
                   MarginCertificate certificate) {
  certificate.dimension = 3;
  return verify(a, b, margin, certificate);
}

std::int32_t convex_only() {
  return refuse(ErrorCode::not_served,
                "the certificate is one of convex bodies, and a body is a mesh or a union; give "
                "the certificate of parts");
}

}  // namespace

// Request: two sides, the kind, its margin and certificate. Answer: accepted, complete, reason.
SUNDER_WEB(verify_certificate)() {
  Reader message = request();
  const Result<Side> first = read_side(message);
  if (!first) return refuse(first.error());
  const Result<Side> second = read_side(message);
  if (!second) return refuse(second.error());
  const Side &a = first.value(), &b = second.value();
  const auto* const hull_a = std::get_if<Polytope3>(&a.object->shape);
  const auto* const hull_b = std::get_if<Polytope3>(&b.object->shape);
  const auto kind = message.read<Kind>();
  const auto distance = message.read<double>();
  if (kind == Kind::bodies) return verify_bodies(a, b, distance, message);
  if (hull_a == nullptr || hull_b == nullptr) return convex_only();
  const Posed3 posed_a(*hull_a, a.pose, a.radius), posed_b(*hull_b, b.pose, b.radius);
  Check check;
  if (kind == Kind::verdict) {
    auto certificate = message.read<Certificate>();
    if (!message.is_whole()) return refuse(ErrorCode::bad_certificate, "the message is cut off");
    check = check_verdict(posed_a, posed_b, std::move(certificate));
  } else {
    auto certificate = message.read<MarginCertificate>();
    if (!message.is_whole()) return refuse(ErrorCode::bad_certificate, "the message is cut off");
    check = check_margin(posed_a, posed_b, Margin{.distance = distance}, std::move(certificate));
  }
  return answer(check.accepted, true, check.reason);
}

}  // namespace sunder::web
