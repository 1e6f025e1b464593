// SPDX-License-Identifier: Apache-2.0
//
// Idea: A mesh is built from copies of the arrays, without the lock. It keeps what it was given: a
//   pickle and other libraries take that, and answers name its triangles.
// Cost: That of the mesh, and one copy more while it is built.
// Gives up: Nothing.
#include "meshes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bodies.hpp"
#include "refusal.hpp"

namespace sunder::python {
namespace {

std::string_view word_of(TakeAs as) noexcept {
  switch (as) {
    case TakeAs::solid:
      return "solid";
    case TakeAs::surface:
      return "surface";
    case TakeAs::automatic:
      break;
  }
  return "auto";
}

TakeAs read_as(std::string_view word) {
  for (const TakeAs as : {TakeAs::automatic, TakeAs::solid, TakeAs::surface}) {
    if (word == word_of(as)) return as;
  }
  if (word == "hull") {
    throw Refusal("not_served", "as_", "a mesh as its hull",
                  "give sunder.Polytope(vertices), the convex hull");
  }
  refuse_shape("as_", "\"" + std::string(word) + "\"", "give auto, solid or surface");
}

std::vector<Vector3> read_vertices(nb::handle source) {
  const Numbers numbers(source, "vertices");
  if (numbers.ndim() != 2 || numbers.shape(1) != 3) {
    refuse_shape("vertices", "shape " + numbers.shape_text(), "give an array of shape (n, 3)");
  }
  constexpr std::int64_t kMost = 0x7ffffff0;
  if (numbers.shape(0) > kMost) {
    throw Refusal("too_large", "vertices", std::to_string(numbers.shape(0)) + " vertices",
                  "give at most 2^31 - 16; split the mesh");
  }
  std::vector<Vector3> vertices(static_cast<std::size_t>(numbers.shape(0)));
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    vertices[i] = row<3>(numbers, static_cast<std::int64_t>(i));
  }
  return vertices;
}

[[noreturn]] void refuse_mesh(const Error& error) {
  // Its sentence says where the mesh is open behind a semicolon, and names no remedy.
  if (error.code == ErrorCode::not_solid) {
    throw Refusal("not_solid", "triangles", error.message,
                  "close it, or give as_=\"auto\" to take it as a surface");
  }
  refuse(error.code == ErrorCode::not_finite ? "vertices" : "triangles", error);
}

AnyMesh from_arrays(nb::handle vertices, nb::handle triangles, std::string_view word) {
  const TakeAs as = read_as(word);
  const std::vector<Vector3> points = read_vertices(vertices);
  const auto rows = read_triangles(triangles, "triangles");
  Result<Mesh3> built = [&] {
    const nb::gil_scoped_release released;
    return Mesh3::from_triangles(points, rows, as);
  }();
  if (!built) refuse_mesh(built.error());
  return {std::move(built).value(), as};
}

/// A read-only array of the mesh's own memory, which it keeps alive.
template <class T, class Row>
nb::object view(const AnyMesh& mesh, std::span<const Row> rows) {
  auto* const owned = new Mesh3(mesh.mesh);
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Mesh3*>(p); });
  const std::size_t shape[2] = {rows.size(), 3};
  static constexpr T kNothing{};
  const T* const first = rows.empty() ? &kNothing : rows.front().data();
  return nb::cast(nb::ndarray<nb::numpy, const T>(first, 2, shape, owner));
}
nb::object vertices_of(const AnyMesh& mesh) { return view<double>(mesh, mesh.mesh.points()); }
nb::object triangles_of(const AnyMesh& mesh) {
  return view<std::int32_t>(mesh, mesh.mesh.triangles());
}

nb::object indices_or_none(const std::array<std::int32_t, 2>& pair) {
  if (pair[0] < 0) return nb::none();
  return nb::make_tuple(pair[0], pair[1]);
}

nb::dict report_of(const AnyMesh& mesh) {
  const MeshReport& found = mesh.mesh.report();
  nb::dict all;
  all["kind"] = std::string(to_string(found.kind));
  all["why"] = found.why;
  all["points"] = found.points;
  all["triangles"] = found.triangles;
  all["points_given"] = found.points_given;
  all["triangles_given"] = found.triangles_given;
  all["welded"] = found.welded;
  all["flat"] = found.flat;
  all["cancelled"] = found.cancelled;
  all["split"] = found.split;
  all["buried"] = found.buried;
  all["turned"] = found.turned;
  all["components"] = found.components;
  all["open_edges"] = found.open_edges;
  all["first_open_edge"] = indices_or_none(found.first_open_edge);
  all["first_crossing"] = indices_or_none(found.first_crossing);
  return all;
}

bool is_convex(const AnyMesh& mesh) {
  const nb::gil_scoped_release released;
  return mesh.mesh.is_convex();
}

bool equal_meshes(const AnyMesh& x, const AnyMesh& y) {
  if (x.mesh.kind() != y.mesh.kind()) return false;
  return std::ranges::equal(x.mesh.triangles(), y.mesh.triangles()) &&
         std::ranges::equal(x.mesh.points(), y.mesh.points());
}

/// Equal for equal meshes. It reads no triangle, so that it costs nothing.
std::int64_t hash_of(const AnyMesh& mesh) {
  const MeshReport& report = mesh.mesh.report();
  auto hash = static_cast<std::uint64_t>(report.triangles_given * 31 + report.points_given);
  const Bounds<3> bounds = mesh.mesh.bounds();
  for (const Vector3& corner : {bounds.lower, bounds.upper}) {
    for (const double x : corner) hash = hash * 31 + std::hash<double>()(x + 0.0);  // -0.0 is 0.0
  }
  return static_cast<std::int64_t>(hash >> 2);
}

