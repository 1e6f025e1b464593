// SPDX-License-Identifier: Apache-2.0
//
// Idea: A Mesh and a Polygon keep a body of their own, and a Body is one, of the plane or of space. A
//   Polytope beside them becomes a body of one part for the call. The questions run without the lock, since meshes may take milliseconds.
// Cost: That of the question and some tenths of a microsecond; for a Polytope beside a mesh that of the
//   triangles of its faces, which a Body of it keeps.
// Gives up: A part with a radius is refused.
#include "unions.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace sunder::python {
namespace {

template <int D>
const Polytope<D>& polytope_of(const Body& body, std::string_view where) {
  const auto* const found = std::get_if<Polytope<D>>(&body.polytope);
  if (found == nullptr) refuse_dimension(where, D, body.dimension());
  return *found;
}

/// Calls ask(a, b) without the lock.
template <int D, class Ask>
auto without_lock(const BodyArgument<D>& a, const BodyArgument<D>& b, const Ask& ask) {
  const PosedUnion<D> x = a.posed(), y = b.posed();
  const nb::gil_scoped_release released;
  return ask(x, y);
}

template <int D>
auto compare(const BodyArgument<D>& a, const BodyArgument<D>& b, double distance,
             const BodySearch& search = {}) {
  const Margin margin{.distance = distance, .radius_a = a.radius(), .radius_b = b.radius()};
  return accepted("distance",
                  without_lock(a, b, [&](const PosedUnion<D>& x, const PosedUnion<D>& y) {
                    return compare_to_margin(x, y, margin, search);
                  }));
}

/// A part as it was given: a shape, or a tuple of a shape and a pose.
struct GivenPart {
  nb::object shape, pose = nb::none();
};

GivenPart read_part(nb::handle item) {
  if (!nb::isinstance<nb::tuple>(item) && !nb::isinstance<nb::list>(item)) {
    return {nb::borrow(item)};
  }
  if (nb::len(item) != 2) {
    refuse_shape("parts", fmt::format("a part of {} entries", nb::len(item)),
                 "give a shape, or (shape, pose)");
  }
  return {nb::object(item[0]), nb::object(item[1])};
}

const AnyMesh* mesh_of(nb::handle shape) {
  const AnyMesh* mesh = nullptr;
  return nb::try_cast(shape, mesh, false) ? mesh : nullptr;
}
const AnyPolygon* polygon_of(nb::handle shape) {
  const AnyPolygon* polygon = nullptr;
  return nb::try_cast(shape, polygon, false) ? polygon : nullptr;
}

/// Returns the shape of a part in dimension D, or refuses it.
template <int D>
decltype(UnionOf<D>::Part::shape) shape_of(nb::handle shape, std::string_view where) {
  const AnyMesh* const mesh = mesh_of(shape);
  const AnyPolygon* const polygon = polygon_of(shape);
  if constexpr (D == 3) {
    if (mesh != nullptr) return mesh->mesh;
    if (polygon != nullptr) refuse_dimension(where, 3, 2);
  } else {
    if (polygon != nullptr) return polygon->polygon;
    if (mesh != nullptr) refuse_dimension(where, 2, 3);
  }
  if (nb::isinstance<AnyBody>(shape)) {
    refuse_type(where, "a sunder.Body as a part", "give its parts one by one");
  }
  const Body& polytope = body_of(shape, where);
  if (polytope.radius > 0) {
    throw Refusal("not_served", where, "a radius of a part",
                  "give the polytope without it, and ask margin()");
  }
  return polytope_of<D>(polytope, where);
}

template <int D>
typename UnionOf<D>::Body from_given(const std::vector<GivenPart>& given) {
  std::vector<typename UnionOf<D>::Part> parts;
  for (const GivenPart& part : given) {
    const std::string where = fmt::format("parts[{}]", parts.size());
    auto shape = shape_of<D>(part.shape, where);
    parts.push_back({std::move(shape), PoseArgument<D>(part.pose, D, where).get()});
  }
  return typename UnionOf<D>::Body(std::span<const typename UnionOf<D>::Part>(parts));
}

/// The first part says the dimension.
bool is_planar_part(nb::handle shape) {
  const Body* polytope = nullptr;
  if (nb::try_cast(shape, polytope, false) && polytope != nullptr)
    return polytope->dimension() == 2;
  return polygon_of(shape) != nullptr;
}

AnyBody from_parts(nb::handle given) {
  // A string is iterable, and an array of numbers is: their items are no parts, and are refused.
  if (!nb::isinstance<nb::iterable>(given)) {
    refuse_type("parts", "a list was expected, not " + class_name(given),
                "give polytopes and meshes or polygons, each alone or with a pose");
  }
  std::vector<GivenPart> parts;
  for (nb::handle item : given) parts.push_back(read_part(item));
  AnyBody body{{}, Body3{}};
  if (!parts.empty() && is_planar_part(parts.front().shape)) {
    body.body = from_given<2>(parts);
  } else {
    body.body = from_given<3>(parts);
  }
  for (GivenPart& part : parts) body.shapes.push_back(std::move(part.shape));
  return body;
}

nb::list parts_of(const AnyBody& body) {
  nb::list all;
  std::visit(
      [&](const auto& of) {
        for (std::size_t i = 0; i < body.shapes.size(); ++i) {
          all.append(nb::make_tuple(body.shapes[i], nb::cast(AnyPose{of.parts()[i].pose})));
        }
      },
      body.body);
  return all;
}

std::string describe_parts(const AnyBody& body) {
  std::array<std::size_t, 4> counts{};
  for (const nb::object& shape : body.shapes) {
    const AnyMesh* const mesh = mesh_of(shape);
    if (mesh != nullptr) {
      ++counts[mesh->mesh.kind() == MeshKind::solid ? 1 : 2];
    } else {
      ++counts[polygon_of(shape) != nullptr ? 3 : 0];
    }
  }
  constexpr std::array<const char*, 4> kNames = {"polytope", "solid", "surface", "polygon"};
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", counts[i], kNames[i],
                        counts[i] == 1 ? "" : "s");
  }
  return "<sunder.Body: " + (text.empty() ? "no part" : text) + ">";
}

