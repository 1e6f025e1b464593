// SPDX-License-Identifier: Apache-2.0
//
// Idea: The class of Python is the variant of the three of C++. Constructors read arrays, and refuse
//   what the library refuses, with the argument's name as the place.
// Cost: Building a polytope costs O(n log n); a pose from an array some tenths of a microsecond.
// Gives up: Nothing.
#include "bodies.hpp"

#include <cmath>
#include <fmt/format.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include "sunder/io.hpp"

namespace sunder::python {
namespace {

using Doubles = std::vector<double>;

/// The polytope of points, as the options say and as they were given.
template <int D, class T>
Body build(const T* first, std::int64_t count, int dimension, std::int64_t stride, double radius,
           BuildOptions options) {
  auto polytope =
      accepted("points", Polytope<D>::from_points(first, count, dimension, stride, options));
  if (!options.reduce) return {std::move(polytope), radius};
  options.reduce = false;
  return {std::move(polytope), radius,
          accepted("points", Polytope<D>::from_points(first, count, dimension, stride, options))};
}

template <class T>
Body build(const T* first, std::int64_t count, int dimension, std::int64_t stride, double radius,
           const BuildOptions& options) {
  switch (alternative_of(dimension)) {
    case 2:
      return build<2>(first, count, dimension, stride, radius, options);
    case 3:
      return build<3>(first, count, dimension, stride, radius, options);
    default:
      return build<kRunTime>(first, count, dimension, stride, radius, options);
  }
}

/// Points of shape (n, d), with any strides.
Body from_points(nb::handle points, double radius, const BuildOptions& options) {
  const Numbers numbers(points, "points");
  if (numbers.ndim() != 2 || numbers.shape(1) < 1) {
    refuse_shape("points", "shape " + numbers.shape_text(), "give an array of shape (n, d)");
  }
  const std::int64_t count = numbers.shape(0);
  if (numbers.shape(1) > kPipeMaxDimension) {
    throw Refusal("too_large", "points", "dimension " + std::to_string(numbers.shape(1)),
                  "give at most " + std::to_string(kPipeMaxDimension));
  }
  const int dimension = static_cast<int>(numbers.shape(1));
  const bool dense = dimension == 1 || numbers.stride(1) == (numbers.floats() ? 4 : 8);
  if (dense && numbers.floats()) {
    return build(reinterpret_cast<const float*>(numbers.data()), count, dimension,
                 numbers.stride(0), radius, options);
  }
  if (dense) {
    return build(reinterpret_cast<const double*>(numbers.data()), count, dimension,
                 numbers.stride(0), radius, options);
  }
  Doubles packed;
  for (std::int64_t i = 0; i < count; ++i) {
    for (int k = 0; k < dimension; ++k) packed.push_back(numbers.at(i, k));
  }
  return build(packed.data(), count, dimension, std::int64_t{8} * dimension, radius, options);
}

Body from_box(nb::handle half_extents, double radius) {
  const Numbers numbers(half_extents, "half_extents");
  if (numbers.ndim() != 1 || numbers.shape(0) < 1) {
    refuse_shape("half_extents", "shape " + numbers.shape_text(), "give one number an axis");
  }
  Doubles lengths;
  for (std::int64_t k = 0; k < numbers.shape(0); ++k) lengths.push_back(numbers.at(k));
  switch (lengths.size()) {
    case 2:
      return {accepted("half_extents", Polytope2::from_box({lengths[0], lengths[1]})), radius};
    case 3:
      return {accepted("half_extents", Polytope3::from_box({lengths[0], lengths[1], lengths[2]})),
              radius};
    default:
      return {accepted("half_extents", PolytopeN::from_box(lengths)), radius};
  }
}

Body of_dimension(int dimension, const Doubles& coordinates, double radius) {
  const auto count = static_cast<std::int64_t>(coordinates.size()) / dimension;
  return build(coordinates.data(), count, dimension, std::int64_t{8} * dimension, radius, {});
}

int read_dimension(int dimension) {
  if (dimension >= 1 && dimension <= kPipeMaxDimension) return dimension;
  refuse_shape("dimension", std::to_string(dimension),
               "give 1 to " + std::to_string(kPipeMaxDimension));
}

nb::object vertices_of(const AnyPolytope& any) {
  return std::visit(
      [&](const auto& polytope) {
        Doubles packed;
        for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
          const auto vertex = polytope.vertex(i);
          packed.insert(packed.end(), vertex.begin(), vertex.end());
        }
        return to_numpy(std::move(packed), {static_cast<std::size_t>(polytope.vertex_count()),
                                            static_cast<std::size_t>(polytope.dimension())});
      },
      any);
}
nb::object vertices(const Body& body) { return vertices_of(body.polytope); }

nb::object caller_indices(const Body& body) {
  return std::visit(
      [](const auto& polytope) {
        std::vector<std::int32_t> indices;
        for (std::int32_t i = 0; i < polytope.vertex_count(); ++i) {
          indices.push_back(polytope.caller_index(i));
        }
        const std::size_t count = indices.size();
        return to_numpy(std::move(indices), {count});
      },
      body.polytope);
}

template <class V>
nb::object vector_to_numpy(const V& v) {
  return to_numpy(Doubles(v.begin(), v.end()), {v.size()});
}

nb::object bounds(const Body& body) {
  return std::visit(
      [](const auto& polytope) {
        const auto found = polytope.bounds();
        return nb::object(
            nb::make_tuple(vector_to_numpy(found.lower), vector_to_numpy(found.upper)));
      },
      body.polytope);
}

template <bool kOuter>
nb::object ball(const Body& body) {
  return std::visit(
      [](const auto& polytope) {
        const auto found = kOuter ? polytope.circumscribed_ball() : polytope.inscribed_ball();
        return nb::object(nb::make_tuple(vector_to_numpy(found.centre), found.radius));
      },
      body.polytope);
}

nb::object faces(const Body& body) {
  nb::list all;
  if (const auto* const polytope = std::get_if<Polytope3>(&body.polytope)) {
    for (const Face& face : polytope->faces()) {
      const std::size_t count = face.vertices.size();
      all.append(to_numpy(std::vector<std::int32_t>(face.vertices), {count}));
    }
  }
  return all;
}

nb::object edges(const Body& body) {
  std::vector<std::int32_t> ends;
  std::visit(
      [&](const auto& polytope) {
        for (const Edge& edge : polytope.edges()) {
          ends.insert(ends.end(), edge.vertices.begin(), edge.vertices.end());
        }
      },
      body.polytope);
  const std::size_t count = ends.size() / 2;
  return to_numpy(std::move(ends), {count, 2});
}

nb::object report(const Body& body) {
  const PointReport& found =
      std::visit([](const auto& p) -> const PointReport& { return p.report(); }, body.polytope);
  nb::dict all;
  all["given"] = found.given;
  all["kept"] = found.kept;
  all["duplicate"] = found.duplicate;
  all["interior"] = found.interior;
  all["affine_dimension"] = found.affine_dimension;
  return all;
}

std::int32_t support(const Body& body, nb::handle direction) {
  const Doubles along = read_vector(direction, body.dimension(), "direction");
  return std::visit(
      [&](const auto& polytope) {
        using P = std::remove_cvref_t<decltype(polytope)>;
        if constexpr (std::same_as<P, PolytopeN>) {
          return polytope.support(along);
        } else {
          decltype(polytope.vertex(0)) fixed{};
          std::copy(along.begin(), along.end(), fixed.begin());
          return polytope.support(fixed);
        }
      },
      body.polytope);
}

nb::object mass_properties(const Body& body) {
  nb::dict all;
  if (const auto* const flat = std::get_if<Polytope2>(&body.polytope)) {
    const auto found = flat->mass_properties();
    all["volume"] = found.volume;
    all["centre"] = vector_to_numpy(found.centre);
    all["inertia"] = found.inertia;
    return all;
  }
  const auto* const solid = std::get_if<Polytope3>(&body.polytope);
  if (solid == nullptr) {
    throw Refusal("not_served", "mass_properties", "dimension " + std::to_string(body.dimension()),
                  "ask it of polygons and of polytopes of dimension 3");
  }
  const auto found = solid->mass_properties();
  all["volume"] = found.volume;
  all["centre"] = vector_to_numpy(found.centre);
  Doubles inertia;
  for (const auto& row : found.inertia) inertia.insert(inertia.end(), row.begin(), row.end());
  all["inertia"] = to_numpy(std::move(inertia), {3, 3});
  return all;
}

std::uint64_t content_hash(const Body& body) {
  const std::uint64_t hash =
      std::visit([](const auto& p) { return p.content_hash(); }, body.polytope);
  std::uint64_t bits = 0;
  static_assert(sizeof(bits) == sizeof(body.radius));
  std::memcpy(&bits, &body.radius, sizeof(bits));
  return hash ^ (bits * 0x9e3779b97f4a7c15U);
}

bool equal_bodies(const Body& x, const Body& y) {
  if (x.polytope.index() != y.polytope.index() || !(x.radius == y.radius)) return false;
  return std::visit(
      [&](const auto& of_x) {
        const auto& of_y = std::get<std::remove_cvref_t<decltype(of_x)>>(y.polytope);
        if (of_x.content_hash() != of_y.content_hash() ||
            of_x.vertex_count() != of_y.vertex_count()) {
          return false;
        }
        for (std::int32_t i = 0; i < of_x.vertex_count(); ++i) {
          if (of_x.vertex(i) != of_y.vertex(i)) return false;
        }
        return true;
      },
      x.polytope);
}

std::string describe(const Body& body) {
  const std::int32_t count =
      std::visit([](const auto& p) { return p.vertex_count(); }, body.polytope);
  const int affine =
      std::visit([](const auto& p) { return p.report().affine_dimension; }, body.polytope);
  std::string text = fmt::format("<sunder.Polytope: {} {}, dimension {}", count,
                                 count == 1 ? "vertex" : "vertices", body.dimension());
  if (affine >= 0 && affine < body.dimension() && count > 0) {
    text += fmt::format(", flat (affine dimension {})", affine);
  }
  if (body.radius > 0) text += fmt::format(", radius {}", body.radius);
  return text + ">";
}

// ---- Poses

AnyPose from_matrix(nb::handle matrix) {
  const Numbers numbers(matrix, "matrix");
  const Doubles rows = read_matrix(numbers, 0, "matrix");
  const auto dimension = static_cast<int>(numbers.shape(1)) - 1;
  switch (alternative_of(dimension)) {
    case 2:
      return {accepted("matrix", Pose2::from_matrix(rows))};
    case 3:
      return {accepted("matrix", Pose3::from_matrix(rows))};
    default:
      return {accepted("matrix", PoseN::from_matrix(rows, dimension))};
  }
}

AnyPose translation(nb::handle t) {
  const Numbers numbers(t, "t");
  if (numbers.ndim() != 1 || numbers.shape(0) < 1) {
    refuse_shape("t", "shape " + numbers.shape_text(), "give one number an axis");
  }
  const auto dimension = static_cast<int>(numbers.shape(0));
  const Doubles offset = read_vector(t, dimension, "t");
  switch (alternative_of(dimension)) {
    case 2:
      return {accepted("t", Pose2::translation({offset[0], offset[1]}))};
    case 3:
      return {accepted("t", Pose3::translation({offset[0], offset[1], offset[2]}))};
    default:
      return {accepted("t", PoseN::translation(offset))};
  }
}

template <int D>
Vector<D> offset_or_zero(nb::handle t) {
  return t.is_none() ? Vector<D>{} : read_fixed<D>(t, "t");
}

std::array<double, 4> read_quaternion(nb::handle q) {
  const Doubles read = read_vector(q, 4, "q");
  return {read[0], read[1], read[2], read[3]};
}

nb::object pose_matrix(const AnyPose& any) {
  return std::visit(
      [](const auto& pose) {
        const int d = pose.dimension();
        Doubles rows;
        for (int i = 0; i < d; ++i) {
          for (int k = 0; k < d; ++k) rows.push_back(pose.linear(i, k));
          rows.push_back(pose.offset(i));
        }
        return to_numpy(std::move(rows),
                        {static_cast<std::size_t>(d), static_cast<std::size_t>(d + 1)});
      },
      any.pose);
}

nb::object pose_offset(const AnyPose& any) {
  return std::visit(
      [](const auto& pose) {
        Doubles t;
        for (int i = 0; i < pose.dimension(); ++i) t.push_back(pose.offset(i));
        const std::size_t d = t.size();
        return to_numpy(std::move(t), {d});
      },
      any.pose);
}

nb::object pose_wxyz(const AnyPose& any) {
  const auto* const pose = std::get_if<Pose3>(&any.pose);
  if (pose == nullptr || !pose->is_quaternion()) return nb::none();
  return vector_to_numpy(pose->wxyz());
}

std::pair<AnyPose, bool> composed(const AnyPose& outer, const AnyPose& inner) {
  if (outer.dimension() != inner.dimension()) {
    refuse_dimension("inner", outer.dimension(), inner.dimension());
  }
  return std::visit(
      [&](const auto& of_outer) -> std::pair<AnyPose, bool> {
        const auto& of_inner = std::get<std::remove_cvref_t<decltype(of_outer)>>(inner.pose);
        auto found = accepted("inner", compose(of_outer, of_inner));
        return {{std::move(found.pose)}, found.rounded};
      },
      outer.pose);
}

std::pair<AnyPose, bool> inverted(const AnyPose& any) {
  return std::visit(
      [](const auto& pose) -> std::pair<AnyPose, bool> {
        auto found = accepted("pose", inverse(pose));
        return {{std::move(found.pose)}, found.rounded};
      },
      any.pose);
}

bool equal_poses(const AnyPose& x, const AnyPose& y) {
  if (x.dimension() != y.dimension()) return false;
  return std::visit(
      [&](const auto& p) {
        const auto& q = std::get<std::remove_cvref_t<decltype(p)>>(y.pose);
        if (p.is_quaternion() != q.is_quaternion()) return false;
        if (p.is_quaternion() && p.wxyz() != q.wxyz()) return false;
        for (int i = 0; i < p.dimension(); ++i) {
          for (int k = 0; k < p.dimension(); ++k) {
            if (!(p.linear(i, k) == q.linear(i, k))) return false;
          }
          if (!(p.offset(i) == q.offset(i))) return false;
        }
        return true;
      },
      x.pose);
}

}  // namespace

