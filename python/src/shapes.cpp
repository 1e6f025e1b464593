// SPDX-License-Identifier: Apache-2.0
//
// Idea: Every shape becomes a view with a support function; a polytope takes part as the hull of its
//   points. The library's searches for shapes answer.
// Cost: 1 to 30 support queries; one of Python's functions costs about a microsecond.
// Gives up: Contact is never decided, and nothing is proven: such an answer says so.
#include "shapes.hpp"

#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace sunder::python {

template <int D>
Vector<D> Callable<D>::support(const Vector<D>& direction) const {
  if (failure) return {};
  try {
    const nb::object found = function(to_numpy(std::span<const double>(direction)));
    return read_fixed<D>(found, "support");
  } catch (...) {
    failure = std::current_exception();
    return {};
  }
}

namespace {

/// A shape with a radius about each of its points, or a polytope.
template <int D>
struct Rounding {
  ShapeView<D> core;
  double radius = 0;
  Vector<D> support(const Vector<D>& direction) const { return core.support(direction); }
  double rounding() const noexcept { return core.rounding() + radius; }
};

/// A shape or polytope at its pose; keeps what the view refers to.
template <int D>
class ShapeArgument {
 public:
  ShapeArgument(nb::handle object, nb::handle pose, const char* where, const char* where_pose)
      : pose_(pose, D, where_pose) {
    const AnyShape* shape = nullptr;
    if (nb::try_cast(object, shape, false) && shape != nullptr) {
      if (shape->dimension != D) refuse_dimension(where, D, shape->dimension);
      std::visit(
          [&](const auto& one) {
            if constexpr (SupportMapped<std::remove_cvref_t<decltype(one)>, D>) {
              rounded_.emplace(Rounding<D>{ShapeView<D>(one), shape->radius});
            }
          },
          shape->shape);
      callable_ = std::get_if<Callable<D>>(&shape->shape);
      return;
    }
    const Body& body = body_of(object, where);
    const auto* const polytope = std::get_if<kAlternative<D>>(&body.polytope);
    if (polytope == nullptr) refuse_dimension(where, D, body.dimension());
    if (polytope->empty()) refuse_shape(where, "an empty polytope beside a shape", "give points");
    hull_.emplace(*polytope);
    rounded_.emplace(Rounding<D>{ShapeView<D>(*hull_), body.radius});
  }
  ShapeArgument(const ShapeArgument&) = delete;
  ShapeArgument& operator=(const ShapeArgument&) = delete;

  PosedShape<D> posed() const { return {*rounded_, pose_.get()}; }
  void rethrow() const {
    if (callable_ == nullptr || !callable_->failure) return;
    std::rethrow_exception(std::exchange(callable_->failure, nullptr));
  }

 private:
  PoseArgument<D> pose_;
  std::optional<shapes::Hull<D>> hull_;
  std::optional<Rounding<D>> rounded_;
  const Callable<D>* callable_ = nullptr;
};

int dimension_of(nb::handle object, std::string_view where) {
  const AnyShape* shape = nullptr;
  if (nb::try_cast(object, shape, false) && shape != nullptr) return shape->dimension;
  return body_of(object, where).dimension();
}

ShapeOptions options_of(const ShapeArguments& given, std::initializer_list<Algorithm> served) {
  ShapeOptions options;
  if (given.algorithm != "auto") {
    const auto algorithm = algorithm_from_name(given.algorithm);
    if (!algorithm || std::find(served.begin(), served.end(), *algorithm) == served.end()) {
      std::string known = "auto";
      for (const Algorithm one : served) known += ", " + std::string(to_string(one));
      throw Refusal("not_served", "algorithm",
                    std::string(given.algorithm) + " does not serve shapes here",
                    "give one of " + known);
    }
    options.algorithm = *algorithm;
  }
  options.tolerance = given.tolerance;
  options.max_steps = given.max_steps;
  return options;
}

template <class Ask>
auto with_shapes(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b, const Ask& ask) {
  const auto in_dimension = [&]<int D>() {
    const ShapeArgument<D> of_a(a, pose_a, "a", "pose_a");
    const ShapeArgument<D> of_b(b, pose_b, "b", "pose_b");
    auto answer = ask(of_a.posed(), of_b.posed());
    of_a.rethrow();
    of_b.rethrow();
    return answer;
  };
  const int dimension = dimension_of(a, "a");
  if (dimension == 2) return in_dimension.template operator()<2>();
  if (dimension == 3) return in_dimension.template operator()<3>();
  throw Refusal("not_served", "a", "shapes of dimension " + std::to_string(dimension),
                "take 2-D or 3-D");
}

AnyShape cylinder(nb::handle radius, nb::handle half_height) {
  return {shapes::Cylinder{read_length(radius, "radius"), read_length(half_height, "half_height")},
          0, 3, "cylinder"};
}
AnyShape cone(nb::handle radius, nb::handle half_height) {
  return {shapes::Cone{read_length(radius, "radius"), read_length(half_height, "half_height")}, 0,
          3, "cone"};
}

AnyShape ellipsoid(nb::handle half_axes) {
  const Numbers numbers(half_axes, "half_axes");
  if (numbers.ndim() != 1 || (numbers.shape(0) != 2 && numbers.shape(0) != 3)) {
    refuse_shape("half_axes", "shape " + numbers.shape_text(), "give 2 or 3 numbers");
  }
  std::vector<double> lengths;
  for (std::int64_t k = 0; k < numbers.shape(0); ++k) {
    lengths.push_back(numbers.at(k));
    if (!std::isfinite(lengths.back()) || lengths.back() < 0) {
      refuse_shape("half_axes", "a length that is negative or not finite", "give 0 or more");
    }
  }
  if (lengths.size() == 2) return {shapes::Ellipsoid<2>{{lengths[0], lengths[1]}}, 0, 2, "ellipse"};
  return {shapes::Ellipsoid<3>{{lengths[0], lengths[1], lengths[2]}}, 0, 3, "ellipsoid"};
}

AnyShape support_mapped(nb::object function, int dimension) {
  if (!nb::hasattr(function, "__call__"))
    refuse_type("function", "no function", "give support(direction) -> point");
  if (dimension == 2) return {Callable<2>{std::move(function), {}}, 0, 2, "support function"};
  if (dimension == 3) return {Callable<3>{std::move(function), {}}, 0, 3, "support function"};
  refuse_shape("dimension", std::to_string(dimension), "give 2 or 3");
}

}  // namespace

