// SPDX-License-Identifier: Apache-2.0
//
// Idea: Depth, contact, containment, points, casts and rays of bodies that need not be convex, one by
//   one and in arrays. They run without the lock, since a mesh may take milliseconds.
// Cost: That of the question and some tenths of a microsecond.
// Gives up: A radius is refused.
#include <algorithm>
#include <array>
#include <atomic>
#include <fmt/format.h>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cast_arrays.hpp"
#include "running.hpp"
#include "unions.hpp"

namespace sunder::python {
namespace {

/// Asks for each row of `rows` on the threads. Refuses the whole with the first refusal.
template <class Answer, class Ask>
std::vector<Answer> ask_rows(std::int64_t count, int threads, std::string_view where,
                             const Ask& ask) {
  std::vector<Answer> found(static_cast<std::size_t>(count));
  std::atomic<std::int64_t> refused{count};
  std::atomic<bool> out_of_memory{false};
  Running running({threads, nb::none(), 0, 0});
  running.each_range(count, [&](std::int64_t begin, std::int64_t end) {
    try {
      for (std::int64_t i = begin; i < end; ++i) {
        auto answer = ask(i);
        if (answer) {
          found[static_cast<std::size_t>(i)] = std::move(answer).value();
          continue;
        }
        std::int64_t first = refused;
        while (i < first && !refused.compare_exchange_weak(first, i)) {
        }
      }
    } catch (const std::bad_alloc&) {
      out_of_memory = true;  // a thread of an executor cannot throw to the caller
    }
  });
  if (out_of_memory) throw std::bad_alloc();
  if (refused < count) {
    throw Refusal("not_finite", where, "row " + std::to_string(refused), "give finite numbers");
  }
  return found;
}

template <int D>
nb::object rows_of(std::span<const Vector<D>> corners) {
  std::vector<double> numbers;
  for (const Vector<D>& corner : corners)
    numbers.insert(numbers.end(), corner.begin(), corner.end());
  return to_numpy(std::move(numbers), {corners.size(), D});
}
nb::list outline_of(const ContactRegion& region) {
  nb::list all;
  for (const std::vector<Vector3>& rim : region.outline) all.append(rows_of<3>(rim));
  return all;
}
nb::list outline_of(const ContactRegion2& region) {
  nb::list all;
  all.append(rows_of<2>(std::span(region.ends).first(region.dimension == 0 ? 1 : 2)));
  return all;
}

nb::object pairs_of(const std::vector<std::array<std::int32_t, 2>>& pairs) {
  std::vector<std::int32_t> indices;
  for (const auto& pair : pairs) indices.insert(indices.end(), pair.begin(), pair.end());
  return to_numpy(std::move(indices), {pairs.size(), 2});
}

/// A property that both kinds of regions have.
template <class Get>
auto of_region(const Get& get) {
  return [get](const AnyContactRegion& x) { return std::visit(get, x.of); };
}

void add_contacts(nb::module_& module) {
  nb::class_<AnyContactRegion>(
      module, "ContactRegion",
      "A connected region that the surfaces of two parts have in common, or their outlines in the "
      "plane; world frame, rounded.")
      .def_prop_ro("dimension", of_region([](const auto& x) { return x.dimension; }),
                   "0 a point, 1 a line, 2 a patch of a plane; exact.")
      .def_prop_ro("part_a", of_region([](const auto& x) { return x.part_a; }))
      .def_prop_ro("part_b", of_region([](const auto& x) { return x.part_b; }))
      .def_prop_ro(
          "normal", of_region([](const auto& x) {
            constexpr std::size_t kDimension = std::tuple_size_v<decltype(x.normal)>;
            const bool has_one = x.dimension == kDimension - 1 &&
                                 std::ranges::any_of(x.normal, [](double n) { return n != 0; });
            return has_one ? to_numpy(x.normal) : nb::object(nb::none());
          }),
          nb::sig("def normal(self) -> numpy.typing.NDArray[numpy.float64] | None"),
          "Of a patch, and of a line in the plane: unit, out of a, or into b where only b is a "
          "solid or has an area; else None.")
      .def_prop_ro("length", of_region([](const auto& x) { return x.length; }),
                   "Of a line; else 0.")
      .def_prop_ro("area", of_region([](const auto& x) {
                     if constexpr (requires { x.area; }) {
                       return x.area;
                     } else {
                       return 0.0;
                     }
                   }),
                   "Of a patch; else 0.")
      .def_prop_ro(
          "outline", of_region([](const auto& x) { return outline_of(x); }),
          nb::sig("def outline(self) -> list[numpy.typing.NDArray[numpy.float64]]"),
          "Arrays of shape (k, d): a point; the corners of a line, the first one again where "
          "it closes; or the rims of a patch, seen against the normal counter-clockwise "
          "round it and clockwise round a hole.")
      .def_prop_ro(
          "triangles", of_region([](const auto& x) {
            if constexpr (requires { x.triangles; }) {
              return pairs_of(x.triangles);
            } else {
              return pairs_of({});
            }
          }),
          nb::sig("def triangles(self) -> numpy.typing.NDArray[numpy.int32]"),
          "The pairs of triangles that meet there, shape (m, 2); -1 of a polytope; none in "
          "the plane.")
      .def_prop_ro("edges", of_region([](const auto& x) {
                     if constexpr (requires { x.edges; }) {
                       return pairs_of(x.edges);
                     } else {
                       return pairs_of({});
                     }
                   }),
                   nb::sig("def edges(self) -> numpy.typing.NDArray[numpy.int32]"),
                   "In the plane: the pairs of edges that meet there, rows of Polygon.outline, "
                   "shape (m, 2); -1 of a polytope.")
      .def("__repr__", of_region([](const auto& x) {
             constexpr std::array<const char*, 3> kNames = {"a point", "a line", "a patch"};
             std::string text = "<sunder.ContactRegion: ";
             text += kNames.at(static_cast<std::size_t>(x.dimension));
             if (x.dimension == 1) text += fmt::format(" of length {}", x.length);
             if constexpr (requires { x.area; }) {
               if (x.dimension == 2) text += fmt::format(" of area {}", x.area);
             }
             return text + ">";
           }));
  nb::class_<AnyBodyContact, AnyDecision>(
      module, "BodyContact",
      "Where two bodies meet of which one is a Mesh, a Polygon or a Body: bodies that touch have "
      "exactly these points in common, solids that overlap these curves and faces of their "
      "surfaces, polygons these points and edges of their outlines.")
      .def_prop_ro(
          "regions",
          [](const AnyBodyContact& x) {
            nb::list all;
            for (const AnyContactRegion& region : x.regions) all.append(nb::cast(region));
            return all;
          },
          nb::sig("def regions(self) -> list[ContactRegion]"),
          "Patches, lines and points; none apart, and where one body lies inside the other.")
      .def("__repr__", [](const AnyBodyContact& x) {
        return fmt::format("<sunder.BodyContact: {}, {} region{}>", to_string(x.verdict),
                           x.regions.size(), x.regions.size() == 1 ? "" : "s");
      });
}

void add_depths(nb::module_& module) {
  nb::class_<AnyBodyPenetration, AnyDecision> type(
      module, "BodyPenetration",
      "The interval of the shortest translation that parts two bodies of which one is a Mesh, a "
      "Polygon or a Body; [0, 0] unless they overlap.");
  type.def_prop_ro(
          "lower", [](const AnyBodyPenetration& x) { return x.interval.lower; },
          "Proven: the greatest depth of two convex parts, each triangle or piece being one.")
      .def_prop_ro(
          "upper", [](const AnyBodyPenetration& x) { return x.interval.upper; },
          "Proven: at most the depth of the convex hulls.")
      .def_prop_ro(
          "normal",
          [](const AnyBodyPenetration& x) {
            const bool has_one = x.verdict == Verdict::overlapping && !x.normal.all().empty();
            return has_one ? to_numpy(x.normal.all()) : nb::object(nb::none());
          },
          nb::sig("def normal(self) -> numpy.typing.NDArray[numpy.float64] | None"),
          "Unit: b moved along it by `upper`, and what its rounding takes, is free. None unless "
          "they overlap, and in the plane.");
  add_place(type);
  add_pieces(type);
  type.def("__repr__", [](const AnyBodyPenetration& x) {
    return fmt::format("<sunder.BodyPenetration: {}, [{}, {}]>", to_string(x.verdict),
                       x.interval.lower, x.interval.upper);
  });
}

/// Refuses arrays of another shape than (n, dimension).
void require_rows(const Numbers& numbers, int dimension, std::string_view where) {
  if (numbers.ndim() == 2 && numbers.shape(1) == dimension) return;
  refuse_shape(where, "shape " + numbers.shape_text(),
               fmt::format("give an array of shape (n, {})", dimension));
}

/// Calls ask(body) with the body at its pose, in the plane or in space.
template <class Ask>
auto with_argument(nb::handle body, nb::handle pose, const Ask& ask) {
  const auto in = [&]<int D>() {
    const BodyArgument<D> of(body, pose, "body", "pose");
    return ask(of.without_radius().posed(), std::integral_constant<int, D>{});
  };
  return is_planar(body) ? in.template operator()<2>() : in.template operator()<3>();
}

Location ask_locate(nb::handle point, nb::handle body, nb::handle pose) {
  return with_argument(body, pose,
                       [&]<int D>(const PosedUnion<D>& posed, std::integral_constant<int, D>) {
                         const Vector<D> at = read_fixed<D>(point, "point");
                         auto found = [&] {
                           const nb::gil_scoped_release released;
                           return locate(at, posed);
                         }();
                         return accepted("point", std::move(found));
                       });
}

nb::object ask_locate_points(nb::handle points, nb::handle body, nb::handle pose, int threads) {
  return with_argument(
      body, pose, [&]<int D>(const PosedUnion<D>& posed, std::integral_constant<int, D>) {
        const Numbers numbers(points, "points");
        require_rows(numbers, D, "points");
        const auto found =
            ask_rows<Location>(numbers.shape(0), threads, "points",
                               [&](std::int64_t i) { return locate(row<D>(numbers, i), posed); });
        return collect<std::uint8_t>(found.size(), {found.size()}, [&](std::size_t i, auto& to) {
          to.push_back(static_cast<std::uint8_t>(found[i]));
        });
      });
}

}  // namespace

AnyBodyPenetration penetration_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                         nb::handle pose_b, std::string_view algorithm) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
        const BodySearch search = read_body_search(algorithm, Question::depth, D);
        const auto found = [&] {
          const nb::gil_scoped_release released;
          return penetration(x, y, search);
        }();
        AnyBodyPenetration answer;
        static_cast<Decision&>(answer) = found;
        answer.interval = found.depth;
        if constexpr (requires { found.normal; }) answer.normal = Coordinates(found.normal);
        answer.place = Place(found);
        return answer;
      });
}

