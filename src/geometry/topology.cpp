// SPDX-License-Identifier: Apache-2.0
//
// Idea: Each edge is a pair of opposite sides; sorting the sides of all faces brings the two
// together. A topology is written once, as one list of numbers of the least width.
// Cost: O(n log n) for n edges.
// Gives up: Never; the faces must close up.
#include "geometry/topology.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <tuple>

#include "geometry/bounds.hpp"
#include "geometry/facet_normal.hpp"
#include "geometry/small_hull.hpp"
#include "geometry/small_normal.hpp"
#include "geometry/vectors.hpp"

namespace sunder::detail {
namespace {

/// One side of an edge: a face that runs along it.
struct Side {
  std::int32_t low;
  std::int32_t high;
  bool backwards;  ///< the face runs from high to low
  std::int32_t face;

  auto key() const noexcept { return std::tie(low, high, backwards); }
};

/// Appends numbers of one width.
class Writer {
 public:
  Writer(std::byte* at, std::uint8_t width) noexcept : at_(at), width_(width) {}
  void operator()(std::int32_t number) noexcept {
    const auto byte = static_cast<std::uint8_t>(number);
    const auto word = static_cast<std::uint16_t>(number);
    const void* const from = width_ == 1   ? static_cast<const void*>(&byte)
                             : width_ == 2 ? static_cast<const void*>(&word)
                                           : &number;
    std::memcpy(at_, from, width_);
    at_ += width_;
  }

 private:
  std::byte* at_;
  std::uint8_t width_;
};

/// Returns m of the plane m.x = 1 through three corners, x from the block's centre, rounded. Returns 0, which no
/// line enters, where rounding puts the centre beyond it.
Vector3 plane_about(const HullBlock& block, const std::array<std::int32_t, 3>& corners) noexcept {
  std::array<Vector3, 3> x;
  for (std::size_t i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      x[i][static_cast<std::size_t>(k)] = block.coordinate(corners[i], k) - block.centre[k];
    }
  }
  const Vector3 normal = cross(minus<3>(x[1], x[0]), minus<3>(x[2], x[0]));
  const double height = dot<3>(normal, x[0]);
  if (!(height > 0x1p-400)) return {};
  return {normal[0] / height, normal[1] / height, normal[2] / height};
}

/// Returns whether each entry of a face's plane is off by at most `most`. With the unit normal n, off by e,
/// and the height h = n.x of a corner x, off by e_h, the plane n / h is off by (|n / h| e_h + e) / (h - e_h).
bool is_plane_within(const HullBlock& block, const IndexList& face, const Vector3& plane,
                     double most) noexcept {
  const SmallNormal normal = small_normal(block, face);
  if (!(normal.error < kMostPlaneNormalError)) return false;
  double height = 0;
  double size = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<int>(k);
    const double x = block.coordinate(normal.corners[0], axis) - block.centre[k];
    height += normal.entry[k] * x;
    size += std::fabs(x);
  }
  const double height_error = (normal.error + kPlaneDepthUnits * kUnit) * size;
  const double least = height - height_error;
  if (!(least > 0)) return false;
  for (std::size_t k = 0; k < 3; ++k) {
    const double entry = normal.entry[k] / height;
    const double aside = std::fabs(plane[k] - entry) + kPlaneEntryUnits * kUnit * std::fabs(entry);
    const double error = (std::fabs(entry) * height_error + normal.error) / least;
    if (!((aside + error) * (1 + kRootShare) <= most)) return false;
  }
  return true;
}

std::unique_ptr<const Listed> list_for_callers(const Topology& topology, const HullBlock& block) {
  auto listed = std::make_unique<Listed>();
  for (const Edge& edge : topology.edges()) listed->edges.push_back(edge);
  if (topology.face_count() == 0) return listed;
  std::vector<double> packed;
  packed.reserve(3 * static_cast<std::size_t>(block.count));
  for (std::int32_t v = 0; v < block.count; ++v) {
    for (int k = 0; k < 3; ++k) packed.push_back(block.coordinate(v, k));
  }
  const SpacePoints points(packed.data(), block.count);
  listed->faces.reserve(static_cast<std::size_t>(topology.face_count()));
  for (const IndexList& rim : topology.faces()) {
    Vector3 normal = facet_normal(points, spread_triangle(rim));
    for (double& entry : normal) entry += 0.0;  // no entry is -0
    listed->faces.push_back({normal, {rim.begin(), rim.end()}});
  }
  return listed;
}

}  // namespace

