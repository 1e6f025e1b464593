// SPDX-License-Identifier: Apache-2.0
//
// Idea: A polygon is built from copies of the rings, without the lock. It keeps what it was given: a
//   pickle takes that, and certificates name its corners.
// Cost: That of the polygon, and one copy more while it is built.
// Gives up: Nothing.
#include "polygons.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bodies.hpp"
#include "refusal.hpp"

namespace sunder::python {
namespace {

using Rings = std::vector<std::vector<Vector2>>;

Rings read_rings(nb::handle source) {
  // A string is iterable, and an array of numbers is: their items are no rings, and are refused.
  if (!nb::isinstance<nb::iterable>(source)) {
    refuse_type("rings", "a list was expected, not " + class_name(source),
                "give a list of arrays of shape (n, 2)");
  }
  Rings rings;
  for (nb::handle item : source) {
    const std::string where = fmt::format("rings[{}]", rings.size());
    const Numbers numbers(item, where);
    const bool has_none = numbers.ndim() == 1 && numbers.shape(0) == 0;  // an empty list
    if (!has_none && (numbers.ndim() != 2 || numbers.shape(1) != 2)) {
      refuse_shape(where, "shape " + numbers.shape_text(), "give an array of shape (n, 2)");
    }
    // A view may repeat one row without holding memory for all.
    if (numbers.shape(0) >= std::int64_t{1} << 28) {
      throw Refusal("too_large", where, std::to_string(numbers.shape(0)) + " corners",
                    "give fewer than 2^28 in all; split the polygon");
    }
    auto& ring = rings.emplace_back(static_cast<std::size_t>(numbers.shape(0)));
    for (std::size_t i = 0; i < ring.size(); ++i) {
      ring[i] = row<2>(numbers, static_cast<std::int64_t>(i));
    }
  }
  return rings;
}

AnyPolygon from_rings(nb::handle given) {
  const Rings rings = read_rings(given);
  Result<Polygon2> built = [&] {
    const nb::gil_scoped_release released;
    return Polygon2::from_rings(rings);
  }();
  return {accepted("rings", std::move(built))};
}

/// A read-only array of the polygon's own memory, which it keeps alive.
template <class T, class Row>
nb::object view(const Polygon2& polygon, std::span<const Row> rows) {
  auto* const owned = new Polygon2(polygon);
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Polygon2*>(p); });
  const std::size_t shape[2] = {rows.size(), 2};
  static constexpr T kNothing{};
  const T* const first = rows.empty() ? &kNothing : rows.front().data();
  return nb::cast(nb::ndarray<nb::numpy, const T>(first, 2, shape, owner));
}

nb::list rings_of(const AnyPolygon& x) {
  nb::list all;
  for (const std::vector<Vector2>& ring : x.polygon.rings()) {
    all.append(view<double>(x.polygon, std::span<const Vector2>(ring)));
  }
  return all;
}

nb::list parts_of(const AnyPolygon& x) {
  nb::list all;
  for (const Polytope2& part : x.polygon.parts()) all.append(nb::cast(Body{part}));
  return all;
}

nb::dict report_of(const AnyPolygon& x) {
  const PolygonReport& found = x.polygon.report();
  nb::dict all;
  all["rings"] = found.rings;
  all["points_given"] = found.points_given;
  all["points"] = found.points;
  all["welded"] = found.welded;
  all["cut"] = found.cut;
  all["cancelled"] = found.cancelled;
  all["outline"] = found.outline;
  all["cuts"] = found.cuts;
  all["parts"] = found.parts;
  all["area"] = found.area;
  return all;
}

/// Equal for equal polygons. It reads few numbers, so that it costs nothing.
std::int64_t hash_of(const AnyPolygon& x) {
  const PolygonReport& report = x.polygon.report();
  auto hash = static_cast<std::uint64_t>(report.rings * 31 + report.points_given);
  const Bounds<2> bounds = x.polygon.bounds();
  for (const Vector2& corner : {bounds.lower, bounds.upper}) {
    for (const double c : corner) hash = hash * 31 + std::hash<double>()(c + 0.0);  // -0.0 is 0.0
  }
  return static_cast<std::int64_t>(hash >> 2);
}

std::string describe(const AnyPolygon& x) {
  const PolygonReport& report = x.polygon.report();
  return fmt::format("<sunder.Polygon: {} corner{} in {} ring{}, {} convex part{}>", report.points,
                     report.points == 1 ? "" : "s", report.rings, report.rings == 1 ? "" : "s",
                     report.parts, report.parts == 1 ? "" : "s");
}

}  // namespace

