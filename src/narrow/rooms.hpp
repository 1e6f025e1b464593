// SPDX-License-Identifier: Apache-2.0
//
// From a room's name to its functions. Each room defines Room<D> room<D>() for D = 2, 3 and
// kRunTime in its own folder; the list of names is include/sunder/rooms.inc.
#pragma once

#include "narrow/algorithm.hpp"

namespace sunder::detail {

/// What a room offers in this dimension; null where it does not serve.
template <int D>
struct Room {
  Proposed<D> (*propose)(const FilteredPair<D>&, const Search<D>&) = nullptr;
  Measured<D> (*measure)(const FilteredPair<D>&, const Search<D>&) = nullptr;
  Depth<D> (*penetrate)(const FilteredPair<D>&, const Search<D>&) = nullptr;
};

#define SUNDER_ROOM(name, ...) \
  namespace name {             \
  template <int D>             \
  Room<D> room() noexcept;     \
  }
#include "sunder/rooms.inc"
#undef SUNDER_ROOM

/// Nothing for `automatic` and for values that name no room.
template <int D>
Room<D> room_of(Algorithm algorithm) noexcept {
  switch (algorithm) {
#define SUNDER_ROOM(name, ...) \
  case Algorithm::name:        \
    return name::room<D>();
#include "sunder/rooms.inc"
#undef SUNDER_ROOM
    default:
      return {};
  }
}

/// The proposal of a room, undecided where it does not serve.
template <int D>
Proposed<D> propose_by(Algorithm algorithm, const FilteredPair<D>& pair, const Search<D>& search) {
  const Room<D> room = room_of<D>(algorithm);
  return room.propose != nullptr ? room.propose(pair, search) : Proposed<D>{};
}

/// Who measures for a query that asked for this room: itself if it can, else gjk.
template <int D>
Algorithm measuring_room(Algorithm algorithm) noexcept {
  return room_of<D>(algorithm).measure != nullptr ? algorithm : Algorithm::gjk;
}

}  // namespace sunder::detail
