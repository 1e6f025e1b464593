// SPDX-License-Identifier: Apache-2.0
//
// A relation agrees with the verdict, with itself, and with that of b and a in exchanged order.
// Containment equals that of each point.
#include <cmath>

#include "fuzz/drawn_pair.hpp"
#include "fuzz/targets.hpp"
#include "oracle/host_state.hpp"
#include "sunder/sunder.hpp"

namespace sunder::fuzz {
namespace {

using suite::Bodies;

template <int D>
void check_containment(const Bodies<D>& bodies, Host host) {
  Containment answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = contains(bodies.a(), bodies.b());
  }
  bool each = true;
  for (std::int32_t i = 0; i < bodies.polytope_a.vertex_count(); ++i) {
    const Vector<D> vertex = bodies.polytope_a.vertex(i);
    const auto point =
        Polytope<D>::from_points(vertex.data(), 1, static_cast<int>(vertex.size()), 8 * D).value();
    const suite::PosedOf<D> posed{point, bodies.pose_a};
    const bool inside = static_cast<bool>(intersects(posed, bodies.b()));
    each = each && inside;
    if (bodies.polytope_a.caller_index(i) == answer.outside) {
      demand(!inside, "the point that is named as outside is outside");
    }
  }
  demand(answer.contained == each, "contains() is that each point is in b");
}

template <int D>
void check_relation(const Bodies<D>& bodies, Host host, Verdict truth) {
  RelationAnswer there;
  RelationAnswer back;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    there = relation(bodies.a(), bodies.b());
    back = relation(bodies.b(), bodies.a());
  }
  demand_equal(there.verdict, truth, "relation");
  demand_equal(back.verdict, truth, "relation, swapped");
  demand(there.relation == back.relation, "a relation is the same of b and a");
  demand(there.feature_a == back.feature_b && there.feature_b == back.feature_a,
         "features are the same of b and a");
  demand(there.contact_dimension == back.contact_dimension, "so is the contact's dimension");
  demand((there.relation == Relation::separated) == (truth == Verdict::separated),
         "separated is a relation of its own");
  const bool overlap =
      there.relation == Relation::piercing || there.relation == Relation::containment;
  demand(overlap == (truth == Verdict::overlapping), "piercing and containment are overlaps");
  demand(there.a_in_b == back.b_in_a, "who is in whom is the same of b and a");
  demand(there.a_in_b == contains(bodies.a(), bodies.b()).contained, "a_in_b is contains()");
  const bool touching = truth == Verdict::touching;
  demand(!touching || (there.contact_dimension >= 0 && there.contact_dimension < D),
         "bodies that touch do so in less dimensions than space");
}

template <int D>
void check_contact(Choices& choices, const Bodies<D>& bodies, bool beyond, Host host,
                   Verdict truth) {
  ContactOptions<D> options;
  options.max_points = choices.in(0, 4);
  options.near = std::ldexp(choices.in(0, 3), choices.in(-4, 4));
  Contact<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = contact(bodies.a(), bodies.b(), options);
  }
  demand_equal(answer.verdict, truth, "contact");
  const bool apart = truth == Verdict::separated;
  const bool near = options.near > 0;
  demand(!apart || near || answer.points.empty(), "no contact points of bodies that are apart");
  demand(answer.points.empty() == (answer.dimension < 0), "a dimension where there are points");
  demand(apart || beyond || !answer.points.empty(), "bodies that meet have contact points");
  demand(options.max_points == 0 ||
             answer.points.size() <= static_cast<std::size_t>(options.max_points),
         "no more contact points than asked");
  demand(answer.depth.lower <= answer.depth.upper, "a depth's ends are in order");
  for (const ContactPoint<D>& point : answer.points) {
    demand(point.depth >= -options.near, "contact points are as near as asked");
    demand(!apart || point.depth < 0, "points of bodies that are apart gape");
    demand(truth != Verdict::touching || point.depth <= 0, "bodies that touch are 0 deep");
    for (std::size_t k = 0; k < D; ++k) {
      demand(std::isfinite(point.point_a[k]) && std::isfinite(point.point_b[k]),
             "contact points are doubles");
    }
  }
  if (apart && answer.points.empty()) return;
  const SignedDistance<D> gap = signed_distance(bodies.a(), bodies.b());
  demand(-gap.distance.upper <= answer.depth.upper && answer.depth.lower <= -gap.distance.lower,
         "a contact is as deep as signed_distance() says");
}

template <int D>
void check_derivative(const Bodies<D>& bodies, Host host, Verdict truth) {
  Derivative<D> answer;
  {
    const oracle::HostState state(host.rounding, host.subnormals);
    answer = derivative(bodies.a(), bodies.b());
  }
  const bool empty = bodies.polytope_a.empty() || bodies.polytope_b.empty();
  demand(!(answer.valid && empty), "an empty body has no derivative");
  if (empty) return;
  demand_equal(answer.verdict, truth, "derivative");
  const SignedDistance<D> now = signed_distance(bodies.a(), bodies.b());
  demand(answer.distance.lower <= now.distance.upper && now.distance.lower <= answer.distance.upper,
         "a derivative's value is the signed distance");
}

}  // namespace

void fuzz_relations(Bytes bytes) {
  Choices choices(bytes);
  const int dimension = choices.chance(1, 3) ? 2 : 3;
  with_drawn_pair(choices, dimension, [&]<int D>(const DrawnPair& pair, const Bodies<D>& bodies) {
    if constexpr (D != kRunTime) {
      const Verdict truth = exact_verdict(bodies);
      const Host host = draw_host(choices);
      const bool beyond = !moderate(pair.a) || !moderate(pair.b);  // products may overflow
      check_containment(bodies, host);
      check_relation(bodies, host, truth);
      check_contact(choices, bodies, beyond, host, truth);
      if (choices.chance(1, 2)) check_derivative(bodies, host, truth);
    }
  });
}

}  // namespace sunder::fuzz
