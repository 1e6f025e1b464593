// SPDX-License-Identifier: Apache-2.0
//
// What every module has: a request that JavaScript writes, a result that it reads, and objects behind handles.
//
// An exported function reads its arguments from the request and returns 1 with its answer in the result, or 0 with an
// error there: a code and a sentence. JavaScript keeps handles from use after their end.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "message.hpp"
#include "sunder/body.hpp"
#include "sunder/body2.hpp"
#include "sunder/error.hpp"
#include "sunder/mesh.hpp"
#include "sunder/polygon.hpp"
#include "sunder/polytope.hpp"

#define SUNDER_WEB(name) extern "C" __attribute__((export_name(#name))) std::int32_t name

namespace sunder::web {

/// What a handle is the address of.
struct Object {
  virtual ~Object() = default;
};

/// What a body of a dimension is.
template <int D>
struct ShapeOf;
template <>
struct ShapeOf<2> {
  using Type = std::variant<Polytope2, Polygon2, Body2>;
  using Body = Body2;
};
template <>
struct ShapeOf<3> {
  using Type = std::variant<Polytope3, Mesh3, Body3>;
  using Body = Body3;
};
template <>
struct ShapeOf<kRunTime> {
  using Type = std::variant<PolytopeN>;
};
template <int D>
using Shape = typename ShapeOf<D>::Type;

template <int D>
struct ShapeObject final : Object {
  explicit ShapeObject(Shape<D> given) : shape(std::move(given)) {}
  Shape<D> shape;
};
/// A pose that is made once and used often.
template <int D>
struct PoseObject final : Object {
  explicit PoseObject(Pose<D> given) : pose(std::move(given)) {}
  Pose<D> pose;
};

/// A shape at a pose, padded by a radius.
template <int D>
struct Side {
  const Shape<D>* shape = nullptr;
  Pose<D> pose;
  double radius = 0;

  bool is_polytope() const noexcept { return shape->index() == 0; }
  Posed<D> posed() const noexcept { return Posed<D>(std::get<0>(*shape), pose, radius); }
};

/// The bytes that JavaScript wrote last.
Reader request() noexcept;
/// What it reads next, empty.
Writer& result();
/// Writes an error; returns 0.
std::int32_t refuse(const Error& error);
std::int32_t refuse(ErrorCode code, std::string_view message);
std::int32_t refuse(std::string_view code, std::string_view message);
/// Writes an answer; returns 1.
template <class... Values>
std::int32_t answer(const Values&... values) {
  Writer& out = result();
  (out(values), ...);
  return 1;
}
/// Gives an object to JavaScript, which releases it.
template <int D>
std::int32_t hand_over(Shape<D> shape) {
  const Object* const object = new ShapeObject<D>(std::move(shape));
  return answer(reinterpret_cast<std::uintptr_t>(object));
}

/// Reads a handle. JavaScript has seen that it is one of this dimension.
template <class T>
const T& read_object(Reader& message) {
  return *static_cast<const T*>(reinterpret_cast<const Object*>(message.read<std::uintptr_t>()));
}
template <int D>
const Shape<D>& read_shape(Reader& message) {
  return read_object<ShapeObject<D>>(message).shape;
}
template <int D>
const Shape<D>& shape_of(const Object* object) {
  return static_cast<const ShapeObject<D>*>(object)->shape;
}

/// How a pose is written: nothing; d rows of d + 1 numbers; in space a quaternion, in the plane an angle, and a
/// translation; the address of a PoseObject.
enum class PoseForm : std::uint8_t { identity, matrix, turn, prepared };
/// Makes the pose of its numbers. Refuses what the library refuses.
template <int D>
Result<Pose<D>> make_pose(PoseForm form, const double* numbers);
template <>
Result<Pose3> make_pose<3>(PoseForm form, const double* numbers);
template <>
Result<Pose2> make_pose<2>(PoseForm form, const double* numbers);

/// Reads a pose of a body of this dimension.
template <int D>
Result<Pose<D>> read_pose(Reader& message, int dimension = D) {
  const auto form = message.read<PoseForm>();
  if (form == PoseForm::prepared) return read_object<PoseObject<D>>(message).pose;
  if constexpr (D == kRunTime) {
    if (form == PoseForm::identity) return PoseN::identity(dimension);
    return PoseN::from_matrix(message.read<std::vector<double>>(), dimension);
  } else {
    if (form == PoseForm::identity) return Pose<D>::identity();
    std::array<double, std::size_t{D} * (D + 1)> numbers{};
    const std::size_t count = form == PoseForm::matrix ? numbers.size() : D == 3 ? 7 : 3;
    for (std::size_t i = 0; i < count; ++i) message(numbers[i]);
    return make_pose<D>(form, numbers.data());
  }
}

/// Refuses a radius that the library refuses.
std::optional<Error> check_radius(double radius);
/// Reads a body, its pose and its radius.
template <int D>
Result<Side<D>> read_side(Reader& message) {
  const Shape<D>& shape = read_shape<D>(message);
  int dimension = D;
  if constexpr (D == kRunTime) dimension = std::get<0>(shape).dimension();
  Result<Pose<D>> pose = read_pose<D>(message, dimension);
  if (!pose) return pose.error();
  const auto radius = message.read<double>();
  if (auto error = check_radius(radius)) return *error;
  return Side<D>{&shape, std::move(pose).value(), radius};
}

/// A shape as a union: a polytope and a mesh or a polygon are one part.
template <int D>
auto body_of(const Shape<D>& shape) {
  using Body = typename ShapeOf<D>::Body;
  if (const auto* const body = std::get_if<2>(&shape)) return *body;
  if (const auto* const whole = std::get_if<1>(&shape)) return Body{{*whole}};
  return Body{{std::get<0>(shape)}};
}

/// Checks a certificate about parts, where the module can.
std::int32_t verify_bodies(const Side<3>& a, const Side<3>& b, double distance, Reader& message);

Error not_a_multiple(std::string_view what, std::size_t size, std::size_t width);
/// Reads rows of N numbers each; `what` names them in a refusal.
template <class T, std::size_t N>
Result<std::vector<std::array<T, N>>> read_rows(Reader& message, std::string_view what) {
  const auto numbers = message.read<std::vector<T>>();
  if (numbers.size() % N != 0) return not_a_multiple(what, numbers.size(), N);
  std::vector<std::array<T, N>> rows(numbers.size() / N);
  if (!rows.empty()) std::memcpy(rows.data(), numbers.data(), numbers.size() * sizeof(T));
  return rows;
}

}  // namespace sunder::web
