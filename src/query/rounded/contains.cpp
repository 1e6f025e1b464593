// SPDX-License-Identifier: Apache-2.0
//
// Is a with its radius a subset of b with its own? Along each unit vector a must reach no farther than
// b. Radii add to both reaches, so only their difference m = radius_b - radius_a counts. The signed
// distance of each vertex of a from b's polytope must be at most m. A negative m requires a depth.
#include <algorithm>
#include <vector>

#include "query/decide.hpp"
#include "query/margin/compare.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::rounded {
namespace {

template <int D>
Polytope<D> single_vertex(const HullBlock& hull, std::int32_t kept) {
  std::vector<double> point;
  for (int k = 0; k < hull.dimension; ++k) point.push_back(hull.coordinate(kept, k));
  const auto bytes = static_cast<std::int64_t>(sizeof(double)) * hull.dimension;
  return Polytope<D>::from_points(point.data(), 1, hull.dimension, bytes, {}).value();
}

template <int D>
class Inclusion {
 public:
  Inclusion(const Posed<D>& a, const Posed<D>& b, const Search<D>& search)
      : a_(a), b_(b), search_(search), difference_{0, 0, 0, b.radius(), -a.radius()} {}

  Containment run() {
    const HullBlock& inner = *make_body(a_).hull;
    if (D == kRunTime && sum_of_terms(difference_).sign < 0) return refuse_depth();
    Containment answer;
    MarginAnswer last;
    for (std::int32_t i = 0; i < inner.count && answer.outside < 0; ++i) {
      const Polytope<D> vertex = single_vertex<D>(inner, i);
      last = compare_to_sum<D>(Posed<D>(vertex, a_.pose()), b_, difference_, each());
      answer.stage = std::max(answer.stage, last.stage);
      if (last.verdict == Verdict::separated) answer.outside = inner.caller[i];
    }
    answer.contained = answer.outside < 0;
    record(Pair<D>{make_body(a_), make_body(b_)}, Plan<D>(search_),
           {Verdict::undecided, answer.stage, last.decided_by});
    return answer;
  }

 private:
  /// A hint is about the pair, not about its vertices.
  Search<D> each() const {
    Search<D> search = search_;
    search.hint = nullptr;
    search.counters = nullptr;
    return search;
  }

  /// Depths are computed in two and three dimensions only. A vertex that is outside needs none.
  Containment refuse_depth() const {
    const Containment answer = sunder::contains(core(a_), core(b_), search_);
    return answer.contained ? Containment{} : answer;
  }

  const Posed<D>& a_;
  const Posed<D>& b_;
  const Search<D>& search_;
  const MarginTerms difference_;
};

}  // namespace

template <int D>
Containment contains(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  if (!are_radii(a, b)) return {};
  if (a.polytope().empty() || b.polytope().empty()) {
    return sunder::contains(core(a), core(b), search);
  }
  return Inclusion<D>(a, b, search).run();
}

template Containment contains<2>(const Posed2&, const Posed2&, const Search2&);
template Containment contains<3>(const Posed3&, const Posed3&, const Search3&);
template Containment contains<kRunTime>(const PosedN&, const PosedN&, const SearchN&);

}  // namespace sunder::detail::rounded
