// SPDX-License-Identifier: Apache-2.0
//
// Stores the faces and edges of a body in one allocation. Its numbers take one byte each if all of
// them fit, else two or four: a hull of 40 vertices needs one byte, one of 10,000 needs two.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <ranges>
#include <span>
#include <vector>

#include "geometry/hull_block.hpp"

namespace sunder::detail {

/// A list of whole numbers in memory that another object owns, `width` bytes each.
class IndexList {
 public:
  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = std::int32_t;
    using pointer = const std::int32_t*;
    using reference = std::int32_t;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const std::byte* at, std::uint8_t width) noexcept : at_(at), width_(width) {}
    std::int32_t operator*() const noexcept { return IndexList(at_, 1, width_)[0]; }
    Iterator& operator++() noexcept {
      at_ += width_;
      return *this;
    }
    Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const std::byte* at_ = nullptr;
    std::uint8_t width_ = 1;
  };

  IndexList(const std::byte* first, std::int32_t size, std::uint8_t width) noexcept
      : first_(first), size_(size), width_(width) {}

  std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }
  std::int32_t operator[](std::size_t i) const noexcept {
    switch (width_) {
      case 1:
        return std::to_integer<std::int32_t>(first_[i]);
      case 2:
        return reinterpret_cast<const std::uint16_t*>(first_)[i];
      default:
        return reinterpret_cast<const std::int32_t*>(first_)[i];
    }
  }
  Iterator begin() const noexcept { return {first_, width_}; }
  Iterator end() const noexcept { return {first_ + size() * width_, width_}; }
  IndexList part(std::int32_t from, std::int32_t to) const noexcept {
    return {first_ + std::ptrdiff_t{from} * width_, to - from, width_};
  }

 private:
  const std::byte* first_;
  std::int32_t size_;
  std::uint8_t width_;
};

/// Faces and edges while a body is being built. Face f has the corners first_corner[f] to
/// first_corner[f + 1]. In 2-D there are no faces, and the edges are counter-clockwise.
struct Boundary {
  std::vector<std::int32_t> corners;
  std::vector<std::int32_t> first_corner{0};
  std::vector<Edge> edges;

  std::size_t face_count() const noexcept { return first_corner.size() - 1; }
  std::span<const std::int32_t> face(std::size_t f) const noexcept {
    return std::span(corners).subspan(
        static_cast<std::size_t>(first_corner[f]),
        static_cast<std::size_t>(first_corner[f + 1] - first_corner[f]));
  }
  void add_face(std::span<const std::int32_t> rim);
};

/// Appends one edge for each pair of faces that run along it in opposite directions. The face
/// faces[0] runs from vertices[0], the lesser vertex, to vertices[1].
void add_edges(Boundary& boundary);

/// Faces and edges as the public headers show them.
struct Listed {
  std::vector<Face> faces;
  std::vector<Edge> edges;
};

/// Faces and edges; a block has them only if exact signs prove the boundary closed and convex.
class Topology {
 public:
  /// Copies the boundary of a body of `vertex_count` vertices. Throws only std::bad_alloc.
  static Owned<Topology> make(std::int32_t vertex_count, const Boundary& boundary);
  /// Writes such a copy to memory that outlives all of its users.
  static const Topology* make_shared(std::int32_t vertex_count, const Boundary& boundary,
                                     std::span<std::byte> memory);
  ~Topology();
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;

  std::int32_t face_count() const noexcept { return face_count_; }
  std::int32_t edge_count() const noexcept { return edge_count_; }
  /// Returns the vertices of a face, counter-clockwise seen from outside.
  IndexList face(std::int32_t f) const noexcept {
    const IndexList first = list(0, face_count_ + 1);
    const auto at = static_cast<std::size_t>(f);
    return list(corners_, corner_count_).part(first[at], first[at + 1]);
  }
  /// In 2-D the edges are counter-clockwise, vertices[0] -> vertices[1].
  Edge edge(std::int32_t e) const noexcept {
    Edge edge;
    const IndexList stored = list(edges_, edge_entries_ * edge_count_);
    const auto at = static_cast<std::size_t>(e) * static_cast<std::size_t>(edge_entries_);
    edge.vertices = {stored[at], stored[at + 1]};
    if (edge_entries_ == 4) edge.faces = {stored[at + 2], stored[at + 3]};
    return edge;
  }
  auto faces() const noexcept {
    return std::views::iota(std::int32_t{0}, face_count_) |
           std::views::transform([this](std::int32_t f) { return face(f); });
  }
  auto edges() const noexcept {
    return std::views::iota(std::int32_t{0}, edge_count_) |
           std::views::transform([this](std::int32_t e) { return edge(e); });
  }

