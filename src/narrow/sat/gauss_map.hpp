// SPDX-License-Identifier: Apache-2.0
//
// This file proves which pairs of edges span no facet of C. The normal cone of an edge is an arc of
// the Gauss sphere between the normals of its two faces. Consider a facet of C spanned by an edge
// of a and one of b. Its normal is where the first arc crosses the negative of the second
// (Gregorius 2013).
//
// Signs. Let e, f be the posed edges. Let N1, N2 be the normals of the faces in whose rims e runs
// forward and backward, and M1, M2 those of f. All are as in posed_hull.hpp, and n = e x f. Let w1
// point from e into its first face, w2 into its second. N1 is a positive multiple of e x w1, N2 one
// of w2 x e, since R is linear. Let u be the normal of a facet that both edges span. Then u = +-n
// up to a positive factor. Both ends of e are highest along u in a, so neither u . w1 nor u . w2 is
// positive. Here n . w1 = det(e, f, w1) = -f . (e x w1). Likewise for b, whose highest points along
// -u are both ends of f. Hence
//
//   u = +n needs  f . N1 >= 0,  f . N2 <= 0,  e . M1 >= 0,  e . M2 <= 0,
//   u = -n needs  f . N1 <= 0,  f . N2 >= 0,  e . M1 <= 0,  e . M2 >= 0.
//
// Neither step needs the sign of det R, nor that R is regular. A pair may be left out if one
// condition of each line is proven false. Zero, parallel and coplanar are never proven, so such
// pairs stay.
//
// Parallel edges have no axis; nearly parallel ones have none that is provably not zero. Their arcs
// exclude them. The gap g is below u . (q - p) for any points p of a and q of b. Points proven
// ahead at both ends of an interval of an arc are therefore ahead on the whole interval. An arc
// covered by such intervals holds no axis that separates or touches, for any edges that it crosses.
#pragma once

#include "filter/filtered_pair.hpp"
#include "narrow/sat/posed_hull.hpp"

namespace sunder::detail::sat {

/// Returns the proven sign of an edge times a normal, 0 if there is no proof.
inline int proven_side(const PosedVector& edge, const PosedVector& normal) noexcept {
  const double value = edge.entry[0] * normal.entry[0] + edge.entry[1] * normal.entry[1] +
                       edge.entry[2] * normal.entry[2];
  const double error = edge.margin + normal.margin;
  if (value > error) return 1;
  return value < -error ? -1 : 0;
}

/// Which of u = +n and u = -n the faces at `edge` admit for the other body's edge `along`.
struct Needs {
  bool ahead = true;
  bool behind = true;
};
inline Needs needs_of(const PosedVector& along, PosedHull& hull, const PosedEdge& edge) noexcept {
  if (!hull.has_faces()) return {};
  const int first = proven_side(along, hull.normal(edge.faces[0]));
  const int second = proven_side(along, hull.normal(edge.faces[1]));
  return {first >= 0 && second <= 0, first <= 0 && second >= 0};
}

/// Returns true if edge e of a and edge f of b are proven to span no facet of C.
inline bool proven_to_span_no_facet(PosedHull& a, const PosedEdge& e, PosedHull& b,
                                    const PosedEdge& f) noexcept {
  const Needs of_e = needs_of(f.along, a, e);
  if (!of_e.ahead && !of_e.behind) return true;
  const Needs of_f = needs_of(e.along, b, f);
  return !(of_e.ahead && of_f.ahead) && !(of_e.behind && of_f.behind);
}

enum class Side : std::uint8_t { a, b };

/// `hull` is the body on that side of the pair. Returns true if the bodies are proven to overlap,
/// with a margin, along every outward direction at this edge. Searched once for each edge.
bool meets_on_arc(const FilteredPair<3>& pair, Side side, PosedHull& hull, PosedEdge& edge);

}  // namespace sunder::detail::sat
