// SPDX-License-Identifier: Apache-2.0
//
// Curved shapes, and shapes that Python gives as a support function.
#pragma once

#include <exception>
#include <variant>

#include "answers.hpp"
#include "sunder/shapes.hpp"

namespace sunder::python {

/// A support function of Python. The first exception is kept, since the library's searches are
/// compiled without exceptions; the question raises it afterwards.
template <int D>
struct Callable {
  nb::object function;
  mutable std::exception_ptr failure;

  Vector<D> support(const Vector<D>& direction) const;
};

/// sunder.Shape.
struct AnyShape {
  std::variant<shapes::Ball<2>, shapes::Ball<3>, shapes::Capsule<2>, shapes::Capsule<3>,
               shapes::Ellipsoid<2>, shapes::Ellipsoid<3>, shapes::Box<2>, shapes::Box<3>,
               shapes::Cylinder, shapes::Cone, Callable<2>, Callable<3>>
      shape;
  double radius = 0;  ///< of a ball about each point
  int dimension = 3;
  std::string name;
};

/// The width of an interval about curved shapes, if none is given.
inline constexpr double kShapeTolerance = 1e-9;

struct ShapeArguments {
  std::string_view algorithm = "auto";
  double tolerance = kShapeTolerance;
  int max_steps = 256;
};

/// Whether one of the two is a curved shape.
bool are_shapes(nb::handle a, nb::handle b);
AnyDecision shapes_intersect(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                             const ShapeArguments& given);
AnyDistance distance_of_shapes(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                               const ShapeArguments& given);
AnyPenetration depth_of_shapes(nb::handle a, nb::handle b, nb::handle pose_a, nb::handle pose_b,
                               const ShapeArguments& given);

void add_shapes(nb::module_& module);

}  // namespace sunder::python
