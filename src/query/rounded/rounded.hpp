// SPDX-License-Identifier: Apache-2.0
//
// Answers the queries about bodies of which one at least has a radius. The functions of the same
// names outside this namespace call these first.
#pragma once

#include "query/rounded/radii.hpp"
#include "sunder/derivative.hpp"
#include "sunder/margin.hpp"
#include "sunder/penetration.hpp"
#include "sunder/relation.hpp"

namespace sunder::detail::rounded {

template <int D>
Decision intersects(const Posed<D>& a, const Posed<D>& b, const Search<D>& search);
template <int D>
Distance<D> distance(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options);
/// Writes into an answer that a caller returns, who may then write another there without a copy.
template <int D>
void set_distance(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options,
                  Distance<D>& answer);
template <int D>
OneNormDistance one_norm_distance(const Posed<D>& a, const Posed<D>& b, const Search<D>& search);
template <int D>
Penetration<D> penetration(const Posed<D>& a, const Posed<D>& b, const MeasureOptions<D>& options);
template <int D>
SignedDistance<D> signed_distance(const Posed<D>& a, const Posed<D>& b,
                                  const MeasureOptions<D>& options);
template <int D>
Containment contains(const Posed<D>& a, const Posed<D>& b, const Search<D>& search);
template <int D>
RelationAnswer relation(const Posed<D>& a, const Posed<D>& b, const Search<D>& search);
template <int D>
Proposal<D> propose(const Posed<D>& a, const Posed<D>& b, const Search<D>& search);
template <int D>
Decision prove(const Posed<D>& a, const Posed<D>& b, const Proposal<D>& proposal);

template <int D>
Certificate certify(const Posed<D>& a, const Posed<D>& b, const Decision& answer);
template <int D>
Certificate certify_distance(const Posed<D>& a, const Posed<D>& b, const Distance<D>& answer);
template <int D>
Certificate certify_penetration(const Posed<D>& a, const Posed<D>& b, const Penetration<D>& answer);

}  // namespace sunder::detail::rounded
