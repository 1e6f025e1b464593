// SPDX-License-Identifier: Apache-2.0
//
// Idea: A Mesh keeps a body of its own, and a Body is one. A Polytope beside them becomes a body of one
//   part for the call. The questions run without the lock, since meshes may take milliseconds.
// Cost: That of the question and some tenths of a microsecond; for a Polytope beside a mesh that of the
//   triangles of its faces, which a Body of it keeps.
// Gives up: A part with a radius is refused.
#include "unions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace sunder::python {
namespace {

const Polytope3& solid_of(const Body& body, std::string_view where) {
  const auto* const solid = std::get_if<Polytope3>(&body.polytope);
  if (solid == nullptr) refuse_dimension(where, 3, body.dimension());
  return *solid;
}

/// Calls ask(a, b) without the lock.
template <class Ask>
auto without_lock(const BodyArgument& a, const BodyArgument& b, const Ask& ask) {
  const PosedBody3 x = a.posed(), y = b.posed();
  const nb::gil_scoped_release released;
  return ask(x, y);
}

MarginAnswer compare(const BodyArgument& a, const BodyArgument& b, double distance) {
  const Margin margin{.distance = distance, .radius_a = a.radius(), .radius_b = b.radius()};
  return accepted("distance", without_lock(a, b, [&](const PosedBody3& x, const PosedBody3& y) {
                    return compare_to_margin(x, y, margin);
                  }));
}

/// Turns the distance of two bodies into that of the bodies with radii, whose exact verdict is given.
void take_radii(double radius_a, double radius_b, const Decision& decision,
                const BodyDistance& found, AnyDistance& answer) {
  static_cast<Decision&>(answer) = decision;
  if (decision) {
    answer.interval = {0, 0};
    answer.witness.reset();
    return;
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(found.distance.upper < kInfinity)) return;
  for (const double radius : {radius_a, radius_b}) {
    if (radius == 0) continue;
    // One place more than a difference rounds.
    answer.interval.lower = std::nextafter(answer.interval.lower - radius, -kInfinity);
    answer.interval.upper = std::nextafter(answer.interval.upper - radius, kInfinity);
  }
  answer.interval.lower = std::max(answer.interval.lower, 0.0);
  if (!found.witness) return;
  Witness<3> moved = *found.witness;
  for (std::size_t k = 0; k < 3; ++k) {
    moved.point_a[k] += radius_a * moved.normal[k];
    moved.point_b[k] -= radius_b * moved.normal[k];
  }
  answer.witness = any_witness<3>(moved);
}

/// A part: a shape, or a tuple of a shape and a pose.
void add_part(nb::handle item, AnyBody& body, std::vector<Part3>& parts) {
  nb::object shape = nb::borrow(item), pose = nb::none();
  if (nb::isinstance<nb::tuple>(item) || nb::isinstance<nb::list>(item)) {
    if (nb::len(item) != 2) {
      refuse_shape("parts", fmt::format("a part of {} entries", nb::len(item)),
                   "give a shape, or (shape, pose)");
    }
    shape = nb::object(item[0]);
    pose = nb::object(item[1]);
  }
  const std::string where = fmt::format("parts[{}]", parts.size());
  const PoseArgument<3> at(pose, 3, where);
  const AnyMesh* mesh = nullptr;
  if (nb::try_cast(shape, mesh, false) && mesh != nullptr) {
    parts.push_back({mesh->mesh, at.get()});
    body.shapes.push_back(std::move(shape));
    return;
  }
  if (nb::isinstance<AnyBody>(shape)) {
    refuse_type(where, "a sunder.Body as a part", "give its parts one by one");
  }
  const Body& polytope = body_of(shape, where);
  if (polytope.radius > 0) {
    throw Refusal("not_served", where, "a radius of a part",
                  "give the polytope without it, and ask margin()");
  }
  parts.push_back({solid_of(polytope, where), at.get()});
  body.shapes.push_back(std::move(shape));
}

AnyBody from_parts(nb::handle given) {
  // A string is iterable, and an array of numbers is: their items are no parts, and are refused.
  if (!nb::isinstance<nb::iterable>(given)) {
    refuse_type("parts", "a list was expected, not " + class_name(given),
                "give polytopes and meshes, each alone or with a pose");
  }
  AnyBody body{{}, Body3{}};
  std::vector<Part3> parts;
  for (nb::handle item : given) add_part(item, body, parts);
  body.body = Body3(std::span<const Part3>(parts));
  return body;
}

nb::list parts_of(const AnyBody& body) {
  nb::list all;
  for (std::size_t i = 0; i < body.shapes.size(); ++i) {
    all.append(nb::make_tuple(body.shapes[i], nb::cast(AnyPose{body.body.parts()[i].pose})));
  }
  return all;
}

std::string describe_parts(const AnyBody& body) {
  std::array<std::size_t, 3> counts{};
  for (const Part3& part : body.body.parts()) {
    const auto* const mesh = std::get_if<Mesh3>(&part.shape);
    ++counts[mesh == nullptr ? 0 : (mesh->kind() == MeshKind::solid ? 1 : 2)];
  }
  constexpr std::array<const char*, 3> kNames = {"polytope", "solid", "surface"};
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

const Body3* union_of(nb::handle object) {
  const AnyMesh* mesh = nullptr;
  if (nb::try_cast(object, mesh, false) && mesh != nullptr) return &mesh->body;
  const AnyBody* body = nullptr;
  if (nb::try_cast(object, body, false) && body != nullptr) return &body->body;
  return nullptr;
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

BodyArgument::BodyArgument(nb::handle object, nb::handle pose, std::string_view where,
                           std::string_view where_pose)
    : where_(where), pose_(pose, 3, where_pose), body_(union_of(object)) {
  if (body_ != nullptr) return;
  const Body& polytope = body_of(object, where);
  radius_ = polytope.radius;
  body_ = &made_.emplace(Body3{{solid_of(polytope, where)}});
}

const BodyArgument& BodyArgument::without_radius() const {
  if (radius_ > 0) {
    throw Refusal("not_served", where_, "a radius beside a mesh or a union",
                  "give the polytope without it");
  }
  return *this;
}

bool is_union(nb::handle object) { return union_of(object) != nullptr; }

AnyBodyDecision bodies_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b) {
  const BodyArgument of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  AnyBodyDecision answer;
  if (of_a.radius() > 0 || of_b.radius() > 0) {
    static_cast<Decision&>(answer) = compare(of_a, of_b, 0);
    return answer;
  }
  const BodyDecision found = without_lock(
      of_a, of_b, [](const PosedBody3& x, const PosedBody3& y) { return intersects(x, y); });
  static_cast<Decision&>(answer) = found;
  answer.place = Place(found);
  return answer;
}

AnyBodyDistance distance_of_bodies(nb::handle a, nb::handle b, nb::handle pose_a,
                                   nb::handle pose_b) {
  const BodyArgument of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  const BodyDistance found = without_lock(
      of_a, of_b, [](const PosedBody3& x, const PosedBody3& y) { return distance(x, y); });
  auto answer = measure<AnyBodyDistance>(found);
  answer.place = Place(found);
  if (of_a.radius() > 0 || of_b.radius() > 0) {
    take_radii(of_a.radius(), of_b.radius(), compare(of_a, of_b, 0), found, answer);
  }
  return answer;
}

AnyMargin compare_bodies(nb::handle a, nb::handle b, double distance, nb::handle pose_a,
                         nb::handle pose_b) {
  const BodyArgument of_a(a, pose_a, "a", "pose_a"), of_b(b, pose_b, "b", "pose_b");
  AnyMargin answer;
  static_cast<Decision&>(answer) = compare(of_a, of_b, distance);
  answer.margin = {.distance = distance};
  return answer;
}

void add_unions(nb::module_& module) {
  nb::class_<AnyBody>(module, "Body", nb::type_slots(body_slots),
                      R"(A union of parts: polytopes and meshes of space, each at a pose of its own.

Immutable, cheap to copy. Poses compose exactly: a part's point x lies at R (P x + p) + t in the
world, P and p of the part's pose, R and t of the body's. Without parts it is empty and meets nothing.)")
      .def(
          "__init__",
          [](AnyBody* self, nb::handle parts) { new (self) AnyBody(from_parts(parts)); },
          nb::arg("parts").none(),
          nb::sig("def __init__(self, parts: collections.abc.Iterable[Polytope | Mesh | "
                  "tuple[Polytope | Mesh, Pose | numpy.typing.ArrayLike | None]]) -> None"),
          R"(parts: each a Polytope of space or a Mesh, alone or with a pose in the body's frame: None, a
Pose, or an array of shape (3, 4) or (4, 4).

Raises sunder.Error: wrong_type, dimension_mismatch, not_served (a part with a radius).)")
      .def_prop_ro("parts", &parts_of,
                   nb::sig("def parts(self) -> list[tuple[Polytope | Mesh, Pose]]"),
                   "Each part and its pose. Answers name parts by their place here.")
      .def("__len__", [](const AnyBody& x) { return x.shapes.size(); })
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> Body"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); },
          nb::arg("memo").none(), nb::sig("def __deepcopy__(self, memo: typing.Any, /) -> Body"))
      .def(
          "__getstate__", [](const AnyBody& x) { return nb::make_tuple(parts_of(x)); },
          nb::sig("def __getstate__(self) -> tuple[list[tuple[Polytope | Mesh, Pose]]]"))
      .def(
          "__setstate__",
          [](AnyBody& body, const nb::tuple& state) {
            const auto restore = [&] {
              if (state.size() != 1) refuse_shape("state", "no state of a Body", "pickle it anew");
              return from_parts(state[0]);
            };
            new (&body) AnyBody(restore());
          },
          nb::sig("def __setstate__(self, state: tuple[list[tuple[Polytope | Mesh, Pose]]], /) -> "
                  "None"))
      .def("__repr__", &describe_parts);

  {
    nb::class_<AnyBodyDecision, AnyDecision> type(module, "BodyDecision",
                                                  "The verdict about two bodies of which one is a "
                                                  "Mesh or a Body, and the first pair of parts "
                                                  "that shows it.");
    add_place(type);
    type.def("__repr__",
             [](const AnyBodyDecision& x) { return "<sunder.BodyDecision: " + describe(x) + ">"; });
  }
  {
    nb::class_<AnyBodyDistance, AnyDistance> type(
        module, "BodyDistance",
        "The distance of two bodies of which one is a Mesh or a Body, and the parts and triangles "
        "that are closest.");
    add_place(type);
    type.def("__repr__",
             [](const AnyBodyDistance& x) { return describe_measure("BodyDistance", x); });
  }
}

}  // namespace sunder::python