AnyBodyContact contact_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
        auto found = [&] {
          const nb::gil_scoped_release released;
          return contact(x, y);
        }();
        AnyBodyContact answer;
        static_cast<Decision&>(answer) = found;
        for (auto& region : found.regions) answer.regions.push_back({std::move(region)});
        return answer;
      });
}

AnyBodyContainment body_contains(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
        auto asked = [&] {
          const nb::gil_scoped_release released;
          return contains(x, y);
        }();
        const auto found = accepted("b", std::move(asked));
        AnyBodyContainment answer{.contained = found.contained, .part = found.part};
        if constexpr (D == 3) {
          answer.triangle = found.triangle;
        } else {
          answer.edge = found.edge;
        }
        answer.stage = found.stage;
        return answer;
      });
}

template <int D>
AnyBodyCast cast_bodies(nb::handle a, nb::handle b, const Motion<D>& motion_a,
                        const Motion<D>& motion_b, nb::handle pose_a, nb::handle pose_b) {
  const BodyArgument<D> of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  const PosedUnion<D> x = of_a.without_radius().posed(), y = of_b.without_radius().posed();
  auto found = [&] {
    const nb::gil_scoped_release released;
    return cast(x, motion_a, y, motion_b);
  }();
  return any_body_cast(accepted("motion_a, motion_b", std::move(found)));
}
template AnyBodyCast cast_bodies<2>(nb::handle, nb::handle, const Motion2&, const Motion2&,
                                    nb::handle, nb::handle);
