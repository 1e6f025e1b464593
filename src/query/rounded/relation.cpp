// SPDX-License-Identifier: Apache-2.0
//
// Classifies the relation of bodies with radii.
//
// Idea: The face of a padded body along u is the face of its polytope, moved out by the radius. Bodies
// that touch do so along one direction, that of the polytopes' closest points. Their common part is
// that of the two faces after b's polytope is moved onto a's by the vector between these points.
// Bound: Exact; the vector is a fraction, so both polytopes are scaled by its denominator first.
// Cost: That of the exact closest points, and of the relation of polytopes that touch.
#include <utility>

#include "query/relation/feature.hpp"
#include "query/relation/world.hpp"
#include "query/rounded/exact_lengths.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::rounded {
namespace {

template <int D>
class Classification {
 public:
  Classification(const Posed<D>& a, const Posed<D>& b)
      : a_(a), b_(b), pair_{make_body(a), make_body(b)}, exact_(pair_, integer_scale(pair_)) {}

  void overlap(RelationAnswer& answer) const {
    const relation::Extent whole_a = extent_of(a_, pair_.a, exact_.a);
    const relation::Extent whole_b = extent_of(b_, pair_.b, exact_.b);
    answer.feature_a = relation::to_feature<D>(whole_a.dimension, whole_a.corners);
    answer.feature_b = relation::to_feature<D>(whole_b.dimension, whole_b.corners);
    answer.contact_dimension = whole_a.dimension + whole_b.dimension - D;
    answer.meets_relative_interiors = true;
    hold(answer);
    const bool one_in_other = answer.a_in_b || answer.b_in_a;
    answer.relation = one_in_other ? Relation::containment : Relation::piercing;
  }

  /// The relative interior of one body, or of both, is an interior, which the other does not enter.
  void touch(RelationAnswer& answer) const {
    const relation::Meeting meeting = meet();
    const int a = dimension_of(meeting.a);
    const int b = dimension_of(meeting.b);
    answer.relation = relation::relation_of<D>(meeting);
    answer.feature_a = relation::to_feature<D>(a, meeting.a);
    answer.feature_b = relation::to_feature<D>(b, meeting.b);
    answer.contact_dimension = a + b - meeting.dimension;
    hold(answer);
  }

 private:
  void hold(RelationAnswer& answer) const {
    answer.a_in_b = sunder::contains(a_, b_).contained;
    answer.b_in_a = sunder::contains(b_, a_).contained;
  }

  static relation::Extent extent_of(const Posed<D>& posed, const Body<D>& body,
                                    const IntegerBody<D, BigInt>& exact) {
    if (!is_zero_bits(posed.radius())) return {D, {}};
    return relation::extent_of(body, exact);
  }

  /// Classifies polytopes that are apart, after b is moved onto a.
  relation::Meeting meet() const {
    const MinNorm closest = find_closest<D>(pair_, nullptr);
    relation::ExactVector<D> u;
    for (std::size_t l = 0; l < D; ++l) u[l] = -closest.point[l];
    IntegerPair<D, BigInt> moved = exact_;
    for (IntegerBody<D, BigInt>* body : {&moved.a, &moved.b}) {
      for (BigInt& entry : body->matrix) entry *= closest.total;
      for (BigInt& entry : body->offset) entry *= closest.total;
    }
    for (std::size_t l = 0; l < D; ++l) moved.a.offset[l] -= closest.point[l];
    return relation::meet_in_world<D>(moved, relation::extreme_faces<D>(exact_, std::move(u)));
  }

  const Posed<D>& a_;
  const Posed<D>& b_;
  const Pair<D> pair_;
  const IntegerPair<D, BigInt> exact_;
};

}  // namespace

template <int D>
RelationAnswer relation(const Posed<D>& a, const Posed<D>& b, const Search<D>& search) {
  RelationAnswer answer;
  static_cast<Decision&>(answer) = rounded::intersects<D>(a, b, search);
  if (answer.verdict == Verdict::separated) {
    answer.a_in_b = a.polytope().empty();
    answer.b_in_a = b.polytope().empty();
  }
  if (answer.verdict == Verdict::overlapping) Classification<D>(a, b).overlap(answer);
  if (answer.verdict == Verdict::touching) Classification<D>(a, b).touch(answer);
  return answer;
}

template RelationAnswer relation<2>(const Posed2&, const Posed2&, const Search2&);
template RelationAnswer relation<3>(const Posed3&, const Posed3&, const Search3&);

}  // namespace sunder::detail::rounded
