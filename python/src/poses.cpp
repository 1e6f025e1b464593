// SPDX-License-Identifier: Apache-2.0
//
// Idea: The class Pose of Python is the variant of the three of C++. A matrix is read with its
//   strides, and a quaternion is handed on as it is.
// Cost: A pose from an array takes some tenths of a microsecond.
// Gives up: Nothing.
#include <cmath>
#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <optional>

#include "bodies.hpp"
#include "sunder/io.hpp"

namespace sunder::python {
namespace {

using Doubles = std::vector<double>;

AnyPose from_matrix(nb::handle matrix) {
  const Numbers numbers(matrix, "matrix");
  const Doubles rows = read_matrix(numbers, 0, "matrix");
  const auto dimension = static_cast<int>(numbers.shape(1)) - 1;
  return in_dimension(dimension, [&]<int D>() {
    return AnyPose{accepted("matrix", Pose<D>::from_matrix(rows, dimension))};
  });
}

AnyPose translation(nb::handle t) {
  const Doubles offset = read_vector(t, 0, "t");
  return in_dimension(static_cast<int>(offset.size()), [&]<int D>() {
    return AnyPose{accepted("t", Pose<D>::translation(to_vector<D>(offset)))};
  });
}

template <int D>
Vector<D> offset_or_zero(nb::handle t) {
  return t.is_none() ? Vector<D>{} : read_fixed<D>(t, "t");
}

std::array<double, 4> read_quaternion(nb::handle q) {
  const Doubles read = read_vector(q, 4, "q");
  return {read[0], read[1], read[2], read[3]};
}

/// Poses of rows of quaternions and translations; None: no translation. make(q, t) builds one.
template <class Make>
nb::list poses_of_rows(nb::handle q, nb::handle t, const Make& make) {
  const Numbers quaternions(q, "q");
  if (quaternions.ndim() != 2 || quaternions.shape(1) != 4) {
    refuse_shape("q", "shape " + quaternions.shape_text(), "give an array of shape (n, 4)");
  }
  std::optional<Numbers> offsets;
  if (!t.is_none()) {
    offsets.emplace(t, "t");
    if (offsets->ndim() != 2 || offsets->shape(1) != 3 ||
        offsets->shape(0) != quaternions.shape(0)) {
      refuse_shape("t", "shape " + offsets->shape_text(), "give a row (x, y, z) for each of q");
    }
  }
  nb::list all;
  for (std::int64_t i = 0; i < quaternions.shape(0); ++i) {
    std::array<double, 4> row_of_q;
    for (std::size_t k = 0; k < 4; ++k)
      row_of_q[k] = quaternions.at(i, static_cast<std::int64_t>(k));
    const Vector3 offset = offsets ? row<3>(*offsets, i) : Vector3{};
    all.append(nb::cast(AnyPose{accepted("row " + std::to_string(i), make(row_of_q, offset))}));
  }
  return all;
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
  return to_numpy(pose->wxyz());
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

void add_poses(nb::module_& module) {
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
            return in_dimension(read_dimension(dimension), [&]<int D>() {
              return AnyPose{PoseArgument<D>(nb::none(), dimension, "dimension").get()};
            });
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
          "many_from_wxyz",
          [](nb::handle q, nb::handle t) {
            return poses_of_rows(
                q, t, [](const auto& x, const auto& y) { return Pose3::from_wxyz(x, y); });
          },
          nb::arg("q").none(), nb::arg("t") = nb::none(),
          nb::sig("def many_from_wxyz(q: numpy.typing.ArrayLike, t: numpy.typing.ArrayLike | None "
                  "= None) -> list[Pose]"),
          "from_wxyz() of each row of q, shape (n, 4), and of t, shape (n, 3): the poses of a "
          "batch.")
      .def_static(
          "many_from_xyzw",
          [](nb::handle q, nb::handle t) {
            return poses_of_rows(
                q, t, [](const auto& x, const auto& y) { return Pose3::from_xyzw(x, y); });
          },
          nb::arg("q").none(), nb::arg("t") = nb::none(),
          nb::sig("def many_from_xyzw(q: numpy.typing.ArrayLike, t: numpy.typing.ArrayLike | None "
                  "= None) -> list[Pose]"),
          "from_xyzw() of each row of q, shape (n, 4), and of t, shape (n, 3).")
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