template AnyBodyCast cast_bodies<3>(nb::handle, nb::handle, const Motion3&, const Motion3&,
                                    nb::handle, nb::handle);

AnyBodyCast ray_cast_body(nb::handle origin, nb::handle direction, nb::handle body,
                          nb::handle pose) {
  return with_argument(body, pose,
                       [&]<int D>(const PosedUnion<D>& posed, std::integral_constant<int, D>) {
                         const Vector<D> from = read_fixed<D>(origin, "origin");
                         const Vector<D> along = read_fixed<D>(direction, "direction");
                         auto found = [&] {
                           const nb::gil_scoped_release released;
                           return ray_cast(from, along, posed);
                         }();
                         return any_body_cast(accepted("origin, direction", std::move(found)));
                       });
}

nb::dict ray_casts_body(nb::handle origins, nb::handle directions, nb::handle body, nb::handle pose,
                        int threads) {
  return with_argument(
      body, pose, [&]<int D>(const PosedUnion<D>& posed, std::integral_constant<int, D>) {
        const Numbers from(origins, "origins"), along(directions, "directions");
        require_rows(from, D, "origins");
        if (along.ndim() != 2 || along.shape(1) != D || along.shape(0) != from.shape(0)) {
          refuse_shape("directions", "shape " + along.shape_text(), "give the shape of origins");
        }
        using Found = std::conditional_t<D == 2, BodyCast2, BodyCast>;
        const auto found = ask_rows<Found>(
            from.shape(0), threads, "origins, directions",
            [&](std::int64_t i) { return ray_cast(row<D>(from, i), row<D>(along, i), posed); });
        nb::dict all = cast_arrays<D>(found);
        all["parts"] = column<std::int32_t>(found, &Found::part_b);
        if constexpr (D == 2) {
          all["edges"] = column<std::int32_t>(found, &Found::edge_b);
        } else {
          all["triangles"] = column<std::int32_t>(found, &Found::triangle_b);
        }
        return all;
      });
}

