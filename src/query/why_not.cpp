// SPDX-License-Identifier: Apache-2.0
//
// Derives the reason why a named algorithm did not decide. Queries record nothing for it. It is
// derived afterwards, on request, from the bodies and the answer.
#include <string>

#include "narrow/dispatch.hpp"
#include "query/rounded/radii.hpp"
#include "sunder/query.hpp"

namespace sunder::detail {
namespace {

Reads what_is_read_by(Algorithm algorithm) noexcept {
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.id == algorithm) return info.reads;
  }
  return Reads::points;
}

/// Returns the reason in one body, named "a" or "b"; empty if this body is no obstacle.
template <int D>
std::string about_body(const std::string& name, const Body<D>& body, Reads reads) {
  const HullBlock& hull = *body.hull;
  if (hull.count == 0) return name + " is empty, so there is nothing to search";
  const bool flat = hull.report->affine_dimension < hull.dimension;
  if (reads == Reads::faces && flat)
    return name + " is flat, and the algorithm reads faces of solids";
  if (reads != Reads::points && !flat && hull.topology == nullptr) {
    return name +
           " has no faces: it was built without them, or they were not proven closed and convex";
  }
  if (!hull.in_filter_range || !in_filter_range(*body.pose)) {
    return name + " has numbers beyond 2^150, the range of the algorithm's arithmetic";
  }
  return {};
}

template <int D>
std::string explain(Algorithm named, const Posed<D>& a, const Posed<D>& b, const Decision& answer) {
  if (named == Algorithm::automatic || answer.decided_by == named || !answer.proven) return {};
  const Pair<D> pair{make_body(a), make_body(b)};
  const Reads reads = what_is_read_by(named);
  for (const bool of_b : {false, true}) {
    std::string reason = about_body(of_b ? "b" : "a", of_b ? pair.b : pair.a, reads);
    if (!reason.empty()) return reason;
  }
  if (functions_of<D>(named).propose == nullptr) {
    return "the algorithm works on bodies of two or three dimensions, fixed when they are compiled";
  }
  if (rounded::has_radius(a, b) && functions_of<D>(named).measure == nullptr) {
    return "a body has a radius, which takes a distance, and the algorithm does not measure any";
  }
  if (answer.verdict == Verdict::touching) {
    return "the bodies touch, and the algorithm's search did not name the contact";
  }
  return "the algorithm's search ended too close to call";
}

}  // namespace
}  // namespace sunder::detail

namespace sunder::inline SUNDER_ABI {

std::string why_not(Algorithm named, const Posed2& a, const Posed2& b, const Decision& answer) {
  return detail::explain<2>(named, a, b, answer);
}
std::string why_not(Algorithm named, const Posed3& a, const Posed3& b, const Decision& answer) {
  return detail::explain<3>(named, a, b, answer);
}
std::string why_not(Algorithm named, const PosedN& a, const PosedN& b, const Decision& answer) {
  return detail::explain<kRunTime>(named, a, b, answer);
}

}  // namespace sunder::inline SUNDER_ABI
