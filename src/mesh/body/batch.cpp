// SPDX-License-Identifier: Apache-2.0
#include "mesh/body/body_batches.hpp"
#include "mesh/pair/part_pair.hpp"

namespace sunder::detail::mesh {

template <>
Root exact_distance_of_bodies<3>(const PosedBody3& a, const PosedBody3& b) {
  const double within = distance(a, b).distance.upper;
  std::optional<Root> least;
  for_each_pair(
      a, b, [&] { return within; },
      [&](const PartPair& pair, std::size_t, std::size_t) {
        pair.measure_exactly(within, least);
        return true;
      });
  return least.value();
}

}  // namespace sunder::detail::mesh

SUNDER_BODY_BATCHES(3)