  /// Returns the edges around a vertex, ascending.
  IndexList edges_around(std::int32_t v) const noexcept {
    const IndexList first = list(first_around_, vertex_count_ + 1);
    const auto at = static_cast<std::size_t>(v);
    return list(around_, 2 * edge_count_).part(first[at], first[at + 1]);
  }
  /// Returns the end of edge e that is not v.
  std::int32_t other_end(std::int32_t e, std::int32_t v) const noexcept {
    const IndexList stored = list(edges_, edge_entries_ * edge_count_);
    const auto at = static_cast<std::size_t>(e) * static_cast<std::size_t>(edge_entries_);
    return stored[at] == v ? stored[at + 1] : stored[at];
  }

  /// The planes of a few dozen faces about the block's centre: face f is m.x <= 1, in three rows of
  /// m / `unit`, rounded.
  struct Planes {
    const std::int16_t* rows = nullptr;  ///< null if there are none
    std::ptrdiff_t stride = 0;           ///< of a row, padded with zeros
    float unit = 0;
  };
  /// Padded rows are multiples of kPlaneLanes.
  static constexpr std::int32_t kMostPlanes = 64, kPlaneLanes = 8;
  /// Rays walk fewer faces as fast.
  static constexpr std::int32_t kLeastRayPlanes = 17;
  /// Returns those that propose a face to a ray.
  Planes planes() const noexcept {
    return has_planes_ && face_count_ >= kLeastRayPlanes ? stored_planes() : Planes{};
  }
  /// Returns whether each entry is proven to be off by less than 1.26 `unit`; if so, the planes.
  bool has_inner_planes() const noexcept { return has_inner_planes_; }
  Planes inner_planes() const noexcept { return has_inner_planes_ ? stored_planes() : Planes{}; }
  /// Sets them for a block whose topology is not shared yet, about the block's centre. It leaves them out
  /// where that is not inside, or numbers are out of range.
  static void set_planes(HullBlock& block) noexcept;

  /// Returns the lists of the public headers for the block that has this topology. The first call
  /// makes them, and any number of threads may call. Throws only std::bad_alloc.
  const Listed& listed(const HullBlock& block) const;

 private:
  friend struct Discard;
  struct Layout;
  struct Around;
  explicit Topology(const Layout& layout) noexcept;
  static Topology* write(const Layout& layout, const Boundary& boundary, const Around& around,
                         void* memory) noexcept;

  static std::ptrdiff_t padded(std::int32_t faces) noexcept {
    return (faces + kPlaneLanes - 1) / kPlaneLanes * kPlaneLanes;
  }
  Planes stored_planes() const noexcept {
    Planes planes;
    const std::byte* const at = planes_at();
    std::memcpy(&planes.unit, at, sizeof(float));
    planes.rows = reinterpret_cast<const std::int16_t*>(at + sizeof(float));
    planes.stride = padded(face_count_);
    return planes;
  }
  /// Returns where the planes are, behind the lists: their unit, then their rows.
  const std::byte* planes_at() const noexcept {
    const std::ptrdiff_t end = (around_ + std::ptrdiff_t{2} * edge_count_) * width_;
    return reinterpret_cast<const std::byte*>(this + 1) + (end + 3) / 4 * 4;
  }

  /// Returns `size` numbers from number `first` of the memory behind this object on.
  IndexList list(std::ptrdiff_t first, std::int32_t size) const noexcept {
    return {reinterpret_cast<const std::byte*>(this + 1) + first * width_, size, width_};
  }

  mutable std::atomic<const Listed*> listed_{nullptr};
  std::int32_t vertex_count_ = 0;
  std::int32_t face_count_ = 0;
  std::int32_t edge_count_ = 0;
  std::int32_t corner_count_ = 0;
  // The places of the lists; that of the first corners is 0.
  std::ptrdiff_t corners_ = 0;
  std::ptrdiff_t edges_ = 0;  ///< the vertices of each edge, and its faces if there are faces
  std::ptrdiff_t first_around_ = 0;
  std::ptrdiff_t around_ = 0;
  std::uint8_t edge_entries_ = 4;
  std::uint8_t width_ = 4;
  bool is_shared_ = false;  ///< by all boxes
  bool has_planes_ = false;
  bool has_inner_planes_ = false;
};

}  // namespace sunder::detail
