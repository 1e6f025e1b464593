// SPDX-License-Identifier: Apache-2.0
//
// The verdict about two placed pieces.
#pragma once

#include <cstdint>
#include <optional>

#include "mesh/piece/placed.hpp"
#include "sunder/query.hpp"

namespace sunder::detail::mesh {

struct PieceVerdict {
  Verdict verdict = Verdict::separated;
  std::int32_t triangle_a = -1, triangle_b = -1;  ///< pieces' triangles that meet; -1 by enclosure
  bool exact = false;                             ///< integers were needed
};

class PiecePair;
class Tracer;

/// Decides exactly whether two pieces are separated, touch or overlap, and tells the tracer, where there is one. Throws
/// std::bad_alloc.
PieceVerdict meet(const Placed& a, const Placed& b, Tracer* tracer = nullptr);
/// Decides too, but returns none where many boxes must be opened. Pieces that overlap by much need few.
std::optional<PieceVerdict> meet_quickly(const Placed& a, const Placed& b);

/// Is one of two pieces inside the other, or a component of it, where no triangle of one meets one of the other? Exact.
/// Throws std::bad_alloc.
bool one_encloses(PiecePair& pair);

/// Does all of piece b lie in piece a, a solid that its poses do not flatten? Exact. Throws std::bad_alloc.
struct PieceContainment {
  bool contained = true;
  std::int32_t triangle = -1;  ///< of b, that leaves a; -1 where b as a whole is elsewhere
  bool exact = false;          ///< integers were needed
};
PieceContainment contains(const Placed& a, const Placed& b);

}  // namespace sunder::detail::mesh