void add_polygons(nb::module_& module) {
  nb::class_<AnyPolygon>(
      module, "Polygon",
      R"(A polygon in the plane that need not be convex and may have holes: immutable, cheap to copy.

A point is inside if a ray from it crosses the rings an odd number of times, the even-odd rule: rings
may be turned either way, and lie in each other as holes and islands. The polygon is the inside and
its outline. Points with equal coordinates are one point, an edge is cut at corners in it, and two
equal edges cancel. All of it is decided exactly on the doubles given; no tolerance is used.

Cost: O(n log n), about a microsecond a corner, without the lock.)")
      .def(
          "__init__",
          [](AnyPolygon* self, nb::handle rings) { new (self) AnyPolygon(from_rings(rings)); },
          nb::arg("rings").none(),
          nb::sig("def __init__(self, rings: collections.abc.Iterable[numpy.typing.ArrayLike]) "
                  "-> None"),
          R"(rings: arrays of shape (n, 2), float64 or float32, any strides, read-only or memory-mapped;
copied. The last corner of a ring leads back to the first, which may be given twice.

Raises sunder.Error: not_simple (which two edges cross outside all corners, and where), not_finite
(NaN, infinities), wrong_shape, wrong_type, too_large (2^28 corners and more).)")
      .def_prop_ro("rings", &rings_of,
                   nb::sig("def rings(self) -> list[numpy.typing.NDArray[numpy.float64]]"),
                   "As given, each of shape (n, 2), read-only, not copied.")
      .def_prop_ro(
          "report", &report_of, nb::sig("def report(self) -> dict[str, typing.Any]"),
          "rings and points_given; distinct points of the outline; corners welded; edges cut at "
          "corners in them; edges, or pieces of them, cancelled; edges of the outline, cuts "
          "between "
          "two parts, parts; area.")
      .def_prop_ro(
          "area", [](const AnyPolygon& x) { return x.polygon.report().area; },
          "The double nearest to the exact area; infinite where that overflows.")
      .def_prop_ro(
          "bounds", [](const AnyPolygon& x) { return bounds_tuple(x.polygon.bounds()); },
          nb::sig("def bounds(self) -> tuple[numpy.typing.NDArray[numpy.float64], "
                  "numpy.typing.NDArray[numpy.float64]]"),
          "(lower, upper) in the polygon's own frame; lower > upper without an inside.")
      .def_prop_ro("parts", &parts_of, nb::sig("def parts(self) -> list[Polytope]"),
                   "Convex parts with an area, whose union is the polygon. Answers name them as "
                   "pieces, by their place here.")
      .def_prop_ro(
          "points", [](const AnyPolygon& x) { return view<double>(x.polygon, x.polygon.points()); },
          nb::sig("def points(self) -> numpy.typing.NDArray[numpy.float64]"),
          "The distinct corners of the outline, by x and then by y, shape (k, 2), read-only.")
      .def_prop_ro(
          "outline",
          [](const AnyPolygon& x) { return view<std::int32_t>(x.polygon, x.polygon.outline()); },
          nb::sig("def outline(self) -> numpy.typing.NDArray[numpy.int32]"),
          "Edges of the outline between two rows of `points`, the inside on their left, shape "
          "(m, 2), read-only.")
      .def_prop_ro(
          "cuts",
          [](const AnyPolygon& x) { return view<std::int32_t>(x.polygon, x.polygon.cuts()); },
          nb::sig("def cuts(self) -> numpy.typing.NDArray[numpy.int32]"),
          "Edges between two parts, as `outline`.")
      .def(
          "contains",
          [](const AnyPolygon& x, nb::handle point) {
            return x.polygon.contains(read_fixed<2>(point, "point"));
          },
          nb::arg("point").none(),
          nb::sig("def contains(self, point: numpy.typing.ArrayLike) -> bool"),
          "Is a point, shape (2,) in the polygon's own frame, in the polygon or on its outline? "
          "Exact; False for NaN and infinities. Cost: O(log n) boxes.")
      .def_prop_ro(
          "memory", [](const AnyPolygon& x) { return x.polygon.memory(); },
          "Bytes held by the polygon, without its parts.")
      .def("__hash__", &hash_of)
      .def(
          "__eq__",
          [](const AnyPolygon& x, nb::handle y) {
            const AnyPolygon* other = nullptr;
            return nb::try_cast(y, other, false) && other != nullptr &&
                   std::ranges::equal(x.polygon.rings(), other->polygon.rings());
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object, /) -> bool"),
          "From equal rings.")
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Polygon"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo").none(), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Polygon"))
      .def(
          "__getstate__", [](const AnyPolygon& x) { return nb::make_tuple(rings_of(x)); },
          nb::sig("def __getstate__(self) -> tuple[list[typing.Any]]"))
      .def(
          "__setstate__",
          [](AnyPolygon& polygon, const nb::tuple& state) {
            const auto restore = [&] {
              if (state.size() != 1)
                refuse_shape("state", "no state of a Polygon", "pickle it anew");
              return from_rings(state[0]);
            };
            new (&polygon) AnyPolygon(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[list[typing.Any]], /) -> None"))
      .def("__repr__", &describe);
}

}  // namespace sunder::python
