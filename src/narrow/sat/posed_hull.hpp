// SPDX-License-Identifier: Apache-2.0
//
// PosedHull computes the edges and face normals of a posed hull, rounded, with bounds on their
// errors. A sheared or reflected R does not map a normal n to R n. Its effect on edges is simple,
// so a normal here is the cross product of two posed edges of the face.
//
// Edges. R (q - p) has one rounding in the difference, one in each product and two in the sum. With
// d the rounded difference and rho the error of R's entries, the error of entry l is at most
//
//   6 2^-52 sum_k |R_lk d_k| + (1 + 2^-30) rho sum_k |d_k| + 2^-800,
//
// where the last term covers entries of R and coordinates that the host reads as zero. A power of
// two then scales the edge, which is exact up to underflow, so that no later product underflows.
//
// Normals. Take three vertices in the order of a face's rim, counter-clockwise seen from outside.
// Let p go from the first to the second and q on to the third. (R p) x (R q) = cof(R) (p x q) is a
// positive multiple of cof(R) n, for any three. It points outward if det R > 0, inward if det R <
// 0. The error is that of p and q divided by the sine between them, so thin triples are skipped.
//
// Margins. Let an edge f and a normal N have largest entries below 1, with errors of at most phi
// and eta. The error of f . N in doubles is at most 3 (phi + eta + phi eta) + 12 2^-52 + 2^-900. If
// phi and eta are at most 1, the sum of both margins covers that; otherwise a margin is infinite.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/topology.hpp"

namespace sunder::detail::sat {

/// `count` items, on the stack up to N of them; uninitialised.
template <class T, std::size_t N>
class Row {
 public:
  explicit Row(std::size_t count) : count_(count) {  // NOLINT(*-member-init): items stay unset
    if (count > N) large_.resize(count);
  }
  T* begin() noexcept { return count_ > N ? large_.data() : small_.data(); }
  T* end() noexcept { return begin() + count_; }
  T& operator[](std::size_t i) noexcept { return begin()[i]; }
  std::size_t size() const noexcept { return count_; }

 private:
  std::size_t count_;
  std::array<T, N> small_;
  std::vector<T> large_;
};

/// An edge or a normal in the world's frame. The largest entry is in [1/2, 1), or all are zero.
struct PosedVector {
  Vector3 entry;
  double error;   ///< of each entry
  double margin;  ///< its part of the error of an edge times a normal
};

/// The relation of the bodies along the directions between the two normals at an edge.
enum class ArcState : std::uint8_t { untested, overlapping, undecided };

struct PosedEdge {
  PosedVector along;
  std::int32_t vertex;                ///< one end
  std::array<std::int32_t, 2> faces;  ///< edge forward in the first rim, backward in the second
  ArcState arc;
};

/// A body and its topology, posed piece by piece: a search that ends among the faces needs no
/// edges. The topology must outlive it. For a body without faces it is outline_of(), a polygon with
/// two faces.
class PosedHull {
 public:
  PosedHull(const Body<3>& body, const Topology& topology);

  const Body<3>& body() const noexcept { return body_; }
  std::size_t face_count() const noexcept { return normals_.size(); }
  const PosedVector& pose_face(std::size_t face) noexcept;
  /// It is called after all faces.
  void pose_edges() noexcept;
  std::span<PosedEdge> edges() noexcept { return {edges_.begin(), edges_.size()}; }
  const PosedVector& normal(std::int32_t face) noexcept {
    return normals_[static_cast<std::size_t>(face)];
  }
  /// Returns false for a segment: its edge has no faces that restrict its facets.
  bool has_faces() const noexcept { return normals_.size() != 0; }
  /// Returns the proven sign of det R; normals point outward times this. 0 where it is not proven.
  int orientation() const noexcept { return orientation_; }

 private:
  PosedVector pose_edge(std::int32_t from, std::int32_t to) const noexcept;
  PosedVector corner_normal(const std::array<std::int32_t, 3>& corner) const noexcept;

  // Hulls of 64 vertices have at most 124 faces and 186 edges.
  Body<3> body_;
  const Topology& topology_;
  Row<PosedVector, 124> normals_;
  Row<PosedEdge, 186> edges_;
  int orientation_;
};

}  // namespace sunder::detail::sat