/// A part may be of a class of Python whose objects refer to the body: the collector finds the cycle.
int traverse_body(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  for (const nb::object& shape : nb::inst_ptr<AnyBody>(self)->shapes) Py_VISIT(shape.ptr());
  return 0;
}
int clear_body(PyObject* self) {
  const auto gone =
      std::exchange(nb::inst_ptr<AnyBody>(self)->shapes, {});  // may run code of Python
  return 0;
}
PyType_Slot body_slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(traverse_body)},
                            {Py_tp_clear, reinterpret_cast<void*>(clear_body)},
                            {0, nullptr}};

}  // namespace

template <int D>
const typename UnionOf<D>::Body* union_of(nb::handle object) {
  using Union = typename UnionOf<D>::Body;
  if constexpr (D == 3) {
    if (const AnyMesh* const mesh = mesh_of(object)) return &mesh->body;
  } else {
    if (const AnyPolygon* const polygon = polygon_of(object)) return &polygon->body;
  }
  const AnyBody* body = nullptr;
  if (!nb::try_cast(object, body, false) || body == nullptr) return nullptr;
  if (const auto* const found = std::get_if<Union>(&body->body)) return found;
  static const Union kEmpty{};
  return body->shapes.empty() ? &kEmpty : nullptr;
}
template const Body2* union_of<2>(nb::handle);
template const Body3* union_of<3>(nb::handle);

bool is_planar(nb::handle body) {
  const AnyBody* parts = nullptr;
  if (nb::try_cast(body, parts, false) && parts != nullptr) return parts->dimension() == 2;
  return is_planar_part(body);
}

bool are_planar(nb::handle a, nb::handle b) {
  const auto decides = [](nb::handle body) {
    const AnyBody* parts = nullptr;
    const bool is_empty =
        nb::try_cast(body, parts, false) && parts != nullptr && parts->shapes.empty();
    return is_union(body) && !is_empty;
  };
  if (decides(a)) return is_planar(a);
  return is_planar(decides(b) || is_union(a) ? b : a);
}