void Boundary::add_face(std::span<const std::int32_t> rim) {
  corners.insert(corners.end(), rim.begin(), rim.end());
  first_corner.push_back(static_cast<std::int32_t>(corners.size()));
}

void add_edges(Boundary& boundary) {
  std::vector<Side> sides;
  sides.reserve(boundary.corners.size());
  for (std::size_t f = 0; f < boundary.face_count(); ++f) {
    const std::span<const std::int32_t> rim = boundary.face(f);
    for (std::size_t i = 0; i < rim.size(); ++i) {
      const std::int32_t from = rim[i];
      const std::int32_t to = rim[i + 1 < rim.size() ? i + 1 : 0];
      sides.push_back(
          {std::min(from, to), std::max(from, to), from > to, static_cast<std::int32_t>(f)});
    }
  }
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.key() < b.key(); });
  boundary.edges.reserve(sides.size() / 2);
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
    boundary.edges.push_back({{sides[i].low, sides[i].high}, {sides[i].face, sides[i + 1].face}});
  }
}

/// The edges around each vertex: those of vertex v from first[v] on.
struct Topology::Around {
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> edges;

  Around(std::int32_t vertex_count, const std::vector<Edge>& of)
      : first(static_cast<std::size_t>(vertex_count) + 1), edges(2 * of.size()) {
    for (const Edge& edge : of) {
      for (const std::int32_t v : edge.vertices) ++first[static_cast<std::size_t>(v) + 1];
    }
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<std::int32_t> next = first;
    for (std::size_t e = 0; e < of.size(); ++e) {
      for (const std::int32_t v : of[e].vertices) {
        const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(v)]++);
        edges[at] = static_cast<std::int32_t>(e);
      }
    }
  }
};

/// The numbers of a topology: how many, how wide, and the places of the lists.
struct Topology::Layout {
  std::int32_t vertices;
  std::int32_t faces;
  std::int32_t edges;
  std::int32_t corners;
  std::uint8_t edge_entries;
  std::uint8_t width;
  std::ptrdiff_t corners_at;
  std::ptrdiff_t edges_at;
  std::ptrdiff_t first_around_at;
  std::ptrdiff_t around_at;
  std::size_t bytes;

  Layout(std::int32_t vertex_count, const Boundary& boundary) noexcept
      : vertices(vertex_count),
        faces(static_cast<std::int32_t>(boundary.face_count())),
        edges(static_cast<std::int32_t>(boundary.edges.size())),
        corners(static_cast<std::int32_t>(boundary.corners.size())),
        edge_entries(faces > 0 ? 4 : 2),
        width(width_for(std::max({vertices, faces, corners, 2 * edges}))),
        corners_at(std::ptrdiff_t{faces} + 1),
        edges_at(corners_at + corners),
        first_around_at(edges_at + std::ptrdiff_t{edge_entries} * edges),
        around_at(first_around_at + vertices + 1),
        bytes(sizeof(Topology) +
              static_cast<std::size_t>(around_at + std::ptrdiff_t{2} * edges) * width +
              bytes_of_planes(faces)) {}

  /// Up to three bytes align them.
  static std::size_t bytes_of_planes(std::int32_t faces) noexcept {
    if (faces == 0 || faces > kMostPlanes) return 0;
    return 3 + sizeof(float) + 3 * sizeof(std::int16_t) * static_cast<std::size_t>(padded(faces));
  }
  static std::uint8_t width_for(std::int32_t most) noexcept {
    if (most < 1 << 8) return 1;
    return most < 1 << 16 ? 2 : 4;
  }
};

Topology::Topology(const Layout& layout) noexcept
    : vertex_count_(layout.vertices),
      face_count_(layout.faces),
      edge_count_(layout.edges),
      corner_count_(layout.corners),
      corners_(layout.corners_at),
      edges_(layout.edges_at),
      first_around_(layout.first_around_at),
      around_(layout.around_at),
      edge_entries_(layout.edge_entries),
      width_(layout.width) {}