const Body& body_of(nb::handle object, std::string_view where) {
  const Body* body = nullptr;
  if (!nb::try_cast(object, body, false) || body == nullptr) {
    refuse_type(where, "a sunder.Polytope was expected, not " + class_name(object),
                "give sunder.Polytope(points)");
  }
  return *body;
}

std::vector<double> read_matrix(const Numbers& numbers, int dimension, std::string_view where) {
  const bool shaped =
      numbers.ndim() == 2 && numbers.shape(1) >= 2 && numbers.shape(1) <= kPipeMaxDimension + 1 &&
      (dimension == 0 || numbers.shape(1) == dimension + 1) &&
      (numbers.shape(0) == numbers.shape(1) || numbers.shape(0) == numbers.shape(1) - 1);
  if (!shaped) {
    const std::string d = dimension == 0 ? "d" : std::to_string(dimension);
    const std::string e = dimension == 0 ? "d+1" : std::to_string(dimension + 1);
    refuse_shape(where, "shape " + numbers.shape_text(),
                 "give a matrix of shape (" + d + ", " + e + ") or (" + e + ", " + e +
                     "), or a sunder.Pose");
  }
  const std::int64_t d = numbers.shape(1) - 1;
  if (numbers.shape(0) == d + 1) {
    for (std::int64_t k = 0; k <= d; ++k) {
      if (!(numbers.at(d, k) == (k == d ? 1 : 0))) {
        refuse_shape(where, "a last row that is not 0 ... 0 1", "give an affine transform");
      }
    }
  }
  std::vector<double> rows;
  rows.reserve(static_cast<std::size_t>(d * (d + 1)));
  for (std::int64_t i = 0; i < d; ++i) {
    for (std::int64_t k = 0; k <= d; ++k) rows.push_back(numbers.at(i, k));
  }
  return rows;
}

