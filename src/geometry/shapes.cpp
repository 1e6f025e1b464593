// SPDX-License-Identifier: Apache-2.0
//
// Idea: This builds the named polytopes: boxes, regular polygons and prisms. A box gets its block
// without a hull algorithm, since its topology is known.
// Cost: O(2^d) for a box, O(n) with a hull for the others.
// Gives up: Wrong arguments are a programmer's mistake and end the program; from_box() returns an
// error.
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "geometry/build.hpp"
#include "geometry/double_bits.hpp"
#include "geometry/polygon.hpp"
#include "geometry/refusal.hpp"
#include "sunder/polytope.hpp"

namespace sunder::inline SUNDER_ABI {
namespace {

/// 2^20 corners of 20 doubles are 160 MiB; a caller hardly means more.
constexpr std::size_t kLargestBoxDimension = 20;

void require_length(double value, const char* what) {
  if (!detail::is_finite_bits(value) || detail::order_key(value) < 0) {
    detail::fail(std::string(what) + " must be finite and not negative");
  }
}

template <int D>
void require_dimension(int dimension, const char* what) {
  if (dimension < 1 || (D != kRunTime && dimension != D)) {
    detail::fail(std::string(what) + "() was asked for dimension " + std::to_string(dimension));
  }
}

/// Returns all sign combinations over the axes with an extent; the first axis changes fastest.
std::vector<double> box_corners(const double* half_extents, int dimension) {
  std::vector<double> corner(half_extents, half_extents + dimension);
  std::vector<int> open_axes;
  for (int k = 0; k < dimension; ++k) {
    if (!detail::is_zero_bits(half_extents[k])) open_axes.push_back(k);
  }
  std::vector<double> corners;
  for (unsigned i = 0; i < 1U << open_axes.size(); ++i) {
    for (std::size_t bit = 0; bit < open_axes.size(); ++bit) {
      const auto k = static_cast<std::size_t>(open_axes[bit]);
      corner[k] = (i >> bit & 1U) != 0 ? half_extents[k] : -half_extents[k];
    }
    corners.insert(corners.end(), corner.begin(), corner.end());
  }
  return corners;
}

/// Returns the reason why these half extents make no box; nothing if they do.
std::optional<Error> refuse_half_extents(const double* half_extents, std::size_t dimension) {
  if (dimension < 1) return Error{ErrorCode::wrong_shape, "a box needs at least 1 half extent"};
  if (dimension > kLargestBoxDimension) {
    return Error{ErrorCode::too_large, std::to_string(dimension) +
                                           " half extents; a box takes 1 to " +
                                           std::to_string(kLargestBoxDimension)};
  }
  for (std::size_t k = 0; k < dimension; ++k) {
    const std::string place = "half_extents[" + std::to_string(k) + "]";
    if (!detail::is_finite_bits(half_extents[k])) {
      return detail::refuse_not_finite(place, half_extents[k], "half extent");
    }
    if (detail::order_key(half_extents[k]) < 0) {
      return Error{ErrorCode::wrong_shape, place + " is negative; every half extent is 0 or more"};
    }
  }
  return std::nullopt;
}

std::shared_ptr<const detail::HullBlock> box_block(const double* half_extents, int dimension) {
  const std::vector<double> corners = box_corners(half_extents, dimension);
  const auto count =
      static_cast<std::int32_t>(corners.size() / static_cast<std::size_t>(dimension));
  std::vector<std::int32_t> caller(static_cast<std::size_t>(count));
  std::iota(caller.begin(), caller.end(), 0);
  auto block = detail::make_block(corners.data(), caller.data(), count, dimension,
                                  {.given = count, .kept = count});
  if (block->is_standard_box) detail::share_box_tables(*block);
  if (dimension == 2) block->polygon = detail::make_polygon(*block);
  return block;
}

/// Returns corner i of a regular polygon. Exact quarter turns map it from the first quadrant, so
/// that corners on an axis lie exactly on it.
Vector2 polygon_corner(int i, int sides, double radius) {
  const std::int64_t quarters = std::int64_t{4} * i;
  const double angle =
      std::numbers::pi / 2 * (static_cast<double>(quarters % sides) / static_cast<double>(sides));
  const double x = radius * std::cos(angle);
  const double y = radius * std::sin(angle);
  switch (quarters / sides) {
    case 0:
      return {x, y};
    case 1:
      return {-y, x};
    case 2:
      return {-x, -y};
    default:
      return {y, -x};
  }
}

void require_polygon(int sides, double radius, const char* what) {
  if (sides < 3) detail::fail(std::string(what) + "() needs at least 3 sides");
  require_length(radius, "a radius");
}

std::vector<double> scaled(std::vector<double> points, double factor) {
  for (double& x : points) x *= factor;
  return points;
}

}  // namespace

template <int D>
Result<Polytope<D>> Polytope<D>::from_box(const Vector<D>& half_extents) {
  auto refusal = refuse_half_extents(half_extents.data(), half_extents.size());
  if (refusal) return *std::move(refusal);
  return Polytope(box_block(half_extents.data(), static_cast<int>(half_extents.size())));
}

template <int D>
Polytope<D> Polytope<D>::box(const Vector<D>& half_extents) {
  return from_box(half_extents).value();
}

template <int D>
Polytope<D> Polytope<D>::simplex(int dimension, double size) {
  require_dimension<D>(dimension, "simplex");
  require_length(size, "the size of a simplex");
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<double> points((d + 1) * d);
  for (std::size_t k = 0; k < d; ++k) points[(k + 1) * d + k] = size;
  return Polytope(detail::build_block(points, dimension, {}));
}

template <int D>
Polytope<D> Polytope<D>::cross(int dimension, double size) {
  require_dimension<D>(dimension, "cross");
  require_length(size, "the size of a cross");
  const auto d = static_cast<std::size_t>(dimension);
  std::vector<double> points(2 * d * d);
  for (std::size_t k = 0; k < d; ++k) {
    points[2 * k * d + k] = -size;
    points[(2 * k + 1) * d + k] = size;
  }
  return Polytope(detail::build_block(points, dimension, {}));
}

template <int D>
Polytope<D> Polytope<D>::regular_polygon(int sides, double radius)
  requires(D == 2)
{
  require_polygon(sides, radius, "regular_polygon");
  std::vector<double> points;
  for (int i = 0; i < sides; ++i) {
    const Vector2 corner = polygon_corner(i, sides, radius);
    points.insert(points.end(), corner.begin(), corner.end());
  }
  return Polytope(detail::build_block(points, 2, {}));
}

template <int D>
Polytope<D> Polytope<D>::prism(int sides, double radius, double half_height)
  requires(D == 3)
{
  require_polygon(sides, radius, "prism");
  require_length(half_height, "the half height of a prism");
  std::vector<double> points;
  for (const double z : {-half_height, half_height}) {
    for (int i = 0; i < sides; ++i) {
      const Vector2 corner = polygon_corner(i, sides, radius);
      points.insert(points.end(), {corner[0], corner[1], z});
    }
  }
  return Polytope(detail::build_block(points, 3, {}));
}

template <int D>
Polytope<D> Polytope<D>::tetrahedron(double size)
  requires(D == 3)
{
  require_length(size, "the size of a tetrahedron");
  return Polytope(
      detail::build_block(scaled({1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1}, size), 3, {}));
}

template <int D>
Polytope<D> Polytope<D>::icosahedron(double radius)
  requires(D == 3)
{
  require_length(radius, "a radius");
  const double phi = std::numbers::phi;
  std::vector<double> points;
  for (const double a : {-1.0, 1.0}) {
    for (const double b : {-phi, phi}) {
      points.insert(points.end(), {0, a, b, a, b, 0, b, 0, a});
    }
  }
  return Polytope(
      detail::build_block(scaled(std::move(points), radius / std::sqrt(2 + phi)), 3, {}));
}

template <int D>
Polytope<D> Polytope<D>::dodecahedron(double radius)
  requires(D == 3)
{
  require_length(radius, "a radius");
  const double phi = std::numbers::phi;
  std::vector<double> points;
  for (const double a : {-1.0, 1.0}) {
    for (const double b : {-1.0, 1.0}) {
      const double p = a / phi;
      const double q = b * phi;
      points.insert(points.end(), {a, b, -1, a, b, 1, 0, p, q, p, q, 0, q, 0, p});
    }
  }
  return Polytope(
      detail::build_block(scaled(std::move(points), radius / std::numbers::sqrt3), 3, {}));
}

template Result<Polytope2> Polytope<2>::from_box(const Vector2&);
template Result<Polytope3> Polytope<3>::from_box(const Vector3&);
template Result<PolytopeN> Polytope<kRunTime>::from_box(const VectorN&);
template Polytope2 Polytope<2>::box(const Vector2&);
template Polytope3 Polytope<3>::box(const Vector3&);
template PolytopeN Polytope<kRunTime>::box(const VectorN&);
template Polytope2 Polytope<2>::simplex(int, double);
template Polytope3 Polytope<3>::simplex(int, double);
template PolytopeN Polytope<kRunTime>::simplex(int, double);
template Polytope2 Polytope<2>::cross(int, double);
template Polytope3 Polytope<3>::cross(int, double);
template PolytopeN Polytope<kRunTime>::cross(int, double);
template Polytope2 Polytope<2>::regular_polygon(int, double);
template Polytope3 Polytope<3>::prism(int, double, double);
template Polytope3 Polytope<3>::tetrahedron(double);
template Polytope3 Polytope<3>::icosahedron(double);
template Polytope3 Polytope<3>::dodecahedron(double);

}  // namespace sunder::inline SUNDER_ABI