void require_space(nb::handle body, std::string_view where, std::string_view question) {
  if (!is_union(body) || !is_planar(body)) return;
  throw Refusal("not_served", where, fmt::format("{} of a body of the plane", question),
                "ask it of its convex parts, Polygon.parts");
}
AnyMesh mesh_object(const Mesh3& mesh) {
  // A surface that nothing kept from being a solid was asked for as one.
  const MeshReport& report = mesh.report();
  const bool named =
      report.kind == MeshKind::surface && report.open_edges == 0 && report.first_crossing[0] < 0;
  return {mesh, named ? TakeAs::surface : TakeAs::automatic};
}

AnyBody body_object(const Body3& body) {
  AnyBody object{{}, body};
  for (const Part3& part : body.parts()) {
    const auto* const mesh = std::get_if<Mesh3>(&part.shape);
    object.shapes.push_back(mesh != nullptr ? nb::cast(mesh_object(*mesh))
                                            : nb::cast(Body{std::get<Polytope3>(part.shape)}));
  }
  return object;
}

template <int D>
BodyArgument<D>::BodyArgument(nb::handle object, nb::handle pose, std::string_view where,
                              std::string_view where_pose)
    : where_(where), pose_(pose, D, where_pose), body_(union_of<D>(object)) {
  if (body_ != nullptr) return;
  if (is_union(object)) refuse_dimension(where, D, 5 - D);
  const Body& polytope = body_of(object, where);
  radius_ = polytope.radius;
  body_ = &made_.emplace(typename UnionOf<D>::Body{{polytope_of<D>(polytope, where)}});
}

template <int D>
const BodyArgument<D>& BodyArgument<D>::without_radius() const {
  if (radius_ > 0) {
    throw Refusal("not_served", where_, "a radius beside a mesh or a union",
                  "give the polytope without it");
  }
  return *this;
}
template class BodyArgument<2>;
template class BodyArgument<3>;

bool is_union(nb::handle object) {
  return nb::isinstance<AnyMesh>(object) || nb::isinstance<AnyPolygon>(object) ||
         nb::isinstance<AnyBody>(object);
}

BodySearch read_body_search(std::string_view name, Question question, int dimension) {
  if (name == to_string(Algorithm::automatic)) return {};
  return {.algorithm = read_algorithm(name, question, dimension)};
}

AnyBodyDecision bodies_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                                 std::string_view algorithm) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        AnyBodyDecision answer;
        const BodySearch search = read_body_search(algorithm, Question::verdict, D);
        if (of_a.radius() > 0 || of_b.radius() > 0) {
          const auto found = compare(of_a, of_b, 0, search);
          static_cast<Decision&>(answer) = found;
          answer.place = Place(found);
          return answer;
        }
        const auto found =
            without_lock(of_a, of_b, [&](const PosedUnion<D>& x, const PosedUnion<D>& y) {
              return intersects(x, y, search);
            });
        static_cast<Decision&>(answer) = found;
        answer.place = Place(found);
        return answer;
      });
}

AnyBodyDistance distance_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                                   std::string_view algorithm) {
  return with_arguments(
      a, b, pose_a, pose_b, [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
        const bool padded = of_a.radius() > 0 || of_b.radius() > 0;
        const BodySearch search = read_body_search(algorithm, Question::distance, D);
        const auto found =
            without_lock(of_a, of_b, [&](const PosedUnion<D>& x, const PosedUnion<D>& y) {
              // Radii of polytopes are lengths: nothing is refused.
              if (padded) return distance(x, y, of_a.radius(), of_b.radius(), search).value();
              return distance(x, y, search);
            });
        auto answer = measure<AnyBodyDistance>(found);
        answer.place = Place(found);
        return answer;
      });
}

