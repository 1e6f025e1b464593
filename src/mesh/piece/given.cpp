// SPDX-License-Identifier: Apache-2.0
//
// Idea: A vertex of a piece names the caller's point. That gives all back where no point was equal to another or unused,
// and no triangle was dropped, cut or turned.
// Bound: Nothing is rounded.
// Cost: O(n).
// Gives up: Where the pieces do not hold everything the lists are kept.
#include "mesh/piece/given.hpp"

#include <algorithm>

namespace sunder::detail::mesh {

Given::Given(std::span<const Vector3> points, std::span<const Corners> triangles,
             std::span<const Piece> pieces) {
  if (set_vertices(points, triangles, pieces)) {
    const Lists again = assembled(pieces);
    if (std::equal(points.begin(), points.end(), again.points.begin(), again.points.end()) &&
        std::equal(triangles.begin(), triangles.end(), again.triangles.begin(),
                   again.triangles.end()))
      return;
  }
  vertices_ = {};
  lists_.points.assign(points.begin(), points.end());
  lists_.triangles.assign(triangles.begin(), triangles.end());
}

bool Given::set_vertices(std::span<const Vector3> points, std::span<const Corners> triangles,
                         std::span<const Piece> pieces) {
  std::size_t held_points = 0, held_triangles = 0;
  for (const Piece& piece : pieces) {
    held_points += piece.points.size();
    held_triangles += piece.triangles.size();
  }
  if (held_points != points.size() || held_triangles != triangles.size() || points.empty())
    return false;
  for (const Piece& piece : pieces) {
    std::vector<std::int32_t>& of = vertices_.emplace_back(piece.points.size(), -1);
    for (std::size_t t = 0; t < piece.triangles.size(); ++t) {
      for (std::size_t i = 0; i < 3; ++i) {
        of[static_cast<std::size_t>(piece.triangles[t][i])] =
            triangles[static_cast<std::size_t>(piece.caller[t])][i];
      }
    }
  }
  return std::none_of(vertices_.begin(), vertices_.end(), [](const auto& of) {
    return std::find(of.begin(), of.end(), -1) != of.end();
  });
}

Given::Lists Given::assembled(std::span<const Piece> pieces) const {
  Lists lists;
  std::size_t points = 0, triangles = 0;
  for (const Piece& piece : pieces) {
    points += piece.points.size();
    triangles += piece.triangles.size();
  }
  lists.points.resize(points);
  lists.triangles.resize(triangles);
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Piece& piece = pieces[p];
    const auto caller = [&](std::int32_t vertex) {
      return vertices_[p][static_cast<std::size_t>(vertex)];
    };
    for (std::size_t v = 0; v < piece.points.size(); ++v)
      lists.points[static_cast<std::size_t>(vertices_[p][v])] = piece.points[v];
    for (std::size_t t = 0; t < piece.triangles.size(); ++t) {
      const auto& [i, j, k] = piece.triangles[t];
      lists.triangles[static_cast<std::size_t>(piece.caller[t])] = {caller(i), caller(j),
                                                                    caller(k)};
    }
  }
  return lists;
}

const Given::Lists& Given::lists(std::span<const Piece> pieces) const {
  if (!vertices_.empty()) std::call_once(once_, [&] { lists_ = assembled(pieces); });
  return lists_;
}

std::size_t Given::memory() const noexcept {
  std::size_t sum = sizeof *this;
  for (const auto& of : vertices_) sum += of.capacity() * sizeof(std::int32_t);
  if (vertices_.empty())
    sum +=
        lists_.points.capacity() * sizeof(Vector3) + lists_.triangles.capacity() * sizeof(Corners);
  return sum;
}

}  // namespace sunder::detail::mesh