bool are_shapes(nb::handle a, nb::handle b) {
  return nb::isinstance<AnyShape>(a) || nb::isinstance<AnyShape>(b);
}

AnyDecision shapes_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                             const ShapeArguments& given) {
  const ShapeOptions options = options_of(given, {Algorithm::gjk, Algorithm::mpr, Algorithm::epa});
  return with_shapes(a, b, pose_a, pose_b, [&](const auto& x, const auto& y) {
    return AnyDecision(shape_intersects(x, y, options));
  });
}

AnyDistance distance_of_shapes(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                               const ShapeArguments& given) {
  const ShapeOptions options = options_of(given, {Algorithm::gjk});
  return with_shapes(a, b, pose_a, pose_b, [&](const auto& x, const auto& y) {
    return measure<AnyDistance>(shape_distance(x, y, options));
  });
}

AnyPenetration depth_of_shapes(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                               const ShapeArguments& given) {
  const ShapeOptions options = options_of(given, {Algorithm::epa, Algorithm::mpr});
  return with_shapes(a, b, pose_a, pose_b, [&](const auto& x, const auto& y) {
    return measure<AnyPenetration>(shape_depth(x, y, options));
  });
}

void add_shapes(nb::module_& module) {
  nb::class_<AnyShape>(
      module, "Shape",
      R"(A curved convex shape about the origin, or one that a support function gives.

Answers about shapes are intervals without a proof: `proven` is False, and contact is never decided
(Verdict.UNDECIDED). Balls and capsules are exact as polytopes with a radius: Polytope.ball() and
Polytope.capsule(). Batches refuse shapes.)")
      .def_static("cylinder", &cylinder, nb::arg("radius").none(), nb::arg("half_height").none(),
                  nb::sig("def cylinder(radius: float, half_height: float) -> Shape"), "Along z.")
      .def_static("cone", &cone, nb::arg("radius").none(), nb::arg("half_height").none(),
                  nb::sig("def cone(radius: float, half_height: float) -> Shape"),
                  "Along z: the tip at half_height, the disc at -half_height.")
      .def_static("ellipsoid", &ellipsoid, nb::arg("half_axes").none(),
                  nb::sig("def ellipsoid(half_axes: numpy.typing.ArrayLike) -> Shape"),
                  "2-D or 3-D, by its half axes.")
      .def_static("from_support", &support_mapped, nb::arg("function").none(),
                  nb::arg("dimension") = 3,
                  nb::sig("def from_support(function: "
                          "collections.abc.Callable[[numpy.typing.NDArray[numpy.float64]], "
                          "numpy.typing.ArrayLike], dimension: int = 3) -> Shape"),
                  "function(direction) returns a point of the shape that is farthest along the "
                  "unit direction.")
      .def(
          "with_radius",
          [](const AnyShape& shape, nb::handle radius) {
            AnyShape rounded = shape;
            rounded.radius = read_length(radius, "radius");
            return rounded;
          },
          nb::arg("radius").none(), nb::sig("def with_radius(self, radius: float) -> Shape"),
          "The shape with a ball of this radius about each of its points.")
      .def_ro("dimension", &AnyShape::dimension)
      .def_ro("radius", &AnyShape::radius)
      .def("__repr__", [](const AnyShape& shape) {
        return fmt::format("<sunder.Shape: {}, dimension {}>", shape.name, shape.dimension);
      });
}

}  // namespace sunder::python