AnyBodyMargin compare_bodies(nb::handle a, nb::handle b, double distance, nb::handle pose_a,
                             nb::handle pose_b) {
  return with_arguments(a, b, pose_a, pose_b,
                        [&]<int D>(const BodyArgument<D>& of_a, const BodyArgument<D>& of_b) {
                          const auto found = compare(of_a, of_b, distance);
                          AnyBodyMargin answer;
                          static_cast<Decision&>(answer) = found;
                          answer.place = Place(found);
                          answer.margin = {.distance = distance};
                          return answer;
                        });
}

void add_unions(nb::module_& module) {
  nb::class_<AnyBody>(
      module, "Body", nb::type_slots(body_slots),
      R"(A union of parts, each at a pose of its own: polytopes and meshes in space, or polytopes and polygons
in the plane.

Immutable, cheap to copy. The first part says the dimension; a body without parts goes with any. Poses compose exactly: a part's point x lies at R (P x + p) + t in the
world, P and p of the part's pose, R and t of the body's. Without parts it is empty and meets nothing.)")
      .def(
          "__init__",
          [](AnyBody* self, nb::handle parts) { new (self) AnyBody(from_parts(parts)); },
          nb::arg("parts").none(),
          nb::sig("def __init__(self, parts: collections.abc.Iterable[Polytope | Mesh | Polygon | "
                  "tuple[Polytope | Mesh | Polygon, Pose | numpy.typing.ArrayLike | None]]) -> "
                  "None"),
          R"(parts: each a Polytope, a Mesh or a Polygon, alone or with a pose in the body's frame: None, a
Pose, or an array of shape (d, d+1) or (d+1, d+1).

Raises sunder.Error: wrong_type, dimension_mismatch, not_served (a part with a radius).)")
      .def_prop_ro("parts", &parts_of,
                   nb::sig("def parts(self) -> list[tuple[Polytope | Mesh | Polygon, Pose]]"),
                   "Each part and its pose. Answers name parts by their place here.")
      .def_prop_ro("dimension", &AnyBody::dimension, "2 or 3; 3 without parts.")
      .def("__len__", [](const AnyBody& x) { return x.shapes.size(); })
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Body"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo").none(), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Body"))
      .def(
          "__getstate__", [](const AnyBody& x) { return nb::make_tuple(parts_of(x)); },
          nb::sig("def __getstate__(self) -> tuple[list[tuple[Polytope | Mesh | Polygon, Pose]]]"))
      .def(
          "__setstate__",
          [](AnyBody& body, const nb::tuple& state) {
            const auto restore = [&] {
              if (state.size() != 1) refuse_shape("state", "no state of a Body", "pickle it anew");
              return from_parts(state[0]);
            };
            new (&body) AnyBody(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[list[tuple[Polytope | Mesh | Polygon, "
                  "Pose]]], /) -> "
                  "None"))
      .def("__repr__", &describe_parts);

  {
    nb::class_<AnyBodyDecision, AnyDecision> type(module, "BodyDecision",
                                                  "The verdict about two bodies of which one is a "
                                                  "Mesh, a Polygon or a Body, and the first pair "
                                                  "of parts that shows it.");
    add_place(type);
    add_pieces(type);
    type.def("__repr__",
             [](const AnyBodyDecision& x) { return "<sunder.BodyDecision: " + describe(x) + ">"; });
  }
  {
    nb::class_<AnyBodyDistance, AnyDistance> type(module, "BodyDistance",
                                                  "The distance of two bodies of which one is a "
                                                  "Mesh, a Polygon or a Body, and the parts, and "
                                                  "triangles or pieces, that are closest.");
    add_place(type);
    add_pieces(type);
    type.def("__repr__",
             [](const AnyBodyDistance& x) { return describe_measure("BodyDistance", x); });
  }
  {
    nb::class_<AnyBodyMargin, AnyMargin> type(
        module, "BodyMarginAnswer",
        "How two bodies of which one is a Mesh or a Body compare with a margin, and the first pair "
        "of parts that is not farther apart.");
    add_place(type);
    type.def("__repr__", [](const AnyBodyMargin& x) {
      return fmt::format("<sunder.BodyMarginAnswer: {}, margin {}>",
                         to_string(margin_verdict(x.verdict)), x.margin.distance);
    });
  }
}

}  // namespace sunder::python
