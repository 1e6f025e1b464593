// SPDX-License-Identifier: Apache-2.0
#include "certificate/pairs_proof.hpp"

#include "certificate/positive_combination.hpp"

namespace sunder::detail::certificate {

std::string read_differences(const ExactPair& pair, std::span<const IndexPair> pairs,
                             const std::string& name, std::vector<IntegerVector>& differences) {
  differences.reserve(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::int32_t a = pair.a().find(pairs[i].a);
    const std::int32_t b = pair.b().find(pairs[i].b);
    if (a < 0 || b < 0) {
      return name + "pairs[" + std::to_string(i) + "] names vertex " +
             std::to_string(a < 0 ? pairs[i].a : pairs[i].b) + " of " + (a < 0 ? "a" : "b") +
             ", which is out of range or was removed as a duplicate or interior point";
    }
    differences.push_back(pair.difference(a, b));
  }
  return "";
}

std::string refute_pairs(const ExactPair& pair, std::span<const IndexPair> pairs, bool interior) {
  const auto d = static_cast<std::size_t>(pair.dimension());
  const std::size_t least = interior ? d + 1 : 1;
  const std::size_t most = interior ? 2 * d + 2 : d + 1;
  if (pairs.size() < least || pairs.size() > most) {
    return std::to_string(pairs.size()) + " pairs; this verdict takes " + std::to_string(least) +
           " to " + std::to_string(most) + " in dimension " + std::to_string(d);
  }
  std::vector<IntegerVector> differences;
  std::string reason = read_differences(pair, pairs, "", differences);
  if (!reason.empty()) return reason;
  if (interior) {
    return zero_in_interior(differences, pair.dimension())
               ? ""
               : "0 is not in the interior of the hull of the pairs' differences";
  }
  return zero_in_hull(differences, pair.dimension())
             ? ""
             : "0 is not in the hull of the pairs' differences";
}

}  // namespace sunder::detail::certificate
