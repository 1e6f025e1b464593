// SPDX-License-Identifier: Apache-2.0
//
// What every module has: a request that JavaScript writes, a result that it reads, and objects behind handles.
//
// An exported function reads its arguments from the request and returns 1 with its answer in the result, or 0 with an
// error there: a code and a sentence. JavaScript keeps handles from use after their end.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "message.hpp"
#include "sunder/body.hpp"
#include "sunder/error.hpp"
#include "sunder/mesh.hpp"
#include "sunder/polytope.hpp"

#define SUNDER_WEB(name) extern "C" __attribute__((export_name(#name))) std::int32_t name

namespace sunder::web {

using Shape = std::variant<Polytope3, Mesh3, Body3>;

/// What a handle is the address of.
struct Object {
  virtual ~Object() = default;
};
struct ShapeObject final : Object {
  explicit ShapeObject(Shape given) : shape(std::move(given)) {}
  Shape shape;
};

/// A shape at a pose, padded by a radius.
struct Side {
  const ShapeObject* object = nullptr;
  Pose3 pose = Pose3::identity();
  double radius = 0;
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
template <class T>
std::int32_t hand_over(T value) {
  const Object* const object = new ShapeObject(Shape(std::move(value)));
  return answer(reinterpret_cast<std::uintptr_t>(object));
}

/// Reads a handle of a shape. JavaScript has seen that it is one.
const ShapeObject* read_shape(Reader& message);
Result<Pose3> read_pose(Reader& message);
/// Refuses a pose or a radius that the library refuses.
Result<Side> read_side(Reader& message);
/// A shape as a union: a polytope and a mesh are one part.
Body3 body_of(const Shape& shape);
/// Checks a certificate about parts, where the module can.
std::int32_t verify_bodies(const Side& a, const Side& b, double distance, Reader& message);
/// Reads points of three coordinates.
Result<std::vector<Vector3>> read_points(Reader& message);
Result<std::vector<std::array<std::int32_t, 3>>> read_triangles(Reader& message);

}  // namespace sunder::web