void add_union_questions(nb::module_& module) {
  nb::enum_<Location>(module, "Location", nb::is_arithmetic(),
                      "Where a point lies; the numbers of locate_points().")
      .value("OUTSIDE", Location::outside)
      .value("BOUNDARY", Location::boundary,
             "On a part's boundary, on a surface, or on a segment or point.")
      .value("INSIDE", Location::inside, "Inside a part.");
  nb::class_<AnyBodyContainment>(
      module, "BodyContainment",
      "Whether every point of a lies in b, of which one is a Mesh, a Polygon or a Body; "
      "true where it does.")
      .def_ro("contained", &AnyBodyContainment::contained)
      .def_ro("part", &AnyBodyContainment::part,
              "The first part of a that does not lie in b, else -1.")
      .def_ro("triangle", &AnyBodyContainment::triangle,
              "The triangle of that part that leaves b; -1 of a polytope, and where all of it lies "
              "elsewhere.")
      .def_ro("edge", &AnyBodyContainment::edge,
              "In the plane: a row of Polygon.outline of that part that leaves b; else -1.")
      .def_ro("stage", &AnyBodyContainment::stage)
      .def("__bool__", [](const AnyBodyContainment& x) { return x.contained; })
      .def("__repr__", [](const AnyBodyContainment& x) {
        return x.contained ? std::string("<sunder.BodyContainment: contained>")
                           : fmt::format("<sunder.BodyContainment: part {} is not>", x.part);
      });
  {
    nb::class_<AnyBodyCast, AnyCast> type(module, "BodyCast",
                                          "When moving bodies meet first of which one is a Mesh, a "
                                          "Polygon or a Body, and the parts, and triangles or "
                                          "edges, that do; a ray is a.");
    add_place(type);
    type.def_prop_ro(
            "edge_a", [](const AnyBodyCast& x) { return x.place.edge_a; },
            "The edge of a that meets first, a row of Polygon.outline; -1 of a polytope, and in "
            "space.")
        .def_prop_ro(
            "edge_b", [](const AnyBodyCast& x) { return x.place.edge_b; }, "The edge of b.");
    type.def("__repr__", [](const AnyBodyCast& x) {
      return fmt::format("<sunder.BodyCast: {}, time [{}, {}]>", to_string(x.verdict), x.time.lower,
                         x.time.upper);
    });
  }
  add_depths(module);
  add_contacts(module);
  module.def(
      "locate", &ask_locate, nb::arg("point").none(), nb::arg("body").none(),
      nb::arg("pose") = nb::none(),
      nb::sig("def locate(point: numpy.typing.ArrayLike, body: Polytope | Mesh | Polygon | Body, "
              "pose: Pose | numpy.typing.ArrayLike | None = None) -> Location"),
      "Where does a point lie: inside the body, on its boundary, or outside? Exact.\n\n"
      "point: shape (d,), world frame. body: of the plane or of space, without a radius. The wall "
      "between two parts of a union is boundary. Cost: some microseconds. Raises sunder.Error: "
      "not_finite, "
      "wrong_shape, not_served.");
  module.def(
      "locate_points", &ask_locate_points, nb::arg("points").none(), nb::arg("body").none(),
      nb::arg("pose") = nb::none(), nb::arg("threads") = 1,
      nb::sig("def locate_points(points: numpy.typing.ArrayLike, body: Polytope | Mesh | Polygon | "
              "Body, "
              "pose: Pose | numpy.typing.ArrayLike | None = None, threads: int = 1) -> "
              "numpy.typing.NDArray[numpy.uint8]"),
      "locate() of many points, shape (n, d): the numbers of sunder.Location, shape (n,).");
}

}  // namespace sunder::python