std::string describe(const AnyMesh& mesh) {
  const MeshReport& report = mesh.mesh.report();
  std::string text = fmt::format("<sunder.Mesh: {} of {} triangle{}", to_string(report.kind),
                                 report.triangles, report.triangles == 1 ? "" : "s");
  if (!report.why.empty()) text += fmt::format(" ({})", report.why);
  return text + ">";
}

}  // namespace

void add_meshes(nb::module_& module) {
  nb::class_<AnyMesh>(
      module, "Mesh",
      R"(A mesh of triangles in space, taken as what it is: immutable, cheap to copy.

A solid is closed and simple: each edge is used as often one way as the other, and two triangles have
nothing, a corner or an edge in common. Its inside belongs to it. Any other mesh is a surface, the
points of its triangles, and `why` says what stands in the way. Both are decided exactly on the
doubles given; no tolerance is used. Vertices with equal coordinates are one vertex.

Cost: O(n log n), some microseconds a triangle, without the lock.)")
      .def(
          "__init__",
          [](AnyMesh* self, nb::handle vertices, nb::handle triangles, std::string_view as) {
            new (self) AnyMesh(from_arrays(vertices, triangles, as));
          },
          nb::arg("vertices").none(), nb::arg("triangles").none(), nb::kw_only(),
          nb::arg("as_") = "auto",
          nb::sig("def __init__(self, vertices: numpy.typing.ArrayLike, triangles: "
                  "numpy.typing.ArrayLike, *, as_: typing.Literal[\"auto\", \"solid\", "
                  "\"surface\"] = \"auto\") -> None"),
          R"(vertices: shape (n, 3), float64 or float32; triangles: indices of shape (m, 3), int32 or
int64. Any strides, read-only or memory-mapped; both are copied. as_: "auto" takes a solid as one and
else a surface; "solid" refuses a mesh that is none; "surface" takes no inside.

Raises sunder.Error: not_finite (NaN, infinities), wrong_shape, wrong_type, too_large, not_solid (with
the first open edge, or the first two triangles that cross).)")
      .def_prop_ro(
          "kind", [](const AnyMesh& x) { return std::string(to_string(x.mesh.kind())); },
          nb::sig("def kind(self) -> typing.Literal[\"solid\", \"surface\"]"),
          "\"solid\" or \"surface\".")
      .def_prop_ro(
          "why", [](const AnyMesh& x) { return x.mesh.report().why; },
          "Why the mesh is no solid, in words; empty for a solid.")
      .def_prop_ro(
          "report", &report_of, nb::sig("def report(self) -> dict[str, typing.Any]"),
          "kind and why; points and triangles kept and given; points welded; triangles flat, "
          "cancelled, split, buried and turned; components; open_edges, first_open_edge (two "
          "vertices or None), first_crossing (two triangles or None).")
      .def_prop_ro("vertices", &vertices_of,
                   nb::sig("def vertices(self) -> numpy.typing.NDArray[numpy.float64]"),
                   "As given, shape (n, 3), read-only, not copied.")
      .def_prop_ro(
          "triangles", &triangles_of,
          nb::sig("def triangles(self) -> numpy.typing.NDArray[numpy.int32]"),
          "As given, shape (m, 3), read-only, not copied. Answers name triangles by their row.")
      .def_prop_ro(
          "triangle_count", [](const AnyMesh& x) { return x.mesh.triangle_count(); },
          "Triangles kept, as len().")
      .def("__len__", [](const AnyMesh& x) { return x.mesh.triangle_count(); })
      .def_prop_ro(
          "bounds", [](const AnyMesh& x) { return bounds_tuple(x.mesh.bounds()); },
          nb::sig("def bounds(self) -> tuple[numpy.typing.NDArray[numpy.float64], "
                  "numpy.typing.NDArray[numpy.float64]]"),
          "(lower, upper) in the mesh's own frame; lower > upper without a triangle.")
      .def_prop_ro("is_convex", &is_convex,
                   "Is it a solid that equals the convex hull of all vertices given? Exact. Cost: "
                   "O(n) at each call.")
      .def(
          "mass_properties", [](const AnyMesh& x) { return mass_dict(x.mesh.mass_properties()); },
          nb::sig("def mass_properties(self) -> dict[str, typing.Any]"),
          "volume, centre and inertia of a solid about it, density 1, as of a Polytope; zeros of a "
          "surface. Cost: O(n) exact sums.")
      .def_prop_ro(
          "memory", [](const AnyMesh& x) { return x.mesh.memory(); }, "Bytes held by the mesh.")
      .def("__hash__", &hash_of)
      .def(
          "__eq__",
          [](const AnyMesh& x, nb::handle y) {
            const AnyMesh* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr && equal_meshes(x, *other);
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"),
          "Of one kind, from equal arrays.")
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Mesh"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo").none(), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Mesh"))
      .def(
          "__getstate__",
          [](const AnyMesh& x) {
            return nb::make_tuple(vertices_of(x), triangles_of(x), std::string(word_of(x.as)));
          },
          nb::sig("def __getstate__(self) -> tuple[typing.Any, typing.Any, str]"))
      .def(
          "__setstate__",
          [](AnyMesh& mesh, const nb::tuple& state) {
            const auto restore = [&] {
              std::string as;
              if (state.size() != 3 || !nb::try_cast(nb::object(state[2]), as))
                refuse_shape("state", "no state of a Mesh", "pickle it anew");
              return from_arrays(state[0], state[1], as);
            };
            new (&mesh) AnyMesh(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[typing.Any, typing.Any, str], /) -> None"))
      .def("__repr__", &describe);
}

}  // namespace sunder::python
