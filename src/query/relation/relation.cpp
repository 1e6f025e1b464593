// SPDX-License-Identifier: Apache-2.0
//
// Idea: The relation descends from space to the plane of contact, to a line in it, to a point. Let
// S be the common part. Touching bodies have a plane with a on one side and b on the other. S lies
// in that plane, so S is also the common part of the faces that a and b have in it. These faces
// pose the question again, with one dimension less. The descent ends at two faces F and G without
// such a plane (line, point). Their relative interiors meet.
// Source: The edge-projection paper, section 1.1, for the relations. The descent is its projection
// from 3-D to 2-D to 1-D, made exact.
// Bound: The result is exact and does not depend on the choice of planes. A given point lies in the
// relative interior of exactly one face of a body. The relative interiors of F and G meet, so their
// intersection is the relative interior of S. F is therefore the one face of a whose relative
// interior holds that of S. It is the smallest face that holds S. G is the same face of b.
// Cost: That of intersects() for separated bodies, tens of microseconds for touching ones.
// Overlapping bodies cost that of contains(), both ways.
#include "sunder/relation.hpp"

#include <utility>

#include "query/decide.hpp"
#include "query/relation/feature.hpp"
#include "query/relation/supported.hpp"
#include "query/relation/world.hpp"
#include "query/rounded/rounded.hpp"

namespace sunder::detail::relation {
namespace {

template <int D>
class Classification {
 public:
  Classification(const Posed<D>& a, const Posed<D>& b, const Search<D>& search)
      : a_(a), b_(b), pair_{make_body(a), make_body(b)}, search_(search) {}

  RelationAnswer run() {
    lp::ExactDirection direction;
    const Plan<D> plan(search_);
    const Decided<D> decision = decide<D>(pair_, plan, &direction);
    static_cast<Decision&>(answer_) = record(pair_, plan, decision);
    if (decision.verdict == Verdict::separated) {
      answer_.a_in_b = a_.polytope().empty();
      answer_.b_in_a = b_.polytope().empty();
      return std::move(answer_);
    }
    const IntegerPair<D, BigInt> exact(pair_, integer_scale(pair_));
    const Extent whole_a = extent_of(pair_.a, exact.a);
    const Extent whole_b = extent_of(pair_.b, exact.b);
    if (decision.verdict == Verdict::overlapping) {
      overlap(whole_a, whole_b);
    } else {
      touch(meet_in_world(exact, supported_faces<D>(pair_, exact, decision, direction)),
            whole_a.dimension, whole_b.dimension);
    }
    return std::move(answer_);
  }

 private:
  /// 0 is inside A - B, which then has the dimension of space: the relative interiors meet.
  void overlap(const Extent& whole_a, const Extent& whole_b) {
    answer_.feature_a = to_feature<D>(whole_a.dimension, whole_a.corners);
    answer_.feature_b = to_feature<D>(whole_b.dimension, whole_b.corners);
    answer_.contact_dimension = whole_a.dimension + whole_b.dimension - D;
    answer_.meets_relative_interiors = true;
    answer_.a_in_b = contains(a_, b_).contained;
    answer_.b_in_a = contains(b_, a_).contained;
    const bool one_in_other = answer_.a_in_b || answer_.b_in_a;
    answer_.relation = one_in_other ? Relation::containment : Relation::piercing;
  }

  void touch(const Meeting& meeting, int whole_a, int whole_b) {
    const int a = dimension_of(meeting.a);
    const int b = dimension_of(meeting.b);
    answer_.relation = relation_of<D>(meeting);
    answer_.feature_a = to_feature<D>(a, meeting.a);
    answer_.feature_b = to_feature<D>(b, meeting.b);
    answer_.contact_dimension = a + b - meeting.dimension;
    // A face of its body's dimension is the body. A body that lies in the other is wholly in
    // contact.
    answer_.meets_relative_interiors = a == whole_a && b == whole_b;
    answer_.a_in_b = a == whole_a && contains(a_, b_).contained;
    answer_.b_in_a = b == whole_b && contains(b_, a_).contained;
  }

  const Posed<D>& a_;
  const Posed<D>& b_;
  Pair<D> pair_;
  const Search<D>& search_;
  RelationAnswer answer_;
};

}  // namespace
}  // namespace sunder::detail::relation

namespace sunder::inline SUNDER_ABI {

RelationAnswer relation(const Posed2& a, const Posed2& b, const Search2& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::relation(a, b, search);
  return detail::relation::Classification<2>(a, b, search).run();
}
RelationAnswer relation(const Posed3& a, const Posed3& b, const Search3& search) {
  if (detail::rounded::has_radius(a, b)) return detail::rounded::relation(a, b, search);
  return detail::relation::Classification<3>(a, b, search).run();
}

}  // namespace sunder::inline SUNDER_ABI