Owned<Topology> Topology::make(std::int32_t vertex_count, const Boundary& boundary) {
  const Around around(vertex_count, boundary.edges);
  const Layout layout(vertex_count, boundary);
  return Owned<Topology>(write(layout, boundary, around, ::operator new(layout.bytes)));
}

const Topology* Topology::make_shared(std::int32_t vertex_count, const Boundary& boundary,
                                      std::span<std::byte> memory) {
  const Around around(vertex_count, boundary.edges);
  const Layout layout(vertex_count, boundary);
  // Bodies of many sizes share it, so that it has no planes.
  if (layout.bytes - Layout::bytes_of_planes(layout.faces) > memory.size())
    fail("the memory of a shared topology is too small");
  Topology* const topology = write(layout, boundary, around, memory.data());
  topology->is_shared_ = true;
  return topology;
}

Topology* Topology::write(const Layout& layout, const Boundary& boundary, const Around& around,
                          void* memory) noexcept {
  auto* const topology = new (memory) Topology(layout);
  Writer write(reinterpret_cast<std::byte*>(topology + 1), layout.width);
  for (const std::int32_t first : boundary.first_corner) write(first);
  for (const std::int32_t corner : boundary.corners) write(corner);
  for (const Edge& edge : boundary.edges) {
    for (const std::int32_t v : edge.vertices) write(v);
    if (layout.edge_entries < 4) continue;
    for (const std::int32_t f : edge.faces) write(f);
  }
  for (const std::int32_t first : around.first) write(first);
  for (const std::int32_t edge : around.edges) write(edge);
  return topology;
}

Topology::~Topology() { delete listed_.load(); }

void Topology::set_planes(HullBlock& block) noexcept {
  // Nobody else has seen the block.
  auto* const topology = const_cast<Topology*>(block.topology.get());
  const std::int32_t faces = topology->face_count_;
  if (topology->is_shared_ || Layout::bytes_of_planes(faces) == 0) return;
  if (!(block.inscribed > 0) || !is_of_plain_size(block)) return;
  std::array<Vector3, kMostPlanes> planes;
  double largest = 0;
  for (std::int32_t f = 0; f < faces; ++f) {
    const Vector3 plane = plane_about(block, spread_triangle(topology->face(f)));
    planes[static_cast<std::size_t>(f)] = plane;
    for (const double entry : plane) largest = std::max(largest, std::fabs(entry));
  }
  constexpr double kLargest = 32767;
  if (!(largest > 0x1p-110 && largest < 0x1p110)) return;
  const auto unit = static_cast<float>(largest / kLargest);
  const double inverse = kLargest / largest;
  const std::ptrdiff_t stride = padded(faces);
  auto* const at = const_cast<std::byte*>(topology->planes_at());
  auto* const rows = reinterpret_cast<std::int16_t*>(at + sizeof(float));
  std::memcpy(at, &unit, sizeof(float));
  std::fill(rows, rows + 3 * stride, std::int16_t{0});
  bool are_proven = true;
  for (std::int32_t f = 0; f < faces; ++f) {
    are_proven =
        are_proven && is_plane_within(block, topology->face(f), planes[static_cast<std::size_t>(f)],
                                      kMostPlaneError * static_cast<double>(unit));
    for (std::size_t k = 0; k < 3; ++k) {
      const double entry = planes[static_cast<std::size_t>(f)][k] * inverse;
      rows[static_cast<std::ptrdiff_t>(k) * stride + f] = static_cast<std::int16_t>(entry);
    }
  }
  topology->has_planes_ = true;
  topology->has_inner_planes_ = are_proven;
}

const Listed& Topology::listed(const HullBlock& block) const {
  const Listed* found = listed_.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  std::unique_ptr<const Listed> made = list_for_callers(*this, block);
  if (!listed_.compare_exchange_strong(found, made.get(), std::memory_order_acq_rel)) {
    return *found;  // another thread was first
  }
  return *made.release();
}

void Discard::operator()(const Topology* topology) const noexcept {
  if (topology->is_shared_) return;
  topology->~Topology();
  ::operator delete(const_cast<Topology*>(topology));
}

}  // namespace sunder::detail
