// SPDX-License-Identifier: Apache-2.0
//
// Checks certificates, of any dimension. No search is linked into a module of this alone.
#pragma once

#include <utility>

#include "module.hpp"
#include "proofs.hpp"

namespace sunder::web {

enum class CheckKind : std::uint8_t { verdict, margin, bodies };

/// Checks a certificate about convex bodies. One that comes whole is read before it is checked.
template <int D>
std::int32_t verify_convex(const Side<D>& a, const Side<D>& b, CheckKind kind, double distance,
                           Reader& message) {
  if (!a.is_polytope() || !b.is_polytope())
    return refuse(ErrorCode::not_served,
                  "the certificate is one of convex bodies, and a body is none; give the "
                  "certificate of parts");
  const auto check = [&](auto certificate, const auto&... margin) {
    message(certificate);
    if (!message.is_whole()) return refuse(ErrorCode::bad_certificate, "the message is cut off");
    certificate.dimension = a.pose.dimension();
    const Check found = verify(a.posed(), b.posed(), margin..., certificate);
    return answer(found.accepted, true, found.reason);
  };
  if (kind == CheckKind::verdict) return check(Certificate{});
  return check(MarginCertificate{}, Margin{.distance = distance});
}

/// Checks a certificate about parts.
template <int D>
std::int32_t verify_parts(const Side<D>& a, const Side<D>& b, double distance, Reader& message) {
  const auto options = BodyCheckOptions{.simple = message.read<bool>()};
  const auto certificate = message.read<BodyCertificate>();
  if (!message.is_whole()) return refuse(ErrorCode::bad_certificate, "the message is cut off");
  const auto body_a = body_of<D>(*a.shape), body_b = body_of<D>(*b.shape);
  const PosedBody posed_a(body_a, a.pose), posed_b(body_b, b.pose);
  const Margin margin{.distance = distance, .radius_a = a.radius, .radius_b = b.radius};
  BodyCheck check;
  if constexpr (D == 3) {
    check = verify(posed_a, posed_b, margin, certificate, options);
  } else {
    check = verify(posed_a, posed_b, margin, certificate);
  }
  return answer(check.accepted, check.complete, check.reason);
}

/// Request: two sides, the kind, its margin and certificate. Answer: accepted, complete, reason.
template <int D, class VerifyParts>
std::int32_t verify_certificate_of(const VerifyParts& check_parts) {
  Reader message = request();
  const Result<Side<D>> first = read_side<D>(message);
  if (!first) return refuse(first.error());
  const Result<Side<D>> second = read_side<D>(message);
  if (!second) return refuse(second.error());
  const auto kind = message.read<CheckKind>();
  const auto distance = message.read<double>();
  if (kind == CheckKind::bodies)
    return check_parts(first.value(), second.value(), distance, message);
  return verify_convex<D>(first.value(), second.value(), kind, distance, message);
}

}  // namespace sunder::web
