// SPDX-License-Identifier: Apache-2.0
#include "algorithms/edge_projection/translated_outlines.hpp"

#include <algorithm>

namespace sunder::detail::edge_projection {
namespace {

std::array<double, 9> linear_of(const Body<3>& body) noexcept {
  std::array<double, 9> entries;
  std::copy_n(linear_data(*body.pose), 9, entries.begin());
  return entries;
}

}  // namespace

TranslatedOutlines::TranslatedOutlines(const Pair<3>& pair)
    : hull_a_(pair.a.hull),
      hull_b_(pair.b.hull),
      linear_a_(linear_of(pair.a)),
      linear_b_(linear_of(pair.b)),
      outlines_(pair, true) {}

bool TranslatedOutlines::serves(const Pair<3>& pair) const noexcept {
  return pair.a.hull == hull_a_ && pair.b.hull == hull_b_ && linear_of(pair.a) == linear_a_ &&
         linear_of(pair.b) == linear_b_;
}

Proposed<3> TranslatedOutlines::propose(const FilteredPair<3>& pair, const Request<3>& search) {
  return search_edges(pair, search, faces_of(search.max_faces),
                      serves(pair.pair()) ? &outlines_ : nullptr);
}

}  // namespace sunder::detail::edge_projection
