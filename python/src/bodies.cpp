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
  return in_dimension(dimension, [&]<int D>() {
    return build<D>(first, count, dimension, stride, radius, options);
  });
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
  const Doubles lengths = read_vector(half_extents, 0, "half_extents");
  return in_dimension(static_cast<int>(lengths.size()), [&]<int D>() {
    return Body{accepted("half_extents", Polytope<D>::from_box(to_vector<D>(lengths))), radius};
  });
}

Body of_dimension(int dimension, const Doubles& coordinates, double radius) {
  const auto count = static_cast<std::int64_t>(coordinates.size()) / dimension;
  return build(coordinates.data(), count, dimension, std::int64_t{8} * dimension, radius, {});
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

nb::object bounds(const Body& body) {
  return std::visit([](const auto& polytope) { return bounds_tuple(polytope.bounds()); },
                    body.polytope);
}

template <bool kOuter>
nb::object ball(const Body& body) {
  return std::visit(
      [](const auto& polytope) {
        const auto found = kOuter ? polytope.circumscribed_ball() : polytope.inscribed_ball();
        return nb::object(nb::make_tuple(to_numpy(found.centre), found.radius));
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
  return in_dimension(body.dimension(), [&]<int D>() {
    return std::get<kAlternative<D>>(body.polytope).support(to_vector<D>(along));
  });
}

nb::object mass_properties(const Body& body) {
  nb::dict all;
  if (const auto* const flat = std::get_if<Polytope2>(&body.polytope)) {
    const auto found = flat->mass_properties();
    all["volume"] = found.volume;
    all["centre"] = to_numpy(found.centre);
    all["inertia"] = found.inertia;
    return all;
  }
  const auto* const solid = std::get_if<Polytope3>(&body.polytope);
  if (solid == nullptr) {
    throw Refusal("not_served", "mass_properties", "dimension " + std::to_string(body.dimension()),
                  "ask it of polygons and of polytopes of dimension 3");
  }
  return mass_dict(solid->mass_properties());
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

}  // namespace

nb::dict mass_dict(const MassProperties<3>& found) {
  nb::dict all;
  all["volume"] = found.volume;
  all["centre"] = to_numpy(found.centre);
  Doubles inertia;
  for (const auto& row : found.inertia) inertia.insert(inertia.end(), row.begin(), row.end());
  all["inertia"] = to_numpy(std::move(inertia), {3, 3});
  return all;
}

int read_dimension(int dimension) {
  if (dimension >= 1 && dimension <= kPipeMaxDimension) return dimension;
  refuse_shape("dimension", std::to_string(dimension),
               "give 1 to " + std::to_string(kPipeMaxDimension));
}

const Body& body_of(nb::handle object, std::string_view where) {
  const Body* body = nullptr;
  if (!nb::try_cast(object, body, false) || body == nullptr) {
    if (is_union(object)) {
      throw Refusal(
          "not_served", where,
          "a sunder." + class_name(object) + ", and this takes polytopes alone",
          "give a hull, sunder.Polytope(mesh.vertices) or sunder.Polytope(polygon.points); "
          "meshes, polygons and unions have intersects(), distance() and margin()");
    }
    refuse_type(where, "a sunder.Polytope was expected, not " + class_name(object),
                "give sunder.Polytope(points)");
  }
  return *body;
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
            return in_dimension(read_dimension(dimension), [&]<int D>() {
              return Body{Polytope<D>::simplex(dimension, length)};
            });
          },
          nb::arg("dimension"), nb::arg("size") = 1.0,
          nb::sig("def simplex(dimension: int, size: float = 1.0) -> Polytope"),
          "The origin and the unit vectors scaled by `size`.")
      .def_static(
          "cross",
          [](int dimension, nb::handle size) {
            const double length = read_length(size, "size");
            return in_dimension(read_dimension(dimension), [&]<int D>() {
              return Body{Polytope<D>::cross(dimension, length)};
            });
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
}

}  // namespace sunder::python