void add_bodies(nb::module_& module) {
  nb::class_<Body>(module, "Polytope",
                   R"(The convex hull of a finite set of points: immutable, cheap to copy.

With a ``radius`` the body is every point within that distance of the hull. A point with a radius is
a ball, a segment a capsule. The doubles given are the truth: float32 and integers are widened
exactly, and a number that no double holds is refused. Duplicates, interior points, flat sets, a
single point and no point at all are legal.

Cost: O(n log n) expected in 2-D and 3-D, where every point is judged by exact signs.)")
      .def(
          "__init__",
          [](Body* self, nb::handle points, nb::handle radius, bool reduce, bool tables) {
            new (self) Body(from_points(points, read_length(radius, "radius"),
                                        {.reduce = reduce, .tables = tables}));
          },
          nb::arg("points").none(), nb::arg("radius") = 0.0, nb::kw_only(),
          nb::arg("reduce") = true, nb::arg("tables") = true,
          nb::sig("def __init__(self, points: numpy.typing.ArrayLike, radius: float = 0.0, *, "
                  "reduce: bool = "
                  "True, tables: bool = True) -> None"),
          R"(points: array of shape (n, d), any strides, read-only or memory-mapped.

Raises sunder.Error: not_finite (NaN, infinities), wrong_shape, wrong_type, too_large.)")
      .def_static(
          "box",
          [](nb::handle half, nb::handle r) { return from_box(half, read_length(r, "radius")); },
          nb::arg("half_extents").none(), nb::arg("radius") = 0.0,
          nb::sig("def box(half_extents: numpy.typing.ArrayLike, radius: float = 0.0) -> Polytope"),
          "The box of these half extents about the origin, shape (d,); flat where one is 0.")
      .def_static(
          "ball",
          [](nb::handle radius, int dimension) {
            const int d = read_dimension(dimension);
            return of_dimension(d, Doubles(static_cast<std::size_t>(d)),
                                read_length(radius, "radius"));
          },
          nb::arg("radius").none(), nb::arg("dimension") = 3,
          nb::sig("def ball(radius: float, dimension: int = 3) -> Polytope"),
          "The ball about the origin: exact, with proofs, as every polytope with a radius.")
      .def_static(
          "capsule",
          [](nb::handle radius, nb::handle half_length, int dimension) {
            const auto d = static_cast<std::size_t>(read_dimension(dimension));
            Doubles ends(2 * d);
            ends[d - 1] = -read_length(half_length, "half_length");
            ends[2 * d - 1] = -ends[d - 1];
            return of_dimension(static_cast<int>(d), std::move(ends),
                                read_length(radius, "radius"));
          },
          nb::arg("radius").none(), nb::arg("half_length").none(), nb::arg("dimension") = 3,
          nb::sig("def capsule(radius: float, half_length: float, dimension: int = 3) -> Polytope"),
          "Points within `radius` of a segment about the origin along the last axis; exact.")
      .def_static(
          "simplex",
          [](int dimension, nb::handle size) {
            const double length = read_length(size, "size");
            switch (alternative_of(read_dimension(dimension))) {
              case 2:
                return Body{Polytope2::simplex(2, length)};
              case 3:
                return Body{Polytope3::simplex(3, length)};
              default:
                return Body{PolytopeN::simplex(dimension, length)};
            }
          },
          nb::arg("dimension"), nb::arg("size") = 1.0,
          nb::sig("def simplex(dimension: int, size: float = 1.0) -> Polytope"),
          "The origin and the unit vectors scaled by `size`.")
      .def_static(
          "cross",
          [](int dimension, nb::handle size) {
            const double length = read_length(size, "size");
            switch (alternative_of(read_dimension(dimension))) {
              case 2:
                return Body{Polytope2::cross(2, length)};
              case 3:
                return Body{Polytope3::cross(3, length)};
              default:
                return Body{PolytopeN::cross(dimension, length)};
            }
          },
          nb::arg("dimension"), nb::arg("size") = 1.0,
          nb::sig("def cross(dimension: int, size: float = 1.0) -> Polytope"),
          "The points +-size on each axis: an octahedron in 3-D.")
      .def_static(
          "regular_polygon",
          [](int sides, nb::handle radius) {
            if (sides < 3) refuse_shape("sides", std::to_string(sides), "give 3 or more");
            return Body{Polytope2::regular_polygon(sides, read_length(radius, "radius"))};
          },
          nb::arg("sides"), nb::arg("radius").none(),
          nb::sig("def regular_polygon(sides: int, radius: float) -> Polytope"),
          "A regular polygon about the origin of the plane; its corners are rounded.")
      .def_static(
          "prism",
          [](int sides, nb::handle radius, nb::handle half_height) {
            if (sides < 3) refuse_shape("sides", std::to_string(sides), "give 3 or more");
            return Body{Polytope3::prism(sides, read_length(radius, "radius"),
                                         read_length(half_height, "half_height"))};
          },
          nb::arg("sides"), nb::arg("radius").none(), nb::arg("half_height").none(),
          nb::sig("def prism(sides: int, radius: float, half_height: float) -> Polytope"),
          "The right prism over a regular polygon, along z; its corners are rounded.")
      .def_prop_ro("dimension", &Body::dimension)
      .def_prop_ro("radius", [](const Body& body) { return body.radius; })
      .def(
          "with_radius",
          [](const Body& body, nb::handle radius) {
            return Body{body.polytope, read_length(radius, "radius"), body.written};
          },
          nb::arg("radius").none(), nb::sig("def with_radius(self, radius: float) -> Polytope"),
          "The same polytope with another radius; the points are shared.")
      .def_prop_ro("vertex_count",
                   [](const Body& body) {
                     return std::visit([](const auto& p) { return p.vertex_count(); },
                                       body.polytope);
                   })
      .def("__len__",
           [](const Body& body) {
             return std::visit([](const auto& p) { return p.vertex_count(); }, body.polytope);
           })
      .def_prop_ro("vertices", &vertices,
                   nb::sig("def vertices(self) -> numpy.typing.NDArray[numpy.float64]"),
                   "The kept vertices, shape (k, d), a new array.")
      .def_prop_ro("caller_indices", &caller_indices,
                   nb::sig("def caller_indices(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "For each kept vertex the index of the point that it was given as, shape (k,).")
      .def_prop_ro("faces", &faces,
                   nb::sig("def faces(self) -> list[numpy.typing.NDArray[numpy.int32]]"),
                   "3-D: indices of kept vertices a face, counter-clockwise seen from outside.")
      .def_prop_ro("edges", &edges, nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "2-D and 3-D: indices of kept vertices, shape (m, 2).")
      .def_prop_ro(
          "report", &report, nb::sig("def report(self) -> dict[str, int]"),
          "How many points were given, kept, duplicate and interior; the affine dimension.")
      .def_prop_ro("bounds", &bounds,
                   nb::sig("def bounds(self) -> tuple[numpy.typing.NDArray[numpy.float64], "
                           "numpy.typing.NDArray[numpy.float64]]"),
                   "(lower, upper) of the hull in its own frame, without the radius.")
      .def_prop_ro(
          "circumscribed_ball", &ball<true>,
          nb::sig(
              "def circumscribed_ball(self) -> tuple[numpy.typing.NDArray[numpy.float64], float]"),
          "(centre, radius) of a ball that contains the hull, proven.")
      .def_prop_ro(
          "inscribed_ball", &ball<false>,
          nb::sig("def inscribed_ball(self) -> tuple[numpy.typing.NDArray[numpy.float64], float]"),
          "(centre, radius) of a ball in the hull, proven; radius 0 where none is at hand.")
      .def("support", &support, nb::arg("direction").none(),
           nb::sig("def support(self, direction: numpy.typing.ArrayLike) -> int"),
           "The kept vertex farthest along a direction in the body's frame, decided exactly; the "
           "lowest of several.")
      .def("mass_properties", &mass_properties,
           nb::sig("def mass_properties(self) -> dict[str, typing.Any]"),
           "volume, centre and inertia about it, density 1; each the double nearest to the exact "
           "number.")
      .def_prop_ro("content_hash", &content_hash)
      .def("__hash__",
           [](const Body& body) { return static_cast<std::int64_t>(content_hash(body) >> 2); })
      .def(
          "__eq__",
          [](const Body& x, nb::handle y) {
            const Body* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr && equal_bodies(x, *other);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def(
          "__getstate__",
          [](const Body& body) {
            return nb::make_tuple(body.dimension(), vertices_of(body.written), body.radius);
          },
          nb::sig(
              "def __getstate__(self) -> tuple[int, numpy.typing.NDArray[numpy.float64], float]"))
      .def(
          "__setstate__",
          [](Body& body, const nb::tuple& state) {
            const auto restore = [&] {
              if (state.size() != 3)
                refuse_shape("state", "no state of a Polytope", "pickle it anew");
              const double radius = read_length(state[2], "state");
              return from_points(state[1], radius, {});
            };
            new (&body) Body(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[int, numpy.typing.NDArray[numpy.float64], "
                  "float], /) -> None"))
      .def("__repr__", &describe);

  nb::class_<AnyPose>(
      module, "Pose",
      R"(An affine map from a body's frame to the world: x -> R x + t, applied in real arithmetic.

A matrix may be sheared, reflected or singular. A pose from a quaternion is its exact rotation: the
quaternion need not have length 1.)")
      .def(
          "__init__",
          [](AnyPose* self, nb::handle matrix) { new (self) AnyPose(from_matrix(matrix)); },
          nb::arg("matrix").none(),
          nb::sig("def __init__(self, matrix: numpy.typing.ArrayLike) -> None"),
          "matrix: shape (d, d+1), or (d+1, d+1) with the last row 0 ... 0 1.")
      .def_static(
          "identity",
          [](int dimension) {
            switch (alternative_of(read_dimension(dimension))) {
              case 2:
                return AnyPose{Pose2::identity()};
              case 3:
                return AnyPose{Pose3::identity()};
              default:
                return AnyPose{PoseN::identity(dimension)};
            }
          },
          nb::arg("dimension") = 3)
      .def_static("translation", &translation, nb::arg("t").none(),
                  nb::sig("def translation(t: numpy.typing.ArrayLike) -> Pose"),
                  "x -> x + t, t of shape (d,).")
      .def_static(
          "from_wxyz",
          [](nb::handle q, nb::handle t) {
            return AnyPose{
                accepted("q", Pose3::from_wxyz(read_quaternion(q), offset_or_zero<3>(t)))};
          },
          nb::arg("q").none(), nb::arg("t") = nb::none(),
          nb::sig("def from_wxyz(q: numpy.typing.ArrayLike, t: numpy.typing.ArrayLike | None = "
                  "None) -> Pose"),
          "The exact rotation of a quaternion (w, x, y, z) of any length, then t.")
      .def_static(
          "from_xyzw",
          [](nb::handle q, nb::handle t) {
            return AnyPose{
                accepted("q", Pose3::from_xyzw(read_quaternion(q), offset_or_zero<3>(t)))};
          },
          nb::arg("q").none(), nb::arg("t") = nb::none(),
          nb::sig("def from_xyzw(q: numpy.typing.ArrayLike, t: numpy.typing.ArrayLike | None = "
                  "None) -> Pose"),
          "The exact rotation of a quaternion (x, y, z, w), SciPy's order, then t.")
      .def_static(
          "from_rotation",
          [](nb::handle rotation, nb::handle t) {
            if (!nb::hasattr(rotation, "as_quat")) {
              refuse_type("rotation", "an object without as_quat()",
                          "give a scipy.spatial.transform.Rotation");
            }
            return AnyPose{
                accepted("rotation", Pose3::from_xyzw(read_quaternion(rotation.attr("as_quat")()),
                                                      offset_or_zero<3>(t)))};
          },
          nb::arg("rotation").none(), nb::arg("t") = nb::none(),
          nb::sig("def from_rotation(rotation: typing.Any, t: numpy.typing.ArrayLike | None = "
                  "None) -> Pose"),
          "The rotation of a single scipy.spatial.transform.Rotation, then t.")
      .def_static(
          "from_angle",
          [](nb::handle radians, nb::handle t) {
            return AnyPose{accepted("radians", Pose2::from_angle(read_number(radians, "radians"),
                                                                 offset_or_zero<2>(t)))};
          },
          nb::arg("radians").none(), nb::arg("t") = nb::none(),
          nb::sig(
              "def from_angle(radians: float, t: numpy.typing.ArrayLike | None = None) -> Pose"),
          "2-D, counter-clockwise: cosine and sine rounded to the nearest doubles on every "
          "platform.")
      .def_static(
          "from_cos_sin",
          [](nb::handle c, nb::handle s, nb::handle t) {
            return AnyPose{
                accepted("c, s", Pose2::from_cos_sin(read_number(c, "c"), read_number(s, "s"),
                                                     offset_or_zero<2>(t)))};
          },
          nb::arg("c").none(), nb::arg("s").none(), nb::arg("t") = nb::none(),
          nb::sig("def from_cos_sin(c: float, s: float, t: numpy.typing.ArrayLike | None = None) "
                  "-> Pose"),
          "2-D: the matrix [[c, -s], [s, c]] as given, then t.")
      .def_prop_ro("dimension", &AnyPose::dimension)
      .def_prop_ro(
          "matrix", &pose_matrix,
          nb::sig("def matrix(self) -> numpy.typing.NDArray[numpy.float64]"),
          "Shape (d, d+1), a new array; of a quaternion the rounded entries of its rotation.")
      .def_prop_ro("offset", &pose_offset,
                   nb::sig("def offset(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("wxyz", &pose_wxyz,
                   nb::sig("def wxyz(self) -> numpy.typing.NDArray[numpy.float64] | None"),
                   "The quaternion, scaled by a power of two; None where the pose is a matrix.")
      .def("compose", &composed, nb::arg("inner"),
           nb::sig("def compose(self, inner: Pose) -> tuple[Pose, bool]"),
           "(x -> self(inner(x)), whether any of its numbers was rounded).")
      .def("inverse", &inverted, nb::sig("def inverse(self) -> tuple[Pose, bool]"),
           "(the map back, whether any of its numbers was rounded). Refuses a singular matrix.")
      .def(
          "__matmul__",
          [](const AnyPose& outer, const AnyPose& inner) { return composed(outer, inner).first; },
          nb::is_operator(), nb::sig("def __matmul__(self, inner: Pose, /) -> Pose"))
      .def(
          "__eq__",
          [](const AnyPose& x, nb::handle y) {
            const AnyPose* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr && equal_poses(x, *other);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const AnyPose& pose) {
             std::size_t hash = 0;
             std::visit(
                 [&](const auto& p) {
                   for (int i = 0; i < p.dimension(); ++i)
                     hash = hash * 31 + std::hash<double>()(p.offset(i));
                 },
                 pose.pose);
             return static_cast<std::int64_t>(hash >> 2);
           })
      .def(
          "__getstate__",
          [](const AnyPose& pose) { return nb::make_tuple(pose_matrix(pose), pose_wxyz(pose)); },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, typing.Any]"))
      .def(
          "__setstate__",
          [](AnyPose& pose, const nb::tuple& state) {
            if (state.size() != 2) refuse_shape("state", "no state of a Pose", "pickle it anew");
            AnyPose read = from_matrix(state[0]);
            if (!state[1].is_none()) {
              const Pose3& plain = std::get<Pose3>(read.pose);
              const Vector3 t{plain.offset(0), plain.offset(1), plain.offset(2)};
              read = {accepted("state", Pose3::from_wxyz(read_quaternion(state[1]), t))};
            }
            new (&pose) AnyPose(std::move(read));
          },
          nb::sig("def __setstate__(self, state: tuple[typing.Any, typing.Any], /) -> None"))
      .def("__repr__", [](const AnyPose& any) {
        std::string text;
        std::visit(
            [&](const auto& pose) {
              std::string offset;
              for (int i = 0; i < pose.dimension(); ++i)
                offset += fmt::format("{}{}", i > 0 ? ", " : "", pose.offset(i));
              if (pose.is_quaternion()) {
                text =
                    fmt::format("<sunder.Pose: wxyz ({}, {}, {}, {}), offset ({})>", pose.wxyz()[0],
                                pose.wxyz()[1], pose.wxyz()[2], pose.wxyz()[3], offset);
              } else if (pose.is_translation()) {
                text = fmt::format("<sunder.Pose: translation ({})>", offset);
              } else {
                text = fmt::format("<sunder.Pose: matrix {} x {}, offset ({})>", pose.dimension(),
                                   pose.dimension() + 1, offset);
              }
            },
            any.pose);
        return text;
      });
}

}  // namespace sunder::python
